"""LackeyCCG's text lists, `.txt`: lines of count, tab and name; a zone heading ends in a colon."""

from db.language import gettext as _
from db.patterns import pattern
from importers.decks.deck_format import (
    MAX_ZONES,
    Confidence,
    DeckReader,
    DeckWriter,
    counted,
    has_line_break,
    line_problem,
    parse_quantity,
    text_problem,
    unread,
)
from importers.decks.deck_list import MAIN_ZONE, DeckLine, DeckList, UnreadLine
from importers.decks.headings import read_heading
from importers.decks.zones import lines_by_known_zone
from importers.errors import LimitError, UnwritableDeckError

NAME = "lackey-txt"

_CARD = pattern(r"([0-9]+)\t(.*)")
_HEADING = pattern(r"(?!\s*#|\s*//)([^\t]*):\s*")
_LONGEST_LINE = 500


def confidence(text: str, _suffix: str) -> Confidence:
    """The layout where each line is a count, a tab and a name, or a heading, and some is a card."""
    first = text[:_LONGEST_LINE].lstrip().partition("\n")[0]
    if first and ":" not in first and not _CARD.match(first):
        return Confidence.NO  # most files of other formats, without a look at all their lines
    rows = (row for row in text.split("\n") if row and not row.isspace())
    cards = 0
    for row in rows:
        if _CARD.match(row):
            cards += row.rstrip().count("\t") == 1  # with more it is a table without a header
        elif len(row) > _LONGEST_LINE or not _HEADING.fullmatch(row):
            return Confidence.NO
    return Confidence.LAYOUT if cards else Confidence.NO


def read(text: str, source: str) -> DeckList:
    """The deck list of a LackeyCCG text list."""
    zone = MAIN_ZONE
    zones: dict[str, None] = {}
    lines: list[DeckLine] = []
    left: list[UnreadLine] = []
    for number, row in enumerate(text.split("\n"), 1):
        if not row or row.isspace():
            continue
        if found := _CARD.fullmatch(row):
            quantity = parse_quantity(found.group(1))
            card = DeckLine(quantity, found.group(2).strip(), zone, number)
            zones[zone] = None
            if problem := line_problem(card):
                left.append(unread(number, row, problem))
            else:
                lines.append(card)
        elif (label := find_label(row, zone)) is not None:
            zone = label
            zones[zone] = None
            if len(zones) > MAX_ZONES:
                raise LimitError(source, _("{count} zones", count=len(zones)), str(MAX_ZONES), number)
        else:
            left.append(unread(number, row, _("neither count, tab and name, nor a zone with a colon")))
    return DeckList(tuple(lines), NAME, zones=tuple(zones), unread=tuple(left))


def find_label(row: str, current: str = MAIN_ZONE) -> str | None:
    """The zone that a line begins, or None where it is no heading."""
    fits = len(row) <= _LONGEST_LINE and not has_line_break(row)
    found = _HEADING.fullmatch(row) if fits else None
    heading = read_heading(row.strip(), current) if found else None
    return None if heading is None or text_problem("zone", heading.zone) else heading.zone


def write(deck_list: DeckList) -> str:
    """The deck list as LackeyCCG's own text export; the main deck comes without a heading."""
    rows: list[str] = []
    for zone, lines in lines_by_known_zone(deck_list).items():
        if rows or zone != MAIN_ZONE or not lines:
            rows.append(heading_row(zone))
        rows.extend(f"{card.quantity}\t{card.name.strip()}" for card in counted(lines, frozenset()))
    return "".join(f"{row}\n" for row in rows)


def heading_row(zone: str) -> str:
    """The line that begins a zone; raises `UnwritableDeckError`."""
    row = f"{zone}:"
    if find_label(row) != zone:
        raise UnwritableDeckError(NAME, _("the zone {zone!r}", zone=zone), _("Rename the zone."))
    return row


READER = DeckReader(NAME, (".txt",), confidence, read)
WRITER = DeckWriter(NAME, (".txt",), frozenset({_("empty zones")}), write)
