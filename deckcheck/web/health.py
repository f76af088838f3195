"""Whether the server lives and can answer, for who watches it; nothing else is told."""

import asyncio

from starlette.types import ASGIApp, Receive, Scope, Send

from deckcheck.acts.errors import DeckcheckError
from deckcheck.web.answers import json_answer
from deckcheck.web.database_thread import DatabaseThread
from deckcheck.web.guard import HEADERS

LIVES, IS_READY = "/healthz", "/readyz"
_PATIENCE = 5.0
"""Seconds in which a reading of the database must have had its turn."""

_UNREADY = 503


class Health:
    """Answers whether the server lives, and whether its database can be read, before all guards.

    Whoever watches a server asks by other names than browsers, and knows no password.
    """

    def __init__(self, app: ASGIApp, *, thread: DatabaseThread) -> None:
        self.app, self._thread = app, thread

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a question about health, or has the application answer."""
        if scope["type"] != "http" or scope["path"] not in {LIVES, IS_READY}:
            await self.app(scope, receive, send)
            return
        fine = scope["path"] == LIVES or await self._is_ready()
        document = {"schema": "deckcheck.health/1", "status": "ok" if fine else "unready"}
        answer = json_answer(document, 200 if fine else _UNREADY)
        answer.raw_headers.extend(HEADERS)
        await answer(scope, receive, send)

    async def _is_ready(self) -> bool:
        try:
            # Something small is read, with a connection of its own.
            reading = self._thread.run(None, lambda session: session.decks.list())
            await asyncio.wait_for(reading, _PATIENCE)
        except (DeckcheckError, OSError):
            return False
        return True
