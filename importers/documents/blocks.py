"""The paragraphs and tables of a document, gathered piece by piece as its reader meets them."""

from collections.abc import Mapping, Sequence

from db.language import gettext as _
from importers.errors import LimitError

MAX_TEXT = 16_000_000
MAX_LINES = 100_000
_WIDEST, _DIGITS = 1_000, 6
"""The most columns that a cell covers, and digits that numbers of cells have fewer of."""


class DocumentTable(list[list[str]]):
    """The rows of a table, each the texts of its cells; a cell covers others as empty ones.

    `merged` are by the row and column of its cell, from 0, the last row of one that runs over several.
    """

    def __init__(self) -> None:
        super().__init__()
        self.merged: dict[tuple[int, int], int] = {}


Block = str | DocumentTable
"""A line of text, or a table."""


class Blocks:
    """Gathers the blocks of a document; raises `LimitError` for more than a deck list can have.

    A table that only lays out a page, with several lines in half the cells of a row, is given as those
    lines; a table within a cell is part of that cell.
    """

    def __init__(self, source: str) -> None:
        self.found: list[Block] = []
        self._source = source
        self._text: list[str] = []
        self._rows: list[list[list[str]]] | None = None
        self._spans: dict[tuple[int, int], tuple[int, int]] = {}
        self._depth = 0
        self._size = 0

    def text(self, text: str) -> None:
        """Takes in text of the current line, as it stands."""
        self._count(len(text))
        self._text.append(text)

    def _count(self, size: int) -> None:
        self._size += size
        if self._size > MAX_TEXT:
            problem = _("more than {max_text:,} characters of text", max_text=MAX_TEXT)
            raise LimitError(self._source, problem, f"{MAX_TEXT:,}")

    def end_line(self, *, even_empty: bool = False) -> None:
        """Ends the current line; an empty one counts only if it is wanted."""
        line = "".join(self._text).strip(" \n\r")
        self._text.clear()
        if not (line or even_empty):
            return
        for part in line.split("\n"):
            if self._rows and self._rows[-1]:
                self._rows[-1][-1].append(part)
            else:
                self._add(part)

    def _add(self, block: Block) -> None:
        self.found.append(block)
        if len(self.found) > MAX_LINES:
            raise LimitError(
                self._source, _("more than {max_lines:,} lines", max_lines=MAX_LINES), f"{MAX_LINES:,}"
            )

    def start_table(self) -> None:
        """Starts a table, or in a cell a table that is part of that cell."""
        self.end_line()
        self._depth += 1
        if self._depth == 1:
            self._rows = []

    def start_row(self) -> None:
        """Starts a row of the table."""
        self.end_line()
        if self._depth == 1 and self._rows is not None:
            self._rows.append([])
            self._bound_rows(len(self._rows))

    def start_cell(self) -> None:
        """Starts a cell of the row."""
        self.end_line()
        if self._depth == 1 and self._rows is not None:
            if not self._rows:
                self._rows.append([])
            self._rows[-1].append([])
            self._bound_rows(len(self._rows[-1]))

    def span(self, columns: str, rows: str) -> None:
        """Notes over how many columns and rows the cell at hand runs, as its document writes it."""
        if self._depth == 1 and self._rows:
            wide, tall = (
                int(n) if n.isascii() and n.isdigit() and len(n) < _DIGITS else 1 for n in (columns, rows)
            )
            self._spans[len(self._rows), len(self._rows[-1])] = (min(wide, _WIDEST) or 1, tall or MAX_LINES)

    def _bound_rows(self, count: int) -> None:
        if count > MAX_LINES:
            text = _("a table of more than {max_lines:,} rows or columns", max_lines=MAX_LINES)
            raise LimitError(self._source, text, f"{MAX_LINES:,}")

    def end_table(self) -> None:
        """Ends a table; one that only lays out lines becomes those lines."""
        self.end_line()
        self._depth = max(0, self._depth - 1)
        if self._depth or self._rows is None:
            return
        rows, self._rows = self._rows, None
        spans, self._spans = self._spans, {}
        cells = [cell for row in rows for cell in row]
        if any(map(_is_of_lists, rows)) or all(len(row) <= 1 for row in rows):
            for cell in cells:
                for line in cell or [""]:
                    self._add(line)
        else:
            self._add(self._laid_out(rows, spans))

    def _laid_out(
        self, rows: Sequence[Sequence[Sequence[str]]], spans: Mapping[tuple[int, int], tuple[int, int]]
    ) -> DocumentTable:
        """The table with each cell in the column in which it is seen."""
        table = DocumentTable()
        last_covered: dict[int, int] = {}
        for number, row in enumerate(rows):
            texts: list[str] = []
            for place, cell in enumerate(row, start=1):
                while last_covered.get(len(texts), -1) >= number:
                    texts.append("")
                wide, tall = spans.get((number + 1, place), (1, 1))
                if tall > 1:
                    table.merged[number, len(texts)] = number + tall - 1
                    last_covered |= dict.fromkeys(range(len(texts), len(texts) + wide), number + tall - 1)
                texts += [" ".join(filter(None, cell)), *[""] * (wide - 1)]
            self._count(len(texts))
            table.append(texts)
        return table

    def whole(self) -> list[Block]:
        """All blocks, with whatever was left open ended."""
        self.end_line()
        while self._depth:
            self.end_table()
        return self.found


def _is_of_lists(row: Sequence[Sequence[str]]) -> bool:
    """Whether most cells of a row hold several lines, as no row of a table of cards does."""
    lines = [count for cell in row if (count := len(list(filter(None, cell))))]
    return 0 < len(lines) <= 2 * sum(count > 1 for count in lines)
