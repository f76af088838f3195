"""Reads XLSX workbooks: openpyxl gives the stored values, a look at the XML what it leaves out."""

import io
import posixpath
import re
import warnings
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from importers.errors import DeckFileError, LimitError
from importers.sheet import HEAD_ROWS, MAX_SHEETS, Cell, Counted, Sheet, SheetFile
from importers.sheet_archive import broken, local, opened_archive, parse_part

if TYPE_CHECKING:
    from openpyxl import Workbook

_ROW = re.compile(rb"<(?:\w+:)?row\b([^>]*)>")
_NUMBER = re.compile(rb'\br="(\d+)"')
_HIDDEN = re.compile(rb'\bhidden="(?:1|true)"')
_HIDDEN_ROW = re.compile(rb"<(?:\w+:)?row\b[^>]*\bhidden=")
_FORMULA = (b"<f>", b"<f ", b"<f/", b":f>", b":f ", b":f/")
_UNVALUED = re.compile(rb"(?:</(?:\w+:)?f>|<(?:\w+:)?f\b[^>]*/>)(?:<v\s*/>|<v></v>)?</(?:\w+:)?c>")
_MERGED = re.compile(rb'<(?:\w+:)?mergeCell\b[^>]*ref="([A-Z]+)(\d+):[A-Z]+(\d+)"')
_LETTERS = 26


def read_xlsx(data: bytes, source: str) -> SheetFile:
    """The sheets of an XLSX workbook; of formulas the value that was stored with them."""
    with opened_archive(data, source) as archive, _as_our_errors(source):
        parts = _parts(archive)
    if len(parts) > MAX_SHEETS:
        raise LimitError(source, f"{len(parts):,} sheets", str(MAX_SHEETS))
    with _as_our_errors(source):
        workbook = _open(data)
        names = [name for name in workbook.sheetnames if name in parts]
        heads = tuple(
            Sheet(name, rows, range(1, len(rows) + 1), workbook[name].sheet_state == "visible")
            for name in names
            for rows in [_rows(workbook, name, source, HEAD_ROWS)]
        )

    def read(place: int) -> Sheet:
        name = names[place]
        with _as_our_errors(source):
            rows = _rows(workbook, name, source, None)
            with opened_archive(data, source) as archive:
                xml = archive.read(parts[name])
            hidden, unvalued = _rows_in(xml)
        merged = _merged_in(xml)
        numbers = range(1, len(rows) + 1)
        return Sheet(name, rows, numbers, heads[place].visible, hidden, unvalued, merged)

    return SheetFile("xlsx", heads, read)


@contextmanager
def _as_our_errors(source: str) -> Iterator[None]:
    """What openpyxl raises for a damaged workbook, which may be anything, as our error."""
    try:
        with warnings.catch_warnings():
            # About styles and extensions that we have no use for.
            warnings.simplefilter("ignore")
            yield
    except (DeckFileError, MemoryError):
        raise
    except Exception as error:  # noqa: BLE001 - openpyxl has no error class of its own
        raise broken(source, error) from None


def _open(data: bytes) -> "Workbook":
    """The workbook, of which the cells are read when they are asked for."""
    import openpyxl

    return openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)


def _rows(
    workbook: "Workbook", name: str, source: str, most: int | None
) -> Sequence[Sequence[Cell]]:
    sheet: Any = workbook[name]
    sheet.reset_dimensions()  # some programs state them wrongly
    counted = Counted(source)
    for row in sheet.iter_rows(max_row=most, values_only=True):
        counted.add(row)
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
                parts[element.get("name", "")] = posixpath.normpath(
                    posixpath.join("/xl", target)
                ).lstrip("/")
    return parts


def _rows_in(xml: bytes) -> tuple[frozenset[int], frozenset[int]]:
    """The rows that are hidden, and those with a formula that has no stored value."""
    formulas = []
    if any(sign in xml for sign in _FORMULA):
        formulas = [found.start() for found in _UNVALUED.finditer(xml)]
    if not formulas and not _HIDDEN_ROW.search(xml):
        return frozenset(), frozenset()
    hidden, unvalued = set(), set()
    number = 0
    place = 0
    for found in _ROW.finditer(xml):
        while place < len(formulas) and formulas[place] < found.start():
            unvalued.add(number)
            place += 1
        stated = _NUMBER.search(found.group(1))
        number = int(stated.group(1)) if stated else number + 1
        if _HIDDEN.search(found.group(1)):
            hidden.add(number)
    if place < len(formulas):
        unvalued.add(number)
    return frozenset(hidden), frozenset(unvalued)


def _merged_in(xml: bytes) -> dict[tuple[int, int], int]:
    """The ranges that run over several rows: their first cell, and their last row."""
    merged = {}
    # They stand below the rows.
    for letters, first, last in _MERGED.findall(xml, max(xml.rfind(b"sheetData>"), 0)):
        if int(last) > int(first):
            column = 0
            for letter in letters:
                column = column * _LETTERS + letter - ord("A") + 1
            merged[int(first), column - 1] = int(last)
    return merged
