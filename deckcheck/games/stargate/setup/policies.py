"""The policies: who is stopped and whether a hand is drawn anew; `random` is the frame's."""

from collections.abc import Callable
from typing import Any

from deckcheck.games.stargate.setup.cards import STAYING, UNKNOWN, StargatePlayCard
from deckcheck.games.stargate.setup.setup import STOP, Move, StargateSetupState, Stop, legal_moves
from deckcheck.simulators.moves import Redraw
from deckcheck.simulators.simulator import PLANNER

BASIC_POWER = 3
"""The power of a turn without any glyph."""

_LEAST_HERO, _LEAST_VILLAIN = 3, 2


class StargatePolicy:
    """Stops one character and keeps a hand, or not, by two plain rules."""

    def __init__(self, name: str, worth: Callable[[StargatePlayCard], tuple[int, ...]]) -> None:
        self._name = name
        self._worth = worth

    def choose(self, state: StargateSetupState) -> Move:
        """The character worth most is stopped; a poor hand is drawn anew."""
        moves = legal_moves(state)
        if state.phase == STOP:
            stops = [move for move in moves if isinstance(move, Stop)]
            return max(stops, key=lambda move: (*self._worth(move.character), -move.character.number))
        redraws = [move for move in moves if isinstance(move, Redraw)]
        return redraws[self._draws_anew(state.mover.hand)] if redraws else moves[0]

    def _draws_anew(self, hand: tuple[StargatePlayCard, ...]) -> bool:
        known = [card for card in hand if card.kind != UNKNOWN]
        heroes, payable = sum(card.is_hero for card in known), sum(map(is_payable, hand))
        return bool(is_poor(self._name, heroes, len(known) - heroes, payable))


def make_policy(name: str) -> StargatePolicy:
    """The policy of that name, greedy or planner."""
    return StargatePolicy(name, _by_skills if name == PLANNER else _by_cost)


def is_poor(name: str, heroes: Any, others: Any, payable: Any) -> Any:
    """Whether a policy draws a hand anew, by the known cards in it; numbers, or arrays of them.

    Both do where no card can be put into play with the power of the first turn, the planner also
    where there are fewer than three Hero or two Villain cards.

    >>> is_poor("greedy", 0, 8, 1), is_poor("planner", 2, 6, 1), is_poor("planner", 3, 2, 1)
    (False, True, False)
    """
    nothing = payable == 0
    if name != PLANNER:
        return nothing
    return (heroes < _LEAST_HERO) | (others < _LEAST_VILLAIN) | nothing


def is_payable(card: StargatePlayCard) -> bool:
    """Whether a card can be put into play with the power of the first turn."""
    return card.kind in STAYING and card.cost is not None and card.cost <= BASIC_POWER


def _by_cost(card: StargatePlayCard) -> tuple[int, ...]:
    return (card.cost or 0,)


def _by_skills(card: StargatePlayCard) -> tuple[int, ...]:
    return (sum(skill or 0 for skill in card.skills), card.cost or 0)
