"""Which decks can be built from the collection now, each by itself, and what the others lack."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from db.collection.history import LedgerBatch
from db.collection.holdings import WantFacts, WantKey
from db.collection.ledger import apply_wants
from deckcheck.collection.holdings import Collection
from deckcheck.collection.missing import Missing, find_missing
from deckcheck.judge.opening import OpenedDeck
from deckcheck.judge.resolve import Resolver


@dataclass(frozen=True, slots=True)
class BuildableDeck:
    """A deck, how many cards it takes, and what of them is missing."""

    label: str
    cards: int
    missing: Missing

    @property
    def lacks(self) -> int:
        """The copies and dice that are missing."""
        return self.missing.missing + self.missing.missing_dice


def buildable_decks(
    decks: Sequence[OpenedDeck], collection: Collection, resolver: Resolver, *, reserved: bool
) -> list[BuildableDeck]:
    """The decks, those that lack fewest cards first.

    With `reserved` copies that other saved decks have reserved are free for each of them.
    """
    if reserved:
        collection = Collection(replace(collection.stored, decks=()))
    found = []
    for deck in decks:
        missing = find_missing([deck], collection, resolver)
        cards = sum(line.quantity for line in deck.deck_list.lines)
        found.append(BuildableDeck(deck.label, cards, missing))
    return sorted(found, key=lambda deck: (deck.lacks, deck.label))


def want_missing(
    path: Path, decks: Iterable[BuildableDeck], collection: Collection
) -> LedgerBatch | None:
    """Raises wants so that each deck by itself could be built; wants of more copies stay.

    Returns the batch, None where nothing changes.
    """
    wanted: dict[int, int] = {}
    for deck in decks:
        for card in deck.missing.cards:
            if card.missing and card.card.id is not None:
                copies = card.owned + card.missing
                wanted[card.card.id] = max(wanted.get(card.card.id, 0), copies)
    changes: dict[WantKey, WantFacts | None] = {}
    for ident, copies in wanted.items():
        key = WantKey(ident)
        there = next((w for w in collection.wants(ident) if w.key == key), None)
        if there is None:
            changes[key] = WantFacts(copies)
        elif there.facts.quantity < copies:
            changes[key] = replace(there.facts, quantity=copies)
    return apply_wants(path, changes, command="deck can-build --want")
