"""Workbooks as their reader gets them: only the parts that it needs, with plain references.

calamine keeps all cells of the rectangle that holds the filled ones, so that one cell that says it
lies far away can cost any amount of memory, and end the program. What it is given was looked
through here: sheets as nearly all programs write them pass as they are, all others are written
anew from what an XML parser reads in them, and in both the cells are counted.
"""

import io
import re
import zipfile
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import pairwise
from typing import Any
from xml.sax.handler import ContentHandler
from xml.sax.saxutils import escape, quoteattr

from db.language import filled, gettext as _
from importers.errors import LimitError
from importers.sheets.archive import read_part
from importers.sheets.sheet import MAX_CELLS, MAX_TEXT, column_number, letters

_NEEDED = (
    "[Content_Types].xml",
    "_rels/.rels",
    "xl/workbook.xml",
    "xl/_rels/workbook.xml.rels",
    "xl/sharedStrings.xml",
    "xl/styles.xml",
)
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_TEXTS = "xl/sharedStrings.xml"
_ROWS, _COLUMNS = 1_048_576, 16_384

_ATTRIBUTE = rb'(?: [\w:.-]+="[^"<>]*")*\s?'
_DECLARED = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^<>]*\?>)?\s*<[A-Za-z]")
_ENCODED = re.compile(rb"<\?xml[^<>]*encoding\s*=\s*[\"'](?!utf-?8[\"'])", re.IGNORECASE)
_AFTER = (b" ", b">", b"/", b"\t", b"\n", b"\r")
_CELL = re.compile(rb'<(?:\w+:)?c r="([A-Z]{1,3})([1-9]\d{0,6})"' + _ATTRIBUTE + rb"(/?)>")
_ROW = re.compile(rb'<(?:\w+:)?row r="[1-9]\d{0,6}"' + _ATTRIBUTE + rb"/?>")
_SIZE = re.compile(rb'<(?:\w+:)?dimension ref="[A-Z]{1,3}\d{1,7}(?::[A-Z]{1,3}\d{1,7})?"\s?/>')
_SHARED = re.compile(rb't="s"' + _ATTRIBUTE + rb"><v>(\d{1,9})</v>")
_TEXT = re.compile(rb"<(?:[^\s<>/:]+:)?si[\s/>]")
_REFERENCE = re.compile(r"([A-Za-z]{1,3})(\d{1,7})")


def rewritten(archive: zipfile.ZipFile, sheets: Iterable[str], source: str) -> bytes:
    """The workbook of an archive with the parts of these `sheets` looked through, not packed.

    Raises `LimitError` where its cells or their texts are too many.
    """
    parts = {part.filename: part for part in archive.infolist()}
    texts = read_part(archive, parts[_TEXTS]) if _TEXTS in parts else b""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as plain:
        for name in _NEEDED:
            if name in parts:
                plain.writestr(name, read_part(archive, parts[name]) if name != _TEXTS else texts)
        sums = _XlsxSums(source, texts)
        for name in dict.fromkeys(sheets):
            if name in parts and name not in _NEEDED:
                plain.writestr(name, sums.plain_sheet(read_part(archive, parts[name])))
    return out.getvalue()


class _Lengths:
    """How long the texts are that cells share: at most, and each where that is not enough."""

    def __init__(self, xml: bytes) -> None:
        self._xml = xml
        # A comment might hold what looks like the beginning of a text.
        texts = [] if b"<!" in xml else [found.start() for found in _TEXT.finditer(xml)]
        self.longest = max(end - start for start, end in pairwise([0, *texts, len(xml)]))

    @cached_property
    def each(self) -> list[int]:
        """The length of each text."""
        from defusedxml.ElementTree import iterparse

        lengths = []
        for _unused, element in iterparse(io.BytesIO(self._xml), ("end",), forbid_dtd=True):
            if str(element.tag).rpartition("}")[2] == "si":
                lengths.append(sum(map(len, element.itertext())))
                element.clear()
        return lengths


class _XlsxSums:
    """The cells of all sheets of a workbook, counted as each is looked through."""

    def __init__(self, source: str, texts: bytes) -> None:
        self._source = source
        self._lengths = _Lengths(texts)
        self._cells = self._characters = 0

    def plain_sheet(self, xml: bytes) -> bytes:
        """The XML of a sheet in which cells say in one way only where they are."""
        cells = _CELL.findall(xml)
        if not _is_plain(xml, len(cells)):
            xml = _written_anew(xml, self._source)
            cells = _CELL.findall(xml)
        filled = [(column, number) for column, number, empty in cells if not empty]
        lowest = max(map(int, {number for _, number in filled}), default=0)
        rightmost = max((column_number(one.decode()) for one in {one for one, _ in filled}), default=0)
        self._cells += lowest * rightmost
        _refuse_more_than(MAX_CELLS, self._cells, _("{number:,} cells"), self._source)
        self._characters += self._repeated(xml, len(filled))
        _refuse_more_than(MAX_TEXT, self._characters, _("{number:,} characters in cells"), self._source)
        return xml

    def _repeated(self, xml: bytes, filled: int) -> int:
        """How many characters the cells hold that share their texts; roughly where they are few."""
        most = filled * self._lengths.longest
        if self._characters + most <= MAX_TEXT:
            return most
        each = self._lengths.each
        shared = map(int, _SHARED.findall(_written_anew(xml, self._source)))
        return sum(each[place] for place in shared if place < len(each))


def _is_plain(xml: bytes, cells: int) -> bool:
    """Whether every cell and row is written so that all programs read the same place in it.

    `cells` is the number of cells that are written so.
    """
    return (
        _DECLARED.match(xml) is not None
        and not _ENCODED.search(xml, 0, 200)
        and b"<!" not in xml
        and _count_tags(xml, b"c") == cells
        and _count_tags(xml, b"row") == len(_ROW.findall(xml))
        and xml.count(b"dimension") == len(_SIZE.findall(xml))
    )


def _count_tags(xml: bytes, name: bytes) -> int:
    """How many tags of a name there are at most, whatever stands before and after the name."""
    return sum(xml.count(before + name + after) for before in (b"<", b":") for after in _AFTER)


def _refuse_more_than(limit: int, number: int, what: str, source: str) -> None:
    if number > limit:
        raise LimitError(source, filled(what, {"number": number}), f"{limit:,}")


def _written_anew(xml: bytes, source: str) -> bytes:
    from defusedxml.sax import parseString

    sheet = _PlainSheet(source)
    parseString(xml, sheet, forbid_dtd=True)
    return "".join(sheet.written).encode()


_KEPT: Mapping[str, tuple[str, ...]] = {
    "worksheet": (),
    "sheetData": (),
    "row": ("hidden",),
    "c": ("t", "s"),
    "f": ("t", "ref", "si"),
    "v": (),
    "is": (),
    "r": (),
    "t": ("xml:space",),
    "mergeCells": (),
    "mergeCell": ("ref",),
}
"""The elements of a sheet that are read, with their attributes."""


class _PlainSheet(ContentHandler):
    """Writes a sheet anew while it is parsed: rows, cells and values, each cell with its place."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.written: list[str] = []
        self._source = source
        self._row = self._column = self._left_out = 0
        self._is_open = False

    def startElement(self, name: str, attrs: Any) -> None:
        """Writes a tag, or leaves it out with all that is in it."""
        tag = name.rpartition(":")[2]
        if self._left_out or tag not in _KEPT:
            self._left_out += 1
            return
        stated = dict(attrs.items())
        written = {key: stated[key] for key in _KEPT[tag] if key in stated}
        if tag == "row":
            self._row, self._column = self._number(stated.get("r"), self._row), 0
            written = {"r": str(self._row), **written}
        elif tag == "c":
            written = {"r": self._place(stated.get("r")), **written}
        elif tag == "worksheet":
            written = {"xmlns": _MAIN}
        self._close_tag()
        self.written.append(f"<{tag}{''.join(f' {k}={_quoted(v)}' for k, v in written.items())}")
        self._is_open = True

    def endElement(self, name: str) -> None:
        """Writes the end of a tag; one of nothing ends where it begins."""
        if self._left_out:
            self._left_out -= 1
        elif self._is_open:
            self.written.append("/>")
            self._is_open = False
        else:
            self.written.append(f"</{name.rpartition(':')[2]}>")

    def characters(self, content: str) -> None:
        """Writes a text."""
        if not self._left_out:
            self._close_tag()
            self.written.append(escape(content))

    def _close_tag(self) -> None:
        if self._is_open:
            self.written.append(">")
            self._is_open = False

    def _number(self, stated: str | None, before: int) -> int:
        if stated is None:
            return before + 1
        if not (stated.isascii() and stated.isdecimal() and 1 <= len(stated) <= len(str(_ROWS))):
            raise ValueError(_("a row with the number {stated!r}", stated=stated[:20]))
        number = int(stated)
        if not 1 <= number <= _ROWS:
            raise LimitError(self._source, _("a row with the number {number:,}", number=number), f"{_ROWS:,}")
        return number

    def _place(self, stated: str | None) -> str:
        """The reference of a cell; one without any follows the one before it."""
        if stated is None:
            self._column += 1
            row = self._row
        else:
            match = _REFERENCE.fullmatch(stated)
            if match is None or not match[1].isascii():
                raise ValueError(_("a cell with the reference {stated!r}", stated=stated[:20]))
            self._column = column_number(match[1].upper())
            row = self._number(match[2].lstrip("0"), 0)
        if self._column > _COLUMNS:
            raise LimitError(self._source, _("{column:,} columns", column=self._column), f"{_COLUMNS:,}")
        return f"{letters(self._column - 1)}{row}"


def _quoted(value: str) -> str:
    """The attribute in double quotes, without angle brackets."""
    return quoteattr(value, {'"': "&quot;"})
