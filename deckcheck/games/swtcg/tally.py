"""The view of a deck that the rules of this game see: counted once, in a single pass.

Every card has its contribution to all counts packed into one integer (32 bits a count), so that
counting a deck is one sum of products. That is what lets a folder of thousands of decks be judged
in the time that it takes to read it.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from struct import Struct
from typing import Any, NamedTuple

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games.game import PlainDeck
from deckcheck.games.swtcg.cards import ARENAS, NEUTRAL, SIDES, arenas_of, faces_of
from deckcheck.games.swtcg.zones import DECK, ZONES

_FIELDS = ("cards", *ARENAS, "units", "light", "dark", "neutral", "yuuzhan-vong", "unknown")
_BITS = 32
_ONE = {name: 1 << position * _BITS for position, name in enumerate(_FIELDS)}
_UNPACK = Struct(f"<{len(_FIELDS)}I")
_UNKNOWN = _ONE["cards"] + _ONE["unknown"]
_UNBOUNDED = 1 << 30

_WEIGHTS: dict[tuple[str, str | None], int] = {}
"""The packed contribution of one copy of a card, by its type and side, which are all that counts;
never by its name, since another catalogue may have another card of that name."""


def weight_of(entry: DeckEntry) -> int:
    """The packed counts of one copy of an entry's card; 0 where it is not in the main deck."""
    card = entry.card
    if card is None or entry.zone != DECK:
        return 0
    return _WEIGHTS.get((card.type, card.side)) or _weight(card)


def _counts(packed: int) -> dict[str, int]:
    numbers = _UNPACK.unpack(packed.to_bytes(_UNPACK.size, "little"))
    return dict(zip(_FIELDS, numbers, strict=True))


_shared_counts = lru_cache(maxsize=4_096)(_counts)
"""The same, kept by sum: for plain decks, of whose counts every report has a copy of its own."""


def _weight(card: Card) -> int:
    arenas = arenas_of(card.type)
    fields = ["cards", *arenas, card.side if card.side in SIDES else NEUTRAL]
    if arenas:
        fields.append("units")
    weight = sum(_ONE[field] for field in fields)
    _WEIGHTS[card.type, card.side] = weight
    return weight


class Doubt(NamedTuple):
    """Copies of an ambiguous name, with the arenas that its candidates may have."""

    entry: DeckEntry
    arenas: frozenset[tuple[str, ...]]
    """The arenas of each of them; empty ones of what is no unit."""


def _doubt(entry: DeckEntry) -> Doubt:
    types = {face.type for face in faces_of(entry.candidates)}
    return Doubt(entry, frozenset(map(arenas_of, types)))


_NO_DOUBTS: tuple[Doubt, ...] = ()
_MAIN_ONLY = frozenset({DECK})


class SwtcgTally:
    """A deck as the rules see it.

    `counts` are those of the main deck: cards, units by arena (a unit of several arenas counts in
    each, and once in `units`), sides, and unknown or ambiguous cards. `copies` are those of each
    known card by name, over all its printings and counted zones, `most_copies` the largest of
    them. `in_unknown_zones` is how many cards stand in zones that the game does not have, or any
    number where lines are unread. `wild` is how many cards of the main deck may be anything: those,
    and those of unknown names.

    `doubts` are the ambiguous names of all counted zones, `main_doubts` those of the main deck.
    `sure` is `counts` with what holds of all that they may be: a bare name of which all versions
    are Characters is a Character.
    """

    __slots__ = (
        "copies",
        "counted",
        "counts",
        "deck",
        "doubts",
        "in_unknown_zones",
        "main_doubts",
        "most_copies",
        "others",
        "sure",
        "wild",
    )

    def __init__(self, deck: Deck, counted_zones: frozenset[str]) -> None:
        self.deck = deck
        counted: list[DeckEntry] = []
        others: list[DeckEntry] = []
        ambiguous: list[DeckEntry] = []
        copies: dict[str, int] = {}
        in_unknown_zones = packed = 0
        for entry in deck.entries:
            zone, card, quantity = entry.zone, entry.card, entry.quantity
            if zone != DECK:
                if zone not in counted_zones:
                    in_unknown_zones += quantity if zone not in ZONES else 0
                    continue
                others.append(entry)
                weight = 0
            elif card is None:
                weight = _UNKNOWN
            else:
                try:  # a look-up takes half the time of asking with get
                    weight = _WEIGHTS[card.type, card.side]
                except KeyError:
                    weight = _weight(card)
            counted.append(entry)
            packed += quantity * weight
            if card is not None:
                copies[card.name] = copies.get(card.name, 0) + quantity
            elif entry.candidates:
                ambiguous.append(entry)
                if name := entry.card_name:
                    copies[name] = copies.get(name, 0) + quantity
        self.copies = copies
        self.most_copies = max(copies.values(), default=0)
        self.counted = counted
        self.others = others
        self.counts: Mapping[str, int] = _counts(packed)
        self.in_unknown_zones = _UNBOUNDED if deck.is_open else in_unknown_zones
        self.wild = self.in_unknown_zones + self.counts["unknown"]
        self.sure = self.counts
        self.doubts = self.main_doubts = _NO_DOUBTS
        if ambiguous:
            self._doubt(ambiguous)

    def _doubt(self, ambiguous: list[DeckEntry]) -> None:
        """Counts what holds of ambiguous names whichever cards they mean."""
        self.doubts = tuple(map(_doubt, ambiguous))
        self.main_doubts = tuple(doubt for doubt in self.doubts if doubt.entry.zone == DECK)
        sure = dict(self.counts)
        for entry, arenas in self.main_doubts:
            self.wild -= entry.quantity
            for arena in ARENAS:
                sure[arena] += entry.quantity * all(arena in one for one in arenas)
            sure["units"] += entry.quantity * all(arenas)
        self.sure = sure

    def may_be(self, arena: str) -> int:
        """How many cards beyond the certain ones may be units of an arena, or `units` at all."""
        more = self.wild
        for entry, arenas in self.main_doubts:
            fits = [bool(one) if arena == "units" else arena in one for one in arenas]
            more += entry.quantity * (any(fits) and not all(fits))
        return more

    def best_ratio(self, larger: str, smaller: str, factor: int) -> int:
        """The most by which `factor` times one arena can exceed another, by any choice of cards."""
        best = factor * (self.counts[smaller] + self.wild) - self.counts[larger]
        for entry, arenas in self.main_doubts:
            best += entry.quantity * max(factor * (smaller in one) - (larger in one) for one in arenas)
        return best

    def everywhere(self) -> Iterator[DeckEntry]:
        """The entries of all zones that the game knows, counted or not."""
        return (entry for entry in self.deck.entries if entry.zone in ZONES)

    def main(self) -> Iterator[DeckEntry]:
        """The entries of the main deck."""
        return (entry for entry in self.counted if entry.zone == DECK)

    def entries_called(self, name: str) -> list[DeckEntry]:
        """The counted entries of a card."""
        return [entry for entry in self.counted if entry.card_name == name]


class SummedTally(SwtcgTally):
    """The tally of a plain deck, from its sum: all cards are certain and in the main deck.

    The deck itself is made, and counted card by card, only where a rule looks at its cards.
    """

    __slots__ = ("_plain",)

    def __init__(self, packed: int, most_copies: int, plain: PlainDeck) -> None:
        self._plain = plain
        self.counts = self.sure = _shared_counts(packed)
        self.most_copies = most_copies
        self.in_unknown_zones = self.wild = 0
        self.others = []
        self.doubts = self.main_doubts = _NO_DOUBTS

    def entries_called(self, name: str) -> list[DeckEntry]:
        """The entries of a card."""
        return self._plain.entries_called(name)

    def __getattr__(self, name: str) -> Any:
        """Fills slots that are empty so far, and returns the one that was asked for."""
        if name == "copies":
            self.copies = self._plain.copies()
        elif name in SwtcgTally.__slots__:
            SwtcgTally.__init__(self, self._plain.deck(), _MAIN_ONLY)
        return object.__getattribute__(self, name)
