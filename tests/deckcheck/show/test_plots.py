"""Plots: they show the numbers that they were given, come out the same, and fail in one line."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from defusedxml.ElementTree import parse

from deckcheck.show.canvas import (
    COLOURS,
    MatplotlibMissingError,
    PlotFormatError,
    UnwritablePlotError,
    colour_of,
)
from deckcheck.show.picture import Axis, Bars, axis_marks
from deckcheck.show.plots import (
    ArenaStat,
    Measured,
    costs_panel,
    difference_text,
    plot_comparison,
    plot_deck,
    plot_matrix,
    plot_means_by_turn,
    plot_seen,
    plot_totals,
)
from tests.amounts import amount

SVG = "{http://www.w3.org/2000/svg}"
COSTS = {"Space": {"3": 4, "11": 5}, "Mission - Trap": {"X": 2}}
ARENAS = ("space", "ground", "character")


def seen(path: Path) -> None:
    plot_seen(
        path, {"type:space >= 1": {7: 0.75, 8: 0.8}, "luke >= 1": {7: 0.1, 8: 0.2}}, title="Rebels", marked=7
    )


def plot_costs(path: Path, curve: Mapping[str, Mapping[str, int]], *, title: str) -> None:
    plot_deck(path, title=title, subtitle="", costs=curve, types={}, stats={})


def costs(path: Path) -> None:
    plot_costs(path, COSTS, title="Rebels")


def turns(path: Path) -> None:
    rows = [{arena: Measured(turn + 0.5, 0.1) for arena in ARENAS} for turn in range(4)]
    plot_means_by_turn(path, rows, title="Rebels")


def totals(path: Path) -> None:
    plot_totals(path, {"planner": {29: 0.25, 30: 0.75}, "greedy": {24: 0.5, 30: 0.5}}, title="Rebels")


def comparison(path: Path) -> None:
    figures = {
        "all arenas": (Measured(0.9, 0.01), Measured(0.95, 0.01)),
        "mean total": (Measured(29.1), Measured(29.4)),
    }
    plot_comparison(path, ("Rebels", "Empire"), figures, title="Two decks")


def deck(path: Path) -> None:
    stats = {stat: {a: ArenaStat(3.5, 1, 6) for a in ARENAS} for stat in ("speed", "power", "health")}
    plot_deck(path, title="Rebels", subtitle="60 cards", costs=COSTS, types={"Space": 9}, stats=stats)


def matrix(path: Path) -> None:
    cells = {(0, 1): Measured(0.5, 0.01), (1, 0): Measured(0.52, 0.01)}
    plot_matrix(path, ["1 Rebels", "2 Empire"], cells, title="all arenas", subtitle="", percent=True)


PLOTS: dict[Callable[[Path], None], list[str]] = {
    seen: ["Rebels", "cards seen", "type:space >= 1", "luke >= 1", "75.0%", "100%"],
    costs: ["Rebels", "build cost", "Space", "Mission - Trap", "7", "X"],
    turns: ["setup", "turn 3", "units", "character"],
    totals: ["planner", "greedy", "30", "total build cost after setup"],
    comparison: ["Two decks", "Rebels and Empire", "all arenas", "+0.05 ± 0.014", "+0.3"],
    matrix: ["all arenas", "1 Rebels", "2 Empire", "50.0", "52.0", "48.0 %", "54.0 %"],
    deck: ["60 cards", "9 Space", "speed", "health", "build cost"],
}


@pytest.fixture
def without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the library that draws PNG were not installed."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)


def words_of(path: Path) -> list[str]:
    return [text.text or "" for text in parse(path).iter(f"{SVG}text")]


@pytest.mark.usefixtures("without_matplotlib")
@pytest.mark.parametrize("plot", PLOTS, ids=lambda plot: plot.__name__)
def test_the_plot_says_what_it_shows(plot: Callable[[Path], None], tmp_path: Path) -> None:
    plot(tmp_path / "plot.svg")
    shown = "\n".join(words_of(tmp_path / "plot.svg"))
    assert not [words for words in PLOTS[plot] if words not in shown]


@pytest.mark.parametrize("plot", PLOTS, ids=lambda plot: plot.__name__)
def test_the_same_numbers_give_the_same_file(plot: Callable[[Path], None], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    every = amount(plot is next(iter(PLOTS)), slow_run=True)
    for suffix in (".svg", ".png") if every else (".svg",):
        one, two = tmp_path / f"one{suffix}", tmp_path / f"two{suffix}"
        plot(one)
        plot(two)
        assert one.read_bytes() == two.read_bytes()


def elements(path: Path, name: str, colour: str) -> list[dict[str, str]]:
    """The attributes of the elements of one kind and colour, in the order of the file."""
    found = parse(path).iter(f"{SVG}{name}")
    return [e.attrib for e in found if colour in {e.get("fill"), e.get("stroke")}]


def test_a_difference_by_chance_is_no_pattern_of_a_heat_map(tmp_path: Path) -> None:
    """Two values that are two standard errors apart are a third of all shades apart."""
    matrix(tmp_path / "plot.svg")
    squares = [one.attrib for one in parse(tmp_path / "plot.svg").iter(f"{SVG}rect")]
    coloured = [one for one in squares if one.get("fill") not in {None, "white", "#f2f2f2"}]
    in_legend = {float(one["width"]) < 20: set[int]() for one in coloured}
    for one in coloured:
        in_legend[float(one["width"]) < 20].add(int(one["fill"][1:3], 16))
    shown, whole = (max(reds) - min(reds) for reds in (in_legend[False], in_legend[True]))
    assert shown / whole == pytest.approx(1 / 3, abs=0.03)


def test_bars_of_an_svg_are_as_high_as_their_numbers_are(tmp_path: Path) -> None:
    """Measured in the file: the height of each, where it stands, and that nothing is left out."""
    costs(tmp_path / "plot.svg")
    bars = elements(tmp_path / "plot.svg", "rect", colour_of("Space"))[:2]
    high = [float(bar["height"]) for bar in bars]
    assert high[1] / high[0] == pytest.approx(5 / 4, abs=0.01)
    ends = {round(float(bar["y"]) + float(bar["height"])) for bar in bars}
    assert len(ends) == 1
    apart = float(bars[1]["x"]) - float(bars[0]["x"])
    assert apart == pytest.approx(8 * float(bars[0]["width"]) / 0.8, abs=0.1)


def test_points_of_an_svg_stand_at_their_numbers(tmp_path: Path) -> None:
    """By the marks of the axis: 75% and 80% lie between the marks of 60% and 80%."""
    seen(tmp_path / "plot.svg")
    line = elements(tmp_path / "plot.svg", "polyline", COLOURS[0])[0]
    ys = [float(point.split(",")[1]) for point in line["points"].split()]
    texts = parse(tmp_path / "plot.svg").iter(f"{SVG}text")
    marks = {t.text: float(t.attrib["y"]) for t in texts if t.get("text-anchor") == "end"}
    each = (marks["0%"] - marks["80%"]) / 0.8
    zero = ys[1] + 0.8 * each
    assert [(zero - y) / each for y in ys] == pytest.approx([0.75, 0.8], abs=0.002)
    assert ys[1] == pytest.approx(marks["80%"] - 3.6, abs=0.1)


def test_svg_and_png_are_of_the_same_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both get what stands on the axes from the picture, so one cannot round otherwise."""
    pytest.importorskip("matplotlib")
    from matplotlib.figure import Figure

    figures: list[Figure] = []
    save = Figure.savefig

    def saved(figure: Figure, path: Path, **options: Any) -> None:
        figures.append(figure)
        save(figure, path, **options)

    monkeypatch.setattr(Figure, "savefig", saved)
    for number, plot in enumerate(PLOTS):
        plot(tmp_path / f"{number}.png")
        plot(tmp_path / f"{number}.svg")
        shown = set(words_of(tmp_path / f"{number}.svg"))
        axes = figures[-1].axes
        assert {tick.get_text() for one in axes for tick in one.get_yticklabels()} <= shown
        assert {one.get_xlabel() for one in axes} - {""} <= shown


@pytest.mark.usefixtures("without_matplotlib")
def test_names_from_anywhere_give_an_svg_that_opens(tmp_path: Path) -> None:
    path = tmp_path / "plot.svg"
    name = 'A <b> & "deck" \x00\x1b[2J\u202e\ud800 $x^2$'
    plot_costs(path, {name: {"1": 2}}, title=name)
    plot_totals(path.with_name("2.svg"), {name: {1: 1.0}, "b": {2: 0.5}}, title=name)
    plot_seen(path.with_name("3.svg"), {name: {7: 0.5}}, title=name, marked=7)
    plot_comparison(path.with_name("4.svg"), (name, "b"), {name: (Measured(1), Measured(1))}, title=name)
    for file in tmp_path.glob("*.svg"):
        assert any('A <b> & "deck"' in words for words in words_of(file))


@pytest.mark.usefixtures("without_matplotlib")
def test_plots_of_nothing_are_drawn_empty(tmp_path: Path) -> None:
    path = tmp_path / "plot.svg"
    plot_costs(path, {}, title="none")
    plot_seen(path, {}, title="none")
    plot_totals(path, {}, title="none")
    plot_means_by_turn(path, [], title="none")
    plot_means_by_turn(path, [{"space": Measured(0)}], title="none")
    plot_deck(path, title="none", subtitle="", costs={}, types={}, stats={"speed": {}})
    assert "none" in words_of(path)


def test_words_on_an_axis_are_left_out_only_where_they_would_touch(tmp_path: Path) -> None:
    deck(tmp_path / "plot.svg")
    assert words_of(tmp_path / "plot.svg").count("ground") == 3
    plot_means_by_turn(tmp_path / "many.svg", [{"space": Measured(1)}] * 60, title="Rebels")
    shown = [words for words in words_of(tmp_path / "many.svg") if words.startswith("turn ")]
    assert 5 < len(shown) < 15


def test_a_gap_between_costs_stays_a_gap() -> None:
    panel = costs_panel(COSTS)
    assert [text for _, text in panel.x.marks or ()] == ["3", "4", "5", "6", "7", "8", "9", "10", "11", "X"]
    space = next(mark for mark in panel.marks if isinstance(mark, Bars))
    assert list(space.heights) == [4, 0, 0, 0, 0, 0, 0, 0, 5, 0]


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (0.0, 0.0023, ["0.00%", "0.05%", "0.10%", "0.15%", "0.20%"]),
        (0.0, 0.28, ["0%", "5%", "10%", "15%", "20%", "25%"]),
    ],
)
def test_marks_of_an_axis_are_never_rounded_to_the_same_word(
    low: float, high: float, words: list[str]
) -> None:
    assert [text for _, text in axis_marks(Axis(percent=True), low, high)] == words


def test_a_difference_within_three_standard_errors_is_not_claimed() -> None:
    assert difference_text(Measured(0.5, 0.03), Measured(0.6, 0.03)).endswith("may be chance")
    assert difference_text(Measured(0.5, 0.03), Measured(0.63, 0.03)) == "+0.13 ± 0.042"
    assert difference_text(Measured(0.5, 0.01), Measured(0.6, 0.01)) == "+0.1 ± 0.014"
    assert difference_text(Measured(5), Measured(4.5)) == "-0.5"


def test_what_cannot_be_drawn_is_said_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PlotFormatError, match=r"plot.pdf: expected a file name that ends in .svg or .png"):
        costs(tmp_path / "plot.pdf")
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "matplotlib", None)
        with pytest.raises(MatplotlibMissingError, match=r"pip install 'deckcheck\[plots\]'"):
            costs(tmp_path / "plot.png")
    with pytest.raises(UnwritablePlotError, match="no plot was written"):
        costs(tmp_path / "no" / "such" / "folder.svg")
    pytest.importorskip("matplotlib")
    with pytest.raises(UnwritablePlotError, match="no plot was written"):
        costs(tmp_path / "no" / "such" / "folder.png")
