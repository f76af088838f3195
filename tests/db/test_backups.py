"""Backups: whole in one file, of their own identity, brought back with what was there kept."""

import multiprocessing
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from functools import partial
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any

import pytest

from db import beside, connection, database, wal
from db.cards.lookup import Catalogue
from db.connection import connect_read_only, reading, writing
from db.database import back_up, check_integrity, ensure_ready, restore
from db.errors import (
    BackupError,
    ChangedMeanwhileError,
    DatabaseBusyError,
    DatabaseError,
    DatabaseUnusableError,
    DiskFullError,
    FutureDatabaseError,
    OtherWalError,
)
from tests.amounts import amount
from tests.db.older_schemas import REVISIONS, make_older


def add(path: Path, *names: str) -> None:
    with writing(path) as inside:
        for name in names:
            inside.execute("INSERT INTO sources (name, kind, game) VALUES (?, 'lackey', 'swtcg')", (name,))


def names(path: Path) -> list[str]:
    with reading(path) as inside:
        return [name for (name,) in inside.execute("SELECT name FROM sources ORDER BY 1")]


def alone(path: Path, to: Path) -> Path:
    """A copy of the file without what lies beside it, as `cp` makes it."""
    return Path(shutil.copy(path, to))


def killed(path: Path, *names: str, older: bool = False) -> None:
    """A program that writes, and is killed before it has closed the database."""
    if not hasattr(os, "fork"):
        pytest.skip("needs fork, which this system does not have")
    child = os.fork()
    if not child:
        try:
            connection._Connection.close = sqlite3.Connection.close  # type: ignore[method-assign]
            if older:
                vars(connection)["mark"] = lambda *_: None
            held = connect_read_only(path)
            held.execute("SELECT count(*) FROM games")
            for name in names:
                add(path, name)
            os.kill(os.getpid(), signal.SIGKILL)
        finally:
            os._exit(1)
    assert os.WIFSIGNALED(os.waitpid(child, 0)[1])
    assert wal.wal_size(path)


def test_the_file_alone_is_whole_after_each_write_though_others_have_it_open(
    small_database: Path, tmp_path: Path
) -> None:
    with Catalogue(small_database, "swtcg") as catalogue:
        catalogue.names()
        add(small_database, "one")
        assert names(alone(small_database, tmp_path / "a.sqlite")) == ["one"]
        with reading(small_database) as reader:
            reader.execute("SELECT * FROM sources").fetchall()
            add(small_database, "two")  # which the reader must not see
        assert names(alone(small_database, tmp_path / "b.sqlite")) == ["one", "two"]
        with writing(small_database) as inside:
            inside.execute("DELETE FROM sources WHERE name = 'one'")
        assert names(alone(small_database, tmp_path / "c.sqlite")) == ["two"]
    assert [one.name for one in small_database.parent.iterdir()] == [small_database.name]


def test_what_a_killed_program_wrote_is_taken_over(small_database: Path, tmp_path: Path) -> None:
    killed(small_database, "one", "two")
    ensure_ready(small_database)
    assert names(small_database) == ["one", "two"]
    assert names(alone(small_database, tmp_path / "a.sqlite")) == ["one", "two"]
    killed(small_database, "three", older=True)
    assert names(small_database) == ["one", "three", "two"]


def test_what_was_taken_over_in_part_is_taken_over_whole(small_database: Path) -> None:
    """A program may be killed while it writes the WAL into the file."""
    killed(small_database, *map(str, range(9)))
    page = 4096
    data = wal.wal_of(small_database).read_bytes()
    for frames in range(1, (len(data) - 32) // (24 + page)):
        with small_database.open("r+b") as file:
            at = 32 + (frames - 1) * (24 + page)
            file.seek((int.from_bytes(data[at : at + 4]) - 1) * page)
            file.write(data[at + 24 : at + 24 + page])
        wal.check_wal(small_database)
    assert names(small_database) == sorted(map(str, range(9)))
    check_integrity(small_database)


@pytest.mark.parametrize("older", [False, True])
def test_a_backup_moved_in_the_place_of_a_database_never_takes_its_wal(
    small_database: Path, tmp_path: Path, older: bool
) -> None:
    backup = tmp_path / "backup.sqlite"
    back_up(small_database, backup)
    add(small_database, "after the backup")
    killed(small_database, "much later", older=older)
    shutil.move(backup, small_database)
    before = small_database.read_bytes()
    catalogue = partial(Catalogue, game="swtcg")
    for use in (ensure_ready, names, check_integrity, catalogue, lambda path: add(path, "x")):
        with pytest.raises(OtherWalError, match="restore"):
            use(small_database)
    assert small_database.read_bytes() == before
    wal.wal_of(small_database).rename(tmp_path / "old-wal")
    assert names(small_database) == []
    check_integrity(small_database)


def test_a_copy_of_an_older_state_never_takes_a_later_wal(small_database: Path, tmp_path: Path) -> None:
    add(small_database, "before")
    copy = alone(small_database, tmp_path / "copy.sqlite")
    add(small_database, "between")
    killed(small_database, "later")
    shutil.move(copy, small_database)
    with pytest.raises(OtherWalError):
        names(small_database)


@pytest.mark.parametrize("empty", [False, True])
def test_a_wal_whose_database_is_gone_is_never_deleted(
    small_database: Path, tmp_path: Path, empty: bool
) -> None:
    back_up(small_database, tmp_path / "backup.sqlite")
    killed(small_database, "one")
    gone = small_database.rename(tmp_path / "gone.sqlite")
    if empty:
        small_database.touch()
    before = wal.wal_of(small_database).read_bytes()
    with pytest.raises(OtherWalError):
        ensure_ready(small_database)
    assert wal.wal_of(small_database).read_bytes() == before
    if empty:
        restore(small_database, tmp_path / "backup.sqlite")
        assert names(small_database) == []
        (kept,) = small_database.parent.glob("*-wal")
        kept.rename(wal.wal_of(gone))
    else:
        with pytest.raises(OtherWalError):
            restore(small_database, tmp_path / "backup.sqlite")
        wal.wal_of(small_database).rename(wal.wal_of(gone))
    assert names(gone) == ["one"]


def test_a_wal_whose_end_was_torn_is_no_stranger(small_database: Path) -> None:
    killed(small_database, "one", "two")
    beside_it = wal.wal_of(small_database)
    data = beside_it.read_bytes()
    beside_it.write_bytes(data[: len(data) * 2 // 3] + bytes(len(data) // 3))
    assert names(small_database) in ([], ["one"])
    check_integrity(small_database)


def test_an_unmarked_wal_that_damages_the_file_is_refused(small_database: Path, tmp_path: Path) -> None:
    """As the issue has it: older releases marked nothing."""
    with closing(sqlite3.connect(small_database)) as old:
        old.execute("PRAGMA application_id = 0")
        old.execute("PRAGMA user_version = 0")
    copy = alone(small_database, tmp_path / "copy.sqlite")
    with closing(sqlite3.connect(small_database)) as old:
        old.execute("CREATE TABLE more (a)")
        old.executemany("INSERT INTO more VALUES (?)", [("x" * 4000,)] * 50)
        old.commit()
    killed(small_database, *(f"{number}" * 20_000 for number in range(3)), older=True)
    shutil.move(copy, small_database)
    with pytest.raises(OtherWalError):
        names(small_database)


def test_a_backup_never_takes_the_place_of_a_file(small_database: Path, tmp_path: Path) -> None:
    (target := tmp_path / "there").write_text("mine")
    with pytest.raises(BackupError, match="another name"):
        back_up(small_database, target)
    assert target.read_text() == "mine"
    with pytest.raises(BackupError, match="no folder"):
        back_up(small_database, tmp_path / "no" / "backup")
    (link := tmp_path / "link").symlink_to(tmp_path / "nowhere")
    with pytest.raises(BackupError):
        back_up(small_database, link)


def test_a_backup_on_another_disk_is_made_there(
    small_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_disk", lambda path: path.parent.name)
    (other := tmp_path / "other").mkdir()
    (other / "deckcheck-backup.abcd_123.new").mkdir()  # of one that was killed
    back_up(small_database, other / "a.sqlite")
    assert [one.name for one in other.iterdir()] == ["a.sqlite"]
    check_integrity(other / "a.sqlite")


def test_a_file_system_without_links_gets_backups_too(
    small_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unable(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "hardlink_to", unable)
    back_up(small_database, tmp_path / "a.sqlite")
    with pytest.raises(BackupError):
        back_up(small_database, tmp_path / "a.sqlite")
    check_integrity(tmp_path / "a.sqlite")


def test_a_restore_keeps_what_was_there_each_time_under_a_name_of_its_own(
    small_database: Path, tmp_path: Path
) -> None:
    add(small_database, "one")
    back_up(small_database, tmp_path / "backup.sqlite")
    add(small_database, "two")
    with Catalogue(small_database, "swtcg") as catalogue:  # as a page beside it has it
        changes = catalogue.changes()
        first = restore(small_database, tmp_path / "backup.sqlite")
        assert catalogue.changes() != changes
    assert names(alone(small_database, tmp_path / "a.sqlite")) == ["one"]
    add(small_database, "three")
    second = restore(small_database, tmp_path / "backup.sqlite")
    assert first is not None
    assert second is not None
    assert first != second
    assert (names(first), names(second)) == (["one", "two"], ["one", "three"])
    assert restore(tmp_path / "new" / "x.sqlite", first) is None
    assert names(tmp_path / "new" / "x.sqlite") == ["one", "two"]


def test_a_restore_refuses_what_is_no_sound_backup(small_database: Path, tmp_path: Path) -> None:
    before = small_database.read_bytes()
    (text := tmp_path / "text").write_text("no database at all")
    (empty := tmp_path / "empty").touch()
    damaged, future = (alone(small_database, tmp_path / name) for name in ("damaged", "future"))
    with damaged.open("r+b") as file:
        file.seek(len(before) // 2)
        file.write(b"\xff" * 20_000)
    with closing(sqlite3.connect(future)) as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
        newer.commit()
    for bad in (text, empty, damaged, tmp_path / "nowhere", small_database):
        with pytest.raises(BackupError, match="nothing was changed"):
            restore(small_database, bad)
    with pytest.raises(DatabaseUnusableError):
        restore(small_database, tmp_path)
    with pytest.raises(FutureDatabaseError):
        restore(small_database, future)
    assert small_database.read_bytes() == before
    assert [one.name for one in small_database.parent.iterdir()] == [small_database.name]


def test_a_restore_waits_for_a_writer_and_loses_nothing_of_it(
    small_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    back_up(small_database, tmp_path / "backup.sqlite")
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.1)
    monkeypatch.setattr(database, "_WAIT", 0.01)
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0.1)
    with writing(small_database) as other:
        other.execute("INSERT INTO sources (name, kind, game) VALUES ('other', 'lackey', 'swtcg')")
        with pytest.raises(DatabaseBusyError):
            restore(small_database, tmp_path / "backup.sqlite")
    stamp = database._stamp

    def written_meanwhile(inside: sqlite3.Connection) -> wal.Stamp:
        found = stamp(inside)
        if names(small_database) == ["other"]:
            add(small_database, "more")
        return found

    monkeypatch.setattr(database, "_stamp", written_meanwhile)
    with pytest.raises(ChangedMeanwhileError):
        restore(small_database, tmp_path / "backup.sqlite")
    assert names(small_database) == ["more", "other"]


def test_a_damaged_database_is_kept_whole_with_what_lies_beside_it(
    small_database: Path, tmp_path: Path
) -> None:
    add(small_database, "one")
    back_up(small_database, tmp_path / "backup.sqlite")
    killed(small_database, "two")
    shutil.copy(tmp_path / "backup.sqlite", small_database)
    with pytest.raises(OtherWalError):
        names(small_database)
    kept = restore(small_database, tmp_path / "backup.sqlite")
    assert names(small_database) == ["one"]
    assert kept is not None
    assert kept.exists()
    assert wal.wal_size(kept)


def older(path: Path, revision: str) -> Path:
    """A database as that revision made it, with a game in it."""
    make_older(path, revision)
    with writing(path) as inside:
        inside.execute("INSERT INTO games (code, name) VALUES ('mine', 'My own')")
    return path


def opened(path: Path, start: Barrier, failed: "Queue[str]") -> None:
    start.wait()
    try:
        ensure_ready(path)
    except BaseException as error:
        failed.put(repr(error))


@pytest.mark.parametrize("revision", REVISIONS[:: -amount(5, 1)])
def test_two_programs_that_open_an_older_database_at_once_both_succeed(
    small_database: Path, tmp_path: Path, revision: str
) -> None:
    if not hasattr(os, "fork"):
        pytest.skip("needs fork, which this system does not have")
    for number in range(amount(1, 10)):
        folder = tmp_path / str(number)
        folder.mkdir()
        path = older(folder / "old.sqlite", revision)
        many = multiprocessing.get_context("fork")
        start, failed = many.Barrier(2), many.Queue()
        both = [many.Process(target=opened, args=(path, start, failed)) for _ in range(2)]
        for one in both:
            one.start()
        for one in both:
            one.join()
        assert failed.empty(), failed.get()
        check_integrity(path)
        (kept,) = folder.glob("old.sqlite.before-*")
        assert sorted(one.name for one in folder.iterdir()) == [path.name, kept.name]
        with closing(connect_read_only(kept)) as before:
            assert before.execute("SELECT version_num FROM alembic_version").fetchone() == (revision,)
            assert before.execute("SELECT code FROM games").fetchall() == [("mine",)]


def test_a_second_backup_of_a_revision_does_not_take_the_place_of_the_first(
    small_database: Path, tmp_path: Path
) -> None:
    path = older(tmp_path / "old.sqlite", "0006")
    again = alone(path, tmp_path / "again.sqlite")
    ensure_ready(path)
    path.unlink()
    with closing(sqlite3.connect(again)) as changed:
        changed.execute("UPDATE games SET name = 'later'")
        changed.commit()
    again.rename(path)
    ensure_ready(path)
    found = []
    for kept in sorted(tmp_path.glob("old.sqlite.before-*")):
        with closing(connect_read_only(kept)) as before:
            found += before.execute("SELECT name FROM games").fetchall()
    assert found == [("My own",), ("later",)]


def test_an_older_backup_is_brought_up_to_date_when_it_is_restored(
    small_database: Path, tmp_path: Path
) -> None:
    backup = older(tmp_path / "old.sqlite", "0003")
    restore(small_database, backup)
    said: list[str] = []
    ensure_ready(small_database, said.append)
    assert not said
    with reading(small_database) as inside:
        assert ("mine",) in inside.execute("SELECT code FROM games").fetchall()
    with closing(connect_read_only(backup)) as before:
        assert before.execute("SELECT version_num FROM alembic_version").fetchone() == ("0003",)


def unwritable(monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite cannot make its files, as in a folder or on a file system that is read only."""
    real = connection.connect

    class Unable(sqlite3.Connection):
        def execute(self, question: str, *values: Any) -> sqlite3.Cursor:
            if question.startswith("SELECT 1 FROM"):
                error = sqlite3.OperationalError("unable to open database file")
                error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
                raise error
            return super().execute(question, *values)

    def unable(path: Path, mode: str) -> sqlite3.Connection:
        return sqlite3.connect(path, factory=Unable) if mode == "rw" else real(path, mode)

    monkeypatch.setattr(connection, "connect", unable)


def test_where_nothing_can_be_written_a_wal_is_read_and_it_is_said(
    small_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed(small_database, "one")
    small_database.with_name(f"{small_database.name}-shm").unlink()
    unwritable(monkeypatch)
    said: list[str] = []
    ensure_ready(small_database, said.append)
    assert names(small_database) == ["one"]
    assert len(said) == 1
    assert "copy" in said[0]


@pytest.fixture
def whole_database(database: Path, tmp_path: Path) -> Path:
    """A database for programs that are started, which know the whole catalogue only."""
    (folder := tmp_path / "whole").mkdir()
    return Path(shutil.copy(database, folder / "cards.sqlite"))


def mounted(script: str, path: Path) -> subprocess.CompletedProcess[str]:
    """Runs a shell script in which this process may mount; the test skips where that is forbidden."""
    unshare = shutil.which("unshare")
    if unshare is None or subprocess.run([unshare, "-m", "true"], check=False).returncode:
        pytest.skip("mounting is not allowed here")
    return subprocess.run(
        [unshare, "-m", "sh", "-c", script, "sh", path, sys.executable],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_on_a_read_only_file_system_a_wal_is_read(whole_database: Path) -> None:
    killed(whole_database, "one")
    whole_database.with_name(f"{whole_database.name}-shm").unlink()
    folder = whole_database.parent
    ended = mounted(
        f"mount --bind {folder} {folder} && mount -o remount,bind,ro {folder} || exit 77\n"
        '"$2" -m deckcheck cards sources --db "$1"',
        whole_database,
    )
    if ended.returncode == 77:
        pytest.skip("mounting is not allowed here")
    assert "a copy with cards.sqlite-wal is read" in ended.stderr
    assert "one" in ended.stdout


def test_an_older_database_on_a_read_only_file_system_is_said_to_be_older(tmp_path: Path) -> None:
    """It was only said that the file cannot be opened, though it lies there and can be read."""
    (folder := tmp_path / "old").mkdir()
    path = older(folder / "cards.sqlite", REVISIONS[-1])
    ended = mounted(
        f"mount --bind {folder} {folder} && mount -o remount,bind,ro {folder} || exit 77\n"
        '"$2" -m deckcheck cards sources --db "$1"',
        path,
    )
    if ended.returncode == 77:
        pytest.skip("mounting is not allowed here")
    assert ended.returncode == 2
    assert "an older deckcheck wrote it, and it cannot be brought up to date" in ended.stderr


def test_what_killed_programs_were_making_is_taken_away_and_nothing_else(tmp_path: Path) -> None:
    pytest.importorskip("fcntl", reason="this system has no locks on folders")
    path = tmp_path / "x.db"
    (left := tmp_path / "x.db.abcd_123.new").mkdir()
    (left / "x.db").touch()
    (tmp_path / "x.db.4711.new").touch()
    mine = {
        tmp_path / "y.db.abcd_123.new",
        tmp_path / "x.db.mine_new.new",
        tmp_path / "x.db.old.new",
        tmp_path / "x.db.before-0007-from-0006",
        path,
    }
    for one in mine:
        one.touch()
    with beside.made_beside(path) as made:
        made.touch()
        beside.take_away_leftovers(path)
        assert made.exists(), "its maker lives"
        assert set(tmp_path.iterdir()) == mine | {made.parent}
    assert set(tmp_path.iterdir()) == mine


@pytest.mark.parametrize(("free", "kind"), [(0, DiskFullError), (10**9, DatabaseUnusableError)])
def test_a_full_disk_is_told_from_other_troubles(
    small_database: Path, monkeypatch: pytest.MonkeyPatch, free: int, kind: type[DatabaseError]
) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR
    disk = shutil.disk_usage(small_database)._replace(free=free)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: disk)
    with pytest.raises(kind), connection.as_our_errors(small_database):
        raise error
