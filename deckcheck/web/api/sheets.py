"""Addresses of sheets of holdings: imported, and written."""

from deckcheck.web import exports, sheets
from deckcheck.web.api.asked import Asked
from deckcheck.web.api.endpoint import BASE, GAME, Endpoint, Work

_FILE = {
    "name": "the name of the file",
    "data": "the file in base64",
    "mode": "add, or set; without it as the sheet is meant",
    "columns": "the field of columns, by header or letter",
    "sheet": "the sheet of a workbook; without it the best",
    "all_sheets": "true reads them all",
    "kinds": "what sheets hold, by their names: owned, wants, for trade or deck",
}
_ANSWERS = {
    "counts": "copies, by row, where they cannot be read",
    "sets": "the code of a set, by the name that is none",
    "cards": "the card and printing of unsure rows, by row, as a candidate is written",
    "lacking": "remove or keep, of what the sheet lacks",
    "again": "true imports it once more",
}


def _look(asked: Asked) -> Work:
    wanted = sheets.read_asked(asked.body)
    return lambda session: sheets.look_document(session, wanted)


def _preview(asked: Asked) -> Work:
    wanted = sheets.read_asked(asked.body)
    return lambda session: sheets.preview_document(session, wanted)


def _apply(asked: Asked) -> Work:
    wanted = sheets.read_asked(asked.body)
    return lambda session: sheets.apply_document(session, wanted)


def _candidates(asked: Asked) -> Work:
    return lambda session: sheets.candidates_document(session, asked.text("q"))


def asked_export(asked: Asked) -> exports.AskedExport:
    """The file that is asked for."""
    suffix = asked.text("file", "xlsx")
    return exports.AskedExport(
        f".{suffix.lower().lstrip('.')}",
        asked.text("columns") or "deckcheck",
        asked.text("language").casefold(),
    )


def _export(asked: Asked) -> Work:
    wanted = asked_export(asked)
    return lambda session: exports.export_document(session, wanted)


ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/collection/import/look",
        "The sheets of a file with their first rows",
        "deckcheck.page-sheet/1",
        _look,
        GAME,
        _FILE,
        changes=True,
    ),
    Endpoint(
        "POST",
        "/api/collection/import",
        "What the import of a sheet would change, and its questions",
        "deckcheck.import/1",
        _preview,
        GAME,
        {**_FILE, **_ANSWERS, **BASE},
        changes=True,
    ),
    Endpoint(
        "POST",
        "/api/collection/import/apply",
        "Imports a sheet as one batch",
        "deckcheck.import/1",
        _apply,
        GAME,
        {**_FILE, **_ANSWERS, **BASE},
        changes=True,
    ),
    Endpoint(
        "GET",
        "/api/collection/import/candidates",
        "Printings for what is being typed",
        "deckcheck.page-candidates/1",
        _candidates,
        {"q": "words", **GAME},
        {},
    ),
    Endpoint(
        "GET",
        "/api/collection/export",
        "The collection as a file",
        "deckcheck.page-collection-file/1",
        _export,
        {
            "file": "xlsx, ods, csv, tsv or json",
            "columns": "the layout",
            "language": "of the headers of our own layout",
            **GAME,
        },
        {},
    ),
)
