"""Reads Excel's older XLS workbooks, in a process of their own; nothing looks through them before."""

from collections.abc import Callable
from datetime import date, datetime, time
from typing import Any

from db.language import gettext as _
from importers.processes import read_apart
from importers.sheets.archive import broken
from importers.sheets.sheet import HEAD_ROWS, Cell, Counted, Sheet, SheetFile

_KINDS: dict[str, Callable[[str], Cell]] = {
    "datetime": datetime.fromisoformat,
    "date": date.fromisoformat,
    "time": time.fromisoformat,
}


def read_xls(data: bytes, source: str) -> SheetFile:
    """The sheets of a workbook as Excel wrote them before 2007."""
    damaged = _("the workbook is damaged, or needs far more memory than any collection")
    answer = read_apart("importers.sheets.xls_process", data, source, damaged)
    if "error" in answer:
        raise broken(source, ValueError(answer["error"]))
    sheets = [_sheet(found, source) for found in answer["sheets"]]
    heads = tuple(Sheet(s.name, s.rows[:HEAD_ROWS], s.numbers[:HEAD_ROWS], s.visible) for s in sheets)
    return SheetFile("xls", heads, lambda place: sheets[place])


def _sheet(value: Any, source: str) -> Sheet:
    counted = Counted(source)
    for row in value["rows"]:
        counted.add([_cell(cell) for cell in row])
    rows = counted.whole()
    return Sheet(value["name"], rows, range(1, len(rows) + 1), value["visible"])


def _cell(cell: Any) -> Cell:
    """A cell as `xls_process` writes it: days and times as the name of their kind and ISO text."""
    if not isinstance(cell, list):
        return cell  # type: ignore[no-any-return]
    kind, text = cell
    return _KINDS[kind](text)
