"""The deck's page beside a server that takes its time: nothing typed or pressed is lost."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.deckcheck.web.browsing import TOLD, needs_chromium

pytestmark = needs_chromium

TYPED_JUST_BEFORE_AN_ANSWER = """
const real = window.fetch;
window.fetch = async (...asked) => {
  const answer = await real(...asked);
  const text = document.getElementById("text");
  if (text.value === "4 Kouhun\\n") {
    text.value += "4 Nexu\\n";
    text.dispatchEvent(new Event("input"));
  }
  return answer;
};
"""
SLOW = """
const real = window.fetch;
window.fetch = async (...asked) => {
  const answer = await real(...asked);
  await new Promise((done) => setTimeout(done, 250));
  return answer;
};
"""
UNEVEN = SLOW.replace("250", "300 * Math.random()")
DIFFERENT = """async () => {
  const body = JSON.stringify({
    text: document.getElementById("text").value, format: document.getElementById("format").value, game: "swtcg",
  });
  const answer = await fetch("/api/deck/check", { method: "POST", body });
  const whole = new DOMParser().parseFromString((await answer.json()).html, "text/html");
  const seen = (place) => [...place.querySelectorAll("*")].map((one) => one.getAttribute("class") + one.textContent);
  return ["list", "meters", "problems", "figures"].filter((id) =>
    String(seen(whole.getElementById(id))) !== String(seen(document.getElementById(id))));
}"""
"""The parts of the page that show something else than a whole answer about its deck."""


@pytest.fixture
def slow(tab: Any) -> Any:
    """The page of a new deck, whose answers come a quarter of a second late."""
    tab.add_init_script(SLOW)
    tab.goto("/deck")
    return tab


def test_what_is_typed_while_an_answer_is_on_its_way_stays(tab: Any) -> None:
    tab.add_init_script(TYPED_JUST_BEFORE_AN_ANSWER)
    tab.goto("/deck")
    tab.fill("#text", "4 Kouhun\n")
    expect(tab.locator(".line")).to_have_count(2)
    assert tab.input_value("#text") == "4 Kouhun\n4 Nexu\n"


def test_keys_pressed_faster_than_the_server_answers_all_count(slow: Any) -> None:
    slow.fill("#text", "1 Kouhun\n")
    expect(slow.locator(".line")).to_have_count(1)
    slow.focus(".line")
    for _ in range(3):
        slow.keyboard.press("+")
    slow.keyboard.press("u")
    expect(slow.locator("#text")).to_have_value("3 Kouhun\n")
    slow.click(".step >> nth=1")
    slow.focus("#text")
    slow.keyboard.press("Control+End")
    slow.keyboard.type("2 Nexu\n")
    expect(slow.locator("#text")).to_have_value("4 Kouhun\n2 Nexu\n")


def test_a_save_waits_for_the_changes_before_it(slow: Any, site: str) -> None:
    slow.fill("#text", "1 Kouhun\n")
    slow.fill("#name", "Quick")
    expect(slow.locator(".line")).to_have_count(1)
    slow.click(".step >> nth=1")
    slow.click("#save")
    expect(slow.locator("#said")).to_contain_text("saved")
    assert slow.request.get(f"{site}/api/decks/Quick").json()["text"] == "2 Kouhun\n"


def test_no_verdict_of_another_text_stays_beside_one_that_cannot_be_judged(tab: Any) -> None:
    tab.goto("/deck")
    tab.fill("#text", "4 Kouhun\n")
    expect(tab.locator("#verdict")).to_contain_text("illegal")
    TOLD.append("400")
    tab.evaluate(
        "text => { const box = document.getElementById('text'); box.value = text;"
        " box.dispatchEvent(new Event('input')); }",
        "4 Kouhun\n" * 120_000,
    )
    expect(tab.locator("#verdict")).to_have_text("? not judged", timeout=30_000)
    expect(tab.locator("#problems")).to_contain_text("at most 1,000,000 expected")
    assert tab.is_hidden("#repair-box")
    tab.keyboard.press("Escape")
    tab.click("#undo")
    expect(tab.locator("#verdict")).to_contain_text("illegal")


def test_who_comes_back_finds_what_was_typed_and_its_verdict(tab: Any) -> None:
    tab.on("dialog", lambda dialog: dialog.accept())
    tab.goto("/deck")
    tab.fill("#text", "4 Kouhun\n")
    expect(tab.locator(".line")).to_have_count(1)
    tab.goto("/cards")
    tab.go_back()
    expect(tab.locator("#verdict")).to_contain_text("4 cards")
    assert tab.input_value("#text") == "4 Kouhun\n"
    assert tab.locator(".line").count() == 1


def test_parts_that_are_sent_alone_make_up_the_whole_although_answers_overtake_each_other(tab: Any) -> None:
    tab.add_init_script(UNEVEN)
    tab.goto("/deck?game=swtcg")
    tab.fill("#text", "4 Nexu\n4 Kouhun\n4 TIE Fighter DS-3-12\nNonsense\n")
    expect(tab.locator(".line")).to_have_count(4)
    tab.focus(".line")
    formats = tab.locator("#format option").evaluate_all("all => all.map((one) => one.value)")
    for place, key in enumerate("+j-+jm+jk-u+jjmr-u+"):
        tab.keyboard.press(key)
        if place % 6 == 0:
            tab.evaluate(
                "code => { const box = document.getElementById('format');"
                " box.value = code; box.dispatchEvent(new Event('change')); }",
                formats[place // 6 % len(formats)],
            )
    tab.wait_for_load_state("networkidle")
    tab.wait_for_timeout(400)  # the last answer is held back for no longer
    assert tab.evaluate(DIFFERENT) == []
    assert tab.locator(".line[tabindex='0']").count() == 1


def held(tab: Any, address: str, method: str = "POST") -> list[Any]:
    """The requests for an address, which are answered when the test lets them go on."""
    waiting: list[Any] = []

    def hold(route: Any) -> None:
        if route.request.method == method:
            waiting.append(route)
        else:
            route.continue_()

    tab.route(address, hold)
    return waiting


def come(tab: Any, waiting: list[Any], many: int = 1) -> None:
    """Waits until so many requests wait."""
    for _ in range(250):
        if len(waiting) >= many:
            return
        tab.wait_for_timeout(20)
    raise AssertionError(len(waiting))


def let_go(tab: Any, waiting: list[Any], order: int = 0) -> None:
    """Lets one of the requests that wait go on, when there is one."""
    come(tab, waiting)
    with tab.expect_response(waiting[order].request.url):
        waiting.pop(order).continue_()


def test_a_line_is_added_once_though_enter_is_held_down(tab: Any) -> None:
    """The second Enter added the same copies again."""
    tab.goto("/collection?game=swtcg")
    waiting = held(tab, "**/api/collection/line*")
    tab.fill("#line", "2 Kouhun")
    for _ in range(3):
        tab.press("#line", "Enter")
        tab.wait_for_timeout(150)
    assert len(waiting) == 1
    with tab.expect_navigation():
        waiting[0].continue_()
    expect(tab.locator("#sums")).to_contain_text("2 copies")


def test_a_double_click_adds_copies_of_a_card_once(tab: Any) -> None:
    tab.goto("/cards/Kouhun?game=swtcg")
    waiting = held(tab, "**/api/collection/change*")
    tab.dblclick("#own button >> nth=0")
    tab.wait_for_timeout(150)
    assert len(waiting) == 1
    with tab.expect_navigation():
        waiting[0].continue_()
    expect(tab.locator("#main")).to_contain_text("1 owned")


def test_a_double_click_writes_down_a_penalty_once(tab: Any, site: str) -> None:
    """The player had two game losses."""
    address = f"{site}/api/events"
    tab.request.post(address, data={"name": "Cup"})
    tab.request.post(f"{address}/Cup", data={"text": "add Ada, Bo"})
    tab.goto("/events/Cup?step=rounds")
    waiting = held(tab, "**/api/events/Cup")
    tab.select_option("#note-kind", "game-loss")
    tab.fill("#note-text", "late")
    tab.dblclick("#note button")
    tab.wait_for_timeout(150)
    assert len(waiting) == 1


def test_a_save_that_is_pressed_twice_is_no_conflict(tab: Any, site: str) -> None:
    tab.goto("/deck?game=swtcg")
    tab.fill("#text", "1 Kouhun\n")
    tab.fill("#name", "Twice")
    tab.click("#save")
    expect(tab.locator("#said")).to_contain_text("saved")
    tab.fill("#text", "2 Kouhun\n")
    waiting = held(tab, "**/api/decks/Twice", "PUT")
    tab.click("#save")
    tab.click("#save")
    tab.wait_for_timeout(150)
    while waiting:
        let_go(tab, waiting)
    expect(tab.locator("#said")).to_contain_text("saved")
    tab.wait_for_timeout(150)
    expect(tab.locator("#said")).to_contain_text("saved")
    assert tab.request.get(f"{site}/api/decks/Twice").json()["text"] == "2 Kouhun\n"


def test_no_plan_for_another_format_stays_beside_a_deck(tab: Any) -> None:
    """A plan that came late, or was there, said that its changes make the deck legal: in the format before."""
    tab.goto("/deck?game=swtcg")
    tab.fill("#text", "4 Kouhun\n")
    expect(tab.locator("#repair-box")).to_be_visible()
    waiting = held(tab, "**/api/deck/repair")
    tab.click("#repair")
    tab.click("#judged-by summary")
    with tab.expect_response("**/api/deck/check"):
        tab.select_option("#format", "dci")
    expect(tab.locator("#repair-said")).to_have_text("")
    let_go(tab, waiting)
    tab.wait_for_timeout(150)
    expect(tab.locator("#repair-said")).to_have_text("")
    assert tab.locator("#plan li").count() == 0


def test_the_plan_that_was_asked_for_last_is_shown(tab: Any) -> None:
    """Of two that are on their way the first may come last."""
    tab.goto("/deck?game=swtcg")
    tab.fill("#text", "5 Kouhun\n")
    waiting = held(tab, "**/api/deck/repair")
    tab.click("#repair")
    let_go(tab, waiting)
    expect(tab.locator("#plan li").first).to_be_visible()
    came = tab.locator("#plan li").nth(2).inner_text()
    tab.click("#plan li >> nth=2 >> button >> nth=1")
    tab.evaluate("document.getElementById('owned').click(); document.getElementById('owned').click()")
    come(tab, waiting, 3)
    for order in (2, 1, 0):
        let_go(tab, waiting, order)
    expect(tab.locator("#repair-said")).to_contain_text("legal")
    tab.wait_for_timeout(150)
    assert came not in tab.locator("#plan").inner_text()


def test_a_plan_is_carried_out_once(tab: Any) -> None:
    """A double click put all its cards in twice."""
    tab.goto("/deck?game=swtcg")
    tab.fill("#text", "5 Kouhun\n")
    expect(tab.locator("#repair-box")).to_be_visible()
    tab.click("#repair")
    expect(tab.locator("#plan-apply")).to_be_visible()
    waiting = held(tab, "**/api/deck/apply")
    tab.dblclick("#plan-apply")
    let_go(tab, waiting)
    expect(tab.locator("#verdict")).to_have_text("✓ legal · 60 cards")
    tab.wait_for_timeout(200)
    assert not waiting


def test_of_two_sheets_the_one_that_was_chosen_last_is_imported(tab: Any) -> None:
    tab.goto("/collection/import?game=swtcg")
    waiting = held(tab, "**/api/collection/import/look*")
    for name, cards in (("first.csv", "Name,Quantity\nNexu,3\n"), ("last.csv", "Count,Card\n1,Kouhun\n")):
        tab.set_input_files("#sheet", {"name": name, "mimeType": "text/csv", "buffer": cards.encode()})
        tab.wait_for_timeout(100)
    come(tab, waiting, 2)
    let_go(tab, waiting, 1)
    expect(tab.locator("#file-name")).to_have_text("last.csv")
    let_go(tab, waiting)
    tab.wait_for_timeout(300)
    expect(tab.locator("#file-name")).to_have_text("last.csv")
    assert "Kouhun" in tab.locator("#preview").inner_text()
    assert "Card" in tab.locator("#columns").inner_text()


def test_while_a_change_is_under_way_the_undo_of_the_one_before_is_gone(tab: Any, site: str) -> None:
    """Pressed then, it undid that one."""
    for name in ("Kouhun", "Nexu"):
        tab.request.post(f"{site}/api/collection/line?game=swtcg", data={"q": f"1 {name}", "action": "add"})
    tab.goto("/collection?game=swtcg")
    fields = tab.locator("[data-field=location]")
    fields.nth(0).fill("box")
    fields.nth(0).press("Tab")
    expect(tab.locator("#said .undo-here")).to_be_visible()
    waiting = held(tab, "**/api/collection/edit*")
    fields.nth(1).fill("binder")
    fields.nth(1).press("Tab")
    come(tab, waiting)
    expect(tab.locator("#said .undo-here")).to_have_count(0)
    let_go(tab, waiting)
    expect(tab.locator("#said")).to_contain_text("binder")
    expect(tab.locator("#said .undo-here")).to_be_visible()


def test_a_double_click_changes_the_chosen_rows_once(tab: Any, site: str) -> None:
    """The second was refused, as if the first had not been made: the rows were no more where they had been."""
    tab.request.post(f"{site}/api/collection/line?game=swtcg", data={"q": "1 Kouhun", "action": "add"})
    tab.goto("/collection?game=swtcg")
    tab.check(".picked")
    tab.select_option("#bulk-field", "location")
    tab.fill("#bulk-value", "binder")
    waiting = held(tab, "**/api/collection/edit*")
    tab.dblclick("#bulk button[type=submit], #bulk button:not([type])")
    tab.wait_for_timeout(100)
    let_go(tab, waiting)
    tab.wait_for_timeout(200)
    assert not waiting
    expect(tab.locator("#said")).to_contain_text("1 holding changed")


@pytest.mark.parametrize(
    ("page", "field", "text"), [("/deck", "#file", "#text"), ("/pools", "#pool-file", "#pool-text")]
)
def test_of_two_files_the_one_that_was_chosen_last_is_read(
    tab: Any, page: str, field: str, text: str
) -> None:
    tab.goto(f"{page}?game=swtcg")
    if tab.locator("details:has(#pool-text) summary").count():
        tab.click("details:has(#pool-text) summary")
    waiting = held(tab, "**/api/deck/file*")
    for name in ("Nexu", "Kouhun"):
        tab.set_input_files(
            field, {"name": f"{name}.txt", "mimeType": "text/plain", "buffer": f"4 {name}\n".encode()}
        )
        tab.wait_for_timeout(50)
    come(tab, waiting, 2)
    let_go(tab, waiting, 1)
    expect(tab.locator(text)).to_have_value(re.compile("Kouhun"))
    let_go(tab, waiting)
    tab.wait_for_timeout(200)
    expect(tab.locator(text)).to_have_value(re.compile("Kouhun"))
