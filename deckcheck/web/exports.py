"""The collection written to a file for the user to keep."""

import base64
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from starlette.responses import Response

from deckcheck import acts
from deckcheck.acts.errors import LayoutUnfitError
from deckcheck.acts.session import Session
from deckcheck.web.answers import AnswerError, file_answer
from deckcheck.web.endpoint import Text, endpoint

if TYPE_CHECKING:
    from deckcheck.acts.collection_files import CollectionFile

MEDIA_TYPES = {
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".ods": "application/vnd.oasis.opendocument.spreadsheet",
    ".csv": "text/csv; charset=utf-8",
    ".tsv": "text/tab-separated-values; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
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


def exported(session: Session, wanted: ExportRequest) -> "CollectionFile":
    """The collection as that file, as `deckcheck collection export` writes it."""
    try:
        language = acts.collection_files.header_language(wanted.language or None)
        return session.collection.file(
            Path(wanted.name), columns=wanted.columns, language=language, force=True
        )
    except LayoutUnfitError as error:
        raise AnswerError(str(error)) from None


def file_to_keep(session: Session, wanted: Annotated[ExportRequest, export_request]) -> Response:
    """The collection as a file to keep."""
    return file_answer(wanted.name, exported(session, wanted).data, MEDIA_TYPES[wanted.suffix])


@endpoint("GET /api/collection/export", "deckcheck.page-collection-file/1")
def export_document(session: Session, wanted: Annotated[ExportRequest, export_request]) -> dict[str, Any]:
    """The collection as a file in base64, with what it cannot hold."""
    written = exported(session, wanted)
    stored = session.collection.stored
    held = stored.stored.wants if wanted.columns.casefold() == "wants" else stored.holdings
    return {
        "schema": "deckcheck.page-collection-file/1",
        "name": wanted.name,
        "data": base64.b64encode(written.data).decode(),
        "losses": list(written.losses),
        "holdings": len(held),
        "copies": sum(one.quantity for one in held),
    }
