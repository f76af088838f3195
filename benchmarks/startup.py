"""How fast the program starts, against `python -c "import typer"` in the same run."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROUNDS = 15


def best(command: list[str], environment: dict[str, str]) -> float:
    """The shortest of several runs, in seconds."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True, cwd=ROOT, env=environment)
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    """Prints help and one validation as ratios to importing typer."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"DECKCHECK_DB": str(Path(folder) / "cards.sqlite")}
        run = [sys.executable, "-m", "deckcheck"]
        deck = "examples/decks/rebels.dek"
        subprocess.run(
            [*run, "validate", deck], check=True, capture_output=True, cwd=ROOT, env=environment
        )
        base = best([sys.executable, "-c", "import typer"], environment)
        print(f'baseline: python -c "import typer"     {base * 1000:6.1f} ms')
        for label, command, aim in (
            ("deckcheck --help", [*run, "--help"], 1.5),
            ("deckcheck validate, warm database", [*run, "validate", deck], 4.0),
        ):
            took = best(command, environment)
            print(
                f"{label:<38} {took * 1000:6.1f} ms  = {took / base:.2f} x baseline (aim: {aim} x)"
            )
