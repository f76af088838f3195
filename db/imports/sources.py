"""The card sources that were added or imported from, and what was found when they last changed."""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from db.cards.card import NO_FACTS
from db.clock import now
from db.connection import connect_read_only, writing
from db.errors import ChangedMeanwhileError
from db.language import gettext as _


@dataclass(frozen=True, slots=True)
class SourceState:
    """A source with its address, and the validators and digest of the files last imported."""

    name: str
    kind: str
    game: str
    address: str | None = None
    options: Mapping[str, Any] = field(default_factory=lambda: NO_FACTS)
    checked_at: str | None = None
    changed_at: str | None = None
    etag: str | None = None
    last_modified: str | None = None
    digest: str | None = None
    sets: int | None = None
    cards: int | None = None


_COLUMNS = tuple(column.name for column in fields(SourceState))


def read_states(path: Path) -> dict[str, SourceState]:
    """All sources that the database knows, by name."""
    with closing(connect_read_only(path)) as connection:
        rows = connection.execute(f"SELECT {', '.join(_COLUMNS)} FROM sources ORDER BY name")
        return {row[0]: _state(row) for row in rows}


def set_codes(path: Path, game: str) -> frozenset[str]:
    """The codes of all sets of a game that are stored."""
    with closing(connect_read_only(path)) as connection:
        rows = connection.execute("SELECT code FROM sets WHERE game = ?", (game,))
        return frozenset(code for (code,) in rows)


@contextmanager
def changing_source(path: Path, seen: SourceState | None) -> Iterator[sqlite3.Connection]:
    """One writing transaction over a source as it was added when it was `seen`."""

    def stated(connection: sqlite3.Connection) -> tuple[Any, ...] | None:
        there = seen and _known(connection, seen.name)
        return _added(there) if there else None

    added, name = (_added(seen), seen.name) if seen else (None, "")
    with writing(path) as connection:
        if added is not None and stated(connection) != added:
            raise ChangedMeanwhileError(path, _("the card source {name!r}", name=name))
        yield connection


def _added(state: SourceState) -> tuple[Any, ...]:
    """The facts of a source that its user stated."""
    return state.kind, state.game, state.address, dict(state.options)


def save_state(path: Path, state: SourceState, seen: SourceState | None = None) -> None:
    """Stores a source, new or changed; raises `ChangedMeanwhileError` by `changing_source`."""
    with changing_source(path, seen) as connection:
        write_state(connection, state, changed=False)


def forget_state(path: Path, name: str) -> bool:
    """Deletes a source, not its cards; returns whether there was one of that name."""
    with writing(path) as connection:
        return connection.execute("DELETE FROM sources WHERE name = ?", (name,)).rowcount > 0


def write_state(connection: sqlite3.Connection, state: SourceState, *, changed: bool) -> None:
    """Stores a source in the caller's transaction; `changed` when cards were imported."""
    before = _known(connection, state.name)
    same = before is not None and before == replace(
        state, checked_at=before.checked_at, changed_at=before.changed_at
    )
    if same and not changed:
        return
    if changed:
        time = now()
        state = replace(state, checked_at=time, changed_at=time)
    values = [getattr(state, name) for name in _COLUMNS]
    values[_COLUMNS.index("options")] = json.dumps(dict(state.options)) if state.options else None
    marks = ", ".join("?" * len(_COLUMNS))
    connection.execute(f"INSERT OR REPLACE INTO sources ({', '.join(_COLUMNS)}) VALUES ({marks})", values)


def _known(connection: sqlite3.Connection, name: str) -> SourceState | None:
    sql = f"SELECT {', '.join(_COLUMNS)} FROM sources WHERE name = ?"
    row = connection.execute(sql, (name,)).fetchone()
    return _state(row) if row else None


def _state(row: tuple[Any, ...]) -> SourceState:
    values = dict(zip(_COLUMNS, row, strict=True))
    values["options"] = json.loads(values["options"]) if values["options"] else NO_FACTS
    return SourceState(**values)
