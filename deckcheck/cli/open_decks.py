"""Opening the decks of commands: a DECK is a file, `-`, or a saved deck."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from deckcheck.cli.common import say

if TYPE_CHECKING:
    from deckcheck.acts.answers import Deck
    from deckcheck.acts.database import Database
    from deckcheck.acts.decks import OpenedDecks


def open_decks(
    database: "Database",
    names: Sequence[str],
    read_as: str | None,
    game: str | None,
    *,
    may_be_empty: bool = False,
) -> "OpenedDecks":
    """The decks that arguments name, as they are written; notes are said."""
    from deckcheck.acts import decks

    opened = decks.open_decks(database, names, read_as=read_as, game=game, may_be_empty=may_be_empty)
    for note in opened.notes:
        say(note)
    return opened


def named_decks(
    database: "Database", names: Sequence[str], read_as: str | None, game: str | None
) -> "list[Deck]":
    """The decks that arguments name, with the names in them looked up; notes are said."""
    from deckcheck.acts import decks

    opened = open_decks(database, names, read_as, game)
    result = [decks.deck(database, one, game=game) for one in opened.decks]
    notes = [f"{one.path}: {note}" for one in result for note in one.notes]
    for note in notes:
        if note not in opened.notes:  # those were said when they were opened
            say(note)
    return result
