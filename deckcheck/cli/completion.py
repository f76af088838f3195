"""Completion with Tab: scripts for the shells, and the words that options take."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import typer

PROGRAM = "deckcheck"
VARIABLE = "_DECKCHECK_COMPLETE"
"""Set by the scripts when they ask the program what may follow."""

SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")
OPTIONS = ("--install-completion", "--show-completion")
_THIS_SHELL = "this"

Words = Callable[[Any, list[str], str], Any]


def with_shell(args: list[str]) -> list[str]:
    """The arguments, with the running shell added to an option of completion that names none.

    >>> with_shell(["--show-completion"]), with_shell(["--show-completion", "zsh"])
    (['--show-completion', 'this'], ['--show-completion', 'zsh'])
    """
    if args and args[0] in OPTIONS and (len(args) == 1 or args[1].startswith("-")):
        return [args[0], _THIS_SHELL, *args[1:]]
    return args


def install(ctx: typer.Context, _param: typer.CallbackParam, value: str | None) -> None:
    """Writes the script of the shell to where the shell looks for it, and ends the program."""
    if value is None or ctx.resilient_parsing:
        return
    from typer._completion_shared import install as install_for

    shell, path = install_for(_shell(value, OPTIONS[0]), PROGRAM, VARIABLE)
    print(f"Completion for {shell} is in {path}; a new terminal has it.")
    raise typer.Exit


def show(ctx: typer.Context, _param: typer.CallbackParam, value: str | None) -> None:
    """Prints the script of the shell and ends the program."""
    if value is None or ctx.resilient_parsing:
        return
    from typer._completion_shared import get_completion_script

    shell = _shell(value, OPTIONS[1])
    print(get_completion_script(prog_name=PROGRAM, complete_var=VARIABLE, shell=shell))
    raise typer.Exit


def _shell(name: str, option: str) -> str:
    """The shell of that name, or the one that runs the program."""
    if name == _THIS_SHELL:
        from typer._completion_shared import _get_shell_name

        name = _get_shell_name() or "the shell that is running"
    if name not in SHELLS:
        raise typer.BadParameter(
            f"no completion for {name}; name one of {', '.join(SHELLS)}", param_hint=f"'{option}'"
        )
    return name


def answer_shells() -> None:
    """Makes the program answer the completion scripts of the shells."""
    from typer._completion_classes import completion_init

    completion_init()


def complete_values(command: Any) -> None:
    """Lets the options of a command and of its own commands complete the values that they take.

    It goes by the names of options, so that one is completed alike wherever it stands.
    """
    from typer.core import _typer_param_setup_autocompletion_compat as complete

    for param in command.params:
        if (words := _words_of(param)) is not None:
            complete(param, autocompletion=words)
    for own in getattr(command, "commands", {}).values():
        complete_values(own)


def _words_of(param: Any) -> Words | None:
    """The function that completes the values of an option or argument, or None."""
    if "--to" in param.opts and param.metavar != "FORMAT":
        return None  # a place to which copies move
    if param.param_type_name == "argument":
        return _formats if param.metavar == "FORMAT" else None
    return next((_WORDS[name] for name in param.opts if name in _WORDS), None)


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
    from db.errors import DeckcheckError
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


_WORDS: dict[str, Words] = {
    "--game": _games,
    "--format": _formats,
    "--rules": _editions,
    "--policy": _policies,
    "--from": _readers,
    "--to": _writers,
}
