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
