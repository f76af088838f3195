"""A line of JSON on standard error for each request, without anything about who asked for what.

An address is the one of its route, such as `/deck/{name}`: names of decks, players and events stay
out, and so do queries, addresses of machines, browsers, cookies and what was sent.
"""

import json
import logging
import sys
import time
from datetime import UTC, datetime
from pathlib import PurePath
from traceback import extract_tb
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from deckcheck.web.names import route_of

_CLOSED = 499
"""The status of a request whose client went away before the answer."""


def log_line(event: str, **facts: object) -> None:
    """Writes a line: the time, what happened, and facts about it."""
    line = {"time": datetime.now(UTC).isoformat(timespec="milliseconds"), "event": event, **facts}
    sys.stderr.write(json.dumps(line) + "\n")
    sys.stderr.flush()


class RequestLog:
    """Writes a line for each request as it is answered, or when it is given up."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Has the application answer, and writes the line."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started, facts = time.monotonic(), {"status": _CLOSED, "bytes": 0}
        method, route, waiting = str(scope["method"]), route_of(scope)[0], [True]

        def write() -> None:
            if waiting:
                waiting.clear()
                milliseconds = round(1000 * (time.monotonic() - started), 1)
                log_line("request", method=method, route=route, **facts, ms=milliseconds)

        async def noted(message: Message) -> None:
            if message["type"] == "http.response.start":
                facts["status"] = message["status"]
            elif message["type"] == "http.response.body":
                facts["bytes"] += len(message.get("body", b""))
                if not message.get("more_body"):
                    write()  # before the last part is sent: who has the answer finds its line
            await send(message)

        try:
            await self.app(scope, receive, noted)
        finally:
            write()


class ErrorLines(logging.Handler):
    """Writes what the server itself says as lines: of an error its kind and where, not its words."""

    def emit(self, record: logging.LogRecord) -> None:
        """Writes a line for a record."""
        facts: dict[str, Any] = {"level": record.levelname.lower(), "logger": record.name}
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            facts["error"] = type(error).__name__
            facts["at"] = [
                f"{PurePath(one.filename).name}:{one.lineno} {one.name}"
                for one in extract_tb(error.__traceback__)[-8:]
            ]
        log_line("log", **facts)
