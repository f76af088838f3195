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
from deckcheck.acts.backups import describe
from deckcheck.acts.collection_documents import history_document
from deckcheck.acts.collection_lists import completion_document, trades_document, wants_document
from deckcheck.acts.config import settings_document
from deckcheck.acts.database import Database
from deckcheck.acts.event_checks import check_document
from deckcheck.acts.event_views import events_document
from deckcheck.acts.session import Session
from deckcheck.cli.main import app
from deckcheck.collection.documents import collection_document, saved_decks_document
from deckcheck.repair.result import as_document
from deckcheck.report import as_json
from deckcheck.show.card_document import card_document, found_document, shown_document
from tests.deckcheck.web.conftest import made_in

FILE, DAY = "deck.txt", date(2004, 6, 19)
TEXT = "4 Boba Fett (A)\n3 Jedi Starfighter 3R3\n2 Nobody At All\nBoba Fett\n"
SENT = {"text": TEXT, "name": FILE, "game": "swtcg"}
CONDITION = "type:character >= 1"
BOBA = "Boba Fett (A)"
WOTC = ("--format", "wotc", "--on", str(DAY))
SENT_WOTC = {**SENT, "format": "wotc", "on": str(DAY)}


def _itself(document: Any) -> Any:
    return document


class Act(NamedTuple):
    """An act in its three forms, each made into the same document.

    What the page answers may have more beside it. Without a command or an address the others are
    compared.
    """

    name: str
    command: tuple[str, ...] | None
    address: str | None
    library: Callable[[Session], Any]
    sent: dict[str, Any] | None = SENT
    of_command: Callable[[Any], Any] = _itself
    of_page: Callable[[Any], Any] = _itself


ACTS = (
    Act(
        "decks.judge",
        ("validate", FILE, *WOTC),
        "/api/deck/check",
        lambda session: as_json(session.validate(FILE, "wotc", on=DAY)),
        SENT_WOTC,
        lambda document: document["decks"][0],
        lambda document: document["report"],
    ),
    Act(
        "decks.why",
        ("why", FILE, *WOTC),
        "/api/deck/why",
        lambda session: session.why(FILE, "wotc", on=DAY).document(),
        SENT_WOTC,
    ),
    Act("decks.missing", ("deck", "missing", FILE), None, lambda session: session.missing(FILE).document()),
    Act(
        "decks.can_build", ("deck", "can-build", "."), None, lambda session: session.can_build(".").document()
    ),
    Act(
        "decks.saved",
        ("deck", "list"),
        "/api/decks",
        lambda session: saved_decks_document(session.decks.list()),
        None,
    ),
    Act(
        "repair.repair",
        ("repair", FILE, *WOTC, "--keep", BOBA, "--drop-unknown", "--time-limit", "60"),
        None,
        lambda session: as_document(
            session.repair(FILE, "wotc", on=DAY, keep=[BOBA], drop_unknown=True, time_limit=60)
        ),
    ),
    Act(
        "repair.repair, names stay",
        ("repair", FILE, *WOTC, "--out", BOBA, "--time-limit", "60"),
        "/api/deck/repair",
        lambda session: as_document(session.repair(FILE, "wotc", on=DAY, out=[BOBA], time_limit=60)),
        {**SENT_WOTC, "out": [BOBA]},
    ),
    Act(
        "play.odds",
        ("odds", FILE, CONDITION, "--draws", "2", "--mulligan", "units"),
        "/api/deck/odds",
        lambda session: _asked(session).document(),
        {**SENT, "condition": CONDITION, "draws": 2, "mulligan": "units"},
    ),
    Act(
        "play.hand",
        None,
        "/api/deck/hand",
        lambda session: session.hand(FILE, seed=7, moves=["mulligan", "draw"]).document(),
        {**SENT, "seed": 7, "moves": ["mulligan", "draw"]},
    ),
    Act(
        "play.goldfish",
        ("goldfish", FILE, "--hands", "50", "--turns", "2", "--seed", "7"),
        "/api/deck/goldfish",
        lambda session: session.goldfish(FILE, hands=50, turns=2, seed=7).document(),
        {**SENT, "hands": 50, "turns": 2, "seed": 7},
        of_page=lambda document: document["goldfish"],
    ),
    Act(
        "play.setup",
        ("setup", FILE, "--seed", "7", "--policy", "greedy"),
        None,
        lambda session: session.setup(FILE, seed=7, policy="greedy").document(),
    ),
    Act(
        "cards.search",
        ("cards", "search", "fett", "--sort", "-cost", "--limit", "50"),
        "/api/cards?q=fett&sort=-cost",
        lambda session: _found(session, "fett", "-cost"),
        None,
    ),
    Act(
        "cards.card",
        ("cards", "show", BOBA),
        f"/api/cards/{BOBA}",
        lambda session: shown_document(session.card_page(BOBA).document()),
        None,
    ),
    Act(
        "formats.format_book",
        ("formats", "wotc", "--on", str(DAY)),
        None,
        lambda session: session.format_book("wotc", on=DAY).document(),
    ),
    Act(
        "collection.list",
        ("collection", "list", "fett"),
        "/api/collection?q=fett",
        lambda session: collection_document(session.collection.holdings("fett")),
        None,
    ),
    Act(
        "collection.completion",
        ("collection", "completion", "--playset", "2"),
        "/api/collection/completion?playset=2",
        lambda session: completion_document(session.collection.completion(playset=2), 2, 0),
        None,
    ),
    Act(
        "collection.wants",
        ("collection", "wants"),
        "/api/collection/wants",
        lambda session: wants_document(session.collection.wants()),
        None,
    ),
    Act(
        "collection.trades",
        ("collection", "trades", "--surplus", "1"),
        "/api/collection/trades?surplus=1",
        lambda session: trades_document(session.collection.trades(1)),
        None,
    ),
    Act(
        "collection.history",
        ("collection", "history"),
        "/api/collection/history",
        lambda session: history_document(session.collection.history()),
        None,
    ),
    Act(
        "events.list",
        ("event", "list"),
        "/api/events",
        lambda session: events_document(session.events.list()),
        None,
    ),
    Act(
        "events.check",
        ("event", "check", "Cup"),
        "/api/events/Cup",
        lambda session: check_document(session.events.get("Cup").check()),
        None,
        of_page=lambda document: document["check"],
    ),
    Act(
        "events.pairings",
        ("event", "pairings", "Cup"),
        "/api/events/Cup",
        lambda session: session.events.get("Cup").view().pairings(),
        None,
        of_page=lambda document: document["pairings"],
    ),
    Act(
        "events.standings",
        ("event", "standings", "Cup"),
        "/api/events/Cup",
        lambda session: session.events.get("Cup").view().seen.standings(),
        None,
        of_page=lambda document: document["standings"],
    ),
    Act("events.lists", ("event", "lists", "Cup"), None, lambda s: s.events.get("Cup").view().lists()),
    Act("events.plan", ("event", "plan", "Cup"), None, lambda s: s.events.get("Cup").view().plan()[0]),
    Act("database", ("database",), None, lambda session: describe(session).document),
    Act("config.list", ("config", "list"), None, lambda _session: settings_document()),
)


def _asked(session: Session) -> Any:
    from deckcheck.acts.play import ask_odds

    return ask_odds(session, FILE, CONDITION, draws=2, mulligan="units")


def _found(session: Session, query: str, sort: str) -> Any:
    found = session.search(query, sort=sort)
    return found_document([card_document(card) for card in found], len(found), 1, 1)


@pytest.fixture
def folder(own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a deck, on a database with a small collection."""
    (tmp_path / "decks").mkdir()
    monkeypatch.chdir(tmp_path / "decks")
    Path(FILE).write_text(TEXT, encoding="utf-8")
    made_in(own, small_collection)


def small_collection(session: Session) -> None:
    session.collection.add(BOBA, 3, set_code="AOTC")
    session.collection.want("Jango Fett (A)", 2)
    session.decks.save(FILE, "Mine", reserve=True)
    cup = session.events.new("Cup", day=str(DAY))
    for player in ("Ada", "Bo", "Cy", "Di"):
        cup.register_files(player)
    cup.pair(seed=7)
    cup.publish()


_GROWS = {"database": [pytest.mark.of_a_file]}  # a server's database, from one look to the next


@pytest.mark.parametrize(
    "act", [pytest.param(one, id=one.name, marks=_GROWS.get(one.name, ())) for one in ACTS]
)
@pytest.mark.usefixtures("folder")
def test_command_address_and_method_give_one_document(page: httpx.Client, act: Act) -> None:
    with deckcheck.open() as session:
        returned = json.loads(json.dumps(act.library(session)))
    if act.command is not None:
        printed = act.of_command(json.loads(CliRunner().invoke(app, [*act.command, "--json"]).stdout))
        assert printed == returned
    if act.address is not None:
        answer = page.get(act.address) if act.sent is None else page.post(act.address, json=act.sent)
        sent = {**act.of_page(answer.json()), **_named(returned)}
        assert {name: sent.get(name) for name in returned} == returned


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
