"""Decks, odds and figures as pictures: SVG, or PNG."""

from collections.abc import Mapping
from pathlib import Path

from db.language import filled, gettext as _
from deckcheck.chance.estimates import Figure, FigureDifference
from deckcheck.games.deck_profile import DeckProfile
from deckcheck.odds.answer import Question, about, seen_curve
from deckcheck.show.plots import (
    ArenaStat,
    Measured,
    plot_comparison,
    plot_deck,
    plot_means_by_turn,
    plot_seen,
    plot_totals,
)
from deckcheck.simulators.goldfish import GoldfishTally, GoldfishTrial
from deckcheck.simulators.labels import COLUMN, PLOT, TURNS, drawn_means, label
from deckcheck.simulators.simulator import Simulator
from deckcheck.simulators.tally import FigureTally

_FURTHER = 8
"""A plot goes at least so many draws beyond the opening hand."""

_MOST_CURVES = 5
"""More comparisons than this are not drawn beside the whole condition."""


def draw_profile(path: Path, profile: DeckProfile) -> None:
    """Draws a deck at a glance: costs, types, and the range of its stats."""
    picture = profile.picture
    ranges = {
        stat: {
            group: ArenaStat(spread.mean, spread.least, spread.most)
            for group, spread in spreads.items()
            if spread.mean is not None and spread.least is not None and spread.most is not None
        }
        for stat, spreads in picture.stats.items()
    }
    plot_deck(
        path,
        title=profile.name,
        subtitle=picture.subtitle,
        costs=picture.costs,
        types=picture.types,
        stats=ranges,
    )


def odds_curves(question: Question) -> dict[str, Mapping[int, float]]:
    """The probability of the condition, and of each comparison in it, by the number of cards seen."""
    condition = question.classes.condition
    numbers = range(max(question.draws, _FURTHER) + 1)
    curves: dict[str, Mapping[int, float]] = {condition.written.strip(): seen_curve(question, numbers)}
    if 1 < len(condition.comparisons) <= _MOST_CURVES:
        for comparison in condition.comparisons:
            curves[comparison.text] = seen_curve(about(question, comparison), numbers)
    return curves


def draw_odds(path: Path, question: Question, title: str) -> None:
    """Draws the condition, and each comparison in it, by the number of cards seen."""
    by = _("exact probability by cards seen of {cards}")
    if question.mulligan or question.best:
        by = _("exact probability after the mulligan, by cards seen of {cards}")
    subtitle = filled(by, {"cards": question.classes.cards})
    plot_seen(path, odds_curves(question), title=title, subtitle=subtitle, marked=question.cards_seen)


def draw_frontier(path: Path, curve: Mapping[int, float], goal: str, title: str) -> None:
    """Draws the best odds of a goal, or the best figure, by the number of changes."""
    subtitle = _("best odds of a legal deck by changes")
    plot_seen(path, {goal: curve}, title=title, subtitle=subtitle, xlabel=_("changes"), marked=max(curve))


def draw_setups(path: Path, simulator: Simulator, tallies: Mapping[str, FigureTally], games: int) -> None:
    """Draws the distribution of one of the game's figures, for each titled tally."""
    values = {title: _shares(simulator, tally) for title, tally in tallies.items()}
    shown = {title: shares for title, shares in values.items() if shares}
    xlabel = label(simulator, simulator.shown.drawn, PLOT)
    plot_totals(path, shown, title=_("Setup, {games:,} games", games=games), xlabel=xlabel)


def draw_goldfish(path: Path, trial: GoldfishTrial, tally: GoldfishTally) -> None:
    """Draws the turns of a deck; without turns its setup, and without that its opening hands."""
    simulator, setup = trial.simulator, tally.setup
    title = _("{name}: {hands:,} hands", name=trial.deck.name, hands=tally.hands)
    shares = {} if setup is None else _shares(simulator, setup)
    if tally.turns:
        states = [drawn_means(simulator.shown.drawn_turns, one.figures()) for one in tally.turns]
        before = {} if setup is None else drawn_means(simulator.shown.drawn_turns, setup.figures())
        from_setup = before.keys() == states[0].keys()
        rows = [*([before] if from_setup else []), *states]
        words = simulator.shown.labels.get(f"{PLOT}: {TURNS}", _("mean"))
    elif shares:
        xlabel = label(simulator, simulator.shown.drawn, PLOT)
        plot_totals(path, {trial.deck.name: shares}, title=title, xlabel=xlabel)
        return
    else:
        rows = [drawn_means(simulator.shown.drawn_opening, tally.opening.figures())]
        words, from_setup = _("cards in the opening hand"), True
    shown = [{label(simulator, name, COLUMN): _measured(one) for name, one in row.items()} for row in rows]
    plot_means_by_turn(path, shown, title=title, ylabel=words, from_setup=from_setup)


def draw_comparison(
    path: Path, names: tuple[str, str], differences: Mapping[str, FigureDifference], hands: int
) -> None:
    """Draws two decks side by side, figure by figure."""
    pairs = {words: (_measured(found.first), _measured(found.second)) for words, found in differences.items()}
    plot_comparison(
        path,
        names,
        pairs,
        title=_("{names} and {names2}: {hands:,} hands", names=names[0], names2=names[1], hands=hands),
    )


def _shares(simulator: Simulator, tally: FigureTally) -> dict[int, float]:
    return {value: one.value for value, one in tally.distribution(simulator.shown.drawn).items()}


def _measured(figure: Figure) -> Measured:
    return Measured(figure.value, figure.standard_error)
