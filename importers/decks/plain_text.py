"""Deck lists as people type them: `4 Name`, `4x Name`, `Name x4`, zone headings, comments.

Card names begin and end with numbers too (`8D8 (A)`, `100 Battle Droids`, `Order 66`), so:

- a number of one or two digits and a blank at the start of a line is a count, whatever follows;
  with an `x` or a tab after it a longer one is a count too;
- ` x4` at the end is a count, where there is none at the start;
- a number with nothing but brackets after it is a name: `99 (A) x2` is two copies of `99 (A)`;
- a line without a count is one copy of a card, but where it might hold a count it is not read, and
  says how to write it: `100 Battle Droids` is `1 100 Battle Droids` or `100x Battle Droids`;
- what stands for a count but is none, like `-3` or `1.5`, is not read;
- `SB: ` before all that puts the card into the sideboard.

After a name may stand its set in square brackets, its number, or nothing: `[AOTC]`, `[AOTC #6]`,
`[]`; braces belong to the name. Lines that begin with `#` or `//` are comments, kept as notes.
"""

import re
from collections.abc import Iterator

from importers.decks.deck_format import (
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
from importers.decks.deck_list import MAIN_ZONE, DeckLine, DeckList, UnreadLine
from importers.decks.zones import ZONE_SPELLINGS, find_heading, lines_by_known_zone
from importers.errors import LimitError, UnwritableDeckError

NAME = "text"

_LONGEST_LINE = 500
_LONGEST_BARE_NAME = 80
_LOOKED_AT = 200

_COUNT_TAB = re.compile(r"([0-9]+)\t(.*)")
_COUNT_MARKED = re.compile(r"([0-9]+)(?:[xX\u00d7]\s+|\s+[x\u00d7]\s+|x(?=[A-Z]))(\S.*)")
_COUNT_BARE = re.compile(r"([0-9]{1,2})\s+(\S.*)")
_COUNT_HUGE = re.compile(r"([0-9]{5,})\s+(\S.*)")
"""More copies than any line may have; no name begins with such a number."""
_COUNT_LAST = re.compile(r"(.*\S)(?:\s+|(?<=\)))[xX\u00d7]\s*([0-9]+)")
_NUMBER_NAME = re.compile(r"[0-9]+(?:\s*\([^()]*\))+(?:\s*\[[^\[\]]*\])?")
_PRINTING = re.compile(r"(.*\S)\s+\[([^\[\]#]*)(?:#([^\[\]#]+))?\]")
_LIKE_A_COUNT = re.compile(
    r"[0-9]+\s.*"  # 100 Battle Droids: too many copies to be taken for a count
    r"|[0-9]+[).:=*;|]\s*\D.*|[0-9]+,\s*[^\s0-9].*|[(\[]?[0-9]*[xX]?[0-9]+[)\]].*"  # 4) 4: 4, (4x)
    r"|[xX][0-9]+\s.*|[0-9]+[xX\u00d7*]?"  # x4 Name
    r"|.*[:=,;|]\s*[xX]?[0-9]+|.*\s[-\u2013\u2014]\s[xX]?[0-9]+"  # Name: 4, Name - 4
    r"|.*\((?:[xX]\s*)?[0-9]+\s*[xX]?\)|.*\s[0-9]+x"  # Name (4), Name 4x
    r"|[*\u2022\u00b7]\s*[0-9]+[xX\u00d7]?\s.*"  # * 4 Name
)
_NO_COUNT = re.compile(
    r"([-+\u00b1\u2013\u2014\u2212]\s*\d[\d.,]*"
    r"|\d+\.\d+|\d+,\d{1,2}"  # with three digits after the comma it may be a name: 3,720 to 1
    r"|(?![0-9])\d+|nan|inf)[xX\u00d7]?\s+\S.*",
    re.IGNORECASE,
)
_SIDEBOARD = re.compile(r"SB:\s*(\S.*)", re.IGNORECASE)
_BARE_X = re.compile(r"[0-9]+\s+X\s.*")
_COMMENT = re.compile(r"\s*(?:#|//) ?(.*)")
_MARKUP = ("<", "{", "}")


def confidence(text: str, suffix: str) -> Confidence:
    """How sure it is that the text is a typed list: some line states a count, or it is all names.

    Names alone tell little, so they are taken for a deck only where the file is called `.txt` or
    has no suffix.
    """
    start = text.lstrip()[:1]
    if not start or start in _MARKUP:
        return Confidence.NO
    lines = [line.strip() for line in text.split("\n", _LOOKED_AT)[:_LOOKED_AT]]
    cards = [line for line in lines if line and not _COMMENT.fullmatch(line)]
    if any(states_count(line) for line in cards):
        return Confidence.LINES
    is_all_names = suffix in {"", ".txt"} and all(_is_like_a_name(line) for line in cards)
    return Confidence.NAMES if is_all_names else Confidence.NO


def states_count(line: str) -> bool:
    """Whether a line states how many copies of a card it means."""
    begin = _without_sideboard_mark(line[:_LONGEST_LINE])
    first = (_COUNT_TAB, _COUNT_MARKED, _COUNT_BARE, _COUNT_HUGE, _COUNT_LAST)
    return any(pattern.fullmatch(begin) for pattern in first)


def _without_sideboard_mark(line: str) -> str:
    found = _SIDEBOARD.fullmatch(line)
    return found.group(1) if found else line


def _is_like_a_name(line: str) -> bool:
    return len(line) <= _LONGEST_BARE_NAME and not line.startswith(_MARKUP) and line != "["


def read(text: str, source: str) -> DeckList:
    """The deck list of a typed list; headings before any card and between cards name zones."""
    zone = MAIN_ZONE
    zones: dict[str, None] = {}
    lines: list[DeckLine] = []
    left: list[UnreadLine] = []
    notes: list[str] = []
    bare: set[int] = set()
    for number, row in _rows(text):
        if _COMMENT.match(row) and has_line_break(row):
            reason = "a comment with a sign at which editors begin a new line; divide it"
            left.append(unread(number, row, reason))
            continue
        if (note := comment_of(row)) is not None:
            notes.append(note)
            continue
        heading = _find_zone(row, zone)
        if heading is not None:
            zone = heading
            zones[zone] = None
            if len(zones) > MAX_ZONES:
                raise LimitError(source, f"{len(zones)} zones", str(MAX_ZONES), number)
            continue
        card = read_card(row, zone, number)
        if isinstance(card, DeckLine):
            zones[card.zone] = None
            lines.append(card)
            if card.quantity == 1 and not states_count(row.strip()):
                bare.add(number)
        else:
            left.append(card)
    kept = "\n".join(notes) if notes else None
    return DeckList(
        tuple(lines), NAME, zones=tuple(zones), unread=tuple(left), notes=kept,
        bare=frozenset(bare),
    )  # fmt: skip


def comment_of(row: str) -> str | None:
    """The words of a line that is a comment, None for any other line.

    >>> comment_of("# fast"), comment_of("4 Nexu")
    ('fast', None)
    """
    found = None if has_line_break(row) else _COMMENT.fullmatch(row)
    return found and printable(found.group(1))


def find_zone(row: str, current: str) -> str | None:
    """The zone that a line of a typed list begins, or None where it is no heading."""
    return None if not row.strip() or _COMMENT.match(row) else _find_zone(row, current)


def _find_zone(row: str, current: str) -> str | None:
    if len(row) > _LONGEST_LINE or has_line_break(row) or states_count(row.strip()):
        return None
    heading = find_heading(row, current)
    return None if heading is None or text_problem("zone", heading) else heading


def _rows(text: str) -> Iterator[tuple[int, str]]:
    return ((n, row) for n, row in enumerate(text.split("\n"), 1) if row and not row.isspace())


def read_card(row: str, zone: str = MAIN_ZONE, number: int = 1) -> DeckLine | UnreadLine:
    """The card of one line, or why it is not read.

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
        return unread(number, text, f"a line of {len(text):,} characters is no card")
    plain = _without_sideboard_mark(text)
    found = _split_count(plain)
    if isinstance(found, str):
        return unread(number, text, found)
    digits, rest = found
    if plain != text:
        zone = ZONE_SPELLINGS["sb"]
    name, set_code, card_number = _split_printing(rest)
    card = DeckLine(
        parse_quantity(digits), name, zone, number, set_code or None, number=card_number or None
    )
    problem = line_problem(card)
    return unread(number, text, problem) if problem else card


def _split_count(text: str) -> tuple[str, str] | str:
    """The digits of the count and the rest; or what makes the line ambiguous."""
    for pattern in (_COUNT_TAB, _COUNT_MARKED, _COUNT_HUGE):
        if found := pattern.fullmatch(text):
            return found.group(1), found.group(2).strip()
    if problem := _no_count(text):
        return problem
    last = _COUNT_LAST.fullmatch(text)
    if (found := _COUNT_BARE.fullmatch(text)) and not _is_number_name(last[1] if last else text):
        return found.group(1), found.group(2)
    if last:
        return last.group(2), last.group(1)
    if _LIKE_A_COUNT.fullmatch(text):
        return "the number may be a count or part of the name; begin the line with the count: '4x '"
    return "1", text


def _is_number_name(text: str) -> bool:
    """Whether a number has nothing but groups in brackets after it, like `99 (A) [WAE]`."""
    return _NUMBER_NAME.fullmatch(text) is not None


def _no_count(text: str) -> str | None:
    """Why what the line begins with is neither a count nor part of a name."""
    if found := _NO_COUNT.fullmatch(text):
        return f"the count is {found.group(1)[:40]!r}, expected a whole number"
    if _BARE_X.fullmatch(text):
        return "the X may mark a count or begin the name; begin the line with the count: '4x '"
    return None


def _split_printing(text: str) -> tuple[str, str, str]:
    found = _PRINTING.fullmatch(text)
    if found is None:
        return text, "", ""
    name, set_code, number = found.groups()
    return name, set_code.strip(), (number or "").strip()


def write(deck_list: DeckList) -> str:
    """The deck list as one would type it: comments, then `4 Name [SET]` lines zone by zone."""
    rows = [f"# {printable(note)}" for note in _note_lines(deck_list.notes)]
    for zone, lines in lines_by_known_zone(deck_list).items():
        if rows or zone != MAIN_ZONE or not lines:
            rows.append(heading_row(zone))
        rows.extend(card_row(line) for line in counted(lines, WRITER.holds))
    return "".join(f"{row}\n" for row in rows)


def _note_lines(notes: str | None) -> list[str]:
    return [] if notes is None else notes.split("\n")


def heading_row(zone: str) -> str:
    """The line of a typed list that begins a zone; raises `UnwritableDeckError`."""
    for row in (f"{zone}:", f"[{zone}]"):
        plain = not row.startswith(("#", "//", *_MARKUP)) and not states_count(row)
        if plain and find_heading(row) == zone:
            return row
    raise UnwritableDeckError(NAME, f"the zone {zone!r}", "Rename the zone.")


def card_row(line: DeckLine) -> str:
    """The line of a typed list for the copies of a card."""
    printing = printing_tail(line)
    name = line.name.strip()
    for count in (f"{line.quantity} ", f"{line.quantity}x "):
        for tail in {printing: None, printing or " []": None}:
            row = f"{count}{name}{tail}"
            card = read_card(row)
            if isinstance(card, DeckLine) and _same(card, line):
                return row
    found = f"{line.name!r} with set {line.set_code!r} and number {line.number!r}"
    raise UnwritableDeckError(NAME, found, "Choose the format json.")


def printing_tail(line: DeckLine) -> str:
    """The text behind a name for its set and number, like ` [AOTC #35]`; empty without any."""
    number = f" #{line.number}" if line.number else ""
    return f" [{line.set_code or ''}{number}]" if line.set_code or number else ""


def _same(card: DeckLine, line: DeckLine) -> bool:
    return (card.quantity, card.name, card.set_code, card.number) == (
        line.quantity,
        line.name.strip(),
        line.set_code,
        line.number,
    )


READER = DeckReader(NAME, (".txt",), confidence, read)
WRITER = DeckWriter(
    NAME, (".txt",), frozenset({"set_code", "number", "notes", "empty zones"}), write
)
