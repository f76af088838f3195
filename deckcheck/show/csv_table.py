"""Tables as CSV, of which no spreadsheet takes a text for a formula."""

import csv
import io
from collections.abc import Iterable, Sequence

from importers.formulas import escape_formula


def csv_table(headers: Sequence[object], rows: Iterable[Sequence[object]], *, line_end: str = "\r\n") -> str:
    """The table as CSV; nothing is written for None.

    >>> csv_table(("card", "copies"), [("=Yoda", 2)], line_end="; ")
    "card,copies; '=Yoda,2; "
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator=line_end)
    writer.writerow(headers)
    writer.writerows([_safe(cell) for cell in row] for row in rows)
    return out.getvalue()


def _safe(cell: object) -> object:
    return escape_formula(cell) if isinstance(cell, str) and len(cell) > 1 else cell
