"""How players decide who is stopped and whether a hand is drawn anew; random is the frame's."""

from collections.abc import Callable

from deckcheck.games.stargate.setup.cards import STAYING, UNKNOWN, StargatePlayCard
from deckcheck.games.stargate.setup.setup import (
    STOP,
    Move,
    Redraw,
    StargateSetupState,
    Stop,
    legal_moves,
)
from deckcheck.simulators.simulator import PLANNER

BASIC_POWER = 3
"""The power of a turn without any glyph."""

_LEAST_HERO, _LEAST_VILLAIN = 3, 2


class StargatePolicy:
    """Stops one character and keeps a hand, or not, by two plain rules."""

    def __init__(
        self,
        worth: Callable[[StargatePlayCard], tuple[int, ...]],
        is_poor: Callable[[tuple[StargatePlayCard, ...]], bool],
    ) -> None:
        self._worth = worth
        self._is_poor = is_poor

    def choose(self, state: StargateSetupState) -> Move:
        """The character worth most is stopped; a poor hand is drawn anew."""
        moves = legal_moves(state)
        if state.phase == STOP:
            stops = [move for move in moves if isinstance(move, Stop)]
            return max(
                stops, key=lambda move: (*self._worth(move.character), -move.character.number)
            )
        redraws = [move for move in moves if isinstance(move, Redraw)]
        return redraws[self._is_poor(state.mover.hand)] if redraws else moves[0]


def make_policy(name: str) -> StargatePolicy:
    """The policy of that name, greedy or planner."""
    if name == PLANNER:
        return StargatePolicy(_by_skills, lacks_heroes_or_villains)
    return StargatePolicy(_by_cost, has_nothing_to_play)


def _by_cost(card: StargatePlayCard) -> tuple[int, ...]:
    return (card.cost or 0,)


def _by_skills(card: StargatePlayCard) -> tuple[int, ...]:
    return (sum(skill or 0 for skill in card.skills), card.cost or 0)


def has_nothing_to_play(hand: tuple[StargatePlayCard, ...]) -> bool:
    """Whether no card can be put into play with the power of the first turn."""
    return not any(_is_payable(card) for card in hand)


def lacks_heroes_or_villains(hand: tuple[StargatePlayCard, ...]) -> bool:
    """Whether a hand has fewer than three Hero or two Villain cards, or nothing to play first."""
    known = [card for card in hand if card.kind != UNKNOWN]
    heroes = sum(card.is_hero for card in known)
    few = heroes < _LEAST_HERO or len(known) - heroes < _LEAST_VILLAIN
    return few or has_nothing_to_play(hand)


def _is_payable(card: StargatePlayCard) -> bool:
    return card.kind in STAYING and card.cost is not None and card.cost <= BASIC_POWER
