"""The files of a source, be it a folder, a zip archive or one file: named, bounded, never outside.

Only files that may hold card data are read. Paths that are absolute, leave their folder or are
links are refused by name, and so is what is larger than any card data.
"""

import os
import re
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from db.language import gettext as _
from importers.sheets.archive import check_parts, read_part
from importers.sources.source_errors import (
    ForbiddenPathError,
    MalformedSourceError,
    SourceLimitError,
    UnreadableSourceError,
)

SUFFIXES = frozenset({".txt", ".json", ".xml", ".csv", ".tsv", ".xlsx", ".ods"})
"""The files that are read; nothing else of a folder or archive is opened."""

MAX_FILE = 60_000_000
MAX_TOTAL = 400_000_000
MAX_FILES = 50_000
"""Bytes of a file, bytes and number of all files; the largest real sources have a tenth of it."""

_DRIVE = re.compile(r"[A-Za-z]:")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class FileTree:
    """Files by their path below the source, with `/` between the parts."""

    source: str
    sizes: Mapping[str, int]
    opener: Callable[[str], bytes]

    @property
    def names(self) -> tuple[str, ...]:
        """The paths of all files that may hold card data."""
        return tuple(self.sizes)

    def read(self, name: str) -> bytes:
        """The bytes of a file."""
        if self.sizes[name] > MAX_FILE:
            raise SourceLimitError(
                self.shown(name), _("{sizes:,} bytes", sizes=self.sizes[name]), f"{MAX_FILE:,}"
            )
        return self.opener(name)

    def shown(self, name: str) -> str:
        """A file as messages call it."""
        return name if len(self.sizes) > 1 else self.source

    def find(self, name: str) -> tuple[str, ...]:
        """The files of that name in any folder, whatever the case; those higher up first.

        >>> tree = FileTree("x", {"a/b/SETS.json": 1, "sets.json": 1, "odd.json": 1}, lambda _: b"")
        >>> tree.find("sets.json")
        ('sets.json', 'a/b/SETS.json')
        """
        wanted = name.casefold()
        found = [n for n in self.sizes if PurePosixPath(n).name.casefold() == wanted]
        return tuple(sorted(found, key=lambda n: (n.count("/"), n)))


@contextmanager
def open_tree(path: Path, source: str = "", name: str = "") -> Iterator[FileTree]:
    """The files of a folder, a zip archive or a single file; readable inside of the `with`.

    `source` and `name` are what a file is called that was fetched from elsewhere.
    """
    source = source or str(path)
    try:
        if path.is_dir():
            yield _folder(path)
        elif path.exists() and not path.is_file():
            raise UnreadableSourceError(str(path), _("a device or pipe, expected a file or folder"))
        elif zipfile.is_zipfile(path) and path.suffix.lower() not in (".xlsx", ".ods"):
            with zipfile.ZipFile(path) as archive:
                yield _archive(source, archive)
        else:
            size = path.stat().st_size
            yield FileTree(source, {name or path.name: size}, lambda _unused: path.read_bytes())
    except OSError as error:
        raise UnreadableSourceError(str(path), error.strerror or str(error)) from error
    except zipfile.BadZipFile as error:
        raise MalformedSourceError(source, _("broken zip archive ({error})", error=error)) from error


def checked_path(path: str, source: str) -> str:
    """The path if it stays inside of its folder, in plain form; raises `ForbiddenPathError`.

    >>> checked_path("sets/./ANH.txt", "list")
    'sets/ANH.txt'
    """
    if not path or _CONTROL.search(path):
        raise ForbiddenPathError(source, path, _("is empty or holds control characters"))
    if "\\" in path:
        raise ForbiddenPathError(source, path, _("holds a backslash"))
    if path.startswith("/") or _DRIVE.match(path):
        raise ForbiddenPathError(source, path, _("is an absolute path"))
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if ".." in parts or not parts:
        raise ForbiddenPathError(source, path, _("leaves its folder"))
    return "/".join(parts)


def check_zip(path: str, archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """The files of an archive by checked path; raises when it is a bomb or names what it may not.

    Also for formats that are archives inside, such as workbooks.
    """
    entries = archive.infolist()
    if len(entries) > MAX_FILES:
        raise SourceLimitError(path, _("{count:,} files", count=len(entries)), f"{MAX_FILES:,}")
    total = sum(entry.file_size for entry in entries)
    if total > MAX_TOTAL:
        raise SourceLimitError(path, _("{total:,} bytes unpacked", total=total), f"{MAX_TOTAL:,}")
    check_parts(entries)
    files = {}
    for entry in entries:
        name = checked_path(entry.filename, path)
        if stat.S_ISLNK(entry.external_attr >> 16):
            raise ForbiddenPathError(path, name, _("is a link"))
        if entry.flag_bits & 1:
            raise MalformedSourceError(path, _("{name} is encrypted, expected an open archive", name=name))
        if not entry.is_dir():
            files[name] = entry
    return files


def _archive(path: str, archive: zipfile.ZipFile) -> FileTree:
    files = check_zip(path, archive)

    def read(name: str) -> bytes:
        try:
            return read_part(archive, files[name])
        except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError) as error:
            raise MalformedSourceError(
                path, _("{name} is broken ({error})", name=name, error=error)
            ) from error

    sizes = {name: info.file_size for name, info in files.items() if _may_hold_cards(name)}
    return FileTree(path, sizes, read)


def _folder(path: Path) -> FileTree:
    root = path.resolve()
    sizes: dict[str, int] = {}
    for folder, folders, names in os.walk(root):
        folders.sort()
        for name in sorted(names):
            file = Path(folder, name)
            if not _may_hold_cards(name):
                continue
            relative = file.relative_to(root).as_posix()
            if file.is_symlink() and not file.resolve().is_relative_to(root):
                raise ForbiddenPathError(str(path), relative, _("is a link that leaves its folder"))
            if file.is_file():
                sizes[relative] = file.stat().st_size
        if len(sizes) > MAX_FILES:
            raise SourceLimitError(
                str(path), _("more than {max_files:,} files", max_files=MAX_FILES), f"{MAX_FILES:,}"
            )
    return FileTree(str(path), sizes, lambda name: (root / name).read_bytes())


def _may_hold_cards(name: str) -> bool:
    return PurePosixPath(name).suffix.lower() in SUFFIXES
