"""The part of a session for decks: acts on them, and the collection that they are compared with."""

from functools import cached_property

from db.arguments import checked
from db.collection.read import read_collection
from deckcheck.acts import decks as acts
from deckcheck.acts.database import Database
from deckcheck.collection.holdings import Collection
from deckcheck.session.collection import SessionCollection
from deckcheck.session.saved import SessionDecks


@checked
class WithDecks(Database):
    """Decks read, judged, converted, edited, and compared with each other and the collection."""

    validate = acts.validate
    why = acts.why
    validate_many = acts.validate_many
    validate_formats = acts.validate_formats
    legal_when = acts.legal_when
    watch = acts.watch
    deck_list = acts.deck_list
    deck = acts.deck
    convert = acts.convert
    converted = acts.converted
    edit_deck = acts.edit_deck
    new_deck = acts.new_deck
    missing = acts.missing
    difference = acts.difference

    @cached_property
    def collection(self) -> SessionCollection:
        """The collection of the session's game."""
        return SessionCollection(self.catalogue())

    @cached_property
    def decks(self) -> SessionDecks:
        """The saved decks of the session's game."""
        return SessionDecks(self.path, self.resolver(), self.deck_list)

    def _collected(self, code: str) -> tuple[Collection, SessionDecks]:
        """The collection of a game as it is now, and what knows its saved decks."""
        keeper = SessionDecks(self.path, self.resolver(code), self.deck_list)
        return Collection(read_collection(self.path, code)), keeper
