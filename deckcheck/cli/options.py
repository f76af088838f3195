"""Options of the commands: how one is declared, and those that many commands share."""

from pathlib import Path
from typing import Annotated, Any

import typer

from deckcheck.acts.config import FIRST_GAME, database_place, default_game
from deckcheck.show.language import gettext as _

DECK_HELP = _("A deck file, a saved deck, or - for standard input.")


def option(takes: str | None, help_: str, names: str = "", **more: Any) -> Any:
    """An option with the word for its value in the help; it is called as its argument, or as `--name -n`."""
    return typer.Option(*names.split(), metavar=takes, help=help_, **more)


def flag(names: str, help_: str, **more: Any) -> Any:
    """An option without a value."""
    return typer.Option(*names.split(), help=help_, **more)


def argument(name: str, help_: str, **more: Any) -> Any:
    """An argument by its name in the help."""
    return typer.Argument(metavar=name, help=help_, **more)


Deck = Annotated[str, argument("DECK", DECK_HELP)]
Names = Annotated[
    str | None,
    option(
        "LANG",
        "Write the names of the cards in this language (de, hu, ...), where they are known.",
        "--names",
    ),
]
Db = Annotated[
    Path | None,
    option(
        "PATH",
        "The card database, or postgresql://... (default: DECKCHECK_DB, else the user's data folder).",
        "--db",
        parser=database_place,
    ),
]
Json = Annotated[bool, flag("--json", "Print one JSON document.")]
ReadAs = Annotated[
    str | None, option("FILEFORMAT", "Read the file as this format instead of detecting it.", "--as")
]
AnyGame = Annotated[str | None, option("GAME", "Only this game (default: all).", "--game")]
Force = Annotated[bool, flag("--force -f", "Replace FILE if it is there.")]
ForceDeck = Annotated[bool, flag("--force -f", "Replace FILE, or the saved deck, if it is there.")]
HandSize = Annotated[
    int | None, option(None, "Cards in the opening hand (default: the game's).", "--hand", min=1)
]
Draws = Annotated[int, option(None, "Cards drawn after that.", "--draws", min=0)]
TimeLimit = Annotated[float, option("SECONDS", "The longest for the proof.", "--time-limit", min=0, max=3600)]
DeckGame = Annotated[str | None, option("GAME", "The game (default: what the file says).", "--game")]


def _or_set_game(ctx: typer.Context, param: typer.CallbackParam, value: str) -> str:
    """The game of the option, or the default game where the option is not given."""
    source = ctx.get_parameter_source(param.name or "")
    return default_game() if source is not None and source.name == "DEFAULT" else value


Game = Annotated[
    str,
    option(
        "GAME",
        f"The game, by its code (default: the one that is set, else {FIRST_GAME}).",
        "--game",
        callback=_or_set_game,
        show_default=False,
    ),
]
