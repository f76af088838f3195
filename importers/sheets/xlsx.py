"""Reads XLSX workbooks: calamine gives the stored values, a look at the XML what it leaves out.

calamine gets a workbook that was looked through and bounded before, as `xlsx_rewriting` says.
"""

import io
import posixpath
import re
import zipfile
from collections.abc import Sequence
from typing import Any

from db.language import gettext as _
from importers.errors import LimitError
from importers.sheets.archive import as_our_errors, local, opened_archive, parse_part
from importers.sheets.sheet import (
    HEAD_ROWS,
    MAX_SHEETS,
    Cell,
    Counted,
    Sheet,
    SheetFile,
    column_number,
    plain_cell,
)
from importers.sheets.xlsx_rewriting import rewritten

_ROW = re.compile(rb"<(?:\w+:)?row\b([^>]*)>")
_NUMBER = re.compile(rb'\br="(\d+)"')
_REFERENCE = re.compile(rb'\br="([A-Z]+)\d+"')
_HIDDEN = re.compile(rb'\bhidden="(?:1|true)"')
_HIDDEN_ROW = re.compile(rb"<(?:\w+:)?row\b[^>]*\bhidden=")
_FORMULA = (b"<f>", b"<f ", b"<f/", b":f>", b":f ", b":f/")
_ERROR = b't="e"'
_UNVALUED = re.compile(
    rb"(?:</(?:\w+:)?f>|<(?:\w+:)?f\b[^>]*/>)(?:<v\s*/>|<v></v>)?</(?:\w+:)?c>"
    rb'|<(?:\w+:)?c\b[^>]*\bt="e"'
)
_STYLES = "xl/styles.xml"
_SHOWS = re.compile(r"[\"€£]|\$(?!-)")
"""A text or the sign of a currency in the format of a number; `$-` begins the language of one."""
_STYLED = re.compile(rb'<(?:\w+:)?c\b[^>]*?\br="([A-Z]+)(\d+)"[^>]*?\bs="(\d+)"')
_COMMENTS = ("xl/comments", "xl/threadedComments")
_MERGED = re.compile(rb'<(?:\w+:)?mergeCell\b[^>]*ref="([A-Z]+)(\d+):[A-Z]+(\d+)"')


def read_xlsx(data: bytes, source: str) -> SheetFile:
    """The sheets of an XLSX workbook; of formulas the value that was stored with them."""
    with opened_archive(data, source) as archive, as_our_errors(source):
        parts = _parts(archive)
        if len(parts) > MAX_SHEETS:
            raise LimitError(source, _("{count:,} sheets", count=len(parts)), str(MAX_SHEETS))
        has_comments = any(name.startswith(_COMMENTS) for name in archive.namelist())
        data = rewritten(archive, parts.values(), source)
    with as_our_errors(source):
        from python_calamine import SheetVisibleEnum, load_workbook

        workbook = load_workbook(io.BytesIO(data))
        described = {s.name: s.visible == SheetVisibleEnum.Visible for s in workbook.sheets_metadata}
        names = [name for name in described if name in parts]
        heads = tuple(
            Sheet(name, rows, range(1, len(rows) + 1), described[name])
            for name in names
            for rows in [_rows(workbook, name, source, HEAD_ROWS)]
        )

    def read(place: int) -> Sheet:
        name = names[place]
        with as_our_errors(source):
            rows = _rows(workbook, name, source, None)
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                xml = archive.read(parts[name])
                formats = _formats_in(xml, archive)
            hidden, unvalued = _rows_in(xml)
        merged = _merged_in(xml)
        numbers = range(1, len(rows) + 1)
        return Sheet(
            name, rows, numbers, heads[place].visible, hidden, unvalued, merged, has_comments, formats
        )

    return SheetFile("xlsx", heads, read)


def _rows(workbook: Any, name: str, source: str, most: int | None) -> Sequence[Sequence[Cell]]:
    counted = Counted(source)
    table = workbook.get_sheet_by_name(name)
    blank: list[Any] = []
    for row in table.to_python(skip_empty_area=False, nrows=most):
        if row == blank:
            counted.add_blank(len(row))
            continue
        cells = [plain_cell(cell) for cell in row]
        counted.add(cells)
        if not counted.rows[-1]:
            blank = row
    return counted.whole()


def _parts(archive: zipfile.ZipFile) -> dict[str, str]:
    """The part of the archive in which each worksheet lies; sheets of charts have none."""
    book = "xl/workbook.xml"
    related = {
        element.get("Id"): element.get("Target", "")
        for element in parse_part(archive, "xl/_rels/workbook.xml.rels")
        if element.get("Type", "").endswith("/worksheet")
    }
    parts = {}
    for element in parse_part(archive, book).iter():
        if local(element.tag) == "sheet":
            ids = (value for key, value in element.attrib.items() if local(key) == "id")
            target = related.get(next(ids, None))
            if target:
                parts[element.get("name", "")] = posixpath.normpath(posixpath.join("/xl", target)).lstrip("/")
    return parts


def _rows_in(xml: bytes) -> tuple[frozenset[int], dict[int, set[int]]]:
    """The rows that are hidden; by row the columns of formulas that have no stored value."""
    formulas = []
    if _ERROR in xml or any(sign in xml for sign in _FORMULA):
        formulas = [(m.start(), _column_of(xml, m.end())) for m in _UNVALUED.finditer(xml)]
    if not formulas and not _HIDDEN_ROW.search(xml):
        return frozenset(), {}
    hidden: set[int] = set()
    unvalued: dict[int, set[int]] = {}
    number = 0
    place = 0
    for found in _ROW.finditer(xml):
        while place < len(formulas) and formulas[place][0] < found.start():
            unvalued.setdefault(number, set()).add(formulas[place][1])
            place += 1
        stated = _NUMBER.search(found.group(1))
        number = int(stated.group(1)) if stated else number + 1
        if _HIDDEN.search(found.group(1)):
            hidden.add(number)
    for _unused, column in formulas[place:]:
        unvalued.setdefault(number, set()).add(column)
    return frozenset(hidden), unvalued


def _column_of(xml: bytes, end: int) -> int:
    """The column, from 0, of the cell that ends or is opened before a place; -1 if it has none."""
    start = max(xml.rfind(b"<c ", 0, end), xml.rfind(b":c ", 0, end), 0)
    match = _REFERENCE.search(xml, start, end)
    return column_number(match[1].decode()) - 1 if match else -1


def _merged_in(xml: bytes) -> dict[tuple[int, int], int]:
    """The ranges that run over several rows: their first cell, and their last row."""
    merged = {}
    # They stand below the rows.
    for letters, first, last in _MERGED.findall(xml, max(xml.rfind(b"sheetData>"), 0)):
        if int(last) > int(first):
            merged[int(first), column_number(letters.decode()) - 1] = int(last)
    return merged


def _formats_in(xml: bytes, archive: zipfile.ZipFile) -> dict[tuple[int, int], str]:
    """The formats of cells that show a text beside the number, such as the sign of a currency."""
    if _STYLES not in archive.namelist():
        return {}
    own: dict[str | None, str] = {}
    styles: list[str | None] = []
    for element in parse_part(archive, _STYLES).iter():
        if local(element.tag) == "numFmt" and _SHOWS.search(element.get("formatCode", "")):
            own[element.get("numFmtId")] = element.get("formatCode", "")
        elif local(element.tag) == "cellXfs":
            styles = [style.get("numFmtId") for style in element]
    shown = {str(place).encode(): own[ident] for place, ident in enumerate(styles) if ident in own}
    return {
        (int(row), column_number(column.decode()) - 1): shown[style]
        for column, row, style in (_STYLED.findall(xml) if shown else ())
        if style in shown
    }
