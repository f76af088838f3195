"""A picture as data: panels with axes, and the lines, bars, dots and notes in them.

All forms of a picture share the limits, the marks on the axes and their words from here.
"""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

WIDTH, HEIGHT = 576.0, 324.0
"""Points, of which an inch has 72."""
NARROW = 256.0
"""The width on a phone, where letters keep their size."""
_width = ContextVar("_width", default=WIDTH)

INK, FAINT, GRID = "#222222", "#666666", "#dddddd"

_LONGEST_LABEL = 90
_MARGIN = 0.05
_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
_MOST_MARKS = 8


@dataclass(frozen=True, slots=True)
class Line:
    """Points that are joined, with a dot of `dots` points at each; `label` is for the legend."""

    xs: Sequence[float]
    ys: Sequence[float]
    colour: str
    width: float = 2.0
    dots: float = 0.0
    label: str = ""
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Band:
    """The area between two lines, lightly coloured."""

    xs: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]
    colour: str


@dataclass(frozen=True, slots=True)
class Bars:
    """Upright bars of one width that stand on `below`."""

    xs: Sequence[float]
    heights: Sequence[float]
    below: Sequence[float]
    width: float
    colour: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Dot:
    """A dot or ring, with a line of length `error` to its left and right."""

    x: float
    y: float
    colour: str
    size: float = 8.0
    ring: bool = False
    error: float = 0.0
    label: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """A text beside a point, shifted to the right and up."""

    text: str
    x: float
    y: float
    right: float = 0.0
    up: float = 0.0
    colour: str = INK
    size: float = 8.0
    bold: bool = False
    centred: bool = False


Mark = Line | Band | Bars | Dot | Note


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis: its title, its limits (by default those of the data), and its marks.

    `marks` are values with words; None marks round numbers, `whole` only whole ones.
    """

    title: str = ""
    low: float | None = None
    high: float | None = None
    marks: Sequence[tuple[float, str]] | None = None
    whole: bool = False
    percent: bool = False
    margin: float = _MARGIN


@dataclass(frozen=True, slots=True)
class Panel:
    """Two axes with marks, later ones drawn above; `grid` names the axes with grid lines."""

    marks: Sequence[Mark]
    x: Axis = field(default_factory=Axis)
    y: Axis = field(default_factory=Axis)
    title: str = ""
    remark: str = ""
    grid: str = "y"
    small: bool = False
    strong_title: bool = True

    def limits(self) -> tuple[float, float, float, float]:
        """The least and largest x, and the least and largest y, that are shown."""
        xs = [x for mark in self.marks for x in _xs(mark)]
        ys = [y for mark in self.marks for y in _ys(mark)]
        return (*_limits(self.x, xs), *_limits(self.y, ys))


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture: its headings, and rows of panels with the share of the height that each has.

    The legend is that of the first panel, where `legend` wants one.
    """

    title: str
    subtitle: str
    rows: Sequence[Sequence[Panel]]
    shares: Sequence[float] = (1.0,)
    height: float = HEIGHT
    legend: bool = True
    width: float = field(default_factory=_width.get)

    def entries(self) -> list[tuple[str, str]]:
        """The labels of the legend with their colours."""
        first = self.rows[0][0].marks if self.rows and self.legend else ()
        return [
            (_short(mark.label, int(_LONGEST_LABEL * self.width / WIDTH)), mark.colour)
            for mark in first
            if isinstance(mark, Line | Bars | Dot) and mark.label
        ]


def _short(label: str, longest: int) -> str:
    return label if len(label) <= longest else f"{label[:longest]}..."


@contextmanager
def drawn_in(width: float) -> Iterator[None]:
    """Within it pictures are so many points wide.

    >>> with drawn_in(NARROW):
    ...     Picture("Odds", "", ()).width
    256.0
    """
    token = _width.set(width)
    try:
        yield
    finally:
        _width.reset(token)


def axis_marks(axis: Axis, low: float, high: float) -> list[tuple[float, str]]:
    """The marks on an axis between its limits: values with words.

    >>> axis_marks(Axis(whole=True), 0, 5.2)
    [(0, '0'), (1, '1'), (2, '2'), (3, '3'), (4, '4'), (5, '5')]
    >>> [text for _, text in axis_marks(Axis(percent=True), 0, 1.03)]
    ['0%', '20%', '40%', '60%', '80%', '100%']
    """
    if axis.marks is not None:
        return list(axis.marks)
    step = _step(high - low, whole=axis.whole)
    scale = 100 if axis.percent else 1
    digits = max(0, -math.floor(math.log10(step * scale) + 1e-9))
    if not math.isclose(round(step * scale, digits), step * scale):
        digits += 1
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    values = [number * step for number in range(first, last + 1)]
    sign = "%" if axis.percent else ""
    return [(round(v) if axis.whole else v, f"{v * scale + 0.0:.{digits}f}{sign}") for v in values]


def _step(span: float, *, whole: bool) -> float:
    """The least round step that leaves no more marks than fit."""
    power = 10.0 ** math.floor(math.log10(span / _MOST_MARKS))
    steps = [step * power * more for more in (1, 10) for step in _STEPS]
    for step in steps:
        if span / step <= _MOST_MARKS and not (whole and (step < 1 or step % 1)):
            return step
    return max(1.0, steps[-1])


def _limits(axis: Axis, values: Sequence[float]) -> tuple[float, float]:
    least, most = min(values, default=0.0), max(values, default=1.0)
    gap = (most - least) * axis.margin
    low = least - gap if axis.low is None else axis.low
    high = most + gap if axis.high is None else axis.high
    return (low, high) if high > low else (low - 0.5, low + 0.5)


def _xs(mark: Mark) -> Sequence[float]:
    if isinstance(mark, Bars):
        return [x + side * mark.width / 2 for x in mark.xs for side in (-1, 1)]
    if isinstance(mark, Dot):
        return [mark.x - mark.error, mark.x + mark.error]
    return [] if isinstance(mark, Note) else mark.xs


def _ys(mark: Mark) -> Sequence[float]:
    if isinstance(mark, Bars):
        return [*mark.below, *(a + b for a, b in zip(mark.below, mark.heights, strict=True))]
    if isinstance(mark, Band):
        return [*mark.low, *mark.high]
    if isinstance(mark, Dot):
        return [mark.y]
    return [] if isinstance(mark, Note) else mark.ys
