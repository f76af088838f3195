"""`deckcheck tour`: five minutes in the terminal, each step a command that is run or skipped."""

import os
import shlex
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from deckcheck import acts
from deckcheck.acts.languages import spoken_code
from deckcheck.cli import options as opt
from deckcheck.cli.common import can_ask, complain, open_database
from deckcheck.show.language import gettext as _

STEPS = (
    (_("Cards are searched by what they are."), "cards search set:{set} --limit 5"),
    (_("A deck is a file; this one is only begun."), "deck new {begun} --add {two_of_one} --add {other}"),
    (_("A verdict says whether a deck is legal, and exactly why not."), "validate {deck}"),
    (_("Each requirement of the format, and what the deck has of it."), "why {deck}"),
    (_("The nearest legal deck, and the proof that none is nearer."), "repair {deck} --short"),
    (_("How likely it is that you see a card, exactly."), "odds {deck} {condition} --hand 2"),
    (_("A sheet of what you own; --apply would import it."), "collection import {sheet}"),
    (_("All that you own, want and trade."), "collection"),
    (_("Events, from registration to final standings."), "event"),
)
"""The steps: what a command does, and the command."""


def tour(
    yes: Annotated[bool, opt.flag("--yes -y", "Run all steps without being asked.")] = False,
    db: opt.Db = None,
) -> None:
    """Show in five minutes what there is: commands that are run one after another, or skipped.

    Nothing of yours is changed: the tour's own files are in a folder that is deleted at its end.
    The deck is the first of your saved decks, if there is one.

    Example: deckcheck tour
    """
    with open_database(db) as database, TemporaryDirectory(prefix="deckcheck-") as folder:
        words = {name: shlex.quote(word) for name, word in _words(database, Path(folder)).items()}
        environment = os.environ | {"DECKCHECK_DB": str(database.path), "DECKCHECK_LANG": spoken_code()}
        for number, (what, step) in enumerate(STEPS, start=1):
            command = step.format_map(words)
            typer.echo(
                _(
                    "\n{number} of {count}: {what}\n$ deckcheck {command}",
                    number=number,
                    count=len(STEPS),
                    what=what,
                    command=command,
                )
            )
            answer = "" if yes else _answer() if can_ask() else "s"
            if answer == "q":
                break
            if answer != "s":
                sys.stdout.flush()
                program = [sys.executable, "-m", "deckcheck", *shlex.split(command)]
                subprocess.run(program, env=environment, stdout=sys.stdout, check=False)  # noqa: S603 - this program itself
    typer.echo(_("\ndeckcheck -h lists all commands; deckcheck serve --open shows them in the browser"))


def _words(database: "acts.database.Database", folder: Path) -> dict[str, str]:
    """The words that stand in the commands: files, and cards of the game."""
    code = next((one.code for one in database.catalogue().sets()), "")
    one, other = [card.name for card in database.catalogue().cards() if code in card.set_codes][:2]
    saved = next(iter(database.saved_decks(database.game)), None)
    sheet, begun = folder / "mine.csv", str(folder / "begun.txt")
    sheet.write_text(f'Quantity,Name,Set\n2,"{one}",{code}\n1,"{other}",{code}\n', encoding="utf-8")
    return {
        "set": code,
        "begun": begun,
        "two_of_one": f"2 {one}",
        "other": other,
        "deck": saved.facts.name if saved else begun,
        "condition": f'"{one}" >= 1',
        "sheet": str(sheet),
    }


def _answer() -> str:
    """The first letter of the user's answer; q where there is no more input."""
    complain(_("Enter runs it, s skips it, q ends the tour"))
    line = sys.stdin.readline()
    return line.strip().casefold()[:1] if line else "q"
