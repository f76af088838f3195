"""Which decks can be built from the collection now, each by itself, and what the others lack."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from db.collection.history import LedgerBatch, newest_batch
from db.collection.holdings import WantFacts, WantKey
from db.collection.ledger import apply_wants
from db.collection.read import read_wants
from db.engines.people import changing
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
    result = []
    for deck in decks:
        missing = find_missing([deck], collection, resolver)
        cards = sum(line.quantity for line in deck.deck_list.lines)
        result.append(BuildableDeck(deck.label, cards, missing))
    return sorted(result, key=lambda deck: (deck.lacks, deck.label))


def want_missing(path: Path, game: str, decks: Iterable[BuildableDeck]) -> LedgerBatch | None:
    """Raises wants so that each deck by itself could be built; wants of more copies stay.

    Returns the batch, None where nothing changes.
    """
    wanted: dict[int, int] = {}
    for deck in decks:
        for card in deck.missing.cards:
            if card.missing and card.card.id is not None:
                copies = card.owned + card.missing
                wanted[card.card.id] = max(wanted.get(card.card.id, 0), copies)
    with changing(path, None, newest_batch) as connection:
        there = {want.key: want.facts for want in read_wants(connection, game)}
        changes: dict[WantKey, WantFacts | None] = {}
        for ident, copies in wanted.items():
            facts = there.get(WantKey(ident), WantFacts(0))
            if facts.quantity < copies:
                changes[WantKey(ident)] = facts._replace(quantity=copies)
        return apply_wants(connection, changes, command="deck can-build --want")
