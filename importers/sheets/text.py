"""Reads sheets that are text: cells between commas, semicolons, tabs or bars."""

import csv
import re
from collections.abc import Callable, Iterator, Sequence

from db.language import gettext as _
from db.texts import plain_line_ends
from importers.errors import MalformedFileError
from importers.formulas import plain_text
from importers.sheets.sheet import MAX_COLUMNS, Cell, Counted, Sheet
from importers.text import decode, is_central_european

SEPARATORS = (";", "\t", "|", ",")
"""A comma comes last: names and prices have some where another sign stands between cells."""
_SEP_LINE = re.compile(r"\s*\"?sep=(.)\"?\s*", re.IGNORECASE)
_LONGEST_ROW = 20
"""Lines that one row may run over, by line breaks in quotes; more is a quote that never ends."""
_LOOKED_AT = 60

Score = Callable[[Sequence[Sequence[Cell]]], float]
"""How well the first rows of a sheet are understood; the encoding and separator follow from it."""


def read_text_sheet(data: bytes, source: str, score: Score) -> tuple[str, Sheet]:
    r"""The kind (csv or tsv) and the sheet of a text file.

    Encoding and separator are those that give the header the highest score; where two encodings
    give the same, the letters of the text decide.

    >>> kind, sheet = read_text_sheet(b"qty;name\n4;Yoda (A)\n", "a.csv", lambda rows: len(rows[0]))
    >>> kind, list(sheet.rows)
    ('csv', [['qty', 'name'], ['4', 'Yoda (A)']])
    """
    best: tuple[tuple[float, bool], str, int, str] | None = None
    texts = list(_decoded(data, source))
    for text in texts:
        likely = text != texts[0] and is_central_european(text, texts[0])
        for first, separator in _separators(text):
            rows = [_beginning(cells) for _, cells in _records(_head(text), first, separator)]
            scored = (score(rows), likely)
            if best is None or scored > best[0]:
                best = (scored, text, first, separator)
    if best is None:
        raise MalformedFileError(source, _("the file is empty, expected a table with a header"))
    _unused, text, first, separator = best
    counted = Counted(source)
    numbers = []
    for number, cells in _records(text.split("\n"), first, separator):
        counted.add(cells)
        numbers.append(number)
    whole = counted.whole()
    return "tsv" if separator == "\t" else "csv", Sheet("", whole, numbers[: len(whole)])


def _decoded(data: bytes, source: str) -> Iterator[str]:
    """The texts that the bytes may be: one, but for the two code pages that are hard to tell."""
    text = decode(data, source, as_written=True)  # a place or a note may hold joined emoji
    if text and not text.isspace():
        yield plain_line_ends(text)
        if (
            not data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"))
            and b"\0" not in data
            and not _is_utf_8(data)
        ):
            yield plain_line_ends(data.decode("cp1250", "replace"))


def _is_utf_8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _head(text: str) -> list[str]:
    return text.split("\n", _LOOKED_AT)[:_LOOKED_AT]


def _beginning(cells: Sequence[str]) -> Sequence[str]:
    """The cells of a row as far as any is filled, and no more than a row may have."""
    filled = next((place for place, cell in enumerate(reversed(cells)) if cell), len(cells))
    return cells[: min(len(cells) - filled, MAX_COLUMNS + 1)]


def _separators(text: str) -> Iterator[tuple[int, str]]:
    """The first line of the table and the separators that come into question."""
    lines = _head(text)
    for index, line in enumerate(lines):
        if line.strip():
            if chosen := _SEP_LINE.fullmatch(line):
                yield index + 1, chosen.group(1)
                return
            break
    # One that is nowhere in the first lines splits nothing; a comma stands for a single column.
    present = [s for s in SEPARATORS if any(s in line for line in lines)]
    for separator in present or [","]:
        yield 0, separator


def _records(lines: list[str], first: int, separator: str) -> Iterator[tuple[int, list[str]]]:
    """Yields the number of the first line of each row and its cells.

    A quote that never ends costs nothing: such a line is split as if it had no quotes.
    """
    lines = lines[first:]
    if lines and not lines[-1]:
        lines = lines[:-1]
    if not any('"' in line for line in lines):
        for index, line in enumerate(lines):
            yield first + index + 1, line.split(separator)
        return
    index = 0
    while index < len(lines):
        line = lines[index]
        if '"' not in line:
            yield first + index + 1, line.split(separator)
            index += 1
            continue
        cells, used = _quoted(lines[index : index + _LONGEST_ROW], separator)
        yield first + index + 1, [*map(plain_text, cells)]
        index += used


def _quoted(ahead: list[str], separator: str) -> tuple[list[str], int]:
    """The cells of a row with quotes, and how many lines it takes."""
    even = 0
    for used, line in enumerate(ahead, 1):
        even += line.count('"')
        if even % 2 == 0:
            whole = [*(f"{part}\n" for part in ahead[: used - 1]), line]
            # Over several lines the quotes must stand where quotes may.
            reader = csv.reader(whole, delimiter=separator, strict=used > 1)
            try:
                cells = next(reader)
            except csv.Error:
                break
            if reader.line_num == used:
                return cells, used
            break
    # Quotes that do not pair up stand for themselves, like inches.
    return ahead[0].split(separator), 1
