"""`deckcheck undo` goes back one change after another; `deckcheck tour` runs what it shows."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TextIO

import pytest

import deckcheck
from deckcheck.cli.tour import STEPS
from tests.conftest import ROOT, Run
from tests.program import whole_program

STARTED = subprocess.run
REBELS = ROOT / "examples" / "decks" / "rebels.dek"


def test_undo_goes_back_one_change_after_another(keep: Run) -> None:
    keep("collection", "add", "Yoda (A)", "--quantity", "3")
    keep("deck", "save", REBELS, "--name", "Mine")
    keep("event", "new", "Spring Open")
    keep("event", "lock", "Spring Open")
    commands = []
    for _ in range(3):
        done = keep("undo", "--yes", "--reason", "a slip")
        assert done.exit_code == 0, done.stderr
        commands.append(done.stderr.splitlines()[0].split(": ", 1)[1])
    assert commands == ["event lock", "deck save Mine", "collection add 3 x Yoda (A)"]
    assert keep("deck", "list").stdout == ""
    assert json.loads(keep("collection", "list", "--json").stdout)["copies"] == 0
    nothing = keep("undo", "--yes")
    assert (nothing.exit_code, nothing.stdout) == (1, "")
    assert "there is nothing to undo" in nothing.stderr


def test_undo_asks_where_it_can_and_else_changes_nothing(keep: Run) -> None:
    keep("collection", "add", "Yoda (A)")
    refused = keep("undo")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "collection add 1 x Yoda (A)" in refused.stderr
    assert "--yes undoes it" in refused.stderr
    undone = json.loads(keep("undo", "--yes", "--json").stdout)
    assert (undone["schema"], undone["reversed"]) == ("deckcheck.undo/1", 1)


def as_started(words: list[str], *, env: dict[str, str], stdout: TextIO, check: bool) -> None:
    """Runs a step in this process; but the last one as a process, as the tour does with all."""
    assert (words[:3], check) == ([sys.executable, "-m", "deckcheck"], False)
    if words[3:] == STEPS[-1][1].split():
        stdout.write(STARTED(words, env=env, stdout=subprocess.PIPE, encoding="utf-8", check=check).stdout)
        return
    ended = whole_program(*words[3:], **env)
    stdout.write(ended.stdout)
    sys.stderr.write(ended.stderr)


def test_the_tour_shows_each_step_and_runs_it(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DECKCHECK_DB", str(shutil.copy(database, tmp_path)))
    shown = whole_program("tour")  # nobody can be asked
    assert (shown.returncode, shown.stdout.count("$ deckcheck ")) == (0, len(STEPS))
    monkeypatch.setattr(subprocess, "run", as_started)
    ran = whole_program("tour", "--yes")
    assert ran.returncode == 0
    for what, _ in STEPS:
        assert what in ran.stdout
    for answer in ("ILLEGAL", "changes make it legal", "exactly ", "deckcheck event list"):
        assert answer in ran.stdout
    assert "Error" not in ran.stderr
    assert "deckcheck:" not in ran.stderr
    with deckcheck.open() as session:
        assert (session.collection.history(), session.decks.list(), session.events.list()) == ((), (), ())
