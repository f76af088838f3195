"""The panels of the deck's page and its file button, in a real browser."""

import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from tests.conftest import ROOT
from tests.deckcheck.web.browsing import needs_chromium
from tests.deckcheck.web.test_accessibility import VIEWS, found_by_axe, open_for_axe, show_as

pytestmark = needs_chromium

REBELS = ROOT / "examples" / "decks" / "rebels.dek"


def save(site: str, text: str, base: str | None = None) -> str:
    asked = {"text": text, "game": "swtcg", "base": base}
    return str(httpx.put(f"{site}/api/decks/Rebels", json=asked).json()["state"])


@pytest.fixture
def broken(site: str) -> str:
    """A saved deck of two versions, whose text is one copy too many of a card; its text."""
    read = httpx.post(f"{site}/api/deck/file?name=rebels.dek", content=REBELS.read_bytes())
    text = str(read.json()["text"])
    illegal = text.replace("4 X-Wing Red Three", "5 X-Wing Red Three")
    save(site, illegal, save(site, text))
    return illegal


PASTE = """(box, text) => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  box.value = text;
  box.dispatchEvent(new Event("input"));
  box.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data }));
}"""


def test_a_deck_in_the_form_of_a_program_may_be_pasted(tab: Any) -> None:
    """Its lines were read as typed ones, so that the page said other than a file of the same text."""
    tab.goto("/deck?game=swtcg")
    tab.locator("#text").evaluate(PASTE, "4 Nexu\n2 Kouhun\n")
    tab.locator("#text").evaluate(PASTE, REBELS.read_text())
    expect(tab.locator("#said")).to_contain_text("read as lackey-dek")
    expect(tab.locator("#text")).to_have_value(re.compile("^2 Luke.s X-Wing"))
    expect(tab.locator("#verdict")).to_have_text("✓ legal · 60 cards")


def test_a_file_is_opened_by_the_button_and_after_changes_once_more(tab: Any) -> None:
    tab.goto("/deck?game=swtcg")
    for _ in range(2):
        with tab.expect_file_chooser() as chooser:
            tab.click("label.file")
        chooser.value.set_files(REBELS)
        expect(tab.locator("#verdict")).to_have_text("✓ legal · 60 cards")
        expect(tab.locator("#said")).to_contain_text("read as lackey-dek")
        tab.fill("#text", "4 Kouhun\n")
        expect(tab.locator("#verdict")).to_have_text("✗ illegal · 4 cards")
    expect(tab.locator("#name")).to_have_value("rebels")


def test_each_requirement_has_a_meter_by_the_table_of_why(tab: Any, site: str) -> None:
    tab.goto("/deck?game=swtcg")
    text = "4 Kouhun\nNexu of any kind\n"
    tab.fill("#text", text)
    expect(tab.locator("#verdict")).to_have_text("? unproven · 5 cards")
    table = httpx.post(f"{site}/api/deck/why", json={"text": text, "game": "swtcg"}).json()
    told = [
        row
        for row in table["requirements"]
        if row["state"] != "kept" or row["have"] or row["least"] or row["most"]
    ]
    shown = tab.locator("#meters > li:not(.more)")
    expect(shown).to_have_count(len(told))
    for place, row in enumerate(told):
        expect(shown.nth(place)).to_have_class(re.compile(row["state"]))
        expect(shown.nth(place)).to_contain_text(row["sentence"])
    assert shown.first.inner_text() == "Deck size\n? 5+ / 60"
    assert shown.first.locator("line").count() == 1
    shown.first.locator("summary").click()
    expect(shown.first).to_contain_text("open: 5 or more")
    expect(shown.first.get_by_text(told[0]["cite"])).to_be_visible()
    tab.fill("#text", "4 Kouhun\n")
    expect(tab.locator("#meters > .more")).to_contain_text("more kept")


def test_on_a_phone_a_line_opens_a_sheet_with_its_face_and_steps(tab: Any, site: str) -> None:
    read = httpx.post(f"{site}/api/deck/file?name=rebels.dek", content=REBELS.read_bytes())
    save(site, read.json()["text"] + "\n2 Nobody")
    tab.set_viewport_size({"width": 390, "height": 800})
    tab.goto("/deck/Rebels?game=swtcg")
    tab.get_by_text("X-Wing Red Three").first.click()
    expect(tab.locator("#sheet-face .face")).to_contain_text("X-Wing Red Three")
    expect(tab.locator("#sheet-count")).to_have_text("4")
    sheet = tab.locator("#card-sheet").bounding_box() or {}
    assert sheet["y"] + sheet["height"] == pytest.approx(800)
    tab.get_by_role("button", name="One more", exact=True).click()
    expect(tab.locator("#sheet-count")).to_have_text("5")
    tab.get_by_role("button", name="Done").click()
    expect(tab.locator("#card-sheet")).to_be_hidden()
    expect(tab.locator(".line .why")).to_have_text("✗ copy limit 5 / 4")
    tab.locator(".line").get_by_text("Nobody").click()
    expect(tab.locator("#sheet-face")).to_have_text("Nobody")
    tab.get_by_role("button", name="Done").click()
    tab.locator(".verdict-bar a").click()
    tab.keyboard.type("4 snowsp")
    expect(tab.locator("#found li").first).to_be_visible()
    found = tab.locator("#found").bounding_box() or {}
    assert found["y"] + found["height"] < 800 - 48, "what is found is not behind the bar at the bottom"
    first = tab.locator("#problems li").first
    assert "error" in (first.get_attribute("class") or ""), (
        "what makes it illegal comes before what is unknown"
    )
    for place in tab.locator(".line, .bar nav a").all():
        assert (place.bounding_box() or {"height": 0})["height"] >= 44


def versions(tab: Any) -> None:
    tab.get_by_role("radio", name="compare to the text in the editor").check()
    tab.fill("#text", tab.input_value("#text") + "1 Nexu\nwhat is this?\n")
    expect(tab.locator("#difference")).to_contain_text("to the text in the editor")
    expect(tab.locator("#difference")).to_contain_text("+1 Nexu")


def odds(tab: Any) -> None:
    expect(tab.locator("#odds")).to_contain_text("%")
    expect(tab.locator("#odds-plot")).to_be_visible()
    for kind, begin in (("SVG", b"<?xml"), ("PNG", b"\x89PNG")):
        with tab.expect_download() as saved:
            tab.locator("#odds-figure").get_by_role("link", name=kind).click()
        assert saved.value.path().read_bytes().startswith(begin)
    percent = str(tab.locator("#odds").text_content()).strip()
    first = tab.locator("#odds-table tbody tr").first.locator("th, td")
    assert first.all_text_contents()[:2] == ["7", percent], "the numbers behind the picture"
    asked = "type:space >= 1 and type:ground >= 1 and type:character >= 1"
    expect(tab.locator("#condition")).to_have_value(asked)
    told = r"^(all three arenas in the opening hand|všechny tři arény v úvodní ruce)\d\d\.\d %Setup: \S+ 30\d+ % ± \d\.\d$"
    expect(tab.locator("#opening-odds")).to_have_text(re.compile(told))


def hand(tab: Any) -> None:
    expect(tab.locator("#hand pre")).to_have_count(1)
    expect(tab.locator("#hand-faces .face")).to_have_count(7)


def setup(tab: Any) -> None:
    tab.select_option("#setup-against", "same")
    tab.click("#setup-deal")
    expect(tab.locator("#setup-said")).to_contain_text("the first one plays the Dark side")


def goldfish(tab: Any) -> None:
    tab.click("#goldfish-form button >> nth=0")
    expect(tab.locator("#goldfish-said")).to_contain_text("200 hands, played alone")
    tab.click("#goldfish-more")
    expect(tab.locator("#goldfish-said")).to_contain_text("500 hands, played alone")
    tab.select_option("#goldfish-hands", "20000")
    expect(tab.locator("#goldfish-more")).to_be_disabled()
    tab.click("#goldfish-form button >> nth=0")
    tab.click("#goldfish-stop")
    expect(tab.locator("#goldfish-said")).to_have_text("stopped; no figures were made")
    expect(tab.locator("#goldfish-stop")).to_be_disabled()


COLOURS = """async () => {
    const plot = document.querySelector("#goldfish-plot");
    await plot.decode();
    const canvas = document.createElement("canvas").getContext("2d");
    canvas.drawImage(plot, 0, 0);
    const [red, green, blue] = canvas.getImageData(2, 2, 1, 1).data;
    const back = getComputedStyle(plot.closest(".bench")).backgroundColor;
    return [`rgb(${red}, ${green}, ${blue})`, back];
}"""
"""The colour at the edge of the plot, and that of the panel around it."""


@pytest.mark.usefixtures("broken")
def test_the_plot_of_a_goldfish_has_the_scheme_of_the_page(tab: Any) -> None:
    """It stood as a white sheet on the dark page."""
    seen = set()
    for scheme in ("light", "dark"):
        tab.emulate_media(color_scheme=scheme)
        tab.goto("/deck/Rebels?game=swtcg")
        tab.click("#tab-goldfish")
        tab.click("#goldfish-form button >> nth=0")
        expect(tab.locator("#goldfish-plot")).to_be_visible()
        plot, page = tab.evaluate(COLOURS)
        assert plot == page, scheme
        seen.add(plot)
    assert len(seen) == 2


@pytest.mark.usefixtures("broken")
def test_the_page_says_how_many_hands_are_played_while_they_are(tab: Any) -> None:
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)

    tab.route("**/api/deck/goldfish", hold)
    answer = {"schema": "deckcheck.page-progress/1", "hands": 120}
    tab.route("**/api/deck/goldfish/*", lambda route: route.fulfill(json=answer))
    tab.goto("/deck/Rebels?game=swtcg")
    tab.click("#tab-goldfish")
    tab.click("#goldfish-form button >> nth=0")
    expect(tab.locator("#goldfish-said")).to_have_text("played 120 of 200 hands…")
    held[0].continue_()
    expect(tab.locator("#goldfish-said")).to_contain_text("200 hands, played alone")


def tune(tab: Any) -> None:
    tab.fill("#tune-goal", "type:battle >= 2")
    tab.click("#tune-form button >> nth=0")
    expect(tab.locator("#tune-plan li").first).to_be_visible()
    tab.click("#tune-stop")


def test_the_best_deck_is_found_by_keyboard_and_taken_card_by_card(tab: Any, site: str) -> None:
    read = httpx.post(f"{site}/api/deck/file?name=rebels.dek", content=REBELS.read_bytes())
    save(site, read.json()["text"])

    def hold(route: Any) -> None:
        if route.request.post_data_json["changes"] <= 2:
            route.continue_()

    tab.route("**/api/deck/tune", hold)
    tab.goto("/deck/Rebels?game=swtcg")
    keys = tab.keyboard
    keys.press("b")
    keys.press("Tab")
    keys.type("all three")
    asked = "type:space >= 1 and type:ground >= 1 and type:character >= 1"
    expect(tab.locator("#tune-goal")).to_have_value(asked)
    keys.press("Tab")
    keys.press("Enter")
    value = tab.locator("#tune-value")
    expect(value).to_contain_text("2 changes: ")
    expect(tab.locator("#tune-said")).to_have_text("3 changes…")
    tab.focus("#tune-stop")
    keys.press("Enter")
    expect(tab.locator("#tune-said")).to_have_text("Stopped; more changes may gain more.")
    tab.focus("#tune-changes")
    keys.press("Home")
    expect(value).to_have_text("0 changes: 68.62 %")
    expect(tab.locator("#tune-plan li")).to_have_count(0)
    keys.press("ArrowRight")
    expect(value).to_contain_text("points more than with fewer")
    promised = re.search(r"[\d.]+ %", value.inner_text())
    assert promised
    for _ in range(2):  # one leaves, and one comes
        tab.locator("#tune-plan [aria-label^=make]").first.focus()
        keys.press("Enter")
        expect(tab.locator("#tune-plan li")).to_have_count(2 - 2 * _)
    expect(tab.locator("#verdict")).to_have_text("✓ legal · 60 cards")
    keys.press("o")
    tab.fill("#condition", asked)
    expect(tab.locator("#odds")).to_have_text(promised[0])
    tab.fill("#text", tab.input_value("#text") + "1 Kouhun\n")
    tab.click("#tab-tune")
    expect(tab.locator("#tune-found")).to_be_hidden()
    expect(tab.locator("#tune-said")).to_have_text("The deck has changed; find again.")


def test_the_best_deck_by_one_format_does_not_stay_beside_another(tab: Any, site: str) -> None:
    """It said of an illegal deck that it was proven to be the best legal one."""
    read = httpx.post(f"{site}/api/deck/file?name=rebels.dek", content=REBELS.read_bytes())
    save(site, read.json()["text"])
    tab.goto("/deck/Rebels?game=swtcg")
    tab.click("#tab-tune")
    tune(tab)
    tab.click("#judged-by summary")
    tab.select_option("#format", "dci")
    expect(tab.locator("#tune-found")).to_be_hidden()
    expect(tab.locator("#tune-said")).to_have_text("The deck has changed; find again.")


def test_what_is_typed_takes_the_place_of_a_condition_that_comes_late(tab: Any, site: str) -> None:
    """It stood behind it, for who was quicker than the server."""
    read = httpx.post(f"{site}/api/deck/file?name=rebels.dek", content=REBELS.read_bytes())
    save(site, read.json()["text"])
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)

    tab.goto("/deck/Rebels?game=swtcg")
    expect(tab.locator("#opening-odds")).not_to_be_empty()  # which asks the same
    tab.route("**/api/deck/condition", hold)
    with tab.expect_request("**/api/deck/condition"):
        tab.keyboard.press("o")
    tab.focus("#condition")
    held.pop().continue_()
    expect(tab.locator("#condition")).not_to_have_value("")
    tab.keyboard.type("cost<=2 >= 1")
    expect(tab.locator("#condition")).to_have_value("cost<=2 >= 1")


def test_cards_that_are_not_free_and_would_gain_most_are_named_beside_ones_own(tab: Any, site: str) -> None:
    """Whoever owns next to nothing learns what to look for, and by how much it would help."""
    read = httpx.post(f"{site}/api/deck/file?name=rebels.dek", content=REBELS.read_bytes()).json()
    save(site, read["text"])
    asked = {"text": read["text"], "game": "swtcg", "goal": "type:space >= 2", "same_size": True}
    asked |= {"owned": True, "wish": True, "changes": 4}
    wished = httpx.post(f"{site}/api/deck/tune", json=asked).json()["wish"]
    tab.goto("/deck/Rebels?game=swtcg")
    tab.click("#tab-tune")
    tab.fill("#tune-goal", asked["goal"])
    tab.check("#tune-owned")
    tab.keyboard.press("Enter")
    line = tab.locator("#tune-wish")
    expect(line).to_contain_text(f"not have free: {100 * wished['value']:.2f} %")
    for one in wished["in"]:
        expect(line).to_contain_text(f"{one['quantity'] - one['free']} {one['name']}")


def test_a_figure_is_played_for_until_one_stops(tab: Any, site: str) -> None:
    """Whoever waits for games is told how many are played, and need not wait to the end."""
    read = httpx.post(f"{site}/api/deck/file?name=rebels.dek", content=REBELS.read_bytes())
    save(site, read.json()["text"])
    tab.route("**/api/deck/tune", lambda _route: None)
    tab.route("**/api/deck/goldfish/*", lambda route: route.fulfill(json={"hands": 1234}))
    tab.goto("/deck/Rebels?game=swtcg")
    tab.click("#tab-tune")
    tab.select_option("#tune-goals", label="by playing: exactly 30")
    expect(tab.locator("#tune-goal")).to_have_value("figure:exactly_30")
    tab.click("#tune-form button >> nth=0")
    expect(tab.locator("#tune-said")).to_have_text("2 changes: played 1,234 games…")
    tab.click("#tune-stop")
    expect(tab.locator("#tune-said")).to_have_text("Stopped; more changes may gain more.")
    tab.unroute("**/api/deck/tune")
    tab.fill("#tune-goal", '"Nobody at all" >= 1')
    tab.click("#tune-form button >> nth=0")
    expect(tab.locator("#tune-said")).to_contain_text("out of reach of all legal decks")


PANELS: dict[str, Callable[[Any], None]] = {
    "notes": lambda tab: expect(tab.locator("#notes")).to_be_visible(),
    "versions": versions,
    "odds": odds,
    "hand": hand,
    "setup": setup,
    "goldfish": goldfish,
    "tune": tune,
}


@pytest.mark.usefixtures("broken")
def test_axe_finds_nothing_in_the_panels_of_a_deck(tab: Any) -> None:
    """All of them on one page, each open once and looked at light and wide, dark and narrow."""
    show_as(tab, *VIEWS[0])
    open_for_axe(tab, "/deck/Rebels?game=swtcg")
    tab.click("#repair")
    expect(tab.locator("#plan")).to_contain_text("X-Wing Red Three")
    assert found_by_axe(tab, "#verdict-box") == []
    show_as(tab, *VIEWS[1])
    tab.click("#verdict-open")
    assert found_by_axe(tab, "#verdict-box") == []
    tab.click("#verdict-open")
    for number, (name, fill) in enumerate(PANELS.items()):
        tab.click(f"#tab-{name}")
        fill(tab)
        for view in (VIEWS[number % 2], VIEWS[(number + 1) % 2]):
            show_as(tab, *view)
            assert found_by_axe(tab, ".bench") == [], (name, view)
