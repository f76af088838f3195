"""Opening the database: made, filled and migrated when needed, in one transaction each; backups.

What imports SQLAlchemy, to make tables, is imported inside a function: a database that is ready is
recognised, read and written without it.
"""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from db.beside import made_beside, put, put_numbered, take_away_leftovers
from db.built import copy_built
from db.cards.bundled_games import BUNDLED
from db.connection import BUSY_SECONDS, as_our_errors, connect, connect_read_only, is_copy, use_wal, writing
from db.engines.place import server_of
from db.errors import (
    BackupError,
    ChangedMeanwhileError,
    DamagedDatabaseError,
    DatabaseBusyError,
    DatabaseUnusableError,
    FutureDatabaseError,
    NotADatabaseError,
    OtherWalError,
)
from db.language import gettext as _
from db.patterns import pattern
from db.plain_reads import read_plainly
from db.server import ensure_server_ready
from db.steps import STEPS
from db.wal import Stamp, check_wal, mark, new_identity, wal_of

HEAD = max(STEPS)
"""The revision of the tables; it grows with each release that adds to them."""

_ADDRESS = pattern(r":|\w{2,}:")
_MAGIC = b"SQLite format 3\0"
_TAKEN = _("a file of this name is there already, and is never overwritten; choose another name")
_WAIT = 0.25
"""Seconds between two tries to get the database for writing it anew."""

Say = Callable[[str], None]


def ensure_ready(path: Path, say: Say = lambda _: None) -> None:
    """Makes, fills, migrates or refreshes the database at `path` if that is needed.

    `say` gets one line on what is done. Raises a `DatabaseError` where the file is no database
    of ours, is from the future, damaged or held by another program; it is not changed then. So is
    the server that a path stands for.
    """
    _ensure_file(path, say)
    if server_of(path):
        ensure_server_ready(path, HEAD, say)


def _ensure_file(path: Path, say: Say) -> None:
    with as_our_errors(path):
        _check_kind(path)
        take_away_leftovers(path)
        revision, digests = _state(path, say)
        if revision is not None and revision > HEAD:
            raise FutureDatabaseError(path, revision)
        wanted = {game.code: game.digest() for game in BUNDLED}
        if revision == HEAD and digests == wanted:
            return
        if revision is None:
            check_wal(path)
            say(_("making the card database {path} from the bundled catalogue", path=path))
            if copy_built(path, (HEAD, wanted), _state):
                return
        elif revision == HEAD:
            say(_("loading the bundled catalogue of this release into {path}", path=path))
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            _bring_up_to_date(path, wanted, say)
        except DatabaseUnusableError as error:
            if revision is None:
                raise
            why = _("an older deckcheck wrote it, and it cannot be brought up to date ({why})", why=error.why)
            raise DatabaseUnusableError(path, why) from error


def _check_kind(path: Path) -> None:
    """Raises `NotADatabaseError` for what is no path of a file: an address, a device, a pipe."""
    if _ADDRESS.match(str(path)):
        raise NotADatabaseError(path, _("this is an address, no path of a file"))
    if path.exists() and not path.is_file() and not path.is_dir():
        raise NotADatabaseError(path, _("this is a device or a pipe"))


def check_integrity(path: Path) -> None:
    """Raises `DamagedDatabaseError` when SQLite or a foreign key says that something is broken."""
    with as_our_errors(path), closing(connect_read_only(path)) as connection:
        for (answer,) in connection.execute("PRAGMA integrity_check(1)"):
            if answer != "ok":
                raise DamagedDatabaseError(path, str(answer))
        for table, row, *_more in connection.execute("PRAGMA foreign_key_check"):
            what = _("row {row} of {table} points to nothing", row=row, table=table)
            raise DamagedDatabaseError(path, what)


def _state(path: Path, say: Say = lambda _: None) -> tuple[str | None, dict[str, str]]:
    """The revision and catalogue digests of a database; (None, {}) where there is none yet."""
    try:
        magic = read_plainly(path, len(_MAGIC))
    except FileNotFoundError:
        return None, {}
    if not magic:
        return None, {}
    if magic != _MAGIC:
        raise NotADatabaseError(path, _("it begins with {magic!r}", magic=magic[:12]))
    with closing(connect_read_only(path)) as connection:
        if is_copy(connection):
            name = wal_of(path).name
            say(
                _("{path}: its folder cannot be written, so a copy with {name} is read", path=path, name=name)
            )
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        if not tables:
            return None, {}
        if not {"alembic_version", "games"} <= tables:
            raise NotADatabaseError(path, _("an SQLite database without our tables"))
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        if row is None:
            raise DamagedDatabaseError(path, "its revision is missing")
        digests = connection.execute("SELECT code, digest FROM games WHERE digest IS NOT NULL")
        return str(row[0]), dict(digests.fetchall())


def back_up(path: Path, target: Path) -> None:
    """Writes a database to a new file, sound and whole, while others may go on writing to it.

    Raises `BackupError` where a file of that name is there already.
    """
    with as_our_errors(target):
        if os.path.lexists(target):
            raise BackupError(target, _TAKEN)
        if not target.parent.is_dir():
            raise BackupError(target, _("there is no folder {folder}", folder=target.parent))
        # Where it can be given its name at once, and every later run takes away what a kill leaves.
        near = os.access(path.parent, os.W_OK) and _disk(path) == _disk(target)
        with made_beside(path if near else target.with_name("deckcheck-backup")) as made:
            _copy(path, made)
            check_integrity(made)
            try:
                put(made, target)
            except FileExistsError:
                raise BackupError(target, _TAKEN) from None


def _disk(path: Path) -> int:
    return path.absolute().parent.stat().st_dev


def restore(path: Path, backup: Path) -> Path | None:
    """Puts a backup in the place of a database, and returns where a copy of that one is kept now.

    None where there was no database. The backup is checked before anything is changed, and brought
    up to date. Programs that have the database open see what was restored.
    """
    with as_our_errors(path), made_beside(path) as made:
        _check_kind(path)
        _take_checked(path, backup, made)
        try:
            there, _ = _state(path)
            check_wal(path)
        except (DamagedDatabaseError, OtherWalError):
            if not path.exists():
                raise
            return _replace_file(path, made)
        if there is not None:
            return _replace_content(path, made)
        with closing(sqlite3.connect(made, isolation_level=None)) as new:
            use_wal(new)
        path.unlink(missing_ok=True)  # it was empty
        put(made, path)
        return None


def _take_checked(path: Path, backup: Path, made: Path) -> None:
    """Copies a backup; raises where it is missing, no database of ours, damaged or too new."""
    if not backup.exists():
        raise BackupError(backup, _("there is no such file"))
    if path.exists() and backup.samefile(path):
        raise BackupError(backup, _("this is the database itself, not a backup of it"))
    try:
        with as_our_errors(backup):
            revision, _digests = _state(backup)
            check_integrity(backup)
            _copy(backup, made)
    except NotADatabaseError as error:
        raise BackupError(backup, _("{found}, expected a backup", found=error.found)) from error
    except DamagedDatabaseError as error:
        raise BackupError(backup, _("this backup is damaged ({found})", found=error.found)) from error
    if revision is None:
        raise BackupError(backup, _("it is empty, expected a backup"))
    if revision > HEAD:
        raise FutureDatabaseError(backup, revision)
    ensure_ready(made)


def _copy(path: Path, made: Path) -> None:
    """Copies a database through SQLite, with what stands in its WAL, as one of its own identity."""
    with closing(connect_read_only(path)) as old, closing(sqlite3.connect(made, isolation_level=None)) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode=DELETE")
        new.execute(f"PRAGMA application_id = {new_identity()}")
        new.execute("PRAGMA user_version = 0")


def _set_aside(path: Path, why: str) -> Path:
    """A copy of the database beside it, with a name of its own."""
    with made_beside(path) as made:
        _copy(path, made)
        return put_numbered(made, path.with_name(f"{path.name}.{why}"))


def _replace_content(path: Path, made: Path) -> Path:
    """Writes what `made` holds over a database in one transaction, and keeps what was there."""
    kept = list[Path]()
    waited = 0
    with closing(connect(path, "rw")) as now, closing(sqlite3.connect(made, isolation_level=None)) as new:
        use_wal(now)
        before = _stamp(now)
        # What goes into the WAL continues the file, or it would not belong to it after a kill.
        new.execute("PRAGMA journal_mode=DELETE")
        new.execute(f"PRAGMA user_version = {before.number}")
        mark(new.execute, before.identity)

        def keep(status: int, _left: int, _pages: int) -> None:
            nonlocal waited
            if status in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
                waited += 1
                if waited > BUSY_SECONDS / _WAIT:
                    raise DatabaseBusyError(path, BUSY_SECONDS)
            elif not kept:  # from the first page on no other program can write
                with closing(connect_read_only(path)) as there:
                    if _stamp(there) != before:
                        raise ChangedMeanwhileError(path)
                kept.append(_set_aside(path, "before-restore"))

        new.backup(now, pages=1, progress=keep, sleep=_WAIT)
    return kept[0]


def _replace_file(path: Path, made: Path) -> Path:
    """Puts a file in the place of a damaged one, which is kept with what lies beside it."""
    with made_beside(path) as held:
        held.write_bytes(read_plainly(path))
        kept = put_numbered(held, path.with_name(f"{path.name}.before-restore"))
    wal = wal_of(path)
    if wal.exists():
        put_numbered(wal, wal_of(kept))
        wal.unlink(missing_ok=True)
    made.replace(os.path.realpath(path))
    return kept


def _stamp(connection: sqlite3.Connection) -> Stamp:
    ask = connection.execute
    return Stamp(ask("PRAGMA application_id").fetchone()[0], ask("PRAGMA user_version").fetchone()[0], 0)


def _bring_up_to_date(path: Path, wanted: dict[str, str], say: Say) -> None:
    from db.imports.load import load_bundled
    from db.tables import make_tables

    with writing(path) as connection:
        # Another program may have done all this while we waited for the lock.
        revision = _revision(connection)
        if revision > HEAD:
            raise FutureDatabaseError(path, revision)
        if "" < revision < HEAD:
            backup = _set_aside(path, f"before-{HEAD}-from-{revision}")
            say(
                _(
                    "updating the card database {path}; a copy of it as it was: {backup}, which "
                    "`deckcheck database restore` brings back",
                    path=path,
                    backup=backup,
                )
            )
        make_tables(connection, revision)
        loaded = connection.execute("SELECT code, digest FROM games").fetchall()
        have = {str(code): digest for code, digest in loaded}
        for game in BUNDLED:
            if have.get(game.code) != wanted[game.code]:
                load_bundled(connection, game)


def _revision(connection: sqlite3.Connection) -> str:
    """The revision as a writer finds it; empty where there are no tables yet."""
    ask = connection.execute
    if not ask("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone():
        return ""
    row = ask("SELECT version_num FROM alembic_version").fetchone()
    return str(row[0]) if row else ""
