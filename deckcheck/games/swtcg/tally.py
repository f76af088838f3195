"""The view of a deck that the rules of this game see: counted once, in a single pass.

Every card has its contribution to all counts packed into one integer (32 bits a count), so that
counting a deck is one sum of products. That is what lets a folder of thousands of decks be judged
in the time that it takes to read it.
"""

from collections.abc import Iterator, Mapping
from struct import Struct

from db.cards import Card
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games.swtcg.cards import ARENAS, NEUTRAL, SIDES, arenas_of
from deckcheck.games.swtcg.zones import DECK, ZONES

_FIELDS = ("cards", *ARENAS, "units", "light", "dark", "neutral", "yuuzhan-vong", "unknown")
_BITS = 32
_ONE = {name: 1 << position * _BITS for position, name in enumerate(_FIELDS)}
_UNPACK = Struct(f"<{len(_FIELDS)}I")
_UNKNOWN = _ONE["cards"] + _ONE["unknown"]
_UNBOUNDED = 1 << 30

_WEIGHTS: dict[str, int] = {}
"""The packed contribution of one copy of a card, by its name; worked out when first met."""


def _weight(card: Card) -> int:
    arenas = arenas_of(card.type)
    fields = ["cards", *arenas, card.side if card.side in SIDES else NEUTRAL]
    if arenas:
        fields.append("units")
    weight = sum(_ONE[field] for field in fields)
    # Where printings differ in type or side, the name does not tell; such a card is not kept.
    if not any({"type", "side"} & printing.differs.keys() for printing in card.printings):
        _WEIGHTS[card.name] = weight
    return weight


class Tally:
    """A deck as the rules see it.

    `counts` are those of the main deck: cards, units by arena (a unit of several arenas counts in
    each, and once in `units`), sides, and unknown or ambiguous cards. `copies` are those of each
    known card by name, over all its printings and counted zones. `astray` is how many cards stand
    in zones that nobody knows, or any number where lines are unread. `slack` is how many cards of
    the main deck may be anything: the unknown ones and those astray.
    """

    __slots__ = ("astray", "copies", "counted", "counts", "deck", "others", "slack")

    def __init__(self, deck: Deck, counted_zones: frozenset[str]) -> None:
        self.deck = deck
        counted: list[DeckEntry] = []
        others: list[DeckEntry] = []
        copies: dict[str, int] = {}
        astray = packed = 0
        for entry in deck.entries:
            zone, card, quantity = entry.zone, entry.card, entry.quantity
            if zone != DECK:
                if zone not in counted_zones:
                    astray += quantity if zone not in ZONES else 0
                    continue
                others.append(entry)
                weight = 0
            elif card is None:
                weight = _UNKNOWN
            else:
                weight = _WEIGHTS.get(card.name) or _weight(card)
            counted.append(entry)
            packed += quantity * weight
            name = entry.card_name if card is None else card.name
            if name is not None:
                copies[name] = copies.get(name, 0) + quantity
        self.copies = copies
        self.counted = counted
        self.others = others
        numbers = _UNPACK.unpack(packed.to_bytes(_UNPACK.size, "little"))
        self.counts: Mapping[str, int] = dict(zip(_FIELDS, numbers, strict=True))
        self.astray = _UNBOUNDED if deck.unread else astray
        self.slack = self.astray + self.counts["unknown"]

    def everywhere(self) -> Iterator[DeckEntry]:
        """The entries of all zones that the game knows, counted or not."""
        return (entry for entry in self.deck.entries if entry.zone in ZONES)

    def main(self) -> Iterator[DeckEntry]:
        """The entries of the main deck."""
        return (entry for entry in self.counted if entry.zone == DECK)

    def entries_called(self, name: str) -> list[DeckEntry]:
        """The counted entries of a card."""
        return [entry for entry in self.counted if entry.card_name == name]
