"""Hands dealt one after another, to look at: keep, mulligan, draw, turn, next, back."""

import sys
from dataclasses import dataclass, replace
from typing import Any

import typer

from deckcheck.cli.play.simulating import text_width
from deckcheck.simulators.goldfish import GoldfishTrial
from deckcheck.simulators.move_by_move import game_of_seed
from deckcheck.simulators.playing import Dealt, play
from deckcheck.simulators.simulation_text import wrapped
from deckcheck.simulators.simulator import OVER, Policy, Simulator, State, Turn
from deckcheck.simulators.texts import titled

_COMMANDS = {
    "k": "keep", "m": "mulligan", "d": "draw", "t": "turn", "n": "next", "b": "back",
    "q": "quit",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class DealtHand:
    """One hand of a seed, and what was done with it; `turns` are those that were played."""

    trial: GoldfishTrial
    number: int
    dealt: Dealt
    policies: dict[str, Policy]
    turns: tuple[Turn, ...] = ()

    @property
    def simulator(self) -> Simulator:
        """The simulator that plays the game."""
        return self.trial.simulator

    @property
    def state(self) -> State:
        """How the setup stands."""
        return self.dealt.start

    @property
    def is_over(self) -> bool:
        """Whether the setup is over."""
        return self.simulator.mover(self.state) == OVER

    def at(self, state: State, random_state: Any) -> "DealtHand":
        """The same hand later in its setup."""
        return replace(self, dealt=replace(self.dealt, start=state, random_state=random_state))


def deal_by_hand(trial: GoldfishTrial) -> None:
    """Deals hands of a seed until the user has seen enough; hand 1 is the first of the goldfish."""
    typer.echo(f"{trial.deck.name}, seed {trial.seed}")
    hand = _deal(trial, 0)
    while True:
        offered = _offered(hand)
        words = ", ".join(f"{key} {what}" for key, what in offered.items())
        typer.echo(f"{words}  > ", nl=False)
        line = sys.stdin.readline()
        word = line.strip().casefold()[:1] or "n"
        if not line or word == "q":
            typer.echo("")
            return
        if word not in offered:
            typer.echo(f"expected one of: {', '.join(offered)}")
        elif word in "nb":
            hand = _deal(trial, hand.number + (1 if word == "n" else -1))
        elif word == "d":
            hand = _draw(hand)
        elif word == "t":
            hand = _turn(hand)
        elif word == "m":
            hand = _change(hand)
        else:
            hand = _keep(hand)


def _deal(trial: GoldfishTrial, number: int) -> DealtHand:
    """The hand as it is drawn, before anybody keeps or changes it."""
    dealt = game_of_seed(trial.simulator, trial.decks, trial.seed, number, trial.stream)
    policies = trial.policies(dealt)

    def is_drawn(state: State) -> bool:
        return trial.simulator.mulligans(state) is not None

    played = play(trial.simulator, dealt, policies, is_drawn)
    hand = DealtHand(trial, number, dealt, policies).at(played.final, played.random_state)
    typer.echo(f"\nhand {number + 1}")
    _show(trial.simulator.hand_lines(hand.state, trial.player))
    return hand


def _offered(hand: DealtHand) -> dict[str, str]:
    found = dict(_COMMANDS)
    if hand.simulator.mulligans(hand.state) is None:
        del found["m"]
    if hand.is_over:
        del found["k"]
    else:
        del found["t"]
    if hand.turns or hand.simulator.draw_one(hand.state, hand.trial.player) is None:
        del found["d"]
    if not hand.number:
        del found["b"]
    return found


def _draw(hand: DealtHand) -> DealtHand:
    """One card more, to see what would have come."""
    drawn = hand.simulator.draw_one(hand.state, hand.trial.player)
    if drawn is None:
        return hand
    state, card = drawn
    typer.echo(f"  draws {card.name}")
    return hand.at(state, hand.dealt.random_state)


def _change(hand: DealtHand) -> DealtHand:
    """The mulligan that changes most of the hand."""
    return _make(hand, 1)


def _keep(hand: DealtHand) -> DealtHand:
    """The hand as it is, and the rest of the setup."""
    hand = _make(hand, 0)
    played = play(hand.simulator, hand.dealt, hand.policies)
    _show([f"  {hand.simulator.event_line(event).strip()}" for event in played.events])
    hand = hand.at(played.final, played.random_state)
    _show_board(hand)
    return hand


def _make(hand: DealtHand, chosen: int) -> DealtHand:
    """The hand after one of the moves of its mulligan, and after what follows by chance."""
    simulator, player = hand.simulator, hand.trial.player
    moves = simulator.mulligans(hand.state)
    if moves is None:
        return hand
    state, event = simulator.make(hand.state, moves[chosen])
    _show([f"  {simulator.event_line(event).strip()}"])
    hand = hand.at(state, hand.dealt.random_state)
    if chosen:
        played = play(simulator, hand.dealt, hand.policies, simulator.opened)
        hand = hand.at(played.final, played.random_state)
        _show(simulator.hand_lines(hand.state, player))
    return hand


def _turn(hand: DealtHand) -> DealtHand:
    """One turn after setup; chance falls as it does for this hand in the statistics."""
    simulator, player = hand.simulator, hand.trial.player
    number = len(hand.turns) + 1
    turns = simulator.turns(hand.state, player, number, hand.dealt.random_state)
    turn = turns[-1]
    _show([f"  turn {number:<2} {simulator.event_line(event)}" for event in turn.events])
    _show([f"  {line}" for line in turn.lines])
    return replace(hand, turns=tuple(turns))


def _show_board(hand: DealtHand) -> None:
    player = hand.trial.player
    board = hand.simulator.board_lines(hand.state, player)
    _show(titled(board, player, f"{player} after setup"))


def _show(lines: list[str]) -> None:
    if lines:
        typer.echo("\n".join(wrapped(lines, text_width())))
