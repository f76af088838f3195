"""The files of a zip file that is no document itself, within bounds."""

import zipfile

from importers.errors import LimitError, MalformedFileError
from importers.sheets.zip_parts import read_part

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
        raise MalformedFileError(source, "locked with a password; unpack the zip file first")
    if part.file_size > most:
        raise LimitError(source, f"{part.file_size:,} bytes", f"{most:,}")
    return read_part(archive, part)
