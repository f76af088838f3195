"""The zip files that workbooks are: opened with limits, their parts read as plain XML."""

import io
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from importers.errors import DeckFileError, LimitError, MalformedFileError
from importers.sheets.sheet import MAX_UNPACKED
from importers.sheets.zip_parts import check_parts, read_part

_MOST_PARTS = 10_000


@contextmanager
def opened_archive(data: bytes, source: str) -> Iterator[zipfile.ZipFile]:
    """The zip file, after a check that the stated sizes of its parts are within the limits."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            unpacked = sum(part.file_size for part in parts)
            if unpacked > MAX_UNPACKED or len(parts) > _MOST_PARTS:
                text = f"{unpacked:,} bytes in {len(parts):,} parts once unpacked"
                raise LimitError(source, text, f"{MAX_UNPACKED:,} bytes")
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
        why = "a document type or entity declaration, which can make a small file endless"
    message = (
        f"the workbook is damaged ({why}). Open it in a spreadsheet program, save it anew, "
        "or save the sheet as CSV"
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
