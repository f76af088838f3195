"""Draws a picture as SVG, at once and without a library; words stay words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from xml.sax.saxutils import escape, quoteattr

from db.texts import printable_line
from deckcheck.show.picture import (
    FAINT,
    GRID,
    INK,
    Band,
    Bars,
    Dot,
    Line,
    Mark,
    Note,
    Panel,
    Picture,
    axis_marks,
)

_LETTER = 0.6
"""The width of a letter, of its height; fonts differ, so it is a little more than most."""
_EDGE, _TOP, _PLAIN, _SMALL = 12.0, 46.0, 10.0, 8.0
_LEGEND, _ENTRY, _SAMPLE = 9.0, 14.0, 22.0
_MOST_COLUMNS = 4


@dataclass(frozen=True, slots=True)
class _Box:
    """Where a panel's axes are, in points from the upper left, and the values at their ends."""

    left: float
    top: float
    right: float
    bottom: float
    limits: tuple[float, float, float, float]

    def x(self, value: float) -> float:
        """How far to the right a value stands."""
        low, high = self.limits[:2]
        return self.left + (value - low) / (high - low) * (self.right - self.left)

    def y(self, value: float) -> float:
        """How far down a value stands."""
        low, high = self.limits[2:]
        return self.bottom - (value - low) / (high - low) * (self.bottom - self.top)


def svg(picture: Picture) -> str:
    """The picture as an SVG document."""
    wide, high = _n(picture.width), _n(picture.height)
    size = f'width="{wide}pt" height="{high}pt" viewBox="0 0 {wide} {high}"'
    font = 'font-family="DejaVu Sans, Verdana, Arial, sans-serif"'
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font}>',
        f"<title>{escape(picture.title)}</title>",
        f'<rect width="{wide}" height="{high}" fill="white"/>',
        _text(picture.title, _EDGE, 21, 13, bold=True),
        _text(picture.subtitle, _EDGE, 37, 9.5, FAINT),
        *_panels(picture, picture.height - _legend_height(picture)),
        *_legend(picture),
        "</svg>\n",
    ]
    return "\n".join(lines)


def _panels(picture: Picture, bottom: float) -> Iterator[str]:
    top, whole = _TOP, (bottom - _TOP) / sum(picture.shares)
    for number, (row, share) in enumerate(zip(picture.rows, picture.shares, strict=True)):
        wide = (picture.width - 2 * _EDGE) / max(1, len(row))
        for place, panel in enumerate(row):
            left = _EDGE + place * wide
            clip = f"panel{number}-{place}"
            yield from _panel(panel, left, top, left + wide, top + share * whole, clip)
        top += share * whole


def _panel(panel: Panel, left: float, top: float, right: float, bottom: float, clip: str) -> Iterator[str]:
    limits = panel.limits()
    size = _SMALL if panel.small else _PLAIN
    ups = axis_marks(panel.y, *limits[2:])
    words = max((_wide(text, size) for _, text in ups), default=0.0)
    box = _Box(
        left + words + (8 if ups else 4) + (size + 5 if panel.y.title else 0),
        top + (17 if panel.title or panel.remark else 5),
        right - 8,
        bottom - size - 9 - (size + 3 if panel.x.title else 0),
        limits,
    )
    yield from _grid(panel, box, ups, size)
    area = f'x="{_n(box.left)}" y="{_n(box.top)}" width="{_n(box.right - box.left)}"'
    yield f'<clipPath id="{clip}"><rect {area} height="{_n(box.bottom - box.top)}"/></clipPath>'
    yield f'<g clip-path="url(#{clip})">'
    yield from (line for mark in panel.marks if not _stands_out(mark) for line in _drawn(mark, box))
    yield "</g>"
    yield from (line for mark in panel.marks if _stands_out(mark) for line in _drawn(mark, box))
    yield from _words(panel, box, left, bottom, size)


def _stands_out(mark: Mark) -> bool:
    """Whether a mark may lie over the edge of its panel."""
    return isinstance(mark, Note | Dot | Line)


def _grid(panel: Panel, box: _Box, ups: Sequence[tuple[float, str]], size: float) -> Iterator[str]:
    across = _thinned(axis_marks(panel.x, *box.limits[:2]), box, size)
    middle = size * 0.36
    for value, text in ups:
        if box.limits[2] <= value <= box.limits[3]:
            y = box.y(value)
            if panel.grid in {"y", "both"}:
                yield _stroke(box.left, y, box.right, y, GRID, 0.7)
            yield _stroke(box.left - 3, y, box.left, y, FAINT, 0.8)
            yield _text(text, box.left - 5, y + middle, size, FAINT, "end")
    for value, text in across:
        if box.limits[0] <= value <= box.limits[1]:
            x = box.x(value)
            if panel.grid in {"x", "both"}:
                yield _stroke(x, box.top, x, box.bottom, GRID, 0.7)
            yield _stroke(x, box.bottom, x, box.bottom + 3, FAINT, 0.8)
            yield _text(text, x, box.bottom + size + 4, size, FAINT, "middle")
    if ups:
        yield _stroke(box.left, box.top, box.left, box.bottom, FAINT, 0.8)
    yield _stroke(box.left, box.bottom, box.right, box.bottom, FAINT, 0.8)


def _thinned(marks: list[tuple[float, str]], box: _Box, size: float) -> Sequence[tuple[float, str]]:
    """Every so-manieth mark, so that their words do not touch."""
    step = 1
    while any(
        abs(box.x(b) - box.x(a)) < (_wide(one, size) + _wide(other, size)) / 2 + 3
        for (a, one), (b, other) in pairwise(marks[::step])
    ):
        step += 1
    return marks[::step]


def _words(panel: Panel, box: _Box, left: float, bottom: float, size: float) -> Iterator[str]:
    if panel.title:
        colour = INK if panel.strong_title else FAINT
        yield _text(panel.title, box.left, box.top - 5, 9, colour)
    if panel.remark:
        yield _text(panel.remark, box.right, box.top - 5, 9, FAINT, "end")
    if panel.x.title:
        yield _text(panel.x.title, (box.left + box.right) / 2, bottom - 3, size, INK, "middle")
    if panel.y.title:
        x, y = left + size, (box.top + box.bottom) / 2
        turned = f' transform="rotate(-90 {_n(x)} {_n(y)})"'
        yield _text(panel.y.title, x, y, size, INK, "middle", more=turned)


def _drawn(mark: Mark, box: _Box) -> Iterator[str]:
    if isinstance(mark, Bars):
        yield from _bars(mark, box)
    elif isinstance(mark, Band):
        there = zip(mark.xs, mark.high, strict=True)
        back = zip(reversed(mark.xs), reversed(mark.low), strict=True)
        points = " ".join(f"{_n(box.x(x))},{_n(box.y(y))}" for x, y in (*there, *back))
        yield f'<polygon points="{points}" fill="{mark.colour}" fill-opacity="0.2"/>'
    elif isinstance(mark, Line):
        yield from _line(mark, box)
    elif isinstance(mark, Dot):
        yield from _dot(mark, box)
    else:
        anchor = "middle" if mark.centred else "start"
        x, y = box.x(mark.x) + mark.right, box.y(mark.y) - mark.up
        halo = ' stroke="white" stroke-width="3" stroke-opacity="0.85" paint-order="stroke"'
        halo = "" if mark.centred else halo
        yield _text(mark.text, x, y, mark.size, mark.colour, anchor, bold=mark.bold, more=halo)


def _bars(mark: Bars, box: _Box) -> Iterator[str]:
    for x, height, below in zip(mark.xs, mark.heights, mark.below, strict=True):
        if height:
            left, right = box.x(x - mark.width / 2), box.x(x + mark.width / 2)
            top, bottom = box.y(below + height), box.y(below)
            yield (
                f'<rect x="{_n(left)}" y="{_n(top)}" width="{_n(right - left)}"'
                f' height="{_n(bottom - top)}" fill="{mark.colour}"/>'
            )


def _line(mark: Line, box: _Box) -> Iterator[str]:
    points = [(box.x(x), box.y(y)) for x, y in zip(mark.xs, mark.ys, strict=True)]
    shown = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
    faded = f' stroke-opacity="{_n(mark.opacity)}"' if mark.opacity < 1 else ""
    yield (
        f'<polyline points="{shown}" fill="none" stroke="{mark.colour}"{faded}'
        f' stroke-width="{_n(mark.width)}" stroke-linejoin="round" stroke-linecap="round"/>'
    )
    if mark.dots:
        for x, y in points:
            yield _circle(x, y, mark.dots / 2, mark.colour)


def _dot(mark: Dot, box: _Box) -> Iterator[str]:
    x, y = box.x(mark.x), box.y(mark.y)
    if mark.error:
        ends = box.x(mark.x - mark.error), box.x(mark.x + mark.error)
        yield _stroke(ends[0], y, ends[1], y, mark.colour, 1.5)
        for end in ends:
            yield _stroke(end, y - 3, end, y + 3, mark.colour, 1)
    if mark.ring:
        yield (
            f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(mark.size / 2)}" fill="none"'
            f' stroke="{mark.colour}" stroke-width="1.6"/>'
        )
    else:
        yield _circle(x, y, mark.size / 2, mark.colour)


def _columns(picture: Picture, entries: Sequence[tuple[str, str]]) -> tuple[int, float]:
    """How many columns the legend has, and how wide each is."""
    wide = max((_wide(label, _LEGEND) for label, _ in entries), default=0.0) + _SAMPLE + 16
    return max(1, min(_MOST_COLUMNS, len(entries), int((picture.width - 2 * _EDGE) // wide))), wide


def _legend_height(picture: Picture) -> float:
    entries = picture.entries()
    columns, _ = _columns(picture, entries)
    return -(-len(entries) // columns) * _ENTRY + (12 if entries else 4)


def _legend(picture: Picture) -> Iterator[str]:
    entries = picture.entries()
    columns, wide = _columns(picture, entries)
    top = picture.height - _legend_height(picture) + 10
    for place, (label, colour) in enumerate(entries):
        x, y = _EDGE + place % columns * wide, top + place // columns * _ENTRY
        yield f'<rect x="{_n(x)}" y="{_n(y)}" width="16" height="7" fill="{colour}"/>'
        yield _text(label, x + _SAMPLE, y + 7, _LEGEND)


def _text(
    text: str,
    x: float,
    y: float,
    size: float,
    colour: str = INK,
    anchor: str = "start",
    *,
    bold: bool = False,
    more: str = "",
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    at = f'x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" fill="{colour}"'
    side = "" if anchor == "start" else f" text-anchor={quoteattr(anchor)}"
    return f"<text {at}{side}{weight}{more}>{escape(printable_line(text))}</text>"


def _circle(x: float, y: float, radius: float, colour: str) -> str:
    return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="{colour}"/>'


def _stroke(x1: float, y1: float, x2: float, y2: float, colour: str, width: float) -> str:
    return (
        f'<line x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}" stroke="{colour}"'
        f' stroke-width="{_n(width)}"/>'
    )


def _wide(text: str, size: float) -> float:
    return len(text) * size * _LETTER


def _n(number: float) -> str:
    """A number of an SVG, no longer than it needs to be.

    >>> _n(12.0), _n(1 / 3), _n(-0.001)
    ('12', '0.33', '0')
    """
    return f"{round(number, 2) + 0.0:.2f}".rstrip("0").rstrip(".")
