"""A batch is there whole or not at all: after kill -9 at any moment, and on a full disk."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from db.collection import holdings
from db.database import check_integrity
from db.history import history
from db.holdings import HoldingChange, HoldingKey
from db.ledger import apply_batch
from db.undo import undo

ROOT = Path(__file__).parents[2]
KILLS = 50
ROWS = 300
NEEDS_FORK = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that can fork")

FILL_THE_DISK = """
import resource, sys
from pathlib import Path
from db.errors import DatabaseUnusableError
from db.holdings import HoldingChange, HoldingKey
from db.ledger import apply_batch
path = Path(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
changes = [HoldingChange(HoldingKey(card, None, "", "", "", place), add=1)
           for card in range(1, 5001) for place in "ab"]
try:
    apply_batch(path, changes, command="import")
except DatabaseUnusableError as error:
    print(error)
"""


@contextmanager
def writer(path: Path) -> Iterator[subprocess.Popen[str]]:
    script = ROOT / "tests" / "db" / "crash_writer.py"
    with subprocess.Popen(
        [sys.executable, str(script), str(path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    ) as program:  # fmt: skip
        assert program.stdout is not None
        assert program.stdin is not None
        assert program.stdout.readline() == "ready\n"
        yield program
        program.stdin.close()
        program.wait()


def kill_one(program: subprocess.Popen[str], delay: float) -> None:
    """Lets a child write for so long, kills it, and waits until it is dead."""
    assert program.stdout is not None
    assert program.stdin is not None
    program.stdin.write("go\n")
    child = int(program.stdout.readline())
    time.sleep(delay)
    os.kill(child, signal.SIGKILL)
    assert program.stdout.readline() == f"{signal.SIGKILL.value}\n"


def check_whole(path: Path) -> int:
    """Every batch is there with all its rows and all that it did; how many there are."""
    check_integrity(path)
    batches = history(path)
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT count(*) FROM changes GROUP BY batch_id").fetchall()
        assert connection.execute("SELECT count(*) FROM batches").fetchone() == (len(rows),)
    assert {count for (count,) in rows} <= {ROWS}
    owned = {holding.key.card_id: holding.quantity for holding in holdings(path)}
    assert len(owned) in (0, ROWS)
    assert len(set(owned.values())) <= 1, "a batch is there in part"
    assert sum(owned.values()) == sum(batch.copies for batch in batches)
    return len(batches)


@NEEDS_FORK
def test_killed_at_random_moments_the_database_is_as_before_or_after(own_database: Path) -> None:
    rng, seen = random.Random(), [0]
    with writer(own_database) as program:
        for _ in range(KILLS):
            kill_one(program, rng.uniform(0, 0.08))
            seen.append(check_whole(own_database))
    assert seen == sorted(seen), "what was committed stays"
    # On a busy machine most are killed before they begin; that some got through is what matters.
    assert seen[-1] > 0, "the writers got to write at all"
    batch = apply_batch(own_database, [HoldingChange(HoldingKey(1, 1), add=1)], command="after")
    assert batch is not None
    assert undo(own_database, batch.number).reversed == 1


@NEEDS_FORK
def test_a_full_disk_leaves_the_database_as_before(own_database: Path) -> None:
    apply_batch(own_database, [HoldingChange(HoldingKey(1), add=2)], command="before")
    before = holdings(own_database)
    done = subprocess.run(
        [sys.executable, "-c", FILL_THE_DISK, str(own_database)],
        capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
    assert "--db" in done.stdout, done.stderr
    check_integrity(own_database)
    assert holdings(own_database) == before
    assert len(history(own_database)) == 1
