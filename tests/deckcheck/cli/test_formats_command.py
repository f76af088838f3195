"""`deckcheck formats`, and `validate` by all formats and over time."""

import json
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from deckcheck.games import game_codes, get_game
from tests.conftest import ROOT, Run

pytestmark = pytest.mark.whole_catalogue

REBELS = ROOT / "examples" / "decks" / "rebels.dek"


def document(run: Run, *arguments: object) -> dict[str, Any]:
    return dict(json.loads(run(*arguments, "--json").stdout))


@pytest.fixture
def kessel(tmp_path: Path) -> Path:
    """A deck of three Kessel System and nothing else that changes with the days."""
    path = tmp_path / "kessel.txt"
    path.write_text("3 Kessel System\n1 Tyranus's Gift\n", encoding="utf-8")
    return path


@pytest.fixture
def legal_in_june(cards: Any, tmp_path: Path) -> Path:
    """A deck of 2002 with three Kessel System: legal until they were banned."""
    from tests.deckcheck.building import Builder

    deck = Builder(cards, "dark", frozenset({"AOTC"})).deck()
    lines = [f"{e.quantity} {e.name}" for e in deck.entries]
    path = tmp_path / "june.txt"
    path.write_text("\n".join([*lines, "3 Kessel System"]), encoding="utf-8")
    return path


def test_every_format_of_every_game_is_shown_with_its_states_and_sources(run: Run) -> None:
    found = document(run, "formats")
    assert found["schema"] == "deckcheck.formats/1"
    shown = {(one["game"], one["code"]): one for one in found["formats"]}
    for code in game_codes():
        for play_format in get_game(code).formats():
            one = shown[code, play_format.code]
            assert len(one["states"]) == len(play_format.states)
            for state in one["states"]:
                assert state["source"] or state["note"]
    text = run("formats").stdout
    for _, code in shown:
        assert f"\n  {code} " in text


def test_a_format_says_what_is_not_known_of_it(run: Run) -> None:
    text = " ".join(run("formats", "Standard").stdout.split())
    assert "LEG" in text
    assert "the state that begins between 2021-06-19 and 2022-05-31" in text
    assert "formats.txt@b267752" in text
    one = document(run, "formats", "standard")["formats"][0]
    assert one["states"][-1]["since"] == {
        "earliest": "2023-10-22",
        "latest": "2026-02-01",
        "text": "between 2023-10-22 and 2026-02-01",
    }
    assert "bans and restrictions of the states before the last" in one["unknown"]


def test_bans_that_stand_in_the_card_lists_are_shown_with_the_format(run: Run) -> None:
    (vintage,) = document(run, "formats", "vintage")["formats"]
    assert "Kessel System" in vintage["marked"]["banned"]
    assert "Lull in the Fighting" in vintage["marked"]["restricted"]
    (standard,) = document(run, "formats", "standard")["formats"]
    assert standard["marked"]["restricted"] == ["The Story Lives Forever"]
    assert "Kessel System" not in standard["marked"]["banned"]
    text = " ".join(run("formats", "standard").stdout.split())
    assert "as the card lists mark them for Standard banned: " in text
    assert "The Saga Continues" in text


def test_cards_that_a_state_names_by_keys_are_shown_by_name(run: Run) -> None:
    text = " ".join(run("formats", "arh-standard").stdout.split())
    assert "Fateful Companions (11111)" in text


def test_a_format_without_states_says_from_which_rulebook_it_is(run: Run) -> None:
    assert "rules: printed-2005, Rulebook of 2005" in run("formats", "printed").stdout
    text = run("formats", "printed", "--game", "swlcg").stdout
    assert "rules: printed-2012, Rules of 2012" in text


def test_a_format_on_a_day_shows_the_states_that_it_may_have_been_in(run: Run) -> None:
    def states(day: str) -> list[str]:
        (one,) = document(run, "formats", "standard", "--on", day)["formats"]
        return [state["since"]["text"] for state in one["states"]]

    assert states("2021-03-01") == ["2021-02-19"]
    assert len(states("2023-03-01")) == 3
    (dci,) = document(run, "formats", "dci", "--on", "2004-06-20")["formats"]
    assert {c["name"] for c in dci["cards"] if c["since"]["text"] == "2004-06-20"} == {
        "Holoprojection Chamber",
        "Kessel System",
        "Falcon's Needs",
        "Peace on Naboo",
        "Lost in the Asteroids",
        "Lull in the Fighting",
    }
    assert dci["on_sale"]["PM"]["released"]["text"] == "in 2004-07"


def test_a_format_of_another_game_and_one_that_there_is_not(run: Run) -> None:
    assert document(run, "formats", "trilogy")["formats"][0]["game"] == "destiny"
    (one,) = document(run, "formats", "standard", "--game", "destiny")["formats"]
    assert one["game"] == "destiny"
    found = run("formats", "Modern")
    assert "no format of Star Wars Trading Card Game is called 'Modern'" in str(found.exception)


def test_a_deck_by_all_formats_with_the_first_problem_of_each(run: Run, kessel: Path) -> None:
    found = document(run, "validate", kessel, "--formats", "--on", "2026-11-22")
    assert found["schema"] == "deckcheck.deck-formats/1"
    by = {one["format"]: one for one in found["decks"][0]["formats"]}
    assert by.keys() == {one.code for one in get_game("swtcg").formats()}
    assert by["wotc"]["verdict"] == "illegal"
    assert by["standard"]["problem"]["severity"] == "error"
    assert run("validate", kessel, "--formats").exit_code == 1
    rebels = run("validate", REBELS, "--formats")
    assert rebels.exit_code == 0
    assert "legal     printed" in rebels.stdout
    assert run("validate", "nowhere.txt", "--formats").exit_code == 2


def test_from_which_day_to_which_a_deck_was_legal_and_what_ended_it(run: Run, legal_in_june: Path) -> None:
    options = ("--format", "dci", "--interval", "--on", "2004-05-01")
    (deck,) = document(run, "validate", legal_in_june, *options)["decks"]
    assert (deck["verdict"], deck["from"], deck["to"]) == ("legal", "2004-04-11", "2004-06-19")
    assert deck["ended_by"]["code"] == "banned"
    assert "Kessel System" in deck["ended_by"]["message"]
    assert deck["spans"][-1]["verdict"] == "unproven"
    text = run("validate", legal_in_june, *options).stdout
    assert "legal from 2004-04-11 to 2004-06-19" in text
    assert "after that illegal: banned: Kessel System" in text
    later = run("validate", legal_in_june, "--format", "dci", "--interval", "--on", "2004-06-20")
    assert later.exit_code == 1
    assert "also legal from 2004-04-11 to 2004-06-19" in later.stdout


def test_the_spans_of_a_deck_cover_all_days_and_say_what_validate_says(run: Run, legal_in_june: Path) -> None:
    options = ("--format", "dci", "--interval")
    (deck,) = document(run, "validate", legal_in_june, *options)["decks"]
    spans = deck["spans"]
    assert spans[0]["from"] is None
    assert spans[-1]["to"] is None
    for one, following in pairwise(spans):
        assert (date.fromisoformat(following["from"]) - date.fromisoformat(one["to"])).days == 1
    for span in spans:
        for day in filter(None, (span["from"], span["to"])):
            found = document(run, "validate", legal_in_june, "--format", "dci", "--on", day)
            assert found["decks"][0]["verdict"] == span["verdict"]


def test_in_a_format_that_never_changes_a_deck_is_legal_once_all_its_sets_are_out(run: Run) -> None:
    (deck,) = document(run, "validate", REBELS, "--interval")["decks"]
    assert [(s["verdict"], s["from"], s["to"]) for s in deck["spans"]] == [
        ("illegal", None, "2003-10-31"),
        ("unproven", "2003-11-01", "2003-12-30"),
        ("legal", "2003-12-31", None),
    ]


@pytest.mark.parametrize(
    "options",
    [
        ("--formats", "--interval"),
        ("--formats", "--format", "dci"),
        ("--formats", "--csv"),
        ("--interval", "--csv"),
        ("--format", "dci", "--format-file", "x.toml"),
    ],
)
def test_options_that_do_not_go_together_are_refused(run: Run, options: tuple[str, ...]) -> None:
    assert run("validate", REBELS, *options).exit_code == 2
