"""Setups that a human plays: each is given by its seed and the choices alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from deckcheck.session.play import SeatedDecks, SetupResult
from deckcheck.simulators.by_hand import (
    HUMAN,
    Choice,
    MoveOffer,
    Position,
    after_choice,
    first_position,
    offer_of,
)
from deckcheck.simulators.move_by_move import game_of_seed
from deckcheck.simulators.playing import Dealt, Played, make_policies
from deckcheck.simulators.texts import seen_by


@dataclass(frozen=True)
class SetupByHand:
    """A setup as a human has played it so far; `choose` and `take_back` return a new one.

    The human has the first deck, the other one plays by its policy. A choice is the number of a
    move as `offer` has it, from 1, or where cards are picked their numbers.
    """

    table: SeatedDecks
    seed: int
    policies: tuple[str, ...]
    choices: tuple[Choice, ...]
    dealt: Dealt
    position: Position

    @property
    def player(self) -> str:
        """The seat of the human."""
        return next(seat.player for seat in self.table.seated(self.policies) if seat.policy == HUMAN)

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
        return played_by_hand(self.table, self.seed, self.policies[1:], (*self.choices, choice))

    def take_back(self) -> "SetupByHand":
        """The setup without the last choice; the start stays the start."""
        return played_by_hand(self.table, self.seed, self.policies[1:], self.choices[:-1])

    def boards(self) -> dict[str, list[str]]:
        """The board of each player in lines, the human's last; other hands only when it is over."""
        simulator, state = self.table.simulator, self.position.state
        players = [seat.player for seat in self.table.seated(self.policies)]
        ordered = sorted(players, key=lambda player: player == self.player)
        over = self.offer is None
        return {
            player: simulator.board_lines(state, player, hand=over or player == self.player)
            for player in ordered
        }

    def document(self) -> dict[str, Any]:
        """The setup as in `deckcheck.setup-by-hand/1`."""
        table, offer, result = self.table, self.offer, self.result
        return {
            "schema": "deckcheck.setup-by-hand/1",
            "game": table.game,
            "rules": table.rules,
            "seed": self.seed,
            "player": self.player,
            "decks": {seat.player: seat.deck.name for seat in table.seated(self.policies)},
            "policies": {seat.player: seat.policy for seat in table.seated(self.policies)},
            "choices": [list(one) if isinstance(one, tuple) else one for one in self.choices],
            "offer": None if offer is None else _offer_document(offer),
            "events": [
                {"player": event["player"], "text": self._line(event).strip()}
                for event in self.position.events
            ],
            "boards": self.boards(),
            "notes": list(table.notes),
            "result": None if result is None else result.document(),
        }

    def _line(self, event: dict[str, Any]) -> str:
        simulator = self.table.simulator
        return simulator.event_line(seen_by(simulator, event, [self.player]))


def played_by_hand(
    table: SeatedDecks, seed: int, policies: Sequence[str] = (), choices: Sequence[Choice] = ()
) -> SetupByHand:
    """The setup of a seed after these choices of a human, who has the first deck.

    `policies` are those of the other decks. The same seed and choices give the same setup for ever.
    """
    named = (HUMAN, *policies)
    simulator, seated = table.simulator, table.by_seat(named)
    dealt = game_of_seed(simulator, table.decks, seed)
    names = [None if name == HUMAN else name for name in seated]
    others = make_policies(simulator, table.decks, names, dealt.random_state)
    position = first_position(simulator, dealt, others)
    for choice in choices:
        position = after_choice(simulator, position, choice, others)
    return SetupByHand(table, seed, named, tuple(choices), dealt, position)


def _offer_document(offer: MoveOffer) -> dict[str, Any]:
    return {
        "player": offer.player,
        "question": offer.question,
        "choices": list(offer.choices),
        "most": offer.most,
        "none": offer.none or None,
    }
