"""A deck as its rules see it: the copies of its entries, and what each of them may be."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry
from deckcheck.rules.requirement import Count, Shared
from deckcheck.rules.sharing import share_out

UNBOUNDED = 1 << 30
"""More copies than any deck has: so many may stand in a line that could not be read."""


class Slot(NamedTuple):
    """A place for copies of a card: the card, its zone, and the dice of each copy."""

    zone: str
    card: Card
    dice: int | None = None


def slot_of(entry: DeckEntry, card: Card) -> Slot:
    """The slot of each copy of an entry, where it is this card."""
    return Slot(entry.zone, card, None if entry.dice is None else entry.dice // max(1, entry.quantity))


def slots_of(entries: Iterable[DeckEntry], zones: Collection[str]) -> dict[Slot, int]:
    """The copies of known cards in these zones, by slot."""
    copies: dict[Slot, int] = {}
    for entry in entries:
        if entry.card is None or entry.zone not in zones:
            continue
        slot = slot_of(entry, entry.card)
        copies[slot] = copies.get(slot, 0) + entry.quantity
    return copies


class Copies(NamedTuple):
    """The copies of an entry; each is one of the `faces`, without any it may be any card."""

    entry: DeckEntry
    faces: tuple[Card, ...]


def first_entry(entries: Iterable[DeckEntry]) -> DeckEntry:
    """The entry that stands first in the deck list."""
    return min(entries, key=lambda e: (e.line is None, e.line or 0, e.name, e.zone))


def faces_of(candidates: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that a name may mean, each also as its printings have it that differ from it."""
    faces = list(candidates)
    for card in candidates:
        faces += [card.as_printed(p) for p in card.printings if p.differs]
    return tuple(faces)


class DeckSlots:
    """The copies of a deck in the zones that its game has.

    `counted` are the entries in the zones that the edition counts, `copies` those of all zones of
    the game with what they may be. `loose` is how many cards stand in zones that the game does not
    have, or any number where lines are unread: they may be anything anywhere. `counting` says what
    is counted for reports; what is of several parts of `shared` counts for one of them, and `figures`
    gives what is no count of copies. `sums` are the sums of counts, where all cards are certain and
    somebody counted them; `found` is what requirements found, for who asks them again, and `keyed` the
    copies by the keys of their limits.

    >>> deck = Deck((DeckEntry(2, "Yoda", "Deck"),))
    >>> DeckSlots(deck, frozenset({"Deck"}), zones=("Deck",), counting={"cards": Count()}).counts
    {'cards': 2, 'unknown': 2}
    """

    __slots__ = (
        "copies",
        "counted",
        "counted_zones",
        "counting",
        "deck",
        "figures",
        "found",
        "is_certain",
        "keyed",
        "loose",
        "shared",
        "sums",
        "zones",
    )

    def __init__(
        self,
        deck: Deck,
        counted_zones: frozenset[str],
        *,
        zones: Collection[str],
        counting: Mapping[str, Count],
        shared: Shared | None = None,
        figures: "Callable[[DeckSlots], Mapping[str, int]] | None" = None,
    ) -> None:
        self.deck = deck
        self.counted_zones = counted_zones
        self.counting = counting
        self.zones = tuple(zones)
        self.sums: Mapping[tuple[Any, ...], int] | None = None
        self.found: dict[int, tuple[object, Sequence[Any]]] = {}
        self.keyed: dict[int, tuple[object, Any]] = {}
        self.shared = shared
        self.figures = figures
        copies, loose, certain = [], 0, True
        for entry in deck.entries:
            if entry.zone not in zones:
                loose += entry.quantity
            elif entry.card is not None:
                copies.append(Copies(entry, (entry.card,)))
            else:
                certain = False
                copies.append(Copies(entry, faces_of(entry.candidates)))
        self.copies = copies
        self.counted = [entry for entry, _ in copies if entry.zone in counted_zones]
        self.loose = UNBOUNDED if deck.is_open else loose
        self.is_certain = certain and not self.loose

    def with_copies(self, copies: Sequence[Copies]) -> "DeckSlots":
        """The same deck with other copies, such as after a choice for ambiguous names."""
        changed = copy(self)
        changed.copies = list(copies)
        changed.sums, changed.found, changed.keyed = None, {}, {}
        changed.counted = [entry for entry, _ in copies if entry.zone in self.counted_zones]
        changed.is_certain = not self.loose and all(entry.card is not None for entry, _ in copies)
        return changed

    @property
    def counts(self) -> dict[str, int]:
        """The copies of certain cards that each of the counts finds; unknown ones where any counts."""
        zones = self.counted_zones
        if self.sums is not None and self.shared is None:
            summed = {n: self.sums[one[:2]] for n, one in self.counting.items() if n != "unknown"}
            summed["unknown"] = 0
            return summed if self.figures is None else {**summed, **self.figures(self)}
        counts = dict.fromkeys(self.counting, 0)
        unknown = self.counting.get("unknown", Count())
        counts["unknown"] = 0
        for entry in self.counted:
            card, zone, quantity = entry.card, entry.zone, entry.quantity
            if card is None:
                quantity = (entry.listed or entry).quantity
                counts["unknown"] += quantity if unknown.holds(zone, zones) else 0
            for name, one in self.counting.items():
                if name != "unknown" and (card is not None or one.fits is None or zone in one.home):
                    counts[name] += quantity * (
                        one.weight(zone, card, zones) if card else one.holds(zone, zones)
                    )
        if self.shared is not None:
            given = [
                (self.shared.parts_of(entry.zone, entry.card, zones), entry.quantity)
                for entry in self.counted
                if entry.card is not None
            ]
            counts |= share_out(given, {part.name: self.shared.each for part in self.shared.parts})
        if self.figures is not None:
            counts |= self.figures(self)
        return counts

    @property
    def slack(self) -> int:
        """How many counted cards may be anything, those without any face and the loose ones."""
        zones = self.counted_zones
        nameless = (e.quantity for e, faces in self.copies if not faces and e.zone in zones)
        return self.loose + sum(nameless)

    @property
    def doubts(self) -> int:
        """How many counted cards are no card for certain, the loose ones among them."""
        zones = self.counted_zones
        return self.loose + sum(e.quantity for e, _ in self.copies if e.card is None and e.zone in zones)

    @property
    def doubtful_faces(self) -> list[Card]:
        """The cards that counted names may be which are no card for certain."""
        return [face for entry in self.counted if entry.card is None for face in entry.candidates]
