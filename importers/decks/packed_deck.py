"""Decks in files of several parts: workbooks, documents, PDF files, and zip files of decks."""

from importers.decks.deck_list import DeckList
from importers.decks.document_deck import read_blocks
from importers.documents import pdf

SUFFIXES = (".docx", ".odt", ".pdf")
DOCUMENT_SUFFIXES = frozenset((*SUFFIXES, ".html", ".htm"))
"""The suffixes of documents, which more often than not are no deck."""


def read_packed_deck(data: bytes, source: str, as_format: str | None = None) -> DeckList:
    """The deck list of such a file; `as_format` is the format of the list in a document.

    Of a zip file it is the only deck in it. Raises `SeveralDecksError` where there are more.
    """
    if data.startswith(pdf.HEAD):
        return read_blocks(pdf.read_pdf(data, source), source, "pdf", as_format)
    from importers.documents.office import document_kind, read_document
    from importers.documents.zipped import is_plain_zip
    from importers.sheets.archive import opened_archive

    with opened_archive(data, source) as archive:
        kind = document_kind(archive)
        if kind is not None:
            return read_blocks(read_document(archive, kind, source), source, kind, as_format)
        if is_plain_zip(archive):
            from importers.decks.zipped_decks import read_only_deck

            return read_only_deck(archive, data, source, as_format)
    from importers.decks.deck_workbook import read_deck_workbook

    return read_deck_workbook(data, source)
