"""A setup played by a human at the terminal, with undo, in any game that has a simulator."""

from collections.abc import Mapping, Sequence

from deckcheck.cli.common import say
from deckcheck.cli.play.questions import HELP, numbers_in, read_answer
from deckcheck.errors import IllegalMoveError
from deckcheck.simulators.by_hand import Choice, MoveOffer, Position, after_choice, first_position, offer_of
from deckcheck.simulators.playing import Dealt, Played
from deckcheck.simulators.simulator import Event, Policy, Simulator, State
from deckcheck.simulators.texts import mover_line, seen_by, titled


def play_by_hand(simulator: Simulator, dealt: Dealt, policies: Mapping[str, Policy]) -> Played:
    """The setup with a human where there is no policy; everything shown goes to stderr."""
    position = first_position(simulator, dealt, policies)
    _show_events(simulator, position.events, policies)
    before: list[Position] = []
    while (offer := offer_of(simulator, position.state)) is not None:
        _show_boards(simulator, position.state, offer.player, dealt)
        after = _ask(simulator, position, offer, policies, can_undo=bool(before))
        if after is None:
            position = before.pop()
            say("taken back")
            continue
        _show_events(simulator, after.events[len(position.events) :], policies)
        before.append(position)
        position = after
    return Played(position.events, position.state, position.random_state)


def _show_events(simulator: Simulator, events: Sequence[Event], policies: Mapping[str, Policy]) -> None:
    humans = [player for player in simulator.players if player not in policies]
    for event in events:
        say(mover_line(simulator, seen_by(simulator, event, humans)))


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


def _ask(
    simulator: Simulator,
    position: Position,
    offer: MoveOffer,
    policies: Mapping[str, Policy],
    *,
    can_undo: bool,
) -> Position | None:
    """Where the choice of the human leads, None to take the last one back."""
    if offer.question is not None:
        say(offer.question)
    for number, words in enumerate(offer.choices, start=1):
        say(f"{number:>3}  {words}")
    while True:
        if offer.is_pick:
            say(f"Numbers separated by spaces, or Enter to {offer.none}")
        answer = read_answer(can_undo=can_undo)
        if answer is None:
            return None
        choice = _choice(offer, answer)
        if choice is not None:
            try:
                return after_choice(simulator, position, choice, policies)
            except IllegalMoveError as refused:
                say(refused.why)
                continue
        say(f"expected {_expected(offer)}; {HELP}")


def _choice(offer: MoveOffer, answer: str) -> Choice | None:
    """The choice that an answer means; None where it means none."""
    found = numbers_in(answer, len(offer.choices))
    if found is None or offer.most is None:
        return found[0] if found and len(found) == 1 else None
    return tuple(found) if len(set(found)) == len(found) <= offer.most else None


def _expected(offer: MoveOffer) -> str:
    last = len(offer.choices)
    if offer.most is None:
        return f"a number from 1 to {last}"
    return f"up to {offer.most} different numbers from 1 to {last}"
