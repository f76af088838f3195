"""The parts of zip files: counted as they are unpacked, whatever the file claims of them.

`zipfile` cuts a part at the size that it claims, and other programs unpack it to its end; so what
one checks is not always what the other reads. Here a part is what it claims, or refused.
"""

import zipfile
from collections.abc import Iterable
from copy import copy

_METHODS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
"""The two that all programs know. Of the others `zipfile` unpacks a whole part at once."""


def read_part(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> bytes:
    """The bytes of a part; raises `BadZipFile` when they are not as many as it claims."""
    open_ended = copy(part)
    open_ended.file_size = part.file_size + 1
    try:
        with archive.open(open_ended) as file:
            data = file.read(part.file_size + 1)
    except zipfile.BadZipFile as error:
        # One byte past the end there is no checksum that fits: its size is what is wrong.
        raise zipfile.BadZipFile(f"{_shown(part)} is not what it claims to be, {error}") from None
    if len(data) != part.file_size:
        more = "more" if len(data) > part.file_size else "less"
        text = f"{_shown(part)} unpacks to {more} than the {part.file_size:,} bytes that it claims"
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
            raise zipfile.BadZipFile(f"two parts are called {_shown(part)}")
        seen.add(name)
        if part.compress_type not in _METHODS:
            text = f"{_shown(part)} is packed by method {part.compress_type}, expected deflate"
            raise zipfile.BadZipFile(text)


def _shown(part: zipfile.ZipInfo) -> str:
    return repr(part.filename[:100])
