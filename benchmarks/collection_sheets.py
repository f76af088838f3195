"""Sheets of 20,000 rows: import, export and undo, against openpyxl on the same cells.

Every measurement runs in a process of its own, so that its peak of memory is its own too, and
counts the seconds of the processor, which other programs disturb least. The
baselines read every cell of the workbook, and write the same cells into a sheet, with openpyxl in
its quickest mode; the import also understands, matches and plans all rows.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROWS = 20_000
ROUNDS = 3
MEGABYTES = 300

_START = """
import json, resource, sys, time
from pathlib import Path
folder = Path(sys.argv[1])
db = folder / "cards.sqlite"
def result(start):
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps([time.process_time() - start, peak]))
"""

_MAKE = """
import csv, random
from db.database import ensure_ready
from db.cards.lookup import Catalogue
ensure_ready(db)
catalogue = Catalogue(db, "swtcg")
printings = [(p.name, p.set_code, p.number or "") for c in catalogue.cards() for p in c.printings]
rng = random.Random(2002)
places = [f"box {number}" for number in range(40)]
with (folder / "mine.csv").open("w", newline="", encoding="utf-8") as file:
    table = csv.writer(file)
    table.writerow(["Quantity", "Name", "Set", "Number", "Condition", "Language", "Location",
                    "Price", "Acquired"])
    for row in range(int(sys.argv[2])):
        name, code, number = printings[row % len(printings)]
        table.writerow([rng.randint(1, 4), name, code, number, rng.choice(["NM", "EX", ""]),
                        "en", places[row // len(printings)], f"{rng.randint(1, 900) / 100:.2f}",
                        f"20{rng.randint(2, 24):02}-0{rng.randint(1, 9)}-1{rng.randint(0, 9)}"])
"""

_READ_CELLS = """
import openpyxl
start = time.process_time()
book = openpyxl.load_workbook(folder / "mine.xlsx", read_only=True, data_only=True)
cells = sum(len(row) for row in book["Holdings"].iter_rows(values_only=True))
result(start)
"""

_WRITE_CELLS = """
import openpyxl
book = openpyxl.load_workbook(folder / "mine.xlsx", read_only=True, data_only=True)
sheets = {sheet.title: [list(row) for row in sheet.iter_rows(values_only=True)] for sheet in book}
start = time.process_time()
book = openpyxl.Workbook(write_only=True)
for title, rows in sheets.items():
    sheet = book.create_sheet(title)
    for row in rows:
        sheet.append(row)
book.save(folder / "plain.xlsx")
result(start)
"""

_COMMAND = """
import sys
sys.path.insert(0, str(Path.cwd()))
start = time.process_time()
sys.stdout, stdout = open("/dev/null", "w"), sys.stdout
from deckcheck.cli.main import main
sys.argv = ["deckcheck", *sys.argv[2:], "--db", str(db)]
try:
    main()
except SystemExit as end:
    assert end.code in {0, None}, end.code
sys.stdout = stdout
result(start)
"""


def run(script: str, folder: Path, *arguments: object) -> tuple[float, float]:
    """Seconds and megabytes of a script in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", _START + script, str(folder), *map(str, arguments)],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    seconds, megabytes = json.loads(done.stdout.splitlines()[-1])
    return seconds, megabytes


def best(folder: Path, *tasks: tuple[object, ...]) -> list[tuple[float, float]]:
    """The shortest time and the highest peak of each task; they take turns."""
    rounds = [[run(str(task[0]), folder, *task[1:]) for task in tasks] for _ in range(ROUNDS)]
    return [
        (min(seconds for seconds, _ in runs), max(peak for _, peak in runs))
        for runs in zip(*rounds, strict=True)
    ]


def imported_and_undone(folder: Path, file: str, batch: int) -> dict[str, tuple[float, float]]:
    """Import of a file into an empty collection, and its undo; `batch` is the next to be made."""
    taken: dict[str, list[tuple[float, float]]] = {"import": [], "undo": []}
    for number in range(batch, batch + 2 * ROUNDS, 2):
        given = (folder / file, "--apply", "--no-input", "--mode", "add")
        taken["import"].append(run(_COMMAND, folder, "collection", "import", *given))
        taken["undo"].append(run(_COMMAND, folder, "collection", "undo", number))
    return {what: (min(runs)[0], max(peak for _, peak in runs)) for what, runs in taken.items()}


def show(label: str, taken: tuple[float, float], base: float, aim: str) -> None:
    """Prints a measurement, its ratio to a baseline, and what was aimed at."""
    seconds, peak = taken
    print(f"{label:<34} {seconds:6.2f} s = {seconds / base:5.2f} x  {peak:4.0f} MB  {aim}")


def main() -> None:
    """Prints seconds, ratios to openpyxl and peaks of memory."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        subprocess.run([sys.executable, "-c", _START + _MAKE, str(folder), str(ROWS)], check=True, cwd=ROOT)
        csv = imported_and_undone(folder, "mine.csv", 1)
        given = ("collection", "import", folder / "mine.csv", "--apply", "--no-input")
        run(_COMMAND, folder, *given)
        export = ("collection", "export", folder / "mine.xlsx", "--force")
        exported, reading, writing = best(folder, (_COMMAND, *export), (_READ_CELLS,), (_WRITE_CELLS,))
        last = 2 * ROUNDS + 1
        run(_COMMAND, folder, "collection", "undo", last)
        xlsx = imported_and_undone(folder, "mine.xlsx", last + 2)
    print(f"{ROWS:,} rows; seconds of the processor; aim for memory: at most {MEGABYTES} MB")
    show("baseline: openpyxl reads the cells", reading, reading[0], "")
    show("baseline: openpyxl writes them", writing, writing[0], "")
    show("import of CSV, to reading", csv["import"], reading[0], "aim: < 2 s")
    show("import of XLSX, to reading", xlsx["import"], reading[0], "aim: 1.5 x")
    show("export of XLSX, to writing", exported, writing[0], "aim: 1.5 x")
    show("undo of an import, to reading", csv["undo"], reading[0], "aim: < 2 s")
