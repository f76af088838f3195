"""Leagues as they are stored: one row a change, which holds the league whole.

The newest row of a name is how a league stands, and undoing writes the row before once more: no row
is ever changed, and a program that is killed leaves a league as before or as after.
"""

import json
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from db.clock import now
from db.engines.common import Connection
from db.engines.people import changing, check_storable, reading, tried_again
from db.errors import LeagueNotFoundError, LeagueUndoError
from db.language import gettext as _
from db.sent import note_sent
from db.texts import name_key


@dataclass(frozen=True, slots=True)
class LeagueChange:
    """A change of a league: the command, who ran it, and the league after it, None where removed."""

    number: int
    time: str
    command: str
    who: str
    undoes: int | None
    document: Mapping[str, Any] | None


@tried_again
def league_names(path: Path) -> tuple[str, ...]:
    """The names of all leagues, as they were written last, in alphabetical order."""
    with reading(path) as connection:
        return _names(connection)


@tried_again
def read_league(path: Path, name: str) -> tuple[str, Mapping[str, Any], int]:
    """The name of a league as it is written, its document, and the number of its newest change.

    Raises `LeagueNotFoundError`.
    """
    with reading(path) as connection:
        row = connection.execute(
            "SELECT name, document, number FROM league_changes"
            " WHERE name_key = ? ORDER BY number DESC LIMIT 1",
            (name_key(name),),
        ).fetchone()
        if row is None or row[1] is None:
            raise LeagueNotFoundError(name, _names(connection))
        return row[0], json.loads(row[1]), row[2]


@tried_again
def league_history(path: Path, name: str) -> tuple[LeagueChange, ...]:
    """The changes of a league, the oldest first; none where there never was one of that name."""
    with reading(path) as connection:
        return _changes(connection, name_key(name))


@tried_again
def change_league(
    path: Path,
    name: str,
    command: str,
    change: Callable[[Mapping[str, Any] | None], Mapping[str, Any] | None],
    *,
    who: str = "",
    seen: int | None = None,
) -> int:
    """Writes what `change` makes of a league, and returns the number of the change.

    `change` is given the league as it stands, None where there is none, inside the transaction: what it
    raises leaves everything as it was. Raises `ChangedMeanwhileError` where the newest change is no
    longer the one that was `seen`; None is any.
    """
    with _changing(path, name, seen) as connection:
        last = _newest(connection, name)
        after = change(_document_of(connection, name, last))
        return _enter(connection, name, last + 1, (command, who, None), after)


def _changing(path: Path, name: str, seen: int | None) -> AbstractContextManager[Connection]:
    what = _("the league {name!r}", name=name)
    return changing(path, seen, lambda one: _newest(one, name), what, lambda _unused: "leagues")


def _newest(connection: Connection, name: str) -> int:
    """The number of the newest change, 0 where there is none; numbers have no gaps."""
    newest = "SELECT coalesce(max(number), 0) FROM league_changes WHERE name_key = ?"
    return int(connection.execute(newest, (name_key(name),)).fetchone()[0])


def _document_of(connection: Connection, name: str, number: int) -> Mapping[str, Any] | None:
    """The league as it stood after a change."""
    row = connection.execute(
        "SELECT document FROM league_changes WHERE name_key = ? AND number = ?", (name_key(name), number)
    ).fetchone()
    return _document(row and row[0])


@tried_again
def undo_league(path: Path, name: str, *, who: str = "", seen: int | None = None) -> tuple[LeagueChange, int]:
    """Undoes the newest change that stands; returns it, and the number of the undoing.

    Raises `LeagueNotFoundError`, `LeagueUndoError` where nothing is left, and `ChangedMeanwhileError`
    as `change_league` does.
    """
    with _changing(path, name, seen) as connection:
        changes = _changes(connection, name_key(name))
        if not changes:
            raise LeagueNotFoundError(name, _names(connection))
        undone = {one.undoes for one in changes}
        left = [one for one in changes if one.undoes is None and one.number not in undone]
        if not left:
            raise LeagueUndoError(name)
        last = left[-1]
        before = changes[last.number - 2].document if last.number > 1 else None
        command = f"league undo {last.number}"
        return last, _enter(connection, name, len(changes) + 1, (command, who, last.number), before)


def _enter(
    connection: Connection,
    name: str,
    number: int,
    origin: tuple[str, str, int | None],
    document: Mapping[str, Any] | None,
) -> int:
    text = None if document is None else json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    check_storable([text])
    note_sent(connection, number)
    connection.execute(
        "INSERT INTO league_changes (name_key, name, number, time, command, who, undoes, document)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (name_key(name), name, number, now(), *origin, text),
    )
    return number


def _names(connection: Connection) -> tuple[str, ...]:
    rows = connection.execute(
        "SELECT name FROM league_changes l WHERE document IS NOT NULL AND number ="
        " (SELECT max(number) FROM league_changes WHERE name_key = l.name_key) ORDER BY name_key"
    )
    return tuple(name for (name,) in rows)


def _changes(connection: Connection, key: str) -> tuple[LeagueChange, ...]:
    rows = connection.execute(
        "SELECT number, time, command, who, undoes, document FROM league_changes"
        " WHERE name_key = ? ORDER BY number",
        (key,),
    )
    return tuple(LeagueChange(row[0], row[1], row[2], row[3], row[4], _document(row[5])) for row in rows)


def _document(text: str | None) -> Mapping[str, Any] | None:
    return None if text is None else json.loads(text)
