"""An event run from the page: typed results, and players who see what is published, no more."""

import json

import httpx
import pytest
from typer.testing import CliRunner

import deckcheck
from deckcheck.cli.main import app
from deckcheck.web.answers import AnswerError
from deckcheck.web.events import read_result
from tests.conftest import ROOT

LISTS = ROOT / "examples" / "event" / "lists"


@pytest.fixture
def event(page: httpx.Client) -> str:
    with deckcheck.open() as cards:
        cards.events.new("Spring Open", day="2004-06-19").import_players(LISTS)
    return "/api/events/Spring Open"


def act(
    page: httpx.Client, event: str, action: str, text: str = "", reason: str = ""
) -> httpx.Response:
    return page.post(event, json={"action": action, "text": text, "reason": reason})


def test_a_round_is_paired_published_typed_and_undone(page: httpx.Client, event: str) -> None:
    listed = CliRunner().invoke(app, ["event", "list", "--json"]).stdout
    assert page.get("/api/events").json() == json.loads(listed)
    act(page, event, "lock")
    paired = act(page, event, "pair").json()
    names = paired["pairings"]["tables"][0]["players"]
    assert not paired["published"]
    assert names[0] not in page.get("/screen/Spring Open").text.split("Standings")[0]
    early = act(page, event, "result", "1 2 0")
    assert early.status_code == 400
    assert "not published" in early.json()["error"]
    act(page, event, "publish")
    assert names[0] in page.get("/screen/Spring Open").text.split("Standings")[0]
    done = act(page, event, "result", "1 2 0").json()
    assert 1 not in done["open_tables"]
    assert done["standings"]["standings"][0]["name"] in names
    assert "Round 1" in page.get("/events/Spring Open").text
    undone = act(page, event, "undo").json()
    assert 1 in undone["open_tables"]


@pytest.mark.parametrize("typed", ["", "5", "99 2 0", "1 9 9", "1 two nil", "0 2 0", "x" * 500])
def test_a_result_typed_wrong_is_refused_and_changes_nothing(
    page: httpx.Client, event: str, typed: str
) -> None:
    act(page, event, "pair")
    before = act(page, event, "publish").json()
    refused = act(page, event, "result", typed)
    assert refused.status_code == 400
    assert page.get(event).json()["open_tables"] == before["open_tables"]


def test_results_are_typed_with_blanks_or_as_the_command_takes_them() -> None:
    assert read_result("5 2 0").text == "2-0"
    assert read_result(" 12  1 1 1 ").text == "1-1-1"
    assert read_result("5 2-0").text == "2-0"
    with pytest.raises(AnswerError):
        read_result("5")
