"""The command, the page and Python answer one request with one document."""

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from typer.testing import CliRunner

import deckcheck
from deckcheck.acts import decks
from deckcheck.acts.database import Database
from deckcheck.acts.session import Session
from deckcheck.cli.main import app
from deckcheck.report import as_json

FILE, DAY = "deck.txt", date(2004, 6, 19)
TEXT = "4 Boba Fett (A)\n3 Jedi Starfighter 3R3\n2 Nobody At All\nBoba Fett\n"


class Act(NamedTuple):
    """An act in its three forms, each made into the same document."""

    name: str
    command: tuple[str, ...]
    of_command: Callable[[Any], Any]
    address: str
    asked: dict[str, Any]
    of_page: Callable[[Any], Any]
    library: Callable[[Session], Any]


ACTS = (
    Act(
        "decks.judge",
        ("validate", FILE, "--format", "wotc", "--on", str(DAY)),
        lambda found: found["decks"][0],
        "/api/deck/check",
        {"format": "wotc", "on": str(DAY)},
        lambda found: found["report"],
        lambda session: as_json(session.validate(FILE, "wotc", on=DAY)),
    ),
    Act(
        "decks.why",
        ("why", FILE, "--format", "wotc", "--on", str(DAY)),
        lambda found: found,
        "/api/deck/why",
        {"format": "wotc", "on": str(DAY)},
        lambda found: found,
        lambda session: session.why(FILE, "wotc", on=DAY).document(),
    ),
)


@pytest.fixture
def folder(database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DECKCHECK_DB", str(database))
    monkeypatch.chdir(tmp_path)
    Path(FILE).write_text(TEXT, encoding="utf-8")


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.name)
@pytest.mark.usefixtures("folder")
def test_command_address_and_method_give_one_document(looking: httpx.Client, act: Act) -> None:
    printed = act.of_command(json.loads(CliRunner().invoke(app, [*act.command, "--json"]).stdout))
    sent = looking.post(act.address, json={"text": TEXT, "name": FILE, "game": "swtcg", **act.asked})
    with deckcheck.open() as session:
        returned = act.library(session)
    assert printed == json.loads(json.dumps(returned))
    assert {**act.of_page(sent.json()), **_named(printed)} == printed


def _named(document: Any) -> dict[str, Any]:
    """What a text without a file cannot say: a file's name, and by what reader it was read."""
    return {name: document[name] for name in ("path", "name", "deck", "read_as") if name in document}


@pytest.mark.usefixtures("folder")
def test_files_of_a_folder_are_passed_over_alike() -> None:
    """Python once had a report on each note in a folder, which the command passed over."""
    Path("notes.txt").write_text("buy milk and bread\n", encoding="utf-8")
    printed = json.loads(CliRunner().invoke(app, ["validate", ".", "--json"]).stdout)
    with Database() as database:
        found = decks.judge(database, ["."])
        assert [as_json(report) for report in found.reports()] == printed["decks"]
        assert [one._asdict() for one in found.passed_over] == printed["passed_over"]
