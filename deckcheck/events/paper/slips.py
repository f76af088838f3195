"""Result slips: four on a page, to be cut apart and stacked in the order of tables."""

from collections.abc import Sequence
from dataclasses import dataclass

from db.language import gettext as _
from deckcheck.events.paper.canvas import LEADING, MM, PageSize, PaperCanvas, wrapped
from deckcheck.events.paper.lettering import Lettering
from deckcheck.events.paper.paper_cards import PaperEvent

_PER_PAGE = 4
_PAD = 8 * MM
_BOX = 8.0
_CODE = 22 * MM
_NAME_LINES = 3


@dataclass(frozen=True, slots=True)
class SlipTable:
    """A table as its slip shows it: names with points, and who has which seat in each game."""

    number: int
    players: tuple[str, str]
    points: tuple[str, str]
    games: tuple[str, ...]


def result_slips(
    event: PaperEvent,
    round_number: int,
    tables: Sequence[SlipTable],
    page_size: PageSize,
    lettering: Lettering,
    code: str = "",
) -> bytes:
    """The PDF of the slips, each with a QR code where one is given; cut in four, the piles are in order."""
    paper = PaperCanvas(page_size, _("Result slips: {name}", name=event.name), lettering)
    pages = -(-len(tables) // _PER_PAGE)
    half = paper.width / 2, paper.height / 2
    for page in range(pages):
        paper.line(half[0], 0, half[0], paper.height, dashed=True)
        paper.line(0, half[1], paper.width, half[1], dashed=True)
        for place in range(_PER_PAGE):
            n = page + place * pages
            if n < len(tables):
                x, y = (place % 2) * half[0], (1 - place // 2) * half[1]
                _slip(paper, event, round_number, tables[n], x, y, half, _CODE + 2 * MM if code else 0)
                if code:
                    paper.code(x + half[0] - _PAD - _CODE, y + _PAD, _CODE, code)
        paper.end_page()
    return paper.pdf()


def _slip(
    paper: PaperCanvas,
    event: PaperEvent,
    round_number: int,
    table: SlipTable,
    left: float,
    low: float,
    half: tuple[float, float],
    kept: float,
) -> None:
    x, right = left + _PAD, left + half[0] - _PAD
    y = low + half[1] - _PAD - 18
    place = _("Table {number}", number=table.number)
    paper.text(right, y, place, 18, bold=True, align="right")
    room = right - x - paper.lettering.width(place, 18, bold=True) - 8
    paper.text(x, y + 6, _at_most(paper, event.name, 9, room, 1)[0], 9)
    paper.text(x, y - 6, _("Round {round_number}", round_number=round_number), 9, bold=True)
    y -= 26
    for name, points in zip(table.players, table.points, strict=True):
        y = _player(paper, name, points, x, right, y) - 10
    boxes = right - max(84, 62 + paper.lettering.width(_("draw"), 8))
    for text in table.games:
        for n, line in enumerate(_at_most(paper, text, 8, boxes - x - 6, 2)):
            paper.text(x, y - n * 8 * LEADING, line, 8)
        for n, label in enumerate(("1", "2", _("draw"))):
            at = boxes + n * 26
            paper.box(at, y - 1, _BOX, _BOX)
            paper.text(at + _BOX + 2, y, label, 8)
        y -= 2.3 * 8 * LEADING
    _signatures(paper, x, right, low + _PAD, kept)


def _player(paper: PaperCanvas, name: str, points: str, x: float, right: float, y: float) -> float:
    """Draws a name in at most two lines, the points, and a box for whoever drops."""
    box = right - max(36, paper.lettering.width(_("drops"), 8) + _BOX + 2)
    lines = _at_most(paper, name, 12, box - x - 42, _NAME_LINES, bold=True)
    paper.text(box - 8, y, points, 9, align="right")
    paper.box(box, y - 1, _BOX, _BOX)
    paper.text(right, y, _("drops"), 8, align="right")
    for line in lines:
        paper.text(x, y, line, 12, bold=True)
        y -= 12 * LEADING
    return y


def _signatures(paper: PaperCanvas, x: float, right: float, y: float, kept: float) -> None:
    """Draws the lines to sign, with room kept at their right, and above them the games won."""
    width = paper.lettering.width
    signed = (_("Judge"), _("Player 2"), _("Player 1"))
    start = x + max(42, *(width(label, 8) + 4 for label in signed))
    for n, label in enumerate(signed):
        at = y + n * 9 * MM
        paper.text(x, at + 1.5, label, 8)
        paper.line(start, at, right - kept, at)
    at = y + 3 * 9 * MM
    lines = _at_most(paper, _("Games won"), 9, 96, 2, bold=True)
    for n, line in enumerate(reversed(lines)):
        paper.text(x, at + 4 + n * 9 * LEADING, line, 9, bold=True)
    counts = ("1", "2", _("drawn"))
    first = x + max(66, *(width(line, 9, bold=True) + 4 for line in lines))
    step = min(54, (right - first - 25 - width(counts[-1], 8)) / 2)
    for n, label in enumerate(counts):
        start = first + n * step
        paper.box(start, at, 22, 16)
        paper.text(start + 25, at + 4, label, 8)


def _at_most(
    paper: PaperCanvas, text: str, size: float, width: float, most: int, *, bold: bool = False
) -> list[str]:
    """The text in so many lines at most, with … where it is cut off."""
    lines = wrapped(paper.lettering, text, size, width, bold=bold)
    if len(lines) <= most:
        return lines
    last = lines[most - 1]
    while last and paper.lettering.width(f"{last}…", size, bold=bold) > width:
        last = last[:-1]
    return [*lines[: most - 1], f"{last}…"]
