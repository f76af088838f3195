"""Options of the commands: how one is declared, and those that many commands share."""

from pathlib import Path
from typing import Annotated, Any

import typer

from deckcheck.acts.config import FIRST_GAME, database_place, default_game
from deckcheck.show.language import gettext as _

DECK_HELP = _("A deck file, a saved deck, or - for standard input.")


def option(names: str, takes: str | None, help_: str, **more: Any) -> Any:
    """An option by its names, such as `--name -n`, with the word for its value in the help."""
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
        "--names",
        "LANG",
        "Write the names of the cards in this language (de, hu, ...), where they are known.",
    ),
]
Db = Annotated[
    Path | None,
    option(
        "--db",
        "PATH",
        "The card database, or postgresql://... (default: DECKCHECK_DB, else the user's data folder).",
        parser=database_place,
    ),
]
Json = Annotated[bool, flag("--json", "Print one JSON document.")]
ReadAs = Annotated[
    str | None, option("--as", "FILEFORMAT", "Read the file as this format instead of detecting it.")
]
AnyGame = Annotated[str | None, option("--game", "GAME", "Only this game (default: all).")]
Force = Annotated[bool, flag("--force -f", "Replace FILE if it is there.")]
ForceDeck = Annotated[bool, flag("--force -f", "Replace FILE, or the saved deck, if it is there.")]
HandSize = Annotated[
    int | None, option("--hand", None, "Cards in the opening hand (default: the game's).", min=1)
]
Draws = Annotated[int, option("--draws", None, "Cards drawn after that.", min=0)]
TimeLimit = Annotated[float, option("--time-limit", "SECONDS", "The longest for the proof.", min=0, max=3600)]
DeckGame = Annotated[str | None, option("--game", "GAME", "The game (default: what the file says).")]


def _or_set_game(ctx: typer.Context, param: typer.CallbackParam, value: str) -> str:
    """The game of the option, or the default game where the option is not given."""
    source = ctx.get_parameter_source(param.name or "")
    return default_game() if source is not None and source.name == "DEFAULT" else value


Game = Annotated[
    str,
    option(
        "--game",
        "GAME",
        f"The game, by its code (default: the one that is set, else {FIRST_GAME}).",
        callback=_or_set_game,
        show_default=False,
    ),
]
