"""`deckcheck odds`: how likely it is to see certain cards, exactly."""

from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli.common import (
    DbOption,
    DeckGameOption,
    JsonOption,
    open_catalogue,
    print_json,
    say,
)
from deckcheck.cli.open_decks import DECK_HELP, open_decks

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from deckcheck.chance.estimates import Share
    from deckcheck.odds.answer import Answer, Question
    from deckcheck.odds.classes import DeckClasses

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
    best = "best"


def odds(
    deck: Annotated[str, typer.Argument(metavar="DECK", help=DECK_HELP)],
    condition: Annotated[
        str,
        typer.Argument(
            metavar="CONDITION", help="What is hoped for, like 'type:space >= 1 and fett >= 1'."
        ),
    ],
    hand: Annotated[
        int | None,
        typer.Option("--hand", min=1, help="Cards in the opening hand (default: the game's)."),
    ] = None,
    mulligan: Annotated[
        MulliganChoice,
        typer.Option(
            "--mulligan",
            help="keep the hand; or, as the game has it: units (discard all cards that the edition "
            "lets a mulligan discard, and draw as many) or best (shuffle back what makes the "
            "condition most likely).",
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
        str | None,
        typer.Option("--rules", metavar="EDITION", help="Rules edition, for the mulligan."),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE", help="Draw the odds by cards seen (.svg or .png)."),
    ] = None,
    from_: Annotated[
        str | None, typer.Option("--from", metavar="FORMAT", help="Read the file as this format.")
    ] = None,
    game: DeckGameOption = None,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Say how likely it is that a condition holds for the cards seen, exactly.

    A condition compares counts of cards: type:space >= 1, count(type:character cost<=4) >= 2,
    count("Boba Fett (A)") = 0, count(type:space) >= count(type:ground); with and, or, not and
    parentheses. What is counted is asked for as in 'deckcheck cards search'.

    Example: deckcheck odds my.dek 'type:space >= 1 and type:ground >= 1' --mulligan units
    """
    from deckcheck.cli.play.simulating import chosen_seed
    from deckcheck.odds.answer import answer, as_json

    table = _read(deck, condition, rules, game, db, from_)
    question = table.question(hand, draws, mulligan)
    found = answer(question)
    simulated = None
    if simulate:
        seed = chosen_seed(seed)
        simulated = _simulate(question, simulate, seed)
    if plot is not None:
        _plot(plot, question, table.name)
    if json:
        facts = {"deck": table.label, "mulligan": mulligan.value, "rules": table.rules}
        print_json({"schema": "deckcheck.odds/1", **as_json(found, simulated, seed), **facts})
    else:
        _print_answer(found, table)
        if simulated:
            _print_simulated(simulated, found, seed)


@dataclass(frozen=True, slots=True)
class OddsDeck:
    """The cards that may be drawn, in the classes of a condition, and the game's ways with hands.

    `best` says what a mulligan may shuffle back; None in a game whose mulligan discards cards.
    """

    label: str
    name: str
    rules: str
    classes: "DeckClasses"
    hand: int
    best: str | None
    mulligan_words: str

    def question(self, hand: int | None, draws: int, mulligan: MulliganChoice) -> "Question":
        """What is asked; raises `WrongMulliganError` for one that the game does not have."""
        from deckcheck.odds.answer import Question
        from deckcheck.odds.errors import WrongMulliganError

        known = [MulliganChoice.keep]
        known.append(MulliganChoice.units if self.best is None else MulliganChoice.best)
        if mulligan not in known:
            raise WrongMulliganError(mulligan.value, [one.value for one in known])
        best = self.best if mulligan is MulliganChoice.best else None
        units = mulligan is MulliganChoice.units
        return Question(self.classes, hand or self.hand, draws, units, best)


def _read(
    text: str,
    condition: str,
    rules: str | None,
    game: str | None,
    db: Path | None,
    from_: str | None,
) -> OddsDeck:
    """The deck and the condition, both by the same catalogue."""
    from deckcheck.cli.cards.search import query_fields
    from deckcheck.cli.play.seats import simulator_of
    from deckcheck.games import get_game
    from deckcheck.judge.resolve import Resolver
    from deckcheck.odds.answer import ANY, WHOLE
    from deckcheck.odds.classes import classes_of, keep_all
    from deckcheck.odds.parser import parse_condition

    (found,), code = open_decks([text], from_, game, db)
    known, simulator = get_game(code), simulator_of(code)
    with open_catalogue(db, code) as catalogue:
        wanted = parse_condition(condition, query_fields(catalogue))
        resolved = Resolver(catalogue, known).resolve(found.deck_list, found.label, found.name)
        for note in resolved.notes:
            say(f"{found.label}: {note}")
        deck = known.whole(resolved, catalogue.find_cards)
    edition = rules or known.usual_edition
    played = simulator.make_deck(deck, edition)
    discards = simulator.discards(edition)
    copies = Counter(card.number for card in played.piles[simulator.hand_pile])
    drawn = [
        (replace(entry, quantity=copies[number]), copies[number])
        for number, entry in enumerate(played.entries)
    ]
    classes = classes_of(drawn, wanted, discards or keep_all, len(deck.unread))
    best = None if discards else WHOLE if simulator.whole_hand else ANY
    return OddsDeck(
        found.label, deck.name or deck.path, edition, classes, simulator.hand_size, best,
        simulator.mulligan_words(edition),
    )  # fmt: skip


def _simulate(question: "Question", trials: int, seed: int) -> "Share":
    import numpy as np

    from deckcheck.simulators.simulated_odds import simulate_condition

    if question.best is not None:
        return question.best_mulligan().simulate(trials, np.random.default_rng(seed))
    return simulate_condition(
        question.classes,
        trials,
        np.random.default_rng(seed),
        question.hand,
        question.draws,
        mulligan=question.mulligan,
    )


def _print_answer(found: "Answer", table: OddsDeck) -> None:
    from deckcheck.odds.answer import percent
    from deckcheck.show.tables import print_table

    question = found.question
    if found.probability is None:
        typer.echo(_wrapped(f"not known exactly: {found.too_long}"))
    else:
        typer.echo(f"{percent(found.probability)}  {question.classes.condition.written.strip()}")
    typer.echo(_wrapped(_seen_text(question, table)))
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


def _seen_text(question: "Question", table: OddsDeck) -> str:
    """What is seen, in words."""
    text = f"in an opening hand of {question.hand} from {question.classes.cards} cards"
    if question.mulligan or question.best:
        text += f", {table.mulligan_words}"
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


def _plot(path: Path, question: "Question", title: str) -> None:
    """Draws the condition, and each comparison in it, by the number of cards seen."""
    from deckcheck.odds.answer import about, seen_curve
    from deckcheck.show.plots import plot_seen

    condition = question.classes.condition
    numbers = range(max(question.draws, _FURTHER) + 1)
    curves = {condition.written.strip(): seen_curve(question, numbers)}
    if 1 < len(condition.comparisons) <= _MOST_CURVES:
        for comparison in condition.comparisons:
            curves[comparison.text] = seen_curve(about(question, comparison), numbers)
    after = "after the mulligan, " if question.mulligan or question.best else ""
    subtitle = f"exact probability {after}by cards seen of {question.classes.cards}"
    plot_seen(path, curves, title=title, subtitle=subtitle, marked=question.cards_seen)
    say(f"{path}: written")
