"""`deckcheck config`: what holds for every call, set once."""

from typing import Annotated

import typer

from deckcheck.cli.common import JsonOption, print_json, say, settings, settings_path
from deckcheck.cli.lazy import new_group

app = new_group(__name__)

NameArgument = Annotated[
    str, typer.Argument(metavar="NAME", help="game, format, database, language or colours.")
]


@app.command("list")
def list_settings(json: JsonOption = False) -> None:
    """List all settings with what is set.

    Example: deckcheck config list
    """
    from deckcheck.settings import SETTINGS
    from deckcheck.show.tables import print_table

    stored = settings()
    rows: list[tuple[str, str, str]] = []
    for name, setting in SETTINGS.items():
        value = getattr(stored, name)
        if setting.by_game:
            rows += [(f"{name}.{game}", text, setting.help) for game, text in (value or {}).items()]
        if not setting.by_game or not value:
            rows.append((name, value or "", setting.help))
    if json:
        values = {name: value or None for name, value, _ in rows}
        document = {"path": str(settings_path()), "settings": values}
        print_json({"schema": "deckcheck.config/1", **document})
        return
    print_table(("name", "value", "what it is"), rows)


@app.command("get")
def get(name: NameArgument) -> None:
    """Print what is set; nothing, with exit code 1, where nothing is.

    Example: deckcheck config get game
    """
    from deckcheck.cli.common import EXIT_NO, default_game
    from deckcheck.settings import split_name

    key, game = split_name(name)
    stored = settings()
    value = stored.format_of(game or default_game()) if key == "format" else getattr(stored, key)
    if value is None:
        raise typer.Exit(EXIT_NO)
    typer.echo(value)


@app.command("set")
def set_(
    name: NameArgument, value: Annotated[str, typer.Argument(metavar="VALUE", help="What it is to be.")]
) -> None:
    """Set a value; a format is that of the default game, format.destiny that of Destiny.

    Example: deckcheck config set format standard
    """
    from deckcheck.cli.common import default_game
    from deckcheck.settings import set_value, split_name

    key, game = split_name(name)
    if key == "format":
        game = game or default_game()
        value = _format(game, value)
        name = f"format.{game}"
    kept = set_value(settings_path(), name, value)
    say(f"{settings_path()}: {name} = {kept}")


@app.command("unset")
def unset(name: NameArgument) -> None:
    """Unset a value; then it is as without a setting.

    Example: deckcheck config unset format
    """
    from deckcheck.cli.common import default_game
    from deckcheck.settings import set_value, split_name

    key, game = split_name(name)
    if key == "format":
        name = f"format.{game or default_game()}"
    set_value(settings_path(), name, None)
    say(f"{settings_path()}: {name} is not set")


@app.command("path")
def path() -> None:
    """Print where the settings are kept; the file need not be there.

    Example: deckcheck config path
    """
    typer.echo(settings_path())


def _format(game: str, name: str) -> str:
    """The format of that name, as it is spelt; raises where the game has none such."""
    from db.cards.lookup import Catalogue
    from db.database import ensure_ready
    from deckcheck.cli.common import database_path
    from deckcheck.errors import UnknownPlayFormatError
    from deckcheck.judge.own_formats import find_own_format
    from deckcheck.judge.validate import Judge

    database = database_path(None)
    ensure_ready(database, say)
    with Catalogue(database, game) as catalogue:
        try:
            Judge(game, name, stated=catalogue.play_formats(None))
        except UnknownPlayFormatError:
            if find_own_format(database, game, name) is None:
                raise
    return name
