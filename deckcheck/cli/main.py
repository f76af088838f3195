"""The command line: where commands are gathered, and where every error is caught, once."""

import os
import sys
from typing import Annotated

import typer

from db.errors import DeckcheckError
from deckcheck.cli import cards, database, deck, validate
from deckcheck.cli.common import EXIT_FAILED, EXIT_INTERRUPTED, say

app = typer.Typer(
    name="deckcheck",
    help="Says whether a deck of the Star Wars Trading Card Game is legal, and exactly why not.\n\n"
    "Also for Star Wars: Destiny, the Stargate TCG and Star Wars: The Card Game.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.command("validate")(validate.validate)
app.add_typer(deck.app, name="deck")
app.add_typer(cards.app, name="cards")
app.command("database")(database.database)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"deckcheck {version('deckcheck')}")
        raise typer.Exit


@app.callback()
def _options(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    pass


def main() -> None:
    """Runs the program: own errors are one line and exit 2, foreign ones a traceback."""
    for stream in (sys.stdout, sys.stderr):
        # A name that the terminal cannot show must not end the program.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        app(standalone_mode=True)
    except DeckcheckError as error:
        say(f"deckcheck: {error}")
        sys.exit(EXIT_FAILED)
    except KeyboardInterrupt:
        say("deckcheck: stopped; nothing was left half done")
        sys.exit(EXIT_INTERRUPTED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(EXIT_FAILED)
    except Exception:
        say("deckcheck: this is a bug in deckcheck; please report it with the lines below")
        raise
