"""Servers that mean harm: slow, packed in layers, sending us to what is no address."""

import gzip
import re
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from importers.sources.fetching import Fetcher, _TryAgainError
from importers.sources.source_errors import (
    FetchError,
    ForbiddenAddressError,
    NoConnectionError,
    RedirectError,
    RefusedByServerError,
    TooLargeError,
    TooSlowError,
    UnaskedEncodingError,
    WebPageError,
)
from tests import web as pages
from tests.conftest import Run
from tests.web import Answer, Handler, Page, Web, redirect


@pytest.fixture
def web() -> Iterator[Web]:
    with pages.running() as running:
        yield running


@pytest.fixture
def fetcher(tmp_path: Path) -> Iterator[Fetcher]:
    with Fetcher(tmp_path / "cache", sleep=lambda _: None) as one:
        yield one


def dripping(before: bytes) -> Answer:
    """Sends a beginning, and then a byte now and then for as long as anybody listens."""

    def answer(handler: Handler) -> None:
        try:
            handler.wfile.write(before)
            while True:
                handler.wfile.write(b"x")
                handler.wfile.flush()
                time.sleep(0.02)
        except OSError:
            handler.close_connection = True

    return answer


HEAD = b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n"


@pytest.mark.parametrize("before", [HEAD + b"\r\n", HEAD + b"X-Odd: "], ids=["body", "headers"])
def test_a_server_that_drips_is_given_up(web: Web, tmp_path: Path, before: bytes) -> None:
    """Each byte comes in time; only the whole takes for ever."""
    url = web.put("/cards.json", dripping(before))
    with (
        Fetcher(tmp_path, file_seconds=0.3) as fetcher,
        pytest.raises(
            TooSlowError, match=r"given up after the 0 seconds that one file may take; [\d,]+ bytes"
        ),
    ):
        fetcher.fetch(url)


def test_all_files_together_may_take_only_so_long(web: Web, tmp_path: Path) -> None:
    url = web.put("/cards.json", dripping(HEAD + b"\r\n"))
    with Fetcher(tmp_path, all_seconds=0.3) as fetcher:
        with pytest.raises(TooSlowError, match="all files together"):
            fetcher.fetch(url)
        with pytest.raises(TooSlowError, match="all files together"):
            fetcher.fetch(web.put("/other.json", b"[]"))


def test_nothing_more_is_fetched_after_a_file_that_took_too_long(web: Web, tmp_path: Path) -> None:
    """The client is closed then; the answer is the error of that file and no accident."""
    slow, other = web.put("/cards.json", dripping(HEAD + b"\r\n")), web.put("/other.json", b"[]")
    with Fetcher(tmp_path, file_seconds=0.3) as fetcher:
        with pytest.raises(TooSlowError, match=re.escape(slow)):
            fetcher.fetch(slow)
        asked = fetcher.requests
        for _ in range(3):
            with pytest.raises(TooSlowError, match=re.escape(slow)):
                fetcher.fetch(other)
        assert fetcher.requests == asked


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> list[socket.socket]:
    """All connections that are made in the test."""
    made: list[socket.socket] = []
    connect = socket.create_connection

    def noted(*arguments: Any, **options: Any) -> socket.socket:
        made.append(connect(*arguments, **options))
        return made[-1]

    monkeypatch.setattr(socket, "create_connection", noted)
    return made


def give_up(url: str, folder: Path, closed: threading.Event) -> None:
    """Asks for a file, tells when nobody waits for it any more, and waits for the end of that."""
    with Fetcher(folder, file_seconds=0.2) as fetcher, pytest.raises(TooSlowError):
        fetcher.fetch(url)
    closed.set()
    for thread in threading.enumerate():
        if thread.name.endswith("(run)"):
            thread.join(10)


def test_what_is_given_up_while_it_is_connected_leaves_no_connection(
    web: Web, tmp_path: Path, connections: list[socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The client forgets a connection that is still being made when it is closed."""
    url = web.put("/cards.json", b"[]")
    closed = threading.Event()
    connect = socket.create_connection

    def late(*arguments: Any, **options: Any) -> socket.socket:
        closed.wait()
        return connect(*arguments, **options)

    monkeypatch.setattr(socket, "create_connection", late)
    give_up(url, tmp_path, closed)
    assert [one.fileno() for one in connections] == [-1]


def test_what_is_given_up_before_it_was_sent_leaves_no_connection(
    web: Web, tmp_path: Path, connections: list[socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The request that nobody waits for any more may begin after its client was closed."""
    url = web.put("/cards.json", b"[]")
    closed, ended = threading.Event(), threading.Event()
    try_it = Fetcher._try

    def late(fetcher: Fetcher, *arguments: Any, **options: Any) -> Any:
        closed.wait()
        try:
            return try_it(fetcher, *arguments, **options)
        finally:
            ended.set()

    monkeypatch.setattr(Fetcher, "_try", late)
    give_up(url, tmp_path, closed)
    assert ended.is_set()
    assert [one.fileno() for one in connections] == [-1]


def test_the_command_has_a_time_and_says_how_to_get_more(run: Run, web: Web) -> None:
    url = web.put("/cards.json", dripping(HEAD + b"\r\n"))
    found = run("cards", "import", url, "--as", "deckdb", "--max-time", "1")
    assert isinstance(found.exception, TooSlowError)
    assert "--max-time allows more" in str(found.exception)


def packed(body: bytes, coding: str) -> Answer:
    return lambda handler: handler.answer(200, body, {"Content-Encoding": coding})


def test_one_layer_of_packing_is_taken_and_no_more(web: Web, fetcher: Fetcher) -> None:
    body = b"[]" * 100_000
    once = fetcher.fetch(web.put("/once", packed(gzip.compress(body), "gzip"))).path
    assert once is not None
    assert once.read_bytes() == body
    parts = gzip.compress(body) + gzip.compress(body)
    twice = fetcher.fetch(web.put("/parts", packed(parts, "gzip"))).path
    assert twice is not None
    assert twice.read_bytes() == body * 2
    for coding in ("gzip, gzip", "br", "gzip, identity, gzip"):
        with pytest.raises(UnaskedEncodingError, match="expected gzip once at most"):
            fetcher.fetch(web.put("/layers", packed(gzip.compress(gzip.compress(body)), coding)))


def test_what_grows_far_past_the_limit_is_never_whole_in_memory(web: Web, fetcher: Fetcher) -> None:
    bomb = gzip.compress(b"\0" * 200_000_000, 1)
    assert len(bomb) < 1_000_000
    with pytest.raises(TooLargeError):
        fetcher.fetch(web.put("/bomb", packed(bomb, "gzip")), limit=1_000_000)
    assert fetcher._received < 1_100_000


def test_packed_data_that_breaks_off_is_no_file(web: Web, fetcher: Fetcher) -> None:
    cut = gzip.compress(b"card " * 10_000)[:-20]
    with pytest.raises((NoConnectionError, _TryAgainError), match="breaks off"):
        fetcher.fetch(web.put("/cut", packed(cut, "gzip")))


@pytest.mark.parametrize(
    "to",
    [
        "http://[",
        "data:text/plain,x",
        "javascript:alert(1)",
        "http://xn--/",
        "http://..:80/x",
        "http://127.0.0.1:80:80/",
        "http://" + "a" * 300 + "/",
        "?" + "x" * 100_000,
        "http://127.0.0.1:99999/",
        "file:///etc/passwd",
    ],
)
def test_redirects_to_what_is_no_address(web: Web, fetcher: Fetcher, to: str) -> None:
    with pytest.raises((RedirectError, ForbiddenAddressError)) as error:
        fetcher.fetch(web.put("/a", redirect(to)))
    assert "\n" not in str(error.value)
    assert fetcher.requests == 1, "it is not asked again"


@pytest.mark.parametrize(
    "url",
    [
        "http://..:80/x",
        "http://[",
        "http://xn--/x",
        "http://a..b/",
        "http://" + "a" * 300 + "/",
        "http://\u202e/",
        "http://é..é/",
        "http://127.0.0.1:80:80/",
    ],
)
def test_addresses_that_are_none(fetcher: Fetcher, url: str) -> None:
    with pytest.raises(FetchError, match="is no"):
        fetcher.fetch(url)


def test_what_a_server_says_of_itself_steers_no_terminal(web: Web, fetcher: Fetcher) -> None:
    page = "<html><head><title>Log\x1b[2J\u202e\x9b in</title></head></html>".encode()
    with pytest.raises(WebPageError) as error:
        fetcher.fetch(web.put("/page", Page(page)))
    assert r"(Log\x1b[2J\u202e\x9b in)" in str(error.value)

    def odd(handler: Handler) -> None:
        handler.wfile.write(b"HTTP/1.1 404 No\x9b2Jne\r\nContent-Length: 0\r\n\r\n")
        handler.close_connection = True

    with pytest.raises(RefusedByServerError) as refused:
        fetcher.fetch(web.put("/reason", odd))
    assert "\x9b" not in str(refused.value)
