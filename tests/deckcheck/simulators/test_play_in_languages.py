"""Setups, hands and odds in the player's language: each word that is shown, in texts and pictures."""

import re
from json import loads
from pathlib import Path

import pytest
from openpyxl import load_workbook

from db.language import spoken
from deckcheck.show.language_files import Language, find_language, language_files
from tests.amounts import amount
from tests.conftest import ROOT, Run
from tests.languages import bracket_language, unmarked

DECKS, SISTERS = ROOT / "examples" / "decks", ROOT / "examples" / "sisters"
EMPIRE, REBELS = DECKS / "empire.txt", DECKS / "rebels.dek"
PLAYED = {
    "swtcg": REBELS,
    "swlcg": SISTERS / "guardians.txt",
    "destiny": SISTERS / "kylo-and-phasma.txt",
    "stargate": SISTERS / "sg-1.o8d",
}
POLICIES = {"planner", "human", "printed", "sisters", "decks", "examples", "txt", "type", "space", "empire"}
"""Values of options and parts of files' names."""


@pytest.fixture(scope="module")
def pseudo(tmp_path_factory: pytest.TempPathFactory) -> Language:
    return bracket_language(tmp_path_factory.mktemp("languages"))


def names_in(path: Path) -> set[str]:
    """The words that are names in a deck list, in lower case."""
    return {word.casefold() for word in re.findall(r"[^\W\d_]{3,}", path.read_text())} - {"hand", "deck"}


@pytest.mark.parametrize("game", PLAYED)
def test_all_that_is_played_is_told_in_the_language(game: str, run: Run, pseudo: Language) -> None:
    deck = PLAYED[game]
    two = (EMPIRE, deck) if game == "swtcg" else (deck, deck)
    hand = "x\nm\nk\nd\nt\nt\nn\nb\nq\n"
    with spoken(pseudo):
        told = [
            run("setup", *two, "--seed", 7),
            run("setup", deck, "--seed", 7, "--games", 60),
            run("setup", deck, "--seed", 7, "--play", stdin="99\n1\nu\n" + "\n" + "1\n" * 40),
            run("goldfish", deck, "--seed", 7, "--hands", 60, "--turns", 3),
            run("goldfish", *two, "--seed", 7, "--hands", 60, "--turns", 2),
            run("goldfish", deck, "--seed", 7, "--show", stdin=hand),
            run("odds", deck, "type:space >= 1", "--draws", 2),
        ]
    known = POLICIES | names_in(deck) | names_in(EMPIRE) | _SIGNS
    for one in told:
        assert one.exit_code in {0, 130}, one.output
        text = one.output.replace(str(deck), "")
        if game == "swlcg":  # a list of objective sets does not name its cards
            text = re.sub(r"\b[A-Z][\w'-]*", " ", text)
        assert not unmarked(text, known), one.output


_SIGNS = {"dks", "kylo", "phasma", "core", "set", "sith", "trait", "guardians", "rebels"}


@pytest.mark.parametrize("code", sorted(language_files())[:: amount(2, 1)])
def test_documents_are_english_in_every_language(code: str, run: Run) -> None:
    commands = [
        ("setup", EMPIRE, REBELS, "--seed", 7),
        ("setup", PLAYED["swlcg"], "--seed", 7, "--games", 60),
        ("goldfish", PLAYED["destiny"], "--seed", 7, "--hands", 60, "--turns", 2),
        ("goldfish", EMPIRE, REBELS, "--seed", 7, "--hands", 60, "--turns", 2),
        ("odds", REBELS, "type:space >= 1", "--draws", 2, "--mulligan", "units"),
    ]
    english = [loads(run(*words, "--json").stdout) for words in commands]
    with spoken(find_language(code)):
        assert [loads(run(*words, "--json").stdout) for words in commands] == english


def test_pictures_and_workbooks_are_in_the_language(run: Run, pseudo: Language, tmp_path: Path) -> None:
    picture, book = tmp_path / "figures.svg", tmp_path / "figures.xlsx"
    commands: list[tuple[object, ...]] = [
        ("goldfish", REBELS, "--hands", 60, "--turns", 2, "--xlsx", book, "--force"),
        ("goldfish", REBELS, EMPIRE, "--hands", 60, "--turns", 2, "--xlsx", book, "--force"),
        ("setup", REBELS, "--games", 60, "--xlsx", book, "--force"),
        ("odds", REBELS, "type:space >= 1"),
        ("deck", "stats", REBELS),
    ]
    for words in commands:
        with spoken(pseudo):
            assert run(*words, "--plot", picture).exit_code == 0
        shown = " ".join(re.findall(r"<text[^>]*>([^<]*)", picture.read_text(encoding="utf-8")))
        assert not unmarked(shown, {"rebels", "empire", "type", "space"}), words
        if "--xlsx" in words:
            for sheet in load_workbook(book).worksheets:
                heads = [str(cell.value) for cell in next(sheet.iter_rows()) if cell.value]
                assert not unmarked(" ".join((sheet.title, *heads)), {"rebels", "empire"}), words
