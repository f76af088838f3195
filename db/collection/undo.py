"""Undoing a batch: each thing is put back as it was before, unless it has changed since."""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from db.collection.history import (
    Entry,
    LedgerBatch,
    newest_batch,
    read_batch,
    read_changes,
    read_entries,
    read_stored,
)
from db.collection.ledger import Origin, enter
from db.collection.ledger_stores import STORES, LedgerStore, StoredChange
from db.engines.common import CHECK, FOREIGN_KEY, UNIQUE, Connection, cause_of
from db.engines.people import changing, tried_again
from db.errors import TradeBatchError
from db.language import gettext as _

TRADE = "trade"
"""The mode of batches of a trade."""

_REASONS = {
    FOREIGN_KEY: _("its card is no longer in the catalogue"),
    UNIQUE: _("another one has taken its place since"),
    CHECK: _("what it was before is refused by the database"),
}


@dataclass(frozen=True, slots=True)
class Unreversed:
    """A change that was not undone: `found` is the state now, `reason` why it was left alone."""

    entry: Entry
    found: Mapping[str, Any] | None
    reason: str


@dataclass(frozen=True, slots=True)
class UndoneBatch:
    """The result of undoing a batch: `already` counts what was as before without it.

    `batch` is the one that recorded it, None when nothing was reversed.
    """

    number: int
    batch: LedgerBatch | None
    reversed: int
    already: int
    kept: tuple[Unreversed, ...]
    errors: tuple[Unreversed, ...]


@tried_again
def undo(path: Path, number: int, *, seen: int | None = None) -> UndoneBatch:
    """Puts back what a batch changed, where it has not changed since; this is a batch itself.

    Undoing an undo works alike. Raises `BatchNotFoundError`, and `ChangedMeanwhileError` where
    there is a newer batch than `seen`, and `TradeBatchError` for a part of a trade.
    """
    with changing(path, seen, newest_batch) as connection:
        batch = read_batch(connection, number)
        while batch.undoes is not None:
            batch = read_batch(connection, batch.undoes)
        if batch.mode == TRADE:
            raise TradeBatchError(batch.command)
        return undo_batch(connection, number)


def undo_batch(connection: Connection, number: int) -> UndoneBatch:
    """Undoes a batch in the caller's transaction."""
    read_batch(connection, number)
    done: list[tuple[LedgerStore, list[StoredChange]]] = []
    kept: list[Unreversed] = []
    errors: list[Unreversed] = []
    already = 0
    for kind, differences in read_changes(connection, number).items():
        store = STORES[kind]
        stored = store.read(connection, {key for key, _, _ in differences})
        back = [(key, after, before) for key, before, after in differences if stored.get(key) == after]
        changed = [d for d in differences if stored.get(d[0]) not in d[1:]]
        already += len(differences) - len(back) - len(changed)
        written, failed = _put_back(connection, store, back)
        done.append((store, written))
        kept += _unreversed(connection, kind, dict.fromkeys(changed, _("changed since")), stored)
        errors += _unreversed(connection, kind, failed, stored)
    reversed_ = sum(len(differences) for _, differences in done)
    batch = None
    if reversed_:
        origin = Origin(
            _("undo {number}", number=number), mode="undo", undoes=number, kept=len(kept) + len(errors)
        )
        batch = read_batch(connection, enter(connection, origin, done))
    return UndoneBatch(number, batch, reversed_, already, tuple(kept), tuple(errors))


def _put_back(
    connection: Connection, store: LedgerStore, back: Sequence[StoredChange]
) -> tuple[list[StoredChange], dict[StoredChange, str]]:
    """Stores all, or where that fails one after another.

    What was stored, and of the others, as they stand in the ledger, why not.
    """
    if not _try(connection, lambda: store.write(connection, back)):
        return list(back), {}
    written, failed = [], {}
    # What goes away makes room for what comes back.
    for difference in sorted(back, key=lambda d: d[2] is not None):
        one = [difference]
        problem = _try(connection, lambda one=one: store.write(connection, one))  # type: ignore[misc]
        if problem:
            key, after, before = difference
            failed[key, before, after] = problem
        else:
            written.append(difference)
    return written, failed


def _try(connection: Connection, work: Callable[[], None]) -> str | None:
    """Does it wholly or not at all; what the database objected to, or None."""
    connection.execute("SAVEPOINT part")
    try:
        work()
    except sqlite3.IntegrityError as error:
        connection.execute("ROLLBACK TO part")
        cause = cause_of(error)
        return _REASONS.get(cause, cause)
    finally:
        connection.execute("RELEASE part")
    return None


def _unreversed(
    connection: Connection, kind: str, reasons: Mapping[StoredChange, str], stored: Mapping[str, str]
) -> list[Unreversed]:
    entries = read_entries(connection, {kind: list(reasons)})
    return [
        Unreversed(entry, read_stored(stored.get(change[0])), reason)
        for entry, (change, reason) in zip(entries, reasons.items(), strict=True)
    ]
