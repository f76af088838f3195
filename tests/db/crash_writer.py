"""A program that writes batches until it is killed; run by the test of crashes, not a test itself.

For each line on standard input it forks a child that imports and undoes without end, tells the
child's process id, waits until it has died, and tells by what.
"""

import os
import sys
from pathlib import Path

from db.holdings import HoldingChange, HoldingKey
from db.ledger import apply_batch
from db.undo import undo

ROWS = 300
CHANGES = [HoldingChange(HoldingKey(row), add=1) for row in range(1, ROWS + 1)]


def write_without_end(path: Path) -> None:
    """Adds one copy of each card twice, takes one back, and begins again."""
    while True:
        apply_batch(path, CHANGES, command="import", mode="add")
        batch = apply_batch(path, CHANGES, command="import", mode="add")
        if batch is not None:
            undo(path, batch.number)


def tell(what: object) -> None:
    """Writes a line for the test."""
    sys.stdout.write(f"{what}\n")
    sys.stdout.flush()


def main() -> None:
    """Serves one child after another."""
    tell("ready")
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            write_without_end(Path(sys.argv[1]))
        tell(child)
        _, status = os.waitpid(child, 0)
        tell(os.WTERMSIG(status) if os.WIFSIGNALED(status) else "ended")


if __name__ == "__main__":
    main()
