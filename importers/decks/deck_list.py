"""A deck as written in a file: counts, names, zones and lines. Nothing is looked up."""

from collections.abc import Iterable
from typing import NamedTuple

from db.language import gettext as _

MAIN_ZONE = "Deck"
"""The zone of cards for which a file names none."""


MOST_COPIES = 9
"""Of more copies no number is one that may as well be that of a card in its set, or of its points."""

TOTAL = "total"
"""The kind of a part that states a sum of cards."""


class DeckLine(NamedTuple):
    """Copies of one card as a file states them; `line` counts from 1, None without lines.

    `card_id` is the key of the card in its source, such as OCTGN's; `dice` those of all copies
    together, where a file counts them apart from cards.
    """

    quantity: int
    name: str
    zone: str = MAIN_ZONE
    line: int | None = None
    set_code: str | None = None
    image_key: str | None = None
    number: str | None = None
    card_id: str | None = None
    dice: int | None = None


class UnreadLine(NamedTuple):
    """A line that cannot be read; `text` is cut for display.

    `part` names what is no line, such as a sheet of a workbook.
    """

    line: int
    text: str
    reason: str
    part: str | None = None

    @property
    def place(self) -> str:
        """The place in words: its part of the file, or its line."""
        return self.part or _("line {line}", line=self.line)


class ListPart(NamedTuple):
    """A line that is no card, and what it was taken for; `number` is the one that it states.

    Lines without a card, such as `Total: 60`, of which the kind is `heading` or `total`, belong to
    a zone.
    """

    line: int
    text: str
    kind: str
    number: int | None = None
    zone: str = MAIN_ZONE


class DeckList(NamedTuple):
    """A deck as its file lists it, line by line.

    `zones` are those that the file names, also empty ones, in its order; `game` and `format` are
    what it says of itself, in our words; `newline` is how its lines end; `author` and `notes` are
    kept for writing. `remarks` are what a reader passed over and a user should know of; `loose` are
    texts without a count that are left unread where they turn out to be names of cards. `bare` are
    the numbers of lines that state no count: where no card is called so, they were not understood.
    `choices` are all readings of each line whose form does not decide what it means; the names of
    cards do. `parts` are the lines that are no cards. `encoding` is how the file's text is written;
    `otherwise` is the same file in other encodings, where its bytes do not say which it is in.
    """

    lines: tuple[DeckLine, ...]
    read_as: str
    name: str | None = None
    game: str | None = None
    format: str | None = None
    zones: tuple[str, ...] = ()
    unread: tuple[UnreadLine, ...] = ()
    newline: str = "\n"
    author: str | None = None
    notes: str | None = None
    remarks: tuple[str, ...] = ()
    loose: tuple[UnreadLine, ...] = ()
    bare: frozenset[int] = frozenset()
    choices: tuple[tuple[DeckLine, ...], ...] = ()
    parts: tuple[ListPart, ...] = ()
    otherwise: "tuple[DeckList, ...]" = ()
    encoding: str = "utf-8"

    @property
    def quantity(self) -> int:
        """The number of copies in all zones."""
        return sum(line.quantity for line in self.lines)


def merged(lines: Iterable[DeckLine]) -> tuple[DeckLine, ...]:
    """The lines with equal ones put together at the place of the first.

    >>> [line.quantity for line in merged([DeckLine(1, "Yoda (A)"), DeckLine(2, "Yoda (A)")])]
    [3]
    """
    together: dict[DeckLine, DeckLine] = {}
    for line in lines:
        same = line._replace(quantity=0, line=None, dice=None if line.dice is None else 0)
        first = together.get(same)
        if first is None:
            together[same] = line
        else:
            dice = None if first.dice is None or line.dice is None else first.dice + line.dice
            together[same] = first._replace(quantity=first.quantity + line.quantity, dice=dice)
    return tuple(together.values())
