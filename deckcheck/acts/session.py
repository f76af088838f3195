"""A session: an open database, and everything that can be done with it.

Nothing here prints, exits or asks; what cannot be done raises a `DeckcheckError`.
"""

from collections.abc import Callable
from copy import copy
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from db.arguments import checked
from db.engines.place import of_person
from deckcheck import acts
from deckcheck.acts import cards, decks as deck_acts, formats, play, repair as repair_acts, tune as tune_acts
from deckcheck.acts.collection import SessionCollection
from deckcheck.acts.database import Database, FilePath
from deckcheck.acts.deck_sources import AnyDeck, DeckSource
from deckcheck.collection.deck_keeper import DeckKeeper, DeckKept
from deckcheck.judge.opening import OpenedDeck
from deckcheck.judge.resolve import Resolver
from deckcheck.report import Report

if TYPE_CHECKING:
    from deckcheck.acts.events import SessionEvents
    from deckcheck.acts.people import People
    from deckcheck.acts.sources import SessionSources
    from deckcheck.collection.holdings import Collection
    from deckcheck.judge.why import Why


@checked
class SessionDecks(DeckKeeper):
    """The saved decks of one game: listed, saved, renamed, deleted, copies reserved."""

    def __init__(self, path: Path, resolver: Resolver, read: Callable[[DeckSource], OpenedDeck]) -> None:
        super().__init__(path, resolver)
        self._read = read

    def save(
        self,
        deck: DeckSource,
        name: str = "",
        *,
        reserve: bool = False,
        force: bool = False,
        seen: str | None = None,
    ) -> DeckKept:
        """Saves a deck, by default under its own name or that of its file."""
        opened = self._read(deck)
        return super().save(opened.deck_list, name or opened.name, reserve=reserve, force=force, seen=seen)


@checked
class Session(Database):
    """An open database with its cards, decks, collection and card sources.

    `game` is the game of searches, saved decks and the collection; a deck may be of any game.
    `tell` is called with a message on what takes long, such as the first loading of the catalogue.
    With a `person`, by name, collection and decks are that person's of the club. Close it when done,
    or use `with`.
    """

    search = cards.search
    card = cards.card
    card_page = cards.card_page
    faces = cards.faces
    lint = cards.lint
    sets = cards.sets
    find_cards = cards.find_cards
    cards_of_name = cards.cards_of_name
    format_book = formats.format_book

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
    can_build = deck_acts.can_build
    difference = deck_acts.difference

    repair = repair_acts.repair
    open_repair = repair_acts.open_repair
    repair_together = repair_acts.repair_together
    open_repair_together = repair_acts.open_repair_together

    tune = tune_acts.tune
    tune_steps = tune_acts.tune_steps

    odds = play.odds
    dealt_odds = play.dealt_odds
    plot_odds = play.plot_odds
    setup = play.setup
    setups = play.setups
    matrix = play.matrix
    setup_by_hand = play.setup_by_hand
    hand = play.hand
    goldfish = play.goldfish
    stats = play.stats
    plot_deck = play.plot_deck

    _is_closed = False

    def holdings(self, game: str | None = None) -> "Collection":
        """The collection of a game as it is now; read again only when the database has changed."""
        return self.collection.stored if game in {None, self.game} else super().holdings(game)

    def of_person(self, person: int) -> "Session":
        """A session over the collection of a person of the club, with the cards that this one has read."""
        other = copy(self)
        for name in ("collection", "decks", "events", "people", "sources"):
            other.__dict__.pop(name, None)
        other.path = of_person(self.path, person)
        other._share_cards()  # noqa: SLF001 - of this class
        return other

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
        events = acts.events.SessionEvents(self.path, self.game)
        if self._is_closed:
            events.close()
        return events

    @cached_property
    def people(self) -> "People":
        """The people of the club, and their links."""
        return acts.people.People(self.path)

    @cached_property
    def sources(self) -> "SessionSources":
        """The card sources."""
        return acts.sources.SessionSources(self.path, self._forget)


def open_session(database: FilePath | None = None, *, game: str | None = None, person: str = "") -> Session:
    """A session with the database at a path, by default the one of the command line.

    It is made from the bundled catalogue where there is none.
    """
    return Session(database, game=game, person=person)


def validate(
    source: AnyDeck,
    format: str | None = None,
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
    format: str | None = None,
    *,
    rules: str | None = None,
    on: date | None = None,
    game: str | None = None,
    database: FilePath | None = None,
) -> "Why":
    """The requirements of a format, each with what a deck has of it: kept, broken or open."""
    with Session(database, game=game) as session:
        return session.why(source, format, rules=rules, on=on, game=game)
