"""An event in the player's language: what is printed, put up and stored, from registration to standings."""

import re
import shutil
from io import BytesIO
from itertools import pairwise
from json import loads
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet
from typer.testing import CliRunner, Result

from db.language import spoken
from deckcheck.acts.events import SessionEvent
from deckcheck.acts.session import Session
from deckcheck.cli.main import app
from deckcheck.events.paper.canvas import PaperCanvas, PaperColumn, print_table
from deckcheck.events.paper.deck_sheets import SHEET_KINDS
from deckcheck.events.paper.lettering import Lettering
from deckcheck.events.round_editor import TypedResult
from deckcheck.events.round_text import rows_by_name
from deckcheck.events.submissions import Submission, players_template, read_players_sheet
from deckcheck.games.seats import LIGHT_AND_DARK, ONE_DECK, DeckSeat
from deckcheck.show.language_files import Language, find_language, language_files
from tests.amounts import amount
from tests.conftest import ROOT
from tests.deckcheck.events.paper.test_paper import pages_of
from tests.languages import bracket_language, unmarked

LISTS = ROOT / "examples" / "event" / "lists"
LATER = ROOT / "examples" / "event" / "later"
NAME = "Spring Open"
LANGUAGES = ["qps", *sorted(language_files())]
EVENT: tuple[tuple[object, ...], ...] = (
    ("new", NAME, "--format", "dci", "--on", "2004-06-19", "--deadline", "2004-06-18T20:00"),
    ("import", NAME, LISTS, "--at", "2004-06-18T20:10"),
    ("check", NAME),
    ("check", NAME, "Gus", "--message"),
    ("import", NAME, LATER, "--at", "2004-06-18T11:00"),
    ("lists", NAME),
    ("verify", NAME, "Gus", LISTS / "Gus - light.txt"),
    ("plan", NAME),
    ("set", NAME, "--match", "minutes=50"),
    ("lock", NAME),
    ("pair", NAME, "--seed", "7"),
    ("publish", NAME),
    ("result", NAME, "1", "2-0", "2", "WL", "3", "draw", "4", "absent 2"),
    ("extend", NAME, "1", "5"),
    ("show", NAME),
    ("drop", NAME, "Hana"),
    ("pair", NAME, "--seed", "7"),
    ("pairings", NAME),
    ("pairings", NAME, "--by-name"),
    ("publish", NAME),
    ("standings", NAME, "--how"),
    ("note", NAME, "Ada", "Bo", "--penalty", "dci"),
    ("notes", NAME),
    ("stats", NAME),
    ("list",),
)
"""An event from registration to standings, by commands."""
NAMES = frozenset(
    {"ada", "eva", "finn", "gus", "hana", "spring", "open", "dci", "swtcg", "star", "wars", "trading"}
    | {"card", "game", "dark", "light", "txt", "dek", "csv", "readme", "printed"}
)
"""Words in names of players, events, games and files, and those of verdicts."""
_WORD = re.compile(r"[^\W\d_]{3,}")
LETTERS = "áäąćčďéěęíĺľłńňóôöőŕřśšťúůüűýźžżß"


@pytest.fixture(scope="module")
def pseudo(tmp_path_factory: pytest.TempPathFactory) -> Language:
    return bracket_language(tmp_path_factory.mktemp("languages"))


@pytest.fixture
def played(session: Session) -> SessionEvent:
    """An event with a round that is played, and one that is published."""
    event = session.events.new(NAME, format="dci", day="2004-06-19")
    event.import_players(LISTS)
    event.import_players(LATER)
    event.pair(7)
    event.publish()
    event.enter_results([TypedResult("1", "2-0"), TypedResult("2", "draw"), TypedResult("3", "absent 1")])
    event.extend(4, 5)
    event.enter_results([TypedResult("4", "WL")])
    event.drop("Hana")
    event.pair(8)
    event.publish()
    return event


def words_of_cards(event: SessionEvent) -> frozenset[str]:
    names = (card.card or card.name for deck in event.stored.decks.values() for card in deck.cards)
    return NAMES | {word.casefold() for name in names for word in _WORD.findall(name)}


def run_through(database: Path, folder: Path, language: Language | None) -> tuple[list[Result], str]:
    """What the commands of an event say, and what is stored then but for times and numbers at random."""
    path = Path(shutil.copy(database, folder / "own.sqlite"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DECKCHECK_DB", str(path))
        with spoken(language):
            said = [CliRunner().invoke(app, ["event", *map(str, words)]) for words in EVENT]
        document = loads(CliRunner().invoke(app, ["event", "export", NAME]).stdout)
    text = re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+:\d]*", "TIME", str(document))
    return said, text.replace(document["uid"], "UID")


@pytest.fixture(scope="module")
def in_english(database: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Result], str]:
    return run_through(database, tmp_path_factory.mktemp("english"), None)


@pytest.mark.parametrize("code", sorted(language_files())[:: amount(2, 1)])
def test_an_event_is_the_same_in_every_language(
    code: str, in_english: tuple[list[Result], str], database: Path, tmp_path: Path
) -> None:
    """Nothing of a language gets into the database."""
    said, stored = run_through(database, tmp_path, find_language(code))
    english, wanted = in_english
    assert stored == wanted
    assert [one.exit_code for one in said] == [one.exit_code for one in english]
    assert all(one.exit_code < 2 for one in said)


def test_all_that_an_event_says_is_marked(
    in_english: tuple[list[Result], str], database: Path, pseudo: Language, tmp_path: Path
) -> None:
    said, stored = run_through(database, tmp_path, pseudo)
    assert stored == in_english[1]
    cards = {word.casefold() for word in _WORD.findall(stored)} - {"player", "deck", "table"}
    for words, one in zip(EVENT, said, strict=True):
        known = NAMES | (cards if words[0] in {"check", "verify", "stats"} else set())
        assert not unmarked(one.output, known), words


def test_paper_speaks_the_language(played: SessionEvent, pseudo: Language) -> None:
    known = words_of_cards(played)
    with spoken(pseudo):
        papers = [played.paper.sheets(kind) for kind in SHEET_KINDS]
        papers += [played.paper.sheets("player", rounds=3, order="cost"), played.paper.slips()]
        papers += [
            played.paper.pairings(order="name"),
            played.paper.pairings(order="table"),
            played.paper.standings(),
        ]
    for paper in papers:
        text = "\n".join(pages_of(paper.pdf))
        assert not unmarked(text, known)
        assert not paper.notes
        assert text.count("⟦") == text.count("⟧") > 4


@pytest.mark.parametrize("bold", [False, True])
def test_the_font_has_the_letters_of_all_languages(bold: bool) -> None:
    lettering = Lettering()
    assert len(lettering.runs(LETTERS + LETTERS.upper(), bold=bold)) == 1
    for path in language_files().values():
        lettering.runs("".join(sorted({*path.read_text(encoding="utf-8")})), bold=bold)
    assert not lettering.missing


@pytest.mark.parametrize("size", ["A4", "Letter"])
def test_words_of_headings_are_not_broken_where_others_have_room(size: Any) -> None:
    paper = PaperCanvas(size, "", Lettering())
    heads = ("Platzierung", "Teilnehmerin", "Turnierpunkte", "Matchpunktedurchschnitt")
    columns = [PaperColumn(head, share) for head, share in zip(heads, (1, 6, 1, 2), strict=True)]
    print_table(paper, "", "", columns, [["1", "Ada", "3", "0.5"]])
    (page,) = pages_of(paper.pdf())
    assert set(heads) <= set(page.split())


def test_slips_have_room_for_long_words(
    played: SessionEvent, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """No text is drawn over another one on its line, or over the edge."""
    words = {"draw": "unentschieden", "drops": "steigt aus", "drawn": "unentschieden", "Games won": "W" * 14}
    words |= {"Player 1": "Spielerin eins", "Judge": "Schiedsrichter"}
    lines = "".join(f'msgid "{one}"\nmsgstr "{said}"\n\n' for one, said in words.items())
    (tmp_path / "xx.po").write_text(f'msgid ""\nmsgstr "Language: xx\\n"\n\n{lines}', encoding="utf-8")
    drawn: list[tuple[float, float, float]] = []
    usual = PaperCanvas.text

    def text(self: PaperCanvas, x: float, y: float, text: str, size: float, **options: Any) -> None:
        width = self.lettering.width(text, size, bold=options.get("bold", False))
        left = x - width if options.get("align") == "right" else x
        drawn.append((round(y, 1), left, left + width))
        usual(self, x, y, text, size, **options)

    monkeypatch.setattr(PaperCanvas, "text", text)
    with spoken(find_language("xx", tmp_path)):
        played.paper.slips()
    drawn.sort()
    for (y, _left, right), (other, left, _right) in pairwise(drawn):
        assert y != other or right < left


def test_a_workbook_has_headers_in_the_language(played: SessionEvent, pseudo: Language) -> None:
    with spoken(pseudo):
        book = load_workbook(BytesIO(played.file(".xlsx")))
    assert len(book.worksheets) == 5
    for sheet in book.worksheets:
        assert isinstance(sheet, Worksheet)
        heads = [str(cell.value) for cell in sheet[1]]
        assert not unmarked(" ".join((sheet.title, *heads)), set())
        assert all(heads)


def test_web_pages_say_their_language(played: SessionEvent, pseudo: Language) -> None:
    known = words_of_cards(played)
    assert played.web_pages()["index.html"].decode().startswith('<!DOCTYPE html>\n<html lang="en">')
    with spoken(pseudo):
        pages = {name: page.decode() for name, page in played.web_pages().items()}
        forum = played.file(".txt").decode()
    for page in pages.values():
        assert '<html lang="qps">' in page
        assert not unmarked(re.sub(r"<style>.*</style>|<[^>]*>", " ", page), known)
    assert not unmarked(forum, NAMES)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("seats", [LIGHT_AND_DARK, ONE_DECK], ids=["two decks", "one deck"])
def test_the_sheet_of_players_is_read_back(
    code: str, seats: tuple[DeckSeat, ...], pseudo: Language, tmp_path: Path
) -> None:
    path = tmp_path / "players.xlsx"
    with spoken(pseudo if code == "qps" else find_language(code)):
        book = load_workbook(BytesIO(players_template(seats)))
        (sheet,) = book.worksheets
        sheet.append(["Ada", "Łódź", *(f"60 Card {seat.code}" for seat in seats)])
        book.save(path)
        read = read_players_sheet(path, seats)
    assert [(one.player, one.club) for one in read] == [("Ada", "Łódź")] * len(seats)
    assert [one.seat for one in read] == ([seat.code for seat in seats] if len(seats) > 1 else ["deck"])


def test_players_stand_in_the_order_of_the_alphabet(session: Session) -> None:
    """A Czech looks for Chloe after Hana, and for Čeněk after Cody."""
    event = session.events.new("Jaro", day="2026-04-19")
    event.register([Submission(name) for name in ("Chloe", "Hana", "Čeněk", "Cody")])
    event.pair(1)
    seen = event.view().tournament
    with spoken(find_language("cs")):
        _headers, rows = rows_by_name(seen, seen.rounds[0])
    assert [row[0] for row in rows] == ["Cody", "Čeněk", "Hana", "Chloe"]
