"""The simulator of setup and first rounds of Star Wars: Destiny, for `deckcheck.simulators`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from deckcheck.chance.random_words import RandomWords
from deckcheck.deck import Deck
from deckcheck.games.destiny.setup.cards import HAND_SIZE, KINDS, LIBRARY, DrawCard, OpenCards, make_play_deck
from deckcheck.games.destiny.setup.dice import total_of
from deckcheck.games.destiny.setup.moves import (
    Event,
    chance_move,
    legal_moves,
    make_move,
    move_of,
    mover_of,
    why_not,
)
from deckcheck.games.destiny.setup.policies import DestinyGreedyPolicy, DestinyPlannerPolicy, make_policy
from deckcheck.games.destiny.setup.rounds import LABELS as ROUND_LABELS
from deckcheck.games.destiny.setup.rounds import play_rounds
from deckcheck.games.destiny.setup.state import (
    MULLIGAN,
    PLAYERS,
    START_RESOURCES,
    DestinyMulligan,
    DestinySetupState,
    Move,
    start_setup,
)
from deckcheck.games.destiny.setup.text import board_lines, describe, event_line, hand_lines
from deckcheck.simulators.move_by_move import MoveByMove, SetupsOf, SetupsOnArrays
from deckcheck.simulators.random_state import RandomState
from deckcheck.simulators.simulator import CHANCE, OVER, Figures, Pick, Piles, PlayDeck, SetupPath, Turn

LABELS = {
    "returned": "cards returned",
    "kept_all": "the whole hand kept",
    "first_card": "a card that the first 2 resources pay",
    "hand_cost": "cost of the hand",
    "hand_dice": "cards with a die in hand",
    "roll": "the first roll",
    "wins_roll": "the roll won",
    "rerolls": "tied rolls",
    "own_battlefield": "on its own battlefield",
    "shields": "shields",
} | ROUND_LABELS


def _setups_on_arrays() -> SetupsOf:
    from deckcheck.games.destiny.setup.batch import DestinySetups

    return DestinySetups.of


class DestinySimulator(MoveByMove):
    """The setup and the rounds of the complete rules 1.1 (2016)."""

    players = PLAYERS
    hand_pile = LIBRARY
    hand_size = HAND_SIZE
    kinds: tuple[str, ...] = KINDS
    labels: Mapping[str, str] = LABELS
    secret = frozenset({"cards", "returned", "library", "drawn"})
    whole_hand = False
    many_setups: SetupPath | None = SetupsOnArrays(_setups_on_arrays)
    drawn = "roll"
    drawn_turns: tuple[str, ...] = ("damage", "resources", "hand")
    mulligan = "any cards of the hand"

    def make_deck(self, deck: Deck, edition: str) -> PlayDeck:
        """A resolved deck ready to be played, with notes on unknown cards and the like."""
        return make_play_deck(deck, edition)

    def first_seat(self, decks: Sequence[PlayDeck]) -> tuple[int, str | None]:
        """The first seat, for the first deck, since both seats play alike."""
        return 0, None

    def start(self, decks: Sequence[PlayDeck | None], piles: Sequence[Piles | None]) -> DestinySetupState:
        """The state before the first event; a seat of None stays empty."""
        laid = [OpenCards() if deck is None else deck.open for deck in decks]
        libraries: list[tuple[Any, ...] | None] = [None if seat is None else seat[LIBRARY] for seat in piles]
        return start_setup(laid, libraries)

    def mover(self, state: DestinySetupState) -> str:
        """The player to move by name, `CHANCE`, or `OVER`."""
        return mover_of(state, CHANCE, OVER)

    def chance(self, state: DestinySetupState, random_state: RandomState) -> tuple[Move, RandomState]:
        """The move of chance where it is its turn, and the random state after it."""
        return chance_move(state, random_state)

    def legal_moves(self, state: DestinySetupState) -> Sequence[Move]:
        """All moves of the player to move, each once, in a fixed order."""
        return legal_moves(state)

    def why_not(self, state: DestinySetupState, move: Move) -> str | None:
        """The reason why a move, also one of chance, is not allowed; None where it is."""
        return why_not(state, move)

    def make(self, state: DestinySetupState, move: Move) -> tuple[DestinySetupState, Event]:
        """The state after a legal move, and its event."""
        return make_move(state, move)

    def move_of(self, state: DestinySetupState, event: Mapping[str, Any]) -> Move:
        """The move that an event of a log states; raises `LookupError` where it states none."""
        return move_of(state, event)

    def policy(
        self, name: str, deck: PlayDeck, words: RandomWords
    ) -> DestinyGreedyPolicy | DestinyPlannerPolicy:
        """The policy of that name: greedy or planner."""
        return make_policy(name)

    def pick(self, state: DestinySetupState) -> Pick | None:
        """The cards that may go back, where a mulligan is due; else None."""
        if state.phase != MULLIGAN:
            return None
        return Pick("which cards are shuffled back?", state.due.hand, DestinyMulligan)

    def mulligans(self, state: DestinySetupState) -> tuple[Move, Move] | None:
        """The moves to keep the hand, and to shuffle back the cards that the planner would."""
        if state.phase != MULLIGAN:
            return None
        return DestinyMulligan(()), DestinyPlannerPolicy().choose(state)

    def draw_one(self, state: DestinySetupState, player: str) -> tuple[DestinySetupState, DrawCard] | None:
        """The state with the next card of the library in the player's hand."""
        seat = PLAYERS.index(player)
        found = state.seat(seat)
        if not found.library:
            return None
        players = list(state.players)
        players[seat] = found.drawing(1)
        return replace(state, players=(players[0], players[1])), found.library[0]

    def describe(self, state: DestinySetupState, move: Move) -> str:
        """A move in a few words."""
        return describe(state, move)

    def event_line(self, event: Mapping[str, Any]) -> str:
        """An event in one line, without the player."""
        return event_line(event)

    def board_lines(self, state: DestinySetupState, player: str, *, hand: bool = True) -> list[str]:
        """The board of a player, in lines."""
        return board_lines(state.seat(PLAYERS.index(player)), player, state, hand=hand)

    def hand_lines(self, state: DestinySetupState, player: str) -> list[str]:
        """The hand of a player, by kinds."""
        return hand_lines(state.seat(PLAYERS.index(player)).hand)

    def hand_of(self, state: DestinySetupState, player: str) -> tuple[DrawCard, ...]:
        """The cards in a player's hand."""
        return state.seat(PLAYERS.index(player)).hand

    def result(self, state: DestinySetupState, player: str) -> dict[str, Any]:
        """The final position of a player: hand, resources, roll, battlefield in use, shields."""
        seat = PLAYERS.index(player)
        found = state.seat(seat)
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

    def figures(self, state: DestinySetupState, player: str) -> Figures:
        """The figures of a finished setup of a player."""
        seat = PLAYERS.index(player)
        found = state.seat(seat)
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
    ) -> list[Turn]:
        """The first rounds after a setup, played alone as `rounds` says.

        Left out are card text, the opponent, rerolls, focus and special faces, and the battlefield.
        """
        return play_rounds(state.seat(PLAYERS.index(player)), player, number, random_state)


def simulator() -> DestinySimulator:
    """The simulator of setup and rounds of this game."""
    return DestinySimulator()
