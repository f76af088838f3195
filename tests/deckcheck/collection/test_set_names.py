"""Sets by the names that people write: everywhere a set can be named."""

from pathlib import Path

import pytest

from db.cards.lookup import Catalogue
from deckcheck.collection.edit import NameFinder
from deckcheck.collection.matching import Matcher
from deckcheck.collection.search import search_cards
from deckcheck.games import get_game
from deckcheck.judge.resolve import Resolver


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Empire Strikes Back", "ESB"),
        ("the empire strikes back", "ESB"),
        ("Rogues & Scoundrels", "RAS"),
        ("Rogues and Scoundrels", "RAS"),
        ("Phantom Menace", "PM"),
        ("Clone Wars - Battle Lines", "BL"),
        ("Battle Lines", "BL"),
        ("esb", "ESB"),
        ("Impérium vrací úder", "ESB"),
        ("A BIRODALOM VISSZAVAG", "ESB"),
        ("Das Imperium schlägt zurück", "ESB"),
    ],
)
def test_a_set_is_found_without_articles(catalogue: Catalogue, text: str, code: str) -> None:
    assert NameFinder(catalogue).set_code(text) == code
    assert Matcher(catalogue).find_set(text) == code
    assert Resolver(catalogue, get_game("swtcg")).set_code(text) == code


def test_no_name_of_a_set_is_taken_by_another(catalogue: Catalogue) -> None:
    names = catalogue.set_names()
    for one in catalogue.sets():
        assert Matcher(catalogue).find_set(one.name) == one.code
        assert Matcher(catalogue).find_set(one.code) == one.code
    assert "clone wars" not in names, "three sets begin so"


def test_a_search_names_sets_so_too(catalogue: Catalogue) -> None:
    found = search_cards(catalogue, 'set:"Empire Strikes Back" base=yoda', None).cards
    assert {card.base_name for card in found} == {"Yoda"}


@pytest.mark.whole_catalogue
def test_sets_of_destiny_are_found_in_its_languages(database: Path) -> None:
    with Catalogue(database, "destiny") as catalogue:
        matcher = Matcher(catalogue)
        names = ("Erwachen", "Ébredések", "Przebudzenia", "觉醒", "Le Réveil", "Awakenings")
        assert [matcher.find_set(name) for name in names] == ["AW"] * len(names)
        sets = {one.code: one.name for one in catalogue.sets()}
        assert all(matcher.find_set(name) == code for code, name in sets.items())
