"""Programs and servers that are killed, connections that are cut, many writers: on PostgreSQL.

What was acknowledged is there, nothing is half, and nothing is doubled. `make faults` tries 60 moments.
"""

import multiprocessing
import os
import random
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from itertools import repeat
from multiprocessing.connection import Connection as Parent
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from db.collection.history import history
from db.collection.holdings import HoldingChange, HoldingKey
from db.collection.ledger import apply_batch
from db.collection.read import holdings
from db.copies import copy_database
from db.database import HEAD
from db.engines.people import reading, writing
from db.engines.place import ServerPath
from db.errors import DiskFullError, LostServerError
from db.events.store import EventOrigin, create_event, read_event, working
from db.events.values import EventFacts, PlayerFacts
from db.server import check_server, ensure_server_ready, server_revision
from db.steps import STEPS
from db.tables import PEOPLE
from tests.faults.server_acts import (
    ACTS,
    Kept,
    act_until_killed,
    check_whole,
    copy_until_killed,
    open_until_killed,
)
from tests.faults.test_disks_and_clocks import mount, unmount

psycopg = pytest.importorskip("psycopg")
from db.engines.postgres import close_idle  # noqa: E402 - only where there is psycopg
from tests.postgres import PostgresServer, find_programs  # noqa: E402 - the same

ALL = bool(os.environ.get("FAULTS_ALL"))
TRIES = 60 if ALL else 3
WRITERS, ROUNDS, SECONDS = 16, 4, 20 if ALL else 0
SEED = int(os.environ.get("FAULTS_SEED", "32"))
FOLDERS = os.environ.get("PYTEST_DEBUG_TEMPROOT")
OLDER, MANY = "0003", 100
ONE = HoldingChange(HoldingKey(1), add=1)


@pytest.fixture(scope="module")
def safe_server() -> Iterator[PostgresServer]:
    """A server that waits for its disk, as one of a club does; here that is the memory of the machine."""
    programs = find_programs()
    if programs is None:
        pytest.skip("there is neither the wheel of PostgreSQL nor one of the system")
    with TemporaryDirectory(prefix="pg", dir=FOLDERS) as folder:
        Path(folder).chmod(0o755)
        server = PostgresServer(programs, Path(folder) / "s", safe=True)
        server.start()
        try:
            yield server
        finally:
            close_idle()
            server.stop()


@pytest.fixture(scope="module")
def empty(safe_server: PostgresServer, few_sets_database: Path) -> str:
    """The name of a database with our tables, of which each test gets a copy."""
    safe_server.run("CREATE DATABASE empty")
    ensure_server_ready(ServerPath.of(few_sets_database, safe_server.address("empty")), HEAD, lambda _: None)
    close_idle()
    return "empty"


@pytest.fixture
def place(
    safe_server: PostgresServer, empty: str, few_sets_database: Path, few_sets_bundled: None, tmp_path: Path
) -> Iterator[ServerPath]:
    """An empty database on that server."""
    safe_server.run("DROP DATABASE IF EXISTS faults WITH (FORCE)")
    catalogue = Path(shutil.copy(few_sets_database, tmp_path / "cards.sqlite"))
    safe_server.run(f"CREATE DATABASE faults TEMPLATE {empty} STRATEGY file_copy")
    yield ServerPath.of(catalogue, safe_server.address("faults"))
    close_idle()


Begun = tuple[BaseProcess, Parent]


@contextmanager
def program(work: Callable[..., None], *arguments: object) -> Iterator[Begun]:
    """A process that does something, and the end of a pipe at which it tells of it."""
    if not hasattr(os, "fork"):
        pytest.skip("needs fork, which this system does not have")
    forked = multiprocessing.get_context("fork")
    here, there = forked.Pipe(duplex=False)
    process = forked.Process(target=work, args=(*arguments, there))
    process.start()
    there.close()
    try:
        yield process, here
    finally:
        process.kill()
        process.join()
        process.close()
        here.close()


def told(pipe: Parent) -> Iterator[Kept | None]:
    """Yields what a process tells until it ends: None where an act begins, else what was acknowledged."""
    with suppress(EOFError, OSError):
        while True:
            yield pipe.recv()


@pytest.mark.parametrize("act", ACTS)
def test_a_killed_program_leaves_what_it_acknowledged_and_nothing_half(place: ServerPath, act: str) -> None:
    rng, kept = random.Random(f"{SEED} {act}"), list[Kept | None]()
    for _ in range(TRIES):
        with program(act_until_killed, place, act) as (process, pipe):
            said = told(pipe)
            next(said)
            begin = time.monotonic()
            kept.append(next(said, None))
            took = time.monotonic() - begin
            next(said)
            time.sleep(rng.uniform(0, took))
            process.kill()
            kept += said
        with reading(place) as connection:  # the server notices that the program is gone
            assert connection.execute("SELECT 1").fetchone() == (1,)
        check_whole(place, filter(None, kept))


class Acting:
    """A thread that does an act again and again, and counts what it was told of each."""

    def __init__(self, path: Path, act: str = "import") -> None:
        self.kept, self.unsure, self.errors = list[Kept](), 0, list[str]()
        self.begun, self.took = 0, 0.0
        self._path, self._act, self._stopped = path, act, threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        prepare, change = ACTS[self._act]
        while not self._stopped.is_set():
            try:
                found = prepare(self._path)
                begin = time.monotonic()
                self.begun += 1
                self.kept.append(change(self._path, found))
                self.took = time.monotonic() - begin
            except LostServerError as error:
                self.unsure += error.told
            except Exception as error:
                self.errors.append(repr(error))

    def wait(self, until: Callable[[], object]) -> None:
        """Waits until something is so, or it has ended with an error."""
        while not until() and not self.errors:
            time.sleep(0.001)

    def stop(self) -> None:
        """Ends it, after the act that it is at."""
        self._stopped.set()
        self._thread.join()

    def check(self, path: Path) -> None:
        """All that was kept is there, once, and beside it at most what nobody could tell."""
        close_idle()
        assert self.errors == []
        assert self.kept
        check_whole(path, self.kept)
        if self._act in {"import", "save"}:
            made = [one for one in history(path) if one.command == self._act]
            assert len(self.kept) <= len(made) <= len(self.kept) + self.unsure


@pytest.mark.parametrize("act", ACTS)
def test_a_killed_server_comes_back_with_all_that_was_acknowledged(
    safe_server: PostgresServer, place: ServerPath, act: str
) -> None:
    rng, acting = random.Random(f"{SEED} {act}"), Acting(place, act)
    try:
        for _ in range(TRIES if ALL else 2):
            acting.wait(lambda: acting.took)
            begun = acting.begun
            acting.wait(lambda begun=begun: acting.begun > begun)  # type: ignore[misc]
            time.sleep(rng.uniform(0, acting.took))
            kill(safe_server)
    finally:
        acting.stop()
    acting.check(place)


def _shut(one: socket.socket) -> None:
    with suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)


class Proxy:
    """A way to a server that is cut after so many bytes of one direction, each time anew."""

    def __init__(self, target: Path, rng: random.Random) -> None:
        self._target, self._rng = str(target), rng
        self.cuts = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._sockets = [self._listener]
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def close(self) -> None:
        """Lets nobody in any more, and ends all connections."""
        for one in self._sockets:
            _shut(one)
        for thread in self._threads:
            thread.join()
        for one in self._sockets:
            one.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.socket(socket.AF_UNIX)
                self._sockets += (near, far)
                far.connect(self._target)
                there, back = self._rng.choice([(20_000, None), (None, 6_000)])
                for one, other, most in ((near, far, there), (far, near, back)):
                    left = None if most is None else self._rng.randrange(most)
                    self._threads.append(threading.Thread(target=self._carry, args=(one, other, left)))
                    self._threads[-1].start()

    def _carry(self, one: socket.socket, other: socket.socket, left: int | None) -> None:
        with suppress(OSError):
            while data := one.recv(4096):
                if left is not None and len(data) >= left:
                    other.sendall(data[:left])
                    self.cuts += 1
                    break
                left = None if left is None else left - len(data)
                other.sendall(data)
        _shut(one)
        _shut(other)


def test_a_connection_that_is_cut_anywhere_loses_and_doubles_nothing(
    safe_server: PostgresServer, place: ServerPath
) -> None:
    with closing(Proxy(safe_server.socket(), random.Random(SEED))) as proxy:
        path = ServerPath.of(Path(str(place)), f"postgresql://club@127.0.0.1:{proxy.port}/faults")
        acting = Acting(path)
        try:
            until = time.monotonic() + 60
            while proxy.cuts < TRIES and time.monotonic() < until:
                time.sleep(0.02)
        finally:
            acting.stop()
    assert proxy.cuts >= TRIES
    acting.check(place)


def test_a_reading_goes_on_where_its_server_has_cut_what_was_idle_and_leaves_no_transaction_open(
    safe_server: PostgresServer, place: ServerPath
) -> None:
    apply_batch(place, [ONE], command="a copy")
    own = "FROM pg_stat_activity WHERE application_name = 'deckcheck' AND datname = 'faults'"
    for _ in range(3):
        assert holdings(place, "swtcg")
        with psycopg.connect(safe_server.address("postgres"), autocommit=True) as other:
            until = time.monotonic() + 10
            while (states := other.execute(f"SELECT DISTINCT state {own}").fetchall()) != [("idle",)]:
                assert time.monotonic() < until, states
            other.execute(f"SELECT pg_terminate_backend(pid) {own}")


def test_many_writers_at_once_lose_and_double_nothing(place: ServerPath) -> None:
    wrong, made = list[Exception](), [0] * WRITERS
    until = time.monotonic() + SECONDS

    def write(number: int) -> None:
        try:
            while made[number] < ROUNDS or time.monotonic() < until:
                apply_batch(place, [ONE, HoldingChange(HoldingKey(2 + number), add=1)], command="import")
                with working(place, "Open", EventOrigin("register")) as work:
                    player = max(work.event.players, default=0) + 1
                    work.put("player", [player], PlayerFacts(f"Player {number} {made[number]}"))
                made[number] += 1
        except Exception as error:
            wrong.append(error)

    create_event(place, EventFacts("u1", "Open", "swtcg", "dci", "2004-06-19"), EventOrigin("new"))
    threads = [threading.Thread(target=write, args=(number,)) for number in range(WRITERS)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert wrong == []
    check_server(place)
    assert {one.key.card_id: one.quantity for one in holdings(place, "swtcg")} == {1: sum(made)} | {
        2 + number: count for number, count in enumerate(made)
    }
    assert [batch.number for batch in history(place)] == list(range(sum(made), 0, -1))
    event = read_event(place, "Open")
    assert len(event.players) == len({one.name for one in event.players.values()}) == sum(made)
    assert event.newest == sum(made) + 1


@pytest.mark.parametrize("kills_server", [False, True])
def test_a_copy_that_is_killed_is_there_whole_or_not_at_all(
    safe_server: PostgresServer, place: ServerPath, empty: str, kills_server: bool
) -> None:
    apply_batch(place, [HoldingChange(HoldingKey(card), add=1) for card in range(1, 400)], command="import")
    file = Path(str(place))
    copy_database(place, file)
    target = ServerPath.of(file, safe_server.address("copied"))
    rng, took = random.Random(SEED), 1.0
    for number in range((TRIES if ALL else 3) + 1):
        safe_server.run("DROP DATABASE IF EXISTS copied WITH (FORCE)")
        safe_server.run(f"CREATE DATABASE copied TEMPLATE {empty} STRATEGY file_copy")
        with program(copy_until_killed, file, target) as (process, pipe):
            pipe.recv()
            begin = time.monotonic()
            if number:
                time.sleep(rng.uniform(0, took))
                kill(safe_server if kills_server else process)
            done = [*told(pipe)]
            took = took if number else time.monotonic() - begin
        held = len(holdings(target, "swtcg"))
        assert (held, len(history(target))) in ({(399, 1)} if done else {(0, 0), (399, 1)})
        check_server(target)
        if not held:
            assert [one.rows for one in copy_database(file, target) if one.name == "holdings"] == [399]


def kill(what: PostgresServer | BaseProcess) -> None:
    """Kills a process, or a server that starts again."""
    what.kill()
    if isinstance(what, PostgresServer):
        what.start()


def shape(path: Path) -> set[tuple[str, str]]:
    """The columns and indexes of all tables of a server."""
    with reading(path) as connection:
        return {
            *connection.execute(
                "SELECT table_name, column_name FROM information_schema.columns"
                " WHERE table_schema = current_schema()"
            ).fetchall(),
            *connection.execute(
                "SELECT tablename, indexname FROM pg_indexes WHERE schemaname = current_schema()"
            ).fetchall(),
        }


@pytest.fixture(scope="module")
def older(safe_server: PostgresServer, empty: str, few_sets_database: Path) -> set[tuple[str, str]]:
    """Makes `older`, a database as one of revision 0003 was, with holdings; returns the newest shape."""
    path = ServerPath.of(few_sets_database, safe_server.address("older"))
    safe_server.run(f"CREATE DATABASE older TEMPLATE {empty} STRATEGY file_copy")
    apply_batch(path, [ONE], command="import")
    newest = shape(path)
    later = {table for step, tables in STEPS.items() if step > OLDER for table in tables}
    later -= {table for step, tables in STEPS.items() if step <= OLDER for table in tables}
    with writing(path) as connection:
        for table in later & {table.name for table in PEOPLE}:
            connection.execute(f"DROP TABLE {table} CASCADE")
        connection.execute("ALTER TABLE holdings DROP COLUMN dice")
        connection.execute("ALTER TABLE sets DROP COLUMN released")
        connection.execute("UPDATE alembic_version SET version_num = ?", (OLDER,))
    close_idle()
    return newest


@pytest.mark.parametrize("killed", ["the only program", "one of two", "the server"])
def test_an_older_database_is_killed_at_a_step_and_goes_on(
    safe_server: PostgresServer, place: ServerPath, older: set[tuple[str, str]], killed: str
) -> None:
    path = ServerPath.of(Path(str(place)), safe_server.address("migrated"))
    rng, took, steps = random.Random(f"{SEED} {killed}"), 1.0, set[str]()
    for number in range(TRIES + 1):
        safe_server.run("DROP DATABASE IF EXISTS migrated WITH (FORCE)")
        safe_server.run("CREATE DATABASE migrated TEMPLATE older STRATEGY file_copy")
        with ExitStack() as stack:
            one, pipe = stack.enter_context(program(open_until_killed, path))
            pipe.recv()
            begin = time.monotonic()
            other = (
                stack.enter_context(program(open_until_killed, path))[1] if killed == "one of two" else None
            )
            if number:  # nobody is killed at first, to see how long it takes
                time.sleep(rng.uniform(0, took))
                kill(safe_server if killed == "the server" else one)
            if [*told(pipe)]:
                took = min(took, time.monotonic() - begin)
            if other is not None:
                assert ("open",) in told(other), "the other one has brought it up to date"
        with reading(path) as connection:
            revision = server_revision(connection)
        steps.add(revision)
        check_step(shape(path), older, revision)
        ensure_server_ready(path, HEAD, lambda _: None)
        assert shape(path) == older
        assert [one.quantity for one in holdings(path, "swtcg")] == [1]
        check_server(path)
        close_idle()
    assert not ALL or killed != "the only program" or steps > {OLDER, HEAD}


def check_step(found: set[tuple[str, str]], newest: set[tuple[str, str]], revision: str) -> None:
    """All that the steps to a revision made is there, and no table of those after it."""
    made = {table for step, tables in STEPS.items() if step <= revision for table in tables}
    touched = {table for step, tables in STEPS.items() if OLDER < step <= revision for table in tables}
    assert {table for table, _name in found} <= made | {"alembic_version", "sqlite_sequence"}
    assert {one for one in newest if one[0] in touched} <= found


@pytest.fixture
def small_disk(safe_server: PostgresServer) -> Iterator[Path]:
    """A tablespace on a disk of its own, with room for a database and little more."""
    with TemporaryDirectory(prefix="pg", dir=FOLDERS) as folder:
        Path(folder).chmod(0o755)
        (disk := Path(folder) / "disk").mkdir()
        if not mount("-t", "tmpfs", "-o", "size=32m", "tmpfs", str(disk)):
            pytest.skip("mounting is not allowed here")
        try:
            (space := disk / "space").mkdir()
            safe_server.own(space)
            safe_server.run(f"CREATE TABLESPACE small LOCATION '{space}'")
            yield disk
        finally:
            close_idle()
            safe_server.run("DROP DATABASE IF EXISTS small WITH (FORCE)")
            safe_server.run("DROP TABLESPACE IF EXISTS small")
            unmount(disk)


def test_on_a_full_disk_nothing_is_half_and_with_room_it_goes_on(
    safe_server: PostgresServer, place: ServerPath, small_disk: Path
) -> None:
    close_idle()
    safe_server.run("CREATE DATABASE small TEMPLATE faults STRATEGY file_copy TABLESPACE small")
    path = ServerPath.of(Path(str(place)), safe_server.address("small"))
    sheet = [HoldingChange(HoldingKey(card), add=1) for card in range(1, 400)]
    apply_batch(path, sheet, command="import")
    filler, kept = small_disk / "filler", 1
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        file.writelines(repeat(bytes(4096)))
    with suppress(DiskFullError):
        while kept < MANY:  # what deletes left is used first
            apply_batch(path, sheet, command="import")
            kept += 1
    assert kept < MANY
    with pytest.raises(DiskFullError, match="nothing was changed"):
        apply_batch(path, sheet, command="import")
    assert [one.quantity for one in holdings(path, "swtcg")] == [kept] * len(sheet)
    assert len(history(path)) == kept
    filler.unlink()
    check_server(path)
    apply_batch(path, sheet, command="import")
    assert [one.quantity for one in holdings(path, "swtcg")] == [kept + 1] * len(sheet)
