"""Every page for people who cannot see it well, or use no mouse: axe finds nothing to complain of."""

from pathlib import Path
from typing import Any

import httpx
import pytest

import deckcheck
from tests.amounts import amount
from tests.conftest import ROOT
from tests.deckcheck.web.browsing import needs_chromium

pytestmark = needs_chromium

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
VIEWS = (("light", 1280), ("dark", 360))
FEW = "type%3Aspace%20cost%3C%3D2"
"""A query for a page with some cards; hundreds of them would be wrong in the same way."""

ADDRESSES = (
    "/",
    "/deck",
    "/deck/Rebels",
    "/decks/compare?deck=Rebels&deck=Empire",
    f"/cards?q={FEW}",
    "/cards/Boba%20Fett%20(A)",
    "/collection",
    "/collection/completion?sets=MAM",
    "/collection/wants",
    "/collection/trades?surplus=1",
    "/collection/import",
    "/history",
    "/history/2",
    f"/cards?view=tiles&q={FEW}",
    "/cards/Boba%20Fett",
    "/events",
    "/events/Spring%20Open?step=players",
    "/events/Spring%20Open?step=lists",
    "/events/Spring%20Open?step=rounds",
    "/screen/Spring%20Open",
)


@pytest.fixture
def filled(site: str) -> None:
    """A deck, some copies and an event with a round, so that every page has something to show."""
    with deckcheck.open() as cards:
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
    assert httpx.get(f"{site}/api/decks").json()["decks"]


def found_by_axe(tab: Any, part: str = "html") -> list[tuple[str, str, str]]:
    """What axe finds: the rule, its help, and the first element that breaks it."""
    # None of the rules reads the style sheet, which axe would fetch again for every run.
    asked = {"runOnly": RULES, "resultTypes": ["violations"], "preload": False}
    found = tab.evaluate("([part, rules]) => axe.run(part, rules)", [part, asked])
    return [(one["id"], one["help"], one["nodes"][0]["html"]) for one in found["violations"]]


def show_as(tab: Any, scheme: str, width: int) -> None:
    """Shows the page in the colours of a scheme, in a window of a width."""
    tab.emulate_media(color_scheme=scheme)
    tab.set_viewport_size({"width": width, "height": 900})


def open_for_axe(tab: Any, address: str) -> None:
    tab.goto(address)
    tab.evaluate(AXE)


@pytest.mark.parametrize("first", range(len(VIEWS))[: amount(1, 2)])
@pytest.mark.usefixtures("filled")
def test_axe_finds_nothing_on_any_page(tab: Any, first: int) -> None:
    """Each page is opened in one of the views, in turns, and looked at in both by `make slow`."""
    for number, address in enumerate(ADDRESSES, first):
        show_as(tab, *VIEWS[number % 2])
        open_for_axe(tab, address)
        assert found_by_axe(tab) == [], address
        if amount(0, 1):
            show_as(tab, *VIEWS[(number + 1) % 2])
            assert found_by_axe(tab) == [], address
    with deckcheck.open() as cards:
        event = cards.events.new("Next", day="2004-06-19")
        event.register_files("Ada")
        (link,) = event.links.make()
    tab.goto(link.address())
    tab.fill("textarea >> nth=0", "4 Kouhun")
    tab.click("button[value=check]")
    tab.wait_for_selector(".badge.illegal")
    tab.evaluate(AXE)
    for view in VIEWS:
        show_as(tab, *view)
        assert found_by_axe(tab) == []


def test_axe_would_find_a_picture_without_words(tab: Any) -> None:
    tab.goto("/collection/import")
    tab.evaluate("document.querySelector('main').append(new Image())")
    tab.evaluate(AXE)
    assert "image-alt" in {rule for rule, _, _ in found_by_axe(tab)}


LONGER = """() => {
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (words.nextNode()) {
        const { currentNode: text } = words;
        if (text.parentElement.closest("script, style, textarea")) continue;
        text.data = text.data.replace(/[A-Za-z]{3,}/g, (word) => word + "n".repeat(Math.ceil(word.length / 3)));
    }
    return document.documentElement.scrollWidth - innerWidth;
}"""
"""Makes every word a third longer, as German and Hungarian are; how far the page then goes beyond its edge."""


@pytest.mark.usefixtures("filled")
def test_with_longer_words_no_page_goes_beyond_a_narrow_screen(tab: Any) -> None:
    tab.set_viewport_size({"width": 360, "height": 800})
    for address in ADDRESSES:
        tab.goto(address)
        assert tab.evaluate(LONGER) <= 0, address
