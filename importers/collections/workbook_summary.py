"""The sheet that sums a collection up: figures, totals by set and rarity, and charts of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from db.language import gettext as _
from importers.sheets.sheet import Value
from importers.sheets.workbook_cells import text_cell
from importers.sheets.workbook_sheet import (
    BLUE,
    DARK,
    FONT,
    LIGHT,
    PERCENT_FORMAT,
    PRICE_FORMAT,
    WorkbookColumn,
    WorkbookSheet,
)

_TEXTS = (0, 1)
_SHARE = 5
_MOST_BARS = 20
_CHART_PLACE, _SECOND_CHART_PLACE = "I4", "I26"
_COLOURS = ("33658A", "F6AE2D", "758E4F", "86BBD8", "F26419", "2F4858", "B0B7BC")


class PartTotal(NamedTuple):
    """The totals of a set, or of a rarity over the sets of which something is owned.

    `printings` are all that there are; a rarity has no `name`.
    """

    label: str
    name: str | None
    copies: int
    owned: int
    printings: int
    playsets: int

    @property
    def row(self) -> Sequence[Value]:
        """The row of the sheet, with the share of printings that are owned before the last figure."""
        share = self.owned / self.printings if self.printings else 0.0
        return (*self[:-1], share, self.playsets)


@dataclass(frozen=True, slots=True)
class Totals:
    """The figures of a collection; `figures` are pairs of label and value for the top."""

    figures: Sequence[tuple[str, str | int | float]]
    sets: Sequence[PartTotal]
    rarities: Sequence[PartTotal]


def write_summary(workbook: Any, totals: Totals, title: str, day: str) -> None:
    """Writes the sheet with the totals into a workbook."""
    from openpyxl.styles import Font

    columns = [
        WorkbookColumn(_("Set"), 24),
        WorkbookColumn(_("Name"), 30),
        WorkbookColumn(_("Copies"), 10),
        WorkbookColumn(_("Printings"), 11),
        WorkbookColumn(_("of"), 9),
        WorkbookColumn(_("Complete"), 11),
        WorkbookColumn(_("Playsets"), 10),
    ]
    sheet = WorkbookSheet(workbook, "Summary", columns, freeze="", colour=DARK)
    sheet.sheet.sheet_view.showGridLines = False
    heading = text_cell(sheet.cell(), title)
    heading.font = Font(name=FONT, bold=True, size=16, color=DARK)
    sheet.row([heading])
    subtitle = text_cell(sheet.cell(), _("as of {day}; changes here are not read back", day=day))
    subtitle.font = Font(name=FONT, italic=True, color="7A8790")
    sheet.row([subtitle])
    sheet.row([])
    for label, value in totals.figures:
        shown = sheet.cell()
        shown.value = value
        shown.font = Font(name=FONT, bold=True, color=DARK)
        shown.number_format = PRICE_FORMAT if isinstance(value, float) else "#,##0"
        shown.alignment = _left()
        sheet.row([text_cell(sheet.cell(), label), shown])
    sheet.row([])
    headers = [column.header for column in columns]
    rarities = _block(sheet, [_("Rarity"), "", *headers[2:]], [one.row for one in totals.rarities])
    sheet.row([])
    by_size = sorted(totals.sets, key=lambda one: -one.copies)
    sets = _block(sheet, headers, [one.row for one in by_size])
    if totals.sets:
        bars = (sets[0], min(sets[1], sets[0] + _MOST_BARS - 1))
        sheet.sheet.add_chart(_bars(sheet.sheet, bars), _CHART_PLACE)
        sheet.sheet.add_chart(_pie(sheet.sheet, rarities), _SECOND_CHART_PLACE)
        _data_bars(sheet.sheet, rarities, sets)


def _left() -> Any:
    from openpyxl.styles import Alignment

    return Alignment(horizontal="left")


def _block(sheet: WorkbookSheet, headers: Sequence[str], rows: Sequence[Sequence[Any]]) -> tuple[int, int]:
    """Writes a small table; the numbers of its first and last row."""
    from openpyxl.styles import Alignment, Font, PatternFill

    cells = []
    for place, header in enumerate(headers):
        cell = text_cell(sheet.cell(), header)
        cell.font = Font(name=FONT, bold=True, color="FFFFFF")
        cell.fill = PatternFill("solid", fgColor=DARK)
        cell.alignment = Alignment(horizontal="left" if place in _TEXTS else "right")
        cells.append(cell)
    sheet.row(cells)
    first = sheet.rows + 1
    for number, row in enumerate(rows):
        cells = []
        for place, value in enumerate(row):
            cell = sheet.cell()
            if isinstance(value, str):
                text_cell(cell, value)
            elif value is not None:
                cell.value = value
                cell.number_format = PERCENT_FORMAT if place == _SHARE else "#,##0"
            if number % 2:
                cell.fill = PatternFill("solid", fgColor=LIGHT)
            cells.append(cell)
        sheet.row(cells)
    return first, max(sheet.rows, first)


def _bars(sheet: Any, rows: tuple[int, int]) -> Any:
    from openpyxl.chart import BarChart, Reference

    chart = BarChart()
    chart.type = "bar"
    chart.style = 10
    chart.title = str(_("Copies by set"))
    chart.legend = None
    chart.gapWidth = 40
    chart.add_data(Reference(sheet, min_col=3, min_row=rows[0], max_row=rows[1]))
    chart.set_categories(Reference(sheet, min_col=1, min_row=rows[0], max_row=rows[1]))
    chart.series[0].graphicalProperties.solidFill = BLUE
    chart.x_axis.scaling.orientation = "maxMin"
    chart.y_axis.crosses = "max"  # the numbers below, not above
    chart.x_axis.delete = chart.y_axis.delete = False
    chart.y_axis.majorGridlines = None
    chart.y_axis.numFmt = "#,##0"
    chart.width, chart.height = 17, 10.5
    return chart


def _pie(sheet: Any, rows: tuple[int, int]) -> Any:
    from openpyxl.chart import DoughnutChart, Reference
    from openpyxl.chart.marker import DataPoint

    chart = DoughnutChart()
    chart.title = str(_("Copies by rarity"))
    chart.holeSize = 55
    chart.add_data(Reference(sheet, min_col=3, min_row=rows[0], max_row=rows[1]))
    chart.set_categories(Reference(sheet, min_col=1, min_row=rows[0], max_row=rows[1]))
    for place in range(rows[1] - rows[0] + 1):
        point = DataPoint(idx=place)
        point.graphicalProperties.solidFill = _COLOURS[place % len(_COLOURS)]
        chart.series[0].dPt.append(point)
    chart.width, chart.height = 17, 8.5
    return chart


def _data_bars(sheet: Any, *blocks: tuple[int, int]) -> None:
    from openpyxl.formatting.rule import DataBarRule

    for first, last in blocks:
        rule = DataBarRule("num", 0, "num", 1, color="86BBD8")  # type: ignore[no-untyped-call]
        sheet.conditional_formatting.add(f"F{first}:F{last}", rule)
