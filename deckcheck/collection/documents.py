"""The collection, its changes and its history as JSON."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from db.cards.card import Card
from db.collection.decks import SavedDeck
from db.collection.history import DeckVersion, Entry, LedgerBatch
from db.collection.holdings import Holding
from db.collection.undo import UndoneBatch, Unreversed
from deckcheck.collection.editor import CollectionChange
from deckcheck.collection.holdings import Collection, Counts
from deckcheck.collection.query import HeldCard
from deckcheck.show.picked import picked


def collection_document(cards: Sequence[HeldCard]) -> dict[str, Any]:
    """Holdings with their sums, as in `deckcheck.collection/1`."""
    rows = [(card.holdings[0], card.counts) for card in cards]
    copies = sum(holding.quantity for holding, _ in rows)
    return held_document(rows, len(rows), copies, sum(holding.dice for holding, _ in rows))


def held_document(
    rows: Sequence[tuple[Holding, Counts]], total: int, copies: int, dice: int
) -> dict[str, Any]:
    """Some holdings with the sums of all, as in `deckcheck.collection/1`."""
    return {
        "schema": "deckcheck.collection/1",
        "total": total,
        "copies": copies,
        "dice": dice,
        "holdings": [holding_document(holding, counts) for holding, counts in rows],
    }


def holding_document(holding: Holding, counts: Counts) -> dict[str, Any]:
    """A holding as in `deckcheck.collection/1`; what is unknown or unstated is null."""
    key, facts = holding.key, holding.facts
    return {  # thousands are written at once: `picked` takes three times as long
        "card": holding.card,
        "printing": holding.printing,
        "set": holding.set_code,
        "number": holding.number,
        "rarity": holding.rarity,
        "condition": key.condition or None,
        "language": key.language or None,
        "finish": key.finish or None,
        "location": key.location or None,
        "quantity": facts.quantity,
        "dice": facts.dice,
        "for_trade": facts.for_trade,
        "notes": facts.notes or None,
        "acquired_on": facts.acquired_on,
        "price": facts.price,
        "currency": facts.currency,
        "extra": dict(facts.extra),
        "owned": counts.owned,
        "reserved": counts.reserved,
        "free": counts.free,
        "owned_dice": counts.dice,
        "reserved_dice": counts.reserved_dice,
        "free_dice": counts.free_dice,
        "wanted_dice": counts.wanted_dice,
    }


def counts_document(counts: Counts) -> dict[str, int]:
    """The copies of a card as JSON."""
    names = "owned reserved free wanted for_trade owned_dice=dice reserved_dice free_dice wanted_dice"
    return picked(counts, names)


@dataclass(frozen=True, slots=True)
class DeckWithCard:
    """A saved deck that holds a card: how many copies it needs, and has reserved."""

    name: str
    needed: int
    reserved: int


def decks_with(collection: Collection, card: Card) -> list[DeckWithCard]:
    """The saved decks that hold a card."""
    return [
        DeckWithCard(
            deck.facts.name, sum(line.quantity for line in lines), sum(line.reserved for line in lines)
        )
        for deck in collection.stored.decks
        if (lines := [line for line in deck.facts.lines if line.card_id == card.id])
    ]


def held_card_document(collection: Collection, card: Card) -> dict[str, Any]:
    """A card with all copies of it, its wants and its decks, as in `deckcheck.held-card/1`."""
    counts = collection.counts(card)
    return {
        "schema": "deckcheck.held-card/1",
        "name": card.name,
        **counts_document(counts),
        "holdings": [holding_document(holding, counts) for holding in collection.held(card)],
        "wants": [
            {
                "name": w.printing or w.card,
                **picked(w, "set=set_code number wanted=quantity dice=facts.dice notes=facts.notes?"),
            }
            for w in collection.wants(card.id or 0)
        ],
        "decks": [picked(one, "name needed reserved") for one in decks_with(collection, card)],
    }


def undone_document(done: UndoneBatch) -> dict[str, Any]:
    """The result of undoing a batch, as in `deckcheck.undo/1`."""
    return {
        "schema": "deckcheck.undo/1",
        "batch": done.number,
        "recorded_as": done.batch.number if done.batch else None,
        "reversed": done.reversed,
        "already": done.already,
        "kept": [_unreversed_document(one) for one in done.kept],
        "errors": [_unreversed_document(one) for one in done.errors],
    }


def _unreversed_document(one: Unreversed) -> dict[str, Any]:
    found = None if one.found is None else dict(one.found)
    return {**entry_document(one.entry), "found": found, "reason": one.reason}


def entry_document(entry: Entry) -> dict[str, Any]:
    """An entry of the ledger as JSON: kind, name, and what was stored before and after."""
    before, after = (None if v is None else dict(v) for v in (entry.before, entry.after))
    return {"kind": entry.kind, "name": entry.name, "before": before, "after": after}


def change_document(change: CollectionChange) -> dict[str, Any]:
    """A change as `deckcheck.change/1`; `batch` is null where nothing changed."""
    return {
        "schema": "deckcheck.change/1",
        "batch": change.batch.number if change.batch else None,
        "changes": [entry_document(entry) for entry in change.entries],
        "notes": list(change.notes),
    }


def batch_document(batch: LedgerBatch) -> dict[str, Any]:
    """A batch as in `deckcheck.history/1`."""
    return picked(
        batch,
        "batch=number time command source sha256 mode added changed removed "
        "copies dice undoes undone_by kept",
    )


def batch_changes_document(batch: LedgerBatch, entries: Sequence[Entry]) -> dict[str, Any]:
    """A batch with each of its changes, before and after, as in `deckcheck.batch/1`."""
    changes = [entry_document(entry) for entry in entries]
    return {"schema": "deckcheck.batch/1", **batch_document(batch), "changes": changes}


def saved_decks_document(decks: Sequence[SavedDeck]) -> dict[str, Any]:
    """The saved decks, as in `deckcheck.decks/1`."""
    listed = [
        {
            **picked(deck, "name=facts.name cards=facts.quantity reserved=facts.reserved"),
            "unknown": sum(line.quantity for line in deck.facts.lines if line.card_id is None),
            "format": deck.facts.format,
            "game": deck.facts.game,
        }
        for deck in decks
    ]
    return {"schema": "deckcheck.decks/1", "decks": listed}


def deck_versions_document(name: str, versions: Sequence[DeckVersion]) -> dict[str, Any]:
    """The versions of a saved deck, as in `deckcheck.deck-versions/1`."""
    listed = [
        {
            **picked(
                one,
                "batch time command name=facts.name cards=facts.quantity reserved=facts.reserved "
                "format=facts.format",
            )
        }
        for one in versions
    ]
    return {"schema": "deckcheck.deck-versions/1", "name": name, "versions": listed}


def deck_difference_document(a: str, b: str, rows: Iterable[tuple[str, str, int, int]]) -> dict[str, Any]:
    """The cards in which two decks differ, as in `deckcheck.deck-diff/1`."""
    cards = [
        {"zone": zone, "name": name, "a": one, "b": other, "change": other - one}
        for zone, name, one, other in rows
    ]
    return {"schema": "deckcheck.deck-diff/1", "a": a, "b": b, "cards": cards}
