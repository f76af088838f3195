"""`deckcheck database` tells where the cards are and whether they are sound."""

import json
from pathlib import Path

import pytest

from db.database import HEAD
from tests.conftest import Run

pytestmark = pytest.mark.whole_catalogue


def test_it_tells_path_and_counts(run: Run, database: Path) -> None:
    document = json.loads(run("database", "--json").stdout)
    assert document["schema"] == "deckcheck.database/1"
    assert document["path"] == str(database)
    assert document["games"][0] | {"source": "", "as_of": "", "name": ""} == {
        "game": "swtcg",
        "name": "",
        "sets": 73,
        "cards": 9_967,
        "printings": 11_039,
        "source": "",
        "as_of": "",
    }
    assert "9,967 cards" in run("database").stdout


def test_damage_is_an_error_that_names_the_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "cards.sqlite"
    path.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    assert "cards.sqlite" in str(run("database", "--db", path).exception)


@pytest.mark.of_a_file
def test_a_backup_is_written_told_and_brought_back(keep: Run, own_database: Path) -> None:
    backup = own_database.with_name("mine.sqlite")
    keep("collection", "add", "Yoda (A)")
    told = json.loads(keep("database", "backup", backup, "--json").stdout)
    assert told.pop("bytes") == backup.stat().st_size
    assert told == {
        "schema": "deckcheck.backup/1",
        "path": str(own_database),
        "backup": str(backup),
        "revision": HEAD,
    }
    assert "another name" in str(keep("database", "backup", backup).exception)
    keep("collection", "add", "Yoda (A)")
    told = json.loads(keep("database", "--json", "restore", backup).stdout)
    kept = f"{own_database}.before-restore"
    assert told == {
        "schema": "deckcheck.restored/1",
        "path": str(own_database),
        "backup": str(backup),
        "kept": kept,
    }
    for path, copies in ((own_database, 1), (kept, 2)):
        (held,) = json.loads(keep("collection", "list", "--json", "--db", path).stdout)["holdings"]
        assert held["quantity"] == copies
    again = keep("database", "restore", backup, "--db", own_database.with_name("new.sqlite"))
    assert "restored from" in again.stdout
    assert "what was there" not in again.stdout


def test_a_slip_in_the_path_of_a_database_is_no_empty_backup_and_no_empty_copy(
    run: Run, tmp_path: Path
) -> None:
    """Who copies each night would learn of it on the day when the copy is needed."""
    slip, target = tmp_path / "crads.sqlite", tmp_path / "copy.sqlite"
    copied = run("database", "copy", slip, target)
    backed_up = run("database", "backup", target, "--db", slip)
    assert str(copied.exception) == f"{slip}: there is no such file; nothing was copied."
    assert str(backed_up.exception) == f"{slip}: there is no such file; nothing was changed."
    assert [*tmp_path.iterdir()] == []
