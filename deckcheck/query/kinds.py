"""The tests of fields: for words, for choices and for numbers.

The function `read` gives the values of a card, of which one that fits is enough.
"""

import re
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from operator import eq, ge, gt, is_, le, lt
from typing import Any

from db.cards.card import Card, Stat
from db.cards.names import normal_form
from db.language import gettext as _
from deckcheck.query.tree import Node, Term, Test
from deckcheck.suggest import suggest

EQUAL = (":", "=", "!=")
SPELT = (*EQUAL, "~")
COMPARED = (*EQUAL, "<", "<=", ">", ">=")

ANY, NONE = "any", "none"
_COMPARE: Mapping[str, Callable[[int, int], bool]] = {":": eq, "=": eq, "<": lt, "<=": le, ">": gt, ">=": ge}
_BY_WORD = {"yes": True, "y": True, "true": True, "no": False, "n": False, "false": False}
_SIGNS = ",.;:!?…"
"""The signs that stand behind words and belong to none."""
_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,9}")


class UnfitError(ValueError):
    """A value or operator that the field cannot have; the parser adds the place."""

    def __init__(self, expected: str, suggestions: tuple[str, ...] = ()) -> None:
        self.expected = expected
        self.suggestions = suggestions
        super().__init__(expected)


@dataclass(frozen=True, slots=True)
class Field:
    """A field of cards that queries can ask for.

    `make` makes the test for an operator and a value as written, never for `!=`, which is the
    opposite of `=`; it raises `UnfitError`. `sort_key` orders cards by this field.
    """

    name: str
    help: str
    example: str
    operators: tuple[str, ...]
    make: Callable[[str, str], Test]
    aliases: tuple[str, ...] = ()
    sort_key: Callable[[Card], Any] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class ValueTest:
    """The test whether any value of a card fits; each value is looked at once for all cards."""

    read: Callable[[Card], Iterable[Any]]
    fits: Callable[[Any], bool]
    _known: dict[Any, bool] = field(default_factory=dict)

    def __call__(self, card: Card) -> bool:
        """Whether any value of the card fits."""
        return any(map(self._holds, self.read(card)))

    def of_all(self, cards: tuple[Card, ...]) -> list[bool]:
        """The same for each of many cards, whose values are kept for the next test."""
        values, places = _column(self.read, cards)
        found = [any(map(self._holds, some)) for some in values]
        return [found[place] for place in places]

    def _holds(self, value: Any) -> bool:
        found = self._known.get(value)
        if found is None:
            found = self._known[value] = self.fits(value)
        return found


def answers(node: Node, cards: tuple[Card, ...]) -> list[bool]:
    """Whether a query matches, for each of many cards; faster than card by card.

    >>> from deckcheck.query import parse_query
    >>> answers(parse_query("type:space").root, ())
    []
    """
    if isinstance(node, Term) and isinstance(node.test, ValueTest):
        return node.test.of_all(cards)
    return list(map(node.test if isinstance(node, Term) else node.matches, cards))


_Column = tuple[list[tuple[Any, ...]], list[int]]
_COLUMNS: deque[tuple[Callable[[Card], Iterable[Any]], tuple[Card, ...], _Column]] = deque(maxlen=8)
"""The values of the fields that were asked for last, of whole catalogues."""


def _column(read: Callable[[Card], Iterable[Any]], cards: tuple[Card, ...]) -> _Column:
    """All that cards have as values of a field, and for each card its place there."""
    for held, of, column in _COLUMNS:
        if held is read and len(of) == len(cards) and all(map(is_, of, cards)):
            return column
    places: dict[tuple[Any, ...], int] = {}
    of_cards = [places.setdefault(tuple(read(card)), len(places)) for card in cards]
    found = list(places), of_cards
    _COLUMNS.append((read, cards, found))
    return found


def word_test(
    read: Callable[[Card], Iterable[str | None]], *, optional: bool = True
) -> Callable[[str, str], Test]:
    """Makes tests of text: `:` whole words of it, `=` all of it, `~` any part of it.

    Commas and other signs behind words do not count for `:`. Where a card may lack such text,
    `none` asks for those without and `any` for those with some.
    """

    def make(operator: str, value: str) -> Test:
        wanted = normal_form(value)
        if optional and operator != "~" and wanted in (ANY, NONE):
            return lambda card: any(read(card)) is (wanted == ANY)
        if not wanted:
            raise UnfitError(_("at least one letter or digit"))
        if operator == "=":
            return ValueTest(read, lambda text: text is not None and normal_form(text) == wanted)
        if operator == "~":
            return ValueTest(read, lambda text: text is not None and wanted in normal_form(text))
        words = f" {_whole_words(wanted)} "
        if words.isspace():
            raise UnfitError(_("at least one letter or digit"))
        first = words.split(maxsplit=1)[0]

        def has_words(text: str | None) -> bool:
            form = normal_form(text or "")
            return first in form and words in f" {_whole_words(form)} "

        return ValueTest(read, has_words)

    return make


def _whole_words(form: str) -> str:
    """The words of a normal form without the signs that stand behind or before them.

    >>> _whole_words("bill lee, phd."), _whole_words("r2 d2 ... no. 1,000")
    ('bill lee phd', 'r2 d2 no 1,000')
    """
    return " ".join(word for part in form.split() if (word := part.strip(_SIGNS)))


def choice_test(
    read: Callable[[Card], Iterable[str | None]], choices: Mapping[str, str | None], expected: str
) -> Callable[[str, str], Test]:
    """Makes tests of a value out of few; `choices` gives it for the normal form of what is written.

    `none` asks for cards that have no value at all, and `any` for those that have one.
    """

    def make(_operator: str, value: str) -> Test:
        wanted = normal_form(value)
        if wanted in (ANY, NONE):
            return lambda card: any(read(card)) is (wanted == ANY)
        if wanted not in choices:
            raise UnfitError(expected, near(value, choices))
        chosen = choices[wanted]
        return ValueTest(read, partial(eq, chosen))

    return make


def number_test(read: Callable[[Card], Iterable[Stat]]) -> Callable[[str, str], Test]:
    """Makes tests of a number; `X`, `*` and a missing number are neither less nor more than any."""

    def make(operator: str, value: str) -> Test:
        equal = operator in EQUAL
        if _WHOLE_NUMBER.fullmatch(value):
            number, compare = int(value), _COMPARE[operator]
            return ValueTest(read, lambda n: isinstance(n, int) and compare(n, number))
        wanted = value.lower()
        if equal and wanted in (ANY, NONE):
            # A card has a cost if any of its printings says one.
            return lambda card: any(n is not None for n in read(card)) is (wanted == ANY)
        if equal and wanted in ("x", "*"):
            return lambda card: any(isinstance(n, str) and n.lower() == wanted for n in read(card))
        raise UnfitError(_("a whole number, X, *, none or any") if equal else _("a whole number"))

    return make


def yes_no_test(read: Callable[[Card], Iterable[Any]]) -> Callable[[str, str], Test]:
    """Makes tests of whether a card has something."""

    def make(_operator: str, value: str) -> Test:
        wanted = _BY_WORD.get(value.lower())
        if wanted is None:
            raise UnfitError(_("yes or no"))
        return lambda card: any(read(card)) is wanted

    return make


def near(value: str, choices: Mapping[str, str | None]) -> tuple[str, ...]:
    """The choices spelt nearly like `value`, for suggestions."""
    return suggest(value, {key: key for key in choices})
