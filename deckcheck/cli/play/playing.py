"""A setup played by a human at the terminal, with undo, in any game that has a simulator."""

import sys
from collections.abc import Sequence

from deckcheck.acts.by_hand import Choice, MoveOffer, SetupByHand, certain, played_by_hand
from deckcheck.acts.errors import IllegalMoveError
from deckcheck.acts.seated import PreparedDecks, SetupResult
from deckcheck.cli.common import (
    complain,  # questions are said also where all is quiet
    say,
)
from deckcheck.show.language import gettext as _

_HELP = _("a number to move, u to undo your last move, q to give up")


class GivenUpError(KeyboardInterrupt):
    """The user gave up, or there is no more input."""


def play_by_hand(table: "PreparedDecks", seed: int, policies: Sequence[str]) -> "SetupResult":
    """The setup with a human where the policy is `HUMAN`; everything shown goes to stderr."""
    played = played_by_hand(table, seed, policies)
    _show_events(played, 0)
    while (offer := played.offer) is not None:
        for line in ("", *played.board_lines()):  # that of the opponent without the hand
            say(line)
        after = _ask(played, offer)
        if len(after.choices) > len(played.choices):
            _show_events(after, len(played.position.events))
        else:
            say(_("undone"))
        played = after
    return certain(played.result)


def _show_events(played: SetupByHand, first: int) -> None:
    for line in played.event_lines()[first:]:
        say(line)


def _ask(played: SetupByHand, offer: MoveOffer) -> SetupByHand:
    """Where the choice of the human leads, one choice on or one back."""
    if offer.question is not None:
        say(offer.question)
    for number, words in enumerate(offer.choices, start=1):
        say(f"{number:>3}  {words}")
    while True:
        if offer.is_pick:
            say(_("Numbers separated by spaces, or Enter to {none}"), none=offer.none)
        answer = _read_answer(can_undo=bool(played.choices))
        if answer is None:
            return played.take_back()
        choice = _choice(offer, answer)
        if choice is not None:
            try:
                return played.choose(choice)
            except IllegalMoveError as refused:
                say(refused.why)
                continue
        say(_("expected {expected}; {help}"), expected=_expected(offer), help=_HELP)


def _choice(offer: MoveOffer, answer: str) -> Choice | None:
    """The choice that an answer means; None where it means none."""
    numbers = _numbers_in(answer, len(offer.choices))
    if numbers is None or offer.most is None:
        return numbers[0] if numbers and len(numbers) == 1 else None
    return tuple(numbers) if len(set(numbers)) == len(numbers) <= offer.most else None


def _expected(offer: MoveOffer) -> str:
    last = len(offer.choices)
    if offer.most is None:
        return _("a number from 1 to {last}", last=last)
    return _("up to {most} different numbers from 1 to {last}", most=offer.most, last=last)


def _read_answer(*, can_undo: bool) -> str | None:
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
        complain(_("nothing to undo"))


def _numbers_in(answer: str, largest: int) -> list[int] | None:
    """The numbers of an answer; None where it holds anything else or larger ones."""
    words = answer.replace(",", " ").split()
    longest = len(str(largest))
    if not all(len(w) <= longest and w.isdecimal() and 1 <= int(w) <= largest for w in words):
        return None
    return [int(word) for word in words]
