"""A program that is killed in the middle of an import leaves the database as before or as after."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from db.database import check_integrity
from tests.amounts import amount
from tests.importers.sources.made_up import lackey_row, lackey_set, plugin

ROOT = Path(__file__).parents[3]
KILLS = amount(5, 50)

SCRIPT = """
import json, os, random, signal, sys, time
from datetime import date
from pathlib import Path

from db.imports import card_import
from db import database as database_module
from db.imports.plan import ImportOptions
from db.connection import connect_read_only
from db.database import check_integrity, ensure_ready
from importers.sources.archives import open_tree
from importers.sources import identify
from importers.sources.source import ReadOptions

database_module.BUNDLED = ()  # a small database is read through quickly after every kill
database, folders, kills = Path(sys.argv[1]), sys.argv[2:4], int(sys.argv[4])
ensure_ready(database)

def take(folder):
    with open_tree(Path(folder)) as tree:
        reading = identify(tree).read(tree, ReadOptions())
    card_import.apply(database, reading, ImportOptions("lackey", date(2026, 12, 1)), origin=folder, state=None)

def state():
    connection = connect_read_only(database)
    rows = connection.execute(
        "SELECT p.name, c.cost, t.text FROM printings p JOIN cards c ON c.id = p.card_id"
        " JOIN card_texts t ON t.printing_id = p.id ORDER BY 1").fetchall()
    batches = connection.execute("SELECT count(*), max(id) FROM card_batches").fetchone()
    connection.close()
    return hash(tuple(rows)), batches

def run(folder):
    child = os.fork()
    if child:
        return child
    try:
        take(folder)
    finally:
        os._exit(0)

take(folders[0])
good, longest = {}, 0.0
for folder in (folders[1], folders[0]):
    start = time.perf_counter()
    take(folder)
    longest = max(longest, time.perf_counter() - start)
    good[folder] = state()[0]
rng, killed, outcomes = random.Random(5), 0, []
for turn in range(20 * kills):  # one that came too late is tried again, sooner
    if killed == kills:
        break
    folder = folders[1 - turn % 2]
    before, (count, _) = state()
    child = run(folder)
    time.sleep(rng.uniform(0, longest))
    os.kill(child, signal.SIGKILL)
    in_time = os.WIFSIGNALED(os.waitpid(child, 0)[1])
    killed, longest = killed + in_time, longest if in_time else longest * 0.8
    check_integrity(database)
    after, (now, _) = state()
    assert (after, now) in ((before, count), (good[folder], count + 1)), (turn, before, after, count, now)
    outcomes.append(now > count)
    take(folder)
    assert state()[0] == good[folder]
print(json.dumps({"killed": killed, "kills": kills, "written": sum(outcomes)}))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork, which this system does not have")
def test_kills_leave_the_database_intact_and_the_import_repeatable(tmp_path: Path) -> None:
    for name, words in (("one", "hums"), ("two", "stings")):
        rows = [
            lackey_row(f"Bee {number}", str(number), Cost=str(len(words)), Text=f"Bee {number} {words}.")
            for number in range(400)
        ]
        for file, data in plugin({"ZZZ": lackey_set(*rows)}).items():
            path = tmp_path / name / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    database = tmp_path / "cards.sqlite"
    done = subprocess.run(
        [sys.executable, script, database, tmp_path / "one", tmp_path / "two", str(KILLS)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["killed"] == KILLS, "each was stopped in the middle"
    check_integrity(database)
