"""Deck lists in documents: their lines read like a text, their tables like a table of a deck."""

from collections.abc import Sequence

from db.language import gettext as _
from importers.decks import csv_deck
from importers.decks.deck_format import ListWithin
from importers.decks.deck_list import MAIN_ZONE, DeckLine, DeckList, UnreadLine
from importers.decks.plain_text import card_row
from importers.documents.blocks import Block, DocumentTable
from importers.errors import NoListError, UnwritableDeckError

KINDS = frozenset({"docx", "html", "odt", "pdf"})
SUFFIXES = (".docx", ".odt", ".pdf")
DOCUMENT_SUFFIXES = frozenset((*SUFFIXES, ".html", ".htm"))
"""The suffixes of documents, which more often than not are no deck."""

_NO_TEXT = frozenset({"html"})
"""Formats that the lines of a document cannot be once more, whatever they look like."""


def read_blocks(blocks: Sequence[Block], source: str, kind: str) -> ListWithin:
    """The lines of a document that may be a deck list; tables of a deck are read here.

    A line of the list is a line of the document; each row of a table is one.
    """
    rows: list[str] = []
    lines: list[DeckLine] = []
    left: list[UnreadLine] = []
    alone = sum(1 for block in blocks if block) == 1
    for block in blocks:
        if isinstance(block, str):
            rows.append(block)
            continue
        table = csv_deck.table_text(block)
        if not alone and csv_deck.has_header(table):
            found = csv_deck.read(table, source)
            left += [one._replace(line=one.line + len(rows)) for one in found.unread]
            typed = {line.line: _typed(line) for line in found.lines}
            lines += [
                line._replace(line=(line.line or 0) + len(rows))
                for line in found.lines
                if not typed[line.line]
            ]
            rows += [typed.get(number) or "" for number, _ in enumerate(block, 1)]
        else:
            rows += _table_rows(block)
    if not any(map(str.strip, rows)) and not (lines or left):
        raise NoListError(source, _("the document is empty, expected a deck list"))

    def finish(found: DeckList) -> DeckList:
        return found._replace(
            read_as=kind,
            lines=tuple(sorted((*found.lines, *lines), key=lambda line: line.line or 0)),
            zones=tuple(dict.fromkeys([*found.zones, *(line.zone for line in lines)])),
            unread=tuple(sorted((*found.unread, *left), key=lambda entry: entry.line)),
        )

    return ListWithin("\n".join(rows), finish, _NO_TEXT)


def _typed(line: DeckLine) -> str | None:
    """The card of a table as a typed line below its headings; None where that would lose a fact."""
    more = (line.image_key, line.card_id, line.dice)
    if line.zone != MAIN_ZONE or any(fact is not None for fact in more):
        return None
    try:
        return card_row(line)
    except UnwritableDeckError:
        return None


def _table_rows(table: DocumentTable) -> list[str]:
    """The rows of a table as lines: those of a deck's table with tabs, others without blanks."""
    text = ["\t".join(" ".join(cell.split()) for cell in row) for row in table]
    if csv_deck.has_header("\n".join(text)):
        return text
    return ["\t".join(filter(None, row.split("\t"))) for row in text]
