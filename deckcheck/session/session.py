"""A session: an open database, and everything that can be done with it.

Nothing here prints, exits or asks; what cannot be done raises a `DeckcheckError`.
"""

from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING

from db.arguments import checked
from deckcheck import places
from deckcheck.acts import cards, play
from deckcheck.acts import decks as deck_acts
from deckcheck.acts import repair as repair_acts
from deckcheck.acts.collection import SessionCollection
from deckcheck.acts.database import Database, FilePath
from deckcheck.acts.deck_sources import AnyDeck
from deckcheck.report import Report
from deckcheck.session.saved import SessionDecks
from deckcheck.session.sources import SessionSources

if TYPE_CHECKING:
    from deckcheck.acts.events import SessionEvents
    from deckcheck.judge.why import Why


@checked
class Session(Database):
    """An open database with its cards, decks, collection and card sources.

    `game` is the game of searches, saved decks and the collection; a deck may be of any game.
    `tell` is called with a message on what takes long, such as the first loading of the catalogue.
    Close it when done, or use `with`.
    """

    search = cards.search
    card = cards.card
    card_page = cards.card_page
    lint = cards.lint
    sets = cards.sets

    validate = deck_acts.validate
    why = deck_acts.why
    validate_many = deck_acts.validate_many
    validate_formats = deck_acts.validate_formats
    legal_when = deck_acts.legal_when
    watch = deck_acts.watch
    deck_list = deck_acts.deck_list
    deck = deck_acts.deck
    convert = deck_acts.convert
    converted = deck_acts.converted
    edit_deck = deck_acts.edit_deck
    new_deck = deck_acts.new_deck
    missing = deck_acts.missing
    difference = deck_acts.difference

    repair = repair_acts.repair
    open_repair = repair_acts.open_repair
    repair_together = repair_acts.repair_together
    open_repair_together = repair_acts.open_repair_together

    odds = play.odds
    dealt_odds = play.dealt_odds
    plot_odds = play.plot_odds
    setup = play.setup
    setups = play.setups
    setup_by_hand = play.setup_by_hand
    hand = play.hand
    goldfish = play.goldfish
    stats = play.stats
    plot_deck = play.plot_deck

    _is_closed = False

    def close(self) -> None:
        """Closes the database; cards, decks, events and reports that were handed out stay valid."""
        self._is_closed = True
        if "events" in self.__dict__:
            self.events.close()
        super().close()

    @cached_property
    def collection(self) -> SessionCollection:
        """The collection of the session's game."""
        return SessionCollection(self.catalogue())

    @cached_property
    def decks(self) -> SessionDecks:
        """The saved decks of the session's game."""
        return SessionDecks(self.path, self.resolver(), self.deck_list)

    @cached_property
    def events(self) -> "SessionEvents":
        """The events: registration, deck check, rounds, standings."""
        from deckcheck.acts.events import SessionEvents

        found = SessionEvents(self.path, self.game)
        if self._is_closed:
            found.close()
        return found

    @cached_property
    def sources(self) -> SessionSources:
        """The card sources."""
        return SessionSources(self.path, places.cache_folder(), self._forget)


def open_session(database: FilePath | None = None, *, game: str | None = None) -> Session:
    """A session with the database at a path, by default the one of the command line.

    It is made from the bundled catalogue where there is none.
    """
    return Session(database, game=game)


def validate(
    source: AnyDeck,
    format: str | None = None,  # noqa: A002 - the word of the command line
    *,
    rules: str | None = None,
    on: date | None = None,
    game: str | None = None,
    database: FilePath | None = None,
) -> Report:
    """The report on one deck: a path, a text stream, the name of a saved deck, or a `Deck`."""
    with Session(database, game=game) as session:
        return session.validate(source, format, rules=rules, on=on, game=game)


def why(
    source: AnyDeck,
    format: str | None = None,  # noqa: A002 - the word of the command line
    *,
    rules: str | None = None,
    on: date | None = None,
    game: str | None = None,
    database: FilePath | None = None,
) -> "Why":
    """The requirements of a format, each with what a deck has of it: kept, broken or open."""
    with Session(database, game=game) as session:
        return session.why(source, format, rules=rules, on=on, game=game)
