"""Tables as rows of text with their line numbers, from CSV, XLSX, ODS and JSON files."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import PurePosixPath
from typing import Any

from db.language import gettext as _
from importers.errors import DeckFileError
from importers.sheets.sheets import parse_sheets
from importers.sheets.text import Score
from importers.sources.json_rows import read_json_rows
from importers.sources.source_errors import MalformedSourceError, SourceTableError

_MOST_COLUMNS = 300


@dataclass(frozen=True, slots=True)
class SourceSheet:
    """A table: its name, and its rows that hold anything, each with its line."""

    name: str
    rows: tuple[tuple[int, tuple[str, ...]], ...]


def read_sheets(data: bytes, path: str, suffix: str, score: Score) -> tuple[SourceSheet, ...]:
    r"""The tables of a file, recognised by content and suffix; `score` rates a header of text.

    >>> data = b"Name;Cost\nYoda (A);7\n"
    >>> read_sheets(data, "mine.csv", ".csv", lambda rows: len(rows[0]))[0].rows[1]
    (2, ('Yoda (A)', '7'))
    """
    if suffix == ".json":
        return (_json(data, path),)
    try:
        file = parse_sheets(data, path, score)
        read = [file.read(place) for place in range(len(file.heads))]
    except DeckFileError as error:
        raise SourceTableError(error) from None
    return tuple(
        SourceSheet(
            sheet.name,
            tuple(
                (line, tuple(map(_as_text, cells[:_MOST_COLUMNS])))
                for line, cells in zip(sheet.numbers, sheet.rows, strict=True)
                if any(cell is not None and str(cell).strip() for cell in cells)
            ),
        )
        for sheet in read
    )


def _json(data: bytes, path: str) -> SourceSheet:
    """An array of objects as a table: their keys are the columns."""
    entries = list(read_json_rows(data, path))
    columns: dict[str, None] = {}
    for line, entry in entries:
        if not isinstance(entry, dict):
            raise MalformedSourceError(path, _("found {entry!r:.40}, expected an object", entry=entry), line)
        columns.update(dict.fromkeys(entry))
    rows = [(1, tuple(columns))]
    rows += [(line, tuple(_as_text(entry.get(key)) for key in columns)) for line, entry in entries]
    return SourceSheet("", tuple(rows))


def _as_text(value: Any) -> str:
    """A cell as text: whole numbers without decimals, dates as they are sorted."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(_as_text, value))
    return str(value)


def suffix_of(name: str) -> str:
    """The suffix of a file in lower case.

    >>> suffix_of("Mine.XLSX")
    '.xlsx'
    """
    return PurePosixPath(name).suffix.lower()
