"""The golden corpus of messy sheets: what is matched, what is asked, what is refused."""

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import deckcheck
from db.cards.lookup import Catalogue
from db.errors import DeckcheckError
from deckcheck import Session
from deckcheck.collection.matching import EXACT, STRONG, Matcher
from deckcheck.collection.sheet_import import match_rows
from deckcheck.collection.typed_list import find_list
from importers.collections.all_sheets import parse_all_sheets
from importers.collections.holding_row import SheetHolding
from importers.collections.sheet_kinds import WANTS
from tests.deckcheck.collections import read_holdings

FOLDER = Path(__file__).parents[2] / "importers" / "sheets"
EXAMPLES = Path(__file__).parents[3] / "examples" / "collections"
EXPECTED = sorted(FOLDER.glob("*.expected.json"))


@pytest.fixture(scope="module")
def matcher(catalogue: Catalogue) -> Matcher:
    return Matcher(catalogue)


@pytest.fixture
def cards(own_database: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    monkeypatch.setenv("DECKCHECK_DB", str(own_database))
    with deckcheck.open() as cards:
        yield cards


def test_the_corpus_is_there() -> None:
    sheets = [p for p in FOLDER.iterdir() if p.suffix not in {".py", ".json"} and p.is_file()]
    assert len(EXPECTED) >= 40
    assert all((FOLDER / f"{sheet.name}.expected.json") in EXPECTED for sheet in sheets)


def fact(row: SheetHolding, name: str) -> str:
    if name == "extra":
        return ", ".join(f"{key}: {value}" for key, value in row.extra.items())
    return str(getattr(row, name) or "")


@pytest.mark.parametrize("beside", EXPECTED, ids=lambda p: p.name.removesuffix(".expected.json"))
def test_a_messy_sheet(beside: Path, matcher: Matcher) -> None:
    path = beside.with_name(beside.name.removesuffix(".expected.json"))
    expected: dict[str, Any] = json.loads(beside.read_text(encoding="utf-8"))
    if refused := expected.get("refused"):
        with pytest.raises(DeckcheckError) as error:
            read_holdings(path)
        assert refused in str(error.value)
        assert "\n" not in str(error.value)
        return
    sheet = read_holdings(path)
    rows = match_rows(sheet, matcher)
    matched: Counter[str] = Counter()
    facts: dict[str, SheetHolding] = {}
    for row in rows:
        if row.match.found:
            matched[row.match.found.label] += row.row.quantity or 0
            facts[row.match.found.label] = row.row
    told = {row.row.row: row.match.reason for row in rows if row.match.reason}
    assert {label: count for label, count in matched.items() if count} == expected["matched"], told
    asked = [row.row.row for row in rows if not row.match.is_sure]
    assert asked == expected["asked"], told
    assert [r.row.row for r in rows if r.match.grade == STRONG] == expected["inferred"], told
    assert (sheet.read_as, sheet.sheet) == (expected["read_as"], expected["sheet"])
    for label, stated in expected["facts"].items():
        assert {name: fact(facts[label], name) for name in stated} == stated
    # Every asked row says why, and nothing is lost between the rows of the file and the answer.
    assert all(row.match.reason for row in rows if not row.match.is_sure)


def test_few_rows_that_read_only_their_own_cards_mean_what_they_mean_in_the_whole_catalogue(
    matcher: Matcher, database: Path
) -> None:
    """A sheet of up to 500 names asks for these; the corpus and its unknown names, sheet by sheet."""
    for beside in EXPECTED:
        if "refused" in json.loads(beside.read_text(encoding="utf-8")):
            continue
        sheet = read_holdings(beside.with_name(beside.name.removesuffix(".expected.json")))
        with Catalogue(database, "swtcg") as fresh:
            few = Matcher(fresh)
            assert match_rows(sheet, few) == match_rows(sheet, matcher), beside.name
    with Catalogue(database, "swtcg") as fresh:
        assert Matcher(fresh).search("Boba") == matcher.search("Boba") != ()


@pytest.mark.parametrize(
    "written", ["Nexu (foil)", "Nexu [Foil]", "Nexu *F*", "Nexu foil", "Nexu - Foil", '"Nexu, foil"']
)
def test_a_finish_behind_a_name_is_that_of_the_copies(written: str, matcher: Matcher, tmp_path: Path) -> None:
    """Else a foil becomes an ordinary card, or one that is of no card."""
    path = tmp_path / "cards.csv"
    path.write_text(f"Qty,Card,Set,Where\n1,{written},AOTC,box\n", encoding="utf-8")
    ((row, match),) = [(one.row, one.match) for one in match_rows(read_holdings(path), matcher)]
    assert (row.name, row.finish, row.location) == ("Nexu", "foil", "box")
    assert match.grade == EXACT
    path.write_text(f"Qty,Card,Set,Foil\n1,{written},AOTC,no\n", encoding="utf-8")
    assert read_holdings(path).rows[0].name == written.strip('"')  # the two columns say different things


@pytest.mark.parametrize("written", ["Darth Vader ver. B", '"Darth Vader, B"', "DarthVader [B]"])
def test_names_are_folded_in_sheets_as_in_decks(written: str, matcher: Matcher, tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text(f"Qty,Card,Set\n1,{written},ANH\n", encoding="utf-8")
    (found,) = match_rows(read_holdings(path), matcher)
    assert found.match.found is not None
    assert found.match.found.card.name == "Darth Vader (B)"


LAYOUTS = {
    # Without these, each row was one copy, or all copies of it were foils.
    "ordinary copies and foils": (
        "Card,Set,Normal,Foil\nNexu,AOTC,3,1\nYoda (A),AOTC,,2\nYoda (B),AOTC,1,\nAcklay,AOTC,,\nTotal,,4,3\n",
        {("Nexu", ""): 3, ("Nexu", "foil"): 1, ("Yoda (A)", "foil"): 2, ("Yoda (B)", ""): 1},
        0,
    ),
    "a sum beside them": (
        "Card;Set;Qty;Regular;Foils\nNexu;AOTC;4;3;1\nAcklay;AOTC;2;2;\n",
        {("Nexu", ""): 3, ("Nexu", "foil"): 1, ("Acklay", ""): 2},
        0,
    ),
    "grades": (
        "Card,Set,NM,EX,PL\nNexu,AOTC,3,1,\nAcklay,AOTC,?,,1\n",
        {("Nexu", "NM"): 3, ("Nexu", "EX"): 1, ("Acklay", "MP"): 1},
        1,
    ),
    "languages": (
        "Karte,Set,Deutsch,Englisch\nNexu,AOTC,3,1\nAcklay,AOTC,2,\n",
        {("Nexu", "de"): 3, ("Nexu", "en"): 1, ("Acklay", "de"): 2},
        0,
    ),
    "languages that are ticked": (
        "Card,Set,Qty,EN,DE\nNexu,AOTC,3,x,\nAcklay,AOTC,2,,x\n",
        {("Nexu", ""): 3, ("Acklay", ""): 2},
        0,
    ),
    "lists side by side": (
        "Qty,Card,Set,,Qty,Card,Set\n3,Nexu,AOTC,,1,Yoda (A),AOTC\n,,,,2,Acklay,AOTC\n",
        {("Nexu", ""): 3, ("Yoda (A)", ""): 1, ("Acklay", ""): 2},
        0,
    ),
    "a number of foils beside all copies": (
        "Qty,Card,Set,Foil\n3,Nexu,AOTC,1\n2,Acklay,AOTC,2\n2,Yoda (A),AOTC,1x\n1,Yoda (B),AOTC,1\n",
        {("Yoda (B)", "foil"): 1},
        3,
    ),
    "foils that are said by 1": (
        "Qty,Card,Set,Is foil\n3,Nexu,AOTC,1\n2,Acklay,AOTC,0\n",
        {("Nexu", "foil"): 3, ("Acklay", ""): 2},
        0,
    ),
    "two columns of counts": ("Card,Set,Qty,Price,Qty,Price\nNexu,AOTC,3,1,2,4\nAcklay,AOTC,1,1,,\n", {("Acklay", ""): 1}, 1),
    "a finish with the grade": (
        "Qty,Card,Set,Condition,Language\n1,Nexu,AOTC,NM foil,-\n1,Acklay,AOTC,-,\n",
        {("Nexu", "NM foil"): 1, ("Acklay", ""): 1},
        0,
    ),
    "the set and the number in one cell": (
        "Qty,Card,No\n1,Nexu,AOTC 97\n1,Acklay,AOTC-061\n1,Yoda (A),AOTC 1\n",
        {("Nexu", ""): 1, ("Acklay", ""): 1},
        1,
    ),
    "the number behind the set": (
        "Qty,Card,Set\n1,Nexu,AOTC 97\n1,Acklay,AOTC #61\n1,Yoda (A),AOTC 1\n",
        {("Nexu", ""): 1, ("Acklay", ""): 1},
        1,
    ),
    "the set behind the name": (
        "Qty,Card\n1,Nexu [AOTC 97]\n2,Acklay (AOTC)\n3,Yoda (A) - AOTC (foil)\n1,Yoda (A) [ANH]\n1,Nexu signed\n",
        {("Nexu", ""): 1, ("Acklay", ""): 2, ("Yoda (A)", "foil"): 3},
        2,
    ),
    "a set above its header": (
        "Attack of the Clones\nQty,Card,Notes\n1,Boba Fett (A),\nRares,,\n1,Yoda (A),x\n",
        {("Boba Fett (A)", ""): 1, ("Yoda (A)", ""): 1},
        0,
    ),
    "a web page": (
        "<table><tr><th>Qty<th>Card<th>Foil</tr><tr><td>3<td>Nexu<td>x</tr><tr><td>2<td>Acklay</tr></table>",
        {("Nexu", "foil"): 3, ("Acklay", ""): 2},
        0,
    ),
    "cells of a web page that run over others": (
        """<table><tr><td colspan=4>My cards<tr><th>Set<th>Card<th>Qty<th>Foil
        <tr><td rowspan=3>AOTC<td>Nexu<td rowspan=2>3<td>x<tr><td>Acklay<td>
        <tr><td>Yoda (A)<td>2<td>x<tr><td colspan=2>Yoda (B)<td>1</table>""",
        {("Nexu", "foil"): 3, ("Yoda (A)", "foil"): 2},
        1,
    ),
    "notes of several lines in a web page": (
        "<table><tr><th>Qty<th>Card<th>Notes</tr><tr><td>3<td>Nexu<td>signed<br>by hand</tr></table>",
        {("Nexu", ""): 3},
        0,
    ),
    "sums of parts as spreadsheets write them": (
        "Qty,Card,Set\n3,Nexu,AOTC\n2,Acklay,AOTC\n5,,AOTC Total\n1,Yoda (A),AOTC\n1,Mine Ergebnis,\n6,,Celkem\n",
        {("Nexu", ""): 3, ("Acklay", ""): 2, ("Yoda (A)", ""): 1},
        0,
    ),
    "sets and numbers without names": (
        "Set,No,Qty,Condition,Rarity\nAOTC,97,3,NM,R\nAOTC,061,2,,R\nAOTC,961,1,,C\nANH,,1,,\n",
        {("Nexu", "NM"): 3, ("Acklay", ""): 2},
        2,
    ),
    "versions in a column": (
        "Qty,Card,Version,Set\n1,Yoda,Ver. A,AOTC\n2,Yoda B,B,AOTC - Attack of the Clones\n1,Yoda (A),B,AOTC\n",
        {("Yoda (A)", ""): 1, ("Yoda (B)", ""): 2},
        1,
    ),
    "a column for each place": (
        "Card,Set,Box 1,Box 2,Binder\nNexu,AOTC,3,1,\nAcklay,AOTC,,2,1\n",
        {("Nexu", "Box 1"): 3, ("Nexu", "Box 2"): 1, ("Acklay", "Box 2"): 2, ("Acklay", "Binder"): 1},
        0,
    ),
    "numbers of places": (
        "Card,Set,Qty,Box a,Box b\nNexu,AOTC,4,3,7\nAcklay,AOTC,1,7,2\n",
        {("Nexu", ""): 4, ("Acklay", ""): 1},
        0,
    ),
    "boxes that are ticked or not": (
        "Card,Set,Have\nNexu,AOTC,TRUE\nAcklay,AOTC,FALSE\nYoda (A),AOTC,yes\n",
        {("Nexu", ""): 1, ("Yoda (A)", ""): 1},
        0,
    ),
    "what is there, in words": ("Karte,Set,Vorhanden\nNexu,AOTC,ja\nAcklay,AOTC,nein\n", {("Nexu", ""): 1}, 0),
    "words behind a name": (
        "Qty,Card,Set\n1,Nexu (sold),AOTC\n1,Acklay (3),AOTC\n2,Yoda (A),AOTC\n",
        {("Yoda (A)", ""): 2},
        2,
    ),
    "foils below a heading": (
        "Qty,Card,Set\nFoils,,\n1,Nexu,AOTC\nNormal,,\n3,Nexu,AOTC\n",
        {("Nexu", "foil"): 1, ("Nexu", ""): 3},
        0,
    ),
    "what is sold, by set": (
        "Qty,Card\n3,Nexu\nSold,\nANH,\n1,Yoda (A)\nMine,\n2,Acklay\n",
        {("Nexu", ""): 3, ("Acklay", ""): 2},
        1,
    ),
    "foils in a typed list": (
        "2 Nexu (foil)\n1 Acklay foil\n3 Nexu\n",
        {("Nexu", "foil"): 2, ("Acklay", "foil"): 1, ("Nexu", ""): 3},
        0,
    ),
}  # fmt: skip


def test_a_table_keeps_its_columns_whatever_holds_it(tmp_path: Path) -> None:
    """As a list of a deck it would lose the grade and the finish; the set stands above, or is the sheet's."""
    from openpyxl import Workbook

    plain = tmp_path / "mine.csv"
    plain.write_bytes("Qty;Card;Condition;Foil\n3;Nexu;NM;yes\n".encode("utf-16-le"))
    (row,) = read_holdings(plain).rows
    assert (row.quantity, row.condition, row.finish) == (3, "NM", "foil")
    book = Workbook()
    page = book.create_sheet("AOTC")
    for cells in (["My cards"], ["Qty", "Card"], ["Rares"], [1, "Yoda (A)"]):
        page.append(cells)
    book.save(tmp_path / "mine.xlsx")
    sheet = read_holdings(tmp_path / "mine.xlsx")
    assert sheet.headings == ((1, "My cards"), (3, "Rares"))


def test_a_name_that_is_merged_over_rows_is_that_of_each_and_comments_are_said(tmp_path: Path) -> None:
    from openpyxl import Workbook
    from openpyxl.comments import Comment

    book = Workbook()
    page = book.create_sheet("Mine")
    for cells in (["Card", "Set", "Qty", "Finish"], ["Nexu", "AOTC", 3], [None, None, 1, "foil"]):
        page.append(cells)
    page.merge_cells("A2:A3")
    page["C2"].comment = Comment("signed", "me")
    book.save(tmp_path / "mine.xlsx")
    sheet = read_holdings(tmp_path / "mine.xlsx")
    assert [(row.name, row.quantity, row.finish) for row in sheet.rows] == [
        ("Nexu", 3, ""),
        ("Nexu", 1, "foil"),
    ]
    assert any("comments on cells are not read" in note for note in sheet.notes)
    for place, header in enumerate(("Card key", "Printing key"), start=5):
        page.cell(1, place).value = header
    book.save(tmp_path / "mine.xlsx")
    sheet = read_holdings(tmp_path / "mine.xlsx")
    assert (sheet.is_own, any("comments on cells" in note for note in sheet.notes)) == (True, True)


@pytest.mark.parametrize(
    ("name", "text", "owned"),
    [
        ("mine.csv", "Card,Set,Need\nNexu,AOTC,2\n", {}),
        ("mine.csv", "Karte,Set,Fehlt\nNexu,AOTC,2\n", {}),
        ("mine.csv", "My wishlist\nQty,Card,Set\n2,Nexu,AOTC\n", {}),
        ("mine.csv", "Qty,Card,Set\n3,Acklay,AOTC\nWants,,\n2,Nexu,AOTC\n", {"Acklay": 3}),
        ("wants.csv", "Qty,Card,Set\n2,Nexu,AOTC\n", {}),
    ],
)
def test_what_somebody_needs_is_never_owned(
    name: str, text: str, owned: dict[str, int], cards: Session, tmp_path: Path
) -> None:
    """A list of what is missing must not become a collection of it."""
    (tmp_path / name).write_text(text, encoding="utf-8")
    cards.collection.import_sheet(tmp_path / name).apply()
    stored = cards.collection.stored
    assert {one.card: one.quantity for one in stored.holdings} == owned
    assert [(one.card, one.facts.quantity) for one in stored.stored.wants] == [("Nexu", 2)]


@pytest.mark.parametrize("encoding", ["windows-1250", "iso-8859-2", "utf-8"])
def test_a_page_is_read_in_the_encoding_that_it_states_without_numbers_of_rows(
    encoding: str, tmp_path: Path
) -> None:
    """A box of letters beyond those of Western Europe was another place, and each row had its number."""
    number = '<th class="row-headers-background"><div>1</div></th>'
    (path := tmp_path / "mine.html").write_text(
        f"""<html><meta http-equiv=Content-Type content="text/html; charset={encoding}">
        <table><tr>{number}<td>Karta<td>Počet<td>Místo<tr>{number}<td>Nexu<td>3<td>Krabice č. 1</table>""",
        encoding=encoding,
    )
    (row,) = read_holdings(path).rows
    assert (row.name, row.quantity, row.location, row.extra) == ("Nexu", 3, "Krabice č. 1", {})


def test_tables_of_a_page_under_other_headers_are_sheets_of_their_own(tmp_path: Path) -> None:
    """The columns of the second were taken for those of the first: wants for owned copies."""
    (path := tmp_path / "mine.html").write_text(
        """<h1>Mine</h1><table><tr><th>Qty<th>Card<th>Set<tr><td>3<td>Nexu<td>AOTC</table><h2>ANH</h2>
        <table><tr><th>Qty<th>Card<th>Set<tr><td>1<td>Yoda (A)<td></table><h2>Wants</h2>
        <table><tr><th>Want<th>Card<th>Set<tr><td>2<td>Acklay<td>AOTC</table><p>Bye</p>"""
    )
    mine = read_holdings(path)
    assert [(row.quantity, row.name) for row in mine.rows] == [(3, "Nexu"), (1, "Yoda (A)")]
    assert (mine.sheet, mine.other_sheets) == ("Mine", ("Wants",))
    wants = parse_all_sheets(path.read_bytes(), "mine.html").parts[1].sheet
    assert [(row.quantity, row.name, row.holds) for row in wants.rows] == [(2, "Acklay", WANTS)]


def test_a_set_above_a_list_that_is_a_card_too_is_asked_about(matcher: Matcher) -> None:
    sheet = find_list(b"Attack of the Clones\n3 Nexu\nANH\n1 Yoda (A)\n", "list.txt")
    assert sheet
    first, nexu, yoda = match_rows(sheet, matcher)
    assert "it may head the cards below it" in first.match.reason
    assert nexu.match.reason == "set AOTC from the heading in row 1"
    assert yoda.match.grade == STRONG


def test_a_promo_that_is_ticked_is_one(matcher: Matcher, tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    name = "Luke Skywalker (C)"
    path.write_text(f"Promo,Qty,Card,Set\nx,1,{name},ANH\nno,2,{name},ANH (A New Hope)\n", encoding="utf-8")
    found = [row.match.found for row in match_rows(read_holdings(path), matcher)]
    assert [one.label for one in found if one] == [f"{name} (Promo) [ANH]", f"{name} [ANH 92]"]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_copy_is_what_its_row_and_column_say(layout: str, cards: Session, tmp_path: Path) -> None:
    """What comes in as one thing and is another is told by nobody; a second time it adds nothing."""
    text, expected, asked = LAYOUTS[layout]
    path = tmp_path / "mine.csv"
    path.write_text(text, encoding="utf-8")
    work = cards.collection.import_sheet(path)
    assert len(work.plan().unsure) == asked
    work.apply(write_unmatched=False)

    def held() -> dict[tuple[str, str], int]:
        rows = cards.collection.stored.holdings
        return {(one.card, " ".join(filter(None, one.key[2:]))): one.quantity for one in rows}

    assert held() == expected
    again = cards.collection.import_sheet(path, mode="set")
    assert not again.plan().emptied
    again.apply(again=True, write_unmatched=False)
    assert held() == expected


WRITINGS: dict[str, Callable[[list[list[str]]], list[list[str]]]] = {
    "as it is": lambda rows: rows,
    "columns the other way round": lambda rows: [row[::-1] for row in rows],
    "rows the other way round": lambda rows: [rows[0], *rows[:0:-1]],
    "empty columns and rows": lambda rows: [out for row in rows for out in (["", *row, ""], [""])],
    "a title above": lambda rows: [["My cards"], [], *rows],
    "headers in capitals with a colon": lambda rows: [[f" {head.upper()}: " for head in rows[0]], *rows[1:]],
    "blanks of a page": lambda rows: [[cell.replace(" ", "\u00a0") for cell in row] for row in rows],
    "numbers with decimals": lambda rows: [
        [f"{cell}.0" if cell.isdecimal() else cell for cell in row] for row in rows
    ],
    "numbers as formulas of texts": lambda rows: [
        [f'="{cell}"' if cell.isdecimal() else cell for cell in row] for row in rows
    ],
    "a total below": lambda rows: [*rows, ["Total"]],
}


@pytest.mark.parametrize("writing", WRITINGS)
def test_a_sheet_means_the_same_however_a_program_writes_it(
    writing: str, matcher: Matcher, tmp_path: Path
) -> None:
    rows = [[*row] for row in csv.reader((EXAMPLES / "binder.csv").read_text(encoding="utf-8").splitlines())]
    written = io.StringIO()
    csv.writer(written, delimiter=";").writerows(WRITINGS[writing](rows))
    path = tmp_path / "binder.csv"
    path.write_text(written.getvalue(), encoding="utf-8")
    found = meant(path, matcher)
    assert found == meant(EXAMPLES / "binder.csv", matcher)
    assert {grade for *_facts, grade in found} == {EXACT}


def meant(path: Path, matcher: Matcher) -> list[tuple[str, str, str, str]]:
    """What each row of a sheet was understood as, in order of the names."""
    rows = match_rows(read_holdings(path), matcher)
    return sorted(
        (str(row.match.found), fact(row.row, "quantity"), fact(row.row, "condition"), row.match.grade)
        for row in rows
    )


@pytest.mark.parametrize(
    "header", ["# Owned", "I have", "# in collection", "Kolik mám", "Combien ?", "Ile mam"]
)
def test_more_words_over_a_column_of_copies(header: str, cards: Session, tmp_path: Path) -> None:
    """Each row was one copy until the user said which column it is."""
    path = tmp_path / "mine.csv"
    path.write_text(f"Name,Set,{header}\nNexu,AOTC,3\n", encoding="utf-8")
    assert [row.quantity for row in read_holdings(path).rows] == [3]


@pytest.mark.parametrize("header", ["Count Foil", "davon Foil", "z toho foil"])
def test_foils_that_are_counted_beside_all_copies_are_asked_about(
    header: str, cards: Session, tmp_path: Path
) -> None:
    """They were kept as a text, and each copy was an ordinary one."""
    path = tmp_path / "mine.csv"
    path.write_text(f"Name,Set,Count,{header}\nNexu,AOTC,3,1\nAcklay,AOTC,2,\n", encoding="utf-8")
    assert [row.row.row for row in cards.collection.import_sheet(path).plan().unsure] == [2]


def test_names_by_surname_are_those_of_their_cards(cards: Session, tmp_path: Path) -> None:
    """They were unknown, in a sheet and in a deck."""
    path = tmp_path / "mine.csv"
    path.write_text('Qty,Card\n2,"Fett, Boba (A)"\n1,"Fett, Boba"\n', encoding="utf-8")
    plan = cards.collection.import_sheet(path).plan()
    assert [row.match.found.card.name for row in plan.rows if row.match.found] == ["Boba Fett (A)"]
    assert [row.row.row for row in plan.unsure] == [3]
    path = tmp_path / "deck.txt"
    path.write_text("2 Fett, Boba (A)\n4 Nexu\n", encoding="utf-8")
    deck = cards.deck(path)
    assert [entry.card_name for entry in deck.entries] == ["Boba Fett (A)", "Nexu"]
    assert deck.entries[0].note == "Fett, Boba (A) is read as Boba Fett (A)"
