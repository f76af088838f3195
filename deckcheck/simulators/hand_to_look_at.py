"""One hand to look at: kept, changed by the mulligan of the game, drawn to, played on by turns."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from db.certain import certain
from db.language import filled, gettext as _
from deckcheck.errors import IllegalMoveError
from deckcheck.simulators.goldfish import GoldfishTrial
from deckcheck.simulators.move_by_move import game_of_seed
from deckcheck.simulators.playing import Dealt, Played, play
from deckcheck.simulators.random_state import RandomState
from deckcheck.simulators.simulator import OVER, Policy, Simulator, State, Turn, is_opened, seat_of
from deckcheck.simulators.texts import board_lines, hand_lines, titled

KEEP, MULLIGAN, DRAW, TURN = "keep", "mulligan", "draw", "turn"


@dataclass(frozen=True, slots=True)
class HandToLookAt:
    """One hand of a seed with its setup so far; `said` are the lines of the last step.

    `turns` are those that were played. A step gives another hand and leaves this one as it is.
    """

    trial: GoldfishTrial
    number: int
    dealt: Dealt
    policies: dict[str, Policy]
    turns: tuple[Turn, ...] = ()
    said: tuple[str, ...] = ()

    @property
    def simulator(self) -> Simulator:
        """The simulator that plays the game."""
        return self.trial.simulator

    @property
    def state(self) -> State:
        """The present state of the setup."""
        return self.dealt.start

    @property
    def cards(self) -> tuple[str, ...]:
        """The names of the cards in hand."""
        if self.turns:
            return tuple(card.name for card in self.turns[-1].hand)
        seat = seat_of(self.simulator, self.state, self.trial.player)
        return tuple(card.name for card in seat.hand)

    @property
    def offered(self) -> tuple[str, ...]:
        """The steps that are possible with the hand now: keep, mulligan, draw, turn."""
        over = self.simulator.mover(self.state) == OVER
        drawn = None if self.turns else self._drawn(self.state)
        can = {
            KEEP: not over,
            MULLIGAN: self.simulator.hands.choices(self.state) is not None,
            DRAW: drawn is not None,
            TURN: over,
        }
        return tuple(move for move, possible in can.items() if possible)

    def after(self, move: str) -> "HandToLookAt":
        """The hand after one of the offered steps; raises `IllegalMoveError` for anything else."""
        if move not in self.offered:
            raise IllegalMoveError(
                self.trial.player, move, _("expected one of {offered}", offered=", ".join(self.offered))
            )
        steps = {KEEP: self._keep, MULLIGAN: self._change, DRAW: self._draw, TURN: self._turn}
        return steps[move]()

    def upcoming(self, most: int) -> list[str]:
        """The names of the next cards, if one after another were drawn now; none after turns."""
        result: list[str] = []
        state = self.state
        while not self.turns and len(result) < most:
            drawn = self._drawn(state)
            if drawn is None:
                break
            state, card = drawn
            result.append(card.name)
        return result

    def _drawn(self, state: State) -> tuple[State, Any] | None:
        """The state with the next card in hand, and that card; None without any."""
        seat = seat_of(self.simulator, state, self.trial.player)
        drawn = self.simulator.hands.draw(seat)
        if drawn is None:
            return None
        seats = tuple(drawn[0] if one is seat else one for one in state.players)
        return replace(state, players=seats), drawn[1]

    def _draw(self) -> "HandToLookAt":
        state, card = certain(self._drawn(self.state))
        return self.at(state, self.dealt.random_state, [f"  {_('draws {name}', name=card.name)}"])

    def _keep(self) -> "HandToLookAt":
        """The hand as it is, and the rest of the setup."""
        kept = self._made(0)
        played = play(kept.simulator, kept.dealt, kept.policies)
        player = self.trial.player
        board = board_lines(self.simulator, played.final, player)
        lines = [
            *kept.said,
            *kept.event_lines(played),
            *titled(board, player, _("{player} after setup", player=filled(player, {}))),
        ]
        return kept.at(played.final, played.random_state, lines)

    def _change(self) -> "HandToLookAt":
        """The mulligan that changes most of the hand, and what follows it by chance."""
        made = self._made(1)
        played = play(made.simulator, made.dealt, made.policies, partial(is_opened, made.simulator))
        hand = hand_lines(self.simulator, played.final, self.trial.player)
        return made.at(played.final, played.random_state, [*made.said, *hand])

    def _made(self, chosen: int) -> "HandToLookAt":
        moves = self.simulator.hands.choices(self.state)
        if moves is None:
            return self.at(self.state, self.dealt.random_state, [])
        state, event = self.simulator.make(self.state, moves[chosen])
        line = f"  {str(self.simulator.texts.event_line(event)).strip()}"
        return self.at(state, self.dealt.random_state, [line])

    def _turn(self) -> "HandToLookAt":
        """One turn after setup; chance falls as it does for this hand in the statistics."""
        number = len(self.turns) + 1
        turns = self.simulator.turns(self.state, self.trial.player, number, self.dealt.random_state)
        events = [
            f"  {_('turn {number:<2} {event}', number=number, event=self.simulator.texts.event_line(one))}"
            for one in turns[-1].events
        ]
        board = [f"  {line}" for line in turns[-1].lines]
        return replace(self, turns=tuple(turns), said=(*events, *board))

    def event_lines(self, played: Played) -> list[str]:
        """The events of a part that was played, in lines."""
        return [f"  {str(self.simulator.texts.event_line(event)).strip()}" for event in played.events]

    def at(self, state: State, random_state: RandomState, said: Sequence[str]) -> "HandToLookAt":
        """The hand at another state of the setup."""
        dealt = replace(self.dealt, start=state, random_state=random_state)
        return replace(self, dealt=dealt, said=tuple(said))


def deal_hand(trial: GoldfishTrial, number: int) -> HandToLookAt:
    """A hand of a seed as it is drawn, before anybody keeps or changes it; counted from 0."""
    simulator = trial.simulator
    dealt = game_of_seed(simulator, trial.decks, trial.seed, number, trial.stream)
    policies = trial.policies(dealt)

    def is_drawn(state: State) -> bool:
        return simulator.hands.choices(state) is not None

    played = play(simulator, dealt, policies, is_drawn)
    dealt = replace(dealt, start=played.final, random_state=played.random_state)
    lines = hand_lines(simulator, played.final, trial.player)
    return HandToLookAt(trial, number, dealt, policies, said=tuple(lines))
