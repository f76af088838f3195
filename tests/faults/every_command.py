"""All commands of the program, by the words that call them, as typer has them."""

from collections.abc import Iterator
from typing import Any

import typer

from deckcheck.cli.main import app


def every_command() -> frozenset[str]:
    """The words of all commands, such as `collection add`."""
    return frozenset(_below(typer.main.get_command(app), ()))


def _below(group: Any, words: tuple[str, ...]) -> Iterator[str]:
    context = typer.Context(group)
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        here = (*words, name)
        if hasattr(found, "list_commands"):
            yield from _below(found, here)
        if not hasattr(found, "list_commands") or found.invoke_without_command:
            yield " ".join(here)
