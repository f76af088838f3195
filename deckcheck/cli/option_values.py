"""The words that options take, for completion with Tab; loaded when a shell asks for them."""

import os
import re
from functools import partial
from typing import Any

from deckcheck.acts.words import STORED, names_beginning, words_beginning
from deckcheck.cli.completion import VARIABLE

_ARGUMENTS = {
    "DECK": "deck",
    "EVENT": "event",
    "PLAYER": "player",
    "OTHER": "player",
    "NAME": "card",
    "FORMAT": "format",
    "SET": "set",
}
"""The kinds of words that arguments take, by what help calls them."""

_OPTIONS = {
    "--set": "set",
    "--to-set": "set",
    "--player": "player",
    "--keep": "card",
    "--out": "card",
    "--like": "card",
    "--game": "game",
    "--format": "format",
    "--rules": "edition",
    "--policy": "policy",
    "--to": "writer",
}
_CARDS = re.compile(r"deckcheck (cards show|collection (add|remove|set|move|want|show))\b")
"""The commands whose argument NAME is a card; elsewhere it is a name that the user gives."""


def complete_values(command: Any) -> None:
    """Lets the options of a command and of its own commands complete the values that they take.

    It goes by the names of options, so that one is completed alike wherever it stands.
    """
    for param in command.params:
        if (kind := _kind_of(param)) is not None:
            param._custom_shell_complete = partial(_words, kind)  # noqa: SLF001 - all of which fit
        if kind == "reader":
            param.opts.append("--from")  # its old name, which is on the line as it was typed
    for own in getattr(command, "commands", {}).values():
        complete_values(own)


def _kind_of(param: Any) -> str | None:
    """The kind of words that an option or argument takes, or None."""
    if param.param_type_name == "argument":
        return _ARGUMENTS.get(re.split(r"[ .|]", param.metavar or "")[0])
    if param.metavar == "FILEFORMAT":
        return "reader"
    if param.metavar == "QUERY" or ("--to" in param.opts and param.metavar != "FORMAT"):
        return None  # cards that may come, or a place to which copies move
    return next((_OPTIONS[name] for name in reversed(param.opts) if name in _OPTIONS), None)


def _words(kind: str, ctx: Any, param: Any, incomplete: str) -> list[Any]:
    """The words with this beginning; of a deck that is still to be named the shell offers files."""
    from typer.core import CompletionItem  # type: ignore[attr-defined] # its own is not public

    if kind not in STORED:
        before, comma, last = incomplete.rpartition(",") if kind == "policy" else ("", "", incomplete)
        words = words_beginning(kind, last, ctx.params.get("game"))
        return [CompletionItem(f"{before}{comma}{word}") for word in words]
    is_card = param.param_type_name == "option" or _CARDS.match(ctx.command_path)
    if (kind in {"deck", "card"} and not incomplete) or (kind == "card" and not is_card):
        return []
    names = names_beginning(kind, incomplete, ctx.params.get("db"))
    if os.environ.get(VARIABLE, "").endswith("bash"):  # others do it themselves
        names = [re.sub(r"([^\w./-])", r"\\\1", one) for one in names]
    return [CompletionItem(one) for one in names]
