"""Events that come from another database, batch by batch, into the ledger of this one."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from db.engines.common import Connection
from db.engines.people import newest_number, one_writer, tried_again, writing
from db.errors import EventNameTakenError, EventWriteError
from db.events.history import EventBatch, read_history
from db.events.ledger_stores import EVENT, STORES, StoredChange
from db.events.store import EventOrigin, enter, store
from db.language import gettext as _
from db.texts import name_key


@tried_again
def import_event(
    path: Path, uid: str, history: Sequence[EventBatch], files: Mapping[str, bytes]
) -> tuple[str, int, int]:
    """Stores the new batches of an event; returns its name, and how many were new and known.

    Raises `EventWriteError` where this database has other batches since, or a batch does not fit
    what is stored, and `EventNameTakenError` where another event has the name.
    """
    with writing(path) as connection:
        one_writer(connection, lambda _: "events")
        for digest, data in files.items():
            connection.execute(
                "INSERT INTO event_files (sha256, data) VALUES (?, ?) ON CONFLICT DO NOTHING", (digest, data)
            )
        row = connection.execute("SELECT id FROM events WHERE uid = ?", (uid,)).fetchone()
        if row is None:
            event, known = newest_number(connection, "events") + 1, 0
            _check_names(connection, history)
        else:
            event = int(row[0])
            known = _known(connection, event, history)
        for batch in history[known:]:
            _replay(connection, event, batch)
        facts = EVENT.load_all(connection, event).get(())
        if facts is None or facts.uid != uid:
            raise EventWriteError(_("its history does not make the event that it says"))
        return str(facts.name), len(history) - known, known


def _check_names(connection: Connection, history: Sequence[EventBatch]) -> None:
    """Raises `EventNameTakenError` where an event of another laptop has a name of one here."""
    for batch in history:
        for kind, _key, _before, after in batch.changes:
            if kind == "event" and after is not None:
                name = EVENT.load(after).name
                row = connection.execute(
                    "SELECT 1 FROM events WHERE name_key = ?", (name_key(name),)
                ).fetchone()
                if row:
                    raise EventNameTakenError(name)


def _known(connection: Connection, event: int, history: Sequence[EventBatch]) -> int:
    """How many batches are here already; raises where the two histories went apart."""
    here = read_history(connection, event)
    for mine, other in zip(here, history, strict=False):
        same = (mine.command, mine.time, mine.undoes, mine.changes)
        if same != (other.command, other.time, other.undoes, other.changes):
            raise EventWriteError(
                _(
                    "the event is here already and went on in another way: batch {number} is "
                    "{command!r} here and {command2!r} there",
                    number=mine.number,
                    command=mine.command,
                    command2=other.command,
                )
            )
    return min(len(here), len(history))


def _replay(connection: Connection, event: int, batch: EventBatch) -> None:
    changes: dict[str, list[StoredChange]] = {}
    for kind, key, before, after in batch.changes:
        found = STORES[kind].texts(connection, event, [key]).get(key)
        if found != before:
            raise EventWriteError(
                _(
                    "batch {number} ({command}) changes a {kind} that is not as it says",
                    number=batch.number,
                    command=batch.command,
                    kind=kind,
                )
            )
        changes.setdefault(kind, []).append((key, before, after))
    store(connection, event, changes)
    origin = EventOrigin(batch.command, batch.reason, batch.who, batch.undoes)
    enter(connection, event, origin, changes, batch.time)
