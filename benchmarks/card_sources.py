"""Importing a plugin of community size, against the plainest reader and writer of the same files.

Baseline: a script that reads the files with the csv module and puts the rows into one SQLite table,
without checking, comparing, or being able to take anything back. Both are started as programs.
"""

import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
SETS, CARDS = 70, 10_900
ROUNDS = 3
MOST_SECONDS, MOST_MEGABYTES = 5, 300

_HEADER = (
    "Name",
    "Set",
    "ImageFile",
    "Side",
    "Type",
    "Subtype",
    "Cost",
    "Speed",
    "Power",
    "Health",
    "Rarity",
    "Number",
    "Usage",
    "Text",
    "Script",
    "Classification",
)
_TYPES = ("Character", "Space", "Ground", "Battle", "Mission")
_WORDS = ("each", "unit", "gains", "power", "until", "end", "of", "turn", "pay", "force", "dice")

_BASELINE = """
import csv, sqlite3, sys
from pathlib import Path
connection = sqlite3.connect(sys.argv[2])
connection.execute("CREATE TABLE IF NOT EXISTS cards ({columns})")
for path in sorted(Path(sys.argv[1]).glob("sets/*.txt")):
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, delimiter="\\t", quoting=csv.QUOTE_NONE))[1:]
    connection.executemany("INSERT INTO cards VALUES ({marks})", rows)
connection.commit()
"""

_MEASURED = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, capture_output=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_maxrss, used.ru_utime + used.ru_stime)
"""


def write_plugin(folder: Path, seed: int = 5) -> None:
    """A made-up plugin of 70 sets and 10,900 cards, with texts of real length."""
    rng = random.Random(seed)
    (folder / "sets").mkdir(parents=True, exist_ok=True)
    codes = [f"B{number:02}" for number in range(SETS)]
    for place, code in enumerate(codes):
        count = CARDS // SETS + (place < CARDS % SETS)
        rows = ["\t".join(_HEADER), *(_row(rng, code, number) for number in range(1, count + 1))]
        path = folder / "sets" / f"{code}.txt"
        path.write_text("\n".join(rows) + "\n", encoding="utf-8", newline="\n")
    named = "".join(f"<filetoinclude>{code}.txt</filetoinclude>" for code in codes)
    listed = f"<listofcarddatafiles>{named}</listofcarddatafiles>"
    (folder / "ListOfCardDataFiles.txt").write_text(listed, encoding="utf-8")


def _row(rng: random.Random, code: str, number: int) -> str:
    kind = rng.choice(_TYPES)
    unit = kind in _TYPES[:3]
    stats = [str(rng.randint(1, 9)) if unit else "" for _ in range(3)]
    version = f" ({rng.choice('ABCDE')})" if unit and rng.random() < 0.5 else ""
    words = " ".join(rng.choices(_WORDS, k=rng.randint(8, 60)))
    return "\t".join(
        [
            f"Bee of {code} {number}{version}",
            code,
            f"{code}{number:03}",
            rng.choice("LDN"),
            kind,
            "Bee - Keeper" if unit else "",
            str(rng.randint(1, 8)) if kind != "Battle" else "",
            *stats,
            rng.choice("CUR"),
            str(number),
            words[:40] if rng.random() < 0.2 else "",
            words,
            "",
            "STAND, REB",
        ]
    )


def measured(command: list[str]) -> tuple[float, float, float]:
    """Seconds, megabytes, and seconds of the processor, of a program."""
    start = time.perf_counter()
    outer = [sys.executable, "-c", _MEASURED, *command]
    done = subprocess.run(outer, check=True, capture_output=True, cwd=ROOT, text=True)
    kilobytes, processor = done.stdout.split()
    return time.perf_counter() - start, int(kilobytes) / 1024, float(processor)


def main() -> None:
    """Prints seconds, megabytes and ratios."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        plugin = folder / "starwars"
        write_plugin(plugin)
        columns, marks = ", ".join(_HEADER).replace("Set", "InSet"), ", ".join("?" * len(_HEADER))
        script = folder / "baseline.py"
        script.write_text(_BASELINE.format(columns=columns, marks=marks), encoding="utf-8")
        base = min(
            measured([sys.executable, str(script), str(plugin), str(folder / f"base{turn}.sqlite")])
            for turn in range(ROUNDS)
        )
        print(f"{CARDS} cards in {SETS} sets, as files")
        line = "{:<38} {:6.2f} s  {:5.0f} MB  {:6.2f} s of the processor"
        print(line.format("baseline: csv into one table", *base))
        runs: dict[str, list[tuple[float, float, float]]] = {}
        for turn in range(ROUNDS):
            os.environ["DECKCHECK_DB"] = str(folder / f"cards{turn}.sqlite")
            cards = [sys.executable, "-m", "deckcheck", "cards"]
            subprocess.run([*cards, "sets"], check=True, capture_output=True, cwd=ROOT)
            for label, arguments in (
                ("first import, all new", ["import", str(plugin), "--apply"]),
                ("second import, nothing new", ["import", str(plugin), "--apply"]),
                ("the first one undone", ["undo", "1"]),
            ):
                runs.setdefault(label, []).append(measured([*cards, *arguments]))
        for label, found in runs.items():
            best = min(found)
            print(line.format(label, *best) + f"  = {best[2] / base[2]:.1f} x")
        print(f"aim: a first import in < {MOST_SECONDS} s and < {MOST_MEGABYTES} MB")
