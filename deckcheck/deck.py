"""A resolved deck: its entries with frozen cards; unknown names stay in, and are counted."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from db.cards.card import Card, Printing
from db.sums import summed
from deckcheck.first_game import FIRST_GAME


class DeckEntry(NamedTuple):
    """Copies of one card in one zone, as a line of the deck list gives them.

    `card` is None where the name is unknown or ambiguous; `candidates` then are the cards that it
    may be, and `suggestions` names that are spelt nearly so. `dice` are those of all copies
    together, None where the list does not say. `listed_zone` is the zone in the list where the
    card's type puts it into another; it is empty where the list names none. `listed` is the entry of
    the list where a game reads it otherwise, such as two dice as one card.
    """

    quantity: int
    name: str
    zone: str
    line: int | None = None
    card: Card | None = None
    printing: Printing | None = None
    set_code: str | None = None
    candidates: tuple[Card, ...] = ()
    suggestions: tuple[str, ...] = ()
    note: str | None = None
    certain_name: bool = False
    dice: int | None = None
    listed_zone: str | None = None
    listed: "DeckEntry | None" = None

    @property
    def card_name(self) -> str | None:
        """The name of the card, also where only its printing is in doubt; None if unknown."""
        if self.card is not None:
            return self.card.name
        names = {card.name for card in self.candidates}
        return names.pop() if len(names) == 1 and self.certain_name else None


class UnreadEntry(NamedTuple):
    """A line of the deck list, or a part such as a sheet, that could not be read."""

    line: int
    text: str
    reason: str
    place: str = ""


class TakenLine(NamedTuple):
    """A line of a typed list that is no card, and what it was taken for, like `title`."""

    line: int
    text: str
    kind: str


NO_GAME = "?"
"""The game of a list that does not say it, and of which no game has a card."""


@dataclass(frozen=True, slots=True)
class Deck:
    """A resolved deck, ready to be judged or played; nothing in it touches database or files.

    `bare` are lines without a count that no card is called: they stand among the entries, one copy
    each, and may mean anything. `elsewhere` names the game of which most of the cards are, where it
    is not this one, `NO_GAME` where none has any. `taken_as` are lines of a typed list that are no cards,
    and `doubts` the sums that it states and does not have.
    """

    entries: tuple[DeckEntry, ...]
    game: str = FIRST_GAME
    name: str = ""
    path: str = ""
    read_as: str = ""
    unread: tuple[UnreadEntry, ...] = ()
    named_format: str | None = None
    notes: tuple[str, ...] = ()
    bare: tuple[UnreadEntry, ...] = ()
    elsewhere: str = ""
    taken_as: tuple[TakenLine, ...] = ()
    doubts: tuple[UnreadEntry, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether some line was not understood, or is missing: it may hold any cards."""
        return bool(self.unread or self.bare or self.doubts)


def copies_by_name(entries: Iterable[DeckEntry]) -> Counter[str]:
    """The copies of each card by its name, in all zones together."""
    return summed((entry.card.name, entry.quantity) for entry in entries if entry.card is not None)


def copies_of(entries: Iterable[DeckEntry]) -> int:
    """The copies of entries together."""
    return sum([entry.quantity for entry in entries])
