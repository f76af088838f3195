"""Acts on the database as a whole: what it holds, whether it is sound; backups of it."""

from pathlib import Path
from typing import Any, NamedTuple

from db.cards.lookup import Catalogue
from db.connection import reading
from db.database import HEAD, back_up, check_integrity
from db.database import restore as restore_file
from db.language import gettext as _
from db.language import joined
from deckcheck.acts.database import Database
from deckcheck.show.wording import amount


class Stored(NamedTuple):
    """The answer of an act: a document, and the lines that say the same."""

    document: dict[str, Any]
    lines: tuple[str, ...]


def describe(database: Database) -> Stored:
    """The path, size and games of a database that is sound; raises a `DatabaseError` for another."""
    path = database.path
    check_integrity(path)
    with reading(path) as connection:
        stored = connection.execute("SELECT code, name FROM games ORDER BY rowid").fetchall()
    games = [_game(path, code, name) for code, name in stored]
    facts = {"path": str(path), "bytes": path.stat().st_size, "revision": HEAD}
    lines = [
        _("{path}: sound, {megabytes}, revision {head}", path=path, megabytes=_megabytes(path), head=HEAD)
    ]
    for one in games:
        counts = (
            amount(one["sets"], "set"),
            amount(one["cards"], "card"),
            amount(one["printings"], "printing"),
        )
        lines.append(joined((one["name"], joined(counts, ", ")), ": "))
        if one["source"]:
            lines.append(f"  {_('{source}; as of {day}', source=one['source'], day=one['as_of'])}")
    return Stored({"schema": "deckcheck.database/1", **facts, "sound": True, "games": games}, tuple(lines))


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
    """Writes a database to a new file; raises `BackupError` where there is one of that name."""
    path = database.path
    back_up(path, file)
    facts = {"path": str(path), "backup": str(file), "bytes": file.stat().st_size, "revision": HEAD}
    text = _(
        "{file}: a backup of {path}, {megabytes}, sound", file=file, path=path, megabytes=_megabytes(file)
    )
    return Stored({"schema": "deckcheck.backup/1", **facts}, (text,))


def restore(database: Database, file: Path) -> Stored:
    """Puts a backup in the place of the database, of which a copy is kept beside it."""
    path = database.place
    kept = restore_file(path, file)
    facts = {"path": str(path), "backup": str(file), "kept": None if kept is None else str(kept)}
    text = _("{path}: restored from {file}", path=path, file=file)
    there = _("what was there is {kept}", kept=kept) if kept else ""
    return Stored({"schema": "deckcheck.restored/1", **facts}, (joined((text, there), "; "),))


def _megabytes(file: Path) -> str:
    return f"{file.stat().st_size / 1_000_000:.1f} MB"
