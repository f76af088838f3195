"""Acts on a server that are cut in the middle: what each does, and how it is seen that nothing is half."""

import secrets
from collections.abc import Callable, Iterable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from db.collection.decks import DeckChange, DeckFacts, SavedLine
from db.collection.history import history, newest_batch
from db.collection.holdings import HoldingChange, HoldingKey
from db.collection.ledger import apply_batch, apply_decks
from db.collection.read import holdings, read_decks
from db.collection.undo import undo
from db.copies import copy_database
from db.database import ensure_ready
from db.engines.people import changing, reading
from db.events.store import EventOrigin, create_event, event_names, read_event, working
from db.events.values import EventFacts, PlayerFacts
from db.server import check_server
from deckcheck.events.round_editor import RoundEditor, TypedResult

ROWS, TABLES, ROUNDS = 40, 3, 4
CARDS = [HoldingChange(HoldingKey(card), add=1) for card in range(1, ROWS + 1)]

Kept = tuple[Any, ...]
"""What was acknowledged: the act, with the numbers by which it is found."""


class Act(NamedTuple):
    """A change, and what must be there before it; `change` gets what `prepare` has found."""

    prepare: Callable[[Path], Any]
    change: Callable[[Path, Any], Kept]


def _import(path: Path, _found: object = None) -> Kept:
    batch = apply_batch(path, CARDS, command="import")
    assert batch is not None
    return "import", batch.number


def _imported(path: Path) -> int:
    """An import that is not undone."""
    found = (one.number for one in history(path) if one.command == "import" and one.undone_by is None)
    return next(found, 0) or int(_import(path)[1])


def _undo(path: Path, number: int) -> Kept:
    done = undo(path, number)
    return "undo", done.batch.number if done.batch else 0


def _save(path: Path, number: int) -> Kept:
    facts = DeckFacts(f"deck {number}", "swtcg", (SavedLine(2, "Kouhun", "Deck", card_id=1),))
    with changing(path, None, newest_batch) as connection:
        saved = apply_decks(connection, [DeckChange(None, facts)], command="save")
    return "save", saved.number if saved else 0


def _newest(path: Path) -> int:
    with reading(path) as connection:
        return newest_batch(connection)


def _event(path: Path) -> RoundEditor:
    """The newest event, or another one where that has had its rounds."""
    names = event_names(path)
    newest = RoundEditor(path, names[0]) if names else None
    if newest is None or (len(newest.stored.rounds) == ROUNDS and _is_played(newest)):
        name = f"Open {len(names)}"
        facts = EventFacts(secrets.token_hex(8), name, "swtcg", "dci", f"{2000 + len(names)}-01-01")
        create_event(path, facts, EventOrigin("new"))
    event = RoundEditor(path, event_names(path)[0])
    if not event.stored.players:
        with working(path, event.name, EventOrigin("register")) as work:
            for number in range(1, 2 * TABLES + 1):
                work.put("player", [number], PlayerFacts(f"Player {number}"))
    return event


def _is_played(event: RoundEditor) -> bool:
    """Whether its last round is played, or there is none."""
    rounds = event.tournament.rounds
    return not rounds or all(table.result for table in rounds[-1].tables)


def _before_a_round(path: Path) -> RoundEditor:
    event = _event(path)
    if not _is_played(event):
        _enter(path, _before_results(path))
    return _event(path)


def _pair(_path: Path, event: RoundEditor) -> Kept:
    done = event.pair(7)
    return "pair", event.name, done.round.number


def _before_results(path: Path) -> RoundEditor:
    event = _event(path)
    if _is_played(event):
        _pair(path, event)
    event.publish()
    return event


def _enter(_path: Path, event: RoundEditor) -> Kept:
    done = event.enter_results([TypedResult(str(table), "2-0") for table in range(1, TABLES + 1)])
    return "result", event.name, done.round.number


ACTS = {
    "import": Act(lambda _: None, _import),
    "undo": Act(_imported, _undo),
    "save": Act(_newest, _save),
    "pair": Act(_before_a_round, _pair),
    "result": Act(_before_results, _enter),
}


def act_until_killed(path: Path, name: str, told: Connection) -> None:
    """Does an act again and again; tells when each begins, and when it was acknowledged."""
    act = ACTS[name]
    while True:
        found = act.prepare(path)
        told.send(None)
        told.send(act.change(path, found))


def open_until_killed(path: Path, told: Connection) -> None:
    """Opens a database, which makes its tables or brings them up to date."""
    told.send(None)
    ensure_ready(path)
    told.send(("open",))


def copy_until_killed(source: Path, target: Path, told: Connection) -> None:
    """Copies what people made."""
    told.send(None)
    copy_database(source, target)
    told.send(("copy",))


def check_whole(path: Path, kept: Iterable[Kept]) -> None:
    """Each batch is there whole, none twice, and all that were acknowledged are there."""
    check_server(path)
    batches = {batch.number: batch for batch in history(path)}
    assert sorted(batches) == list(range(1, len(batches) + 1)), "no number is left out"
    undone = {batch.undoes for batch in batches.values() if batch.undoes}
    imports = [n for n, batch in batches.items() if batch.command == "import" and n not in undone]
    assert [one.quantity for one in holdings(path, "swtcg")] == ([len(imports)] * ROWS if imports else [])
    assert all(batch.added + batch.changed + batch.removed in {1, ROWS} for batch in batches.values())
    decks = [batch for batch in batches.values() if batch.command == "save"]
    assert len(read_decks(path)) == len(decks)
    events = {name: read_event(path, name) for name in event_names(path)}
    for event in events.values():
        assert len(event.players) in {0, 2 * TABLES}
        assert {number for number, _table in event.tables} == set(event.rounds)
        results = {number: set[bool]() for number in event.rounds}
        for (number, _table), facts in event.tables.items():
            results[number].add(facts.result is None)
        assert all(len(found) == 1 for found in results.values()), "results of a round are there all, or none"
        assert len(event.tables) == TABLES * len(event.rounds)
    with reading(path) as connection:
        for _event, number, newest in connection.execute(
            "SELECT event_id, count(*), max(number) FROM event_batches GROUP BY event_id"
        ):
            assert number == newest, "no batch of an event is left out"
    for what, *numbers in kept:
        if what in {"pair", "result"}:
            name, number = numbers
            assert number in events[name].rounds
            assert what == "pair" or events[name].tables[number, 1].result is not None
        else:
            assert batches[numbers[0]].command.partition(" ")[0] == what
