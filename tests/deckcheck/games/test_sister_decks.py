"""Decks of the sister games from files: real ones, typed ones, and from one format to another."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from db.cards.card import Card
from db.cards.lookup import Catalogue
from deckcheck.errors import UnknownPlayFormatError
from deckcheck.games import get_game
from deckcheck.judge.resolve import Resolver
from importers.decks.deck_list import DeckLine
from importers.decks.reading import read_deck
from tests.conftest import ROOT, Run
from tests.deckcheck.sister_decks import Pool, is_plain
from tests.opened import opened

pytestmark = pytest.mark.whole_catalogue

EXPORT = """Example

BATTLEFIELD
¯¯¯¯¯¯¯¯¯¯¯
Rebel War Room, Yavin IV (Awakenings #171)

CHARACTER
¯¯¯¯¯¯¯¯¯
2x Leia Organa, Born Leader (Awakenings #28)
1x Han Solo, Scoundrel (Awakenings #46)

EVENT
¯¯¯¯¯
"""


def document(run: Run, *arguments: object) -> dict[str, Any]:
    result = run("validate", "--json", *arguments)
    found: dict[str, Any] = json.loads(result.stdout)["decks"][0]
    return found


def fillers(
    destiny: Pool, number: int, *, sides: set[str], colours: set[str], without: set[str]
) -> list[Card]:
    """Plain cards that fit a team, two of each of which fill a deck."""
    found = [
        c
        for c in destiny.cards
        if c.type in ("Event", "Upgrade", "Support")
        and is_plain(c)
        and not c.marks
        and c.side in sides
        and c.facts["faction"] in colours
        and c.name not in without
    ]
    return found[:number]


@pytest.fixture
def example(destiny: Pool) -> str:
    """The rulebook's team with thirty cards, as swdestinydb exports it."""
    cards = fillers(destiny, 15, sides={"hero", "neutral"}, colours={"red", "yellow", "gray"}, without=set())
    names = {"AW": "Awakenings"}
    rows = [
        f"2x {c.printings[0].name} ({names[c.printings[0].set_code]} #{c.printings[0].number})" for c in cards
    ]
    return EXPORT + "\n".join(rows) + "\n"


# -- real decks -----------------------------------------------------------------------------------


@pytest.mark.shared_data
def test_the_seven_real_stargate_decks_are_legal(run: Run, shared: Path) -> None:
    for path in sorted((shared / "data" / "stargate" / "Decks").glob("*.o8d")):
        deck = document(run, path)
        assert (deck["game"], deck["verdict"], deck["issues"]) == ("stargate", "legal", [])
        counts = deck["counts"]
        assert (counts["cards"], counts["team"], counts["missions"], counts["unknown"]) == (44, 4, 12, 0)
        assert {counts[skill] for skill in ("culture", "science", "combat", "ingenuity")} == {3}


@pytest.mark.shared_data
def test_real_decks_come_back_byte_for_byte_through_a_typed_list(
    run: Run, shared: Path, tmp_path: Path
) -> None:
    path = shared / "data" / "stargate" / "Decks" / "adria.o8d"
    typed, back = tmp_path / "adria.txt", tmp_path / "adria.o8d"
    assert run("deck", "convert", path, typed).exit_code == 0
    assert "1 Jack O'Neill, Optimist [LORDS #89]" in typed.read_text("utf-8")
    assert document(run, typed, "--game", "stargate")["verdict"] == "legal"
    assert run("deck", "convert", typed, back, "--game", "stargate").exit_code == 0
    assert back.read_bytes() == path.read_bytes()


@pytest.mark.shared_data
def test_destiny_starters_lack_ten_cards_and_nothing_else(
    run: Run, shared: Path, destiny: Pool, tmp_path: Path
) -> None:
    """A starter is 20 cards and a team within 30 points; with ten more that fit it is a deck."""
    packs = json.loads((shared / "data" / "destiny" / "starterPacks.json").read_text("utf-8"))
    starters = [pack for pack in packs if pack["code"][-2:] in ("-V", "-H")]
    assert len(starters) == 6
    keys = {p.image_key: c for c in destiny.cards for p in c.printings}
    path = tmp_path / "starter.json"
    for pack in starters:
        slots = dict(pack["slots"])
        path.write_text(json.dumps({"name": pack["name"], "slots": slots}), encoding="utf-8")
        deck = document(run, path)
        assert deck["game"] == "destiny"
        assert [(i["code"], i["have"], i["limit"]) for i in deck["issues"]] == [("deck-size", 20, 30)]
        team = [keys[code] for code in slots if keys[code].type == "Character"]
        more = fillers(
            destiny,
            5,
            sides={"neutral"},
            colours={str(c.facts["faction"]) for c in team} | {"gray"},
            without={keys[code].name for code in slots},
        )
        slots |= {c.printings[0].image_key or "": {"quantity": 2, "dice": 0} for c in more}
        path.write_text(json.dumps({"name": pack["name"], "slots": slots}), encoding="utf-8")
        assert document(run, path)["verdict"] == "legal", pack["name"]


# -- typed decks ----------------------------------------------------------------------------------


def test_an_export_of_swdestinydb_is_judged_by_its_dice(run: Run, example: str, tmp_path: Path) -> None:
    path = tmp_path / "example.txt"
    path.write_text(example, encoding="utf-8")
    deck = document(run, path)
    assert (deck["read_as"], deck["game"], deck["verdict"]) == ("swdestinydb-txt", "destiny", "legal")
    assert (deck["counts"]["points"], deck["counts"]["dice"], deck["counts"]["characters"]) == (30, 3, 2)
    path.write_text(example.replace("1x Han Solo", "2x Han Solo"), encoding="utf-8")
    assert [i["code"] for i in document(run, path)["issues"]] == ["team-points"]


def test_the_same_deck_in_every_format_gets_the_same_report(run: Run, example: str, tmp_path: Path) -> None:
    source = tmp_path / "example.txt"
    source.write_text(example, encoding="utf-8")
    expected = document(run, source)
    for name, to in (
        ("a.json", "json"),
        ("a.csv", "csv"),
        ("a2.json", "swdestinydb-json"),
        ("a2.txt", "text"),
        ("a3.txt", "swdestinydb-txt"),
    ):
        target = tmp_path / name
        assert run("deck", "convert", source, target, "--to", to, "--force").exit_code == 0
        deck = document(run, target, "--game", "destiny")
        assert deck["read_as"] == to
        assert (deck["verdict"], deck["counts"], deck["issues"]) == ("legal", expected["counts"], []), to


def test_dice_survive_where_the_format_has_them_and_become_counts_where_not(
    run: Run, example: str, tmp_path: Path
) -> None:
    source, slots, typed = tmp_path / "a.txt", tmp_path / "a.json", tmp_path / "b.txt"
    source.write_text(example, encoding="utf-8")
    run("deck", "convert", source, slots, "--to", "swdestinydb-json")
    assert json.loads(slots.read_text("utf-8"))["slots"]["01028"] == {"quantity": 1, "dice": 2}
    assert json.loads(slots.read_text("utf-8"))["slots"]["01171"] == {"quantity": 1, "dice": 0}
    run("deck", "convert", slots, typed)
    text = typed.read_text("utf-8")
    assert "2 Leia Organa, Born Leader [AW #28]" in text
    assert text.index("Team:") < text.index("Leia Organa")


def test_a_deck_of_another_game_than_asked_for_is_told(run: Run, example: str, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(example, encoding="utf-8")
    result = run("validate", "--game", "stargate", path)
    assert result.exit_code == 2
    assert "a deck of the game 'destiny', expected 'stargate'" in result.stdout


def test_a_format_of_a_sister_game_needs_no_game(run: Run, example: str, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(example, encoding="utf-8")
    deck = document(run, path, "--format", "infinite")
    assert deck["format"] == "infinite"
    assert isinstance(run("validate", path, "--format", "no such").exception, UnknownPlayFormatError)


@pytest.mark.parametrize(("dices", "without"), [("2,2,0", 1), ("2,0,0", 2), ("3,1,0", 1)])
def test_a_copy_without_dice_is_not_made_up_for_by_another_with_more(
    run: Run, tmp_path: Path, dices: str, without: int
) -> None:
    """A sum would make one elite and two plain characters of two elite ones and one without."""
    path = tmp_path / "guards.json"
    slots = {"12004": {"quantity": 3, "dice": 3, "dices": dices}}
    path.write_text(json.dumps({"name": "x", "slots": slots}), encoding="utf-8")
    issues = [i for i in document(run, path)["issues"] if "with 0 dice" in i["message"]]
    assert [(i["code"], i["severity"], i["limit"]) for i in issues] == [("team-points", "error", without)]
    table = tmp_path / "guards.csv"
    rows = [f"1,Snoke's Praetorian Guard,Team,{dice}" for dice in dices.split(",")]
    table.write_text("\n".join(["count,name,zone,dice", *rows]) + "\n", encoding="utf-8")
    found = document(run, table, "--game", "destiny")["issues"]
    assert [i["limit"] for i in found if "with 0 dice" in i["message"]] == [without]


def test_a_folder_of_decks_of_all_games(run: Run, example: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(example, encoding="utf-8")
    (tmp_path / "b.dek").write_text(
        '<deck version="0.8"><meta><game>starwars</game></meta></deck>', encoding="utf-8"
    )
    result = run("validate", "--csv", tmp_path)
    first, *_ = csv.DictReader(io.StringIO(result.stdout))
    assert [first[key] for key in ("game", "format", "rules", "verdict", "cards")] == [
        "destiny",
        "printed",
        "printed-2016",
        "legal",
        "30",
    ]
    assert {"space", "characters", "points"} <= first.keys()


def test_deck_show_has_the_columns_of_its_game(run: Run, example: str, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(example, encoding="utf-8")
    shown = run("deck", "show", path).stdout
    assert "points" in shown.splitlines()[0]
    assert "12/16" in next(row for row in shown.splitlines() if "Leia Organa" in row)


@pytest.mark.parametrize(
    ("name", "options", "verdict"),
    [
        ("sith-lords.txt", ("--format", "standard"), "legal"),
        ("sith-lords.txt", (), "illegal"),
        ("rey-and-finn.txt", (), "legal"),
        ("kylo-and-phasma.txt", (), "legal"),
        ("sg-1.o8d", (), "legal"),
        ("sg-1-from-memory.txt", ("--game", "stargate"), "illegal"),
        ("guardians.txt", ("--game", "swlcg"), "legal"),
    ],
)
def test_the_examples_have_the_verdicts_that_the_readme_shows(
    run: Run, name: str, options: tuple[str, ...], verdict: str
) -> None:
    path = Path(__file__).parents[3] / "examples" / "sisters" / name
    assert document(run, path, *options)["verdict"] == verdict


# -- names ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def resolvers(database: Path) -> dict[str, Resolver]:
    return {
        game: Resolver(opened(Catalogue(database, game)), get_game(game)) for game in ("destiny", "stargate")
    }


@pytest.mark.parametrize(
    ("game", "line", "name"),
    [
        ("destiny", DeckLine(1, "captain phasma, elite trooper"), "Captain Phasma, Elite Trooper"),
        ("destiny", DeckLine(1, "Captain Phasma - Elite Trooper"), "Captain Phasma, Elite Trooper"),
        ("destiny", DeckLine(1, "Captain Phasma (Elite Trooper)"), "Captain Phasma, Elite Trooper"),
        ("destiny", DeckLine(1, "Captain Phasma", set_code="TPG"), "Captain Phasma, Ruthless Tactician"),
        (
            "destiny",
            DeckLine(1, "Captain Phasma", set_code="Two-Player Game"),
            "Captain Phasma, Ruthless Tactician",
        ),
        ("destiny", DeckLine(1, "Ciena Ree"), "Ciena Ree, Adept Pilot"),
        ("destiny", DeckLine(1, "Millennium Falcon", set_code="LEG"), "Millennium Falcon (LEG)"),
        ("destiny", DeckLine(1, "Millennium Falcon (AtG)"), "Millennium Falcon (AtG)"),
        ("destiny", DeckLine(1, "Dodge", set_code="CONV"), "Dodge"),
        (
            "destiny",
            DeckLine(1, "Luke Skywalker", set_code="TR", number="3"),
            "Luke Skywalker, Seeking The Path",
        ),
        ("destiny", DeckLine(1, "01001", card_id="01001"), "Captain Phasma, Elite Trooper"),
        ("destiny", DeckLine(1, "09020", card_id="09020"), "First Order Stormtrooper"),
        ("stargate", DeckLine(1, "Apophis: Enemy Reborn"), "Apophis, Enemy Reborn"),
        ("stargate", DeckLine(1, "Apophis", set_code="LORDS", number="3"), "Apophis, Enemy of Sokar"),
        (
            "stargate",
            DeckLine(1, "Apophis", card_id="F9F816C2-4F31-409A-8866-82BD13280B20"),
            "Apophis, Enemy Reborn",
        ),
    ],
)
def test_ways_to_name_a_card_that_are_exact(
    resolvers: dict[str, Resolver], game: str, line: DeckLine, name: str
) -> None:
    found = resolvers[game].resolve_line(line)
    assert found.card is not None
    assert found.card.name == name
    assert found.note is None


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("destiny", DeckLine(1, "Captain Phasma")),
        ("destiny", DeckLine(1, "Millennium Falcon")),
        ("destiny", DeckLine(1, "Luke Skywalker", set_code="TR")),
        ("stargate", DeckLine(1, "Apophis")),
    ],
)
def test_a_title_of_several_cards_is_ambiguous(
    resolvers: dict[str, Resolver], game: str, line: DeckLine
) -> None:
    found = resolvers[game].resolve_line(line)
    assert found.card is None
    assert len(found.candidates) > 1


def test_an_id_beside_another_name_is_noted(resolvers: dict[str, Resolver]) -> None:
    found = resolvers["destiny"].resolve_line(DeckLine(1, "Han Solo", card_id="01001"))
    assert found.card is not None
    assert found.note == "Han Solo has the id of Captain Phasma, Elite Trooper and was taken for it"


def test_an_ambiguous_title_asks_for_the_subtitle(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("2 Captain Phasma\n", encoding="utf-8")
    (issue,) = [
        i for i in document(run, path, "--game", "destiny")["issues"] if i["code"] == "ambiguous-card"
    ]
    assert issue["advice"] == "write the subtitle, or the set"
    assert "AW 2016, red villain Character, 12/15 points" in issue["message"]


# -- searches -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "query", "expected"),
    [
        ("destiny", "type:character points<=4", {"Youngling", "Ewok Warrior"}),
        ("destiny", "die=4RD2", {"Sniper Team"}),
        ("destiny", "limit=6 type:event", {"Execute Order 66"}),
        (
            "destiny",
            "restricted:trilogy type:battlefield",
            {"Military Camp, Kaller", "Abandoned Refinery, Savereen"},
        ),
        ("destiny", "title:Ghost", {"Ghost (EaW)", "Ghost (CM)"}),
        ("stargate", "combat=5 ingenuity=3 type:mission", {"Withstand Armada, Antarctica"}),
        ("stargate", 'type:"team character" trait:russian trait:ancient', set()),
    ],
)
def test_cards_are_found_by_the_words_of_their_game(
    run: Run, game: str, query: str, expected: set[str]
) -> None:
    result = run("cards", "search", "--game", game, "--json", query)
    assert {card["name"] for card in json.loads(result.stdout)["cards"]} == expected


def test_a_field_of_another_game_is_told(run: Run) -> None:
    result = run("cards", "search", "--game", "stargate", "arena:space")
    assert "no field is called 'arena'" in str(result.exception) + result.stderr


def test_cards_show_has_the_facts_of_the_game(run: Run) -> None:
    shown = run("cards", "show", "--game", "destiny", "Captain Phasma, Elite Trooper").stdout
    assert "points:  12/15" in shown
    assert "sides:   1RD, 2RD, 1F, 1Dc, 1R, -" in shown
    card = json.loads(run("cards", "show", "--json", "--game", "destiny", "Overkill").stdout)["card"]
    assert card["facts"]["faction"] == "red"
    assert card["printings"][1]["differs"]["facts"]["unique"] is True


def test_decks_read_from_files_know_their_game(run: Run, example: str, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(example, encoding="utf-8")
    assert read_deck(path).game == "destiny"


@pytest.mark.parametrize(("name", "game"), [("sg-1.o8d", "stargate"), ("sith-lords.txt", "destiny")])
def test_a_deck_as_a_workbook_is_the_same_deck(run: Run, tmp_path: Path, name: str, game: str) -> None:
    source, book = ROOT / "examples" / "sisters" / name, tmp_path / "deck.xlsx"
    assert run("deck", "convert", source, book).exit_code == 0
    (before,) = json.loads(run("validate", source, "--json").stdout)["decks"]
    (after,) = json.loads(run("validate", book, "--game", game, "--json").stdout)["decks"]
    assert after["counts"] == before["counts"]
    assert [issue["code"] for issue in after["issues"]] == [i["code"] for i in before["issues"]]
    sheets = load_workbook(book)
    headers = [cell.value for cell in sheets["Deck"][1]]
    assert {"Side", "Type", "Cost"} <= set(headers)
    assert not {"Speed", "Power"} & set(headers)  # no card of these games has them
    assert "Cards by zone" in {row[0].value for row in sheets["Summary"]}
