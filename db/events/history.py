"""The ledger of an event: its batches, what each changed, and how one is undone.

Of a batch all is put back, or nothing is: half of a command undone would leave pairings without
players and the like. So where a thing has changed since, the later batch is named, which is to be
undone first.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from db.collection.history import undone_among
from db.engines.common import ALL, Connection
from db.engines.people import reading, tried_again
from db.errors import EventBatchNotFoundError, EventUndoError, EventWriteError
from db.events.ledger_stores import STORES, StoredChange
from db.events.store import EventOrigin, SeenEvent, changing_event, enter, find_id, newest_batch, store
from db.language import gettext as _
from db.sums import gathered


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


@tried_again
def event_history(path: Path, name: str) -> tuple[EventBatch, ...]:
    """The batches of an event, the oldest first; raises `EventNotFoundError`."""
    with reading(path) as connection:
        return read_history(connection, find_id(connection, name))


def read_history(connection: Connection, event: int) -> tuple[EventBatch, ...]:
    """The batches of an event, over an open connection."""
    rows = connection.execute(
        "SELECT number, time, command, reason, who, undoes FROM event_batches"
        " WHERE event_id = ? ORDER BY number",
        (event,),
    ).fetchall()
    found = connection.execute(
        "SELECT batch, kind, key, before, after FROM event_changes WHERE event_id = ?"
        " ORDER BY batch, position",
        (event,),
    )
    changes = gathered((number, tuple(change)) for number, *change in found)
    undone = undone_among((row[0], row[5], 0) for row in reversed(rows) if row[5] is not None)
    return tuple(
        EventBatch(n, time, command, reason, who, undoes, tuple(changes.get(n, ())), undone.get(n))
        for n, time, command, reason, who, undoes in rows
    )


@tried_again
def newest_batches(path: Path, limit: int | None, skip: int = 0) -> tuple[tuple[str, EventBatch], ...]:
    """The batches of all events with the event's name, newest first, without their changes.

    At most `limit` of them, without the newest that are to be skipped.
    """
    with reading(path) as connection:
        undone: dict[int, dict[int, int]] = {}
        undos = connection.execute(
            "SELECT event_id, number, undoes FROM event_batches WHERE undoes IS NOT NULL ORDER BY number DESC"
        ).fetchall()
        for event in {row[0] for row in undos}:
            undone[event] = undone_among((number, batch, 0) for of, number, batch in undos if of == event)
        rows = connection.execute(
            "SELECT e.name, e.id, b.number, b.time, b.command, b.reason, b.who, b.undoes"
            " FROM event_batches b JOIN events e ON e.id = b.event_id"
            " ORDER BY b.time DESC, b.event_id DESC, b.number DESC LIMIT ? OFFSET ?",
            (ALL if limit is None else limit, skip),
        )
        return tuple(
            (name, EventBatch(n, time, command, reason, who, undoes, (), undone.get(event, {}).get(n)))
            for name, event, n, time, command, reason, who, undoes in rows
        )


def get_changes(connection: Connection, event: int, number: int) -> dict[str, list[StoredChange]]:
    """The changes of a batch, by kind of thing; raises `EventBatchNotFoundError`."""
    found = connection.execute(
        "SELECT kind, key, before, after FROM event_changes WHERE event_id = ? AND batch = ?"
        " ORDER BY position",
        (event, number),
    )
    result = gathered((kind, tuple(difference)) for kind, *difference in found)
    if not result:
        raise EventBatchNotFoundError(number, newest_batch(connection, event))
    return result


@tried_again
def undo_event(
    path: Path,
    name: str,
    number: int | None,
    origin: EventOrigin,
    *,
    seen: SeenEvent | None = None,
    check: Callable[[int, Sequence[EventBatch]], None] = lambda _number, _history: None,
) -> tuple[int, int]:
    """Undoes a batch, by default the newest that is neither undone nor an undo.

    Returns its number and that of the batch that records the undo. `check` is given its number and
    the history, and raises where it may not be undone. Raises `EventBatchNotFoundError`,
    `EventUndoError` where something has changed since, and `ChangedMeanwhileError` where the event
    is no longer as it was `seen`.
    """
    with changing_event(path, name, seen) as connection:
        event = find_id(connection, name)
        wanted = last_undoable(connection, event) if number is None else number
        check(wanted, read_history(connection, event))
        origin = replace(origin, command=f"{origin.command} {wanted}")
        return wanted, undo_in(connection, event, wanted, origin)


def last_undoable(connection: Connection, event: int) -> int:
    """The newest batch that is neither undone nor an undo; raises `EventUndoError`."""
    for batch in reversed(read_history(connection, event)):
        if batch.undoes is None and batch.undone_by is None and batch.number > 1:
            return batch.number
    raise EventUndoError(0, _("nothing was done that is not undone"))


def undo_in(connection: Connection, event: int, number: int, origin: EventOrigin) -> int:
    """Undoes a batch in the caller's transaction, and returns the number of the undo."""
    changes = get_changes(connection, event, number)
    if any(kind == "event" and before is None for kind, found in changes.items() for _, before, _ in found):
        raise EventUndoError(number, _("it made the event"))
    back: dict[str, list[StoredChange]] = {
        kind: [(key, after, before) for key, before, after in found] for kind, found in changes.items()
    }
    for kind, found in back.items():
        now = STORES[kind].texts(connection, event, {key for key, _, _ in found})
        for key, expected, _unused in found:
            if now.get(key) != expected:
                raise EventUndoError(number, _since(connection, event, number, kind, key))
    try:
        store(connection, event, back)
    except EventWriteError as error:
        raise EventUndoError(number, _("{why}; undo what was done since first", why=error.why)) from None
    return enter(connection, event, replace(origin, undoes=number), back)


def _since(connection: Connection, event: int, number: int, kind: str, key: str) -> str:
    later = connection.execute(
        "SELECT b.number, b.command FROM event_changes c JOIN event_batches b"
        " ON b.event_id = c.event_id AND b.number = c.batch"
        " WHERE c.event_id = ? AND c.batch > ? AND c.kind = ? AND c.key = ?"
        " ORDER BY c.batch DESC LIMIT 1",
        (event, number, kind, key),
    ).fetchone()
    where = f"{kind} {' '.join(key.strip('[]').split(','))}".strip()
    if later is None:
        return _("{where} is no longer as it made it", where=where)
    return _(
        "{where} was changed since by batch {later} ({later2}); undo that first",
        where=where,
        later=later[0],
        later2=later[1],
    )
