"""Updates of what the user has when its card changes: holdings, wants, saved decks, ledger.

They name a card and perhaps a printing of it. When a printing comes to another card, they go with
it; those that name no printing go with the name, to the card that is called so now.
"""

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from db.imports.stored_rows import RowChange

OWN = ("holdings", "wants", "deck_lines", "trade_copies")
"""The tables of the user's that name cards."""

_KEYS = {
    "holdings": ("condition", "language", "finish", "location", "person"),
    "wants": ("person",),
    "deck_lines": ("deck_id", "name"),
    "trade_copies": ("trade_id", "position"),
}
"""The columns that tell the rows of a card from one another, where no printing does."""

_IS_MOVED = "(SELECT card_id FROM printings WHERE printings.id = printing_id) <> {}.card_id"


def follow_printings(connection: sqlite3.Connection) -> None:
    """Updates the card of all rows that name a printing to its card of now, in the ledger too."""
    moved: dict[int, int] = {}
    for table in _there(connection):
        which = _IS_MOVED.format(table)
        rows = connection.execute(
            f"SELECT DISTINCT p.id, p.card_id FROM {table} JOIN printings p ON p.id = printing_id"
            f" WHERE {which}"
        )
        moved.update(rows.fetchall())
        connection.execute(
            f"UPDATE {table} SET card_id = (SELECT card_id FROM printings WHERE id = printing_id)"
            f" WHERE {which}"
        )
    if moved:
        _follow_in_ledger(connection, moved)


def follow_names(connection: sqlite3.Connection, moves: Mapping[int, int]) -> list[RowChange]:
    """Moves rows that name a card but no printing to the card that has its name now.

    Returns the changes, for `restore_names`. A row that exists for both cards stays.
    """
    changes: list[RowChange] = []
    for table in _there(connection) if moves else ():
        columns = _KEYS[table]
        listed = ", ".join(("rowid", *columns))
        for old, new in moves.items():
            rows = connection.execute(
                f"SELECT {listed} FROM {table} WHERE card_id = ? AND printing_id IS NULL", (old,)
            ).fetchall()
            for row_id, *values in rows:
                key = dict(zip(columns, values, strict=True))
                done = connection.execute(
                    f"UPDATE OR IGNORE {table} SET card_id = ? WHERE rowid = ?", (new, row_id)
                )
                if done.rowcount:
                    change = RowChange(table, row_id, {"card_id": old, **key}, {"card_id": new, **key})
                    changes.append(change)
    _rename_in_ledger(connection, changes)
    return changes


def restore_names(connection: sqlite3.Connection, changes: Iterable[RowChange]) -> None:
    """Undoes `follow_names`, given its changes reversed; rows that are gone by now stay gone."""
    done = []
    for change in changes:
        now, then = change.before or {}, change.after or {}
        tests = " AND ".join(f"{column} IS ?" for column in now)
        back = connection.execute(
            f"UPDATE OR IGNORE {change.table} SET card_id = ? WHERE {tests} AND printing_id IS NULL",
            (then["card_id"], *now.values()),
        )
        done += [change] if back.rowcount else []
    _rename_in_ledger(connection, done)


def used_alone(connection: sqlite3.Connection) -> frozenset[int]:
    """The ids of cards that the user's data points to without naming a printing."""
    result: set[int] = set()
    for table in _there(connection):
        rows = connection.execute(
            f"SELECT card_id FROM {table} WHERE printing_id IS NULL AND card_id IS NOT NULL"
        )
        result.update(row_id for (row_id,) in rows)
    return frozenset(result)


def _there(connection: sqlite3.Connection) -> Sequence[str]:
    """Those of the user's tables that the database has; older ones have none."""
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    return [table for table in OWN if table in names]


def _rename_in_ledger(connection: sqlite3.Connection, changes: Sequence[RowChange]) -> None:
    """Lets the ledger name the same cards as what was moved and names no printing."""
    keys: dict[tuple[str, int, str], str] = {}
    lines: dict[tuple[int, str, int], int] = {}
    for change in changes:
        then, now = change.before or {}, change.after or {}
        if change.table == "trade_copies":
            continue
        if change.table == "deck_lines":
            lines[then["deck_id"], then["name"], then["card_id"]] = now["card_id"]
            continue
        own = [then[column] for column in _KEYS[change.table][:-1]]
        kind, person = change.table.removesuffix("s"), then.get("person", 0)
        keys[kind, person, _dumps([then["card_id"], None, *own])] = _dumps([now["card_id"], None, *own])
    if not changes:
        return
    news = []
    rows = connection.execute(
        "SELECT c.batch_id, c.position, b.person, c.kind, c.key, c.before, c.after"
        " FROM changes c JOIN batches b ON b.id = c.batch_id"
    )
    for batch, position, person, kind, key, *texts in rows.fetchall():
        renamed = [_renamed_deck(text, key, lines) for text in texts] if kind == "deck" else texts
        new = keys.get((kind, person, key), key)
        if [new, *renamed] != [key, *texts]:
            news.append((new, *renamed, batch, position))
    _write_ledger(connection, news)


def _renamed_deck(text: str | None, key: str, lines: Mapping[tuple[int, str, int], int]) -> str | None:
    if text is None:
        return None
    deck, (ident,) = json.loads(text), json.loads(key)
    for line in deck["lines"]:
        moved = lines.get((ident, line.get("name"), line.get("card_id")))
        if moved is not None and line.get("printing_id") is None:
            line["card_id"] = moved
    return _dumps(deck)


def _follow_in_ledger(connection: sqlite3.Connection, moved: Mapping[int, int]) -> None:
    """Lets the ledger speak of the same things as what is stored, so that it can be undone."""
    rows = connection.execute("SELECT batch_id, position, kind, key, before, after FROM changes")
    news = []
    for batch, position, kind, *texts in rows.fetchall():
        now = [_moved_deck(text, moved) for text in texts[1:]] if kind == "deck" else texts[1:]
        key = texts[0] if kind == "deck" else _moved_key(texts[0], moved)
        if [key, *now] != texts:
            news.append((key, *now, batch, position))
    _write_ledger(connection, news)


def _write_ledger(connection: sqlite3.Connection, news: Sequence[tuple[Any, ...]]) -> None:
    connection.executemany(
        "UPDATE changes SET key = ?, before = ?, after = ? WHERE batch_id = ? AND position = ?", news
    )


def _moved_key(key: str, moved: Mapping[int, int]) -> str:
    values = json.loads(key)
    if moved.get(values[1], values[0]) == values[0]:
        return key
    return _dumps([moved[values[1]], *values[1:]])


def _moved_deck(text: str | None, moved: Mapping[int, int]) -> str | None:
    if text is None:
        return None
    deck = json.loads(text)
    for line in deck["lines"]:
        if line.get("printing_id") in moved:
            line["card_id"] = moved[line["printing_id"]]
    return _dumps(deck)


def _dumps(value: Any) -> str:
    """As `db.collection.ledger_stores` writes its texts, which are compared."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
