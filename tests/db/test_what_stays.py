"""Holdings, and what card sources stated, stay through migrations and newer catalogues."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from db import database
from db.cards import bundled_games
from db.cards.lookup import Catalogue
from db.database import check_integrity, ensure_ready
from tests.db.older_schemas import make_older

CATALOGUE = ("games", "sets", "cards", "printings", "legality", "aliases")


@pytest.fixture
def old(small_database: Path, tmp_path: Path) -> Path:
    """A database as 0002 made it: no card source was known yet."""
    path = tmp_path / "old.sqlite"
    make_older(path, "0002")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("ATTACH ? AS whole", (str(small_database),))
        for table in CATALOGUE:
            rows = connection.execute("SELECT name FROM pragma_table_info(?)", (table,))
            columns = ", ".join(name for (name,) in rows)
            copied = f"INSERT INTO {table} ({columns}) SELECT {columns} FROM whole.{table}"
            connection.execute(copied)
        connection.commit()
    return path


def hold(path: Path, name_key: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            "INSERT INTO holdings (card_id, printing_id, condition, language, finish, location,"
            " quantity, for_trade, notes) SELECT card_id, id, '', '', '', 'binder', 3, 1, ''"
            " FROM printings WHERE name_key = ?",
            (name_key,),
        )
        connection.commit()


def held(path: Path) -> list[tuple[str, str, int]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(
            "SELECT c.name, p.name, h.quantity FROM holdings h JOIN cards c ON c.id = h.card_id"
            " JOIN printings p ON p.id = h.printing_id AND p.card_id = c.id"
        ).fetchall()


def count(path: Path, table: str) -> int:
    with closing(sqlite3.connect(path)) as connection:
        number: int = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    return number


def add_printing(path: Path, name: str, source: str | None) -> None:
    """A card with a printing that the bundled catalogue does not have."""
    key = name.lower()
    with closing(sqlite3.connect(path)) as connection:
        cursor = connection.execute(
            "INSERT INTO cards (game, name, name_key, base_name, base_key, type)"
            " VALUES ('swtcg', ?, ?, ?, ?, 'Battle')",
            (name, key, name, key),
        )
        connection.execute(
            "INSERT INTO printings (card_id, set_id, position, name, name_key, number, source)"
            " VALUES (?, 1, 1, ?, ?, '', ?)",
            (cursor.lastrowid, name, key, source),
        )
        connection.execute("UPDATE games SET digest = 'older'")
        connection.commit()


def test_a_database_of_0002_with_holdings_is_migrated_and_keeps_them(old: Path) -> None:
    printings = count(old, "printings")
    hold(old, "cad bane h")
    before = held(old)
    assert len(before) == 1
    ensure_ready(old)
    check_integrity(old)
    assert held(old) == before
    with closing(sqlite3.connect(old)) as connection:
        revision = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        assert revision == (database.HEAD,)
        assert connection.execute("SELECT count(*) FROM sources").fetchone() == (0,)
    assert count(old, "printings") == printings > 1_000


def test_of_what_the_catalogue_lacks_only_the_unused_and_unsynced_goes(small_database: Path) -> None:
    add_printing(small_database, "Gone", None)
    add_printing(small_database, "Owned", None)
    hold(small_database, "owned")
    add_printing(small_database, "Synced", "lackey")
    ensure_ready(small_database)
    check_integrity(small_database)
    with Catalogue(small_database, "swtcg") as catalogue:
        assert not catalogue.find_cards("Gone")
        assert catalogue.find_cards("Owned")
        assert catalogue.find_cards("Synced")
    assert held(small_database) == [("Owned", "Owned", 3)]


def test_an_old_name_that_a_source_keeps_survives_the_removal_of_others(small_database: Path) -> None:
    add_printing(small_database, "Gone", None)
    add_printing(small_database, "New Name", "lackey")
    with closing(sqlite3.connect(small_database)) as connection:
        connection.execute(
            "INSERT INTO aliases (game, alias, alias_key, card_id, why, source)"
            " SELECT 'swtcg', 'Former', 'former', id, 'renamed by lackey', 'lackey'"
            " FROM cards WHERE name_key = 'new name'"
        )
        connection.commit()
    ensure_ready(small_database)
    with Catalogue(small_database, "swtcg") as catalogue:
        card = catalogue.find_alias("Former")
        assert card is not None
        assert card.name == "New Name"


@pytest.mark.whole_catalogue
def test_an_old_name_in_a_database_is_passed_over_where_the_name_has_versions(own_database: Path) -> None:
    """An older database, or a source that renamed a card, must not decide among versions."""
    with closing(sqlite3.connect(own_database)) as connection:
        connection.executemany(
            "INSERT INTO aliases (game, alias, alias_key, card_id, why, source)"
            " SELECT 'swtcg', ?, ?, id, 'renamed by lackey', 'lackey' FROM cards WHERE name = ?",
            [
                ("Battle Protocol Droid", "battle protocol droid", "Battle Protocol Droid (B)"),
                ("Anodyne", "anodyne", "Anodyne (A)"),  # all the versions that there are
            ],
        )
        connection.commit()
    for whole in (False, True):
        with Catalogue(own_database, "swtcg") as catalogue:
            if whole:
                catalogue.load_all()
            assert catalogue.find_alias("Battle Protocol Droid") is None
            only = catalogue.find_alias("Anodyne")
            assert only is not None
            assert only.name == "Anodyne (A)"
            names = {alias for alias, _, _ in catalogue.aliases()}
            assert "Battle Protocol Droid" not in names
            assert "Anodyne" in names


def test_a_printing_of_a_source_is_not_taken_for_a_misspelt_bundled_one(small_database: Path) -> None:
    # It stands at place 1 of set 1 without a number, as a bundled printing may.
    add_printing(small_database, "Synced", "lackey")
    ensure_ready(small_database)
    with Catalogue(small_database, "swtcg") as catalogue:
        assert [card.name for card in catalogue.find_cards("Synced")] == ["Synced"]


def test_every_holding_survives_a_program_with_a_smaller_catalogue(
    database: Path, few_sets_folder: Path, tmp_path: Path
) -> None:
    """An older program, or one for few sets: it holds less, and others stand in the same places."""
    path = Path(shutil.copy(database, tmp_path / "large.sqlite"))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            "INSERT INTO holdings (card_id, printing_id, condition, language, finish, location,"
            " quantity, for_trade, notes) SELECT card_id, id, '', '', '', '', 1, 0, ''"
            " FROM printings WHERE id % 7 = 0"
        )
        connection.commit()
    before = sorted(held(path))
    assert len(before) > 1_000
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bundled_games, "FOLDER", few_sets_folder)
        ensure_ready(path)
        check_integrity(path)
        assert sorted(held(path)) == before
        assert count(path, "printings") < count(database, "printings")
    ensure_ready(path)
    check_integrity(path)
    assert sorted(held(path)) == before
    assert count(path, "printings") == count(database, "printings")
