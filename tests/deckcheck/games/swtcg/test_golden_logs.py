"""Golden logs: what the program writes for a seed stays as it is, and can be replayed by anyone.

To write them anew after a deliberate change: python -m tests.deckcheck.games.swtcg.test_golden_logs
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from db.cards.card import Card
from db.cards.lookup import Catalogue
from deckcheck.games import get_game
from deckcheck.games.swtcg.setup.cards import SetupDeck, make_setup_deck
from deckcheck.games.swtcg.setup.figures import player_result
from deckcheck.games.swtcg.setup.state import PLAYERS
from deckcheck.judge.resolve import Resolver
from importers.decks.reading import read_deck
from tests.conftest import ROOT, Run
from tests.deckcheck.games.swtcg.referee import Referee
from tests.deckcheck.games.swtcg.setup_plays import libraries_of, replay

pytestmark = pytest.mark.whole_catalogue

GOLDEN = Path(__file__).parent / "golden"
LOGS = {
    "planners": ("dark.txt", "light.txt", "--seed", "3"),
    "random-2002": (
        "dark.txt",
        "light.txt",
        "--seed",
        "8",
        "--rules",
        "printed-2002",
        "--policy",
        "random,greedy",
    ),
    "equipped-2005": (
        "equipped.txt",
        "light.txt",
        "--seed",
        "125",
        "--rules",
        "printed-2005",
        "--policy",
        "random",
    ),
    "mirror-community": (
        "dark.txt",
        "dark.txt",
        "--seed",
        "11",
        "--rules",
        "community",
        "--policy",
        "greedy,planner",
    ),
    "sides-swapped": ("dark.txt", "light.txt", "--dark", "light.txt", "--seed", "12", "--policy", "random"),
    "light-alone": ("light.txt", "--seed", "2", "--policy", "greedy"),
}


def arguments(name: str) -> list[str]:
    """The command line of a log; decks are named from the root of the project, as in the log."""
    folder = GOLDEN.relative_to(ROOT).as_posix()
    return ["setup", *(f"{folder}/{a}" if a.endswith(".txt") else a for a in LOGS[name]), "--json"]


@pytest.fixture(autouse=True)
def _at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize("name", LOGS)
def test_the_log_of_a_seed_stays_as_it_is(run: Run, name: str) -> None:
    result = run(*arguments(name))
    assert result.exit_code == 0, result.output
    wanted = (GOLDEN / f"{name}.json").read_text(encoding="utf-8")
    assert json.loads(result.stdout) == json.loads(wanted)


def decks_of(
    document: Mapping[str, Any], catalogue: Catalogue
) -> tuple[dict[str, SetupDeck], dict[str, dict[str, Card | None]]]:
    resolver = Resolver(catalogue, get_game("swtcg"))
    decks, facts = {}, {}
    for name, player in document["players"].items():
        deck = resolver.resolve(read_deck(Path(player["deck"])))
        decks[name] = make_setup_deck(deck, document["rules"])
        facts[name] = {entry.name: entry.card for entry in deck.entries}
    return decks, facts


@pytest.mark.parametrize("name", LOGS)
def test_a_golden_log_can_be_replayed_and_judged(name: str, catalogue: Catalogue) -> None:
    document = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    assert document["schema"] == "deckcheck.setup/1"
    decks, facts = decks_of(document, catalogue)
    Referee(document["rules"], lambda side, card: facts[side][card]).judge(document)
    libraries = libraries_of(decks, {n: p["library"] for n, p in document["players"].items()})
    final = replay(next(iter(decks.values())).rules, libraries, document["events"])
    for player, state in zip(PLAYERS, final.players, strict=True):
        assert (state and player_result(state)) == document["result"].get(player)


def test_the_golden_logs_show_all_that_can_happen() -> None:
    """Else a change of the format could go unseen."""
    events = [
        event
        for name in LOGS
        for event in json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))["events"]
    ]
    assert {event["action"] for event in events} == {"draw-hand", "mulligan", "put", "partial", "done"}
    assert {event["stack"] for event in events if event["action"] == "put"} == {None, "under", "top"}
    keys = {event["action"]: list(event) for event in events}
    assert keys["put"] == ["player", "action", "card", "cost", "arena", "stack", "drew", "total"]
    assert keys["partial"] == ["player", "action", "card", "counters", "drew", "total"]
    assert keys["mulligan"] == ["player", "action", "discarded", "drawn"]
    assert keys["draw-hand"] == ["player", "action", "cards"]
    assert keys["done"] == ["player", "action", "total"]


def test_the_log_of_2005_shows_what_that_book_brought(catalogue: Catalogue) -> None:
    """Equipment put away, a unit with more counters than it needs, a stack of two of its names."""
    document = json.loads((GOLDEN / "equipped-2005.json").read_text(encoding="utf-8"))
    _, facts = decks_of(document, catalogue)
    seen = set()
    for event in document["events"]:
        known = facts[event["player"]]
        cards = [known[name] for name in (*event.get("discarded", ()), event.get("card")) if name]
        for card in cards:
            assert card is not None
            if event["action"] == "mulligan":
                seen.add(card.type)
            elif event["action"] == "partial" and isinstance(card.cost, int):
                seen.add("begun" if card.cost > event["counters"] else "overbuilt")
            elif event["action"] == "put" and event["stack"] == "under":
                seen.add(f"{card.base_name} under a stack")
    assert {"Equipment", "overbuilt", "Emperor Palpatine under a stack"} <= seen


def write() -> None:
    """Writes all golden logs anew."""
    from typer.testing import CliRunner

    from deckcheck.cli.main import app

    for name in LOGS:
        result = CliRunner().invoke(app, arguments(name))
        (GOLDEN / f"{name}.json").write_text(result.stdout, encoding="utf-8")


if __name__ == "__main__":
    write()
