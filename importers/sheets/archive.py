"""Zip files and the workbooks that they are: opened with limits, their parts counted as they unpack.

`zipfile` cuts a part at the size that it claims, and other programs unpack it to its end; so what
one checks is not always what the other reads. Here a part is what it claims, or refused.
"""

import io
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from copy import copy
from typing import Any

from db.language import gettext as _
from importers.errors import DeckFileError, LimitError, MalformedFileError
from importers.sheets.sheet import MAX_UNPACKED

_METHODS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
"""The two that all programs know. Of the others `zipfile` unpacks a whole part at once."""


def read_part(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> bytes:
    """The bytes of a part; raises `BadZipFile` when they are not as many as it claims."""
    open_ended = copy(part)
    open_ended.file_size = part.file_size + 1
    try:
        with archive.open(open_ended) as file:
            data = file.read(part.file_size + 1)
    except (zipfile.BadZipFile, ValueError) as error:
        # One byte past the end there is no checksum that fits: its size is what is wrong. A place
        # before the file is a wrong value to it.
        raise zipfile.BadZipFile(
            _("{shown} is not what it claims to be, {error}", shown=_shown(part), error=error)
        ) from None
    if len(data) != part.file_size:
        more = "more" if len(data) > part.file_size else "less"
        text = _(
            "{shown} unpacks to {more} than the {file_size:,} bytes that it claims",
            shown=_shown(part),
            more=more,
            file_size=part.file_size,
        )
        raise zipfile.BadZipFile(text)
    return data


def check_parts(parts: Iterable[zipfile.ZipInfo]) -> None:
    """Raises `BadZipFile` for two parts of one name, and for a packing that nobody uses.

    Of two parts of one name, programs differ in which of them they read. On some machines names
    that differ only in case are one.
    """
    seen: set[str] = set()
    for part in parts:
        name = part.filename.casefold()
        if name in seen:
            raise zipfile.BadZipFile(_("two parts are called {shown}", shown=_shown(part)))
        seen.add(name)
        if part.compress_type not in _METHODS:
            text = _(
                "{shown} is packed by method {compress_type}, expected deflate",
                shown=_shown(part),
                compress_type=part.compress_type,
            )
            raise zipfile.BadZipFile(text)


def _shown(part: zipfile.ZipInfo) -> str:
    return repr(part.filename[:100])


_MOST_PARTS = 10_000


@contextmanager
def opened_archive(data: bytes, source: str) -> Iterator[zipfile.ZipFile]:
    """The zip file, after a check that the stated sizes of its parts are within the limits."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            unpacked = sum(part.file_size for part in parts)
            if unpacked > MAX_UNPACKED or len(parts) > _MOST_PARTS:
                text = _(
                    "{unpacked:,} bytes in {count:,} parts once unpacked", unpacked=unpacked, count=len(parts)
                )
                raise LimitError(source, text, _("{max_unpacked:,} bytes", max_unpacked=MAX_UNPACKED))
            check_parts(parts)
            yield archive
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise broken(source, error) from None


@contextmanager
def as_our_errors(source: str) -> Iterator[None]:
    """The context in which errors of calamine for a damaged workbook become ours."""
    from xml.sax import SAXException

    from python_calamine import CalamineError

    try:
        yield
    except DeckFileError:
        raise
    except (CalamineError, OSError, ValueError, KeyError, SyntaxError, SAXException) as error:
        raise broken(source, error) from None
    except BaseException as error:
        if type(error).__name__ == "PanicException":  # of the Rust that calamine is written in
            raise broken(source, error) from None
        raise


def broken(source: str, error: BaseException) -> MalformedFileError:
    """The error for a workbook that its reader cannot interpret."""
    why = " ".join(str(error).split())[:120] or type(error).__name__
    if isinstance(error, ValueError) and type(error).__name__.endswith("Forbidden"):  # of defusedxml
        why = _("a document type or entity declaration, which can make a small file endless")
    message = _(
        "the workbook is damaged ({why}). Open it in a spreadsheet program, save it anew, or "
        "save the sheet as CSV",
        why=why,
    )
    return MalformedFileError(source, message)


def parse_part(archive: zipfile.ZipFile, part: str) -> Any:
    """The root element of an XML part; entities and document types are refused."""
    from defusedxml.ElementTree import fromstring

    return fromstring(read_part(archive, archive.getinfo(part)), forbid_dtd=True)


def local(tag: object) -> str:
    """The name of a tag or attribute without its namespace.

    >>> local("{urn:x}row")
    'row'
    """
    return str(tag).rpartition("}")[2]


_MARKS = frozenset(("[Content_Types].xml", "mimetype", "META-INF/manifest.xml"))
"""Parts that a workbook or a document has."""
_OFFICE = ("xl/", "word/", "content.xml")
_LOCKED = 0x1


def is_plain_zip(archive: zipfile.ZipFile) -> bool:
    """Whether a zip file is no workbook and no document of an office program."""
    names = archive.namelist()
    return _MARKS.isdisjoint(names) and not any(name.startswith(_OFFICE) for name in names)


def read_member(archive: zipfile.ZipFile, part: zipfile.ZipInfo, source: str, most: int) -> bytes:
    """The bytes of a file in a zip file, at most so many; raises an error for a locked one."""
    if part.flag_bits & _LOCKED:
        raise MalformedFileError(source, _("locked with a password; unpack the zip file first"))
    if part.file_size > most:
        raise LimitError(source, _("{file_size:,} bytes", file_size=part.file_size), f"{most:,}")
    return read_part(archive, part)
