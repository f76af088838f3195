"""Workbooks of decks: every sheet and row that may hold cards is read, or named and leaves it open."""

import io
from typing import Any

import pytest

from importers.decks.deck_list import DeckLine, DeckList
from importers.decks.deck_workbook import DeckCard, DeckSum, DeckWorkbook, write_deck_workbook
from importers.decks.reading import parse_deck
from importers.errors import MalformedFileError
from tests.hostile import workbooks

Rows = list[tuple[Any, ...]]
DECK: Rows = [("Count", "Name"), (4, "Yoda (A)"), (2, "Boba Fett (A)")]


def workbook(sheets: dict[str, Rows], hidden: tuple[str, ...] = ()) -> bytes:
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.worksheets[0])
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
        sheet.sheet_state = "hidden" if name in hidden else "visible"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def read(sheets: dict[str, Rows], hidden: tuple[str, ...] = ()) -> DeckList:
    return parse_deck(workbook(sheets, hidden), source="x.xlsx")


@pytest.mark.parametrize(
    "rows",
    [
        DECK,
        [(4, "Yoda (A)")],
        [("Yoda (A)", 4)],
        [("4x Yoda (A)",)],
        [("x",), ("Yoda (A)",)],
        [("My notes",), (None, "4x", "Yoda")],
        [("x",)] * 80 + [(1, "Yoda (A)")],
    ],
)
def test_a_second_sheet_that_may_hold_cards_leaves_the_verdict_open(rows: Rows) -> None:
    """Four more cards on a sheet called Deck2 were legal, since nobody looked at them."""
    deck_list = read({"Deck": DECK, "Deck2": rows})
    assert deck_list.quantity == 6
    (entry,) = deck_list.unread
    assert entry.place == "the sheet 'Deck2'"
    assert "only the sheet 'Deck' was read" in entry.reason


@pytest.mark.parametrize("rows", [[("Thoughts on this deck",)], [("Won", "Lost"), ("Total", 7)]])
def test_a_sheet_in_which_nothing_looks_like_cards_is_only_named(rows: Rows) -> None:
    deck_list = read({"Deck": DECK, "Notes": rows})
    assert deck_list.unread == ()
    assert deck_list.remarks == ("the sheet 'Notes' was not read; nothing in it looks like cards",)


def test_a_hidden_sheet_is_never_judged_in_place_of_a_visible_one() -> None:
    legal = [("Count", "Name"), (1, "Legal One")]
    deck_list = read({"First": legal, "Mine": DECK}, hidden=("First",))
    assert [line.name for line in deck_list.lines] == ["Yoda (A)", "Boba Fett (A)"]
    assert deck_list.remarks == ("the hidden sheet 'First' was not read, with 1 rows like cards",)


def test_where_only_a_hidden_sheet_is_a_deck_none_is_read() -> None:
    with pytest.raises(MalformedFileError, match="only the hidden sheet 'First'"):
        read({"First": DECK, "Mine": [("4 Yoda (A)",)]}, hidden=("First",))


@pytest.mark.parametrize(
    "row", [(4, "Mace Windu (B)"), ("Mace Windu (B)",), ("4 Mace Windu",), ("Mace Windu", "x4")]
)
def test_card_rows_above_the_header_are_named(row: tuple[Any, ...]) -> None:
    deck_list = read({"Deck": [("My deck",), row, *DECK]})
    assert [(entry.line, entry.reason) for entry in deck_list.unread] == [
        (2, "a row above the header; put it below")
    ]
    assert [line.line for line in deck_list.lines] == [4, 5]


def test_a_title_and_a_sum_above_the_header_are_no_cards() -> None:
    assert read({"Deck": [("My deck of 2004",), ("Total", 60), *DECK]}).unread == ()


def test_rows_of_formulas_without_values_are_named() -> None:
    """A program that stores no values leaves rows that look empty."""
    deck_list = read({"Deck": [*DECK, ("=1+3", '="Mace Windu (B)"')]})
    assert [entry.line for entry in deck_list.unread] == [4]
    assert "without stored values" in deck_list.unread[0].reason


def test_formulas_without_values_on_another_sheet_or_above_the_header_leave_the_verdict_open() -> None:
    """Programs that store no values wrote four more cards into rows that look empty to us."""
    formulas: Rows = [("=1+3", '="Mace Windu (B)"')]
    (other,) = read({"Deck": DECK, "Deck2": formulas}).unread
    assert (other.place, "without stored values" in other.reason) == ("the sheet 'Deck2'", True)
    (above,) = read({"Deck": [*formulas, *DECK]}).unread
    assert (above.line, "without stored values" in above.reason) == (1, True)


def ods(row: str) -> DeckList:
    return parse_deck(workbooks.ods(f"<table:table-row>{row}</table:table-row>"), source="x.ods")


@pytest.mark.parametrize("kind", ["", 'office:value-type="float"'])
def test_formulas_without_values_in_an_ods_are_named(kind: str) -> None:
    cells = f'<table:table-cell table:formula="of:=1+3" {kind}/>' * 2
    (entry,) = ods(cells).unread
    assert (entry.line, "without stored values" in entry.reason) == (2, True)


def test_a_formula_whose_value_is_an_empty_text_hides_nothing() -> None:
    stored = 'office:value-type="string" office:string-value=""'
    assert ods(f'<table:table-cell table:formula="of:=A1" {stored}/>').unread == ()


@pytest.mark.parametrize("text", ["Notes\n4 Yoda (B)", "Yoda (B)\nBoba Fett (B)", "a\r4x Yoda"])
def test_lines_within_a_cell_are_looked_at_one_by_one(text: str) -> None:
    """A cell of several lines was no card as a whole, whatever stood in its lines."""
    assert [entry.place for entry in read({"Deck": DECK, "Mine": [(text,)]}).unread] == ["the sheet 'Mine'"]
    assert [entry.line for entry in read({"Deck": [(text,), *DECK]}).unread] == [1]


def test_a_cell_of_the_header_that_says_a_count_is_named() -> None:
    deck_list = read({"Deck": [("Count", "Name", "4 Yoda (B)"), (4, "Yoda (A)")]})
    assert [(entry.line, entry.text) for entry in deck_list.unread] == [(1, "4 Yoda (B)")]


def test_hidden_rows_are_read_and_named() -> None:
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(workbook({"Deck": DECK})))
    book["Deck"].row_dimensions[3].hidden = True
    out = io.BytesIO()
    book.save(out)
    deck_list = parse_deck(out.getvalue(), source="x")
    assert deck_list.quantity == 6
    assert deck_list.remarks == ("hidden rows were read like the others: 3",)


def own() -> bytes:
    cards = [DeckCard(DeckLine(4, "Yoda (A)"), "light", "Character", 4, 50, 3, 2)]
    sums = [DeckSum("Cards by type", [("Character", 4)]), DeckSum("By cost", [("4", 4), ("X", 0)])]
    return write_deck_workbook(DeckWorkbook("Mine", [("Cards", 4), ("Units", 4)], cards, sums))


def test_our_own_summary_is_no_sheet_of_cards() -> None:
    deck_list = parse_deck(own(), source="x")
    assert (deck_list.unread, deck_list.remarks) == ((), ())


@pytest.mark.parametrize(("place", "value"), [("A30", "Yoda (B)"), ("B2", 5), ("F1", "4 Boba Fett (A)")])
def test_what_somebody_writes_into_our_summary_is_named(place: str, value: Any) -> None:
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(own()))
    book["Summary"][place] = value
    out = io.BytesIO()
    book.save(out)
    (entry,) = parse_deck(out.getvalue(), source="x").unread
    assert entry.place == "the sheet 'Summary'"
