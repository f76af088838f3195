"""The process in which an XLS workbook is read: from standard input, as JSON to standard output."""

import io
from datetime import date, datetime, time
from typing import Any

from db.language import gettext as _
from importers.processes import answer
from importers.sheets.sheet import MAX_CELLS, MAX_SHEETS, plain_cell


def _answer(data: bytes) -> dict[str, Any]:
    from python_calamine import CalamineError, SheetTypeEnum, SheetVisibleEnum, load_workbook

    try:
        workbook = load_workbook(io.BytesIO(data))
        described = [s for s in workbook.sheets_metadata if s.typ == SheetTypeEnum.WorkSheet]
        if len(described) > MAX_SHEETS:
            return {"limit": [_("{count:,} sheets", count=len(described)), str(MAX_SHEETS)]}
        sheets = []
        cells = 0
        for sheet in described:
            table = workbook.get_sheet_by_name(sheet.name)
            cells += table.total_height * table.total_width
            if cells > MAX_CELLS:
                return {"limit": [_("{cells:,} cells", cells=cells), f"{MAX_CELLS:,}"]}
            rows = [list(map(_cell, row)) for row in table.to_python(skip_empty_area=False)]
            visible = sheet.visible == SheetVisibleEnum.Visible
            sheets.append({"name": sheet.name, "visible": visible, "rows": rows})
    except (CalamineError, OSError, ValueError) as error:
        return {"error": str(error)}
    return {"sheets": sheets}


def _cell(cell: Any) -> Any:
    """The cell as JSON can hold it."""
    plain = plain_cell(cell)
    if isinstance(plain, (datetime, date, time)):
        return [type(plain).__name__, plain.isoformat()]
    return plain


if __name__ == "__main__":
    answer(_answer)
