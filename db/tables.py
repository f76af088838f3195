"""The tables as the models state them: made new, or completed where an older release made them.

Every release so far only added tables, columns and indexes, so one step brings any older database
up to date. What an older database holds stays as it is.
"""

import sqlite3

from sqlalchemy import CheckConstraint, Column
from sqlalchemy.dialects.sqlite import dialect
from sqlalchemy.schema import CreateColumn, CreateIndex, CreateTable
from sqlalchemy.sql import ClauseElement

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


def make_tables(connection: sqlite3.Connection, revision: str) -> None:
    """Makes what a database lacks, in the caller's transaction, and notes its revision."""
    run = connection.execute
    for table in METADATA.sorted_tables:
        run(_sql(CreateTable(table, if_not_exists=True)))
        stored = {name for (name,) in run("SELECT name FROM pragma_table_info(?)", (table.name,))}
        for column in table.columns:
            if column.name not in stored:
                run(_addition(column))
        for index in sorted(table.indexes, key=lambda one: str(one.name)):
            run(_sql(CreateIndex(index, if_not_exists=True)))
    run(_SEARCH)
    for change, work in _FOLLOWS.items():
        name = f"card_texts_after_{change.lower()}"
        run(f"CREATE TRIGGER IF NOT EXISTS {name} AFTER {change} ON card_texts BEGIN {work} END")
    run("CREATE TABLE IF NOT EXISTS alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
    run("DELETE FROM alembic_version")
    run("INSERT INTO alembic_version VALUES (?)", (revision,))


def _sql(statement: ClauseElement) -> str:
    return str(statement.compile(dialect=dialect()))


def _addition(column: Column[object]) -> str:
    """The statement that adds a column, with the check that is named for it."""
    table = column.table
    words = [f"ALTER TABLE {table.name} ADD COLUMN", _sql(CreateColumn(column))]
    name = f"ck_{table.name}_{column.name}"
    words += [
        f"CONSTRAINT {name} CHECK ({check.sqltext})"
        for check in table.constraints
        if isinstance(check, CheckConstraint) and check.name == name
    ]
    return " ".join(words)
