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
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from db.engines.common import CHECK, FOREIGN_KEY, UNIQUE, Ask, RefusedRowError
from db.engines.place import OWNER, of_person, person_of, server_of, shown_place
from db.engines.register import Pair, Register
from db.errors import (
    DamagedDatabaseError,
    DatabaseBusyError,
    DiskFullError,
    LostServerError,
    NoDriverError,
    ServerUnusableError,
    UnstorableTextError,
)
from db.language import gettext as _
from db.wal import wal_of

try:
    import psycopg
    from psycopg import errors as refused
    from psycopg.generators import fetch_many
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

_READING = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_KEPT = """SET LOCAL synchronous_commit TO off; COMMIT;
    SELECT pg_logical_emit_message(true, 'deckcheck', '')"""
"""The end of a transaction: the next writer goes on while this one waits for the disk.

What is stored is seen by others at once, but is only acknowledged when a second, empty transaction is
on the disk, and with it all before it: one such wait serves many writers.
"""

_FEW = 20
"""So many rows are sent with the next statement; more go in a stream of their own."""

_registers: dict[Path, tuple[tuple[Any, ...], Register]] = {}
_idle: dict[tuple[int, str], list["_Link"]] = {}
_numbers = count(1)


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


@lru_cache(maxsize=500)
def _prepared(sql: str) -> tuple[str, str, str] | None:
    """A name for a statement, how a server learns it, and how it is run; None where it cannot be learned.

    >>> _prepared("DELETE FROM t WHERE a = ?")[1].partition(" AS ")[2]
    'DELETE FROM t WHERE a = $1'
    """
    text = translated(sql)
    if "%(" in text or "%%" in text or text.startswith("SET "):
        return None
    name, parts = f"d{next(_numbers)}", text.split("%s")
    numbered = "".join(f"{part}${place}" for place, part in enumerate(parts[:-1], start=1)) + parts[-1]
    values = f" ({', '.join(['%s'] * (len(parts) - 1))})" if len(parts) > 1 else ""
    return name, f"PREPARE {name} AS {numbered}", f"EXECUTE {name}{values}"


class _Link(psycopg.Connection[Any]):
    """A connection that knows which statements its server has learned; None where that is unsure."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.learned: set[str] | None = set()

    def text(self, sql: str, parameters: Any) -> str:
        """A statement with its values, as short as the server understands it."""
        known = _prepared(sql)
        run = known[2] if known and known[0] in (self.learned or ()) else translated(sql)
        return psycopg.ClientCursor(self).mogrify(run.encode(), parameters)

    def lesson(self, sql: str) -> list[str]:
        """The words by which the server learns a statement, sent before that; none where it knows it."""
        known = _prepared(sql)
        if known is None or self.learned is None or known[0] in self.learned:
            return []
        self.learned.add(known[0])
        return [known[1]]

    def take_back(self, *, sure: bool) -> None:
        """Ends a transaction that comes to nothing; `sure` where all that was to be learned was sent."""
        self.execute(b"ROLLBACK")
        if not sure:
            self.learned = None

    def forget(self) -> None:
        """Lets the server forget all statements where it is unsure which it learned."""
        if self.learned is None:
            self.execute(b"DEALLOCATE ALL")
            self.learned = set()


class Server:
    """A connection to a server, within a transaction; it is used as one to an SQLite file is.

    `answers` are those to what was asked with its begin; `waits` is to be sent with the next statement,
    such as the begin itself of a reading.
    """

    def __init__(
        self, connection: _Link, path: Path, answers: Mapping[str, list[Any]], waits: Iterable[str] = ()
    ) -> None:
        self.raw = connection
        self.path = of_person(path, OWNER)
        self.person = person_of(path)
        self._answers = answers
        self._register: Register | None = None
        self.waits = [*waits]
        self.has_begun = not self.waits

    def execute(
        self, sql: str, parameters: Sequence[Any] | Mapping[str, Any] = ()
    ) -> "psycopg.Cursor[tuple[Any, ...]] | _Done":
        """The rows of a statement; raises `RefusedRowError` for a row that breaks a rule."""
        with _as_refused():
            text = self.raw.text(sql, parameters)
            if text in self._answers:
                return _Done(rows=self._answers[text])
            try:
                self._send(cursor := psycopg.ClientCursor(self.raw), text)
            except psycopg.OperationalError:
                if self.has_begun or not self.raw.broken:
                    raise
                self.raw, self.waits = _connected(self.path), [_READING]  # that of the last reading is lost
                self._send(cursor := psycopg.ClientCursor(self.raw), self.raw.text(sql, parameters))
        return cursor

    def executemany(self, sql: str, parameters: Any) -> "_Done":
        """Runs a statement for each row; rows that are only inserted go in one stream."""
        if not (rows := list(parameters)):
            return _Done(0)
        cursor, text = self.raw.cursor(), translated(sql)
        with _as_refused():
            self._send(cursor)
            if plain := _PLAIN_INSERT.fullmatch(text):
                with cursor.copy(f"COPY {plain[1]} FROM STDIN".encode()) as copied:
                    for row in rows:
                        copied.write_row(row)
                return _Done(len(rows))
            if deletes := _DELETE.fullmatch(text):
                return _Done(self._delete(deletes[1], deletes[2], rows))
            cursor.executemany(text.encode(), rows)
            return _Done(cursor.rowcount)

    def later(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Runs a statement for each row, at the latest before the next question.

        What was asked ahead is asked again then.
        """
        if len(listed := list(rows)) > _FEW:
            self.executemany(sql, listed)
            return
        self._answers = {}
        if listed:
            self.waits += self.raw.lesson(sql)
        with _as_refused():
            self.waits += [self.raw.text(sql, row) for row in listed]

    def _send(self, cursor: "psycopg.Cursor[Any]", *more: str) -> None:
        """Sends what waits, with more behind it, of which the cursor has the rows of the last."""
        self._answers = {}
        if texts := [*self.waits, *more]:
            known, self.raw.learned, self.waits = self.raw.learned, None, []
            cursor.execute("; ".join(texts).encode())
            while cursor.nextset():
                pass
            self.raw.learned, self.has_begun = known, True

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
        sql = f"DELETE FROM {table} USING json_to_recordset(%s) AS key ({key}) WHERE {tests}"
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
            named = self.execute(_REGISTERED).fetchone() or ()
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
    """The rows that were found before, or the answer to statements that find none."""

    def __init__(self, rowcount: int = -1, rows: Iterable[Any] = ()) -> None:
        super().__init__(rows)
        self.rowcount = rowcount

    def fetchone(self) -> Any:
        """The first row."""
        return self[0] if self else None

    def fetchall(self) -> list[Any]:
        """All rows."""
        return self


class _Ahead(list[tuple[str, Any]]):
    """A connection that notes what is asked, by the register that is known."""

    def __init__(self, path: Path, ask: Ask | None) -> None:
        super().__init__()
        self._path, self.person = of_person(path, OWNER), person_of(path)
        if ask and self._path in _registers:
            ask(self)

    def execute(self, sql: str, parameters: Any = ()) -> _Done:
        """No rows yet."""
        self.append((sql, parameters))
        return _Done()

    executemany = execute

    def register(self, _pairs: Iterable[Pair] = ()) -> Register:
        """The register as it was read last."""
        return _registers[self._path][1]


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
    """A connection that only reads, and sees one state.

    Its begin goes with its first question, and nobody waits for its end.
    """
    with as_our_errors(path):
        server = Server(_idle_link(path) or _connected(path), path, {}, [_READING])
        try:
            yield server
        except BaseException:
            with suppress(psycopg.Error):
                server.raw.take_back(sure=False)
            _give_back(path, server.raw)
            raise
        if server.has_begun:
            server.raw.pgconn.send_query(b"ROLLBACK")
        _idle[_place(path)].append(server.raw)


@contextmanager
def writing(
    path: Path, *, keep: bool = True, collection: bool = False, ahead: Ask | None = None
) -> Iterator[Server]:
    """One writing transaction: all of what happens inside is kept, or nothing; or nothing by wish.

    With the `collection` no other writes to that, and while others wait no register is read. What
    `ahead` asks goes out with the begin, so that others wait for no way there and back of it.
    """
    if collection and of_person(path, OWNER) not in _registers:
        with reading(path) as server:
            server.register()
    begin = f"BEGIN; {_lock('collection')}" if collection else "BEGIN"
    asked = [(_REGISTERED, ()), *_Ahead(path, ahead)] if collection else ()
    with _transaction(path, begin, asked, keep=keep) as server:
        yield server


@contextmanager
def _transaction(
    path: Path, begin: str, ahead: Sequence[tuple[str, Any]] = (), *, keep: bool = False
) -> Iterator[Server]:
    with as_our_errors(path):
        connection, answers = _begun(path, begin, ahead)
        try:
            yield (server := Server(connection, path, answers))
            if keep:
                with _told_if_lost(path):
                    server.keep()
            else:
                connection.take_back(sure=not server.waits)
        except BaseException:
            with suppress(psycopg.Error):
                connection.take_back(sure=False)
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


def _begun(path: Path, begin: str, ahead: Sequence[tuple[str, Any]]) -> tuple[_Link, Mapping[str, list[Any]]]:
    """A connection with a transaction, and the answers to what was asked with its begin.

    One that is idle, if its server is still there, or a new one.
    """
    while True:
        idle = _idle_link(path)
        connection = idle or _connected(path)
        try:
            return connection, _asked(connection, begin, ahead)
        except BaseException as error:
            gone = connection.broken and isinstance(error, psycopg.OperationalError)
            connection.close()
            if not (idle and gone):
                raise


def _idle_link(path: Path) -> _Link | None:
    """A connection that nobody uses, what it still had to say heard; None where there is none."""
    try:
        link = _idle.setdefault(_place(path), []).pop()
    except IndexError:
        return None
    with suppress(psycopg.OperationalError):  # a lost one is found out when it is asked
        link.wait(fetch_many(link.pgconn))
    return link


def _place(path: Path) -> tuple[int, str]:
    return os.getpid(), server_of(path) or ""


def _asked(connection: _Link, begin: str, ahead: Sequence[tuple[str, Any]]) -> Mapping[str, list[Any]]:
    lessons = [words for sql, _values in ahead for words in connection.lesson(sql)]
    texts = [connection.text(sql, values) for sql, values in ahead]
    cursor = connection.execute("; ".join([*lessons, begin, *texts]).encode())
    found = [one.fetchall() if one.description else [] for one in cursor.results()]
    return dict(zip(texts, found[-len(texts) :] if texts else (), strict=True))


def _connected(path: Path) -> _Link:
    try:
        connection = _Link.connect(
            server_of(path) or "",
            autocommit=True,
            connect_timeout=BUSY_SECONDS,
            cursor_factory=psycopg.ClientCursor,
            application_name="deckcheck",
        )
    except psycopg.OperationalError as error:
        why = " ".join(str(error).split())
        lost = "password" not in why and "does not exist" not in why
        raise (LostServerError if lost else ServerUnusableError)(shown_place(path), why) from None
    except (psycopg.Error, ValueError):
        # What it says quotes the address, and with it perhaps a password.
        raise ServerUnusableError(shown_place(path), _("this is no address of a server")) from None
    connection.execute(f"SET lock_timeout = '{BUSY_SECONDS}s'".encode())
    return connection


def _file_state(path: Path) -> tuple[tuple[int, int, int], ...]:
    """A value that changes with the catalogue, as far as its file shows."""
    found = (one.stat() for one in (path, wal_of(path)) if one.exists())
    return tuple((one.st_ino, one.st_mtime_ns, one.st_size) for one in found)


def _give_back(path: Path, connection: _Link) -> None:
    if connection.closed or connection.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
        connection.close()
        return
    with suppress(psycopg.Error):
        connection.forget()
        _idle.setdefault(_place(path), []).append(connection)


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
        raise ServerUnusableError(place, str(error).partition("\n")[0]) from None
    except psycopg.Error as error:
        raise ServerUnusableError(place, str(error).partition("\n")[0]) from None


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
