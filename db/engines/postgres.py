"""PostgreSQL: connections by address, kept for whoever asks next; one writer of a thing at a time.

The stores' statements are SQLite's; the few words that PostgreSQL has otherwise are put in their place
here. This is loaded only where an address is given, and psycopg with it.
"""

import json
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

from db.engines.common import CHECK, FOREIGN_KEY, UNIQUE, RefusedRowError
from db.engines.place import server_of, shown_place
from db.engines.register import Pair, Register
from db.errors import (
    DamagedDatabaseError,
    DatabaseBusyError,
    DatabaseUnusableError,
    DiskFullError,
    LostServerError,
    NoDriverError,
    UnstorableTextError,
)
from db.language import gettext as _
from db.wal import wal_of

try:
    import psycopg
    from psycopg import errors as refused
except ImportError as error:
    raise NoDriverError from error

T = TypeVar("T")

BUSY_SECONDS = 10
"""How long a second writer waits for the first, and a connection for its server."""

PAUSE = 0.1
"""The seconds before a second try; those before later ones are four times as many, each."""

_TRIES = 4
_CAUSES = {"23505": UNIQUE, "23503": FOREIGN_KEY, "23514": CHECK}
"""Why a row is refused, by SQLSTATE."""

_PARTS = re.compile(r"('(?:[^']|'')*')|(\bIS \?)|(\?)|(?<![:\w]):([a-z_]\w*)|(%)")
_PLAIN_INSERT = re.compile(r"INSERT INTO (\w+ \([^)]*\)) VALUES \((?:%s(?:, )?)+\)")

_DELETE = re.compile(r"DELETE FROM (\w+) WHERE ((?:\w+ (?:=|IS NOT DISTINCT FROM) %s(?: AND )?)+)")
_REGISTERED = """SELECT coalesce((SELECT max(named) FROM cards), 0),
    coalesce((SELECT max(named) FROM printings), 0), pg_relation_filenode('cards'),
    pg_postmaster_start_time()"""
"""Which cards are named: the newest of them, in which table, and since when the server runs."""

_KEPT = """SET LOCAL synchronous_commit TO off; COMMIT;
    SELECT pg_logical_emit_message(true, 'deckcheck', '')"""
"""The end of a transaction: the next writer goes on while this one waits for the disk.

What is stored is seen by others at once, but is only acknowledged when a second, empty transaction is
on the disk, and with it all before it: one such wait serves many writers.
"""

_FEW = 20
"""So many rows are sent with the next statement; more go in a stream of their own."""

_registers: dict[Path, tuple[tuple[Any, ...], Register]] = {}
_idle: dict[tuple[int, str], list["psycopg.Connection[Any]"]] = {}


@lru_cache(maxsize=500)
def translated(sql: str) -> str:
    """A statement of the stores as psycopg takes it.

    >>> translated("SELECT '?:a' FROM t WHERE a IS ? AND b = :b AND c LIKE '5%'")
    "SELECT '?:a' FROM t WHERE a IS NOT DISTINCT FROM %s AND b = %(b)s AND c LIKE '5%%'"
    """

    def put(found: re.Match[str]) -> str:
        literal, compared, mark, name, _percent = found.groups()
        if literal:
            return literal.replace("%", "%%")
        if name:
            return f"%({name})s"
        return "IS NOT DISTINCT FROM %s" if compared else "%s" if mark else "%%"

    return _PARTS.sub(put, sql)


class Server:
    """A connection to a server, within a transaction; it is used as one to an SQLite file is."""

    def __init__(
        self, connection: "psycopg.Connection[Any]", path: Path, named: tuple[Any, ...] = ()
    ) -> None:
        self.raw = connection
        self.path = path
        self._named = named
        self._register: Register | None = None
        self._later: list[str] = []

    def execute(
        self, sql: str, parameters: Sequence[Any] | Mapping[str, Any] = ()
    ) -> "psycopg.Cursor[tuple[Any, ...]]":
        """The rows of a statement; raises `RefusedRowError` for a row that breaks a rule."""
        cursor = psycopg.ClientCursor(self.raw)
        with _as_refused():
            if self._later:
                self._send(cursor, cursor.mogrify(translated(sql).encode(), parameters))
            else:
                cursor.execute(translated(sql).encode(), parameters)
        return cursor

    def executemany(self, sql: str, parameters: Any) -> "_Done":
        """Runs a statement for each row; rows that are only inserted go in one stream."""
        rows, text = list(parameters), translated(sql)
        cursor, done = self.raw.cursor(), 0
        plain = _PLAIN_INSERT.fullmatch(text)
        with _as_refused():
            if rows:
                self._send(cursor)
            if plain and rows:
                with cursor.copy(f"COPY {plain[1]} FROM STDIN".encode()) as copied:
                    for row in rows:
                        copied.write_row(row)
                done = len(rows)
            elif rows and (deletes := _DELETE.fullmatch(text)):
                done = self._delete(deletes[1], deletes[2], rows)
            elif rows:
                cursor.executemany(text.encode(), rows)
                done = cursor.rowcount
        return _Done(done)

    def later(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Runs a statement for each row, at the latest before the next question."""
        if len(listed := list(rows)) > _FEW:
            self.executemany(sql, listed)
            return
        cursor, text = psycopg.ClientCursor(self.raw), translated(sql).encode()
        with _as_refused():
            self._later += [cursor.mogrify(text, row) for row in listed]

    def _send(self, cursor: "psycopg.Cursor[Any]", *more: str) -> None:
        """Sends what waits, with more behind it, of which the cursor has the rows of the last."""
        texts, self._later = [*self._later, *more], []
        if texts:
            cursor.execute("; ".join(texts).encode())
            while cursor.nextset():
                pass

    def keep(self) -> None:
        """Ends the transaction and keeps what it did; returns when that is on the disk."""
        with _as_refused():
            self._send(self.raw.cursor(), _KEPT)

    def _delete(self, table: str, tests: str, rows: Sequence[Sequence[Any]]) -> int:
        """Deletes the rows of many keys by one statement; returns how many there were."""
        keys = [{f"v{number}": one for number, one in enumerate(row)} for row in rows]
        kinds = {
            name: "text" if any(isinstance(key[name], str) for key in keys) else "integer" for name in keys[0]
        }
        for name in kinds:
            tests = tests.replace("%s", f"key.{name}", 1)
        key = ", ".join(f"{name} {kind}" for name, kind in kinds.items())
        sql = f"DELETE FROM {table} USING json_to_recordset(%s) AS key ({key}) WHERE {tests}"  # noqa: S608 - own words
        return self.raw.cursor().execute(sql.encode(), [json.dumps(keys)]).rowcount

    def one_writer(self, thing: str) -> None:
        """Waits until no other transaction writes to a thing, until this one ends."""
        self.execute(_lock(thing))

    def stray_table(self, tables: Sequence[str]) -> str | None:
        """The first of these tables with a row that points to nothing; the transaction is over then."""
        try:
            self.raw.execute("SET CONSTRAINTS ALL IMMEDIATE")
        except refused.ForeignKeyViolation as error:
            return error.diag.table_name if error.diag.table_name in tables else tables[0]
        return None

    def register(self, pairs: Iterable[Pair] = ()) -> Register:
        """The cards that are named on this server, and what they are here; new ones are added."""
        if self._register is None:
            named = self._named or self.execute(_REGISTERED).fetchone() or ()
            self._register = _known_register(self, named)
        self._register = self._register.naming(self, self.path, pairs)
        return self._register


def _known_register(server: Server, named: tuple[Any, ...]) -> Register:
    """The register of a server, of which only what was named since is read where it is known."""
    here = _file_state(server.path)
    (cards, printings, *same), known = named, _registers.get(server.path)
    if known is None or known[0][2:] != (*same, here):
        register = Register.read(server, server.path)
    elif known[0][:2] == (cards, printings):
        return known[1]
    else:
        register = known[1].read_on(server, server.path, known[0][0], known[0][1])
    _registers[server.path] = (cards, printings, *same, here), register
    return register


def _lock(thing: str) -> str:
    number = int.from_bytes(blake2b(thing.encode(), digest_size=8).digest(), "big", signed=True)
    return f"SELECT pg_advisory_xact_lock({number})"


class _Done(list[Any]):
    """The answer to statements that find no rows."""

    def __init__(self, rowcount: int) -> None:
        super().__init__()
        self.rowcount = rowcount

    def fetchone(self) -> None:
        """Nothing."""

    def fetchall(self) -> list[Any]:
        """No rows."""
        return []


@contextmanager
def _as_refused() -> Iterator[None]:
    try:
        yield
    except psycopg.IntegrityError as error:
        cause = _CAUSES.get(error.sqlstate or "", str(error))
        raise RefusedRowError(f"{cause}: {error.diag.constraint_name}", cause) from None
    except (psycopg.DataError, UnicodeEncodeError) as error:
        if "NUL" in str(error) or "0x00" in str(error) or isinstance(error, UnicodeEncodeError):
            raise UnstorableTextError from None
        raise


@contextmanager
def reading(path: Path) -> Iterator[Server]:
    """A connection that only reads, and sees one state."""
    with _transaction(path, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") as server:
        yield server


@contextmanager
def writing(path: Path, *, keep: bool = True, collection: bool = False) -> Iterator[Server]:
    """One writing transaction: all of what happens inside is kept, or nothing; or nothing by wish.

    With the `collection` no other writes to that, and while others wait no register is read.
    """
    if collection and path not in _registers:
        with reading(path) as server:
            server.register()
    begin = f"BEGIN; {_lock('collection')}; {_REGISTERED}" if collection else "BEGIN"
    with _transaction(path, begin, keep=keep) as server:
        yield server


@contextmanager
def _transaction(path: Path, begin: str, *, keep: bool = False) -> Iterator[Server]:
    with as_our_errors(path):
        connection, begun = _begun(path, begin)
        try:
            yield (server := Server(connection, path, begun))
            if keep:
                with _told_if_lost(path):
                    server.keep()
            else:
                connection.execute("ROLLBACK")
        except BaseException:
            with suppress(psycopg.Error):
                connection.execute("ROLLBACK")
            raise
        finally:
            _give_back(path, connection)


@contextmanager
def _told_if_lost(path: Path) -> Iterator[None]:
    """The end of a transaction, of which nobody knows whether it was reached where the server goes away."""
    try:
        yield
    except psycopg.OperationalError as error:
        if error.sqlstate is not None and not error.sqlstate.startswith(("57P", "08")):
            raise
        why = _("it went away while a change was being stored; look whether the change is there")
        raise LostServerError(shown_place(path), why, told=True) from None


def _begun(path: Path, begin: str) -> "tuple[psycopg.Connection[Any], tuple[Any, ...]]":
    """A connection with a transaction, and what its last question found.

    One that is idle, if its server is still there, or a new one.
    """
    idle = _idle.setdefault((os.getpid(), server_of(path) or ""), [])
    while idle:
        try:
            connection = idle.pop()
        except IndexError:
            break
        with suppress(psycopg.OperationalError):
            return connection, _last(connection.execute(begin.encode()))
        connection.close()
    connection = _connected(path)
    return connection, _last(connection.execute(begin.encode()))


def _last(cursor: "psycopg.Cursor[Any]") -> tuple[Any, ...]:
    while cursor.nextset():
        pass
    return (cursor.fetchone() or ()) if cursor.description else ()


def _connected(path: Path) -> "psycopg.Connection[Any]":
    try:
        connection: psycopg.Connection[Any] = psycopg.connect(
            server_of(path) or "",
            autocommit=True,
            connect_timeout=BUSY_SECONDS,
            cursor_factory=psycopg.ClientCursor,
            application_name="deckcheck",
        )
    except psycopg.OperationalError as error:
        why = " ".join(str(error).split())
        lost = "password" not in why and "does not exist" not in why
        raise (LostServerError if lost else DatabaseUnusableError)(shown_place(path), why) from None
    except (psycopg.Error, ValueError):
        # What it says quotes the address, and with it perhaps a password.
        raise DatabaseUnusableError(shown_place(path), _("this is no address of a server")) from None
    connection.execute(f"SET lock_timeout = '{BUSY_SECONDS}s'".encode())
    return connection


def _file_state(path: Path) -> tuple[tuple[int, int, int], ...]:
    """A value that changes with the catalogue, as far as its file shows."""
    found = (one.stat() for one in (path, wal_of(path)) if one.exists())
    return tuple((one.st_ino, one.st_mtime_ns, one.st_size) for one in found)


def _give_back(path: Path, connection: "psycopg.Connection[Any]") -> None:
    if connection.closed or connection.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
        connection.close()
    else:
        _idle.setdefault((os.getpid(), server_of(path) or ""), []).append(connection)


def close_idle() -> None:
    """Closes the connections that nobody uses."""
    for connections in list(_idle.values()):
        while connections:
            connections.pop().close()


@contextmanager
def as_our_errors(path: Path) -> Iterator[None]:
    """The context in which errors of the server become ours, with advice."""
    place = shown_place(path)
    try:
        yield
    except (refused.LockNotAvailable, refused.QueryCanceled):
        raise DatabaseBusyError(place, BUSY_SECONDS) from None
    except refused.DiskFull:
        raise DiskFullError(place) from None
    except (refused.UndefinedTable, refused.UndefinedColumn, refused.DataCorrupted) as error:
        raise DamagedDatabaseError(place, str(error).partition("\n")[0]) from None
    except (refused.SerializationFailure, refused.DeadlockDetected):
        raise LostServerError(place, _("another program changed the same at the same moment")) from None
    except psycopg.OperationalError as error:
        if error.sqlstate is None or error.sqlstate.startswith(("57P", "08")):
            raise LostServerError(place, _("its server went away; nothing was changed")) from None
        raise DatabaseUnusableError(place, str(error).partition("\n")[0]) from None
    except psycopg.Error as error:
        raise DatabaseUnusableError(place, str(error).partition("\n")[0]) from None


def tried_again(work: Callable[[], T]) -> T:
    """The result of work, done again where the server went away before it had promised anything."""
    for number in range(_TRIES):
        try:
            return work()
        except LostServerError as error:
            if error.told or number == _TRIES - 1:
                raise
            time.sleep(PAUSE * 4**number)
    raise AssertionError
