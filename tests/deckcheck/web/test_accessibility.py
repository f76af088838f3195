"""Every page for people who cannot see it well, or use no mouse: axe finds nothing to complain of."""

from pathlib import Path
from typing import Any

import pytest

import deckcheck
from tests.amounts import amount
from tests.deckcheck.web.browsing import ADDRESSES, needs_chromium

pytestmark = needs_chromium

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
VIEWS = (("light", 1280, "en"), ("dark", 360, "cs"))
LANGUAGES = ("de", "hu", "pl", "cs")


def found_by_axe(tab: Any, part: str = "html") -> list[tuple[str, str, str]]:
    """What axe finds: the rule, its help, and the first element that breaks it."""
    # None of the rules reads the style sheet, which axe would fetch again for every run.
    asked = {"runOnly": RULES, "resultTypes": ["violations"], "preload": False}
    found = tab.evaluate("([part, rules]) => axe.run(part, rules)", [part, asked])
    return [(one["id"], one["help"], one["nodes"][0]["html"]) for one in found["violations"]]


def show_as(tab: Any, scheme: str, width: int, language: str) -> None:
    """Shows the page in the colours of a scheme, in a window of a width, and the next one in a language."""
    tab.set_extra_http_headers({"Accept-Language": language})
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


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("first", range(len(LANGUAGES))[: amount(1, 4)])
def test_in_no_language_a_page_goes_beyond_a_narrow_screen(tab: Any, first: int) -> None:
    """Each page is looked at in one of the languages, in turns, and in all of them by `make slow`."""
    tab.set_viewport_size({"width": 360, "height": 800})
    for number, address in enumerate(ADDRESSES, first):
        tab.set_extra_http_headers({"Accept-Language": LANGUAGES[number % len(LANGUAGES)]})
        tab.goto(address)
        assert tab.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, address
        assert tab.evaluate(
            "[...document.querySelectorAll('nav, .verdict-bar')].every((one) => one.scrollWidth <= one.clientWidth)"
        ), address


@pytest.mark.usefixtures("filled")
def test_in_every_language_the_headers_of_the_collection_fit_into_their_columns(tab: Any) -> None:
    """In Polish and Hungarian the next column once stood on the last letters."""
    tab.set_viewport_size({"width": 1280, "height": 800})
    for language in LANGUAGES:
        tab.set_extra_http_headers({"Accept-Language": language})
        tab.goto("/collection")
        cut = tab.eval_on_selector_all(
            ".live th",
            "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText)",
        )
        assert cut == [], language
