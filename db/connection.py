"""Connections to the database: read-only, or one writing transaction, with our own errors.

Whoever closes leaves the file whole, with nothing that stands in the WAL only, unless others use
the database just then.
"""

import errno
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from db.errors import (
    DamagedDatabaseError,
    DatabaseBusyError,
    DatabaseUnusableError,
    DiskFullError,
    NotADatabaseError,
    UnstorableTextError,
)
from db.language import gettext as _
from db.plain_reads import connecting, disconnected
from db.wal import check_wal, copy_in_memory, mark, wal_size

BUSY_SECONDS = 10.0
"""How long a second writer waits for the first."""

_NO_SHARED_MEMORY = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR)
"""The errors of SQLite where it cannot make its files beside a database in WAL mode."""

_PAGE = 4096


def file_identity(path: Path) -> tuple[int, int] | None:
    """The device and number of a file, which another one at the same path has not; None for none.

    A connection goes on with the file that it opened when another is moved to its path.
    """
    try:
        facts = path.stat()
    except OSError:
        return None
    return facts.st_dev, facts.st_ino


class _Connection(sqlite3.Connection):
    """A connection that takes what stands in the WAL over into the file when it closes.

    `person` is whose collection it reads and changes, as its path says.
    """

    file: Path | None = None
    held: str | None = None
    person = 0

    def close(self) -> None:
        """Closes the connection; what was begun is taken back."""
        self._leave_whole()
        super().close()
        if self.held is not None:
            held, self.held = self.held, None
            disconnected(held)

    def _leave_whole(self) -> None:
        if self.file is not None and wal_size(self.file):
            with suppress(sqlite3.Error):  # others read or write: who closes last does it
                self.rollback()
                self.execute("PRAGMA busy_timeout=0")
                self.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def connect(path: Path, mode: str = "rwc") -> "_Connection":
    """A connection to a database, without transactions of its own; `mode` is that of SQLite."""
    held = connecting(path)
    try:
        check_wal(path)
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}",
            uri=True,
            timeout=BUSY_SECONDS,
            isolation_level=None,
            factory=_Connection,
            check_same_thread=False,  # whoever ends a session closes what other threads opened
        )
    except BaseException:
        disconnected(held)
        raise
    connection.file, connection.held = path, held
    connection.person = _person_of(path)
    return connection


def connect_read_only(path: Path) -> sqlite3.Connection:
    """A connection that only reads; also works where the folder cannot be written.

    The file itself is opened for writing where that is allowed, since SQLite lets only such a
    connection leave it whole.
    """
    connection = connect(path, "rw")
    try:
        connection.execute("PRAGMA query_only=ON")
        connection.execute("SELECT 1 FROM sqlite_master LIMIT 1")
    except sqlite3.Error as error:
        connection.close()
        if _code(error) not in _NO_SHARED_MEMORY:
            raise
        # SQLite cannot make its files beside a database in WAL mode.
        if wal_size(path):
            connection = copy_in_memory(path, _Connection)
            connection.execute("PRAGMA query_only=ON")
        else:
            address = f"{path.absolute().as_uri()}?immutable=1"
            connection = sqlite3.connect(
                address, uri=True, isolation_level=None, check_same_thread=False, factory=_Connection
            )
        connection.person = _person_of(path)
    return connection


def _person_of(path: Path) -> int:
    person: int = getattr(path, "person", 0)
    return person


def is_copy(connection: sqlite3.Connection) -> bool:
    """Whether a connection reads a copy, since the WAL can be read nowhere else."""
    return not connection.execute("PRAGMA database_list").fetchone()[2]


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A read-only connection that sees one state of the database, whatever others write."""
    with as_our_errors(path), closing(connect_read_only(path)) as connection:
        connection.execute("BEGIN")
        yield connection


@contextmanager
def writing(path: Path) -> Iterator[sqlite3.Connection]:
    """One writing transaction: all of what happens inside is kept, or nothing.

    A second writer waits for the first.
    """
    with as_our_errors(path), closing(connect(path)) as connection:
        use_wal(connection)
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
            if connection.total_changes:
                mark(connection.execute)
        except BaseException:
            if connection.in_transaction:  # not after a full disk, say
                connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """The context that one program at a time is in; the file at `path` stays empty.

    SQLite locks it on every system, and lets go when a program dies. Needs no room on the disk.
    """
    with as_our_errors(path), closing(connect(path)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield


def use_wal(connection: sqlite3.Connection) -> None:
    """Sets WAL mode, which a backup has not; while others read it, it stays as it is."""
    with suppress(sqlite3.OperationalError):
        connection.execute("PRAGMA journal_mode=WAL")


def _code(error: BaseException) -> int:
    """The primary result code of SQLite in an error, 0 for none."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _no_space(path: Path) -> bool:
    """Whether the disk that a path is on, or is to be on, has no page left."""
    there = next((one for one in (path, *path.absolute().parents) if one.exists()), None)
    return there is not None and shutil.disk_usage(there).free < _PAGE


@contextmanager
def as_our_errors(path: Path) -> Iterator[None]:
    """The context in which errors of SQLite and the file system become ours, with advice."""
    try:
        yield
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise DiskFullError(path) from error
        raise DatabaseUnusableError(path, error.strerror or str(error)) from error
    except UnicodeEncodeError:
        raise UnstorableTextError from None
    except sqlite3.Error as error:
        code, text = _code(error), str(error)
        if code == sqlite3.SQLITE_FULL or (code in _NO_SHARED_MEMORY and _no_space(path)):
            raise DiskFullError(path) from error
        if "locked" in text or "busy" in text:
            raise DatabaseBusyError(path, BUSY_SECONDS) from error
        if "not a database" in text:
            raise NotADatabaseError(path, _("it is no SQLite database")) from error
        if any(word in text for word in ("malformed", "corrupt", "no such table", "no such column")):
            raise DamagedDatabaseError(path, text) from error
        if isinstance(error, sqlite3.OperationalError):
            raise DatabaseUnusableError(path, text) from error
        raise
