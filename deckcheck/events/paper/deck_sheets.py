"""Registration sheets, judges' check lists and players' sheets: one deck after another, on paper.

A sheet has the cards in two columns, counts by type and arena, the deck's hash as text and as QR
code, and lines to sign; all pages of a player are numbered together.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from db.language import filled, gettext as _, joined
from deckcheck.events.paper.canvas import LEADING, MM, PageSize, PaperCanvas, wrapped
from deckcheck.events.paper.lettering import Lettering
from deckcheck.events.paper.paper_cards import (
    PaperCard,
    PaperDeck,
    PaperEvent,
    PaperPlayer,
    SheetOrder,
    grouped,
)

SheetKind = Literal["registration", "judge", "player"]
SHEET_KINDS: tuple[SheetKind, ...] = ("registration", "judge", "player")
_TITLES = {"registration": _("Deck registration"), "judge": _("Deck check"), "player": _("Player's sheet")}
_SIGNED: Mapping[str, Sequence[tuple[str, ...]]] = {
    "registration": [(_("Player"), _("Received by"))],
    "judge": [(_("Checked by"), _("Time")), (_("Remarks"),)],
}
_MARGIN, _GAP = 15 * MM, 8 * MM
_SIZE, _SMALL, _CODE = 9.0, 8.0, 22 * MM
_LINE = _SIZE * LEADING
_MOST_BOXES = 6
_BOX, _BOX_GAP = 7.0, 3.0
_SIGN_LINE = 12 * MM


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """Which sheets are printed, in which order of cards, on which paper.

    `rounds` is how many rounds a player's sheet has room for.
    """

    kind: SheetKind = "registration"
    order: SheetOrder = "type"
    page_size: PageSize = "A4"
    rounds: int = 0


@dataclass(frozen=True, slots=True)
class _SheetRow:
    """A line of a column: a heading, or a card with as many lines as its name needs."""

    lines: tuple[str, ...]
    card: PaperCard | None = None

    @property
    def height(self) -> float:
        return len(self.lines) * _LINE + (0 if self.card else _LINE * 0.4)


_Column = list[_SheetRow]


def deck_sheets(
    event: PaperEvent, players: Sequence[PaperPlayer], options: SheetOptions, lettering: Lettering
) -> bytes:
    """The PDF of the sheets of these players, deck after deck."""
    title = f"{_TITLES[options.kind]}: {event.name}"
    paper = PaperCanvas(options.page_size, title, lettering)
    for player in players:
        sheets = [_DeckSheet(paper, event, player, deck, options) for deck in player.decks]
        total, done = sum(len(sheet.pages) for sheet in sheets), 0
        for sheet in sheets:
            sheet.draw(done, total)
            done += len(sheet.pages)
    return paper.pdf()


class _DeckSheet:
    """One deck of a player, laid out in pages of two columns before anything is drawn."""

    def __init__(
        self,
        paper: PaperCanvas,
        event: PaperEvent,
        player: PaperPlayer,
        deck: PaperDeck,
        options: SheetOptions,
    ) -> None:
        self.paper, self.event, self.player, self.deck = paper, event, player, deck
        self.options = options
        self.column_width = (paper.width - 2 * _MARGIN - _GAP) / 2
        self.head = self._head_lines()
        counts = " · ".join(f"{filled(name, {})} {count}" for name, count in deck.counts)
        width = paper.width - 2 * _MARGIN
        self.counts = wrapped(paper.lettering, counts, _SIZE, width, bold=True) if counts else []
        self.note = wrapped(paper.lettering, deck.note, _SMALL, width) if deck.note else []
        self.pages = self._laid_out()

    # --- what goes where ---------------------------------------------------------------------

    def _head_lines(self) -> list[tuple[str, float, bool]]:
        """The lines at the head: text, size, and whether it is bold."""
        seat = _("{seat} deck", seat=self.deck.seat) if self.deck.seat else _("Deck")
        about = [self.player.club, seat, f"“{self.deck.name}”" if self.deck.name else ""]
        about_event = [self.event.name, self.event.format, self.event.day]
        width = self.paper.width - 2 * _MARGIN - _CODE - _GAP
        result = []
        for text, size, bold in (
            (_TITLES[self.options.kind], 9.0, False),
            (self.player.name, 15.0, True),
            (joined([part for part in about if part], " · "), 10.0, True),
            (" · ".join(part for part in about_event if part), 9.0, False),
            (
                _("hash {short_hash}", short_hash=self.deck.short_hash) if self.deck.short_hash else "",
                9.0,
                False,
            ),
        ):
            lines = wrapped(self.paper.lettering, text, size, width, bold=bold)
            result += [(line, size, bold) for line in lines if line]
        return result

    @property
    def _code(self) -> str:
        """The text of the QR code."""
        return self.player.link or self.deck.hash

    @property
    def _head_height(self) -> float:
        lines = sum(size * LEADING for _, size, _ in self.head)
        return max(lines, _CODE if self._code else 0) + 5 * MM

    @property
    def _foot_height(self) -> float:
        text = len(self.counts) * _LINE + len(self.note) * _SMALL * LEADING + 4 * MM
        if self.options.kind == "player":
            return text + (self.options.rounds + 1) * 7 * MM * bool(self.options.rounds)
        return text + _SIGN_LINE * (2 if self.options.kind == "judge" else 1)

    def _rows(self) -> list[_SheetRow]:
        rows = []
        lettering, width = self.paper.lettering, self.column_width
        for heading, cards in grouped(self.deck.cards, self.options.order):
            lines = wrapped(lettering, heading, _SIZE, width, bold=True)
            rows.append(_SheetRow(tuple(lines)))
            for card in cards:
                room = width - self._before - (6.0 * len(card.cost[:8]) + 6 if card.cost else 4)
                name = wrapped(lettering, card.name, _SIZE, room)
                rows.append(_SheetRow(tuple(name), card))
        return rows

    @property
    def _before(self) -> float:
        """The room before names: for the quantity, and for boxes to tick."""
        return 20 + (_MOST_BOXES * (_BOX + _BOX_GAP) if self.options.kind == "judge" else 0)

    def _laid_out(self) -> list[list[_Column]]:
        """The pages, each of two columns; the last has room for what stands below the cards."""
        first = self.paper.height - 2 * _MARGIN - self._head_height - 5 * MM
        rows = self._rows()
        pages: list[list[_Column]] = []
        while True:
            room = first - self._foot_height
            left, more = _filled(rows, room)
            right, more = _filled(more, room)
            if not more and room > 0:
                return [*pages, [left, right]]
            left, rest = _filled(rows, first)
            right, rest = _filled(rest, first)
            pages.append([left, right])
            rows = rest

    # --- drawing -------------------------------------------------------------------------------

    def draw(self, done: int, total: int) -> None:
        """Draws the pages, numbered after those of the player that are done."""
        for place, columns in enumerate(self.pages):
            y = self._draw_head(done + place + 1, total)
            ends = [
                self._draw_column(column, _MARGIN + n * (self.column_width + _GAP), y)
                for n, column in enumerate(columns)
            ]
            if not self.deck.cards:
                self.paper.text(_MARGIN, y - _LINE, _("no cards"), _SIZE)
                ends.append(y - 2 * _LINE)
            if place == len(self.pages) - 1:
                self._draw_foot(min(ends))
            self.paper.end_page()

    def _draw_head(self, number: int, total: int) -> float:
        paper, top = self.paper, self.paper.height - _MARGIN
        y = top
        for text, size, bold in self.head:
            y -= size * LEADING
            paper.text(_MARGIN, y + size * 0.25, text, size, bold=bold)
        if self._code:
            paper.code(paper.width - _MARGIN - _CODE, top - _CODE, _CODE, self._code)
        bottom = top - self._head_height + 3 * MM
        paper.line(_MARGIN, bottom, paper.width - _MARGIN, bottom)
        place = _("{name}, page {number} of {total}", name=self.player.name, number=number, total=total)
        line, *more = wrapped(paper.lettering, place, _SMALL, paper.width - 2 * _MARGIN)
        line = _("page {number} of {total}", number=number, total=total) if more else line
        paper.text(paper.width - _MARGIN, _MARGIN - 4 * MM, line, _SMALL, align="right")
        return bottom - 2 * MM

    def _draw_column(self, rows: _Column, x: float, y: float) -> float:
        for row in rows:
            if row.card is None:
                y -= _LINE * 0.4
                for line in row.lines:
                    y -= _LINE
                    self.paper.text(x, y + 2, line, _SIZE, bold=True)
                continue
            self._draw_card(row.card, row.lines, x, y)
            y -= row.height
        return y

    def _draw_card(self, card: PaperCard, lines: Sequence[str], x: float, y: float) -> None:
        at = x + self._before
        base = y - _LINE + 2.5
        self.paper.text(at - 5, base, str(card.quantity), _SIZE, align="right")
        for n, line in enumerate(lines):
            self.paper.text(at, base - n * _LINE, line, _SIZE)
        if card.cost:
            self.paper.text(x + self.column_width, base, card.cost, _SIZE, align="right")
        if self.options.kind == "judge":
            for n in range(card.quantity if card.quantity <= _MOST_BOXES else 1):
                self.paper.box(x + n * (_BOX + _BOX_GAP), base - 0.5, _BOX, _BOX)

    def _draw_foot(self, y: float) -> None:
        paper, right = self.paper, self.paper.width - _MARGIN
        y -= 4 * MM
        for lines, size, bold in ((self.counts, _SIZE, True), (self.note, _SMALL, False)):
            for line in lines:
                y -= size * LEADING
                paper.text(_MARGIN, y, line, size, bold=bold)
        if self.options.kind == "player":
            self._draw_rounds(y)
            return
        for labels in _SIGNED[self.options.kind]:
            y -= _SIGN_LINE
            width = (right - _MARGIN - _GAP * (len(labels) - 1)) / len(labels)
            for n, label in enumerate(labels):
                x = _MARGIN + n * (width + _GAP)
                start = x + paper.lettering.width(label, _SMALL) + 4
                paper.text(x, y + 1.5, label, _SMALL)
                paper.line(start, y, x + width, y)

    def _draw_rounds(self, y: float) -> None:
        if not self.options.rounds:
            return
        paper, row = self.paper, 7 * MM
        places = [_MARGIN, _MARGIN + 18 * MM, _MARGIN + 34 * MM, paper.width - _MARGIN - 35 * MM]
        edges = [*places, paper.width - _MARGIN]
        y -= 3 * MM
        for number in range(self.options.rounds + 1):
            low = y - (number + 1) * row
            texts = (_("Round"), _("Table"), _("Opponent"), _("Result")) if not number else (str(number),)
            for x, text in zip(places, texts, strict=False):
                paper.text(x + 3, low + row * 0.3, text, _SMALL, bold=not number)
            for x, end in pairwise(edges):
                paper.box(x, low, end - x, row)


def _filled(rows: Sequence[_SheetRow], room: float) -> tuple[_Column, list[_SheetRow]]:
    """The rows that fit into a column, and the rest; a heading does not end a column."""
    used, place = 0.0, 0
    for row in rows:
        if used + row.height > room and place:
            break
        if used + row.height > room and room < _LINE:
            break
        used += row.height
        place += 1
    while 0 < place < len(rows) and rows[place - 1].card is None:
        place -= 1
    return list(rows[:place]), list(rows[place:])
