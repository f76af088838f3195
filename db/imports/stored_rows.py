"""Rows of a table held in memory while a plan changes them; the changes written, and reversed.

Everything is worked out before anything is written: the changes are what differs in the end, so
that a plan which ends where it began writes nothing.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

Row = dict[str, Any]

_JSON = {"facts", "differs", "data", "options", "summary"}
_KEYS = {"card_texts": "printing_id"}
_UNIQUE = {
    "cards": ("name_key", "identity"),
    "printings": ("name_key", "number"),
    "aliases": ("alias_key",),
    "sets": ("code",),
}
"""The columns of unique indexes that rows may hand over to one another in one batch."""

ORDER = ("sets", "cards", "printings", "card_texts", "legality", "aliases", "play_formats")
"""The tables of the catalogue, those that others point to first."""


@dataclass(frozen=True, slots=True)
class RowChange:
    """A row made (`before` None), deleted (`after` None) or changed (the columns that differ)."""

    table: str
    row_id: int
    before: Row | None
    after: Row | None


class StoredRows:
    """The rows of one table by their ids, as they would be after all that was asked for."""

    def __init__(self, table: str, rows: Iterable[Row], next_id: int) -> None:
        self.table = table
        self._key = _KEYS.get(table, "id")
        self._rows: dict[int, Row] = {row[self._key]: row for row in rows}
        self._was: dict[int, Row | None] = {}
        self._next_id = next_id

    @classmethod
    def read(
        cls, connection: sqlite3.Connection, table: str, where: str, values: Sequence[Any]
    ) -> "StoredRows":
        """The stored rows of a table to which a condition applies."""
        return cls(table, read_rows(connection, table, where, values), next_id(connection, table))

    def __contains__(self, row_id: int) -> bool:
        return row_id in self._rows

    def __getitem__(self, row_id: int) -> Row:
        return self._rows[row_id]

    def __iter__(self) -> Iterator[Row]:
        return iter(list(self._rows.values()))

    def get(self, row_id: int) -> Row | None:
        """The row of that id, or None."""
        return self._rows.get(row_id)

    def insert(self, **values: Any) -> Row:
        """Adds a row and returns it; it gets the next id unless the values have one."""
        if self._key not in values:
            values = {self._key: self._next_id, **values}
            self._next_id += 1
        row_id = values[self._key]
        self._was.setdefault(row_id, None)
        self._rows[row_id] = values
        return values

    def update(self, row_id: int, **values: Any) -> bool:
        """Changes a row; returns whether any value differs now."""
        row = self._rows[row_id]
        changed = {name: value for name, value in values.items() if row.get(name) != value}
        if changed:
            self._was.setdefault(row_id, dict(row))
            row.update(changed)
        return bool(changed)

    def delete(self, row_id: int) -> None:
        """Removes a row."""
        row = self._rows.pop(row_id)
        self._was.setdefault(row_id, row)

    def changes(self) -> Iterator[RowChange]:
        """Yields the changes since the rows were read."""
        for row_id, before in self._was.items():
            now = self._rows.get(row_id)
            if before is None:
                if now is not None:
                    yield RowChange(self.table, row_id, None, now)
            elif now is None:
                yield RowChange(self.table, row_id, before, None)
            else:
                differing = [name for name, value in now.items() if before.get(name) != value]
                if differing:
                    yield RowChange(
                        self.table,
                        row_id,
                        {name: before.get(name) for name in differing},
                        {name: now[name] for name in differing},
                    )

    def settle(self) -> None:
        """Takes the rows as they are now for those that are stored."""
        self._was.clear()


def read_rows(
    connection: sqlite3.Connection, table: str, where: str = "1", values: Sequence[Any] = ()
) -> list[Row]:
    """The rows of a table, with JSON columns as plain data."""
    cursor = connection.execute(f"SELECT * FROM {table} WHERE {where}", values)
    names = [column[0] for column in cursor.description]
    coded = [name for name in names if name in _JSON]
    rows = [dict(zip(names, row, strict=True)) for row in cursor]
    for name in coded:
        for row in rows:
            if row[name] is not None:
                row[name] = json.loads(row[name])
    return rows


def next_id(connection: sqlite3.Connection, table: str) -> int:
    """The first id that no row has, nor had in any batch."""
    key = _KEYS.get(table, "id")
    (highest,) = connection.execute(
        f"SELECT max(coalesce((SELECT max({key}) FROM {table}), 0),"
        " coalesce((SELECT max(row_id) FROM card_changes WHERE table_name = ?), 0))",
        (table,),
    ).fetchone()
    return int(highest) + 1


def write_changes(
    connection: sqlite3.Connection, changes: Sequence[RowChange], order: Sequence[str] = ORDER
) -> None:
    """Writes changes in the caller's transaction; foreign keys are looked at when it ends."""
    connection.execute("PRAGMA defer_foreign_keys = ON")
    for table in reversed(order):
        gone = [(c.row_id,) for c in changes if c.table == table and c.after is None]
        if gone:
            key = _KEYS.get(table, "id")
            connection.executemany(f"DELETE FROM {table} WHERE {key} = ?", gone)
    for table in order:
        mine = [change for change in changes if change.table == table]
        _update(connection, table, [c for c in mine if c.before is not None and c.after])
        _insert(connection, table, [c for c in mine if c.before is None])


def _encoded(row: Row) -> tuple[Any, ...]:
    """The values of a row as their columns store them."""
    coded = {name: json.dumps(row[name]) for name in _JSON & row.keys() if row[name] is not None}
    return tuple((row | coded).values())


def _update(connection: sqlite3.Connection, table: str, changes: list[RowChange]) -> None:
    key = _KEYS.get(table, "id")
    for column in _UNIQUE.get(table, ()):
        # Names may be handed round; each steps aside before it takes its new place.
        aside = [(c.row_id,) for c in changes if c.after and column in c.after]
        connection.executemany(
            f"UPDATE {table} SET {column} = {column} || char(9) || {key} WHERE {key} = ?", aside
        )
    groups: dict[tuple[str, ...], list[tuple[Any, ...]]] = {}
    for change in changes:
        after = change.after or {}
        groups.setdefault(tuple(after), []).append((*_encoded(after), change.row_id))
    for names, rows in groups.items():
        settings = ", ".join(f"{name} = ?" for name in names)
        connection.executemany(f"UPDATE {table} SET {settings} WHERE {key} = ?", rows)


def _insert(connection: sqlite3.Connection, table: str, changes: list[RowChange]) -> None:
    groups: dict[tuple[str, ...], list[tuple[Any, ...]]] = {}
    for change in changes:
        after = change.after or {}
        groups.setdefault(tuple(after), []).append(_encoded(after))
    for names, rows in groups.items():
        columns, marks = ", ".join(names), ", ".join("?" * len(names))
        connection.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", rows)
