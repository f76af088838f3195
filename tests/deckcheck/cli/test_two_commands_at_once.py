"""Two commands at once: what each of them said that it did is there, whoever came first.

Programs of their own that write at once are in `tests/faults/test_many_at_once.py`.
"""

import threading
import tomllib
from collections.abc import Callable
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import deckcheck
from db import connection
from db.errors import ChangedMeanwhileError
from db.imports import sources
from deckcheck import settings
from deckcheck.collection import buildable
from deckcheck.errors import ReasonNeededError
from deckcheck.settings import set_value
from importers.errors import UneditableDeckError


@pytest.fixture
def own(own_database: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DECKCHECK_DB", str(own_database))
    return own_database


def save(text: str) -> None:
    with deckcheck.open() as cards:
        cards.decks.save(StringIO(text), "Mine")


def names() -> set[str]:
    with deckcheck.open() as cards:
        return {line.name for line in cards.decks.get("Mine").facts.lines}


def edited(card: str) -> None:
    with deckcheck.open() as cards:
        cards.edit_deck("Mine", add=[f"1 {card}"])


def before_it_writes(monkeypatch: pytest.MonkeyPatch, other: Callable[[], Any]) -> None:
    """Another program works after this one has thought, just before its transaction begins."""
    real, left = connection.writing, [other]

    def writing(path: Path) -> Any:
        if left:
            left.pop()()
        return real(path)

    for module in (connection, sources):
        monkeypatch.setattr(module, "writing", writing)


@pytest.mark.usefixtures("own")
def test_an_edit_is_made_in_the_deck_that_is_there_by_then(monkeypatch: pytest.MonkeyPatch) -> None:
    save("3 Nexu\n")
    before_it_writes(monkeypatch, lambda: edited("Kouhun"))
    edited("Yoda (A)")
    assert names() == {"Nexu", "Kouhun", "Yoda (A)"}


@pytest.mark.usefixtures("own")
def test_a_repair_is_not_saved_over_a_deck_that_was_edited_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    save("60 Kouhun\n")
    with deckcheck.open() as cards:
        work = cards.open_repair("Mine")
        found = work.found()
        assert found.plan is not None
        before_it_writes(monkeypatch, lambda: edited("Nexu"))
        with pytest.raises(ChangedMeanwhileError, match="the deck 'Mine'"):
            work.save(found.plan, "Mine")
    assert names() == {"Kouhun", "Nexu"}


@pytest.mark.usefixtures("own")
def test_a_repair_is_not_written_into_a_file_that_was_edited_meanwhile(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("60 Kouhun\n")
    with deckcheck.open() as cards:
        work = cards.open_repair(file)
        found = work.found()
        assert found.plan is not None
        file.write_text("59 Kouhun\n1 Nexu\n")
        with pytest.raises(UneditableDeckError, match="it changed while it was repaired"):
            work.write(found.plan, file)
    assert file.read_text() == "59 Kouhun\n1 Nexu\n"


@pytest.mark.usefixtures("own")
def test_a_want_that_came_meanwhile_is_not_made_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    with deckcheck.open() as cards, deckcheck.open() as other:
        deck = cards.deck_list(StringIO("4 Nexu\n"))
        found = buildable.buildable_decks([deck], cards.collection.stored, cards.resolver(), reserved=False)
        before_it_writes(monkeypatch, lambda: other.collection.want("Nexu", 9, notes="foil"))
        assert buildable.want_missing(cards.path, "swtcg", found) is None
        (want,) = cards.collection.wants()
    assert (want.want.facts.quantity, want.want.facts.notes) == (9, "foil")


@pytest.mark.usefixtures("own")
def test_what_players_saw_meanwhile_is_undone_with_a_reason_only(monkeypatch: pytest.MonkeyPatch) -> None:
    with deckcheck.open() as cards:
        event = cards.events.new("Open", day="2004-06-19")
        for player in ("Ada", "Bo", "Cy", "Di"):
            event.register_files(player)
        event.pair(7)
        before_it_writes(monkeypatch, event.publish)
        with pytest.raises(ReasonNeededError):
            event.undo()
        assert event.tournament.rounds[0].published


@pytest.mark.usefixtures("own")
def test_a_player_who_was_removed_meanwhile_gets_no_link(monkeypatch: pytest.MonkeyPatch) -> None:
    with deckcheck.open() as cards:
        event = cards.events.new("Open", day="2004-06-19")
        for player in ("Ada", "Bo"):
            event.register_files(player)
        before_it_writes(monkeypatch, lambda: event.remove("Bo"))
        assert [one.player for one in event.links.make()] == ["Ada"]


def test_a_setting_waits_for_the_one_that_is_being_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "deckcheck" / "config.toml"
    set_value(path, "colours", "never")
    other = threading.Thread(target=lambda: set_value(path, "game", "destiny"))
    real = settings._edited

    def thinking(*arguments: Any) -> str:
        if not other.ident:
            other.start()
            other.join(0.2)
            assert other.is_alive()
        return real(*arguments)

    monkeypatch.setattr(settings, "_edited", thinking)
    set_value(path, "colours", "always")
    other.join()
    assert tomllib.loads(path.read_text()) == {"colours": "always", "game": "destiny"}
    assert {one.name for one in path.parent.iterdir()} == {path.name, f".{path.name}.lock"}


@pytest.mark.usefixtures("own")
def test_a_source_that_got_another_address_meanwhile_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = tmp_path / "old.csv", tmp_path / "new.csv"
    for file in (old, new):
        file.write_text(f"name,set,side,type\nThe {file.stem} one,X,Light,Character\n")
    with deckcheck.open() as cards:
        cards.sources.add("mine", str(old), kind="table")
        other = partial(cards.sources.add, "mine", str(new), kind="table")
        before_it_writes(monkeypatch, other)
        with pytest.raises(ChangedMeanwhileError, match="the card source 'mine'"):
            cards.sources.import_cards(old, name="mine", kind="table").apply()
        (view,) = [one for one in cards.sources.list() if one.added]
    assert view.state.address == str(new)
