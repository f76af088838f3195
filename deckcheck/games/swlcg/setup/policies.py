"""Who decides in setup: greedy takes the most resources, planner what its own cards need."""

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
    LcgMulligan,
    LcgPlayer,
    LcgSetupState,
    Move,
    legal_moves,
)
from deckcheck.simulators.simulator import GREEDY, PLANNER, POLICIES, PlayDeck, Policy


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
            return max(moves, key=_resources)
        if state.phase == MULLIGAN:
            mover = state.mover
            return LcgMulligan(redraw=not payable_units(mover.hand, mover.sources))
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
            return max(moves, key=lambda move: (self._paid(mover, move), _resources(move)))
        if state.phase == MULLIGAN:
            # On average six of n cards have 6/n of the units that can be paid.
            have = payable_units(mover.hand, mover.sources) * len(self._cards)
            average = payable_units(self._cards, mover.sources) * min(HAND_SIZE, len(self._cards))
            return LcgMulligan(redraw=have < average)
        return moves[0]

    def _paid(self, mover: LcgPlayer, move: Move) -> int:
        kept = move.kept if isinstance(move, KeepObjectives) else ()
        in_order = tuple(sorted(kept, key=lambda card: card.number))
        return _paid_of(self._cards, mover.sources + in_order)


@lru_cache(maxsize=4096)
def _paid_of(cards: tuple[LcgPlayCard, ...], sources: tuple[LcgPlayCard, ...]) -> int:
    return sum(can_pay(card, sources) for card in cards)


def _resources(move: Move) -> int:
    return sum(card.resources for card in move.kept) if isinstance(move, KeepObjectives) else 0
