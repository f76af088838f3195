"""The collection on the page: the same documents as the commands, and nothing lost or overwritten."""

import base64
import html
import io
import json
import re
import shutil
from pathlib import Path
from typing import Any

import httpx
import pytest
from openpyxl import Workbook
from typer.testing import CliRunner

import deckcheck
from deckcheck.cli.main import app
from tests.conftest import ROOT

EXAMPLES = ROOT / "examples" / "collections"
DROID, YODA = "C-3PO (A)", "Yoda (A)"
MINE = "Qty,Name,Set\n4,Yoda (A),AOTC\n2,Boba Fett,\nsome,Nexu,AOTC\n1,Nexu,Atack of the Clonez\n"


def printed(*arguments: object) -> Any:
    """The document that a command prints."""
    return json.loads(CliRunner().invoke(app, [*map(str, arguments), "--json"]).stdout)


def wrapped(name: str, data: bytes, **more: Any) -> dict[str, Any]:
    return {"name": name, "data": base64.b64encode(data).decode(), **more}


def add(page: httpx.Client, name: str, quantity: int, **more: Any) -> None:
    asked = {"action": "add", "name": name, "quantity": quantity, **more}
    assert page.post("/api/collection/change", json=asked).status_code == 200


@pytest.fixture
def filled(page: httpx.Client) -> httpx.Client:
    add(page, DROID, 3, set_code="AOTC", location="box 1")
    add(page, DROID, 2, location="box 1")
    add(page, YODA, 5, set_code="AOTC", location="binder", condition="NM")
    return page


def keys(page: httpx.Client, query: str = "") -> list[Any]:
    found: list[Any] = page.get("/api/collection", params={"q": query}).json()["keys"]
    return found


def shared(document: dict[str, Any], of: dict[str, Any]) -> dict[str, Any]:
    """What two documents both have; the page's has more."""
    return {key: document[key] for key in of}


@pytest.mark.of_a_file
def test_after_each_change_a_copy_of_the_file_holds_it(page: httpx.Client, own: Path, tmp_path: Path) -> None:
    for copies in (1, 2):
        add(page, YODA, 1)
        copy = shutil.copy(own, tmp_path / f"{copies}.sqlite")
        (held,) = printed("collection", "list", "--db", copy)["holdings"]
        assert held["quantity"] == copies


@pytest.mark.parametrize("name", ["binder.csv", "kartenschrank.xlsx", "trade-box.ods"])
def test_the_preview_of_an_import_is_that_of_the_command(
    page: httpx.Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    shutil.copy(EXAMPLES / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    columns = {"Got": "quantity"} if name == "trade-box.ods" else {}
    stated = ("--map", "Got=quantity") if columns else ()
    asked = wrapped(name, (EXAMPLES / name).read_bytes(), columns=columns)
    document = page.post("/api/collection/import", json=asked).json()
    expected = printed("collection", "import", name, *stated, "--full")
    assert shared(document, expected) == expected
    assert document["state"] == 0, "a preview changes nothing"
    done = page.post("/api/collection/import/apply", json={**asked, "base": 0}).json()
    assert done["applied"]
    assert done["changes"] == expected["changes"]
    again = page.post("/api/collection/import", json=asked).json()
    already = printed("collection", "import", name, *stated)
    assert shared(again, already) == already
    assert again["already_imported"]
    undone = page.post("/api/collection/undo", json={"batch": done["batch"]}).json()
    assert undone["reversed"] == expected["changes"]["added"]
    assert page.get("/api/collection").json()["holdings"] == []


def workbook(path: Path, *, hidden: bool) -> Path:
    """A workbook with cards on two sheets."""
    book = Workbook()
    for card in ("Nexu", "Kouhun"):
        sheet = book.create_sheet(card)
        sheet.append(["Quantity", "Name"])
        sheet.append([2, card])
    sheet.sheet_state = "hidden" if hidden else "visible"
    book.save(path)
    return path


@pytest.mark.parametrize(
    ("noted", "hint"),
    [
        ("columns guessed", "--map COLUMN=FIELD corrects"),
        ("no column holds the quantity", "--map 'My copies=quantity' reads"),
        ("more sheets hold cards", "--all-sheets reads the other sheets too"),
        ("it is hidden", ""),
    ],
)
def test_what_was_assumed_of_a_sheet_is_noted_alike_and_options_are_hinted_at_beside_it(
    page: httpx.Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, noted: str, hint: str
) -> None:
    """A document is read where its options are not: those stand on the terminal only."""
    monkeypatch.chdir(tmp_path)
    Path("guessed.csv").write_text("Quantitty,Card naem,Set\n1,Yoda (A),AOTC\n")
    Path("uncounted.csv").write_text("Name,Set,My copies\nNexu,AOTC,2\n")
    path, whole = {
        "columns guessed": (Path("guessed.csv"), False),
        "no column holds the quantity": (Path("uncounted.csv"), False),
        "more sheets hold cards": (workbook(Path("two.xlsx"), hidden=False), False),
        "it is hidden": (workbook(Path("one.xlsx"), hidden=True), True),
    }[noted]
    options = ["--all-sheets"] if whole else []
    asked = wrapped(path.name, path.read_bytes(), all_sheets=whole)
    document = page.post("/api/collection/import", json=asked).json()
    command = CliRunner().invoke(app, ["collection", "import", path.name, *options, "--full", "--json"])
    expected = json.loads(command.stdout)
    assert shared(document, expected) == expected
    assert noted in command.stdout
    assert "--" not in command.stdout
    assert hint in command.stderr


def test_questions_are_answered_with_the_file_and_the_rest_is_handed_back(page: httpx.Client) -> None:
    asked = wrapped("mine.csv", MINE.encode())
    questions = page.post("/api/collection/import", json=asked).json()["questions"]
    (count,), (unknown_set,) = questions["counts"], questions["sets"]
    boba = next(one for one in questions["cards"] if "Boba" in one["text"])
    assert (count["row"], unknown_set["suggestions"][0]["code"]) == (4, "AOTC")
    found = page.get("/api/collection/import/candidates?q=boba+fett").json()
    assert set(boba["candidates"]) <= set(found["candidates"])
    answers = {"counts": {"4": 7}, "cards": {str(boba["row"]): boba["candidates"][0]}}
    done = page.post("/api/collection/import/apply", json={**asked, **answers}).json()
    held = {one["card"]: one["quantity"] for one in page.get("/api/collection").json()["holdings"]}
    assert held == {YODA: 4, "Boba Fett (A)": 2, "Nexu": 7}
    assert done["worksheet"]["name"] == "mine.unmatched.xlsx"
    rest = {"name": "mine.unmatched.xlsx", "data": done["worksheet"]["data"]}
    left = page.post("/api/collection/import", json=rest).json()
    assert (left["read_as"], left["rows"], left["mode"]) == ("unmatched", 1, "add")
    answered = {**rest, "sets": {"Atack of the Clonez": "AOTC"}}
    page.post("/api/collection/import/apply", json=answered)
    assert page.get("/api/collection?q=nexu").json()["copies"] == 8


def test_a_sheet_that_lacks_holdings_asks_before_it_removes_them(filled: httpx.Client) -> None:
    exported = filled.get("/api/collection/export?file=csv").json()
    text = base64.b64decode(exported["data"]).decode()
    fewer = "".join(line for line in text.splitlines(keepends=True) if YODA not in line)
    asked = wrapped("mine.csv", fewer.encode())
    preview = filled.post("/api/collection/import", json=asked).json()
    assert (preview["mode"], preview["is_own"]) == ("set", True)
    assert preview["emptied"] == [f"{YODA} [AOTC 58]"]
    refused = filled.post("/api/collection/import/apply", json=asked)
    assert refused.status_code == 409
    assert "Say whether to remove or to keep" in refused.json()["error"]
    kept = filled.post("/api/collection/import", json={**asked, "lacking": "keep"}).json()
    assert (kept["emptied"], kept["kept"]) == ([], [f"{YODA} [AOTC 58]"])
    filled.post("/api/collection/import/apply", json={**asked, "lacking": "remove"})
    assert filled.get("/api/collection?q=yoda").json()["copies"] == 0


def test_a_sheet_that_was_edited_is_added_only_when_that_is_chosen(page: httpx.Client) -> None:
    rows = "Qty,Card,Set\n4,Yoda (A),AOTC\n2,Nexu,AOTC\n1,Reek,AOTC\n"
    page.post("/api/collection/import/apply", json=wrapped("mine.csv", rows.encode()))
    asked = wrapped("mine.csv", f"{rows}3,Acklay,AOTC\n".encode())
    (note,) = page.post("/api/collection/import", json=asked).json()["notes"]
    assert "3 cards of the sheet with as many copies already" in note
    refused = page.post("/api/collection/import/apply", json=asked)
    assert refused.status_code == 409
    assert refused.json()["error"].startswith(f"{note}. Nothing was changed. Choose whether to add")
    page.post("/api/collection/import/apply", json={**asked, "mode": "set"})
    assert page.get("/api/collection").json()["copies"] == 10


def test_columns_that_are_not_recognised_are_chosen_in_the_first_rows(page: httpx.Client) -> None:
    asked = wrapped("odd.csv", b"foo,bar\n4,Yoda (A)\n2,Nexu\n")
    look = page.post("/api/collection/import/look", json=asked).json()
    assert look["sheets"][0]["rows"] == [["foo", "bar"], ["4", YODA], ["2", "Nexu"]]
    refused = page.post("/api/collection/import", json=asked)
    assert refused.status_code == 400
    assert "Say which column is which" in refused.json()["error"]
    assert "--map" not in refused.json()["error"]
    told = {**asked, "columns": {"A": "quantity", "B": "name"}}
    read = page.post("/api/collection/import", json=told).json()
    assert sum(read["matched"].values()) == 2, read


def test_a_column_that_may_count_copies_is_chosen_before_the_sheet_is_imported(page: httpx.Client) -> None:
    asked = wrapped("mine.csv", b"Card,Set,Got\nYoda (A),AOTC,4\nNexu,AOTC,4\n")
    assert page.post("/api/collection/import", json=asked).status_code == 200
    refused = page.post("/api/collection/import/apply", json=asked)
    assert refused.status_code == 400
    assert refused.json()["error"].startswith("the column Got: it may hold the number of copies")
    for field, copies in (("extra", 2), ("quantity", 8)):
        told = {**asked, "columns": {"C": field}}
        batch = page.post("/api/collection/import/apply", json=told).json()["batch"]
        assert page.get("/api/collection").json()["copies"] == copies
        page.post("/api/collection/undo", json={"batch": batch})


def test_what_is_wanted_is_a_file_of_its_own_on_the_page(filled: httpx.Client) -> None:
    filled.post("/api/collection/change", json={"action": "want", "name": "Nexu", "quantity": 3})
    whole = filled.get("/api/collection/export?file=xlsx").json()
    assert whole["losses"] == ["without 1 want; CSV in the layout Wants writes them."]
    wants = filled.get("/api/collection/export?file=csv&columns=wants").json()
    assert (wants["name"], wants["holdings"], wants["copies"]) == ("collection-wants.csv", 1, 3)
    document = filled.post(
        "/api/collection/import", json=wrapped(wants["name"], base64.b64decode(wants["data"]))
    )
    assert document.json()["wants"] == []
    assert document.json()["changes"]["unchanged"] == 1


def test_two_who_import_or_edit_at_once_are_told(filled: httpx.Client) -> None:
    state = filled.get("/api/collection").json()["state"]
    add(filled, "Nexu", 1)
    late = {"base": state}
    chosen = {"keys": keys(filled)[:1], "set": {"location": "shelf"}}
    asked = wrapped("mine.csv", MINE.encode())
    for path, body in (
        ("edit", chosen),
        ("import", asked),
        ("import/apply", asked),
        ("undo", {"batch": 1}),
        ("change", {"action": "add", "name": YODA}),
    ):
        answer = filled.post(f"/api/collection/{path}", json={**body, **late})
        assert answer.status_code == 409, path
        assert "look again" in answer.json()["error"]
    assert filled.get("/api/collection").json()["state"] == state + 1


def test_many_are_changed_as_one_batch_by_key_or_by_query(filled: httpx.Client) -> None:
    before = filled.get("/api/collection").json()
    edit = {
        "keys": keys(filled, "location:box"),
        "base": before["state"],
        "set": {"location": "shelf 2", "for_trade": "all"},
    }
    done = filled.post("/api/collection/edit", json=edit).json()
    assert [key[-1] for key in done["keys"]] == ["shelf 2", "shelf 2"]
    shelf = filled.get("/api/collection?q=location:shelf").json()
    assert [(one["quantity"], one["for_trade"]) for one in shelf["holdings"]] == [(3, 3), (2, 2)]
    every = {"query": "owned>=1", "set": {"notes": "seen"}, "base": done["state"]}
    filled.post("/api/collection/edit", json=every)
    now = filled.get("/api/collection").json()
    assert [one["notes"] for one in now["holdings"]] == ["seen"] * 3
    for batch in (now["state"], done["state"]):
        filled.post("/api/collection/undo", json={"batch": batch})
    assert filled.get("/api/collection").json()["holdings"] == before["holdings"]


def test_lists_exports_and_batches_are_those_of_the_commands(filled: httpx.Client, tmp_path: Path) -> None:
    want = {"action": "want", "name": DROID, "quantity": 7, "notes": "promo too"}
    filled.post("/api/collection/change", json=want)
    filled.post("/api/collection/edit", json={"query": "yoda", "set": {"for_trade": 2}})
    for path, command in (
        ("completion", ["completion"]),
        (
            "completion?sets=AOTC,JG&any_printing=1&playset=2",
            ["completion", "AOTC", "JG", "--any-printing", "--playset", 2],
        ),
        ("wants", ["wants"]),
        ("trades", ["trades"]),
        ("trades?surplus=1", ["trades", "--surplus", 1]),
        ("history/5", ["show", 5]),
    ):
        expected = printed("collection", *command)
        document = filled.get(f"/api/collection/{path}").json()
        assert shared(document, expected) == expected, path
    for suffix, columns in (
        ("csv", "deckcheck"),
        ("csv", "moxfield"),
        ("tsv", "deckbox"),
        ("json", "deckcheck"),
        ("ods", "deckcheck"),
    ):
        target = tmp_path / f"{columns}.{suffix}"
        CliRunner().invoke(app, ["collection", "export", str(target), "--columns", columns])
        asked = {"file": suffix, "columns": columns}
        document = filled.get("/api/collection/export", params=asked).json()
        assert base64.b64decode(document["data"]) == target.read_bytes(), target.name
        assert filled.get("/collection/export", params=asked).content == target.read_bytes()
    asked = {"file": "csv", "columns": "moxfield"}
    assert filled.get("/api/collection/export", params=asked).json()["losses"]


def test_a_workbook_that_is_exported_comes_back_as_it_was(filled: httpx.Client) -> None:
    answer = filled.get("/collection/export?file=xlsx")
    assert answer.headers["content-disposition"] == "attachment; filename*=UTF-8''collection.xlsx"
    preview = filled.post("/api/collection/import", json=wrapped("collection.xlsx", answer.content)).json()
    assert preview["changes"] == {"added": 0, "changed": 0, "unchanged": 3, "removed": 0, "moved": 0}


def test_undo_keeps_what_has_changed_since_and_says_why(filled: httpx.Client) -> None:
    first = {"keys": keys(filled, "yoda"), "set": {"quantity": 9}}
    batch = filled.post("/api/collection/edit", json=first).json()["batch"]
    filled.post("/api/collection/edit", json={**first, "set": {"quantity": 4}})
    done = filled.post("/api/collection/undo", json={"batch": batch}).json()
    (kept,) = done["kept"]
    assert f"batch {batch} made 5 -> 9 copies; since then 9 -> 4 copies" in kept["words"]
    assert filled.get("/api/collection?q=yoda").json()["copies"] == 4
    assert "5 -&gt; 9 copies" in filled.get(f"/history/{batch}").text


@pytest.mark.parametrize("apply", ["", "/apply", "/look"])
@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("empty.csv", b""),
        ("zeros.xlsx", b"\0" * 5_000),
        ("cut.xlsx", (EXAMPLES / "kartenschrank.xlsx").read_bytes()[:3_000]),
        ("page.html", b"<!doctype html><table></table>"),
        ("a.ods", b"PK\x03\x04 no archive"),
    ],
)
def test_a_file_that_is_no_sheet_is_told_in_a_line(
    looking: httpx.Client, name: str, data: bytes, apply: str
) -> None:
    answer = looking.post(f"/api/collection/import{apply}", json=wrapped(name, data))
    assert answer.status_code == 400
    assert answer.json()["error"].startswith(name)
    assert "\n" not in answer.json()["error"]
    assert looking.get("/api/collection").json()["state"] == 0


def test_a_bomb_is_not_unpacked(looking: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A workbook of which a few kilobytes state more than a sheet may have."""
    import zipfile

    monkeypatch.setattr("importers.sheets.archive.MAX_UNPACKED", 5_000_000)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
        archive.writestr("xl/worksheets/sheet1.xml", b" " * 6_000_000)
    for path in ("import", "import/look", "import/apply"):
        asked = wrapped("bomb.xlsx", out.getvalue())
        answer = looking.post(f"/api/collection/{path}", json=asked)
        assert answer.status_code == 400
        assert "at most 5,000,000 bytes" in answer.json()["error"]


def test_formulas_and_control_characters_stay_text_and_of_another_game_nothing_is_guessed(
    page: httpx.Client,
) -> None:
    rows = (
        'Qty,Name,Set,Notes,Location\n2,Yoda (A),AOTC,"=HYPERLINK(""http://x"")",<b>box</b>\n'
        "1,Nexu,AOTC,,a\x07b\n1,Admiral Ackbar,LotF,,\n1,Black Lotus,LEA,,\n"
    )
    done = page.post("/api/collection/import/apply", json=wrapped("a.csv", rows.encode())).json()
    assert done["matched"]["exact"] == 1
    reasons = " ".join(one["reason"] for one in [*done["unmatched"], *done["ambiguous"]])
    assert "location" in reasons
    assert len(done["unmatched"]) + len(done["ambiguous"]) == 3
    (held,) = page.get("/api/collection").json()["holdings"]
    assert held["notes"] == '=HYPERLINK("http://x")'
    assert "<b>box</b>" not in page.get("/collection").text
    exported = page.get("/api/collection/export?file=xlsx").json()["data"]
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(base64.b64decode(exported)))
    cells = [cell for row in book.worksheets[0].iter_rows() for cell in row]
    (note,) = [cell for cell in cells if "HYPERLINK" in str(cell.value)]
    assert note.data_type == "s"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("import", {"name": "a.csv"}),
        ("import", {"name": "a.csv", "data": "not base 64!"}),
        ("import", {"name": "a.csv", "data": 7}),
        ("import", wrapped("a.csv", MINE.encode(), mode="burn")),
        ("import", wrapped("a.csv", MINE.encode(), columns={"Qty": "no field"})),
        ("import", wrapped("a.csv", MINE.encode(), columns={"Nowhere": "name"})),
        ("import", wrapped("a.csv", MINE.encode(), sheet="one", all_sheets=True)),
        ("import", wrapped("a.csv", MINE.encode(), sheet="no such sheet")),
        ("import", wrapped("a.csv", MINE.encode(), counts={"2": 3})),
        ("import", wrapped("a.csv", MINE.encode(), counts={"4": -3})),
        ("import", wrapped("a.csv", MINE.encode(), counts={"4": True})),
        ("import", wrapped("a.csv", MINE.encode(), counts={"x": 3})),
        ("import", wrapped("a.csv", MINE.encode(), cards={"3": "No Such Card"})),
        ("import", wrapped("a.csv", MINE.encode(), cards={"3": 7})),
        ("import", wrapped("a.csv", MINE.encode(), sets={"nothing": "AOTC"})),
        ("import/apply", wrapped("a.csv", MINE.encode(), cards={"2": "Nexu [AOTC 97]"})),
        ("import/apply", wrapped("a.csv", MINE.encode(), base="0")),
        ("import/apply", wrapped("a.csv", MINE.encode(), lacking="burn")),
        ("edit", {"set": {"notes": "x"}}),
        ("edit", {"keys": [], "set": {"notes": "x"}}),
        ("edit", {"keys": [[1, 2]], "set": {"notes": "x"}}),
        ("edit", {"keys": [["1", None, "", "", "", ""]], "set": {"notes": "x"}}),
        ("edit", {"keys": [[1, None, "", "", "", ""]], "set": {"notes": "x"}}),
        ("edit", {"query": "type:", "set": {"notes": "x"}}),
        ("edit", {"query": "", "set": {"colour": "x"}}),
        ("edit", {"query": "", "set": {"quantity": "many"}}),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(
    looking: httpx.Client, path: str, body: dict[str, Any]
) -> None:
    answer = looking.post(f"/api/collection/{path}", json=body)
    assert answer.status_code == 400, answer.text
    assert answer.json()["error"]
    assert looking.get("/api/collection").json()["state"] == 0


@pytest.mark.parametrize("path", ["history/0", "history/99", "history/x", "completion?sets=nowhere"])
def test_what_is_not_there_is_told(looking: httpx.Client, path: str) -> None:
    answer = looking.get(f"/api/collection/{path}")
    assert answer.status_code == 404
    assert looking.get("/collection/export?file=pdf").status_code == 400
    assert (
        looking.get("/collection/export?pages=2").status_code
        == looking.get("/api/collection/export?pages=2").status_code
    )
    assert looking.get("/api/collection/export?columns=deckbox").status_code == 400
    assert looking.get("/api/collection/export?language=tlh").status_code == 400


@pytest.mark.parametrize("game", ["swtcg", "destiny", "stargate", "swlcg"])
def test_every_facet_and_header_of_cards_leads_to_what_it_says(looking: httpx.Client, game: str) -> None:
    """In all games: what the page offers to click is a query and an order that the game knows."""
    from html import unescape
    from re import findall
    from urllib.parse import parse_qs, urlsplit

    page = looking.get(f"/cards?game={game}&view=table").text
    links = {unescape(link) for link in findall(r'href="(/cards\?[^"]+)"', page)}
    assert any("sort=-name" in link for link in links)
    for link in sorted(links)[:: max(1, len(links) // 12)]:
        asked = {key: values[0] for key, values in parse_qs(urlsplit(link).query).items()}
        answer = looking.get("/api/cards", params=asked)
        assert answer.status_code == 200, (link, answer.text)
        assert answer.json()["total"] > 0, link


def test_pages_explain_themselves_when_there_is_nothing(looking: httpx.Client) -> None:
    for path, words in (
        ("/collection", "import a spreadsheet"),
        ("/collection?q=xyzzyx", "Show all holdings"),
        ("/collection?q=type:", "type:"),
        ("/collection/completion", "no set is begun"),
        ("/collection/completion?sets=*", "Attack of the Clones"),
        ("/collection/wants", "want list is empty"),
        ("/collection/trades", "Nothing is for trade"),
        ("/collection/trades?surplus=x", "not a number of copies"),
        ("/collection/import", "Choose a sheet"),
        ("/history", "Nothing was changed yet"),
        ("/history", 'class="button main" href="/deck'),
        ("/cards?q=xyzzyx", "Show all cards"),
        ("/cards?view=tiles", "legal in "),
        ("/cards?view=table", "<table"),
        ("/cards/Boba Fett", "Boba Fett (E)"),
        ("/cards/Boba Fett (A)?on=2003-01-01", "on 2003-01-01"),
    ):
        answer = looking.get(path)
        assert answer.status_code == 200, path
        assert words in answer.text, path
    assert "must be a date" in looking.get("/cards/Nexu?on=yesterday").text


@pytest.mark.parametrize("game", ["swtcg", "stargate"])
def test_a_collection_is_tried_with_the_cards_of_the_example_decks_once(
    page: httpx.Client, game: str
) -> None:
    """Nobody finds every copy twice after a second click, and one undo takes all of them back."""
    added = page.post(f"/api/collection/examples?game={game}", json={}).json()
    copies = added["changes"]["added"]
    assert copies > 3
    again = page.post(f"/api/collection/examples?game={game}", json={})
    assert (again.status_code, "before" in again.json()["error"]) == (409, True)
    assert page.get("/api/collection", params={"game": game}).json()["total"] == copies
    page.post("/api/collection/undo", json={"batch": added["batch"]}).raise_for_status()
    assert "example decks" in page.get("/collection", params={"game": game}).text
    assert page.post(f"/api/collection/examples?game={game}", json={}).json()["changes"]["added"] == copies


def test_a_card_has_its_copies_decks_and_names(filled: httpx.Client) -> None:
    deck = {"text": f"4 {DROID}\n", "game": "swtcg"}
    filled.put("/api/decks/Droids", json=deck)
    document = filled.get(f"/api/cards/{DROID}").json()
    expected = printed("collection", "show", DROID)
    assert document["held"] == expected
    assert document["decks"] == ["Droids"]
    text = filled.get(f"/cards/{DROID}").text
    assert "box 1" in text
    assert "4 copies" in text
    with deckcheck.open() as cards:
        alias, name, _why = cards.catalogue().aliases()[0]
    assert alias in [one["name"] for one in filled.get(f"/api/cards/{name}").json()["renamed"]]


def test_a_query_reads_no_file_of_the_machine(page: httpx.Client, tmp_path: Path) -> None:
    """A guest of a club's page could otherwise read any deck file, and learn which files are there."""
    secret = tmp_path / "secret.txt"
    secret.write_text(f"4 {YODA}\n")
    page.put("/api/decks/Mine", json={"text": f"4 {DROID}\n", "game": "swtcg"})
    asked = {"q": f'in:"{secret}"'}
    odds = {"text": f"4 {YODA}\n", "game": "swtcg", "condition": f'in:"{secret}" >= 1'}
    for answer in (
        page.get("/api/cards", params=asked),
        page.get("/api/collection", params=asked),
        page.get("/api/suggest", params=asked),
        page.post("/api/deck/odds", json=odds),
        page.post("/api/collection/edit", json={"query": asked["q"], "set": {"notes": "x"}}),
    ):
        assert YODA not in answer.text
    assert page.get("/api/cards", params=asked).status_code == 400
    assert page.get("/api/cards?q=in:Mine").json()["total"] == 1
    with deckcheck.open() as cards:
        assert [card.name for card in cards.search(asked["q"])] == [YODA]


def test_tiles_have_the_pictures_that_the_user_has(serving: Any, tmp_path: Path) -> None:
    with deckcheck.open() as cards:
        card, printing = next(
            (card, one) for card in cards.catalogue().cards() for one in card.printings if one.number
        )
    from deckcheck.web.pictures import picture_address

    folder = tmp_path / "pictures"
    (folder / printing.set_code).mkdir(parents=True)
    (folder / printing.set_code / "key 1.png").write_bytes(b"picture")
    (tmp_path / "outside.png").write_bytes(b"picture")
    found = picture_address(folder, printing.set_code, "key 1")
    assert found == f"/pictures/{printing.set_code}/key%201.png".replace(" ", "%20")
    page = serving(pictures=folder)
    assert page.get(found).content == b"picture"
    assert picture_address(folder, "..", "outside") is None
    assert picture_address(folder, printing.set_code, "x" * 5_000) is None
    assert picture_address(folder, printing.set_code, None) is None
    assert picture_address(None, printing.set_code, "key 1") is None
    tiles = page.get("/cards", params={"q": f'name="{card.name}"', "view": "tiles"}).text
    assert card.name.replace("'", "&#39;").replace('"', "&#34;") in tiles


def test_a_read_only_page_that_has_nothing_asks_nobody_to_change_it(serving: Any) -> None:
    page = serving(read_only=True)
    texts = [page.get(f"/collection{room}").text for room in ("", "/wants")]
    for words in ("into the line above", "import a spreadsheet", "Type a card above", "drag a want here"):
        assert not any(words in text for text in texts), words


def test_a_read_only_page_shows_all_of_it_and_offers_no_change(serving: Any, own: Path) -> None:
    with deckcheck.open(own) as cards:
        cards.collection.add(YODA, 2, set_code="AOTC")
        cards.collection.want(DROID, 4)
    page = serving(read_only=True)
    for path in (
        "/collection",
        "/collection/wants",
        "/collection/completion?sets=AOTC",
        "/collection/trades",
        "/collection/import",
        "/history",
        "/history/1",
        f"/cards/{YODA}",
    ):
        text = page.get(path).text
        assert "<h1" in text
        for offered in (
            'class="undo"',
            'id="add"',
            'class="want"',
            'id="own"',
            'id="sheet"',
            'id="bulk"',
            'class="unwant"',
        ):
            assert offered not in text, (path, offered)
    assert page.post("/api/collection/import", json=wrapped("a.csv", b"x")).status_code == 403


def test_long_lists_are_read_without_scripts_page_by_page(page: httpx.Client) -> None:
    with deckcheck.open() as cards:
        for number in range(3):
            cards.collection.add(YODA, 1, set_code="AOTC", location=f"box {number}")
    from deckcheck.web import collections

    shown = collections.PAGE
    try:
        collections.PAGE = 2
        first = page.get("/collection").text
        assert 'rel="next" href="/collection?q=&amp;sort=&amp;game=swtcg&amp;page=2"' in first
        second = page.get("/collection?page=2").text
        assert ("box 2</td>" in second, "box 1</td>" in second) == (True, False)
        assert 'rel="prev"' in second
    finally:
        collections.PAGE = shown


def test_the_pages_have_no_script_or_style_of_their_own(filled: httpx.Client) -> None:
    for path in (
        "/collection",
        "/collection/completion?sets=*",
        "/collection/wants",
        "/collection/trades?surplus=0",
        "/collection/import",
        "/history/1",
        "/cards?view=table",
        f"/cards/{DROID}",
    ):
        text = filled.get(path).text
        assert "<style" not in text
        assert " style=" not in text
        assert "://" not in text.replace("http://www.w3.org", "")
        for part in text.split("<script")[1:]:
            assert part.startswith((' src="/static/', ' type="module" src="/static/')), path


def test_the_page_takes_a_typed_list_and_a_deck_file(page: httpx.Client) -> None:
    """They have no columns to choose; the page refused them."""
    for name, data in (
        ("list.txt", b"4x Yoda (A)\n2 Nexu\n"),
        ("rebels.dek", (ROOT / "examples" / "decks" / "rebels.dek").read_bytes()),
    ):
        asked = wrapped(name, data)
        assert page.post("/api/collection/import/look", json=asked).status_code == 200
        found = page.post("/api/collection/import", json=asked).json()
        assert (found["read_as"], found["unmatched"]) == ("list", [])
    assert page.post("/api/collection/import/look", json=wrapped("a", b"<x/>")).status_code == 400


def test_the_history_tells_each_change_in_a_sentence(page: httpx.Client) -> None:
    def save(text: str) -> None:
        state = page.get("/api/decks/Mine").json().get("state")
        page.put("/api/decks/Mine", json={"text": text, "game": "swtcg", "base": state})

    def change(action: str, **facts: object) -> None:
        page.post("/api/collection/change", json={"action": action, "name": "Nexu", **facts})

    save("2 Nexu\n3 Kouhun\n")
    save("4 Nexu\n2 Kouhun\n")
    save("# for Sunday\n4 Nexu\n2 Kouhun\n")
    page.post("/api/decks/Mine/name", json={"to": "Yours"})
    change("add", quantity=4, set_code="AOTC")
    change("want", quantity=2)
    change("want", quantity=0)
    change("set", notes="signed")
    change("remove", quantity=1)
    page.post("/api/collection/undo", json={"batch": 9})
    page.post("/api/events", json={"name": "Cup", "on": "2004-06-19"})
    for line in ("add Ada, Bo", "drop Ada", "back Ada", "note Bo: late"):
        page.post("/api/events/Cup", json={"text": line})

    def sentences(of: str) -> list[str]:
        text = page.get(f"/history?of={of}").text
        assert "<h2>Today</h2>" in text
        return [
            html.unescape(one) for one in re.findall(r'<a href="/(?:history/\d+|events/Cup)">(.*?)</a>', text)
        ]

    decks, collection = sentences("decks"), sentences("collection")
    assert decks == [
        "Deck Yours: was Mine",
        "Deck Mine: notes changed",
        "Deck Mine: 2 Nexu added, 1 Kouhun removed",
        "Deck Mine saved, 5 cards",
    ]
    assert collection == [
        "Batch 9 undone: 1 card added to the collection: Nexu, AOTC 97",
        "1 card removed from the collection: Nexu, AOTC 97",
        "Nexu, AOTC 97: notes '' -> 'signed'",
        "Nexu: no longer wanted",
        "Nexu: 2 wanted",
        "4 cards added to the collection: Nexu, AOTC 97",
    ]
    assert sentences("all") == [*collection, *decks]
    assert sentences("events") == [
        "Cup: a note on Bo",
        "Cup: Ada plays again",
        "Cup: Ada drops",
        "Cup: registered: Ada, Bo",
        "Cup: made",
    ]
    page.post("/api/events/Cup", json={"text": "undo 4"})
    assert 'class="undone"' in page.get("/history?of=events").text


def test_a_line_of_copies_is_no_longer_than_one_that_is_typed(looking: httpx.Client) -> None:
    """Each of its words may be part of a name: two thousand of them kept all others waiting."""
    for answer in (
        looking.get("/api/collection/line", params={"q": "3 nexu " * 100}),
        looking.post("/api/collection/line", json={"q": "3 nexu " * 100}),
    ):
        assert answer.status_code == 400
        assert "'q' must have at most 500 characters" in answer.json()["error"]


def test_a_line_wants_what_it_says_and_a_new_number_leaves_it_so(page: httpx.Client) -> None:
    """The page of wants sends the number alone; the finish that is wanted must not be lost with it."""
    line = {"q": "4 nexu foil nm", "action": "want"}
    assert page.post("/api/collection/line", json=line).status_code == 200
    change = {"action": "want", "name": "Nexu", "quantity": 2, "notes": "x", "dice": 0}
    assert page.post("/api/collection/change", json=change).status_code == 200
    (want,) = page.get("/api/collection/wants").json()["wants"]
    assert (want["wanted"], want["finish"], want["condition"], want["notes"]) == (2, "foil", "NM", "x")
    placed = page.post("/api/collection/line", json={"q": "nexu in box 1", "action": "want"})
    assert "'box 1' is not understood" in placed.json()["error"]
