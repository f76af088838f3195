"""Builds decks of real cards for tests: so many units of each type, so many others, then changes."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry

PURE_TYPES = {"space": "Space", "ground": "Ground", "character": "Character"}


_PLAIN: dict[tuple[int, str, str], tuple[tuple[Card, ...], list[Card]]] = {}


def _plain(cards: tuple[Card, ...], card_type: str, side: str) -> list[Card]:
    """The cards of a type and side without marks or oddities."""
    asked = (id(cards), card_type, side)
    if asked not in _PLAIN:
        found = [
            card
            for card in cards
            if (card.type, card.side) == (card_type, side)
            and not card.marks
            and not any({"type", "side"} & p.differs.keys() for p in card.printings)
        ]
        _PLAIN[asked] = cards, found  # which are kept, so that no others can get their id
    return _PLAIN[asked][1]


@dataclass
class Builder:
    """Cards of one side by kind, dealt out four copies at a time and never twice."""

    cards: tuple[Card, ...]
    side: str = "light"
    sets: frozenset[str] | None = None
    used: set[str] = field(default_factory=set)

    def find(self, kind: str, side: str | None = None) -> Card:
        """A card of a kind that was not used yet, without marks or oddities."""
        for card in _plain(self.cards, PURE_TYPES.get(kind, kind), side or self.side):
            if card.name not in self.used and (self.sets is None or self.sets & set(card.set_codes)):
                self.used.add(card.name)
                return card
        raise LookupError(kind)

    def entries(self, kind: str, quantity: int, zone: str = "Deck") -> list[DeckEntry]:
        """Entries for so many copies of cards of a kind."""
        found = []
        while quantity > 0:
            copies = min(4, quantity)
            card = self.find(kind)
            found.append(DeckEntry(copies, card.name, zone, None, card, card.printings[0]))
            quantity -= copies
        return found

    def deck(self, space: int = 12, ground: int = 12, character: int = 12, other: int = 24) -> Deck:
        """A deck of so many units of each type and so many Battle cards."""
        kinds = {"space": space, "ground": ground, "character": character, "Battle": other}
        return deck_of(e for kind, number in kinds.items() for e in self.entries(kind, number))


def deck_of(entries: Iterable[DeckEntry]) -> Deck:
    """A deck of these entries, with lines numbered."""
    return Deck(tuple(e._replace(line=n) for n, e in enumerate(entries, start=1)), path="test.dek")


def with_card(deck: Deck, card: Card, quantity: int = 1, zone: str = "Deck") -> Deck:
    """The deck with copies of a card added."""
    entry = DeckEntry(quantity, card.name, zone, None, card, card.printings[0])
    return deck_of((*deck.entries, entry))


def without(deck: Deck, kind: str, quantity: int) -> Deck:
    """The deck with copies of cards of a type taken out."""
    left, entries = quantity, []
    for entry in deck.entries:
        take = min(left, entry.quantity) if entry.card and entry.card.type == kind else 0
        left -= take
        if entry.quantity > take:
            entries.append(entry._replace(quantity=entry.quantity - take))
    assert left == 0
    return deck_of(entries)
