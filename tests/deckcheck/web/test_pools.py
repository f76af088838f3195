"""Pools on the page: read or opened, a deck built of them by keyboard, and decks checked against them."""

import re
from threading import current_thread
from typing import Any
from urllib.parse import quote

import httpx
import pytest

import deckcheck
from deckcheck.acts.errors import DeckcheckError
from tests.conftest import ROOT
from tests.deckcheck.web.browsing import needs_chromium

REBELS = ROOT / "examples" / "decks" / "rebels.dek"
FEW = "3 Kouhun\n1 Yoda (A)\n"


def test_a_pool_is_kept_and_shown_without_scripts(page: httpx.Client) -> None:
    """What is not in it is a problem of a deck, and the page says so; a name that is taken is refused."""
    with deckcheck.open() as cards:
        cards.decks.save(REBELS, "Rebels")
    kept = page.post("/api/pools", json={"name": "Few", "text": FEW, "game": "swtcg"})
    assert [one["quantity"] for one in kept.json()["cards"]] == [3, 1]
    assert page.post("/api/pools", json={"name": "Few", "text": FEW}).status_code == 409
    assert page.post("/api/pools", json={"name": "None"}).status_code == 400
    assert "/pools/Few" in page.get("/pools").text
    shown = page.get("/pools/Few", params={"deck": "Rebels"}).text
    assert "illegal" in shown
    assert "which is not in the pool" in shown
    built = page.get("/pools/Few", params={"goal": "type:space >= 1"}).text
    assert "no legal deck" in built
    assert 'id="save-built"' not in built
    for asked in ({"goal": "type:spoon >= 1"}, {"goal": "", "least": "spoons"}):
        wrong = page.get("/pools/Few", params=asked)
        assert (wrong.status_code, 'role="alert"' in wrong.text) == (200, True)
    page.post("/api/pools?game=stargate", json={"name": "Gates", "products": ["BASE"], "boosters": 1})
    assert page.get("/pools/Gates").text.count('class="face ') > 5  # though the page is of another game
    for name in ("Nobody", quote(str(REBELS), safe="")):  # a file of the server is no pool
        assert page.get(f"/pools/{name}").status_code == 404
        assert page.post(f"/api/pools/{name}/deck", json={"save": "Mine"}).status_code == 404
    assert page.get("/api/pools").json()["pools"][0]["cards"] == kept.json()["cards"]
    assert page.get("/pools/Few/file").json()["cards"] == kept.json()["cards"]
    assert "3 Kouhun" in page.get("/pools/Few/file?as=cube").text


def test_who_builds_a_deck_keeps_nobody_waiting(page: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may take ten seconds: neither the thread that reads nor the one that writes does it."""

    def build(*_arguments: object, **_options: object) -> None:
        raise DeckcheckError(current_thread().name)

    page.post("/api/pools", json={"name": "Few", "text": FEW, "game": "swtcg"})
    monkeypatch.setattr("deckcheck.acts.pools.build_pool", build)
    assert "searching" in page.get("/pools/Few", params={"goal": "type:space >= 1"}).text
    saved = page.post("/api/pools/Few/deck", json={"goal": "type:space >= 1", "save": "Built"})
    assert "searching" in saved.json()["error"]


@needs_chromium
def test_boosters_are_opened_and_a_deck_built_and_saved_by_keyboard(tab: Any) -> None:
    from playwright.sync_api import expect

    tab.goto("/")
    keys = tab.keyboard
    keys.press("g")
    keys.press("p")
    expect(tab.locator("h1")).to_have_text("Pools")
    tab.focus("#pool-name")
    keys.type("Friday")
    tab.focus("#pool-set")
    keys.type("Attack")
    expect(tab.locator("#pool-set")).to_have_value("AOTC")
    tab.focus("#pool-seed")
    keys.press("Control+a")
    keys.type("7")
    keys.press("Enter")
    expect(tab.locator("h1")).to_have_text("Friday")
    assert tab.locator(".face").count() > 20
    expect(tab.locator(".inside")).to_have_count(0)
    tab.focus("aside summary")
    keys.press("Enter")
    tab.focus("[name=least]")
    keys.type("3 type:battle")
    keys.press("Tab")
    with tab.expect_navigation():
        keys.press("Enter")
    expect(tab.locator("#verdict")).to_contain_text("legal · 30 cards")
    expect(tab.locator("#pool-answer")).to_contain_text("Proven: no legal deck of this side")
    inside = tab.locator("main .inside footer").all_inner_texts()
    assert sum(int(number) for number in re.findall(r"(\d+) in the deck", "\n".join(inside))) == 30
    tab.focus("#deck-name")
    keys.press("Enter")
    expect(tab.locator("#name")).to_have_value("Friday")
    battle = tab.locator(".group", has_text="Battle").locator(".number").all_inner_texts()
    assert sum(map(int, battle)) >= 3
    tab.goto("/pools/Friday")
    tab.focus("select[name=deck]")
    keys.press("Tab")
    keys.press("Enter")
    expect(tab.locator("#verdict")).to_contain_text("legal · 30 cards")
    cards = tab.locator(".face footer").all_inner_texts()
    tab.get_by_role("button", name="Delete").press("Enter")
    expect(tab.locator("#said")).to_contain_text("Friday is deleted")
    with tab.expect_navigation():
        tab.locator("#said button").press("Enter")
    expect(tab.locator(".face")).to_have_count(len(cards))
    assert tab.locator(".face footer").all_inner_texts() == cards
