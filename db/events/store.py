"""Reading and changing events: each command is one transaction and one batch of the event's ledger.

The event is read in the transaction that changes it: a second program waits for the first, and
then works on what that left. A crash at any moment leaves the event as before or as after.

Links are no part of the ledger: they go to no other computer, and undoing a change brings none to life.
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from db.clock import now
from db.club.links import use_in
from db.engines.common import UNIQUE, Connection, cause_of
from db.engines.people import (
    changing,
    check_storable,
    defer_references,
    later,
    newest_number,
    one_writer,
    reading,
    stray_table,
    tried_again,
    writing,
)
from db.errors import EventNameTakenError, EventNotFoundError, EventWriteError
from db.events.ledger_stores import (
    DECK,
    EVENT,
    NOTE,
    PLAYER,
    ROUND,
    STORES,
    TABLE,
    StoredChange,
    dump,
    dump_key,
)
from db.events.values import EventFacts, Facts, PlayerFacts, StoredEvent
from db.language import gettext as _
from db.sent import note_sent
from db.texts import name_key


@dataclass(frozen=True, slots=True)
class EventOrigin:
    """The origin of a change: the command, the reason, and the person who works."""

    command: str
    reason: str = ""
    who: str = ""
    undoes: int | None = None


@dataclass(frozen=True, slots=True)
class ListedEvent:
    """An event in a list: its facts, and how many players, decks and rounds it has."""

    id: int
    facts: EventFacts
    players: int
    decks: int
    rounds: int


@dataclass(frozen=True, slots=True)
class SeenEvent:
    """The newest batch or the last round of an event from which a change of it is made.

    What is None is not compared: a result, say, is only wrong for another round.
    """

    batch: int | None = None
    round: int | None = None


class EventWork:
    """An event that is being changed: its state now, and the changes to come.

    `batch` is the number under which the changes were entered, None until then and where nothing
    was changed.
    """

    def __init__(self, connection: Connection, event: StoredEvent) -> None:
        self.event = event
        self.batch: int | None = None
        self.connection = connection
        self._after: dict[tuple[str, str], Facts | None] = {}

    def put(self, kind: str, key: Sequence[int], facts: Facts | None) -> None:
        """Sets the facts of a thing, None to delete it; the last call for a thing counts."""
        self._after[kind, dump_key(key)] = facts

    def keep_file(self, data: bytes) -> str:
        """Stores the bytes of a file, and returns the hash by which they are found."""
        digest = hashlib.sha256(data).hexdigest()
        self.connection.execute(
            "INSERT INTO event_files (sha256, data) VALUES (?, ?) ON CONFLICT DO NOTHING", (digest, data)
        )
        return digest

    def use_link(self, digest: str) -> bool:
        """Marks a player's link as used; False where it was used before, or has ended."""
        return use_in(self.connection, digest, self.event.id, now())

    def numbers_ever(self, kind: str) -> list[int]:
        """The numbers that things of a kind have or had, so that none is given twice."""
        rows = self.connection.execute(
            "SELECT DISTINCT key FROM event_changes WHERE event_id = ? AND kind = ?", (self.event.id, kind)
        )
        return [json.loads(key)[-1] for (key,) in rows]

    def differences(self) -> dict[str, list[StoredChange]]:
        """The changes that would be stored, by kind of thing."""
        result: dict[str, list[StoredChange]] = {}
        for kind, of_kind in STORES.items():
            wanted = {key: facts for (of, key), facts in self._after.items() if of == kind}
            after = {key: None if facts is None else dump(facts) for key, facts in wanted.items()}
            before = of_kind.texts(self.connection, self.event.id, after)
            changed = [(key, before.get(key), text) for key, text in after.items() if before.get(key) != text]
            if changed:
                result[kind] = changed
        return result


@contextmanager
def changing_event(path: Path, name: str, seen: SeenEvent | None) -> Iterator[Connection]:
    """One writing transaction over an event as it was `seen`, by `changing`."""

    def now(connection: Connection) -> SeenEvent:
        ident = find_id(connection, name)
        last = f"SELECT coalesce(max(number), 0) FROM {ROUND.table} WHERE event_id = ?"
        return SeenEvent(
            None if seen is None or seen.batch is None else newest_batch(connection, ident),
            None if seen is None or seen.round is None else connection.execute(last, (ident,)).fetchone()[0],
        )

    def own(connection: Connection) -> str:
        return f"event {find_id(connection, name)}"

    with changing(path, seen, now, _("the event {name!r}", name=name), own) as connection:
        yield connection


@tried_again
def create_event(path: Path, facts: EventFacts, origin: EventOrigin) -> int:
    """Stores a new event and returns its id; raises `EventNameTakenError`."""
    with writing(path) as connection:
        one_writer(connection, lambda _: "events")
        return create_in(connection, facts, origin)


def create_in(connection: Connection, facts: EventFacts, origin: EventOrigin) -> int:
    """Stores a new event with its first batch in the caller's transaction, and returns its id."""
    ident = newest_number(connection, "events") + 1
    difference = ("[]", None, dump(facts))
    try:
        EVENT.write(connection, ident, [difference])
    except sqlite3.IntegrityError as error:
        if cause_of(error) != UNIQUE:
            raise
        raise EventNameTakenError(facts.name) from None
    enter(connection, ident, origin, {"event": [difference]})
    return ident


@contextmanager
def working(path: Path, name: str, origin: EventOrigin, seen: SeenEvent | None = None) -> Iterator[EventWork]:
    """An event to be changed in one transaction: what was put into it is stored at the end.

    Nothing is stored when the block raises. Raises `EventNotFoundError`, and
    `ChangedMeanwhileError` where the event is no longer as it was `seen`.
    """
    with changing_event(path, name, seen) as connection:
        work = EventWork(connection, read_in(connection, find_id(connection, name)))
        yield work
        changes = work.differences()
        if changes:
            store(connection, work.event.id, changes)
            work.batch = enter(connection, work.event.id, origin, changes)


def store(connection: Connection, event: int, changes: Mapping[str, Sequence[StoredChange]]) -> None:
    """Stores things of an event; raises `EventWriteError` where one points to what is not there."""
    defer_references(connection)
    try:
        for kind, differences in changes.items():
            STORES[kind].write(connection, event, differences)
    except sqlite3.IntegrityError as error:
        what = _("another thing has that name or place") if cause_of(error) == UNIQUE else str(error)
        raise EventWriteError(what) from None
    kinds = {of_kind.table: of_kind.kind for of_kind in STORES.values()}
    if (stray := stray_table(connection, [*kinds])) is not None:
        raise EventWriteError(_("a {kind} would be left without what it belongs to", kind=kinds[stray]))


def enter(
    connection: Connection,
    event: int,
    origin: EventOrigin,
    changes: Mapping[str, Sequence[StoredChange]],
    time: str | None = None,
) -> int:
    """Records changes that are stored already under a new batch, and returns its number."""
    number = newest_batch(connection, event) + 1
    note_sent(connection, number)
    made = now() if time is None else time
    later(
        connection,
        "INSERT INTO event_batches (event_id, number, time, command, reason, who, undoes)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(event, number, made, origin.command, origin.reason, origin.who, origin.undoes)],
    )
    rows = [(kind, *difference) for kind, found in changes.items() for difference in found]
    check_storable(text for row in rows for text in row[1:])
    later(
        connection,
        "INSERT INTO event_changes (event_id, batch, position, kind, key, before, after)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(event, number, place, *row) for place, row in enumerate(rows, start=1)],
    )
    return number


def newest_batch(connection: Connection, event: int) -> int:
    """The number of the newest batch of an event, 0 where there is none."""
    newest = connection.execute(
        "SELECT coalesce(max(number), 0) FROM event_batches WHERE event_id = ?", (event,)
    )
    return int(newest.fetchone()[0])


@tried_again
def list_events(path: Path) -> tuple[ListedEvent, ...]:
    """All events, the latest day first."""
    with reading(path) as connection:
        rows = connection.execute("SELECT id FROM events ORDER BY day DESC, id DESC").fetchall()
        idents = [row[0] for row in rows]
        return tuple(
            ListedEvent(
                ident,
                EVENT.load_all(connection, ident)[()],
                *(_count(connection, counted.table, ident) for counted in (PLAYER, DECK, ROUND)),
            )
            for ident in idents
        )


@tried_again
def event_names(path: Path) -> tuple[str, ...]:
    """The names of all events, the latest day first."""
    with reading(path) as connection:
        return tuple(
            name for (name,) in connection.execute("SELECT name FROM events ORDER BY day DESC, id DESC")
        )


@tried_again
def names_by_uid(path: Path) -> dict[str, str]:
    """The names of all events, by what each is called on all computers."""
    with reading(path) as connection:
        return dict(connection.execute("SELECT uid, name FROM events").fetchall())


def read_name(path: Path, name: str) -> str:
    """The name of an event as it is written; raises `EventNotFoundError`."""
    with reading(path) as connection:
        ident = find_id(connection, name)
        return str(connection.execute("SELECT name FROM events WHERE id = ?", (ident,)).fetchone()[0])


@tried_again
def read_event(path: Path, name: str) -> StoredEvent:
    """All that is stored of the event of that name; raises `EventNotFoundError`."""
    with reading(path) as connection:
        return read_in(connection, find_id(connection, name))


@tried_again
def read_player(path: Path, name: str, number: int) -> PlayerFacts | None:
    """A player of an event by number, without all the rest of it; None where there is none."""
    with reading(path) as connection:
        texts = PLAYER.texts(connection, find_id(connection, name), [dump_key([number])])
        return next(map(PLAYER.load, texts.values()), None)


@tried_again
def read_files(path: Path, digests: Iterable[str]) -> dict[str, bytes]:
    """The bytes of registered files, by their hashes."""
    with reading(path) as connection:
        result = {}
        for digest in dict.fromkeys(digests):
            row = connection.execute("SELECT data FROM event_files WHERE sha256 = ?", (digest,)).fetchone()
            if row is not None:
                result[digest] = bytes(row[0])
        return result


def find_id(connection: Connection, name: str) -> int:
    """The id of the event of that name; raises `EventNotFoundError`."""
    key = name_key(name)
    row = connection.execute("SELECT id FROM events WHERE name_key = ?", (key,)).fetchone()
    if row is None:
        known = [one for (one,) in connection.execute("SELECT name FROM events ORDER BY id DESC")]
        raise EventNotFoundError(name, known)
    return int(row[0])


def read_in(connection: Connection, ident: int) -> StoredEvent:
    """The event of that id, over an open connection."""

    def by_number(of_kind: Any) -> dict[int, Any]:
        return {key[0]: facts for key, facts in of_kind.load_all(connection, ident).items()}

    tables = TABLE.load_all(connection, ident)
    return StoredEvent(
        ident,
        EVENT.load_all(connection, ident)[()],
        by_number(PLAYER),
        by_number(DECK),
        by_number(ROUND),
        {(key[0], key[1]): facts for key, facts in tables.items()},
        by_number(NOTE),
        newest_batch(connection, ident),
    )


def _count(connection: Connection, table: str, event: int) -> int:
    sql = f"SELECT count(*) FROM {table} WHERE event_id = ?"
    return int(connection.execute(sql, (event,)).fetchone()[0])
