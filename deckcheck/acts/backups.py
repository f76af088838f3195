"""Acts on the database as a whole: what it holds, whether it is sound; backups and copies of it."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from db.cards.lookup import Catalogue
from db.connection import reading
from db.database import HEAD, back_up, check_integrity, restore as restore_file
from db.engines.place import server_of, shown_place
from db.errors import BackupError, CopyError, ServerBackupError
from db.language import filled, gettext as _, joined, ngettext
from db.server import check_server, server_facts
from deckcheck.acts.database import Database
from deckcheck.show.wording import amount


class Stored(NamedTuple):
    """The answer of an act: a document, and the lines that say the same."""

    document: dict[str, Any]
    lines: tuple[str, ...]


def describe(database: Database, *, check: bool = True) -> Stored:
    """The engine, size and games of a database that is sound; raises a `DatabaseError` for another.

    It is looked through only for a `check`.
    """
    path = database.path
    if check:
        check_integrity(path)
    with reading(path) as connection:
        stored = connection.execute("SELECT code, name FROM games ORDER BY rowid").fetchall()
    games = [_game(path, code, name) for code, name in stored]
    facts: dict[str, Any] = {
        "path": str(path),
        "engine": f"SQLite {sqlite3.sqlite_version}",
        "bytes": path.stat().st_size,
        "revision": HEAD,
    }
    lines = [_told(facts["engine"], path, facts["bytes"], check=check)]
    if server_of(path):
        if check:
            check_server(path)
        facts["server"] = server_facts(path)
        place, engine, size = (facts["server"][name] for name in ("address", "engine", "bytes"))
        lines.insert(0, _told(engine, place, size, check=check))
    for one in games:
        counts = (
            amount(one["sets"], "set"),
            amount(one["cards"], "card"),
            amount(one["printings"], "printing"),
        )
        lines.append(joined((one["name"], joined(counts, ", ")), ": "))
        if one["source"]:
            lines.append(f"  {_('{source}; as of {day}', source=one['source'], day=one['as_of'])}")
    sound = {"sound": True} if check else {}
    return Stored({"schema": "deckcheck.database/1", **facts, **sound, "games": games}, tuple(lines))


def _told(engine: str, place: object, size: int, *, check: bool) -> str:
    sound = _("{place}: sound, {megabytes}, revision {head}, {engine}")
    told = sound if check else _("{place}: {megabytes}, revision {head}, {engine}")
    megabytes = f"{size / 1_000_000:.1f} MB"
    return filled(told, {"place": place, "megabytes": megabytes, "head": HEAD, "engine": engine})


def copy(
    database: Database, target: Database, progress: Callable[[int, int], None] = lambda _done, _of: None
) -> Stored:
    """Copies what people made into an empty database on either engine; each table is checked there.

    Raises `CopyError` where there is no database to copy from.
    """
    from db.copies import copy_database

    if not _is_made(database.place):
        raise CopyError(shown_place(database.place), _("there is no such file"))
    tables = copy_database(database.path, target.path, progress)
    places = shown_place(database.path), shown_place(target.path)
    document = {
        "schema": "deckcheck.copy/1",
        "from": places[0],
        "to": places[1],
        "tables": [{"table": one.name, "rows": one.rows, "sha256": one.sha256} for one in tables],
    }
    rows = sum(one.rows for one in tables)
    text = ngettext(
        "{number} row copied from {source} to {target}, and compared there",
        "{number:,} rows copied from {source} to {target}, and compared there",
        rows,
        source=places[0],
        target=places[1],
    )
    return Stored(document, (text,))


def _game(path: Path, code: str, name: str) -> dict[str, Any]:
    with Catalogue(path, code) as catalogue:
        source, as_of = catalogue.source()
        sets = catalogue.sets()
        return {
            "game": code,
            "name": name,
            "sets": len(sets),
            "cards": len(catalogue.names()),
            "printings": sum(card_set.cards for card_set in sets),
            "source": source,
            "as_of": as_of,
        }


def backup(database: Database, file: Path) -> Stored:
    """Writes a database to a new file; raises `BackupError` where one is there, or no database is."""
    if not _is_made(database.place):
        raise BackupError(database.place, _("there is no such file"))
    path = database.path
    if server_of(path):
        raise ServerBackupError(shown_place(path), f"pg_dump -Fc -f {file}")
    back_up(path, file)
    facts = {"path": str(path), "backup": str(file), "bytes": file.stat().st_size, "revision": HEAD}
    text = _(
        "{file}: a backup of {path}, {megabytes}, sound",
        file=file,
        path=path,
        megabytes=f"{file.stat().st_size / 1_000_000:.1f} MB",
    )
    return Stored({"schema": "deckcheck.backup/1", **facts}, (text,))


def _is_made(place: Path) -> bool:
    """Whether a database is there already, on a server or as a file: a slip in its path must not make one."""
    return server_of(place) is not None or place.exists()


def restore(database: Database, file: Path) -> Stored:
    """Puts a backup in the place of the database, of which a copy is kept beside it."""
    path = database.place
    if server_of(path):
        raise ServerBackupError(shown_place(path), f"pg_restore -c {file} -d")
    kept = restore_file(path, file)
    facts = {"path": str(path), "backup": str(file), "kept": None if kept is None else str(kept)}
    text = _("{path}: restored from {file}", path=path, file=file)
    there = _("what was there is {kept}", kept=kept) if kept else ""
    return Stored({"schema": "deckcheck.restored/1", **facts}, (joined((text, there), "; "),))
