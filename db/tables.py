"""The tables as the models state them: made new, or completed where an older release made them.

Releases so far only added tables, columns and indexes, and one moved links into a table of all links: a
step makes what lacks in the tables that its revision touched (`db.steps`). What an older database holds
stays as it is.
"""

import re
import sqlite3
from collections.abc import Mapping
from types import ModuleType
from typing import Any

from sqlalchemy import JSON, CheckConstraint, Column, Dialect, String, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.schema import CreateColumn, CreateIndex, CreateTable
from sqlalchemy.sql import ClauseElement
from sqlmodel.sql.sqltypes import AutoString

from db import club_models, collection_models, event_models, models
from db.engines.common import Connection
from db.steps import LINKS_MOVE, STEPS, WIDENED, step_after

METADATA = models.METADATA
"""All tables, those of collections and events too."""


def _rows(module: ModuleType) -> list[Any]:
    return [one for one in vars(module).values() if hasattr(one, "__tablename__")]


_LEAVES = (
    "INSERT INTO card_search (card_search, rowid, text, rulings)"
    " VALUES ('delete', old.printing_id, old.text, old.rulings);"
)
_ENTERS = "INSERT INTO card_search (rowid, text, rulings) VALUES (new.printing_id, new.text, new.rulings);"
_SEARCH = """CREATE VIRTUAL TABLE IF NOT EXISTS card_search USING fts5(text, rulings, content='card_texts',
 content_rowid='printing_id', tokenize='unicode61 remove_diacritics 2')"""
_FOLLOWS = {"INSERT": _ENTERS, "DELETE": _LEAVES, "UPDATE": f"{_LEAVES} {_ENTERS}"}
"""The index of the full-text search follows each change of the table of texts."""


_OWN = {one.__tablename__ for one in (*_rows(collection_models), *_rows(event_models), *_rows(club_models))}
PEOPLE = tuple(table for table in METADATA.sorted_tables if table.name in _OWN)
"""The tables of what people made, those first that others point to."""

NAMED = tuple(METADATA.tables[name] for name in ("games", "sets", "cards", "printings"))
"""The tables of the cards that they name, which a server has too: for those that somebody named."""

_WORDS = (
    """CREATE OR REPLACE FUNCTION json_extract(document text, place text) RETURNS text
 LANGUAGE sql IMMUTABLE AS $$ SELECT jsonb_path_query_first(document::jsonb, place::jsonpath) #>> '{}' $$""",
    """CREATE OR REPLACE FUNCTION instr(whole text, part text) RETURNS integer
 LANGUAGE sql IMMUTABLE AS $$ SELECT strpos(whole, part) $$""",
    "CREATE SEQUENCE IF NOT EXISTS named",
    *(
        words
        for table in ("cards", "printings")
        for words in (
            f"ALTER TABLE {table} ADD COLUMN IF NOT EXISTS named integer NOT NULL DEFAULT nextval('named')",
            f"CREATE INDEX IF NOT EXISTS ix_{table}_named ON {table} (named)",
        )
    ),
    "CREATE TABLE IF NOT EXISTS sqlite_sequence (name text PRIMARY KEY, seq integer NOT NULL)",
    """CREATE OR REPLACE FUNCTION note_number() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
 INSERT INTO sqlite_sequence VALUES (TG_TABLE_NAME, NEW.id)
 ON CONFLICT (name) DO UPDATE SET seq = greatest(sqlite_sequence.seq, excluded.seq); RETURN NEW; END $$""",
    *(
        f"CREATE OR REPLACE TRIGGER {table.name}_numbers AFTER INSERT ON {table.name}"
        " FOR EACH ROW EXECUTE FUNCTION note_number()"
        for table in PEOPLE
        if table.dialect_options["sqlite"]["autoincrement"]
    ),
)
"""Things that only a server has: the order in which cards were named, and SQLite's words that we use."""


def make_tables(connection: sqlite3.Connection, revision: str) -> None:
    """Brings a file of that revision, empty for none, up to date, in the caller's transaction."""
    while revision < max(STEPS):
        revision = _take_step(
            connection, revision, METADATA.tables, sqlite.dialect(), "SELECT name FROM pragma_table_info(?)"
        )
    connection.execute(_SEARCH)
    for change, work in _FOLLOWS.items():
        name = f"card_texts_after_{change.lower()}"
        connection.execute(
            f"CREATE TRIGGER IF NOT EXISTS {name} AFTER {change} ON card_texts BEGIN {work} END"
        )


def take_server_step(connection: Connection, revision: str) -> None:
    """Brings a server of that revision one step on, an empty one to the end, in the caller's transaction."""
    columns = (
        "SELECT column_name FROM information_schema.columns"
        " WHERE table_schema = current_schema() AND table_name = ?"
    )
    dialect: Dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    known = {table.name: table for table in (*NAMED, *PEOPLE)}
    if _take_step(connection, revision, known, dialect, columns) == max(STEPS):
        for words in _WORDS:
            connection.execute(words)


def _take_step(
    connection: Connection, revision: str, known: Mapping[str, Table], dialect: Dialect, columns: str
) -> str:
    """Makes what the next step adds to the tables that an engine has, and returns its revision.

    `columns` asks for the columns of a table.
    """
    step = step_after(revision)
    run = connection.execute
    for gone in WIDENED if step == "0015" else ():
        run(f"DROP INDEX IF EXISTS {gone}")
    for table in METADATA.sorted_tables:
        if table.name not in known or (revision and table.name not in STEPS[step]):
            continue
        run(_sql(CreateTable(table, if_not_exists=True), dialect))
        stored = {name for (name,) in run(columns, (table.name,))}
        for column in table.columns:
            if column.name not in stored:
                run(_addition(column, dialect))
        for index in sorted(table.indexes, key=lambda one: str(one.name)):
            run(_sql(CreateIndex(index, if_not_exists=True), dialect))
    if "links" in STEPS[step] and run(columns, ("event_links",)).fetchall():
        for words in LINKS_MOVE:
            run(words)
    _note_revision(connection, step)
    return step


def _note_revision(connection: Connection, revision: str) -> None:
    run = connection.execute
    run("CREATE TABLE IF NOT EXISTS alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
    run("DELETE FROM alembic_version")
    run("INSERT INTO alembic_version VALUES (?)", (revision,))


def _sql(statement: ClauseElement, dialect: Dialect) -> str:
    text = str(statement.compile(dialect=dialect))
    if dialect.name == "postgresql":  # whose references are looked at when a statement ends, else
        text = _REFERENCE.sub(r"\1 DEFERRABLE", text)
    return text


_REFERENCE = re.compile(r"(REFERENCES \w+ \([^)]*\)(?: ON DELETE CASCADE)?)")


@compiles(AutoString, "postgresql")
@compiles(String, "postgresql")
def _text(_type: Any, _compiler: Any, **_options: Any) -> str:
    """Text of any length, in the order of SQLite."""
    return 'TEXT COLLATE "C"'


@compiles(JSON, "postgresql")
def _document(_type: Any, _compiler: Any, **_options: Any) -> str:
    """Documents stay the text that they are: JSONB would drop doubled keys and sort the others."""
    return "TEXT"


def _addition(column: Column[object], dialect: Dialect) -> str:
    """The statement that adds a column, with the check that is named for it."""
    table = column.table
    words = [f"ALTER TABLE {table.name} ADD COLUMN", _sql(CreateColumn(column), dialect)]
    name = f"ck_{table.name}_{column.name}"
    words += [
        f"CONSTRAINT {name} CHECK ({check.sqltext})"
        for check in table.constraints
        if isinstance(check, CheckConstraint) and check.name == name
    ]
    return " ".join(words)
