"""`deckcheck database`: where it is, what it holds, whether it is sound; backups of it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli.common import DbOption, JsonOption, open_database, print_json
from deckcheck.cli.lazy import new_group

if TYPE_CHECKING:
    from deckcheck.acts.backups import Stored

app = new_group(__name__)
BackupArgument = Annotated[Path, typer.Argument(metavar="FILE", help="The file of the backup.")]


@app.callback(invoke_without_command=True, no_args_is_help=False)
def database(ctx: typer.Context, json: JsonOption = False, db: DbOption = None) -> None:
    """Show where the card database is, what it holds, and check that it is sound.

    Example: deckcheck database
    """
    ctx.obj = (json, db)
    if not ctx.invoked_subcommand:
        from deckcheck.acts.backups import describe

        with open_database(db) as opened:
            _print(describe(opened), json=json)


@app.command("backup")
def backup(ctx: typer.Context, file: BackupArgument, json: JsonOption = False, db: DbOption = None) -> None:
    """Write the database to a new file, while others may use it; no file is overwritten.

    Example: deckcheck database backup cards-2026.sqlite
    """
    from deckcheck.acts.backups import backup

    before_json, before_db = ctx.obj  # options stand before the subcommand or behind it
    with open_database(db or before_db) as opened:
        _print(backup(opened, file), json=json or before_json)


@app.command("restore")
def restore(ctx: typer.Context, file: BackupArgument, json: JsonOption = False, db: DbOption = None) -> None:
    """Put a backup in the place of the database, of which a copy is kept beside it.

    The backup is checked first, and brought up to date where an older deckcheck wrote it.

    Example: deckcheck database restore cards-2026.sqlite
    """
    from deckcheck.acts.backups import restore

    before_json, before_db = ctx.obj
    with open_database(db or before_db) as opened:
        _print(restore(opened, file), json=json or before_json)


def _print(done: "Stored", *, json: bool) -> None:
    if json:
        print_json(done.document)
    else:
        typer.echo("\n".join(map(str, done.lines)))
