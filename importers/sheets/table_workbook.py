"""One table as a workbook: frozen header, filters, widths that fit; text is never a formula."""

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING, cast

from importers.sheets.sheet import letters
from importers.sheets.workbook_cells import text_cell
from importers.sheets.zip_writing import save_workbook

if TYPE_CHECKING:
    from openpyxl.cell import Cell
    from openpyxl.worksheet.worksheet import Worksheet

_WIDEST = 60


def table_workbook(title: str, headers: Sequence[str], rows: Sequence[Sequence[object]]) -> bytes:
    """The table as an XLSX file; numbers stay numbers, all else is text.

    >>> table_workbook("Missing", ("card", "missing"), [("Yoda (A)", 2)])[:2]
    b'PK'
    """
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.create_sheet(str(title))
    del book["Sheet"]
    fill_sheet(sheet, headers, rows)
    sheet.auto_filter.ref = sheet.dimensions
    content = BytesIO()
    save_workbook(book, content)
    return content.getvalue()


def fill_sheet(sheet: "Worksheet", headers: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Writes a table into an empty sheet; numbers stay numbers, all else is text."""
    from openpyxl.styles import Font

    for row, values in enumerate((headers, *rows), start=1):
        for column, value in enumerate(values, start=1):
            cell = cast("Cell", sheet.cell(row, column))
            if isinstance(value, (int, float)):
                cell.value = value
            else:
                text_cell(cell, str(value))
    for column, texts in enumerate(zip(headers, *rows, strict=True), start=1):
        sheet.cell(1, column).font = Font(bold=True)
        width = min(_WIDEST, 2 + max(len(str(text)) for text in texts))
        sheet.column_dimensions[letters(column - 1)].width = width
    sheet.freeze_panes = "A2"
