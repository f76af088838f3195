"""Every command that takes a deck takes a file, standard input, or the name of a saved deck."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from importers.decks.reading import read_deck
from tests.conftest import ROOT, Run

EMPIRE = ROOT / "examples" / "decks" / "empire.txt"
REBELS = ROOT / "examples" / "decks" / "rebels.dek"

COMMANDS: tuple[tuple[str, ...], ...] = (
    ("validate", "DECK", "--json"),
    ("deck", "show", "DECK", "--json"),
    ("deck", "stats", "DECK", "--json"),
    ("deck", "missing", "DECK", "--json"),
    ("deck", "diff", "DECK", "DECK", "--json"),
    ("setup", "DECK", "--seed", "7", "--json"),
    ("setup", "--dark", "DECK", "--light", "DECK", "--seed", "7", "--json"),
    ("goldfish", "DECK", "--hands", "50", "--seed", "7", "--json"),
    ("odds", "DECK", "type:space >= 1", "--json"),
)


def told(run: Run, command: tuple[str, ...], deck: object, **more: Any) -> Any:
    result = run(*(deck if word == "DECK" else word for word in command), **more)
    assert result.exit_code == 0, (result.stderr, result.exception)
    return json.loads(result.stdout)


LABELS = {str(EMPIRE).casefold(), "empire", "my empire", "mine", "standard input", "-"}
HOW_READ = {"read_as", "line", "saved", "path"}


def alike(document: Any) -> Any:
    """The document with one word for whatever the deck was called, without how it was read."""
    if isinstance(document, dict):
        return {key: alike(value) for key, value in document.items() if key not in HOW_READ}
    if isinstance(document, list):
        return [alike(value) for value in document]
    is_label = isinstance(document, str) and document.casefold() in LABELS
    return "the deck" if is_label else document


@pytest.mark.parametrize("command", COMMANDS, ids=lambda c: " ".join(c[:2]))
def test_a_saved_deck_is_answered_as_its_file_is(keep: Run, command: tuple[str, ...]) -> None:
    assert keep("deck", "save", EMPIRE, "--name", "My Empire").exit_code == 0
    from_file = told(keep, command, EMPIRE)
    assert alike(told(keep, command, "my empire")) == alike(from_file)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda c: " ".join(c[:2]))
def test_standard_input_is_answered_as_the_file_is(keep: Run, command: tuple[str, ...]) -> None:
    from_file = told(keep, command, EMPIRE)
    piped = told(keep, command, "-", stdin=EMPIRE.read_bytes())
    assert alike(piped) == alike(from_file)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda c: " ".join(c[:2]))
def test_a_file_wins_over_a_saved_deck_and_that_is_said(
    keep: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    keep("deck", "save", REBELS, "--name", "Mine")
    monkeypatch.chdir(tmp_path)
    Path("Mine").write_bytes(EMPIRE.read_bytes())
    result = keep(*("Mine" if word == "DECK" else word for word in command))
    assert result.exit_code == 0
    assert result.stderr.count("Mine: the file is taken, not the saved deck of that name") == 1
    from_file = told(keep, command, EMPIRE)
    assert alike(json.loads(result.stdout)) == alike(from_file)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda c: " ".join(c[:2]))
def test_nothing_is_said_of_a_file_where_there_is_none(
    keep: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    """`validate Mine` said that a file was judged, though it judged the saved deck."""
    keep("deck", "save", REBELS, "--name", "Mine")
    monkeypatch.chdir(tmp_path)
    result = keep(*("Mine" if word == "DECK" else word for word in command))
    assert (result.exit_code, "the file is taken" in result.stderr) == (0, False)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda c: " ".join(c[:2]))
def test_what_is_neither_is_told_with_names_spelt_alike(keep: Run, command: tuple[str, ...]) -> None:
    keep("deck", "save", EMPIRE, "--name", "Empire")
    result = keep(*("Empir" if word == "DECK" else word for word in command))
    said = f"{result.exception}{result.stdout}"
    assert "there is no file or saved deck named Empir. Did you mean Empire?" in said
    assert result.exit_code != 0


def test_validate_names_the_saved_deck_beside_files(keep: Run) -> None:
    keep("deck", "save", EMPIRE, "--name", "Empire")
    found = told(keep, ("validate", "DECK", str(REBELS), "--json"), "Empire")["decks"]
    assert [(d["path"], d["read_as"], d["verdict"]) for d in found] == [
        ("Empire", "saved deck", "legal"),
        (str(REBELS), "lackey-dek", "legal"),
    ]


def test_a_saved_deck_is_exported_and_converted(keep: Run, tmp_path: Path) -> None:
    keep("deck", "save", EMPIRE, "--name", "Empire")
    by_suffix, converted = tmp_path / "a.dek", tmp_path / "b.dek"
    result = keep("deck", "export", "empire", by_suffix)
    assert result.exit_code == 0
    assert f"{by_suffix}: 60 cards written as lackey-dek, read as saved deck" in result.stderr
    assert keep("deck", "convert", "Empire", converted).exit_code == 0
    assert by_suffix.read_bytes() == converted.read_bytes()
    assert read_deck(by_suffix).quantity == 60
    assert "--force" in str(keep("deck", "export", "Empire", by_suffix).exception)
    assert keep("deck", "export", "Empire", by_suffix, "--to", "csv", "--force").exit_code == 0
    assert read_deck(by_suffix).read_as == "csv"


def test_only_saved_decks_are_exported(keep: Run, tmp_path: Path) -> None:
    result = keep("deck", "export", EMPIRE, tmp_path / "a.dek")
    assert "saved deck named" in str(result.exception)
    assert not (tmp_path / "a.dek").exists()


def test_a_saved_deck_of_a_sister_game_is_judged_by_its_game(keep: Run) -> None:
    listed = "4 Force Strike\n"
    keep("deck", "save", "-", "--name", "Dice", "--game", "destiny", stdin=listed)
    (found,) = json.loads(keep("validate", "dice", "--json").stdout)["decks"]
    assert found["game"] == "destiny"
    assert json.loads(keep("deck", "show", "dice", "--json").stdout)["game"] == "destiny"


def test_decks_of_one_name_in_several_games_ask_for_the_game(keep: Run) -> None:
    for game in ("destiny", "stargate"):
        keep("deck", "save", "-", "--name", "Mine", "--game", game, stdin="1 Who Knows\n")
    assert "destiny and stargate have this name" in str(keep("deck", "show", "Mine").exception)
    assert "destiny and stargate have this name" in keep("validate", "Mine").stdout
    (found,) = json.loads(keep("validate", "Mine", "--game", "stargate", "--json").stdout)["decks"]
    assert found["game"] == "stargate"


def test_lines_that_cannot_be_read_keep_the_verdict_of_the_saved_deck_open(keep: Run, tmp_path: Path) -> None:
    """A saved deck that forgot them would be called legal though nobody knows what they held."""
    path = tmp_path / "d.txt"
    path.write_text(EMPIRE.read_text(encoding="utf-8") + "0 Yoda (A)\n", encoding="utf-8")
    file = json.loads(keep("validate", path, "--json").stdout)["decks"][0]
    saved = keep("deck", "save", path, "--name", "D")
    assert "kept as an unknown card" in saved.stderr
    again = json.loads(keep("validate", "D", "--json").stdout)["decks"][0]
    assert (file["verdict"], again["verdict"]) == ("unproven", "unproven")
    assert "unreadable-line" in [issue["code"] for issue in again["issues"]]
    assert any("0 Yoda (A)" in issue["message"] for issue in again["issues"])


def test_standard_input_is_saved_only_under_a_name(keep: Run) -> None:
    nameless = keep("deck", "save", "-", stdin="1 Boba Fett (A)\n")
    assert nameless.exit_code == 2
    assert keep("deck", "save", "-", "--name", "X", stdin="1 Boba Fett (A)\n").exit_code == 0
    assert "X" in keep("deck", "list").stdout


def test_reading_a_file_makes_no_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Callable[..., Any]
) -> None:
    """A plain conversion needs no cards; the look for saved decks must not bring them in."""
    database = tmp_path / "new" / "cards.sqlite"
    target = tmp_path / "copy.csv"
    assert run("deck", "convert", REBELS, target, "--db", database).exit_code == 0
    assert not database.exists()
