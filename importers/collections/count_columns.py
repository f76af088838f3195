"""Sheets that count in several columns: ordinary copies and foils, grades, languages, places; or two lists.

Each such column, and each of several lists side by side, is read as a sheet of its own.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from importers.collections.header import Column, Header
from importers.collections.header_words import WORDS, is_price
from importers.collections.holding_cells import read_quantity
from importers.collections.sheet_words import header_form, header_form_whole, sheet_words
from importers.sheets.sheet import Cell, Sheet

_ORDINARY = "ordinary"
_SHORTEST = {"finish": 4, "condition": 1, "language": 2, "location": 3}
"""Letters that a header of such a column has at least: shorter ones mean something else."""
_NUMBERED = 2
"""Letters of what tells places apart, as in `Box A` and `Box 12`; `Binder page` is none."""
_MEANT_OTHERWISE = frozenset({"name", "number"})


@dataclass(frozen=True, slots=True)
class CountColumn:
    """The header under which one column counts copies, and the fact that the column says of them."""

    header: Header
    field: str
    value: str


def count_columns(header: Header, rows: Sequence[Sequence[Cell]]) -> tuple[CountColumn, ...]:
    """The columns that count copies of one finish, condition, language or place each, if there are any.

    Where another column counts all copies, theirs must add up to it.
    """
    if header.layout or any(column.how in {"told", "letter", "remembered"} for column in header.columns):
        return ()
    for field in _SHORTEST:
        values = dict(_values(header, field))
        if len(set(values.values())) > 1 and _mostly_count(header, rows, values):
            return tuple(
                CountColumn(_counting(header, column, values), field, value)
                for column, value in values.items()
            )
    return ()


def _values(header: Header, field: str) -> Iterator[tuple[Column, str]]:
    """Yields the columns whose header is a word for a finish, a condition or a language, or like `Box A`."""
    if field == "location":
        places = [(c, words) for c in header.columns if (words := header_form(c.header).split())]
        places = [(c, words) for c, words in places if words[0] in WORDS[field]]
        if sum(len(words) > 1 and len(words[-1]) <= _NUMBERED for _column, words in places) > 1:
            yield from ((column, column.header) for column, _words in places)
        return
    known = {word: value for value, words in sheet_words(field).items() for word in words}
    for column in header.columns:
        form = header_form_whole(column.header)
        first, _unused, last = form.partition(" ")
        forms = (form, last if first in WORDS["quantity"] else "", first if last in WORDS["quantity"] else "")
        for one in filter(None, forms):
            value = known.get(one) or known.get(one.removesuffix("s"))
            if value and len(one) >= _SHORTEST[field] and column.field not in _MEANT_OTHERWISE:
                yield column, "" if value == _ORDINARY else value
                break


def _mostly_count(header: Header, rows: Sequence[Sequence[Cell]], values: Mapping[Column, str]) -> bool:
    """Whether most cells of these columns are numbers, which add up to those of the whole."""
    whole = header.fields.get("quantity")
    readable = unreadable = 0
    for row in rows:
        counts = [read_quantity(row[column.place]) for column in values if column.place < len(row)]
        known = [count for count in counts if isinstance(count, int)]
        readable += sum(map(bool, known))
        unreadable += sum(isinstance(count, str) for count in counts)
        if whole and whole not in values and not any(isinstance(count, str) for count in counts):
            stated = read_quantity(row[whole.place]) if whole.place < len(row) else None
            if (stated or 0) != sum(known):
                return False
    return readable > unreadable


def _counting(header: Header, counted: Column, values: Mapping[Column, str]) -> Header:
    """The header with one of the columns as the quantity; copies for trade are told of none of them.

    A column of prices that names it too, such as `Foil Price`, has theirs.
    """
    of_it = header_form(counted.header)
    prices = [c for c in header.columns if is_price(c.header) and of_it in header_form(c.header).split()]
    own = {column.place: "price" for column in prices[:1]} | {counted.place: "quantity"}

    def field_of(column: Column) -> str:
        if column in values or column.field == "quantity" or (prices and column.field == "price"):
            return "ignore"
        return "extra" if column.field == "for_trade" else column.field

    columns = (
        replace(column, field=own[column.place], how="word") if column.place in own else column
        for column in header.with_fields(field_of).columns
    )
    return replace(header, columns=tuple(columns))


def side_by_side(header: Header, whole: Sheet) -> tuple[Sheet, ...]:
    """The lists of a sheet in which several stand side by side under the same names; else none."""
    names = header.fields.get("name")
    if header.layout or names is None or names.how != "word":
        return ()
    words = {column.header: column for column in header.columns if column.how == "word"}
    starts = []
    for number in range(2, len(header.columns)):
        again = {f"{word} ({number})" for word in words}
        places = [column.place for column in header.columns if column.header in again]
        if f"{names.header} ({number})" not in {header.columns[place].header for place in places}:
            break
        starts.append(min(places))
    first = min(column.place for column in words.values())
    ends = [*starts, max((len(row) for row in whole.rows), default=0)]
    if not starts or sorted({first, *ends}) != [first, *ends]:
        return ()
    return tuple(_cut(whole, start, end) for start, end in zip([0, *starts], ends, strict=True))


def _cut(whole: Sheet, start: int, end: int) -> Sheet:
    """The columns of a sheet from one place to before another."""
    return replace(
        whole,
        rows=[row[start:end] for row in whole.rows],
        unvalued={
            number: {place - start for place in places if start <= place < end}
            for number, places in whole.unvalued.items()
            if any(start <= place < end for place in places)
        },
        merged={
            (row, place - start): last for (row, place), last in whole.merged.items() if start <= place < end
        },
        formats={
            (row, place - start): shown
            for (row, place), shown in whole.formats.items()
            if start <= place < end
        },
    )
