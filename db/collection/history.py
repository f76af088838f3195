"""Reading the ledger: its batches, what each changed, and which of them were undone since."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from db.collection.decks import DeckFacts
from db.collection.ledger_stores import DECKS, STORES, StoredChange, dump_key, load_deck, local_deck
from db.engines.common import ALL, Connection, whose
from db.engines.people import reading, tried_again
from db.engines.place import server_of
from db.errors import BatchNotFoundError
from db.sums import gathered


@dataclass(frozen=True, slots=True)
class LedgerBatch:
    """An import or a command that changed something, by its number.

    `added`, `changed` and `removed` count its rows, `copies` and `dice` by how many it made the
    holdings more; `undoes` is the batch that it undid, all but `kept` rows, and `undone_by` the one
    that undid it, unless that was undone in turn.
    """

    number: int
    time: str
    command: str
    source: str | None
    sha256: str | None
    mode: str
    undoes: int | None
    kept: int
    added: int
    changed: int
    removed: int
    copies: int
    dice: int
    undone_by: int | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """A change of one thing (a holding, a want, a deck) by a batch, with it before and after."""

    kind: str
    name: str
    before: Mapping[str, Any] | None
    after: Mapping[str, Any] | None


_BATCH = """SELECT b.id, b.time, b.command, b.source, b.sha256, b.mode, b.undoes, b.kept,
    count(*) FILTER (WHERE c.before IS NULL),
    count(*) FILTER (WHERE c.before IS NOT NULL AND c.after IS NOT NULL),
    count(*) FILTER (WHERE c.after IS NULL),
    coalesce(sum(CASE WHEN c.kind = 'holding' THEN
        coalesce(CAST(json_extract(c.after, '$.quantity') AS INTEGER), 0)
        - coalesce(CAST(json_extract(c.before, '$.quantity') AS INTEGER), 0) END), 0),
    coalesce(sum(CASE WHEN c.kind = 'holding' THEN
        coalesce(CAST(json_extract(c.after, '$.dice') AS INTEGER), 0)
        - coalesce(CAST(json_extract(c.before, '$.dice') AS INTEGER), 0) END), 0)
    FROM batches b JOIN changes c ON c.batch_id = b.id"""


_TOUCHES = """EXISTS (SELECT 1 FROM changes x
    LEFT JOIN cards ON x.kind <> 'deck' AND cards.id = CAST(json_extract(x.key, '$[0]') AS INTEGER)
    WHERE x.batch_id = batches.id AND instr(:kinds, x.kind) > 0 AND (:game IS NULL OR :game =
    coalesce(cards.game, json_extract(coalesce(x.after, x.before), '$.game'))))"""
KINDS = ("holding", "want", "deck")


@tried_again
def history(
    path: Path,
    limit: int | None = None,
    game: str | None = None,
    *,
    kinds: Iterable[str] = KINDS,
    skip: int = 0,
) -> tuple[LedgerBatch, ...]:
    """The batches, newest first, at most `limit` of them; those that touch a game, or all.

    Of them those that change a thing of these `kinds`, without the newest that are to be skipped.
    """
    with reading(path) as connection:
        wanted = {"kinds": " ".join(kinds), "game": game, "limit": ALL if limit is None else limit}
        wanted |= {"skip": skip, "person": whose(connection)}
        undone = undone_by(connection)
        rows = connection.execute(
            f"{_BATCH} WHERE b.id IN (SELECT id FROM batches WHERE person = :person AND {_TOUCHES}"
            " ORDER BY id DESC LIMIT :limit OFFSET :skip) GROUP BY b.id ORDER BY b.id DESC",
            wanted,
        )
        return tuple(_batch(row, undone) for row in rows)


@tried_again
def first_entries(path: Path, numbers: Iterable[int], most: int) -> dict[int, tuple[Entry, ...]]:
    """The first changes of batches, at most so many of each."""
    with reading(path) as connection:
        return {one: read_entries(connection, read_changes(connection, one, most)) for one in numbers}


@tried_again
def get_batch(path: Path, number: int) -> tuple[LedgerBatch, tuple[Entry, ...]]:
    """A batch with all its changes; raises `BatchNotFoundError`."""
    with reading(path) as connection:
        batch = read_batch(connection, number)
        return batch, read_entries(connection, read_changes(connection, number))


@tried_again
def find_import(path: Path, sha256: str) -> LedgerBatch | None:
    """The newest batch by which a file of that hash was imported; not one that was undone since."""
    with reading(path) as connection:
        return find_import_in(connection, sha256)


def find_import_in(
    connection: Connection, is_: str, what: Literal["sha256", "source"] = "sha256"
) -> LedgerBatch | None:
    """The result of `find_import` within a transaction, in which no other program can import it."""
    undone = undone_by(connection)
    rows = connection.execute(
        f"SELECT id FROM batches WHERE {what} = ? AND person = ? ORDER BY id DESC", (is_, whose(connection))
    ).fetchall()
    number = next((ident for (ident,) in rows if ident not in undone), None)
    return None if number is None else read_batch(connection, number)


def read_batch(connection: Connection, number: int) -> LedgerBatch:
    """A batch by its number; raises `BatchNotFoundError`."""
    mine = number, whose(connection)
    row = connection.execute(f"{_BATCH} WHERE b.id = ? AND b.person = ? GROUP BY b.id", mine).fetchone()
    if row is None:
        raise BatchNotFoundError(number, newest_batch(connection))
    return _batch(row, undone_by(connection))


def _batch(row: Sequence[Any], undone: Mapping[int, int]) -> LedgerBatch:
    values: list[Any] = [*row, undone.get(row[0])]
    return LedgerBatch(*values)


def newest_batch(connection: Connection) -> int:
    """The number of the newest batch, 0 where there is none yet."""
    sql = "SELECT coalesce(max(id), 0) FROM batches WHERE person = ?"
    newest: int = connection.execute(sql, (whose(connection),)).fetchone()[0]
    return newest


@tried_again
def changes_elsewhere(path: Path) -> int:
    """A number that changes with a collection that is on a server; one in a file changes with that."""
    if server_of(path) is None:
        return 0
    with reading(path) as connection:
        (trades,) = connection.execute(
            "SELECT coalesce(sum(agreed), 0) + (SELECT coalesce(sum(version), 0) FROM trades WHERE state ="
            " 'open') FROM trade_people"
        ).fetchone()
        return newest_batch(connection) + (int(trades) << 32)


def read_changes(connection: Connection, number: int, most: int = ALL) -> dict[str, list[StoredChange]]:
    """The changes of a batch, or the first of them, by kind of thing, as they stand in the ledger."""
    rows = connection.execute(
        "SELECT kind, key, before, after FROM changes WHERE batch_id = ? ORDER BY position LIMIT ?",
        (number, most),
    )
    return gathered((kind, tuple(difference)) for kind, *difference in rows)


def read_entries(connection: Connection, changes: Mapping[str, Sequence[StoredChange]]) -> tuple[Entry, ...]:
    """The changes with the names of what they changed, for display."""
    entries = []
    for kind, differences in changes.items():
        names = STORES[kind].names(connection, differences)
        entries += [
            Entry(kind, names.get(key, ""), read_stored(before), read_stored(after))
            for key, before, after in differences
        ]
    return tuple(entries)


def read_stored(text: str | None) -> Mapping[str, Any] | None:
    """The stored facts of a thing as named values, None where it is not there."""
    stored: Mapping[str, Any] | None = None if text is None else json.loads(text)
    return stored


def undone_by(connection: Connection) -> dict[int, int]:
    """The batch that undid it, for each batch that is wholly undone."""
    rows = connection.execute(
        "SELECT id, undoes, kept FROM batches WHERE undoes IS NOT NULL ORDER BY id DESC"
    )
    return undone_among(rows)


def undone_among(undos: Iterable[tuple[int, int, int]]) -> dict[int, int]:
    """Which batches are undone, from number, undone batch and kept rows of each undo, newest first.

    An undo that was undone itself, or that had to keep rows, undoes nothing.

    >>> undone_among([(3, 2, 0), (2, 1, 0)])
    {2: 3}
    """
    undone: dict[int, int] = {}
    for number, batch, kept in undos:
        if number not in undone and not kept:
            undone.setdefault(batch, number)
    return undone


@dataclass(frozen=True, slots=True)
class DeckVersion:
    """A saved deck as a batch left it, with the time and the command of the batch."""

    batch: int
    time: str
    command: str
    facts: DeckFacts


@tried_again
def deck_versions(path: Path, deck_id: int) -> tuple[DeckVersion, ...]:
    """All versions of a saved deck, newest first; also those that had another name."""
    with reading(path) as connection:
        rows = connection.execute(
            "SELECT b.id, b.time, b.command, c.after FROM changes c"
            " JOIN batches b ON b.id = c.batch_id"
            " WHERE c.kind = ? AND c.key = ? AND c.after IS NOT NULL AND b.person = ? ORDER BY b.id DESC",
            (DECKS.kind, dump_key([deck_id]), whose(connection)),
        )
        return tuple(
            DeckVersion(number, time, command, local_deck(connection, load_deck(after)))
            for number, time, command, after in rows
        )


@tried_again
def last_changes(path: Path) -> dict[int, str]:
    """The time of the newest change of each saved deck, by its id."""
    with reading(path) as connection:
        rows = connection.execute(
            "SELECT c.key, max(b.time) FROM changes c JOIN batches b ON b.id = c.batch_id"
            " WHERE c.kind = ? AND c.after IS NOT NULL AND b.person = ? GROUP BY c.key",
            (DECKS.kind, whose(connection)),
        )
        return {json.loads(key)[0]: time for key, time in rows}
