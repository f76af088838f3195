"""docs/adding-a-game.md holds what it says: a folder is a game, from the deck file to the exit code."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from anyio.from_thread import start_blocking_portal

import deckcheck.games
from deckcheck.errors import UnknownGameError
from deckcheck.games import game_codes, get_game
from deckcheck.games.game import Game
from deckcheck.judge.validate import Judge
from deckcheck.web.application import make_app
from deckcheck.web.serving import ServeOptions
from tests.conftest import ROOT, Run
from tests.deckcheck.games.test_every_game import (
    test_an_empty_deck_is_illegal_and_says_so as an_empty_deck,
    test_rules_have_a_code_a_source_and_a_sentence_and_none_is_said_twice as rules_have_codes,
    test_zones_formats_and_editions_hang_together as zones_formats_and_editions,
)
from tests.deckcheck.sister_decks import Pool
from tests.deckcheck.web.test_permissions import Browser

FOLDER = ROOT / "examples" / "own-game"
PAGE = ROOT / "docs" / "adding-a-game.md"


def import_pebbles(run: Run, database: Path, game: str = "pebbles") -> None:
    """Imports the cards of the example, as cards of a game."""
    mapped = ("--as", "table", "--map", "Colour=facts.colour", "--game", game, "--name", game)
    done = run("cards", "import", FOLDER / "pebbles.csv", *mapped, "--apply", "--db", database)
    assert done.exit_code == 0, done.exception


@pytest.fixture
def fifth(monkeypatch: pytest.MonkeyPatch, own_database: Path, run: Run) -> Path:
    """The fifth game beside the others, and a database with its cards."""
    monkeypatch.setattr(deckcheck.games, "__path__", [*deckcheck.games.__path__, str(FOLDER)])
    import_pebbles(run, own_database)
    return own_database


def test_a_folder_is_enough_to_be_a_game(fifth: Path) -> None:
    assert "pebbles" in game_codes()
    game = get_game("pebbles")
    zones_formats_and_editions(game)
    rules_have_codes(game)
    an_empty_deck(game)


def test_without_the_folder_there_is_no_such_game() -> None:
    with pytest.raises(UnknownGameError):
        get_game("pebbles")


def test_its_decks_are_read_judged_and_told(fifth: Path, run: Run, tmp_path: Path) -> None:
    legal = run("validate", "--game", "pebbles", "--db", fifth, FOLDER / "bag.txt")
    assert legal.exit_code == 0, legal.output
    assert "5 pebbles of 4 colours" in legal.stdout
    path = tmp_path / "bag.txt"
    path.write_text("2 Slate\n1 Flint\n1 Quartz\n", encoding="utf-8")
    result = run("validate", "--game", "pebbles", "--db", fifth, "--json", path)
    deck = json.loads(result.stdout)["decks"][0]
    assert result.exit_code == 1
    assert [i["code"] for i in deck["issues"]] == ["unknown-card", "bag-size", "colour-limit"]
    assert deck["issues"][-1]["colour"] == "gray"
    assert run("cards", "show", "--game", "pebbles", "--db", fifth, "Slate").exit_code == 0


def test_its_decks_are_repaired_and_explained_from_the_same_rules(
    fifth: Path, run: Run, tmp_path: Path
) -> None:
    path, better = tmp_path / "bag.txt", tmp_path / "better.txt"
    path.write_text("3 Slate\n2 Amber\n", encoding="utf-8")
    asked = ("--game", "pebbles", "--db", fifth)
    rows = json.loads(run("why", path, *asked, "--json").stdout)["requirements"]
    assert [(row["code"], row["have"], row["state"]) for row in rows] == [
        ("bag-size", 5, "kept"),
        ("colour-limit", 3, "broken"),
        ("gem-limit", 2, "broken"),
    ]
    found = json.loads(run("repair", path, *asked, "--write", better, "--json").stdout)
    assert (found["distance"], found["proof"]["minimal"]) == (4, True)
    assert {
        row["state"] for row in json.loads(run("why", better, *asked, "--json").stdout)["requirements"]
    } == {"kept"}


def test_every_room_of_the_page_opens_for_it(fifth: Path) -> None:
    """A deck of a game that nothing plays could not be opened."""
    app = make_app(ServeOptions(database=fifth))
    with start_blocking_portal() as loop:
        page = Browser(loop, app, "127.0.0.1")
        bag = {"text": (FOLDER / "bag.txt").read_text(encoding="utf-8"), "game": "pebbles"}
        assert page.request("PUT", "/api/decks/Bag", json=bag).status_code == 200
        for path in ("/", "/deck", "/deck/Bag", "/cards", "/cards/Slate", "/collection", "/pools"):
            shown = page.get(f"{path}?game=pebbles&view=tiles")
            assert (path, shown.status_code) == (path, 200)
        assert page.get("/deck/Bag?game=pebbles").text.count('class="line"') == 4
        app.state.thread.end()


@pytest.mark.whole_catalogue  # else the processes would load it
def test_two_games_of_ones_own_live_in_one_database(own_database: Path, run: Run, tmp_path: Path) -> None:
    """In folders that DECKCHECK_GAMES names, as a user has them: judged in a process of their own."""
    marbles = tmp_path / "games" / "marbles"
    shutil.copytree(FOLDER / "pebbles", marbles, ignore=shutil.ignore_patterns("__pycache__"))
    for path, old, new in (
        (marbles / "__init__.py", 'code="pebbles"', 'code="marbles"'),
        (marbles / "deck_rules.py", '"bag-size", _PAGE, 5', '"bag-size", _PAGE, 7'),
    ):
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")
    for game in ("pebbles", "marbles"):
        import_pebbles(run, own_database, game)
    folders = os.pathsep.join((str(FOLDER), str(marbles.parent)))
    verdicts = {}
    for game in ("pebbles", "marbles"):
        arguments = ["why", str(FOLDER / "bag.txt"), "--game", game, "--db", str(own_database), "--json"]
        done = subprocess.run(
            [sys.executable, "-m", "deckcheck", *arguments],
            capture_output=True,
            check=False,
            env={**os.environ, "DECKCHECK_GAMES": folders},
        )
        rows = json.loads(done.stdout)["requirements"]
        verdicts[game] = done.returncode, rows[0]["least"], rows[0]["state"]
    assert verdicts == {"pebbles": (0, 5, "kept"), "marbles": (1, 7, "broken")}


def test_a_game_has_at_most_15_files() -> None:
    files = [path for path in FOLDER.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert len(files) <= 15


def test_other_games_do_not_notice_it(fifth: Path, destiny: Pool) -> None:
    assert Judge("destiny").validate(destiny.deck([])).verdict == "illegal"


def test_the_page_names_everything_that_a_game_gives() -> None:
    """Every field of Game stands on the page, and every step has its file."""
    page = PAGE.read_text(encoding="utf-8")
    for field in {*Game._fields} - {"code", "name", "texts_read"}:
        assert f"`{field}`" in page, field
    for name in re.findall(r"`((?:deckcheck|tests|db|importers|docs|examples)/[\w/.]+)`", page):
        assert (PAGE.parents[1] / name).exists(), name
