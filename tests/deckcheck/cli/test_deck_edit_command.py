"""`deck edit`, `deck new` and `deck watch` as they are called."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from deckcheck.cli.deck import edit
from deckcheck.cli.main import app


@pytest.fixture
def run(database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a database of its own."""
    own = shutil.copy(database, tmp_path / "own.sqlite")
    monkeypatch.setenv("DECKCHECK_DB", str(own))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def call(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["deck", *arguments])


def test_a_deck_is_begun_edited_and_judged(run: Path) -> None:
    assert call("new", "my.txt", "--add", "4 Kouhun").exit_code == 0
    done = call("edit", "my.txt", "--add", "2 Nexu", "--remove", "Kouhun")
    assert done.exit_code == 0
    assert (run / "my.txt").read_text() == "Deck:\n3 Kouhun\n2 Nexu\n"
    assert "removed 1 Kouhun from Deck\nadded 2 Nexu to Deck\n" in done.stderr
    assert "my.txt: ILLEGAL" in done.stdout
    assert "5 cards" in done.stdout


def test_a_deck_without_a_file_is_begun_in_one_of_its_name_or_that_is_typed(
    run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = call("new")
    assert refused.exit_code == 2
    assert "name the file, or the deck with --name" in refused.stderr
    assert call("new", "--name", "Han / Leia", "--add", "4 Kouhun").exit_code == 0
    assert "Kouhun" in (run / "Han _ Leia.dek").read_text()
    assert call("new", "--name", "Han / Leia").exit_code == 1  # a file that is there stays
    monkeypatch.setattr(edit, "can_ask", lambda: True)
    asked = CliRunner().invoke(app, ["deck", "new", "--add", "2 Nexu"], input="my.txt\n")
    assert asked.exit_code == 0
    assert (run / "my.txt").read_text() == "Deck:\n2 Nexu\n"


def test_the_document_says_what_came_and_went(run: Path) -> None:
    (run / "my.txt").write_text("4 Kouhun\n")
    done = call("edit", "my.txt", "--add", "Supply: 2 Nexu", "--remove", "Kouhun", "--json")
    document = json.loads(done.stdout)
    assert document["schema"] == "deckcheck.deck-edit/1"
    assert document["in"] == [{"name": "Nexu", "zone": "Supply", "quantity": 2}]
    assert document["out"] == [{"name": "Kouhun", "zone": "Deck", "quantity": 1}]
    assert document["report"]["verdict"] == "illegal"


def test_nothing_to_do_and_what_cannot_be_done_is_told_in_a_line(run: Path) -> None:
    (run / "my.txt").write_text("4 Kouhun\n")
    assert call("edit", "my.txt").exit_code == 2
    done = call("edit", "my.txt", "--remove", "5 Kouhun")
    assert "Kouhun: 5 to be taken out, but 4 in the zone Deck" in str(done.exception)
    assert (run / "my.txt").read_text() == "4 Kouhun\n"


def test_watch_judges_each_change_until_ctrl_c(run: Path) -> None:
    deck = run / "my.txt"
    deck.write_text("4 Kouhun\n")
    command = [sys.executable, "-m", "deckcheck", "deck", "watch", "my.txt", "--jsonl"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        assert json.loads(program.stdout.readline())["counts"]["cards"] == 4
        deck.write_text("3 Kouhun\n")
        assert json.loads(program.stdout.readline())["counts"]["cards"] == 3
        os.kill(program.pid, signal.SIGINT)
        assert program.wait() == 130
        assert program.stdout.read() == ""


def test_a_deck_that_cannot_begin_is_told_with_what_the_command_can_do(run: Path) -> None:
    """No advice names an option that `deck new` and `deck edit` do not have."""
    (run / "my.txt").write_text("4 Kouhun\n")
    (run / "there.txt").write_text("mine\n")
    for words in (("new", "there.txt"), ("edit", "my.txt", "--add", "Nexu", "--output", "there.txt")):
        error = str(call(*words).exception)
        assert error == "there.txt: is there already and was not changed. Choose another name."
    assert (run / "there.txt").read_text() == "mine\n"
    error = str(call("new", "my.pdf").exception)
    assert error.endswith("expected one of .dek, .txt, .csv, .json, .o8d, .xlsx")
