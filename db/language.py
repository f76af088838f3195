"""Messages in the reader's language: whole sentences with named values, translated when they are shown.

A message is English text, and is compared, stored and written to JSON as such. Only where it is shown
(`str`, an f-string, a template of the page) does it turn into the language that is spoken there.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any, Protocol, Self

_NO_VALUES: Mapping[str, Any] = {}


class Speaker(Protocol):
    """A language that messages are shown in."""

    def say(self, message: "Message") -> str:
        """The message in this language."""


_speaker: ContextVar[Speaker | None] = ContextVar("_speaker", default=None)


class Message(str):
    """A message in English that knows its template and values, so that it can be said in any language.

    >>> message = gettext("{name} has no {part}", name="the deck", part="main deck")
    >>> message == "the deck has no main deck", message.template
    (True, '{name} has no {part}')
    """

    __slots__ = ("context", "many", "number", "template", "values")
    template: str
    values: Mapping[str, Any]
    many: str
    number: int
    context: str

    def __new__(
        cls,
        template: str,
        values: Mapping[str, Any] = _NO_VALUES,
        many: str = "",
        number: int = 1,
        context: str = "",
    ) -> Self:
        """The message, in English; `many` is its template for a `number` other than 1."""
        english = many if many and number != 1 else template
        if values:
            speaker = _speaker.get()
            if speaker is not None:
                token = _speaker.set(None)
                try:
                    english = english.format_map(values)
                finally:
                    _speaker.reset(token)
            else:
                english = english.format_map(values)
        self = super().__new__(cls, english)
        self.template, self.values, self.many, self.number, self.context = (
            template,
            values,
            many,
            number,
            context,
        )
        return self

    def __str__(self) -> str:
        speaker = _speaker.get()
        return str.__str__(self) if speaker is None else speaker.say(self)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __html__(self) -> str:
        """The message in HTML, as templates of the page ask for it."""
        return _escape()(str(self))

    def __add__(self, other: str) -> str:
        return f"{self}{other}"

    def __radd__(self, other: str) -> str:
        return f"{other}{self}"

    def __reduce__(self) -> tuple[Any, ...]:
        return Message, (self.template, self.values, self.many, self.number, self.context)


@cache
def _escape() -> Callable[[str], str]:
    from markupsafe import escape

    return escape


def gettext(template: str, /, **values: Any) -> str:
    """A message: a template in English with named values.

    >>> gettext("no card is called {name!r}", name="Yodda") == "no card is called 'Yodda'"
    True
    """
    return Message(template, values)


def ngettext(one: str, many: str, number: int, /, **values: Any) -> str:
    """A message about a number of things, by the plural forms of each language.

    >>> ngettext("{number} file", "{number:,} files", 2000) == "2,000 files"
    True
    """
    return Message(one, {"number": number, **values}, many, number)


def pgettext(context: str, template: str, /, **values: Any) -> str:
    """A message whose English words mean several things: `context` says which.

    >>> pgettext("of a tournament", "round") == "round"
    True
    """
    return Message(template, values, context=context)


def partly(template: str, /, **values: Any) -> str:
    """A template with some of its values; `filled` gives it the others.

    >>> partly("{name} is banned in {format_name}", format_name="Standard").values
    {'format_name': 'Standard'}
    """
    message = Message(template)
    message.values = {**template.values, **values} if isinstance(template, Message) else values
    return message


class _Both(dict[str, Any]):
    """Values that a template has, and those that it is given: these are made when it names them.

    A value may be a template itself, for the others to fill.
    """

    def __init__(self, own: Mapping[str, Any], others: Mapping[str, Any]) -> None:
        super().__init__(
            {
                name: filled(value, others) if isinstance(value, Message) and "{" in value else value
                for name, value in own.items()
            }
        )
        self.others = others

    def __missing__(self, name: str) -> Any:
        return self.others[name]


def filled(template: str, values: Mapping[str, Any], /) -> str:
    """A message of a template that was marked elsewhere, with values that may be made when needed.

    >>> filled(gettext("at least {limit}"), {"limit": 12}) == "at least 12"
    True
    """
    if isinstance(template, Message):
        every = _Both(template.values, values) if template.values else values
        return Message(template.template, every, template.many, template.number, template.context)
    return Message(template, values) if template else ""


def joined(parts: Iterable[str], between: str = "") -> str:
    """Messages one after another as one message, with the same between them; empty ones are left out.

    >>> joined([gettext("no card"), "", gettext("no die")], "; ") == "no card; no die"
    True
    """
    values = {f"part{place}": part for place, part in enumerate(filter(None, parts))}
    return Message("{between}".join(f"{{{name}}}" for name in values), {**values, "between": between})


_BETWEEN = re.compile("(, | - |/)")


def in_parts(text: str) -> str:
    """A type, or sides of a deck, as a message: of several, like `Ground/Character`, each part is one.

    >>> in_parts("Mission - Trap") == "Mission - Trap", in_parts("") == ""
    (True, True)
    """
    parts = _BETWEEN.split(text)
    return filled(text, {}) if len(parts) == 1 else joined(filled(one, {}) for one in parts)


def all_of(parts: Iterable[str]) -> str:
    """Several things in a sentence.

    >>> all_of(["Ada", "Bo"]) == "Ada and Bo", all_of(["Ada"]), all_of([])
    (True, 'Ada', '')
    """
    return _together(list(parts), gettext("{several} and {last}"))


def one_of(parts: Iterable[str], words: str = "") -> str:
    """Several things to choose from in a sentence, perhaps in other words than `{several} or {last}`.

    >>> one_of(["light", "dark"]) == "light or dark"
    True
    """
    return _together(list(parts), words or gettext("{several} or {last}"))


def _together(parts: Sequence[str], words: str) -> str:
    *several, last = parts or [""]
    return filled(words, {"several": _together(several, words), "last": last}) if several else last


def some_of(parts: Sequence[str], most: int, between: str = ", ") -> str:
    """The first of several things, and how many there are beside them.

    >>> some_of(["Ada", "Bo", "Cy"], 2) == "Ada, Bo and 1 more", some_of(["Ada", "Bo"], 2) == "Ada, Bo"
    (True, True)
    """
    return and_more(joined(parts[:most], between), len(parts) - most, between)


def and_more(shown: str, more: int, between: str = ", ") -> str:
    """Things that are shown, and how many there are beside them.

    >>> and_more("Ada, Bo", 1000) == "Ada, Bo and 1,000 more", and_more("Ada; Bo", 0, "; ")
    (True, 'Ada; Bo')
    """
    if more <= 0:
        return shown
    if between == "; ":
        return ngettext("{shown}; and {number} more", "{shown}; and {number:,} more", more, shown=shown)
    return ngettext("{shown} and {number} more", "{shown} and {number:,} more", more, shown=shown)


def english(text: str) -> str:
    """A text as documents and databases have it, in whatever language it would be shown.

    >>> english(gettext("no change"))
    'no change'
    """
    return str.__str__(text)


@contextmanager
def spoken(speaker: Speaker | None) -> Iterator[None]:
    """Within it all messages are shown in this language; None is English."""
    token = _speaker.set(speaker)
    try:
        yield
    finally:
        _speaker.reset(token)


def speak(speaker: Speaker | None) -> None:
    """Shows all messages in this language from now on; None is English."""
    _speaker.set(speaker)


def speaker() -> Speaker | None:
    """The language that messages are shown in now, None for English."""
    return _speaker.get()
