"""A setup played by a human at the terminal: hand, board and legal moves by number, with undo."""

from collections.abc import Iterable, Mapping

from deckcheck.cli.common import say
from deckcheck.cli.play.questions import ask_move, numbers_in, read_answer
from deckcheck.games.swtcg.setup.moves import (
    Event,
    Move,
    Mulligan,
    Put,
    added_cost,
    describe,
    legal_moves,
    make_move,
)
from deckcheck.games.swtcg.setup.policies import Policy
from deckcheck.games.swtcg.setup.setup import PlayedSetup, next_move
from deckcheck.games.swtcg.setup.state import MULLIGAN, OVER, PLAYERS, PUTTING, SetupState
from deckcheck.games.swtcg.setup.text import board_lines, card_text, event_line


def play_by_hand(state: SetupState, policies: Mapping[str, Policy]) -> PlayedSetup:
    """The setup with a human where there is no policy; everything shown goes to stderr."""
    events: list[Event] = []
    before: list[tuple[SetupState, int]] = []
    while state.phase != OVER:
        name = PLAYERS[state.player]
        if state.phase not in {MULLIGAN, PUTTING} or name in policies:
            move = next_move(state, policies)
        else:
            asked = _ask(state, can_undo=bool(before))
            if asked is None:
                state, kept = before.pop()
                del events[kept:]
                say("taken back")
                continue
            before.append((state, len(events)))
            move = asked
        state, event = make_move(state, move)
        events.append(event)
        if event["action"] != "draw-hand":
            say(event_line(_seen_by_human(event, policies)))
    return PlayedSetup(tuple(events), state)


def _seen_by_human(event: Event, policies: Mapping[str, Policy]) -> Event:
    """The event without the cards that an opponent holds in the hand."""
    if event["player"] not in policies:
        return event
    hidden = dict(event)
    if hidden.get("drew"):
        hidden["drew"] = "a card"
    if "drawn" in hidden:
        hidden["drawn"] = [f"{len(hidden['drawn'])} cards"]
    return hidden


def _ask(state: SetupState, *, can_undo: bool) -> Move | None:
    """The move that the human chooses, None to take the last one back."""
    _show(state)
    if state.phase == MULLIGAN:
        return _ask_mulligan(state, can_undo=can_undo)
    moves = legal_moves(state)
    return ask_move(moves, lambda move: _words(state, move), can_undo=can_undo)


def _ask_mulligan(state: SetupState, *, can_undo: bool) -> Move | None:
    choice = [card for card in state.mover.hand if card.kind in state.rules.discardable]
    if not choice:
        say("no card that a mulligan may discard")
        return Mulligan()
    say("mulligan: which of these to discard?")
    for number, card in enumerate(choice, start=1):
        say(f"{number:>3}  {card_text(card)}")
    while True:
        say("numbers with blanks between them, or nothing to keep all")
        answer = read_answer(can_undo=can_undo)
        if answer is None:
            return None
        numbers = numbers_in(answer, len(choice))
        if numbers is not None and len(set(numbers)) == len(numbers):
            return Mulligan(tuple(choice[number - 1] for number in numbers))
        say(f"expected different numbers from 1 to {len(choice)}")


def _show(state: SetupState) -> None:
    say("")
    opponent = state.opponent
    lines: Iterable[str] = []
    if opponent is not None and state.phase == PUTTING:
        lines = board_lines(opponent, PLAYERS[1 - state.player], hand=False)
    for line in (*lines, *board_lines(state.mover, f"you, {PLAYERS[state.player]}")):
        say(line)


def _words(state: SetupState, move: Move) -> str:
    if isinstance(move, Put):
        added = added_cost(state.mover, move)
        return f"{describe(move)}: +{added}, total {state.mover.total + added}"
    return describe(move)
