"""Completion with Tab: scripts for the shells."""

import typer

from deckcheck.cli import options as opt
from deckcheck.show.language import gettext as _

PROGRAM = "deckcheck"
VARIABLE = "_DECKCHECK_COMPLETE"
"""Set by the scripts when they ask the program what may follow."""

SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")
OPTIONS = ("--install-completion", "--show-completion")
_THIS_SHELL = "this"


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
    print(_("Completion for {shell} is in {path}; a new terminal has it.", shell=shell, path=path))
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

        name = _get_shell_name() or _("the shell that is running")
    if name not in SHELLS:
        raise opt.wrong(
            _("no completion for {name}; name one of {shells}"),
            f"'{option}'",
            name=name,
            shells=", ".join(SHELLS),
        )
    return name


def answer_shells() -> None:
    """Makes the program answer the completion scripts of the shells."""
    from typer._completion_classes import completion_init

    completion_init()
