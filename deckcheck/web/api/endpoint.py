"""An address of the API, and the function that answers its requests."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from deckcheck.session.session import Session
from deckcheck.web.answers import CONFLICT, GONE, AnswerError, error_answer, json_answer
from deckcheck.web.api.asked import Asked, read_request
from deckcheck.web.lane import Lane, Unfinished

Answered = Callable[[Request], Awaitable[Response]]
Work = Callable[[Session], Mapping[str, Any]]
WorkInParts = Callable[[Session], Mapping[str, Any] | Unfinished]

_SHOWN = "x-deckcheck-database"
_ANOTHER = (
    "the server works on another database than when this page was opened; nothing was changed. "
    "Copy what is to be kept, and open the page anew"
)
GAME = {"game": "the game's code; the page's own game without it"}
DAY = {"on": "a day like 2004-06-19, today without it"}
BASE = {"base": "the state that the change is based on; 409 where it is another by now"}
PAGED = {
    "q": "a query, as in `deckcheck cards search`",
    "sort": "fields, -FIELD for the reverse",
    "page": "which page, from 1",
}


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An address of the API: its method, what it is for, what it takes, and whether it changes.

    `query` and `body` are the names of what it takes with their meaning. What is `private` is
    not shown to guests of a read-only page; `for_guests` makes of a document what they are shown.
    """

    method: str
    path: str
    summary: str
    document: str
    answer: Callable[["Asked"], WorkInParts]
    query: Mapping[str, str]
    body: Mapping[str, str]
    changes: bool = False
    upload: bool = False
    private: bool = False
    for_guests: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None


def answering(endpoint: Endpoint, lane: Lane, *, guests: bool = False) -> Answered:
    """The function that answers the requests to an address.

    Work in parts ends early where nobody waits for its answer any more.
    """

    async def answer(request: Request) -> Response:
        if endpoint.changes and request.headers.get(_SHOWN, lane.mark) != lane.mark:
            raise AnswerError(_ANOTHER, CONFLICT)
        asked = await read_request(request, upload=endpoint.upload)
        found = await lane.run(asked.game, endpoint.answer(asked))
        while isinstance(found, Unfinished):
            if await request.is_disconnected():
                return error_answer("client disconnected", GONE)
            found = await lane.run(asked.game, found.go_on)
        if guests and endpoint.for_guests is not None:
            found = endpoint.for_guests(found)
        return json_answer(found)

    return answer
