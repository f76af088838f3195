"""Deck lists as tables with a header: comma, semicolon, tab or bar between the cells.

Columns are found by their name, under the usual spellings, in any order. A cell that a spreadsheet
would run as a formula is written with an apostrophe before it, which reading takes off again.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from db.certain import certain
from db.language import all_of, gettext as _
from db.patterns import pattern
from importers.decks.deck_columns import COUNT, DeckTable, find_columns, strays, whole_name, zone_of
from importers.decks.deck_format import (
    CARD_FACTS,
    MAX_NAME,
    MAX_ZONES,
    Confidence,
    DeckReader,
    DeckWriter,
    counted,
    line_problem,
    parse_quantity,
    printable,
    unread,
)
from importers.decks.deck_list import MAIN_ZONE, TOTAL, DeckLine, DeckList, ListPart, UnreadLine
from importers.decks.typed_line import states_count
from importers.decks.zones import lines_by_known_zone
from importers.errors import LimitError, MalformedFileError
from importers.formulas import escape_formula, unescape_formula
from importers.heading_words import heading_form, words_for

NAME = "csv"

_HEADER = ("count", "name", "set", "number", "zone", "image")
_MORE = {"id": "card_id", "dice": "dice"}
"""The columns that are only written where some card has such a fact."""
_SEPARATORS = (",", ";", "\t", "|")
_SEP_LINE = pattern(r"\s*\"?sep=(.)\"?\s*", re.IGNORECASE)
TABLE_RULE = pattern(r"[|+:\s=-]*-{2,}[|+:\s=-]*")
_ENDS_OF_CELLS = pattern(r'[\s"]*[,;\t|][\s"]*')
_COUNT_AND_BLANK = pattern(r"[0-9]+[xX]?\s")
_LONGEST_HEADER = 2_000
_LONGEST_CELL = 131_072
"""The limit of the `csv` module."""
_PAIR = 2
_FACTS_BESIDE = 4
_CODE = pattern("[A-Z0-9]{0,5}")
_MARKUP = ("<", "{", "[")
_LONGEST_ROW = 20
"""Lines that one row may run over, by line breaks in quotes."""


def confidence(text: str, suffix: str) -> Confidence:
    r"""The head where it is a header with count and name; lines where a `.csv` seems to lack one.

    >>> confidence("Qty;Card\n4;Yoda (A)\n", "").name, confidence("4 Yoda (A)\n", "").name
    ('HEAD', 'NO')
    """
    if has_header(text):
        return Confidence.HEAD
    if suffix not in READER.suffixes:
        plain = None if text.lstrip()[:1] in _MARKUP else _find_plain_table(text)
        lackey = plain and (plain.separator, plain.width, plain.places["count"]) == ("\t", _PAIR, 0)
        return Confidence.LAYOUT if plain and not lackey else Confidence.NO
    _unused, row = _first_row(text)
    is_table = not _COUNT_AND_BLANK.match(row) and any(sign in row for sign in _SEPARATORS)
    cells = _ENDS_OF_CELLS.split(row)
    # The names of cards decide in a row with count, name, set and more.
    is_row = len(cells) >= _FACTS_BESIDE and any(map(COUNT.fullmatch, cells))
    if is_table and not is_row:
        return Confidence.LINES
    may_be_plain = is_table or row.count("\t") > 1
    return Confidence.LINES if may_be_plain and _find_plain_table(text) else Confidence.NO


def has_header(text: str) -> bool:
    """Whether the first line with content names a column for the count and one for the name."""
    start = text.lstrip()[:1]
    if start in {"<", "{"} or start.isdigit():
        return False
    if not any(sign in _first_row(text)[1] for sign in _SEPARATORS) and "sep=" not in text[:9].lower():
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


def _find_table(text: str) -> DeckTable | None:
    """The header of the table, by the separator that makes the most of it; None without any."""
    index, row = _first_row(text)
    chosen = _SEP_LINE.fullmatch(text.lstrip("\n").partition("\n")[0])
    separators = (chosen.group(1),) if chosen else _SEPARATORS
    tables = (find_columns(row, separator, index + 1) for separator in separators)
    found = [table for table in tables if table is not None]
    return max(found, key=lambda table: len(table.places), default=None)


def _find_any_table(text: str) -> DeckTable | None:
    """The header of the table, or where none names count and name the columns without one."""
    headed = _find_table(text)
    if headed is not None and {"count", "name"} <= headed.places.keys():
        return headed
    return _find_plain_table(text) or headed


def _find_plain_table(text: str) -> DeckTable | None:
    r"""A table without a header: each row a count, a name and perhaps codes, in the same order.

    >>> _find_plain_table("Yoda (A);4\nNexu;1\n").places, _find_plain_table("Yoda;4\nNexu\n")
    ({'name': 0, 'count': 1}, None)
    """
    import csv

    index, first = _first_row(text)
    for separator in (sign for sign in _SEPARATORS if sign in first):
        try:
            rows = list(csv.reader(text.split("\n")[index:], delimiter=separator, strict=True))
        except csv.Error:
            continue
        cells = [tuple(map(str.strip, row)) for row in rows if any(map(str.strip, row))]
        if cells and (places := _plain_places(cells)):
            return DeckTable(separator, places, len(cells[0]), index, None, {}, headed=False)
    return None


def _plain_places(rows: list[tuple[str, ...]]) -> dict[str, int] | None:
    """The places of count, name and set where the cells leave no doubt about them, else None.

    Columns of codes, such as those of sets or grades, are no names; of two a set is none for sure.
    """
    if len(rows[0]) < _PAIR or any(len(row) != len(rows[0]) for row in rows):
        return None
    columns = list(enumerate(zip(*rows, strict=True)))
    counts = [place for place, cells in columns if all(map(COUNT.fullmatch, cells))]
    others = [(place, cells) for place, cells in columns if place not in counts]
    codes = [place for place, cells in others if len(others) > 1 and all(map(_CODE.fullmatch, cells))]
    names = [
        place
        for place, cells in others
        if place not in codes and not any(not cell or COUNT.fullmatch(cell) for cell in cells)
    ]
    if len(counts) != 1 or len(names) != 1 or len(codes) + _PAIR != len(columns):
        return None
    places = {"count": counts[0], "name": names[0]}
    sets = [place for place in codes if any(len(row[place]) > 1 for row in rows)]
    places |= {"set": sets[0]} if len(sets) == 1 else {}
    return dict(sorted(places.items(), key=lambda one: one[1]))


def read(text: str, source: str) -> DeckList:
    """The deck list of a table; rows that cannot be read are kept as unread lines."""
    table = _find_any_table(text)
    header, first = _header(text), 1 if table is None else table.first
    if len(header) > _LONGEST_HEADER:
        found = _("a header of {count:,} characters", count=len(header))
        raise LimitError(source, found, f"{_LONGEST_HEADER:,}", first)
    if table is None or not {"count", "name"} <= table.places.keys():
        raise MalformedFileError(source, _missing(table, header), 1)
    if table.doubled:
        both = all_of(map(repr, table.doubled))
        message = _("the columns {both} state the same twice; keep one of them", both=both)
        raise MalformedFileError(source, message, first)
    lines: list[DeckLine] = []
    left = list(_cards_in_header(header, table)) if table.headed else []
    zones: dict[str, None] = {}
    rows = text.split("\n")
    parts: list[ListPart] = []
    for number, cells in _read_rows(rows, table):
        if TABLE_RULE.fullmatch(rows[number - 1]):  # of Markdown
            continue
        if not isinstance(cells, str) and (total := _total(cells, table)) is not None:
            parts.append(ListPart(number, printable(rows[number - 1]), TOTAL, *total))
            continue
        card = cells if isinstance(cells, str) else _read_card(cells, table, number)
        if isinstance(card, str):
            left.append(unread(number, rows[number - 1], card))
            continue
        lines.append(card)
        beside = strays(cells, table, card.quantity) if table.others else ()
        left.extend(unread(number, rows[number - 1], what) for what in beside)
        zones[card.zone] = None
        if len(zones) > MAX_ZONES:
            raise LimitError(source, _("{count} zones", count=len(zones)), str(MAX_ZONES), number)
    return DeckList(tuple(lines), NAME, zones=tuple(zones), unread=tuple(left), parts=tuple(parts))


def _total(cells: list[str], table: DeckTable) -> tuple[int | None] | None:
    """The number of a row that sums up the others, None in it for none; None for other rows."""
    words = [cell.strip().removesuffix(":") for cell in cells if cell.strip()]
    labels = [word for word in words if COUNT.fullmatch(word) is None]
    place = table.places["count"]
    found = COUNT.fullmatch(cells[place].strip()) if place < len(cells) else None
    is_unnamed = found is not None and not labels  # what has neither name nor set is no card
    if not is_unnamed and (len(labels) != 1 or heading_form(labels[0]) not in words_for("total")):
        return None
    return (parse_quantity(found[1]) if found else None,)


def table_of(text: str) -> DeckTable:
    """The header of a table that was read: its separator, and which column is where."""
    return certain(_find_any_table(text))


def lines_of_row(rows: Sequence[str], first: int, table: DeckTable) -> int:
    """The number of lines of the file that the row takes which begins with row `first`."""
    import csv

    ahead = [f"{row}\n" for row in rows[first : first + _LONGEST_ROW]]
    reader = csv.reader(ahead, delimiter=table.separator, strict=True)
    next(reader)
    return reader.line_num


def _cards_in_header(header: str, table: DeckTable) -> Iterator[UnreadLine]:
    """The cells of a header that say a count and a name, as a card beside the table would."""
    for cell in header.split(table.separator):
        text = cell.strip(' "')
        if text[:1].isdigit() and states_count(text):
            yield unread(table.first, text, _("a cell of the header that says a count"))


def _missing(table: DeckTable | None, header: str) -> str:
    places = table.places if table else {}
    missing = all_of(column for column in ("count", "name") if column not in places)
    return _(
        "no column for {missing} in the first line {header!r}; expected a header such as "
        "'count,name,set,zone'",
        missing=missing,
        header=header.strip()[:80],
    )


def _read_rows(rows: list[str], table: DeckTable) -> Iterator[tuple[int, list[str] | str]]:
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
        for more in range(number + 1, index + 1):
            if _is_row(rows[more - 1], table):
                yield more, _("a row within the quotes of a cell above")
        if any(cell.strip() for cell in cells):
            yield number, cells


def _is_row(text: str, table: DeckTable) -> bool:
    """Whether a line within a quoted cell reads like a row: a count and a name in their places."""
    cells = [cell.strip(' "') for cell in text.split(table.separator)]
    count, name = table.places["count"], table.places["name"]
    if len(cells) <= max(count, name):
        return False
    return COUNT.fullmatch(cells[count]) is not None and bool(cells[name])


def _unsplit(error: str) -> str:
    """Why a row cannot be split into cells."""
    if "field limit" in error:
        return _(
            "a cell of more than {longest_cell:,} characters, at most {max_name} expected",
            longest_cell=_LONGEST_CELL,
            max_name=MAX_NAME,
        )
    return _("quotes that do not pair up ({error})", error=error)


def _read_card(cells: list[str], table: DeckTable, number: int) -> DeckLine | str:
    """The card of a row, or what is wrong with it."""
    if len(cells) > table.width:
        return _(
            "{count} cells, the header has {width}; quote a name with a separator",
            count=len(cells),
            width=table.width,
        )
    texts = {
        column: unescape_formula(cells[place].strip()) if place < len(cells) else ""
        for column, place in table.places.items()
    }
    count = COUNT.fullmatch(texts["count"])
    if count is None:
        return _("the count is {texts!r}, expected a whole number", texts=texts["count"][:40])
    dice = COUNT.fullmatch(texts.get("dice") or "0")
    if dice is None:
        return _("the number of dice is {texts!r}, expected a whole number", texts=texts["dice"][:40])
    name, problem = whole_name(texts["name"], texts.get("version", ""), texts.get("subtitle", ""))
    if problem:
        return problem
    card = DeckLine(
        parse_quantity(count.group(1)),
        name,
        zone_of(texts.get("zone", "")) or MAIN_ZONE,
        number,
        texts.get("set") or None,
        texts.get("image") or None,
        texts.get("number") or None,
        texts.get("id") or None,
        parse_quantity(dice.group(1)) if texts.get("dice") else None,
    )
    return line_problem(card) or card


def write(deck_list: DeckList) -> str:
    """The deck list as a table with a header; every cell as spreadsheets read it back."""
    more = {
        column: fact
        for column, fact in _MORE.items()
        if any(getattr(line, fact) is not None for line in deck_list.lines)
    }
    rows = [(*_HEADER, *more)]
    for zone, lines in lines_by_known_zone(deck_list).items():
        for card in counted(lines, WRITER.holds):
            facts = (getattr(card, fact) for fact in more.values())
            others = ("" if fact is None else str(fact) for fact in facts)
            cells = (card.name, card.set_code, card.number, zone, card.image_key, *others)
            rows.append((str(card.quantity), *((cell or "").strip() for cell in cells)))
    return table_text(rows)


def table_text(rows: Iterable[Sequence[str]]) -> str:
    """The rows as CSV; every cell as spreadsheets read it back."""
    import csv
    import io

    table = io.StringIO(newline="")
    writer = csv.writer(table, lineterminator="\n")
    writer.writerows([escape_formula(cell) for cell in row] for row in rows)
    return table.getvalue()


READER = DeckReader(NAME, (".csv", ".tsv"), confidence, read)
WRITER = DeckWriter(NAME, (".csv",), frozenset(CARD_FACTS), write)
