"""Tables of web pages and text documents, read like the sheets of a workbook."""

from collections.abc import Sequence

from importers.documents.blocks import Block, DocumentTable
from importers.documents.html import read_page
from importers.documents.office import document_kind, read_document
from importers.sheets.archive import opened_archive
from importers.sheets.sheet import Sheet, SheetFile
from importers.sheets.sheets import PAGE, ZIP, loaded, parse_sheets
from importers.sheets.text import Score
from importers.text import decode


def parse_tables(data: bytes, source: str, score: Score) -> SheetFile:
    """The sheets that the bytes of a file hold, of a document its tables and the lines between them.

    >>> page = b"<table><tr><th>Qty<th>Card</tr><tr><td>4<td>Nexu</tr></table>"
    >>> parse_tables(page, "cards.xls", len).read(0).rows
    [['Qty', 'Card'], ['4', 'Nexu']]
    """
    kind, blocks = _document(data, source)
    if not any(isinstance(block, DocumentTable) for block in blocks):
        return parse_sheets(data, source, score)
    rows: list[list[str]] = []
    merged: dict[tuple[int, int], int] = {}
    for block in blocks:
        if isinstance(block, DocumentTable):
            start = len(rows) + 1
            merged |= {(start + row, column): start + last for (row, column), last in block.merged.items()}
        rows += block if isinstance(block, DocumentTable) else [[block]]
    return loaded(kind, Sheet("", rows, range(1, len(rows) + 1), merged=merged))


def _document(data: bytes, source: str) -> tuple[str, Sequence[Block]]:
    """The kind of a document and its contents; nothing of what is none."""
    if PAGE.match(data):
        return "html", read_page(decode(data, source, as_written=True), source).blocks
    if data.startswith(ZIP):
        with opened_archive(data, source) as archive:
            if kind := document_kind(archive):
                return kind, read_document(archive, kind, source)
    return "", ()
