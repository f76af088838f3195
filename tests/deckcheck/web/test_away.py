"""Without the server: pages that were seen are shown, and changes wait until it is back, each made once."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

import deckcheck
from deckcheck.web.serving import ServeOptions
from tests.conftest import ROOT
from tests.deckcheck.web.browsing import TOLD, needs_chromium
from tests.deckcheck.web.conftest import running

CHANGE = {"action": "add", "name": "Kouhun", "quantity": 2}


def copies_of(page: httpx.Client, words: str = "kouhun") -> int:
    return int(page.get("/api/collection", params={"q": words, "game": "swtcg"}).json()["copies"])


def publish_a_cup() -> None:
    """An event with one table, of which the result is open."""
    with deckcheck.open() as cards:
        event = cards.events.new("Cup", day="2004-06-19", game="swtcg")
        for name in ("Ada", "Bo"):
            event.register_files(name)
        event.lock()
        event.pair(1)
        event.publish()


def test_a_change_that_is_sent_again_under_its_id_is_made_once(page: httpx.Client) -> None:
    """The page does not know whether it arrived where the answer was lost."""
    for number, made in (("one", 2), ("one", 2), ("two", 4), ("", 6), ("", 8)):
        answer = page.post("/api/collection/change", json=CHANGE, headers={"X-Deckcheck-Change": number})
        assert answer.status_code == 200
        assert copies_of(page) == made
    long = page.post("/api/collection/change", json=CHANGE, headers={"X-Deckcheck-Change": "x" * 65})
    assert long.json()["error"] == "an id of a change with 65 characters, at most 64 expected"
    assert copies_of(page) == 8


def test_a_change_that_failed_is_made_when_it_is_sent_again(page: httpx.Client) -> None:
    sent = {"X-Deckcheck-Change": "one"}
    refused = page.post("/api/collection/change", json={**CHANGE, "name": "No Such Card"}, headers=sent)
    assert refused.status_code == 400
    assert "made_before" not in page.post("/api/collection/change", json=CHANGE, headers=sent).json()
    assert page.post("/api/collection/change", json=CHANGE, headers=sent).json()["made_before"]
    assert copies_of(page) == 2


def test_a_result_that_is_sent_again_is_made_once(page: httpx.Client) -> None:
    publish_a_cup()
    sent, result = {"X-Deckcheck-Change": "one"}, {"text": "1 2 0"}
    batch = page.post("/api/events/Cup", json=result, headers=sent).json()["batch"]
    page.post("/api/events/Cup", json={"text": f"undo {batch}"}).raise_for_status()
    again = page.post("/api/events/Cup", json=result, headers=sent).json()  # it stays undone
    assert (again["made_before"], again["batch"]) == (True, batch)
    assert page.get("/api/events/Cup").json()["open_tables"] == [1]


@pytest.fixture
def server(own: Path) -> Iterator["Server"]:
    with ExitStack() as stack:
        server = Server(own)
        stack.callback(server.stop)
        server.start()
        yield server


class Server:
    """A page that is stopped and started again at the same address."""

    def __init__(self, database: Path) -> None:
        self.options, self.address, self.stack = ServeOptions(database=database), "", ExitStack()

    def start(self) -> None:
        port = int(self.address.rpartition(":")[2] or 0)
        self.address = running(self.options, self.stack, port)

    def stop(self) -> None:
        self.stack.close()


@needs_chromium
def test_without_the_server_what_was_seen_is_shown_and_results_wait_for_it(
    browser: Any, server: Server
) -> None:
    with deckcheck.open() as cards:
        cards.decks.save(ROOT / "examples" / "decks" / "rebels.dek", "Rebels")
    publish_a_cup()
    context = browser.new_context(base_url=server.address)
    tab = context.new_page()
    tab.goto("/")
    tab.evaluate("navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)")
    for address in ("/", "/deck/Rebels", "/events/Cup"):
        tab.goto(address)
    server.stop()
    tab.goto("/deck/Rebels")
    expect(tab.locator(".line")).not_to_have_count(0)
    tab.goto("/cards")
    expect(tab.locator("h1")).to_have_text("The server does not answer")
    tab.goto("/events/Cup")
    tab.fill("#search", "1 2 0")
    tab.keyboard.press("Enter")
    expect(tab.locator("#waiting li")).to_contain_text("Cup: 1 2 0")
    tab.fill("#search", "drop Nobody")
    tab.keyboard.press("Enter")
    expect(tab.locator("#waiting li")).to_have_count(2)
    tab.reload()
    expect(tab.locator("#waiting li")).to_have_count(2)
    server.start()
    tab.evaluate("dispatchEvent(new Event('online'))")
    expect(tab.locator("#waiting li")).to_contain_text(["Cup: drop Nobody: "], timeout=15_000)
    tab.get_by_role("button", name="Discard").click()
    expect(tab.locator("#waiting")).to_be_hidden()
    shown = httpx.get(f"{server.address}/api/events/Cup").json()
    assert shown["open_tables"] == []
    context.close()


UNTIL_KEPT = """async (addresses) => {
  const all = () => Promise.all(addresses.map(one => caches.match(one)));
  while (!(await all()).every(Boolean)) await new Promise(done => setTimeout(done, 50));
}"""


@needs_chromium
def test_the_first_page_that_was_opened_is_kept_as_well(browser: Any, server: Server) -> None:
    publish_a_cup()
    context = browser.new_context(base_url=server.address)
    tab = context.new_page()
    tab.goto("/events/Cup")
    tab.evaluate(UNTIL_KEPT, ["/events/Cup", "/static/event.js", "/static/page.css"])
    server.stop()
    tab.goto("/events/Cup")
    expect(tab.locator("#games-1-1")).to_be_visible()
    tab.fill("#search", "1 2 0")
    tab.keyboard.press("Enter")
    expect(tab.locator("#waiting li")).to_contain_text("Cup: 1 2 0")
    context.close()


@needs_chromium
def test_a_players_own_page_is_kept_until_a_link_of_somebody_else_is_opened(tab: Any) -> None:
    publish_a_cup()
    with deckcheck.open() as cards:
        cards.people.join("Cup")
        ada, bo = (cards.people.link(name).address() for name in ("Ada", "Bo"))
    tab.goto(ada)
    tab.evaluate(
        "navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready.then(() => 1))"
    )
    tab.goto("/screen/Cup")
    tab.goto("/me")
    tab.evaluate(UNTIL_KEPT, ["/me", "/static/me.js", "/screen/Cup"])
    tab.goto(bo)
    assert not tab.evaluate("caches.match('/screen/Cup').then(Boolean)")


@needs_chromium
def test_without_the_server_the_collection_is_read_and_its_changes_wait(browser: Any, server: Server) -> None:
    with deckcheck.open(game="swtcg") as cards:
        cards.collection.add("Kouhun", 3)
    context = browser.new_context(base_url=server.address)
    tab = context.new_page()
    tab.goto("/collection?game=swtcg")
    tab.evaluate("navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)")
    tab.goto("/collection?game=swtcg")
    quantity = tab.locator("tbody tr [data-field=quantity]")
    expect(quantity).to_have_value("3")
    server.stop()
    tab.goto("/collection?game=swtcg")
    expect(quantity).to_have_value("3")
    tab.keyboard.press("n")
    tab.keyboard.type("2 nexu")
    tab.keyboard.press("Enter")
    expect(tab.locator("#waiting li")).to_contain_text(["add 2 nexu"])
    for copies in ("4", "5"):  # the second is based on what the first leads to
        quantity.fill(copies)
        quantity.press("Tab")
    expect(tab.locator("#waiting li")).to_have_count(3)
    server.start()
    tab.evaluate("dispatchEvent(new Event('online'))")
    expect(tab.locator("#waiting")).to_be_hidden(timeout=15_000)
    with httpx.Client(base_url=server.address) as page:
        assert copies_of(page, "kouhun") == 5
        assert copies_of(page, "nexu") == 2
    context.close()


@needs_chromium
def test_what_is_based_on_a_change_whose_answer_was_lost_is_no_conflict(tab: Any, site: str) -> None:
    """It was made, and the page learns so only when it sends it again; another's change is a conflict as ever."""
    with deckcheck.open(game="swtcg") as cards:
        cards.collection.add("Kouhun", 3)
    tab.goto("/collection?game=swtcg")
    lost: list[object] = []

    def lose(route: Any) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        if not lost:
            lost.append(route.fetch())
        route.abort()

    changes = re.compile("/api/collection/(line|edit)")
    tab.route(changes, lose)
    TOLD.append("ERR_FAILED")
    tab.keyboard.press("n")
    tab.keyboard.type("2 nexu")
    tab.keyboard.press("Enter")
    expect(tab.locator("#waiting li")).to_have_count(1)
    quantity = tab.locator("tbody tr [data-field=quantity]")
    quantity.fill("4")
    quantity.press("Tab")
    expect(tab.locator("#waiting li")).to_have_count(2)
    tab.unroute(changes)
    expect(tab.locator("#waiting")).to_be_hidden(timeout=15_000)
    assert len(lost) == 1
    with httpx.Client(base_url=site) as page:
        assert (copies_of(page, "kouhun"), copies_of(page, "nexu")) == (4, 2)


KEPT = "caches.open('deckcheck-pages').then((one) => one.keys()).then((all) => all.map((one) => new URL(one.url).pathname))"
"""The addresses of the pages that the browser keeps."""


def log_in(tab: Any) -> None:
    tab.goto("/login")
    tab.fill("input[type=password]", "open sesame")
    tab.keyboard.press("Enter")
    expect(tab.locator("h1")).to_have_text("Decks")


@needs_chromium
def test_nothing_is_kept_of_a_server_that_one_logged_out_of(
    browser: Any, serving: Callable[..., httpx.Client]
) -> None:
    address = str(serving(password="open sesame").base_url)
    context = browser.new_context(base_url=address)
    tab = context.new_page()
    log_in(tab)
    tab.evaluate("navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)")
    tab.goto("/collection")
    assert "/collection" in tab.evaluate(KEPT)
    seen = "for (let page = 1; page <= 100; page += 1) await (await fetch(`/history?page=${page}`)).text();"
    tab.evaluate(f"(async () => {{ {seen} }})()")
    kept = tab.evaluate(KEPT)
    assert (len(kept), "/collection" in kept) == (100, False)
    tab.click(".more > summary")
    tab.click("text=Log out")
    expect(tab.locator("h1")).to_have_text("Log in")
    assert tab.evaluate(KEPT) == []
    context.close()


@needs_chromium
def test_a_server_that_was_started_again_asks_for_the_password_before_it_takes_what_waits(
    browser: Any, server: Server
) -> None:
    """Logins end with the server: changes were refused then, and pages kept for whoever sat down next."""
    server.stop()
    server.options = replace(server.options, password="open sesame")
    server.start()
    context = browser.new_context(base_url=server.address)
    tab = context.new_page()
    log_in(tab)
    tab.evaluate("navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)")
    tab.goto("/collection?game=swtcg")
    server.stop()
    tab.keyboard.press("n")
    tab.keyboard.type("2 nexu")
    tab.keyboard.press("Enter")
    expect(tab.locator("#waiting li")).to_have_text("add 2 nexu Discard")
    server.start()
    with tab.expect_response("**/api/collection/line*", timeout=15_000) as refused:
        tab.evaluate("dispatchEvent(new Event('online'))")
    assert refused.value.status == 401
    expect(tab.locator("#waiting li")).to_have_text("add 2 nexu Discard")
    assert tab.evaluate(KEPT)
    tab.goto("/collection")
    expect(tab.locator("h1")).to_have_text("Log in")
    assert tab.evaluate(KEPT) == []
    log_in(tab)
    expect(tab.locator("#waiting")).to_be_hidden(timeout=15_000)
    tab.goto("/collection?game=swtcg")
    expect(tab.locator("tbody tr [data-field=quantity]")).to_have_value("2")
    context.close()
