"""Reading the ledger of an event: its batches, what each changed, and which of them are undone."""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

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
    undone = undone_in((row[0], row[5]) for row in rows)
    return tuple(
        EventBatch(
            number, time, command, reason, who, undoes, tuple(changes.get(number, ())), undone.get(number)
        )
        for number, time, command, reason, who, undoes in rows
    )


def get_changes(connection: sqlite3.Connection, event: int, number: int) -> dict[str, list[StoredChange]]:
    """The changes of a batch, by kind of thing; raises `EventBatchNotFoundError`."""
    found: dict[str, list[StoredChange]] = {}
    for kind, *difference in connection.execute(
        "SELECT kind, key, before, after FROM event_changes WHERE event_id = ? AND batch = ?"
        " ORDER BY position",
        (event, number),
    ):
        found.setdefault(kind, []).append(tuple(difference))
    if not found:
        raise EventBatchNotFoundError(number, newest_batch(connection, event))
    return found


def undone_in(undos: Iterable[tuple[int, int | None]]) -> dict[int, int]:
    """Which batches are undone, from the number of each batch and the one that it undoes.

    An undo that was undone itself undoes nothing.

    >>> undone_in([(1, None), (2, 1), (3, None)]), undone_in([(1, None), (2, 1), (3, 2)])
    ({1: 2}, {2: 3})
    """
    undone: dict[int, int] = {}
    for number, batch in sorted(undos, reverse=True):
        if batch is not None and number not in undone:
            undone.setdefault(batch, number)
    return undone
