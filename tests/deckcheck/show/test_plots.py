"""Plots: they show the numbers that they were given, come out the same, and fail in one line."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from deckcheck.show.canvas import MatplotlibMissingError, PlotFormatError, UnwritablePlotError
from deckcheck.show.plots import (
    ArenaStat,
    Measured,
    difference_text,
    plot_comparison,
    plot_costs,
    plot_deck,
    plot_means_by_turn,
    plot_seen,
    plot_totals,
)

COSTS = {"Space": {"3": 4, "11": 5}, "Mission - Trap": {"X": 2}}
ARENAS = ("space", "ground", "character")


def seen(path: Path) -> None:
    plot_seen(
        path,
        {"type:space >= 1": {7: 0.75, 8: 0.8}, "luke >= 1": {7: 0.1, 8: 0.2}},
        title="Rebels",
        marked=7,
    )


def costs(path: Path) -> None:
    plot_costs(path, COSTS, title="Rebels")


def turns(path: Path) -> None:
    rows = [{arena: Measured(turn + 0.5, 0.1) for arena in ARENAS} for turn in range(4)]
    plot_means_by_turn(path, rows, title="Rebels")


def totals(path: Path) -> None:
    plot_totals(
        path, {"planner": {29: 0.25, 30: 0.75}, "greedy": {24: 0.5, 30: 0.5}}, title="Rebels"
    )


def comparison(path: Path) -> None:
    figures = {
        "all arenas": (Measured(0.9, 0.01), Measured(0.95, 0.01)),
        "mean total": (Measured(29.1), Measured(29.4)),
    }
    plot_comparison(path, ("Rebels", "Empire"), figures, title="Two decks")


def deck(path: Path) -> None:
    stats = {
        stat: {a: ArenaStat(3.5, 1, 6) for a in ARENAS} for stat in ("speed", "power", "health")
    }
    plot_deck(
        path, title="Rebels", subtitle="60 cards", costs=COSTS, types={"Space": 9}, stats=stats
    )


PLOTS: dict[Callable[[Path], None], list[str]] = {
    seen: ["Rebels", "cards seen", "type:space &gt;= 1", "luke &gt;= 1", "75.0%", "100%"],
    costs: ["Rebels", "build cost", "Space", "Mission - Trap", "7", "X"],
    turns: ["setup", "turn 3", "units", "character"],
    totals: ["planner", "greedy", "30", "total build cost after setup"],
    comparison: ["Two decks", "Rebels and Empire", "all arenas", "+0.05 ± 0.014", "+0.3"],
    deck: ["60 cards", "9 Space", "speed", "health", "build cost"],
}


@pytest.fixture
def svg_with_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words of an SVG as words, so that a test can read them."""
    monkeypatch.setitem(pytest.importorskip("matplotlib").rcParams, "svg.fonttype", "none")


@pytest.mark.usefixtures("svg_with_text")
@pytest.mark.parametrize("plot", PLOTS, ids=lambda plot: plot.__name__)
def test_the_plot_says_what_it_shows(plot: Callable[[Path], None], tmp_path: Path) -> None:
    plot(tmp_path / "plot.svg")
    text = (tmp_path / "plot.svg").read_text(encoding="utf-8")
    assert not [words for words in PLOTS[plot] if words not in text]


@pytest.mark.parametrize("plot", PLOTS, ids=lambda plot: plot.__name__)
def test_the_same_numbers_give_the_same_file(plot: Callable[[Path], None], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for suffix in (".svg", ".png"):
        one, two = tmp_path / f"one{suffix}", tmp_path / f"two{suffix}"
        plot(one)
        plot(two)
        assert one.read_bytes() == two.read_bytes()


def test_a_gap_between_costs_stays_a_gap(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from matplotlib.figure import Figure

    from deckcheck.show.plots import draw_costs

    axes = Figure().subplots()
    draw_costs(axes, COSTS)
    labels = [tick.get_text() for tick in axes.get_xticklabels()]
    assert labels == ["3", "4", "5", "6", "7", "8", "9", "10", "11", "X"]
    space = [bar for container in axes.containers[:1] for bar in container]
    assert [bar.get_height() for bar in space] == [4, 0, 0, 0, 0, 0, 0, 0, 5, 0]


def test_a_difference_within_three_standard_errors_is_not_claimed() -> None:
    assert difference_text(Measured(0.5, 0.03), Measured(0.6, 0.03)).endswith("may be chance")
    assert difference_text(Measured(0.5, 0.03), Measured(0.63, 0.03)) == "+0.13 ± 0.042"
    assert difference_text(Measured(0.5, 0.01), Measured(0.6, 0.01)) == "+0.1 ± 0.014"
    assert difference_text(Measured(5), Measured(4.5)) == "-0.5"


def test_what_cannot_be_drawn_is_said_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(
        PlotFormatError, match=r"plot.pdf: expected a file name that ends in .svg or .png"
    ):
        costs(tmp_path / "plot.pdf")
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "matplotlib", None)
        with pytest.raises(MatplotlibMissingError, match=r"pip install 'deckcheck\[plots\]'"):
            costs(tmp_path / "plot.png")
    pytest.importorskip("matplotlib")
    with pytest.raises(UnwritablePlotError, match="no plot was written"):
        costs(tmp_path / "no" / "such" / "folder.png")
