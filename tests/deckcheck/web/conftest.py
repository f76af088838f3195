"""The page as a browser reaches it: a server on this machine, over a database of its own."""

import asyncio
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import httpx
import pytest
import uvicorn
from argon2 import PasswordHasher
from argon2.profiles import CHEAPEST

import deckcheck
from db.cards import bundled_games
from db.engines.place import ServerPath, server_of
from deckcheck.acts import pools
from deckcheck.acts.league_changes import new_league
from deckcheck.acts.session import Session
from deckcheck.web.application import make_app
from deckcheck.web.serving import LOOPBACK, ServeOptions, listen
from tests.conftest import ENGINE, ROOT
from tests.deckcheck.web.browsing import CHROMIUM, FLAGS, TOLD

if TYPE_CHECKING:
    from playwright.sync_api import Browser

Client = Callable[..., httpx.Client]
Made = TypeVar("Made")


@pytest.fixture(scope="session", autouse=True)
def _cheap_passwords() -> Iterator[None]:
    """What a password costs is tried in one test; each of the others logs in."""
    with pytest.MonkeyPatch.context() as patch:
        cheap = partial(PasswordHasher.from_parameters, CHEAPEST)
        patch.setattr("deckcheck.web.login.PasswordHasher", cheap)
        yield


@pytest.fixture(scope="module")
def database(few_sets_folder: Path, few_sets_database: Path) -> Iterator[Path]:
    """What a page does needs no more than a small catalogue."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bundled_games, "FOLDER", few_sets_folder)
        yield few_sets_database


@pytest.fixture
def own(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Path:
    path = Path(shutil.copy(database, tmp_path / "own.sqlite"))
    if ENGINE == "postgres":
        path = ServerPath.of(path, request.getfixturevalue("server_database"))
    monkeypatch.setenv("DECKCHECK_DB", server_of(path) or str(path))
    monkeypatch.setenv("DECKCHECK_CATALOGUE", str(path))
    return path


_KEPT: dict[Callable[[Session], Any], tuple[bytes, Any]] = {}


def made_in(own: Path, make: Callable[[Session], Made]) -> Made:
    """What is made in an own database; the file is made once by each worker, and copied for the others."""
    if make in _KEPT:
        data, made = _KEPT[make]
        assert not own.with_name(f"{own.name}-shm").exists(), "a server has opened it"
        own.write_bytes(data)
        return made  # type: ignore[no-any-return]
    with deckcheck.open() as cards:
        made = make(cards)
    if ENGINE != "postgres":
        _KEPT[make] = own.read_bytes(), made
    return made


class QuickServer(uvicorn.Server):
    """The server of the page, which stops when it is told: uvicorn looks only ten times a second."""

    async def main_loop(self) -> None:
        """Waits until the server is told to stop."""
        await self.on_tick(0)
        while not self.should_exit:
            await asyncio.sleep(0.005)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends the connections; what is still being answered has a second for it."""
        for listening in (*self.servers, *(sockets or ())):
            listening.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        if self.server_state.tasks:
            _, late = await asyncio.wait(self.server_state.tasks, timeout=1)
            for task in late:
                task.cancel()
        await self.lifespan.shutdown()


def running(options: ServeOptions, stack: ExitStack, port: int = 0) -> str:
    """Serves the page until the stack is closed; returns its address without a slash."""
    listening = listen(replace(options, host=LOOPBACK, port=port))
    port = listening.getsockname()[1]
    app = make_app(replace(options, port=port))
    server = QuickServer(uvicorn.Config(app, log_level="warning"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()

    def stop() -> None:
        server.should_exit = True
        thread.join()

    stack.callback(stop)
    while not server.started and thread.is_alive():
        time.sleep(0.001)
    return f"http://127.0.0.1:{port}"


@pytest.fixture
def serving(own: Path) -> Iterator[Client]:
    """Starts the page with options; all of them are stopped after the test."""
    with ExitStack() as stack:

        def start(**options: Any) -> httpx.Client:
            address = running(replace(ServeOptions(database=own), **options), stack)
            return stack.enter_context(httpx.Client(base_url=address, timeout=60))

        yield start


@pytest.fixture(scope="module")
def looking(database: Path) -> Iterator[httpx.Client]:
    """One page for all tests of a file that change nothing."""
    with ExitStack() as stack:
        address = running(ServeOptions(database=database), stack)
        yield stack.enter_context(httpx.Client(base_url=address, timeout=60))


@pytest.fixture
def filled(own: Path) -> None:
    """A deck, some copies and an event with a round, so that every page has something to show."""
    pools.keep_pool(made_in(own, something_to_show), force=True)


def something_to_show(cards: Session) -> pools.Pool:
    cards.decks.save(ROOT / "examples" / "decks" / "rebels.dek", "Rebels")
    cards.decks.save(ROOT / "examples" / "decks" / "empire.txt", "Empire")
    cards.collection.add("Boba Fett (A)", 3, set_code="AOTC", location="box")
    cards.collection.add("Abde Akaan (A)", 1, set_code="MAM")
    cards.collection.want("Nexu", 2)
    event = cards.events.new("Spring Open", day="2004-06-19")
    event.import_players(ROOT / "examples" / "event" / "lists")
    event.lock()
    event.pair(7)
    event.publish()
    new_league(cards, "Season", ["Spring Open"])
    return pools.open_pool(cards, ["AOTC"], seed=3, boosters=1, name="Friday")


@pytest.fixture
def page(serving: Client) -> httpx.Client:
    return serving()


@pytest.fixture
def site(own: Path) -> Iterator[str]:
    with ExitStack() as stack:
        yield running(ServeOptions(database=own), stack)


@pytest.fixture(scope="package")
def browser() -> Iterator["Browser"]:
    """One browser for the tests of all files; each has a context of its own, which shares nothing."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=20_000)  # a busy machine takes more than the 5 s that are usual
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def tab(browser: "Browser", site: str) -> Iterator[Any]:
    """A tab that fails the test for a console error, a broken script, or a request elsewhere."""
    troubles: list[str] = []
    context = browser.new_context(base_url=site)
    page = context.new_page()
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
    page.on(
        "request", lambda asked: None if asked.url.startswith((site, "blob:")) else troubles.append(asked.url)
    )
    yield page
    context.close()
    told = [one for one in troubles if not any(words in one for words in TOLD)]
    TOLD.clear()
    assert told == []
