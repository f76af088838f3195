"""The database of a server: its tables made and brought up to date, its facts, whether it is sound."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from db.connection import connect_read_only
from db.engines.common import Connection
from db.engines.people import reading, tried_again, writing
from db.engines.place import shown_place
from db.errors import DamagedDatabaseError, FutureDatabaseError
from db.language import gettext as _

Say = Callable[[str], None]


@tried_again
def ensure_server_ready(path: Path, head: str, say: Say) -> None:
    """Makes or completes the tables of a server, and lets it know the games of the catalogue here.

    Each step is a transaction: what is stopped in between goes on with the next one. Raises
    `FutureDatabaseError` where a newer release has made them; nothing is changed then.
    """
    with reading(path) as connection:
        revision = server_revision(connection)
        if revision > head:
            raise FutureDatabaseError(shown_place(path), revision)
        there = {code for (code,) in connection.execute("SELECT code FROM games")} if revision else set()
    with closing(connect_read_only(path)) as here:
        games = here.execute("SELECT code, name FROM games ORDER BY rowid").fetchall()
    if revision == head and all(code in there for code, _name in games):
        return
    if revision < head:
        _say_what_comes(path, revision, say)
    while revision < head:
        revision = _take_step(path, head)
    with writing(path) as connection:
        connection.executemany(
            "INSERT INTO games (code, name) VALUES (?, ?) ON CONFLICT DO NOTHING",
            [tuple(one) for one in games],
        )


def _take_step(path: Path, head: str) -> str:
    """Brings the tables one step on in a transaction, unless another program has; returns where they are."""
    from db.tables import take_server_step

    with writing(path) as connection:
        connection.one_writer("tables")  # type: ignore[attr-defined]
        revision = server_revision(connection)
        if revision > head:
            raise FutureDatabaseError(shown_place(path), revision)
        if revision < head:
            take_server_step(connection, revision)
        return server_revision(connection)


def _say_what_comes(path: Path, revision: str, say: Say) -> None:
    place = shown_place(path)
    if not revision:
        say(_("making the tables of {place}", place=place))
        return
    say(
        _(
            "updating the tables of {place}; what was there before only its administrator can keep: "
            "pg_dump -Fc -f deckcheck.dump {place}",
            place=place,
        )
    )


def server_revision(connection: Connection) -> str:
    """The revision of a server's tables, empty where there are none."""
    found = connection.execute("SELECT to_regclass('alembic_version')").fetchone()
    if found is None or found[0] is None:
        return ""
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return str(row[0]) if row else ""


def server_facts(path: Path) -> dict[str, Any]:
    """The engine of a server, its revision, and how many bytes its database has."""
    with reading(path) as connection:
        version, size = connection.execute(
            "SELECT current_setting('server_version'), pg_database_size(current_database())"
        ).fetchone()
        revision = server_revision(connection)
    engine = f"PostgreSQL {version.split(' ')[0]}"
    return {"address": shown_place(path), "engine": engine, "bytes": int(size), "revision": revision}


def check_server(path: Path) -> None:
    """Raises `DamagedDatabaseError` where a row of a server points to nothing, or breaks a rule.

    Every row of every table is read for it, and each rule is put to all rows anew.
    """
    with writing(path) as connection:
        rules = connection.execute(
            "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint"
            " WHERE connamespace = current_schema()::regnamespace AND contype IN ('f', 'c') ORDER BY 1, 2"
        ).fetchall()
        for table, name, rule in rules:
            connection.execute(f"ALTER TABLE {table} ADD CONSTRAINT deckcheck_looks {rule} NOT VALID")
            try:
                connection.execute(f"ALTER TABLE {table} VALIDATE CONSTRAINT deckcheck_looks")
            except sqlite3.IntegrityError:
                broken = _("rows of {table} break the rule {rule}", table=table, rule=name)
                raise DamagedDatabaseError(shown_place(path), str(broken)) from None
            connection.execute(f"ALTER TABLE {table} DROP CONSTRAINT deckcheck_looks")
