"""The collection written to a file for the user to keep."""

import base64
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from deckcheck import places
from deckcheck.acts.errors import LayoutUnfitError
from deckcheck.acts.session import Session
from deckcheck.collection.file_export import SUFFIXES, CollectionFile
from deckcheck.web.answers import AnswerError
from deckcheck.web.endpoint import Text, endpoint
from importers.collections.layouts import EXPORT_LANGUAGES, WRITTEN

_TABLES = (".csv", ".tsv")
MEDIA_TYPES = {
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".ods": "application/vnd.oasis.opendocument.spreadsheet",
    ".csv": "text/csv; charset=utf-8",
    ".tsv": "text/tab-separated-values; charset=utf-8",
    ".json": "application/json; charset=utf-8",
}


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """The options for writing the collection: the suffix, the layout, the language of headers."""

    suffix: str = ".xlsx"
    columns: str = "deckcheck"
    language: str = ""

    @property
    def name(self) -> str:
        """The name of the file."""
        own = "" if self.columns == "deckcheck" else f"-{self.columns}"
        return f"collection{own}{self.suffix}"


def export_request(
    _session: Session,
    file: Annotated[Text, "xlsx, ods, csv, tsv or json"] = "xlsx",
    columns: Annotated[Text, "the layout"] = "",
    language: Annotated[Text, "of the headers of our own layout"] = "",
) -> ExportRequest:
    """The file that is asked for."""
    return ExportRequest(f".{file.lower().lstrip('.')}", columns or "deckcheck", language.casefold())


def export_choices(session: Session) -> dict[str, Any]:
    """The file types with the layouts that each can have, and the languages of the own layout."""
    layouts = [one for one in WRITTEN if not one.games or session.game in one.games]
    own = [one for one in layouts if one.is_own]
    return {
        "layouts": [{"name": one.name, "title": one.title} for one in layouts],
        "types": {
            suffix: [one.name for one in (layouts if suffix in _TABLES else own)]
            + ([one.name for one in layouts if one.games] if suffix == ".xlsx" else [])
            for suffix in SUFFIXES
        },
        "languages": list(EXPORT_LANGUAGES),
        "language": places.settings().language or EXPORT_LANGUAGES[0],
    }


def exported(session: Session, wanted: ExportRequest) -> CollectionFile:
    """The collection as that file, as `deckcheck collection export` writes it."""
    language = wanted.language or places.settings().language
    if language and language not in EXPORT_LANGUAGES:
        raise AnswerError(f"no language is called {language!r}; expected {', '.join(EXPORT_LANGUAGES)}")
    try:
        return session.collection.file(
            Path(wanted.name), columns=wanted.columns, language=language, force=True
        )
    except LayoutUnfitError as error:
        raise AnswerError(str(error)) from None


@endpoint("GET /api/collection/export", "deckcheck.page-collection-file/1")
def export_document(session: Session, wanted: Annotated[ExportRequest, export_request]) -> dict[str, Any]:
    """The collection as a file in base64, with what it cannot hold."""
    written = exported(session, wanted)
    holdings = session.collection.stored.holdings
    return {
        "schema": "deckcheck.page-collection-file/1",
        "name": wanted.name,
        "data": base64.b64encode(written.data).decode(),
        "losses": list(written.losses),
        "holdings": len(holdings),
        "copies": sum(holding.quantity for holding in holdings),
    }
