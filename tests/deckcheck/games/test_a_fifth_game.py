"""docs/adding-a-game.md holds what it says: a folder is a game, from the deck file to the exit code."""

import json
import re
from pathlib import Path

import pytest

import deckcheck.games
from db.cards.card import Card, Printing
from deckcheck.errors import UnknownGameError
from deckcheck.games import game_codes, get_game
from deckcheck.judge.validate import Judge
from tests.conftest import Run
from tests.deckcheck.games.swlcg.lcg_cards import store
from tests.deckcheck.games.test_every_game import test_an_empty_deck_is_illegal_and_says_so as an_empty_deck
from tests.deckcheck.games.test_every_game import (
    test_rules_have_a_code_a_source_and_a_sentence_and_none_is_said_twice as rules_have_codes,
)
from tests.deckcheck.games.test_every_game import (
    test_zones_formats_and_editions_hang_together as zones_formats_and_editions,
)
from tests.deckcheck.sister_decks import Pool

FOLDER = Path(__file__).parent / "fifth_game"
PAGE = Path(__file__).parents[3] / "docs" / "adding-a-game.md"
PEBBLES = [
    ("Slate", "gray"),
    ("Flint", "gray"),
    ("Chalk", "white"),
    ("Coral", "red"),
    ("Jasper", "red"),
    ("Amber", "yellow"),
]


def pebble(name: str, colour: str) -> Card:
    printing = Printing(name, "beach", name[:1], None)
    return Card(
        "pebbles",
        name,
        name,
        None,
        None,
        None,
        "Pebble",
        None,
        None,
        None,
        None,
        None,
        (printing,),
        (),
        {"colour": colour},
    )


@pytest.fixture
def fifth(monkeypatch: pytest.MonkeyPatch, own_database: Path) -> Path:
    """The fifth game beside the others, and a database with its cards."""
    monkeypatch.setattr(deckcheck.games, "__path__", [*deckcheck.games.__path__, str(FOLDER)])
    store(own_database, (pebble(name, colour) for name, colour in PEBBLES))
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
    path = tmp_path / "bag.txt"
    path.write_text("2 Slate\n1 Chalk\n1 Coral\n1 Amber\n", encoding="utf-8")
    legal = run("validate", "--game", "pebbles", "--db", fifth, path)
    assert legal.exit_code == 0, legal.output
    assert "5 pebbles of 4 colours" in legal.stdout
    path.write_text("2 Slate\n1 Flint\n1 Quartz\n", encoding="utf-8")
    result = run("validate", "--game", "pebbles", "--db", fifth, "--json", path)
    deck = json.loads(result.stdout)["decks"][0]
    assert result.exit_code == 1
    assert [i["code"] for i in deck["issues"]] == ["unknown-card", "bag-size", "colour-limit"]
    assert deck["issues"][-1]["colour"] == "gray"
    assert run("cards", "show", "--game", "pebbles", "--db", fifth, "Slate").exit_code == 0


def test_other_games_do_not_notice_it(fifth: Path, destiny: Pool) -> None:
    assert Judge("destiny").validate(destiny.deck([])).verdict == "illegal"


def test_the_page_names_everything_that_a_game_gives() -> None:
    """Every field of Game that has no default stands on the page, and every step has its file."""
    page = PAGE.read_text(encoding="utf-8")
    for field in (
        "zones",
        "zone_names",
        "default_format",
        "editions",
        "formats",
        "face",
        "view",
        "list_rules",
        "zone_limit",
        "card_summary",
        "count_names",
        "counts_text",
        "place",
        "title_and_set",
        "stats",
        "search",
    ):
        assert f"`{field}`" in page, field
    for name in re.findall(r"`((?:deckcheck|tests|db|importers|docs)/[\w/.]+)`", page):
        assert (PAGE.parents[1] / name).exists(), name
