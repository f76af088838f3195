"""Plots of decks and openings as pictures, saved as SVG or, by matplotlib (an extra), as PNG.

Every function takes plain numbers and a file to write; none of them knows decks or simulations.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

from db.language import english, filled, gettext as _
from db.texts import printable_line
from deckcheck.chance.estimates import MATTERS
from deckcheck.show.canvas import COLOURS, colour_of, save_picture
from deckcheck.show.picture import FAINT, HEIGHT, INK, Axis, Band, Bars, Dot, Line, Mark, Note, Panel, Picture

_INCH = 72

_SHADES, _LIGHTEST, _DARKEST, _DARK = 40, (238, 243, 250), (22, 66, 120), 0.62
"""The shades of a heat map from light to dark, and from which part on letters on them are white."""

_MOST_WRITTEN, _MOST_MARKED = 14, 34
"""A heat map of more rows has no room for numbers in its cells, or for those of all columns."""


class Measured(NamedTuple):
    """A figure with its standard error; 0 where it is exact."""

    value: float
    error: float = 0.0


def _save(
    path: Path,
    title: str,
    subtitle: str,
    rows: Sequence[Sequence[Panel]],
    shares: Sequence[float] = (1.0,),
    height: float = HEIGHT,
    *,
    legend: bool = True,
) -> None:
    headings = printable_line(str(title)), printable_line(str(subtitle))
    save_picture(path, Picture(*headings, rows, shares, height, legend))


def plot_seen(
    path: Path,
    curves: Mapping[str, Mapping[int, float]],
    *,
    title: str,
    subtitle: str = _("probability by cards seen"),
    xlabel: str = _("cards seen"),
    marked: int | None = None,
) -> None:
    """Saves curves of probability by the number of cards seen, or of changes, the first one strongest.

    `curves` gives for each name the probability, or a mean above one, by that number; `marked` is the
    number asked about.
    """
    marks: list[Mark] = []
    for place, (name, curve) in enumerate(curves.items()):
        colour = COLOURS[place % len(COLOURS)]
        width = 2.4 if place == 0 else 1.4
        seen, chances = list(curve), list(curve.values())
        marks.append(Line(seen, chances, colour, width, width + 2.5, printable_line(str(name))))
        if marked is not None and marked in curve and place == 0:
            chance = curve[marked]
            marks.append(Dot(marked, chance, colour, 11, ring=True))
            text = f"{chance:.1%}" if chance <= 1 else f"{chance:.3g}"
            marks.append(Note(text, marked, chance, 12, -16, colour, 10, bold=True))
    highest = max((chance for curve in curves.values() for chance in curve.values()), default=0)
    y = Axis(low=0, high=1.03, percent=True) if highest <= 1 else Axis(low=0, high=1.03 * highest)
    _save(path, title, subtitle, [[Panel(marks, Axis(str(xlabel), whole=True), y, grid="both")]])


def costs_panel(costs: Mapping[str, Mapping[str, int]], title: str = "") -> Panel:
    """The cost curve, a bar a cost, numbers first and then X and *."""
    costs_shown = {cost for group in costs.values() for cost in group}
    numbers = sorted(int(cost) for cost in costs_shown if cost.isdecimal())
    labels = [str(n) for n in range(numbers[0], numbers[-1] + 1)] if numbers else []
    labels += sorted(cost for cost in costs_shown if not cost.isdecimal())
    places = range(len(labels))
    below = [0] * len(labels)
    marks: list[Mark] = []
    for place, (name, group) in enumerate(costs.items()):
        heights = [group.get(label, 0) for label in labels]
        label = printable_line(str(filled(name, {})))
        bars = Bars(places, heights, below, 0.8, colour_of(name, place), label)
        marks.append(bars)
        below = [a + b for a, b in zip(below, heights, strict=True)]
    marks += [
        Note(str(total), place, total, up=2, colour=FAINT, centred=True)
        for place, total in zip(places, below, strict=True)
        if total
    ]
    x = Axis(str(_("build cost")), marks=list(zip(places, labels, strict=True)))
    y = Axis(str(_("cards")), low=0, high=1.12 * max(below, default=1), whole=True)
    return Panel(marks, x, y, title, strong_title=False)


def plot_means_by_turn(
    path: Path,
    turns: Sequence[Mapping[str, Measured]],
    *,
    title: str,
    ylabel: str = _("units"),
    from_setup: bool = True,
) -> None:
    """Saves a line for each arena (or other name): its mean at setup and after each turn.

    Without `from_setup` the first point is turn 1. Bands are two standard errors wide to either
    side.
    """
    what = _("{ylabel} in play, mean", ylabel=ylabel) if ylabel == "units" else ylabel
    marks: list[Mark] = []
    places = range(len(turns))
    for place, name in enumerate(turns[0] if turns else ()):
        figures = [turn[name] for turn in turns]
        colour = colour_of(english(name), place)
        low = [f.value - 2 * f.error for f in figures]
        high = [f.value + 2 * f.error for f in figures]
        marks.append(Band(places, low, high, colour))
        values = [f.value for f in figures]
        marks.append(Line(places, values, colour, 2, 5, printable_line(str(name))))
    first = 0 if from_setup else 1
    ticks = [(n, str(_("turn {n}", n=n + first) if n + first else _("setup"))) for n in places]
    panel = Panel(marks, Axis(marks=ticks), Axis(str(ylabel), low=0), grid="both")
    _save(path, title, _("{what} with two standard errors", what=what), [[panel]])


def plot_totals(
    path: Path,
    totals: Mapping[str, Mapping[int, float]],
    *,
    title: str,
    xlabel: str = _("total build cost after setup"),
) -> None:
    """Saves the distribution of totals, for one deck or player or for several side by side."""
    marks: list[Mark] = []
    width = 0.84 / max(1, len(totals))
    for place, (name, shares) in enumerate(totals.items()):
        shift = (place - (len(totals) - 1) / 2) * width
        at, heights = [total + shift for total in shares], list(shares.values())
        colour = COLOURS[(place + 1) % len(COLOURS)]
        marks.append(Bars(at, heights, [0] * len(at), width, colour, printable_line(str(name))))
    panel = Panel(marks, Axis(str(xlabel), whole=True), Axis(low=0, percent=True))
    subtitle = _("how often each {xlabel} comes about", xlabel=xlabel)
    _save(path, title, subtitle, [[panel]], legend=len(totals) > 1)


def plot_comparison(
    path: Path, names: tuple[str, str], figures: Mapping[str, tuple[Measured, Measured]], *, title: str
) -> None:
    """Saves two decks side by side, figure by figure, with their differences.

    `figures` gives for each name the figure of either deck; bars are two standard errors long. A
    difference of less than three of its standard errors is marked as "may be chance".
    """
    rows = [[_pair_panel(names, name, pair)] for name, pair in figures.items()]
    subtitle = _("{names} and {names2}, with two standard errors", names=names[0], names2=names[1])
    height = (1.2 + 0.75 * len(figures)) * _INCH
    _save(path, title, subtitle, rows, [1.0] * len(rows), height)


def _pair_panel(names: tuple[str, str], name: str, pair: tuple[Measured, Measured]) -> Panel:
    """The figures of two decks, one above the other, joined by a line."""
    ends = [one.value for one in pair]
    marks: list[Mark] = [Line(ends, [1, 0], FAINT, 0.8)]
    marks += [
        Dot(one.value, 1 - place, COLOURS[place + 1], 8, error=2 * one.error, label=printable_line(deck))
        for place, (one, deck) in enumerate(zip(pair, names, strict=True))
    ]
    y = Axis(low=-0.7, high=1.7, marks=[])
    remark = difference_text(*pair)
    return Panel(marks, Axis(margin=0.25), y, str(name), str(remark), grid="x", small=True)


def difference_text(first: Measured, second: Measured) -> str:
    """The difference of two figures in words, and whether it may be chance.

    >>> difference_text(Measured(0.5, 0.01), Measured(0.6, 0.01))
    '+0.1 ± 0.014'
    >>> difference_text(Measured(5.0, 0.1), Measured(5.1, 0.1))
    '+0.1 ± 0.14, may be chance'
    """
    difference = second.value - first.value
    error = (first.error**2 + second.error**2) ** 0.5
    text = f"{difference:+.3g}" + (f" ± {error:.2g}" if error else "")
    sure = abs(difference) >= MATTERS * error
    return text if sure else _("{text}, may be chance", text=text)


def plot_matrix(
    path: Path,
    names: Sequence[str],
    cells: Mapping[tuple[int, int], Measured],
    *,
    title: str,
    subtitle: str,
    percent: bool,
) -> None:
    """Saves a heat map: a row and a column for each name, darker where a value is higher.

    `cells` are by row and column; a column has its number, which names should begin with. Few names have
    their values written into the cells. The shades span so many standard errors that a difference by
    chance is no pattern.
    """
    values = {cell: one.value for cell, one in cells.items()}
    low, high = min(values.values()), max(values.values())
    more = max(0.0, 2 * MATTERS * max(one.error for one in cells.values()) - (high - low)) / 2
    low, high = low - more, high + more
    if percent:
        low, high = max(0.0, low), min(1.0, high)
    shades: dict[int, list[tuple[int, int]]] = {0: [], _SHADES: []}
    for cell, value in values.items():
        shades.setdefault(round(_SHADES * (value - low) / ((high - low) or 1)), []).append(cell)
    all_cells = product(range(len(names)), range(len(names)))
    marks = [_squares([cell for cell in all_cells if cell not in values], "#f2f2f2")]
    for shade, places in sorted(shades.items()):
        ends = {0: low, _SHADES: high}
        marks.append(
            _squares(
                places,
                _shade(shade / _SHADES),
                _value_text(ends[shade], percent=percent) if shade in ends else "",
            )
        )
    if len(names) <= _MOST_WRITTEN:
        marks += [
            Note(
                _value_text(value, percent=percent).removesuffix(" %"),
                column,
                -row,
                up=-3,
                colour="#ffffff" if value - low > (high - low) * _DARK else INK,
                centred=True,
            )
            for (row, column), value in values.items()
        ]
    step = -(-len(names) // _MOST_MARKED)
    x = Axis(marks=[(place, str(place + 1)) for place in range(0, len(names), step)], margin=0)
    y = Axis(marks=[(-place, name) for place, name in enumerate(names)], margin=0)
    small = len(names) > _MOST_WRITTEN
    height = 110 + len(names) * (10 if small else 24)
    _save(path, title, subtitle, [[Panel(marks, x, y, small=small)]], height=height)


def _squares(cells: Sequence[tuple[int, int]], colour: str, label: str = "") -> Mark:
    """Cells of a matrix by row and column."""
    columns, below = [column for _row, column in cells], [-row - 0.5 for row, _column in cells]
    return Bars(columns, [1] * len(cells), below, 1, colour, label)


def _shade(part: float) -> str:
    """The colour at a part of the way from the lightest to the darkest."""
    mixed = (round(a + (b - a) * part) for a, b in zip(_LIGHTEST, _DARKEST, strict=True))
    return "#" + "".join(f"{one:02x}" for one in mixed)


def _value_text(value: float, *, percent: bool) -> str:
    return f"{100 * value:.1f} %" if percent else f"{value:.2f}"


class ArenaStat(NamedTuple):
    """The mean of a stat in one arena, with its least and largest value."""

    mean: float
    least: int
    most: int


def plot_deck(
    path: Path,
    *,
    title: str,
    subtitle: str,
    costs: Mapping[str, Mapping[str, int]],
    types: Mapping[str, int],
    stats: Mapping[str, Mapping[str, ArenaStat]],
) -> None:
    """Saves a deck at a glance: cost curve, types, and speed, power and health by arena.

    `stats` gives for each stat the figures of each arena that has units.
    """
    counts = ", ".join(f"{number} {filled(name, {})}" for name, number in types.items())
    small = [_ranges_panel(name, arenas) for name, arenas in stats.items()]
    rows = [[costs_panel(costs, printable_line(counts))], *([small] if small else [])]
    _save(path, title, subtitle, rows, (3.0, 2.0)[: len(rows)], 6.2 * _INCH)


def _ranges_panel(name: str, arenas: Mapping[str, ArenaStat]) -> Panel:
    """A line from the least to the most, and a dot at the mean, for each arena."""
    marks: list[Mark] = []
    for place, (arena, stat) in enumerate(arenas.items()):
        colour = colour_of(arena, place)
        marks.append(Line([place, place], [stat.least, stat.most], colour, 6, opacity=0.35))
        marks.append(Dot(place, stat.mean, colour))
        marks.append(Note(f"{stat.mean:.3g}", place, stat.mean, right=8, up=-3))
    most = max((stat.most for stat in arenas.values()), default=1) or 1
    ticks = [(float(place), printable_line(str(filled(arena, {})))) for place, arena in enumerate(arenas)]
    x = Axis(low=-0.6, high=len(arenas) - 0.2, marks=ticks)
    return Panel(marks, x, Axis(low=0, high=1.1 * most), str(filled(name, {})), small=True)
