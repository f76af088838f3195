"""The policies of a setup: random, greedy and planner.

Every tie is broken in the same way, so that a policy always does the same with the same hand: more
points first, then the card that comes first in the deck (`SetupDeck.cards`), then the arena with
the fewest own units, then the first of the legal moves.
"""

from typing import Protocol

from deckcheck.chance.random_words import RandomWords
from deckcheck.errors import UnknownPolicyError
from deckcheck.games.swtcg.cards import ARENAS
from deckcheck.games.swtcg.setup.cards import STACK_LIMIT, SetupCard, SetupDeck
from deckcheck.games.swtcg.setup.look_ahead import DrawOdds, draw_odds, value_of
from deckcheck.games.swtcg.setup.moves import (
    TOP,
    UNDER,
    Done,
    Move,
    Partial,
    Put,
    SwtcgMulligan,
    added_cost,
    legal_moves,
)
from deckcheck.games.swtcg.setup.rules import UNIT
from deckcheck.games.swtcg.setup.state import SwtcgPlayer, SwtcgSetupState

Key = tuple[int, ...]
_WAYS = (None, UNDER, TOP)


class SwtcgPolicy(Protocol):
    """Chooses among the legal moves of the player to move."""

    name: str

    def choose_mulligan(self, state: SwtcgSetupState) -> SwtcgMulligan:
        """The mulligan: the cards to discard from the opening hand."""

    def choose_move(self, state: SwtcgSetupState) -> Move:
        """The next move: a put, a partial build, or to be done."""


class RandomPolicy:
    """Any legal move, all with the same chance; also being done is one of them."""

    name = "random"

    def __init__(self, words: RandomWords) -> None:
        self._words = words

    def choose_mulligan(self, state: SwtcgSetupState) -> SwtcgMulligan:
        """Each card that may be discarded is, or not, as a coin falls."""
        coins = self._words.next_word()
        discardable = state.rules.discardable
        return SwtcgMulligan(
            tuple(
                card
                for place, card in enumerate(state.mover.hand)
                if card.kind in discardable and coins >> place & 1
            )
        )

    def choose_move(self, state: SwtcgSetupState) -> Move:
        """One of the legal moves."""
        moves = legal_moves(state)
        return moves[self._words.next_below(len(moves))]


class SwtcgGreedyPolicy:
    """The dearest put that fits; then the dearest card to build partially."""

    name = "greedy"

    def choose_mulligan(self, state: SwtcgSetupState) -> SwtcgMulligan:
        """All that may be discarded."""
        return discard_all(state)

    def choose_move(self, state: SwtcgSetupState) -> Move:
        """The put that adds most, else the dearest partial card, else done."""
        mover = state.mover
        puts, partials = _sorted_out(state)
        if puts:
            return max(puts, key=lambda put: preference(mover, put))
        if partials:
            return min(partials, key=lambda move: (-(move.card.cost or 0), move.card.number))
        return Done()


class SwtcgPlannerPolicy:
    """Aims at exactly 30 and at all three arenas, with what the hand can still do in view."""

    name = "planner"

    def __init__(self, odds: DrawOdds) -> None:
        self._odds = odds

    def choose_mulligan(self, state: SwtcgSetupState) -> SwtcgMulligan:
        """All that may be discarded."""
        return discard_all(state)

    def choose_move(self, state: SwtcgSetupState) -> Move:
        """The put with the best prospects (`look_ahead.value_of`), else a partial card.

        Partial cards: a unit for an arena without one first, then the unit that lacks least, then
        the other card that lacks least.
        """
        mover = state.mover
        puts, partials = _sorted_out(state)
        if puts:
            return max(puts, key=lambda put: (*value_of(mover, put, self._odds), *preference(mover, put)))
        if partials:
            held = mover.arenas()
            return min(partials, key=lambda move: _partial_rank(move.card, held))
        return Done()


POLICIES = (RandomPolicy.name, SwtcgGreedyPolicy.name, SwtcgPlannerPolicy.name)


def make_policy(name: str, deck: SetupDeck, words: RandomWords) -> SwtcgPolicy:
    """The policy of that name for a deck; raises `UnknownPolicyError`."""
    if name == RandomPolicy.name:
        return RandomPolicy(words)
    if name == SwtcgGreedyPolicy.name:
        return SwtcgGreedyPolicy()
    if name == SwtcgPlannerPolicy.name:
        return SwtcgPlannerPolicy(draw_odds(deck))
    raise UnknownPolicyError(name, POLICIES)


def discard_all(state: SwtcgSetupState) -> SwtcgMulligan:
    """A mulligan of every card that may be discarded, but units: a text may allow these too."""
    discardable = state.rules.discardable - {UNIT}
    return SwtcgMulligan(tuple(card for card in state.mover.hand if card.kind in discardable))


def preference(player: SwtcgPlayer, put: Put) -> Key:
    """The sort key of puts where nothing else decides; more is better."""
    return (
        added_cost(player, put),
        -put.card.number,
        -player.arenas()[put.arena],
        -_WAYS.index(put.stack),
        -ARENAS.index(put.arena),
    )


def can_be_deployed_later(player: SwtcgPlayer, card: SetupCard) -> bool:
    """Whether a card that is partially built now could be finished as things stand."""
    stack = player.find_stack(card.person)
    if stack is None:
        return True
    return len(stack.cards) < STACK_LIMIT and stack.can_take(card)


def _sorted_out(state: SwtcgSetupState) -> tuple[list[Put], list[Partial]]:
    moves = legal_moves(state)
    puts = [move for move in moves if isinstance(move, Put)]
    if puts:
        return puts, []
    partials = [move for move in moves if isinstance(move, Partial)]
    return [], [move for move in partials if can_be_deployed_later(state.mover, move.card)]


def _partial_rank(card: SetupCard, held: dict[str, int]) -> Key:
    fills_gap = card.kind == UNIT and any(not held[arena] for arena in card.arenas)
    return (0 if fills_gap else 1 if card.kind == UNIT else 2, card.cost or 0, card.number)
