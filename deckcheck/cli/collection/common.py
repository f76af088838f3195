"""The common parts of the commands for collections and saved decks: opening, options, refusals."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli.common import EXIT_NO, database_path, open_catalogue, print_json, say

if TYPE_CHECKING:
    from db.cards.lookup import Catalogue
    from db.collection.history import LedgerBatch
    from deckcheck.collection.deck_keeper import DeckKeeper
    from deckcheck.collection.edit import NameFinder
    from deckcheck.collection.editor import CollectionEditor
    from deckcheck.collection.holdings import Collection
    from deckcheck.games.game import Game
    from deckcheck.judge.resolve import Resolver

CardArgument = Annotated[
    list[str], typer.Argument(metavar="NAME", help="The full name of a card or printing.")
]
CardsArgument = Annotated[
    list[str] | None, typer.Argument(metavar="NAME", help="The full name of a card or printing.")
]
SetOption = Annotated[str | None, typer.Option("--set", metavar="CODE", help="The set of the printing.")]
NumberOption = Annotated[
    str | None, typer.Option("--number", metavar="N", help="The collector number of the printing.")
]
ConditionOption = Annotated[
    str | None,
    typer.Option("--condition", metavar="GRADE", help="M, NM, EX, GD, LP, MP, HP or D, or in words."),
]
LanguageOption = Annotated[
    str | None, typer.Option("--language", metavar="CODE", help="Like en, de, cs, or in words.")
]
FinishOption = Annotated[
    str | None, typer.Option("--finish", metavar="FINISH", help="foil, or another finish.")
]
FoilOption = Annotated[bool, typer.Option("--foil", help="The same as --finish foil.")]
AnyGameOption = Annotated[
    str | None, typer.Option("--game", metavar="GAME", help="Only this game (default: all).")
]
DiceOption = Annotated[
    int | None, typer.Option("--dice", metavar="N", min=0, help="How many dice, which are counted apart.")
]
LocationOption = Annotated[
    str | None, typer.Option("--location", metavar="PLACE", help="Where it is, like 'binder 1'.")
]


@dataclass(frozen=True)
class Opened:
    """An open database: its path, the catalogue of a game, and the collection as it is now."""

    path: Path
    catalogue: "Catalogue"

    @cached_property
    def collection(self) -> "Collection":
        """The collection as it is stored."""
        from db.collection.read import read_collection
        from deckcheck.collection.holdings import Collection

        return Collection(read_collection(self.path, self.catalogue.game))

    @property
    def collecting_game(self) -> "Game":
        """The game of the collection."""
        from deckcheck.games import get_game

        return get_game(self.catalogue.game)

    @cached_property
    def editor(self) -> "CollectionEditor":
        """The editor that changes the collection."""
        from deckcheck.collection.editor import CollectionEditor

        return CollectionEditor(self.catalogue)

    @cached_property
    def decks(self) -> "DeckKeeper":
        """The keeper that changes the saved decks."""
        from deckcheck.collection.deck_keeper import DeckKeeper

        return DeckKeeper(self.path, self.resolver)

    @cached_property
    def names(self) -> "NameFinder":
        """The look-up of names that the user gives."""
        from deckcheck.collection.edit import NameFinder

        return NameFinder(self.catalogue)

    @cached_property
    def resolver(self) -> "Resolver":
        """The resolver of the names in deck lists."""
        from deckcheck.judge.resolve import Resolver

        return Resolver(self.catalogue, self.collecting_game)


@contextmanager
def opened(db: Path | None, game: str) -> Iterator[Opened]:
    """The database for the collection of a game; prints a hint if its cards are not loaded yet."""
    with open_game(db, game) as open_:
        if not open_.catalogue.sets():
            name = open_.collecting_game.name
            how = f"deckcheck cards import PATH --game {game} --apply"
            say(f"there are no cards of {name} in the database; bring them in with {how}")
        yield open_


@contextmanager
def open_game(db: Path | None, game: str) -> Iterator[Opened]:
    """The database for any game, made or brought up to date if needed."""
    with open_catalogue(db, game) as catalogue:
        yield Opened(database_path(db), catalogue)


@contextmanager
def refusals(*, json: bool) -> Iterator[None]:
    """The context in which a refused request ends the command with exit code 1."""
    from db.errors import NotEnoughCopiesError
    from deckcheck.errors import RefusedError

    try:
        yield
    except (RefusedError, NotEnoughCopiesError) as error:
        say(f"deckcheck: {error}")
        if json:
            candidates = list(getattr(error, "candidates", ()))
            refused = {"message": str(error), "candidates": candidates}
            print_json({"schema": "deckcheck.change/1", "batch": None, "changes": [], "refused": refused})
        raise typer.Exit(EXIT_NO) from None


def tell_change(path: Path, batch: "LedgerBatch | None", notes: Sequence[str] = (), *, json: bool) -> None:
    """Prints what a command changed, with the number of the batch by which it can be undone."""
    from db.collection.history import get_batch
    from deckcheck.collection.words import entry_line

    entries = get_batch(path, batch.number)[1] if batch else ()
    for note in notes:
        say(note)
    if json:
        from deckcheck.collection.documents import entry_document

        changes = [entry_document(entry) for entry in entries]
        number = batch.number if batch else None
        print_json(
            {"schema": "deckcheck.change/1", "batch": number, "changes": changes, "notes": list(notes)}
        )
        return
    for entry in entries:
        typer.echo(entry_line(entry))
    if batch:
        say(f"batch {batch.number}; undo with: deckcheck collection undo {batch.number}")
    else:
        say("nothing to change")
