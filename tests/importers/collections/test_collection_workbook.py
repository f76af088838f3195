"""The workbook of a collection: what people see and what it refuses."""

import io
from typing import Any
from zipfile import ZipFile

import pytest

from importers.collections import workbook
from importers.collections.holding_row import SheetHolding
from importers.collections.workbook import CollectionWorkbook, workbook_losses, write_collection_workbook
from importers.collections.workbook_summary import PartTotal, Totals
from importers.collections.writing import ExportRow, extra_headers


def book(rows: list[ExportRow]) -> CollectionWorkbook:
    return CollectionWorkbook(
        game="Star Wars Trading Card Game",
        day="2026-11-21",
        rows=rows,
        sets=[("AOTC", "Attack of the Clones"), ("SR", "Sith Rising")],
        totals=Totals(
            [("Copies", 5)],
            [PartTotal("AOTC", "Attack of the Clones", 5, 2, 189, 1)],
            [PartTotal("Rare", None, 5, 2, 60, 1)],
        ),
        missing=[("Yoda (A)", "AOTC", "Attack of the Clones", "58", "R", 1, 3)],
        decks=[("Mine", "Deck", "=Yoda (A)", 4, 1, 1, 3)],
        playset=4,
    )


def holding(**facts: Any) -> ExportRow:
    stated: dict[str, Any] = {
        "row": 0,
        "quantity": 4,
        "name": "Boba Fett (A)",
        "set_code": "AOTC",
        "number": "6",
        "set_name": "Attack of the Clones",
        "card_id": 1,
        "printing_id": 2,
        "price": "2.50",
        "acquired_on": "2002-04-23",
        "for_trade": 1,
    }
    return ExportRow(SheetHolding(**(stated | facts)), "R")


@pytest.fixture
def written() -> Any:
    from openpyxl import load_workbook

    rows = [holding(), holding(name="Yoda (A)", number="58", quantity=1, extra={"Colour": "red"})]
    return load_workbook(io.BytesIO(write_collection_workbook(book(rows))))


def test_the_sheets(written: Any) -> None:
    assert written.sheetnames == ["Holdings", "Summary", "Missing", "Decks", "Lists"]
    assert [page.sheet_state for page in written] == ["visible"] * 4 + ["hidden"]
    assert [page.protection.sheet for page in written] == [False] * 4 + [True]


def test_holdings_are_a_table_with_a_frozen_header_and_number_formats(written: Any) -> None:
    page = written["Holdings"]
    table = page.tables["Holdings"]
    headers = [cell.value for cell in page[1]]
    assert (table.ref, table.autoFilter.ref) == ("A1:R3", "A1:R3")
    assert [column.name for column in table.tableColumns] == headers
    assert page.freeze_panes == "D2"
    formats = {h: page.cell(2, n).number_format for n, h in enumerate(headers, 1)}
    assert (formats["Acquired"], formats["Price"]) == ("yyyy-mm-dd", "#,##0.00_-_-")
    hidden = {h for n, h in enumerate(headers) if page.column_dimensions["ABCDEFGHIJKLMNOPQR"[n]].hidden}
    assert hidden == {"Card key", "Printing key"}
    assert page.cell(3, headers.index("Colour") + 1).value == "red"


def test_cells_refuse_what_cannot_be(written: Any) -> None:
    checks = {
        str(check.sqref).split(":")[0]: check for check in written["Holdings"].data_validations.dataValidation
    }
    quantity, trade = checks["A2"], checks["B2"]
    assert (quantity.type, quantity.operator, quantity.formula1) == ("whole", "between", "0")
    assert (quantity.errorStyle, quantity.showErrorMessage) == ("stop", True)
    assert trade.formula2 == "$A2"
    lists = {place: check.formula1 for place, check in checks.items() if check.type == "list"}
    assert len(lists) == 4
    assert lists["D2"] == "=Lists!$D$2:$D$3"
    assert [written["Lists"][f"D{n}"].value for n in (2, 3)] == ["AOTC", "SR"]
    keys = [check for check in checks.values() if check.type == "custom"]
    assert [(check.formula1, check.errorStyle) for check in keys] == [("FALSE", "stop")] * 2


def test_playsets_are_coloured_by_what_is_owned_in_all(written: Any) -> None:
    areas = {
        str(area.sqref): [rule.formula[0] for rule in area.rules]
        for area in written["Holdings"].conditional_formatting
    }
    # The stripes leave out the column that has colours of its own.
    assert areas["B2:R3"] == ["MOD(ROW(),2)=1"]
    rules = areas["A2:A3"]
    assert len(areas) == len(rules) == 2
    short, full = rules
    assert short == 'AND($P2<>"",SUMIF($P$2:$P$3,$P2,$A$2:$A$3)<4)'
    assert full == 'AND($P2<>"")', "what holds a card and is not short of a playset has one"


def test_a_long_sheet_is_not_coloured_since_programs_would_take_a_minute(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from openpyxl import load_workbook

    monkeypatch.setattr(workbook, "MOST_COLOURED", 100)
    rows = [holding(printing_id=number) for number in range(101)]
    for kept, areas in ((rows[:-1], 2), (rows, 1)):
        written = load_workbook(io.BytesIO(write_collection_workbook(book(kept))))
        assert len(written["Holdings"].conditional_formatting) == areas
        assert ("playsets are not coloured" in " ".join(workbook_losses(kept))) is (areas == 1)


def test_the_summary_has_charts_and_the_other_sheets_tables(written: Any) -> None:
    assert len(written["Summary"]._charts) == 2
    assert "Missing" in written["Missing"].tables
    assert "Decks" in written["Decks"].tables
    cell = written["Decks"]["C2"]
    assert (cell.value, cell.data_type, cell.quotePrefix) == ("=Yoda (A)", "s", True)


def test_an_empty_collection_is_a_workbook_too() -> None:
    from openpyxl import load_workbook

    page = load_workbook(io.BytesIO(write_collection_workbook(book([]))))["Holdings"]
    assert page.tables["Holdings"].ref == "A1:Q2"


def test_what_a_cell_cannot_hold_is_said() -> None:
    rows = [holding(notes="a\x07b"), holding(notes="x" * 40_000), holding(notes="fine")]
    (said,) = workbook_losses(rows)
    assert said == "notes: characters that no workbook can hold, or too much text, in 2 holdings"
    write_collection_workbook(book(rows))


def test_headers_of_a_table_are_told_apart_in_any_case() -> None:
    """Excel calls a workbook damaged in which two columns differ in nothing but case."""
    headers = extra_headers(["NOTES", "notes", "Foo", "foo", "", "extra: x"], ["Quantity", "Notes"])
    assert headers == ["extra: NOTES", "extra 2: notes", "Foo", "extra: foo", "extra: ", "extra: extra: x"]
    assert len({header.casefold() for header in headers}) == len(headers)


_NASTY = [
    "=1+1",
    "#REF!",
    "plain",
    " blank ends ",
    "a\tb",
    "two\nlines",
    "Padmé \U0001f600",
    "\x07",
    "'=1",
    "x" * 40_000,
    "",
]


def _parts(rows: list[ExportRow]) -> dict[str, bytes]:
    """The parts of the workbook without those that state the time."""
    with ZipFile(io.BytesIO(write_collection_workbook(book(rows)))) as file:
        return {name: file.read(name) for name in file.namelist() if "docProps" not in name}


def test_ready_cells_are_what_openpyxl_writes_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """A release of openpyxl that knows nothing of ready rows must write the same workbook."""
    rows = [holding(notes=text, location=text, extra={"Colour": text}) for text in _NASTY]
    rows += [
        holding(name=None, number="P1", price="0.1", acquired_on="1850-01-01"),
        holding(quantity=0, for_trade=0, number="006", price=None, acquired_on=None),
        holding(price="123456789.123456", finish="=foil"),
    ]
    quick = _parts(rows)
    monkeypatch.setattr("importers.sheets.workbook_rows.take_ready_rows", lambda _sheet: None)
    assert _parts(rows) == quick
