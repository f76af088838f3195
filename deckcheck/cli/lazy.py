"""Commands and groups of commands that are imported only when they are asked for."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any

import typer
from typer.core import TyperGroup

from deckcheck.cli.completion import with_shell
from deckcheck.cli.old_names import hide_old_names
from deckcheck.cli.plain_values import take_plainly

QUIET = frozenset({"--quiet", "-q"})

COMMANDS = {
    "validate": "Say whether decks are legal, and exactly why not.",
    "repair": "Find the nearest legal deck, and prove that none is nearer.",
    "setup": "Play setup by the rulebook, move by move or often.",
    "goldfish": "Deal hands and play the first turns alone.",
    "odds": "Say exactly how likely a condition is.",
    "formats": "Show the formats as they were in time.",
    "league": "Show the standings over several events.",
    "serve": "Show decks, cards and collection in the browser.",
}
"""Single commands, each with its help in the list; the module has a function of that name."""

GROUPS = {
    "database": "Show, check, back up and restore the card database.",
    "config": "Set a default game, format, database and more.",
    "deck": "Show, edit, convert, save and compare decks.",
    "cards": "Search, show and import cards.",
    "collection": "Keep a collection; every change can be undone.",
    "event": "Run an event from registration to standings.",
}
"""The groups, each with its help; the module has the group as `app`."""

_HOMES = {
    "setup": "play.setup",
    "goldfish": "play.goldfish",
    "odds": "play.odds",
    "deck": "deck.deck",
    "cards": "cards.search",
    "collection": "collection.edit",
    "event": "event.event",
    "league": "event.statistics",
}
"""The modules of commands and groups that do not stand in `deckcheck.cli` itself."""


def group_help(module: str) -> str:
    """The help of the group that a module makes, given as its `__name__`.

    >>> group_help("deckcheck.cli.cards.search")
    'Search, show and import cards.'
    """
    return GROUPS[module.split(".")[2]]


def command_module(name: str) -> ModuleType:
    """The module of a command or group, imported now.

    >>> command_module("odds").__name__
    'deckcheck.cli.play.odds'
    """
    return import_module(f"deckcheck.cli.{_HOMES.get(name, name)}")


def new_group(module: str) -> typer.Typer:
    """A group of commands for a module, given as its `__name__`; its help is plain text.

    >>> new_group("deckcheck.cli.cards.search").info.help
    'Search, show and import cards.'
    """
    return typer.Typer(
        help=group_help(module), no_args_is_help=True, add_completion=False, rich_markup_mode=None
    )


def _alone(function: Callable[..., None]) -> typer.Typer:
    """A program of one command, which typer makes into just that command."""
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command()(function)
    return app


class LazyGroup(TyperGroup):
    """The program: commands and groups that stand in, by name and help, until they are used."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        helps = COMMANDS | GROUPS
        self._waiting = {name: TyperGroup(name=name, help=text) for name, text in helps.items()}
        self.commands.update(self._waiting)
        take_plainly(self)
        self._only_listing = False

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parses the arguments: --quiet may stand anywhere, a lone `-` is a deck to validate."""
        end = args.index("--") if "--" in args else len(args)
        quiet = [word for word in args[:end] if word in QUIET]
        rest = [word for word in args[:end] if word not in QUIET] + args[end:]
        if rest[:1] == ["-"]:
            rest = ["validate", *rest]
        return super().parse_args(ctx, [*quiet, *with_shell(rest)])

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, imported now if it is a group."""
        if cmd_name in self._waiting and not self._only_listing:
            del self._waiting[cmd_name]
            module = command_module(cmd_name)
            command = typer.main.get_command(
                module.app if cmd_name in GROUPS else _alone(getattr(module, cmd_name))
            )
            command.name = cmd_name
            self.commands[cmd_name] = command
        found = super().get_command(ctx, cmd_name)
        take_plainly(found)
        hide_old_names(found)
        if ctx.resilient_parsing and found is not None and not self._only_listing:
            from deckcheck.cli.option_values import complete_values

            complete_values(found)
        return found

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Lists the commands by their help, for which no group is imported."""
        with self._listing():
            super().format_commands(ctx, formatter)

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """The commands with this beginning and their help, for which no group is imported."""
        with self._listing():
            return super().shell_complete(ctx, incomplete)

    @contextmanager
    def _listing(self) -> Iterator[None]:
        self._only_listing = True
        try:
            yield
        finally:
            self._only_listing = False
