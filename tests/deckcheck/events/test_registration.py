"""Players and their lists come in whole, are kept as they were, and nobody's list is lost."""

import io
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from db.errors import DeckcheckError, EventError, EventNameTakenError, EventNotFoundError
from db.events.store import read_files
from deckcheck.acts.events import SessionEvent
from deckcheck.acts.session import Session
from deckcheck.cli.event.register import ask_seat
from deckcheck.errors import (
    EventFullError,
    EventLockedError,
    EventSettingError,
    EventSheetError,
    NothingHandedInError,
    PlayerNameError,
    PlayerNameTakenError,
    PlayerNotFoundError,
    ReasonNeededError,
    UnknownPlayFormatError,
)
from deckcheck.events.frozen import FrozenList
from deckcheck.events.submissions import Submission, players_template, read_players_sheet
from deckcheck.games.seats import LIGHT_AND_DARK, ONE_DECK
from deckcheck.judge.batch import SkippedFile
from importers.sheets.table_workbook import table_workbook
from tests.amounts import amount
from tests.deckcheck.events.conftest import DARK, LIGHT
from tests.importers.documents.made import zipped

NEUTRAL = b"4 Boba Fett (A)\n4 Boba Fett (B)\n"


def decks(event: SessionEvent) -> dict[tuple[str, str], str]:
    """The file of each player's seat."""
    stored = event.stored
    return {(stored.players[d.player].name, d.seat): d.path for d in stored.decks.values()}


def folder(path: Path, *names: str) -> Path:
    for name in names:
        file = path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes((LIGHT if "ight" in name else DARK).read_bytes())
    return path


def test_seats_follow_from_the_sides_and_the_file_is_kept_to_the_byte(event: SessionEvent) -> None:
    event.register_files("Ada", [DARK, LIGHT], club="Aachen")
    stored = event.stored
    assert {d.seat: d.path for d in stored.decks.values()} == {"light": str(LIGHT), "dark": str(DARK)}
    assert stored.players[1].club == "Aachen"
    for deck in stored.decks.values():
        assert read_files(event.database, [deck.sha256])[deck.sha256] == Path(deck.path).read_bytes()
        assert sum(card.quantity for card in deck.cards) == 60
        assert all(card.card for card in deck.cards)
        assert deck.catalogue == stored.decks[1].catalogue != ""


def test_a_list_that_takes_several_seats_is_asked_about(event: SessionEvent) -> None:
    asked = []

    def ask(player: str, found: Any, seats: Sequence[Any]) -> str:
        asked.append((player, found.path, [seat.code for seat in seats]))
        return "dark"

    event.register([Submission("Ada", "n.txt", NEUTRAL)], ask=ask)
    event.register([Submission("Bo", "n.txt", NEUTRAL)])
    assert asked == [("Ada", "n.txt", ["light", "dark"])]
    assert decks(event) == {("Ada", "dark"): "n.txt", ("Bo", ""): "n.txt"}
    event.give_seat("Bo", "", "light")
    assert decks(event)["Bo", "light"] == "n.txt"
    with pytest.raises(EventSettingError, match="expected light or dark"):
        event.give_seat("Bo", "", "purple")


def test_the_same_list_again_changes_nothing_and_a_new_one_takes_its_place(
    event: SessionEvent, tmp_path: Path
) -> None:
    event.register_files("Ada", [LIGHT])
    again = event.register_files("ada ", [LIGHT])
    assert again.batch is None
    assert again.notes == (f"Ada: {LIGHT} is registered already",)
    other = tmp_path / "better.dek"
    other.write_bytes(LIGHT.read_bytes() + b"\n")
    event.register_files("Ada", [other], replace_old=True)
    assert decks(event) == {("Ada", "light"): str(other)}
    event.undo()
    assert decks(event) == {("Ada", "light"): str(LIGHT)}
    # Of two that are there one is said to be it.
    event.register_files("Ada", [other])
    event.register_files("Ada", [LIGHT], replace_old=True)
    assert [deck.path for deck in event.stored.decks.values()] == [str(LIGHT)]
    # A file of the same name is a new version of that list.
    newer = tmp_path / LIGHT.name
    newer.write_bytes(b"4 Yoda (A)\n")
    event.register_files("Ada", [newer])
    assert decks(event) == {("Ada", "light"): str(newer)}


def test_a_folder_of_folders_and_files_named_for_players(event: SessionEvent, tmp_path: Path) -> None:
    lists = folder(
        tmp_path / "lists",
        "Ada/my light.dek",
        "Ada/dark side.txt",
        "Ada/readme.txt",
        "Bo - light.dek",
        "Bo_dark.txt",
        "README.txt",
        "Cy light.dek",
    )
    (lists / "map.pdf").write_bytes(b"%PDF")
    (lists / "more.zip").write_bytes(zipped({"Dee - light.txt": "4 Yoda (A)\n"}))
    passed: list[SkippedFile] = []
    done = event.import_players(lists, passed)
    assert sorted(done.players) == ["Ada", "Bo", "Cy"]
    assert decks(event) == {
        ("Ada", "light"): "Ada/my light.dek",
        ("Ada", "dark"): "Ada/dark side.txt",
        ("Bo", "light"): "Bo - light.dek",
        ("Bo", "dark"): "Bo_dark.txt",
        ("Cy", "light"): "Cy light.dek",
    }
    assert sorted(Path(one.path).name for one in passed) == [
        "Dee - light.txt",
        "README.txt",
        "map.pdf",
        "readme.txt",
    ]
    assert event.import_players(lists).batch is None
    with pytest.raises(NothingHandedInError, match="no deck files in it"):
        event.import_players(folder(tmp_path / "empty", "sub/readme.txt"))


def sheet(
    path: Path, *rows: Sequence[str], header: Sequence[str] = ("Player", "Club", "Light", "Dark")
) -> Path:
    path.write_bytes(table_workbook("Players", header, rows))
    return path


def test_a_sheet_of_players_with_files_and_lists_in_its_cells(event: SessionEvent, tmp_path: Path) -> None:
    folder(tmp_path, "ada-light.dek")
    dark = DARK.read_text(encoding="utf-8")
    path = sheet(
        tmp_path / "players.xlsx",
        ("Ada", "Aachen", "ada-light.dek", dark),
        ("Bo\nBergmann", "", "", ""),
        ("", "", "", ""),
    )
    event.import_players(path)
    stored = event.stored
    assert [(p.name, p.club) for p in stored.players.values()] == [("Ada", "Aachen"), ("Bo Bergmann", "")]
    assert decks(event) == {("Ada", "light"): "ada-light.dek", ("Ada", "dark"): "Ada - dark.txt"}
    assert {len(d.cards) > 5 for d in stored.decks.values()} == {True}
    assert event.import_players(path).batch is None


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([("", "Aachen", "x", "")], "row 2: a deck or a club, but no player"),
        ([("Ada", "", "", ""), ("Bo", "", "no-such.dek", "")], "row 3: 'no-such.dek' is neither"),
    ],
)
def test_a_sheet_says_which_row_is_wrong(
    event: SessionEvent, tmp_path: Path, rows: list[tuple[str, ...]], said: str
) -> None:
    with pytest.raises(EventSheetError, match=said):
        event.import_players(sheet(tmp_path / "p.xlsx", *rows))
    assert not event.stored.players


def test_a_sheet_without_players_names_the_template(event: SessionEvent, tmp_path: Path) -> None:
    path = sheet(tmp_path / "p.xlsx", ("4", "Yoda (A)"), header=("Count", "Card"))
    with pytest.raises(EventSheetError, match="event template"):
        event.import_players(path)


@pytest.mark.parametrize("seats", [LIGHT_AND_DARK, ONE_DECK])
def test_the_template_is_read_back(tmp_path: Path, seats: Any) -> None:
    path = tmp_path / "template.xlsx"
    path.write_bytes(players_template(seats))
    assert read_players_sheet(path, seats) == []


def test_many_players_of_one_name_are_told_apart_or_refused(event: SessionEvent, tmp_path: Path) -> None:
    count = amount(30, 300)
    event.change(settings={"players": [4, 300]})
    path = sheet(tmp_path / "p.xlsx", *[("Ada", "", "", "")] * count)
    with pytest.raises(PlayerNameTakenError, match="row 3: 'Ada' is there twice"):
        event.import_players(path)
    event.import_players(path, same_name=True)
    names = [player.name for player in event.stored.players.values()]
    assert names == ["Ada", *(f"Ada ({number})" for number in range(2, count + 1))]
    assert event.import_players(path, same_name=True).batch is None


def test_more_players_than_an_event_takes_are_refused_whole(event: SessionEvent) -> None:
    event.change(settings={"players": [2, 3]})
    with pytest.raises(EventFullError, match="4 players are too many"):
        event.register([Submission(f"P{number}") for number in range(4)])
    assert not event.stored.players


@pytest.mark.parametrize("name", ["", " \n ", "\u200b", "x" * 101, "Ada\u202e"])
def test_what_is_no_name_is_refused(event: SessionEvent, name: str) -> None:
    with pytest.raises(PlayerNameError):
        event.register([Submission(name)])


def test_players_are_found_by_name_number_and_without_accents(event: SessionEvent) -> None:
    event.register([Submission("José"), Submission("Jose"), Submission("Zoë  Ångström")])
    assert [p.name for p in event.stored.players.values()] == ["José", "Jose", "Zoë Ångström"]
    event.remove("zoe angstrom")
    event.remove("#2")
    assert [p.name for p in event.stored.players.values()] == ["José"]
    with pytest.raises(PlayerNotFoundError, match="Did you mean José"):
        event.remove("Josee")


def test_after_the_lock_a_change_needs_a_reason_which_is_in_the_history(event: SessionEvent) -> None:
    event.register_files("Ada", [LIGHT])
    event.lock()
    before = event.stored
    for change in (
        lambda: event.register_files("Bo", [DARK]),
        lambda: event.remove("Ada"),
        lambda: event.change(day="2005-01-01"),
        lambda: event.give_seat("Ada", "", "dark"),
        lambda: event.unlock(" "),
    ):
        with pytest.raises(EventLockedError, match="needs a reason"):
            change()
    with pytest.raises(ReasonNeededError, match="event lock"):
        event.undo(2)
    assert event.stored == before
    event.register_files("Ada", [DARK], reason="the file came by post")
    assert event.history()[-1].reason == "the file came by post"
    (player,) = event.check().players
    assert player.is_ready


def test_a_list_after_the_deadline_is_late(event: SessionEvent) -> None:
    event.change(deadline="2004-06-18T20:00")
    event.register_files("Ada", [LIGHT], at=datetime.fromisoformat("2004-06-18T20:00"))
    event.register_files("Ada", [DARK], at=datetime.fromisoformat("2004-06-18T20:01"))
    late = {deck.path: deck.late for deck in event.stored.decks.values()}
    assert late == {str(LIGHT): False, str(DARK): True}
    (player,) = event.check().players
    assert [issue.code for issue in player.issues] == ["late"]
    assert not player.is_ready


def test_a_later_deadline_takes_the_lists_that_came_before_it(event: SessionEvent) -> None:
    event.change(deadline="2004-06-17")
    event.register_files("Ada", [LIGHT], at=datetime.fromisoformat("2004-06-18T20:00"))
    event.register_files("Ada", [DARK], at=datetime.fromisoformat("2004-06-18T20:01"))
    event.change(deadline="2004-06-18T20:00")
    late = {deck.path: deck.late for deck in event.stored.decks.values()}
    assert late == {str(LIGHT): False, str(DARK): True}
    event.undo()
    assert all(deck.late for deck in event.stored.decks.values())


@pytest.mark.parametrize("deadline", ["2004-06-18T20:00+00:00", "2004-06-18 22:00+02:00"])
def test_times_may_name_their_zone(event: SessionEvent, deadline: str) -> None:
    event.change(deadline=deadline)
    event.register_files("Ada", [LIGHT], at=datetime.fromisoformat("2004-06-18T20:00Z"))
    event.register_files("Ada", [DARK], at=datetime.fromisoformat("2004-06-18T22:01+02:00"))
    event.change(deadline="2004-06-17")
    event.register_files("Bo", [DARK], at=datetime.fromisoformat("2004-06-19T12:00Z"))
    late = [deck.late for deck in event.stored.decks.values()]
    assert late == [False, True, True]


def test_an_undone_list_gives_its_number_to_no_other(event: SessionEvent) -> None:
    event.register_files("Ada", [LIGHT])
    event.undo()
    event.register_files("Bo", [DARK])
    assert list(event.stored.decks) == [2]
    event.undo(3)  # the undo of Ada's registration
    assert decks(event) == {("Ada", "light"): str(LIGHT), ("Bo", "dark"): str(DARK)}


def test_events_that_cannot_be(session: Session) -> None:
    events = session.events
    events.new("Open", day="2004-06-19")
    with pytest.raises(EventNameTakenError):
        events.new(" OPEN ", day="2004-06-19")
    with pytest.raises(EventNotFoundError, match="events: 'Open'"):
        events.get("Close")
    for wrong in ({"day": "19 June"}, {"deadline": "soon"}, {"settings": {"players": [5, 4]}}):
        with pytest.raises(EventSettingError):
            events.new("X", **{"day": "2004-06-19", **wrong})  # type: ignore[arg-type]
    with pytest.raises(UnknownPlayFormatError):
        events.new("X", format="no such")
    for name in ("", "x" * 101):
        with pytest.raises((EventSettingError, PlayerNameError)):
            events.new(name)
    assert [one.facts.name for one in events.list()] == ["Open"]


def test_games_with_one_seat_take_one_deck(session: Session) -> None:
    event = session.events.new("Destiny", game="destiny", day="2018-02-01")
    assert [seat.code for seat in event.seats] == ["deck"]
    event.register([Submission("Ada", "a.txt", b"no deck at all")])
    (deck,) = event.stored.decks.values()
    assert (deck.seat, bool(deck.error)) == ("deck", True)


def test_saved_decks_and_standard_input_are_lists_too(
    session: Session, event: SessionEvent, monkeypatch: pytest.MonkeyPatch
) -> None:
    session.decks.save(str(DARK), "My Empire")
    event.register_files("Ada", ["my empire"])
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(LIGHT.read_bytes())))
    event.register_files("Ada", ["-"])
    event.register_files("Bo", [DARK])
    stored = event.stored
    assert decks(event)["Ada", "dark"] == "My Empire.json"
    assert decks(event)["Ada", "light"] == "standard input"
    assert len({deck.hash for deck in stored.decks.values() if deck.seat == "dark"}) == 1
    assert event.verify("Bo", "My Empire").differences == ()
    with pytest.raises(EventError, match="'no such deck' is neither a deck file nor a saved deck"):
        event.register_files("Cy", ["no such deck"])


def test_decks_of_another_game_and_sources_that_are_none_are_said(
    event: SessionEvent, tmp_path: Path
) -> None:
    foreign = b'<deck game="d5cf89e5-1984-4b38-9fd1-8f8e1cf19f9c"></deck>'
    other = tmp_path / "l" / "Ada.txt"
    other.parent.mkdir()
    other.write_bytes(foreign)
    (tmp_path / "l" / "CHECKSUMS.tsv").write_bytes(b"file\tchecksum\n")
    event.import_players(tmp_path / "l")
    assert [player.name for player in event.stored.players.values()] == ["Ada"]
    (deck,) = event.stored.decks.values()
    assert deck.error
    assert "--game" not in deck.error
    for source, said in ((other, "is a line of a deck list"), (tmp_path / "none", "No such file")):
        with pytest.raises(DeckcheckError, match=said):
            event.import_players(source)


def test_a_person_at_the_terminal_is_asked_until_the_answer_is_a_seat(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = FrozenList("n.txt", NEUTRAL, None, ("light", "dark"))
    for answers, seat in (("x\nd\n", "dark"), ("LIGHT\n", "light"), ("\n", ""), ("", "")):
        monkeypatch.setattr("sys.stdin", io.StringIO(answers))
        assert ask_seat("Ada", found, LIGHT_AND_DARK) == seat
    assert "Ada: n.txt may take light or dark" in capsys.readouterr().err


def test_a_sheet_reads_no_file_that_lies_elsewhere(event: SessionEvent, tmp_path: Path) -> None:
    """A sheet from a stranger must not bring files of the organiser into the event."""
    (tmp_path / "private.txt").write_bytes(DARK.read_bytes())
    (tmp_path / "sheets" / "decks").mkdir(parents=True)
    (tmp_path / "sheets" / "decks" / "ada.txt").write_bytes(DARK.read_bytes())
    for name in ("../private.txt", str(tmp_path / "private.txt"), "decks"):
        with pytest.raises(EventSheetError):
            event.import_players(sheet(tmp_path / "sheets" / "p.xlsx", ("Ada", "", "", name)))
    assert not event.stored.players
    event.import_players(sheet(tmp_path / "sheets" / "p.xlsx", ("Ada", "", "", "decks/ada.txt")))
    assert decks(event) == {("Ada", "dark"): "decks/ada.txt"}
