"""Files made beside their place, which appear there at once and whole, and never in another's.

What a program makes stands in a folder of its own until it is finished. The program holds a lock
on the folder as long as it lives; the next one takes away folders of which nobody holds the lock.
"""

import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from db.patterns import pattern

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

_SUFFIX = ".new"
_FEW, _LONGEST = 50, 200
"""So many characters are never too long for a name; so many bytes of a longer one are kept."""
_DAY = 24 * 3600.0


@contextmanager
def made_beside(path: Path) -> Iterator[Path]:
    """The path of a file to be made, in a folder of its own beside `path` that goes at the end."""
    from tempfile import mkdtemp  # which few need, and all would wait for

    path.parent.mkdir(parents=True, exist_ok=True)
    take_away_leftovers(path)
    while True:
        folder = Path(mkdtemp(prefix=f"{_short(path.name)}.", suffix=_SUFFIX, dir=path.parent))
        lock = _lock(folder)
        if folder.is_dir():  # else another program took it away before it was locked
            break
        _unlock(lock)
    try:
        yield folder / path.name
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        _unlock(lock)


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """The context in which no other program is in this one for the folder, where it has locks."""
    lock = _lock(folder)
    try:
        yield
    finally:
        _unlock(lock)


def put(made: Path, path: Path) -> None:
    """Gives a finished file its place; raises `FileExistsError` where another stands there."""
    try:
        path.hardlink_to(made)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        with path.open("xb"):
            pass
        made.replace(path)


def put_numbered(made: Path, path: Path) -> Path:
    """Gives a finished file the name `path`, or the next that is free: `path-2`, `path-3`."""
    number, free = 1, path
    while True:
        try:
            put(made, free)
        except FileExistsError:
            number += 1
            free = path.with_name(f"{path.name}-{number}")
        else:
            return free


def take_away_leftovers(path: Path) -> None:
    """Takes away what programs that are gone were making beside `path`."""
    with suppress(OSError):
        ours = pattern(rf"{re.escape(_short(path.name))}\.(?:[a-z0-9_]{{8}}|(?P<process>[0-9]+))\.new")
        for file in path.parent.iterdir():
            if file.name.endswith(_SUFFIX) and (name := ours.fullmatch(file.name)):
                # A folder holds the file alone; earlier versions made files, by their process.
                made = [one.name for one in file.iterdir()] if file.is_dir() else None
                whole = name["process"] is not None if made is None else _is_alone(made, path.name)
                if whole:
                    _take_away(file)


def _short(name: str) -> str:
    """A name of which the beginning alone fits into that of a folder."""
    return os.fsencode(name)[:_LONGEST].decode(errors="ignore") if len(name) > _FEW else name


def _is_alone(made: list[str], name: str) -> bool:
    """Whether a folder holds nothing but a file that was being made, and SQLite's files with it."""
    return all(one in {name, *(f"{name}-{of}" for of in ("wal", "shm", "journal"))} for one in made)


def _take_away(path: Path) -> None:
    if fcntl is None:
        if path.stat().st_mtime < time.time() - _DAY:
            shutil.rmtree(path, ignore_errors=True)
        return
    with suppress(OSError):  # somebody holds it
        lock = os.open(path, os.O_RDONLY)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:  # as earlier versions made them
                path.unlink()
        finally:
            os.close(lock)


def _lock(folder: Path) -> int | None:
    if fcntl is None:
        return None
    with suppress(OSError):
        lock = os.open(folder, os.O_RDONLY)
        with suppress(OSError):  # a file system without locks: nothing is ever taken away there
            fcntl.flock(lock, fcntl.LOCK_EX)
        return lock
    return None


def _unlock(lock: int | None) -> None:
    if lock is not None:
        os.close(lock)
