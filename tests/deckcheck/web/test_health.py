"""Who watches a server learns whether it works; its log says nothing about people."""

import json
import logging
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from deckcheck.web.api import ENDPOINTS
from deckcheck.web.request_log import ErrorLines
from tests.deckcheck.web.conftest import Client

PERSON = "Ada Lovelace"


@pytest.mark.parametrize("how", [{}, {"password": "open sesame"}, {"read_only": True}])
def test_health_is_told_to_anybody_and_nothing_else(serving: Client, own: Path, how: dict[str, Any]) -> None:
    """A probe asks by an address of its own, and knows no password."""
    page = serving(**how)
    for path in ("/healthz", "/readyz"):
        answer = page.get(path, headers={"Host": "10.0.0.7:80"})
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
        assert answer.json() == {"schema": "deckcheck.health/1", "status": "ok"}


@pytest.mark.of_a_file
def test_a_server_without_its_database_lives_and_is_not_ready(serving: Client, own: Path) -> None:
    page = serving()
    moved = own.rename(own.with_suffix(".moved"))
    answers = [page.get(path) for path in ("/healthz", "/readyz")]
    assert [answer.status_code for answer in answers] == [200, 503]
    assert answers[1].json() == {"schema": "deckcheck.health/1", "status": "unready"}
    moved.rename(own)
    assert page.get("/readyz").status_code == 200


@pytest.mark.of_a_file
def test_a_change_that_cannot_be_made_just_now_is_one_to_be_sent_again(
    serving: Client, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page keeps what it is told so, and sends it again; what is refused for good it gives up."""
    page = serving()
    change = {"action": "add", "name": "Nexu"}
    monkeypatch.setattr("db.connection.BUSY_SECONDS", 0.01)
    with closing(sqlite3.connect(own, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert page.post("/api/collection/change", json=change).status_code == 503
    assert page.post("/api/collection/change", json=change).status_code == 200


def lines_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines() if '"event"' in line]


def test_each_request_is_a_line_without_anything_about_people(
    serving: Client, own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = serving(log_json=True)
    told = {"User-Agent": PERSON, "Cookie": f"language={PERSON}", "Referer": f"/deck/{PERSON}"}
    asked = {
        "/deck/{name}": f"/deck/{PERSON}",
        "/events/{name}": f"/events/{PERSON}%2FBo",
        "/cards": f"/cards?q={PERSON}",
        "/static": "/static/page.css",
        "unknown": f"/{PERSON}",
    }
    for path in asked.values():
        page.get(path, headers=told)
    page.post("/api/deck/check", json={"text": f"4 {PERSON}"}, headers={"Host": PERSON.replace(" ", "")})
    said = capsys.readouterr().err
    lines = lines_of(said)
    assert [line["route"] for line in lines] == [*asked, "/api/deck/check"]
    assert [line["status"] for line in lines] == [404, 404, 200, 200, 404, 421]
    assert {line["method"] for line in lines} == {"GET", "POST"}
    assert all(line["bytes"] > 0 < line["ms"] for line in lines)
    for word in (*PERSON.split(), "127.0.0.1", "Boba"):
        assert word not in said


def test_every_address_of_the_api_is_logged_by_its_route(
    serving: Client, own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = serving(log_json=True, read_only=True)
    reads = [one.path for one in ENDPOINTS if one.method == "GET" and "{" in one.path]
    for path in reads:
        parts = [PERSON if part.startswith("{") else part for part in path.split("/")]
        page.get("/".join(parts))
    said = capsys.readouterr().err
    assert [line["route"] for line in lines_of(said)] == reads
    assert "Ada" not in said


def test_an_error_is_logged_by_its_kind_and_place_and_not_by_its_words(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What an exception says may be a name or a deck."""
    try:
        "".index(PERSON)
    except ValueError:
        words = (logging.ERROR, __file__, 1, f"Exception about {PERSON}", (), sys.exc_info())
        ErrorLines().handle(logging.LogRecord("uvicorn.error", *words))
    said = capsys.readouterr().err
    (line,) = lines_of(said)
    assert (line["error"], line["level"]) == ("ValueError", "error")
    assert line["at"][-1].startswith("test_health.py:")
    assert PERSON not in said
