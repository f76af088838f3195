"""A noun without a verb says what there is of it, and what to do next."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

import deckcheck
from deckcheck.cli.lazy import GROUPS
from deckcheck.cli.main import app
from deckcheck.cli.overview import OVERVIEWS
from tests.conftest import ROOT

DECKS = ROOT / "examples" / "decks"


@pytest.fixture
def filled(small_database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DECKCHECK_DB", str(small_database))
    with deckcheck.open() as session:
        session.decks.save(DECKS / "rebels.dek", "Rebels")
        session.collection.add("Boba Fett (A)", 3)
        session.events.new("Spring Open", day="2004-06-19").register_files("Ada")


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize(
    ("noun", "state"),
    [
        ("deck", "1 saved deck: 1 "),
        ("cards", "swtcg: "),
        ("collection", "swtcg: 1 card in 3 copies, 0 for trade; 0 wanted and missing"),
        ("event", "1 event; the latest: Spring Open, 2004-06-19, 1 player"),
        ("league", "0 leagues"),
        ("people", "0 people"),
        ("pool", "kept pools: 0"),
        ("trades", "0 open trades"),
        ("config", "0 settings in "),
    ],
)
def test_a_noun_alone_says_what_there_is_and_what_to_do_next(noun: str, state: str) -> None:
    done = CliRunner().invoke(app, [noun])
    first, *commands, last = done.stdout.splitlines()
    assert done.exit_code == 0, done.output
    assert first.startswith(state)
    assert [one.strip() for one in commands] == [f"deckcheck {one}" for one in OVERVIEWS[noun][1]]
    assert last == f"deckcheck {noun} -h lists all commands"


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("noun", GROUPS)
def test_each_noun_alone_shows_something(noun: str) -> None:
    done = CliRunner().invoke(app, [noun])
    assert (done.exit_code, bool(done.stdout)) == (0, True), done.output


@pytest.mark.parametrize("noun", OVERVIEWS)
def test_the_next_commands_are_there(noun: str) -> None:
    for one in OVERVIEWS[noun][1]:
        words = one.split()[:2]
        assert CliRunner().invoke(app, [*words, "--help"]).exit_code == 0, one
