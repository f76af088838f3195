"""Groups of commands that are imported only when one of their commands is asked for."""

from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

GROUPS = {
    "deck": "Show, convert, save and compare decks; find what they need.",
    "cards": "Search and show cards and sets; bring them in, check card lists.",
    "collection": "Keep a collection: what is owned, wanted and for trade; all can be undone.",
}
"""The groups, each with its help; `deckcheck.cli.<name>` has the group as `app`."""


def group_help(module: str) -> str:
    """The help of the group that a module makes, given as its `__name__`.

    >>> group_help("deckcheck.cli.cards")
    'Search and show cards and sets; bring them in, check card lists.'
    """
    return GROUPS[module.rpartition(".")[2]]


class LazyGroup(TyperGroup):
    """The program: its single commands, and the groups of `GROUPS`, which stand in until used."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._waiting = {name: TyperGroup(name=name, help=text) for name, text in GROUPS.items()}
        self.commands.update(self._waiting)
        self._only_listing = False

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, imported now if it is a group."""
        if cmd_name in self._waiting and not self._only_listing:
            del self._waiting[cmd_name]
            module = import_module(f"deckcheck.cli.{cmd_name}")
            command = typer.main.get_command(module.app)
            command.name = cmd_name
            self.commands[cmd_name] = command
        return super().get_command(ctx, cmd_name)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Lists the commands by their help, for which no group is imported."""
        self._only_listing = True
        try:
            super().format_commands(ctx, formatter)
        finally:
            self._only_listing = False
