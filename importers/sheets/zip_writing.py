"""Zip files as workbooks are, the same for the same content whatever the clock of the computer says."""

import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from openpyxl import Workbook

_FIRST = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip file can hold: nobody looks at that of a part."""


class ZipWriter(zipfile.ZipFile):
    """A zip file to write, in which all parts have the same date.

    >>> from io import BytesIO
    >>> with ZipWriter(BytesIO()) as archive:
    ...     archive.writestr("a.txt", "text")
    ...     archive.namelist()
    ['a.txt']
    """

    def __init__(self, file: Path | IO[bytes]) -> None:
        super().__init__(file, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False)

    def writestr(self, zinfo_or_arcname: zipfile.ZipInfo | str, *data: Any, **options: Any) -> None:
        """Writes a part from its whole content."""
        super().writestr(self._dated(zinfo_or_arcname), *data, **options)

    def open(
        self,
        name: zipfile.ZipInfo | str,
        mode: Literal["r", "w"] = "r",
        pwd: bytes | None = None,
        *,
        force_zip64: bool = False,
    ) -> IO[bytes]:
        """Opens a part, to write it piece by piece."""
        part = self._dated(name) if mode == "w" else name
        return super().open(part, mode, pwd, force_zip64=force_zip64)

    def _dated(self, name: zipfile.ZipInfo | str) -> zipfile.ZipInfo:
        if isinstance(name, zipfile.ZipInfo):
            return name
        info = zipfile.ZipInfo(name, _FIRST)
        info.compress_type = self.compression
        return info


def save_workbook(book: "Workbook", file: Path | IO[bytes]) -> None:
    """Writes a workbook, as its own `save` does, with any clock."""
    from openpyxl.writer.excel import ExcelWriter

    book.properties.modified = datetime.now(tz=UTC).replace(tzinfo=None)
    ExcelWriter(book, ZipWriter(file)).save()
