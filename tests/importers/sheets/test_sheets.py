"""Opening files of sheets: told by content, within limits, broken ones refused in words."""

import io
import re
import zipfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from importers.collections.header import score_rows
from importers.collections.holding_sheet import parse_holdings
from importers.documents.tables import parse_tables
from importers.errors import (
    DeckFileError,
    EncryptedFileError,
    LimitError,
    MalformedFileError,
    UnknownSheetError,
    UnreadableFileError,
)
from importers.sheets import sheet as limits, xlsx
from importers.sheets.ods_writing import write_ods
from importers.sheets.sheet import Cell, Counted
from importers.sheets.sheets import parse_sheets, read_bytes
from importers.sheets.text import read_text_sheet

Build = Callable[[Any], None]


def workbook(build: Build) -> bytes:
    from openpyxl import Workbook

    book = Workbook()
    build(book)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def cards(book: Any) -> None:
    for row in (("Quantity", "Name"), (4, "Yoda (A)"), (2, "Boba Fett (A)")):
        book.active.append(row)


def repacked(data: bytes, change: Callable[[str, bytes], bytes]) -> bytes:
    """The zip file with its parts changed."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, change(name, old.read(name)))
    return out.getvalue()


def names(data: bytes, source: str = "x") -> list[str | None]:
    return [row.name for row in parse_holdings(data, source).rows]


TEXT = "Quantity;Name\r\n4;Padmé Amidala (A)\r\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_encodings_in_which_people_save(encoding: str) -> None:
    assert names(TEXT.encode(encoding)) == ["Padmé Amidala (A)"]


def test_the_suffix_never_tells_the_kind() -> None:
    data = workbook(cards)
    for source in ("x.csv", "x.ods", "x", "x.json"):
        assert parse_sheets(data, source, score_rows).kind == "xlsx"
        assert names(data, source) == ["Yoda (A)", "Boba Fett (A)"]


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_separators(separator: str) -> None:
    """The one that makes most of the header, even where another is more frequent."""
    text = f"Name{separator}Notes{separator}Qty\nYoda (A){separator}a,b;c,d;e|f,g{separator}2\n"
    if separator == "\t":
        assert parse_sheets(text.encode(), "x", score_rows).kind == "tsv"
    cells = f'Name{separator}Notes{separator}Qty\nYoda (A){separator}"a,b;c|d\te"{separator}2\n'
    row = parse_holdings(cells.encode(), "x").rows[0]
    assert (row.name, row.notes, row.quantity) == ("Yoda (A)", "a,b;c|d\te", 2)


def test_rows_are_numbered_as_the_file_has_them() -> None:
    text = 'sep=,\n\nQty,Name,Notes\n1,A,"one\ntwo"\n\n2,B,\n'
    assert [row.row for row in parse_holdings(text.encode(), "x").rows] == [4, 7]

    def build(book: Any) -> None:
        for row in ((), ("Qty", "Name"), (), (1, "A")):
            book.active.append(row)

    book = workbook(build)
    assert [row.row for row in parse_holdings(book, "x").rows] == [4]


@pytest.mark.parametrize(
    ("data", "error", "message"),
    [
        (b"", MalformedFileError, "x: the file is empty"),
        (b"PK\x03\x04junk", MalformedFileError, "x: the workbook is damaged"),
        (b"\xd0\xcf\x11\xe0" + b"\0" * 600, MalformedFileError, "x: the workbook is damaged"),
        (b"<html>", MalformedFileError, "x: a web page, whatever its suffix says, neither a table nor a"),
        (b"<?xml version='1.0'?><Workbook/>", MalformedFileError, "x: XML or the like, neither"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\r", MalformedFileError, "x: neither text nor a workbook"),
        (b'{"cards": [', MalformedFileError, "x:1: no JSON"),
        (b'{"cards": {}}', MalformedFileError, "x: JSON without a list of objects"),
        (b"[" * 100_000, MalformedFileError, "x: JSON nested too deeply"),
        (b"Qty,Name\n4,\x00", MalformedFileError, "x:2: a zero byte"),
        (b"Qty,Name\n4,\x81\xff", MalformedFileError, "x:2: neither UTF-8"),
    ],
)
def test_broken_files_are_refused_with_their_place(
    data: bytes, error: type[DeckFileError], message: str
) -> None:
    with pytest.raises(error) as raised:
        parse_holdings(data, "x")
    assert str(raised.value).startswith(message)


def test_a_zip_file_that_is_no_workbook() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("cards.csv", "Qty,Name\n")
    with pytest.raises(MalformedFileError, match="a zip file, but no workbook; unpack it first"):
        parse_holdings(out.getvalue(), "x")


def test_workbooks_cut_off_anywhere_are_refused_in_words() -> None:
    data = workbook(cards)
    for end in range(4, len(data), 97):
        with pytest.raises(DeckFileError):
            parse_holdings(data[:end], "x")


def test_workbooks_with_a_part_missing_or_broken_are_refused_in_words() -> None:
    data = workbook(cards)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = [name for name in archive.namelist() if name.endswith((".xml", ".rels"))]
    for part in parts:
        broken = repacked(
            data,
            lambda name, old, part=part: b"<x" if name == part else old,  # type: ignore[misc]
        )
        try:
            found = names(broken)
        except DeckFileError:
            continue
        assert found == ["Yoda (A)", "Boba Fett (A)"], part


def test_entities_in_a_workbook_are_refused() -> None:
    bomb = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa">]>'

    def change(name: str, old: bytes) -> bytes:
        return bomb + old.partition(b"?>")[2] if name == "xl/workbook.xml" else old

    with pytest.raises(MalformedFileError, match="damaged"):
        parse_holdings(repacked(workbook(cards), change), "x")


def test_encrypted_files_say_so() -> None:
    ole = b"\xd0\xcf\x11\xe0" + b"\0" * 600 + "EncryptedPackage".encode("utf-16-le")
    ods = repacked(
        write_ods("A", ("Qty", "Name"), [], (5, 5)),
        lambda name, old: (
            old.replace(b"/>", b"><manifest:encryption-data/></manifest:file-entry>", 1)
            if "manifest" in name
            else old
        ),
    )
    for data in (ole, ods):
        with pytest.raises(EncryptedFileError, match="save it without a password"):
            parse_holdings(data, "x")


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.csv", tmp_path / "a\0b"):
        with pytest.raises(UnreadableFileError):
            read_bytes(path)


def test_huge_files_are_refused_before_they_are_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.csv"
    with path.open("wb") as file:
        file.truncate(10**11)
    with pytest.raises(LimitError, match="100,000,000,000 bytes"):
        read_bytes(path)


def test_a_zip_bomb_is_refused_before_it_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importers.sheets.archive.MAX_UNPACKED", 5_000_000)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", "x")
        for number in range(5):
            archive.writestr(f"xl/{number}.bin", b"\0" * 1_250_000)
    assert len(out.getvalue()) < 30_000
    with pytest.raises(LimitError, match="bytes in 6 parts once unpacked"):
        parse_holdings(out.getvalue(), "x")


def test_an_ods_bomb_of_repeated_cells_is_refused() -> None:
    """A few bytes may say that a cell with a value comes a million times a thousand times."""
    plain = write_ods("A", ("Qty", "Name"), [(1, "Yoda (A)")], (5, 5))

    def change(name: str, old: bytes) -> bytes:
        many = b'<table:table-row table:number-rows-repeated="1000000">'
        wide = b'<table:table-cell table:number-columns-repeated="16000" office'
        before, after = b"<table:table-row><table:table-cell office", many + wide
        return old.replace(before, after, 1) if name == "content.xml" else old

    with pytest.raises(LimitError, match="cells, at most"):
        parse_holdings(repacked(plain, change), "x")


def test_empty_rows_to_the_end_of_the_sheet_do_no_harm() -> None:
    """LibreOffice writes a million of them."""
    plain = write_ods("A", ("Qty", "Name"), [(1, "Yoda (A)")], (5, 5))
    filler = (
        b'<table:table-row table:number-rows-repeated="1048000">'
        b'<table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>'
    )
    data = repacked(plain, lambda _, old: old.replace(b"</table:table>", filler))
    assert names(data) == ["Yoda (A)"]


def fill(row: tuple[str, ...], times: int) -> None:
    counted = Counted("x")
    for _ in range(times):
        counted.add(row)


def test_too_many_rows_columns_and_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_ROWS", 10)
    monkeypatch.setattr(limits, "MAX_COLUMNS", 5)
    monkeypatch.setattr(limits, "MAX_CELLS", 30)
    for row, times, message in (
        (("a",), 11, "more than 10 rows"),
        (("a",) * 6, 1, "6 columns"),
        (("a",) * 5, 7, "30 cells"),
    ):
        with pytest.raises(LimitError, match=message):
            fill(row, times)
    assert len(names(b"Qty,Name\n" + b"1,A\n" * 9)) == 9
    with pytest.raises(LimitError, match="x:11: more than 10 rows"):
        names(b"Qty,Name\n" + b"1,A\n" * 10)


def test_a_stray_cell_far_down_is_told() -> None:
    def build(book: Any) -> None:
        cards(book)
        book.active.cell(400_000, 1, "x")

    with pytest.raises(LimitError, match="x:400000: more than 200,000 rows"):
        names(workbook(build))


def test_empty_rows_before_a_stray_cell_are_no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[Any] = []

    def counted(cell: Any) -> Any:
        looked_at.append(cell)
        return limits.plain_cell(cell)

    def build(book: Any) -> None:
        cards(book)
        book.active.cell(150_000, 2, "Yoda (A)")

    data = workbook(build)
    monkeypatch.setattr(xlsx, "plain_cell", counted)
    sheet = parse_sheets(data, "x", score_rows).read(0)
    assert sheet.rows[-1][1] == "Yoda (A)"
    assert len(sheet.rows) == 150_000
    assert len(looked_at) < 100


def test_hidden_rows_formulas_and_hidden_sheets_are_told() -> None:
    def build(book: Any) -> None:
        cards(book)
        book.active.append(("=1+1", "Yoda (B)"))
        book.active.row_dimensions[2].hidden = True
        book.create_sheet("Other")

    found = parse_holdings(workbook(build), "x")
    assert "rows that are hidden or filtered out were read like the others: 2" in found.notes
    assert found.problems[4].startswith("a formula without a stored value")
    hidden = parse_holdings(
        repacked(
            workbook(build),
            lambda n, old: (
                old.replace(b'state="visible"', b'state="hidden"', 1) if n == "xl/workbook.xml" else old
            ),
        ),
        "x",
    )
    assert "the sheet 'Sheet' is hidden" in hidden.notes


def test_hidden_rows_of_an_ods_file_are_told() -> None:
    plain = write_ods("A", ("Qty", "Name"), [(1, "Yoda (A)"), (2, "Yoda (B)")], (5, 5))
    data = repacked(
        plain,
        lambda _, old: old.replace(
            b"\n<table:table-row>", b'\n<table:table-row table:visibility="filter">', 1
        ),
    )
    found = parse_holdings(data, "x")
    assert [row.name for row in found.rows] == ["Yoda (A)", "Yoda (B)"]
    assert "rows that are hidden or filtered out were read like the others: 3" in found.notes


def test_the_sheet_may_be_chosen() -> None:
    def build(book: Any) -> None:
        cards(book)
        other = book.create_sheet("Other")
        other.append(("Quantity", "Name", "Set"))
        other.append((1, "Yoda (B)", "AOTC"))

    data = workbook(build)
    best = parse_holdings(data, "x")
    assert (best.sheet, [row.name for row in best.rows]) == ("Other", ["Yoda (B)"])
    assert "sheet 'Other' of 2 was read" in best.notes
    assert "more sheets hold cards, not read: 'Sheet'" in best.notes
    assert best.other_sheets == ("Sheet",)
    assert len(parse_holdings(data, "x", sheet="sheet").rows) == 2
    with pytest.raises(UnknownSheetError, match=r"no sheet is called 'Cards'\. Its sheets: 'Sheet', 'Other'"):
        parse_holdings(data, "x", sheet="Cards")


def test_columns_that_we_do_not_know_are_kept() -> None:
    text = "Qty,Name,Colour,,Colour\n1,Yoda (A),green,x,dark\n"
    row = parse_holdings(text.encode(), "x").rows[0]
    assert dict(row.extra) == {"Colour": "green", "column D": "x", "Colour (2)": "dark"}


def test_guessed_columns_are_told_and_can_be_corrected() -> None:
    data = b"Quantitty,Card naem\n1,Yoda (A)\n"
    found = parse_holdings(data, "x")
    assert any("'Quantitty' as quantity" in note for note in found.notes)
    told = parse_holdings(data, "x", stated={"Quantitty": "ignore"})
    assert [(c.field, c.how) for c in told.columns] == [("ignore", "told"), ("name", "guessed")]
    assert told.rows[0].quantity == 1


def test_a_column_of_numbers_that_may_be_the_quantity_is_told() -> None:
    """Nobody should import one copy of each unawares because the column has an odd name."""
    data = b"Got,Card,Set,Shelf\n3,Yoda (A),AOTC,\n4,Yoda (B),AOTC,x\n"
    found = parse_holdings(data, "a.csv")
    (note,) = found.notes
    assert note.endswith("one copy; 'Got' may be it")
    assert found.maybe_quantity == "Got"
    (note,) = parse_holdings(b"What,Card,Set\nold,Yoda (A),AOTC\n", "a.csv").notes
    assert note.endswith("one copy")


@pytest.mark.parametrize("how", ["stated", "followed"])
def test_a_filled_cell_in_the_farthest_corner_is_refused_before_memory_is_taken(how: str) -> None:
    """Between it and the first cell lie 17,000 million cells, which a reader would keep."""
    far = b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
    if how == "followed":
        far = b'<row r="1048576"><c><v>1</v></c></row></sheetData>'

    def change(name: str, old: bytes) -> bytes:
        return old.replace(b"</sheetData>", far) if "sheet1" in name else old

    with pytest.raises(LimitError, match=r"(5,000,000|200,000) expected"):
        parse_holdings(repacked(workbook(cards), change), "x")


def test_styled_cells_to_the_end_of_a_workbook_do_no_harm() -> None:
    filler = b'<row r="1048576" s="1"><c r="XFD1048576" s="1"/></row></sheetData>'
    data = repacked(workbook(cards), lambda _, old: old.replace(b"</sheetData>", filler))
    assert names(data) == ["Yoda (A)", "Boba Fett (A)"]


def test_a_quantity_that_is_an_error_is_never_passed_over() -> None:
    def change(name: str, old: bytes) -> bytes:
        error = b'<c r="A2" t="e"><f>1/0</f><v>#DIV/0!</v></c>'
        return re.sub(rb'<c r="A2".*?</c>', error, old) if "sheet1" in name else old

    sheet = parse_holdings(repacked(workbook(cards), change), "x")
    assert list(sheet.problems) == [2]
    assert [row.row for row in sheet.rows] == [2, 3]


def test_the_currency_that_the_format_of_a_cell_shows_is_that_of_its_price() -> None:
    """Prices in euros and dollars that look alike once read would be added up."""

    def priced(book: Any) -> None:
        rows = (
            ("Qty", "Name", "Price"),
            (1, "Yoda (A)", 2),
            (1, "Yoda (B)", 3),
            (1, "Nexu", 4),
            (1, "Boba", 5),
        )
        formats = ("General", '#,##0.00\\ "Kč"', "[$€-407]\\ #,##0.00", "[$-409]0.00", "[$$-409]#,##0.00")
        for row, shown in zip(rows, formats, strict=True):
            book.active.append(row)
            book.active.cell(book.active.max_row, 3).number_format = shown

    rows = parse_holdings(workbook(priced), "x.xlsx").rows
    assert [row.currency or "" for row in rows] == ["CZK", "EUR", "", "USD"]
    plain = write_ods("A", ("Qty", "Name", "Price"), [(1, "Yoda (A)", 2.5)], (5, 5, 5))
    ods = repacked(plain, lambda _, old: old.replace(b'"2.5"', b'"2.5" office:currency="HUF"'))
    assert [(row.price, row.currency) for row in parse_holdings(ods, "x.ods").rows] == [("2.5", "HUF")]


def test_each_list_of_a_json_file_is_a_sheet() -> None:
    """Wants beside a collection are told, and wants alone are never owned."""
    cards = b'[{"count": 3, "name": "Nexu", "set": "AOTC"}]'
    both = parse_holdings(b'{"collection": ' + cards + b', "wants": ' + cards + b"}", "x.json")
    assert (both.sheet, both.other_sheets) == ("collection", ("wants",))
    alone = b'{"wants": [{"missing": 1, "name": "Nexu", "set": "AOTC", "wanted": 4, "owned": 3}]}'
    found = parse_holdings(alone, "x.json")
    assert [(row.holds, row.quantity) for row in found.rows] == [("wants", 4)]


@pytest.mark.parametrize("behind", [";" * 20_000, ";" * 20_000 + "x"])
def test_cells_behind_a_row_are_not_looked_at_for_a_header(behind: str) -> None:
    """Three million empty ones took four minutes and 2 GB."""
    widest = []

    def score(rows: Sequence[Sequence[Cell]]) -> float:
        widest.append(max(map(len, rows)))
        return 1.0

    with suppress(LimitError):
        read_text_sheet(f"Qty;Card\n4;Nexu{behind}\n".encode(), "mine.csv", score)
    assert max(widest) <= 1_001
    with suppress(LimitError):
        page = behind.replace(";", "<td>")
        parse_tables(f"<table><tr><td>Qty<td>Card<tr><td>4<td>Nexu{page}</table>".encode(), "x", score)
    assert max(widest) <= 1_001
