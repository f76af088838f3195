"""The face of every bundled card: drawn from its facts, with each sign in words."""

from pathlib import Path

import pytest

from db.cards.card import Card, Printing
from db.cards.lookup import Catalogue
from deckcheck.games import get_game
from deckcheck.games.faces import HUES, face, hue
from tests.conftest import ROOT
from tests.deckcheck.web.test_tokens import SCHEMES

GAMES = ("swtcg", "destiny", "stargate", "swlcg")


DRAWN = (ROOT / "deckcheck" / "web" / "static" / "signs.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("code", GAMES)
def test_every_card_has_a_face_whose_signs_are_said_in_words(database: Path, code: str) -> None:
    game = get_game(code)
    with Catalogue(database, code) as catalogue:
        for card in catalogue.cards():
            shown = face(game, card)
            assert (shown.name, shown.side, shown.hue) == (
                card.name,
                card.side or "",
                hue(game, card.side or ""),
            )
            assert shown.kind.startswith(card.type)
            assert shown.cost == ("" if card.cost is None else str(card.cost))
            assert all(label and value and "{" not in value for label, value in shown.numbers), shown
            assert shown.drawn.keys() <= dict(shown.numbers).keys()
            drawn = (sign for signs in shown.drawn.values() for sign in signs)
            signs = [sign for sign in (*shown.signs, *drawn) if "*" not in sign.text]
            assert all(sign.words != sign.text and f'id="{sign.symbol}"' in DRAWN for sign in signs), shown
            assert card.printings[0].set_code in shown.places


def test_icons_of_cards_are_drawn_with_their_number_and_said_in_words(database: Path) -> None:
    def drawn(code: str, name: str) -> dict[str, list[str]]:
        with Catalogue(database, code) as catalogue:
            found = face(get_game(code), next(c for c in catalogue.cards() if c.name == name)).drawn
        return {
            label: [f"{sign.before} {sign.symbol}: {sign.words}" for sign in signs]
            for label, signs in found.items()
        }

    assert drawn("swlcg", "A-A5 Heavy Speeder Truck") == {
        "Force": ["1 force_icons: 1 Force icons"],
        "Icons": ["1 unit: 1 unit damage"],
        "Edge icons": ["1 unit: 1 unit damage"],
    }
    mitchell = drawn("stargate", "Cameron Mitchell, Keen Strategist")
    assert mitchell["Science"] == ["0 science: 0 Science"]
    assert mitchell["Combat"] == ["3 combat: 3 Combat"]
    assert drawn("swtcg", "Darth Vader (A)") == {}


def test_faces_show_what_is_printed_on_the_cards(database: Path) -> None:
    def shown(code: str, name: str) -> dict[str, str]:
        with Catalogue(database, code) as catalogue:
            return dict(face(get_game(code), next(c for c in catalogue.cards() if c.name == name)).numbers)

    assert shown("swtcg", "Darth Vader (A)") == {"Speed": "50", "Power": "6", "Health": "6"}
    palpatine = shown("destiny", "Palpatine, Galactic Emperor")
    assert palpatine == {"Points": "21/28", "Health": "15", "Colour": "blue"}
    mitchell = shown("stargate", "Cameron Mitchell, Keen Strategist")
    assert mitchell == {"Culture": "1", "Science": "0", "Combat": "3", "Ingenuity": "3"}
    assert shown("swlcg", "Stygeon Prison Guard") == {"Set": "218", "Force": "1", "Damage": "1"}


@pytest.mark.parametrize("code", GAMES)
def test_every_side_and_type_of_the_bundled_games_has_a_colour_of_its_game(database: Path, code: str) -> None:
    game = get_game(code)
    with Catalogue(database, code) as catalogue:
        words = {word for card in catalogue.cards() for word in (card.side, card.type) if word}
    assert {word.partition("/")[0].partition(" - ")[0] for word in words} <= game.words.hues.keys()
    assert {hue(game, word) for word in words} <= SCHEMES["light"].keys()


def test_a_game_that_states_nothing_shows_its_own_facts_in_colours_that_stay() -> None:
    plain = get_game("destiny")._replace(words=get_game("destiny").words._replace(hues={}, face=()))
    printings = (Printing("Slate", "Beach", "1", None),)
    facts = {"colour": "gray", "weight_in_grams": 7, "edges": None}
    card = Card(
        "pebbles",
        "Slate",
        "Slate",
        None,
        None,
        None,
        "Pebble",
        None,
        None,
        None,
        None,
        None,
        printings,
        (),
        facts,
    )
    shown = face(plain, card)
    assert shown.numbers == (("Colour", "gray"), ("Weight in grams", "7"))
    assert shown.places == "Beach 1"
    assert {hue(plain, "Pebble") for _ in range(3)} <= set(HUES)
