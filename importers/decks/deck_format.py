"""The contract of deck formats: a reader, a writer, and the limits that all of them share."""

from collections.abc import Callable, Iterable
from enum import IntEnum
from typing import Any, NamedTuple

from db.language import gettext as _
from db.patterns import pattern
from importers.decks.deck_list import DeckLine, DeckList, UnreadLine, merged
from importers.text import ZERO_WIDTH

MAX_BYTES = 16_000_000
MAX_LINES = 100_000
MAX_DEPTH = 20
MAX_ZONES = 50
MAX_UNCOUNTED = 5_000
"""Lines of a typed list that state no count: more are a book, and no deck."""
MAX_QUANTITY = 9_999
MAX_NAME = 200

STANDARD_INPUT = "-"
"""The name of standard input where a file is named."""

CARD_FACTS = ("set_code", "number", "image_key", "card_id", "dice")
DECK_FACTS = ("name", "game", "format", "author", "notes")

INVISIBLE = ZERO_WIDTH + "\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f"
"""Characters without width, those that turn the direction of text, and breaks of lines that no file
has: two names that look alike could be different ones. As ranges of a regular expression."""

_INVISIBLE = pattern(f"[{INVISIBLE}]")
_LINE_BREAKS = pattern("[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_UNPRINTABLE = pattern(f"[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff{INVISIBLE}]")


class Confidence(IntEnum):
    """The grounds on which a reader takes a text for its own, from none to the surest."""

    NO = 0
    NAMES = 1
    """Lines that may be names of cards, and nothing else."""
    LINES = 2
    """Some lines in a form that many programs and people use."""
    LAYOUT = 3
    """The lines of one program or site."""
    HEAD = 4
    """A header, a root or keys that say what the rest is."""
    PROGRAM = 5
    """A head that only this program, site or schema has."""


class ListWithin(NamedTuple):
    """The lines of a list within a file of another kind, for whichever reader is surest of them.

    `finish` makes the deck list of the whole file from that of the lines. Readers `without` which
    to do are not asked.
    """

    text: str
    finish: Callable[[DeckList], DeckList]
    without: frozenset[str] = frozenset()


class FileWithin(NamedTuple):
    """A file within another one, with the name by which messages call it."""

    data: bytes
    source: str


class DeckReader(NamedTuple):
    """A format that is read: `read(text, source)` reads a text of it.

    `confidence(text, suffix)` says how sure it is that a text is one; the surest of all readers
    reads it, and none needs to know of the others. The text has been decoded, its lines end in LF.
    """

    name: str
    suffixes: tuple[str, ...]
    confidence: Callable[[str, str], Confidence]
    read: Callable[[str, str], DeckList | ListWithin]


class DeckWriter(NamedTuple):
    """A format that is written; `holds` names the facts that it can hold.

    They are those of `CARD_FACTS` and `DECK_FACTS`, `empty zones`, `zones as written` rather than
    in their usual spelling, and `blanks` around names.
    `remarks` says what else is lost or guessed, more than follows from `holds`. `games` are those
    whose decks it is for; without any it is for all.
    """

    name: str
    suffixes: tuple[str, ...]
    holds: frozenset[str]
    write: Callable[[DeckList], str]
    remarks: Callable[[DeckList], tuple[str, ...]] = lambda _unused: ()
    games: tuple[str, ...] = ()


def text_problem(what: str, text: str) -> str | None:
    """The problem of a name of a card, set or zone, or None; `what` says which it is.

    >>> text_problem("card name", "Yoda (A)"), text_problem("card name", " ")
    (None, 'no card name')
    """
    if not text or text.isspace():
        return _("no {what}", what=what)
    if len(text) > MAX_NAME:
        return _(
            "a {what} of {count:,} characters, at most {max_name} expected",
            what=what,
            count=len(text),
            max_name=MAX_NAME,
        )
    if not text.isprintable() and (found := _UNPRINTABLE.search(text)):
        kind = "invisible" if _INVISIBLE.match(found.group()) else "unprintable"
        return _(
            "the {what} holds the {kind} character U+{ord:04X}", what=what, kind=kind, ord=ord(found.group())
        )
    return None


def has_line_break(row: str) -> bool:
    r"""Whether a line has a character at which editors, but not files, begin a new line.

    >>> has_line_break("# a note\u20284 Yoda (A)"), has_line_break("# a note\f")
    (True, False)
    """
    return _LINE_BREAKS.search(row.strip()) is not None


def quantity_problem(quantity: int) -> str | None:
    """The problem of a number of copies, or None.

    >>> quantity_problem(0)
    '0 copies, expected 1 to 9,999'
    """
    if 1 <= quantity <= MAX_QUANTITY:
        return None
    return _(
        "{quantity:,} copies, expected 1 to {max_quantity:,}", quantity=quantity, max_quantity=MAX_QUANTITY
    )


def line_problem(line: DeckLine) -> str | None:
    """The problem of a line that a reader has put together, or None."""
    return quantity_problem(line.quantity) or names_problem(line) or dice_problem(line.dice)


def dice_problem(dice: int | None) -> str | None:
    """The problem of a number of dice, or None.

    >>> dice_problem(-1)
    '-1 dice, expected 0 to 9,999'
    """
    if dice is None or 0 <= dice <= MAX_QUANTITY:
        return None
    return _("{dice:,} dice, expected 0 to {max_quantity:,}", dice=dice, max_quantity=MAX_QUANTITY)


def names_problem(line: DeckLine) -> str | None:
    """The problem of the names that a line holds, or None."""
    optional = (
        ("set", line.set_code),
        ("card number", line.number),
        ("image key", line.image_key),
        ("card id", line.card_id),
    )
    problems = (
        text_problem("card name", line.name),
        text_problem("zone", line.zone),
        *(text_problem(what, text) for what, text in optional if text is not None),
    )
    return next((problem for problem in problems if problem), None)


def parse_quantity(digits: str) -> int:
    """The number of a text of digits; overlong texts are cut, and stay far above every limit.

    >>> parse_quantity("04")
    4
    """
    return int(digits.lstrip("0")[:12] or "0")


def unread(line: int, text: str, reason: str) -> UnreadLine:
    """An unread line with its text cut to one displayable line."""
    return UnreadLine(line, printable(" ".join(text[: 2 * MAX_NAME].split())[:MAX_NAME]), reason)


def stated(text: str) -> str | None:
    """The text, or None where it is blank; blanks around it stay, since files differ in them."""
    return text if text.strip() else None


def printable(text: str) -> str:
    r"""The text with characters replaced that no file and no terminal should get.

    >>> printable("a\x07b")
    'a�b'
    """
    return _UNPRINTABLE.sub(lambda found: found.group() if found.group() in "\n\t" else "\ufffd", text)


def zone_order(deck_list: DeckList) -> tuple[str, ...]:
    """The zones in which to write a deck list: those that it names, then others of its lines."""
    return tuple(dict.fromkeys([*deck_list.zones, *(line.zone for line in deck_list.lines)]))


def lines_by_zone(deck_list: DeckList) -> dict[str, list[DeckLine]]:
    """The lines of each zone, in the order of the zones; empty zones too."""
    zones: dict[str, list[DeckLine]] = {zone: [] for zone in zone_order(deck_list)}
    for line in deck_list.lines:
        zones[line.zone].append(line)
    return zones


def counted(lines: list[DeckLine], holds: frozenset[str]) -> list[DeckLine]:
    """The lines as a format with counts writes them: equal ones merged, facts it lacks left out.

    More copies of one card than a reader takes in a line are spread over several.

    >>> counted([DeckLine(2, "Yoda (A)", set_code="AOTC"), DeckLine(1, "Yoda (A)")], frozenset())
    [DeckLine(quantity=3, name='Yoda (A)', zone='Deck', line=None, set_code=None, image_key=None,
    number=None, card_id=None, dice=None)]
    """
    lost: dict[str, Any] = dict.fromkeys(fact for fact in CARD_FACTS if fact not in holds)
    return spread_out(merged(line._replace(**lost) for line in lines))


def spread_out(lines: Iterable[DeckLine]) -> list[DeckLine]:
    """The lines with more copies than a reader takes in one spread over several."""
    spread: list[DeckLine] = []
    for whole in lines:
        rest, dice = whole.quantity, whole.dice
        while rest > MAX_QUANTITY or (dice or 0) > MAX_QUANTITY:
            taken_dice = None if dice is None else min(dice, MAX_QUANTITY)
            dice = None if dice is None else dice - (taken_dice or 0)
            later = -(-(dice or 0) // MAX_QUANTITY)  # lines that the other dice need
            taken = max(1, min(MAX_QUANTITY, rest - max(later, 1)))
            spread.append(whole._replace(quantity=taken, dice=taken_dice))
            rest -= taken
        spread.append(whole._replace(quantity=rest, dice=dice))
    return spread
