"""The page behind a personal link: today's match and its result, own lists, and all that is kept."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from secrets import randbelow
from typing import Annotated, Any

from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from deckcheck.acts import player
from deckcheck.acts.people import VISITOR, Person
from deckcheck.acts.session import Session
from deckcheck.show.language import gettext as _
from deckcheck.web.answers import AnswerError, file_answer
from deckcheck.web.database_thread import DatabaseThread
from deckcheck.web.endpoint import Flag, Text, endpoint

_NOBODY = 403
_LOOKS, LONGEST = 1.0, 300
"""Seconds between two looks for changes, and so long a connection for them is held."""


def _person() -> Person:
    """The person whose link was opened; raises `AnswerError` for others."""
    found = VISITOR.get().person
    if found is None:
        raise AnswerError(_("open your own link first; the organiser has it"), _NOBODY)
    return found


@endpoint("GET /api/me", "deckcheck.me/1")
def me(session: Session) -> dict[str, Any]:
    """The events of whoever has a personal link: their match, its result, their lists."""
    return player.person_document(session, _person())


@endpoint("POST /api/me/report", "deckcheck.me-report/1", changes=True)
def report(
    session: Session,
    event: Annotated[Text, "the event"],
    round: Annotated[int, Field(strict=True, ge=1, le=999), "the round"],
    result: Annotated[Text, "the games, seen from whoever reports, like `2-0`"] = "",
    was: Annotated[Text, "what they reported before; 409 where it is another"] = "",
    drop: Annotated[Flag, "true: they play no further round"] = False,
    concede: Annotated[Flag, "true: they concede the match, which sets it"] = False,
) -> dict[str, Any]:
    """Reports the match of the last round; it is set once both players report the same."""
    set_now = player.report(session, _person(), event, round, result, was, drop=drop, concede=concede)
    return {"schema": "deckcheck.me-report/1", "set": set_now or None}


def me_routes(thread: DatabaseThread) -> list[Route]:
    """The addresses beside the page: all that is kept as a ZIP, and the news of changes."""
    watching = _Watching(thread)

    async def archive(_request: Request) -> Response:
        person = _person()
        data = await thread.run(None, lambda session: player.own_archive(session, person))
        return file_answer(f"{person.name}.zip", data, "application/zip")

    async def changes(request: Request) -> Response:
        visitor = VISITOR.get()
        people = {visitor.owns, visitor.person.id if visitor.person else visitor.owns}
        return StreamingResponse(
            watching.news(people, request.is_disconnected),
            media_type="text/event-stream",
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )

    return [Route("/me/data.zip", archive), Route("/me/changes", changes)]


class _Watching:
    """Looks for changes of events and trades, once for all phones that wait for them."""

    def __init__(self, thread: DatabaseThread) -> None:
        self._thread, self._looked, self._state = thread, 0.0, ""
        self._news: Mapping[int, str] = {}
        self._lock: asyncio.Lock | None = None

    async def news(self, people: Iterable[int], is_gone: Callable[[], Any]) -> AsyncIterator[str]:
        """Yields a line of server-sent events for each change of these people's pages."""
        until, known = time.monotonic() + LONGEST, await self._now(people)
        yield f"retry: {2000 + randbelow(4000)}\n\n"  # phones come back, but not all at once
        while time.monotonic() < until and not await is_gone():
            await asyncio.sleep(_LOOKS)
            if (state := await self._now(people)) != known:
                known = state
                yield "data: changed\n\n"

    async def _now(self, people: Iterable[int]) -> str:
        self._lock = self._lock or asyncio.Lock()
        async with self._lock:
            if time.monotonic() - self._looked > _LOOKS / 2:
                state = await self._thread.run(None, lambda session: player.EVENTS_STATE(session.path))
                if state != self._state:
                    self._news = await self._thread.run(None, lambda session: player.NEWS(session.path))
                self._state, self._looked = state, time.monotonic()
        return "".join(self._news.get(one, "") for one in people)
