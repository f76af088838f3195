"""Opening the decks of commands: a DECK is a file, `-`, or a saved deck."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from deckcheck.cli.common import database_path, default_game, say

if TYPE_CHECKING:
    from db.collection.decks import SavedDeck
    from deckcheck.judge.opening import OpenedDeck

DECK_HELP = "A deck file, a saved deck, or - for standard input."


def open_deck(text: str, from_: str | None, game: str | None, db: Path | None) -> "OpenedDeck":
    """The deck that an argument names: a file, standard input, or a saved deck."""
    (found,), _ = open_decks([text], from_, game, db)
    return found


def open_decks(
    texts: Sequence[str], from_: str | None, game: str | None, db: Path | None, *, may_be_empty: bool = False
) -> "tuple[list[OpenedDeck], str]":
    """The decks that arguments name, in their order, and the game of all of them.

    A file wins over a saved deck of its name, with a note. Each file is read once. An empty one is
    an error unless it `may_be_empty`.
    """
    from deckcheck.errors import WrongPlayersError
    from deckcheck.judge.batch import game_of
    from deckcheck.judge.opening import files_that_win, is_file, open_file, open_saved

    once = dict.fromkeys(texts)
    found = {text: open_file(text, from_, may_be_empty=may_be_empty) for text in once if is_file(text, from_)}
    for note in files_that_win(database_path(db), found):
        say(note)
    names = [text for text in once if text not in found]
    stated = [game_of(deck.deck_list, game) for deck in found.values() if deck.deck_list.game]
    if names:
        from deckcheck.cli.collection.common import game_of_saved

        code = game_of_saved(db, names, game or next(iter(stated), None))
        saved = _saved_decks(db, code)
        found |= {name: open_saved(name, saved) for name in names}
        game = game or code
    default = default_game()
    codes = list(dict.fromkeys(game_of(found[text].deck_list, game, default) for text in texts))
    if len(codes) > 1:
        raise WrongPlayersError(f"decks of different games: {', '.join(codes)}")
    return [found[text] for text in texts], codes[0]


def open_saved_deck(name: str, game: str | None, db: Path | None) -> "OpenedDeck":
    """The saved deck of that name, even where there is a file of that name too."""
    from deckcheck.cli.collection.common import game_of_saved
    from deckcheck.judge.opening import get_saved, opened_saved

    saved = _saved_decks(db, game_of_saved(db, [name], game))
    return opened_saved(get_saved(saved, name))


def _saved_decks(db: Path | None, game: str) -> "tuple[SavedDeck, ...]":
    from db.collection.read import read_decks

    return read_decks(database_path(db), game)
