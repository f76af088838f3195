"""The database: made, checked, migrated after a backup, and never harmed."""

import re
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from db import connection, database
from db.cards.lookup import Catalogue
from db.connection import writing
from db.database import check_integrity, ensure_ready
from db.errors import (
    DamagedDatabaseError,
    DatabaseBusyError,
    DatabaseUnusableError,
    FutureDatabaseError,
    NotADatabaseError,
)
from db.steps import STEPS
from db.tables import METADATA, make_tables
from tests.db.older_schemas import REVISIONS, make_older


def test_first_use_says_one_line_and_the_second_none(tmp_path: Path, few_sets_bundled: None) -> None:
    said: list[str] = []
    path = tmp_path / "new folder" / "cards.sqlite"
    ensure_ready(path, said.append)
    ensure_ready(path, said.append)
    assert len(said) == 1
    assert str(path) in said[0]
    check_integrity(path)


def test_each_revision_has_its_step_and_each_table_is_made_by_one() -> None:
    assert [*STEPS] == [*REVISIONS, database.HEAD]
    assert {table for tables in STEPS.values() for table in tables} == set(METADATA.tables)


def schema(path: Path) -> dict[str, object]:
    """Columns, keys and checks of each table, in any order, with every index and trigger."""
    found: dict[str, object] = {}
    with closing(sqlite3.connect(path)) as connection:
        ask = connection.execute
        names = "SELECT name, type, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"
        for name, kind, sql in ask(f"{names} AND name <> 'alembic_version'").fetchall():
            found[name] = re.sub(r"IF NOT EXISTS |\s", "", sql or "")
            if kind == "table" and not name.startswith("card_search"):
                columns = {row[1:] for row in ask(f"PRAGMA table_info({name})")}
                keys = {row[2:] for row in ask(f"PRAGMA foreign_key_list({name})")}
                unique = {row[2:] for row in ask(f"PRAGMA index_list({name})")}
                checks = set(re.findall(r"CONSTRAINT \w+ CHECK \([^\n]*?\)(?=,|\n|$| *CONSTRAINT)", sql))
                found[name] = columns, keys, unique, checks, "AUTOINCREMENT" in sql
    return found


@pytest.mark.parametrize("revision", REVISIONS)
def test_an_older_database_is_completed_to_just_what_a_new_one_has(tmp_path: Path, revision: str) -> None:
    for name in ("new", "old"):
        if name == "old":
            make_older(tmp_path / name, revision)
        with writing(tmp_path / name) as connection:
            make_tables(connection, revision if name == "old" else "")
    assert schema(tmp_path / "old") == schema(tmp_path / "new")


def test_wal_and_foreign_keys_are_on(database_copy: Path) -> None:
    with writing(database_copy) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        assert connection.execute("PRAGMA foreign_keys").fetchone()[0] == 1


def test_a_transaction_that_fails_leaves_nothing(database_copy: Path) -> None:
    def fail() -> None:
        with writing(database_copy) as connection:
            connection.execute("DELETE FROM aliases")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    with Catalogue(database_copy, "swtcg") as catalogue:
        assert catalogue.aliases()


@pytest.mark.parametrize(
    "bad",
    [
        "INSERT INTO legality (card_id, printing_id, status, source) VALUES (1, 1, 'odd', 'x')",
        "INSERT INTO aliases (game, alias, alias_key, card_id) VALUES ('swtcg', 'x', 'x', 999999)",
        "INSERT INTO sets (game, code, name, position) VALUES ('swtcg', 'AOTC', 'again', 1)",
    ],
)
def test_the_schema_refuses_what_makes_no_sense(database_copy: Path, bad: str) -> None:
    with pytest.raises(sqlite3.IntegrityError), writing(database_copy) as connection:
        connection.execute(bad)


@pytest.mark.parametrize("content", [b"deck", b"SQLite format 3\0 but no more" + b"x" * 4000, b"\0" * 500])
def test_a_file_that_is_no_database_is_refused_and_kept(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "cards.sqlite"
    path.write_bytes(content)
    with pytest.raises((NotADatabaseError, DamagedDatabaseError), match=r"cards\.sqlite"):
        ensure_ready(path)
    assert path.read_bytes() == content


def test_a_foreign_sqlite_file_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "mail.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE mails (id)")
        connection.commit()
    before = path.read_bytes()
    with pytest.raises(NotADatabaseError, match="without our tables"):
        ensure_ready(path)
    assert path.read_bytes() == before


def test_an_empty_file_becomes_a_database(tmp_path: Path, few_sets_bundled: None) -> None:
    path = tmp_path / "cards.sqlite"
    path.touch()
    ensure_ready(path)
    check_integrity(path)


def test_a_database_from_the_future_is_refused(database_copy: Path) -> None:
    with closing(sqlite3.connect(database_copy)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    with pytest.raises(FutureDatabaseError, match="9999"):
        ensure_ready(database_copy)


def test_damage_is_found(database_copy: Path) -> None:
    with closing(sqlite3.connect(database_copy)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = bytearray(database_copy.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 20_000] = b"\xff" * 20_000
    database_copy.write_bytes(content)
    with pytest.raises(DamagedDatabaseError, match="backup"):
        check_integrity(database_copy)


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnusableError, match="--db"):
        ensure_ready(tmp_path)


def test_a_second_writer_is_told_who_waits(database_copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0.1)
    with closing(sqlite3.connect(database_copy, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseBusyError, match="another program"), writing(database_copy):
            pass


def test_two_programs_that_start_at_once_both_succeed(tmp_path: Path, few_sets_bundled: None) -> None:
    path = tmp_path / "cards.sqlite"
    errors: list[BaseException] = []

    def start() -> None:
        try:
            ensure_ready(path)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=start) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    check_integrity(path)


def test_an_older_database_is_copied_aside_and_completed(database_copy: Path) -> None:
    with closing(sqlite3.connect(database_copy)) as connection:
        connection.execute("DROP TABLE translations")
        connection.execute("UPDATE alembic_version SET version_num = '0007'")
        connection.commit()
    said: list[str] = []
    ensure_ready(database_copy, said.append)
    (backup,) = database_copy.parent.glob(f"*.before-{database.HEAD}*")
    assert str(backup) in said[0]
    for path, revision, tables in ((backup, "0007", 0), (database_copy, database.HEAD, 1)):
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == (revision,)
            found = connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'translations'")
            assert found.fetchone() == (tables,)


def test_a_changed_catalogue_is_loaded_and_ids_stay(database_copy: Path) -> None:
    with closing(sqlite3.connect(database_copy)) as connection:
        before = connection.execute("SELECT id, name_key, number FROM printings").fetchall()
        connection.execute("UPDATE games SET digest = 'older'")
        connection.execute("UPDATE cards SET cost = '99' WHERE id = 1")
        connection.commit()
    said: list[str] = []
    ensure_ready(database_copy, said.append)
    assert "catalogue" in said[0]
    with closing(sqlite3.connect(database_copy)) as connection:
        assert connection.execute("SELECT id, name_key, number FROM printings").fetchall() == before
        assert connection.execute("SELECT cost FROM cards WHERE id = 1").fetchone() != ("99",)


def test_a_mended_spelling_keeps_the_ids_and_leaves_no_second_card(database_copy: Path) -> None:
    with closing(sqlite3.connect(database_copy)) as connection:
        whole = connection.execute("SELECT id, name_key FROM cards ORDER BY id").fetchall()
        printings = connection.execute("SELECT id, card_id, name_key FROM printings").fetchall()
        connection.execute("UPDATE games SET digest = 'older'")
        old = "SET name_key = 'cade bane h' WHERE name_key = 'cad bane h'"
        connection.execute(f"UPDATE cards {old}")
        connection.execute(f"UPDATE printings {old}")
        connection.commit()
    ensure_ready(database_copy)
    check_integrity(database_copy)
    with closing(sqlite3.connect(database_copy)) as connection:
        assert connection.execute("SELECT id, name_key FROM cards ORDER BY id").fetchall() == whole
        assert connection.execute("SELECT id, card_id, name_key FROM printings").fetchall() == printings


def test_what_the_catalogue_no_longer_has_goes(database_copy: Path) -> None:
    with Catalogue(database_copy, "swtcg") as catalogue:
        printings = sum(s.cards for s in catalogue.sets())
    with closing(sqlite3.connect(database_copy)) as connection:
        connection.execute("UPDATE games SET digest = 'older'")
        connection.execute(
            "INSERT INTO cards (id, game, name, name_key, base_name, base_key, type)"
            " VALUES (99999, 'swtcg', 'Gone', 'gone', 'Gone', 'gone', 'Battle')"
        )
        connection.execute(
            "INSERT INTO printings (card_id, set_id, position, name, name_key, number)"
            " VALUES (99999, 1, 9999, 'Gone', 'gone', '')"
        )
        connection.commit()
    ensure_ready(database_copy)
    with Catalogue(database_copy, "swtcg") as catalogue:
        assert catalogue.find_cards("Gone") == ()
        assert sum(s.cards for s in catalogue.sets()) == printings > 1_000


@pytest.fixture
def database_copy(small_database: Path) -> Path:
    return small_database
