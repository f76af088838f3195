"""The collection's page and its commands find the same copies, in the same order."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import deckcheck
from db.collection.holdings import HoldingChange, HoldingKey
from db.collection.ledger import apply_batch
from deckcheck.acts.session import Session
from deckcheck.collection.search import find_holdings, search_collection
from tests.amounts import amount

ORDERS = (None, "name", "-name", "cost,-name", "-owned,name", "location", "-condition,name", "set")
QUERIES = (
    "",
    "set:AOTC",
    "fett",
    "not set:AOTC",
    "owned>=4",
    "free>=2 type:space",
    "type:character",
    "location:b",
    "condition>=NM",
    "language:de or set:AOTC",
    "lang:none cost<=3",
    "finish:foil",
    "trade>=1",
    "rarity:c",
    "number:5",
    "wanted>=1",
    "nothing like it",
)


@pytest.fixture
def filled(small_database: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    """Copies of many printings, some of one printing in several places, some of none known."""
    monkeypatch.setenv("DECKCHECK_DB", str(small_database))
    with deckcheck.open() as cards:
        shown = cards.catalogue().cards()[:: amount(20, 1)]
        changes = [
            HoldingChange(
                HoldingKey(
                    card.id or 0,
                    one,
                    ("NM", "", "EX")[n % 3],
                    ("", "de")[n % 2],
                    ("", "", "foil")[(n + place) % 3],
                    ("a", "b")[place],
                ),
                add=1 + n % 4,
            )
            for n, card in enumerate(shown)
            for one in (*(printing.id for printing in card.printings), None)
            for place in range(1 + n % 2)
        ]
        apply_batch(small_database, changes, command="many")
        cards.collection.want(shown[0].name, 3)
        yield cards


def test_a_search_by_printing_finds_what_a_search_by_holding_finds(filled: Session) -> None:
    stored, catalogue = filled.collection.stored, filled.catalogue()
    assert len(stored.holdings) > 100
    found_some = 0
    for query in QUERIES:
        for order in ORDERS:
            expected = search_collection(stored, catalogue, query, order)
            found = find_holdings(stored, catalogue, query, order).holdings
            assert found == tuple(card.holdings[0] for card in expected), (query, order)
            found_some += bool(found)
    assert found_some > len(ORDERS) * len(QUERIES) // 2


def test_what_a_change_made_is_found_at_once(filled: Session) -> None:
    first = filled.collection.found("owned>=9")
    name = filled.collection.stored.holdings[0].card
    filled.collection.add(name, 9, location="new")
    found = filled.collection.found("owned>=9")
    assert {one.card for one in found.holdings} - {one.card for one in first.holdings} == {name}
    assert [one.quantity for one in found.holdings if one.key.location == "new"] == [9]
