"""The shelf of saved decks: what a tile says is what the acts for one deck say."""

import io
import shutil
import zipfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

import deckcheck
from db.collection.decks import SavedDeck
from db.errors import DeckcheckError
from deckcheck.acts import decks as deck_acts, shelf as shelf_module
from deckcheck.acts.database import Database
from deckcheck.acts.shelf import decks_file, shelf
from deckcheck.deck import Deck

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.fixture
def session(database: Path, tmp_path: Path) -> Iterator[deckcheck.Session]:
    with deckcheck.open(Path(shutil.copy(database, tmp_path / "own.sqlite"))) as session:
        for path in sorted((EXAMPLES / "decks").iterdir()):
            session.decks.save(path, path.stem)
        session.collection.import_sheet(EXAMPLES / "collections" / "binder.csv").apply(write_unmatched=False)
        yield session


def test_each_deck_has_the_verdict_the_copies_and_the_distance_of_the_acts(
    session: deckcheck.Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf_module, "SECONDS_FOR_CHANGES", 60)  # also where the machine is busy
    tiles = shelf(session)
    assert [one.saved.facts.name for one in tiles] == [one.facts.name for one in session.decks.list()]
    assert {one.verdict for one in tiles} == {"legal", "illegal", "unproven"}
    for one in tiles:
        name = one.saved.facts.name
        report = session.validate(one.saved)
        assert (one.verdict, one.problem) == (report.verdict, ""), name
        missing = session.missing(one.saved)
        assert sum(card.needed - card.missing for card in missing.cards) == one.owned, name
        assert sum(copies for _, copies in one.costs) == sum(copies for _, _, copies in one.types)
        arenas = [kind for kind, _, _ in one.types if kind in {"Space", "Ground", "Character"}]
        assert arenas == ["Space", "Ground", "Character"], f"the bars of all decks compare: {name}"
        if one.least_changes is not None:
            plan = session.repair(one.saved).plan
            assert plan is not None
            assert one.changes in {plan.distance, None}, name
            assert one.least_changes <= plan.distance, name
    assert any(one.changes for one in tiles)
    (mixed,) = (one for one in tiles if one.saved.facts.name == "mixed-sides")
    assert (mixed.changes, mixed.least_changes) == (None, 20), "the cards that it lacks are others"


def test_decks_are_judged_in_another_format_and_on_another_day(session: deckcheck.Session) -> None:
    day = date(2004, 6, 19)
    for one in shelf(session, "wotc", on=day, names=("rebels", "empire")):
        assert one.report == session.validate(one.saved, "wotc", on=day)


def test_decks_are_written_to_one_file_that_says_what_is_lost(session: deckcheck.Session) -> None:
    rebels = session.decks.get("rebels")
    name, data = decks_file(session, [rebels], ".json")
    assert (name, data) == ("rebels.json", session.converted(rebels, "json").data)
    session.decks.save(rebels, "Rebels?", force=True)
    name, data = decks_file(session, session.decks.list(), ".dek")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert len(archive.namelist()) == len(session.decks.list()) + 1
        assert "mandalorians.dek: " in archive.read("losses.txt").decode()
    assert {"rebels.dek", "Rebels_.dek"} <= set(archive.namelist())


def test_a_deck_that_cannot_be_judged_says_why_and_the_others_stand(
    session: deckcheck.Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged = deck_acts.deck

    def fails(database: Database, source: SavedDeck, **arguments: str) -> Deck:
        if source.facts.name == "empire":
            raise DeckcheckError("its format is gone")
        return judged(database, source, **arguments)

    monkeypatch.setattr(deck_acts, "deck", fails)
    tiles = {one.saved.facts.name: one for one in shelf(session)}
    assert (tiles["empire"].verdict, tiles["empire"].problem) == ("unproven", "its format is gone")
    assert tiles["rebels"].verdict == "legal"
