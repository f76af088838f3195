"""Questions to a human at the terminal: a move by its number; taking one back; giving up."""

import sys
from collections.abc import Callable, Sequence
from typing import TypeVar

from deckcheck.cli.common import complain as say  # questions are said also where all is quiet

_Move = TypeVar("_Move")

HELP = "a number to move, u to undo your last move, q to give up"


class GivenUpError(KeyboardInterrupt):
    """The user gave up, or there is no more input."""


def ask_move(
    moves: Sequence[_Move], words: Callable[[_Move], str], *, can_undo: bool
) -> _Move | None:
    """The move that the human chooses by its number, None to take the last one back."""
    for number, move in enumerate(moves, start=1):
        say(f"{number:>3}  {words(move)}")
    while True:
        answer = read_answer(can_undo=can_undo)
        if answer is None:
            return None
        numbers = numbers_in(answer, len(moves))
        if numbers is not None and len(numbers) == 1:
            return moves[numbers[0] - 1]
        say(f"expected a number from 1 to {len(moves)}; {HELP}")


def read_answer(*, can_undo: bool) -> str | None:
    """A line of the user's; None to take the last move back."""
    while True:
        print("> ", end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        answer = line.strip().casefold()
        if not line or answer in {"q", "quit"}:
            raise GivenUpError
        if answer not in {"u", "undo"}:
            return answer
        if can_undo:
            return None
        say("nothing to take back")


def numbers_in(answer: str, largest: int) -> list[int] | None:
    """The numbers of an answer; None where it holds anything else or larger ones."""
    words = answer.replace(",", " ").split()
    longest = len(str(largest))
    if not all(len(w) <= longest and w.isdecimal() and 1 <= int(w) <= largest for w in words):
        return None
    return [int(word) for word in words]
