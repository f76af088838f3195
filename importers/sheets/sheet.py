"""A sheet as a file has it: rows of cells, not interpreted yet; and their limits."""

from collections.abc import Callable, Mapping, Sequence, Set as AbstractSet
from dataclasses import dataclass, field
from datetime import date, time
from types import MappingProxyType
from typing import Any

from db.language import gettext as _
from importers.errors import LimitError

Cell = str | int | float | bool | date | time | None
"""A cell's value; a date with a time is a `datetime`, which is a `date` as well."""

Value = str | int | float | date | None
"""A value that a cell is written with."""

MAX_BYTES = 64_000_000
MAX_UNPACKED = 400_000_000
"""Bytes that the parts of a workbook may have once unpacked; a zip bomb states far more."""

MAX_ROWS = 200_000
MAX_COLUMNS = 1_000
MAX_CELLS = 5_000_000
MAX_SHEETS = 200
MAX_TEXT = 100_000_000
"""Characters in all cells of a workbook; a few bytes may repeat one long text very often."""

HEAD_ROWS = 60
"""Rows of a sheet in which its header is looked for."""

_NO_ROWS: frozenset[int] = frozenset()
_NONE_UNVALUED: Mapping[int, AbstractSet[int]] = MappingProxyType({})
_NO_MERGES: Mapping[tuple[int, int], int] = MappingProxyType({})
_NO_FORMATS: Mapping[tuple[int, int], str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Sheet:
    """One table of a file; `numbers` are its rows' numbers as a user sees them, from 1.

    `hidden` holds the numbers of rows that a program hides or has filtered out, `unvalued` by row
    the columns from 0, or -1, in which a formula has no stored value, and `merged` by (row number,
    column from 0) of its first cell the last row of a range that runs over several rows. `formats` are
    those of numbers that show more than the number, by (row number, column). Whether it, or its
    workbook, `has_comments` is known; what they say is not.
    """

    name: str
    rows: Sequence[Sequence[Cell]]
    numbers: Sequence[int]
    visible: bool = True
    hidden: frozenset[int] = _NO_ROWS
    unvalued: Mapping[int, AbstractSet[int]] = field(default_factory=lambda: _NONE_UNVALUED)
    merged: Mapping[tuple[int, int], int] = field(default_factory=lambda: _NO_MERGES)
    has_comments: bool = False
    formats: Mapping[tuple[int, int], str] = field(default_factory=lambda: _NO_FORMATS)


@dataclass(frozen=True, slots=True)
class SheetFile:
    """The sheets of a file and its kind: csv, tsv, xlsx, ods, xls or json.

    `heads` are the first rows of each sheet, `read` gives the whole of one by its place.
    """

    kind: str
    heads: tuple[Sheet, ...]
    read: Callable[[int], Sheet]


def plain_cell(cell: Any) -> Cell:
    """A cell of calamine's with whole numbers as int, and durations, which no card has, as text.

    >>> plain_cell(4.0), plain_cell(2.5), plain_cell("")
    (4, 2.5, None)
    """
    if cell.__class__ is str:
        return str(cell) or None
    if cell.__class__ is float:
        return int(cell) if cell.is_integer() else float(cell)
    return cell if isinstance(cell, Cell) else str(cell)


class Counted:
    """Rows that are counted as they are added; beyond the limits `LimitError` is raised.

    >>> rows = Counted("a.csv"); rows.add(("4", "Yoda (A)", "", "")); rows.rows
    [('4', 'Yoda (A)')]
    """

    def __init__(self, source: str) -> None:
        self.rows: list[Sequence[Cell]] = []
        self._source = source
        self._cells = 0

    def add(self, row: Sequence[Cell]) -> None:
        """Keeps a row without the empty cells at its end."""
        end = len(row)
        while end and (row[end - 1] is None or row[end - 1] == ""):
            end -= 1
        if end > MAX_COLUMNS:
            self._refuse(_("{end:,} columns", end=end), f"{MAX_COLUMNS:,}")
        self._cells += len(row)
        if self._cells > MAX_CELLS:
            self._refuse(_("more than {max_cells:,} cells", max_cells=MAX_CELLS), f"{MAX_CELLS:,}")
        if len(self.rows) >= MAX_ROWS and end:
            self._refuse(_("more than {max_rows:,} rows", max_rows=MAX_ROWS), f"{MAX_ROWS:,}")
        self.rows.append(row if end == len(row) else row[:end])

    def add_blank(self, cells: int) -> None:
        """Keeps a row of so many empty cells; most rows before one that lies far down are such."""
        self._cells += cells
        if self._cells > MAX_CELLS:
            self._refuse(_("more than {max_cells:,} cells", max_cells=MAX_CELLS), f"{MAX_CELLS:,}")
        self.rows.append(())

    def whole(self) -> list[Sequence[Cell]]:
        """All rows but the empty ones at the end."""
        while self.rows and not self.rows[-1]:
            self.rows.pop()
        return self.rows

    def _refuse(self, text: str, limit: str) -> None:
        raise LimitError(self._source, text, limit, len(self.rows) + 1)


def column_number(text: str) -> int:
    """The number of a column, from 1, by its letters.

    >>> column_number("A"), column_number("AA")
    (1, 27)
    """
    number = 0
    for letter in text:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def letters(place: int) -> str:
    """The letters of a column by its place from 0.

    >>> letters(0), letters(25), letters(26)
    ('A', 'Z', 'AA')
    """
    text = ""
    place += 1
    while place:
        place, rest = divmod(place - 1, 26)
        text = chr(ord("A") + rest) + text
    return text
