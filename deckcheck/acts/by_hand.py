"""Setups that a human plays, and single hands to look at: the seed and the choices are all of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from db.certain import certain
from db.language import filled, gettext as _
from deckcheck.acts.seated import GoldfishRun, PreparedDecks, SetupResult
from deckcheck.show.picked import picked
from deckcheck.simulators.by_hand import (
    HUMAN,
    Choice,
    MoveOffer,
    Position,
    after_choice,
    first_position,
    offer_of,
)
from deckcheck.simulators.hand_to_look_at import HandToLookAt, deal_hand
from deckcheck.simulators.move_by_move import game_of_seed
from deckcheck.simulators.playing import Dealt, Played, make_policies
from deckcheck.simulators.simulation_text import wrapped
from deckcheck.simulators.simulator import seat_of
from deckcheck.simulators.texts import board_lines, mover_line, seen_by, titled


@dataclass(frozen=True)
class SetupByHand:
    """A setup as a human has played it so far; `choose` and `take_back` return a new one.

    The policy of a human's deck is `HUMAN`, that of another deck its name. A choice is the number
    of a move as `offer` has it, from 1, or where cards are picked their numbers.
    """

    table: PreparedDecks
    seed: int
    policies: tuple[str, ...]
    choices: tuple[Choice, ...]
    dealt: Dealt
    position: Position

    @property
    def player(self) -> str:
        """The seat of the human, of two humans that of the one who has to choose."""
        seated = self.table.seated(self.policies)
        human = next(seat.player for seat in seated if seat.policy == HUMAN)
        return human if self.offer is None else self.offer.player

    @property
    def offer(self) -> MoveOffer | None:
        """The choices that the human has now; None where the setup is over."""
        return offer_of(self.table.simulator, self.position.state)

    @property
    def result(self) -> SetupResult | None:
        """The result of the setup, None until it is over."""
        if self.offer is not None:
            return None
        position = self.position
        played = Played(position.events, position.state, position.random_state)
        return self.table.result(self.seed, self.policies, self.dealt, played)

    def choose(self, choice: Choice) -> "SetupByHand":
        """The setup after one more choice; raises `IllegalMoveError` for one not allowed."""
        return played_by_hand(self.table, self.seed, self.policies, (*self.choices, choice))

    def take_back(self) -> "SetupByHand":
        """The setup without the last choice; the start stays the start."""
        return played_by_hand(self.table, self.seed, self.policies, self.choices[:-1])

    def boards(self) -> dict[str, list[str]]:
        """The board of each player in lines, the human's last; other hands only when it is over."""
        simulator, state = self.table.simulator, self.position.state
        return {player: board_lines(simulator, state, player, hand=seen) for player, seen in self._seen()}

    def laid(self) -> dict[str, dict[str, Any]]:
        """The same boards as cards: their places, and the hand where it is seen."""
        simulator, state = self.table.simulator, self.position.state
        boards = {}
        for player, seen in self._seen():
            seat = seat_of(simulator, state, player)
            places = simulator.texts.laid(seat, seen)
            boards[player] = {
                "places": [
                    {"place": filled(label, {}), "cards": [*map(list, cards)]} for label, cards in places
                ],
                "hand": [card.name for card in seat.hand] if seen else None,
            }
        return boards

    def _seen(self) -> Iterator[tuple[str, bool]]:
        """Yields the players, the human last, each with whether their hand is seen."""
        players = [seat.player for seat in self.table.seated(self.policies)]
        for player in sorted(players, key=lambda player: player == self.player):
            yield player, self.offer is None or player == self.player

    def document(self) -> dict[str, Any]:
        """The setup as in `deckcheck.setup-by-hand/1`."""
        table, offer, result = self.table, self.offer, self.result
        simulator = table.simulator
        return {
            "schema": "deckcheck.setup-by-hand/1",
            "game": table.game,
            "rules": table.rules,
            "seed": self.seed,
            "player": self.player,
            "decks": {seat.player: seat.deck.name for seat in table.seated(self.policies)},
            "policies": {seat.player: seat.policy for seat in table.seated(self.policies)},
            "choices": [list(one) if isinstance(one, tuple) else one for one in self.choices],
            "offer": None
            if offer is None
            else {
                **picked(offer, "player question"),
                "choices": list(offer.choices),
                **picked(offer, "most none?"),
                "places": [filled(one, {}) for one in offer.places],
            },
            "events": [
                {"player": event["player"], "text": str(simulator.texts.event_line(event)).strip()}
                for event in self.events()
            ],
            "boards": self.boards(),
            "laid": self.laid(),
            "notes": list(table.notes),
            "result": None if result is None else result.document(),
        }

    def event_lines(self) -> list[str]:
        """The events so far in lines, as the humans see them."""
        return [mover_line(self.table.simulator, event) for event in self.events()]

    def board_lines(self) -> list[str]:
        """The boards as `boards` has them, the human's under a title of its own."""
        lines: list[str] = []
        for player, board in self.boards().items():
            lines += (
                titled(board, player, _("you, {player}", player=filled(player, {})))
                if player == self.player
                else board
            )
        return lines

    def events(self) -> list[dict[str, Any]]:
        """The events so far, as the humans see them."""
        seated = self.table.seated(self.policies)
        humans = [seat.player for seat in seated if seat.policy == HUMAN]
        return [seen_by(self.table.simulator, event, humans) for event in self.position.events]


def played_by_hand(
    table: PreparedDecks, seed: int, policies: Sequence[str], choices: Sequence[Choice] = ()
) -> SetupByHand:
    """The setup of a seed after these choices of the humans, whose policies are `HUMAN`.

    `policies` are in the order of the decks. The same seed and choices give the same setup for ever.
    """
    simulator, seated = table.simulator, table.by_seat(policies)
    dealt = game_of_seed(simulator, table.decks, seed)
    names = [None if name == HUMAN else name for name in seated]
    others = make_policies(simulator, table.decks, names, dealt.random_state)
    position = first_position(simulator, dealt, others)
    for choice in choices:
        position = after_choice(simulator, position, choice, others)
    return SetupByHand(table, seed, tuple(policies), tuple(choices), dealt, position)


_NEXT = 8
"""So many draws after a hand are shown."""


@dataclass(frozen=True)
class SampleHand:
    """A hand of a seed after some moves: keep, mulligan, draw, turn, as `offered` has them."""

    table: PreparedDecks
    steps: tuple[HandToLookAt, ...]
    moves: tuple[str, ...]

    @property
    def hand(self) -> HandToLookAt:
        """The hand as it is now."""
        return self.steps[-1]

    def text(self, width: int) -> str:
        """The cards and events of the last move, in lines of that width."""
        return "\n".join(wrapped(list(self.hand.said), width))

    def after(self, move: str) -> "SampleHand":
        """The hand after one more move."""
        return SampleHand(self.table, (*self.steps, self.hand.after(move)), (*self.moves, move))

    def document(self) -> dict[str, Any]:
        """The hand as in `deckcheck.hand/1`."""
        return {
            "schema": "deckcheck.hand/1",
            **picked(self, "game=table.game rules=table.rules seed=hand.trial.seed"),
            "number": self.hand.number + 1,
            "player": self.hand.trial.player,
            "moves": list(self.moves),
            "offered": list(self.hand.offered),
            "hand": list(self.hand.cards),
            "next": self.hand.upcoming(_NEXT),
            "steps": [list(one.said) for one in self.steps],
            "notes": list(self.table.notes),
        }


def sample_hand(run: GoldfishRun, number: int, moves: Sequence[str]) -> SampleHand:
    """The hand of that number, from 1, of a deck that is played alone, after these moves."""
    steps = [deal_hand(run.trial, max(number, 1) - 1)]
    for move in moves:
        steps.append(steps[-1].after(move))
    return SampleHand(run.table, tuple(steps), tuple(moves))
