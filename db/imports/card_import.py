"""Imports of cards as batches: planned, written in one transaction, listed, undone."""

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from db.cards.bundled_games import BUNDLED, game_name
from db.clock import now
from db.connection import connect_read_only, writing
from db.errors import CardBatchError
from db.imports.changes import CardPlan
from db.imports.plan import ImportOptions, plan_import
from db.imports.reference_updates import OWN, follow_names, follow_printings, restore_names, used_alone
from db.imports.source_rows import Reading
from db.imports.sources import SourceState, changing_source, write_state
from db.imports.stored_game import used_rows
from db.imports.stored_rows import RowChange, read_rows, write_changes
from db.language import gettext as _

MADE_HERE = frozenset({"cards", "printings", "card_texts", "legality", "sets"})


@dataclass(frozen=True, slots=True)
class ImportBatch:
    """One import as it was written; `undone_at` None while it holds."""

    id: int
    source: str
    game: str
    origin: str | None
    made_at: str
    summary: dict[str, int]
    undone_at: str | None = None


@dataclass(frozen=True, slots=True)
class UndoneImport:
    """The result of undoing a batch: the number of rows undone, and printings that had to stay."""

    batch: ImportBatch
    reversed: int
    kept: tuple[str, ...]


def preview(path: Path, reading: Reading, options: ImportOptions) -> CardPlan:
    """The plan of an import; the database is only read."""
    with closing(connect_read_only(path)) as connection:
        return plan_import(connection, reading, options)


def apply(
    path: Path,
    reading: Reading,
    options: ImportOptions,
    *,
    origin: str | None,
    state: SourceState | None,
    seen: SourceState | None = None,
) -> tuple[CardPlan, int | None]:
    """Imports a reading, all of it or, when anything fails, nothing.

    Returns the plan and the number of the batch, None where nothing changes; then only `state` is
    written, if it differs from the stored one. Raises `ChangedMeanwhileError` where the source is
    no longer as it was added when it was `seen`.
    """
    with changing_source(path, seen) as connection:
        plan = plan_import(connection, reading, options)
        batch = None
        if plan.rows:
            connection.execute(
                "INSERT OR IGNORE INTO games (code, name) VALUES (?, ?)",
                (reading.game, game_name(reading.game)),
            )
            batch = _write_batch(connection, plan, origin)
        if state is not None:
            write_state(connection, state, changed=batch is not None)
    return plan, batch


def batches(path: Path) -> tuple[ImportBatch, ...]:
    """All imports, the newest first."""
    with closing(connect_read_only(path)) as connection:
        return tuple(map(_batch, connection.execute(f"{_BATCH} ORDER BY id DESC")))


def undo(path: Path, number: int, today: str) -> UndoneImport:
    """Undoes a whole batch; printings that the user's data points to stay, marked as removed.

    Raises `CardBatchError` when there is no such batch, when it is undone already, or when a later
    one changed the same rows or added to what it made.
    """
    with writing(path) as connection:
        row = connection.execute(f"{_BATCH} WHERE id = ?", (number,)).fetchone()
        if row is None:
            raise CardBatchError(number, _("there is no such import; see deckcheck cards history"))
        batch = _batch(row)
        if batch.undone_at is not None:
            raise CardBatchError(
                number, _("it was undone on {undone_at} already", undone_at=batch.undone_at[:10])
            )
        later = connection.execute(_LATER, {"number": number}).fetchall()
        if later:
            listed = ", ".join(str(ident) for (ident,) in later)
            message = _("later imports changed the same cards; undo {listed} first", listed=listed)
            raise CardBatchError(number, message)
        every = _read_changes(connection, number)
        changes = [change for change in every if change.table not in OWN]
        connection.execute("PRAGMA defer_foreign_keys = ON")
        restore_names(connection, (change for change in every if change.table in OWN))
        changes, kept = _without_used(connection, changes, today)
        write_changes(connection, changes)
        follow_printings(connection)
        connection.execute("UPDATE card_batches SET undone_at = ? WHERE id = ?", (now(), number))
        # What was found at the last check no longer is what is stored; a bundled catalogue that
        # came meanwhile may have left these rows alone.
        connection.execute(
            "UPDATE sources SET etag = NULL, last_modified = NULL, digest = NULL, sets = NULL,"
            " cards = NULL WHERE name = ?",
            (batch.source,),
        )
        if any(game.code == batch.game for game in BUNDLED):
            connection.execute("UPDATE games SET digest = '' WHERE code = ?", (batch.game,))
    # What was made in the import goes without a look at it; what stays is only marked.
    marked = sum(change.before == {} and change.after is not None for change in changes)
    return UndoneImport(batch, len(changes) - marked, kept)


_BATCH = "SELECT id, source, game, origin, made_at, summary, undone_at FROM card_batches"
_LATER = """WITH mine AS (
      SELECT table_name, row_id, before IS NULL AS is_new FROM card_changes
      WHERE batch_id = :number
    ), touched AS (
      SELECT table_name, row_id FROM mine
      UNION SELECT 'printings', p.id FROM mine JOIN printings p ON p.set_id = mine.row_id
        WHERE mine.table_name = 'sets' AND is_new
      UNION SELECT 'printings', p.id FROM mine JOIN printings p ON p.card_id = mine.row_id
        WHERE mine.table_name = 'cards' AND is_new
      UNION SELECT 'aliases', a.id FROM mine JOIN aliases a ON a.card_id = mine.row_id
        WHERE mine.table_name = 'cards' AND is_new
      UNION SELECT 'card_texts', t.printing_id FROM mine
        JOIN card_texts t ON t.printing_id = mine.row_id
        WHERE mine.table_name = 'printings' AND is_new
      UNION SELECT 'legality', l.id FROM mine JOIN legality l ON l.printing_id = mine.row_id
        WHERE mine.table_name = 'printings' AND is_new
    )
    SELECT DISTINCT later.batch_id FROM touched
    JOIN card_changes later
      ON later.table_name = touched.table_name AND later.row_id = touched.row_id
    JOIN card_batches b ON b.id = later.batch_id AND b.undone_at IS NULL
    WHERE later.batch_id > :number ORDER BY 1 DESC"""
"""The later imports that changed rows of one, or made some that belong to what it made."""


def _batch(row: tuple[Any, ...]) -> ImportBatch:
    ident, source, game, origin, made_at, summary, undone_at = row
    return ImportBatch(ident, source, game, origin, made_at, json.loads(summary or "{}"), undone_at)


def _write_batch(connection: sqlite3.Connection, plan: CardPlan, origin: str | None) -> int:
    cursor = connection.execute(
        "INSERT INTO card_batches (source, game, origin, made_at, summary) VALUES (?, ?, ?, ?, ?)",
        (plan.source, plan.game, origin, now(), json.dumps(plan.summary)),
    )
    number = cursor.lastrowid or 0
    write_changes(connection, plan.rows)
    follow_printings(connection)
    changes = (*plan.rows, *_follow_moves(connection, plan))
    connection.executemany(
        "INSERT INTO card_changes (batch_id, table_name, row_id, before, after) VALUES (?, ?, ?, ?, ?)",
        ((number, c.table, c.row_id, *_journalled(c)) for c in changes),
    )
    return number


def _follow_moves(connection: sqlite3.Connection, plan: CardPlan) -> list[RowChange]:
    """Brings what is the user's to the cards that have the names now; empty cards go then."""
    changes = follow_names(connection, plan.moves)
    still = used_alone(connection)
    there = {change.row_id for change in plan.rows if change.table == "cards" and not change.after}
    left = [card for card in plan.moves if card not in still | there]
    gone = [
        RowChange("cards", row["id"], row, None)
        for card in left
        for row in read_rows(connection, "cards", "id = ?", (card,))
    ]
    write_changes(connection, gone)
    return changes + gone


def _journalled(change: RowChange) -> tuple[str | None, str | None]:
    """A change as the journal keeps it; a row that was made can be undone without its values."""
    if change.before is None:
        return None, "{}"
    return json.dumps(change.before), None if change.after is None else json.dumps(change.after)


def _read_changes(connection: sqlite3.Connection, number: int) -> list[RowChange]:
    """The changes that undo a batch."""
    rows = connection.execute(
        "SELECT table_name, row_id, before, after FROM card_changes WHERE batch_id = ? ORDER BY id DESC",
        (number,),
    )
    return [
        RowChange(
            table,
            row_id,
            None if after is None else json.loads(after),
            None if before is None else json.loads(before),
        )
        for table, row_id, before, after in rows
    ]


def _without_used(
    connection: sqlite3.Connection, changes: list[RowChange], today: str
) -> tuple[list[RowChange], tuple[str, ...]]:
    """The changes without those that would delete what is in use, and the names of what stays.

    A printing that stays is marked as removed; its card, set, text and aliases stay with it.
    """
    used, alone = used_rows(connection, "printings"), used_alone(connection)
    deleted = {change.row_id for change in changes if _deletes(change, "printings")}
    deleted &= used | {ident for card in alone for ident in _printings_of(connection, card)}
    cards = {change.row_id for change in changes if _deletes(change, "cards")} & alone
    if not deleted and not cards:
        return changes, ()
    stay = _rows_of(connection, deleted)
    stay["cards"] |= cards
    kept = [c for c in changes if not (c.after is None and c.row_id in stay.get(c.table, ()))]
    kept += [RowChange("printings", ident, {}, {"removed_on": today}) for ident in sorted(deleted)]
    names = [*_names_of(connection, "printings", deleted), *_names_of(connection, "cards", cards)]
    return kept, tuple(dict.fromkeys(names))


def _names_of(connection: sqlite3.Connection, table: str, idents: set[int]) -> list[str]:
    question = f"SELECT name FROM {table} WHERE id = ?"
    return [name for ident in sorted(idents) for (name,) in connection.execute(question, (ident,))]


def _printings_of(connection: sqlite3.Connection, card_id: int) -> list[int]:
    rows = connection.execute("SELECT id FROM printings WHERE card_id = ?", (card_id,))
    return [ident for (ident,) in rows]


def _deletes(change: RowChange, table: str) -> bool:
    return change.table == table and change.after is None


def _rows_of(connection: sqlite3.Connection, printings: Iterable[int]) -> dict[str, set[int]]:
    """The rows that printings cannot be without, by table."""
    result: dict[str, set[int]] = {name: set() for name in MADE_HERE}
    for ident in printings:
        card_id, set_id = connection.execute(
            "SELECT card_id, set_id FROM printings WHERE id = ?", (ident,)
        ).fetchone()
        result["printings"].add(ident)
        result["card_texts"].add(ident)
        result["cards"].add(card_id)
        result["sets"].add(set_id)
        marks = connection.execute("SELECT id FROM legality WHERE printing_id = ?", (ident,))
        result["legality"].update(row_id for (row_id,) in marks)
    return result
