"""Decks in files of several parts: workbooks, documents, PDF files, and zip files of decks."""

from importers.decks.deck_format import FileWithin, ListWithin
from importers.decks.deck_list import DeckList
from importers.decks.document_deck import read_blocks
from importers.documents import pdf


def read_packed_deck(data: bytes, source: str) -> DeckList | ListWithin | FileWithin:
    """The deck list of such a file, the lines of a document, or the only deck of a zip file.

    Raises `SeveralDecksError` for a zip file with more.
    """
    if data.startswith(pdf.HEAD):
        return read_blocks(pdf.read_pdf(data, source), source, "pdf")
    from importers.documents.office import document_kind, read_document
    from importers.sheets.archive import is_plain_zip, opened_archive

    with opened_archive(data, source) as archive:
        kind = document_kind(archive)
        if kind is not None:
            return read_blocks(read_document(archive, kind, source), source, kind)
        if is_plain_zip(archive):
            from importers.decks.zipped_decks import only_deck

            return only_deck(archive, data, source)
    from importers.decks.deck_workbook import read_deck_workbook

    return read_deck_workbook(data, source)
