"""`deckcheck odds`: how likely it is to see certain cards, exactly."""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck import acts
from deckcheck.cli import options as opt
from deckcheck.cli.common import print_json, say
from deckcheck.cli.given import given
from deckcheck.cli.open_decks import OneDeck, one_deck
from deckcheck.cli.play.simulating import chosen_seed, who_works
from deckcheck.show.language import gettext as _, joined, ngettext, number
from deckcheck.show.screen import text_width
from deckcheck.show.tables import print_table

if TYPE_CHECKING:
    from fractions import Fraction

_SHOWN = 3
"""The table goes up to so many copies."""

_WIDE = 60
"""Longer fractions are left to --json."""


class MulliganChoice(StrEnum):
    """The mulligan that is taken of the first hand."""

    keep = "keep"
    units = "units"
    best = "best"


@given(deck=one_deck)
def odds(
    deck: OneDeck,
    condition: Annotated[
        str, opt.argument("CONDITION", "What is hoped for, like 'type:space >= 1 and fett >= 1'.")
    ],
    hand: opt.HandSize = None,
    mulligan: Annotated[
        MulliganChoice,
        opt.option(
            None,
            "keep the hand; or, as the game has it: units (discard all cards that the edition "
            "lets a mulligan discard, and draw as many) or best (shuffle back what makes the "
            "condition most likely).",
        ),
    ] = MulliganChoice.keep,
    draws: opt.Draws = 0,
    simulate: Annotated[int | None, opt.option("N", "Deal N hands too, as a check.", min=1)] = None,
    seed: Annotated[int | None, opt.option(None, "Where --simulate starts from.", min=0)] = None,
    cluster: opt.Cluster = None,
    rules: Annotated[str | None, opt.option("EDITION", "Rules edition, for the mulligan.")] = None,
    plot: Annotated[Path | None, opt.option("FILE", "Draw the odds by cards seen (.svg or .png).")] = None,
    on: opt.Day = None,
    json: opt.Json = False,
) -> None:
    """Say how likely it is that a condition holds for the cards seen, exactly.

    A condition compares counts of cards: type:space >= 1, count(type:character cost<=4) >= 2,
    count("Boba Fett (A)") = 0, count(type:space) >= count(type:ground); with and, or, not and
    parentheses. What is counted is asked for as in 'deckcheck cards search'. A name alone, like luke,
    means one such card or more.

    Example: deckcheck odds my.dek 'type:space >= 1 and type:ground >= 1' --mulligan units
    """
    asked = acts.play.ask_odds(
        deck.database,
        deck.resolved(),
        condition,
        hand=hand,
        draws=draws,
        mulligan=mulligan.value,
        rules=rules,
        on=on,
    )
    simulated = None
    if simulate:
        seed = chosen_seed(seed)
        simulated = asked.dealt(simulate, seed, who_works(None, cluster))
    if plot is not None:
        asked.plot(plot)
        say(_("{plot}: written"), plot=plot)
    if json:
        print_json(asked.document(simulated, seed))
    else:
        _print_answer(asked)
        if simulated:
            _print_simulated(simulated, asked.answer, seed)


def _print_answer(asked: "acts.odds.DeckOdds") -> None:
    found, question = asked.answer, asked.question
    if found.probability is None:
        typer.echo(_wrapped(_("not known exactly: {too_long}", too_long=found.too_long)))
    else:
        typer.echo(f"{acts.odds.percent(found.probability)}  {question.classes.condition.written.strip()}")
    typer.echo(_wrapped(_seen_text(asked)))
    if found.probability is not None:
        typer.echo(_exact_text(found.probability))
    typer.echo()
    headers = (
        _("cards seen"),
        _("in deck"),
        _("mean"),
        *(_("{n} or more", n=n) for n in range(1, _SHOWN + 1)),
    )
    rows = [
        (
            count.query.text or _("any"),
            count.cards,
            number(float(count.mean), ".2f"),
            *(acts.odds.percent(p).rjust(8) for p in _first(count.at_least)),
        )
        for count in found.counts
    ]
    print_table(headers, rows)
    for note in found.notes:
        typer.echo("\n" + _wrapped(_("Note: {note}.", note=note)))


def _first(at_least: "Sequence[Fraction]") -> "list[Fraction]":
    """The first columns of the table; more copies than there are, are never seen."""
    from fractions import Fraction

    return [*at_least, *[Fraction(0)] * _SHOWN][:_SHOWN]


def _seen_text(asked: "acts.odds.DeckOdds") -> str:
    """The cards that are seen, in words."""
    question = asked.question
    text = _(
        "in an opening hand of {hand} from {cards} cards", hand=question.hand, cards=question.classes.cards
    )
    mulligan = asked.mulligan_words if question.mulligan or question.best else ""
    draws = ngettext("and {number} draw after it", "and {number} draws after it", question.draws)
    return joined((text, mulligan, draws if question.draws else ""), ", ")


def _exact_text(probability: "Fraction") -> str:
    fraction = str(probability)
    value = f"{float(probability):.12g}"
    if len(fraction) > _WIDE:
        return _(
            "exactly a fraction of {count} digits, {value} (--json shows it)",
            count=len(fraction),
            value=value,
        )
    return _("exactly {fraction}, {value}", fraction=fraction, value=value)


def _print_simulated(simulated: "acts.odds.Proportion", answer: "acts.odds.Answer", seed: int | None) -> None:
    error = simulated.standard_error
    text = _(
        "Simulated: {percent}, standard error {error:.2g} %, of {trials:,} hands, seed {seed}",
        percent=acts.odds.percent(simulated.estimate),
        error=100 * error,
        trials=simulated.trials,
        seed=seed,
    )
    if answer.probability is not None:
        away = abs(simulated.estimate - float(answer.probability)) / error
        text = joined((text, _("{away:.1f} standard errors from the exact answer", away=away)), "; ")
    typer.echo("\n" + _wrapped(text))


def _wrapped(text: str) -> str:
    import textwrap

    return textwrap.fill(str(text), text_width(), subsequent_indent="  ", break_on_hyphens=False)
