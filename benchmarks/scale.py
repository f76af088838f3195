"""A matrix on many machines: what a block costs, and how many workers a scheduler can feed.

Measured on one core: seconds of the processor for each game of a block, the bytes that go to and
come from a worker, and what a task costs the scheduler and the program that asks. The baseline is
the same work without a cluster. What more workers than this machine has cores would give is
simulated with these numbers, and says so.
"""

import heapq
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from deckcheck.acts.database import Database
from deckcheck.acts.matrix import Matrix, open_matrix
from deckcheck.chance import cluster
from deckcheck.chance.chunks import Cluster, run_chunks
from deckcheck.places import database_path
from deckcheck.simulators.matrix import Block

EXAMPLES = Path(__file__).parents[1] / "examples"
PAIRS = {
    "swtcg": ("decks/rebels.dek", "decks/empire.txt"),
    "destiny": ("sisters/kylo-and-phasma.txt", "sisters/sith-lords.txt"),
    "stargate": ("sisters/sg-1.o8d", "sisters/sg-1-from-memory.txt"),
    "swlcg": ("sisters/guardians.txt", "sisters/guardians.txt"),
}
DECKS, GAMES, BLOCK = 100, 38_416, 8_192
"""The matrix on paper: so many decks, and the games that a share of one half needs for 0.5 %."""

TASKS = 1_000


def main() -> None:
    """Prints what a block costs, what a task costs, and what workers give."""
    with Database(database_path(None), lazily=True) as database:
        costs = {game: _block_cost(database, game, *names) for game, names in PAIRS.items()}
    scheduler, asking = _task_cost()
    print(f"\na task: {scheduler * 1e3:.2f} ms of the scheduler, {asking * 1e3:.2f} ms of who asks\n")
    print(f"{DECKS} x {DECKS} decks at 0.5 %: hours by so many workers, simulated")
    for game, (seconds, tables) in costs.items():
        blocks = tables * -(-GAMES // BLOCK)
        hours = [_simulated(blocks, seconds, workers, max(scheduler, asking)) / 3600 for workers in WORKERS]
        print(
            f"{game:<10}"
            + "".join(f"{workers:>9,}: {one:8.3f}" for workers, one in zip(WORKERS, hours, strict=True))
        )


WORKERS = (1, 2, 10, 100, 1_000)


def _block_cost(database: Database, game: str, *names: str) -> tuple[float, int]:
    """The seconds of a block, and the tables of a matrix of many decks of the game."""
    found = open_matrix(database, [EXAMPLES / name for name in names], seed=7)
    trial = found.run.trial
    trial(Block(0, 0, BLOCK))
    started = time.process_time()
    answers = [trial(Block(0, n * BLOCK, BLOCK)) for n in range(1, 6)]
    seconds = (time.process_time() - started) / len(answers)
    tables = _tables(found)
    sent, got = len(pickle.dumps((Block(4949, 32768, BLOCK),))), len(pickle.dumps(answers[:1]))
    once = len(pickle.dumps(trial)) // len(names)
    print(
        f"{game:<10}{seconds:7.3f} s a block of {BLOCK:,} games, {BLOCK / seconds:9,.0f} games a second; "
        f"{tables:,} tables, {tables * GAMES / BLOCK * seconds / 3600:6.3f} core hours; "
        f"{sent} bytes out, {got} back a block, {once:,} a deck once"
    )
    return seconds, tables


def _tables(found: Matrix) -> int:
    """The most tables of 100 decks of the game: few where no deck looks at the one opposite."""
    many = found.run.trial.simulator.many
    sees = {many.sees(number, one) for number, one in enumerate(found.run.trial.decks)}
    return 2 * DECKS - 3 if len(sees) == 1 else DECKS * (DECKS - 1) // 2


def _task_cost() -> tuple[float, float]:
    """The seconds of the processor that a task takes of the scheduler, and of the program that asks."""
    with _scheduler() as (process, address), patch.object(cluster, "_MOST", 1):  # a task for each chunk
        list(run_chunks(abs, 20, Cluster(address)))
        before, own = _cpu(process), time.process_time()
        list(run_chunks(abs, TASKS, Cluster(address)))
        return (_cpu(process) - before) / TASKS, (time.process_time() - own) / TASKS


@contextmanager
def _scheduler() -> Iterator[tuple[int, str]]:
    address = "tcp://127.0.0.1:8798"
    words = {
        "dask_scheduler": ("--host", "127.0.0.1", "--port", "8798"),
        "dask_worker": (address, "--no-nanny", "--nthreads", "1"),
    }
    environment: Any = os.environ | {"PYTHONPATH": str(EXAMPLES.parent)}
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{name}", *more, "--no-dashboard"],
            env=environment,
            stderr=subprocess.DEVNULL,
        )
        for name, more in words.items()
    ]
    try:
        yield processes[0].pid, address
    finally:
        for process in reversed(processes):
            process.terminate()
            process.wait()


def _cpu(process: int) -> float:
    """The seconds of the processor that a process has had."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _simulated(blocks: int, seconds: float, workers: int, each: float) -> float:
    """The seconds that blocks take on so many workers, when a task costs so many where all pass."""
    left, first, ready = blocks, workers * cluster.AHEAD, [0.0] * workers
    passed = 0.0
    while left:
        size = min(left, 1 if first > 0 else cluster.task_size(seconds, workers))
        left, first, passed = left - size, first - 1, passed + each
        heapq.heapreplace(ready, max(passed, ready[0]) + size * seconds)
    return max(ready)


if __name__ == "__main__":
    main()
