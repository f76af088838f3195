"""The same acts on SQLite and on PostgreSQL over a local socket, both waiting for the same disk.

Seconds of the clock, the best of several rounds by turns; writers as batches a second in all, once as
threads of a program and once as programs of their own; copies; and the page with fifty clients.
"""

import asyncio
import multiprocessing
import os
import resource
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.page_load import Times, free_port, load, started, tell, use_page
from db.collection.holdings import HoldingChange, HoldingKey
from db.collection.ledger import apply_batch
from db.collection.read import read_collection
from db.collection.undo import undo
from db.copies import copy_database
from db.database import ensure_ready
from db.engines.place import ServerPath, server_of
from db.errors import DatabaseBusyError
from db.events.store import EventOrigin, create_event, working
from db.events.values import EventFacts, PlayerFacts
from tests.postgres import PostgresServer, find_programs

ROUNDS, SECONDS, PAGE_SECONDS = 3, 3.0, 20.0
ROWS = 5_000


def spent(server: PostgresServer) -> float:
    """The seconds of the processor so far: of this program, of those that it started, and of the server."""
    own = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in own) + server.processor()


def timed(work: Callable[[], object], server: PostgresServer) -> tuple[float, float]:
    """The seconds that it takes, of the clock and of the processor."""
    start, before = time.perf_counter(), spent(server)
    work()
    return time.perf_counter() - start, spent(server) - before


def register(path: Path, event: str) -> None:
    """Registers one more player."""
    with working(path, event, EventOrigin("register")) as work:
        number = max(work.event.players, default=0) + 1
        work.put("player", [number], PlayerFacts(f"Player {number}"))


def writers(path: Path, count: int, first: int = 0, ready: Any = None) -> tuple[float, int]:
    """How many batches so many writers make a second, and how often one was told that it is busy.

    Each makes one before it counts, so that its card is known and its connection is there.
    """
    made, busy, began = [0] * count, [0] * count, [0.0] * count
    ready = ready or threading.Barrier(count)

    def write(number: int) -> None:
        change = HoldingChange(HoldingKey(first + number + 1), add=1)
        with suppress(DatabaseBusyError):
            apply_batch(path, [change], command="add")
        ready.wait()
        began[number] = time.perf_counter()
        while time.perf_counter() < began[number] + SECONDS:
            try:
                apply_batch(path, [change], command="add")
                made[number] += 1
            except DatabaseBusyError:
                busy[number] += 1

    threads = [threading.Thread(target=write, args=(number,)) for number in range(count)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    return sum(made) / (time.perf_counter() - min(began)), sum(busy)


def programs(path: Path, count: int) -> tuple[float, int]:
    """The same for so many programs, each with a connection of its own."""
    forked = multiprocessing.get_context("fork")
    ready, told = forked.Barrier(count), forked.Queue()

    def run(number: int) -> None:
        told.put(writers(path, 1, number, ready))

    running = [forked.Process(target=run, args=(number,)) for number in range(count)]
    for one in running:
        one.start()
    found = [told.get(timeout=120) for _ in running]
    for one in running:
        one.join()
    return sum(rate for rate, _busy in found), sum(busy for _rate, busy in found)


def page(path: Path) -> Times:
    """The times of the requests of fifty clients of the page, with the page's seconds of the processor."""
    port = free_port()
    environment = os.environ | {
        "DECKCHECK_DB": server_of(path) or str(path),
        "DECKCHECK_CATALOGUE": str(path),
    }
    command = [sys.executable, "-m", "deckcheck", "serve", "--port", str(port)]
    with started(command, port, environment) as (program, address, _seconds):
        times = asyncio.run(load(address, use_page, PAGE_SECONDS))
        spent = Path(f"/proc/{program.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    times["processor a request"] = [
        (int(spent[11]) + int(spent[12])) / os.sysconf("SC_CLK_TCK") / sum(map(len, times.values()))
    ]
    return times


def acts(path: Path) -> dict[str, Callable[[], object]]:
    """What is timed, by its name."""
    sheet = [
        HoldingChange(HoldingKey(row % 4000 + 1, location=f"box {row // 4000}"), add=1) for row in range(ROWS)
    ]
    newest = [0]

    def bring() -> None:
        batch = apply_batch(path, sheet, command="import")
        newest[0] = batch.number if batch else 0

    return {
        f"import of {ROWS:,} rows": bring,
        "reading that collection": lambda: read_collection(path, "swtcg"),
        f"undo of {ROWS:,} rows": lambda: undo(path, newest[0]),
        "one more copy": lambda: apply_batch(path, [HoldingChange(HoldingKey(1), add=1)], command="add"),
        "one more player": lambda: register(path, "Open"),
    }


def bear(places: dict[str, Path], server: PostgresServer) -> None:
    """Prints how many batches a second so many writers make."""
    from db.engines.postgres import close_idle

    for kind, count in ((writers, 1), (writers, 16), (writers, 50), (programs, 16), (programs, 50)):
        for engine, place in places.items():
            close_idle()
            time.sleep(0.5)  # until the server's processes of those are gone, whose time counts no more
            before = spent(server)
            rate, busy = kind(place, count)
            each = (spent(server) - before) / (SECONDS * rate + count) * 1000
            told = f"{rate:.0f} batches a second, each {each:.2f} ms of the processor, {busy} told busy"
            print(f"{count} {kind.__name__}, {engine}: {told}")


def copies(server: PostgresServer, folder: Path) -> None:
    """Prints how long a copy of many holdings takes, to a server and back."""
    full, back = folder / "full.sqlite", folder / "back.sqlite"
    ensure_ready(full)
    keys = (HoldingKey(card, location=f"box {box}") for box in range(25) for card in range(1, 4001))
    apply_batch(full, [HoldingChange(key, add=1) for key in keys], command="import")
    server.run("CREATE DATABASE copied")
    path = ServerPath.of(full, server.address("copied"))
    for name, source, target in (("to PostgreSQL", full, path), ("back", path, back)):
        ensure_ready(target)
        clock, processor = timed(partial(copy_database, source, target), server)
        print(f"copy of 100,000 holdings {name}: {clock:.1f} s, {processor:.1f} s of the processor")


def main() -> None:
    """Prints seconds, ratios, and how many writers each bears."""
    from db.engines.postgres import close_idle

    binaries = find_programs()
    if binaries is None:
        print("no PostgreSQL is installed")
        return
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        server = PostgresServer(binaries, Path(folder) / "s", safe=True)
        server.start()
        try:
            server.run("CREATE DATABASE bench")
            file = Path(folder) / "cards.sqlite"
            ensure_ready(file)
            path = ServerPath.of(
                Path(shutil.copy(file, Path(folder) / "other.sqlite")), server.address("bench")
            )
            ensure_ready(path)
            places: dict[str, Path] = {"SQLite": file, "PostgreSQL": path}
            took: dict[tuple[str, str], tuple[float, ...]] = {}
            for place in places.values():
                create_event(place, EventFacts("u", "Open", "swtcg", "dci", "2004-06-19"), EventOrigin("new"))
            for _ in range(ROUNDS):
                for engine, place in places.items():
                    for name, work in acts(place).items():
                        now = timed(work, server)
                        took[engine, name] = tuple(map(min, now, took.get((engine, name), now)))
            for name in acts(file):
                both_took = (took[engine, name] for engine in places)
                for what, mine, theirs in zip(("clock", "processor"), *both_took, strict=True):
                    both = f"{mine * 1000:.1f} ms, {theirs * 1000:.1f} ms, ratio {theirs / mine:.2f}"
                    print(f"{name}, {what}: {both}")
            copies(server, Path(folder))
            bear(places, server)
            for engine, place in places.items():
                print(f"page, {engine}:")
                tell(page(place))
        finally:
            close_idle()
            server.stop()
