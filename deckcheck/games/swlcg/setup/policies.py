"""The policies: greedy takes the most resources, planner those that its own cards need."""

from functools import lru_cache
from typing import Any

from deckcheck.errors import UnknownPolicyError
from deckcheck.games.swlcg.setup.cards import LIBRARY, UNIT, LcgPlayCard
from deckcheck.games.swlcg.setup.resources import can_pay
from deckcheck.games.swlcg.setup.setup import (
    HAND_SIZE,
    MULLIGAN,
    OBJECTIVES,
    KeepObjectives,
    LcgSetupState,
    Move,
    legal_moves,
)
from deckcheck.simulators.moves import Redraw
from deckcheck.simulators.simulator import GREEDY, PLANNER, POLICIES, PlayDeck, Policy

Cards = tuple[LcgPlayCard, ...]


def make_policy(name: str, deck: PlayDeck) -> Policy:
    """Greedy or planner for a deck; raises `UnknownPolicyError` for others."""
    if name == GREEDY:
        return LcgGreedyPolicy()
    if name == PLANNER:
        return LcgPlannerPolicy(deck)
    raise UnknownPolicyError(name, POLICIES)


def payable_units(hand: tuple[LcgPlayCard, ...], sources: tuple[LcgPlayCard, ...]) -> int:
    """The units among cards that could each be deployed in the first turn."""
    return sum(card.kind == UNIT and can_pay(card, sources) for card in hand)


class LcgGreedyPolicy:
    """The three objectives with the most resources; a new hand where no unit can be paid."""

    def choose(self, state: LcgSetupState) -> Move:
        """The move of the player to move; among equals the first objectives drawn stay."""
        moves = legal_moves(state)
        if state.phase == OBJECTIVES:
            return max(moves, key=lambda move: worth_of(GREEDY, (), (), _kept(move)))
        if state.phase == MULLIGAN:
            mover = state.mover
            payable = payable_units(mover.hand, mover.sources)
            return Redraw(redraw=bool(is_poor(GREEDY, payable, 0, 0)))
        return moves[0]


class LcgPlannerPolicy:
    """The objectives with which most of the deck can be paid; a new hand where that promises more.

    Objectives: those with which most units and enhancements of the command deck could be paid in
    the first turn, then those with most resources. Mulligan: where the hand has fewer units that
    can be paid in the first turn than six cards of the whole command deck have on average.
    """

    def __init__(self, deck: PlayDeck) -> None:
        self._cards: tuple[Any, ...] = deck.piles[LIBRARY]

    def choose(self, state: LcgSetupState) -> Move:
        """The move of the player to move; among equals the first objectives drawn stay."""
        moves = legal_moves(state)
        mover = state.mover
        if state.phase == OBJECTIVES:
            own = mover.sources
            return max(moves, key=lambda move: worth_of(PLANNER, self._cards, own, _kept(move)))
        if state.phase == MULLIGAN:
            payable = payable_units(mover.hand, mover.sources)
            every = payable_units(self._cards, mover.sources)
            return Redraw(redraw=bool(is_poor(PLANNER, payable, every, len(self._cards))))
        return moves[0]


def worth_of(policy: str, deck: Cards, own: Cards, kept: Cards) -> tuple[int, ...]:
    """The worth of a choice of objectives to a policy; `own` are the other sources."""
    resources = sum(card.resources for card in kept)
    if policy != PLANNER:
        return (resources,)
    in_order = tuple(sorted(kept, key=lambda card: card.number))
    return _paid_of(deck, own + in_order), resources


def is_poor(policy: str, payable: Any, every: Any, cards: int) -> Any:
    """Whether a policy draws a hand anew, by its payable units and those of the whole deck.

    Numbers, or arrays of them. On average six of n cards have 6/n of the units that can be paid.

    >>> is_poor("greedy", 1, 30, 50), is_poor("planner", 1, 30, 50), is_poor("planner", 4, 30, 50)
    (False, True, False)
    """
    if policy != PLANNER:
        return payable == 0
    return payable * cards < every * min(HAND_SIZE, cards)


@lru_cache(maxsize=4096)
def _paid_of(cards: tuple[LcgPlayCard, ...], sources: tuple[LcgPlayCard, ...]) -> int:
    return sum(can_pay(card, sources) for card in cards)


def _kept(move: Move) -> Cards:
    return move.kept if isinstance(move, KeepObjectives) else ()
