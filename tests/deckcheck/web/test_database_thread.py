"""Long work lets others pass, and ends where nobody waits for it."""

import asyncio
import json
import sqlite3
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Event, get_ident
from typing import Any

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import Response

from deckcheck.acts.session import Session
from deckcheck.acts.typed_decks import TypedDeck
from deckcheck.web.answers import GONE, AnswerError
from deckcheck.web.database_thread import DatabaseThread, Unfinished
from deckcheck.web.endpoint import Document, Endpoint, answering
from deckcheck.web.figures import goldfish_document, progress_document
from tests.conftest import ROOT

PARTS = 60
READ = ("/", "/deck/Rebels", "/collection", "/events/Spring Open", "/history", "/api/decks/Rebels")


def asking(
    work: Callable[[Session], Document],
    thread: DatabaseThread,
    *,
    leaves: Callable[[], bool] = lambda: False,
    takes_long: bool = False,
) -> Any:
    """Asks for work at a server that is left as soon as `leaves` says so."""
    endpoint = Endpoint("POST", "/", "", work, takes_long=takes_long)
    sent: list[bool] = []

    async def receive() -> dict[str, Any]:
        if not sent:
            sent.append(True)
            return {"type": "http.request", "body": b"{}"}
        if not leaves():
            await asyncio.Event().wait()
        return {"type": "http.disconnect"}

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/",
        "path_params": {},
        "headers": [],
        "query_string": b"",
    }
    return answering(endpoint, thread)(Request(scope, receive))


def in_parts(done: list[int], left: int = PARTS) -> Callable[[Session], Document]:
    def work(_session: Session) -> Mapping[str, Any] | Unfinished:
        done.append(left)
        return {"parts": len(done)} if left == 1 else Unfinished(in_parts(done, left - 1))

    return work


def run(database: Path, work: Callable[[DatabaseThread], Any]) -> Any:
    async def main() -> Any:
        thread = DatabaseThread(database, "swtcg")
        try:
            return await work(thread)
        finally:
            await thread.close()

    with ThreadPoolExecutor() as thread:  # the loop of this one may be that of the browser's tests
        return thread.submit(lambda: asyncio.run(main())).result()


@pytest.mark.of_a_file
@pytest.mark.usefixtures("filled")
def test_what_is_read_does_not_wait_for_a_change_that_waits_for_another_program(
    page: httpx.Client, own: Path
) -> None:
    change = {"action": "add", "name": "Kouhun"}
    copies = page.get("/api/collection").json()["copies"]
    deck = {"text": "4 Kouhun\n", "card": "Kouhun", "copies": -1}
    with closing(sqlite3.connect(own, isolation_level=None)) as other, ThreadPoolExecutor(1) as threads:
        other.execute("BEGIN IMMEDIATE")
        waiting = threads.submit(page.post, "/api/collection/change", json=change)
        for read in READ:
            assert page.get(read).status_code == httpx.codes.OK, read
        for _ in range(2):  # the second is done by the loop of the server
            assert page.post("/api/deck/edit", json=deck).json()["text"] == "3 Kouhun\n"
        assert page.get("/api/collection").json()["copies"] == copies
        assert not waiting.done()
        other.execute("ROLLBACK")
        assert waiting.result().status_code == httpx.codes.OK
    assert page.get("/api/collection").json()["copies"] == copies + 1


def test_what_is_short_is_done_by_the_loop_after_what_is_read_just_now(database: Path) -> None:
    """Fifty who edited were all sent to a thread and back once one of them had to wait."""
    begun, go_on = Event(), Event()

    def slow(_session: Session) -> Mapping[str, Any]:
        begun.set()
        return {"went on": go_on.wait(20)}

    def broken(_session: Session) -> Mapping[str, Any]:
        raise LookupError

    def short(session: Session) -> tuple[str, int]:
        return session.game, get_ident()

    async def all_of(thread: DatabaseThread) -> list[Any]:
        with pytest.raises(LookupError):
            await thread.run_now("swtcg", broken)
        told = [await thread.run_now("swtcg", short)]
        long = asyncio.ensure_future(thread.run("swtcg", slow))
        await asyncio.get_running_loop().run_in_executor(None, begun.wait)
        waiting = [asyncio.ensure_future(thread.run_now("swtcg", short)) for _ in range(3)]
        await asyncio.sleep(0)
        assert not any(one.done() for one in waiting)
        go_on.set()
        told += await asyncio.gather(*waiting)
        assert told == [("swtcg", get_ident())] * 4
        return [await long]

    assert run(database, all_of) == [{"went on": True}]


def test_others_are_answered_between_the_parts_of_long_work(database: Path) -> None:
    done: list[int] = []

    def short(_session: Session) -> Mapping[str, Any]:
        return {"seen": len(done)}

    async def both(thread: DatabaseThread) -> list[Response]:
        await thread.open()
        jobs = [asking(work, thread) for work in (in_parts(done), short)]
        return list(await asyncio.gather(*jobs))

    long, other = run(database, both)
    assert json.loads(long.body) == {"parts": 60}
    assert json.loads(other.body)["seen"] < PARTS


def test_hands_played_so_far_are_told_between_the_parts_and_forgotten_at_the_end(database: Path) -> None:
    """Seven to sixteen seconds without a sign looked like a page that hangs."""
    text = (ROOT / "examples" / "decks" / "empire.txt").read_text(encoding="utf-8")
    with Session(database, game="swtcg") as session:
        asked = TypedDeck(text, "swtcg")
        found: Document = goldfish_document(session, asked, 1, 5_000, 1, "random", "mine")
        told = []
        while isinstance(found, Unfinished):
            told.append(progress_document(session, "mine")["hands"])
            found = found.go_on(session)
        assert 0 < told[0] < 5_000
        assert told == sorted(set(told))
        assert found["goldfish"]["hands"] == 5_000
        for name in ("mine", "nobody's", ""):
            assert progress_document(session, name)["hands"] == 0
        for number in range(60):
            goldfish_document(session, asked, 1, 5_000, 1, "random", f"left {number}")
        kept = [progress_document(session, f"left {number}")["hands"] > 0 for number in range(60)]
        assert kept == [False] * 10 + [True] * 50


def test_long_work_ends_when_nobody_waits_for_it(database: Path) -> None:
    done: list[int] = []

    async def left(thread: DatabaseThread) -> Response:
        found: Response = await asking(in_parts(done), thread, leaves=lambda: len(done) > 2)
        return found

    with pytest.raises(AnswerError) as gone:
        run(database, left)
    assert gone.value.status == GONE
    assert len(done) < PARTS


def test_what_takes_long_keeps_nobody_waiting_and_is_not_begun_for_who_has_left(database: Path) -> None:
    ended, begun = Event(), list[str]()

    def long(_session: Session) -> Mapping[str, Any]:
        begun.append("long")
        return {"ended": ended.wait(60)}

    def other(_session: Session) -> Mapping[str, Any]:
        begun.append("other")
        return {}

    async def all_of_them(thread: DatabaseThread) -> list[Response]:
        first = asyncio.ensure_future(asking(long, thread, takes_long=True))
        while not begun:
            await asyncio.sleep(0.001)
        with pytest.raises(AnswerError) as left:
            await asking(other, thread, leaves=lambda: True, takes_long=True)
        assert left.value.status == GONE
        short = await asking(lambda _session: {"begun": [*begun]}, thread)
        ended.set()
        return [short, await first]

    short, first = run(database, all_of_them)
    assert json.loads(short.body) == {"begun": ["long"]}
    assert json.loads(first.body) == {"ended": True}
    assert begun == ["long"]
