"""How fast the program starts, against `python -c "import typer"` in the same run.

Counted are the seconds of the processor, and baseline and commands run by turns, so that what else
the machine does hits all of them.
"""

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROUNDS = 15
DECK = "examples/decks/rebels.dek"
ILLEGAL = "examples/decks/too-many-walkers.dek"
TYPED = "examples/decks/empire.txt"


def cpu_seconds(command: list[str], environment: Mapping[str, str], folder: Path = ROOT) -> float:
    """The processor's seconds of a program and those that it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=False, capture_output=True, cwd=folder, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Prints help, version, completion and validations as ratios to importing typer."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "cards.sqlite"
        environment = os.environ | {"DECKCHECK_DB": str(database), "DECKCHECK_LANG": "en"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        run = [sys.executable, "-m", "deckcheck"]
        fresh = cpu_seconds([*run, "validate", DECK], environment)
        print(f"first run, fresh database: {fresh:.2f} s (aim: 1 s, with the database of a wheel)")
        completing = {"COMP_WORDS": "deckcheck val", "COMP_CWORD": "1"}
        tasks = {
            'baseline: python -c "import typer"': ([sys.executable, "-c", "import typer"], {}, 0.0),
            "python -c pass": ([sys.executable, "-c", "pass"], {}, 0.0),
            "deckcheck --version": ([*run, "--version"], {}, 1.1),
            "deckcheck --help": ([*run, "--help"], {}, 1.1),
            "deckcheck validate --help": ([*run, "validate", "--help"], {}, 1.1),
            "completion of a command": (run, {"_DECKCHECK_COMPLETE": "complete_bash", **completing}, 1.1),
            "deckcheck validate, a .dek": ([*run, "validate", DECK], {}, 2.2),
            "deckcheck validate, an illegal .dek": ([*run, "validate", ILLEGAL], {}, 0.0),
            "deckcheck validate, in Czech": ([*run, "--lang", "cs", "validate", ILLEGAL], {}, 0.0),
            "deckcheck validate --help, in Czech": ([*run, "--lang", "cs", "validate", "-h"], {}, 0.0),
            "deckcheck validate, a typed list": ([*run, "validate", TYPED], {}, 2.2),
        }
        best = dict.fromkeys(tasks, float("inf"))
        for _ in range(ROUNDS):
            for label, (command, more, _aim) in tasks.items():
                taken = cpu_seconds(command, environment | more)
                best[label] = min(best[label], taken)
        base = next(iter(best.values()))
        for label, (_, _, aim) in tasks.items():
            aimed = f" (aim: {aim} x)" if aim else ""
            print(f"{label:<36} {best[label] * 1000:6.1f} ms = {best[label] / base:.2f} x{aimed}")
        added = best["deckcheck validate, in Czech"] - best["deckcheck validate, an illegal .dek"]
        print(f"another language than English costs {added * 1000:.0f} ms (aim: at most 30)")
