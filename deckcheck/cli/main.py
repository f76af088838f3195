"""The command line: where commands are gathered, and where every error is caught, once."""

import os
import sys
from typing import Annotated

import typer

from deckcheck import __version__, acts
from deckcheck.acts.process import forget_interrupt, stop_in_order, stopped_by, waiting_listeners
from deckcheck.cli import completion, options as opt
from deckcheck.cli.common import EXIT_FAILED, EXIT_INTERRUPTED, be_of, be_quiet, complain, say
from deckcheck.cli.in_language import speak_as_asked
from deckcheck.cli.lazy import LazyGroup
from deckcheck.cli.streams import drop_output, fix_streams
from deckcheck.show.language import gettext as _

app = typer.Typer(
    name="deckcheck",
    cls=LazyGroup,
    help="Says whether a deck of the Star Wars Trading Card Game is legal, and exactly why not.\n\n"
    "Also for Star Wars: Destiny, the Stargate TCG and Star Wars: The Card Game.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(_("deckcheck {version}", version=__version__))
        raise typer.Exit


@app.callback()
def _options(
    _version: Annotated[
        bool, opt.flag("--version", "Print the version.", callback=_print_version, is_eager=True)
    ] = False,
    quiet: Annotated[bool, opt.flag("--quiet -q", "Say nothing but results, errors and questions.")] = False,
    _lang: Annotated[
        str | None,
        opt.option("CODE", "Speak this language (cs, de, en, hu, pl or one of your own).", "--lang"),
    ] = None,
    person: Annotated[
        str, opt.option("NAME", "Work on the collection and decks of a person of the club.")
    ] = "",
    _install: Annotated[
        str | None,
        opt.option(
            "[SHELL]",
            "Complete with Tab from now on: bash, zsh, fish, powershell.",
            "--install-completion",
            callback=completion.install,
            is_eager=True,
        ),
    ] = None,
    _show: Annotated[
        str | None,
        opt.option(
            "[SHELL]",
            "Print the script that does so.",
            "--show-completion",
            callback=completion.show,
            is_eager=True,
        ),
    ] = None,
) -> None:
    be_quiet(quiet=quiet)
    be_of(person)


def _end(end: SystemExit) -> None:
    """Ends as the command line wants to, but never with the code of an answer it did not give."""
    if isinstance(end.__context__, BrokenPipeError):
        drop_output()
        sys.exit(EXIT_FAILED)
    forget_interrupt()
    if said := stopped_by(end.code):
        complain(_("deckcheck: {said}"), said=said)
    sys.stdout.flush()
    sys.exit(end.code)


def main() -> None:
    """Runs the program: own errors are one line and exit 2, foreign ones a traceback and exit 2."""
    try:
        stop_in_order()
        waiting_listeners[:] = [say]
        fix_streams()
        try:
            if completion.VARIABLE in os.environ:
                completion.answer_shells()
            sys.argv[1:] = speak_as_asked(sys.argv[1:])
            app(standalone_mode=True, complete_var=completion.VARIABLE)
        except SystemExit as end:
            _end(end)
    except KeyboardInterrupt:
        forget_interrupt()
        complain(_("deckcheck: {stopped_by}"), stopped_by=stopped_by(EXIT_INTERRUPTED))
        sys.exit(EXIT_INTERRUPTED)
    except BrokenPipeError:
        drop_output()
    except OSError as error:
        complain(
            _("deckcheck: {filename}: {strerror}"),
            filename=error.filename or "output",
            strerror=error.strerror or error,
        )
        try:
            sys.stdout.flush()
        except (OSError, ValueError):  # a full disk behind it would be told once more
            drop_output()
    except Exception as error:  # noqa: BLE001 - whatever it is, the user gets a word about it
        _complain_of(error)
    sys.exit(EXIT_FAILED)


def _complain_of(error: Exception) -> None:
    if isinstance(error, acts.errors.DeckcheckError):
        complain(_("deckcheck: {error}"), error=error)
        return
    complain(_("deckcheck: this is a bug in deckcheck; please report it with the lines below"))
    import traceback

    traceback.print_exc()
