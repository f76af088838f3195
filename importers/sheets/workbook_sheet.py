"""One sheet of a workbook for people: a table with filters, widths, formats, frozen header.

Rows are written as they come, so that twenty thousand of them need little memory.
"""

import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from db.language import gettext as _
from importers.sheets.sheet import Value, letters
from importers.sheets.workbook_cells import LONGEST, may_be_formula, storable, text_cell

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.cell import Cell

DARK, BLUE, LIGHT = "2F4858", "33658A", "EAF1F6"
STRIPE = "F3F6F9"
AMBER, GREEN, RED = "FCE8B2", "DDEFDC", "F6CCC8"
FONT = "Calibri"
DAY_FORMAT, PRICE_FORMAT, PERCENT_FORMAT = "yyyy-mm-dd", "#,##0.00", "0%"


@dataclass(frozen=True, slots=True)
class WorkbookColumn:
    """A column: its header, width in characters, whether hidden, and how its numbers look.

    `align` is where they stand, left, center or right; `bold` makes them stand out.
    """

    header: str
    width: int
    hidden: bool = False
    number_format: str = ""
    align: str = ""
    bold: bool = False


class WorkbookSheet:
    """A sheet that is being written, from its first row to its last."""

    def __init__(
        self,
        workbook: "Workbook",
        title: str,
        columns: Sequence[WorkbookColumn],
        freeze: str = "A2",
        colour: str = BLUE,
    ) -> None:
        from importers.sheets.workbook_rows import ColumnCell, ColumnStyle, take_ready_rows

        self.sheet: Any = workbook.create_sheet(title)
        self.columns = columns
        self.rows = 0
        self._plain: set[Value] = set()
        self.sheet.sheet_properties.tabColor = colour
        self.sheet.freeze_panes = freeze or None
        self._set_up_page()
        for place, column in enumerate(columns):
            dimension = self.sheet.column_dimensions[letters(place)]
            dimension.width = column.width
            dimension.hidden = column.hidden
        take_ready_rows(self.sheet)
        self._cells = [ColumnCell(self.sheet, place) for place in range(len(columns))]
        self._styles = [
            ColumnStyle(column.number_format, column.align, FONT if column.bold else "") for column in columns
        ]
        for cell, style in zip(self._cells, self._styles, strict=True):
            cell.set_style(style)

    def _set_up_page(self) -> None:
        """For printing: across, all columns on a page, the header on every page."""
        sheet = self.sheet
        sheet.page_setup.orientation = "landscape"
        sheet.page_setup.paperSize = sheet.PAPERSIZE_A4 if hasattr(sheet, "PAPERSIZE_A4") else 9
        sheet.page_setup.fitToWidth = 1
        sheet.page_setup.fitToHeight = 0
        sheet.sheet_properties.pageSetUpPr = _fit_to_page()
        sheet.page_margins.left = sheet.page_margins.right = 0.4
        sheet.oddFooter.center.text = str(_("&A, page &P of &N"))
        if sheet.freeze_panes:
            sheet.print_title_rows = "1:1"

    def header(self) -> None:
        """Writes the row of headers."""
        from openpyxl.styles import Alignment, Font, PatternFill

        self.sheet.row_dimensions[self.rows + 1].height = 20
        cells = []
        for column in self.columns:
            cell = text_cell(self.cell(), column.header)
            cell.font = Font(name=FONT, bold=True, color="FFFFFF")
            cell.fill = PatternFill("solid", fgColor=DARK)
            cell.alignment = Alignment(
                vertical="center", horizontal=column.align or None, indent=column.align == "right"
            )
            cells.append(cell)
        self.row(cells)

    def table(self, rows: Iterable[Sequence[Value]], name: str, *, plain: int | None = None) -> None:
        """Writes header and rows as a table with filters; an empty one has one blank row.

        `plain` is the place of the first or last column if that gets colours of its own.
        """
        first = self.rows + 1
        self.header()
        for row in rows:
            self.values(row)
        if self.rows == first:
            self.row([None] * len(self.columns))
        self._add_table(first, name)
        self._stripe(first + 1, plain)

    def values(self, values: Sequence[Value]) -> None:
        """Writes a row of values; text stays text, numbers get the format of their column."""
        from importers.sheets.workbook_rows import ReadyRow

        cells = ReadyRow([None] * len(values))
        for place, value in enumerate(values):
            if value is None:
                continue
            cell: Any = self._cells[place]
            if value.__class__ is str:
                if value in self._plain:
                    cell.hold(value, "s")
                elif may_be_formula(value):
                    cell = self.cell()
                    self._styles[place].give(cell)
                    text_cell(cell, value)
                else:
                    if value.isprintable() and len(value) <= LONGEST:
                        self._plain.add(value)
                    cell.hold(storable(value), "s")
            elif not isinstance(value, date):
                cell.hold(value, "n")
            elif self.columns[place].number_format:
                cell.hold(value, "d")
            else:
                cell = self._day(value)
            cell.column = place + 1
            cells[place] = cell
        self.sheet.append(cells)
        self.rows += 1

    def row(self, cells: Sequence[Any]) -> None:
        """Writes a row of cells."""
        self.sheet.append(list(cells))
        self.rows += 1

    def cell(self) -> "Cell":
        """A new cell of this sheet, to be given to `row`."""
        from openpyxl.cell import WriteOnlyCell

        cell: Cell = WriteOnlyCell(self.sheet)
        return cell

    def _day(self, value: date) -> "Cell":
        cell = self.cell()
        cell.number_format = DAY_FORMAT
        cell.value = value
        return cell

    def _stripe(self, first: int, plain: int | None) -> None:
        """Colours every other row, also where a program knows no table styles, and when sorted."""
        from openpyxl.formatting.rule import FormulaRule
        from openpyxl.styles import PatternFill

        fill = PatternFill(bgColor=STRIPE, fill_type="solid")
        rule = FormulaRule(formula=["MOD(ROW(),2)=1"], fill=fill)  # type: ignore[no-untyped-call]
        places = [place for place in range(len(self.columns)) if place != plain]
        area = f"{letters(places[0])}{first}:{letters(places[-1])}{self.rows}"
        self.sheet.conditional_formatting.add(area, rule)

    def _add_table(self, first: int, name: str) -> None:
        from openpyxl.worksheet.filters import AutoFilter
        from openpyxl.worksheet.table import Table, TableColumn, TableStyleInfo

        area = f"A{first}:{letters(len(self.columns) - 1)}{self.rows}"
        table = Table(displayName=name, ref=area)
        table.tableColumns = [
            TableColumn(id=place, name=storable(str(column.header)))
            for place, column in enumerate(self.columns, 1)
        ]
        table.autoFilter = AutoFilter(ref=area)
        table.tableStyleInfo = TableStyleInfo(name="TableStyleLight1", showRowStripes=False)
        with warnings.catch_warnings():
            # That the columns must be named by hand here, which is done above.
            warnings.simplefilter("ignore")
            self.sheet.add_table(table)


def _fit_to_page() -> Any:
    from openpyxl.worksheet.properties import PageSetupProperties

    return PageSetupProperties(fitToPage=True)
