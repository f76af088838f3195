"""Reads of a database as a file must not take the locks of SQLite from this process.

They once did: two of 96 additions that were acknowledged were gone when eight programs added at once.
"""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from db.connection import connect, connect_read_only, writing
from db.plain_reads import read_plainly

BEGIN = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], timeout=0, isolation_level=None)
connection.execute("BEGIN EXCLUSIVE")
"""


def another_can_lock(path: Path) -> bool:
    """Whether another program may take the database for itself alone."""
    return (
        subprocess.run([sys.executable, "-c", BEGIN, str(path)], capture_output=True, check=False).returncode
        == 0
    )


@pytest.mark.skipif(os.name == "nt", reason="locks of POSIX")
@pytest.mark.parametrize("journal", ["DELETE", "WAL"])
def test_a_lock_outlives_a_read(tmp_path: Path, journal: str) -> None:
    path = tmp_path / "x.db"
    with closing(connect(path)) as one:
        one.execute(f"PRAGMA journal_mode={journal}")
        one.execute("CREATE TABLE t (n)")
        one.execute("BEGIN IMMEDIATE")
        one.execute("INSERT INTO t VALUES (1)")
        assert not another_can_lock(path)
        assert read_plainly(path, 16) == b"SQLite format 3\0"
        assert len(read_plainly(path)) == path.stat().st_size
        with closing(connect_read_only(path)) as other:
            other.execute("SELECT count(*) FROM t")
        assert not another_can_lock(path)
        one.execute("COMMIT")
    assert another_can_lock(path)


def test_what_was_kept_open_is_closed_with_the_last_connection(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    folder = Path("/proc/self/fd")
    if not folder.is_dir():
        pytest.skip("no /proc to count open files in")
    with writing(path) as connection:
        connection.execute("CREATE TABLE t (n)")
    before = len(list(folder.iterdir()))
    for _ in range(5):
        with closing(connect(path)), closing(connect(path)):
            read_plainly(path, 16)
    assert len(list(folder.iterdir())) == before


def test_another_file_at_the_path_is_read_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    path.write_bytes(b"first")
    with closing(connect(path, "rw")):
        assert read_plainly(path) == b"first"
        (tmp_path / "other").write_bytes(b"second")
        (tmp_path / "other").replace(path)
        assert read_plainly(path) == b"second"
    with pytest.raises(FileNotFoundError):
        read_plainly(tmp_path / "none")
    with pytest.raises(sqlite3.OperationalError):
        connect(tmp_path / "none", "rw").execute("SELECT 1")
