"""Figures as the sheets of a workbook."""

from db.language import gettext as _, joined
from deckcheck.show.workbook import BARS, LINES, ResultSheet, figure_sheet
from deckcheck.simulators.goldfish import GoldfishTally, GoldfishTrial
from deckcheck.simulators.labels import COLUMN, IN_PLACE, OPENING, conditions_of, label, labelled
from deckcheck.simulators.simulator import PlayDeck, Simulator
from deckcheck.simulators.tally import FigureTally

SHEET = "sheet"
"""The place in a game's labels for the titles of sheets."""

_MOST_DRAWN = 4


def setup_sheets(simulator: Simulator, title: str, tally: FigureTally, deck: PlayDeck) -> list[ResultSheet]:
    """The sheets of one player's setups: all figures, the values of one, and the cards."""
    sheets = [figure_sheet(title, labelled(simulator, tally.figures()))]
    values = tally.distribution(simulator.shown.drawn)
    if values:
        rows = tuple((value, one.estimate, one.standard_error) for value, one in values.items())
        headers = (label(simulator, simulator.shown.drawn), _("share"), _("standard error"))
        name = joined((label(simulator, simulator.shown.drawn, SHEET), title), " ")
        sheets.append(ResultSheet(name, headers, rows, BARS, (2,)))
    cards = tally.games_with(simulator.shown.countable(deck))
    counted = tuple((name, one.estimate, one.standard_error) for name, one in cards.items())
    headers = (_("card"), IN_PLACE[simulator.shown.place], _("standard error"))
    return [*sheets, ResultSheet(_("cards {title}", title=title), headers, counted)]


def goldfish_sheets(trial: GoldfishTrial, tally: GoldfishTally) -> list[ResultSheet]:
    """The sheets of a goldfish: opening, setup, and a row for each turn."""
    simulator, title = trial.simulator, trial.deck.name
    opening = labelled(simulator, tally.opening.figures(), OPENING)
    opening |= dict(conditions_of(trial, tally))
    sheets = [figure_sheet(_("opening {title}", title=title), opening)]
    if tally.setup is not None:
        sheets += setup_sheets(simulator, _("setup {title}", title=title), tally.setup, trial.deck)
    if tally.turns:
        sheets.append(_turn_sheet(trial, tally))
    return sheets


def _turn_sheet(trial: GoldfishTrial, tally: GoldfishTally) -> ResultSheet:
    """A row for each turn; the figures that are drawn come first."""
    turns = [turn.figures() for turn in tally.turns]
    first = [name for name in trial.simulator.shown.drawn_turns if name in turns[0]]
    names = [*first, *(name for name in turns[0] if name not in first)]
    words = {name: label(trial.simulator, name, COLUMN) for name in names}
    shown = {name: one for name, one in words.items() if one}
    rows = tuple((number, *(turn[name].value for name in shown)) for number, turn in enumerate(turns, 1))
    drawn = tuple(range(2, 2 + (len(first) or min(len(shown), _MOST_DRAWN))))
    return ResultSheet(
        _("turns {name}", name=trial.deck.name), (_("turn"), *shown.values()), rows, LINES, drawn
    )
