"""Figures as a workbook: a sheet for each table, with a chart beside it where one helps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from db.language import gettext as _
from deckcheck.chance.estimates import Figure, FigureDifference

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

_LONGEST_TITLE = 31
_FORBIDDEN = dict.fromkeys(map(ord, "[]:*?/\\"), " ")
BARS, LINES = "bars", "lines"


@dataclass(frozen=True, slots=True)
class ResultSheet:
    """A table for a sheet; `chart` is the chart of the columns in `drawn`, None for none."""

    title: str
    headers: tuple[str, ...]
    rows: tuple[tuple[str | float, ...], ...]
    chart: str | None = None
    drawn: tuple[int, ...] = ()


def write_workbook(path: Path, sheets: Sequence[ResultSheet], *, force: bool = False) -> None:
    """Writes a workbook; raises `ExistingFileError` for a file that is there, without `force`.

    Raises `UnknownSuffixError` for a file name that is no workbook's.
    """
    from importers.decks.writing import save_deck, suffix_of

    suffix_of(path, (".xlsx",))
    save_deck(path, workbook_bytes(sheets), force=force)


def workbook_bytes(sheets: Sequence[ResultSheet]) -> bytes:
    """The bytes of a workbook."""
    from openpyxl import Workbook

    from importers.sheets.table_workbook import fill_sheet
    from importers.sheets.zip_writing import save_workbook

    book = Workbook()
    book.remove(book.worksheets[0])
    taken: set[str] = set()
    for sheet in sheets:
        written = book.create_sheet(_title(sheet.title, taken))
        fill_sheet(written, sheet.headers, sheet.rows)
        if sheet.chart and sheet.rows:
            _draw(written, sheet)
    content = BytesIO()
    save_workbook(book, content)
    return content.getvalue()


def comparison_sheet(names: tuple[str, str], differences: Mapping[str, FigureDifference]) -> ResultSheet:
    """The sheet that compares two decks."""
    rows = tuple(
        (label, found.first.value, found.second.value, found.difference, found.standard_error, found.words)
        for label, found in differences.items()
    )
    headers = (_("figure"), *names, _("difference"), _("standard error"), _("in words"))
    return ResultSheet(_("comparison"), headers, rows)


def figure_sheet(title: str, figures: Mapping[str, Figure]) -> ResultSheet:
    """Figures, one a row, with their standard errors."""
    rows = tuple((label, one.value, one.standard_error) for label, one in figures.items())
    return ResultSheet(title, (_("figure"), _("value"), _("standard error")), rows)


def _title(wanted: str, taken: set[str]) -> str:
    """A title that a sheet may have, and no other has; names of sheets are short."""
    plain = " ".join(str(wanted).translate(_FORBIDDEN).strip("'").split()) or "sheet"
    title, number = plain[:_LONGEST_TITLE], 1
    while title.casefold() in taken:
        number += 1
        tail = f" {number}"
        title = plain[: _LONGEST_TITLE - len(tail)] + tail
    taken.add(title.casefold())
    return title


def _draw(written: "Worksheet", sheet: ResultSheet) -> None:
    from openpyxl.chart import BarChart, LineChart, Reference
    from openpyxl.utils import get_column_letter

    chart: Any = BarChart() if sheet.chart == BARS else LineChart()
    last = len(sheet.rows) + 1
    for column in sheet.drawn:
        values = Reference(written, min_col=column, min_row=1, max_row=last)
        chart.add_data(values, titles_from_data=True)
    chart.set_categories(Reference(written, min_col=1, min_row=2, max_row=last))
    chart.title = str(sheet.title)
    chart.x_axis.title = str(sheet.headers[0])
    # Without this, some programs show charts without axes.
    chart.x_axis.delete = chart.y_axis.delete = False
    written.add_chart(chart, f"{get_column_letter(len(sheet.headers) + 2)}2")
