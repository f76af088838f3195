"""Several decks in one typed list, `file.txt#title`: told by what stands at their heads.

A deck begins with a stated title (`Deck: Rebels`, `Deck 2`), where the list has two or more; with a
side, where the list has cards under each of two; or with a line without a count below a stated sum
that is that of all cards since the last beginning; or with a line of words alone, below a blank
line, where each such part has as many cards as the largest deck must have; or where most of its
lines stand once more below a gap, as before and after a change. Nothing else divides a list.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from db.paths import is_file
from db.patterns import pattern
from importers.decks.deck_format import printable
from importers.decks.headings import FRAME, read_heading
from importers.decks.plain_text import comment_of
from importers.decks.typed_columns import entries
from importers.decks.typed_line import begins_known, readings, states_count, unmarked, with_plain_blanks
from importers.heading_words import heading_form, meanings
from importers.text import kept_for_lines

MARK = "#"
_LONGEST = 80
_LONGEST_LINE = 500
_TITLE = pattern(r"([^\W\d_][^:#\d]{0,30}?)\s*(?:#?\s*([0-9]{1,2}))?\s*(?:[:\u2013\u2014-]\s*(\S.*))?:?")
_FIRST_WORD = pattern(r"[\W\d_]*([^\W\d_]+)")
_WORDS = pattern(r"[^\d()\[\]]{3,80}")
_UNDERLINE = "\u00af"
_FULL = 60
"""So many cards are a deck in every game, and no part of one under a heading of the writer's own."""
_MOST_LINES = 1_000
_SAME = 6
"""So many lines that stand twice are no slip of the pen."""
_COUNT = pattern(r"\s*\(?[0-9]{1,3}\)?$")


class DeckPart(NamedTuple):
    """A deck of several: its title, its first line, and the line behind its last, from 0 on.

    `headed` is the line that is certainly the title, and no card.
    """

    title: str
    start: int
    end: int
    headed: int | None

    def rows(self, rows: Sequence[bytes]) -> list[bytes]:
        """The lines of the deck in their places, without those before it and its title."""
        return [
            row if self.start <= place != self.headed else b"" for place, row in enumerate(rows[: self.end])
        ]


class _Row(NamedTuple):
    place: int
    text: str
    cards: int
    total: int | None
    label: str | None
    side: str | None


def parts_of(text: str) -> list[DeckPart]:
    r"""The decks of a typed list, in its order; none where it is one deck.

    >>> [part.title for part in parts_of("Deck: A\n4 Nexu\nDeck: B\n4 Yoda (A)\n")]
    ['A', 'B']
    """
    rows = with_plain_blanks(text).split("\n")
    if not _may_be_several(rows):
        return []
    known = [_row(row, place) for place, row in enumerate(rows) if row.strip()]
    for starts in (
        _titled(known),
        _by_side(known),
        _below_sums(known),
        _below_blanks(known, rows),
        _repeated(known),
    ):
        if len(starts) > 1:
            return list(_parts(starts, known, len(rows)))
    return []


def _may_be_several(rows: Sequence[str]) -> bool:
    """Whether a look at the lines that begin with words of headings leaves that open."""
    heads = [_row(row, place) for place, row in enumerate(rows) if row and _may_be_heading(row)]
    sums = [row.place for row in heads if row.total is not None]
    below = any(row.strip() for row in rows[sums[0] + 1 :]) if sums else False
    titles, sides = [row for row in heads if row.label], {row.side for row in heads if row.side}
    plain = [row.strip("> ") for row in rows if row]
    may_repeat = len(plain) - len(set(plain)) >= _SAME
    return below or len(titles) > 1 or len(sides) > 1 or may_repeat or any(_words_below_blanks(rows))


def _words_below_blanks(rows: Sequence[str]) -> Iterator[str]:
    """Yields the lines of words alone that stand below a blank line, but for known headings."""
    for above, row in pairwise(rows):
        if row and not above.strip() and _WORDS.fullmatch(row) and not _may_be_heading(row):
            yield row


@kept_for_lines
def _may_be_heading(row: str) -> bool:
    found = _FIRST_WORD.match(row)
    return found is None or begins_known(heading_form(found[1]), row[found.start(1) :])


def part_named(text: str, title: str) -> DeckPart | None:
    """The deck of that title, or of that number from 1 on."""
    parts = parts_of(text)
    wanted = heading_form(title)
    found = [part for part in parts if heading_form(part.title) == wanted]
    if not found and title.isdecimal() and 0 < int(title) <= len(parts):
        return parts[int(title) - 1]
    return found[0] if found else None


def split_name(path: str) -> tuple[str, str] | None:
    """The file and the title of a name like `decks.txt#Rebels`; None for other names."""
    file, mark, title = path.rpartition(MARK)
    return (file, title) if mark and title and is_file(file) else None


@kept_for_lines
def _row(row: str, place: int) -> _Row:
    is_comment = comment_of(row) is not None
    is_framed = row.lstrip().startswith("##")
    text = "" if is_comment and not is_framed else unmarked(row).text.strip(FRAME)
    cards = 0
    if text and not is_comment and not text[_LONGEST_LINE:]:
        cards = sum(int(readings(one)[0].digits or 0) for one in entries(text) if states_count(one))
    heading = read_heading(text, known_only=True) if text else None
    total = heading.number if heading and heading.total else None
    return _Row(place, text, 0 if heading else cards, total, None if cards else _title(text), _side(text))


def _title(text: str) -> str | None:
    """The title that a line states, or that of a numbered deck."""
    found = _TITLE.fullmatch(text) if 0 < len(text) <= _LONGEST else None
    if found is None:
        return None
    word, number, words = found.groups()
    known = {means for _, means in meanings().get(heading_form(word), ())}
    if not known & {"title", "deck"} or not (number or words):
        return None
    heading = read_heading(text)
    if heading and heading.number and not (number and int(number) < _FEWEST):
        return None
    return words if words and not words[:1].isdigit() else f"{word} {number}" if number else None


_FEWEST = 10
"""Who writes `Deck 10` and more may state its cards."""


def _side(text: str) -> str | None:
    """The side that a heading names."""
    form = heading_form(_COUNT.sub("", text.removesuffix(":")))
    known = (means for _, means in meanings().get(form, ()) if means.startswith("side "))
    return next((side for side in known if side != "side Neutral"), None)


def _titled(rows: Sequence[_Row]) -> list[tuple[int, str]]:
    """The places of stated titles with cards below each, and their words."""
    found: list[tuple[int, str]] = []
    since = 1
    for row in rows:
        if row.label is not None and since:
            found.append((row.place, row.label))
            since = 0
        since += row.cards
    return found if since else found[:-1]


def _by_side(rows: Sequence[_Row]) -> list[tuple[int, str]]:
    """The places of the headings of two sides, where these are all that there are."""
    found = [(row.place, _COUNT.sub("", row.text.removesuffix(":"))) for row in rows if row.side]
    sides = {row.side for row in rows if row.side}
    match found:
        case [(one, _), (two, _)] if len(sides) == len(found) and not _cards(rows, 0, one):
            return found if _cards(rows, one, two) and _cards(rows, two) else []
    return []


def _below_sums(rows: Sequence[_Row]) -> list[tuple[int, str]]:
    """The places of lines without a count that follow a right sum, and of the first line."""
    found = [(rows[0].place, rows[0].text)] if rows and not rows[0].cards else []
    cards, ended = 0, False
    for row in rows if found else ():
        if ended and row.text and not row.cards and row.total is None:
            if read_heading(row.text, known_only=True) is None:
                found.append((row.place, row.text))
                cards = 0
            ended = False
        elif row.cards:
            ended = False
        if row.total is not None:
            ended = row.total > 0 and row.total == cards
        cards += row.cards
    if len(found) > 1 and not _cards(rows, found[-1][0]):
        return found[:-1]
    return found


def _below_blanks(rows: Sequence[_Row], lines: Sequence[str]) -> list[tuple[int, str]]:
    """The places of lines of words alone below blank lines, where each begins a full deck.

    Underlined ones are headings of zones.
    """
    places = {row.place for row in rows}
    found = [
        (row.place, row.text)
        for row in rows
        if (row.place - 1 not in places or row is rows[0]) and _WORDS.fullmatch(row.text)
        if row.side is not None or read_heading(row.text) is None
        if not "".join(lines[row.place + 1 : row.place + 2]).startswith(_UNDERLINE)
    ]
    if not found or found[0][0] != rows[0].place:
        return []
    ends = (*(place for place, _ in found[1:]), None)
    full = all(_cards(rows, place, end) >= _FULL for (place, _), end in zip(found, ends, strict=True))
    return found if full else []


def _repeated(rows: Sequence[_Row]) -> list[tuple[int, str]]:
    """The places where a list begins, and begins once more with most of its lines, and their titles."""
    cards = [number for number, row in enumerate(rows) if row.cards]
    starts = [0, *_repeats(rows, cards)] if len(cards) < _MOST_LINES else []
    heads = ((rows[one].place, rows[one]) for one in starts)
    return [
        (place, "" if row.cards or read_heading(row.text, known_only=True) else row.text.removesuffix(":"))
        for place, row in heads
    ]


def _repeats(rows: Sequence[_Row], cards: Sequence[int]) -> Iterator[int]:
    """Yields the numbers of the rows from which on most of these cards stand once more."""
    most, end = _SAME - 1, 0
    for number, (above, below) in enumerate(pairwise(cards), 1):
        if rows[below].place - rows[above].place > 1 or len(cards) % number == 0:
            first, again = ({rows[one].text for one in part} for part in (cards[:number], cards[number:]))
            same = len(first & again)
            if same > most and 2 * same > max(len(first), len(again)):
                most, end = same, number
    if end:
        yield from _repeats(rows, cards[:end])
        yield cards[end - 1] + 1
        yield from _repeats(rows, cards[end:])


def _cards(rows: Sequence[_Row], start: int, end: int | None = None) -> int:
    last = None if end is None else _number_of(end, rows)
    return sum(row.cards for row in rows[_number_of(start, rows) : last])


def _number_of(place: int, rows: Sequence[_Row]) -> int:
    """The number of the first row that stands at a place or below it."""
    return bisect_left(rows, place, key=lambda row: row.place)


def _parts(starts: Sequence[tuple[int, str]], rows: Sequence[_Row], end: int) -> Iterator[DeckPart]:
    """Yields the decks that begin so; cards above the first title are a deck of their own."""
    places = [place for place, _ in starts]
    if _cards(rows, 0, places[0]):
        starts = [(0, "1"), *starts]
    used: dict[str, int] = {}
    for number, (place, words) in enumerate(starts):
        title = printable(words.strip(FRAME)) or str(number + 1)
        used[title] = used.get(title, 0) + 1
        title = title if used[title] == 1 else f"{title} {used[title]}"
        last = starts[number + 1][0] if number + 1 < len(starts) else end
        first = rows[_number_of(place, rows)]
        is_certain = number > 0 or first.label is not None or first.side is not None
        headed = place if words and place in places and is_certain else None
        yield DeckPart(title, place if number else 0, last, headed)
