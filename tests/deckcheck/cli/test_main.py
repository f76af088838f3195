"""How the program ends: closed or full output, interrupts, bugs; never a traceback for bad input."""

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.program import Ended, whole_program

DECK = str(ROOT / "examples" / "decks" / "rebels.dek")
PROGRAM = [sys.executable, "-m", "deckcheck"]


def shell(command: str, database: Path) -> subprocess.CompletedProcess[str]:
    program = " ".join(PROGRAM)
    return subprocess.run(
        ["/bin/sh", "-c", command.replace("deckcheck", program, 1)],
        capture_output=True,
        check=False,
        encoding="utf-8",
        errors="replace",
        env=os.environ | {"DECKCHECK_DB": str(database)},
        timeout=60,
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("command", ["validate {deck}", "validate --json {deck}", "cards sets"])
def test_a_full_disk_behind_the_output_is_one_line(database: Path, command: str) -> None:
    done = shell(f"deckcheck {command.format(deck=DECK)} > /dev/full", database)
    assert done.returncode == 2
    assert "No space left" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX redirections")
@pytest.mark.parametrize(
    ("command", "code"),
    [
        (f"deckcheck validate {DECK} >&-", 0),
        (f"deckcheck validate {DECK} 2>&- >&-", 0),
        ("deckcheck validate - <&-", 2),
        ("deckcheck validate - < /dev/null", 2),
        ("deckcheck validate - < /dev/zero", 2),
        ("deckcheck validate /dev/zero", 2),
        ("deckcheck validate --format nope - < /dev/null", 2),
    ],
)
def test_closed_and_endless_streams(database: Path, command: str, code: int) -> None:
    done = shell(command, database)
    assert done.returncode == code
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX pipes")
def test_a_reader_that_goes_away_is_no_answer_about_a_deck(database: Path) -> None:
    decks = " ".join([DECK] * 1000)
    done = shell(f"(deckcheck validate --full {decks}; echo code $? >&2) | head -c 10", database)
    assert "code 2" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("harm", ["DROP TABLE printings", "DROP TABLE cards", "DELETE FROM alembic_version"])
@pytest.mark.parametrize(
    "command", [f"validate {DECK}", "cards search yoda", f"validate --jobs 2 {DECK} {DECK}"]
)
def test_a_damaged_database_is_one_line_and_exit_2(
    database: Path, tmp_path: Path, harm: str, command: str
) -> None:
    copy = tmp_path / "copy.sqlite"
    with closing(sqlite3.connect(database)) as old, closing(sqlite3.connect(copy)) as new:
        old.backup(new)
        new.execute("PRAGMA foreign_keys=OFF")
        new.execute(harm)
        new.commit()
    if "--jobs" in command:  # which starts processes, and is told by them
        done: Ended | subprocess.CompletedProcess[str] = shell(f"deckcheck {command}", copy)
    else:
        done = whole_program(*command.split(" "), DECKCHECK_DB=str(copy))
    assert done.returncode == 2
    assert "copy.sqlite" in done.stderr
    assert "Traceback" not in done.stderr


def test_folders_with_loops_and_pipes_end(database: Path, tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path)
    os.mkfifo(tmp_path / "pipe.dek")
    (tmp_path / "deck.txt").write_text("4\tYoda (A)\n", encoding="utf-8")
    done = shell(f"deckcheck validate {tmp_path} --short", database)
    assert done.returncode == 1
    assert done.stdout.count("deck.txt") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_with_130_and_one_line(database: Path, tmp_path: Path, jobs: str) -> None:
    lines = "".join(f"1\tNobody {n}\n" for n in range(10))
    for number in range(300):
        (tmp_path / f"{number}.txt").write_text(f"{number}\tYoda (A)\n{lines}", encoding="utf-8")
    process = subprocess.Popen(
        [*PROGRAM, "validate", str(tmp_path), "--full", "--jobs", jobs],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"DECKCHECK_DB": str(database)},
    )
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert (process.returncode, said.strip()) == (130, b"deckcheck: stopped; no partial changes were made")


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_ctrl_c_while_a_module_with_dataclasses_loads_ends_with_130_too(tmp_path: Path) -> None:
    """Python ended by SIGINT instead, once in some hundred times on a busy machine."""
    (tmp_path / "interrupted.py").write_text(
        "from deckcheck.cli import main\n"
        "def app(**_):\n"
        "    exec('import os, signal; os.kill(os.getpid(), signal.SIGINT); print(list(range(10**5))[-1])')\n"
        "main.app = app\n"
        "main.main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "interrupted"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (130, "deckcheck: stopped; no partial changes were made\n")


def test_without_buffers_results_and_messages_stay_in_the_order_in_which_they_come() -> None:
    script = (
        "import os, sys\nfrom deckcheck.cli.streams import made_printable\n"
        "sys.stdout = made_printable(sys.stdout)\n"
        "print('first')\nos.write(2, b'second\\n')\nprint('third')"
    )
    shown = subprocess.run(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
        encoding="utf-8",
        check=True,
    )
    assert shown.stdout.split() == ["first", "second", "third"]
