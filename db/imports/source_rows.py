"""The rows of card sources, as frozen values: cards, sets, marks and formats, with places.

The readers of `importers.sources` make them, checked; `db.imports.card_import` compares them with
what is stored and imports them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from db.cards.card import NO_FACTS

CARD_FACTS = ("side", "type", "subtype", "cost", "speed", "power", "health")
PRINTING_FACTS = ("image_key", "number", "rarity", "tags")
WORDS = ("text", "rulings", "script")
EVERYTHING = frozenset({*CARD_FACTS, *PRINTING_FACTS, *WORDS, "facts", "details", "marks"})
"""The fields that a source can state; what it does not state stays as it is stored."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a source: the file, the line or 0, the column or key."""

    file: str
    line: int = 0
    column: str | None = None

    def __str__(self) -> str:
        line = f":{self.line}" if self.line else ""
        return f"{self.file}{line}" + (f":{self.column}" if self.column else "")


@dataclass(frozen=True, slots=True)
class RowProblem:
    """A row that cannot be imported, with the set that it belongs to as far as that is known."""

    place: Place
    message: str
    set_code: str | None = None

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


@dataclass(frozen=True, slots=True)
class SourceMark:
    """A ban or restriction as a source marks it; `written` is how, like `tag VB`."""

    status: str
    format: str | None
    written: str = "marker"


@dataclass(frozen=True, slots=True)
class SourceSet:
    """A set that a source has; without a name it keeps the one that is known."""

    code: str
    name: str | None = None
    facts: Mapping[str, Any] = field(default_factory=lambda: NO_FACTS)


@dataclass(frozen=True, slots=True)
class SourceFormat:
    """A format as a source has it: `data` with sets, banned, restricted, balance, as written."""

    code: str
    name: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SourceCard:
    """One printing with all that its source states of it; costs and stats are text.

    `name` is that of the printing, `card` that of the card with its parts. `identity` is what else
    than the name makes printings one card. `facts` are of the card, `details` of the printing.
    """

    place: Place
    set_code: str
    name: str
    card: str
    base: str
    version: str | None = None
    distinction: str | None = None
    reprint: str | None = None
    identity: str | None = None
    number: str = ""
    image_key: str | None = None
    side: str | None = None
    type: str = ""
    subtype: str | None = None
    cost: str | None = None
    speed: str | None = None
    power: str | None = None
    health: str | None = None
    rarity: str | None = None
    tags: str | None = None
    text: str | None = None
    rulings: str | None = None
    script: str | None = None
    facts: Mapping[str, Any] = field(default_factory=lambda: NO_FACTS)
    details: Mapping[str, Any] = field(default_factory=lambda: NO_FACTS)
    marks: tuple[SourceMark, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """All that was read from a source: the sets whole, but for the rows in `problems`.

    `stated` are the fields that it states at all; `whole` is False where it may leave out cards of
    a set that others have. `notes` are for the user, a line each.
    """

    game: str
    cards: tuple[SourceCard, ...]
    sets: tuple[SourceSet, ...] = ()
    formats: tuple[SourceFormat, ...] = ()
    problems: tuple[RowProblem, ...] = ()
    notes: tuple[str, ...] = ()
    stated: frozenset[str] = EVERYTHING
    whole: bool = True
