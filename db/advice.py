"""Advice in messages: what to do about a fact, in the words of whoever shows the message.

A message states facts. What its reader can do depends on where it is read: on the command line an
option helps, on the page a field. So the place that makes a message names the advice, gives its
words for the command line and the facts in it, and another front has words of its own.

What stands in a document (a report, a repair, a setup) is the same for every front: it is said in
words that are right everywhere, and not by this.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from db.language import filled, gettext as _, one_of

_NO_WORDS: Mapping[str, str] = {}
_words: ContextVar[Mapping[str, str]] = ContextVar("_words", default=_NO_WORDS)


def advised(name: str, command: str, /, **facts: object) -> str:
    """The advice of a name in the words of the front that is served now, by default the command's.

    >>> advised("day", "choose another day with {option}", option="--on")
    'choose another day with --on'
    >>> with front_words({"day": "choose another day above"}):
    ...     advised("day", "choose another day with {option}", option="--on")
    'choose another day above'
    """
    return filled(_words.get().get(name, command), facts)


@contextmanager
def front_words(words: Mapping[str, str]) -> Iterator[None]:
    """Within it all advice is given in these words, by its name."""
    token = _words.set(words)
    try:
        yield
    finally:
        _words.reset(token)


def meant(names: Sequence[str], *, begins: bool = False) -> str:
    """The question whether one of these names was meant, of its own or after a part of a sentence.

    >>> meant(["Yoda", "Yaddle"]) == "did you mean Yoda or Yaddle?", meant([])
    (True, '')
    """
    if not names:
        return ""
    near = one_of(names)
    return _("Did you mean {near}?", near=near) if begins else _("did you mean {near}?", near=near)
