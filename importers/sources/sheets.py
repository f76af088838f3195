"""Tables as rows of text with their line numbers, from CSV, XLSX, ODS and JSON files."""

import csv
import io
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import PurePosixPath
from typing import Any

from importers.archives import check_zip
from importers.source_errors import MalformedSourceError
from importers.sources.json_rows import read_json_rows

_DELIMITERS = ",;\t|"
_MOST_COLUMNS = 300
_ZIP = b"PK\x03\x04"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table: its name, and its rows that hold anything, each with its line."""

    name: str
    rows: tuple[tuple[int, tuple[str, ...]], ...]


def read_sheets(data: bytes, path: str, suffix: str) -> tuple[Sheet, ...]:
    r"""The tables of a file, told by its content and suffix.

    >>> read_sheets(b"Name;Cost\nYoda (A);7\n", "mine.csv", ".csv")[0].rows[1]
    (2, ('Yoda (A)', '7'))
    """
    if data.startswith(_ZIP):
        with _checked(data, path) as archive:
            names = set(archive.namelist())
        if "xl/workbook.xml" in names:
            return tuple(_xlsx(data, path))
        if "content.xml" in names:
            return tuple(_ods(data, path))
        raise MalformedSourceError(path, "a zip archive, expected a workbook (.xlsx, .ods)")
    if suffix == ".json":
        return (_json(data, path),)
    return (_csv(data, path),)


def _checked(data: bytes, path: str) -> zipfile.ZipFile:
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        check_zip(path, archive)
    except zipfile.BadZipFile as error:
        raise MalformedSourceError(path, f"a broken workbook ({error})") from None
    return archive


def _csv(data: bytes, path: str) -> Sheet:
    text = _decoded(data)
    first = text.lstrip("\n").partition("\n")[0]
    skipped = 0
    if first.lower().startswith("sep=") and len(first.strip()) == len("sep=,"):
        delimiter = first.strip()[-1]
        text, skipped = text.partition("\n")[2], 1
    else:
        delimiter = max(_DELIMITERS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    rows: list[tuple[int, tuple[str, ...]]] = []
    start = 1 + skipped
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append((start, tuple(cells)))
            start = reader.line_num + 1 + skipped
    except csv.Error as error:
        raise MalformedSourceError(path, f"a broken table ({error})", start) from None
    return Sheet("", tuple(rows))


def _decoded(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def _json(data: bytes, path: str) -> Sheet:
    """An array of objects as a table: their keys are the columns."""
    entries = list(read_json_rows(data, path))
    columns: dict[str, None] = {}
    for line, entry in entries:
        if not isinstance(entry, dict):
            raise MalformedSourceError(path, f"found {entry!r:.40}, expected an object", line)
        columns.update(dict.fromkeys(entry))
    rows = [(1, tuple(columns))]
    rows += [(line, tuple(_as_text(entry.get(key)) for key in columns)) for line, entry in entries]
    return Sheet("", tuple(rows))


def _xlsx(data: bytes, path: str) -> Iterator[Sheet]:
    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    except (InvalidFileException, KeyError, ValueError, zipfile.BadZipFile) as error:
        raise MalformedSourceError(path, f"a broken workbook ({error})") from None
    for sheet in book.worksheets:
        rows = [
            (line, tuple(map(_as_text, cells)))
            for line, cells in enumerate(
                sheet.iter_rows(values_only=True, max_col=_MOST_COLUMNS), start=1
            )
            if any(cell not in (None, "") for cell in cells)
        ]
        yield Sheet(sheet.title, tuple(rows))
    book.close()


def _ods(data: bytes, path: str) -> Iterator[Sheet]:
    from odf.opendocument import load
    from odf.table import Table, TableRow

    _refuse_entities(data, path)
    try:
        document = load(io.BytesIO(data))
    except Exception as error:
        raise MalformedSourceError(path, f"a broken workbook ({error})") from error
    for table in document.spreadsheet.getElementsByType(Table):
        rows: list[tuple[int, tuple[str, ...]]] = []
        line = 1
        for row in table.getElementsByType(TableRow):
            cells = tuple(_ods_cells(row))
            if any(cells):
                rows.append((line, cells))
            line += int(row.getAttribute("numberrowsrepeated") or 1)
        yield Sheet(str(table.getAttribute("name") or ""), tuple(rows))


def _ods_cells(row: Any) -> Iterator[str]:
    """Yields the cells of a row as text; repeated ones as often as they count."""
    from odf import teletype
    from odf.table import CoveredTableCell, TableCell

    kinds = {TableCell(), CoveredTableCell()}
    names = {kind.qname for kind in kinds}
    given = 0
    for cell in row.childNodes:
        if getattr(cell, "qname", None) not in names:
            continue
        again = int(cell.getAttribute("numbercolumnsrepeated") or 1)
        number = cell.getAttribute("value")
        text = "\n".join(teletype.extractText(p) for p in cell.childNodes if hasattr(p, "qname"))
        value = _as_text(float(number)) if number is not None else text
        for _ in range(min(again, _MOST_COLUMNS - given)):
            given += 1
            yield value


def _refuse_entities(data: bytes, path: str) -> None:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in ("content.xml", "styles.xml", "meta.xml", "settings.xml"):
            if name in archive.namelist() and b"<!" in archive.read(name).split(b"<office:", 1)[0]:
                raise MalformedSourceError(path, f"{name} declares a document type, refused")


def _as_text(value: Any) -> str:
    """A cell as text: whole numbers without decimals, dates as they are sorted."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime | date):
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
