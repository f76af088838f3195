"""Programs and servers that are killed, connections that are cut, many writers: on PostgreSQL.

What was acknowledged is there, nothing is half, and nothing is doubled. `make faults` tries 60 moments.
"""

import os
import pickle
import random
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from db.collection.history import history
from db.collection.holdings import HoldingChange, HoldingKey
from db.collection.ledger import apply_batch
from db.collection.read import holdings, read_decks
from db.copies import copy_database
from db.database import HEAD
from db.engines.people import reading
from db.engines.place import ServerPath
from db.errors import DatabaseError, LostServerError
from db.events.store import EventOrigin, create_event, read_event, working
from db.events.values import EventFacts, PlayerFacts
from db.server import check_server, ensure_server_ready
from tests.conftest import ROOT
from tests.faults.server_writer import ROWS

psycopg = pytest.importorskip("psycopg")
from db.engines.postgres import close_idle  # noqa: E402 - only where there is psycopg
from tests.postgres import PostgresServer, find_programs  # noqa: E402 - the same

ALL = bool(os.environ.get("FAULTS_ALL"))
TRIES = 60 if ALL else 6
WRITERS, ROUNDS = 16, 200 if ALL else 4
SEED = int(os.environ.get("FAULTS_SEED", "32"))
ONE = HoldingChange(HoldingKey(1), add=1)


@pytest.fixture(scope="module")
def safe_server() -> Iterator[PostgresServer]:
    """A server that waits for its disk, as one of a club does."""
    programs = find_programs()
    if programs is None:
        pytest.skip("there is neither the wheel of PostgreSQL nor one of the system")
    with TemporaryDirectory(prefix="pg") as folder:
        Path(folder).chmod(0o755)
        server = PostgresServer(programs, Path(folder) / "s", safe=True)
        server.start()
        try:
            yield server
        finally:
            close_idle()
            server.stop()


@pytest.fixture
def place(
    safe_server: PostgresServer, few_sets_database: Path, few_sets_bundled: None, tmp_path: Path
) -> Iterator[ServerPath]:
    """An empty database on that server, with an event."""
    safe_server.run("DROP DATABASE IF EXISTS faults WITH (FORCE)")
    safe_server.run("CREATE DATABASE faults")
    catalogue = Path(shutil.copy(few_sets_database, tmp_path / "cards.sqlite"))
    path = ServerPath.of(catalogue, safe_server.address("faults"))
    ensure_server_ready(path, HEAD, lambda _: None)
    create_event(path, EventFacts("u1", "Open", "swtcg", "dci", "2004-06-19"), EventOrigin("new"))
    yield path
    close_idle()


def check_whole(path: Path, acknowledged: list[str]) -> None:
    """Each batch is there whole, none twice, and all that were acknowledged are there."""
    check_server(path)
    batches = {batch.number: batch for batch in history(path)}
    assert sorted(batches) == list(range(1, len(batches) + 1)), "no number is left out"
    undone = {batch.undoes for batch in batches.values() if batch.undoes}
    imports = [n for n, batch in batches.items() if batch.command == "import" and n not in undone]
    assert [one.quantity for one in holdings(path, "swtcg")] == ([len(imports)] * ROWS if imports else [])
    assert all(batch.added + batch.changed + batch.removed in {1, ROWS} for batch in batches.values())
    decks = [batch for batch in batches.values() if batch.command == "save"]
    assert len(read_decks(path)) == len(decks)
    event = read_event(path, "Open")
    assert list(event.players) == list(range(1, len(event.players) + 1))
    assert event.newest == len(event.players) + 1, "a batch for each player, and the one of the event"
    for line in acknowledged:
        what, number = line.split()
        if what == "player":
            assert int(number) <= event.newest
        else:
            assert batches[int(number)].command.partition(" ")[0] == {"deck": "save"}.get(what, what)


@contextmanager
def writer(path: ServerPath) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.faults.server_writer", str(path), path.address or ""]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as program:
        try:
            yield program
        finally:
            program.kill()


def test_a_killed_program_leaves_what_it_acknowledged_and_nothing_half(place: ServerPath) -> None:
    rng, acknowledged = random.Random(SEED), list[str]()
    for _ in range(TRIES):
        with writer(place) as program:
            assert program.stdout is not None
            acknowledged.append(program.stdout.readline())
            time.sleep(rng.uniform(0, 0.1))
            program.send_signal(signal.SIGKILL)
            acknowledged += [line for line in program.stdout if line.endswith("\n")]
        with reading(place) as connection:  # the server notices that the program is gone
            assert connection.execute("SELECT 1").fetchone() == (1,)
        check_whole(place, acknowledged)


class Adding:
    """A thread that adds copies of a card, one a batch, and counts what it was told of each."""

    def __init__(self, path: Path) -> None:
        self.kept, self.unsure, self.errors = 0, 0, list[str]()
        self._path, self._stopped = path, threading.Event()
        self._thread = threading.Thread(target=self._add)
        self._thread.start()

    def _add(self) -> None:
        while not self._stopped.is_set():
            try:
                apply_batch(self._path, [ONE], command="import")
                self.kept += 1
            except LostServerError as error:
                self.unsure += error.told
            except DatabaseError as error:
                self.errors.append(repr(error))

    def stop(self) -> None:
        """Ends it, after the batch that it is at."""
        self._stopped.set()
        self._thread.join()

    def check(self, path: Path) -> None:
        """All that was kept is there, once, and beside it at most what nobody could tell."""
        close_idle()
        check_server(path)
        batches = history(path)
        assert self.errors == []
        assert self.kept <= len(batches) <= self.kept + self.unsure
        assert sum(one.quantity for one in holdings(path, "swtcg")) == len(batches)


def test_a_killed_server_comes_back_with_all_that_was_acknowledged(
    safe_server: PostgresServer, place: ServerPath
) -> None:
    rng, adding = random.Random(SEED), Adding(place)
    try:
        for _ in range(TRIES):
            time.sleep(rng.uniform(0, 0.2))
            safe_server.kill()
            safe_server.start()
    finally:
        adding.stop()
    assert adding.kept
    adding.check(place)


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
        adding = Adding(path)
        try:
            until = time.monotonic() + 60
            while proxy.cuts < TRIES and time.monotonic() < until:
                time.sleep(0.02)
        finally:
            adding.stop()
    assert proxy.cuts >= TRIES
    assert adding.kept
    adding.check(place)


def test_many_writers_at_once_lose_and_double_nothing(place: ServerPath) -> None:
    wrong: list[DatabaseError] = []

    def write(number: int) -> None:
        try:
            for turn in range(ROUNDS):
                apply_batch(place, [ONE, HoldingChange(HoldingKey(2 + number), add=1)], command="import")
                with working(place, "Open", EventOrigin("register")) as work:
                    player = max(work.event.players, default=0) + 1
                    work.put("player", [player], PlayerFacts(f"Player {number} {turn}"))
        except DatabaseError as error:
            wrong.append(error)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(WRITERS)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert wrong == []
    check_server(place)
    assert {one.key.card_id: one.quantity for one in holdings(place, "swtcg")} == {1: WRITERS * ROUNDS} | {
        2 + number: ROUNDS for number in range(WRITERS)
    }
    assert [batch.number for batch in history(place)] == list(range(WRITERS * ROUNDS, 0, -1))
    event = read_event(place, "Open")
    assert len(event.players) == len({one.name for one in event.players.values()}) == WRITERS * ROUNDS
    assert event.newest == WRITERS * ROUNDS + 1


def test_a_copy_that_is_killed_is_there_whole_or_not_at_all(
    safe_server: PostgresServer, place: ServerPath
) -> None:
    apply_batch(place, [HoldingChange(HoldingKey(card), add=1) for card in range(1, 400)], command="import")
    target = ServerPath.of(Path(str(place)), safe_server.address("copied"))
    rng = random.Random(SEED)
    code = "import sys, pickle; from db.copies import copy_database as c; c(*pickle.load(sys.stdin.buffer))"
    for _ in range(max(2, TRIES // 6)):
        safe_server.run("DROP DATABASE IF EXISTS copied WITH (FORCE)")
        safe_server.run("CREATE DATABASE copied")
        ensure_server_ready(target, HEAD, lambda _: None)
        close_idle()
        with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, cwd=ROOT) as program:
            assert program.stdin is not None
            with suppress(BrokenPipeError):
                program.stdin.write(pickle.dumps((place, target)))
                program.stdin.close()
            time.sleep(rng.uniform(0.4, 1.2))
            program.kill()
        held = len(holdings(target, "swtcg"))
        assert (held, len(history(target))) in {(0, 0), (399, 1)}
        check_server(target)
        if not held:
            assert [one.rows for one in copy_database(place, target) if one.name == "holdings"] == [399]
