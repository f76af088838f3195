"""The WAL beside a database: whether it belongs to that file, or to another that stood there.

SQLite takes over whatever a file `x.db-wal` holds, also after a backup was moved in the place of
`x.db`. So each transaction of ours writes an identity and a number into the first page, where
SQLite keeps room for both, and a copy gets an identity of its own: the first page stands in the
WAL with every transaction, and what does not continue the file is found before SQLite opens it.
"""

import os
import shutil
import sqlite3
import struct
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, TypeVar

from db.errors import OtherWalError
from db.plain_reads import read_plainly

T = TypeVar("T", bound=sqlite3.Connection)

_MAGIC = (0x377F0682, 0x377F0683)
_HEAD = 100
_HEADER, _FRAME = 32, 24
_TRIES, _PAUSE = 5, 0.05


class Stamp(NamedTuple):
    """The marks in a first page: identity, number of the transaction, and SQLite's own count."""

    identity: int
    number: int
    changes: int


def stamp_of(page: bytes) -> Stamp:
    """The stamp in the first bytes of a database."""
    (changes,), (number,), (identity,) = (struct.unpack_from(">I", page, at) for at in (24, 60, 68))
    return Stamp(identity, number, changes)


def new_identity() -> int:
    """An identity that no other database has."""
    return int.from_bytes(os.urandom(4)) >> 1 | 1


def mark(execute: Callable[[str], Any], identity: int = 0) -> None:
    """Counts a transaction in the first page; with an identity that is written there too."""
    (known,) = execute("PRAGMA application_id").fetchone()
    if identity or not known:
        execute(f"PRAGMA application_id = {identity or new_identity()}")
    (number,) = execute("PRAGMA user_version").fetchone()
    execute(f"PRAGMA user_version = {number + 1}")


def wal_of(path: Path) -> Path:
    """The path of a database's WAL, which lies where the file itself does."""
    return Path(f"{os.path.realpath(path)}-wal")


def wal_size(path: Path) -> int:
    """The bytes that stand in the WAL of a database; mostly none."""
    try:
        return wal_of(path).stat().st_size
    except OSError:
        return 0


def check_wal(path: Path) -> None:
    """Raises `OtherWalError` where the WAL beside a database belongs to another file.

    Others may write meanwhile: only what is seen twice counts.
    """
    for _ in range(_TRIES):
        if wal_size(path) <= _HEADER:
            return
        with suppress(FileNotFoundError):  # whoever closed last took it away just now
            before = _seen(path)
            with wal_of(path).open("rb", buffering=0) as wal:
                pages = _first_pages(wal)
            if pages is None or _belongs(path, before[0], pages):
                return
            if _seen(path) == before:
                raise OtherWalError(path, wal_of(path))
        time.sleep(_PAUSE)


def copy_in_memory(path: Path, kind: type[T]) -> T:
    """A connection of a kind to a copy of a database with what stands in its WAL."""
    from tempfile import TemporaryDirectory  # which few need, and all would wait for

    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.sqlite"
        copy.write_bytes(read_plainly(path))
        shutil.copyfile(wal_of(path), wal_of(copy))
        with closing(sqlite3.connect(copy, isolation_level=None)) as copied:
            copied.execute("PRAGMA journal_mode=DELETE")
            memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False, factory=kind)
            try:
                copied.backup(memory)
            except BaseException:
                memory.close()
                raise
    return memory


def _seen(path: Path) -> tuple[bytes, bytes, int]:
    """The first bytes of a database, none where it is missing, those of its WAL, and its size."""
    wal, main = wal_of(path), b""
    with suppress(FileNotFoundError):
        main = read_plainly(path, _HEAD)
    with wal.open("rb") as file:
        return main, file.read(_HEADER), wal.stat().st_size


def _belongs(path: Path, head: bytes, pages: list[Stamp]) -> bool:
    main = stamp_of(head.ljust(_HEAD, b"\xff"))  # one that is gone or empty has no WAL
    if pages:
        first, last = pages[0], pages[-1]
        if main.identity and main.identity == first.identity:
            return first.number - 1 <= main.number <= last.number
        if main.identity and main[:2] in [page[:2] for page in pages]:
            return True
        unmarked = not main.identity and (not first.identity or first.number == 1)
        if not unmarked or not first.changes - 1 <= main.changes <= last.changes:
            return False
    elif main.identity and not main.number:
        return False  # a backup, in which nothing was written since
    # An older deckcheck, or another program, wrote it: what the two are together shows it.
    try:
        with closing(copy_in_memory(path, sqlite3.Connection)) as both:
            sound = both.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",)
            return sound and both.execute("PRAGMA foreign_key_check").fetchone() is None
    except sqlite3.DatabaseError:
        return False


def _first_pages(wal: BinaryIO) -> list[Stamp] | None:
    """The stamps of all first pages in a WAL in order; None where it holds no whole transaction."""
    wal.seek(0)
    header = wal.read(_HEADER)
    if len(header) < _HEADER:
        return None
    magic, _, size, _, salt, one, two = struct.unpack(">4I8s2I", header)
    if magic not in _MAGIC:
        return None
    order, sums = "<>"[magic & 1], (one, two)
    found, whole, place = list[Stamp](), False, _HEADER
    while len(frame := wal.read(_FRAME)) == _FRAME and frame[8:16] == salt:
        number, after = struct.unpack_from(">2I", frame)
        stored = struct.unpack_from(">2I", frame, 16)
        if number == 1:
            page = wal.read(size)
            if len(page) < size or _summed(order, sums, frame[:8] + page) != stored:
                break
            found.append(stamp_of(page))
        sums, whole = stored, whole or after > 0
        place += _FRAME + size
        wal.seek(place)
    return found if whole else None


def _summed(order: str, sums: tuple[int, int], data: bytes) -> tuple[int, int]:
    """The checksum of SQLite's WAL, continued from that of what stands before."""
    one, two = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        one = (one + even + two) & 0xFFFFFFFF
        two = (two + odd + one) & 0xFFFFFFFF
    return one, two
