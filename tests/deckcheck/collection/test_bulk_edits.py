"""Many holdings are changed as one batch that undo takes back; each is the one that was named."""

import io
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

import deckcheck
from db.collection.holdings import HoldingKey
from db.errors import ChangedMeanwhileError, DeckcheckError
from deckcheck.acts.session import Session
from deckcheck.collection.bulk import HoldingEdit
from deckcheck.errors import RefusedError
from tests.amounts import amount

DROID, YODA = "C-3PO (A)", "Yoda (A)"


@pytest.fixture
def cards(database: Path, tmp_path: Path) -> Iterator[Session]:
    path = tmp_path / "own.sqlite"
    shutil.copy(database, path)
    with deckcheck.open(path) as session:
        session.collection.add(DROID, 3, set_code="AOTC", location="box 1", notes="signed")
        session.collection.add(DROID, 2, location="box 1")
        session.collection.add(YODA, 4, set_code="AOTC", location="binder", condition="NM")
        yield session


def keys(cards: Session) -> list[HoldingKey]:
    return [one.key for one in cards.collection.stored.holdings]


def facts(cards: Session) -> dict[HoldingKey, object]:
    return {one.key: one.facts for one in cards.collection.stored.holdings}


def test_place_and_trade_of_many_are_one_batch_that_undo_takes_back(cards: Session) -> None:
    before, newest = facts(cards), cards.collection.newest
    done = cards.collection.edit(keys(cards), HoldingEdit(location="shelf", for_trade="all"))
    assert done.batch is not None
    assert done.batch.number == newest + 1
    held = cards.collection.stored.holdings
    assert {one.key.location for one in held} == {"shelf"}
    assert all(one.facts.for_trade == one.quantity for one in held)
    assert sum(one.quantity for one in held) == 9
    cards.collection.undo(done.batch.number)
    assert facts(cards) == before


def test_copies_of_unknown_printing_are_edited_without_those_of_a_known_one(cards: Session) -> None:
    """A command would have to be told which of the two; a row of a table says it by its key."""
    with pytest.raises(RefusedError, match="several forms"):
        cards.collection.set(DROID, 1, location="box 1")
    unknown = next(key for key in keys(cards) if key.printing_id is None)
    cards.collection.edit([unknown], HoldingEdit(set_code="AOTC"))
    (droid,) = [one for one in cards.collection.stored.holdings if one.card == DROID]
    assert (droid.quantity, droid.facts.notes) == (5, "signed")
    cards.collection.edit([droid.key], HoldingEdit(printing=f"{DROID} (Promo)", set_code="AOTC"))
    (promo,) = [one for one in cards.collection.stored.holdings if one.card == DROID]
    assert (promo.printing, promo.quantity) == (f"{DROID} (Promo)", 5)
    cards.collection.edit([promo.key], HoldingEdit(set_code="", number=""))
    assert {one.printing for one in cards.collection.stored.holdings} == {YODA, None}


def test_what_cannot_be_is_refused_and_nothing_is_changed(cards: Session) -> None:
    before, newest = facts(cards), cards.collection.newest
    every = keys(cards)
    for chosen, edit, error in (
        ([*every, HoldingKey(every[0].card_id, None, "D")], HoldingEdit(notes="x"), RefusedError),
        (every, HoldingEdit(set_code="ESB"), RefusedError),
        (every[:1], HoldingEdit(set_code="no such set"), RefusedError),
        (every[:1], HoldingEdit(printing="Kouhun"), RefusedError),
        (every[:1], HoldingEdit(printing=DROID, set_code=""), RefusedError),
        (every[:1], HoldingEdit(for_trade=99), DeckcheckError),
        (every[:1], HoldingEdit(condition="chewed"), DeckcheckError),
        (every[:1], HoldingEdit(price="cheap"), DeckcheckError),
        (every[:1], HoldingEdit(location="a\x00b"), DeckcheckError),
        (every, HoldingEdit(dice=2), RefusedError),
    ):
        with pytest.raises(error):
            cards.collection.edit(chosen, edit)
    with pytest.raises(ChangedMeanwhileError):
        cards.collection.edit(every, HoldingEdit(notes="late"), seen=newest - 1)
    assert facts(cards) == before
    assert cards.collection.newest == newest


PLACES = st.sampled_from(["", "box 1", "binder", "shelf"])
EDITS = st.builds(
    HoldingEdit,
    location=st.none() | PLACES,
    condition=st.sampled_from([None, "", "NM", "EX"]),
    notes=st.sampled_from([None, "", "played"]),
    for_trade=st.sampled_from([None, 0, "all"]),
)


@settings(
    max_examples=amount(15, 300), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(edits=st.lists(st.tuples(st.sets(st.integers(0, 2), min_size=1), EDITS), max_size=4))
def test_no_copy_is_lost_by_any_edits_and_undo_restores_each_state(
    cards: Session, edits: list[tuple[set[int], HoldingEdit]]
) -> None:
    states, batches = [facts(cards)], []
    for chosen, edit in edits:
        there = keys(cards)
        done = cards.collection.edit([there[i % len(there)] for i in sorted(chosen)], edit)
        held = cards.collection.stored.holdings
        assert sum(one.quantity for one in held) == 9
        assert len({one.key for one in held}) == len(held)
        if done.batch:
            states.append(facts(cards))
            batches.append(done.batch.number)
    for number, state in zip(reversed(batches), reversed(states[:-1]), strict=True):
        cards.collection.undo(number)
        assert facts(cards) == state


def test_what_was_found_is_found_anew_once_somebody_changed_it(cards: Session) -> None:
    found = cards.collection.found("set:AOTC", sort="-name")
    assert [one.card for one in found.holdings] == [YODA, DROID]
    assert found.facets["location"] == {"binder": 1, "box 1": 1}
    assert cards.collection.found("set:AOTC", sort="-name") is found
    with deckcheck.open(cards.path) as other:
        other.collection.add("Nexu", set_code="AOTC")
    again = cards.collection.found("set:AOTC", sort="-name")
    assert (found.copies, again.copies) == (7, 8)
    listed = [one.holdings[0] for one in cards.collection.holdings("set:AOTC", sort="-name")]
    assert list(again.holdings) == listed


def test_every_facet_narrows_the_list_to_what_it_counts(cards: Session) -> None:
    facets = cards.collection.found().facets
    assert set(facets) == {"set", "type", "location", "condition", "language", "finish"}
    for name, values in facets.items():
        for value, count in values.items():
            query = f'{name}="{value}"' if value else f"{name}:none"
            assert len(cards.collection.found(query).holdings) == count, query


def test_what_a_session_holds_after_any_change_is_what_is_stored(cards: Session) -> None:
    """After edits of facts only their holdings are read again; all else must not be missed by that."""
    path, mine = cards.path, cards.collection
    with deckcheck.open(path) as other:
        theirs = other.collection
        changes: tuple[Callable[[], object], ...] = (
            lambda: mine.edit(keys(cards)[:1], HoldingEdit(notes="mine")),
            lambda: theirs.edit(keys(other)[1:2], HoldingEdit(quantity=7, for_trade=2)),
            lambda: theirs.edit(keys(other)[:2], HoldingEdit(location="shelf")),
            lambda: theirs.want(YODA, 5),
            lambda: theirs.add("Nexu", 2),
            lambda: theirs.remove("Nexu", 2),
            lambda: theirs.undo(theirs.newest),
            lambda: theirs.edit(keys(other), HoldingEdit(condition="GD")),
            lambda: other.decks.save(io.BytesIO(b"4 Yoda (A)\n"), "Yodas"),
            lambda: other.decks.reserve("Yodas"),
            lambda: theirs.edit(keys(other)[-1:], HoldingEdit(notes="", quantity=1)),
        )
        for number, change in enumerate(changes):
            change()
            with deckcheck.open(path) as fresh:
                stored, expected = mine.stored, fresh.collection.stored
                assert stored.stored == expected.stored, number
                for ident in expected.card_ids:
                    assert stored.counts(ident) == expected.counts(ident), number
