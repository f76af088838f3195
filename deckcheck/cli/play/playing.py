"""A setup played by a human at the terminal, with undo, in any game that has a simulator."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from deckcheck.cli.common import say
from deckcheck.cli.play.questions import HELP, ask_move, numbers_in, read_answer
from deckcheck.simulators.playing import Dealt, Played
from deckcheck.simulators.simulator import CHANCE, OVER, Event, Move, Pick, Policy, Simulator, State
from deckcheck.simulators.texts import mover_line, seen_by, titled

if TYPE_CHECKING:
    from deckcheck.simulators.random_state import RandomState


def play_by_hand(simulator: Simulator, dealt: Dealt, policies: Mapping[str, Policy]) -> Played:
    """The setup with a human where there is no policy; everything shown goes to stderr."""
    state, random_state = dealt.start, dealt.random_state
    events: list[Event] = []
    before: list[tuple[State, RandomState, int]] = []
    humans = [player for player in simulator.players if player not in policies]
    while (mover := simulator.mover(state)) != OVER:
        if mover == CHANCE:
            move, random_state = simulator.chance(state, random_state)
        elif mover in policies:
            move = policies[mover].choose(state)
        elif len(moves := simulator.legal_moves(state)) == 1:
            move = moves[0]
        else:
            _show_boards(simulator, state, mover, dealt)
            asked = _ask(simulator, state, can_undo=bool(before))
            if asked is None:
                state, random_state, kept = before.pop()
                del events[kept:]
                say("taken back")
                continue
            before.append((state, random_state, len(events)))
            move = asked
        state, event = simulator.make(state, move)
        events.append(event)
        say(mover_line(simulator, seen_by(simulator, event, humans)))
    return Played(tuple(events), state, random_state)


def _show_boards(simulator: Simulator, state: State, player: str, dealt: Dealt) -> None:
    """Shows the opponent's board without the hand, and the board of the human."""
    say("")
    seated = [name for name, pile in zip(simulator.players, dealt.piles, strict=True) if pile]
    for other in seated:
        if other != player:
            for line in simulator.board_lines(state, other, hand=False):
                say(line)
    for line in titled(simulator.board_lines(state, player), player, f"you, {player}"):
        say(line)


def _ask(simulator: Simulator, state: State, *, can_undo: bool) -> Move | None:
    """The move that the human chooses, None to take the last one back."""
    pick = simulator.pick(state)
    if pick is not None:
        return _ask_cards(simulator, state, pick, can_undo=can_undo)
    moves = simulator.legal_moves(state)
    return ask_move(moves, lambda move: simulator.describe(state, move), can_undo=can_undo)


def _ask_cards(simulator: Simulator, state: State, pick: Pick, *, can_undo: bool) -> Any:
    say(pick.question)
    for number, card in enumerate(pick.cards, start=1):
        say(f"{number:>3}  {card.name}")
    most = len(pick.cards) if pick.most is None else pick.most
    while True:
        say(f"Numbers separated by spaces, or Enter to {pick.none}")
        answer = read_answer(can_undo=can_undo)
        if answer is None:
            return None
        numbers = numbers_in(answer, len(pick.cards))
        if numbers is not None and len(set(numbers)) == len(numbers) <= most:
            move = pick.move(tuple(pick.cards[number - 1] for number in numbers))
            why = simulator.why_not(state, move)
            if why is None:
                return move
            say(why)
            continue
        say(f"expected up to {most} different numbers from 1 to {len(pick.cards)}; {HELP}")
