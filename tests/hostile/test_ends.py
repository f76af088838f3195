"""However the program is told to end, it says so in one line, and leaves nothing half done."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from db.collection.read import holdings
from tests.conftest import ROOT, Run


def started(database: Path, *arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "deckcheck", *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "DECKCHECK_DB": str(database)},
    )


LATER = """
import signal, sys, threading, time
from deckcheck.__main__ import main
number, module = signal.Signals[sys.argv[1]], sys.argv[2]

class Slow:
    def find_spec(self, name, *_):
        if name == module:  # the signal comes while this is loaded
            signal.raise_signal(number)
sys.meta_path.insert(0, Slow())
sys.argv = ["deckcheck", "cards", "show", "Yoda (A)"]
main()
"""


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
@pytest.mark.parametrize(
    "module", ["typer", "deckcheck.cli.main", "deckcheck.cli.cards.search", "db.cards.lookup"]
)
def test_a_signal_while_the_program_is_loaded_ends_it_in_one_line(
    database: Path, name: str, module: str
) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", LATER, name, module],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
        env={**os.environ, "DECKCHECK_DB": str(database)},
    )
    by = "" if name == "SIGINT" else f" by {name}"
    assert ended.stderr == f"deckcheck: stopped{by}; no partial changes were made\n"
    assert ended.returncode == 128 + signal.Signals[name]
    assert ended.stdout == ""


IGNORED = """
import os, signal, sys, time, weakref
from deckcheck.cli import main
number, how = signal.Signals[sys.argv[1]], sys.argv[2]
class Held: pass
def press(*_):
    signal.raise_signal(number)
    time.sleep(0)
def app(**_):
    held = Held()
    if how == "forks":
        os.register_at_fork(after_in_parent=press)
        if not os.fork():
            os._exit(0)
    elif how == "ends an object":
        Held.__del__ = press
        del held
    else:
        kept = weakref.ref(held, press)
        del held
    time.sleep(10)
    print("went on")
main.app = app
main.main()
"""


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
@pytest.mark.parametrize("how", ["forks", "ends an object", "forgets an object"])
def test_a_signal_is_not_lost_while_python_forks_or_ends_an_object(name: str, how: str) -> None:
    """Python prints what is raised then, and goes on: so did the program, to its end."""
    ended = subprocess.run(
        [sys.executable, "-c", IGNORED, name, how], capture_output=True, text=True, cwd=ROOT, check=False
    )
    by = "" if name == "SIGINT" else f" by {name}"
    assert ended.stderr == f"deckcheck: stopped{by}; no partial changes were made\n"
    assert (ended.returncode, ended.stdout) == (128 + signal.Signals[name], "")


def wait_until_signals_are_caught(process: subprocess.Popen[str]) -> None:
    """On a busy machine Python alone may take seconds to start, and knows no signal of ours yet."""
    status = Path(f"/proc/{process.pid}/status")
    while status.exists() and process.poll() is None:
        caught = re.search(r"^SigCgt:\s*(\w+)", status.read_text(encoding="ascii"), re.MULTILINE)
        if caught is None or int(caught[1], 16) >> (signal.SIGTERM - 1) & 1:
            return
        time.sleep(0.01)


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_in_the_middle_of_work(database: Path, name: str) -> None:
    process = started(database, "validate", "-")
    wait_until_signals_are_caught(process)
    time.sleep(1.0)  # by now, or soon, it waits for the deck
    process.send_signal(signal.Signals[name])
    _, said = process.communicate(timeout=60)
    by = "" if name == "SIGINT" else f" by {name}"
    assert said == f"deckcheck: stopped{by}; no partial changes were made\n"
    assert process.returncode == 128 + signal.Signals[name]


def test_what_the_caller_had_us_ignore_is_ignored(database: Path, tmp_path: Path) -> None:
    """`nohup deckcheck ...` goes on when the terminal is closed."""
    deck = tmp_path / "a.txt"
    deck.write_text("4 Yoda (A)\n")
    script = LATER.replace(
        "from deckcheck", "signal.signal(signal.SIGHUP, signal.SIG_IGN)\nfrom deckcheck", 1
    )
    ended = subprocess.run(
        [sys.executable, "-c", script, "SIGHUP", "typer"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
        env={**os.environ, "DECKCHECK_DB": str(database)},
    )
    assert ended.returncode == 0, ended.stderr
    assert "Yoda" in ended.stdout


def test_a_file_that_another_program_imports_meanwhile_is_not_applied_twice(
    keep: Run, own_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both looked whether it was imported before either of them wrote."""
    from db.collection import history

    sheet = tmp_path / "mine.csv"
    sheet.write_text("Qty,Name,Set\n3,Boba Fett (A),AOTC\n")
    assert keep("collection", "import", sheet, "--apply").exit_code == 0
    looks = iter([None])  # the first time, there was nothing yet
    real = history.find_import
    monkeypatch.setattr(history, "find_import", lambda *stated: next(looks, real(*stated)))
    again = keep("collection", "import", sheet, "--apply")
    assert again.exit_code == 0
    assert "was imported before, as batch 1; nothing was changed" in again.stderr
    assert [h.quantity for h in holdings(own_database, "swtcg")] == [3]
    assert keep("collection", "import", sheet, "--apply", "--again").exit_code == 0
    assert [h.quantity for h in holdings(own_database, "swtcg")] == [6]
