"""The door: who somebody is, by password or link, and whether they may see or do what they ask for."""

import ipaddress
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Sequence
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from deckcheck.acts.people import ANYBODY, ORGANISER, PATH, VISITOR, LinkKind, Visitor, enters
from deckcheck.show.language import gettext as _
from deckcheck.web.answers import AnswerError, error_answer
from deckcheck.web.database_thread import DatabaseThread
from deckcheck.web.login import COOKIE, Login
from deckcheck.web.names import route_of
from deckcheck.web.permissions import INSTEAD, may

KINDS: Sequence[LinkKind] = ("person", "helper", "lists")
YEAR = 365 * 24 * 60 * 60
_TOO_MANY, _REFUSED, _LOG_IN = 429, 403, 401


def cookie_of(kind: LinkKind) -> str:
    """The name of the cookie that a link is exchanged for."""
    return f"deckcheck-link-{kind}"


class Guesses:
    """Counts wrong links by the address that they come from: after some it has to wait."""

    MOST, SECONDS, ADDRESSES = 20, 60, 10_000

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._wrong: OrderedDict[str, deque[float]] = OrderedDict()

    def must_wait(self, address: str) -> bool:
        """Whether so many wrong links came from an address that none is looked up for it now."""
        wrong = self._wrong.get(_network(address)) if self._wrong else None
        return wrong is not None and len(wrong) == self.MOST and wrong[0] > self._now() - self.SECONDS

    def note(self, address: str) -> None:
        """Notes a wrong link."""
        network = _network(address)
        self._wrong.setdefault(network, deque(maxlen=self.MOST)).append(self._now())
        self._wrong.move_to_end(network)
        while len(self._wrong) > self.ADDRESSES:
            self._wrong.popitem(last=False)


def _network(address: str) -> str:
    """The network that counts as one address: of IPv6 it is what a single household gets."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    return str(ipaddress.ip_network((found, 64), strict=False))


class Door:
    """Lets those in who may: by the login, by links that were exchanged for cookies, by the table."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        thread: DatabaseThread,
        login: Login | None,
        read_only: bool,
        guesses: Guesses,
        page: Callable[[Request, str], Response],
    ) -> None:
        self.app, self._thread, self._login = app, thread, login
        self._read_only, self._guesses, self._page = read_only, guesses, page
        self._known: set[str] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Has the application answer whoever may ask for it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        tokens = {kind: token for kind in KINDS if (token := request.cookies.get(cookie_of(kind)))}
        visitor, ended = await self._visitor(request, tokens)
        answer = _ending(send, ended) if ended else send
        enters(visitor)
        path, names = route_of(scope)
        method = "GET" if scope["method"] == "HEAD" else scope["method"]
        if may(visitor, f"{method} {path}", names, read_only=self._read_only):
            await self.app(scope, receive, answer)
        else:
            await self._refusal(request, visitor, f"{method} {path}", names)(scope, receive, answer)

    async def _visitor(
        self, request: Request, tokens: dict[LinkKind, str]
    ) -> tuple[Visitor, tuple[LinkKind, ...]]:
        """Who asks, and the kinds of their links that have ended."""
        is_organiser = not self._read_only and (
            self._login is None or self._login.knows(request.cookies.get(COOKIE))
        )
        address = client_of(request)
        if self._guesses.must_wait(address):
            tokens = {kind: token for kind, token in tokens.items() if token in self._known}
        if not tokens:
            return (ORGANISER if is_organiser else ANYBODY), ()
        found = await self._thread.run(
            None, lambda session: session.people.visitor(tokens, is_organiser=is_organiser)
        )
        for kind in found.ended:
            self._guesses.note(address)
            self._known.discard(tokens[kind])
        self._known.update(token for kind, token in tokens.items() if kind not in found.ended)
        return found, found.ended

    def _refusal(self, request: Request, visitor: Visitor, address: str, names: dict[str, str]) -> Response:
        instead = INSTEAD.get(address, "")
        if instead and may(visitor, f"GET {instead}", names, read_only=self._read_only):
            return RedirectResponse(instead.format(**{one: quote(names[one], safe="") for one in names}), 303)
        is_page = not address.partition(" ")[2].startswith("/api/")
        if visitor.is_known or self._read_only:
            if is_page and (home := visitor.home) and address == "GET /":
                return RedirectResponse(home, 303)
            problem = _("this is for the organiser; guests see what is published")
            is_page = is_page and address.startswith("GET ")
            return self._page(request, problem) if is_page else error_answer(problem, _REFUSED)
        return RedirectResponse("/login", 303) if is_page else error_answer(_("log in first"), _LOG_IN)


def check_act(address: str, act: str, name: str) -> None:
    """Raises `AnswerError` where whoever asks may not do this act at the desk of an event."""
    if not may(VISITOR.get(), f"{address} {act}", {"name": name}):
        raise AnswerError(_("this is for the organiser"), _REFUSED)


def client_of(request: Request) -> str:
    """The address from which a request comes."""
    return request.client.host if request.client else ""


def _ending(send: Send, ended: Iterable[LinkKind]) -> Send:
    """Answers so that the browser forgets links that have ended."""

    async def answer(message: Message) -> None:
        if message["type"] == "http.response.start":
            gone = [
                (b"set-cookie", f"{cookie_of(kind)}=; Max-Age=0; Path=/; HttpOnly; SameSite=lax".encode())
                for kind in ended
            ]
            message = {**message, "headers": [*message.get("headers", ()), *gone]}
        await send(message)

    return answer


class LinkPage:
    """Exchanges a link for a cookie at once, so that its secret stands in no address any more."""

    def __init__(self, thread: DatabaseThread, guesses: Guesses) -> None:
        self._thread, self._guesses = thread, guesses

    async def __call__(self, request: Request) -> Response:
        """Sends whoever has the link to what it opens; raises `AnswerError` for a wrong one."""
        token, address = request.path_params["token"], client_of(request)
        if self._guesses.must_wait(address):
            raise AnswerError(_("too many wrong links; wait a minute"), _TOO_MANY)

        link = await self._thread.run(None, lambda session: session.people.find(token))
        if link is None:
            self._guesses.note(address)
            raise AnswerError(
                _("this link is not known, or it has ended; the organiser can make a new one"), 404
            )
        homes = {"person": "/me", "helper": f"/events/{quote(link.event, safe='')}?step=rounds"}
        opened = homes.get(link.kind, "/hand-in")
        answer = RedirectResponse(opened, 303, {"Referrer-Policy": "no-referrer"})
        answer.headers["Cache-Control"] = "no-store"
        answer.set_cookie(
            cookie_of(link.kind),
            token,
            max_age=YEAR,
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
            path="/",
        )
        return answer


LINK_ROUTE = f"{PATH}{{token}}"
