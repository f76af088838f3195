"""What a deck builder does on the deck's page, in a real browser."""

import io
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
import uvicorn
from playwright.sync_api import expect

import deckcheck
from deckcheck.web.application import make_app
from deckcheck.web.serving import ServeOptions
from tests.conftest import ROOT
from tests.deckcheck.web.browsing import TOLD, needs_chromium
from tests.deckcheck.web.conftest import running

pytestmark = needs_chromium

DECKS = ROOT / "examples" / "decks"


@pytest.fixture
def stoppable(own: Path) -> Iterator[tuple[str, ExitStack]]:
    """A server of its own, which closing the stack stops."""
    with ExitStack() as stack:
        yield running(ServeOptions(database=own), stack), stack


def save(site: str, file: str, name: str) -> str:
    """Saves an example deck under a name; returns its text."""
    read = httpx.post(f"{site}/api/deck/file?name={file}", content=(DECKS / file).read_bytes())
    text: str = read.json()["text"]
    httpx.put(f"{site}/api/decks/{name}", json={"text": text, "game": "swtcg"})
    return text


def test_the_face_of_the_chosen_card_stands_beside_the_list(tab: Any, site: str) -> None:
    save(site, "rebels.dek", "Rebels")
    tab.goto("/deck/Rebels?game=swtcg")
    tab.locator(".line").first.focus()
    name = tab.locator(".line a").first.inner_text()
    expect(tab.locator("#card-face .face-name")).to_have_text(name)
    tab.keyboard.press("j")
    expect(tab.locator("#card-face .face-name")).to_have_text(tab.locator(".line a").nth(1).inner_text())
    tab.fill("#search", "kouhun")
    expect(tab.locator("#card-face .face-name")).to_have_text("Kouhun")
    tab.locator(".line").first.hover()
    expect(tab.locator("#card-face .face-name")).to_have_text(name)
    with deckcheck.open(game="swtcg") as cards:
        cards.collection.add("Boba Fett (A)", 2, location="binder 1")
        legality = cards.card_page("Boba Fett (A)").legality
    shown = httpx.get(f"{site}/faces/Boba Fett (A)").text
    legal = sum(one.status in {"legal", "restricted"} for one in legality)
    for words in ("2 owned", "2 in binder 1", f"legal in {legal} of {len(legality)} formats"):
        assert words in shown
    assert httpx.get(f"{site}/faces/Nobody").status_code == 404


def test_boxes_tell_which_copies_are_free_in_another_deck_or_missing(tab: Any, site: str, own: Path) -> None:
    with deckcheck.open(own) as cards:
        cards.collection.add("Kouhun", 3)
        cards.decks.save(io.StringIO("1 Kouhun\n"), "Other", reserve=True)
    httpx.put(f"{site}/api/decks/Swarm", json={"text": "4 Kouhun\n", "game": "swtcg"})
    tab.goto("/deck/Swarm?game=swtcg")
    expect(tab.locator(".boxes i")).to_have_count(4)
    assert [tab.locator(f".boxes .{kind}").count() for kind in ("free", "elsewhere", "missing")] == [2, 1, 1]
    expect(tab.locator(".line .visually-hidden").last).to_have_text("3 owned · 2 free · 1 missing")


SHIFTS = """() => {
    window.shifted = 0;
    new PerformanceObserver((list) => {
        for (const one of list.getEntries()) window.shifted += one.value;
    }).observe({ type: "layout-shift", buffered: false });
}"""
"""Sums what Chromium measures as moved, input or not."""


@pytest.mark.parametrize("width", [1360, 390])
def test_nothing_jumps_while_one_types(tab: Any, site: str, width: int) -> None:
    save(site, "too-many-walkers.dek", "Walkers")
    tab.set_viewport_size({"width": width, "height": 860})
    tab.goto("/deck/Walkers?game=swtcg")
    expect(tab.locator("#meters svg").first).to_be_attached()
    tab.evaluate(SHIFTS)
    tab.focus("#search")
    for letter in "4 snowspeeder":
        tab.keyboard.type(letter)
        tab.wait_for_timeout(30)
    expect(tab.locator("#found li").first).to_be_visible()
    tab.keyboard.press("Escape")
    tab.wait_for_timeout(200)
    assert tab.evaluate("window.shifted") <= 0.02


def test_a_setup_is_played_by_hand_with_the_rules_enforced(tab: Any, site: str) -> None:
    save(site, "empire.txt", "Empire")
    save(site, "rebels.dek", "Rebels")
    tab.goto("/deck/Rebels?game=swtcg")
    tab.keyboard.press("p")
    tab.select_option("#setup-against", "saved:Empire")
    tab.select_option("#setup-policy", "greedy")
    tab.fill("#setup-seed", "7")
    tab.click("#setup-deal")
    tab.get_by_role("checkbox", name="Trust Your Feelings").check()
    tab.get_by_role("button", name="choose 1").click()
    expect(tab.locator("#setup-events")).to_contain_text("light  discards Trust Your Feelings; draws")
    moves = tab.locator("#setup-offer .choice")
    expect(moves.first).to_be_focused()
    before = moves.all_inner_texts()
    boards, text = tab.locator("#setup-boards > section"), tab.locator("#setup-text")
    assert (text.text_content() or "").count("hand of") == 1
    tab.keyboard.press("1")
    expect(moves.first).not_to_have_text(before[0])
    tab.keyboard.press("Backspace")
    expect(moves.first).to_have_text(before[0])
    assert moves.all_inner_texts() == before
    put = tab.locator("#setup-offer .drags").first
    name = put.locator(".face-name").inner_text()
    put.drag_to(boards.last.locator("[data-place='build zone']"))
    expect(tab.locator("#setup-events")).to_contain_text(f"begins {name}")
    expect(boards.last.locator("[data-place='build zone'] .face-name")).to_have_text(name)
    tab.keyboard.press("Backspace")
    expect(moves.first).to_have_text(before[0])
    put.drag_to(boards.last.locator("h2"))
    expect(tab.locator("#setup-events")).to_contain_text(f"{name}, ")
    expect(boards.last.locator(".place .face-name")).to_have_text(name)
    assert not boards.locator("[data-place=Hand]").count()
    while not tab.get_by_text("the setup is over").is_visible():
        told = tab.inner_text("#setup-events")
        tab.keyboard.press("1")
        expect(tab.locator("#setup-events")).not_to_have_text(told, use_inner_text=True)
    expect(boards.last.locator("h2")).to_have_text("light: total 30")
    assert (text.text_content() or "").count("hand of") == 2  # that of the opponent is shown only now
    assert boards.locator("[data-place=Hand]").count() == 2


def test_versions_notes_maybe_board_and_facets_by_keyboard(tab: Any, site: str) -> None:
    save(site, "rebels.dek", "Rebels")
    tab.goto("/deck/Rebels?game=swtcg")
    before = tab.input_value("#text")
    tab.locator(".line").first.focus()
    tab.keyboard.press("m")
    expect(tab.locator(".maybe .line")).to_contain_text("Luke's X-Wing (A)")
    expect(tab.locator("#verdict")).to_contain_text("illegal · 59 cards")
    tab.keyboard.press("s")
    expect(tab.locator("#said")).to_contain_text("saved")
    tab.keyboard.press("v")
    expect(tab.locator("#difference")).to_contain_text("−1 Luke's X-Wing (A)")
    tab.get_by_role("button", name="bring back version").last.click()
    expect(tab.locator("#text")).to_have_value(before)
    tab.get_by_role("radio", name="compare to the text in the editor").check()
    tab.get_by_role("radio", name="compare from version").first.check()
    expect(tab.locator("#difference")).to_contain_text("+1 Luke's X-Wing (A) 1 → 2")
    tab.fill("#text", f"{before}what is this?\n")
    expect(tab.locator("#difference")).to_contain_text("+1 what is this?")
    tab.fill("#text", before)
    expect(tab.locator("#difference")).not_to_contain_text("what is this?")
    tab.locator(".line").first.focus()
    tab.keyboard.press("n")
    tab.keyboard.press("Tab")
    tab.keyboard.type("fast in space")
    expect(tab.locator("#text")).to_have_value(f"# fast in space\n{before}")
    tab.keyboard.press("Escape")
    tab.locator("#search").focus()
    tab.keyboard.type("type:ground")
    expect(tab.locator("#search-problem")).to_contain_text("cards; type more")
    tab.check("#facet-owned")
    expect(tab.locator("#search-problem")).to_contain_text("within what is ticked below")
    tab.uncheck("#facet-owned")
    tab.click("#judged-by > summary")
    tab.select_option("#format", "printed")
    tab.check("#facet-legal")
    tab.locator("#facet-side button", has_text="dark").click()
    query = {"q": "type:ground", "legal": "printed", "side": "dark"}
    expected = httpx.get(f"{site}/api/suggest", params=query).json()["cards"]
    names = [one["name"] for one in expected]
    assert names
    expect(tab.locator("#found li > :nth-child(2)")).to_have_text(names)
    tab.click("#undo")  # so that nothing is unsaved, and leaving needs no question
    expect(tab.locator("#text")).to_have_value(before)
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.keyboard.press("g")
    tab.keyboard.press("d")
    expect(tab).to_have_url(f"{site}/?game=swtcg")
    assert f"{site}/api/deck/hand" not in asked  # `d` alone deals a hand


def test_a_deck_is_built_from_nothing_by_keyboard_until_it_is_legal(tab: Any, site: str) -> None:
    rows = save(site, "rebels.dek", "Rebels").splitlines()
    wanted = [row.rsplit(" [", 1)[0] for row in rows if row[:1].isdigit()]
    tab.goto("/deck?game=swtcg")
    tab.keyboard.press("q")
    for copies, card in (line.split(" ", 1) for line in wanted):
        with tab.expect_response(lambda one, card=card: asks_for(one.url, card)) as found:
            tab.keyboard.insert_text(f"{copies} {card}")
        names = [one["name"] for one in found.value.json()["cards"]]
        for _ in range(names.index(card)):
            tab.keyboard.press("ArrowDown")
        with tab.expect_response("**/api/deck/edit"):
            tab.keyboard.press("Enter")
    expect(tab.locator("#text")).to_have_value("".join(f"{line}\n" for line in wanted))
    expect(tab.locator("#verdict")).to_have_text("✓ legal · 60 cards")


def asks_for(url: str, words: str) -> bool:
    """Whether an address asks for the cards that fit these words."""
    return parse_qs(urlsplit(url).query).get("q") == [words]


def test_a_dropped_dek_is_broken_repaired_and_undone(tab: Any, site: str) -> None:
    tab.goto("/deck?game=swtcg")
    dropped = tab.evaluate_handle(
        """text => {
            const found = new DataTransfer();
            found.items.add(new File([text], "rebels.dek"));
            return found;
        }""",
        (DECKS / "rebels.dek").read_text(encoding="utf-8"),
    )
    tab.dispatch_event("body", "drop", {"dataTransfer": dropped})
    expect(tab.locator("#verdict")).to_have_text("✓ legal · 60 cards")
    expect(tab.locator("#name")).to_have_value("rebels")
    tab.locator(".line").nth(1).focus()
    tab.keyboard.press("+")
    expect(tab.locator("#verdict")).to_have_text("✗ illegal · 61 cards")
    expect(tab.locator(".line").nth(1)).to_be_focused()
    expect(tab.locator(".line.marked .name")).to_have_text("X-Wing Red Three ✗ copy limit 5 / 4")
    tab.click("#repair")
    expect(tab.locator("#repair-said")).to_contain_text("1 change makes it legal")
    tab.get_by_role("button", name="make the change of X-Wing Red Three").click()
    expect(tab.locator("#verdict")).to_have_text("✓ legal · 60 cards")
    tab.click("#undo")
    expect(tab.locator("#verdict")).to_have_text("✗ illegal · 61 cards")
    tab.click("#redo")
    expect(tab.locator("#verdict")).to_have_text("✓ legal · 60 cards")
    tab.fill("#text", save(site, "too-many-walkers.dek", "Walkers"))
    expect(tab.locator(".group h2", has_text="Ground")).to_have_text("Ground25✗")
    expect(tab.locator(".group h2", has_text="Battle")).to_have_text("Battle11")


def test_a_server_that_is_stopped_is_told_and_nothing_typed_is_lost(
    tab: Any, own: Path, stoppable: tuple[str, ExitStack]
) -> None:
    address, stack = stoppable
    tab.goto(f"{address}/deck?game=swtcg")
    tab.fill("#text", "4 Kouhun\n")
    expect(tab.locator("#verdict")).to_contain_text("4 cards")
    stack.close()
    TOLD.extend(["net::ERR_", "fetching the script", address])  # what is under way breaks off in several ways
    tab.fill("#text", "3 Kouhun\n")
    expect(tab.locator("#said")).to_contain_text("is deckcheck serve still running?")
    assert tab.input_value("#text") == "3 Kouhun\n"
    port = int(address.rsplit(":", 1)[1])
    app = make_app(ServeOptions(database=own, port=port))
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="warning"))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        expect(tab.locator("#verdict")).to_contain_text("3 cards", timeout=15_000)
        expect(tab.locator("#said")).to_have_text("")
    finally:
        server.should_exit = True
        thread.join()
