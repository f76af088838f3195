"""Messages speak the language of the page: none tells people there of options of a command."""

import ast
import base64
import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import httpx
from openpyxl import Workbook

import deckcheck
from deckcheck.web.histories import PAGE
from deckcheck.web.words import PAGE_WORDS
from tests.conftest import ROOT

OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
REBELS = ROOT / "examples" / "decks" / "rebels.dek"

NOT_ON_THE_PAGE = {
    "deckcheck/cli/": "the commands themselves",
    "deckcheck/__main__.py": "the commands themselves",
    "deckcheck/web/serving.py": "told where the page is started",
    "deckcheck/settings.py": "told where the page is started",
    "deckcheck/sources/": "cards are brought in by commands only",
    "importers/sources/": "cards are brought in by commands only",
    "deckcheck/acts/editing.py": "files are edited in place by commands only",
}
OTHER_OPTIONS = {
    ("deckcheck/errors.py", "--name"): "cards are brought in by commands only",
    ("importers/errors.py", "--force"): "files are written by commands only",
    ("deckcheck/acts/repairing.py", "--owned"): "a page repairs one deck",
    ("deckcheck/acts/repairing.py", "--alternatives"): "a page repairs one deck",
    ("deckcheck/acts/tune.py", "--budget"): "a page has no budget",
    ("deckcheck/acts/tune.py", "--prices"): "a page has no budget",
    ("deckcheck/acts/tune.py", "--owned"): "a page has no budget",
    ("deckcheck/acts/finished_blocks.py", "--resume"): "a matrix is played by a command only",
    ("deckcheck/acts/finished_blocks.py", "--force"): "a matrix is played by a command only",
    ("deckcheck/acts/trades.py", "--with"): "trades are found by a command only",
    ("deckcheck/acts/trades.py", "--complete"): "trades are found by a command only",
    ("deckcheck/acts/trades.py", "--worth"): "trades are found by a command only",
    ("deckcheck/acts/trades.py", "--prices"): "trades are found by a command only",
    ("deckcheck/acts/decks.py", "--build"): "the record of a command",
    ("deckcheck/pools/stored.py", "--pool"): "a page is about one pool",
    ("deckcheck/collection/buildable.py", "--want"): "the record of a command",
    ("deckcheck/collection/editor.py", "--deck"): "the record of a command",
    ("deckcheck/events/event_editor.py", "--hide"): "the record of a command",
    ("deckcheck/events/round_editor.py", "--back"): "the record of a command",
    ("deckcheck/events/round_editor.py", "--seed"): "the record of a command",
    ("deckcheck/acts/event_views.py", "--back"): "the record of a command",
    ("deckcheck/acts/event_views.py", "--hide"): "the record of a command",
}


def modules() -> Iterator[tuple[str, ast.Module]]:
    for floor in ("db", "importers", "deckcheck"):
        for path in sorted((ROOT / floor).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            text = path.read_text(encoding="utf-8")
            if ("--" in text or "advised(" in text) and not name.startswith(tuple(NOT_ON_THE_PAGE)):
                yield name, ast.parse(text)


def advice(tree: ast.Module) -> list[ast.Call]:
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    return [one for one in calls if isinstance(one.func, ast.Name) and one.func.id == "advised"]


def texts_of(tree: ast.Module) -> Iterator[str]:
    """The texts of a module, but for docstrings and the words that advice has for the command."""
    names = {node.id for call in advice(tree) for node in call.args if isinstance(node, ast.Name)}
    skipped = {id(node) for call in advice(tree) for node in ast.walk(call)}
    for node in ast.walk(tree):
        told = isinstance(node, ast.Expr)
        if isinstance(node, ast.Assign):
            told = any(isinstance(one, ast.Name) and one.id in names for one in node.targets)
        if told:
            value = node.value  # type: ignore[attr-defined]
            skipped.add(id(value.args[0] if isinstance(value, ast.Call) and value.args else value))
        if isinstance(node, ast.Constant) and id(node) not in skipped:
            yield str(node.value)


def test_a_message_names_an_option_of_a_command_only_as_advice_with_words_for_the_page() -> None:
    found = {
        (name, option)
        for name, tree in modules()
        if name != "db/advice.py"
        for text in texts_of(tree)
        for option in OPTION.findall(text)
    }
    assert found == set(OTHER_OPTIONS)


def test_the_page_has_words_for_all_advice_and_asks_for_no_fact_that_is_not_given() -> None:
    calls = [call for _, tree in modules() for call in advice(tree)]
    names = {call.args[0].value for call in calls if isinstance(call.args[0], ast.Constant)}
    assert names == set(PAGE_WORDS)
    for call in calls:
        words = PAGE_WORDS[call.args[0].value]  # type: ignore[attr-defined]
        facts = {keyword.arg for keyword in call.keywords}
        assert {field for _, field, _, _ in Formatter().parse(words) if field} <= facts
    assert not [words for words in PAGE_WORDS.values() if OPTION.search(words)]


def deck(page: httpx.Client, path: Path) -> str:
    data = path.read_bytes()
    text: str = page.post(f"/api/deck/file?name={path.name}", content=data).json()["text"]
    return text


def said(page: httpx.Client, method: str, path: str, body: object = None) -> str:
    """The answer as text, in which no option is named."""
    content = {"content": body} if isinstance(body, bytes) else {"json": body}
    answer = page.request(method, path, **(content if body is not None else {}))
    assert OPTION.findall(answer.text) == [], path
    return answer.text


def test_the_verdict_the_odds_and_a_setup_say_what_to_do_on_the_page(page: httpx.Client) -> None:
    rebels = deck(page, REBELS)
    asked: dict[str, Any] = {"text": rebels, "game": "swtcg"}
    for path, more, words in (
        ("odds", {"condition": "type:space >= 1", "draws": 200}, PAGE_WORDS["fewer-cards"]),
        ("odds", {"condition": "type:space >= 1", "mulligan": "wild"}, "the mulligan 'wild'"),
        ("repair", {"keep": ["Rebel Squad"], "out": ["Rebel Squad"]}, "choose one of both"),
    ):
        assert words in said(page, "POST", f"/api/deck/{path}", {**asked, **more}), (path, more)
    assert PAGE_WORDS["another-reader"] in said(page, "POST", "/api/deck/file?name=a.json", b"{}")
    assert PAGE_WORDS["deck-list"] in said(page, "GET", "/api/decks/Nobody")


def wrapped(rows: list[list[object]], name: str = "a.csv", **more: Any) -> dict[str, Any]:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return {"name": name, "data": base64.b64encode(text.getvalue().encode()).decode(), **more}


def workbook(hidden: int) -> dict[str, Any]:
    book, data = Workbook(), io.BytesIO()
    for number, card in enumerate(("Nexu", "Kouhun")):
        sheet = book.create_sheet(card)
        sheet.append(["Quantity", "Name"])
        sheet.append([2, card])
        sheet.sheet_state = "hidden" if number == hidden else "visible"
    book.save(data)
    return {"name": "a.xlsx", "data": base64.b64encode(data.getvalue()).decode()}


def test_the_import_of_a_sheet_says_what_to_do_on_the_page(page: httpx.Client) -> None:
    mine: list[list[object]] = [["Quantity", "Name", "Set"], [2, "Nexu", "AOTC"]]
    for body, words in (
        (wrapped([["what", "is"], ["this", "then"]]), PAGE_WORDS["map-columns"]),
        (wrapped(mine, columns={"Nowhere": "name"}), "the column Nowhere=name"),
        (wrapped([["Name", "Set", "Got"], ["Nexu", "AOTC", 2]]), "'Got' may be it"),
        (workbook(hidden=9), "more sheets hold cards, not read: 'Kouhun'"),
        ({**workbook(hidden=1), "all_sheets": True}, "choose it by its name to read it"),
    ):
        assert words in said(page, "POST", "/api/collection/import", body), words
    assert "exact" in said(page, "POST", "/api/collection/import/apply", wrapped(mine))
    again = said(page, "POST", "/api/collection/import/apply", wrapped(mine))
    assert PAGE_WORDS["import-again"] in again
    other = wrapped([mine[0], [1, "Kouhun", "AOTC"]], mode="set")
    refused = said(page, "POST", "/api/collection/import/apply", other)
    assert PAGE_WORDS["removing"] in refused
    for place in ("a", "b"):
        facts = {"action": "add", "name": "Nexu", "quantity": 1, "location": place}
        said(page, "POST", "/api/collection/change", facts)
    one = {"action": "set", "name": "Nexu", "notes": "x"}
    assert PAGE_WORDS["which-holding"] in said(page, "POST", "/api/collection/change", one)
    assert PAGE_WORDS["history"] in said(page, "GET", "/api/collection/history/99")


def test_the_desk_of_an_event_says_what_to_do_on_the_page(page: httpx.Client) -> None:
    assert PAGE_WORDS["event-new"] in said(page, "GET", "/api/events/Nowhere")
    with deckcheck.open() as cards:
        event = cards.events.new("Cup", day="2004-06-19")
        for name in ("Ada", "Bo", "Cy", "Di"):
            event.register_files(name)
        event.lock()
    desk = "/api/events/Cup"
    unlocked = said(page, "POST", desk, {"action": "unlock", "text": "", "reason": ""})
    assert PAGE_WORDS["reason"] in unlocked
    for action in ("pair", "publish"):
        said(page, "POST", desk, {"action": action, "text": ""})
    said(page, "POST", desk, {"action": "result", "text": "1 2 0"})
    other = said(page, "POST", desk, {"action": "result", "text": "1 0 2"})
    assert PAGE_WORDS["change-result"] in other
    assert PAGE_WORDS["event-list"] in said(page, "GET", "/api/events/Nowhere")


def test_a_long_history_has_pages(page: httpx.Client) -> None:
    with deckcheck.open() as cards:
        for number in range(PAGE + 1):
            cards.collection.add("Nexu", 1, location=str(number))
    text = said(page, "GET", "/history?game=swtcg")
    assert text.count('class="undo"') == PAGE
    assert 'href="/history?of=all&amp;game=swtcg&amp;page=2"' in text
    older = said(page, "GET", "/history?of=all&game=swtcg&page=2")
    assert older.count('class="undo"') == 1
    assert "Older" not in older
    assert "Nothing is older" in said(page, "GET", "/history?page=3")


def test_one_thing_is_not_said_as_several() -> None:
    """Texts whose English forms are the same say nothing that is counted, such as `copies`."""
    same = re.compile(r'(?:ngettext|counted|amount|count)\(\s*"([^"]+)",\s*"\1"')
    plural = re.compile(r"\b(change|copie|minute|player|round|row|game|table|problem)s\b")
    folder = ROOT / "deckcheck"
    files = [path for kind in ("*.js", "*.html", "*.py") for path in folder.rglob(kind)]
    told = {(path.name, text) for path in files for text in same.findall(path.read_text(encoding="utf-8"))}
    assert told, "some are said alike"
    assert {one for one in told if plural.search(one[1])} == set()
