"""`deckcheck database`: where it is, what it holds, whether it is sound; backups of it."""

from pathlib import Path
from typing import Annotated, Any

import typer

from deckcheck.cli.common import DbOption, JsonOption, database_path, print_json, say
from deckcheck.cli.lazy import new_group
from deckcheck.show.wording import amount

app = new_group(__name__)
BackupArgument = Annotated[Path, typer.Argument(metavar="FILE", help="The file of the backup.")]


@app.callback(invoke_without_command=True, no_args_is_help=False)
def database(ctx: typer.Context, json: JsonOption = False, db: DbOption = None) -> None:
    """Show where the card database is, what it holds, and check that it is sound.

    Example: deckcheck database
    """
    if ctx.invoked_subcommand:
        ctx.obj = (json, db)
        return
    from db.cards.lookup import Catalogue
    from db.connection import reading
    from db.database import HEAD, check_integrity, ensure_ready

    path = database_path(db)
    ensure_ready(path, say)
    check_integrity(path)
    games: list[dict[str, Any]] = []
    with reading(path) as connection:
        stored = connection.execute("SELECT code, name FROM games ORDER BY rowid").fetchall()
    for code, name in stored:
        with Catalogue(path, code) as catalogue:
            source, as_of = catalogue.source()
            sets = catalogue.sets()
            games.append(
                {
                    "game": code,
                    "name": name,
                    "sets": len(sets),
                    "cards": len(catalogue.names()),
                    "printings": sum(card_set.cards for card_set in sets),
                    "source": source,
                    "as_of": as_of,
                }
            )
    if json:
        document = {"path": str(path), "bytes": path.stat().st_size, "revision": HEAD}
        print_json({"schema": "deckcheck.database/1", **document, "sound": True, "games": games})
        return
    print(f"{path}: sound, {path.stat().st_size / 1_000_000:.1f} MB, revision {HEAD}")
    for row in games:
        print(
            f"{row['name']}: {amount(row['sets'], 'set')}, {amount(row['cards'], 'card')}, "
            f"{amount(row['printings'], 'printing')}"
        )
        if row["source"]:
            print(f"  {row['source']}; as of {row['as_of']}")


@app.command("backup")
def backup(ctx: typer.Context, file: BackupArgument, json: JsonOption = False, db: DbOption = None) -> None:
    """Write the database to a new file, while others may use it; no file is overwritten.

    Example: deckcheck database backup cards-2026.sqlite
    """
    from db.database import HEAD, back_up, ensure_ready

    json, path = _given(ctx, json=json, db=db)
    ensure_ready(path, say)
    back_up(path, file)
    if json:
        facts = {"path": str(path), "backup": str(file), "bytes": file.stat().st_size}
        print_json({"schema": "deckcheck.backup/1", **facts, "revision": HEAD})
        return
    print(f"{file}: a backup of {path}, {file.stat().st_size / 1_000_000:.1f} MB, sound")


@app.command("restore")
def restore(ctx: typer.Context, file: BackupArgument, json: JsonOption = False, db: DbOption = None) -> None:
    """Put a backup in the place of the database, of which a copy is kept beside it.

    The backup is checked first, and brought up to date where an older deckcheck wrote it.

    Example: deckcheck database restore cards-2026.sqlite
    """
    from db.database import restore

    json, path = _given(ctx, json=json, db=db)
    kept = restore(path, file)
    if json:
        facts = {"path": str(path), "backup": str(file), "kept": None if kept is None else str(kept)}
        print_json({"schema": "deckcheck.restored/1", **facts})
        return
    print(f"{path}: restored from {file}" + (f"; what was there is {kept}" if kept else ""))


def _given(ctx: typer.Context, *, json: bool, db: Path | None) -> tuple[bool, Path]:
    """The options wherever they stand: before the subcommand or behind it."""
    before_json, before_db = ctx.obj
    return json or before_json, database_path(db or before_db)
