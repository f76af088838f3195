"""The part of a session for decks: read, converted, edited and compared."""

import os
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from db.arguments import checked
from db.collection.decks import SavedDeck
from db.collection.read import read_collection
from deckcheck.collection.deck_keeper import DeckKeeper
from deckcheck.collection.holdings import Collection
from deckcheck.collection.missing import Missing, deck_difference, find_missing
from deckcheck.deck import Deck
from deckcheck.decks.convert import ConvertedDeck, converted, format_to_write
from deckcheck.judge.batch import game_of
from deckcheck.judge.opening import OpenedDeck
from deckcheck.judge.resolve import resolve_in_its_game
from deckcheck.session.collection import SessionCollection
from deckcheck.session.open_database import OpenDatabase
from deckcheck.session.reading import AnyDeck, DeckSource, FilePath, one_game, open_source
from deckcheck.session.saved import SessionDecks
from importers.decks.writing import save_deck

if TYPE_CHECKING:
    from deckcheck.session.editing import EditedDeck


@checked
class WithDecks(OpenDatabase):
    """Decks read, converted, edited, and compared with each other and with the collection."""

    @cached_property
    def collection(self) -> SessionCollection:
        """The collection of the session's game."""
        return SessionCollection(self.catalogue())

    @cached_property
    def decks(self) -> SessionDecks:
        """The saved decks of the session's game."""
        return SessionDecks(self.path, self.resolver(), self.deck_list)

    def deck_list(self, source: DeckSource, *, read_as: str | None = None) -> OpenedDeck:
        """A deck list as it is written, from a path, a stream, or the name of a saved deck."""
        return open_source(source, self._find_saved, read_as)

    def deck(
        self, source: AnyDeck | OpenedDeck, *, game: str | None = None, read_as: str | None = None
    ) -> Deck:
        """A deck with its names looked up; unknown and ambiguous names stay in it.

        Raises `OtherGameError` where it names another game than is asked for.
        """
        if isinstance(source, Deck):
            return source
        if not isinstance(source, OpenedDeck):
            source = self.deck_list(source, read_as=read_as)
        return self._resolved(source, game)

    def _resolved(self, found: OpenedDeck, game: str | None) -> Deck:
        """A deck list with its names looked up, in the game of its names if none is asked for."""
        resolver = self.resolver(game_of(found.deck_list, game, self.game))
        if game is not None:
            return resolver.resolve(found.deck_list, found.label, found.name)
        return resolve_in_its_game(found.deck_list, found.label, found.name, resolver, self.resolver)

    def convert(
        self,
        source: DeckSource,
        target: FilePath,
        *,
        to: str | None = None,
        game: str | None = None,
        force: bool = False,
    ) -> ConvertedDeck:
        """Writes a deck to a file in another format, by default the one of the file's suffix.

        What the format cannot hold stands in the result. Raises `ExistingFileError` where there is
        a file, unless `force`.
        """
        path = Path(target)
        found = self.deck_list(source)
        done = self.converted(found, to or format_to_write(path), game=game, target=str(path))
        save_deck(path, done.data, force=force)
        return done

    def converted(
        self,
        source: DeckSource | OpenedDeck,
        to: str,
        *,
        game: str | None = None,
        target: str = "the new file",
    ) -> ConvertedDeck:
        """A deck in the bytes of another format; nothing is written."""
        found = source if isinstance(source, OpenedDeck) else self.deck_list(source)
        code = game_of(found.deck_list, game, self.game)
        return converted(found.deck_list, to, lambda: self.catalogue(code), name=found.name, target=target)

    def edit_deck(
        self,
        deck: FilePath | SavedDeck,
        *,
        add: Sequence[str] = (),
        remove: Sequence[str] = (),
        zone: str | None = None,
        output: FilePath | None = None,
        rewrite: bool = False,
        read_as: str | None = None,
        game: str | None = None,
    ) -> "EditedDeck":
        """Puts cards into a deck file or saved deck, and takes cards out: `add=["2 Kouhun"]`.

        The file keeps its format, order and comments. What is unclear is refused with a
        `DeckcheckError`, and nothing is changed.
        """
        from deckcheck.judge.opening import is_file
        from deckcheck.session.editing import EditOptions, edit_file, edit_saved

        if isinstance(deck, SavedDeck) or not is_file(os.fspath(deck)):
            saved = deck if isinstance(deck, SavedDeck) else self._find_saved(os.fspath(deck))
            resolver = self.resolver(saved.facts.game)
            keeper = DeckKeeper(self.path, resolver)
            return edit_saved(keeper, saved, add, remove, zone, resolver)
        options = EditOptions(zone, None if output is None else Path(output), rewrite, read_as)
        return edit_file(
            Path(deck), add, remove, options, lambda found: self.resolver(game_of(found, game, self.game))
        )

    def new_deck(
        self,
        path: FilePath,
        *,
        add: Sequence[str] = (),
        name: str | None = None,
        format: str | None = None,  # noqa: A002 - the word of the command line
        game: str | None = None,
    ) -> "EditedDeck":
        """Writes a new deck file in the format of its suffix, with these cards or with none.

        Raises `ExistingFileError` where there is a file.
        """
        from deckcheck.session.editing import new_deck

        resolver = self.resolver(game)
        return new_deck(Path(path), add, resolver, name=name, play_format=format)

    def missing(self, *decks: DeckSource, same_printing: bool = False) -> Missing:
        """The cards that decks need and the collection lacks, all of them built at once."""
        opened, code = self._opened(decks)
        collection, keeper = self._collected(code)
        known = [keeper.as_saved(one, collection.stored) for one in opened]
        return find_missing(known, collection, self.resolver(code), same_printing=same_printing)

    def difference(self, one: DeckSource, other: DeckSource) -> list[tuple[str, str, int, int]]:
        """The cards in which two decks differ: zone, name, and the copies in each."""
        (first, second), code = self._opened((one, other))
        return deck_difference(first, second, self.resolver(code))

    def _opened(self, sources: Iterable[DeckSource]) -> tuple[list[OpenedDeck], str]:
        """The decks, and the one game that all of them are of."""
        opened = [self.deck_list(source) for source in sources]
        codes = [game_of(one.deck_list, None, self.game) for one in opened]
        return opened, one_game(codes) or self.game

    def _collected(self, code: str) -> tuple[Collection, SessionDecks]:
        """The collection of a game as it is now, and what knows its saved decks."""
        keeper = SessionDecks(self.path, self.resolver(code), self.deck_list)
        return Collection(read_collection(self.path, code)), keeper
