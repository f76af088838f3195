"""The names of figures, and which are shown and compared, as the game states them."""

from collections.abc import Iterator, Mapping, Sequence

from db.language import filled, gettext as _, joined
from deckcheck.chance.estimates import Figure, Mean, Proportion
from deckcheck.simulators.goldfish import GoldfishTally, GoldfishTrial
from deckcheck.simulators.simulator import Simulator

OPENING, SETUP, TURN, COLUMN, PLOT = "opening", "setup", "turn", "column", "plot"
"""Places with words of their own: `COLUMN` are the headings of tables, `PLOT` axes of plots."""


IN_PLACE = {"hand": _("in hand"), "play": _("in play")}
"""Where statistics look for cards, in words."""

TITLES = {OPENING: _("opening"), SETUP: _("setup")}

TURNS = "turns"
"""The figures in a plot of turns, in the labels of a game."""


def label(simulator: Simulator, name: str, place: str = SETUP) -> str:
    """The words for a figure at a place; its name where the game gives none."""
    for known in (f"{place}: {name}", name):
        if known in simulator.shown.labels:
            return simulator.shown.labels[known]
    words = filled(name.rpartition(".")[2].replace("_", " "), {})
    return _("{words} cards", words=words) if place == OPENING and name in simulator.shown.kinds else words


def labelled(simulator: Simulator, figures: Mapping[str, Figure], place: str = SETUP) -> dict[str, Figure]:
    """The figures that are shown, by their words."""
    named = {label(simulator, name, place): figure for name, figure in figures.items()}
    return {words: figure for words, figure in named.items() if words}


def conditions_of(trial: GoldfishTrial, tally: GoldfishTally) -> Iterator[tuple[str, Proportion]]:
    """Yields each condition as written with the proportion of hands in which it held."""
    for condition, hits in zip(trial.conditions, tally.conditions, strict=True):
        yield condition.text, Proportion(hits, tally.hands)


def compared_figures(trial: GoldfishTrial, tally: GoldfishTally) -> dict[str, Figure]:
    """The figures in which two decks are compared, by their words."""
    parts: list[tuple[str, str, Mapping[str, Figure]]] = [(OPENING, TITLES[OPENING], tally.opening.figures())]
    if tally.setup is not None:
        parts.append((SETUP, TITLES[SETUP], tally.setup.figures()))
    if tally.turns:
        parts.append((TURN, _("turn {count}", count=len(tally.turns)), tally.turns[-1].figures()))
    result: dict[str, Figure] = {}
    for place, title, figures in parts:
        chosen = _chosen(trial.simulator, place, figures)
        result |= {joined((title, k), ": "): v for k, v in labelled(trial.simulator, chosen, place).items()}
        if place == OPENING:
            result |= {joined((title, text), ": "): one for text, one in conditions_of(trial, tally)}
    return result


def _chosen(simulator: Simulator, place: str, figures: Mapping[str, Figure]) -> Mapping[str, Figure]:
    wanted = simulator.shown.compared
    if wanted is None:
        return figures
    return {name: one for name, one in figures.items() if f"{place}: {name}" in wanted}


def drawn_means(wanted: Sequence[str], figures: Mapping[str, Figure]) -> dict[str, Mean]:
    """The means among the figures of these names, or all means where no name is given.

    >>> list(drawn_means(["b", "x"], {"a": Mean(1, 1, 1), "b": Mean(2, 4, 1)}))
    ['b']
    """
    result = {name: figures[name] for name in (wanted or figures) if name in figures}
    return {name: one for name, one in result.items() if isinstance(one, Mean)}
