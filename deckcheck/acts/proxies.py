"""Proxies: the faces of a deck's cards on paper, in the size of cards."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from db.language import filled, gettext as _
from deckcheck.acts import decks as deck_acts
from deckcheck.acts.database import Database
from deckcheck.acts.decks import OpenedDecks
from deckcheck.events.paper.canvas import MM, PageSize, PaperCanvas, wrapped
from deckcheck.events.paper.lettering import Lettering
from deckcheck.events.paper.print_event import PrintedPaper, printed
from deckcheck.games import get_game
from deckcheck.games.faces import CardFace, face

WIDTH, HEIGHT = 63 * MM, 88 * MM
"""The size of a card of these games."""

_ACROSS, _DOWN = 3, 3
_EDGE = 3 * MM
_MARK = 4 * MM
"""The length of the marks at which the page is cut."""

_LINES = 3
"""A name has at most so many lines."""


def proxies(
    database: "Database",
    named: "OpenedDecks",
    *,
    missing: bool = False,
    page_size: "PageSize" = "A4",
    fonts: Sequence[Path] = (),
) -> PrintedPaper:
    """Faces of the cards of decks, nine on a page of A4 or Letter, each marked as a proxy.

    With `missing` only copies that are not free in the collection, of all decks built at once. What
    is unknown or may be several cards is left out, and said in the notes.
    """
    game = get_game(named.game)
    lacking = deck_acts.missing(database, *named.decks, game=named.game)
    lettering = Lettering(fonts)
    faces: list[CardFace] = []
    for card in lacking.cards:
        faces += [face(game, card.card)] * (card.missing if missing else card.needed)
    paper = printed(_drawn(faces, page_size, lettering), lettering)
    left_out = [
        _("left out: {quantity} {name}: {why}", quantity=need.quantity, name=need.name, why=need.why)
        for need in lacking.unknown
    ]
    return replace(paper, notes=(*left_out, *paper.notes))


def _drawn(faces: "Sequence[CardFace]", page_size: "PageSize", lettering: Lettering) -> bytes:
    canvas = PaperCanvas(page_size, _("Proxies"), lettering)
    left, low = (canvas.width - _ACROSS * WIDTH) / 2, (canvas.height - _DOWN * HEIGHT) / 2
    for start in range(0, len(faces), _ACROSS * _DOWN):
        _draw_marks(canvas, left, low)
        for place, one in enumerate(faces[start : start + _ACROSS * _DOWN]):
            row, column = divmod(place, _ACROSS)
            _draw_face(canvas, one, left + column * WIDTH, low + (_DOWN - 1 - row) * HEIGHT)
        canvas.end_page()
    return canvas.pdf()


def _draw_marks(canvas: PaperCanvas, left: float, low: float) -> None:
    """Draws where to cut, outside of the cards."""
    right, high = left + _ACROSS * WIDTH, low + _DOWN * HEIGHT
    for column in range(_ACROSS + 1):
        x = left + column * WIDTH
        canvas.line(x, low - _MARK, x, low - MM)
        canvas.line(x, high + MM, x, high + _MARK)
    for row in range(_DOWN + 1):
        y = low + row * HEIGHT
        canvas.line(left - _MARK, y, left - MM, y)
        canvas.line(right + MM, y, right + _MARK, y)


def _draw_face(canvas: PaperCanvas, one: "CardFace", x: float, y: float) -> None:
    """Draws a face: its name and cost, its type, its numbers and signs, and that it is a proxy."""
    canvas.box(x, y, WIDTH, HEIGHT)
    inner, at = WIDTH - 2 * _EDGE, y + HEIGHT - _EDGE
    cost = canvas.lettering.width(one.cost, 14, bold=True) + 2 * MM if one.cost else 0
    canvas.text(x + WIDTH - _EDGE, at - 14, one.cost, 14, bold=True, align="right")
    for line in wrapped(canvas.lettering, one.name, 11, inner - cost, bold=True)[:_LINES]:
        at -= 13
        canvas.text(x + _EDGE, at, line, 11, bold=True)
    kind = " · ".join(str(part) for part in (one.side, one.kind) if part)
    for line in wrapped(canvas.lettering, kind, 8, inner)[:_LINES]:
        at -= 10
        canvas.text(x + _EDGE, at, line, 8)
    at -= 3 * MM
    canvas.line(x + _EDGE, at, x + WIDTH - _EDGE, at)
    for label, value in one.numbers:
        at -= 13
        canvas.text(x + _EDGE, at, filled(label, {}), 8)
        canvas.text(x + WIDTH - _EDGE, at, value, 11, bold=True, align="right")
    for start in range(0, len(one.signs), _ACROSS):
        at -= 20
        for place, sign in enumerate(one.signs[start : start + _ACROSS]):
            canvas.box(x + _EDGE + place * inner / _ACROSS, at, inner / _ACROSS - 2, 16)
            middle = x + _EDGE + (place + 0.5) * inner / _ACROSS - 1
            canvas.text(middle, at + 5, sign.text, 9, bold=True, align="centre")
    places = wrapped(canvas.lettering, one.places, 7, inner)[:1]
    canvas.text(x + _EDGE, y + _EDGE + 9, places[0] if places else "", 7)
    canvas.text(x + _EDGE, y + _EDGE, _("proxy, not for sale and not for tournaments"), 6.5)
