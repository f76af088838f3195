"""Writes the rows that an import was unsure of as a workbook to fill in and import again."""

import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from importers.collections.holding_row import SheetHolding
from importers.collections.layouts import UNMATCHED
from importers.collections.writing import extra_headers
from importers.sheets.sheet import letters
from importers.sheets.workbook_cells import text_cell
from importers.sheets.workbook_sheet import FONT
from importers.sheets.zip_writing import save_workbook

_NAMED = re.compile(r"(?P<stem>.*\.unmatched)(?:-(?P<number>\d+))?\.xlsx", re.DOTALL)
_WIDTHS = {"Your choice": 44, "Why": 40, "Candidates": 60, "Name": 36, "Set name": 26, "Notes": 26}
_OTHER_GAME_FIELDS = frozenset({"dice", "subtitle"})
"""Fields that only some games know; their columns are there where a row has them."""
_HIDDEN = frozenset({"Import mode", "Image key"})
_SKIP = "skip"


@dataclass(frozen=True, slots=True)
class UnsureRow:
    """A row that was not applied, the reason, and the candidates for its card.

    `place` is where it stands, where its number alone does not say so.
    """

    row: SheetHolding
    why: str
    candidates: Sequence[str]
    place: str = ""


def unmatched_path(source: Path) -> Path:
    """The path for the unsure rows of a file: beside it, under a name that is free.

    A worksheet that may have been filled in is never written over.

    >>> unmatched_path(Path("none/mine.csv")).name
    'mine.csv.unmatched.xlsx'
    """
    match = _NAMED.fullmatch(source.name)
    stem = match["stem"] if match else f"{source.name}.unmatched"
    number = int(match["number"] or 1) + 1 if match else 1
    while True:
        path = source.with_name(f"{stem}{f'-{number}' if number > 1 else ''}.xlsx")
        if not path.exists():
            return path
        number += 1


def write_unmatched(rows: Sequence[UnsureRow], mode: str) -> bytes:
    """The workbook: a row for each unsure one, with a drop-down of its candidates."""
    from openpyxl import Workbook
    from openpyxl.styles import Alignment, Font, PatternFill
    from openpyxl.worksheet.datavalidation import DataValidation

    workbook = Workbook()
    sheet: Any = workbook.active
    lists: Any = workbook.create_sheet("Candidates")
    lists.sheet_state = "hidden"
    sheet.title = "Unsure rows"
    sheet.freeze_panes = "B2"
    extras = list(dict.fromkeys(key for unsure in rows for key in unsure.row.extra))
    columns = _columns_for(rows)
    headers = [header for header, _ in columns]
    headers += extra_headers(extras, headers)
    for place, header in enumerate(headers):
        cell = text_cell(sheet.cell(1, place + 1), header)
        cell.font = Font(name=FONT, bold=True, color="FFFFFF")
        cell.fill = PatternFill("solid", fgColor="2F4858")
        column = sheet.column_dimensions[letters(place)]
        column.width = _WIDTHS.get(header, 13)
        column.hidden = header in _HIDDEN
    for number, unsure in enumerate(rows, 2):
        for place, value in enumerate(_cells(unsure, mode, extras, columns), 1):
            if value is None or isinstance(value, int):
                sheet.cell(number, place, value)
            else:
                cell = text_cell(sheet.cell(number, place), value)
                cell.alignment = Alignment(vertical="top", wrap_text=place in {3, 4})
        choices = [*unsure.candidates, _SKIP]
        for place, label in enumerate(choices, 1):
            text_cell(lists.cell(number, place), label)
        last = letters(len(choices) - 1)
        drop_down = DataValidation(
            type="list", formula1=f"=Candidates!$A${number}:${last}${number}", allow_blank=True
        )
        # Another card than the candidates may be typed in too.
        drop_down.showErrorMessage = False
        drop_down.add(f"A{number}")
        sheet.add_data_validation(drop_down)
        sheet.cell(number, 1).fill = PatternFill("solid", fgColor="FFF6D5")
    sheet.auto_filter.ref = f"A1:{letters(len(headers) - 1)}{len(rows) + 1}"
    out = io.BytesIO()
    save_workbook(workbook, out)
    return out.getvalue()


def _columns_for(rows: Sequence[UnsureRow]) -> list[tuple[str, str]]:
    """The columns of the worksheet, without those of fields that no row has."""
    return [
        (header, field)
        for header, field in UNMATCHED.columns
        if field not in _OTHER_GAME_FIELDS or any(getattr(unsure.row, field) is not None for unsure in rows)
    ]


def _cells(
    unsure: UnsureRow, mode: str, extras: Sequence[str], columns: Sequence[tuple[str, str]]
) -> list[str | int | None]:
    row = unsure.row
    own: Mapping[str, str | int | None] = {
        "Row": unsure.place or row.row,
        "Why": unsure.why,
        "Candidates": "\n".join(unsure.candidates),
        "Becomes": row.holds,
        "Import mode": mode,
    }
    values: list[str | int | None] = [
        own[header] if header in own else getattr(row, field, None) for header, field in columns
    ]
    return [*values, *(row.extra.get(key) for key in extras)]
