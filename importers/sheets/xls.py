"""Reads Excel's older XLS workbooks, in a process of their own.

Their bytes are not looked through beforehand: a sheet may say that a cell lies anywhere, and
calamine would keep all cells up to there. A process with bounded memory may die of that, alone.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import date, datetime, time
from typing import Any

from importers.errors import LimitError, MalformedFileError
from importers.sheets.archive import broken
from importers.sheets.sheet import HEAD_ROWS, Cell, Counted, Sheet, SheetFile

_SECONDS = 60
_KINDS: dict[str, Callable[[str], Cell]] = {
    "datetime": datetime.fromisoformat,
    "date": date.fromisoformat,
    "time": time.fromisoformat,
}


def read_xls(data: bytes, source: str) -> SheetFile:
    """The sheets of a workbook as Excel wrote them before 2007."""
    command = [sys.executable, "-m", "importers.sheets.xls_process"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    try:
        ended = subprocess.run(  # noqa: S603 - this program
            command, input=data, capture_output=True, timeout=_SECONDS, check=False, env=environment
        )
    except subprocess.TimeoutExpired:
        raise MalformedFileError(source, f"not read within {_SECONDS} seconds") from None
    try:
        answer = json.loads(ended.stdout)
    except ValueError:
        message = "the workbook is damaged, or needs far more memory than any collection"
        raise MalformedFileError(source, message) from None
    if "error" in answer:
        raise broken(source, ValueError(answer["error"]))
    if "limit" in answer:
        raise LimitError(source, *answer["limit"])
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
