"""What the tests of events share: a session over its own database, and lists of the examples."""

import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

import deckcheck
from db.cards import bundled_games
from deckcheck.acts.events import SessionEvent
from deckcheck.acts.session import Session
from tests import few_sets
from tests.conftest import ROOT, made_once, make_database

LIGHT = ROOT / "examples" / "decks" / "rebels.dek"
DARK = ROOT / "examples" / "decks" / "empire.txt"


@pytest.fixture(scope="module")
def database() -> Iterator[Path]:
    """What is done at an event needs no more than a small catalogue that has the cards of its lists."""
    decks = [*few_sets.DECKS, *few_sets.LISTS]
    folder = made_once("event-sets", partial(few_sets.write_catalogue, decks=decks))
    path = made_once("event-sets.sqlite", partial(make_database, folder))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bundled_games, "FOLDER", folder)
        yield path


@pytest.fixture
def session(database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    path = tmp_path / "own.sqlite"
    shutil.copy(database, path)
    monkeypatch.setenv("DECKCHECK_DB", str(path))
    with deckcheck.open() as opened:
        yield opened


@pytest.fixture
def event(session: Session) -> SessionEvent:
    """An event of a day in 2004, when the lists of the examples were legal."""
    return session.events.new("Spring Open", format="dci", day="2004-06-19")
