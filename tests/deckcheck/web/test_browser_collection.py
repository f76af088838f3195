"""The collection in a real browser: brought in with its questions, edited, changed, scrolled."""

import io
import re
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
from openpyxl import load_workbook
from playwright.sync_api import Browser, CDPSession, expect

import deckcheck
from db.collection.holdings import HoldingChange, HoldingKey
from db.collection.ledger import apply_batch
from tests.conftest import ROOT
from tests.deckcheck.web.browsing import TOLD, needs_chromium

pytestmark = needs_chromium

WORKBOOK = ROOT / "examples" / "collections" / "kartenschrank.xlsx"
MANY = 20_000
SCROLL = """part => {
    const frame = document.getElementById("window");
    frame.scrollTop = part * frame.scrollHeight;
    return Math.floor((frame.scrollTop + frame.clientHeight / 2) / parseFloat(getComputedStyle(frame).getPropertyValue("--row"))) + 2;
}"""
"""Scrolls to a part of the table; the number of the row that is in the middle then."""


def german_workbook() -> bytes:
    """The example's workbook with two more rows: one of several cards, one without a number."""
    book = load_workbook(WORKBOOK, data_only=True)
    sheet: Any = book["Karten"]
    rows = list(sheet.iter_rows(values_only=True))
    last = max(number for number, row in enumerate(rows, 1) if any(row))
    header = next(number for number, row in enumerate(rows, 1) if row and "Anzahl" in row)
    columns = {str(text): place for place, text in enumerate(rows[header - 1], 1) if text}
    name = next(place for text, place in columns.items() if text in {"Karte", "Name", "Kartenname"})
    for number, (copies, card) in enumerate(((2, "Boba Fett"), ("einige", "Nexu")), last + 1):
        sheet.cell(number, columns["Anzahl"], copies)
        sheet.cell(number, name, card)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def unsure(tab: Any) -> int:
    """How many rows the preview calls unsure."""
    return int(re.findall(r"([\d,]+) unsure", tab.inner_text("#sum"))[0])


def test_the_german_workbook_is_imported_with_its_questions_edited_and_undone(tab: Any, site: str) -> None:
    tab.goto("/collection/import")
    data = {"name": "schrank.xlsx", "mimeType": "", "buffer": german_workbook()}
    tab.set_input_files("#sheet", data)
    expect(tab.locator("#questions")).to_contain_text("Copies that cannot be read (1)")
    before, asked = unsure(tab), int(tab.inner_text("#open-questions").split()[0])
    assert httpx.get(f"{site}/api/collection").json()["total"] == 0
    tab.get_by_label("copies of row").fill("3")
    tab.keyboard.press("Tab")
    expect(tab.locator("#open-questions")).to_contain_text(f"{asked - 1} of {asked}")
    tab.locator("fieldset", has_text=": Boba Fett").locator("[type=radio]").first.focus()
    tab.keyboard.press("Space")
    expect(tab.locator("#sum")).to_contain_text(f" {before - 2} unsure")
    expect(tab.locator("#open-questions")).to_contain_text(f"{asked - 2} of {asked}")
    tab.locator("#go-on").focus()
    tab.keyboard.press("Enter")
    expect(tab.locator("#apply")).to_be_focused()
    tab.keyboard.press("Enter")
    expect(tab.locator("#said")).to_contain_text("schrank.xlsx is imported as batch 1")
    boba = httpx.get(f"{site}/api/collection?q=boba+fett").json()["holdings"]
    assert sum(one["quantity"] for one in boba if not one["condition"]) >= 2
    imported = httpx.get(f"{site}/api/collection").json()
    tab.click("#apply-note a")
    place = tab.locator('[data-field="location"] >> nth=0')
    place.fill("top shelf")
    place.press("Enter")
    expect(tab.locator("#said")).to_contain_text("top shelf (batch 2")
    assert httpx.get(f"{site}/api/collection?q=location:top").json()["total"] == 1
    tab.goto("/history/2")
    expect(tab.locator(".lines")).to_contain_text("copies")
    tab.click(".undo")
    expect(tab.locator("#said")).to_contain_text("batch 2 is undone")
    assert httpx.get(f"{site}/api/collection").json()["holdings"] == imported["holdings"]
    tab.goto("/history")
    tab.click('.undo[data-batch="1"]')
    expect(tab.locator("#said")).to_contain_text("batch 1 is undone")
    assert httpx.get(f"{site}/api/collection").json()["total"] == 0


def test_rows_are_chosen_changed_as_one_batch_and_a_late_edit_is_told(tab: Any, site: str) -> None:
    with deckcheck.open() as cards:
        for name in ("Boba Fett (A)", "Yoda (A)", "Nexu"):
            cards.collection.add(name, 4, set_code="AOTC", location="box")
    tab.goto("/collection")
    for row in (0, 2):
        tab.locator(".picked").nth(row).check()
    tab.select_option("#bulk-field", "for_trade")
    tab.fill("#bulk-value", "all")
    tab.click("#bulk button >> nth=0")
    expect(tab.locator("#said")).to_contain_text("2 holdings changed (batch 4")
    expect(tab.locator("#chosen")).to_have_text("0")
    expect(tab.locator('[data-field="for_trade"] >> nth=0')).to_have_value("4")
    trades = httpx.get(f"{site}/api/collection/trades").json()["trades"]
    assert [one["offered"] for one in trades] == [4, 4]
    httpx.post(f"{site}/api/collection/undo", json={"batch": 4})
    note = tab.locator('[data-field="notes"] >> nth=1')
    note.fill("late")
    note.press("Enter")
    expect(tab.locator("#said")).to_contain_text("has changed since it was shown")
    TOLD.append("409")  # the browser notes the refusal in its console
    assert [one["notes"] for one in httpx.get(f"{site}/api/collection").json()["holdings"]] == [None] * 3


def test_copies_are_added_by_lines_and_narrowed_down_by_keyboard_alone(tab: Any, site: str) -> None:
    httpx.put(f"{site}/api/decks/Beasts", json={"text": "4 Nexu\n", "game": "swtcg"})
    tab.goto("/collection?game=swtcg")
    expect(tab.locator("#add")).to_be_visible()  # nothing is there yet
    tab.locator("#line").focus()
    tab.keyboard.type("3 nexu aotc nm binder 2")
    expect(tab.locator("#understood")).to_have_text("3 x Nexu [AOTC 97], NM, in binder 2 (a new place)")
    tab.keyboard.press("Enter")
    expect(tab.locator("#said")).to_contain_text("added (batch 2)")
    expect(tab.locator("#holdings tbody .of-decks")).to_have_text(["4 · Beasts"])
    expect(tab.locator("#line")).to_be_focused()
    tab.keyboard.type("2 boba lp")
    expect(tab.locator("#understood")).to_have_text("which card is meant?")
    tab.keyboard.press("ArrowDown")
    tab.keyboard.press("Tab")
    tab.keyboard.press("Enter")
    expect(tab.locator("#understood")).to_contain_text("2 x Boba Fett (B)")
    tab.keyboard.press("Enter")
    expect(tab.locator("#sums")).to_have_text("5 copies in 2 holdings")
    expect(tab.locator("#figures")).to_contain_text("5 copies of 2 cards")
    expect(tab.locator("#line")).to_be_focused()
    tab.locator("summary", has_text="condition").focus()
    tab.keyboard.press("Enter")
    tab.keyboard.press("Tab")
    tab.keyboard.press("Enter")
    expect(tab.locator("#search")).to_have_value("condition=NM")
    expect(tab.locator("#holdings tbody .name")).to_have_text(["Nexu"])
    tab.get_by_label("no longer condition: NM").focus()
    tab.keyboard.press("Enter")
    expect(tab.locator("#search")).to_have_value("")


def test_lines_move_between_wants_and_trades_by_key_drag_and_button(tab: Any, site: str) -> None:
    with deckcheck.open() as cards:
        cards.collection.add("Yoda (A)", 2, set_code="AOTC")
        cards.collection.add("Nexu", 3, set_code="AOTC", for_trade=1)
    tab.goto("/collection/wants?game=swtcg")
    tab.keyboard.press("n")
    tab.keyboard.type("4 yoda (a)")
    expect(tab.locator("#understood")).to_contain_text("4 x Yoda (A)")
    tab.keyboard.press("Enter")
    wants, trades = tab.locator("#wants li"), tab.locator("#trades li")
    expect(wants).to_contain_text(["Yoda (A)"])
    expect(tab.locator("#said")).to_contain_text("wanted")
    wants.first.focus()
    tab.keyboard.press("ArrowRight")
    expect(tab.locator("#said")).to_contain_text("Yoda (A) is offered")
    assert [one["offered"] for one in httpx.get(f"{site}/api/collection/trades").json()["trades"]] == [2, 1]
    trades.filter(has_text="Nexu").drag_to(tab.locator("#wants"))
    expect(tab.locator("#said")).to_contain_text("Nexu is kept")
    expect(trades).to_contain_text(["Yoda (A)"])
    wanted = httpx.get(f"{site}/api/collection/wants").json()["wants"]
    assert [(one["name"], one["wanted"], one["missing"]) for one in wanted] == [("Nexu", 3, 0)]
    tab.set_viewport_size({"width": 390, "height": 800})
    tab.get_by_label("offer Nexu").click()
    expect(tab.locator("#said")).to_contain_text("Nexu is offered")
    tab.locator("#said button").click()  # one batch is undone: for trade and wanted
    expect(wants).to_contain_text(["Nexu"])


def touch(sent: CDPSession, *moves: tuple[str, Any]) -> None:
    """What a finger does: it is put down, moved and lifted, as the browser gets it from a screen."""
    for kind, place in moves:
        box = place.bounding_box() if place else None
        points = [{"x": box["x"] + 60, "y": box["y"] + 20}] if box else []
        sent.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        if kind == "touchStart":
            time.sleep(0.4)  # so long a finger rests that takes hold


def test_lines_are_dragged_by_a_finger_that_rests_on_them(browser: Browser, site: str) -> None:
    with deckcheck.open() as cards:
        cards.collection.add("Nexu", 3, set_code="AOTC", for_trade=1)
    with closing(
        browser.new_context(base_url=site, has_touch=True, viewport={"width": 390, "height": 800})
    ) as one:
        tab = one.new_page()
        tab.goto("/collection/wants?game=swtcg")
        line, wants = tab.locator("#trades li"), tab.locator("#wants")
        finger = one.new_cdp_session(tab)
        touch(finger, ("touchStart", line), ("touchMove", wants), ("touchCancel", None))
        expect(tab.locator(".dragged")).to_have_count(0)
        touch(finger, ("touchStart", line), ("touchMove", wants))
        expect(wants).to_have_class(re.compile("over"))
        touch(finger, ("touchMove", wants), ("touchEnd", None))
        expect(tab.locator("#said")).to_contain_text("Nexu is kept")
        expect(wants.locator("li")).to_contain_text(["Nexu"])


def test_on_a_phone_copies_are_narrowed_changed_and_offered_by_touch(browser: Browser, site: str) -> None:
    with deckcheck.open() as cards:
        cards.collection.add("Yoda (A)", 2, set_code="AOTC", location="box")
        cards.collection.add("Nexu", 3, set_code="AOTC", location="shelf", for_trade=1)
        cards.decks.save(ROOT / "examples" / "decks" / "rebels.dek", "Rebels")
    with closing(
        browser.new_context(base_url=site, has_touch=True, viewport={"width": 360, "height": 740})
    ) as one:
        tab = one.new_page()
        tab.goto("/collection?game=swtcg")
        tab.locator("summary", has_text="place").tap()
        tab.locator(".sheet .chip", has_text="shelf").tap()
        expect(tab.locator("#holdings tbody .name")).to_have_text(["Nexu"])
        copies = tab.locator("#holdings .count")
        copies.tap()
        copies.fill("2")
        tab.locator("h1").tap()
        expect(tab.locator("#said")).to_contain_text("2 copies")
        tab.goto("/collection/wants?game=swtcg")
        tab.get_by_label("keep Nexu").tap()
        expect(tab.locator("#wants li")).to_contain_text(["Nexu"])
        tab.goto("/?game=swtcg")
        tab.get_by_label("choose Rebels").tap()
        tab.get_by_role("button", name="Delete").tap()
        tab.locator("#yes").tap()
        expect(tab.locator("#said")).to_contain_text("Rebels is deleted")


def test_what_is_being_typed_goes_to_its_own_row_when_the_rows_shift(tab: Any, site: str) -> None:
    """Otherwise a note would land on whichever copies stand in that line by then."""
    with deckcheck.open() as cards:
        for name in ("Boba Fett (A)", "Yoda (A)", "Nexu"):
            cards.collection.add(name, 4, set_code="AOTC", location="box")
    tab.goto("/collection")
    first, second = (tab.locator(f'[data-field="notes"] >> nth={number}') for number in (0, 1))
    expect(second).to_have_attribute("aria-label", "notes of Yoda (A)")
    second.press_sequentially("old friend")
    tab.evaluate(
        "() => { const copies = document.querySelector('[data-field=quantity]'); copies.value = 0;"
        " copies.dispatchEvent(new Event('change', { bubbles: true })); }"
    )
    expect(first).to_have_attribute("aria-label", "notes of Yoda (A)")
    expect(second).to_have_value("old friend")
    second.press("Enter")
    expect(tab.locator("#said")).to_contain_text("Yoda (A): old friend")
    held = httpx.get(f"{site}/api/collection").json()["holdings"]
    assert {one["card"]: one["notes"] for one in held} == {"Yoda (A)": "old friend", "Nexu": None}


def test_a_field_that_was_selected_is_typed_anew_though_the_rows_come_again(tab: Any, site: str) -> None:
    """Who is back in a field while another's change comes would else append to that: 97 copies."""
    with deckcheck.open(game="swtcg") as cards:
        cards.collection.add("Kouhun", 3)
    tab.goto("/collection?game=swtcg")
    quantity = tab.locator("tbody tr [data-field=quantity]")
    held: list[Any] = []
    tab.route("**/api/collection?*", lambda route: held.append(route))  # noqa: PLW0108 - it is asked for its arguments
    quantity.fill("4")
    tab.keyboard.press("Tab")
    expect(tab.locator("#said")).to_contain_text("batch 2")
    tab.keyboard.press("Shift+Tab")  # and what is in it is selected
    while not held:
        tab.wait_for_timeout(20)
    with deckcheck.open(game="swtcg") as cards:
        cards.collection.add("Kouhun", 5)
    with tab.expect_response("**/api/collection?*"):
        for route in held:
            route.continue_()
    tab.unroute("**/api/collection?*")
    expect(quantity).to_have_value("9")
    tab.keyboard.type("7")
    tab.keyboard.press("Tab")
    expect(tab.locator("#said")).to_contain_text("batch 4")
    assert httpx.get(f"{site}/api/collection?q=kouhun&game=swtcg").json()["holdings"][0]["quantity"] == 7


def test_twenty_thousand_holdings_are_scrolled_through_and_edited_at_the_end(
    tab: Any, site: str, own: Path
) -> None:
    with deckcheck.open() as cards:
        printed = [
            (card.id or 0, one.id) for card in cards.catalogue().cards()[:400] for one in card.printings
        ]
    changes = [
        HoldingChange(HoldingKey(*printed[number % len(printed)], location=f"box {number:05}"), add=1)
        for number in range(MANY)
    ]
    apply_batch(own, changes, command="many")
    listed = httpx.get(f"{site}/api/collection", params={"page": MANY // 100}, timeout=60).json()
    tab.goto("/collection")
    expect(tab.locator("tr[aria-rowindex='2'] .count")).to_have_value("1")
    tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert tab.locator("#holdings tbody tr[aria-rowindex]").count() == 100, "on paper all that were fetched"
    tab.evaluate("dispatchEvent(new Event('afterprint'))")
    for part in (0.2, 0.5, 0.1, 0.9, 1):
        row = tab.evaluate(SCROLL, part)
        expect(tab.locator(f"tr[aria-rowindex='{row}'] .count")).to_have_value("1")
        assert tab.locator("#holdings tbody tr").count() < 120
    last = tab.locator(f"tr[aria-rowindex='{MANY + 1}']")
    place = last.locator("[data-field=location]")
    expect(place).to_have_value(listed["holdings"][-1]["location"])
    last.locator("[data-field=notes]").fill("the last")
    last.locator("[data-field=notes]").press("Enter")
    expect(tab.locator("#said")).to_contain_text("the last (batch 2")
    assert httpx.get(f"{site}/api/collection/history/2", timeout=60).json()["changed"] == 1
