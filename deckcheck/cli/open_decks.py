"""Opening the decks of commands: a DECK is a file, `-`, or a saved deck."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from deckcheck import acts
from deckcheck.cli import options as opt
from deckcheck.cli.common import open_database, say

if TYPE_CHECKING:
    from deckcheck.acts.answers import Deck, OpenedDeck
    from deckcheck.acts.database import Database
    from deckcheck.acts.decks import OpenedDecks


class OneDeck(NamedTuple):
    """The one deck of a command, and the game and the file format that are stated for it."""

    database: "Database"
    named: "OpenedDecks"
    game: str | None
    read_as: str | None

    @property
    def opened(self) -> "OpenedDeck":
        """The deck as it is written."""
        return self.named.decks[0]

    def resolved(self) -> "Deck":
        """The deck with the names in it looked up; notes are said."""
        return _resolved(self.database, self.named, self.game)[0]


@contextmanager
def one_deck(
    deck: opt.Deck, from_: opt.ReadAs = None, game: opt.DeckGame = None, db: opt.Db = None
) -> Iterator[OneDeck]:
    """The deck that a command is given, by the options that say what it is."""
    with open_database(db) as database:
        yield OneDeck(database, open_decks(database, [deck], from_, game), game, from_)


def open_decks(
    database: "Database",
    names: Sequence[str],
    read_as: str | None,
    game: str | None,
    *,
    may_be_empty: bool = False,
) -> "OpenedDecks":
    """The decks that arguments name, as they are written; notes are said."""
    opened = acts.decks.open_decks(database, names, read_as=read_as, game=game, may_be_empty=may_be_empty)
    for note in opened.notes:
        say(note)
    return opened


def named_decks(
    database: "Database", names: Sequence[str], read_as: str | None, game: str | None
) -> "list[Deck]":
    """The decks that arguments name, with the names in them looked up; notes are said."""
    return _resolved(database, open_decks(database, names, read_as, game), game)


def _resolved(database: "Database", named: "OpenedDecks", game: str | None) -> "list[Deck]":
    result = [acts.decks.deck(database, one, game=game) for one in named.decks]
    notes = [f"{one.path}: {note}" for one in result for note in one.notes]
    for note in notes:
        if note not in named.notes:  # those were said when they were opened
            say(note)
    return result
