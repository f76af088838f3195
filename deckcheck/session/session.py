"""A session: an open database, and everything that can be done with it.

Nothing here prints, exits or asks; what cannot be done raises a `DeckcheckError`.
"""

from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING

from deckcheck import places
from deckcheck.acts.database import FilePath
from deckcheck.acts.deck_sources import AnyDeck
from deckcheck.report import Report
from deckcheck.session.sources import SessionSources
from deckcheck.session.with_play import WithPlay
from deckcheck.session.with_repairs import WithRepairs

if TYPE_CHECKING:
    from deckcheck.acts.events import SessionEvents
    from deckcheck.judge.why import Why


class Session(WithRepairs, WithPlay):
    """An open database with its cards, decks, collection and card sources.

    `game` is the game of searches, saved decks and the collection; a deck may be of any game.
    `tell` is called with a message on what takes long, such as the first loading of the catalogue.
    Close it when done, or use `with`.
    """

    _is_closed = False

    def close(self) -> None:
        """Closes the database; cards, decks, events and reports that were handed out stay valid."""
        self._is_closed = True
        if "events" in self.__dict__:
            self.events.close()
        super().close()

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
