"""The database that a wheel brings along: copied where it is whole and of this catalogue."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from db import built
from db.cards.bundled_games import BUNDLED
from db.database import HEAD, _state, check_integrity, ensure_ready
from db.release import build


@pytest.fixture
def shipped(tmp_path: Path, database: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A release's database, made from one that is loaded already; where the program looks for it."""
    release = tmp_path / "release" / "built.sqlite"
    release.parent.mkdir()

    def copied(path: Path) -> None:
        with closing(sqlite3.connect(database)) as old, closing(sqlite3.connect(path)) as new:
            old.backup(new)

    monkeypatch.setattr("db.release.ensure_ready", copied)
    build(release)
    monkeypatch.undo()
    monkeypatch.setattr(built, "BUILT", release)
    return release


@pytest.fixture
def no_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("db.database._bring_up_to_date", never)


def rows(path: Path) -> Iterator[str]:
    with closing(sqlite3.connect(path)) as connection:
        yield from connection.iterdump()


@pytest.mark.usefixtures("no_loading")
def test_a_fresh_database_is_the_one_that_loading_makes(
    shipped: Path, database: Path, tmp_path: Path
) -> None:
    path, said = tmp_path / "new" / "cards.sqlite", list[str]()
    ensure_ready(path, said.append)
    assert list(rows(path)) == list(rows(database))
    assert len(said) == 1
    assert [one.name for one in path.parent.iterdir()] == [path.name]
    check_integrity(path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    ensure_ready(path, said.append)
    assert len(said) == 1


def wanted() -> built.State:
    return HEAD, {game.code: game.digest() for game in BUNDLED}


def test_what_is_changed_missing_or_of_another_catalogue_is_not_taken(shipped: Path, tmp_path: Path) -> None:
    path = tmp_path / "cards.sqlite"
    assert not built.copy_built(path, (HEAD, {"swtcg": "another"}), _state)
    assert not built.copy_built(path, ("9999", wanted()[1]), _state)
    data = shipped.read_bytes()
    shipped.write_bytes(data[:-1] + b"x")
    assert not built.copy_built(path, wanted(), _state)
    shipped.write_bytes(data)
    shipped.with_name("built.sqlite.sha256").unlink()
    assert not built.copy_built(path, wanted(), _state)
    shipped.unlink()
    assert not built.copy_built(path, wanted(), _state)
    assert [one.name for one in tmp_path.iterdir()] == ["release"]


def test_what_is_there_already_is_never_replaced(shipped: Path, tmp_path: Path) -> None:
    path = tmp_path / "cards.sqlite"
    path.write_bytes(b"")
    assert not built.copy_built(path, wanted(), _state)
    assert path.read_bytes() == b""
    link = tmp_path / "link.sqlite"
    link.symlink_to(tmp_path / "nowhere")
    assert not built.copy_built(link, wanted(), _state)
    assert link.is_symlink()


def test_a_database_that_another_program_makes_meanwhile_stays(shipped: Path, tmp_path: Path) -> None:
    path = tmp_path / "cards.sqlite"

    def state(made: Path) -> built.State:
        path.write_bytes(b"of another program")
        return _state(made)

    assert not built.copy_built(path, wanted(), state)
    assert path.read_bytes() == b"of another program"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["cards.sqlite", "release"]
