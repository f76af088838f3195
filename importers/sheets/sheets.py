"""Opens files of sheets: recognises their kind by content, never by suffix, and reads them."""

import os
import re
from pathlib import Path

from db.language import gettext as _
from importers.errors import EncryptedFileError, LimitError, MalformedFileError, UnreadableFileError
from importers.sheets.sheet import HEAD_ROWS, MAX_BYTES, Sheet, SheetFile
from importers.sheets.text import Score, read_text_sheet
from importers.text import decode, utf_16_without_mark
from importers.waiting import tell_of_pipe

ZIP = b"PK\x03\x04"
PAGE = re.compile(
    rb"(?:[\xef\xbb\xbf \t\r\n]++|<\?xml[^>]{0,200}>|<!--.{0,500}?-->)*+"
    rb"<(?:!doctype html|html|head|body|table|meta|style|div|h[1-6]|p)\b",
    re.IGNORECASE | re.DOTALL,
)
"""The beginning of a web page."""
_OLE = b"\xd0\xcf\x11\xe0"
_LOOKED_AT, _FEW_ZEROS = 4_096, 2
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")


def read_bytes(path: Path) -> bytes:
    """The bytes of a file of sheets; raises an error for one that is too large or unreadable."""
    tell_of_pipe(path)
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            data = b"" if size > MAX_BYTES else file.read(MAX_BYTES + 1)
    except OSError as error:
        raise UnreadableFileError(str(path), error.strerror or str(error)) from None
    except ValueError as error:  # a path with a zero byte
        raise UnreadableFileError(repr(str(path)), str(error)) from None
    return checked_bytes(data, str(path), size)


def checked_bytes(data: bytes, source: str, size: int = 0) -> bytes:
    """The bytes of a file of sheets; raises `LimitError` where there are too many."""
    if max(size, len(data)) > MAX_BYTES:
        raise LimitError(source, _("{count:,} bytes", count=max(size, len(data))), f"{MAX_BYTES:,}")
    return data


def parse_sheets(data: bytes, source: str, score: Score) -> SheetFile:
    """The sheets that the bytes of a file hold; `score` judges the header of a text file."""
    if data.startswith(ZIP):
        return _read_zip(data, source)
    if data.startswith(_OLE):
        if _ENCRYPTED in data:
            raise EncryptedFileError(source)
        from importers.sheets.xls import read_xls

        return read_xls(data, source)
    start = data[:200].lstrip(b"\xef\xbb\xbf \t\r\n")
    if start[:1] in {b"[", b"{"}:
        from importers.sheets.json import read_json_sheets

        text = decode(data, source, as_written=True)
        return loaded("json", *read_json_sheets(text, source))
    if start[:1] == b"<":
        raise MalformedFileError(source, _not_markup(start))
    is_wide = data.startswith((b"\xff\xfe", b"\xfe\xff")) or utf_16_without_mark(data)
    if data[:_LOOKED_AT].count(b"\0") > _FEW_ZEROS and not is_wide:
        message = _("neither text nor a workbook; expected CSV, TSV, XLSX, ODS or JSON")
        raise MalformedFileError(source, message)
    return loaded(*read_text_sheet(data, source, score))


def _not_markup(start: bytes) -> str:
    """The problem of a file that begins with a tag; `start` is its beginning."""
    kind = _("a web page, whatever its suffix says") if PAGE.match(start) else _("XML or the like")
    return _(
        "{kind}, neither a table nor a workbook. If a spreadsheet program opens it, save it from "
        "there as XLSX or CSV.",
        kind=kind,
    )


def loaded(kind: str, *sheets: Sheet) -> SheetFile:
    """The file of sheets that are read already."""
    heads = (Sheet(one.name, one.rows[:HEAD_ROWS], one.numbers[:HEAD_ROWS]) for one in sheets)
    return SheetFile(kind, tuple(heads), lambda place: sheets[place])


def _read_zip(data: bytes, source: str) -> SheetFile:
    from importers.sheets.archive import opened_archive

    with opened_archive(data, source) as archive:
        names = set(archive.namelist())
        manifest = "META-INF/manifest.xml"
        if manifest in names and b"encryption-data" in archive.read(manifest):
            raise EncryptedFileError(source)
    if "xl/workbook.xml" in names:
        from importers.sheets.xlsx import read_xlsx

        return read_xlsx(data, source)
    if "content.xml" in names:
        from importers.sheets.ods import read_ods

        return read_ods(data, source)
    message = _("a zip file, but no workbook; unpack it first, expected CSV, TSV, XLSX, ODS or JSON")
    raise MalformedFileError(source, message)
