"""A session that stays open, as the page does, sees what other programs change meanwhile."""

import shutil
from pathlib import Path

import pytest

import deckcheck
from db.collection.read import read_collection
from db.errors import CardNotFoundError
from tests.conftest import ROOT

BOBA, KEEPER = "Boba Fett (A)", "Hive Keeper (A)"


@pytest.fixture
def database(small_database: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(small_database, tmp_path / "open.sqlite"))


def test_copies_that_another_program_notes_are_counted_at_once(database: Path) -> None:
    with deckcheck.open(database) as ours, deckcheck.open(database) as other:
        for copies in range(1, 5):
            assert ours.collection.counts(BOBA).owned == copies - 1
            other.collection.add(BOBA)
            assert ours.collection.counts(BOBA).owned == copies
            assert ours.collection.stored.stored == read_collection(database, "swtcg")


def test_our_own_changes_are_counted_at_once(database: Path) -> None:
    with deckcheck.open(database) as ours:
        done = ours.collection.add(BOBA, 3)
        assert ours.collection.counts(BOBA).owned == 3
        assert done.batch is not None
        ours.collection.undo(done.batch.number)
        assert ours.collection.counts(BOBA).owned == 0


def test_a_collection_that_nobody_changed_is_not_read_again(database: Path) -> None:
    with deckcheck.open(database) as ours:
        assert ours.collection.stored is ours.collection.stored


def test_cards_that_another_program_brought_in_are_found_after_a_refresh(database: Path) -> None:
    with deckcheck.open(database) as ours, deckcheck.open(database) as other:
        with pytest.raises(CardNotFoundError):
            ours.card(KEEPER)
        imported = other.sources.import_cards(ROOT / "examples" / "sources" / "beekeepers.csv", game="swtcg")
        imported.apply()
        ours.refresh()
        assert ours.card(KEEPER).name == KEEPER
        before = ours.catalogue()
        ours.refresh()
        assert ours.catalogue() is before
