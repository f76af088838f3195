"""Tables of web pages and text documents, read like the sheets of a workbook."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from importers.documents.blocks import Block, DocumentTable
from importers.documents.html import read_page
from importers.documents.office import document_kind, read_document
from importers.sheets.archive import opened_archive
from importers.sheets.sheet import Cell, Counted, Sheet, SheetFile
from importers.sheets.sheets import PAGE, ZIP, loaded, parse_sheets
from importers.sheets.text import Score
from importers.text import page_text


def parse_tables(data: bytes, source: str, score: Score) -> SheetFile:
    """The sheets that the bytes of a file hold, of a document its tables and the lines between them.

    >>> page = b"<table><tr><th>Qty<th>Card</tr><tr><td>4<td>Nexu</tr></table>"
    >>> parse_tables(page, "cards.xls", len).read(0).rows
    [['Qty', 'Card'], ['4', 'Nexu']]
    """
    kind, blocks = _document(data, source)
    if not any(isinstance(block, DocumentTable) for block in blocks):
        return parse_sheets(data, source, score)
    sheets = list(_sheets(blocks, source, score))
    return loaded(kind, *(sheets if len(sheets) > 1 else [replace(sheets[0], name="")]))


def _sheets(blocks: Sequence[Block], source: str, score: Score) -> Iterator[Sheet]:
    """Yields the tables with the lines above them: one under another header is a sheet of its own."""
    rows: list[Sequence[Cell]] = []
    lines: list[Sequence[Cell]] = []
    merged: dict[tuple[int, int], int] = {}
    header: Sequence[Cell] | None = None
    name = ""
    for block in blocks:
        if not isinstance(block, DocumentTable):
            lines.append([block])
            continue
        table = Counted(source)
        for row in block:
            table.add(row)
        first = next(filter(None, table.rows), ())
        above = next((str(line) for [line] in reversed(lines) if str(line).strip()), "")
        if score([first]) >= 1:
            if header not in (None, first):
                yield Sheet(name, rows, range(1, len(rows) + 1), merged=merged)
                rows, merged = [], {}
            name, header = (name, header) if header == first else (above, first)
        rows += lines
        lines = []
        start = len(rows) + 1
        merged |= {(start + row, column): start + last for (row, column), last in block.merged.items()}
        rows += table.rows
    rows += lines
    yield Sheet(name, rows, range(1, len(rows) + 1), merged=merged)


def _document(data: bytes, source: str) -> tuple[str, Sequence[Block]]:
    """The kind of a document and its contents; nothing of what is none."""
    if PAGE.match(data):
        return "html", read_page(page_text(data, source), source).blocks
    if data.startswith(ZIP):
        with opened_archive(data, source) as archive:
            if kind := document_kind(archive):
                return kind, read_document(archive, kind, source)
    return "", ()
