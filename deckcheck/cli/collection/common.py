"""The common parts of the commands for collections and saved decks: opening, options, refusals."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from deckcheck import acts
from deckcheck.acts.config import FIRST_GAME
from deckcheck.cli import options as opt
from deckcheck.cli.common import EXIT_NO, open_database, print_json, say, say_if_no_cards, undo_line
from deckcheck.cli.given import changing
from deckcheck.cli.lazy import new_group
from deckcheck.show.language import gettext as _

app = new_group("deckcheck.cli.collection.edit")


@contextmanager
def open_collection(
    game: opt.Game = FIRST_GAME, db: opt.Db = None
) -> Iterator["acts.collection.SessionCollection"]:
    """The collection of a game; prints a hint if its cards are not loaded yet."""
    with open_database(db, game) as database:
        say_if_no_cards(database, database.game)
        yield acts.collection.SessionCollection(database.catalogue())


@contextmanager
def refusals(*, json: opt.Json = False) -> Iterator[None]:
    """The context in which a refused request ends the command with exit code 1."""
    try:
        yield
    except (acts.errors.RefusedError, acts.errors.NotEnoughCopiesError) as error:
        say(_("deckcheck: {error}"), error=error)
        if json:
            candidates = list(getattr(error, "candidates", ()))
            refused = {"message": str(error), "candidates": candidates}
            print_json({"schema": "deckcheck.change/1", "batch": None, "changes": [], "refused": refused})
        raise typer.Exit(EXIT_NO) from None


def tell(done: "acts.answers.CollectionChange", _values: object = None, *, json: bool) -> None:
    """Prints a change, with the number of the batch by which it can be undone."""
    for note in done.notes:
        say(note)
    if json:
        print_json(acts.collection_documents.change_document(done))
        return
    for entry in done.entries:
        typer.echo(acts.collection_documents.entry_line(entry))
    if done.batch:
        say(undo_line(done.batch.number))
    else:
        say(_("nothing to change"))


change = changing(app, tell, collection=open_collection, refusals=refusals)
"""Registers a function that changes an open collection as a command."""
