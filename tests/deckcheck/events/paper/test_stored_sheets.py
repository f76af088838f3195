"""Sheets of registered lists: what was frozen is what is printed, for every game."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from deckcheck.acts.events import SessionEvent
from deckcheck.acts.session import Session
from deckcheck.events.errors import CannotPairError
from deckcheck.events.paper.canvas import MM, PaperCanvas
from deckcheck.events.paper.deck_sheets import SHEET_KINDS, SheetKind
from deckcheck.events.paper.paper_cards import PaperPlayer
from deckcheck.events.paper.print_event import PrintedPaper, paper_players
from deckcheck.events.round_editor import TypedResult
from importers.errors import ExistingFileError
from tests.conftest import ROOT, Run
from tests.deckcheck.events.conftest import DARK, LIGHT
from tests.deckcheck.events.paper.test_paper import pages_of

SISTERS = ROOT / "examples" / "sisters"


def copies(event: SessionEvent) -> Counter[str]:
    """The copies of each card in all registered lists, as they are stored."""
    found: Counter[str] = Counter()
    for deck in event.stored.decks.values():
        for card in deck.cards:
            found[card.card or card.name] += card.quantity
    return found


def printed(paper: PrintedPaper, names: list[str]) -> Counter[str]:
    """The copies of cards of these names in the text of the pages."""
    text = " ".join("\n".join(pages_of(paper.pdf)).split())
    found: Counter[str] = Counter()
    for name in names:
        for quantity in re.findall(rf"(?<=\s)(\d+) {re.escape(name)}(?= )", text):
            found[name] += int(quantity)
    return found


@pytest.mark.parametrize("kind", SHEET_KINDS)
def test_the_sheets_have_the_lists_that_were_registered(event: SessionEvent, kind: SheetKind) -> None:
    event.register_files("Ada Łódź", [LIGHT, DARK], club="North")
    event.register_files("Bo", [DARK])
    wanted = copies(event)
    paper = event.paper.sheets(kind)
    assert printed(paper, list(wanted)) == wanted
    assert paper.pages == len(pages_of(paper.pdf)) == 4
    assert not paper.notes
    text = "\n".join(pages_of(paper.pdf))
    assert text.index("Ada Łódź") < text.index("Bo, page")
    assert "cards 60 · space 15 · ground 14 · character 18 · units 47 · light 60" in text
    assert "no list is registered for this seat" in text, "Bo has no Light deck"
    assert {deck.hash[:4] for deck in event.stored.decks.values()} <= set(re.findall(r"hash (\w{4})-", text))


def test_only_the_players_who_are_asked_for_are_printed(event: SessionEvent) -> None:
    event.register_files("Ada", [LIGHT, DARK])
    event.register_files("Bo", [LIGHT, DARK])
    text = "\n".join(pages_of(event.paper.sheets(players=["bo"]).pdf))
    assert "Bo, page 1 of 2" in text
    assert "Ada" not in text


@pytest.mark.parametrize(
    ("game", "file", "type_", "seats"),
    [
        ("destiny", "kylo-and-phasma.txt", "Character", [""]),
        ("stargate", "sg-1.o8d", "Mission", [""]),
        ("swlcg", "guardians.txt", "Objective", ["Light", "Dark"]),
    ],
)
def test_lists_of_every_game_have_types_and_counts(
    session: Session, game: str, file: str, type_: str, seats: list[str]
) -> None:
    event = session.events.new("Sisters", game=game)
    event.register_files("Ada", [SISTERS / file])
    (ada,) = paper_players(event.database, event.stored, {})
    assert isinstance(ada, PaperPlayer)
    assert [deck.seat for deck in ada.decks][: len(seats)] == seats
    (deck,) = (deck for deck in ada.decks if deck.cards)
    assert any(type_.casefold() in card.type.casefold() for card in deck.cards), {c.type for c in deck.cards}
    assert deck.counts
    wanted = copies(event)
    text = " ".join("\n".join(pages_of(event.paper.sheets().pdf)).split())
    assert all(name in text for name in wanted)


def test_what_the_catalogue_does_not_know_is_printed_as_it_was_written(
    event: SessionEvent, tmp_path: Path
) -> None:
    odd = tmp_path / "odd.txt"
    odd.write_text("2 Nobody's Card\n3 Boba Fett (A)\n", encoding="utf-8")
    event.register_files("Ada", [odd], seat="light")
    text = "\n".join(pages_of(event.paper.sheets(order="cost").pdf))
    assert re.search(r"2\s+Nobody's Card \(unknown\)", text)
    assert "Deck, no cost (2)" in text


def test_a_file_that_is_no_deck_has_a_sheet_that_says_so(event: SessionEvent, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear organiser,\nI shall be late.\n", encoding="utf-8")
    event.register_files("Ada", [letter], seat="dark")
    assert "no deck: " in "\n".join(pages_of(event.paper.sheets().pdf))


def test_the_command_writes_a_pdf_once(keep: Run, tmp_path: Path) -> None:
    keep("event", "new", "Open", "--on", "2004-06-19", "--format", "dci")
    keep("event", "register", "Open", "中 Ada", LIGHT, DARK)
    out = tmp_path / "sheets.pdf"
    done = keep("event", "sheets", "Open", out, "--kind", "judge", "--paper", "letter")
    assert done.exit_code == 0
    assert out.read_bytes().startswith(b"%PDF-")
    assert "the fonts have no 中 (U+4E2D)" in done.stderr
    assert isinstance(keep("event", "sheets", "Open", out).exception, ExistingFileError)
    assert keep("event", "sheets", "Open", out, "--force", "--kind", "nothing").exit_code == 2


@pytest.mark.shared_data
def test_real_decks_of_every_kind_are_printed_whole(event: SessionEvent, shared: Path) -> None:
    files = sorted((shared / "data" / "swtcg").rglob("*.dek"))
    assert len(files) > 5
    for n, file in enumerate(files):
        event.register_files(f"Player {n}", [file], seat="light")
    wanted = copies(event)
    found = printed(event.paper.sheets(), list(wanted))
    missing = {name for name in wanted if found[name] < wanted[name]}
    assert not {name for name in missing if len(name) < 40}, "only names that were broken over lines"


@pytest.fixture
def paired(event: SessionEvent) -> SessionEvent:
    for name in ("Ada", "Bo", "Cy", "Dee", "Eve"):
        event.register_files(name)
    event.pair(3)
    return event


def test_slips_and_pairings_of_a_stored_round_have_its_tables(paired: SessionEvent) -> None:
    paired.publish()
    one = paired.round()
    names = {number: player.name for number, player in paired.stored.players.items()}
    slips = paired.paper.slips()
    (page,) = pages_of(slips.pdf)
    assert re.findall(r"Table (\d)", page) == ["1", "2"]
    first = one.tables[0]
    light = names[first.one if first.first == "one" else first.two or 0]
    assert f"Game 1: Light {light}" in page
    by_name = " ".join(pages_of(paired.paper.pairings().pdf)[0].split())
    by_table = " ".join(pages_of(paired.paper.pairings(order="table").pdf)[0].split())
    for table in one.tables[:2]:
        here, there = names[table.one], names[table.two or 0]
        assert f"{here} {table.number} {there} 0" in by_name
        assert f"{there} {table.number} {here} 0" in by_name
        assert f"{table.number} {here} 0 {there} 0" in by_table
    assert not slips.notes


def test_paper_of_a_round_that_players_may_not_see_says_so(paired: SessionEvent) -> None:
    assert paired.paper.slips().notes == ("round 1 is not published: keep this paper until it is",)
    assert paired.paper.pairings().notes
    assert not paired.paper.standings().notes


def test_standings_are_printed_as_they_were_after_a_round(paired: SessionEvent) -> None:
    paired.publish()
    paired.enter_results([TypedResult(str(t.number), "2-0") for t in paired.round().tables[:2]])
    paired.pair(4)
    after = pages_of(paired.paper.standings().pdf)[0]
    assert after == pages_of(paired.paper.standings(1).pdf)[0], "round 2 is not published yet"
    assert "Standings after round 1" in after
    assert len(re.findall(r"\s3\s+1-0-0\s", after)) == 3, "two winners and the bye"
    with pytest.raises(CannotPairError, match="there is no round 7"):
        paired.paper.standings(7)


def test_the_bye_of_a_round_that_nobody_may_see_does_not_count_yet(paired: SessionEvent) -> None:
    """Else the standings would tell who has it before the pairings are published."""
    assert {row.points for row in paired.view().seen.ranked()} == {0}
    assert "Standings before round 1" in pages_of(paired.paper.standings().pdf)[0]
    paired.publish()
    assert sorted(row.points for row in paired.view().seen.ranked()) == [0, 0, 0, 0, 3]
    assert "Standings during round 1" in pages_of(paired.paper.standings().pdf)[0]


def test_slips_have_the_phones_page_as_a_code_where_it_is_asked_for_and_never_a_link(
    paired: SessionEvent, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slip is for two: a link on it would open the page of one to the other. Nobody signs across it."""
    drawn: dict[str, list[tuple[Any, ...]]] = {"code": [], "line": []}
    for what, calls in drawn.items():
        monkeypatch.setattr(
            PaperCanvas, what, lambda _canvas, *given, calls=calls, **_how: calls.append(given)
        )
    paired.paper.slips()
    assert not drawn["code"]
    plain = len(drawn["line"])
    paired.paper.slips(site="https://club.example/")
    assert {code[3] for code in drawn["code"]} == {"https://club.example/me"}
    for left, low, side, _text in drawn["code"]:
        assert side >= 20 * MM
        for x, y, right, end in drawn["line"][plain:]:
            assert not (x < left + side and right > left and y < low + side and end > low)


def test_the_commands_print_slips_pairings_and_standings(keep: Run, tmp_path: Path) -> None:
    keep("event", "new", "Open")
    for name in ("Ada", "Bo", "Cy", "Dee"):
        keep("event", "register", "Open", name)
    keep("event", "pair", "Open", "--seed", 1)
    for n, words in enumerate(
        (("slips",), ("print", "pairings"), ("print", "tables"), ("print", "standings"))
    ):
        out = tmp_path / f"{n}.pdf"
        command, *what = words
        done = keep("event", command, "Open", *what, out)
        assert done.exit_code == 0, done.output
        assert out.read_bytes().startswith(b"%PDF-")
        assert ("not published" in done.stderr) == (what != ["standings"])
    assert keep("event", "print", "Open", "results", out).exit_code == 2
