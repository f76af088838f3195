"""Hands dealt one after another, to look at: keep, mulligan, draw, turn, next, back."""

import sys

import typer

from deckcheck.acts.by_hand import SampleHand, sample_hand
from deckcheck.acts.seated import GoldfishRun
from deckcheck.show.language import gettext as _, pgettext
from deckcheck.show.screen import text_width

_WORDS = {
    "keep": _("keep"),
    "mulligan": _("mulligan"),
    "draw": pgettext("of cards", "draw"),
    "turn": _("turn"),
    "next": _("next"),
    "back": _("back"),
    "quit": _("quit"),
}
_COMMANDS = {"k": "keep", "m": "mulligan", "d": "draw", "t": "turn", "n": "next", "b": "back", "q": "quit"}


def deal_by_hand(run: GoldfishRun) -> None:
    """Deals hands of a seed until the user has seen enough; hand 1 is the first of the goldfish."""
    typer.echo(_("{name}, seed {seed}", name=run.trial.deck.name, seed=run.trial.seed))
    number, sample = 1, _deal(run, 1)
    while True:
        always = {"next", "quit"} if number == 1 else {"next", "back", "quit"}
        offered = {key: what for key, what in _COMMANDS.items() if what in {*sample.hand.offered, *always}}
        words = ", ".join(f"{key} {_WORDS[what]}" for key, what in offered.items())
        typer.echo(f"{words}  > ", nl=False)
        line = sys.stdin.readline()
        word = line.strip().casefold()[:1] or "n"
        if not line or word == "q":
            typer.echo("")
            return
        if word not in offered:
            typer.echo(_("expected one of: {offered}", offered=", ".join(offered)))
        elif word in "nb":
            number += 1 if word == "n" else -1
            sample = _deal(run, number)
        else:
            sample = sample.after(offered[word])
            _show(sample)


def _deal(run: GoldfishRun, number: int) -> SampleHand:
    typer.echo(_("\nhand {number}", number=number))
    sample = sample_hand(run, number, ())
    _show(sample)
    return sample


def _show(sample: SampleHand) -> None:
    if text := sample.text(text_width()):
        typer.echo(text)
