"""Deck lists as workbooks: a sheet of cards that is read again, and a sheet that sums them up."""

import io
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from db.language import gettext as _
from db.texts import plain_line_ends
from importers.collections.holding_cells import read_text
from importers.decks import csv_deck
from importers.decks.deck_format import MAX_LINES, unread as unread_line
from importers.decks.deck_list import DeckLine, DeckList, UnreadLine
from importers.decks.deck_sheets import (
    UNVALUED,
    is_own_summary,
    loose_texts,
    other_sheets,
    rows_above,
    shown_row,
    summary_mark,
)
from importers.errors import LimitError, MalformedFileError, NoDeckSheetError
from importers.formulas import unescape_formula
from importers.sheets.sheet import HEAD_ROWS, Cell, Sheet, Value
from importers.sheets.workbook_cells import text_cell
from importers.sheets.workbook_sheet import BLUE, DARK, FONT, WorkbookColumn, WorkbookSheet
from importers.sheets.zip_writing import save_workbook

NAME = "xlsx"
_SHOWN = 8
"""Hidden rows that are named."""
SUFFIXES = (".xlsx", ".ods")

_COLUMNS = (
    WorkbookColumn("Count", 9, align="center", bold=True),
    WorkbookColumn("Name", 38),
    WorkbookColumn("Set", 9),
    WorkbookColumn("Number", 10, align="center"),
    WorkbookColumn("Zone", 16),
    WorkbookColumn("Side", 12),
    WorkbookColumn("Type", 22),
    WorkbookColumn("Cost", 8, align="center"),
    WorkbookColumn("Speed", 9, align="center"),
    WorkbookColumn("Power", 9, align="center"),
    WorkbookColumn("Health", 9, align="center"),
    WorkbookColumn("Dice", 8, align="center"),
    WorkbookColumn("Image key", 30, hidden=True),
    WorkbookColumn("Id", 30, hidden=True),
)
_ALWAYS = {"Count", "Name", "Set", "Number", "Zone", "Side", "Type", "Cost", "Image key"}
"""The other columns are there where a deck has something to put into them."""


@dataclass(frozen=True, slots=True)
class DeckCard:
    """A line of a deck list with the facts of its card, for show; None where it has none."""

    line: DeckLine
    side: str | None = None
    type: str | None = None
    cost: int | str | None = None
    speed: int | str | None = None
    power: int | str | None = None
    health: int | str | None = None


@dataclass(frozen=True, slots=True)
class DeckSum:
    """Copies by something, like the cost curve: a title, and pairs of label and copies."""

    title: str
    parts: Sequence[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class DeckWorkbook:
    """The contents of the workbook of a deck."""

    name: str
    figures: Sequence[tuple[str, str | int]]
    cards: Sequence[DeckCard]
    sums: Sequence[DeckSum]


def write_deck_workbook(book: DeckWorkbook) -> bytes:
    """The workbook of a deck: its cards as a table, and counts, curve and arenas with charts."""
    from openpyxl import Workbook

    workbook = Workbook(write_only=True)
    workbook.properties.creator = "deckcheck"
    rows = [_values(card) for card in book.cards]
    used = [
        place
        for place, column in enumerate(_COLUMNS)
        if column.header in _ALWAYS or any(row[place] is not None for row in rows)
    ]
    sheet = WorkbookSheet(workbook, "Deck", [_COLUMNS[place] for place in used], freeze="C2")
    sheet.table(([row[place] for place in used] for row in rows), "Deck")
    _write_sums(workbook, book)
    out = io.BytesIO()
    save_workbook(workbook, out)
    return out.getvalue()


def _values(card: DeckCard) -> "list[Value]":
    line = card.line
    texts = (line.name, line.set_code, line.number, line.zone)
    shown: list[Value] = [f"'{t}" if t and unescape_formula(t) != t else t for t in texts]
    facts = (card.side, card.type, card.cost, card.speed, card.power, card.health)
    return [line.quantity, *shown, *facts, line.dice, line.image_key, line.card_id]


def _write_sums(workbook: Any, book: DeckWorkbook) -> None:
    from openpyxl.styles import Alignment, Font, PatternFill

    columns = [WorkbookColumn("", 26), WorkbookColumn("", 12), WorkbookColumn("", 4)]
    sheet = WorkbookSheet(workbook, "Summary", columns, freeze="", colour=DARK)
    sheet.sheet.sheet_view.showGridLines = False
    heading = text_cell(sheet.cell(), book.name)
    heading.font = Font(name=FONT, bold=True, size=16, color=DARK)
    mark = text_cell(sheet.cell(), summary_mark(_summary_facts(book)))
    mark.font = Font(name=FONT, size=6, color="D0D0D0")
    sheet.row([heading, None, mark])
    for label, value in book.figures:
        cell = sheet.cell()
        cell.value = value
        cell.font = Font(name=FONT, bold=True, color=DARK)
        cell.alignment = Alignment(horizontal="left")
        sheet.row([text_cell(sheet.cell(), label), cell])
    places = []
    for total in book.sums:
        sheet.row([])
        header = text_cell(sheet.cell(), total.title)
        copies = text_cell(sheet.cell(), str(_("Copies")))
        for cell in (header, copies):
            cell.font = Font(name=FONT, bold=True, color="FFFFFF")
            cell.fill = PatternFill("solid", fgColor=DARK)
        copies.alignment = Alignment(horizontal="right")
        sheet.row([header, copies])
        first = sheet.rows + 1
        for label, count in total.parts:
            sheet.row([text_cell(sheet.cell(), label), count])
        places.append((total.title, first, max(first, sheet.rows)))
    for number, (title, first, last) in enumerate(places):
        chart = _column_chart(sheet.sheet, title, first, last)
        sheet.sheet.add_chart(chart, f"{'DM'[number % 2]}{2 + number // 2 * 16}")


def _summary_facts(book: DeckWorkbook) -> Iterator[tuple[str, str]]:
    """The rows of the summary below its heading, as they are read again."""
    for label, value in book.figures:
        yield label.strip(), str(value).strip()
    for total in book.sums:
        yield total.title.strip(), str(_("Copies"))
        for label, count in total.parts:
            yield label.strip(), str(count)


def _column_chart(sheet: Any, title: str, first: int, last: int) -> Any:
    from openpyxl.chart import BarChart, Reference

    chart = BarChart()
    chart.title, chart.legend, chart.gapWidth = title, None, 40
    chart.add_data(Reference(sheet, min_col=2, min_row=first, max_row=last))
    chart.set_categories(Reference(sheet, min_col=1, min_row=first, max_row=last))
    chart.series[0].graphicalProperties.solidFill = BLUE
    chart.x_axis.delete = chart.y_axis.delete = False
    chart.y_axis.majorGridlines = None
    chart.y_axis.numFmt = "0"
    chart.width, chart.height = 15, 7.5
    return chart


def read_deck_workbook(data: bytes, source: str) -> DeckList:
    """The deck list of a workbook: of its visible sheets the first with columns for count and name.

    Other sheets and rows that may hold cards are left unread, which leaves a verdict open.
    """
    from importers.collections.header import score_rows
    from importers.sheets.sheets import parse_sheets

    file = parse_sheets(data, source, score_rows)
    sheets = [file.read(place) for place in range(len(file.heads))]
    decks = [sheet for sheet in sheets if _header_index(sheet) is not None]
    chosen = next((sheet for sheet in decks if sheet.visible), None)
    if chosen is None:
        error = MalformedFileError if decks else NoDeckSheetError
        raise error(source, _no_deck(sheets, decks))
    deck_list = _read(chosen, _header_index(chosen) or 0, source, file.kind)
    left, said, loose = other_sheets(sheets, chosen)
    above = chosen.rows[: _header_index(chosen)]
    loose += loose_texts(chosen, above, _("a name of a card above the header; put it below"))
    hidden = [number for number in sorted(chosen.hidden) if number <= len(chosen.rows)]
    if hidden:
        shown = ", ".join(map(str, hidden[:_SHOWN])) + (", ..." if len(hidden) > _SHOWN else "")
        said = (_("hidden rows were read like the others: {shown}", shown=shown), *said)
    return deck_list._replace(unread=(*deck_list.unread, *left), remarks=said, loose=(*loose,))


def parts_beside_cards(data: bytes, source: str) -> tuple[str, ...]:
    """The parts of a workbook beside its deck, in words: they are lost when written anew.

    Raises what `read_deck_workbook` raises.
    """
    from importers.collections.header import score_rows
    from importers.sheets.sheets import parse_sheets

    file = parse_sheets(data, source, score_rows)
    sheets = [file.read(place) for place in range(len(file.heads))]
    decks = [sheet for sheet in sheets if sheet.visible and _header_index(sheet) is not None]
    lost = [_("formatting, formulas, comments and charts")]
    for sheet in decks[:1]:
        start = _header_index(sheet) or 0
        table = csv_deck.table_of(_as_csv([sheet.rows[start]]))
        shown = {column.header.casefold() for column in _COLUMNS}
        header = [read_text(cell) for cell in sheet.rows[start]]
        others = [
            repr(text)
            for place, text in enumerate(header)
            if text and place not in table.places.values() and text.casefold() not in shown
        ]
        lost += [_("the columns {others}", others=", ".join(others))] if others else []
        above = [row for row in sheet.rows[:start] if any(map(read_text, row))]
        lost += [_("{count} rows above the header", count=len(above))] if above else []
    names = [
        repr(sheet.name)
        for sheet in sheets
        if sheet not in decks[:1] and any(map(any, sheet.rows)) and not is_own_summary(sheet)
    ]
    return (*lost, *([_("the sheets {names}", names=", ".join(names))] if names else []))


def _no_deck(sheets: "Sequence[Sheet]", hidden: "Sequence[Sheet]") -> str:
    """Why no sheet is the deck."""
    if hidden:
        found = _("only the hidden sheet {name!r} has columns for count and name", name=hidden[0].name)
        return _("{found}; unhide it if it is the deck", found=found)
    names = ", ".join(repr(sheet.name) for sheet in sheets) or _("none")
    return _("no sheet has columns for count and name (sheets: {names}); expected a deck list", names=names)


def _header_index(sheet: "Sheet") -> int | None:
    """The index of the row that is a header, of those at the top, or None."""
    for index, row in enumerate(sheet.rows[:HEAD_ROWS]):
        text = _as_csv([row])
        if text.strip() and csv_deck.has_header(text):
            return index
    return None


def _read(sheet: "Sheet", start: int, source: str, kind: str) -> DeckList:
    """The sheet read as the CSV that it would be saved as; lines are the sheet's rows."""
    if len(sheet.rows) > MAX_LINES:
        raise LimitError(source, _("{count:,} rows", count=len(sheet.rows)), f"{MAX_LINES:,}")
    found = csv_deck.read(_as_csv(sheet.rows[start:]), source)
    lines = tuple(line._replace(line=(line.line or 0) + start) for line in found.lines)
    unread = tuple(entry._replace(line=entry.line + start) for entry in found.unread)
    parts = tuple(part._replace(line=part.line + start) for part in found.parts)
    known = {line.line for line in lines} | {entry.line for entry in unread}
    above = tuple(rows_above(sheet, start))
    known |= {entry.line for entry in above}
    above += tuple(_unvalued(sheet, start, known))
    whole = sorted((*above, *unread), key=lambda entry: entry.line)
    return found._replace(lines=lines, unread=tuple(whole), parts=parts, read_as=kind)


def _unvalued(sheet: "Sheet", start: int, known: Container[int | None]) -> Iterator[UnreadLine]:
    """The rows that seem empty, since their formulas have no stored value."""
    for number in sheet.unvalued:
        if number != start + 1 and number not in known:
            row = sheet.rows[number - 1] if number <= len(sheet.rows) else ()
            yield unread_line(number, shown_row(row), UNVALUED)


def _as_csv(rows: "Sequence[Sequence[Cell]]") -> str:
    import csv

    table = io.StringIO(newline="")
    writer = csv.writer(table, lineterminator="\n")
    for row in rows:
        # A line break in a cell would shift the numbers of all rows after it.
        writer.writerow([" ".join(plain_line_ends(read_text(cell)).split("\n")) for cell in row])
    return table.getvalue()
