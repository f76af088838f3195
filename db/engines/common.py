"""The common words of both engines: a connection as stores use it, and why a row is refused."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Protocol, cast

ALL = 2**31 - 1
"""The limit of a question that has none."""

UNIQUE, FOREIGN_KEY, CHECK = "unique", "foreign key", "check"
"""The causes for which an engine refuses a row."""

_CAUSES = {
    sqlite3.SQLITE_CONSTRAINT_UNIQUE: UNIQUE,
    sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY: UNIQUE,
    sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY: FOREIGN_KEY,
    sqlite3.SQLITE_CONSTRAINT_CHECK: CHECK,
}


class Rows(Protocol):
    """The rows that a statement found."""

    @property
    def rowcount(self) -> int:
        """How many rows were changed."""

    def fetchone(self) -> Any:
        """The next row, None behind the last."""

    def fetchall(self) -> list[Any]:
        """All rows that are left."""

    def __iter__(self) -> Iterator[Any]:
        """Yields the rows that are left."""


class Connection(Protocol):
    """A connection to either engine, within a transaction."""

    def execute(self, sql: str, parameters: Sequence[Any] | Mapping[str, Any] = ..., /) -> Rows:
        """The rows of a statement with its values, which stand for `?` or `:name`."""

    def executemany(self, sql: str, parameters: Any, /) -> Rows:
        """Runs a statement once for each row of values."""


Ask = Callable[[Connection], object]
"""Asks over a connection what a change will ask first; the answers are for the change itself."""


def whose(connection: Connection) -> int:
    """The person whose collection a connection reads and changes; 0 is the owner of the database."""
    return getattr(connection, "person", 0)


@contextmanager
def as_person(connection: Connection, person: int) -> Iterator[None]:
    """Lets a connection read and change the collection of somebody else meanwhile."""
    before, there = whose(connection), cast("Any", connection)
    there.person = person
    try:
        yield
    finally:
        there.person = before


class RefusedRowError(sqlite3.IntegrityError):
    """A row that the server refuses; `cause` is why, as `cause_of` has it."""

    def __init__(self, message: str, cause: str) -> None:
        super().__init__(message)
        self.cause = cause


def cause_of(error: sqlite3.IntegrityError) -> str:
    """Why a row was refused; the engine's own words for what is none of our causes."""
    if isinstance(error, RefusedRowError):
        return error.cause
    return _CAUSES.get(getattr(error, "sqlite_errorcode", 0), str(error))
