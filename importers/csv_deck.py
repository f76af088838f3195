"""Deck lists as tables with a header: comma, semicolon, tab or bar between the cells.

Columns are found by their name, under the usual spellings, in any order. A cell that a spreadsheet
would run as a formula is written with an apostrophe before it, which reading takes off again.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from importers.deck_format import (
    CARD_FACTS,
    MAX_NAME,
    MAX_ZONES,
    DeckReader,
    DeckWriter,
    counted,
    line_problem,
    parse_quantity,
    unread,
)
from importers.deck_list import MAIN_ZONE, DeckLine, DeckList, UnreadLine
from importers.errors import LimitError, MalformedFileError
from importers.zones import known_zone, lines_by_known_zone

NAME = "csv"

_SPELLINGS = {
    "count": (
        "count",
        "qty",
        "quantity",
        "copies",
        "amount",
        "anzahl",
        "menge",
        "number of copies",
    ),
    "name": ("name", "card name", "card", "cardname", "karte", "kartenname", "title"),
    "set": ("set code", "setcode", "edition code", "set", "edition", "expansion", "set name"),
    "number": ("card number", "collector number", "number", "no", "no.", "nummer", "#"),
    "zone": ("zone", "section", "board", "deck section"),
    "image": ("image key", "image", "imagefile", "image file"),
    "id": ("card id", "octgn id", "guid", "code", "id"),
    "dice": ("dice", "die", "number of dice"),
}
_HEADER = ("count", "name", "set", "number", "zone", "image")
_MORE = {"id": "card_id", "dice": "dice"}
"""The columns that are only written where some card has such a fact."""
_SEPARATORS = (",", ";", "\t", "|")
_SEP_LINE = re.compile(r"\s*\"?sep=(.)\"?\s*", re.IGNORECASE)
_COUNT = re.compile(r"[xX\u00d7]?\s*([0-9]+)(?:[.,]0{1,4})?\s*[xX\u00d7]?")
_COUNT_AND_BLANK = re.compile(r"[0-9]+[xX]?\s")
_FORMULA = re.compile(r"'*[=+\-@]")
_DISARMED = re.compile(r"'+[=+\-@]")
_LONGEST_HEADER = 2_000
_LONGEST_CELL = 131_072
"""The limit of the `csv` module."""
_LONGEST_ROW = 20
"""Lines that one row may run over, by line breaks in quotes."""


@dataclass(frozen=True, slots=True)
class _Table:
    """What the header says: the separator, the place of each column, and the first line of rows.

    `doubled` are two columns that state the same, of which none can be chosen.
    """

    separator: str
    places: dict[str, int]
    width: int
    first: int
    doubled: tuple[str, str] | None = None


def claims(text: str, suffix: str) -> bool:
    r"""Whether the first line is a header with count and name, or seems to lack one in a `.csv`.

    >>> claims("Qty;Card\n4;Yoda (A)\n", ""), claims("4 Yoda (A)\n", "")
    (True, False)
    """
    if has_header(text):
        return True
    if suffix not in READER.suffixes:
        return False
    _, row = _first_row(text)
    return not _COUNT_AND_BLANK.match(row) and any(sign in row for sign in _SEPARATORS)


def has_header(text: str) -> bool:
    """Whether the first line with content names a column for the count and one for the name."""
    start = text.lstrip()[:1]
    if start in {"<", "{"} or start.isdigit():
        return False
    table = _find_table(text)
    return table is not None and {"count", "name"} <= table.places.keys()


def _first_row(text: str) -> tuple[int, str]:
    """The first line with content, after a `sep=` line, cut if it is too long, and its index."""
    for index, row in enumerate(text.split("\n", 10)[:10]):
        if row.strip() and not _SEP_LINE.fullmatch(row[:_LONGEST_HEADER]):
            return index, row[:_LONGEST_HEADER]
    return 0, ""


def _header(text: str) -> str:
    """The first line with content, whole."""
    return text.split("\n", 10)[_first_row(text)[0]]


def _find_table(text: str) -> _Table | None:
    """The header of the table, by the separator that makes the most of it; None without any."""
    index, row = _first_row(text)
    chosen = _SEP_LINE.fullmatch(text.lstrip("\n").partition("\n")[0])
    separators = (chosen.group(1),) if chosen else _SEPARATORS
    best: _Table | None = None
    for separator in separators:
        cells = [_plain(cell) for cell in row.split(separator)]
        places = _places(cells)
        if places and (best is None or len(places) > len(best.places)):
            best = _Table(separator, places, len(cells), index + 1, _find_doubled(cells))
    return best


def _plain(cell: str) -> str:
    return " ".join(cell.strip().strip('"').replace("_", " ").casefold().split())


def _places(cells: list[str]) -> dict[str, int]:
    places: dict[str, int] = {}
    for column, spellings in _SPELLINGS.items():
        found = next((spelling for spelling in spellings if spelling in cells), None)
        if found is not None:
            places[column] = cells.index(found)
    return places


def _find_doubled(cells: list[str]) -> tuple[str, str] | None:
    """Two columns for the same, if there are.

    The code and the name of a set are not the same, nor are the ids that several sources give.
    """
    for column, spellings in _SPELLINGS.items():
        found = [cell for cell in cells if cell in spellings]
        if column in {"set", "id"}:
            found = [cell for cell in found if found.count(cell) > 1]
        if len(found) > 1:
            return found[0], found[1]
    return None


def read(text: str, source: str) -> DeckList:
    """The deck list of a table; rows that cannot be read are kept as unread lines."""
    table = _find_table(text)
    header, first = _header(text), 1 if table is None else table.first
    if len(header) > _LONGEST_HEADER:
        found = f"a header of {len(header):,} characters"
        raise LimitError(source, found, f"{_LONGEST_HEADER:,}", first)
    if table is None or not {"count", "name"} <= table.places.keys():
        raise MalformedFileError(source, _missing(table, header), 1)
    if table.doubled:
        both = " and ".join(map(repr, table.doubled))
        message = f"the columns {both} state the same twice; keep one of them"
        raise MalformedFileError(source, message, first)
    lines: list[DeckLine] = []
    left: list[UnreadLine] = []
    zones: dict[str, None] = {}
    rows = text.split("\n")
    for number, cells in _read_rows(rows, table):
        card = cells if isinstance(cells, str) else _read_card(cells, table, number)
        if isinstance(card, str):
            left.append(unread(number, rows[number - 1], card))
            continue
        lines.append(card)
        zones[card.zone] = None
        if len(zones) > MAX_ZONES:
            raise LimitError(source, f"{len(zones)} zones", str(MAX_ZONES), number)
    return DeckList(tuple(lines), NAME, zones=tuple(zones), unread=tuple(left))


def _missing(table: _Table | None, header: str) -> str:
    places = table.places if table else {}
    missing = " and ".join(column for column in ("count", "name") if column not in places)
    return (
        f"no column for {missing} in the first line {header.strip()[:80]!r}; "
        "expected a header such as 'count,name,set,zone'"
    )


def _read_rows(rows: list[str], table: _Table) -> Iterator[tuple[int, list[str] | str]]:
    """Yields line number and cells of each row that is not empty, or why it cannot be split.

    A quote that never ends costs its own line only: reading goes on in the next.
    """
    import csv

    index = table.first
    while index < len(rows):
        number = index + 1
        ahead = [f"{row}\n" for row in rows[index : index + _LONGEST_ROW]]
        reader = csv.reader(ahead, delimiter=table.separator, strict=True)
        try:
            cells = next(reader)
        except csv.Error as error:
            index += 1
            yield number, _unsplit(str(error))
            continue
        index += reader.line_num
        if any(cell.strip() for cell in cells):
            yield number, cells


def _unsplit(error: str) -> str:
    """Why a row cannot be split into cells."""
    if "field limit" in error:
        return f"a cell of more than {_LONGEST_CELL:,} characters, at most {MAX_NAME} expected"
    return f"quotes that do not pair up ({error})"


def _read_card(cells: list[str], table: _Table, number: int) -> DeckLine | str:
    """The card of a row, or what is wrong with it."""
    if len(cells) > table.width:
        return f"{len(cells)} cells, the header has {table.width}; quote a name with a separator"
    texts = {
        column: _armed(cells[place].strip()) if place < len(cells) else ""
        for column, place in table.places.items()
    }
    count = _COUNT.fullmatch(texts["count"])
    if count is None:
        return f"the count is {texts['count'][:40]!r}, expected a whole number"
    dice = _COUNT.fullmatch(texts.get("dice") or "0")
    if dice is None:
        return f"the number of dice is {texts['dice'][:40]!r}, expected a whole number"
    card = DeckLine(
        parse_quantity(count.group(1)),
        texts["name"],
        known_zone(texts.get("zone", "")) or MAIN_ZONE,
        number,
        texts.get("set") or None,
        texts.get("image") or None,
        texts.get("number") or None,
        texts.get("id") or None,
        parse_quantity(dice.group(1)) if texts.get("dice") else None,
    )
    return line_problem(card) or card


def _armed(cell: str) -> str:
    return cell[1:] if _DISARMED.match(cell) else cell


def _disarmed(cell: str) -> str:
    return f"'{cell}" if _FORMULA.match(cell) else cell


def write(deck_list: DeckList) -> str:
    """The deck list as a table with a header; every cell as spreadsheets read it back."""
    import csv
    import io

    table = io.StringIO(newline="")
    writer = csv.writer(table, lineterminator="\n")
    more = {
        column: fact
        for column, fact in _MORE.items()
        if any(getattr(line, fact) is not None for line in deck_list.lines)
    }
    writer.writerow([*_HEADER, *more])
    for zone, lines in lines_by_known_zone(deck_list).items():
        for card in counted(lines, WRITER.holds):
            facts = (getattr(card, fact) for fact in more.values())
            others = ("" if fact is None else str(fact) for fact in facts)
            cells = (card.name, card.set_code, card.number, zone, card.image_key, *others)
            writer.writerow([card.quantity, *(_disarmed((cell or "").strip()) for cell in cells)])
    return table.getvalue()


READER = DeckReader(NAME, (".csv", ".tsv"), claims, read)
WRITER = DeckWriter(NAME, (".csv",), frozenset(CARD_FACTS), write)
