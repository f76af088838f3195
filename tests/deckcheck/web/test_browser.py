"""The page in a real browser: what a user does with the keyboard, and that nothing goes elsewhere."""

import re
import shutil
import zipfile
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Route, expect

import deckcheck
from deckcheck.acts import shelf
from deckcheck.web.serving import ServeOptions
from tests.conftest import ROOT
from tests.deckcheck.web.browsing import TOLD, needs_chromium
from tests.deckcheck.web.conftest import running

pytestmark = needs_chromium


PASTE = """text => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text", text);
  const pasted = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
  document.activeElement.dispatchEvent(pasted);
}"""


def test_a_deck_is_built_saved_and_undone_by_keyboard_alone(tab: Any, site: str) -> None:
    tab.goto("/deck")
    tab.keyboard.press("q")
    tab.keyboard.type("4 kouhun")
    expect(tab.locator("#found li").first).to_contain_text("Kouhun")
    tab.keyboard.press("Enter")
    tab.wait_for_selector(".line")
    assert tab.input_value("#text") == "4 Kouhun\n"
    tab.keyboard.press("Escape")
    tab.keyboard.press("-")
    expect(tab.locator("#text")).to_have_value("3 Kouhun\n")
    tab.keyboard.press("u")
    expect(tab.locator("#text")).to_have_value("4 Kouhun\n")
    assert "illegal" in tab.text_content("#verdict")
    assert "60" in tab.inner_text("#problems")
    tab.focus("#name")
    tab.keyboard.type("Beasts")
    tab.focus("#save")
    tab.keyboard.press("Enter")
    expect(tab.locator("#said")).to_contain_text("saved")
    assert httpx.get(f"{site}/api/decks/Beasts").json()["text"] == "4 Kouhun\n"


def test_several_files_are_saved_at_once_and_their_tiles_tell_how_they_stand(
    tab: Any, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "SECONDS_FOR_CHANGES", 60)  # also where the machine is busy
    httpx.put(f"{site}/api/decks/empire", json={"text": "4 Kouhun\n", "game": "swtcg"})
    tab.goto("/")
    decks = ROOT / "examples" / "decks"
    tab.set_input_files(
        "#file", [str(decks / name) for name in ("empire.txt", "rebels.dek", "too-many-walkers.dek")]
    )
    expect(tab.locator("#said")).to_contain_text("2 of 3 decks saved; empire.txt: ")  # one has its name
    TOLD.extend(("400", "409"))  # the browser notes the refusal in its console
    tab.set_input_files("#file", {"name": "none.txt", "mimeType": "text/plain", "buffer": b""})
    expect(tab.locator("#said")).to_have_text("none.txt: the file is empty, expected a deck list")
    assert httpx.get(f"{site}/api/decks/empire").json()["text"] == "4 Kouhun\n"
    tile = tab.locator("#decks li", has_text="rebels")
    expect(tile.locator(".badge")).to_have_text("✓ legal")
    expect(tile.locator(".shares")).to_have_attribute("aria-label", re.compile(r"^\d+ "))
    expect(tab.locator("#decks li", has_text="too-many-walkers")).to_contain_text("1 change from legal")
    monkeypatch.setattr(shelf, "SECONDS_FOR_CHANGES", 0)
    tab.reload()
    expect(tab.locator("#decks li", has_text="too-many-walkers")).to_contain_text("✗ unit ratio")
    tab.locator(".chips a", has_text="illegal").focus()
    tab.keyboard.press("Enter")
    expect(tab.locator("#decks .tile-name")).to_have_text(["empire", "too-many-walkers"])
    tab.locator(".tile-name", has_text="too-many-walkers").focus()
    tab.keyboard.press("Enter")
    expect(tab.locator("#verdict")).to_contain_text("illegal")


def test_chosen_decks_are_compared_exported_judged_and_deleted_together(tab: Any, site: str) -> None:
    lists = {"Big": "4 Kouhun\n2 Nexu\n", "Lone": "3 Kouhun\n", "Next": "1 Nexu\n", "Own: it": "1 Nexu\n"}
    for name, text in lists.items():
        httpx.put(f"{site}/api/decks/{name}", json={"text": text, "game": "swtcg"})
    tab.goto("/")
    tab.locator("summary", has_text="Judged").focus()
    tab.keyboard.press("Enter")
    tab.locator(".judged [name=format]").select_option("wotc")
    tab.locator(".judged [name=on]").fill("2004-06-19")
    tab.get_by_role("button", name="Judge", exact=True).click()
    expect(tab.locator("summary", has_text="Judged")).to_contain_text("2004-06-19")
    expect(tab.locator(".chosen")).to_be_hidden()
    expect(tab.locator(".deck-tile").first).to_contain_text("WOTC")
    tab.get_by_label("choose Big").focus()
    tab.keyboard.press("Space")
    expect(tab.locator("#compare")).to_be_disabled()
    tab.get_by_label("choose Lone").check()
    tab.locator("#compare").click()
    sides = tab.locator(".compared section")
    expect(sides.first.locator(".copies li")).to_have_text(["4 Kouhun 3 in the other", "2 Nexu"])
    expect(sides.last.locator(".copies li")).to_have_text(["none"])
    assert "on=2004-06-19" in tab.url
    tab.go_back()
    tab.get_by_role("button", name="Choose none").click()
    tab.get_by_label("choose Lone").click()
    tab.get_by_label("choose Own: it").focus()
    tab.keyboard.press("Shift+Space")
    expect(tab.locator("#chosen")).to_have_text("3 chosen")
    with tab.expect_download() as kept:
        tab.get_by_role("button", name="Export").click()
    with zipfile.ZipFile(kept.value.path()) as archive:
        assert [archive.read(name).decode() for name in archive.namelist()] == list(lists.values())[1:]
        assert archive.namelist() == ["Lone.txt", "Next.txt", "Own_ it.txt"]
    tab.get_by_role("button", name="Delete").click()
    tab.locator("#yes").click()
    expect(tab.locator("#said")).to_contain_text("3 decks are deleted")
    assert [one["name"] for one in httpx.get(f"{site}/api/decks").json()["decks"]] == ["Big"]
    tab.locator("#said button").click()
    expect(tab.locator("#decks .tile-name")).to_have_count(4)


def test_chips_and_the_query_of_cards_are_the_same(tab: Any) -> None:
    tab.goto("/cards?game=swtcg&q=type:space+side:light")
    marked = tab.locator(".facet .chip[aria-current]")
    expect(marked).to_have_text([re.compile("^light "), re.compile("^Space ")])
    dark = tab.locator(".chip", has_text="dark")
    count = int(dark.locator(".small").inner_text())
    light = int(tab.locator(".facts").inner_text().split()[0])
    dark.focus()
    tab.keyboard.press("Enter")
    expect(tab.locator("#search")).to_have_value("type:space (side:light or side=dark)")
    expect(tab.locator(".facts")).to_contain_text(f"{count + light} cards")
    expect(dark).to_be_focused()  # and so the next key goes on from there
    tab.keyboard.press("Enter")
    expect(tab.locator("#search")).to_have_value("type:space side:light")
    tab.locator(".head").get_by_text("Table").click()
    name = tab.locator("tbody a").first
    name.focus()
    expect(tab.locator("#card-beside .face-name")).to_have_text(name.inner_text())
    tab.goto("/cards?game=swtcg")
    expect(tab.locator("tbody a").first).to_be_visible()  # as they were looked at last
    tab.set_viewport_size({"width": 390, "height": 800})
    expect(dark).to_be_hidden()
    tab.locator("#fold").focus()
    tab.keyboard.press("Space")
    expect(dark).to_be_visible()


def test_one_search_finds_decks_cards_events_and_pages_from_every_page(tab: Any, site: str) -> None:
    httpx.put(f"{site}/api/decks/Kouhun swarm", json={"text": "4 Kouhun\n", "game": "swtcg"})
    httpx.post(f"{site}/api/events", json={"name": "Kouhun cup", "game": "swtcg"})
    tab.goto("/cards")
    tab.keyboard.press("/")
    found = tab.locator("#palette-found li")
    expect(found.first).to_be_visible()
    tab.keyboard.type("kouhun")
    expect(found).to_have_text(["Kouhun swarmdeck", "Kouhun cuptournament", "Kouhuncard"])
    tab.keyboard.press("ArrowDown")
    expect(found.nth(1)).to_have_attribute("aria-selected", "true")
    tab.keyboard.press("ArrowUp")
    tab.keyboard.press("Enter")
    tab.wait_for_url("**/deck/Kouhun%20swarm?game=swtcg")
    tab.keyboard.press("Control+k")
    tab.keyboard.type("wants")
    expect(found).to_have_count(1)
    tab.keyboard.press("Enter")
    tab.wait_for_url("**/collection/wants*")
    tab.keyboard.press("Control+k")
    tab.keyboard.press("Escape")
    expect(tab.locator("#palette")).to_be_hidden()


def test_the_search_adds_cards_to_the_deck_and_presses_the_buttons_of_the_page(tab: Any) -> None:
    tab.goto("/deck?game=swtcg")
    tab.keyboard.press("Control+k")
    tab.keyboard.type("4 kouhun")
    expect(tab.locator("#palette-found li")).to_have_text(["Kouhunadd 4"])
    tab.keyboard.press("Enter")
    expect(tab.locator("#text")).to_have_value("4 Kouhun\n")
    tab.keyboard.press("Control+k")
    tab.keyboard.type("test hand")
    expect(tab.locator("#palette-found li")).to_have_text(["Test handhere"])
    tab.locator("#palette-found li").click()
    expect(tab.locator("#hand-said")).to_contain_text("4 cards in hand")


def test_who_has_no_deck_yet_saves_the_examples(tab: Any) -> None:
    tab.goto("/deck?game=swtcg")
    expect(tab.locator("#verdict")).to_have_text("No cards yet")  # nothing is wrong yet
    expect(tab.locator("#problems li")).to_have_count(0)
    tab.goto("/?game=swtcg")
    tab.get_by_role("button", name="Save the example decks").click()
    expect(tab.locator("#said")).to_have_text("6 decks saved")
    expect(tab.locator(".badge", has_text="✗ illegal")).to_have_count(2)


def test_a_theme_that_is_chosen_stays_against_the_system(tab: Any) -> None:
    tab.emulate_media(color_scheme="light")
    tab.goto("/")
    back = "getComputedStyle(document.body).backgroundColor"
    light = tab.evaluate(back)
    tab.click(".more > summary")
    tab.get_by_role("button", name="Dark").click()
    dark = tab.evaluate(back)
    assert dark != light
    tab.reload()
    assert tab.evaluate(back) == dark
    tab.click(".more > summary")
    tab.get_by_role("button", name="Colours of the system").click()
    assert tab.evaluate(back) == light


def test_a_change_is_undone_where_it_was_made(tab: Any, site: str) -> None:
    httpx.put(f"{site}/api/decks/Swarm", json={"text": "4 Kouhun\n", "game": "swtcg"})
    tab.goto("/")
    tab.get_by_label("choose Swarm").focus()
    tab.keyboard.press("Space")
    tab.get_by_role("button", name="Delete").focus()
    tab.keyboard.press("Enter")
    tab.keyboard.press("Enter")  # it is asked once
    expect(tab.locator("#said")).to_contain_text("Swarm is deleted")
    expect(tab.locator("#decks")).to_have_count(0)
    tab.locator("#said button").focus()
    tab.keyboard.press("Enter")
    expect(tab.locator("#decks .tile-name")).to_have_text("Swarm")
    expect(tab.locator("#said")).to_contain_text("is undone")
    tab.goto("/cards/Kouhun?game=swtcg")
    tab.get_by_role("button", name="Add to the collection").click()
    expect(tab.locator("#said")).to_contain_text("1 added")
    tab.locator("#said button").click()
    expect(tab.locator("main")).to_contain_text("0 owned")


def test_a_tab_that_is_behind_is_told_and_overwrites_nothing(tab: Any, site: str) -> None:
    httpx.put(f"{site}/api/decks/Mine", json={"text": "4 Kouhun\n", "game": "swtcg"})
    tab.goto("/deck/Mine?game=swtcg")
    state = httpx.get(f"{site}/api/decks/Mine").json()["state"]
    other = {"text": "4 Nexu\n", "game": "swtcg", "base": state}
    assert httpx.put(f"{site}/api/decks/Mine", json=other).status_code == 200
    tab.fill("#text", "1 Kouhun\n")
    tab.click("#save")
    expect(tab.locator("#said")).to_contain_text("has changed since it was shown")
    expect(tab.locator("#said")).to_contain_text("under another name yours is kept")
    assert httpx.get(f"{site}/api/decks/Mine").json()["text"] == "4 Nexu\n"
    tab.fill("#name", "Mine too")
    tab.click("#save")
    expect(tab.locator("#said")).to_contain_text("saved (batch")
    assert httpx.get(f"{site}/api/decks/Mine too").json()["text"] == "1 Kouhun\n"
    TOLD.append("409")  # the browser notes the refusal in its console


def test_a_save_whose_answer_was_lost_is_no_conflict_when_it_is_made_again(tab: Any, site: str) -> None:
    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    tab.goto("/deck?game=swtcg")
    tab.fill("#name", "Mine")
    for text in ("# for Friday\n4 Kouhun\n", "4 Kouhun\n1 Nexu\n"):
        tab.fill("#text", text)
        tab.route("**/api/decks/Mine", lose)
        tab.click("#save")
        expect(tab.locator("#said")).to_contain_text("the server does not answer")
        TOLD.extend(("ERR_FAILED", "409"))
        tab.unroute("**/api/decks/Mine")
        tab.click("#save")
        expect(tab.locator("#said")).to_contain_text("nothing has changed since it was saved")
        assert text.split("\n")[-2] in httpx.get(f"{site}/api/decks/Mine").json()["text"]
    assert tab.url.endswith("/deck/Mine?game=swtcg")


def test_a_save_is_undone_where_it_was_made_and_what_is_typed_stays(tab: Any, site: str) -> None:
    tab.goto("/deck?game=swtcg")
    new = tab.url
    for saved, typed in (("1 Kouhun\n", "2 Kouhun\n"), ("3 Kouhun\n", "4 Kouhun\n")):
        tab.fill("#name", "Mine")
        tab.fill("#text", saved)
        tab.click("#save")
        expect(tab.locator("#said")).to_contain_text("saved (batch")
        tab.fill("#text", typed)
        tab.locator("#said button").click()
        expect(tab.locator("#said")).to_contain_text("is undone; the text here stays as it is")
        assert tab.url == new
        assert tab.input_value("#text") == typed
        assert httpx.get(f"{site}/api/decks/Mine").status_code == 404
    tab.click("#save")
    expect(tab.locator("#said")).to_contain_text("saved (batch")
    tab.fill("#text", "5 Kouhun\n")

    def later(route: Any) -> None:
        expect(tab.locator("#said button")).to_have_count(0)  # it would undo the save before
        route.continue_()

    tab.route("**/api/decks/Mine", later)
    tab.click("#save")
    tab.locator("#said button").click()
    expect(tab.locator("#said")).to_contain_text("stays as it is")
    assert httpx.get(f"{site}/api/decks/Mine").json()["text"] == "4 Kouhun\n"
    tab.click("#save")
    expect(tab.locator("#said")).to_contain_text("saved (batch")
    assert httpx.get(f"{site}/api/decks/Mine").json()["text"] == "5 Kouhun\n"


def test_copies_are_edited_in_place_and_taken_back(tab: Any, site: str) -> None:
    add = {"action": "add", "name": "Boba Fett (A)", "quantity": 3, "set_code": "AOTC"}
    httpx.post(f"{site}/api/collection/change", json=add)
    tab.goto("/collection")
    tab.fill(".count", "5")
    tab.keyboard.press("Enter")
    expect(tab.locator("#said")).to_contain_text("5 copies")
    assert httpx.get(f"{site}/api/collection").json()["copies"] == 5
    tab.goto("/history")
    tab.click(".undo >> nth=0")
    expect(tab.locator("#said")).to_contain_text("undone")
    assert httpx.get(f"{site}/api/collection").json()["copies"] == 3


def test_a_browser_logs_in_and_out_by_the_form(browser: Browser, own: Path) -> None:
    with ExitStack() as stack:
        address = running(ServeOptions(database=own, password="open sesame"), stack)
        context = stack.enter_context(closing(browser.new_context(base_url=address)))
        page = context.new_page()
        page.goto("/collection")
        assert page.url.endswith("/login")
        page.fill("input[type=password]", "sesame")
        page.keyboard.press("Enter")
        expect(page.locator("[role=alert]")).to_contain_text("wrong")
        page.fill("input[type=password]", "open sesame")
        page.keyboard.press("Enter")
        expect(page.locator("h1")).to_have_text("Decks")
        page.click(".more > summary")
        page.click("text=Log out")
        expect(page.locator("h1")).to_have_text("Log in")


@pytest.mark.usefixtures("filled")
def test_a_league_is_made_added_to_and_undone_by_keyboard(tab: Any, site: str) -> None:
    """From the list to the standings and a player's events, and the last change back."""
    tab.goto("/leagues")
    tab.get_by_label("Name").fill("Winter")
    with tab.expect_navigation():
        tab.keyboard.press("Enter")
    expect(tab.locator("h1")).to_have_text("Winter")
    tab.locator("#league-event").focus()
    tab.keyboard.press("Tab")
    with tab.expect_navigation():
        tab.keyboard.press("Enter")
    standings = tab.get_by_role("region", name="Standings")
    expect(standings.get_by_role("row")).to_have_count(9)
    standings.get_by_role("link", name="Ada").press("Enter")
    expect(tab.locator("h2").first).to_have_text("Ada")
    expect(tab.get_by_role("region", name="Ada")).to_contain_text("Spring Open")
    tab.get_by_role("button", name="Undo the last change").focus()
    with tab.expect_navigation():
        tab.keyboard.press("Enter")
    expect(tab.locator(".facts")).to_have_text("0 events")


def test_an_event_is_run_to_its_standings_by_keyboard(tab: Any, site: str) -> None:
    tab.goto("/events")
    tab.get_by_label("Name").fill("Club night")
    with tab.expect_navigation():  # whose scripts have run when it ends
        tab.keyboard.press("Enter")
    expect(tab.locator("[aria-current=step]")).to_contain_text("Players")
    said = tab.locator("#said")

    def type_line(text: str, words: str) -> None:
        tab.focus("#search")
        tab.keyboard.type(text)
        tab.keyboard.press("Enter")
        expect(said).to_contain_text(words)

    tab.focus("#search")
    tab.evaluate(PASTE, "Ada\nBo\nCy\n\nDi\nEd\n")  # as from a spreadsheet
    tab.keyboard.press("Enter")
    expect(said).to_contain_text("registered: Ada, Bo, Cy, Di, Ed")
    expect(tab.locator("#steps")).to_contain_text("1 Players 5")
    tab.focus("#search")
    tab.keyboard.type("pair")
    with tab.expect_navigation():
        tab.keyboard.press("Enter")
    expect(said).to_contain_text("Round 1 is paired, not published yet")
    type_line("publish", "Round 1 published")
    type_line("clock 50", "round 1 has 50 minutes")
    expect(tab.locator(".bigclock")).to_contain_text(":")
    TOLD.extend(("400", "409"))  # the browser notes what is refused in its console
    type_line("1 9 9", "9-9")
    tab.fill("#search", "")
    tab.focus("#games-1-1")
    tab.keyboard.type("20")  # the first digit goes on to the second box
    tab.keyboard.press("Enter")
    expect(said).to_contain_text("results missing of table 2")
    expect(tab.locator("#games-2-1")).to_be_focused()
    tab.keyboard.press("ArrowUp")
    tab.keyboard.type("11")
    tab.keyboard.press("ArrowDown")  # leaving the line saves it too
    expect(said).to_contain_text("1-1")
    tab.get_by_role("button", name="Undo", exact=True).focus()
    tab.keyboard.press("Enter")
    expect(said).to_contain_text("is undone")
    expect(tab.locator("#games-1-2")).to_have_value("0")
    tab.focus("#games-2-1")
    tab.keyboard.press("d")
    expect(said).to_contain_text("all results are in")
    assert httpx.get(f"{site}/api/events/Club night").json()["open_tables"] == []
    type_line("1 0 2", "like: because")
    expect(tab.locator("#search")).to_have_value("1 0 2 because ")
    tab.keyboard.type("typed wrong")
    tab.keyboard.press("Enter")
    expect(said).to_contain_text("0-2")
    tab.goto("/events/Club%20night?step=standings")
    expect(tab.locator("[aria-label=Standings] tbody tr")).to_have_count(5)
    tab.set_viewport_size({"width": 1000, "height": 320})
    tab.goto("/screen/Club%20night")
    expect(tab.locator(".bigclock")).to_contain_text(":")
    expect(tab.locator("#page")).to_contain_text("1 of ")
    tab.keyboard.press("ArrowRight")
    expect(tab.locator("#page")).to_contain_text("2 of ")
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth"), "pages stand beside each other"
    expect(tab.locator("#stop")).to_have_attribute("aria-pressed", "true")
    tab.keyboard.press("Space")
    expect(tab.locator("#stop")).to_have_attribute("aria-pressed", "false")
    size = tab.locator("#sheet b").first.evaluate("name => parseFloat(getComputedStyle(name).fontSize)")
    assert size >= 28, "read from the other end of the room"
    tab.goto("/events/Club%20night?step=rounds")
    type_line("pair top 2", "is paired")
    type_line("publish", "published")
    tab.focus("#games-1-1")
    tab.keyboard.type("11")
    tab.keyboard.press("Enter")
    expect(said).to_contain_text("say who goes on")
    expect(tab.locator("#search")).to_have_value("1 1-1 > ")
    tab.keyboard.type("2")
    tab.keyboard.press("Enter")
    expect(said).to_contain_text("1-1 > 2")
    expect(tab.locator("#table-1 .state")).to_have_text("✓ 1-1 > 2")


SMALL = """() => [...document.querySelectorAll("#main :is(input:not([type=checkbox]), button, select, summary, nav a, td a, .rows a, .line a, .chip, .button)")]
  .map((one) => [one.outerHTML.slice(0, 60), one.getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && box.height < 44).map(([text, box]) => `${text} ${box.height}`)"""
SHIFTED = """() => new Promise((told) => new PerformanceObserver((all) => told(
  all.getEntries().reduce((sum, one) => sum + (one.hadRecentInput ? 0 : one.value), 0)))
  .observe({ type: "layout-shift", buffered: true }) ?? setTimeout(() => told(0), 50))"""


def test_a_list_that_comes_when_registration_is_closed_is_added_with_a_reason(tab: Any, site: str) -> None:
    httpx.post(f"{site}/api/events", json={"name": "Cup"})
    for line in ("add Ada, Bo", "close"):
        assert httpx.post(f"{site}/api/events/Cup", json={"text": line}).status_code == 200
    tab.goto("/events/Cup?step=lists")
    expect(tab.locator("#make-links")).to_have_count(0)  # by a link no list could be sent any more
    TOLD.append("400")  # the browser notes the refusal in its console
    tab.once("dialog", lambda dialog: dialog.accept("because his train was late"))
    file = {"name": "a.txt", "mimeType": "text/plain", "buffer": b"4 Boba Fett (A)\n"}
    tab.set_input_files('input[data-player="Ada"]', file)
    expect(tab.locator("#said")).to_contain_text("added to Ada: a.txt")
    with deckcheck.open() as cards:
        assert cards.events.get("Cup").history()[-1].reason == "his train was late"


def test_a_round_is_run_by_touch_on_a_phone(browser: Browser, site: str) -> None:
    httpx.post(f"{site}/api/events", json={"name": "Cup"})
    for line in (f"add Ada, Bo, Cy, {'Maximiliane ' * 7}", "pair", "publish", "clock 50"):
        assert httpx.post(f"{site}/api/events/Cup", json={"text": line}).status_code == 200
    with closing(browser.new_context(base_url=site, has_touch=True)) as context:
        page = context.new_page()
        page.set_viewport_size({"width": 390, "height": 800})
        page.goto("/events/Cup")
        page.tap("#table-1 summary")
        page.tap("#table-1 button >> nth=0")
        expect(page.locator("#table-1 .state")).to_have_text("✓ draw")
        page.tap("#games-2-1")
        page.keyboard.type("55")
        page.tap(".round-head h2")
        expect(page.locator("#table-2 .state")).to_have_text("✗ not saved")
        page.tap("#table-2 summary")
        page.tap("#table-2 button >> nth=0")  # what was refused no longer stands there as not saved
        expect(page.locator("#table-2 .state")).to_have_text("✓ draw")
        page.tap("#games-2-1")
        page.keyboard.type("20")
        page.tap(".round-head h2")  # leaving the line saves it
        expect(page.locator("#table-2 .state")).to_have_text("✓ done")
        page.tap("text=Pair round 2")
        expect(page.locator(".round-head")).to_contain_text("not published yet")
        assert page.evaluate(SMALL) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert page.evaluate(SHIFTED) <= 0.02


def test_what_is_tapped_on_a_phone_is_tall_enough_for_a_thumb(tab: Any, site: str) -> None:
    httpx.put(f"{site}/api/decks/Mine", json={"text": "4 Kouhun\n", "game": "swtcg"})
    httpx.post(f"{site}/api/collection/line?game=swtcg", json={"q": "3 kouhun nm"})
    tab.set_viewport_size({"width": 390, "height": 740})
    tab.goto("/deck")
    expect(tab.locator("nav [aria-current]")).to_have_text("Decks")
    tab.click(".verdict-bar a")
    tab.fill("#search", "b")
    tab.wait_for_selector("#found li >> nth=11")
    found = tab.locator("#found").bounding_box()
    assert found["y"] + found["height"] <= tab.locator(".bar nav").bounding_box()["y"]
    tab.fill("#search", "")
    for room in ("/", "/deck/Mine", "/cards", "/collection", "/collection/wants", "/history"):
        tab.goto(room)
        assert tab.evaluate(SMALL) == [], room


def test_keys_go_to_another_room_in_the_game_and_take_no_query_along(tab: Any, site: str) -> None:
    tab.goto("/cards?game=swtcg&q=kouhun")
    tab.keyboard.press("g")
    tab.keyboard.press("o")
    tab.wait_for_url(f"{site}/collection?game=swtcg")


CUT = """() => [...document.querySelectorAll("input[placeholder]")].filter((field) => {
  const style = getComputedStyle(field), pen = document.createElement("canvas").getContext("2d");
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return field.offsetWidth && pen.measureText(field.placeholder).width > room;
}).map((field) => field.placeholder)"""
"""The examples in fields that are too long for them."""


def test_no_page_is_wider_than_the_window_nor_an_example_than_its_field(tab: Any, site: str) -> None:
    line = {"q": "1 Kouhun", "action": "add"}
    httpx.post(f"{site}/api/collection/line?game=swtcg", json=line)
    rooms = (
        "/",
        "/deck",
        "/cards",
        "/cards/Boba%20Fett%20(A)",
        "/collection",
        "/collection/wants",
        "/history",
    )
    for path in (f"{room}?game=swtcg" for room in rooms):
        tab.set_viewport_size({"width": 360, "height": 740})
        tab.goto(path)
        for width in (360, 1280):
            tab.set_viewport_size({"width": width, "height": 740})
            assert tab.evaluate("document.documentElement.scrollWidth") <= width, path
            assert tab.evaluate(CUT) == [], path


def test_a_long_name_pushes_no_button_out_of_the_window(tab: Any, site: str) -> None:
    httpx.put(f"{site}/api/decks/{'x' * 300}", json={"text": "4 Kouhun\n", "game": "swtcg"})
    tab.set_viewport_size({"width": 1280, "height": 800})
    httpx.post(f"{site}/api/events", json={"name": "Cup"})
    httpx.post(f"{site}/api/events/Cup/players", json={"player": "Ada", "club": "x" * 80})
    httpx.put(f"{site}/api/decks/{'y' * 300}", json={"text": f"4 {'z' * 300}\n", "game": "swtcg"})
    for width in (390, 1280):
        tab.set_viewport_size({"width": width, "height": 800})
        for address in (f"/deck/{'y' * 300}", "/cards/Kouhun", "/events/Cup?step=players", "/history/1"):
            tab.goto(address)
            assert tab.evaluate("document.documentElement.scrollWidth") <= width, (address[:12], width)
    for address, button in (("/", ".badge"), ("/history", ".undo")):
        tab.goto(address)
        box = tab.locator(button).first.bounding_box()
        assert box["x"] + box["width"] <= 1280, address
        assert box["height"] < 40, address
    tab.goto("/deck")
    tab.keyboard.press("p")
    tab.wait_for_selector("#setup-decks option", state="attached")
    assert tab.evaluate("document.documentElement.scrollWidth") <= 1280


def test_a_page_of_another_database_changes_nothing(
    tab: Any, site: str, database: Path, tmp_path: Path
) -> None:
    """The server was stopped, and started with another --db, while the page was open."""
    other = Path(shutil.copy(database, tmp_path / "other.sqlite"))
    add = {"action": "add", "name": "Boba Fett (A)", "quantity": 3, "set_code": "AOTC"}
    with ExitStack() as stack:
        moved = running(ServeOptions(database=other), stack)
        for address in (site, moved):
            httpx.post(f"{address}/api/collection/change", json=add).raise_for_status()
        tab.goto("/collection")
        tab.route(
            "**/api/collection/edit*",
            lambda route: route.fulfill(
                response=route.fetch(
                    url=route.request.url.replace(site, moved),
                    headers={**route.request.headers, "host": moved.removeprefix("http://"), "origin": moved},
                )
            ),
        )
        TOLD.append("409")
        tab.fill(".count", "5")
        tab.keyboard.press("Enter")
        expect(tab.locator("#said")).to_contain_text("works on another database")
        assert httpx.get(f"{moved}/api/collection").json()["copies"] == 3


def test_a_button_of_a_player_is_about_that_player_whatever_the_name_is(tab: Any, own: Path) -> None:
    names = ["Ada", "Ada because Bo"]
    with deckcheck.open() as cards:
        event = cards.events.new("Cup", day="2004-06-19", game="swtcg")
        for name in names:
            event.register_files(name)
    tab.goto("/events/Cup?step=players")
    players = tab.locator("#work input.name")
    expect(players).to_have_count(2)
    tab.locator("li", has=tab.get_by_label("Name of Ada because Bo", exact=True)).get_by_text(
        "Remove"
    ).click()
    expect(players).to_have_count(1)
    expect(players).to_have_value("Ada")
