"""The frozen values that leave the store: cards, their printings, sets and legality marks."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, NamedTuple

from db.language import gettext as _

Stat = int | str | None
"""A number on a card: an int, `X` or `*` as text, or None where the card has none."""

NO_FACTS: Mapping[str, Any] = MappingProxyType({})

RARITIES: Mapping[str, str] = {
    "C": _("common"),
    "U": _("uncommon"),
    "R": _("rare"),
    "P": _("promo"),
    "S": _("subordinate or starter"),
    "L": _("legendary"),
    "UR": _("ultra rare"),
}
"""The words for rarities, in the order in which they are listed."""


class CardSet(NamedTuple):
    """A set of printings, like AOTC, Attack of the Clones; `cards` counts its printings.

    `released` is when it was on sale, as `db.cards.dates.parse_date` reads it, None where that is
    not known at all; `release_source` is where that stands.
    """

    game: str
    code: str
    name: str
    publisher: str | None
    cards: int = 0
    released: str | None = None
    release_source: str | None = None


class LegalityMark(NamedTuple):
    """A ban or restriction as a source marks it; `format` None means that it names no format.

    `since` is the day from which it holds, None where it is not known; `seen` the day on which a
    source first had it, `until` the day on which a source was first seen without it.
    """

    status: str
    format: str | None
    printing: str
    since: str | None = None
    source: str = "marker"
    seen: str | None = None
    until: str | None = None


class Printing(NamedTuple):
    """One appearance of a card: set and number, with its own name, like `Boba Fett (A) (Promo)`.

    `differs` holds the facts in which this printing disagrees with its card, `facts` what only its
    game has. `removed_on` is the day on which its source was first seen without it. `id` is how the
    store knows it, for holdings to point at; it stays when the catalogue is loaded anew. `released`
    is when its set was on sale, see `CardSet`. Printings are equal when all but their ids are.
    """

    name: str
    set_code: str
    number: str | None
    rarity: str | None
    reprint: str | None = None
    image_key: str | None = None
    tags: tuple[str, ...] = ()
    differs: Mapping[str, Any] = NO_FACTS
    facts: Mapping[str, Any] = NO_FACTS
    removed_on: str | None = None
    id: int | None = None
    released: str | None = None

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Printing):
            return False
        return self._replace(id=None)[:] == other._replace(id=None)[:]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((self.set_code, self.name, self.number))


class PrintingWords(NamedTuple):
    """The words of a printing, as its source has them."""

    printing: str
    set_code: str
    text: str | None
    rulings: str | None
    script: str | None


class PlayFormat(NamedTuple):
    """A format as a source states it, from the day on which it was seen."""

    code: str
    name: str
    source: str
    seen: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A playable identity: a name and, for a unique unit, its version; with all its printings.

    Two cards are the same when their game and name are. Costs and stats are ints, `X` or `*`, or
    None. `facts` holds what only some games have. `marks` are those in force; `past_marks` those
    that a source took back. `id` is how the store knows the card.
    """

    game: str
    name: str
    base_name: str
    version: str | None
    distinction: str | None
    side: str | None
    type: str
    subtype: str | None
    cost: Stat
    speed: Stat
    power: Stat
    health: Stat
    printings: tuple[Printing, ...] = ()
    marks: tuple[LegalityMark, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=lambda: NO_FACTS)
    past_marks: tuple[LegalityMark, ...] = ()
    id: int | None = None

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Card):
            return NotImplemented
        return self.game == other.game and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def subtypes(self) -> tuple[str, ...]:
        """The groups of the subtype line, like `("Jedi Knight", "Republic Officer")`."""
        return tuple(self.subtype.split(" - ")) if self.subtype else ()

    @property
    def set_codes(self) -> tuple[str, ...]:
        """The sets in which the card is printed, each once, oldest first."""
        return tuple(dict.fromkeys(printing.set_code for printing in self.printings))

    @property
    def sets_and_year(self) -> str:
        """The first sets in which the card is printed, and the year of the first, like `ANH 2004`.

        The year is left out where it is not known for certain.
        """
        codes = "/".join(self.set_codes[:3])
        years = {y for p in self.printings[:1] for y in re.findall(r"\d{4}", p.released or "")}
        return f"{codes} {years.pop()}" if len(years) == 1 else codes

    def as_printed(self, printing: Printing) -> "Card":
        """The card with the facts of one printing, where that printing disagrees."""
        return replace(self, **printing.differs) if printing.differs else self


def as_stat(text: str | None) -> Any:
    """A cost or stat as a value: an int where it is one, else `X`, `*` or None.

    >>> as_stat("7"), as_stat("X"), as_stat(None)
    (7, 'X', None)
    """
    return int(text) if text is not None and text.isdecimal() else text
