"""Validates the example decks, as `make demo` does: each command, its report, its exit code.

Usage: python examples/show.py
"""

import os
import subprocess
import sys
from pathlib import Path

DECKS = (Path(__file__).parent / "decks").resolve()
if DECKS.is_relative_to(Path.cwd()):
    DECKS = DECKS.relative_to(Path.cwd())
EXAMPLES = (
    ("rebels.dek",),
    ("empire.txt",),
    ("mandalorians.csv", "--format", "mandoverse"),
    ("too-many-walkers.dek",),
    ("mixed-sides.txt",),
    ("half-remembered.txt",),
)
"""The decks with the options that each is shown with: three legal ones, three with problems."""

_MEANING = {0: "legal", 1: "illegal", 2: "unreadable", 3: "not proven legal"}


WHAT = """\
This demo validates decks of examples/decks with a card database of its own, in build/.
First six decks one by one: three legal ones, three with problems, each with its report.
Before each stands the command, and after it the exit code; the last lines say how to type it.
Then the whole folder at once, a line for each deck.
Nothing outside this folder is touched; "make clean" removes what was made."""


def main() -> int:
    """Shows every example; 0 when each could be read."""
    print(WHAT + "\n", flush=True)
    worst = 0
    for deck, *options in EXAMPLES:
        command = ["validate", str(DECKS / deck), *options]
        print(f"$ deckcheck {' '.join(command)}", flush=True)
        done = subprocess.run([sys.executable, "-m", "deckcheck", *command], check=False)
        print(f"(exit code {done.returncode}: {_MEANING[done.returncode]})\n", flush=True)
        worst = max(worst, _MEANING[done.returncode] == "unreadable")
    print(f"$ deckcheck validate {DECKS}", flush=True)
    subprocess.run([sys.executable, "-m", "deckcheck", "validate", str(DECKS)], check=False)
    print(f"\n{how_to_go_on()}")
    return worst


def how_to_go_on() -> str:
    """How the commands are typed in a shell that does not know the program yet."""
    scripts = Path(sys.executable).parent
    if scripts.is_relative_to(Path.cwd()):
        scripts = scripts.relative_to(Path.cwd())
    activate = scripts / "activate"
    call = str(activate) if os.name == "nt" else f". {activate}"
    return (
        f"To type these yourself: {call}\n"
        "then: deckcheck validate YOUR_DECK, or deckcheck -h\n"
        "In the browser, with these decks, at http://127.0.0.1:8642/: make serve\n"
        "Next to read: docs/first-steps.md"
    )


if __name__ == "__main__":
    sys.exit(main())
