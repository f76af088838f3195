"""Acts on saved decks by their names: saved from files, renamed, deleted, copies reserved."""

from collections.abc import Callable

from db.cards.names import shows_something
from db.collection.history import LedgerBatch
from db.language import gettext as _
from deckcheck.acts.cards import lacking_cards
from deckcheck.acts.database import Database
from deckcheck.acts.decks import game_of_list, game_of_saved
from deckcheck.collection.deck_keeper import DeckKeeper
from deckcheck.collection.editor import CollectionChange, change_of
from deckcheck.decks.saved import deck_state
from deckcheck.judge.opening import OpenedDeck, open_file, opened_saved
from deckcheck.show.wording import amount
from importers.decks.deck_format import STANDARD_INPUT


def is_name(text: str) -> bool:
    """Whether a text can be the name of a saved deck: something of it can be seen."""
    return shows_something(text.strip())


def open_saved(database: Database, name: str, game: str | None = None) -> OpenedDeck:
    """The saved deck of that name; raises `DeckNotFoundError`."""
    return opened_saved(database.keeper(game_of_saved(database, [name], game)).get(name))


def change_saved(
    database: Database, name: str, change: Callable[[DeckKeeper], LedgerBatch | None], game: str | None = None
) -> CollectionChange:
    """Changes the saved deck of that name by a method of its keeper, such as `reserve`."""
    code = game_of_saved(database, [name], game)
    return change_of(database.path, change(database.keeper(code)), _lacking(database, code))


def save_file(
    database: Database,
    path: str,
    name: str | None = None,
    *,
    reserve: bool = False,
    force: bool = False,
    read_as: str | None = None,
    game: str | None = None,
) -> CollectionChange:
    """Saves the deck of a file, by default under its own name or that of the file.

    The notes say which lines are kept as unknown cards. Raises `RefusedError` for a name of which
    nothing can be seen, and `DeckNameTakenError` unless `force`.
    """
    opened = open_file(path, read_as)
    deck_list = opened.deck_list
    called = name or (deck_list.name if path == STANDARD_INPUT else opened.name) or ""
    code = game_of_list(database, deck_list, game)
    kept = database.keeper(code).save(deck_list, called.strip(), reserve=reserve, force=force)
    notes = _lacking(database, code)
    notes += [
        _("{path}:{line}: kept as an unknown card: {reason}", path=path, line=one.line, reason=one.reason)
        for one in deck_list.unread
    ]
    if unknown := sum(line.quantity for line in kept.facts.lines if line.card_id is None):
        notes.append(
            _(
                "{copies} of unknown or ambiguous cards; see `deck show`",
                copies=amount(unknown, "copy", "copies"),
            )
        )
    return change_of(database.path, kept.batch, notes)


def _lacking(database: Database, game: str) -> list[str]:
    advice = lacking_cards(database, game)
    return [] if advice is None else [advice]
