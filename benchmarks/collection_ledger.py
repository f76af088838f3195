"""The ledger with 20,000 rows, against bare SQLite writing as many rows in the same run.

The baseline inserts the rows into a table without keys or ledger, in one transaction on the same
disk, and deletes them again. A batch also reads what was there, checks it, and writes the ledger.
"""

import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

from db.collection.history import history
from db.collection.holdings import HoldingChange, HoldingKey
from db.collection.ledger import apply_batch, plan_batch
from db.collection.read import holdings
from db.collection.undo import undo
from db.database import ensure_ready

ROWS = 20_000
ROUNDS = 3


def timed(work: Callable[[], object]) -> float:
    """The seconds that it takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def bare(path: Path) -> tuple[float, float]:
    """Seconds to insert as many rows into a bare table, and to delete them one by one."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE IF NOT EXISTS bare (id INTEGER PRIMARY KEY, a, b, c, d)")
        rows = [(row, row % 9000, "NM", "en", 3) for row in range(ROWS)]

        def insert() -> None:
            connection.execute("BEGIN")
            connection.executemany("INSERT INTO bare VALUES (?, ?, ?, ?, ?)", rows)
            connection.execute("COMMIT")

        def delete() -> None:
            connection.execute("BEGIN")
            connection.executemany("DELETE FROM bare WHERE id = ?", [(row[0],) for row in rows])
            connection.execute("COMMIT")

        return timed(insert), timed(delete)


def main() -> None:
    """Prints seconds and ratios: the best of several rounds."""
    changes = [
        HoldingChange(HoldingKey(row % 9000 + 1, None, "NM", "en", "", f"box {row // 9000}"), add=3)
        for row in range(ROWS)
    ]
    took: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cards.sqlite"
        ensure_ready(path)
        for _ in range(ROUNDS):
            inserted, deleted = bare(Path(folder) / "bare.sqlite")
            took.setdefault("baseline: bare insert", []).append(inserted)
            took.setdefault("baseline: bare delete", []).append(deleted)
            took.setdefault("plan_batch", []).append(timed(lambda: plan_batch(path, changes)))
            took.setdefault("apply_batch", []).append(
                timed(lambda: apply_batch(path, changes, command="import"))
            )
            took.setdefault("holdings", []).append(timed(lambda: holdings(path, "swtcg")))
            newest = history(path, 1)[0].number
            took.setdefault("undo", []).append(timed(partial(undo, path, newest)))
    base = min(took["baseline: bare insert"]) + min(took["baseline: bare delete"])
    for label, times in took.items():
        aim = ", aim: < 2 s" if label == "undo" else ""
        print(f"{label:<24} {ROWS:,} rows {min(times):7.3f} s = {min(times) / base:6.1f} x{aim}")
    print("(x: times as long as the bare insert and delete together)")
