"""Answers of a human at the terminal: numbers; taking a move back; giving up."""

import sys

from deckcheck.cli.common import complain as say  # questions are said also where all is quiet

HELP = "a number to move, u to undo your last move, q to give up"


class GivenUpError(KeyboardInterrupt):
    """The user gave up, or there is no more input."""


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
