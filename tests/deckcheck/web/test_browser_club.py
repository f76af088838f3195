"""An event and a trade by six people at once, each with a browser: organiser, helper, three phones, a guest."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import deckcheck
from deckcheck.events.round_editor import TypedResult
from deckcheck.web import me
from deckcheck.web.serving import ServeOptions
from tests.deckcheck.trades.test_proposals import BOBA, GIVES, WANTS, YODA, ZAM
from tests.deckcheck.web.conftest import running
from tests.deckcheck.web.test_permissions import HERE, WORD

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PEOPLE = ("organiser", "helper", "Ada", "Bo", "Cy", "guest")
"""Cy plays in no event; Ada, Bo and Cy have something to trade."""


@pytest.fixture
def tabs(browser: "Browser", own: Path) -> Iterator[dict[str, "Page"]]:
    """A browser for each of the people, who have opened their links; broken scripts fail the test."""
    with deckcheck.open() as cards:
        event = cards.events.new(HERE, day="2004-06-19")
        for player in ("Ada", "Bo"):
            event.register_files(player)
        cards.people.join(HERE)
        cards.people.add(["Cy"])
        links = {name: cards.people.link(name).address() for name in GIVES}
        links["helper"] = cards.people.helper_link(HERE).address()
    troubles: list[str] = []
    with ExitStack() as stack:
        site = running(ServeOptions(database=own, password=WORD), stack)
        found: dict[str, Any] = {}
        for name in PEOPLE:
            phone = {"width": 360, "height": 740} if name in GIVES else {"width": 1280, "height": 800}
            context = browser.new_context(base_url=site, viewport=phone)  # type: ignore[arg-type]
            stack.callback(context.close)
            found[name] = context.new_page()
            found[name].on("pageerror", lambda error: troubles.append(str(error)))
            if name == "Cy":
                found[name].on(
                    "console", lambda said: troubles.append(said.text) if said.type == "error" else None
                )
            if name in links:
                found[name].goto(links[name])
        found["organiser"].goto("/login")
        found["organiser"].fill('input[type="password"]', WORD)
        found["organiser"].keyboard.press("Enter")
        found["organiser"].wait_for_url(f"{site}/")
        yield found
    assert troubles == []


def test_a_whole_event_and_a_trade_of_three_by_six_people_at_once(tabs: dict[str, "Page"], own: Path) -> None:
    for name, card in GIVES.items():
        with deckcheck.open(own, person=name) as cards:
            cards.collection.add(card, 3, for_trade=2, set_code="AOTC")
            cards.collection.want(WANTS[name], 2)
    desk, helper, ada, bo, cy, guest = tabs.values()
    hands_in_a_list(ada)
    desk.clock.install()
    desk.goto(f"/events/{HERE}?step=rounds")
    desk.click('button[data-line="pair"]')
    desk.click('button[data-line="publish"]')
    # The phones hear of it by themselves.
    for phone, opponent in ((ada, "Bo"), (bo, "Ada")):
        phone.wait_for_selector(f"#mine .at:has-text('{opponent}')")
        assert phone.evaluate("document.documentElement.scrollWidth") <= 360
        assert "Registration is closed" in phone.inner_text("#mine")
    opened(cy, "Trades")
    cy.get_by_role("button", name="Find the best exchange").click()
    cy.wait_for_selector("text=… Ada · … Bo · ✓ you")
    ada.click('[data-result="2-0"]')
    ada.wait_for_selector("text=your opponent has not reported yet")
    bo.wait_for_selector("text=Your opponent has reported")
    # A report that is made without a network waits on the phone, and is made once.
    bo.context.set_offline(True)
    bo.click('[data-result="2-0"]')
    bo.wait_for_selector("#waiting:not([hidden]) li")
    bo.context.set_offline(False)
    bo.wait_for_selector("text=the organiser comes to your table", timeout=15_000)
    assert bo.locator("#waiting li").count() == 0
    # The helper sees the call, and decides; nothing there undoes.
    helper.goto(f"/events/{HERE}")
    assert helper.locator('[data-line="undo"]').count() == 0
    first = desk.inner_text("#table-1 .who.a b")
    helper.click('.notice button:has-text("0-2")')
    won, lost = (bo, ada) if first == "Ada" else (ada, bo)
    for phone, result, rank in ((won, "2-0", 1), (lost, "0-2", 2)):
        phone.wait_for_selector(f"text=The result is set: {result}")
        phone.wait_for_selector(f"text=Rank {rank} with")
    desk.clock.fast_forward(20_000)  # the desk looks by itself, but waiting for it took most of this test
    desk.wait_for_selector("#work :text('all results are in')")
    trade_in_a_circle(ada, bo, cy)
    desk.goto(f"/events/{HERE}?step=standings")
    assert desk.locator("#work table").first.locator("tbody tr").all_inner_texts()[0].split()[1] != first
    # Whoever has neither password nor link sees nothing of it.
    for address in ("/me", f"/screen/{HERE}", f"/events/{HERE}", "/people", "/trades"):
        guest.goto(address)
        assert guest.url.endswith("/login")
        assert "Ada" not in guest.content()


def hands_in_a_list(phone: "Page") -> None:
    """Submits a list of one side by the button on the person's own page."""
    assert phone.url.endswith("/me")
    phone.click("text=Hand in lists")
    phone.locator("textarea").first.fill("2 Boba Fett (A)")
    phone.get_by_role("button", name="Check").click()
    phone.get_by_role("button", name="Send as it is").click()
    phone.wait_for_selector("text=The organiser has your list. Until registration is closed")
    phone.goto("/me")
    assert "illegal" in phone.inner_text("#mine")


def trade_in_a_circle(ada: "Page", bo: "Page", cy: "Page") -> None:
    """What Cy proposed is accepted by one, changed by another, carried out when all have accepted, undone."""
    phones = {"Ada": ada, "Bo": bo, "Cy": cy}
    assert {name: shown(phone) for name, phone in phones.items()} == {
        name: {card: 3} for name, card in GIVES.items()
    }
    for phone in phones.values():
        opened(phone, "Trades")
    # Ada would rather give fewer to get fewer, and one more besides, so the others are asked anew; nobody
    # accepts other numbers than are shown, and what others do meanwhile takes nothing away that was typed.
    for line in ada.get_by_label("Copies of").all():
        line.click()
        line.press("ArrowDown")
    assert ada.get_by_role("button", name="Accept").is_disabled()
    with ada.expect_response("**/trades"):
        bo.get_by_role("button", name="Accept").click()
    cy.wait_for_selector("text=… Ada · ✓ Bo · ✓ you")
    ada.get_by_label("Who gives what is added").select_option("you to Bo")
    ada.get_by_label("Copies to add").fill("1 boba fett (a)")
    ada.get_by_role("button", name="Send what is changed").click()
    for phone in (bo, cy):
        phone.wait_for_selector("text=not even: Ada gives 10 and gets 5, and accepts 10 % less")
        assert [line.input_value() for line in phone.get_by_label("Copies of").all()] == ["1", "2", "1"]
        phone.get_by_role("button", name="Accept").click()
        phone.wait_for_selector("text=✓ you")
    ada.wait_for_selector("text=carried out")
    assert [shown(phone) for phone in phones.values()] == [
        {BOBA: 1, YODA: 1},
        {ZAM: 2, BOBA: 2},
        {YODA: 2, ZAM: 1},
    ]
    opened(ada, "Trades")
    ada.get_by_role("button", name="Undo for all").click()
    ada.wait_for_selector("text=undone")
    assert shown(bo) == {GIVES["Bo"]: 3}


def test_a_helper_writes_down_a_penalty_and_its_player_alone_sees_it(tabs: dict[str, "Page"]) -> None:
    helper, ada, bo = (tabs[name] for name in PEOPLE[1:4])
    helper.goto(f"/events/{HERE}?step=rounds")
    helper.select_option("#note-player", label="Ada")
    for kind, text in (("note", "look <b>again</b> because: of #2"), ("match-loss", "slow play")):
        helper.select_option("#note-kind", kind)
        helper.fill("#note-text", text)
        helper.click("#note button")
        helper.wait_for_selector(f'#beside .words:has-text("{text}")')
        assert helper.input_value("#note-text") == ""
    helper.click('[data-line="spot-check 1"]')
    helper.wait_for_selector("#said:has-text('deck check: ')")
    for phone, seen in ((ada, True), (bo, False)):
        phone.reload()
        shown = phone.inner_text("#mine")
        assert ("Match loss: slow play" in shown) == seen
        assert "again" not in shown


def test_a_phone_that_hears_no_news_asks_now_and_then_and_hears_them_again_later(
    tabs: dict[str, "Page"], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a proxy refuses the news, and where it closes them: the page is not left as it was."""
    ada, bo = tabs["Ada"], tabs["Bo"]
    ada.clock.install()
    ada.route("**/me/changes", lambda route: route.fulfill(status=503))
    monkeypatch.setattr(me, "LONGEST", 0)  # each stream of news ends at once, and is opened again
    monkeypatch.setattr("random.randint", lambda *_most: 100)
    for phone in (ada, bo):
        phone.reload()
    with deckcheck.open() as cards:
        event = cards.events.get(HERE)
        event.pair(1)
        event.publish()
    bo.wait_for_selector("#mine .at:has-text('Ada')")
    assert "not published yet" in ada.inner_text("#mine")
    ada.clock.fast_forward(16_000)
    ada.wait_for_selector("#mine .at:has-text('Bo')")
    ada.unroute("**/me/changes")
    monkeypatch.setattr(me, "LONGEST", 300)
    with ada.expect_response("**/me/changes"):
        ada.clock.fast_forward(16_000)
    with deckcheck.open() as cards:
        cards.events.get(HERE).enter_results([TypedResult("1", "1-1")])
    ada.clock.fast_forward(4_000)
    ada.clock.resume()
    ada.wait_for_selector("text=The result is set: 1-1")


def test_people_are_added_and_given_links_on_the_page(tabs: dict[str, "Page"]) -> None:
    desk = tabs["organiser"]
    with deckcheck.open() as cards:
        event = cards.events.new("Next", day="2004-07-19")
        for player in ("Ada", "Bo"):
            event.register_files(player)
    desk.goto("/people")
    desk.select_option('[data-action="join"] select', "Next")
    desk.check('[data-action="join"] [name="same"]')  # else each of the club would have to be named
    desk.click('[data-action="join"] button')
    desk.wait_for_selector(f'li[data-name="Bo"] :text("{HERE}, Next")')
    desk.fill('form[data-action="add"] input', "Eva")
    desk.keyboard.press("Enter")
    desk.click("#said .undo-here")
    desk.wait_for_selector('li[data-name="Eva"]', state="detached")
    desk.fill('form[data-action="add"] input', "Eve <b>")
    desk.keyboard.press("Enter")
    desk.wait_for_selector('li[data-name="Eve <b>"]')
    desk.click('li[data-name="Eve <b>"] [data-action="link"]')
    link = desk.inner_text("#link code")
    desk.set_viewport_size({"width": 390, "height": 844})
    for name in desk.locator("#people .name").all():  # beside three buttons there was no room for it
        assert (name.bounding_box() or {"width": 0})["width"] > 150
    assert desk.evaluate("document.documentElement.scrollWidth") <= 390
    assert desk.get_attribute("#link img", "src").startswith("data:image/svg")  # type: ignore[union-attr]
    phone = tabs["guest"]
    phone.goto(link)
    assert phone.inner_text("h1") == "Eve <b>"
    assert "/link/" not in phone.url
    desk.select_option('[data-action="helper"] select', HERE)
    with desk.expect_response("**/api/people"):  # what was said before may be that it is saved, too
        desk.click('[data-action="helper"] [value="end-helpers"]')
    desk.wait_for_selector("#said:has-text('saved')")
    tabs["helper"].goto(f"/events/{HERE}")
    assert tabs["helper"].url.endswith("/login")


def opened(phone: "Page", name: str) -> None:
    """Opens a page from the person's own page; nothing of it stands beside the phone."""
    phone.goto("/me")
    phone.locator("nav").get_by_role("link", name=name, exact=True).click()
    phone.wait_for_selector(f"h1:has-text('{name}')")
    phone.wait_for_load_state()  # without its style sheet a page is as wide as its tables
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360


def shown(phone: "Page") -> dict[str, int]:
    """How many copies of each card the page of somebody's collection shows."""
    opened(phone, "Collection")
    phone.wait_for_selector('#holdings [data-field="quantity"]')
    cards = phone.locator("#holdings tbody .name a").all_inner_texts()
    copies = phone.locator('#holdings [data-field="quantity"]').all()
    return {card: int(field.input_value()) for card, field in zip(cards, copies, strict=True)}
