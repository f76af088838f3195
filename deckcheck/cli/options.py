"""Options of the commands: how one is declared, and those that many commands share."""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import typer

from deckcheck.acts.config import FIRST_GAME, database_place, default_game
from deckcheck.acts.files import check_suffix
from deckcheck.show.language import filled, gettext as _

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


def wrong(text: str, name: str | None = None, /, **values: object) -> typer.BadParameter:
    """The usage error of an option or argument, which it names, with the values of its text."""
    return typer.BadParameter(filled(text, values) if values else text, param_hint=name)


def ending_in(*suffixes: str) -> Callable[[Path | None], Path | None]:
    """The check of an option or argument that names a file to write, whose suffix must fit."""

    def checked(path: Path | None) -> Path | None:
        if path is not None:
            check_suffix(path, suffixes)
        return path

    return checked


def parse_day(text: str) -> date:
    """The day of an option like --on; raises `BadParameter`."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise wrong(_("{text!r} is not a date; write it like 2026-11-21"), text=text) from None


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
Location = Annotated[str | None, option("PLACE", "Where it is, like 'binder 1'.", "--location")]
Dice = Annotated[int | None, option("N", "How many dice, which are counted apart.", "--dice", min=0)]
Foil = Annotated[bool, flag("--foil", "The same as --finish foil.")]
Finish = Annotated[str | None, option("FINISH", "foil, or another finish.", "--finish")]
Language = Annotated[str | None, option("CODE", "Like en, de, cs, or in words.", "--language")]
Condition = Annotated[
    str | None, option("GRADE", "M, NM, EX, GD, LP, MP, HP or D, or in words.", "--condition")
]
Number = Annotated[str | None, option("N", "The collector number of the printing.", "--number")]
CardSet = Annotated[str | None, option("CODE", "The set of the printing.", "--set")]
MaybeCard = Annotated[list[str] | None, argument("NAME", "The full name of a card or printing.")]
Card = Annotated[list[str], argument("NAME", "The full name of a card or printing.")]
Copies = Annotated[
    int | None,
    option("N", "How many copies (default: 1, none where only dice are given).", "--quantity -n", min=0),
]
Seat = Annotated[str, option("SEAT", "The seat of the deck, like light or dark.", "--seat")]
Reason = Annotated[str, option("TEXT", "Why it is changed; it stays in the history.", "--reason")]
Round = Annotated[int | None, option("N", "The round (default: the last).", "--round", min=1)]
OnlyPlayers = Annotated[list[str] | None, option("PLAYER", "Only this player; repeatable.", "--player")]
Player = Annotated[str, argument("PLAYER", "The name of a player, or #NUMBER.")]
Event = Annotated[str, argument("EVENT", "The name of an event.")]
Font = Annotated[
    list[Path] | None, option("FILE", "A TrueType font for what ours lacks; repeatable.", "--font")
]
Paper = Annotated[str, option("SIZE", "The paper: A4 or Letter.", "--paper")]
Cluster = Annotated[
    str | None,
    option(
        "ADDRESS",
        "Work on the machines of a Dask cluster, like tcp://10.0.0.5:8786 (default: DECKCHECK_CLUSTER).",
        "--cluster",
    ),
]
Jobs = Annotated[int | None, option(None, "Processes to use (default: all cores).", "--jobs", min=1)]
Seed = Annotated[
    int | None, option(None, "Where the shuffles start from; printed if not given.", "--seed", min=0)
]
Xlsx = Annotated[
    Path | None,
    option("FILE", "Write the figures as a workbook with charts.", "--xlsx", callback=ending_in(".xlsx")),
]
Rules = Annotated[
    str | None, option("EDITION", "Rules edition of the game (default: that of its usual format).", "--rules")
]
ZoneLimit = Annotated[
    list[str] | None, option("ZONE=N", "At most N cards in a zone, like Sideboard=15.", "--zone-limit")
]
Day = Annotated[date | None, option("DATE", "As of this day (YYYY-MM-DD).", "--on", parser=parse_day)]
Format = Annotated[
    str | None,
    option(
        "FORMAT",
        "The format: printed (default), dci, standard, vintage, wotc, an era ...; "
        "deckcheck formats lists all.",
        "--format",
    ),
]
Then = Annotated[list[str] | None, option("GOAL", "A goal that counts where all before are equal.", "--then")]
Weight = Annotated[
    str | None, option("N,N", "How much each goal counts, in their order, like 2,1.", "--weight")
]
