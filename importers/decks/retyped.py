"""Lists in the notation of sites and blogs, retyped line by line for the reader of typed lists.

A reader of such a notation takes what only it understands; everything else is left as it stands for
`plain_text`. Line numbers stay those of the file.
"""

from typing import NamedTuple

from db.language import gettext as _
from db.patterns import pattern
from importers.decks import plain_text
from importers.decks.deck_format import MAX_LINES, printable, unread
from importers.decks.deck_list import DeckLine, DeckList, UnreadLine
from importers.decks.typed_line import states_count
from importers.heading_words import is_prose

_TOTAL = _("{stated:,} {what} are stated, {listed:,} are listed")


class StatedTotal(NamedTuple):
    """A number of copies that a line states, for the cards of a zone on the lines below."""

    line: int
    text: str
    stated: int
    what: str
    zone: str
    dice: bool = False
    or_lines: bool = False
    """Whether a line is one card, however many it states: two may be its dice."""
    last: int | None = None
    """The line before which its cards end; None for the end of the list."""


class Retyped:
    """The lines of a list, and what was taken out of them."""

    def __init__(self, source: str, rows: list[str]) -> None:
        self.source, self.rows = source, rows
        self.notes: list[str] = []
        self.lines: list[DeckLine] = []
        self.bare: set[int] = set()
        self.dice: dict[int, int] = {}
        """The dice of each copy of the card on a line."""
        self.totals: list[StatedTotal] = []
        self.unread: list[UnreadLine] = []

    def note(self, number: int) -> None:
        """Takes a line that says something of the deck, and no card."""
        self.notes.append(printable(self.rows[number - 1].strip()))
        self.rows[number - 1] = ""

    def add(self, number: int, text: str, zone: str, *, times: int = 1, dice: int | None = None) -> None:
        """Takes the card of a line into a zone, `times` over; what is no card stays as it is.

        `dice` are those of each copy.
        """
        card = plain_text.read_card(text, zone, number)
        if isinstance(card, DeckLine):
            if not states_count(text):
                self.bare.add(number)
            copies = card.quantity * times
            self.lines.append(card._replace(quantity=copies, dice=dice and dice * copies))
            self.rows[number - 1] = ""

    def end_part(self, number: int) -> None:
        """Ends the part of the list for which a heading stated its totals."""
        self.totals = [one if one.last is not None else one._replace(last=number) for one in self.totals]

    def leave(self, number: int, reason: str) -> None:
        """Leaves a line unread."""
        self.unread.append(unread(number, self.rows[number - 1], reason))
        self.rows[number - 1] = ""

    def deck_list(self, name: str, game: str) -> DeckList:
        """The deck list that the lines give, of a game."""
        found = plain_text.read("\n".join(self.rows), self.source)
        lines = sorted((*map(self._with_dice, found.lines), *self.lines), key=lambda line: line.line or 0)
        bare = found.bare | self.bare
        cards = [line for line in lines if line.line not in bare or not is_prose(line.name)]
        broken = [one for total in self.totals if (one := _broken(total, lines)) and _broken(total, cards)]
        left = [*found.unread, *self.unread, *(() if found.choices else broken)]
        notes = "\n".join(filter(None, (found.notes, *self.notes)))
        return found._replace(
            lines=tuple(lines),
            read_as=name,
            game=game,
            zones=tuple(dict.fromkeys([*found.zones, *(line.zone for line in self.lines)])),
            unread=tuple(sorted(left, key=lambda entry: entry.line)),
            notes=notes or None,
            bare=bare,
            choices=tuple(tuple(map(self._with_dice, one)) for one in found.choices),
        )

    def _with_dice(self, line: DeckLine) -> DeckLine:
        each = self.dice.get(line.line or 0)
        return line if each is None else line._replace(dice=each * line.quantity)


def _broken(total: StatedTotal, lines: list[DeckLine]) -> UnreadLine | None:
    """The line of a total that is not the sum of its cards; None where it is."""
    cards = [
        line
        for line in lines
        if line.zone == total.zone and total.line < (line.line or 0) < (total.last or MAX_LINES + 2)
    ]
    listed = sum(line.quantity if not total.dice or line.dice is None else line.dice for line in cards)
    if listed == total.stated or (total.or_lines and len(cards) == total.stated):
        return None
    reason = _TOTAL.format(stated=total.stated, what=total.what, listed=listed)
    return unread(total.line, total.text, _("{reason}; a line may be missing", reason=reason))


_BULLET = pattern(r"\s*[\u2022\u00b7\u25cf\u25e6\u2023*-]\s+(\S.*)")


def without_bullet(row: str) -> str | None:
    """The text behind a bullet; None for a line without one.

    >>> without_bullet("  \u2022 Darth Vader (Core)"), without_bullet("2x Nexu")
    ('Darth Vader (Core)', None)
    """
    found = _BULLET.fullmatch(row)
    return found and found[1].strip()
