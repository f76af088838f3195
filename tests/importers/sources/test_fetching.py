"""Fetching from servers that behave, and from servers that do not."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from importers.sources.fetching import Fetcher, Validators, check_address
from importers.sources.source_errors import (
    FetchError,
    ForbiddenAddressError,
    NoConnectionError,
    OfflineError,
    RedirectError,
    RefusedByServerError,
    TooLargeError,
    WebPageError,
)
from tests import web as pages
from tests.web import Page, Web

BODY = b"starwars\t01-02-26\n" + b"x" * 200_000
Make = Callable[..., Fetcher]


@pytest.fixture
def web() -> Iterator[Web]:
    with pages.running() as running:
        yield running


@pytest.fixture
def waits() -> list[float]:
    return []


@pytest.fixture
def make(tmp_path: Path, waits: list[float]) -> Iterator[Make]:
    made: list[Fetcher] = []

    def fetcher(**options: object) -> Fetcher:
        made.append(Fetcher(tmp_path / "cache", sleep=waits.append, **options))  # type: ignore[arg-type]
        return made[-1]

    yield fetcher
    for one in made:
        one.__exit__()


def content(fetcher: Fetcher, url: str, **options: object) -> bytes:
    path = fetcher.fetch(url, **options).path  # type: ignore[arg-type]
    assert path is not None
    return path.read_bytes()


def test_a_plain_page_arrives_whole(web: Web, make: Make) -> None:
    assert content(make(), web.put("/list.txt", BODY)) == BODY


def test_we_say_who_we_are(web: Web, make: Make) -> None:
    make().fetch(web.put("/list.txt", BODY))
    assert web.headers[0]["User-Agent"].startswith("deckcheck/")
    assert "fan project" in web.headers[0]["User-Agent"]


@pytest.mark.parametrize(
    "page", [Page(BODY), Page(BODY, etag=False, last_modified="Sat, 21 Nov 2026 10:00:00 GMT")]
)
def test_what_is_unchanged_is_not_sent_again(web: Web, make: Make, page: Page) -> None:
    url = web.put("/list.txt", page)
    first = make().fetch(url)
    again = make().fetch(url, first.validators)
    assert again.unchanged
    assert "If-None-Match" in web.headers[1] or "If-Modified-Since" in web.headers[1]
    assert make().checked_at(url) is not None


def test_what_is_kept_is_asked_for_conditionally_too(web: Web, make: Make) -> None:
    """A preview fetched it; taking it over must not fetch it twice."""
    url = web.put("/list.txt", Page(BODY))
    make().fetch(url)
    assert content(make(), url) == BODY
    assert web.headers[1].get("If-None-Match")


def test_a_changed_page_is_sent(web: Web, make: Make) -> None:
    url = web.put("/list.txt", Page(BODY))
    known = make().fetch(url).validators
    web.put("/list.txt", Page(BODY + b"more"))
    again = make().fetch(url, known)
    assert not again.unchanged
    assert again.path is not None
    assert again.path.read_bytes().endswith(b"more")


def test_a_server_without_validators_is_asked_plainly(web: Web, make: Make) -> None:
    url = web.put("/list.txt", Page(BODY, etag=False))
    known = make().fetch(url).validators
    assert known == Validators()
    assert content(make(), url, known=known) == BODY


def test_gzip_is_unpacked(web: Web, make: Make) -> None:
    assert content(make(), web.put("/list.txt", Page(BODY, zipped=True))) == BODY


def test_a_gzip_bomb_ends_at_the_limit(web: Web, make: Make) -> None:
    url = web.put("/list.txt", Page(b"\0" * 3_000_000, zipped=True))
    with pytest.raises(TooLargeError, match=r"list\.txt.*100,000"):
        make().fetch(url, limit=100_000)


def test_broken_gzip_is_no_data(web: Web, make: Make) -> None:
    url = web.put("/list.txt", pages.status(200, b"no gzip at all", Content_Encoding="gzip"))
    with pytest.raises(NoConnectionError, match="cannot be unpacked"):
        make().fetch(url)


def test_a_download_that_breaks_off_goes_on_where_it_was(web: Web, make: Make, waits: list[float]) -> None:
    url = web.put("/list.txt", pages.cut_off(Page(BODY), 70_000, times=2))
    assert content(make(), url) == BODY
    starts = [headers.get("Range") for headers in web.headers]
    assert starts[0] is None
    assert all(starts[1:])
    assert len(waits) >= 2


def test_a_download_goes_on_after_the_program_was_stopped(web: Web, make: Make) -> None:
    url = web.put("/list.txt", pages.cut_off(Page(BODY), 30_000, times=4))
    with pytest.raises(NoConnectionError, match="broke off"):
        make().fetch(url)
    web.forget()
    assert content(make(), url) == BODY
    assert web.headers[0]["Range"] != "bytes=0-"


def test_a_part_of_another_version_is_thrown_away(web: Web, make: Make) -> None:
    url = web.put("/list.txt", pages.cut_off(Page(BODY), 30_000, times=4))
    with pytest.raises(NoConnectionError):
        make().fetch(url)
    web.put("/list.txt", Page(b"starwars\tall new"))
    assert content(make(), url) == b"starwars\tall new"


def test_a_server_that_cannot_go_on_is_asked_for_all(web: Web, make: Make) -> None:
    whole = Page(BODY, ranges=False)
    url = web.put("/list.txt", pages.first([pages.cut_off(Page(BODY), 70_000), pages.status(416)], whole))
    assert content(make(), url) == BODY


def test_a_part_from_another_place_is_not_joined(web: Web, make: Make) -> None:
    odd = pages.status(206, b"odd", Content_Range=f"bytes 5-7/{len(BODY)}")
    url = web.put("/list.txt", pages.first([pages.cut_off(Page(BODY), 70_000), odd], Page(BODY)))
    assert content(make(), url) == BODY


@pytest.mark.parametrize("told", ["bytes {start}-{end}/{size}", "bytes 0-9/{size}", "bytes */{size}", ""])
def test_less_than_the_rest_is_not_the_rest(web: Web, make: Make, told: str) -> None:
    """Else half a file would be kept under the tag of the whole one."""
    size = len(BODY)

    def short(handler: pages.Handler) -> None:
        start = int((handler.headers.get("Range") or "bytes=0-")[6:-1])
        place = told.format(start=start, end=start + 9, size=size)
        named = {"Content-Range": place} if place else {}
        handler.answer(206, BODY[start : start + 10], named)

    url = web.put("/list.txt", pages.first([pages.cut_off(Page(BODY), 70_000), short], Page(BODY)))
    assert content(make(), url) == BODY
    other = web.put("/other.txt", pages.first([short], Page(BODY)))
    assert content(make(), other) == BODY


def test_fewer_bytes_than_were_stated_are_no_file(web: Web, make: Make) -> None:
    url = web.put("/list.txt", pages.wrong_length(b"too few", 500))
    with pytest.raises(NoConnectionError, match="broke off"):
        make().fetch(url)


def test_errors_of_the_server_are_tried_again(web: Web, make: Make, waits: list[float]) -> None:
    url = web.put("/list.txt", pages.first([pages.status(500), pages.status(500)], Page(BODY)))
    assert content(make(), url) == BODY
    backoffs = [wait for wait in waits if wait > 0.1]
    assert len(backoffs) == 2
    assert backoffs[0] < backoffs[1]


def test_a_server_that_stays_broken_is_given_up(web: Web, make: Make) -> None:
    with pytest.raises(RefusedByServerError, match=r"500.*4 times"):
        make().fetch(web.put("/list.txt", pages.status(500)))
    assert len(web.asked) == 4


def test_retry_after_is_obeyed(web: Web, make: Make, waits: list[float]) -> None:
    url = web.put("/list.txt", pages.first([pages.status(429, Retry_After="7")], Page(BODY)))
    assert content(make(), url) == BODY
    assert 7 in waits


def test_a_wait_that_is_too_long_is_told(web: Web, make: Make, waits: list[float]) -> None:
    with pytest.raises(RefusedByServerError, match=r"429.*3600 seconds"):
        make().fetch(web.put("/list.txt", pages.status(429, Retry_After="3600")))
    assert 3600 not in waits


def test_a_missing_page_is_not_asked_for_again(web: Web, make: Make) -> None:
    with pytest.raises(RefusedByServerError, match="404"):
        make().fetch(web.address + "/nothing.txt")
    assert len(web.asked) == 1


def test_a_redirect_is_followed(web: Web, make: Make) -> None:
    web.put("/new.txt", BODY)
    assert content(make(), web.put("/list.txt", pages.redirect("/new.txt"))) == BODY


def test_circles_end(web: Web, make: Make) -> None:
    web.put("/b.txt", pages.redirect("/a.txt"))
    with pytest.raises(RedirectError, match="circles"):
        make().fetch(web.put("/a.txt", pages.redirect("/b.txt")))
    for number in range(9):
        web.put(f"/{number}", pages.redirect(f"/{number + 1}"))
    with pytest.raises(RedirectError, match="circles"):
        make().fetch(web.address + "/0")


@pytest.mark.parametrize("to", ["http://localhost:1/x", "ftp://127.0.0.1/x", "file:///etc/passwd"])
def test_a_redirect_away_is_refused(web: Web, make: Make, to: str) -> None:
    with pytest.raises(
        ForbiddenAddressError, match=to.replace("/", "."), check=lambda e: "refused" in str(e)
    ):
        make().fetch(web.put("/list.txt", pages.redirect(to)))


def test_a_redirect_to_an_allowed_host_is_followed(web: Web, make: Make) -> None:
    web.put("/new.txt", BODY)
    elsewhere = web.address.replace("127.0.0.1", "localhost") + "/new.txt"
    url = web.put("/list.txt", pages.redirect(elsewhere))
    assert content(make(allowed=frozenset({"localhost"})), url) == BODY


@pytest.mark.parametrize(
    "body",
    [
        b"<!DOCTYPE html>\n<html><head><title>Hotel\n Login</title></head></html>",
        b"\n <html><title>Hotel Login</title>",
        b"<!-- x --><HTML><head><title>Hotel Login</title>",
        b"\xef\xbb\xbf<!DOCTYPE html><title>Hotel Login</title>",
        b'<?xml version="1.0"?>\n<!DOCTYPE html><title>Hotel Login</title>',
    ],
)
def test_a_login_page_is_no_data(web: Web, make: Make, body: bytes) -> None:
    url = web.put("/list.txt", Page(body, kind="text/html"))
    with pytest.raises(WebPageError, match=r"Hotel Login.*log in"):
        make().fetch(url)
    assert not make().kept_path(url).exists()


def test_what_is_too_large_is_not_written(web: Web, make: Make, tmp_path: Path) -> None:
    url = web.put("/list.txt", BODY)
    with pytest.raises(TooLargeError, match="at most"):
        make().fetch(url, limit=1000)
    assert not list((tmp_path / "cache").rglob("*list.txt"))


def test_a_silent_server_is_given_up(web: Web, make: Make) -> None:
    url = web.put("/list.txt", pages.slow(Page(BODY), 0.5))
    with pytest.raises(NoConnectionError, match="in time, tried 4 times"):
        make(timeout=0.05).fetch(url)


def test_nobody_there(make: Make) -> None:
    with pytest.raises(NoConnectionError, match="no connection"):
        make().fetch("http://127.0.0.1:9/list.txt")


def test_offline_uses_what_is_kept_and_nothing_else(web: Web, make: Make) -> None:
    url = web.put("/list.txt", Page(BODY))
    with pytest.raises(OfflineError, match="--offline"):
        make(offline=True).fetch(url)
    known = make().fetch(url).validators
    web.forget()
    offline = make(offline=True)
    assert content(offline, url) == BODY
    assert offline.fetch(url, known).unchanged
    assert web.asked == []


def test_requests_keep_a_pause(
    web: Web, make: Make, waits: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importers.sources.fetching.PAUSE", 60.0)
    fetcher = make()
    for number in range(3):
        fetcher.fetch(web.put(f"/{number}.txt", BODY))
    assert fetcher.requests == 3
    assert waits


@pytest.mark.parametrize(
    "url",
    [
        "ftp://h/x",
        "file:///x",
        "http:///x",
        "http://user:word@h/x",
        "http://h/a b",
        "http://h:port/x",
        "javascript:x",
        "http://other/x",
        "https://h:8443/x",
    ],
)
def test_odd_addresses_are_refused_by_name(url: str) -> None:
    with pytest.raises(ForbiddenAddressError) as error:
        check_address(url, "http://h/list.txt")
    assert url in str(error.value)


def test_every_failure_is_one_line(web: Web, make: Make) -> None:
    for path, answer in (("/a", pages.status(403)), ("/b", Page(b"<html>")), ("/c", pages.redirect("/c"))):
        with pytest.raises(FetchError) as error:
            make().fetch(web.put(path, answer))
        assert "\n" not in str(error.value)
        assert path in str(error.value)


def test_the_proxy_of_the_environment_is_used(web: Web, make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", web.address)
    url = "http://cards.example/list.txt"
    web.server.routes[url] = Page(BODY)
    assert content(make(), url) == BODY
