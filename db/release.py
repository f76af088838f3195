"""Makes the database that a release brings along; `make dist` runs `python -m db.release`."""

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from db.built import BUILT, hash_file
from db.database import ensure_ready


def build(built: Path = BUILT) -> None:
    """Makes the database of a release from the bundled catalogue, and states its hash."""
    for old in (built, hash_file(built)):
        old.unlink(missing_ok=True)
    with TemporaryDirectory() as folder:
        fresh = Path(folder) / "cards.sqlite"
        ensure_ready(fresh)
        with closing(sqlite3.connect(fresh, isolation_level=None)) as connection:
            # Read-only folders cannot hold what SQLite keeps beside a database in WAL mode.
            connection.execute("PRAGMA journal_mode=DELETE")
            # Each copy gets an identity of its own; two builds make the same bytes.
            connection.execute("PRAGMA application_id = 0")
            connection.execute("PRAGMA user_version = 0")
        data = fresh.read_bytes()
    built.write_bytes(data)
    hash_file(built).write_text(hashlib.sha256(data).hexdigest() + "\n", encoding="ascii")


if __name__ == "__main__":
    build()
