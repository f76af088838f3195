"""Deck lists as people type them: counts before or behind names, headings, sums, comments.

`typed_line` reads a line, `headings` what stands over and below cards. Card names begin and end
with numbers too (`8D8 (A)`, `100 Battle Droids`, `Order 66`), so:

- `4 Name`, `4x Name`, `x4 Name`, `(4) Name`, `[4x] Name`, `4<tab>Name`, `Name x4`, `Name (x4)` and
  `Name .... 4` have one reading, whatever follows;
- a count at both ends may be part of the name at one: `99 A x4`;
- a number with nothing but brackets after it is a name: `99 (A) x2` is two copies of `99 (A)`;
- `Name 4`, `Name: 4`, `Name - 4`, `Name (4)`, `4 - Name`, `4 ks Name`, `Four Name` and others have
  several readings, as `choices`: the names of cards decide, or nobody does;
- `4. Name` and `4) Name` are numbered lines where all such lines of a list rise by one from 1 to 3
  or more, or in each of its parts and have counts too; else the number is a count, unless the list
  has two, 1 and 2: then the names decide;
- a line without a count is one copy of a card, or the title of the deck: its names decide;
- what stands for a count but is none, like `-3` or `1.5`, is not read;
- `SB: ` before all that puts the card into the sideboard.

After a name may stand its set in square brackets, its number, or nothing: `[AOTC]`, `[AOTC #6]`,
`[]`; braces belong to the name. Lines that begin with `#`, `//`, `;` or `--` are comments, kept as
notes. What a writer crossed out (`~~4 Name~~`) is told and not counted.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise, product

from db.language import gettext as _
from db.patterns import pattern
from importers.decks import csv_deck, typed_line
from importers.decks.deck_format import (
    MAX_UNCOUNTED,
    MAX_ZONES,
    Confidence,
    DeckReader,
    DeckWriter,
    counted,
    has_line_break,
    line_problem,
    parse_quantity,
    printable,
    text_problem,
    unread,
)
from importers.decks.deck_list import MAIN_ZONE, TOTAL, DeckLine, DeckList, ListPart, UnreadLine
from importers.decks.headings import FRAME, ONE_CARD, is_nothing, is_of_one_type, may_be_counted, read_heading
from importers.decks.typed_columns import (
    ColumnSums,
    Rows,
    cells,
    column_of,
    count_of_each,
    entries,
    goes_on,
    labelled,
    with_own_counts,
    with_plain_numbers,
    with_whole_entries,
    without_columns,
)
from importers.decks.typed_line import UnmarkedRow, plain_entry, states_count, unmarked, with_plain_blanks
from importers.decks.zones import ZONE_SPELLINGS, lines_by_known_zone
from importers.errors import LimitError, UnwritableDeckError
from importers.heading_words import ANY_GAME, heading_form, meanings, words_for
from importers.text import kept_for_lines

NAME = "text"

_LONGEST_LINE = 500
_LONGEST_BARE_NAME = 80
_LOOKED_AT = 200
_DECK_NUMBER = pattern(r"[^\W\d_]+ ?#? ?[0-9]")
"""Who writes `Deck 10` and more may state its cards."""
_FEW_NUMBERS = 2
"""So few lines that begin with `1. ` and `2. ` may state counts as well as be numbered."""

_NONE = pattern(r"[\s*\u2022-]*[(\[]?0\s?[xX\u00d7]?[)\]]?\s+\S.*|.*\S\s+(?:[xX\u00d7]\s?0|\([xX]?0\))\s*")
_FEWEST_NONE = 3
"""So many lines that state no copy make a list of all cards of which a deck has some."""
_CHANGE = pattern(r"(?:^\W{0,2}|[\s/,;])([-+\u2013\u2212])\s?[0-9]+x?\s")

_PRINTING = pattern(r"(.*\S)\s+\[([^\[\]#]*)(?:#([^\[\]#]+))?\]")
_LIKE_A_COUNT = pattern(
    r"[0-9]+\s.*"  # 100 Battle Droids: too many copies to be taken for a count
    r"|[0-9]+[).:=*;|]\s*\D.*|[0-9]+,\s*[^\s0-9].*|[(\[]?[0-9]*[xX]?[0-9]+[)\]].*"  # 4) 4: 4, (4x)
    r"|[xX][0-9]+\s.*|[0-9]+[xX\u00d7*]?"  # x4 Name
    r"|.*[:=,;|]\s*[xX]?[0-9]+|.*\s[-\u2013\u2014]\s[xX]?[0-9]+"  # Name: 4, Name - 4
    r"|.*\((?:[xX]\s*)?[0-9]+\s*[xX]?\)|.*\s[0-9]+x"  # Name (4), Name 4x
    r"|[*\u2022\u00b7]\s*[0-9]+[xX\u00d7]?\s.*"  # * 4 Name
)
_NO_COUNT = pattern(
    r"([-+\u00b1\u2013\u2014\u2212]\s*\d[\d.,]*"
    r"|\d+\.\d+|\d+,\d{1,2}"  # with three digits after the comma it may be a name: 3,720 to 1
    r"|(?![0-9])\d+|nan|inf)[xX\u00d7]?\s+\S.*",
    re.IGNORECASE,
)
_SIDEBOARD = pattern(r"SB:\s*(\S.*)", re.IGNORECASE)
_BARE_X = pattern(r"[0-9]+\s+X\s.*")
_COMMENT = pattern(r"\s*(?:-?#|//|;|--(?=\s+\w)) ?(.*)")
_DASH_FOR_COUNT = pattern(
    r"\s*[-\u2013\u2014]\t\s*\D.*|(?!\W*[0-9]{1,2}\s?[xX\u00d7]?\s).*\S(?:\s+|:\s*)[-\u2013\u2014]\s*"
)
"""A dash where other lines have their count; it may say that there is no copy, or be a bullet."""
_COUNT_THERE = pattern(r"\s*[0-9]{1,2}\t\s*\D.*|.*\S(?:\s+|:\s*)[xX\u00d7]?[0-9]{1,2}\s*")
_DASHED = pattern(r"\s*[-\u2013][0-9]")
_CELLS = pattern(r"\s{2,}|\t")
_DIVIDER = pattern("`{3,}\\w*|[-=*_~+#|/:\u00af\u2010-\u2015\u2500-\u2501 \t]{3,}")
_NUMBERED = pattern(r"[\W_]*[0-9]{1,3}(?:[.)]|\.\))\s")
_SUM_ALONE = pattern(r"[\s=*(\[_]*([0-9]{2,3})[\s=*)\]_]*")
_DATE = pattern(
    r"(?:.{1,60}[,(:\u2013\u2014-]\s*)?(?:\w+,? )?"
    r"(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{4}/[0-9]{1,2}/[0-9]{1,2}"
    r"|[0-9]{1,2}[./-] ?[0-9]{1,2}[./-] ?(?:[0-9]{4}|[0-9]{2})"
    r"|(?:[0-9]{1,2}(?:\.|st|nd|rd|th)? )?[^\W\d_]{3,12}\.? (?:[0-9]{1,2}(?:st|nd|rd|th)?, )?"
    r"(?:19|20)[0-9]{2})(?:,? [0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?)?\)?",
    re.IGNORECASE,
)
_DAY_ALONE = pattern(
    r"[0-9][0-9./-]{5,9},?(?: [0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?)?"
    r"|(?![0-9])[^:]{1,60}\s[\u2014\u2013-]\s(?:[^:]{1,30}\s)?[0-9]{1,2}:[0-9]{2}(?:\s?[APap][Mm]|\s?Uhr)?"
)
"""A day, or who wrote and when, as chats show above a message."""
_PAGE = pattern(
    r"(?:([^\W\d_]+)\.?\s*)?(?:[-\u2013]\s*)?[0-9]{1,3}(\s*(?:/|[^\W\d_]{1,3})\s*[0-9]{1,3}|\s*[-\u2013])?"
)
_ADDRESS = pattern(
    r"(?:\w+: ?)?<?(?:https?://|www\.)\S+(?: [0-9]+/[0-9]+)?|(?:\w+: ?)?<?[\w.+-]+@[\w-]+\.[\w.-]+>?",
    re.IGNORECASE,
)
_LABELLED = pattern(r"([^:\d]{1,40}):\s*(.*)")
_PLACING = pattern(
    r"(?:.{1,60}[,(:-]\s*)?(?:[0-9]{1,3}(?:st|nd|rd|th)|top [0-9]{1,3})(?: place| overall)?\)?", re.IGNORECASE
)
_BY = pattern(r"(?:deck(?:list)? )?by [^\d:]{2,60}", re.IGNORECASE)
COUNT_OR_NAME = _("the number may be a count or part of the name; begin the line with the count: '4x '")
_SPECIAL = pattern(r"[^\w ]|_")
"""Characters that are written as HTML entities where a name would be read as something else."""
_MARKUP = ("<", "{", "}")

TITLE, ABOUT, HEADING, STRUCK, COMMENT, DIVIDER, CHANGE = (
    "title",
    _("about the deck"),
    "heading",
    _("crossed out"),
    "comment",
    "divider",
    _("a change"),
)
"""The kinds of lines that are no cards, beside `TOTAL`."""


def confidence(text: str, suffix: str) -> Confidence:
    """How sure it is that the text is a typed list: some line states a count, or it is all names.

    Names alone tell little, so they are taken for a deck only where the file is called `.txt` or
    has no suffix.
    """
    start = text.lstrip()[:1]
    is_json = start == "[" and text.lstrip()[1:_LONGEST_LINE].lstrip()[:1] in _MARKUP
    if not start or start in _MARKUP or is_json:
        return Confidence.NO
    lines = [line.strip() for line in text.split("\n", _LOOKED_AT)[:_LOOKED_AT]]
    cards = [line for line in lines if line and not _COMMENT.fullmatch(line)]
    if any(_may_state_count(line[:_LONGEST_LINE]) for line in cards):
        return Confidence.LINES
    are_names = (len(c) <= _LONGEST_BARE_NAME and not c.startswith(_MARKUP) and c != "[" for c in cards)
    return Confidence.NAMES if suffix in {"", ".txt"} and all(are_names) else Confidence.NO


def _may_state_count(line: str) -> bool:
    """Whether a line may state how many copies of a card it means."""
    row = unmarked(line)
    text = _without_sideboard_mark(row.text)
    if row.number is not None or states_count(text) or labelled(text):
        return True
    return any(map(str.isdigit, text)) and len(typed_line.readings(text)) > 1


def _states_count(text: str) -> bool:
    return states_count(_without_sideboard_mark(text))


def _without_sideboard_mark(line: str) -> str:
    found = _SIDEBOARD.fullmatch(line)
    return found.group(1) if found else line


def read(text: str, source: str) -> DeckList:
    """The deck list of a typed list; headings before any card and between cards name zones."""
    return _ListReader(text, source).deck_list()


class _ListReader:
    """Reads a typed list line by line."""

    def __init__(self, text: str, source: str) -> None:
        self._source = source
        self._written = text.split("\n")
        every = enumerate(with_plain_blanks(text).split("\n"), 1)
        self._rows = _uncommented(with_plain_numbers([(n, row) for n, row in every if row.strip()]))
        self._rows = with_own_counts(with_whole_entries(self._rows))
        if self._rows[1:] and (found := _SUM_ALONE.fullmatch(self._rows[-1][1])):
            self._rows[-1] = (self._rows[-1][0], f"= {found[1]}")
        self._numbered = _numbered(row for _, row in self._rows)
        self._heads = _table_heads(self._rows)
        self._rows, side_by_side, words = without_columns(self._rows)
        self._hanging = {
            n for (n, row), (_, below) in pairwise(self._rows) if below[0].isspace() > row[0].isspace()
        }
        self._zone = MAIN_ZONE
        self._name: str | None = None
        self._zones: dict[str, None] = {}
        self._lines: list[DeckLine] = []
        reason = _("the columns {words!r} may be decks or zones; put one below the other", words=words)
        self._left = [unread(n, row, reason) for n, row in side_by_side]
        self._notes: list[str] = []
        self._bare: set[int] = set()
        dashed = [n for n, row in self._rows if "-" in row or "\u2013" in row or "\u2014" in row]
        dashed = [n for n in dashed if _DASH_FOR_COUNT.fullmatch(self._written[n - 1])]
        is_doubtful = dashed and any(_COUNT_THERE.fullmatch(row) for _n, row in self._rows)
        self._dashed = frozenset(dashed if is_doubtful else ())
        self._choices: list[tuple[DeckLine, ...]] = []
        self._parts: list[ListPart] = []
        self._sums: ColumnSums | None = None
        self._column = 0
        none = {n: row for n, row in self._rows if "0" in row and _NONE.fullmatch(row)}
        if len(none) >= _FEWEST_NONE:
            self._rows = [(n, row) for n, row in self._rows if n not in none]
            for number, row in none.items():
                self._pass(number, row, ABOUT)

    def deck_list(self) -> DeckList:
        """The deck list, all of its lines read."""
        for number, row in self._rows:
            plain = _plain_line(row, self._zone, number)
            if plain is not None:
                self._column = 0 if self._sums is None else column_of(row)
                self._add(plain)
            elif self._sums is None and self._has_begun() and _is_card_alone(row, self._zone):
                self._card(unmarked(row), number, row)
            else:
                self._read(number, row)
        if self._sums is not None:
            self._left += self._sums.end()
        self._pass_changes()
        return DeckList(
            tuple(self._lines),
            NAME,
            name=self._name,
            zones=tuple(self._zones),
            unread=tuple(self._left),
            notes="\n".join(self._notes) if self._notes else None,
            bare=frozenset(self._bare),
            choices=tuple(self._choices),
            parts=tuple(self._parts),
        )

    def _pass_changes(self) -> None:
        """Takes cards that come and go below all others, `+1 Nexu` and `-1 Probe`, for changes."""
        last = max((line.line or 0 for line in self._lines if line.line not in self._bare), default=0)
        changes = [one for one in self._left if one.line > last and _CHANGE.match(one.text)]
        if last and len({sign for one in changes for sign in _CHANGE.findall(one.text)}) > 1:
            self._left = [one for one in self._left if one not in changes]
            for one in changes:
                self._pass(one.line, one.text, CHANGE)

    def _read(self, number: int, row: str) -> None:
        self._column = 0 if self._sums is None else column_of(row)
        if not row[0].isdigit() and self._is_passed(number, row):
            return
        if len(row) > _LONGEST_LINE or has_line_break(row):
            self._read_long(number, row)
            return
        marked = unmarked(row)
        text, before = marked.text, self._zone
        if not text or number in self._heads or _is_table_head(row):
            self._pass(number, row, DIVIDER)
        elif marked.struck:
            self._pass(number, row, STRUCK)
        elif (kind := self._about(row.strip(), text)) is not None:
            self._pass(number, row, kind)
        elif (found := _SIDEBOARD.fullmatch(text)) and not is_nothing(found[1]):
            self._card(marked, number, row)
        elif (label := labelled(text)) and self._is_heading(number, label[0], label[0]):
            self._cards(entries(label[1]), marked, number, row)
            if self._zone not in {before, MAIN_ZONE} and number not in self._hanging:
                self._zone = f"{self._zone}?"  # whether it goes on in lines below is not said
        elif not self._is_heading(number, row, text) and not self._is_inline(number, text):
            self._cards(self._cells(number, text), marked, number, row)

    def _read_long(self, number: int, row: str) -> None:
        """Reads a line that is no card by its length, or a sign in it: it may be a list."""
        parts = [] if has_line_break(row) else entries(row.strip())
        if len(parts) > 1:
            self._cards(parts, unmarked(""), number, row)
        else:
            self._add(read_card(row, self._zone, number))

    def _cards(self, parts: Iterable[str], marked: UnmarkedRow, number: int, row: str) -> None:
        for part in parts:
            self._card(marked._replace(text=part), number, row)

    def _cells(self, number: int, text: str) -> Iterator[str]:
        """Yields the entries of a line, once the headings between them have begun their columns."""
        kind, _tab, rest = text.partition("\t")
        heading = read_heading(kind, self._zone, known_only=True) if _states_count(rest.strip()) else None
        if heading and (not heading.begins or is_of_one_type(heading.zone)):  # Space, 4, Nexu
            text = rest.strip()
            if heading.zone != self._zone:
                self._is_heading(number, kind, kind)
        parts, listed = cells(text), entries(text)
        if not parts and len(listed) > 1 and all(read_heading(part, known_only=True) for part in listed):
            self._pass(number, text, ABOUT)  # 14 Space, 12 Ground
            return
        if any(map(goes_on, parts)) and self._sums is None:
            self._sums = ColumnSums()
        if self._sums is None or not parts:
            yield from listed
            return
        for self._column, part in enumerate(parts):
            if heading := goes_on(part):
                self._left += self._sums.begin(self._column, heading.number, number, part)
                self._pass(number, part, HEADING)
            else:
                yield part

    def _is_inline(self, number: int, text: str) -> bool:
        """Whether a line names the one card of its zone behind a label: `Battlefield: Echo Base`."""
        found = _LABELLED.fullmatch(text) if ":" in text else None
        heading = read_heading(found[1], known_only=True) if found and found[2] else None
        if found is None or heading is None or heading.zone not in ONE_CARD:
            return False
        if not states_count(found[2]):
            self._bare.add(number)
        self._add(read_card(found[2], heading.zone, number))
        return True

    def _is_passed(self, number: int, row: str) -> bool:
        """Whether a line is a comment or draws a line; it is noted."""
        if not _COMMENT.match(row):
            is_drawn = _DIVIDER.fullmatch(row) or csv_deck.TABLE_RULE.fullmatch(row)
            if is_drawn:
                self._pass(number, row, DIVIDER)
            return is_drawn is not None
        if _is_framed_heading(row):
            return False
        if has_line_break(row):
            reason = _("a comment with a sign at which editors begin a new line; divide it")
            self._left.append(unread(number, row, reason))
        elif (note := comment_of(row)) is not None:
            written = comment_of(self._written[number - 1])
            self._notes.append(note if written is None else written)
            self._pass(number, row, COMMENT)
        return True

    def _is_heading(self, number: int, row: str, text: str) -> bool:
        """Whether a line is a heading or a sum; it is noted, and may begin a zone."""
        counted = _states_count(text)
        if counted and not may_be_counted(text):
            return False
        if not counted and self._is_title(number, row, text):
            return True
        if count_of_each(text):
            reason = _("write the count before each of the cards below: '4x '")
            self._left.append(unread(number, row, reason))
            return True
        found = read_heading(text, self._zone, known_only=counted)
        if found is None or text_problem("zone", found.zone):
            return False
        cards = (card for one in (self._lines, *self._choices) for card in one)
        if found.zone == self._zone and is_of_one_type(self._zone) and found.zone in {c.zone for c in cards}:
            self._zone = MAIN_ZONE
            found = found._replace(zone=MAIN_ZONE)
        shown, stated = printable(row.strip()), found.number
        stated = None if _DECK_NUMBER.fullmatch(text) and found.zone == MAIN_ZONE and found.begins else stated
        if self._sums is not None and not found.total:
            self._left += self._sums.begin(self._column, stated, number, shown)
            stated = None
        kind = TOTAL if found.total else HEADING
        self._parts.append(ListPart(number, shown, kind, stated, found.zone))
        if found.begins:
            self._zone = found.zone
            self._zones[self._zone] = None
            if len(self._zones) > MAX_ZONES:
                found_zones = _("{count} zones", count=len(self._zones))
                raise LimitError(self._source, found_zones, str(MAX_ZONES), number)
        return True

    def _is_title(self, number: int, row: str, text: str) -> bool:
        """Whether a line before all cards says that it is the title: `Deck: Rebels`, `My deck:`."""
        if self._has_begun():
            return False
        found = _LABELLED.fullmatch(text.strip(FRAME))
        if found is None:
            return False
        label, words = found.groups()
        known = {means for _, means in meanings().get(heading_form(label), ())}
        counted = read_heading(f"Deck: {words}") if words else None
        if "title" not in known or (counted and counted.number) or not (words or "deck" not in known):
            return False
        self._name = self._name or (printable(words) if words else None)
        self._pass(number, row, TITLE)
        return True

    def _has_begun(self) -> bool:
        """Whether a card with a count was read."""
        return len(self._lines) > len(self._bare) or bool(self._left)

    def _about(self, *texts: str) -> str | None:
        """The kind of a line that says something of the deck: an address, a date, a person."""
        if any(map(_ADDRESS.fullmatch, texts)) or _DAY_ALONE.fullmatch(texts[0]) or _is_page(texts[0]):
            return ABOUT
        if any("note" in _labels(text) for text in texts) or _is_price(*texts):
            return ABOUT
        if self._has_begun() or any(map(_states_count, texts)):
            return None
        return ABOUT if any(map(_says_something, dict.fromkeys(texts))) else None

    def _card(self, row: UnmarkedRow, number: int, raw: str) -> None:
        """Keeps the card of a line, with all else that the line may be."""
        if number in self._dashed:
            reason = _("the dash may stand for no copy; begin the line with the count: '1x '")
            self._left.append(unread(number, raw, reason))
            return
        lines = _readings(row, self._zone, number, numbered=self._numbered)
        if len(lines) > 1:
            self._choices.append(tuple([line for _, line in lines]))
        card = _decided(row, lines, raw, number)
        self._add(card)
        if isinstance(card, DeckLine) and not lines[0][0]:
            self._bare.add(number)
            if len(self._bare) > MAX_UNCOUNTED:
                found = _("{count:,} lines without a count", count=len(self._bare))
                raise LimitError(self._source, found, f"{MAX_UNCOUNTED:,}", number)

    def _add(self, card: DeckLine | UnreadLine) -> None:
        if isinstance(card, UnreadLine):
            self._left.append(card)
        else:
            self._zones[card.zone] = None
            self._lines.append(card)
            if self._sums is not None:
                self._sums.add(self._column, card.quantity)

    def _pass(self, number: int, row: str, kind: str) -> None:
        text = printable(row.strip())[:_LONGEST_BARE_NAME]
        self._parts.append(ListPart(number, text, kind, zone=self._zone))


@kept_for_lines
def _plain_line(row: str, zone: str, number: int) -> DeckLine | None:
    entry = plain_entry(row)
    return None if entry is None else DeckLine(*entry, zone, number)


@kept_for_lines
def _is_card_alone(row: str, zone: str) -> bool:
    """Whether a line in a zone, behind a card with a count, is one more card whatever the list is."""
    marked = unmarked(row)
    text = marked.text
    if text != row or marked.struck or not row[0].isdigit() or ":" in row or has_line_break(row):
        return False
    if len(row) > _LONGEST_LINE or _ADDRESS.fullmatch(row) or _SIDEBOARD.fullmatch(row) or labelled(row):
        return False
    heading = read_heading(row, zone, known_only=True) if may_be_counted(row) else None
    return states_count(row) and heading is None and entries(row) == [row] and not cells(row)


def _is_page(text: str) -> bool:
    """Whether a line is the number of a page: `Page 1 of 2`, `1/2`, `- 1 -`.

    >>> [_is_page(one) for one in ("Seite 1 von 2", "1/2", "- 1 -", "Order 66", "1")]
    [True, True, True, False, False]
    """
    found = _PAGE.fullmatch(text) if len(text) <= _LONGEST_BARE_NAME else None
    if found is None or found[1]:
        return found is not None and heading_form(found[1]) in words_for("page")
    return found[2] is not None and ("/" in found[2] or text[0] == found[2][-1])


def _labels(text: str) -> set[str]:
    """The meanings of the label before the words of a line."""
    found = _LABELLED.fullmatch(text) if ":" in text else None
    label = heading_form(found[1]) if found and found[2] else ""
    return {means for _, means in meanings().get(label, ())} if label else set()


def _is_price(row: str, text: str) -> bool:
    """Whether a line without its marks and prices is a word for a sum alone: `Total: 12,50 €`."""
    word = heading_form(text.rstrip(":"))
    return (ANY_GAME, "total") in meanings().get(word, ()) and any(map(str.isdigit, row))


def _says_something(text: str) -> bool:
    """Whether a line is a date, a person, a placing, or labelled as something of that kind."""
    known = _labels(text)
    if known & {"author", "date", "about"} or known == {"club"}:
        return True
    forms = (_DATE, _BY, _PLACING) if any(map(str.isdigit, text)) else (_BY,)
    return any(form.fullmatch(text) for form in forms)


def _numbered(rows: Iterator[str]) -> bool | None:
    """Whether numbers like `4. ` number the lines; None where nothing tells them from counts."""
    seen = (row.strip()[:_LONGEST_LINE] for row in rows if _NUMBERED.match(row))
    found = [row for one in seen if (row := unmarked(one)).number and not _DATE.fullmatch(one)]
    numbers = [int(row.number or 0) for row in found]
    if any(number not in {1, before + 1} for before, number in pairwise([0, *numbers])):
        return False
    starts = [place for place, number in enumerate(numbers) if number == 1]
    if len(starts) > 1:  # again from 1 on in each part: numbers where counts stand behind them too
        return all(reading.digits for row in found for reading in typed_line.readings(row.text)[-1:])
    return None if 0 < len(numbers) <= _FEW_NUMBERS else True


def comment_of(row: str) -> str | None:
    """The words of a line that is a comment, None for any other line.

    >>> comment_of("# fast"), comment_of("4 Nexu")
    ('fast', None)
    """
    found = None if has_line_break(row) or _is_framed_heading(row) else _COMMENT.fullmatch(row)
    return found and printable(found.group(1))


def _uncommented(rows: Rows) -> Rows:
    """The rows of a list of which all cards stand in comments, or behind a dash, without these marks."""
    notes = {n: note for n, row in rows if (note := comment_of(row)) is not None}
    for texts in (notes, {n: row.lstrip()[1:] for n, row in rows if _DASHED.match(row)}):
        others = (row[:_LONGEST_LINE] for n, row in rows if n not in texts)
        if 2 * sum(map(states_count, texts.values())) > len(rows) and not any(map(_may_state_count, others)):
            return [(n, texts.get(n, row)) for n, row in rows if texts.get(n, row)]
    return rows


def _table_heads(rows: Rows) -> set[int]:
    """The numbers of the rows of words above the line below the head of a Markdown table."""
    return {
        n
        for (n, row), (_, below) in pairwise(rows)
        if "|" in row and "|" in below and csv_deck.TABLE_RULE.fullmatch(below)
        if not any(map(str.isdigit, row))
    }


def _is_table_head(row: str) -> bool:
    """Whether a row of a table names its columns."""
    plain = row.strip()
    if plain.startswith("|") and plain.endswith("|"):
        return csv_deck.has_header("\t".join(cell.strip() for cell in plain[1:-1].split("|")))
    cells_ = _CELLS.split(plain)
    return bool(cells_[1:]) and not any(map(str.isdigit, plain)) and csv_deck.has_header("\t".join(cells_))


def _is_framed_heading(row: str) -> bool:
    """Whether a line that begins like a comment is a heading in a frame: `## Space`, `-- Space --`.

    One `#` makes a comment, whatever follows.
    """
    plain = row.strip()
    if len(plain) > _LONGEST_BARE_NAME or not plain.startswith(("##", "--")):
        return False
    text = plain.strip(FRAME)
    return bool(text) and not text.endswith(":") and read_heading(text) is not None


@kept_for_lines
def find_zone(row: str, current: str) -> str | None:
    """The zone that a line of a typed list begins, or None where it is no heading."""
    if plain_entry(row) or not row.strip() or len(row) > _LONGEST_LINE or has_line_break(row):
        return None
    if _COMMENT.match(row) and not _is_framed_heading(row):
        return None
    text = unmarked(row).text
    counted = _states_count(text)
    if (counted and not may_be_counted(text)) or _DIVIDER.fullmatch(row):
        return None
    label = _LABELLED.fullmatch(text.strip(FRAME))
    known = {means for _, means in meanings().get(heading_form(label[1]), ())} if label else set()
    found = (
        None if "title" in known and "deck" not in known else read_heading(text, current, known_only=counted)
    )
    return None if found is None or found.total or text_problem("zone", found.zone) else found.zone


def read_card(row: str, zone: str = MAIN_ZONE, number: int = 1) -> DeckLine | UnreadLine:
    """The card of one line by itself, or why it is not read.

    >>> read_card("4x Yoda (A) [AOTC #35]")
    DeckLine(quantity=4, name='Yoda (A)', zone='Deck', line=1, set_code='AOTC', image_key=None,
    number='35', card_id=None, dice=None)
    >>> read_card("8D8 (A)").name, read_card("501st Legion (E) x2").quantity
    ('8D8 (A)', 2)
    >>> read_card("725 to 1").reason
    "the number may be a count or part of the name; begin the line with the count: '4x '"
    """
    text = row.strip()
    if len(text) > _LONGEST_LINE:
        return unread(number, text, _("a line of {count:,} characters is no card", count=len(text)))
    marked = unmarked(text)
    return _decided(marked, _readings(marked, zone, number, numbered=None), text, number)


@lru_cache(maxsize=4096)
def _readings(
    row: UnmarkedRow, zone: str, number: int, *, numbered: bool | None
) -> tuple[tuple[bool, DeckLine], ...]:
    """All that a line may mean, each with whether a count is stated.

    `numbered` says whether the lines of the list are numbered, None where nobody knows.
    """
    plain = _without_sideboard_mark(row.text)
    zone = zone if plain == row.text else ZONE_SPELLINGS["sb"]
    found = typed_line.readings(plain)
    if row.number and not numbered and found[0].digits is None:
        counted = typed_line.LineReading(row.number, found[0].name)
        known = row.number == "1" or numbered is False
        found = (counted,) if known else (found[0], counted)
    lines: list[tuple[bool, DeckLine]] = []
    places = [(count, text, zone) for count, text in found]
    for count, text in found if ":" in plain else ():
        places += _behind_label(count, text, zone)
    for count, text, zone in places:
        name, set_code, card_number = _split_printing(text.replace("\t", " | "))
        quantity = 1 if count is None else parse_quantity(count)
        line = DeckLine(quantity, name, zone, number, set_code or None, number=card_number or None)
        if count is None and len(found) > 1 and set_code.isdecimal():
            continue  # Name [4]
        if not lines or line_problem(line) is None:
            lines.append((count is not None, line))
    return tuple(lines)


def _behind_label(count: str | None, text: str, zone: str) -> Iterator[tuple[str | None, str, str]]:
    """Yields what a line may mean behind the heading that it begins with: `Plot: Fortify`."""
    label = _LABELLED.fullmatch(text)
    heading = read_heading(f"{label[1]}:", zone, known_only=True) if label and label[2] else None
    if label and heading:
        for digits, name in typed_line.readings(label[2]) if count is None else ((count, label[2]),):
            yield digits, name, heading.zone


@lru_cache(maxsize=4096)
def _decided(
    row: UnmarkedRow, lines: tuple[tuple[bool, DeckLine], ...], raw: str, number: int
) -> DeckLine | UnreadLine:
    """The card of a line whose form decides what it is, else why it is not read."""
    plain = _without_sideboard_mark(row.text)
    stated, card = lines[0]
    if not stated and (problem := _no_count(plain)):
        return unread(number, raw, problem)
    if len(lines) > 1 and row.number:
        reason = _("the number may be a count or that of the line; begin with the count: '4x '")
        return unread(number, raw, reason)
    if _LIKE_A_COUNT.fullmatch(plain) and typed_line.readings(plain)[0].digits is None:
        return unread(number, raw, COUNT_OR_NAME)
    problem = line_problem(card)
    return unread(number, raw, problem) if problem else card


def _no_count(text: str) -> str | None:
    """Why what the line begins with is neither a count nor part of a name."""
    if found := _NO_COUNT.fullmatch(text):
        return _("the count is {found!r}, expected a whole number", found=found.group(1)[:40])
    if _BARE_X.fullmatch(text):
        return _("the X may mark a count or begin the name; begin the line with the count: '4x '")
    return None


def _split_printing(text: str) -> tuple[str, str, str]:
    found = _PRINTING.fullmatch(text)
    if found is None:
        return text, "", ""
    name, set_code, number = found.groups()
    return name, set_code.strip(), (number or "").strip()


def write(deck_list: DeckList) -> str:
    """The deck list as one would type it: comments, then `4 Name [SET]` lines zone by zone."""
    notes = deck_list.notes
    rows = [] if notes is None else [f"# {printable(note)}" for note in notes.split("\n")]
    for zone, lines in lines_by_known_zone(deck_list).items():
        if rows or zone != MAIN_ZONE or not lines:
            rows.append(heading_row(zone))
        rows.extend(card_row(line) for line in counted(lines, WRITER.holds))
    return "".join(f"{row}\n" for row in rows)


def heading_row(zone: str) -> str:
    """The line of a typed list that begins a zone; raises `UnwritableDeckError`."""
    for row in (f"{zone}:", f"[{zone}]"):
        if not row.startswith(("#", "//", ";", *_MARKUP)) and find_zone(row, "") == zone:
            return row
    raise UnwritableDeckError(NAME, _("the zone {zone!r}", zone=zone), _("Rename the zone."))


def card_row(line: DeckLine) -> str:
    """The line of a typed list for the copies of a card."""
    printing = printing_tail(line)
    name = line.name.strip()
    counts = (f"{line.quantity} ", f"{line.quantity}x ")
    for written in (name, _SPECIAL.sub(lambda found: f"&#{ord(found.group())};", name)):
        for count, tail in product(counts, {printing: None, printing or " []": None}):
            row = f"{count}{written}{tail}"
            if [_fields(card) for card in read(row, NAME).lines] == [_fields(line)]:
                return row
    found = _(
        "{name!r} with set {set_code!r} and number {number!r}",
        name=line.name,
        set_code=line.set_code,
        number=line.number,
    )
    raise UnwritableDeckError(NAME, found, _("Choose the format json."))


def printing_tail(line: DeckLine) -> str:
    """The text behind a name for its set and number, like ` [AOTC #35]`; empty without any."""
    number = f" #{line.number}" if line.number else ""
    return f" [{line.set_code or ''}{number}]" if line.set_code or number else ""


def _fields(line: DeckLine) -> tuple[int, str, str | None, str | None]:
    return line.quantity, line.name.strip(), line.set_code, line.number


READER = DeckReader(NAME, (".txt",), confidence, read)
WRITER = DeckWriter(NAME, (".txt",), frozenset({"set_code", "number", "notes", _("empty zones")}), write)
