"""JSON answers, and errors as one line of text."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from starlette.responses import Response

from deckcheck.acts.errors import (
    BatchNotFoundError,
    ChangedMeanwhileError,
    DatabaseBusyError,
    DeckcheckError,
    DeckNameTakenError,
    DeckVersionNotFoundError,
    DoublingRefusedError,
    EmptyingRefusedError,
    EventNameTakenError,
    EventNotFoundError,
    ImportedBeforeError,
    LeagueNameTakenError,
    LeagueNotFoundError,
    LostServerError,
    ResultThereError,
)
from deckcheck.show.json_text import json_sent
from deckcheck.show.language import filled, gettext as _
from deckcheck.web.languages import told

BAD, MISSING, CONFLICT, GONE, NOT_NOW = 400, 404, 409, 499, 503
_STATUS = {
    MISSING: (BatchNotFoundError, DeckVersionNotFoundError, EventNotFoundError, LeagueNotFoundError),
    CONFLICT: (
        ChangedMeanwhileError,
        DeckNameTakenError,
        DoublingRefusedError,
        EmptyingRefusedError,
        EventNameTakenError,
        ImportedBeforeError,
        LeagueNameTakenError,
        ResultThereError,
    ),
    NOT_NOW: (DatabaseBusyError, LostServerError),  # the page keeps a change and sends it again
}


class AnswerError(Exception):
    """A request cannot be answered; `status` is the HTTP status of the answer."""

    def __init__(self, message: str, status: int = BAD, /, **values: object) -> None:
        super().__init__(filled(message, values))
        self.status = status


def json_answer(document: Mapping[str, Any], status: int = 200) -> Response:
    """A document in the language of the request, on one line; never kept by caches."""
    text = json_sent(told(document))
    return Response(text, status, {"Cache-Control": "no-store"}, "application/json; charset=utf-8")


def file_answer(name: str, data: bytes, media_type: str) -> Response:
    """A file for the user to keep."""
    sent = {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(name)}", "Cache-Control": "no-store"}
    return Response(data, 200, sent, media_type)


def error_answer(message: str, status: int = BAD) -> Response:
    """An error as a document: `{"schema": "deckcheck.error/1", "error": ...}`."""
    return json_answer({"schema": "deckcheck.error/1", "error": message}, status)


def status_of(error: Exception) -> int:
    """The HTTP status of an answer that says an error."""
    if isinstance(error, AnswerError):
        return error.status
    return next((status for status, errors in _STATUS.items() if isinstance(error, errors)), BAD)


def error_of(error: Exception) -> Response | None:
    """The answer for an error that was raised; None for a bug of the program."""
    if isinstance(error, AnswerError):
        return error_answer(str(error), error.status)
    if isinstance(error, ChangedMeanwhileError):
        message = _("{what} has changed since it was shown; look again", what=error.what)
        return error_answer(message, status_of(error))
    if isinstance(error, DeckcheckError):
        return error_answer(str(error), status_of(error))
    return None
