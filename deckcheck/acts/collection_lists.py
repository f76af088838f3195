"""Lists of the collection as documents: completion by set, wants, trades, numbers."""

from dataclasses import asdict
from typing import Any

from deckcheck.collection.completion import BOOSTER, booster_words
from deckcheck.collection.lending import lent_document
from deckcheck.collection.list_documents import (
    completion_document,
    held_cards_document,
    offer_document,
    trades_document,
    want_document,
    wants_document,
)
from deckcheck.collection.stats import CollectionStats


def stats_document(stats: CollectionStats) -> dict[str, Any]:
    """The collection in numbers as `deckcheck.collection-stats/1`."""
    counted = ("by_set", "by_rarity", "by_condition", "by_language", "by_location")
    return {
        "schema": "deckcheck.collection-stats/1",
        **asdict(stats),
        "paid": {key: str(value) for key, value in stats.paid},
        **{name: dict(getattr(stats, name)) for name in counted},
    }
