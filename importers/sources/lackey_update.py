"""LackeyCCG's update list: which files a plugin has, where they are, and their checksums."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from db.language import gettext as _
from importers.sources.archives import FileTree, checked_path
from importers.sources.fetching import Fetcher, check_address
from importers.sources.lackey import FORMATS_FILE, LIST_FILE, included_files
from importers.sources.source_errors import ChecksumError, MalformedSourceError, TooLargeError, WebPageError

IMAGES = "CardImageURLs:"
MAX_SET = 5_000_000
"""Bytes of one set file; the largest real one has a twentieth of it."""

_HEAD = re.compile(r"[^\t<>]{1,60}\t\d{1,2}-\d{1,2}-\d{2,4}\s*")
_CHECKSUM = re.compile(r"-?\d{1,9}")
_MODULUS = 100_000_000
_BLOCK = 500_000
_LOW = bytes(range(128))
_ROOT = re.compile(r"plugins/[^/]+/")


@dataclass(frozen=True, slots=True)
class ListedFile:
    """A file of the list; `checksum` None for pictures, which have none."""

    path: str
    url: str
    line: int
    checksum: int | None = None


@dataclass(frozen=True, slots=True)
class UpdateList:
    """An update list: the day that it states, files by their path in the plugin, pictures."""

    plugin: str
    day: str
    files: Mapping[str, ListedFile]
    images: tuple[ListedFile, ...] = ()


@dataclass(frozen=True, slots=True)
class FetchedPlugin:
    """The card data of a plugin as fetched: its files, and those that are not as listed."""

    tree: FileTree
    wrong: tuple[ChecksumError, ...] = ()


def parse_update_list(data: bytes, source: str) -> UpdateList:
    r"""The files that an update list names; raises when it is none, or names what it may not.

    >>> found = parse_update_list(b"starwars\t01-02-26\nplugins/starwars/sets/A.txt\thttp://x/A\t5\n", "l")
    >>> found.day, found.files["sets/A.txt"].checksum
    ('01-02-26', 5)
    """
    rows = [line.rstrip("\r") for line in data.decode("cp1252", errors="replace").split("\n")]
    if not _HEAD.fullmatch(rows[0]):
        found = repr(rows[0][:40])
        message = _("found {found}, expected an update list that begins with a plugin and a day", found=found)
        raise MalformedSourceError(source, message, 1)
    plugin, day = rows[0].split("\t")
    files: dict[str, ListedFile] = {}
    images: list[ListedFile] = []
    in_images = False
    for line, row in enumerate(rows[1:], start=2):
        if row.strip() == IMAGES:
            in_images = True
        elif row.strip() and in_images:
            images.append(_image(row, line, source))
        elif row.strip():
            listed = _file(row, line, source)
            files[listed.path] = listed
    return UpdateList(plugin, day.strip(), files, tuple(images))


def fetch_wanted(fetcher: Fetcher, listed: UpdateList, address: str) -> FetchedPlugin:
    """The card data that a list names, each file checked; files already here are not fetched.

    Only the sets that the plugin itself loads, and its formats; no decks, no pictures.
    """
    by_case = {path.casefold(): file for path, file in listed.files.items()}
    names = by_case.get(LIST_FILE.casefold())
    if names is None:
        raise MalformedSourceError(
            address, _("names no {list_file}, by which the sets are known", list_file=LIST_FILE)
        )
    paths: dict[str, Path] = {}
    wrong: list[ChecksumError] = []
    _take(fetcher, names, address, paths, wrong)
    if wrong:
        raise wrong[0]
    included = included_files(paths[names.path].read_bytes(), address)
    wanted = [by_case.get(f"sets/{name}".casefold()) for name in included]
    for file in (*wanted, by_case.get(FORMATS_FILE)):
        if file is not None:
            _take(fetcher, file, address, paths, wrong)
    sizes = {path: file.stat().st_size for path, file in paths.items()}
    return FetchedPlugin(FileTree(address, sizes, lambda name: paths[name].read_bytes()), tuple(wrong))


def fetch_images(
    fetcher: Fetcher, listed: UpdateList, address: str, folder: Path, limit: int
) -> Iterator[tuple[str, int]]:
    """Fetches pictures into a folder, up to `limit` bytes; yields each with its size.

    Those that are there are not fetched again, so that it goes on where it was stopped.
    """
    left = limit
    for image in listed.images:
        target = folder / image.path
        if target.exists():
            continue
        check_address(image.url, address, fetcher.allowed)
        if left <= 0:
            return
        try:
            fetched = fetcher.fetch(image.url, limit=left)
        except TooLargeError:
            return  # what is left of the limit is too little for it
        except WebPageError:
            continue
        if fetched.path is not None:
            target.parent.mkdir(parents=True, exist_ok=True)
            size = fetched.path.stat().st_size
            fetched.path.replace(target)
            left -= size
            yield image.path, size


def _take(
    fetcher: Fetcher, file: ListedFile, address: str, paths: dict[str, Path], wrong: list[ChecksumError]
) -> None:
    """Puts a file that is as listed under `paths`, one that is not under `wrong`."""
    check_address(file.url, address, fetcher.allowed)
    kept = fetcher.kept_path(file.url)
    if kept.exists() and lackey_checksum(kept.read_bytes()) == file.checksum:
        paths[file.path] = kept
        return
    checksum = 0
    for anew in (False, True):
        fetched = fetcher.fetch(file.url, limit=MAX_SET, anew=anew)
        if fetched.path is not None:
            checksum = lackey_checksum(fetched.path.read_bytes())
            if checksum == file.checksum:
                paths[file.path] = fetched.path
                return
        if fetcher.offline:
            break
    wrong.append(ChecksumError(file.url, checksum, file.checksum or 0, file.path))


def _file(row: str, line: int, source: str) -> ListedFile:
    cells = row.split("\t")
    if not cells[2:] or not _CHECKSUM.fullmatch(cells[2].strip()):
        message = _("found {row!r}, expected path, address and checksum", row=row[:60])
        raise MalformedSourceError(source, message, line)
    path = checked_path(cells[0].strip(), f"{source}:{line}")
    root = _ROOT.match(path)
    if root is None:
        message = _("found the path {path!r}, expected plugins/NAME/...", path=path[:60])
        raise MalformedSourceError(source, message, line)
    inside = path[root.end() :]
    return ListedFile(inside, cells[1].strip(), line, int(cells[2]))


def _image(row: str, line: int, source: str) -> ListedFile:
    path, _unused, url = row.partition("\t")
    return ListedFile(checked_path(path.strip(), f"{source}:{line}"), url.strip(), line)


def lackey_checksum(data: bytes) -> int:
    r"""The checksum of a file: its bytes as signed numbers added up, line ends not counted.

    After every byte the remainder by 100,000,000 is taken, with the sign of the sum, and 1 is
    subtracted in the end. The order of the bytes does not matter to it, nor whether lines end in
    LF or CRLF.

    >>> lackey_checksum(b"ab\r\n"), lackey_checksum(b"\xff"), lackey_checksum(b"")
    (194, -2, -1)
    """
    counted = data.translate(None, b"\r\n")
    total = 0
    for start in range(0, len(counted), _BLOCK):
        block = counted[start : start + _BLOCK]
        if abs(total) + 128 * len(block) < _MODULUS:
            total += sum(block) - 256 * len(block.translate(None, _LOW))
        else:
            total = _added_bytewise(total, block)
    return _remainder(total - 1)


def _added_bytewise(total: int, block: bytes) -> int:
    for byte in block:
        total = _remainder(total + (byte if byte in _LOW else byte - 256))
    return total


def _remainder(number: int) -> int:
    """The remainder with the sign of the dividend, unlike Python's own."""
    return number % _MODULUS if number >= 0 else -(-number % _MODULUS)
