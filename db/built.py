"""The database that a release brings along: the bundled catalogue, loaded when the wheel was made.

`make dist` makes it with `db.release`; it is no part of the sources. On first use it is
copied, which takes a tenth of the time of loading. Where it is missing, does not have the stated
hash, or holds another catalogue, the bundled files are loaded instead.
"""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from db.beside import made_beside, put
from db.wal import mark

BUILT = Path(__file__).with_name("built.sqlite")

State = tuple[str | None, dict[str, str]]
"""The revision of a database, and the digests of the catalogues in it."""


def hash_file(built: Path) -> Path:
    """The path of the file that states the hash of `built`."""
    return built.with_name(f"{built.name}.sha256")


def copy_built(path: Path, wanted: State, state_of: Callable[[Path], State]) -> bool:
    """Copies the database of the release to `path` unless a file is there; returns whether it did.

    `state_of` gives the state of a database; only one in the wanted state is copied. The copy
    appears at once and whole, and never in the place of another.
    """
    built = BUILT
    if not built.is_file() or os.path.lexists(path):
        return False
    try:
        data = _checked(built)
        if state_of(built) != wanted:
            return False
        with made_beside(path) as made:
            made.write_bytes(data)
            with closing(sqlite3.connect(made, isolation_level=None)) as connection:
                connection.execute("PRAGMA journal_mode=WAL")
                mark(connection.execute)
            put(made, path)
    except (OSError, sqlite3.Error, ValueError):
        return False  # loading the catalogue says what is wrong, if anything is
    return True


def _checked(built: Path) -> bytes:
    """The bytes of a file; raises where they are not those of its hash."""
    import hashlib

    stated = hash_file(built).read_text(encoding="ascii").strip()
    data = built.read_bytes()
    if hashlib.sha256(data).hexdigest() != stated:
        message = f"{built} is not what was built"
        raise ValueError(message)
    return data
