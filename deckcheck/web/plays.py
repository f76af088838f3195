"""Odds and sample hands of a deck, and setups played by hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from deckcheck.acts import play
from deckcheck.deck import Deck
from deckcheck.session.session import Session
from deckcheck.simulators.by_hand import Choice
from deckcheck.web.answers import AnswerError
from deckcheck.web.decks import PageDeck, resolved


def odds_document(
    session: Session, asked: PageDeck, condition: str, draws: int, mulligan: str
) -> dict[str, Any]:
    """The probability of a condition, as in `deckcheck.odds/1`."""
    found = play.ask_odds(session, resolved(session, asked), condition, draws=draws, mulligan=mulligan)
    return found.document()


def condition_document(session: Session, asked: PageDeck) -> dict[str, Any]:
    """A condition to begin with, as deck and game suggest it: `deckcheck.page-condition/1`."""
    found = play.usual_condition(session, resolved(session, asked))
    return {"schema": "deckcheck.page-condition/1", "condition": found}


def hand_document(session: Session, asked: PageDeck, seed: int, moves: Sequence[str]) -> dict[str, Any]:
    """A sample hand after some moves: `deckcheck.hand/1`."""
    return session.hand(resolved(session, asked), seed=seed, moves=moves).document()


@dataclass(frozen=True, slots=True)
class PageSetup:
    """A setup that is played by hand as the page sends it: seed and choices are all of it.

    `against` is nobody, same or saved; `other` the name of the saved deck.
    """

    seed: int
    choices: Sequence[Choice]
    against: str = "nobody"
    other: str = ""
    policy: str = "planner"


def setup_document(session: Session, asked: PageDeck, setup: PageSetup) -> dict[str, Any]:
    """A setup after the choices of the one who plays it: `deckcheck.setup-by-hand/1`."""
    deck = resolved(session, asked)
    played = session.setup_by_hand(
        deck, _opponent(session, deck, setup), seed=setup.seed, choices=setup.choices, policy=setup.policy
    )
    return played.document()


def _opponent(session: Session, deck: Deck, setup: PageSetup) -> Deck | None:
    if setup.against == "nobody":
        return None
    if setup.against == "same":
        return deck
    if setup.against != "saved":
        raise AnswerError(f"'against' is {setup.against!r}; expected nobody, same or saved")
    return session.deck(session.decks.get(setup.other))
