"""The simulator of setup and first rounds of Star Wars: Destiny, for `deckcheck.simulators`."""

from collections.abc import Sequence
from typing import Any

from db.language import gettext as _
from deckcheck.chance.random_words import RandomWords
from deckcheck.games.destiny.setup.cards import HAND_SIZE, KINDS, LIBRARY, OpenCards, make_play_deck
from deckcheck.games.destiny.setup.dice import total_of
from deckcheck.games.destiny.setup.moves import chance_move, legal_moves, make_move, why_not
from deckcheck.games.destiny.setup.policies import DestinyPlannerPolicy, make_policy
from deckcheck.games.destiny.setup.rounds import LABELS as ROUND_LABELS, play_rounds
from deckcheck.games.destiny.setup.state import (
    CHANCE_PHASES,
    MULLIGAN,
    OVER as FINISHED,
    PLAYERS,
    START_RESOURCES,
    DestinyMulligan,
    DestinySetupState,
    Move,
    start_setup,
)
from deckcheck.games.destiny.setup.text import board_lines, describe, event_line, hand_lines, laid
from deckcheck.simulators import simulator as sim
from deckcheck.simulators.move_by_move import SetupsOnArrays
from deckcheck.simulators.random_state import RandomState

LABELS = {
    "returned": _("cards returned"),
    "kept_all": _("the whole hand kept"),
    "first_card": _("a card that the first 2 resources pay"),
    "hand_cost": _("cost of the hand"),
    "hand_dice": _("cards with a die in hand"),
    "roll": _("the first roll"),
    "wins_roll": _("the roll won"),
    "rerolls": _("tied rolls"),
    "own_battlefield": _("on its own battlefield"),
    "shields": _("shields"),
} | ROUND_LABELS


def _keep_or_plan(state: DestinySetupState) -> tuple[Move, Move] | None:
    """The moves to keep the hand, and to shuffle back the cards that the planner would."""
    if state.phase != MULLIGAN:
        return None
    return DestinyMulligan(()), DestinyPlannerPolicy().choose(state)


class DestinySimulator(sim.Simulator):
    """The setup and the rounds of the complete rules 1.1 (2016)."""

    players = PLAYERS
    hands = sim.OpeningHands(
        LIBRARY, HAND_SIZE, _("any cards of the hand"), is_whole=False, choices=_keep_or_plan
    )
    shown = sim.ShownFigures(KINDS, LABELS, "roll", ("damage", "resources", "hand"), matched="wins_roll")
    texts = sim.GameTexts(
        describe,
        event_line,
        board_lines,
        hand_lines,
        frozenset({"cards", "returned", "library", "drawn"}),
        laid,
    )
    many = SetupsOnArrays("deckcheck.games.destiny.setup.batch", "DestinySetups")
    make_deck = staticmethod(make_play_deck)
    chance = staticmethod(chance_move)
    legal_moves = staticmethod(legal_moves)
    why_not = staticmethod(why_not)
    make = staticmethod(make_move)

    def start(
        self, decks: Sequence[sim.PlayDeck | None], piles: Sequence[sim.Piles | None]
    ) -> DestinySetupState:
        """The state before the first event; a seat of None stays empty."""
        laid = [OpenCards() if deck is None else deck.open for deck in decks]
        libraries: list[tuple[Any, ...] | None] = [None if seat is None else seat[LIBRARY] for seat in piles]
        return start_setup(laid, libraries)

    def mover(self, state: DestinySetupState) -> str:
        """The player to move by name, `CHANCE`, or `OVER`."""
        if state.phase == FINISHED:
            return sim.OVER
        return sim.CHANCE if state.phase in CHANCE_PHASES else PLAYERS[state.player]

    def policy(self, name: str, deck: sim.PlayDeck, words: RandomWords) -> sim.Policy | None:
        """The policy greedy or planner; random moves are all as likely."""
        return None if name == sim.RANDOM else make_policy(name)

    def pick(self, state: DestinySetupState) -> sim.Pick | None:
        """The cards that may go back, where a mulligan is due; else None."""
        if state.phase != MULLIGAN:
            return None
        return sim.Pick(_("which cards are shuffled back?"), state.due.hand, DestinyMulligan)

    def result(self, state: DestinySetupState, player: str) -> dict[str, Any]:
        """The final position of a player: hand, resources, roll, battlefield in use, shields."""
        seat = PLAYERS.index(player)
        found = sim.seat_of(self, state, player)
        used = state.battlefield
        shields = found.shields or (0,) * len(found.laid.team)
        return {
            "hand": [card.name for card in found.hand],
            "library": len(found.library),
            "resources": found.resources,
            "roll": found.total,
            "rerolls": state.ties,
            "battlefield": None if used is None else state.seat(used).laid.battlefield,
            "own_battlefield": used == seat,
            "team": [
                {"character": member.name, "dice": len(member.roll()), "shields": has}
                for member, has in zip(found.laid.team, shields, strict=True)
            ],
        }

    def figures(self, state: DestinySetupState, player: str) -> sim.Figures:
        """The figures of a finished setup of a player."""
        seat = PLAYERS.index(player)
        found = sim.seat_of(self, state, player)
        costs = [card.cost for card in found.hand if card.cost is not None]
        figures: dict[str, bool | int] = {
            "returned": found.returned,
            "kept_all": not found.returned,
            "first_card": any(cost <= START_RESOURCES for cost in costs),
            "hand_cost": sum(costs),
            "hand_dice": sum(bool(card.die) for card in found.hand),
            "roll": total_of(found.first_roll or ()),
        }
        if len(state.seated) > 1:
            figures |= {
                "wins_roll": state.winner == seat,
                "rerolls": state.ties,
                "own_battlefield": state.battlefield == seat,
                "shields": sum(found.shields),
            }
        return figures

    def turns(
        self, state: DestinySetupState, player: str, number: int, random_state: RandomState
    ) -> list[sim.Turn]:
        """The first rounds after a setup, played alone as `rounds` says.

        Left out are card text, the opponent, rerolls, focus and special faces, and the battlefield.
        """
        return play_rounds(sim.seat_of(self, state, player), player, number, random_state)


SIMULATOR = DestinySimulator()
