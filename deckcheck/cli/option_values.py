"""The words that options take, for completion with Tab; loaded when a shell asks for them."""

import os
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Any

from deckcheck.cli.completion import VARIABLE

Words = Callable[[Any, list[str], str], Any]


def complete_values(command: Any) -> None:
    """Lets the options of a command and of its own commands complete the values that they take.

    It goes by the names of options, so that one is completed alike wherever it stands.
    """
    from typer.core import _typer_param_setup_autocompletion_compat as complete

    for param in command.params:
        if (kind := _kind_of(param)) is not None:
            param._custom_shell_complete = partial(_names, kind)  # noqa: SLF001 - all of which fit
        elif (words := _words_of(param)) is not None:
            complete(param, autocompletion=words)
    for own in getattr(command, "commands", {}).values():
        complete_values(own)


def _kind_of(param: Any) -> str | None:
    """The kind of stored things that an option or argument names, or None."""
    if param.param_type_name == "argument":
        return _NAMES.get((param.metavar or "").split(" ")[0].rstrip("."))
    return next((_NAMES[name] for name in param.opts if name in _NAMES), None)


def _words_of(param: Any) -> Words | None:
    """The function that completes the values of an option or argument, or None."""
    if param.metavar == "QUERY" or ("--to" in param.opts and param.metavar != "FORMAT"):
        return None  # cards that may come, or a place to which copies move
    if param.param_type_name == "argument":
        return _formats if param.metavar == "FORMAT" else None
    return next((_WORDS[name] for name in reversed(param.opts) if name in _WORDS), None)


def _beginning(with_: str, words: Iterable[str]) -> list[str]:
    return [word for word in dict.fromkeys(words) if word.startswith(with_)]


def _games(_ctx: Any, _args: list[str], incomplete: str) -> list[str]:
    from deckcheck.games import game_codes

    return _beginning(incomplete, game_codes())


def _formats(ctx: Any, _args: list[str], incomplete: str) -> list[str]:
    return _beginning(incomplete, [one.code for game in _asked(ctx) for one in game.formats()])


def _editions(ctx: Any, _args: list[str], incomplete: str) -> list[str]:
    return _beginning(incomplete, [one.code for game in _asked(ctx) for one in game.editions])


def _asked(ctx: Any) -> list[Any]:
    """The game of the command line, else all: a deck may be of any."""
    from deckcheck.acts.errors import DeckcheckError
    from deckcheck.games import game_codes, get_game

    with suppress(DeckcheckError):
        if code := ctx.params.get("game"):
            return [get_game(code)]
    return [get_game(code) for code in game_codes()]


def _policies(_ctx: Any, _args: list[str], incomplete: str) -> list[str]:
    from deckcheck.simulators.simulator import POLICIES

    *before, last = incomplete.split(",")
    return [",".join([*before, word]) for word in _beginning(last, POLICIES)]


def _readers(_ctx: Any, _args: list[str], incomplete: str) -> list[str]:
    from importers.decks.readers import READERS

    return _beginning(incomplete, [reader.name for reader in READERS])


def _writers(_ctx: Any, _args: list[str], incomplete: str) -> list[str]:
    from importers.decks.writing import WRITERS

    return _beginning(incomplete, [writer.name for writer in WRITERS])


def _names(kind: str, ctx: Any, _param: Any, incomplete: str) -> list[Any]:
    """The names of stored things; of a deck that is still to be named the shell offers files."""
    from typer.core import CompletionItem  # type: ignore[attr-defined] # its own is not public

    from db.beginnings import names_beginning
    from deckcheck import places

    if kind == "deck" and not incomplete:
        return []
    names = names_beginning(places.database_path(ctx.params.get("db")), kind, incomplete)
    if os.environ.get(VARIABLE, "").endswith("bash"):  # others do it themselves
        names = [re.sub(r"([^\w./-])", r"\\\1", one) for one in names]
    return [CompletionItem(one) for one in names]


_NAMES = {"DECK": "deck", "EVENT": "event", "--set": "set"}
"""The kinds of stored things that arguments and options name."""

_WORDS: dict[str, Words] = {
    "--game": _games,
    "--format": _formats,
    "--rules": _editions,
    "--policy": _policies,
    "--from": _readers,
    "--read-as": _readers,
    "--to": _writers,
}
