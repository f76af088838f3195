"""The card sources that were added or imported from, and what was found when they last changed."""

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from db.cards.card import NO_FACTS
from db.connection import connect_read_only, writing

_COLUMNS = (
    "name", "kind", "game", "address", "options", "checked_at", "changed_at", "etag",
    "last_modified", "digest", "sets", "cards",
)  # fmt: skip


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


def read_states(path: Path) -> dict[str, SourceState]:
    """All sources that the database knows, by name."""
    connection = connect_read_only(path)
    try:
        rows = connection.execute(f"SELECT {', '.join(_COLUMNS)} FROM sources ORDER BY name")  # noqa: S608 - own words
        return {row[0]: _state(row) for row in rows}
    finally:
        connection.close()


def set_codes(path: Path, game: str) -> frozenset[str]:
    """The codes of all sets of a game that are stored."""
    connection = connect_read_only(path)
    try:
        rows = connection.execute("SELECT code FROM sets WHERE game = ?", (game,))
        return frozenset(code for (code,) in rows)
    finally:
        connection.close()


def save_state(path: Path, state: SourceState) -> None:
    """Stores a source, new or changed."""
    with writing(path) as connection:
        write_state(connection, state, changed=False)


def forget_state(path: Path, name: str) -> bool:
    """Deletes a source, not its cards; returns whether there was one of that name."""
    with writing(path) as connection:
        return connection.execute("DELETE FROM sources WHERE name = ?", (name,)).rowcount > 0


def write_state(connection: sqlite3.Connection, state: SourceState, *, changed: bool) -> None:
    """Stores a source in the caller's transaction; `changed` when cards were imported."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    known = connection.execute(
        f"SELECT {', '.join(_COLUMNS)} FROM sources WHERE name = ?",  # noqa: S608 - own words
        (state.name,),
    ).fetchone()
    before = _state(known) if known else None
    same = before is not None and before == replace(
        state, checked_at=before.checked_at, changed_at=before.changed_at
    )
    if same and not changed:
        return
    if changed:
        state = replace(state, checked_at=now, changed_at=now)
    values = [getattr(state, name) for name in _COLUMNS]
    values[_COLUMNS.index("options")] = json.dumps(dict(state.options)) if state.options else None
    marks = ", ".join("?" * len(_COLUMNS))
    connection.execute(
        f"INSERT OR REPLACE INTO sources ({', '.join(_COLUMNS)}) VALUES ({marks})",  # noqa: S608 - own words
        values,
    )


def _state(row: tuple[Any, ...]) -> SourceState:
    values = dict(zip(_COLUMNS, row, strict=True))
    values["options"] = json.loads(values["options"]) if values["options"] else NO_FACTS
    return SourceState(**values)
