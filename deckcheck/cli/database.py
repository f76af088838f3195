"""`deckcheck database`: where it is, what it holds, whether it is sound; backups of it."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckcheck import acts
from deckcheck.acts.config import database_place
from deckcheck.cli import options as opt
from deckcheck.cli.common import open_database, print_json
from deckcheck.cli.given import given, like
from deckcheck.cli.lazy import new_group
from deckcheck.cli.progress import progress
from deckcheck.show.language import gettext as _

if TYPE_CHECKING:
    from deckcheck.acts.backups import Stored
    from deckcheck.acts.database import Database

app = new_group(__name__)
SourceArgument = Annotated[Path, opt.argument("FROM", "The database to copy.", parser=database_place)]
TargetArgument = Annotated[Path, opt.argument("TO", "The database to copy into.", parser=database_place)]
BackupArgument = Annotated[Path, opt.argument("FILE", "The file of the backup.")]


@app.callback(invoke_without_command=True, no_args_is_help=False)
def database(ctx: typer.Context, json: opt.Json = False, db: opt.Db = None) -> None:
    """Show where the card database is, what it holds, and check that it is sound.

    Example: deckcheck database
    """
    ctx.obj = (json, db)
    if not ctx.invoked_subcommand:
        with open_database(db) as opened:
            _print(acts.backups.describe(opened), json=json)


def opened_of(ctx: typer.Context, db: opt.Db = None) -> "Database":
    """The database of a command, whose options stand before its name or behind it."""
    return open_database(db or ctx.obj[1])


def _command(name: str) -> Callable[[Callable[..., "Stored"]], None]:
    """Registers a function of an open database, whose answer is printed, as a command."""

    def registered(function: Callable[..., "Stored"]) -> None:
        def done(*, ctx: typer.Context, json: opt.Json = False, **values: Any) -> None:
            _print(function(**values), json=json or ctx.obj[0])

        app.command(name)(given(opened=opened_of)(like(function, done)))

    return registered


@_command("backup")
def backup(opened: "Database", file: BackupArgument) -> "Stored":
    """Write the database to a new file, while others may use it; no file is overwritten.

    Example: deckcheck database backup cards-2026.sqlite
    """
    return acts.backups.backup(opened, file)


@_command("restore")
def restore(opened: "Database", file: BackupArgument) -> "Stored":
    """Put a backup in the place of the database, of which a copy is kept beside it.

    The backup is checked first, and brought up to date where an older deckcheck wrote it.

    Example: deckcheck database restore cards-2026.sqlite
    """
    return acts.backups.restore(opened, file)


@_command("info")
def info(opened: "Database") -> "Stored":
    """Show where the database is, its engine, its revision and its size, without looking through it.

    Example: deckcheck database info
    """
    return acts.backups.describe(opened, check=False)


@_command("check")
def check(opened: "Database") -> "Stored":
    """Look through the whole database: whether each row is sound and points to what is there.

    Example: deckcheck database check
    """
    return acts.backups.describe(opened)


@app.command("copy")
def copy(ctx: typer.Context, source: SourceArgument, target: TargetArgument, json: opt.Json = False) -> None:
    """Copy collections, decks, events and their history to another database, a file or a server.

    The other one must hold none of these; its cards stay as they are. Every table is compared there
    before anything is kept.

    Example: deckcheck database copy cards.sqlite postgresql://club@localhost/deckcheck
    """
    with open_database(source) as opened, open_database(target) as other, progress() as show:
        _print(
            acts.backups.copy(opened, other, lambda done, of: show(_("copying"), done, of)),
            json=json or ctx.obj[0],
        )


def _print(done: "Stored", *, json: bool) -> None:
    if json:
        print_json(done.document)
    else:
        typer.echo("\n".join(map(str, done.lines)))
