"""Reads ODS spreadsheets and Excel's older XLS; calamine gives their values.

It says nothing of hidden rows and of cells that run over several rows, nor does it know a limit; so
the XML of an ODS file is looked through first.
"""

import io
from collections.abc import Sequence
from typing import Any

from importers.errors import DeckFileError, LimitError
from importers.sheet import (
    HEAD_ROWS,
    MAX_CELLS,
    MAX_ROWS,
    MAX_SHEETS,
    Cell,
    Counted,
    Sheet,
    SheetFile,
    plain_cell,
)
from importers.sheet_archive import broken, local, opened_archive

_CONTENT = "content.xml"
_EVENTS = ("start", "end")


def read_ods(data: bytes, source: str) -> SheetFile:
    """The sheets of an ODS spreadsheet; of formulas the value that was stored with them."""
    marks = _look_through(data, source)
    return _read("ods", data, source, marks)


def read_xls(data: bytes, source: str) -> SheetFile:
    """The sheets of a workbook as Excel wrote them before 2007."""
    return _read("xls", data, source, {})


class _Marks:
    """What the XML says of a sheet beside its values."""

    def __init__(self) -> None:
        self.hidden: set[int] = set()
        self.merged: dict[tuple[int, int], int] = {}


def _read(kind: str, data: bytes, source: str, marks: dict[str, _Marks]) -> SheetFile:
    from python_calamine import CalamineError, SheetTypeEnum, SheetVisibleEnum, load_workbook

    try:
        workbook = load_workbook(io.BytesIO(data))
        described = [s for s in workbook.sheets_metadata if s.typ == SheetTypeEnum.WorkSheet]
        if len(described) > MAX_SHEETS:
            raise LimitError(source, f"{len(described):,} sheets", str(MAX_SHEETS))
        sheets = []
        for sheet in described:
            counted = Counted(source)
            table = workbook.get_sheet_by_name(sheet.name)
            _refuse_more_than(table.total_height * table.total_width, source)
            for row in table.to_python(skip_empty_area=False):
                counted.add([plain_cell(cell) for cell in row])
            rows = counted.whole()
            found = marks.get(sheet.name, _Marks())
            visible = sheet.visible == SheetVisibleEnum.Visible
            sheets.append(_sheet(sheet.name, rows, found, visible=visible))
    except (CalamineError, OSError, ValueError) as error:
        raise broken(source, error) from None
    heads = tuple(_sheet(s.name, s.rows[:HEAD_ROWS], _Marks(), visible=s.visible) for s in sheets)
    return SheetFile(kind, heads, lambda place: sheets[place])


def _sheet(name: str, rows: Sequence[Sequence[Cell]], marks: _Marks, *, visible: bool) -> Sheet:
    numbers = range(1, len(rows) + 1)
    hidden = frozenset(marks.hidden)
    return Sheet(name, rows, numbers, visible, hidden, merged=marks.merged)


def _look_through(data: bytes, source: str) -> dict[str, _Marks]:
    """The marks of each sheet; refuses one whose cells, repeated as it says, are too many."""
    from defusedxml.ElementTree import iterparse

    try:
        with opened_archive(data, source) as archive, archive.open(_CONTENT) as part:
            return _look_at(iterparse(part, _EVENTS, forbid_dtd=True), source)
    except (DeckFileError, MemoryError):
        raise
    except (SyntaxError, ValueError, KeyError) as error:
        raise broken(source, error) from None


def _look_at(events: Any, source: str) -> dict[str, _Marks]:
    sheets: dict[str, _Marks] = {}
    marks = _Marks()
    row = column = repeated = lowest = rightmost = 0
    for event, element in events:
        tag = local(element.tag)
        if event == "start":
            if tag == "table":
                row = lowest = rightmost = 0
                marks = sheets[_attribute(element, "name")] = _Marks()
            elif tag == "table-row":
                column = 0
                repeated = int(_attribute(element, "number-rows-repeated") or 1)
                if _attribute(element, "visibility") in {"collapse", "filter"}:
                    marks.hidden |= set(range(row + 1, row + 1 + min(repeated, MAX_ROWS)))
        elif tag in {"table-cell", "covered-table-cell"}:
            wide = int(_attribute(element, "number-columns-repeated") or 1)
            if _attribute(element, "value-type") or len(element):
                # Readers keep all cells of the rectangle that holds the filled ones.
                lowest = max(lowest, row + repeated)
                rightmost = max(rightmost, column + wide)
                _refuse_more_than(lowest * rightmost, source)
            spanned = int(_attribute(element, "number-rows-spanned") or 1)
            if spanned > 1:
                marks.merged[row + 1, column] = row + spanned
            column += wide
            element.clear()
        elif tag == "table-row":
            row += repeated
            element.clear()
    return sheets


def _refuse_more_than(cells: int, source: str) -> None:
    if cells > MAX_CELLS:
        raise LimitError(source, f"{cells:,} cells", f"{MAX_CELLS:,}")


def _attribute(element: Any, name: str) -> str:
    """An attribute by its name without the namespace, or the empty text."""
    return next((value for key, value in element.attrib.items() if local(key) == name), "")
