"""After each command that writes, a copy of the file holds everything."""

import shutil
from pathlib import Path
from sqlite3 import Connection
from typing import Any

import pytest

from db.cards.lookup import Catalogue
from db.connection import reading
from db.wal import wal_size
from tests.conftest import ROOT, Run

EXAMPLES = ROOT / "examples"
REBELS = EXAMPLES / "decks" / "rebels.dek"
SHEET = "mine.csv"

WRITING = (
    ("collection", "add", "Yoda (A)", "--quantity", "3"),
    ("collection", "remove", "Yoda (A)"),
    ("collection", "want", "Yoda (A)"),
    ("collection", "import", SHEET, "--apply", "--no-input"),
    ("collection", "undo", 4),
    ("deck", "save", REBELS, "--name", "Mine"),
    ("deck", "edit", "Mine", "--add", "1 Yoda (A)"),
    ("deck", "rename", "Mine", "Ours"),
    ("deck", "reserve", "Ours"),
    ("deck", "release", "Ours"),
    ("deck", "delete", "Ours"),
    ("event", "new", "Open"),
    ("event", "register", "Open", "Ada", REBELS),
    ("event", "undo", "Open"),
    ("cards", "source", "add", "mine", EXAMPLES),
    ("cards", "source", "remove", "mine"),
)


def all_rows(connection: Connection) -> dict[str, list[Any]]:
    tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    return {name: connection.execute(f'SELECT * FROM "{name}"').fetchall() for (name,) in tables}


@pytest.mark.of_a_file
def test_after_each_command_that_writes_the_file_alone_is_whole(
    keep: Run, own_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(SHEET).write_text("Qty,Name,Set\n4,Yoda (A),AOTC\n", encoding="utf-8")
    copy, before = tmp_path / "copy.sqlite", b""
    for words in WRITING:
        with Catalogue(own_database, "swtcg") as other:  # as another program, or the page, has it open
            other.names()
            ended = keep(*words)
            assert ended.exit_code == 0, (words, ended.output, ended.exception)
            shutil.copy(own_database, copy)
            with reading(own_database) as connection, reading(copy) as alone:
                assert all_rows(connection) == all_rows(alone), words
        data = own_database.read_bytes()
        assert data != before, f"{words} writes nothing"
        before = data
        assert not wal_size(own_database), words
