"""`deckcheck odds`: how likely it is to see certain cards, exactly."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli.common import (
    DbOption,
    FirstGameOption,
    JsonOption,
    first_game_only,
    open_catalogue,
    print_json,
    say,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from deckcheck.deck import Deck
    from deckcheck.estimates import Share
    from deckcheck.odds.answer import Answer, Question
    from deckcheck.odds.condition import Condition

_SHOWN = 3
"""The table goes up to so many copies."""

_FURTHER = 8
"""A plot goes at least so many draws beyond the opening hand."""

_MOST_CURVES = 5
"""More comparisons than this are not drawn beside the whole condition."""

_WIDE = 60
"""Longer fractions are left to --json."""


class MulliganChoice(StrEnum):
    """What is done with the first hand."""

    keep = "keep"
    units = "units"


def odds(
    path: Annotated[Path, typer.Argument(metavar="DECK", help="A deck file.")],
    condition: Annotated[
        str,
        typer.Argument(
            metavar="CONDITION", help="What is hoped for, like 'type:space >= 1 and fett >= 1'."
        ),
    ],
    hand: Annotated[int, typer.Option("--hand", min=1, help="Cards in the opening hand.")] = 7,
    mulligan: Annotated[
        MulliganChoice,
        typer.Option(
            "--mulligan",
            help="keep the hand, or keep its units: discard all Battle, Mission and (since 2004) "
            "Location cards and draw as many.",
        ),
    ] = MulliganChoice.keep,
    draws: Annotated[int, typer.Option("--draws", min=0, help="Cards drawn after that.")] = 0,
    simulate: Annotated[
        int | None,
        typer.Option("--simulate", metavar="N", min=1, help="Deal N hands too, as a check."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, help="Where --simulate starts from.")
    ] = None,
    rules: Annotated[
        str,
        typer.Option("--rules", metavar="EDITION", help="Rules edition, for the mulligan."),
    ] = "printed-2004",
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE", help="Draw the odds by cards seen (.svg or .png)."),
    ] = None,
    from_: Annotated[
        str | None, typer.Option("--from", metavar="FORMAT", help="Read the file as this format.")
    ] = None,
    game: FirstGameOption = "swtcg",
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Say how likely it is that a condition holds for the cards seen, exactly.

    A condition compares counts of cards: type:space >= 1, count(type:character cost<=4) >= 2,
    count("Boba Fett (A)") = 0, count(type:space) >= count(type:ground); with and, or, not and
    parentheses. What is counted is asked for as in 'deckcheck cards search'.

    Example: deckcheck odds my.dek 'type:space >= 1 and type:ground >= 1' --mulligan units
    """
    from deckcheck.odds.answer import Question, answer, as_json
    from deckcheck.odds.classes import deck_classes
    from deckcheck.odds.opening import mulligan_discards

    deck, wanted = _read(path, condition, game, db, from_)
    classes = deck_classes(deck, wanted, mulligan_discards(rules))
    question = Question(classes, hand, draws, mulligan is MulliganChoice.units)
    found = answer(question)
    simulated = None
    if simulate:
        seed = _chosen(seed)
        simulated = _simulate(question, simulate, seed)
    if plot is not None:
        _plot(plot, question, deck)
    if json:
        facts = {"deck": str(path), "mulligan": mulligan.value, "rules": rules}
        print_json({"schema": "deckcheck.odds/1", **as_json(found, simulated, seed), **facts})
    else:
        _print_answer(found, rules)
        if simulated:
            _print_simulated(simulated, found, seed)


def _read(
    path: Path, condition: str, game: str, db: Path | None, from_: str | None
) -> "tuple[Deck, Condition]":
    """The resolved deck and the condition, both by the same catalogue."""
    from deckcheck.cli.cards import query_fields
    from deckcheck.games import get_game
    from deckcheck.odds.parser import parse_condition
    from deckcheck.resolve import Resolver
    from importers.reading import read_deck

    deck_list = read_deck(path, as_format=from_)
    first_game_only("odds", game, deck_list.game)
    with open_catalogue(db, game) as catalogue:
        wanted = parse_condition(condition, query_fields(catalogue))
        deck = Resolver(catalogue, get_game(game)).resolve(deck_list, str(path), path.stem)
    return deck, wanted


def _chosen(seed: int | None) -> int:
    """The seed, or one that is chosen now; it is printed with the result."""
    if seed is not None:
        return seed
    from secrets import randbits

    return randbits(32)


def _simulate(question: "Question", trials: int, seed: int) -> "Share":
    import numpy as np

    from deckcheck.odds.simulated import simulate_condition

    return simulate_condition(
        question.classes,
        trials,
        np.random.default_rng(seed),
        question.hand,
        question.draws,
        mulligan=question.mulligan,
    )


def _print_answer(found: "Answer", rules: str) -> None:
    from deckcheck.cli.tables import print_table
    from deckcheck.odds.answer import percent

    question = found.question
    if found.probability is None:
        typer.echo(_wrapped(f"not known exactly: {found.too_long}"))
    else:
        typer.echo(f"{percent(found.probability)}  {question.classes.condition.written.strip()}")
    typer.echo(_wrapped(_seen_text(question, rules)))
    if found.probability is not None:
        typer.echo(_exact_text(found))
    typer.echo()
    headers = ("cards seen", "in deck", "mean", *(f"{n} or more" for n in range(1, _SHOWN + 1)))
    rows = [
        (
            count.query.text or "any",
            count.cards,
            f"{float(count.mean):.2f}",
            *(percent(p).rjust(8) for p in _first(count.at_least)),
        )
        for count in found.counts
    ]
    print_table(headers, rows)
    for note in found.notes:
        typer.echo("\n" + _wrapped(f"Note: {note}."))


def _first(at_least: "Sequence[Fraction]") -> "list[Fraction]":
    """The first columns of the table; more copies than there are, are never seen."""
    from fractions import Fraction

    return [*at_least, *[Fraction(0)] * _SHOWN][:_SHOWN]


def _seen_text(question: "Question", rules: str) -> str:
    """What is seen, in words."""
    text = f"in an opening hand of {question.hand} from {question.classes.cards} cards"
    if question.mulligan:
        kinds = (
            "Battle and Mission" if rules == "printed-2002" else ("Battle, Mission and Location")
        )
        text += f", its {kinds} cards drawn anew"
    if question.draws:
        text += f", and {question.draws} {'draw' if question.draws == 1 else 'draws'} after it"
    return text


def _exact_text(found: "Answer") -> str:
    assert found.probability is not None  # noqa: S101 - the caller looked
    fraction = str(found.probability)
    value = f"{float(found.probability):.12g}"
    if len(fraction) > _WIDE:
        return f"exactly a fraction of {len(fraction)} digits, {value} (--json shows it)"
    return f"exactly {fraction}, {value}"


def _print_simulated(simulated: "Share", found: "Answer", seed: int | None) -> None:
    from deckcheck.odds.answer import percent

    error = simulated.standard_error
    text = (
        f"Simulated: {percent(simulated.estimate)}, standard error {100 * error:.2g} %, "
        f"of {simulated.trials:,} hands, seed {seed}"
    )
    if found.probability is not None:
        away = abs(simulated.estimate - float(found.probability)) / error
        text += f"; {away:.1f} standard errors from the exact answer"
    typer.echo("\n" + _wrapped(text))


def _wrapped(text: str) -> str:
    import shutil
    import textwrap

    width = min(shutil.get_terminal_size((100, 24)).columns, 100)
    return textwrap.fill(text, width, subsequent_indent="  ", break_on_hyphens=False)


def _plot(path: Path, question: "Question", deck: "Deck") -> None:
    """Draws the condition, and each comparison in it, by the number of cards seen."""
    from deckcheck.odds.answer import about, seen_curve
    from deckcheck.plots import plot_seen

    condition = question.classes.condition
    numbers = range(max(question.draws, _FURTHER) + 1)
    curves = {condition.written.strip(): seen_curve(question, numbers)}
    if 1 < len(condition.comparisons) <= _MOST_CURVES:
        for comparison in condition.comparisons:
            curves[comparison.text] = seen_curve(about(question, comparison), numbers)
    after = "after the mulligan, " if question.mulligan else ""
    subtitle = f"exact probability {after}by cards seen of {question.classes.cards}"
    title = deck.name or deck.path
    plot_seen(path, curves, title=title, subtitle=subtitle, marked=question.cards_seen)
    say(f"{path}: written")
