"""Decks in zip files: one is named like a file in a folder, `decks.zip/luke.dek`."""

import zipfile
from pathlib import Path, PurePosixPath

from db.language import gettext as _
from db.paths import suffix_of
from importers.decks.deck_format import MAX_BYTES, FileWithin
from importers.errors import LimitError, NoListError, SeveralDecksError, UnreadableFileError
from importers.sheets.archive import is_plain_zip, opened_archive, read_member

SUFFIX = ".zip"
MAX_DECKS = 2_000
_MOST_UNPACKED = 64_000_000


def find_zip(path: str) -> tuple[str, str] | None:
    """The zip file and the name in it of a path that leads through one; None for other paths.

    >>> find_zip("no-such-folder/luke.dek")
    """
    whole = Path(path)
    for parent in whole.parents:
        if parent.suffix.lower() == SUFFIX and parent.is_file():
            return str(parent), whole.relative_to(parent).as_posix()
    return None


def is_in_zip(path: str) -> bool:
    """Whether a path leads to a file in a zip file."""
    try:
        return find_zip(path) is not None
    except (OSError, ValueError):  # too long for a path, or with a zero byte
        return False


def deck_suffixes() -> frozenset[str]:
    """The suffixes of files that may be decks, those of zip files left out."""
    from importers.decks.deck_workbook import SUFFIXES as WORKBOOKS
    from importers.decks.document_deck import SUFFIXES as DOCUMENTS
    from importers.decks.readers import READERS

    texts = (suffix for reader in READERS for suffix in reader.suffixes)
    return frozenset((*texts, *WORKBOOKS, *DOCUMENTS))


def split_members(path: str, data: bytes) -> tuple[list[str], list[str]] | None:
    """The names of the decks in a zip file, and those of its other files; None for no zip file.

    Raises a `DeckFileError` for a damaged one, and one that holds or unpacks to too much.
    """
    with opened_archive(data, path) as archive:
        if not is_plain_zip(archive):
            return None
        parts = [part for part in archive.infolist() if not part.is_dir()]
        decks = [part for part in parts if _may_be_deck(part.filename)]
        unpacked = sum(part.file_size for part in decks)
        if len(decks) > MAX_DECKS or unpacked > _MOST_UNPACKED:
            found = _(
                "{count:,} decks of {unpacked:,} bytes once unpacked", count=len(decks), unpacked=unpacked
            )
            raise LimitError(
                path,
                found,
                _(
                    "{max_decks:,} decks of {most_unpacked:,} bytes",
                    max_decks=MAX_DECKS,
                    most_unpacked=_MOST_UNPACKED,
                ),
            )
        names = sorted(part.filename for part in decks)
        return names, sorted(part.filename for part in parts if part not in decks)


def _may_be_deck(name: str) -> bool:
    parts = PurePosixPath(name).parts
    shown = not any(part.startswith((".", "~$", "__MACOSX")) for part in parts)
    plain = not name.startswith("/") and "\\" not in name
    return shown and plain and suffix_of(name) in deck_suffixes()


def read_zipped(data: bytes, path: str, name: str) -> bytes:
    """The bytes of a file in a zip file; raises `UnreadableFileError` where it is not there."""
    with opened_archive(data, path) as archive:
        if name not in archive.namelist():
            raise UnreadableFileError(f"{path}/{name}", _("No such file in the zip file"))
        return read_member(archive, archive.getinfo(name), f"{path}/{name}", MAX_BYTES)


def only_deck(archive: zipfile.ZipFile, data: bytes, source: str) -> FileWithin:
    """The deck of a zip file that holds just one; raises an error for none and for several."""
    names, _unused = split_members(source, data) or ([], [])
    if not names:
        message = _("a zip file without a deck; its files have no suffix of a deck")
        raise NoListError(source, message)
    if len(names) > 1:
        raise SeveralDecksError(source, [f"{source}/{name}" for name in names])
    inner = f"{source}/{names[0]}"
    return FileWithin(read_member(archive, archive.getinfo(names[0]), inner, MAX_BYTES), inner)
