"""`deckcheck config`: what holds for every call, set once."""

from typing import Annotated

import typer

from deckcheck.acts import config
from deckcheck.cli import options as opt
from deckcheck.cli.common import EXIT_NO, print_json, say
from deckcheck.cli.lazy import new_group
from deckcheck.show.language import gettext as _
from deckcheck.show.tables import print_table

app = new_group(__name__)

NameArgument = Annotated[str, opt.argument("NAME", "game, format, database, language or colours.")]


@app.command("list")
def list_settings(json: opt.Json = False) -> None:
    """List all settings with what is set.

    Example: deckcheck config list
    """
    if json:
        print_json(config.settings_document())
    else:
        print_table(("name", "value", _("what it is")), config.list_settings())


@app.command("get")
def get(name: NameArgument) -> None:
    """Print what is set; nothing, with exit code 1, where nothing is.

    Example: deckcheck config get game
    """
    value = config.get_setting(name)
    if value is None:
        raise typer.Exit(EXIT_NO)
    typer.echo(value)


@app.command("set")
def set_(name: NameArgument, value: Annotated[str, opt.argument("VALUE", "What it is to be.")]) -> None:
    """Set a value; a format is that of the default game, format.destiny that of Destiny.

    Example: deckcheck config set format standard
    """
    stored = config.set_setting(name, value, say)
    say(f"{config.settings_path()}: {stored.name} = {stored.value}")


@app.command("unset")
def unset(name: NameArgument) -> None:
    """Unset a value; then it is as without a setting.

    Example: deckcheck config unset format
    """
    say(
        _("{settings_path}: {name} is not set"),
        settings_path=config.settings_path(),
        name=config.set_setting(name, None, say).name,
    )


@app.command("path")
def path() -> None:
    """Print where the settings are kept; the file need not be there.

    Example: deckcheck config path
    """
    typer.echo(config.settings_path())
