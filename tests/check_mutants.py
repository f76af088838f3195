"""Compares what mutmut found with tests/mutants.tsv: `make mutants`.

A test that cannot fail proves nothing. mutmut makes small changes to the modules of `[tool.mutmut]` in
pyproject.toml, one at a time (a `<` becomes `<=`, an argument None), and runs the tests named there. A
change that no test notices is a mutant that survives: it needs a test, or a line in the table with the
reason why nobody can see the difference. This prints each mutant that survives and is not listed, and
each that is listed and does not survive any more. For one module only:

    .venv/bin/mutmut run 'deckcheck.judge.resolve.*'
    .venv/bin/mutmut show NAME
"""

import csv
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
LISTED = ROOT / "tests" / "mutants.tsv"
FOUND = ("survived", "no tests", "suspicious")
"""What mutmut says of a mutant that no test is known to notice; tests that never end notice it."""


class Mutant(NamedTuple):
    """A change of one line of a function; `before` and `after` are that line."""

    function: str
    before: str
    after: str


def main() -> int:
    """Prints what differs; the exit code is 1 if anything does."""
    listed = set(read_listed(LISTED))
    found = dict(survivors())
    for mutant, name in sorted(found.items()):
        if mutant not in listed:
            print(f"{name} is noticed by no test:\n- {mutant.before}\n+ {mutant.after}")
    for mutant in sorted(listed - found.keys()):
        print(f"{mutant.function} does not survive any more; take it out of tests/mutants.tsv:")
        print(f"- {mutant.before}\n+ {mutant.after}")
    return 1 if found.keys() ^ listed else 0


def read_listed(path: Path) -> Iterator[Mutant]:
    """Yields the mutants that are known to change nothing; each has a reason."""
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            if not row["reason"]:
                raise SystemExit(f"{path}: no reason is given for {row['function']}")
            yield Mutant(row["function"], row["before"], row["after"])


def survivors() -> Iterator[tuple[Mutant, str]]:
    """Yields the mutants that survive the last run, with the names that mutmut gives them."""
    for line in _mutmut("results").splitlines():
        name, _, status = line.strip().rpartition(": ")
        if status in FOUND:
            yield changed_line(name, _mutmut("show", name)), name


def changed_line(name: str, difference: str) -> Mutant:
    r"""The mutant of a name, by the difference that mutmut shows.

    >>> changed_line("a.x_f__mutmut_3", "--- a\n+++ a\n@@ -1 +1 @@\n-    x = 1\n+    x = 2\n")
    Mutant(function='a.x_f', before='x = 1', after='x = 2')
    """
    body = [line for line in difference.splitlines() if not line.startswith(("---", "+++"))]
    before = " ".join(line[1:].strip() for line in body if line.startswith("-"))
    after = " ".join(line[1:].strip() for line in body if line.startswith("+"))
    return Mutant(name.rpartition("__mutmut_")[0], before, after)


def _mutmut(*arguments: str) -> str:
    command = [str(Path(sys.executable).with_name("mutmut")), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout


if __name__ == "__main__":
    raise SystemExit(main())
