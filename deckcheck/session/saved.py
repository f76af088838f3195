"""The saved decks of a session."""

from collections.abc import Callable
from pathlib import Path

from db.arguments import checked
from deckcheck.acts.deck_sources import DeckSource
from deckcheck.collection.deck_keeper import DeckKeeper, DeckKept
from deckcheck.judge.opening import OpenedDeck
from deckcheck.judge.resolve import Resolver
from importers.decks.deck_list import DeckList


@checked
class SessionDecks(DeckKeeper):
    """The saved decks of one game: listed, saved, renamed, deleted, copies reserved."""

    def __init__(self, path: Path, resolver: Resolver, read: Callable[[DeckSource], OpenedDeck]) -> None:
        super().__init__(path, resolver)
        self._read = read

    def save(
        self,
        deck: DeckSource | DeckList,
        name: str = "",
        *,
        reserve: bool = False,
        force: bool = False,
        seen: str | None = None,
    ) -> DeckKept:
        """Saves a deck, by default under its own name or that of its file."""
        found = self._read(deck)
        return super().save(found.deck_list, name or found.name, reserve=reserve, force=force, seen=seen)
