"""Fetching files over the network, sparing servers, and with limits on what they may send.

Requests go one after another with a pause between, ask whether anything is new before they ask for
it, and go on where a download broke off. Proxies and certificates are those of the environment
(HTTPS_PROXY, NO_PROXY, SSL_CERT_FILE ...).
"""

import hashlib
import json
import random
import re
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urljoin, urlsplit

from db.clock import now
from db.language import gettext as _
from importers.sources.source_errors import (
    ForbiddenAddressError,
    NoConnectionError,
    OfflineError,
    RedirectError,
    RefusedByServerError,
    TooLargeError,
    TooSlowError,
    UnaskedEncodingError,
    WebPageError,
)

if TYPE_CHECKING:
    import httpx
    from httpcore import NetworkStream

MAX_BYTES = 60_000_000
TRIES = 4
REDIRECTS = 5
TIMEOUT = 20.0
PAUSE = 0.05
LONGEST_WAIT = 60.0
FILE_SECONDS = 600.0
ALL_SECONDS = 3_600.0
"""Seconds: of a silent server, between two requests, that a server may ask us to wait, and that a
file and all files together may take, however steadily they come."""

_AGAIN = frozenset({408, 425, 429, 500, 502, 503, 504})
_OK, _PARTIAL, _NOT_MODIFIED, _BAD_RANGE = 200, 206, 304, 416
_CHUNK = 8_192
_GZIP = zlib.MAX_WBITS | 16
_PAGE = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b",
    re.IGNORECASE | re.DOTALL,
)
_TITLE = re.compile(rb"<title[^>]*>\s*(.*?)\s*</title>", re.IGNORECASE | re.DOTALL)

Progress = Callable[[str, int, int | None], None]


@dataclass(frozen=True, slots=True)
class Validators:
    """The ETag and date of a file from its server, to ask whether it has changed since."""

    etag: str | None = None
    last_modified: str | None = None

    def __bool__(self) -> bool:
        return bool(self.etag or self.last_modified)


@dataclass(frozen=True, slots=True)
class Fetched:
    """A file that was asked for; `unchanged` when the server has none newer than was known.

    `path` is None where it is unchanged and not kept here.
    """

    url: str
    path: Path | None
    validators: Validators
    unchanged: bool = False


@dataclass(frozen=True, slots=True)
class _Kept:
    """The note kept beside a file that was fetched, whole or in part."""

    url: str
    etag: str | None = None
    last_modified: str | None = None
    checked_at: str | None = None

    @property
    def validators(self) -> Validators:
        return Validators(self.etag, self.last_modified)


class _TryAgainError(Exception):
    """A try failed in a way that may pass."""

    def __init__(self, why: str, wait: float | None = None, status: int | None = None) -> None:
        super().__init__(why)
        self.wait = wait
        self.status = status


class Fetcher:
    """Fetches files into a folder; use it with `with`.

    `requests` counts what was sent. `allowed` are hosts besides those of the addresses asked for.
    It fetches nothing more once a file took too long.
    """

    def __init__(
        self,
        folder: Path,
        *,
        offline: bool = False,
        allowed: frozenset[str] = frozenset(),
        progress: Progress | None = None,
        sleep: Callable[[float], None] = time.sleep,
        timeout: float = TIMEOUT,
        file_seconds: float = FILE_SECONDS,
        all_seconds: float = ALL_SECONDS,
    ) -> None:
        self.offline = offline
        self.allowed = allowed
        self.requests = 0
        self._folder = folder
        self._progress = progress or (lambda *_unused: None)
        self._sleep = sleep
        self._timeout = timeout
        self._last = 0.0
        self._file_seconds = min(file_seconds, all_seconds)
        self._ends = time.monotonic() + all_seconds
        self._all_seconds = all_seconds
        self._received = 0
        self._given_up: TooSlowError | None = None
        self._connections: list[NetworkStream] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_unused: object) -> None:
        self._close()

    def _close(self) -> None:
        if "_client" in self.__dict__:
            self._client.close()
        for connection in self._connections:
            connection.close()

    def _note_connection(self, event: str, facts: Mapping[str, Any]) -> None:
        """Keeps each connection that is made, to close it when its request is given up.

        The client forgets one that is still being made when it is closed.
        """
        if event.endswith((".connect_tcp.complete", ".start_tls.complete")):
            self._connections.append(facts["return_value"])
            if self._given_up:
                self._close()

    @cached_property
    def _client(self) -> "httpx.Client":
        from importlib.metadata import version

        import httpx

        agent = f"deckcheck/{version('deckcheck')} (+fan project)"
        return httpx.Client(
            http2=True,
            timeout=httpx.Timeout(self._timeout),
            headers={"User-Agent": agent, "Accept-Encoding": "gzip"},
            follow_redirects=False,
        )

    def fetch(
        self, url: str, known: Validators | None = None, *, limit: int = MAX_BYTES, anew: bool = False
    ) -> Fetched:
        """The file at an address, or `unchanged` where it is still the version of `known`.

        `anew` asks past all caches. Raises a `FetchError`.
        """
        check_address(url, url)
        target = self.kept_path(url)
        kept = _read_note(target)
        if self.offline:
            if not target.exists():
                raise OfflineError(url)
            same = known is not None and bool(known) and kept.validators == known
            return Fetched(url, target, kept.validators, unchanged=same)
        asked = known or (kept.validators if target.exists() else Validators())
        failure: _TryAgainError | None = None
        ends = min(time.monotonic() + self._file_seconds, self._ends)
        validators = Validators() if anew else asked
        for turn in range(TRIES):
            if failure is not None:
                self._wait(url, failure, turn)
            try:
                return self._within(url, ends, lambda: self._try(url, target, validators, limit, anew=anew))
            except _TryAgainError as error:
                failure = error
        raise self._gave_up(url, failure)

    def _within(self, url: str, ends: float, work: Callable[[], Fetched]) -> Fetched:
        """The result of the work; raises `TooSlowError` where it has not ended by then.

        It is done in another thread: a server that sends now and then keeps every wait short, and
        so could hold the work up at any place for ever. After that the client is closed, and
        whatever else is asked for ends with the same error.
        """
        if self._given_up:
            raise self._given_up
        done: list[Fetched | BaseException] = []

        def run() -> None:
            try:
                done.append(work())
            except BaseException as error:  # noqa: BLE001 - raised below
                done.append(error)
            if self._given_up:  # it may have begun after the client was closed
                self._close()

        self._received = 0
        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        thread.join(max(0.0, ends - time.monotonic()))
        if not done:
            of_all = ends >= self._ends
            seconds = self._all_seconds if of_all else self._file_seconds
            self._given_up = TooSlowError(url, seconds, self._received, of_all=of_all)
            raise self._given_up
        if isinstance(done[0], BaseException):
            raise done[0]
        return done[0]

    def kept_path(self, url: str) -> Path:
        """The path under which the file of an address is kept."""
        parts = urlsplit(url)
        name = re.sub(r"[^A-Za-z0-9._-]", "_", parts.path.rpartition("/")[2])[-60:] or "index"
        digest = hashlib.sha256(url.encode()).hexdigest()[:16]
        return self._folder / (parts.hostname or "none")[:100] / f"{digest}-{name}"

    def checked_at(self, url: str) -> str | None:
        """The time when the server was last asked for a file, None where it is not noted."""
        return _read_note(self.kept_path(url)).checked_at

    def _try(self, url: str, target: Path, asked: Validators, limit: int, *, anew: bool) -> Fetched:
        part = target.with_name(target.name + ".part")
        begun = _read_note(part) if part.exists() and not anew else _Kept(url)
        start = part.stat().st_size if part.exists() and begun.validators and not anew else 0
        headers = _headers(asked, begun.validators if start else None, start, anew=anew)
        with self._sent(url, headers) as answer:
            status = answer.status_code
            validators = Validators(answer.headers.get("etag"), answer.headers.get("last-modified"))
            if status == _NOT_MODIFIED and asked:
                path = target if target.exists() else None
                if path is not None:
                    _write_note(target, replace(_read_note(target), checked_at=now()))
                return Fetched(url, path, asked, unchanged=True)
            if status == _BAD_RANGE and start:
                part.unlink(missing_ok=True)
                raise _TryAgainError(_("the server cannot go on where the download broke off"), 0)
            if status not in (_OK, _PARTIAL):
                raise _refusal(url, answer)
            if status == _OK:
                start = 0
            elif not _goes_on(answer, start):
                part.unlink(missing_ok=True)
                message = _("the server sent another part of the file than was asked for")
                raise _TryAgainError(message, 0)
            part.parent.mkdir(parents=True, exist_ok=True)
            coded = "content-encoding" in answer.headers
            _write_note(part, _Kept(url, *(() if coded else (validators.etag, validators.last_modified))))
            self._receive(url, answer, part, start, limit)
        # A note never speaks of another file than the one that it lies beside.
        _note_of(target).unlink(missing_ok=True)
        part.replace(target)
        _write_note(target, _Kept(url, validators.etag, validators.last_modified, now()))
        _note_of(part).unlink(missing_ok=True)
        return Fetched(url, target, validators)

    def _receive(self, url: str, answer: "httpx.Response", part: Path, start: int, limit: int) -> None:
        """Writes what comes to disk, within the limit; refuses a web page at its first bytes."""
        import httpx

        size = start
        total = answer.headers.get("content-length")
        expected = int(total) + start if total and total.isdecimal() else None
        if expected is not None and expected > limit and "content-encoding" not in answer.headers:
            raise TooLargeError(url, limit)
        try:
            with part.open("ab" if start else "wb") as file:
                for chunk in _unpacked(url, answer):
                    if size == 0 and _PAGE.match(chunk):
                        title = _TITLE.search(chunk)
                        shown = title[1].decode("utf-8", "replace") if title else ""
                        part.unlink(missing_ok=True)
                        raise WebPageError(url, " ".join(shown.split())[:80])
                    size += len(chunk)
                    self._received += len(chunk)
                    if self._given_up:  # nobody waits for it any more
                        return
                    if size > limit:
                        part.unlink(missing_ok=True)
                        raise TooLargeError(url, limit)
                    file.write(chunk)
                    self._progress(url, size, expected)
        except zlib.error as error:
            part.unlink(missing_ok=True)
            raise _TryAgainError(_("what came cannot be unpacked ({error})", error=error)) from error
        except httpx.TransportError as error:
            raise _TryAgainError(_why(error)) from error

    @contextmanager
    def _sent(self, url: str, headers: Mapping[str, str]) -> Iterator["httpx.Response"]:
        """The answer to a request, redirects followed as far as they may lead."""
        import httpx

        seen = [url]
        while True:
            self._pause()
            try:
                request = self._client.build_request(
                    "GET", seen[-1], headers=dict(headers), extensions={"trace": self._note_connection}
                )
            except (httpx.InvalidURL, ValueError) as error:
                raise ForbiddenAddressError(
                    seen[0], seen[-1], _("is no address ({error})", error=error)
                ) from None
            try:
                answer = self._client.send(request, stream=True)
            except httpx.TransportError as error:
                if "location header" in str(error):
                    raise _no_address(seen[0], error) from None
                raise _TryAgainError(_why(error)) from error
            except (httpx.InvalidURL, ValueError) as error:
                # The client looks at where a redirect leads, also where it does not follow.
                raise _no_address(seen[0], error) from None
            try:
                if not answer.has_redirect_location:
                    yield answer
                    return
                seen.append(self._next(seen, answer.headers["location"]))
            finally:
                answer.close()

    def _next(self, seen: list[str], location: str) -> str:
        """The address to which a redirect leads."""
        try:
            url = urljoin(seen[-1], location)
        except ValueError as error:
            raise _no_address(seen[0], error) from None
        if url in seen or len(seen) > REDIRECTS:
            raise RedirectError(seen[0], _("the server sends us in circles, last to {url}", url=url))
        check_address(url, seen[0], self.allowed)
        if urlsplit(seen[-1]).scheme == "https" and urlsplit(url).scheme != "https":
            raise RedirectError(seen[0], _("the server sends us to {url}, which is not encrypted", url=url))
        return url

    def _pause(self) -> None:
        left = self._last + PAUSE - time.monotonic()
        if self._last and left > 0:
            self._sleep(left)
        self._last = time.monotonic()
        self.requests += 1

    def _wait(self, url: str, failure: _TryAgainError, turn: int) -> None:
        wait = failure.wait
        if wait is None:
            wait = 0.5 * 2 ** (turn - 1) * random.SystemRandom().uniform(0.8, 1.2)
        if wait > LONGEST_WAIT:
            advice = _("It asks us to come back in {wait:.0f} seconds.", wait=wait)
            raise RefusedByServerError(url, failure.status or 503, str(failure), advice)
        self._sleep(wait)

    def _gave_up(self, url: str, failure: _TryAgainError | None) -> Exception:
        if failure is not None and failure.status is not None:
            advice = _("Asked {tries} times; try again later.", tries=TRIES)
            return RefusedByServerError(url, failure.status, str(failure), advice)
        return NoConnectionError(url, str(failure), TRIES)


def check_address(url: str, source: str, allowed: frozenset[str] = frozenset()) -> None:
    """Raises `ForbiddenAddressError` unless the address is HTTP(S) and on the host of its source.

    >>> check_address("https://example.org/sets/ANH.txt", "https://example.org/list.txt")
    """
    try:
        parts, own = urlsplit(url), urlsplit(source)
        host, port = parts.hostname, parts.port
        own_host, own_port = own.hostname, own.port
        (host or "").encode("idna")
    except ValueError as error:
        raise ForbiddenAddressError(source, url, _("is no address ({error})", error=error)) from None
    if parts.scheme not in ("http", "https"):
        raise ForbiddenAddressError(source, url, _("is of another scheme than http and https"))
    if not host or parts.username is not None or re.search(r"[\s\x00-\x1f\\]", url):
        raise ForbiddenAddressError(source, url, _("is no plain address"))
    if host not in allowed and (host, port) != (own_host, own_port):
        advice = _("is on another host than the source; --allow-host {host} allows it", host=host)
        raise ForbiddenAddressError(source, url, advice)


def _no_address(source: str, error: Exception) -> RedirectError:
    return RedirectError(source, _("the server sends us to what is no address ({error})", error=error))


def _unpacked(url: str, answer: "httpx.Response") -> Iterator[bytes]:
    """The content, piece by piece; packed in one layer at most, which never grows at once."""
    codings = [c.strip().lower() for c in answer.headers.get("content-encoding", "").split(",")]
    codings = [coding for coding in codings if coding not in ("", "identity")]
    if not codings:
        yield from answer.iter_raw(_CHUNK)
        return
    if codings not in (["gzip"], ["x-gzip"]):
        raise UnaskedEncodingError(url, ", ".join(codings))
    unpacker = zlib.decompressobj(_GZIP)
    for raw in answer.iter_raw(_CHUNK):
        packed = raw
        while packed:
            if unpacker.eof:  # such files may follow one another
                unpacker = zlib.decompressobj(_GZIP)
            if piece := unpacker.decompress(packed, _CHUNK):
                yield piece
            packed = unpacker.unconsumed_tail or unpacker.unused_data
    while piece := unpacker.decompress(unpacker.unconsumed_tail, _CHUNK):
        yield piece
    if not unpacker.eof:
        raise _TryAgainError(_("what came is packed, and breaks off"))


def _headers(asked: Validators, begun: Validators | None, start: int, *, anew: bool) -> dict[str, str]:
    headers: dict[str, str] = {}
    if anew:
        headers["Cache-Control"] = "no-cache"
    if begun:
        headers["Range"] = f"bytes={start}-"
        headers["If-Range"] = begun.etag or begun.last_modified or ""
        headers["Accept-Encoding"] = "identity"
        return headers
    if asked.etag:
        headers["If-None-Match"] = asked.etag
    if asked.last_modified:
        headers["If-Modified-Since"] = asked.last_modified
    return headers


def _goes_on(answer: "httpx.Response", start: int) -> bool:
    """Whether a part of a file is just the rest that was asked for, and all of it."""
    content_range = answer.headers.get("content-range", "")
    place = re.fullmatch(r"bytes (\d+)-(\d+)/(\d+)", content_range.strip())
    if place is None or not start:
        return False
    first, last, total = map(int, place.groups())
    return first == start and last + 1 == total


def _refusal(url: str, answer: "httpx.Response") -> Exception:
    status, reason = answer.status_code, answer.reason_phrase
    if status in _AGAIN:
        return _TryAgainError(reason, _retry_after(answer.headers.get("retry-after")), status)
    return RefusedByServerError(url, status, reason)


def _retry_after(text: str | None) -> float | None:
    """The seconds for which a server asks us to wait, however it writes them."""
    if not text:
        return None
    if text.strip().isdecimal():
        return float(text)
    try:
        return max(0.0, (parsedate_to_datetime(text) - datetime.now(UTC)).total_seconds())
    except (TypeError, ValueError):
        return None


def _why(error: Exception) -> str:
    """The name of a failure of the network."""
    import httpx

    if isinstance(error, httpx.TimeoutException):
        return _("the server does not answer in time")
    if isinstance(error, httpx.RemoteProtocolError):
        return _("the connection broke off ({error})", error=error)
    return _("no connection ({error})", error=error or type(error).__name__)


def _note_of(path: Path) -> Path:
    return path.with_name(path.name + ".json")


def _read_note(path: Path) -> _Kept:
    try:
        noted: Any = json.loads(_note_of(path).read_text(encoding="utf-8"))
        return _Kept(**noted)
    except (OSError, ValueError, TypeError):
        return _Kept("")


def _write_note(path: Path, kept: _Kept) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    _note_of(path).write_text(json.dumps(asdict(kept)), encoding="utf-8")
