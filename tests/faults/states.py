"""What stands in a folder: the rows of the database and the files, to compare before and after."""

import re
import shutil
import sqlite3
import zipfile
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.faults.programs import DATABASE

_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?(Z|[+-]\d\d:?\d\d)?")
_TOKEN = re.compile(r"\b[0-9a-f]{12,64}\b")
_OF_SQLITE = ("card_search", "sqlite_")
_LARGE = frozenset({"cards", "printings", "legality", "aliases", "card_texts", "translations", "sets"})
"""Tables without times and tokens."""
_JOURNALS = ("-wal", "-shm", "-journal")

Rows = dict[str, frozenset[tuple[object, ...]]]
_ROWS: dict[tuple[bytes, str], Rows] = {}
"""The rows of the databases that were read last, by what stood in their files."""
_AT_HAND = 8


@dataclass(frozen=True, slots=True)
class State:
    """The rows of all tables, and what each file holds; times are left out."""

    rows: Rows
    files: dict[str, object]


def differences(one: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """In which tables or files two states differ; "" where they are the same."""
    return "; ".join(
        f"{name}: {_shown(one.get(name))} | {_shown(other.get(name))}"
        for name in sorted(one.keys() | other.keys())
        if one.get(name) != other.get(name)
    )


def _shown(held: object) -> str:
    if held is None:
        return "none"
    return f"{len(held)} rows" if isinstance(held, frozenset) else f"{held!r:.200}"


def state_of(folder: Path) -> State:
    """The state of a folder; its database is read in a copy, so that nothing changes here."""
    with TemporaryDirectory(dir=folder.parent) as made:
        for name in (DATABASE, *(DATABASE + end for end in _JOURNALS)):
            if (folder / name).exists():
                shutil.copy(folder / name, made)
        rows = rows_of(Path(made) / DATABASE, folder)
    return State(
        rows,
        {
            path.relative_to(folder).as_posix(): content(path)
            for path in sorted(folder.rglob("*"))
            if path.is_file() and not _is_of_the_database(path.name)
        },
    )


def _is_of_the_database(name: str) -> bool:
    """Whether a file is the database, its journal, or a copy that was kept of it."""
    return name in {DATABASE, *(DATABASE + end for end in _JOURNALS)} or name.startswith(
        f"{DATABASE}.before-"
    )


def state_alone(folder: Path) -> Rows:
    """The rows of a copy of the database's file, without the files of its journal."""
    with TemporaryDirectory(dir=folder.parent) as made:
        return rows_of(Path(shutil.copy(folder / DATABASE, made)), folder)


def rows_of(path: Path, folder: Path) -> Rows:
    """The rows of a database, which must be sound; none where there is none.

    Where they name the folder that it is of, they say HERE. Most tries leave what was there before.
    """
    if not path.exists() or not path.stat().st_size:
        return {}
    beside = (path.with_name(path.name + end) for end in ("-wal", "-journal"))
    data = b"".join(one.read_bytes() for one in (path, *beside) if one.exists())
    key = sha256(data).digest(), str(folder) if str(folder).encode() in data else ""
    found = _ROWS.pop(key, None) or _rows_of(path, str(folder))
    _ROWS[key] = found
    if len(_ROWS) > _AT_HAND:
        del _ROWS[next(iter(_ROWS))]
    return found


def _rows_of(path: Path, here: str) -> Rows:
    with closing(sqlite3.connect(path)) as connection:
        problems = connection.execute("PRAGMA integrity_check").fetchall()
        assert problems == [("ok",)], problems[:5]
        broken = connection.execute("PRAGMA foreign_key_check").fetchall()
        assert broken == [], broken[:5]
        tables = [
            name
            for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            if not name.startswith(_OF_SQLITE)
        ]
        found = {table: connection.execute(f'SELECT * FROM "{table}"').fetchall() for table in tables}
    return {
        table: frozenset(
            rows
            if table in _LARGE
            else (
                tuple(without_luck(v.replace(here, "HERE")) if isinstance(v, str) else v for v in row)
                for row in rows
            )
        )
        for table, rows in found.items()
    }


@cache
def without_luck(text: str) -> str:
    """A text without the times and the random tokens in it."""
    return _TOKEN.sub("TOKEN", _TIME.sub("TIME", text))


_SQLITE = b"SQLite format 3"
_READ: dict[bytes, object] = {}
"""What files held that were read before."""


def content(path: Path) -> object:
    """What a file holds, without times; workbooks and papers are looked at as a whole only."""
    data, wal = path.read_bytes(), path.with_name(f"{path.name}-wal")
    beside = wal.read_bytes() if data.startswith(_SQLITE) and wal.exists() else b""
    if (digest := sha256(data + beside).digest()) not in _READ:
        _READ[digest] = _content(path, data, beside)
    return _READ[digest]


def _content(path: Path, data: bytes, beside: bytes) -> object:
    if data.startswith(_SQLITE):
        with TemporaryDirectory() as made:
            copied = Path(shutil.copy(path, made))
            if beside:
                copied.with_name(f"{path.name}-wal").write_bytes(beside)
            return rows_of(copied, path.parent)
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            assert archive.testzip() is None
            return tuple(sorted(archive.namelist()))
    if data.startswith(b"%PDF"):
        return "a paper" if data.rstrip().endswith(b"%%EOF") else "half a paper"
    return without_luck(data.decode(errors="replace"))


def names_in(folder: Path) -> frozenset[str]:
    """The names of all files and folders, but for the journal and kept copies of the database."""
    return frozenset(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.name == DATABASE or not _is_of_the_database(path.name)
    )
