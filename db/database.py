"""Opening the database: made, filled and migrated when needed, in one transaction each.

Everything here that imports SQLAlchemy does so inside a function: a database that is ready is
recognised, and later read, without it.
"""

import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from db.built import copy_built
from db.cards.bundled_games import BUNDLED
from db.connection import BUSY_SECONDS, as_our_errors, connect_read_only, transaction
from db.errors import (
    DamagedDatabaseError,
    FutureDatabaseError,
    NotADatabaseError,
)

HEAD = "0007"
"""The newest migration; a test compares it with the scripts in `db/migrations`."""

_ADDRESS = re.compile(r":|\w{2,}:")
_MAGIC = b"SQLite format 3\0"
_MIGRATIONS = Path(__file__).parent / "migrations"

Say = Callable[[str], None]


def ensure_ready(path: Path, say: Say = lambda _: None) -> None:
    """Makes, fills, migrates or refreshes the database at `path` if that is needed.

    `say` gets one line on what is done. Raises a `DatabaseError` where the file is no database
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
            if copy_built(path, (HEAD, wanted), _state):
                return
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
    if _ADDRESS.match(str(path)):
        raise NotADatabaseError(path, "this is an address, no path of a file")
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

    from db.imports.load import load_bundled

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
