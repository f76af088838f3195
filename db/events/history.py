"""Reading the ledger of an event: its batches, what each changed, and which of them are undone."""

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from db.collection.history import undone_among
from db.connection import reading
from db.errors import EventBatchNotFoundError
from db.events.ledger_stores import StoredChange
from db.events.store import find_id, newest_batch


@dataclass(frozen=True, slots=True)
class EventBatch:
    """A command that changed an event; `undone_by` is the batch that undid it, unless undone too.

    `changes` are kind, key, and what was stored before and after, as text.
    """

    number: int
    time: str
    command: str
    reason: str
    who: str
    undoes: int | None
    changes: tuple[tuple[str, str, str | None, str | None], ...]
    undone_by: int | None = None


def event_history(path: Path, name: str) -> tuple[EventBatch, ...]:
    """The batches of an event, the oldest first; raises `EventNotFoundError`."""
    with reading(path) as connection:
        return read_history(connection, find_id(connection, name))


def read_history(connection: sqlite3.Connection, event: int) -> tuple[EventBatch, ...]:
    """The batches of an event, over an open connection."""
    rows = connection.execute(
        "SELECT number, time, command, reason, who, undoes FROM event_batches"
        " WHERE event_id = ? ORDER BY number",
        (event,),
    ).fetchall()
    changes: dict[int, list[tuple[str, str, str | None, str | None]]] = {}
    for number, *change in connection.execute(
        "SELECT batch, kind, key, before, after FROM event_changes WHERE event_id = ?"
        " ORDER BY batch, position",
        (event,),
    ):
        changes.setdefault(number, []).append(tuple(change))
    undone = undone_among((row[0], row[5], 0) for row in reversed(rows) if row[5] is not None)
    return tuple(
        EventBatch(n, time, command, reason, who, undoes, tuple(changes.get(n, ())), undone.get(n))
        for n, time, command, reason, who, undoes in rows
    )


def get_changes(connection: sqlite3.Connection, event: int, number: int) -> dict[str, list[StoredChange]]:
    """The changes of a batch, by kind of thing; raises `EventBatchNotFoundError`."""
    result: dict[str, list[StoredChange]] = {}
    for kind, *difference in connection.execute(
        "SELECT kind, key, before, after FROM event_changes WHERE event_id = ? AND batch = ?"
        " ORDER BY position",
        (event, number),
    ):
        result.setdefault(kind, []).append(tuple(difference))
    if not result:
        raise EventBatchNotFoundError(number, newest_batch(connection, event))
    return result
