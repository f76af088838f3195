"""The ledger of an event: every change is whole, can be undone, and survives being killed."""

import os
import signal
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from db.connection import writing
from db.database import check_integrity
from db.errors import (
    EventBatchNotFoundError,
    EventNameTakenError,
    EventNotFoundError,
    EventUndoError,
    EventWriteError,
)
from db.events.history import event_history, undo_event
from db.events.ledger_stores import STORES
from db.events.store import EventOrigin, create_event, list_events, read_event, read_files, working
from db.events.values import (
    EventDeck,
    EventFacts,
    FrozenCard,
    NoteFacts,
    PlayerFacts,
    RoundFacts,
    StoredEvent,
    TableFacts,
)
from db.tables import make_tables
from tests.amounts import amount

OPEN = EventFacts("u1", "Spring Open", "swtcg", "dci", "2004-06-19")
BY_TEST = EventOrigin("test")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return small_database(tmp_path / "events.sqlite")


def small_database(path: Path) -> Path:
    """The tables without any card: these tests ask for nothing else."""
    with writing(path) as connection:
        make_tables(connection, "")
        connection.execute("INSERT INTO games (code, name) VALUES ('swtcg', 'Star Wars TCG')")
    return path


def put(path: Path, *changes: tuple[str, tuple[int, ...], Any], command: str = "test") -> int | None:
    with working(path, "spring open", EventOrigin(command)) as work:
        for change in changes:
            work.put(*change)
    return work.batch


def same(one: StoredEvent, other: StoredEvent) -> bool:
    return replace(one, newest=0) == replace(other, newest=0)


def test_what_is_stored_is_read_as_it_was(path: Path) -> None:
    facts = replace(OPEN, settings={"rounds": 5}, open_lists=True, deadline="2004-06-18T20:00", edition="x")
    ident = create_event(path, facts, BY_TEST)
    cards = (FrozenCard(4, "Yoda", "Deck", "Yoda (A)", "AOTC", "1", 0), FrozenCard(1, "?", "Deck"))
    with working(path, "SPRING  OPEN", BY_TEST) as work:
        digest = work.keep_file(b"4 Yoda\n")
        deck = EventDeck(1, "a.dek", digest, "t", "light", "A", "text", "h", cards, "c", late=True)
        work.put("player", [1], PlayerFacts("Ada\nLovelace", "Aachen", 2, 4))
        work.put("player", [2], PlayerFacts("Bo"))
        work.put("deck", [1], deck)
        work.put("round", [1], RoundFacts("swiss", "now", {"seed": 7}))
        work.put("table", [1, 1], TableFacts(1, 2, "one", {"games": []}, 5, "a friend"))
        work.put("table", [1, 2], TableFacts(1))
        work.put("note", [1], NoteFacts(2, "warning", "late", 1, "t"))
    stored = read_event(path, "Spring Open")
    assert stored == StoredEvent(
        ident,
        facts,
        {1: PlayerFacts("Ada\nLovelace", "Aachen", 2, 4), 2: PlayerFacts("Bo")},
        {1: deck},
        {1: RoundFacts("swiss", "now", {"seed": 7})},
        {(1, 1): TableFacts(1, 2, "one", {"games": []}, 5, "a friend"), (1, 2): TableFacts(1)},
        {1: NoteFacts(2, "warning", "late", 1, "t")},
        2,
    )
    assert read_files(path, [digest, "none"]) == {digest: b"4 Yoda\n"}
    (listed,) = list_events(path)
    assert (listed.players, listed.decks, listed.rounds) == (2, 1, 1)


def test_nothing_changed_is_no_batch_and_an_error_leaves_nothing(path: Path) -> None:
    create_event(path, OPEN, BY_TEST)
    assert put(path, ("player", (1,), PlayerFacts("Ada"))) == 2
    assert put(path, ("player", (1,), PlayerFacts("Ada"))) is None

    def fail() -> None:
        with working(path, "Spring Open", BY_TEST) as work:
            work.put("player", [2], PlayerFacts("Bo"))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert list(read_event(path, "Spring Open").players) == [1]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("player", (2,), PlayerFacts("ADA")), "another thing has that name"),
        (("table", (1, 1), TableFacts(1, 2)), "a table would be left without"),
        (("deck", (1,), EventDeck(9, "x", "no such file", "t")), "a deck would be left without"),
        (("player", (1,), None), "a note would be left without"),
    ],
)
def test_what_does_not_hold_together_is_refused_whole(path: Path, change: Any, said: str) -> None:
    create_event(path, OPEN, BY_TEST)
    put(path, ("player", (1,), PlayerFacts("Ada")), ("note", (1,), NoteFacts(1, "note", "x")))
    before = read_event(path, "Spring Open")
    with pytest.raises(EventWriteError, match=said):
        put(path, ("player", (5,), PlayerFacts("Eve")), change)
    assert read_event(path, "Spring Open") == before


def test_names_of_events_are_found_and_taken(path: Path) -> None:
    create_event(path, OPEN, BY_TEST)
    with pytest.raises(EventNameTakenError, match="is there already"):
        create_event(path, replace(OPEN, uid="u2", name="SPRING OPEN"), BY_TEST)
    with pytest.raises(EventNotFoundError, match="events: 'Spring Open'"):
        read_event(path, "Autumn Open")


def test_undo_names_the_later_batch_and_never_undoes_half(path: Path) -> None:
    create_event(path, OPEN, BY_TEST)
    both = ("player", (1,), PlayerFacts("Ada")), ("player", (2,), PlayerFacts("Bo"))
    put(path, *both, command="register")
    put(path, ("player", (2,), PlayerFacts("Bo", "Bonn")), command="club")
    before = read_event(path, "Spring Open")
    with pytest.raises(EventUndoError, match=r"player 2 was changed since by batch 3 \(club\)"):
        undo_event(path, "Spring Open", 2, BY_TEST)
    assert read_event(path, "Spring Open") == before
    assert undo_event(path, "Spring Open", None, BY_TEST) == (3, 4)
    assert undo_event(path, "Spring Open", None, BY_TEST) == (2, 5)
    assert not read_event(path, "Spring Open").players
    with pytest.raises(EventUndoError, match="nothing was done"):
        undo_event(path, "Spring Open", None, BY_TEST)
    with pytest.raises(EventUndoError, match="it made the event"):
        undo_event(path, "Spring Open", 1, BY_TEST)
    with pytest.raises(EventBatchNotFoundError, match="the newest is 5"):
        undo_event(path, "Spring Open", 77, BY_TEST)
    assert undo_event(path, "Spring Open", 5, BY_TEST) == (5, 6)
    assert len(read_event(path, "Spring Open").players) == 2
    undone = {batch.number: batch.undone_by for batch in event_history(path, "Spring Open")}
    assert undone == {1: None, 2: None, 3: 4, 4: None, 5: 6, 6: None}


def test_a_player_who_was_paired_since_is_not_undone(path: Path) -> None:
    create_event(path, OPEN, BY_TEST)
    put(path, ("player", (1,), PlayerFacts("Ada")), ("player", (2,), PlayerFacts("Bo")))
    put(path, ("round", (1,), RoundFacts("swiss")), ("table", (1, 1), TableFacts(1, 2)))
    with pytest.raises(EventUndoError, match="a table would be left without"):
        undo_event(path, "Spring Open", 2, BY_TEST)


def test_registered_files_outlive_every_undo(path: Path) -> None:
    create_event(path, OPEN, BY_TEST)
    with working(path, "Spring Open", BY_TEST) as work:
        digest = work.keep_file(b"the list that the judge saw")
        work.put("player", [1], PlayerFacts("Ada"))
        work.put("deck", [1], EventDeck(1, "a", digest, "t"))
    undo_event(path, "Spring Open", None, BY_TEST)
    assert read_files(path, [digest]) == {digest: b"the list that the judge saw"}


NAMES = st.sampled_from(["Ada", "Bo", "Cy", "Di"])
NUMBERS = st.integers(1, 3)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("player"), st.tuples(NUMBERS), st.none() | st.builds(PlayerFacts, NAMES)),
        st.tuples(
            st.just("round"),
            st.tuples(NUMBERS),
            st.none() | st.builds(RoundFacts, st.just("swiss"), st.sampled_from(["", "t"])),
        ),
        st.tuples(
            st.just("table"),
            st.tuples(NUMBERS, NUMBERS),
            st.none() | st.builds(TableFacts, NUMBERS, st.none(), result=st.none() | st.just({"x": 1})),
        ),
        st.tuples(st.just("undo"), st.integers(1, 12), st.none()),
    ),
    max_size=amount(15, 40),
)


@settings(max_examples=amount(10, 100))
@given(steps=STEPS)
def test_replaying_the_ledger_gives_what_is_stored(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, Any, Any]]
) -> None:
    """A second, naive computation: the texts after, one batch after another, are the event."""
    path = small_database(tmp_path_factory.mktemp("ledger") / "e.sqlite")
    create_event(path, OPEN, BY_TEST)
    for kind, key, facts in steps:
        before = read_event(path, "Spring Open")
        try:
            if kind == "undo":
                undo_event(path, "Spring Open", key, BY_TEST)
            else:
                put(path, (kind, key, facts))
        except (EventWriteError, EventUndoError, EventBatchNotFoundError):
            assert read_event(path, "Spring Open") == before
    replayed: dict[tuple[str, str], str | None] = {}
    for batch in event_history(path, "Spring Open"):
        for kind, thing, old, new in batch.changes:
            assert replayed.get((kind, thing)) == old
            replayed[kind, thing] = new
    with writing(path) as connection:
        for (kind, thing), text in replayed.items():
            assert STORES[kind].texts(connection, 1, [thing]).get(thing) == text
        stored = sum(len(store.read_all(connection, 1)) for store in STORES.values())
    assert stored == sum(text is not None for text in replayed.values())


def do_two_things(path: Path) -> None:
    """A command with several tables, which a kill must not halve."""
    with working(path, "Spring Open", BY_TEST) as work:
        digest = work.keep_file(b"x")
        for number in range(1, 6):
            work.put("player", [number], PlayerFacts(f"P{number}"))
        work.put("deck", [1], EventDeck(1, "a", digest, "t"))
        work.put("round", [1], RoundFacts("swiss"))
        work.put("table", [1, 1], TableFacts(1, 2))


def undo_it(path: Path) -> None:
    undo_event(path, "Spring Open", None, BY_TEST)


def killed_at(statement: int, path: Path, work: Callable[[Path], None]) -> bool:
    """Runs the work in a child that kills itself before a statement; whether it came so far."""
    child = os.fork()
    if child == 0:
        connect, seen, ended = sqlite3.connect, [0], list[str]()

        def counting(*args: Any, **options: Any) -> sqlite3.Connection:
            connection: sqlite3.Connection = connect(*args, **options)

            def count(sql: str) -> None:
                seen[0] += not ended
                if seen[0] == statement and not ended:
                    os.kill(os.getpid(), signal.SIGKILL)
                ended.extend([sql] * (sql == "COMMIT"))

            connection.set_trace_callback(count)
            return connection

        sqlite3.connect = counting  # type: ignore[assignment]
        try:
            work(path)
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that can fork")
@pytest.mark.parametrize("work", [do_two_things, undo_it])
def test_killed_before_any_statement_it_is_as_before(path: Path, work: Any) -> None:
    create_event(path, OPEN, BY_TEST)
    if work is undo_it:
        do_two_things(path)
    before, statement = read_event(path, "Spring Open"), 1
    while killed_at(statement, path, work):
        check_integrity(path)
        assert read_event(path, "Spring Open") == before, statement
        statement += amount(3, 1)
    assert statement > 8, "it was stopped at every statement"
    after = read_event(path, "Spring Open")
    assert after.newest == before.newest + 1
    assert bool(after.players) != bool(before.players)


def test_a_second_program_waits_and_works_on_what_the_first_left(path: Path) -> None:
    create_event(path, OPEN, BY_TEST)
    inside, go_on = threading.Event(), threading.Event()

    def first() -> None:
        with working(path, "Spring Open", BY_TEST) as work:
            inside.set()
            go_on.wait(5)
            work.put("player", [1 + len(work.event.players)], PlayerFacts("Ada"))

    def second() -> None:
        with working(path, "Spring Open", BY_TEST) as work:
            work.put("player", [1 + len(work.event.players)], PlayerFacts("Bo"))

    threads = [threading.Thread(target=first), threading.Thread(target=second)]
    threads[0].start()
    assert inside.wait(5)
    threads[1].start()
    go_on.set()
    for thread in threads:
        thread.join(10)
    players = read_event(path, "Spring Open").players
    assert {number: one.name for number, one in players.items()} == {1: "Ada", 2: "Bo"}
