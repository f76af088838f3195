"""What plots are drawn on: figures with headings, plain axes, colours, and how they are saved."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from db.errors import DeckcheckError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

SUFFIXES = (".svg", ".png")

INK, FAINT, GRID = "#222222", "#666666", "#dddddd"
ARENA_COLOURS = {"space": "#2f6db5", "ground": "#c98a2b", "character": "#b23a48"}
COLOURS = ("#222222", "#2f6db5", "#c98a2b", "#b23a48", "#4c9a6a", "#7d5ba6")
"""Told apart also by those who see few colours, and in print."""

_OTHERS = ("#8a8a8a", "#4c9a6a", "#7d5ba6", "#b9b9b9", "#5b7f8c", "#d69fb4")

_WIDTH, _HEIGHT = 8.0, 4.5
_DOTS_PER_INCH = 150
_LONGEST_LABEL = 90
_SHORT_LABEL = 40
"""Labels up to this length stand side by side."""


class PlotError(DeckcheckError):
    """A plot cannot be drawn or saved."""


class MatplotlibMissingError(PlotError):
    """The library that draws is not installed."""

    def __init__(self) -> None:
        super().__init__("plots need matplotlib. Install it with: pip install 'deckcheck[plots]'")


class PlotFormatError(PlotError):
    """The file name does not say SVG or PNG."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path}: expected a file name that ends in {' or '.join(SUFFIXES)}")


class UnwritablePlotError(PlotError):
    """The file cannot be written."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"{path}: {why}; no plot was written")


def colour_of(name: str, place: int = 0) -> str:
    """The colour of an arena, the same in all plots, or of the so-manieth other thing."""
    return ARENA_COLOURS.get(name.casefold(), _OTHERS[place % len(_OTHERS)])


@contextmanager
def drawn_figure(
    path: Path, title: str, subtitle: str, height: float = _HEIGHT
) -> "Iterator[Figure]":
    """A figure with its headings, saved when all has been drawn."""
    if path.suffix.lower() not in SUFFIXES:
        raise PlotFormatError(path)
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
        from matplotlib.layout_engine import ConstrainedLayoutEngine
    except ImportError:
        raise MatplotlibMissingError from None
    # A fixed salt and no date: the same numbers give the same file.
    with rc_context({"svg.hashsalt": "deckcheck", "font.size": 10, "font.family": "sans-serif"}):
        layout = ConstrainedLayoutEngine(w_pad=0.12, h_pad=0.08)
        figure = Figure(figsize=(_WIDTH, height), layout=layout, facecolor="white")
        figure.suptitle(f"{title}\n", x=0.01, ha="left", weight="bold", fontsize=13, color=INK)
        figure.text(0.012, 1 - 0.46 / height, subtitle, ha="left", fontsize=9.5, color=FAINT)
        yield figure
        metadata = {"Date": None} if path.suffix.lower() == ".svg" else {}
        try:
            figure.savefig(path, dpi=_DOTS_PER_INCH, metadata=metadata)
        except OSError as error:
            raise UnwritablePlotError(path, error.strerror or str(error)) from None


def one_plot(figure: "Figure", *, across: bool = False) -> "Axes":
    """The axes of a figure with only one plot, with lines to read it by, `across` also upwards."""
    axes = figure.subplots()
    make_plain(axes, grid="both" if across else "y")
    return axes


def make_plain(axes: "Axes", grid: str = "y") -> None:
    """Only the lines that are needed."""
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(FAINT)
    axes.tick_params(colors=FAINT)
    axes.grid(axis=grid, color=GRID, lw=0.7)  # type: ignore[arg-type]
    axes.set_axisbelow(True)


def in_whole_numbers(axis: "Axis") -> None:
    """Marks only whole numbers on an axis."""
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(integer=True))


def in_percent(axes: "Axes") -> None:
    """Marks the upright axis in percent."""
    from matplotlib.ticker import PercentFormatter

    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))


def put_legend(figure: "Figure", axes: "Axes") -> None:
    """The legend below the plot, where it hides nothing."""
    handles, labels = axes.get_legend_handles_labels()
    shown = [
        label if len(label) <= _LONGEST_LABEL else f"{label[:_LONGEST_LABEL]}..."
        for label in labels
    ]
    columns = 1 if any(len(label) > _SHORT_LABEL for label in shown) else min(4, len(shown))
    figure.legend(handles, shown, loc="outside lower left", ncols=max(1, columns), frameon=False,
                  fontsize=9)  # fmt: skip
