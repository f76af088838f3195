"""`deckcheck deck save`, `list`, `rename`, `delete`, `reserve`, `release`: saved decks."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from db.cards.names import shows_something
from deckcheck.acts.config import default_game
from deckcheck.cli.collection.common import tell_change
from deckcheck.cli.common import (
    DbOption,
    DeckGameOption,
    FromOption,
    JsonOption,
    open_database,
    print_json,
    say,
    say_if_no_cards,
)

if TYPE_CHECKING:
    from db.collection.history import LedgerBatch
    from deckcheck.collection.deck_keeper import DeckKeeper

SavedArgument = Annotated[str, typer.Argument(metavar="NAME", help="The name of a saved deck.")]


def save(
    path: Annotated[str, typer.Argument(metavar="FILE", help="A deck file, or - for standard input.")],
    name: Annotated[
        str | None, typer.Option("--name", help="The name (default: the deck's, or the file's).")
    ] = None,
    reserve: Annotated[bool, typer.Option("--reserve", help="Reserve the copies that are free.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace a saved deck of that name.")] = False,
    from_: FromOption = None,
    game: DeckGameOption = None,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Save a deck under a name; unknown cards are saved as they are written.

    Example: deckcheck deck save my.dek --name 'Republic' --reserve
    """
    from deckcheck.judge.batch import game_of
    from deckcheck.judge.opening import open_file
    from importers.decks.deck_format import STANDARD_INPUT

    opened = open_file(path, from_)
    deck_list = opened.deck_list
    code = game_of(deck_list, game, default_game())
    called = (name or (deck_list.name if path == STANDARD_INPUT else opened.name) or "").strip()
    if not shows_something(called):
        raise typer.BadParameter("a saved deck needs a name", param_hint="--name")
    with open_database(db) as database:
        say_if_no_cards(database, code)
        kept = database.keeper(code).save(deck_list, called, reserve=reserve, force=force)
        notes = [
            f"{path}:{unread.line}: kept as an unknown card: {unread.reason}" for unread in deck_list.unread
        ]
        unknown = sum(line.quantity for line in kept.facts.lines if line.card_id is None)
        if unknown:
            notes.append(f"{unknown} copies of unknown or ambiguous cards; see `deck show`")
        tell_change(database.path, kept.batch, notes, json=json)


def list_decks(game: DeckGameOption = None, json: JsonOption = False, db: DbOption = None) -> None:
    """List the saved decks with their cards, and how many of them are reserved.

    Without --game those of all games.

    Example: deckcheck deck list
    """
    from deckcheck.acts.config import FIRST_GAME
    from deckcheck.collection.documents import saved_decks_document

    with open_database(db, game) as database:
        decks = database.saved_decks(game)

    document = saved_decks_document(decks)
    names = ("name", "cards", "reserved", "unknown", "format", "game")
    rows = [tuple(one[name] for name in names) for one in document["decks"]]
    if json:
        print_json(document)
    elif rows:
        from deckcheck.show.tables import print_table

        # Who plays the first game alone need not be told so in every line.
        shown = len(names) - all(row[-1] == FIRST_GAME for row in rows)
        print_table(names[:shown], [row[:shown] for row in rows], optional=("unknown", "reserved"))
    else:
        say("no deck is saved; save one with: deckcheck deck save FILE")


def rename(
    old: SavedArgument,
    new: Annotated[str, typer.Argument(metavar="NEW", help="The new name.")],
    game: DeckGameOption = None,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Give a saved deck another name.

    Example: deckcheck deck rename 'Republic' 'Republic 2'
    """
    called = new.strip()
    if not shows_something(called):
        raise typer.BadParameter("a saved deck needs a name", param_hint="NEW")
    _change(db, game, old, lambda decks: decks.rename(old, called), json=json)


def delete(
    name: SavedArgument, game: DeckGameOption = None, json: JsonOption = False, db: DbOption = None
) -> None:
    """Delete a saved deck; its copies are free again.

    Example: deckcheck deck delete 'Republic'
    """
    _change(db, game, name, lambda decks: decks.delete(name), json=json)


def reserve(
    name: SavedArgument, game: DeckGameOption = None, json: JsonOption = False, db: DbOption = None
) -> None:
    """Reserve for a saved deck the copies that no other deck has reserved.

    Example: deckcheck deck reserve 'Republic'
    """
    _change(db, game, name, lambda decks: decks.reserve(name), json=json)


def release(
    name: SavedArgument, game: DeckGameOption = None, json: JsonOption = False, db: DbOption = None
) -> None:
    """Release the copies that are reserved for a saved deck.

    Example: deckcheck deck release 'Republic'
    """
    _change(db, game, name, lambda decks: decks.release(name), json=json)


def _change(
    db: Path | None,
    game: str | None,
    name: str,
    change: "Callable[[DeckKeeper], LedgerBatch | None]",
    *,
    json: bool,
) -> None:
    """Changes one saved deck, and tells it."""
    from deckcheck.acts.decks import game_of_saved

    with open_database(db) as database:
        code = game_of_saved(database, [name], game)
        say_if_no_cards(database, code)
        tell_change(database.path, change(database.keeper(code)), json=json)
