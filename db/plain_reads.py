"""Reads of a database as an ordinary file, which leave SQLite's locks of this process alone.

POSIX drops all locks that a process holds on a file as soon as it closes any descriptor of it,
those of SQLite's own connections too: another program would then take itself for the last one, and
remove the WAL into which this one still writes. So while the process has connections to a path,
what is read there stays open until the last of them is closed.
"""

import os
import threading
from contextlib import suppress
from pathlib import Path

_AT_ONCE = 1 << 20


class _Held:
    """The connections to a path, and the descriptors of files that were read there meanwhile."""

    __slots__ = ("connections", "descriptors")

    def __init__(self) -> None:
        self.connections = 0
        self.descriptors: dict[tuple[int, int], int] = {}


_held: dict[str, _Held] = {}
_mutex = threading.Lock()


def connecting(path: Path) -> str:
    """Counts a connection to a path that is about to be opened; the key is for `disconnected`."""
    key = os.path.realpath(path)
    with _mutex:
        _held.setdefault(key, _Held()).connections += 1
    return key


def disconnected(key: str) -> None:
    """Counts a connection that was closed."""
    with _mutex:
        held = _held[key]
        held.connections -= 1
        if not held.connections:
            del _held[key]
            for descriptor in held.descriptors.values():
                os.close(descriptor)


def read_plainly(path: Path, most: int | None = None) -> bytes:
    """The bytes of a database, or the first of them; raises `FileNotFoundError`."""
    key = os.path.realpath(path)
    with _mutex:
        held = _held.get(key)
        if held is None or os.name == "nt":
            with Path(key).open("rb") as file:
                return file.read() if most is None else file.read(most)
        facts = Path(key).stat()
        place = facts.st_dev, facts.st_ino
        if place not in held.descriptors:
            descriptor = os.open(key, os.O_RDONLY | os.O_CLOEXEC)
            held.descriptors[place] = descriptor
        return _read(held.descriptors[place], most)


def _read(descriptor: int, most: int | None) -> bytes:
    parts, place = [], 0
    while most is None or place < most:
        part = os.pread(descriptor, _AT_ONCE if most is None else most - place, place)
        if not part:
            break
        parts.append(part)
        place += len(part)
    return b"".join(parts)


def _forget() -> None:
    """Starts anew in a forked child, which has no locks of its own, nor may close its parent's."""
    global _mutex  # noqa: PLW0603 - another thread may have held it when the child was forked
    _mutex = threading.Lock()
    _held.clear()


with suppress(AttributeError):  # Windows has no forks
    os.register_at_fork(after_in_child=_forget)
