"""In each language the same is done and said: reports, repairs, imports, odds; help fits the terminal."""

import json
import re
from functools import cache
from pathlib import Path

import pytest

from deckcheck.show.language_files import language_files
from tests.amounts import amount
from tests.conftest import ROOT
from tests.program import Ended, whole_program

DECKS = ROOT / "examples" / "decks"
SHEETS = ROOT / "examples" / "collections"
RUNS = (
    ("validate", DECKS / "mixed-sides.txt"),
    ("why", DECKS / "too-many-walkers.dek"),
    ("repair", DECKS / "too-many-walkers.dek"),
    ("odds", DECKS / "rebels.dek", "type:space >= 1"),
    ("goldfish", DECKS / "rebels.dek", "--hands", "200", "--turns", "1", "--seed", "3"),
    ("collection", "import", SHEETS / "binder.csv", "--no-input"),
    ("formats", "standard"),
)
"""Runs that say much."""
WIDE = 80


@pytest.fixture(params=sorted(language_files()))
def code(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@cache
def said(database: Path, code: str, *arguments: object) -> Ended:
    words = map(str, arguments)
    return whole_program(*words, DECKCHECK_DB=str(database), DECKCHECK_LANG=code, COLUMNS=str(WIDE))


@pytest.mark.parametrize("arguments", RUNS, ids=lambda one: "-".join(map(str, one[:2])).rpartition("/")[2])
def test_a_run_is_the_same_in_other_words(
    catalogue_of_test: Path, code: str, arguments: tuple[object, ...]
) -> None:
    english, other = (said(catalogue_of_test, one, *arguments) for one in ("en", code))
    assert other.returncode == english.returncode
    assert (other.stdout, other.stderr) != (english.stdout, english.stderr)
    assert not re.search(r"\{\w+(![ra])?(:[^}]*)?\}", other.stdout + other.stderr)
    assert numbers(other.stdout) == numbers(english.stdout)


def numbers(text: str) -> list[int]:
    """The numbers of a text from 2 on (one and none are words in some), whatever their signs are."""
    found = re.findall(r"\d+", re.sub(r"(?<=\d)[.,\u00a0](?=\d{3}\b)", "", text))
    return sorted(map(int, (number for number in found if int(number) > 1)))


@pytest.mark.parametrize("arguments", RUNS, ids=lambda one: "-".join(map(str, one[:2])).rpartition("/")[2])
def test_documents_are_the_same_in_every_language(
    catalogue_of_test: Path, arguments: tuple[object, ...]
) -> None:
    english, czech = (said(catalogue_of_test, one, *arguments, "--json") for one in ("en", "cs"))
    assert json.loads(czech.stdout) == json.loads(english.stdout)
    assert czech == english


@pytest.mark.parametrize("code", sorted(language_files())[amount(1, 0) :: amount(2, 1)])
def test_help_fits_the_terminal(code: str) -> None:
    """Every command's help in 80 columns; only what cannot be broken may be wider."""
    from tests.languages import script

    for name in script().commands():
        shown = said(Path("none"), code, *name.split()[1:], "-h").stdout
        wide = [line for line in shown.splitlines() if len(line) > WIDE and " " in line.strip()]
        assert not wide, (name, wide)
