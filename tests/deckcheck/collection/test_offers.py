"""Copies that go from the want list to the trade list and back, each time as one batch."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import deckcheck
from deckcheck import Session
from deckcheck.errors import RefusedError


@pytest.fixture
def cards(small_database: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    monkeypatch.setenv("DECKCHECK_DB", str(small_database))
    with deckcheck.open() as cards:
        cards.collection.add("Yoda (A)", 2, set_code="AOTC", location="box")
        cards.collection.add("Yoda (A)", 1, set_code="AOTC", condition="NM")
        cards.collection.want("Yoda (A)", 5, notes="for Rebels")
        yield cards


def told(cards: Session) -> tuple[list[int], list[tuple[int, str]]]:
    offers = [one.offered for one in cards.collection.trades()]
    return offers, [(one.want.quantity, one.want.facts.notes) for one in cards.collection.wants()]


def test_all_copies_are_offered_and_wanted_no_more(cards: Session) -> None:
    before = told(cards)
    done = cards.collection.offer("Yoda (A)")
    assert told(cards) == ([2, 1], [])
    assert done.batch is not None
    cards.collection.undo(done.batch.number)
    assert told(cards) == before == ([], [(5, "for Rebels")])
    with pytest.raises(RefusedError, match="no such copies"):
        cards.collection.offer("Nexu")


def test_copies_that_are_kept_are_wanted_as_many_as_there_are(cards: Session) -> None:
    cards.collection.offer("Yoda (A)")
    cards.collection.keep("Yoda (A)", location="box")
    offers, wants = told(cards)
    assert (offers, wants) == ([0], [(3, "")])  # of the printing there are three, and all are wanted
    assert [one.facts.for_trade for one in cards.collection.stored.holdings] == [1, 0]
    cards.collection.want("Yoda (A)", 4, set_code="AOTC", notes="mine")
    cards.collection.keep("Yoda (A)")
    assert told(cards) == ([], [(4, "mine")])  # who wants more still does
