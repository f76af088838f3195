"""The deck's page beside a server that takes its time: nothing typed or pressed is lost."""

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
