"""Printed pages: the text that is taken out of a PDF again is what was put in, on every page."""

import re
import subprocess
import sys
import unicodedata
from collections import Counter
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from deckcheck.events.errors import FontError
from deckcheck.events.pairing import pair_swiss
from deckcheck.events.paper.canvas import PAGE_SIZES, PageSize, wrapped
from deckcheck.events.paper.deck_sheets import SHEET_KINDS, SheetKind, SheetOptions, deck_sheets
from deckcheck.events.paper.lettering import Lettering
from deckcheck.events.paper.lists import pairings_by_name, pairings_by_table, printed_standings, slip_tables
from deckcheck.events.paper.paper_cards import (
    SHEET_ORDERS,
    PaperCard,
    PaperDeck,
    PaperEvent,
    PaperPlayer,
    SheetOrder,
)
from deckcheck.events.paper.slips import result_slips
from deckcheck.events.standings import standings
from deckcheck.events.values import EventSettings, Player, Result, Round, Table, Tournament
from tests.amounts import amount
from tests.conftest import ROOT

EVENT = PaperEvent("Spring Open, Łódź", "dci", "2004-06-19")
TYPES = ("Space", "Ground", "Character", "")


def cards(number: int) -> tuple[PaperCard, ...]:
    return tuple(
        PaperCard(
            n % 8 + 1,
            f"Card {n:03} of “Č” (A)",
            "Deck" if n % 9 else "Supply",
            TYPES[n % 4],
            ("0", "3", "12", "X", "")[n % 5],
        )
        for n in range(number)
    )


def deck(number: int, seat: str = "Light") -> PaperDeck:
    counts = (("cards", sum(card.quantity for card in cards(number))), ("space", 3))
    return PaperDeck(seat, cards(number), counts, "Fleet", "ab" * 32, "abab-abab-abab", "unproven")


def pages_of(pdf: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(pdf)).pages]


def listed(text: str) -> Counter[str]:
    """The copies of each card in the text of pages, by name."""
    found = re.findall(r"(\d+)\s*\n?\s*(Card \d{3} of “Č” \(A\))", text)
    return Counter({name: int(quantity) for quantity, name in found})


def sheets(
    kind: SheetKind, order: SheetOrder, size: PageSize, *decks: PaperDeck, name: str = "Ada"
) -> list[str]:
    player = PaperPlayer(name, "North", decks)
    return pages_of(deck_sheets(EVENT, [player], SheetOptions(kind, order, size, 6), Lettering()))


@pytest.mark.parametrize("size", sorted(PAGE_SIZES))
@pytest.mark.parametrize("order", SHEET_ORDERS)
@pytest.mark.parametrize("kind", SHEET_KINDS)
def test_every_card_of_a_list_is_on_its_sheet(kind: SheetKind, order: SheetOrder, size: PageSize) -> None:
    """One card, a page and several pages, in one order at least."""
    every_size = order == SHEET_ORDERS[0] or amount(0, 1)
    for number in (1, 59, 200) if every_size else (59,):
        text = "\n".join(sheets(kind, order, size, deck(number)))
        wanted = Counter({card.name: card.quantity for card in cards(number)})
        assert listed(text) == wanted
        assert "abab-abab-abab" in text
        assert "unproven" in text
        assert f"cards {wanted.total()} · space 3" in text
        signed = {
            "registration": ("Player", "Received by"),
            "judge": ("Checked by", "Remarks"),
            "player": ("Opponent", "Result"),
        }
        assert all(label in text for label in signed[kind])


def test_cards_stand_in_the_order_that_is_asked_for() -> None:
    by_name = sheets("judge", "name", "A4", deck(40))[0]
    names = re.findall(r"Card \d{3}", by_name)
    main = [f"Card {n:03}" for n in range(40) if n % 9]
    assert names == [f"Card {n:03}" for n in range(0, 40, 9)] + main
    by_cost = sheets("judge", "cost", "A4", deck(60))[0]
    headings = re.findall(r"Deck, (.*) \(\d+\)", by_cost)
    assert headings == ["cost 0", "cost 3", "cost 12", "cost X", "no cost"]
    by_type = sheets("judge", "type", "A4", deck(60))[0]
    assert re.findall(r"Deck, (.*) \(\d+\)", by_type) == ["Character", "Ground", "Space", "type unknown"]


def test_copies_of_a_card_on_several_lines_are_one_line() -> None:
    twice = PaperDeck("", (*cards(1), *cards(1)))
    assert listed(sheets("player", "name", "A4", twice)[0]) == Counter({"Card 000 of “Č” (A)": 2})


def test_pages_are_numbered_for_each_player() -> None:
    players = [PaperPlayer("Ada", "", (deck(200), deck(10))), PaperPlayer("Bo", "", (deck(10),))]
    pages = pages_of(deck_sheets(EVENT, players, SheetOptions(), Lettering()))
    places = [found[0] for page in pages if (found := re.findall(r"\w+, page \d+ of \d+", page))]
    ada = len(pages) - 1
    assert ada >= 3
    assert places == [*(f"Ada, page {n} of {ada}" for n in range(1, ada + 1)), "Bo, page 1 of 1"]


def test_an_empty_deck_and_no_deck_at_all_are_pages_too() -> None:
    assert "no cards" in sheets("registration", "type", "A4", PaperDeck("Dark", ()))[0]
    assert len(pages_of(deck_sheets(EVENT, [], SheetOptions(), Lettering()))) == 1


@pytest.mark.parametrize(
    "name",
    [
        "Zoë Ångström",
        "Łukasz Żółw",
        "Ωμέγα",
        "Кириллица",
        "Ñandú Đorđe ş",
        "Jürgen “Ace” O’Neill",
        "e\u0301ric",
    ],
)
def test_names_of_many_scripts_can_be_read_and_copied(name: str) -> None:
    lettering = Lettering()
    player = PaperPlayer(name, "", (deck(3),))
    (page,) = pages_of(deck_sheets(EVENT, [player], SheetOptions(), lettering))
    assert name.replace("e\u0301", "é") in page
    assert not lettering.notes()


def test_a_script_that_runs_from_right_to_left_is_set_so() -> None:
    assert Lettering().runs("שלום Ada") == (("DejaVuSans", "Ada םולש"),)
    arabic = Lettering()
    ((_, shown),) = arabic.runs("سلام")
    assert unicodedata.normalize("NFKC", shown[::-1]) == "سلام"
    assert all("\ufb50" <= letter <= "\ufeff" for letter in shown)  # joined as they are written
    assert not arabic.notes()
    syriac = Lettering()
    syriac.runs("ܫܠܡܐ")
    assert "letters that should be joined, as in Syriac, stand apart on paper" in syriac.notes()


def test_characters_that_no_font_has_are_codes_and_are_told() -> None:
    lettering = Lettering()
    player = PaperPlayer("中村 Ada", "", (deck(3),))
    (page,) = pages_of(deck_sheets(EVENT, [player], SheetOptions(), lettering))
    assert "[U+4E2D][U+6751] Ada" in page.replace("\n", "")
    (note,) = lettering.notes()
    assert note.startswith("the fonts have no 中 (U+4E2D), 村 (U+6751); on paper they stand as codes")


def test_a_font_of_ones_own_has_what_ours_lacks() -> None:
    """Here the bold font that is bundled, which lacks what the other has, as the own font of it."""
    ours = Lettering()
    plain = {c for c in ours._has[False][0][1] if c not in ours._has[True][0][1] and c > 0x7F}
    lacking = chr(min(plain))
    ours.runs(lacking, bold=True)
    assert ours.missing
    own = Lettering([ROOT / "deckcheck/events/paper/fonts/DejaVuSans.ttf"])
    (run,) = own.runs(lacking, bold=True)
    assert run[1] == lacking
    assert not own.notes()


def test_a_file_that_is_no_font_is_told_by_name(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.ttf"
    wrong.write_bytes(b"no font at all")
    with pytest.raises(FontError, match=r"wrong.ttf: no TrueType font that can be embedded"):
        Lettering([wrong])
    with pytest.raises(FontError, match=r"none.ttf: No such file"):
        Lettering([tmp_path / "none.ttf"])
    with pytest.raises(FontError, match="font "):
        Lettering([tmp_path])


def test_lines_are_no_wider_than_they_may_be_and_lose_nothing() -> None:
    lettering = Lettering()
    for text in ("one two three", "x" * 300, "a " * 90, "Ω" * 50 + " end", ""):
        for width in (20.0, 77.0, 500.0):
            lines = wrapped(lettering, text, 9, width)
            assert all(lettering.width(line, 9) <= width for line in lines)
            assert "".join("".join(lines).split()) == "".join(text.split())


def a_judge_sheet() -> bytes:
    player = PaperPlayer("Ωda", "N", (deck(70),))
    return deck_sheets(EVENT, [player], SheetOptions("judge"), Lettering())


def test_the_same_sheets_are_the_same_bytes_in_another_run() -> None:
    """An organiser can show that nothing on a sheet has changed since it was printed."""
    code = (
        "import sys; from tests.deckcheck.events.paper.test_paper import *; "
        "sys.stdout.buffer.write(a_judge_sheet())"
    )
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, cwd=ROOT)
    here = a_judge_sheet()
    assert here == a_judge_sheet() == other.stdout
    assert here.startswith(b"%PDF-")


@pytest.mark.parametrize("link", ["", f"https://club.example/link/{'x' * 43}"])
def test_the_code_on_the_page_is_that_of_the_hash_or_of_the_player_s_own_link(link: str) -> None:
    """Squares drawn on the page, put back into a matrix, are the code that a reader would see."""
    import segno

    pdf = deck_sheets(EVENT, [PaperPlayer("Ada", "", (deck(2),), link=link)], SheetOptions(), Lettering())
    content = PdfReader(BytesIO(pdf)).pages[0].get_contents()
    assert content is not None
    found = re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re", content.get_data())
    boxes = [tuple(map(float, box)) for box in found]
    wanted = segno.make(link or "ab" * 32, error="m", micro=False, mask=0).matrix
    step = boxes[0][3]
    left, top = min(x for x, *_ in boxes), max(y for _, y, *_ in boxes)
    matrix = [[0] * len(wanted) for _ in wanted]
    for x, y, width, _ in boxes:
        row, column = round((top - y) / step), round((x - left) / step)
        for place in range(round(width / step)):
            matrix[row][column + place] = 1
    assert matrix == [list(row) for row in wanted]


# --- pairings, slips, standings ------------------------------------------------------------------


def crowd(number: int, name: str = "Player {}") -> tuple[Tournament, Round]:
    event = Tournament(tuple(Player(n, name.format(n)) for n in range(1, number + 1)))
    one = pair_swiss(event, 1)
    return event, one


def test_every_player_finds_the_own_name_once_and_the_opponents_too() -> None:
    event, one = crowd(301)
    text = "\n".join(pages_of(pairings_by_name(EVENT, event, one, "A4", Lettering())))
    found = Counter(re.findall(r"Player \d+", text))
    bye = next(table.one for table in one.tables if table.two is None)
    assert found == Counter({f"Player {n}": 1 if n == bye else 2 for n in range(1, 302)})
    table = one.tables[7]
    assert re.search(rf"Player {table.one}\s+8\s+Player {table.two}\s+0\b", text)
    assert re.search(rf"Player {bye}\s+bye\s+0\b", text)
    assert len(re.findall(r"page \d+ of \d+", text)) == len(set(re.findall(r"page \d+ of \d+", text)))


def test_tables_are_listed_in_their_order() -> None:
    event, one = crowd(31)
    text = "\n".join(pages_of(pairings_by_table(EVENT, event, one, "Letter", Lettering())))
    rows = re.findall(r"^\s*(\d+)\s+Player (\d+)\s+0\s+Player (\d+)\s+0", text, re.MULTILINE)
    assert [tuple(map(int, row)) for row in rows] == [(t.number, t.one, t.two) for t in one.tables if t.two]
    assert "bye" in text


def test_300_players_of_one_name_and_a_very_long_one_stay_on_the_page() -> None:
    same, one = crowd(300, "Same Name")
    assert (
        sum(p.count("Same Name") for p in pages_of(pairings_by_name(EVENT, same, one, "A4", Lettering())))
        == 600
    )
    event, one = crowd(4, "Long {} " + "name " * 900)
    text = "\n".join(pages_of(pairings_by_table(EVENT, event, one, "A4", Lettering())))
    assert set(re.findall(r"Long \d", text)) == {f"Long {n}" for n in range(1, 5)}


def test_slips_are_cut_into_piles_that_are_in_order() -> None:
    """Ten tables on three pages: upper left 1 to 3, upper right 4 to 6, and so on."""
    event, one = crowd(21)
    pages = pages_of(result_slips(EVENT, 1, slip_tables(event, one, ("Light", "Dark")), "A4", Lettering()))
    numbers = [[int(n) for n in re.findall(r"Table (\d+)", page)] for page in pages]
    assert numbers == [[1, 4, 7, 10], [2, 5, 8], [3, 6, 9]]
    text = "\n".join(pages)
    assert len(re.findall(r"Player \d+\n", text)) >= 20


def test_a_slip_says_who_has_which_seat_in_each_game() -> None:
    event = Tournament((Player(1, "Ada"), Player(2, "Bo")))
    one = Round(1, (Table(1, 1, 2, "two"),))
    (slip,) = slip_tables(event, one, ("Light", "Dark"))
    assert slip.games == ("Game 1: Light Bo", "Game 2: Light Ada")
    bid = Round(1, (Table(1, 1, 2),))
    assert slip_tables(event, bid, ("Light", "Dark"))[0].games[0] == "Game 1: Light ________"
    alone = Tournament(event.players, (), EventSettings(games=1))
    assert slip_tables(alone, one, ())[0].games == ("Game 1",)


def test_standings_are_printed_with_every_tiebreaker() -> None:
    event, one = crowd(4)
    won = tuple(Table(t.number, t.one, t.two, result=Result(("one", "one"))) for t in one.tables)
    event = Tournament((*event.players[:3], Player(4, "Player 4", dropped=1)), (Round(1, won),))
    (page,) = pages_of(printed_standings(EVENT, event, standings(event), "A4", Lettering()))
    assert "Standings after round 1" in page
    assert "opponents match win" in " ".join(page.split())
    table = standings(event)
    for row in table:
        assert re.search(rf"{row.rank}\s+Player {row.player.number}\b.*\s+{row.points}\s+", page)
    assert "Player 4 (dropped)" in page
    nobody = Tournament(())
    assert "nothing to list" in pages_of(printed_standings(EVENT, nobody, (), "A4", Lettering()))[0]
