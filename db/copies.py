"""Copies of what people made, from one database to another, on whichever engines they are.

Rows stay as they are, numbers too; only where the other catalogue has other numbers for cards, these
are put in their place, in the ledger as well. A card goes by what is its own, never by its number.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

from sqlalchemy import Boolean, Table

from db.database import ensure_ready
from db.engines.common import Connection
from db.engines.people import newest_number, one_writer, reading, writing
from db.engines.place import server_of, shown_place
from db.engines.register import name_there
from db.errors import CopyError
from db.language import gettext as _, some_of
from db.tables import PEOPLE

_AT_ONCE = 1000
_SHOWN = 5
_CARD = "SELECT id, game, name_key, identity, name FROM cards"
_PRINTING = """SELECT p.id, s.game, s.code, p.name_key, p.number, p.name
    FROM printings p JOIN sets s ON s.id = p.set_id"""

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class CopiedTable:
    """A table that was copied: its rows, counted and hashed where they are now."""

    name: str
    rows: int
    sha256: str


@dataclass(frozen=True, slots=True)
class _Numbers:
    """The numbers that cards and printings have where they are copied to, by those they had."""

    cards: dict[int, int] = field(default_factory=dict)
    printings: dict[int, int] = field(default_factory=dict)

    def card(self, number: int | None) -> int | None:
        """A card's number there; below zero for one that only old batches name, and no catalogue."""
        return None if number is None else self.cards.get(number, -abs(number))

    def printing(self, number: int | None) -> int | None:
        """The same for a printing."""
        return None if number is None else self.printings.get(number, -abs(number))


def copy_database(
    source: Path, target: Path, progress: Progress = lambda _done, _of: None
) -> tuple[CopiedTable, ...]:
    """Copies what people made into a database without any of it, all or nothing.

    Each table is counted and hashed there again before it is kept. Raises `CopyError` where there is
    something already, where the catalogue there lacks a card, or where a table is not as it was.
    """
    for path in (source, target):
        ensure_ready(path)
    with reading(source) as out, writing(target) as into:
        for thing in ("collection", "events", "club"):
            one_writer(into, lambda _, thing=thing: thing)  # type: ignore[misc]
        _check_empty(into, target)
        numbers = _numbers(out, into, target)
        total = sum(_count(out, table) for table in PEOPLE)
        done = 0
        copied = []
        for table in PEOPLE:
            wanted = sha256()
            for rows in _parts(out, table):
                moved = [_moved(table, row, numbers) for row in rows]
                _insert(into, table, moved)
                _hash(wanted, moved)
                done += len(moved)
                progress(done, total)
            copied.append(_checked(into, table, wanted.hexdigest(), _count(out, table)))
        _copy_numbers(out, into, target)
    return tuple(copied)


def _check_empty(into: Connection, target: Path) -> None:
    full = [table.name for table in PEOPLE if _count(into, table)]
    if full:
        there = some_of(full, _SHOWN)
        raise CopyError(shown_place(target), _("it is not empty: {tables}", tables=there))


def _count(connection: Connection, table: Table) -> int:
    return int(connection.execute(f"SELECT count(*) FROM {table.name}").fetchone()[0])


def _names(table: Table) -> list[str]:
    return [f'"{column.name}"' for column in table.columns]


def _parts(connection: Connection, table: Table) -> Iterator[list[Sequence[Any]]]:
    """Yields the rows of a table, some at a time, in the order of their keys."""
    order = ", ".join(f'"{column.name}"' for column in table.primary_key)
    asked = connection.execute(f"SELECT {', '.join(_names(table))} FROM {table.name} ORDER BY {order}")
    rows = iter(asked)
    while part := list(islice(rows, _AT_ONCE)):
        yield part


def _moved(table: Table, row: Sequence[Any], numbers: _Numbers) -> list[Any]:
    """A row as it is to be stored elsewhere."""
    moved: list[Any] = []
    for column, value in zip(table.columns, row, strict=True):
        if column.name == "card_id":
            moved.append(numbers.card(value))
        elif column.name == "printing_id":
            moved.append(numbers.printing(value))
        else:
            moved.append(bool(value) if isinstance(column.type, Boolean) else value)
    if table.name == "changes":
        place = {column.name: number for number, column in enumerate(table.columns)}
        kind = moved[place["kind"]]
        texts = ("before", "after") if kind == "deck" else ("key",)
        for name in texts:
            moved[place[name]] = _moved_text(kind, moved[place[name]], numbers)
    return moved


def _moved_text(kind: str, text: str | None, numbers: _Numbers) -> str | None:
    """The key of a holding or want, or all of a deck, as the ledger has it elsewhere."""
    if text is None:
        return None
    stated = json.loads(text)
    if kind == "deck":
        for line in stated["lines"]:
            line.update(
                {
                    name: find(line[name])
                    for name, find in (("card_id", numbers.card), ("printing_id", numbers.printing))
                    if line.get(name) is not None
                }
            )
    else:
        stated[:2] = numbers.card(stated[0]), numbers.printing(stated[1])
    return json.dumps(stated, ensure_ascii=False, separators=(",", ":"))


def _insert(into: Connection, table: Table, rows: Sequence[Sequence[Any]]) -> None:
    names = _names(table)
    marks = ", ".join("?" * len(names))
    into.executemany(f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({marks})", rows)


def _hash(found: Any, rows: Iterable[Sequence[Any]]) -> None:
    for row in rows:
        found.update(repr([int(one) if isinstance(one, bool) else one for one in row]).encode())


def _checked(into: Connection, table: Table, wanted: str, count: int) -> CopiedTable:
    """Reads a table where it is now, and raises where it is not as it was."""
    found, rows = sha256(), 0
    for part in _parts(into, table):
        _hash(found, part)
        rows += len(part)
    if (found.hexdigest(), rows) != (wanted, count):
        raise CopyError(
            table.name, _("{rows} rows that differ from the {count} before", rows=rows, count=count)
        )
    return CopiedTable(table.name, rows, wanted)


def _copy_numbers(out: Connection, into: Connection, target: Path) -> None:
    """Lets no number be given out again, also of what is deleted by now."""
    for table in PEOPLE:
        if table.dialect_options["sqlite"]["autoincrement"]:
            into.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table.name,))
            if newest := newest_number(out, table.name):
                into.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table.name, newest))
        elif server_of(target) and table.name in {"holdings", "wants"}:
            into.execute(
                f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'),"
                f" (SELECT coalesce(max(id), 0) + 1 FROM {table.name}), false)"
            )


def _numbers(out: Connection, into: Connection, target: Path) -> _Numbers:
    """The numbers that all cards and printings that are named have where they are copied to."""
    cards, printings = _named(out)
    by_name = {row[1:3]: row[0] for row in into.execute(_CARD)}
    by_identity = {(row[1], row[3]): row[0] for row in into.execute(_CARD) if row[3] is not None}
    by_place = {row[1:5]: row[0] for row in into.execute(_PRINTING)}
    numbers, lacking = _Numbers(), dict[int, str]()
    for number, game, name, identity, shown in out.execute(_CARD):
        if number in cards:
            found = by_identity.get((game, identity)) or by_name.get((game, name))
            if found is None:
                lacking[number] = shown
            else:
                numbers.cards[number] = found
    new = []
    for number, *key, shown in out.execute(_PRINTING):
        if number in printings:
            found = by_place.get(tuple(key))
            if found is None:
                new.append(number)
                lacking.setdefault(-number, shown)
            else:
                numbers.printings[number] = found
    if lacking and not server_of(target):
        known = some_of(sorted(set(lacking.values())), _SHOWN)
        raise CopyError(
            shown_place(target), _("its catalogue is older, and does not know {cards}", cards=known)
        )
    if lacking:
        alone = [number for number in lacking if number > 0]
        made, placed = name_there(out, into, numbers.cards, alone, new)
        numbers.cards.update(made)
        numbers.printings.update({number: there for number, (there, _card) in placed.items()})
    return numbers


def _named(out: Connection) -> tuple[set[int], set[int]]:
    """The numbers of the cards and printings that a row or a batch names, of those that there are."""
    pairs = {
        tuple(row)
        for table in ("holdings", "wants", "deck_lines", "trade_copies")
        for row in out.execute(f"SELECT DISTINCT card_id, printing_id FROM {table}")
    }
    for kind, key, *texts in out.execute("SELECT DISTINCT kind, key, before, after FROM changes"):
        if kind == "deck":
            lines = (line for text in texts if text for line in json.loads(text)["lines"])
            pairs.update((line.get("card_id"), line.get("printing_id")) for line in lines)
        else:
            pairs.add(tuple(json.loads(key)[:2]))
    owners = dict(out.execute("SELECT id, card_id FROM printings").fetchall())
    printings = {printing for _card, printing in pairs if printing in owners}
    return {card for card, _printing in pairs if card} | {owners[one] for one in printings}, printings
