"""Access to what people made, on whichever engine keeps it: read at one moment, changed in one transaction.

The statements of the stores are the same on both. What engines do in different ways is here, by name.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import wraps
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from db import connection as sqlite
from db.engines.common import Ask, Connection
from db.engines.place import server_of, shown_place
from db.errors import ChangedMeanwhileError, UnstorableTextError
from db.patterns import pattern

T = TypeVar("T")
P = ParamSpec("P")
NEWEST = "SELECT max(seq) FROM sqlite_sequence WHERE name = ?"
_ZERO = pattern(r"(?<!\\)(?:\\\\)*\\u0000")


def reading(path: Path) -> AbstractContextManager[Connection]:
    """A connection that only reads, and sees one state, whatever others write."""
    if server_of(path) is None:
        return sqlite.reading(path)
    from db.engines import postgres

    return postgres.reading(path)


def writing(path: Path) -> AbstractContextManager[Connection]:
    """One writing transaction: all of what happens inside is kept, or nothing.

    A second writer waits for the first: on a server where `one_writer` says so.
    """
    if server_of(path) is None:
        return sqlite.writing(path)
    from db.engines import postgres

    return postgres.writing(path)


@contextmanager
def trying(path: Path) -> Iterator[Connection]:
    """A connection for what is worked out and never kept."""
    if server_of(path):
        from db.engines import postgres

        with postgres.writing(path, keep=False, collection=True) as server:  # it adds the cards that it names
            yield server
    else:
        with sqlite.reading(path) as file:
            yield file


@contextmanager
def changing(
    path: Path,
    seen: object,
    state: Callable[[Connection], object],
    what: str = "the collection",
    of: Callable[[Connection], str] | None = None,
    ahead: Ask | None = None,
) -> Iterator[Connection]:
    """One writing transaction over what was seen, or over whatever is there where `seen` is None.

    No other program writes to what it is `of`, by default the collection, until its end, so what is
    read inside, over any connection, still stands when it is written. What `ahead` asks may be asked
    with the begin. Raises `ChangedMeanwhileError` where the state is no longer the one seen.
    """
    with writing(path) if of else _writing_collection(path, ahead) as connection:
        if of:
            one_writer(connection, of)
        if seen is not None and state(connection) != seen:
            raise ChangedMeanwhileError(shown_place(path), what)
        yield connection


def _writing_collection(path: Path, ahead: Ask | None) -> AbstractContextManager[Connection]:
    if server_of(path) is None:
        return sqlite.writing(path)
    from db.engines import postgres

    return postgres.writing(path, collection=True, ahead=ahead)


def later(connection: Connection, sql: str, rows: Iterable[Sequence[object]]) -> None:
    """Runs a statement for each row, at the latest before the next question or the end.

    On a server it is sent with that, so what could be refused is not for this.
    """
    if isinstance(connection, sqlite3.Connection):
        connection.executemany(sql, rows)
    else:
        connection.later(sql, rows)  # type: ignore[attr-defined]


def one_writer(connection: Connection, of: Callable[[Connection], str]) -> None:
    """Waits until no other transaction writes to a thing; an SQLite file has one writer in all."""
    if not isinstance(connection, sqlite3.Connection):
        connection.one_writer(of(connection))  # type: ignore[attr-defined]


def check_storable(texts: Iterable[str | None]) -> None:
    """Raises `UnstorableTextError` for documents with a zero byte, which PostgreSQL does not keep."""
    if any(text is not None and "\\u0000" in text and _ZERO.search(text) for text in texts):
        raise UnstorableTextError


def newest_number(connection: Connection, table: str) -> int:
    """The highest number that a row of a table ever had; none is given out again."""
    row = connection.execute(NEWEST, (table,)).fetchone()
    return int(row[0] or 0)


def defer_references(connection: Connection) -> None:
    """Lets rows point to what comes later, until `stray_table` is asked."""
    if isinstance(connection, sqlite3.Connection):
        connection.execute("PRAGMA defer_foreign_keys = ON")
    else:
        later(connection, "SET CONSTRAINTS ALL DEFERRED", [()])


def stray_table(connection: Connection, tables: Sequence[str]) -> str | None:
    """The first of these tables with a row that points to nothing; None where all is right."""
    if not isinstance(connection, sqlite3.Connection):
        return connection.stray_table(tables)  # type: ignore[attr-defined, no-any-return]
    check = (t for t in tables if connection.execute(f"PRAGMA foreign_key_check({t})").fetchone())
    return next(check, None)


def tried_again(work: Callable[Concatenate[Path, P], T]) -> Callable[Concatenate[Path, P], T]:
    """Work over a whole transaction, done again where a server went away before it promised anything."""

    @wraps(work)
    def again(path: Path, /, *arguments: P.args, **named: P.kwargs) -> T:
        if server_of(path) is None:
            return work(path, *arguments, **named)
        from db.engines import postgres

        return postgres.tried_again(lambda: work(path, *arguments, **named))

    return again
