"""The tables as the models state them: made new, or completed where an older release made them.

Every release so far only added tables, columns and indexes, so one step brings any older database
up to date. What an older database holds stays as it is.
"""

from sqlalchemy import CheckConstraint, Column, Connection, inspect
from sqlalchemy.schema import CreateColumn

from db import collection_models, event_models, models  # noqa: F401 - the tables that they state

METADATA = models.METADATA
"""All tables, those of collections and events too."""

_LEAVES = (
    "INSERT INTO card_search (card_search, rowid, text, rulings)"
    " VALUES ('delete', old.printing_id, old.text, old.rulings);"
)
_ENTERS = "INSERT INTO card_search (rowid, text, rulings) VALUES (new.printing_id, new.text, new.rulings);"
_SEARCH = """CREATE VIRTUAL TABLE IF NOT EXISTS card_search USING fts5(text, rulings, content='card_texts',
 content_rowid='printing_id', tokenize='unicode61 remove_diacritics 2')"""
_FOLLOWS = {"INSERT": _ENTERS, "DELETE": _LEAVES, "UPDATE": f"{_LEAVES} {_ENTERS}"}
"""The index of the full-text search follows each change of the table of texts."""


def make_tables(connection: Connection, revision: str) -> None:
    """Makes what a database lacks, in the caller's transaction, and notes its revision."""
    METADATA.create_all(connection)
    for table in METADATA.sorted_tables:
        stored = {column["name"] for column in inspect(connection).get_columns(table.name)}
        for column in table.columns:
            if column.name not in stored:
                connection.exec_driver_sql(_addition(column, connection))
        for index in table.indexes:
            index.create(connection, checkfirst=True)
    run = connection.exec_driver_sql
    run(_SEARCH)
    for change, work in _FOLLOWS.items():
        name = f"card_texts_after_{change.lower()}"
        run(f"CREATE TRIGGER IF NOT EXISTS {name} AFTER {change} ON card_texts BEGIN {work} END")
    run("CREATE TABLE IF NOT EXISTS alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
    run("DELETE FROM alembic_version")
    run("INSERT INTO alembic_version VALUES (?)", (revision,))


def _addition(column: Column[object], connection: Connection) -> str:
    """The statement that adds a column, with the check that is named for it."""
    table = column.table
    words = [f"ALTER TABLE {table.name} ADD COLUMN", str(CreateColumn(column).compile(connection))]
    name = f"ck_{table.name}_{column.name}"
    words += [
        f"CONSTRAINT {name} CHECK ({check.sqltext})"
        for check in table.constraints
        if isinstance(check, CheckConstraint) and check.name == name
    ]
    return " ".join(words)
