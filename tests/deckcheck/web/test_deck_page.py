"""What a deck builder does on the deck's page, in a real browser."""

from typing import Any

import httpx
from playwright.sync_api import expect

from tests.conftest import ROOT
from tests.deckcheck.web.test_browser import browser, pytestmark, site, tab

__all__ = ["browser", "pytestmark", "site", "tab"]

DECKS = ROOT / "examples" / "decks"


def save(site: str, file: str, name: str) -> str:
    """Saves an example deck under a name; returns its text."""
    read = httpx.post(f"{site}/api/deck/file?name={file}", content=(DECKS / file).read_bytes())
    text: str = read.json()["text"]
    httpx.put(f"{site}/api/decks/{name}", json={"text": text, "game": "swtcg"})
    return text


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
    expect(tab.locator("#setup-events")).to_contain_text(
        "light  discards Trust Your Feelings; draws"
    )
    moves = tab.locator("#setup-offer .choice")
    expect(moves.first).to_be_focused()
    before = moves.all_inner_texts()
    assert tab.inner_text("#setup-boards").count("hand of") == 1
    tab.keyboard.press("1")
    expect(moves.first).not_to_have_text(before[0])
    tab.keyboard.press("Backspace")
    expect(moves.first).to_have_text(before[0])
    assert moves.all_inner_texts() == before
    while not tab.get_by_text("the setup is over").is_visible():
        told = tab.inner_text("#setup-events")
        tab.keyboard.press("1")
        expect(tab.locator("#setup-events")).not_to_have_text(told, use_inner_text=True)
    board = tab.inner_text("#setup-boards")
    assert "light: total 30" in board
    assert board.count("hand of") == 2  # that of the opponent is shown only now


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
    tab.select_option("#format", "printed")
    tab.check("#facet-legal")
    tab.locator("#facet-side button", has_text="dark").click()
    query = {"q": "type:ground", "legal": "printed", "side": "dark"}
    expected = httpx.get(f"{site}/api/suggest", params=query).json()["cards"]
    names = [one["name"] for one in expected]
    assert names
    expect(tab.locator("#found li > :first-child")).to_have_text(names)
