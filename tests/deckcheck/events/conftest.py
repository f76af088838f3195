"""What the tests of events share: a session over its own database, and lists of the examples."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import deckcheck
from deckcheck.acts.events import SessionEvent
from deckcheck.acts.session import Session
from tests.conftest import ROOT

LIGHT = ROOT / "examples" / "decks" / "rebels.dek"
DARK = ROOT / "examples" / "decks" / "empire.txt"


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
