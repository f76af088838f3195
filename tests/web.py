"""A web server on this machine for tests: pages that behave well, and pages that do not."""

import contextlib
import gzip
import hashlib
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Answer = Callable[["Handler"], None]


@dataclass
class Page:
    """A file as a good server serves it: with ETag, conditional requests, ranges, perhaps gzip."""

    body: bytes
    kind: str = "text/plain"
    etag: bool = True
    last_modified: str | None = None
    zipped: bool = False
    ranges: bool = True

    def __call__(self, handler: "Handler") -> None:
        tag = f'"{hashlib.sha256(self.body).hexdigest()[:12]}"' if self.etag else None
        headers = {"Content-Type": self.kind}
        if tag:
            headers["ETag"] = tag
        if self.last_modified:
            headers["Last-Modified"] = self.last_modified
        asked = handler.headers.get("If-None-Match")
        since = handler.headers.get("If-Modified-Since")
        if (tag and asked == tag) or (not asked and since and since == self.last_modified):
            handler.answer(304, b"", headers)
            return
        start = _range_start(handler, tag or self.last_modified) if self.ranges else 0
        if start:
            size = len(self.body)
            headers["Content-Range"] = f"bytes {start}-{size - 1}/{size}"
            handler.answer(206, self.body[start:], headers)
            return
        body = self.body
        if self.zipped and "gzip" in handler.headers.get("Accept-Encoding", ""):
            body, headers["Content-Encoding"] = gzip.compress(body), "gzip"
        handler.answer(200, body, headers)


def _range_start(handler: "Handler", version: str | None) -> int:
    wanted = handler.headers.get("Range", "")
    if not wanted.startswith("bytes=") or handler.headers.get("If-Range") != version:
        return 0
    return int(wanted.removeprefix("bytes=").partition("-")[0])


def status(code: int, body: bytes = b"", **headers: str) -> Answer:
    """Always answers with a status; headers with `_` for `-`."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda handler: handler.answer(code, body, named)


def redirect(to: str) -> Answer:
    return status(302, Location=to)


def cut_off(page: Page, after: int, times: int = 1) -> Answer:
    """Breaks the connection off in the middle of the page, so many times, then serves it whole."""
    left = [times]

    def answer(handler: "Handler") -> None:
        if not left[0]:
            page(handler)
            return
        left[0] -= 1
        tag = f'"{hashlib.sha256(page.body).hexdigest()[:12]}"'
        start = _range_start(handler, tag)
        handler.begin(
            206 if start else 200,
            len(page.body) - start,
            {"ETag": tag}
            | ({"Content-Range": f"bytes {start}-{len(page.body) - 1}/{len(page.body)}"} if start else {}),
        )
        handler.wfile.write(page.body[start : start + after])
        handler.wfile.flush()
        handler.hang_up()

    return answer


def wrong_length(body: bytes, says: int) -> Answer:
    """States another length than it sends."""

    def answer(handler: "Handler") -> None:
        handler.begin(200, says, {})
        with contextlib.suppress(OSError):
            handler.wfile.write(body)
            handler.wfile.flush()
        handler.hang_up()

    return answer


def slow(page: Page, seconds: float) -> Answer:
    def answer(handler: "Handler") -> None:
        time.sleep(seconds)
        with contextlib.suppress(OSError):
            page(handler)

    return answer


def first(answers: list[Answer], then: Answer) -> Answer:
    """The given answers once each, then always the last one."""
    waiting = list(answers)

    def answer(handler: "Handler") -> None:
        (waiting.pop(0) if waiting else then)(handler)

    return answer


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: "Server"

    def do_GET(self) -> None:
        self.server.requests.append((self.path, dict(self.headers)))
        self.server.routes.get(self.path, status(404))(self)

    def answer(self, code: int, body: bytes, headers: Mapping[str, str]) -> None:
        self.begin(code, None if code == 304 else len(body), headers)
        self.wfile.write(body)

    def begin(self, code: int, length: int | None, headers: Mapping[str, str]) -> None:
        self.send_response(code)
        if length is not None:
            self.send_header("Content-Length", str(length))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()

    def hang_up(self) -> None:
        self.close_connection = True
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)

    def log_message(self, *_: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    routes: dict[str, Answer]
    requests: list[tuple[str, dict[str, str]]]

    def handle_error(self, *_: object) -> None:
        """A client that went away is no concern of the tests."""


@dataclass
class Web:
    """The server as tests see it: put pages under paths, and look at what was asked."""

    server: Server
    address: str = field(init=False)

    def __post_init__(self) -> None:
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"

    def put(self, path: str, answer: Answer | bytes) -> str:
        self.server.routes[path] = Page(answer) if isinstance(answer, bytes) else answer
        return self.address + path

    @property
    def asked(self) -> list[str]:
        return [path for path, _ in self.server.requests]

    @property
    def headers(self) -> list[dict[str, str]]:
        return [headers for _, headers in self.server.requests]

    def forget(self) -> None:
        self.server.requests.clear()


@contextmanager
def running() -> Iterator[Web]:
    server = Server(("127.0.0.1", 0), Handler)
    server.routes, server.requests = {}, []
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield Web(server)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
