"""Names in addresses: a slash within a name does not end it.

Browsers send the name `Red/Blue` as `Red%2FBlue`. Servers decode that before they look for the
address, after which `Red/versions` would be the versions of `Red`. So the slashes of names travel
as another character, until the name is read.
"""

import re
from functools import cache
from urllib.parse import quote, unquote

from starlette.convertors import Convertor, register_url_convertor
from starlette.routing import Match
from starlette.types import ASGIApp, Receive, Scope, Send

_SLASH = "\ue000"
_SENT = re.compile(rb"%2f", re.IGNORECASE)
_PART = re.compile(r"\{(name|batch|token)\}")


class _NameConvertor(Convertor[str]):
    """A name as one part of an address."""

    regex = "[^/]*"

    def convert(self, value: str) -> str:
        return value.replace(_SLASH, "/")

    def to_string(self, value: str) -> str:
        return value.replace("/", _SLASH)


register_url_convertor("name", _NameConvertor())


def named(path: str) -> str:
    """The pattern of an address whose names may hold slashes.

    >>> named("/api/decks/{name}/versions/{batch}")
    '/api/decks/{name:name}/versions/{batch:name}'
    """
    return _PART.sub(r"{\1:name}", path)


UNKNOWN = "unknown"
"""The address of what no route is for: it may hold anything."""


@cache
def _address(pattern: str) -> str:
    return re.sub(r":\w+}", "}", pattern)


def route_of(scope: Scope) -> tuple[str, dict[str, str]]:
    """The address of a request as its route has it, such as `/deck/{name}`, and the names in it."""
    partly = UNKNOWN, dict[str, str]()
    for route in scope["app"].routes:
        fits, found = route.matches(scope)
        if fits is not Match.NONE:
            of_route = _address(route.path), found.get("path_params", {})
            if fits is Match.FULL:
                return of_route
            partly = of_route
    return partly


class WholeNames:
    """Keeps the slashes of names apart from those of addresses."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Has the application answer a request, with its path as names need it."""
        sent: bytes = scope.get("raw_path") or b""
        if _SENT.search(sent):
            path = _SENT.sub(quote(_SLASH).encode(), sent).decode("latin-1")
            scope = {**scope, "path": unquote(path)}
        await self.app(scope, receive, send)
