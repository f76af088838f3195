"""The hostile files by class, for the table in docs/security.md and the test that reads them all."""

import gzip
import io
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tests.hostile import workbooks as w

DECK, COLLECTION, SOURCE = "deck", "collection", "source"


@dataclass(frozen=True)
class Case:
    """A hostile file: its suffix, what builds it, who reads it, and a word of what must be said.

    Where `says` is empty the file is read, and holds cards.
    """

    name: str
    suffix: str
    build: Callable[[], bytes]
    says: str = ""
    readers: tuple[str, ...] = (DECK, COLLECTION)


def _far(name: str, attributes: str, says: str = "cells, at most") -> Case:
    return Case(name, ".xlsx", lambda: w.far_cell(attributes), says)


def _rows(name: str, rows: str, says: str = "", before: str = "") -> Case:
    return Case(name, ".xlsx", lambda: w.xlsx(w.sheet(rows, before)), says)


def _zipped(*parts: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    import warnings

    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of two parts of one name
        for name, data in parts:
            archive.writestr(name, data)
    return out.getvalue()


_DEEP = b'{"cards": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
_DIGITS = b"9" * 5_000
_DTD = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
_ROW = '<row r="3"><c r="A3"><v>1</v></c></row>'
_BOTH = ("name,count\n" + "Yoda (A),4\n").encode()

CLASSES: Mapping[str, tuple[Case, ...]] = {
    "cells that say they lie far away": (
        _far("capital letters", 'r="XFD1048576"'),
        _far("small letters", 'r="xfd1048576"'),
        _far("another attribute first", 't="n" r="XFD1048576"'),
        _far("a third of the columns", 'r="gr1048576"'),
        _far("single quotes and blanks", "r = 'XFD1048576'"),
        _far("a sign in quotes before it", 'x="&gt;/>" r="XFD1048576"'),
        _far("more letters than there are columns", 'r="ZZZZZZZ99999999999"', "damaged"),
        _far("column after the last", 'r="ZZZ5"', "18,278 columns"),
        _far("row none", 'r="A0"', "damaged"),
        _rows("a row far down", '<row r="1048576"><c><v>1</v></c></row>', "at most"),
        _rows("a row past all numbers", '<row r="4294967295"><c><v>1</v></c></row>', "damaged"),
        _rows(
            "a cell in a comment that ends",
            '<!-- > --><row r="9"><c r="xfd1048576"><v>1</v></c></row>',
            "cells, at most",
        ),
        _rows("a size turned round", "", before='<dimension ref="XFD1048576:A1"/>'),
        Case(
            "another encoding",
            ".xlsx",
            lambda: w.xlsx(w.sheet('<row r="9"><c r="XFD1048576"><v>1</v></c></row>').encode("utf-16")),
            "cells, at most",
        ),
        Case("XLS, farthest corner", ".xls", lambda: w.xls(65_535, 65_535), "memory", (COLLECTION,)),
        Case("XLS, last column", ".xls", lambda: w.xls(65_535, 255), "memory", (COLLECTION,)),
    ),
    "counts that say far more than there is": (
        Case("blanks", ".ods", lambda: w.ods_text('<text:s text:c="1000000000"/>'), "characters in cells"),
        Case(
            "blanks past all numbers",
            ".ods",
            lambda: w.ods_text(f'<text:s text:c="{"9" * 5_000}"/>'),
            "damaged",
        ),
        Case(
            "columns",
            ".ods",
            lambda: w.ods_text("a", 'table:number-columns-repeated="1000000000"'),
            "cells, at most",
        ),
        Case(
            "rows",
            ".ods",
            lambda: w.ods_text("a", "", 'table:number-rows-repeated="1000000000"'),
            "cells, at most",
        ),
        Case(
            "a long text in many cells",
            ".ods",
            lambda: w.ods_text(
                "a" * 30_000, 'table:number-columns-repeated="100"', 'table:number-rows-repeated="1000"'
            ),
            "characters in cells",
        ),
        Case(
            "hidden rows",
            ".ods",
            lambda: w.ods(
                '<table:table-row table:visibility="collapse" table:number-rows-repeated="200000">'
                "<table:table-cell/></table:table-row>" * 500
            ),
            "cells, at most",
        ),
        Case(
            "rows of formulas without values",
            ".ods",
            lambda: w.ods(
                '<table:table-row table:number-rows-repeated="200000">'
                '<table:table-cell table:formula="of:=1"/></table:table-row>' * 500
            ),
            "cells, at most",
        ),
        Case(
            "a table in a table",
            ".ods",
            lambda: w.ods(
                "<table:table-row><table:table-cell><table:table/></table:table-cell></table:table-row>"
            ),
            "damaged",
        ),
        Case(
            "one long text shared by many cells",
            ".xlsx",
            lambda: w.shared_texts("a" * 1_000_000, 5_000),
            "characters in cells",
        ),
        Case(
            "a text shared by many cells, hidden by comments",
            ".xlsx",
            lambda: w.shared_texts("<!--<si>-->".join(["a" * 100_000] * 10), 5_000),
            "characters in cells",
        ),
    ),
    "sizes that lie, and odd archives": (
        Case("1.2 GB that claim 1,000 bytes", ".xlsx", lambda: w.lying(1_200_000_000, 1_000), "claims"),
        Case("packed by LZMA", ".xlsx", lambda: w.xlsx(w.sheet(_ROW), method=zipfile.ZIP_LZMA), "method 14"),
        Case(
            "packed by bzip2", ".xlsx", lambda: w.xlsx(w.sheet(_ROW), method=zipfile.ZIP_BZIP2), "method 12"
        ),
        Case(
            "two parts of one name",
            ".xlsx",
            lambda: _zipped(("xl/workbook.xml", b"<a/>"), ("xl/workbook.xml", b"<b/>")),
            "two parts are called",
        ),
        Case(
            "two parts that differ in case",
            ".xlsx",
            lambda: _zipped(("xl/workbook.xml", b"<a/>"), ("XL/Workbook.xml", b"<b/>")),
            "two parts are called",
        ),
        Case(
            "a source packed by LZMA",
            ".zip",
            lambda: _zipped(("sets/A.txt", b"\0" * 5_000_000), method=zipfile.ZIP_LZMA),
            "method 14",
            (SOURCE,),
        ),
        Case(
            "a source with two files of one name",
            ".zip",
            lambda: _zipped(("sets/A.txt", b"1"), ("sets/A.txt", b"2")),
            "two parts are called",
            (SOURCE,),
        ),
        Case(
            "a source that leaves its folder",
            ".zip",
            lambda: _zipped(("../A.txt", b"1")),
            "leaves its folder",
            (SOURCE,),
        ),
        Case(
            "a source that is zipped twice",
            ".zip",
            lambda: _zipped(("sets.zip", _zipped(("a.txt", b"1")))),
            "no files in it",
            (SOURCE,),
        ),
        Case(
            "a source in gzip",
            ".json",
            lambda: gzip.compress(b"[]" * 1_000_000),
            "recognised by no card source",
            (SOURCE,),
        ),
    ),
    "XML and JSON that grow or nest": (
        Case("entities in a sheet", ".xlsx", lambda: w.xlsx(_DTD + w.sheet(_ROW)), "document type"),
        Case(
            "entities in a deck",
            ".dek",
            f"{_DTD}<deck version='0.8'><superzone name='Deck'/></deck>".encode,
            "document type",
            (DECK,),
        ),
        Case("JSON nested 100,000 deep", ".json", lambda: _DEEP, "deep"),
        Case(
            "a number of 5,000 digits",
            ".json",
            lambda: b'{"cards": [{"name": "Yoda (A)", "count": ' + _DIGITS + b"}]}",
            "digits",
            (COLLECTION,),
        ),
        Case(
            "a number of 5,000 digits alone",
            ".json",
            lambda: _DIGITS,
            "recognised by no card source",
            (SOURCE,),
        ),
    ),
}
