"""Reads ODS spreadsheets; calamine gives their values.

It says nothing of hidden rows and of cells that run over several rows, nor does it know a limit; so
the XML is looked through first, and calamine gets that XML alone.
"""

import io
from collections.abc import Sequence
from typing import Any

from db.language import gettext as _
from importers.errors import DeckFileError, LimitError
from importers.sheets.archive import as_our_errors, broken, local, opened_archive, read_part
from importers.sheets.ods_writing import MANIFEST, MIMETYPE
from importers.sheets.sheet import (
    HEAD_ROWS,
    MAX_CELLS,
    MAX_ROWS,
    MAX_SHEETS,
    MAX_TEXT,
    Cell,
    Counted,
    Sheet,
    SheetFile,
    plain_cell,
)
from importers.sheets.zip_writing import ZipWriter

_CONTENT = "content.xml"
_EVENTS = ("start", "end")
_MOST_DIGITS = 12


def read_ods(data: bytes, source: str) -> SheetFile:
    """The sheets of an ODS spreadsheet; of formulas the value that was stored with them."""
    plain, marks = _look_through(data, source)
    return _read(plain, source, marks)


class _Marks:
    """The facts in the XML of a sheet beside its values."""

    def __init__(self) -> None:
        self.hidden: set[int] = set()
        self.unvalued: dict[int, set[int]] = {}
        self.merged: dict[tuple[int, int], int] = {}
        self.formats: dict[tuple[int, int], str] = {}
        self.has_comments = False


def _read(data: bytes, source: str, marks: dict[str, _Marks]) -> SheetFile:
    from python_calamine import SheetTypeEnum, SheetVisibleEnum, load_workbook

    with as_our_errors(source):
        workbook = load_workbook(io.BytesIO(data))
        described = [s for s in workbook.sheets_metadata if s.typ == SheetTypeEnum.WorkSheet]
        if len(described) > MAX_SHEETS:
            raise LimitError(source, _("{count:,} sheets", count=len(described)), str(MAX_SHEETS))
        sheets = []
        for sheet in described:
            counted = Counted(source)
            table = workbook.get_sheet_by_name(sheet.name)
            _refuse_more_than(table.total_height * table.total_width, source)
            for row in table.to_python(skip_empty_area=False):
                counted.add([plain_cell(cell) for cell in row])
            rows = counted.whole()
            marked = marks.get(sheet.name, _Marks())
            visible = sheet.visible == SheetVisibleEnum.Visible
            sheets.append(_sheet(sheet.name, rows, marked, visible=visible))
    heads = tuple(_sheet(s.name, s.rows[:HEAD_ROWS], _Marks(), visible=s.visible) for s in sheets)
    return SheetFile("ods", heads, lambda place: sheets[place])


def _sheet(name: str, rows: Sequence[Sequence[Cell]], marks: _Marks, *, visible: bool) -> Sheet:
    numbers = range(1, len(rows) + 1)
    hidden = frozenset(marks.hidden)
    return Sheet(
        *(name, rows, numbers, visible, hidden, marks.unvalued, marks.merged),
        *(marks.has_comments, marks.formats),
    )


def _look_through(data: bytes, source: str) -> tuple[bytes, dict[str, _Marks]]:
    """The spreadsheet with its needed parts only, not packed, and the marks of each sheet.

    Refuses one whose cells, repeated as it says, are too many.
    """
    from defusedxml.ElementTree import iterparse

    out = io.BytesIO()
    try:
        with opened_archive(data, source) as archive, ZipWriter(out) as plain:
            content = read_part(archive, archive.getinfo(_CONTENT))
            marks = _look_at(iterparse(io.BytesIO(content), _EVENTS, forbid_dtd=True), source)
            for name, part in (("mimetype", MIMETYPE), ("META-INF/manifest.xml", MANIFEST)):
                plain.writestr(name, part)
            plain.writestr(_CONTENT, content)
    except (DeckFileError, MemoryError):
        raise
    except (SyntaxError, ValueError, KeyError) as error:
        raise broken(source, error) from None
    return out.getvalue(), marks


def _look_at(events: Any, source: str) -> dict[str, _Marks]:
    look = _Look(source)
    for event, element in events:
        (look.start if event == "start" else look.end)(local(element.tag), element)
    return look.sheets


class _Look:
    """A look through the XML of a spreadsheet, from tag to tag; it keeps no more than marks."""

    def __init__(self, source: str) -> None:
        self.sheets: dict[str, _Marks] = {}
        self._sums = _OdsSums(source)
        self._is_inside = False
        self._row = self._column = self._repeated = 0

    def start(self, tag: str, element: Any) -> None:
        """Notes where a sheet or a row begins."""
        if tag == "table":
            if self._is_inside:
                raise ValueError(_("a table within a table"))
            self._is_inside = True
            self._row = 0
            self._sums.next_sheet()
            self._marks = self.sheets[_attribute(element, "name")] = _Marks()
        elif tag == "table-row":
            self._column = 0
            self._repeated = _times(element, "number-rows-repeated")
            if self._is_inside and _attribute(element, "visibility") in {"collapse", "filter"}:
                self._marks.hidden |= set(self._rows_of_now())

    def end(self, tag: str, element: Any) -> None:
        """Counts a cell or row that was read, and forgets it."""
        if tag in {"table-cell", "covered-table-cell"}:
            self._cell(element)
        elif tag == "table-row":
            self._row += self._repeated
        elif tag == "table":
            self._is_inside = False
        else:
            return
        element.clear()

    def _cell(self, element: Any) -> None:
        wide = _times(element, "number-columns-repeated")
        if _attribute(element, "value-type") or len(element):
            lowest, rightmost = self._row + self._repeated, self._column + wide
            self._sums.add(lowest, rightmost, element, self._repeated * wide)
        if self._is_inside and _is_unvalued(element):
            for number in self._rows_of_now():
                self._marks.unvalued.setdefault(number, set()).add(self._column)
        if self._is_inside and any(local(child.tag) == "annotation" for child in element):
            self._marks.has_comments = True
        if self._is_inside and (currency := _attribute(element, "currency")):
            self._marks.formats |= {(row, self._column): currency for row in self._rows_of_now()}
        spanned = _times(element, "number-rows-spanned")
        if spanned > 1 and self._is_inside:
            self._marks.merged[self._row + 1, self._column] = self._row + spanned
        self._column += wide

    def _rows_of_now(self) -> range:
        """The numbers of the row at hand, which may be repeated, as far as rows are read."""
        return range(self._row + 1, min(self._row + self._repeated, MAX_ROWS) + 1)


class _OdsSums:
    """The cells and characters of all sheets, counted as often as the file repeats them."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._before = self._lowest = self._rightmost = self._characters = 0

    def next_sheet(self) -> None:
        """Begins to count another sheet."""
        self._before += self._lowest * self._rightmost
        self._lowest = self._rightmost = 0

    def add(self, lowest: int, rightmost: int, cell: Any, times: int) -> None:
        """Counts a cell that comes so many times, to a row and a column; refuses too many."""
        # Readers keep all cells of the rectangle that holds the filled ones.
        self._lowest = max(self._lowest, lowest)
        self._rightmost = max(self._rightmost, rightmost)
        _refuse_more_than(self._before + self._lowest * self._rightmost, self._source)
        self._characters += times * _length(cell)
        if self._characters > MAX_TEXT:
            text = _("{characters:,} characters in cells", characters=self._characters)
            raise LimitError(self._source, text, f"{MAX_TEXT:,}")


def _length(cell: Any) -> int:
    """The characters of a cell, or of an attribute of it; blanks may be stated as a count."""
    blanks = sum(_times(part, "c") for part in cell.iter() if local(part.tag) == "s")
    texts = sum(map(len, cell.itertext()))
    return blanks + max(texts, *map(len, cell.attrib.values()), 0)


def _is_unvalued(cell: Any) -> bool:
    """Whether a cell is a formula with which no value was stored; an empty text is one."""
    if not _attribute(cell, "formula") or any(cell.itertext()):
        return False
    return not any(local(key).endswith("value") for key in cell.attrib)


def _times(element: Any, name: str) -> int:
    """How often something comes, as an attribute says; once where it says nothing."""
    stated = _attribute(element, name)
    if stated and not (stated.isascii() and stated.isdecimal() and len(stated) <= _MOST_DIGITS):
        raise ValueError(_("{name} is {stated!r}", name=name, stated=stated[:20]))
    return int(stated or 1)


def _refuse_more_than(cells: int, source: str) -> None:
    if cells > MAX_CELLS:
        raise LimitError(source, _("{cells:,} cells", cells=cells), f"{MAX_CELLS:,}")


def _attribute(element: Any, name: str) -> str:
    """An attribute by its name without the namespace, or the empty text."""
    return next((value for key, value in element.attrib.items() if local(key) == name), "")
