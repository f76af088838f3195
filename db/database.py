"""Opening the database: made, filled and migrated when needed, in one transaction each.

Everything here that imports SQLAlchemy does so inside a function: a database that is ready is
recognised, and later read, without it.
"""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from db.cards.bundled import BUNDLED
from db.errors import (
    DamagedDatabaseError,
    DatabaseBusyError,
    DatabaseUnusableError,
    FutureDatabaseError,
    NotADatabaseError,
)

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

HEAD = "0005"
"""The newest migration; a test compares it with the scripts in `db/migrations`."""

BUSY_SECONDS = 10.0
_MAGIC = b"SQLite format 3\0"
_MIGRATIONS = Path(__file__).parent / "migrations"

Say = Callable[[str], None]


def ensure_ready(path: Path, say: Say = lambda _: None) -> None:
    """Makes, fills, migrates or refreshes the database at `path` if that is needed.

    `say` is told in one line what is done. Raises a `DatabaseError` where the file is no database
    of ours, is from the future, damaged or held by another program; it is not changed then.
    """
    with as_our_errors(path):
        _check_kind(path)
        revision, digests = _state(path)
        if revision is not None and revision > HEAD:
            raise FutureDatabaseError(path, revision)
        wanted = {game.code: game.digest() for game in BUNDLED}
        if revision == HEAD and digests == wanted:
            return
        if revision is None:
            say(f"making the card database {path} from the bundled catalogue")
        elif revision < HEAD:
            backup = _back_up(path, revision)
            say(f"updating the card database {path}; a copy of it as it was: {backup}")
        else:
            say(f"loading the bundled catalogue of this release into {path}")
        path.parent.mkdir(parents=True, exist_ok=True)
        _bring_up_to_date(path, wanted)
        with closing(sqlite3.connect(path, timeout=BUSY_SECONDS)) as connection:
            # So that a copy of the file alone is a whole database.
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _check_kind(path: Path) -> None:
    """Raises `NotADatabaseError` for what is no path of a file: an address, a device, a pipe."""
    if str(path).startswith(("file:", ":")):
        raise NotADatabaseError(path, "this is an address of SQLite, no path of a file")
    if path.exists() and not path.is_file() and not path.is_dir():
        raise NotADatabaseError(path, "this is a device or a pipe")


def check_integrity(path: Path) -> None:
    """Raises `DamagedDatabaseError` when SQLite or a foreign key says that something is broken."""
    with as_our_errors(path), closing(connect_read_only(path)) as connection:
        for (answer,) in connection.execute("PRAGMA integrity_check(1)"):
            if answer != "ok":
                raise DamagedDatabaseError(path, str(answer))
        for table, row, *_ in connection.execute("PRAGMA foreign_key_check"):
            raise DamagedDatabaseError(path, f"row {row} of {table} points to nothing")


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


def _state(path: Path) -> tuple[str | None, dict[str, str]]:
    """The revision and catalogue digests of a database; (None, {}) where there is none yet."""
    try:
        with path.open("rb") as file:
            magic = file.read(len(_MAGIC))
    except FileNotFoundError:
        return None, {}
    if not magic:
        return None, {}
    if magic != _MAGIC:
        raise NotADatabaseError(path, f"it begins with {magic[:12]!r}")
    with closing(connect_read_only(path)) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        if not tables:
            return None, {}
        if not {"alembic_version", "games"} <= tables:
            raise NotADatabaseError(path, "an SQLite database without our tables")
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        if row is None:
            raise DamagedDatabaseError(path, "its revision is missing")
        digests = connection.execute("SELECT code, digest FROM games WHERE digest IS NOT NULL")
        return str(row[0]), dict(digests.fetchall())


def _back_up(path: Path, revision: str) -> Path:
    """A copy of the database beside it, made through SQLite so that the WAL is included."""
    backup = path.with_name(f"{path.name}.before-{HEAD}-from-{revision}")
    partial = backup.with_name(backup.name + ".partial")
    with closing(connect_read_only(path)) as old, closing(sqlite3.connect(partial)) as new:
        old.backup(new)
    shutil.move(partial, backup)
    return backup


def _bring_up_to_date(path: Path, wanted: dict[str, str]) -> None:
    from alembic import command
    from alembic.config import Config

    from db.cards.load import load_bundled

    with transaction(path) as connection:
        config = Config()
        config.set_main_option("script_location", _MIGRATIONS.as_posix().replace("%", "%%"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        # Another program may have done all this while we waited for the lock.
        loaded = connection.exec_driver_sql("SELECT code, digest FROM games").fetchall()
        have = {str(code): digest for code, digest in loaded}
        for game in BUNDLED:
            if have.get(game.code) != wanted[game.code]:
                load_bundled(connection, game)


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
    """What SQLite or the file system raise, as the error that tells the user what to do."""
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
