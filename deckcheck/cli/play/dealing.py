"""Hands dealt one after another, to look at: keep, mulligan, draw, turn, next, back."""

import sys

import typer

from deckcheck.show.screen import text_width
from deckcheck.simulators.goldfish import GoldfishTrial
from deckcheck.simulators.hand_to_look_at import HandToLookAt, deal_hand
from deckcheck.simulators.simulation_text import wrapped

_COMMANDS = {"k": "keep", "m": "mulligan", "d": "draw", "t": "turn", "n": "next", "b": "back", "q": "quit"}


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
        else:
            hand = hand.after(offered[word])
            _show(hand)


def _deal(trial: GoldfishTrial, number: int) -> HandToLookAt:
    hand = deal_hand(trial, number)
    typer.echo(f"\nhand {hand.number + 1}")
    _show(hand)
    return hand


def _offered(hand: HandToLookAt) -> dict[str, str]:
    always = {"next", "quit"} if hand.number == 0 else {"next", "back", "quit"}
    return {key: what for key, what in _COMMANDS.items() if what in {*hand.offered, *always}}


def _show(hand: HandToLookAt) -> None:
    if hand.said:
        typer.echo("\n".join(wrapped(list(hand.said), text_width())))
