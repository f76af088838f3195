"""Odds and sample hands of a deck, and setups played by hand."""

from contextlib import suppress
from typing import Annotated, Any, Literal

from pydantic import Field

from deckcheck.acts import play
from deckcheck.acts.answers import Deck
from deckcheck.acts.errors import DeckcheckError
from deckcheck.acts.games import get_game
from deckcheck.acts.languages import deck_in, names_among
from deckcheck.acts.session import Session
from deckcheck.show.language import filled
from deckcheck.web.decks import SentDeck
from deckcheck.web.endpoint import Text, endpoint

Seed = Annotated[int, Field(strict=True, ge=0, le=2**64 - 1), "where the shuffles start from"]
Move = Annotated[int, Field(strict=True, ge=-1_000, le=1_000)]
Condition = Annotated[Text, "like `type:space >= 2`"]
Draws = Annotated[int, Field(strict=True, ge=0, le=200), "cards drawn after the opening hand"]
_SETUPS = 400


@endpoint("POST /api/deck/odds", "deckcheck.odds/1")
def odds_document(
    session: Session,
    sent: SentDeck,
    condition: Condition = "",
    draws: Draws = 0,
    mulligan: Annotated[Text, "keep, or as the game has it units or best"] = "keep",
) -> dict[str, Any]:
    """The probability of a condition."""
    odds = play.ask_odds(session, sent.resolved(session), condition, draws=draws, mulligan=mulligan)
    return odds.document()


@endpoint("POST /api/deck/condition", "deckcheck.page-condition/1")
def condition_document(session: Session, sent: SentDeck) -> dict[str, Any]:
    """A condition to begin with, as deck and game suggest it, and its probability.

    Null for no cards to draw, and for fewer than an opening hand has. `words` is the condition as the
    game has it in words, if it has. `setup` is the figure that
    says most of a setup, over some that are played alone: its words, its mean or estimate, its error.
    """
    resolved = sent.resolved(session)
    condition = play.usual_condition(session, resolved)
    goals = get_game(resolved.game).words.goals
    chance, setup = None, None
    with suppress(DeckcheckError):
        words, figure = play.setups(session, resolved, games=_SETUPS, seed=0, jobs=1).told
        setup = {"figure": words, **figure.as_json()}
    if condition is not None:
        with suppress(DeckcheckError):
            chance = play.odds(session, resolved, condition).probability
    return {
        "schema": "deckcheck.page-condition/1",
        "condition": condition,
        "words": next((one for one, asked in goals.items() if asked == condition), None),
        "probability": None if chance is None else float(chance),
        "setup": setup,
    }


@endpoint("POST /api/deck/hand", "deckcheck.hand/1")
def hand_document(
    session: Session,
    sent: SentDeck,
    seed: Seed = 0,
    moves: Annotated[list[str], "what was done with it: keep, mulligan, draw, turn"] = [],
) -> dict[str, Any]:
    """A sample hand after some moves.

    Cards are called as in the language of who asks: `names` has those names by the English ones.
    """
    deck = sent.resolved(session)
    hand = session.hand(deck_in(session, deck, None), seed=seed, moves=moves)
    return {**hand.document(), "names": _names(session, deck)}


@endpoint("POST /api/deck/setup", "deckcheck.setup-by-hand/1")
def setup_document(
    session: Session,
    sent: SentDeck,
    seed: Seed = 0,
    choices: Annotated[
        list[Move | list[Move]],
        Field(max_length=1_000),
        "the number of each chosen move, from 1; of a pick a list of numbers",
    ] = [],
    against: Annotated[Literal["nobody", "same", "saved"], "whom; same is this deck"] = "nobody",
    other: Annotated[Text, "of against saved: the deck's name"] = "",
    policy: Annotated[Text, "of the opponent: random, greedy or planner"] = "planner",
) -> dict[str, Any]:
    """A setup that is played by hand, after these choices; cards are called as in a sample hand.

    `words` has the players and policies in the language of who asks.
    """
    deck = sent.resolved(session)
    names = _names(session, deck)
    deck = deck_in(session, deck, None)
    opponent = {"nobody": None, "same": deck}.get(against)
    if against == "saved":
        found = session.deck(session.decks.get(other))
        names = {**_names(session, found), **names}
        opponent = deck_in(session, found, None)
    chosen = [tuple(one) if isinstance(one, list) else one for one in choices]
    setup = session.setup_by_hand(deck, opponent, seed=seed, choices=chosen, policy=policy)
    document = setup.document()
    said = (*document["decks"], *document["policies"].values())
    return {**document, "names": names, "words": {one: filled(one, {}) for one in said}}


def _names(session: Session, deck: Deck) -> dict[str, str]:
    return names_among(session, (entry.card_name for entry in deck.entries), deck.game)
