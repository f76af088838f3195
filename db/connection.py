"""Connections to the database: read-only, or one writing transaction, with our own errors.

SQLAlchemy is imported only where a transaction through it begins: reading does without.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from db.errors import (
    DamagedDatabaseError,
    DatabaseBusyError,
    DatabaseUnusableError,
    NotADatabaseError,
)

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

BUSY_SECONDS = 10.0
"""How long a second writer waits for the first."""


def file_identity(path: Path) -> tuple[int, int] | None:
    """The device and number of a file, which another one at the same path has not; None for none.

    A connection goes on with the file that it opened when another is moved to its path.
    """
    try:
        facts = path.stat()
    except OSError:
        return None
    return facts.st_dev, facts.st_ino


def connect_read_only(path: Path) -> sqlite3.Connection:
    """A read-only connection; also works where the folder cannot be written."""
    address = path.absolute().as_uri()
    connection = sqlite3.connect(f"{address}?mode=ro", uri=True, timeout=BUSY_SECONDS)
    try:
        connection.execute("SELECT 1 FROM sqlite_master LIMIT 1")
    except sqlite3.OperationalError:
        # A WAL database in a folder that we cannot write opens only as immutable.
        connection.close()
        connection = sqlite3.connect(f"{address}?immutable=1", uri=True)
    return connection


@contextmanager
def transaction(path: Path) -> Iterator["Connection"]:
    """One writing transaction: all of what happens inside is kept, or nothing."""
    engine = _engine(path)
    try:
        with as_our_errors(path), engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A read-only connection that sees one state of the database, whatever others write."""
    with as_our_errors(path), closing(connect_read_only(path)) as connection:
        connection.execute("BEGIN")
        yield connection


@contextmanager
def writing(path: Path) -> Iterator[sqlite3.Connection]:
    """One writing transaction without SQLAlchemy, for single commands that must not wait for it.

    All of what happens inside is kept, or nothing; a second writer waits for the first.
    """
    with (
        as_our_errors(path),
        closing(sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)) as connection,
    ):
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
        except BaseException:
            if connection.in_transaction:  # not after a full disk, say
                connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")


def _engine(path: Path) -> "Engine":
    from sqlalchemy import create_engine, event

    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": BUSY_SECONDS})

    @event.listens_for(engine, "connect")
    def _on_connect(connection: sqlite3.Connection, _record: object) -> None:
        # SQLAlchemy, not the driver, decides when a transaction begins; schema changes included.
        connection.isolation_level = None
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA foreign_keys=ON")

    @event.listens_for(engine, "begin")
    def _on_begin(connection: "Connection") -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


@contextmanager
def as_our_errors(path: Path) -> Iterator[None]:
    """The context in which errors of SQLite and the file system become ours, with advice."""
    try:
        yield
    except OSError as error:
        raise DatabaseUnusableError(path, error.strerror or str(error)) from error
    except Exception as error:
        cause = getattr(error, "orig", None) or error
        if not isinstance(cause, sqlite3.Error):
            raise
        text = str(cause)
        if "locked" in text or "busy" in text:
            raise DatabaseBusyError(path, BUSY_SECONDS) from error
        if "not a database" in text:
            raise NotADatabaseError(path, "it is no SQLite database") from error
        if any(
            word in text for word in ("malformed", "corrupt", "no such table", "no such column")
        ):
            raise DamagedDatabaseError(path, text) from error
        if isinstance(cause, sqlite3.OperationalError):
            raise DatabaseUnusableError(path, text) from error
        raise
