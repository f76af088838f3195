"""Every command of the contract as a process: on standard output stands one document, nothing else.

Whatever a library writes there, such as a solver that greets, would make each of them unreadable.
Here the processes are forks of one that has all modules loaded. `make installed` runs this file with
the program of a wheel that was installed without constraints, each command from its start:
DECKCHECK_PYTHON names its Python.
"""

import json
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from db.errors import DatabaseError
from deckcheck.web.serving import ServeOptions, serve
from tests.faults.programs import DATABASE, programs

ROOT = Path(__file__).parents[3]
DECKS = ROOT / "examples" / "decks"
REBELS, EMPIRE = str(DECKS / "rebels.dek"), str(DECKS / "empire.txt")
BROKEN = str(DECKS / "too-many-walkers.dek")
ALL_ARENAS = "type:space >= 1 and type:ground >= 1 and type:character >= 1"

DOCUMENTS = {
    "validate": ("report/1", ["validate", str(DECKS)]),
    "setup": ("setup/1", ["setup", REBELS, EMPIRE, "--seed", "7"]),
    "setup --games": ("setup-statistics/1", ["setup", REBELS, EMPIRE, "--games", "20", "--seed", "7"]),
    "goldfish": ("goldfish/1", ["goldfish", REBELS, "--hands", "20", "--seed", "7"]),
    "matrix": ("matrix/1", ["matrix", REBELS, EMPIRE, "--games", "20", "--seed", "7"]),
    "odds": ("odds/1", ["odds", REBELS, ALL_ARENAS, "--simulate", "100", "--seed", "7"]),
    "cards search": ("cards/1", ["cards", "search", "boba fett"]),
    "cards sets": ("sets/1", ["cards", "sets"]),
    "cards show": ("card/1", ["cards", "show", "Boba Fett (A)"]),
    "cards lint": ("lint/1", ["cards", "lint", "LIST"]),
    "cards import": ("import/1", ["cards", "import", "LIST", "--apply", "--name", "mine"]),
    "cards sync": ("import/1", ["cards", "sync", "mine"]),
    "collection import": ("import/1", ["collection", "import", "SHEET"]),
    "collection list": ("collection/1", ["collection", "list"]),
    "collection add": ("change/1", ["collection", "add", "Boba Fett (A)"]),
    "collection remove": ("change/1", ["collection", "remove", "Boba Fett (A)"]),
    "collection history": ("history/1", ["collection", "history"]),
    "collection undo": ("undo/1", ["collection", "undo", "1"]),
    "collection completion": ("completion/1", ["collection", "completion"]),
    "deck show": ("deck-show/1", ["deck", "show", REBELS]),
    "deck stats": ("deck-stats/1", ["deck", "stats", REBELS]),
    "deck diff": ("deck-diff/1", ["deck", "diff", REBELS, EMPIRE]),
    "deck missing": ("missing/1", ["deck", "missing", REBELS]),
    "deck read": ("reading/1", ["deck", "read", EMPIRE]),
    "why": ("requirements/1", ["why", BROKEN]),
    "repair": ("repair/1", ["repair", BROKEN]),
    "event new": ("event-summary/1", ["event", "new", "Cup"]),
    "event register": ("event-change/1", ["event", "register", "Cup", "Ada", REBELS]),
    "event import": ("event-change/1", ["event", "import", "Cup", "NAMES"]),
    "event check": ("event-check/1", ["event", "check", "Cup"]),
    "event verify": ("event-verify/1", ["event", "verify", "Cup", "Ada", REBELS]),
    "event lock": ("event-change/1", ["event", "lock", "Cup"]),
    "event pair": ("pairings/1", ["event", "pair", "Cup", "--seed", "7"]),
    "event swap": ("pairings/1", ["event", "swap", "Cup", "Ada", "Bo", "--reason", "sisters"]),
    "event pairings": ("pairings/1", ["event", "pairings", "Cup"]),
    "event publish": ("event-change/1", ["event", "publish", "Cup"]),
    "event result": ("event-change/1", ["event", "result", "Cup", "1", "2-0"]),
    "event drop": ("event-change/1", ["event", "drop", "Cup", "Bo"]),
    "event undo": ("event-change/1", ["event", "undo", "Cup"]),
    "event show": ("event-summary/1", ["event", "show", "Cup"]),
    "event list": ("events/1", ["event", "list"]),
    "event standings": ("standings/1", ["event", "standings", "Cup"]),
    "event export": ("event/1", ["event", "export", "Cup", "-"]),
}


@pytest.fixture(scope="module")
def home(database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database that these commands change, one after another, and their files."""
    folder = tmp_path_factory.mktemp("processes")
    shutil.copy(database, folder / DATABASE)
    (folder / "sheet.csv").write_text("Quantity,Name\n2,Boba Fett (A)\n", encoding="utf-8")
    header = (
        "Name\tSet\tImageFile\tSide\tType\tSubtype\tCost\tSpeed\tPower\tHealth\tRarity\tNumber\tUsage\tText"
    )
    row = "Made Up (A)\tXX\tXX1\tL\tCharacter\tRebel\t3\t30\t3\t3\tR\t1\t\tNothing."
    (folder / "XX.txt").write_text(f"{header}\n{row}\n", encoding="utf-8")
    (folder / "players.txt").write_text("Bo\nCy\nDo\n", encoding="utf-8")
    return folder


INSTALLED = os.environ.get("DECKCHECK_PYTHON")
PYTHON = INSTALLED or sys.executable


def run(home: Path, arguments: list[str], *program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [PYTHON, *program, *arguments],
        capture_output=True,
        check=False,
        cwd=home,
        encoding="utf-8",
        env={**os.environ, "DECKCHECK_DB": str(home / DATABASE)},
    )


@pytest.fixture
def said(home: Path, tmp_path: Path) -> Iterator[Callable[[list[str]], tuple[str, str]]]:
    """Runs a command as a process; what it wrote to standard output and to standard error."""
    if INSTALLED or not hasattr(os, "fork"):

        def started(arguments: list[str]) -> tuple[str, str]:
            done = run(home, arguments, "-m", "deckcheck")
            return done.stdout, done.stderr

        yield started
        return
    with programs("no faults", None, tmp_path) as forks:

        def forked(arguments: list[str]) -> tuple[str, str]:
            ended = forks.run(home, *arguments)
            return ended.out, ended.err

        yield forked


@pytest.mark.whole_catalogue
def test_each_command_prints_one_document(home: Path, said: Callable[[list[str]], tuple[str, str]]) -> None:
    files = {"LIST": "XX.txt", "SHEET": "sheet.csv", "NAMES": "players.txt"}
    wrong: list[tuple[object, ...]] = []
    for name, (schema, arguments) in DOCUMENTS.items():
        out, err = said([*(files.get(one, one) for one in arguments), "--json"])
        try:
            document = json.loads(out)
        except ValueError:
            wrong.append((name, out[:80], err[-200:]))
            continue
        if document.get("schema") != f"deckcheck.{schema}":
            wrong.append((name, document.get("schema"), schema, err[-200:]))
    assert not wrong, wrong


NOISY = """
import ctypes, os, sys
from deckcheck.judge.validate import Judge
judge = Judge.validate
def noisy(*arguments):
    ctypes.CDLL(None).puts(b"a library in C")
    os.write(1, b"and one that writes at once\\n")
    return judge(*arguments)
Judge.validate = noisy
from deckcheck.__main__ import main
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the noise is made with the C library of Unix")
@pytest.mark.whole_catalogue
def test_what_a_library_prints_is_no_part_of_a_document(home: Path) -> None:
    done = run(home, ["validate", REBELS, "--json"], "-c", NOISY)
    assert json.loads(done.stdout)["schema"] == "deckcheck.report/1"
    assert "a library in C" in done.stderr
    assert "and one that writes at once" in done.stderr


@pytest.mark.whole_catalogue
def test_the_library_prints_nothing_either(home: Path) -> None:
    """A notebook shows what stands on standard output."""
    code = (
        "import deckcheck, sys\n"
        "with deckcheck.open(sys.argv[1]) as session:\n"
        "    assert session.repair(sys.argv[2]).after.verdict == 'legal'\n"
    )
    done = run(home, [str(home / DATABASE), BROKEN], "-c", code)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


@pytest.mark.whole_catalogue
def test_the_page_starts(home: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    arguments = ["-m", "deckcheck", "serve", "--port", str(port), "--db", str(home / DATABASE)]
    with subprocess.Popen(
        [PYTHON, *arguments], cwd=home, stderr=subprocess.PIPE, stdout=subprocess.PIPE
    ) as server:
        try:
            assert server.stderr is not None
            assert f"http://127.0.0.1:{port}/".encode() in server.stderr.readline()
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/openapi.json") as answer:
                assert json.load(answer)["openapi"]
        finally:
            server.terminate()


@pytest.mark.parametrize("kind", ["newer", "none of ours", "damaged"])
def test_a_database_that_cannot_be_served_is_said_before_an_address(
    small_database: Path, tmp_path: Path, kind: str
) -> None:
    """It once was told after the address, in thirty lines."""
    broken = tmp_path / "broken.sqlite"
    if kind == "none of ours":
        broken.write_bytes(b"a letter to my aunt" * 100)
    else:
        shutil.copy(small_database, broken)
        with closing(sqlite3.connect(broken)) as connection:
            if kind == "newer":
                connection.execute("UPDATE alembic_version SET version_num = '9999'")
            connection.commit()
        if kind == "damaged":
            data = bytearray(broken.read_bytes())
            data[4096 * 3 :] = b"\xff" * (len(data) - 4096 * 3)
            broken.write_bytes(data)
    told: list[ServeOptions] = []
    with pytest.raises(DatabaseError):
        serve(ServeOptions(broken, port=0), told.append)
    assert told == []
