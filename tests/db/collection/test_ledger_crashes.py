"""A batch is there whole or not at all: after kill -9 at every moment, and on a full disk."""

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

from db.collection.history import history
from db.collection.holdings import HoldingChange, HoldingKey
from db.collection.ledger import apply_batch
from db.collection.read import holdings
from db.collection.undo import undo
from db.database import check_integrity
from tests.amounts import amount
from tests.db.collection.crash_writer import CHANGES, ROWS

ROOT = Path(__file__).parents[3]
KILLS = amount(10, 25)
pytestmark = pytest.mark.of_a_file
NEEDS_FORK = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that can fork")

FILL_THE_DISK = """
import resource, sys
from pathlib import Path
from db.errors import DatabaseUnusableError
from db.collection.holdings import HoldingChange, HoldingKey
from db.collection.ledger import apply_batch
path = Path(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
changes = [HoldingChange(HoldingKey(card, None, "", "", "", place), add=1)
           for card in range(1, 1001) for place in "abcdefghij"]
try:
    apply_batch(path, changes, command="import")
except DatabaseUnusableError as error:
    print(error)
"""


@contextmanager
def writer(path: Path) -> Iterator[subprocess.Popen[str]]:
    script = ROOT / "tests" / "db" / "collection" / "crash_writer.py"
    with subprocess.Popen(
        [sys.executable, str(script), str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    ) as program:
        assert program.stdout is not None
        assert program.stdin is not None
        assert program.stdout.readline() == "ready\n"
        yield program
        program.stdin.close()
        program.wait()


def killed(program: subprocess.Popen[str], moment: str, delay: float = 0) -> str:
    """Lets a child write until it says that the moment is there, kills it; what it said."""
    assert program.stdout is not None
    assert program.stdin is not None
    program.stdin.write(f"{moment}\n")
    child, _, where = program.stdout.readline().strip().partition(" ")
    time.sleep(delay)
    os.kill(int(child), signal.SIGKILL)
    end = program.stdout.readline()
    while end.startswith(child):  # it had come to its end by itself, and said so
        end = program.stdout.readline()
    assert end == f"{signal.SIGKILL.value}\n"
    return where


def check_whole(path: Path) -> int:
    """Every batch is there with all its rows and all that it did; how many there are."""
    check_integrity(path)
    batches = history(path)
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT count(*) FROM changes GROUP BY batch_id").fetchall()
        assert connection.execute("SELECT count(*) FROM batches").fetchone() == (len(rows),)
    assert {count for (count,) in rows} <= {ROWS}
    owned = {holding.key.card_id: holding.quantity for holding in holdings(path, "swtcg")}
    assert len(owned) in (0, ROWS)
    assert len(set(owned.values())) <= 1, "a batch is there in part"
    assert sum(owned.values()) == sum(batch.copies for batch in batches)
    return len(batches)


@NEEDS_FORK
@pytest.mark.parametrize("action", ["import", "undo"])
def test_killed_before_each_statement_nothing_has_happened_until_it_commits(
    own_database: Path, action: str
) -> None:
    apply_batch(own_database, CHANGES, command="first")
    seen: list[str] = []
    with writer(own_database) as program:
        while True:
            before = holdings(own_database, "swtcg")
            where = killed(program, f"{action} statement {len(seen)}")
            batches = check_whole(own_database)
            if where.startswith("done"):
                break
            seen.append(where)
            assert (batches, holdings(own_database, "swtcg")) == (1, before), where
    assert batches == 2
    assert holdings(own_database, "swtcg") != before
    # Before the transaction, within it, at its very end: each of them was among the moments.
    assert seen.index("BEGIN") < seen.index("INSERT") < seen.index("COMMIT") == len(seen) - 1
    assert undo(own_database, 2).reversed == ROWS


@NEEDS_FORK
@pytest.mark.parametrize("action", ["import", "undo"])
def test_killed_in_the_middle_of_statements_nothing_has_happened(own_database: Path, action: str) -> None:
    apply_batch(own_database, CHANGES, command="first")
    before = holdings(own_database, "swtcg")
    with writer(own_database) as program:
        _, _, steps = killed(program, f"{action} step 1000000000").split()
        assert check_whole(own_database) == 2
        assert undo(own_database, 2).reversed == ROWS
        assert holdings(own_database, "swtcg") == before
        count = min(int(steps), KILLS)
        assert count >= 10, "the work has a middle"
        # The steps of the second turn are a few more or fewer, as the ledger has grown.
        for number in range(count):
            place = number * (int(steps) - 3) // count
            assert killed(program, f"{action} step {place}") == "step"
            assert check_whole(own_database) == 3
            assert holdings(own_database, "swtcg") == before


@NEEDS_FORK
def test_killed_around_the_commit_a_batch_is_there_whole_or_not(own_database: Path) -> None:
    rng, seen = random.Random(), [0]
    with writer(own_database) as program:
        for _ in range(KILLS):
            assert killed(program, "import commit 0", rng.uniform(0, 0.01)) == "COMMIT"
            seen.append(check_whole(own_database))
            assert seen[-1] - seen[-2] in {0, 1}
        assert killed(program, "import statement 1000000000").startswith("done")
    assert check_whole(own_database) == seen[-1] + 1
    batch = apply_batch(own_database, [HoldingChange(HoldingKey(1, 1), add=1)], command="after")
    assert batch is not None
    assert undo(own_database, batch.number).reversed == 1


@NEEDS_FORK
def test_a_full_disk_leaves_the_database_as_before(own_database: Path) -> None:
    apply_batch(own_database, [HoldingChange(HoldingKey(1), add=2)], command="before")
    before = holdings(own_database, "swtcg")
    done = subprocess.run(
        [sys.executable, "-c", FILL_THE_DISK, str(own_database)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert "--db" in done.stdout, done.stderr
    check_integrity(own_database)
    assert holdings(own_database, "swtcg") == before
    assert len(history(own_database)) == 1
