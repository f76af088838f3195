"""Two commits against each other, by turns, so that what else the machine does hits both.

`python -m benchmarks.compare BASE [OTHER]` unpacks both commits (OTHER is by default what is
committed last) and runs the same commands with each, one after the other, in seconds of the
processor. A ratio below 1 means that OTHER takes less. The median of the rounds is told, with the
least and the most; where these lie on both sides of 1, nothing is proven. The last column is the
same ratio by the clock, which also counts what a command waits for the disk (TMPDIR says which).
"""

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.batch import write_decks
from benchmarks.startup import cpu_seconds
from db.cards.lookup import Catalogue
from db.database import ensure_ready

ROOT = Path(__file__).parents[1]
ROUNDS = 7
DECKS = 2_000
ROWS = 5_000
_FRESH = "a database that is not there yet"


def unpacked(commit: str, folder: Path) -> Path:
    """The files of a commit, in a folder of their own."""
    subprocess.run(
        ["git", "clone", "--quiet", "--shared", "--no-checkout", str(ROOT), str(folder)],  # noqa: S607 - the git of the user
        check=True,
    )
    subprocess.run(["git", "checkout", "--quiet", commit], check=True, cwd=folder)  # noqa: S607 - the same
    return folder


def written(folder: Path) -> dict[str, list[str]]:
    """Decks and a sheet, and the commands to be run on them, by what they are called."""
    database = folder / "cards.sqlite"
    ensure_ready(database)
    decks = folder / "decks"
    decks.mkdir()
    with Catalogue(database, "swtcg") as catalogue:
        cards = catalogue.cards()
        write_decks(decks, cards, DECKS)
    rng = random.Random(14)
    rows = [f"{rng.randint(1, 4)},{card.name!r},{card.set_codes[0]}" for card in cards[:ROWS]]
    sheet = folder / "mine.csv"
    sheet.write_text("\n".join(["Quantity,Name,Set", *rows]).replace("'", '"'), encoding="utf-8")
    one = "examples/decks/rebels.dek"
    both = ["examples/decks/empire.txt", one]
    return {
        "--help": ["--help"],
        "validate, one deck": ["validate", one],
        f"validate, {DECKS:,} decks, one process": ["validate", str(decks), "--jobs", "1", "--csv"],
        "first use": ["validate", one, "--db", _FRESH],
        f"collection import, {ROWS:,} rows": [
            "collection",
            "import",
            str(sheet),
            "--no-input",
            "--apply",
            "--again",
        ],
        "collection add": ["collection", "add", cards[0].name],
        "setup, 200 games": ["setup", *both, "--games", "200", "--seed", "1", "--jobs", "1"],
        "goldfish, 200 hands": ["goldfish", one, "--hands", "200", "--seed", "1", "--jobs", "1"],
        "cards search": ["cards", "search", "type:space cost<=4"],
    }


def run(tree: Path, folder: Path, words: list[str]) -> tuple[float, float]:
    """The processor's seconds of a command by the code of a commit, and those of the clock."""
    environment = os.environ | {
        "PYTHONPATH": str(tree),
        "PYTHONPYCACHEPREFIX": str(folder / f"{tree.name}-compiled"),
        "DECKCHECK_DB": str(folder / f"{tree.name}.sqlite"),
        "DECKCHECK_CONFIG": str(folder / "no-config.toml"),
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory(dir=folder) as fresh:
        words = [f"{fresh}/cards.sqlite" if word is _FRESH else word for word in words]
        start = time.perf_counter()
        taken = cpu_seconds([sys.executable, "-m", "deckcheck", *words], environment, tree)
        return taken, time.perf_counter() - start


def main() -> None:
    """Prints the ratio of each command's seconds, OTHER to BASE."""
    if not 1 <= len(sys.argv[1:]) <= 2:
        sys.exit("usage: python -m benchmarks.compare BASE [OTHER]")
    commits = (*sys.argv[1:], "HEAD")[:2]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        base, other = (unpacked(c, folder / w) for c, w in zip(commits, ("base", "other"), strict=True))
        print(f"{'':<36}{commits[0]:>12}{commits[1]:>12}   ratio   of {ROUNDS} rounds     clock")
        for label, words in written(folder).items():
            for tree in (base, other):  # compiles modules, makes the database
                run(tree, folder, words)
            pairs, clock = [], []
            for number in range(ROUNDS):
                order = (base, other) if number % 2 else (other, base)
                taken = {tree.name: run(tree, folder, words) for tree in order}
                pairs.append((taken["base"][0], taken["other"][0]))
                clock.append(taken["other"][1] / taken["base"][1])
            ratios = [after / before for before, after in pairs]
            before, after = (min(one) for one in zip(*pairs, strict=True))
            print(
                f"{label:<36}{before * 1000:>9.0f} ms{after * 1000:>9.0f} ms"
                f"{statistics.median(ratios):>8.2f}   {min(ratios):.2f} to {max(ratios):.2f}"
                f"{statistics.median(clock):>10.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
