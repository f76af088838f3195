"""The policies of a setup: greedy and planner. Both decide by the hand and the team alone.

Ties go to the card that comes first in the deck list, and to the character that comes first.
"""

from collections.abc import Sequence

from deckcheck.errors import UnknownPolicyError
from deckcheck.games.destiny.cards import GRAY
from deckcheck.games.destiny.setup.cards import UNKNOWN, DrawCard, TeamMember
from deckcheck.games.destiny.setup.moves import legal_moves
from deckcheck.games.destiny.setup.state import (
    MULLIGAN,
    SHIELDS,
    SHIELDS_TAKEN,
    START_RESOURCES,
    ChooseBattlefield,
    DestinyMulligan,
    DestinySetupState,
    Move,
    ShareShields,
)
from deckcheck.simulators.simulator import GREEDY, PLANNER, POLICIES

ROUND_RESOURCES = 2
FIRST_TWO_ROUNDS = START_RESOURCES + ROUND_RESOURCES


class DestinyGreedyPolicy:
    """Returns what the first resources cannot pay; takes shields rather than its battlefield."""

    def choose(self, state: DestinySetupState) -> Move:
        """The move of the player to move.

        Back go the cards that cost more than 2 or whose cost is not known. The opponent's
        battlefield is chosen where there is one, so that the two shields are its own; both go to
        the first character.
        """
        if state.phase == MULLIGAN:
            return DestinyMulligan(tuple(card for card in state.due.hand if not is_cheap(card)))
        if state.phase == SHIELDS:
            return _all_to(0, len(state.due.laid.team))
        return _battlefield(state, GREEDY)


class DestinyPlannerPolicy:
    """Keeps a hand that the first two rounds can pay; fights on its own battlefield."""

    def choose(self, state: DestinySetupState) -> Move:
        """The move of the player to move.

        Kept are the cards of `planned_hand`. Its own battlefield is chosen, with which it begins
        the first round. Both shields go to the character with the most dice, of such to the one
        with the least health.
        """
        due = state.due
        if state.phase == MULLIGAN:
            kept = planned_hand(due.hand, due.laid.team)
            return DestinyMulligan(tuple(card for place, card in enumerate(due.hand) if place not in kept))
        if state.phase == SHIELDS:
            team = due.laid.team
            best = min(range(len(team)), key=lambda n: (-team[n].dice, team[n].health, n))
            return _all_to(best, len(team))
        return _battlefield(state, PLANNER)


def planned_hand(hand: Sequence[DrawCard], team: Sequence[TeamMember]) -> frozenset[int]:
    """The places of the cards that the planner keeps.

    Cheapest first, as long as all of them together cost no more than the resources of the first
    two rounds, 4. A card of unknown cost, one of a colour that no character has, and a second copy
    of a unique one are never kept.
    """
    left, kept, titles = FIRST_TWO_ROUNDS, set(), set()
    for place in sorted(range(len(hand)), key=lambda n: (hand[n].cost or 0, hand[n].number)):
        card = hand[place]
        if not is_playable(card, team) or (card.cost or 0) > left or (card.unique and card.title in titles):
            continue
        left -= card.cost or 0
        titles.add(card.title)
        kept.add(place)
    return frozenset(kept)


def make_policy(name: str) -> DestinyGreedyPolicy | DestinyPlannerPolicy:
    """The policy of that name; raises `UnknownPolicyError`."""
    if name == GREEDY:
        return DestinyGreedyPolicy()
    if name == PLANNER:
        return DestinyPlannerPolicy()
    raise UnknownPolicyError(name, POLICIES)


def is_cheap(card: DrawCard) -> bool:
    """Whether the first resources pay a card."""
    return card.cost is not None and card.cost <= START_RESOURCES


def is_playable(card: DrawCard, team: Sequence[TeamMember]) -> bool:
    """Whether a card has a known cost and a colour of the team."""
    coloured = card.colour == GRAY or any(card.colour == member.colour for member in team)
    return card.kind != UNKNOWN and card.cost is not None and coloured


def of_battlefields(policy: str, seat: int, brought: Sequence[int]) -> int:
    """The seat whose battlefield is chosen by who won the roll, of those that brought one.

    >>> of_battlefields("planner", 1, [0, 1]), of_battlefields("greedy", 1, [0, 1])
    (1, 0)
    """
    wanted = seat if policy == PLANNER else 1 - seat
    return wanted if wanted in brought else brought[0]


def _all_to(place: int, members: int) -> ShareShields:
    return ShareShields(tuple(SHIELDS_TAKEN * (n == place) for n in range(members)))


def _battlefield(state: DestinySetupState, policy: str) -> Move:
    moves = [move for move in legal_moves(state) if isinstance(move, ChooseBattlefield)]
    return ChooseBattlefield(of_battlefields(policy, state.player, [move.seat for move in moves]))
