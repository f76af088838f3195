"""The LCG without any source: decks, searches, collections and games with the bundled cards."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from tests.conftest import ROOT, Run

pytestmark = pytest.mark.whole_catalogue

EXAMPLE = ROOT / "examples" / "sisters" / "guardians.txt"
GAME = ("--game", "swlcg")


def told(result: Result, exit_code: int = 0) -> Any:
    assert result.exit_code == exit_code, (result.stdout, result.stderr, result.exception)
    return json.loads(result.stdout)


def document(run: Run, *arguments: object) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run("validate", "--json", *arguments).stdout)["decks"][0]
    return found


# -- decks ----------------------------------------------------------------------------------------


def test_the_example_is_legal_by_the_card_that_it_is_built_for(run: Run, tmp_path: Path) -> None:
    deck = document(run, EXAMPLE, *GAME)
    assert (deck["verdict"], deck["counts"]["objective_sets"]) == ("legal", 12)
    other = tmp_path / "one-less.txt"
    other.write_text(EXAMPLE.read_text("utf-8").replace("1 Jedi Training\n", ""), "utf-8")
    deck = document(run, other, *GAME)
    assert [(i["code"], i["have"], i["limit"]) for i in deck["issues"]] == [("affiliation-text", 5, 6)]


def test_objectives_of_which_the_affiliation_card_says_nothing_leave_the_verdict_open(
    run: Run, tmp_path: Path
) -> None:
    """Exactly six and exactly six are told; whether a thirteenth may stand beside them is not."""
    path = tmp_path / "thirteenth.txt"
    path.write_text(EXAMPLE.read_text("utf-8") + "1 Questionable Contacts\n", "utf-8")
    deck = document(run, path, *GAME)
    (issue,) = deck["issues"]
    assert (deck["verdict"], issue["code"], issue["have"]) == ("unproven", "affiliation-text", 1)
    assert "1 objective set of other affiliations, of which Guardians of Justice" in issue["message"]


def test_a_list_of_objectives_that_names_no_game_is_judged_in_the_game_of_its_names(run: Run) -> None:
    """Else it looks like a deck of another game that lacks nearly everything."""
    deck = document(run, EXAMPLE)
    assert (deck["game"], deck["verdict"]) == ("swlcg", "legal")
    assert deck["notes"] == [
        "taken for a deck of Star Wars: The Card Game: its known names are cards of that game alone"
    ]


def test_asked_for_in_another_game_it_is_open(run: Run) -> None:
    deck = document(run, EXAMPLE, "--game", "swtcg")
    assert (deck["game"], deck["verdict"]) == ("swtcg", "unproven")
    assert deck["notes"] == ["most of these cards are of Star Wars: The Card Game; choose the game swlcg"]


@pytest.mark.shared_data
@pytest.mark.parametrize(
    ("name", "verdict", "sets", "unknown"),
    [
        ("tempe2013-winner-dark.txt", "legal", 10, []),
        ("tempe2013-winner-light.txt", "legal", 10, []),
        ("regional2013-cop-dark.txt", "unproven", 8, ["Dark Time"]),
    ],
)
def test_decks_that_won_tournaments_are_read_and_judged(
    run: Run, shared: Path, name: str, verdict: str, sets: int, unknown: list[str]
) -> None:
    """The third names no affiliation, and shortens a title."""
    deck = document(run, shared / "data" / "swlcg" / "winners" / name, *GAME)
    assert (deck["verdict"], deck["counts"]["objective_sets"]) == (verdict, sets)
    assert [
        card["name"] for i in deck["issues"] if i["code"] == "unknown-card" for card in i["cards"]
    ] == unknown
    assert not [i for i in deck["issues"] if i["severity"] == "error"]
    if unknown:
        told = " ".join(run("validate", shared / "data/swlcg/winners" / name, *GAME).stdout.split())
        assert "did you mean A Dark Time for the Rebellion?" in told


@pytest.mark.shared_data
def test_the_third_tournament_deck_is_legal_with_its_affiliation_and_whole_title(
    run: Run, shared: Path, tmp_path: Path
) -> None:
    text = (shared / "data" / "swlcg" / "winners" / "regional2013-cop-dark.txt").read_text("utf-8")
    path = tmp_path / "whole.txt"
    path.write_text(
        "1 Imperial Navy\n" + text.replace("2 Dark Time", "2 A Dark Time for the Rebellion"), "utf-8"
    )
    assert document(run, path, *GAME)["verdict"] == "legal"


@pytest.mark.parametrize(
    "command",
    [
        ("cards", "sets"),
        ("cards", "search", "type:objective side:dark resources>=2"),
        ("cards", "show", "I Am a Jedi"),
        ("deck", "show", EXAMPLE),
        ("deck", "stats", EXAMPLE),
        ("deck", "missing", EXAMPLE),
        ("setup", EXAMPLE, EXAMPLE, "--seed", "1"),
        ("goldfish", EXAMPLE, "--seed", "1", "--hands", "20"),
        ("odds", EXAMPLE, "type:unit >= 2"),
        ("collection", "completion", "core-set"),
    ],
    ids=lambda command: " ".join(map(str, command[:2])),
)
def test_every_command_works_without_a_source(run: Run, command: tuple[object, ...]) -> None:
    result = run(*command, *GAME)
    assert result.exit_code == 0, (result.stderr, result.exception)
    assert result.stdout
    assert "no cards" not in result.stderr


def test_a_deck_of_objectives_is_played_whole(run: Run) -> None:
    """All command cards are known: a deck of twelve sets has sixty of them."""
    found = told(run("deck", "stats", EXAMPLE, *GAME, "--json"))
    assert found is not None
    shown = run("setup", EXAMPLE, EXAMPLE, *GAME, "--seed", "1").stdout
    assert "not known" not in shown


# -- collections ----------------------------------------------------------------------------------


def test_a_whole_product_comes_in_as_one_batch(keep: Run) -> None:
    added = told(keep("collection", "add", "--product", "Core Set", "-n", 2, *GAME, "--json"))
    assert len(added["changes"]) == 36 + 6, "objective sets and affiliation cards"
    assert {change["after"]["quantity"] for change in added["changes"]} == {2}
    (core,) = told(keep("collection", "completion", "core-set", *GAME, "--json"))["sets"]
    assert (core["owned"], core["missing"]) == (core["printings"], [])
    lacking = told(keep("deck", "missing", EXAMPLE, *GAME, "--json"))["cards"]
    assert [c["name"] for c in lacking if c["missing"]] == ["Guardians of Justice"], "it is newer"
    assert keep("collection", "undo", added["batch"]).exit_code == 0
    assert told(keep("collection", "list", *GAME, "--json"))["total"] == 0


def test_cards_of_a_product_that_no_objective_set_holds_are_told(keep: Run) -> None:
    added = keep("collection", "add", "--product", "balance-of-the-force", *GAME)
    assert added.exit_code == 0
    assert "41 cards of it belong to no objective set and are not counted" in added.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--product", "Core Sett", *GAME), "is no set"),
        (("--product", "Base Set", "--game", "stargate"), "is not sold as a fixed pack"),
    ],
)
def test_what_is_no_product_is_refused(keep: Run, arguments: tuple[str, ...], message: str) -> None:
    refused = keep("collection", "add", *arguments)
    assert refused.exit_code == 1
    assert message in refused.stderr
    assert told(keep("collection", "history", "--json"))["batches"] == []


@pytest.mark.parametrize(
    "arguments", [(), ("Jedi", "--product", "Core Set"), ("--product", "Core Set", "--number", "1")]
)
def test_a_card_or_a_product_is_added(keep: Run, arguments: tuple[str, ...]) -> None:
    result = keep("collection", "add", *arguments, *GAME)
    assert result.exit_code == 2


@pytest.mark.parametrize("column", ["Objective Set", "Objective"])
@pytest.mark.parametrize("value", ["Hit and Run", "18", "018"])
def test_a_sheet_of_products_and_objective_sets_is_understood(
    keep: Run, tmp_path: Path, column: str, value: str
) -> None:
    """Owners count objective sets, by their titles or by the numbers printed on the cards."""
    sheet = tmp_path / "mine.csv"
    with sheet.open("w", encoding="utf-8", newline="") as file:
        rows = [("Product", column, "Quantity"), ("Core Set", value, 2)]
        csv.writer(file).writerows(rows)
    found = told(keep("collection", "import", sheet, *GAME, "--apply", "--json"))
    assert found["matched"]["exact"] == 1
    (holding,) = told(keep("collection", "list", *GAME, "--json"))["holdings"]
    assert (holding["card"], holding["set"], holding["quantity"]) == ("Hit and Run", "core-set", 2)


def test_a_number_is_no_objective_set_of_another_product(keep: Run, tmp_path: Path) -> None:
    sheet = tmp_path / "mine.csv"
    sheet.write_text("Product,Objective Set,Quantity\nA Dark Time,18,2\n", "utf-8")
    found = told(keep("collection", "import", sheet, *GAME, "--json"), 1)
    assert found["matched"]["exact"] == 0
