"""`deckcheck undo`: the last change of the collection, of decks or of an event, shown and undone."""

from typing import Annotated

import typer

from deckcheck import acts
from deckcheck.cli import options as opt
from deckcheck.cli.common import EXIT_NO, confirm, open_database, print_json, say
from deckcheck.show.language import gettext as _


def undo(
    yes: Annotated[bool, opt.flag("--yes -y", "Undo it without being asked.")] = False,
    reason: Annotated[str, opt.option("TEXT", "Why, for what players of an event have seen.")] = "",
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Show the last change of the collection, of decks or of an event, and undo it after asking.

    Called again, it undoes the change before; a trade is undone for all who are in it. A number
    undoes any other: deckcheck collection undo 12, deckcheck event undo EVENT 12. Exit code 1 when
    nothing, or not all of it, was undone.

    Example: deckcheck undo --yes
    """
    with open_database(db) as database:
        change = acts.undo.last_change(database)
        if change is None:
            say(_("there is nothing to undo"))
            raise typer.Exit(EXIT_NO)
        for line in change.lines():
            say(line)
        confirm(str(_("Undo it?")), _("deckcheck: nobody can be asked here; --yes undoes it"), yes=yes)
        done = change.undo(reason)
    print_json(done.document) if json else typer.echo("\n".join(map(str, done.lines)))
    raise typer.Exit(0 if done.is_whole else EXIT_NO)
