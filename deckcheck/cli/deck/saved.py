"""`deckcheck deck save`, `list`, `rename`, `delete`, `reserve`, `release`: saved decks."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

from deckcheck import acts
from deckcheck.acts.config import FIRST_GAME
from deckcheck.cli import options as opt
from deckcheck.cli.collection.common import tell
from deckcheck.cli.common import open_database, print_json, say
from deckcheck.show.language import gettext as _
from deckcheck.show.tables import print_table

SavedArgument = Annotated[str, opt.argument("NAME", "The name of a saved deck.")]


def save(
    path: Annotated[str, opt.argument("FILE", "A deck file, or - for standard input.")],
    called: Annotated[str | None, opt.argument("[NAME]", "Its name, as --name.")] = None,
    name: Annotated[str | None, opt.option(None, "The name (default: the deck's, or the file's).")] = None,
    reserve: Annotated[bool, opt.flag("--reserve", "Reserve the copies that are free.")] = False,
    force: Annotated[bool, opt.flag("--force -f", "Replace a saved deck of that name.")] = False,
    from_: opt.ReadAs = None,
    game: opt.DeckGame = None,
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Save a deck under a name; unknown cards are saved as they are written.

    Example: deckcheck deck save my.dek --name 'Republic' --reserve
    """
    if name is not None and called is not None:
        raise opt.wrong(_("the name is said twice; say it once"), "--name")
    if called is not None and Path(called).is_file():
        raise opt.wrong(_("{file} is a file: save one deck at a time, or name it with --name"), file=called)
    name = called if name is None else name
    if name and not acts.saved_decks.is_name(name):
        raise opt.wrong(_("a saved deck needs a name"), "--name")
    with open_database(db) as database:
        try:
            done = acts.saved_decks.save_file(
                database, path, name, reserve=reserve, force=force, read_as=from_, game=game
            )
        except acts.errors.RefusedError as error:
            raise opt.wrong(str(error), "--name") from None
    tell(done, json=json)


def list_decks(game: opt.DeckGame = None, json: opt.Json = False, db: opt.Db = None) -> None:
    """List the saved decks with their cards, and how many of them are reserved.

    Without --game those of all games.

    Example: deckcheck deck list
    """
    with open_database(db, game) as database:
        decks = database.saved_decks(game)

    document = acts.collection_documents.saved_decks_document(decks)
    names = headers = ("name", "cards", "reserved", "unknown", "format", "game")
    rows = [tuple(one[name] for name in names) for one in document["decks"]]
    if json:
        print_json(document)
    elif rows:
        # Who plays the first game alone need not be told so in every line.
        shown = len(names) - all(row[-1] == FIRST_GAME for row in rows)
        print_table(headers[:shown], [row[:shown] for row in rows], optional=("unknown", "reserved"))
    else:
        say(_("no saved decks yet; save one with `deckcheck deck save FILE`"))


def rename(
    old: SavedArgument,
    new: Annotated[str, opt.argument("NEW", "The new name.")],
    game: opt.DeckGame = None,
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Give a saved deck another name.

    Example: deckcheck deck rename 'Republic' 'Republic 2'
    """
    if not acts.saved_decks.is_name(new):
        raise opt.wrong(_("a saved deck needs a name"), "NEW")
    _change(db, game, old, lambda decks: decks.rename(old, new.strip()), json=json)


def delete(name: SavedArgument, game: opt.DeckGame = None, json: opt.Json = False, db: opt.Db = None) -> None:
    """Delete a saved deck; its copies are free again.

    Example: deckcheck deck delete 'Republic'
    """
    _change(db, game, name, lambda decks: decks.delete(name), json=json)


def reserve(
    name: SavedArgument, game: opt.DeckGame = None, json: opt.Json = False, db: opt.Db = None
) -> None:
    """Reserve for a saved deck the copies that no other deck has reserved.

    Example: deckcheck deck reserve 'Republic'
    """
    _change(db, game, name, lambda decks: decks.reserve(name), json=json)


def release(
    name: SavedArgument, game: opt.DeckGame = None, json: opt.Json = False, db: opt.Db = None
) -> None:
    """Release the copies that are reserved for a saved deck.

    Example: deckcheck deck release 'Republic'
    """
    _change(db, game, name, lambda decks: decks.release(name), json=json)


def _change(
    db: Path | None,
    game: str | None,
    name: str,
    change: "Callable[[acts.answers.DeckKeeper], acts.answers.LedgerBatch | None]",
    *,
    json: bool,
) -> None:
    """Changes one saved deck, and tells it."""
    with open_database(db) as database:
        tell(acts.saved_decks.change_saved(database, name, change, game), json=json)
