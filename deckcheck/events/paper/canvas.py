"""Pages of a document: text that is fitted and wrapped, lines, boxes and tables over pages."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import groupby
from typing import Literal

from db.language import gettext as _
from deckcheck.events.paper.lettering import Lettering

PageSize = Literal["A4", "Letter"]
Align = Literal["left", "right", "centre"]
PAGE_SIZES: dict[str, tuple[float, float]] = {"A4": (595.28, 841.89), "Letter": (612, 792)}
MM = 72 / 25.4
LEADING = 1.25
"""Distance of lines, in sizes of the text."""


class PaperCanvas:
    """A PDF that is being drawn; positions are in points from the lower left corner.

    The same calls give the same bytes: no time and no random number is in the file.
    """

    def __init__(self, page_size: PageSize, title: str, lettering: Lettering) -> None:
        from reportlab import rl_config
        from reportlab.pdfgen.canvas import Canvas

        rl_config.useA85 = 0  # pages as bytes, a fifth smaller and sooner written than as text
        self.width, self.height = PAGE_SIZES[page_size]
        self.lettering = lettering
        self.pages = 0
        self._file = BytesIO()
        self._canvas = Canvas(self._file, pagesize=(self.width, self.height), pageCompression=1, invariant=1)
        self._canvas.setTitle(str(title))
        self._canvas.setCreator("deckcheck")

    def text(
        self, x: float, y: float, text: str, size: float, *, bold: bool = False, align: Align = "left"
    ) -> None:
        """Draws one line of text whose left end, right end or middle is at x."""
        if align != "left":
            width = self.lettering.width(text, size, bold=bold)
            x -= width if align == "right" else width / 2
        for font, piece in self.lettering.runs(text, bold=bold):
            self._canvas.setFont(font, size)
            self._canvas.drawString(x, y, piece)
            x += self._canvas.stringWidth(piece, font, size)

    def line(self, x: float, y: float, to_x: float, to_y: float, *, dashed: bool = False) -> None:
        """Draws a thin line."""
        self._canvas.setLineWidth(0.5)
        self._canvas.setDash([3, 3] if dashed else [])
        self._canvas.line(x, y, to_x, to_y)

    def box(self, x: float, y: float, width: float, height: float) -> None:
        """Draws an empty box with its lower left corner at x and y."""
        self._canvas.setLineWidth(0.6)
        self._canvas.setDash([])
        self._canvas.rect(x, y, width, height)

    def shade(self, x: float, y: float, width: float, height: float) -> None:
        """Draws a light grey background."""
        self._canvas.setFillGray(0.93)
        self._canvas.rect(x, y, width, height, stroke=0, fill=1)
        self._canvas.setFillGray(0)

    def code(self, x: float, y: float, side: float, text: str) -> None:
        """Draws the QR code of a text, with its lower left corner at x and y.

        The mask is fixed: what is drawn are hashes, in which no mask finds more order than another.
        """
        import segno

        matrix = segno.make(text, error="m", micro=False, mask=0).matrix
        step = side / len(matrix)
        path = self._canvas.beginPath()
        for row, modules in enumerate(matrix):
            column = 0
            for dark, run in groupby(modules):
                length = len(list(run))
                if dark:
                    low = y + side - (row + 1) * step
                    path.rect(x + column * step, low, length * step, step)
                column += length
        self._canvas.drawPath(path, stroke=0, fill=1)

    def end_page(self) -> None:
        """Ends the page; the next call draws on a new one."""
        self._canvas.showPage()
        self.pages += 1

    def pdf(self) -> bytes:
        """The document; without any page it has one empty page."""
        if not self.pages:
            self.end_page()
        self._canvas.save()
        return self._file.getvalue()


def wrapped(lettering: Lettering, text: str, size: float, width: float, *, bold: bool = False) -> list[str]:
    """The text in lines no wider than that, broken at spaces; too long words are broken within."""
    text = str(text)
    if lettering.width(text, size, bold=bold) <= width:
        return [text]
    lines, line = [], ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if lettering.width(longer, size, bold=bold) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        *whole, line = _broken(lettering, word, size, width, bold=bold)
        lines.extend(whole)
    return [*lines, line] if line or not lines else lines


def _broken(lettering: Lettering, word: str, size: float, width: float, *, bold: bool) -> list[str]:
    """A word in pieces that fit, at least one character each."""
    pieces = []
    while word and lettering.width(word, size, bold=bold) > width:
        low, high = 1, len(word)
        while low < high:
            middle = (low + high + 1) // 2
            if lettering.width(word[:middle], size, bold=bold) <= width:
                low = middle
            else:
                high = middle - 1
        pieces.append(word[:low])
        word = word[low:]
    return [*pieces, word]


@dataclass(frozen=True, slots=True)
class PaperColumn:
    """A column of a printed table: its heading, its share of the width, and its alignment."""

    heading: str
    share: float
    align: Align = "left"
    bold: bool = False


_MARGIN = 15 * MM
_HEAD = 16 * MM
_CELL_GAP = 10.0
_SIZE = 10
_LINE = _SIZE * LEADING


def print_table(
    paper: PaperCanvas,
    title: str,
    subtitle: str,
    columns: Sequence[PaperColumn],
    rows: Sequence[Sequence[str]],
) -> None:
    """Draws a table over as many pages as it needs, each with title, headings and its number."""
    columns = _fitted(paper, columns)
    headings = [
        wrapped(paper.lettering, one.heading, _SIZE, one.share - _CELL_GAP, bold=True) for one in columns
    ]
    pages = _pages(paper, columns, rows, _height(headings))
    for number, page in enumerate(pages, 1):
        y = _head(paper, title, subtitle, number, len(pages))
        y = _row(paper, [replace(one, bold=True) for one in columns], headings, y)
        paper.line(_MARGIN, y + _SIZE * 0.3, paper.width - _MARGIN, y + _SIZE * 0.3)
        for place, cells in enumerate(page):
            if place % 2 == 1:
                paper.shade(_MARGIN, y - _height(cells), paper.width - 2 * _MARGIN, _height(cells))
            y = _row(paper, columns, cells, y)
        if not rows:
            paper.text(_MARGIN, y - _LINE, _("nothing to list"), _SIZE)
        paper.end_page()


def _fitted(paper: PaperCanvas, columns: Sequence[PaperColumn]) -> list[PaperColumn]:
    """The columns with their widths as shares; no word of a heading is broken where others can give."""
    scale = (paper.width - 2 * _MARGIN) / sum(column.share for column in columns)
    widths = [column.share * scale for column in columns]
    least = [
        max(paper.lettering.width(word, _SIZE, bold=True) for word in str(column.heading).split()) + _CELL_GAP
        for column in columns
    ]
    spare = [max(0, width - needed) for width, needed in zip(widths, least, strict=True)]
    short = sum(max(0, needed - width) for width, needed in zip(widths, least, strict=True))
    giving = short / sum(spare) if 0 < short <= sum(spare) else 0
    if giving:
        widths = [
            max(width, needed) - more * giving
            for width, needed, more in zip(widths, least, spare, strict=True)
        ]
    return [replace(one, share=width) for one, width in zip(columns, widths, strict=True)]


def _pages(
    paper: PaperCanvas, columns: Sequence[PaperColumn], rows: Sequence[Sequence[str]], headings: float
) -> list[list[list[list[str]]]]:
    """The rows of each page, every cell in its lines; a cell has at most a page of lines."""
    space = paper.height - 2 * _MARGIN - _HEAD - headings
    most = int(space / _LINE) - 1
    pages: list[list[list[list[str]]]] = [[]]
    left = space
    for row in rows:
        cells = [
            wrapped(paper.lettering, cell, _SIZE, column.share - _CELL_GAP, bold=column.bold)[:most]
            for cell, column in zip(row, columns, strict=True)
        ]
        height = _height(cells)
        if height > left and pages[-1]:
            pages.append([])
            left = space
        pages[-1].append(cells)
        left -= height
    return pages


def _height(cells: Sequence[Sequence[str]]) -> float:
    return max(map(len, cells)) * _LINE + 3


def _head(paper: PaperCanvas, title: str, subtitle: str, number: int, pages: int) -> float:
    top = paper.height - _MARGIN
    place = _("page {number} of {pages}", number=number, pages=pages)
    paper.text(paper.width - _MARGIN, top - 14, place, 9, align="right")
    room = paper.width - 2 * _MARGIN - paper.lettering.width(place, 9) - 12
    (line, *more) = wrapped(paper.lettering, title, 14, room, bold=True)
    paper.text(_MARGIN, top - 14, f"{line}…" if more else line, 14, bold=True)
    paper.text(_MARGIN, top - 29, wrapped(paper.lettering, subtitle, 10, room)[0], 10)
    return top - _HEAD


def _row(
    paper: PaperCanvas, columns: Sequence[PaperColumn], cells: Sequence[Sequence[str]], y: float
) -> float:
    """Draws a row whose top is at y; gives the top of the next."""
    x = _MARGIN
    for column, lines in zip(columns, cells, strict=True):
        at = x + (column.share - _CELL_GAP if column.align == "right" else 0) + 2
        for n, line in enumerate(lines, 1):
            paper.text(at, y - n * _LINE + _SIZE * 0.15, line, _SIZE, bold=column.bold, align=column.align)
        x += column.share
    return y - _height(cells)
