"""Draws a picture as PNG, by matplotlib (an extra)."""

from math import lcm
from pathlib import Path
from typing import TYPE_CHECKING

from deckcheck.show.picture import FAINT, GRID, INK, Band, Bars, Dot, Line, Mark, Panel, Picture, axis_marks

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_DOTS_PER_INCH = 150
_POINTS = 72
_SHORT_LABEL = 40
"""Labels up to this length stand side by side."""


def save_png(path: Path, picture: Picture) -> None:
    """Draws the picture into a file; raises `ImportError` without matplotlib."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    height = picture.height / _POINTS
    with rc_context({"font.size": 10, "font.family": "sans-serif", "text.parse_math": False}):
        layout = ConstrainedLayoutEngine(w_pad=0.12, h_pad=0.08)
        figure = Figure(figsize=(picture.width / _POINTS, height), layout=layout, facecolor="white")
        figure.suptitle(f"{picture.title}\n", x=0.01, ha="left", weight="bold", fontsize=13, color=INK)
        figure.text(0.012, 1 - 0.46 / height, picture.subtitle, ha="left", fontsize=9.5, color=FAINT)
        _add_panels(figure, picture)
        _add_legend(figure, picture)
        figure.savefig(path, dpi=_DOTS_PER_INCH)


def _add_panels(figure: "Figure", picture: Picture) -> None:
    columns = lcm(*(max(1, len(row)) for row in picture.rows))
    grid = figure.add_gridspec(len(picture.rows), columns, height_ratios=picture.shares)
    for number, row in enumerate(picture.rows):
        wide = columns // max(1, len(row))
        for place, panel in enumerate(row):
            axes = figure.add_subplot(grid[number, place * wide : (place + 1) * wide])
            _fill(axes, panel)


def _fill(axes: "Axes", panel: Panel) -> None:
    """The marks of a panel in axes with just the lines that are needed."""
    left, right, bottom, top = panel.limits()
    for mark in panel.marks:
        _draw(axes, mark)
    across, ups = axis_marks(panel.x, left, right), axis_marks(panel.y, bottom, top)
    axes.set_xticks([v for v, _ in across], [text for _, text in across])
    axes.set_yticks([v for v, _ in ups], [text for _, text in ups])
    axes.set(xlim=(left, right), ylim=(bottom, top), xlabel=panel.x.title, ylabel=panel.y.title)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(FAINT)
    axes.spines["left"].set_visible(bool(ups))
    axes.tick_params(colors=FAINT, labelsize=8 if panel.small else 10)
    axes.grid(axis=panel.grid, color=GRID, lw=0.7)  # type: ignore[arg-type]
    axes.set_axisbelow(True)
    if panel.title:
        colour = INK if panel.strong_title else FAINT
        axes.set_title(panel.title, loc="left", fontsize=9, color=colour, pad=3)
    if panel.remark:
        axes.set_title(panel.remark, loc="right", fontsize=9, color=FAINT, pad=3)


def _draw(axes: "Axes", mark: Mark) -> None:
    if isinstance(mark, Bars):
        axes.bar(mark.xs, mark.heights, mark.width, mark.below, color=mark.colour)
    elif isinstance(mark, Band):
        axes.fill_between(mark.xs, mark.low, mark.high, color=mark.colour, alpha=0.2, lw=0)
    elif isinstance(mark, Line):
        axes.plot(
            mark.xs, mark.ys, color=mark.colour, lw=mark.width, alpha=mark.opacity, solid_capstyle="round"
        )
        if mark.dots:
            axes.plot(mark.xs, mark.ys, "o", color=mark.colour, ms=mark.dots)
    elif isinstance(mark, Dot):
        filled = "none" if mark.ring else mark.colour
        if mark.error:
            axes.errorbar(mark.x, mark.y, xerr=mark.error, capsize=3, color=mark.colour)
        axes.plot(
            [mark.x], [mark.y], "o", ms=mark.size, mfc=filled, mec=mark.colour, mew=1.6 if mark.ring else 1.0
        )
    else:
        axes.annotate(
            mark.text,
            (mark.x, mark.y),
            xytext=(mark.right, mark.up),
            fontsize=mark.size,
            textcoords="offset points",
            color=mark.colour,
            ha="center" if mark.centred else "left",
            weight="bold" if mark.bold else "normal",
            bbox=None if mark.centred else {"fc": "white", "ec": "none", "pad": 0.5, "alpha": 0.85},
        )


def _add_legend(figure: "Figure", picture: Picture) -> None:
    """The legend below the plot, where it hides nothing."""
    from matplotlib.patches import Patch

    entries = picture.entries()
    if entries:
        columns = 1 if any(len(label) > _SHORT_LABEL for label, _ in entries) else len(entries)
        handles = [Patch(color=colour) for _, colour in entries]
        figure.legend(
            handles,
            [label for label, _ in entries],
            loc="outside lower left",
            ncols=min(4, columns),
            frameon=False,
            fontsize=9,
        )
