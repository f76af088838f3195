"""Plots of decks and openings, drawn by matplotlib (an extra), saved as SVG or PNG.

Every function takes plain numbers and a file to write; none of them knows decks or simulations.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from deckcheck.chance.estimates import MATTERS
from deckcheck.show.canvas import (
    COLOURS,
    FAINT,
    INK,
    colour_of,
    drawn_figure,
    in_percent,
    in_whole_numbers,
    make_plain,
    one_plot,
    put_legend,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Measured(NamedTuple):
    """A figure with its standard error; 0 where it is exact."""

    value: float
    error: float = 0.0


def plot_seen(
    path: Path,
    curves: Mapping[str, Mapping[int, float]],
    *,
    title: str,
    subtitle: str = "probability by cards seen",
    marked: int | None = None,
) -> None:
    """Saves curves of probability by the number of cards seen, the first one strongest.

    `curves` gives for each name the probability by cards seen; `marked` is the number asked about.
    """
    with drawn_figure(path, title, subtitle) as figure:
        axes = one_plot(figure, across=True)
        for place, (name, curve) in enumerate(curves.items()):
            colour = COLOURS[place % len(COLOURS)]
            seen, chances = list(curve), list(curve.values())
            width = 2.4 if place == 0 else 1.4
            axes.plot(seen, chances, color=colour, lw=width, marker="o", ms=width + 1, label=name)
            if marked is not None and marked in curve and place == 0:
                chance = curve[marked]
                axes.plot([marked], [chance], "o", ms=11, mfc="none", mec=colour, mew=1.6)
                axes.annotate(
                    f"{chance:.1%}", (marked, chance), xytext=(12, -22),
                    textcoords="offset points", color=colour, weight="bold",
                    bbox={"fc": "white", "ec": "none", "pad": 1.5, "alpha": 0.85},
                )  # fmt: skip
        axes.set(ylim=(0, 1.03), xlabel="cards seen")
        in_whole_numbers(axes.xaxis)
        in_percent(axes)
        put_legend(figure, axes)


def plot_costs(
    path: Path, costs: Mapping[str, Mapping[str, int]], *, title: str, subtitle: str = ""
) -> None:
    """Saves the cost curve: cards by build cost, stacked by the groups that `costs` names."""
    with drawn_figure(path, title, subtitle or "cards by build cost") as figure:
        axes = one_plot(figure)
        draw_costs(axes, costs)
        put_legend(figure, axes)


def draw_costs(axes: "Axes", costs: Mapping[str, Mapping[str, int]]) -> None:
    """Draws the cost curve into axes, a bar a cost, numbers first and then X and *."""
    found = {cost for group in costs.values() for cost in group}
    numbers = sorted(int(cost) for cost in found if cost.isdecimal())
    labels = [str(n) for n in range(numbers[0], numbers[-1] + 1)] if numbers else []
    labels += sorted(cost for cost in found if not cost.isdecimal())
    below = [0] * len(labels)
    for place, (name, group) in enumerate(costs.items()):
        heights = [group.get(label, 0) for label in labels]
        axes.bar(labels, heights, 0.8, below, color=colour_of(name, place), label=name)
        below = [a + b for a, b in zip(below, heights, strict=True)]
    for label, total in zip(labels, below, strict=True):
        if total:
            axes.annotate(str(total), (label, total), xytext=(0, 2), textcoords="offset points",
                          ha="center", fontsize=8, color=FAINT)  # fmt: skip
    axes.set(xlabel="build cost", ylabel="cards")
    axes.set_ylim(0, 1.12 * max(below, default=1))
    in_whole_numbers(axes.yaxis)


def plot_means_by_turn(
    path: Path,
    turns: Sequence[Mapping[str, Measured]],
    *,
    title: str,
    ylabel: str = "units",
    from_setup: bool = True,
) -> None:
    """Saves a line for each arena (or other name): its mean at setup and after each turn.

    Without `from_setup` the first point is turn 1. Bands are two standard errors wide to either
    side.
    """
    what = f"{ylabel} in play, mean" if ylabel == "units" else ylabel
    with drawn_figure(path, title, f"{what} with two standard errors") as figure:
        axes = one_plot(figure, across=True)
        for place, name in enumerate(turns[0] if turns else ()):
            figures = [turn[name] for turn in turns]
            values, errors = [f.value for f in figures], [2 * f.error for f in figures]
            colour = colour_of(name, place)
            low = [v - e for v, e in zip(values, errors, strict=True)]
            high = [v + e for v, e in zip(values, errors, strict=True)]
            axes.fill_between(range(len(turns)), low, high, color=colour, alpha=0.2, lw=0)
            axes.plot(values, color=colour, lw=2, marker="o", ms=5, label=name)
        axes.set_ylim(bottom=0)
        first = 0 if from_setup else 1
        ticks = [f"turn {n}" if n else "setup" for n in range(first, len(turns) + first)]
        axes.set_xticks(range(len(turns)), ticks)
        axes.set_ylabel(ylabel)
        put_legend(figure, axes)


def plot_totals(
    path: Path,
    totals: Mapping[str, Mapping[int, float]],
    *,
    title: str,
    xlabel: str = "total build cost after setup",
) -> None:
    """Saves the distribution of totals, for one deck or player or for several side by side."""
    with drawn_figure(path, title, f"how often each {xlabel} comes about") as figure:
        axes = one_plot(figure)
        width = 0.84 / max(1, len(totals))
        for place, (name, shares) in enumerate(totals.items()):
            shift = (place - (len(totals) - 1) / 2) * width
            axes.bar([t + shift for t in shares], list(shares.values()), width,
                     color=COLOURS[(place + 1) % len(COLOURS)], label=name)  # fmt: skip
        axes.set_xlabel(xlabel)
        in_whole_numbers(axes.xaxis)
        in_percent(axes)
        if len(totals) > 1:
            put_legend(figure, axes)


def plot_comparison(
    path: Path,
    names: tuple[str, str],
    figures: Mapping[str, tuple[Measured, Measured]],
    *,
    title: str,
) -> None:
    """Saves two decks side by side, figure by figure, and what they differ by.

    `figures` gives for each name the figure of either deck; bars are two standard errors long. Of a
    difference of less than three of its standard errors it is said that it may be chance.
    """
    height = 1.2 + 0.75 * len(figures)
    subtitle = f"{names[0]} and {names[1]}, with two standard errors"
    with drawn_figure(path, title, subtitle, height) as figure:
        rows = figure.subplots(len(figures), 1, squeeze=False)[:, 0]
        for axes, (name, pair) in zip(rows, figures.items(), strict=True):
            make_plain(axes, grid="x")
            for place, (one, deck) in enumerate(zip(pair, names, strict=True)):
                axes.errorbar(
                    one.value, 1 - place, xerr=2 * one.error, fmt="o", ms=8, capsize=3,
                    color=COLOURS[place + 1], label=deck,
                )  # fmt: skip
            axes.plot([one.value for one in pair], [1, 0], color=FAINT, lw=0.8, zorder=0)
            axes.set(ylim=(-0.7, 1.7), yticks=[])
            axes.margins(x=0.25)
            axes.spines["left"].set_visible(False)
            axes.set_title(name, loc="left", fontsize=9, color=INK, pad=3)
            axes.set_title(difference_text(*pair), loc="right", fontsize=9, color=FAINT, pad=3)
            axes.tick_params(labelsize=8)
        put_legend(figure, rows[0])


def difference_text(first: Measured, second: Measured) -> str:
    """What two figures differ by, and whether that is more than chance.

    >>> difference_text(Measured(0.5, 0.01), Measured(0.6, 0.01))
    '+0.1 ± 0.014'
    >>> difference_text(Measured(5.0, 0.1), Measured(5.1, 0.1))
    '+0.1 ± 0.14, may be chance'
    """
    difference = second.value - first.value
    error = (first.error**2 + second.error**2) ** 0.5
    text = f"{difference:+.3g}" + (f" ± {error:.2g}" if error else "")
    sure = abs(difference) >= MATTERS * error
    return text if sure else f"{text}, may be chance"


class ArenaStat(NamedTuple):
    """The mean of a stat in one arena, and from where to where it goes."""

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
    with drawn_figure(path, title, subtitle, 6.2) as figure:
        places = [f"stat{n}" for n in range(len(stats))]
        rows: Any = [["costs"] * len(places), places] if places else [["costs"]]
        panels = figure.subplot_mosaic(rows, height_ratios=(3, 2)[: len(rows)])
        make_plain(panels["costs"])
        draw_costs(panels["costs"], costs)
        counts = ", ".join(f"{number} {name}" for name, number in types.items())
        panels["costs"].set_title(counts, loc="left", fontsize=9, color=FAINT)
        for place, (name, arenas) in enumerate(stats.items()):
            axes = panels[f"stat{place}"]
            make_plain(axes)
            _draw_ranges(axes, arenas)
            axes.set_title(name, loc="left", fontsize=9, color=INK)
            axes.tick_params(labelsize=8)
        put_legend(figure, panels["costs"])


def _draw_ranges(axes: "Axes", arenas: Mapping[str, ArenaStat]) -> None:
    """A line from the least to the most, and a dot at the mean, for each arena."""
    for place, (arena, stat) in enumerate(arenas.items()):
        colour = colour_of(arena, place)
        axes.plot([place, place], [stat.least, stat.most], color=colour, lw=6, alpha=0.35,
                  solid_capstyle="round")  # fmt: skip
        axes.plot([place], [stat.mean], "o", color=colour, ms=8)
        axes.annotate(f"{stat.mean:.3g}", (place, stat.mean), xytext=(9, 0),
                      textcoords="offset points", va="center", fontsize=8, color=INK)  # fmt: skip
    axes.set_xticks(range(len(arenas)), list(arenas))
    axes.set_xlim(-0.6, len(arenas) - 0.2)
    axes.set_ylim(0, 1.1 * max((stat.most for stat in arenas.values()), default=1) or 1)
