"""The sheets of a workbook that are a deck, and other parts of it that may be cards."""

import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from db.language import filled, gettext as _
from db.patterns import pattern
from db.texts import plain_line_ends
from importers.collections.header_words import is_total
from importers.collections.holding_cells import read_text
from importers.decks.deck_columns import COUNT
from importers.decks.deck_format import parse_quantity, unread
from importers.decks.deck_list import UnreadLine
from importers.decks.typed_line import states_count
from importers.sheets.sheet import Cell, Sheet

_MOST_COPIES = 99
_MOST_TEXTS = 5_000
"""Texts of a sheet that are looked up; no deck has as many cards."""
UNVALUED = _("formulas without stored values; open the file, save it, try again")
_VERSION = pattern(r".*\S\s*\([A-Z][0-9]?\)")
_MARK = "made by deckcheck "


def looks_like_cards(row: "Sequence[Cell]") -> bool:
    """Whether a row without a header may be a card: a count beside a name, or both in one cell.

    >>> looks_like_cards([4, "Yoda (A)"]), looks_like_cards(["4x Yoda"]), looks_like_cards(["Mine"])
    (True, True, False)
    """
    texts = [text for cell in row for text in _lines(cell)]
    words = [text for text in texts if any(map(str.isalpha, text)) and not COUNT.fullmatch(text)]
    if not words or is_total(words[0]):
        return False
    counts = filter(None, map(COUNT.fullmatch, texts))
    if any(1 <= parse_quantity(count.group(1)) <= _MOST_COPIES for count in counts):
        return True
    return any(states_count(text) or _VERSION.fullmatch(text) for text in words)


def _lines(cell: "Cell") -> Iterator[str]:
    """The lines of a cell that are not empty; most cells have one."""
    for line in plain_line_ends(read_text(cell)).split("\n"):
        if text := line.strip():
            yield text


def rows_above(sheet: "Sheet", start: int) -> Iterator[UnreadLine]:
    """Yields the rows above a header that may be cards."""
    for row, number in zip(sheet.rows[:start], sheet.numbers, strict=False):
        if looks_like_cards(row):
            yield unread(number, shown_row(row), _("a row above the header; put it below"))


def loose_texts(sheet: "Sheet", rows: "Sequence[Sequence[Cell]]", why: str) -> Iterator[UnreadLine]:
    """Yields the texts of rows without a count, which may be names of cards."""
    for row, number in zip(rows, sheet.numbers, strict=False):
        if not looks_like_cards(row):
            for text in (line for cell in row for line in _lines(cell)):
                yield unread(number, text, why)


def shown_row(row: "Sequence[Cell]") -> str:
    """The cells of a row as one text."""
    return " | ".join(text for cell in row if (text := read_text(cell)))


def other_sheets(
    sheets: "Iterable[Sheet]", chosen: "Sheet"
) -> tuple[list[UnreadLine], tuple[str, ...], list[UnreadLine]]:
    """The visible sheets that may hold cards, as unread parts; and remarks on all others.

    Last come the texts in the others, of which some may be names of cards.
    """
    left: list[UnreadLine] = []
    loose: list[UnreadLine] = []
    said: list[str] = []
    for sheet in sheets:
        rows = [row for row in sheet.rows if any(map(read_text, row))]
        if sheet is chosen or not (rows or sheet.unvalued) or is_own_summary(sheet):
            continue
        name = repr(sheet.name[:60])
        cards = [row for row in rows if looks_like_cards(row)]
        if not sheet.visible:
            hidden = _("the hidden sheet {name} was not read")
            if cards:
                hidden = _("the hidden sheet {name} was not read, with {count:,} rows like cards")
            said.append(filled(hidden, {"name": name, "count": len(cards)}))
        elif cards:
            reason = _("only the sheet {name!r} was read, and this one may hold cards", name=chosen.name[:60])
            found = unread(1, shown_row(cards[0]), reason)
            left.append(UnreadLine(1, found.text, reason, _("the sheet {name}", name=name)))
        elif sheet.unvalued:
            number = min(sheet.unvalued)
            left.append(UnreadLine(number, "", UNVALUED, _("the sheet {name}", name=name)))
        else:
            said.append(_("the sheet {name} was not read; nothing in it looks like cards", name=name))
            why = _("only the sheet {name!r} was read, and this is the name of a card", name=chosen.name[:60])
            texts = islice(loose_texts(sheet, sheet.rows, why), _MOST_TEXTS)
            loose.extend(text._replace(part=_("a cell of the sheet {name}", name=name)) for text in texts)
    return left, tuple(said), loose


def summary_mark(rows: Iterable[tuple[str, str]]) -> str:
    """The mark that tells a summary from a sheet of cards; it no longer fits once one is edited."""
    summary = "\n".join(f"{label}={value}" for label, value in rows)
    return f"{_MARK}{zlib.crc32(summary.encode()):08x}"


def is_own_summary(sheet: "Sheet") -> bool:
    """Whether a sheet is a summary that this program wrote and that was not edited since."""
    cells = [[read_text(cell) for cell in row] for row in sheet.rows]
    match cells:
        case [[_, "", mark], *rows] if not any(any(row[2:]) for row in rows):
            return mark == summary_mark((row[0], "".join(row[1:2])) for row in rows if any(row))
    return False
