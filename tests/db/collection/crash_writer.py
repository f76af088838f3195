"""A program that writes a batch and stops at a chosen moment, to be killed there; not a test.

Each line on standard input is an action (import or undo), a kind of moment and a number. A child is
forked that does it and tells its process id and where it is; when it has died, that is told too.

- statement N: it stands still before the statement with that number, counted from 0.
- step N: it stands still in the middle of a statement, at that step of the database engine.
- commit 0: it tells that it commits, and goes on.
"""

import os
import sqlite3
import sys
import time
from pathlib import Path
from typing import Any, NoReturn

from db import connection
from db.collection.history import history
from db.collection.holdings import HoldingChange, HoldingKey
from db.collection.ledger import apply_batch
from db.collection.undo import undo

ROWS = 300
OPCODES = 200
"""How many instructions of the engine make a step."""

CHANGES = [HoldingChange(HoldingKey(row), add=1) for row in range(1, ROWS + 1)]


def tell(what: object) -> None:
    """Writes a line for the test."""
    sys.stdout.write(f"{what}\n")
    sys.stdout.flush()


def stand_still(where: str) -> NoReturn:
    """Tells where the child is, and waits to be killed there."""
    tell(f"{os.getpid()} {where}")
    while True:
        time.sleep(60)


class Moments:
    """Counts statements and steps, and stops at the one that was asked for."""

    def __init__(self, kind: str, number: int) -> None:
        self.kind = kind
        self.number = number
        self.statements = 0
        self.steps = 0
        self.committed = False

    def statement(self, sql: str) -> None:
        """Notes a statement that is about to run."""
        if self.committed:  # what comes then belongs to closing the database
            return
        word = sql.split(maxsplit=1)[0].upper()
        if self.kind == "statement" and self.statements == self.number:
            stand_still(word)
        if self.kind == "commit" and word == "COMMIT":
            tell(f"{os.getpid()} {word}")
        self.statements += 1
        self.committed = word == "COMMIT"

    def step(self) -> int:
        """Notes a step of the engine in the middle of a statement."""
        if self.committed:
            return 0
        if self.kind == "step" and self.steps == self.number:
            stand_still("step")
        self.steps += 1
        return 0


def watched(moments: Moments) -> type[connection._Connection]:
    """A class of connections whose moments are counted."""

    class Watched(connection._Connection):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self.set_progress_handler(moments.step, OPCODES)

        def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
            moments.statement(sql)
            return super().execute(sql, *values)

        def executemany(self, sql: str, *values: Any) -> sqlite3.Cursor:
            moments.statement(sql)
            return super().executemany(sql, *values)

    return Watched


def write(path: Path, action: str, moments: Moments) -> None:
    """Does the action on connections that are watched; it never comes back."""
    newest = history(path, 1)[0].number if action == "undo" else 0
    vars(connection)["_Connection"] = watched(moments)
    if action == "undo":
        undo(path, newest)
    else:
        apply_batch(path, CHANGES, command="import", mode="add")
    stand_still(f"done {moments.statements} {moments.steps}")


def main() -> None:
    """Serves one child after another."""
    tell("ready")
    for line in sys.stdin:
        action, kind, number = line.split()
        child = os.fork()
        if child == 0:
            write(Path(sys.argv[1]), action, Moments(kind, int(number)))
        _, status = os.waitpid(child, 0)
        tell(os.WTERMSIG(status) if os.WIFSIGNALED(status) else "ended")


if __name__ == "__main__":
    main()
