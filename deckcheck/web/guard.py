"""Requests that are refused at once, and the headers of every answer.

A page on this machine is within reach of every page that the same browser shows. So only known
`Host` names are answered (a foreign name that is pointed at this machine is another host), requests
that change something must come from a page of this server, and nothing may frame its pages or run
scripts in them.
"""

from asyncio import CancelledError
from collections.abc import Iterable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from deckcheck.show.language import gettext as _
from deckcheck.web.answers import NOT_NOW, error_answer

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
MOST_BYTES = 64 * 1024 * 1024
"""Larger uploads are refused; the importers have tighter limits of their own."""
_MOST_DIGITS = 15
"""A size of more digits is too large whatever it is."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
# With `no-referrer` browsers would send forms with the origin `null`, which could be anybody's.
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)


class EndlessUploadError(Exception):
    """The body of a request is larger than any file that is read."""


class Guard:
    """Refuses foreign hosts, foreign pages, changes of a read-only page and endless uploads.

    `asking` are the addresses that are sent data but change nothing: a deck to be judged.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        hosts: Iterable[str],
        read_only: bool = False,
        asking: Iterable[str] = (),
        most_bytes: int = MOST_BYTES,
    ) -> None:
        self.app = app
        self.hosts = frozenset(host.lower() for host in hosts)
        self.read_only = read_only
        self.asking = frozenset(asking)
        self.most_bytes = most_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, or has the application answer it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        answer = _Guarded(send)
        refusal = self.refusal(scope)
        if refusal is not None:
            status, message = refusal
            await error_answer(message, status)(scope, receive, answer)
            return
        limited = _Limited(receive, self.most_bytes)
        try:
            await self.app(scope, limited, answer)
        except EndlessUploadError:
            await error_answer(_too_large(self.most_bytes), 413)(scope, receive, answer)
        except CancelledError:  # by a server that ends, and has waited long enough for this
            if not answer.has_begun:
                stopped = _("the server is being stopped; try again")
                await error_answer(stopped, NOT_NOW)(scope, receive, answer)

    def refusal(self, scope: Scope) -> tuple[int, str] | None:
        """The status and the message of a request that is refused; None for the others."""
        headers: dict[bytes, bytes] = dict(scope.get("headers", ()))
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if host not in self.hosts:
            return 421, _("this page is not served as {host!r}", host=host[:100])
        if scope["method"] in SAFE_METHODS:
            return None
        if not _is_ours(headers, host):
            return 403, _("the request comes from another site")
        if self.read_only and scope["path"] not in self.asking:
            return 403, _("this page is read-only")
        length = headers.get(b"content-length", b"0").decode("latin-1")
        if not length.isdecimal() or length[_MOST_DIGITS:] or int(length) > self.most_bytes:
            return 413, _too_large(self.most_bytes)
        return None


def _is_ours(headers: dict[bytes, bytes], host: str) -> bool:
    """Whether a request that changes something comes from a page of ours, or from no page at all.

    Browsers say so by `Sec-Fetch-Site` and `Origin`; programs send neither.
    """
    site, origin = headers.get(b"sec-fetch-site"), headers.get(b"origin")
    if site is not None and site != b"same-origin":
        return False
    return origin is None or origin.decode("latin-1").lower() in (f"http://{host}", f"https://{host}")


class _Limited:
    """Receives a body up to its limit."""

    def __init__(self, receive: Receive, most: int) -> None:
        self.receive, self.left = receive, most

    async def __call__(self) -> Message:
        message = await self.receive()
        self.left -= len(message.get("body", b""))
        if self.left < 0:
            raise EndlessUploadError
        return message


class _Guarded:
    """Sends an answer with the headers of every answer."""

    def __init__(self, send: Send) -> None:
        self.send, self.has_begun = send, False

    async def __call__(self, message: Message) -> None:
        self.has_begun = True
        if message["type"] == "http.response.start":
            given = {name.lower() for name, _value in message.get("headers", ())}
            more = [pair for pair in HEADERS if pair[0] not in given]
            message = {**message, "headers": [*message.get("headers", ()), *more]}
        await self.send(message)


def _too_large(most: int) -> str:
    return _("more than {megabytes} MB; nothing was read", megabytes=most // 1_000_000)
