"""What the page says is what the commands say, and no change is lost or overwritten."""

import base64
import json
import re
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

import deckcheck
from deckcheck.cli.main import app
from deckcheck.show.canvas import ARENA_COLOURS, COLOURS, OTHER_COLOURS
from deckcheck.show.picture import FAINT, INK
from deckcheck.web import figures
from deckcheck.web.api import ENDPOINTS
from deckcheck.web.figures import DARK
from tests.conftest import ROOT
from tests.deckcheck.cli.test_proxies_command import texts
from tests.deckcheck.web.test_tokens import contrast

DECKS = sorted((ROOT / "examples" / "decks").iterdir())
BOBA = "Boba Fett (A)"


def printed(*arguments: object) -> Any:
    """The document that a command prints."""
    return json.loads(CliRunner().invoke(app, [*map(str, arguments), "--json"]).stdout)


def read(page: httpx.Client, path: Path) -> Any:
    found = page.post(f"/api/deck/file?name={path.name}", content=path.read_bytes())
    assert found.status_code == 200, found.text
    return found.json()


@pytest.mark.parametrize("path", DECKS, ids=lambda path: path.name)
def test_a_dropped_file_has_the_verdict_of_validate(
    looking: httpx.Client, database: Path, monkeypatch: pytest.MonkeyPatch, path: Path
) -> None:
    monkeypatch.setenv("DECKCHECK_DB", str(database))
    found = read(looking, path)
    asked = {"text": found["text"], "game": found["game"], "format": "wotc"}
    document = looking.post("/api/deck/check", json=asked).json()
    (expected,) = printed("validate", path, "--format", "wotc")["decks"]
    report = document["report"]
    for key in ("verdict", "format", "rules", "counts"):
        assert report[key] == expected[key], key
    assert [(one["code"], one["message"]) for one in report["issues"]] == [
        (one["code"], one["message"]) for one in expected["issues"]
    ]


REBELS = "examples/decks/rebels.dek"
SISTER = "examples/sisters/rey-and-finn.txt"


@pytest.mark.parametrize(
    ("path", "options", "advice"),
    [
        (REBELS, {"format": "dci", "on": "2001-01-01"}, "choose another day"),
        (REBELS, {"format": "dci", "on": "2002-05-01"}, "choose a later day"),
        (SISTER, {"game": "swtcg"}, "choose the game destiny"),
    ],
)
def test_a_report_gives_the_advice_of_validate_word_by_word(
    page: httpx.Client, tmp_path: Path, path: str, options: dict[str, str], advice: str
) -> None:
    """Whoever reads reports of both fronts sees no difference where there is none."""
    text = read(page, ROOT / path)["text"]
    (file := tmp_path / "deck.txt").write_text(text)
    asked = {"text": text, "game": "swtcg", **options}
    report = page.post("/api/deck/check", json=asked).json()["report"]
    flags = [word for name, value in options.items() for word in (f"--{name}", value)]
    (expected,) = printed("validate", file, *flags)["decks"]
    where = {"path": "", "name": ""}
    assert report | where == expected | where
    assert advice in json.dumps(report)
    assert "--" not in json.dumps(report["issues"] + report["notes"])


@pytest.mark.parametrize("game", ["swtcg", "destiny"])
def test_a_format_that_no_game_has_is_refused_in_the_words_of_validate(
    page: httpx.Client, tmp_path: Path, game: str
) -> None:
    (file := tmp_path / "deck.txt").write_text("4 Kouhun\n")
    asked = {"text": "4 Kouhun\n", "game": game, "format": "legzcy"}
    refused = page.post("/api/deck/check", json=asked)
    told = CliRunner().invoke(app, ["validate", str(file), "--game", game, "--format", "legzcy"])
    assert (refused.status_code, told.exit_code) == (400, 1)
    assert refused.json()["error"] == str(told.exception)


def test_who_plays_dark_of_two_equal_sides_is_told_and_advised_only_where_it_can_be_changed(
    page: httpx.Client, tmp_path: Path
) -> None:
    """A deck against itself has no other side to choose; the advice meant nothing there."""
    text = read(page, ROOT / REBELS)["text"]
    other = text.replace("4 ", "3 ", 1)
    page.put("/api/decks/Other", json={"text": other, "game": "swtcg"})
    note = "both decks are Light: the first one plays the Dark side"
    advice = "; exchange the decks for the other way round"
    notes = {}
    for against, file in (("same", text), ("saved", other)):
        asked = {"text": text, "game": "swtcg", "against": against, "other": "Other"}
        notes[against] = page.post("/api/deck/setup", json=asked).json()["notes"]
        for path, words in (("a.txt", text), ("b.txt", file)):
            (tmp_path / path).write_text(words)
        files = [str(tmp_path / path) for path in ("a.txt", "b.txt")]
        told = CliRunner().invoke(app, ["setup", *files])
        assert all(one in told.stderr for one in notes[against])
    assert note in notes["same"]
    assert not any(advice in one for one in notes["same"])
    assert note + advice in notes["saved"]


@pytest.mark.parametrize("path", sorted((ROOT / "examples" / "sisters").iterdir()), ids=str)
def test_decks_of_all_games_are_shown_by_what_their_game_says(
    looking: httpx.Client, database: Path, monkeypatch: pytest.MonkeyPatch, path: Path
) -> None:
    monkeypatch.setenv("DECKCHECK_DB", str(database))
    found = read(looking, path)
    asked = {"text": found["text"], "game": found["game"]}
    document = looking.post("/api/deck/check", json=asked).json()
    (expected,) = printed("validate", path)["decks"]
    assert document["game"] == expected["game"]
    assert document["report"]["verdict"] == expected["verdict"]
    if path.name == "sg-1-from-memory.txt":  # which does not say its game
        return
    assert {one["zone"] for one in document["entries"]} <= set(document["zones"])
    hand = looking.post("/api/deck/hand", json={**asked, "seed": 7}).json()
    assert len(hand["hand"]) >= 5


def test_a_deck_is_built_from_nothing_card_by_card(looking: httpx.Client) -> None:
    text = ""
    for card, copies in (("Kouhun", 4), ("Nexu", 2), ("Kouhun", -1), ("Nexu", -2)):
        asked = {"text": text, "game": "swtcg", "card": card, "copies": copies}
        text = looking.post("/api/deck/edit", json=asked).json()["text"]
    assert text == "3 Kouhun\n"
    refused = looking.post(
        "/api/deck/edit", json={"text": text, "game": "swtcg", "card": "Kouhun", "copies": -9}
    )
    assert refused.status_code == 400
    assert "Kouhun" in refused.json()["error"]


def test_a_repair_is_that_of_the_command_and_makes_the_deck_legal(page: httpx.Client) -> None:
    mixed = ROOT / "examples" / "decks" / "mixed-sides.txt"
    found = read(page, mixed)
    asked = {"text": found["text"], "game": found["game"]}
    plan = page.post("/api/deck/repair", json=asked).json()
    expected = printed("repair", mixed)
    for key in ("distance", "out", "in", "verdict_after"):
        assert plan[key] == expected[key], key
    codes = {code for one in (*plan["out"], *plan["in"]) for code in one["why"]}
    assert plan["words"] == {code: code.replace("-", " ") for code in codes}
    changes = [
        {"card": one["name"], "copies": sign * one["quantity"], "zone": one["zone"]}
        for sign, side in ((-1, "out"), (1, "in"))
        for one in plan[side]
    ]
    done = page.post("/api/deck/apply", json={**asked, "changes": changes}).json()
    assert done["report"]["verdict"] == "legal"
    kept = plan["out"][0]["name"]
    other = page.post("/api/deck/repair", json={**asked, "keep": [kept]}).json()
    assert kept not in [one["name"] for one in other["out"]]


def test_a_tune_is_that_of_the_command_and_its_changes_make_what_it_promises(page: httpx.Client) -> None:
    rebels, goal = ROOT / "examples" / "decks" / "rebels.dek", "type:space >= 1 and type:ground >= 1"
    asked = {"text": read(page, rebels)["text"], "game": "swtcg"}
    tuning = {**asked, "goal": goal, "changes": 2, "same_size": True}
    found = page.post("/api/deck/tune", json=tuning).json()
    expected = printed("tune", rebels, "--goal", goal, "--changes", 2, "--size", 60)
    for key in ("changes", "before", "after", "out", "in", "frontier"):
        assert found[key] == expected[key], key
    changes = [
        {"card": one["name"], "copies": sign * one["quantity"], "zone": one["zone"]}
        for sign, side in ((-1, "out"), (1, "in"))
        for one in found[side]
    ]
    done = page.post("/api/deck/apply", json={**asked, "changes": changes}).json()
    assert done["report"]["counts"]["cards"] == 60
    odds = page.post("/api/deck/odds", json={"text": done["text"], "condition": goal}).json()
    assert odds["probability"] == pytest.approx(found["after"]["value"])
    gone, came = found["out"][0]["name"], found["in"][0]["name"]
    other = page.post("/api/deck/tune", json={**tuning, "keep": [gone], "out": [came]}).json()
    assert not {gone, came} & {one["name"] for one in (*other["out"], *other["in"])}


def test_a_figure_is_played_for_and_the_answer_is_that_of_the_command(
    page: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figures, "_GAMES", 64)
    rebels, goal = ROOT / "examples" / "decks" / "rebels.dek", "figure:exactly_30"
    noted: list[int] = []
    note = figures._note

    def noting(name: str, games: int) -> None:
        noted.append(games)
        note(name, games)

    monkeypatch.setattr(figures, "_note", noting)
    asked = {"text": read(page, rebels)["text"], "game": "swtcg", "goal": goal, "changes": 1, "owned": True}
    found = page.post("/api/deck/tune", json={**asked, "seed": 7, "progress": "mine"}).json()
    options = ("--changes", 1, "--owned", "--games", 64, "--seed", 7, "--jobs", 1)
    expected = printed("tune", rebels, "--goal", goal, *options)
    del expected["path"]
    assert {key: found[key] for key in expected} == expected
    assert noted == sorted(noted)
    assert noted[-1] == found["games"]
    assert page.get("/api/deck/goldfish/mine").json()["hands"] == 0


def test_unknown_and_ambiguous_names_stay_and_have_their_candidates(looking: httpx.Client) -> None:
    asked = {"text": "# mine\n2 Boba Fett\n1 Kouhunn\n", "game": "swtcg"}
    document = looking.post("/api/deck/check", json=asked).json()
    boba, kouhun = document["entries"]
    assert BOBA in boba["candidates"]
    assert kouhun["suggestions"] == ["Kouhun"]
    assert (boba["line"], kouhun["line"]) == (2, 3)
    edited = looking.post("/api/deck/edit", json={**asked, "card": "Nexu", "copies": 1}).json()
    assert edited["text"].startswith("# mine\n2 Boba Fett\n1 Kouhunn\n")


def test_an_unclear_line_gets_more_and_fewer_copies_like_any_other(looking: httpx.Client) -> None:
    """Only what is not in the deck yet has to be the name of one card."""
    text = "# mine\n2 Boba Fett\n1 Kouhunn\n4 Nexu\n"

    def edit(card: str, copies: int, **more: str) -> httpx.Response:
        asked = {"text": text, "game": "swtcg", "card": card, "copies": copies, **more}
        return looking.post("/api/deck/edit", json=asked)

    for card, copies in (("Boba Fett", 1), ("Kouhunn", 2), ("Boba Fett", -2), ("Kouhunn", -3)):
        text = edit(card, copies, zone="Deck").json()["text"]
    assert text == "# mine\n1 Boba Fett\n4 Nexu\n"
    assert edit("Kouhunn", 1).status_code == 400
    assert "Kouhunn" in edit("Kouhunn", 1).json()["error"]
    assert edit("Boba Fett", 1, zone="Sideboard").status_code == 400


def test_a_saved_deck_comes_back_and_a_lost_race_is_told(page: httpx.Client) -> None:
    asked = {"text": "4 Kouhun\n", "game": "swtcg"}
    first = page.put("/api/decks/Mine", json=asked).json()
    assert page.get("/api/decks/Mine").json()["text"] == "4 Kouhun\n"
    assert page.put("/api/decks/Mine", json=asked).status_code == 409
    other = page.put("/api/decks/Mine", json={**asked, "text": "3 Nexu\n", "base": first["state"]})
    assert other.status_code == 200
    late = page.put("/api/decks/Mine", json={**asked, "text": "1 Nexu\n", "base": first["state"]})
    assert late.status_code == 409
    assert "has changed" in late.json()["error"]
    assert page.get("/api/decks/Mine").json()["text"] == "3 Nexu\n"
    assert page.delete(f"/api/decks/Mine?base={first['state']}").status_code == 409
    page.put("/api/decks/Yours", json=asked)
    states = {name: page.get(f"/api/decks/{name}").json()["state"] for name in ("Mine", "Yours")}
    late = page.post("/api/decks/delete", json={"decks": {**states, "Mine": first["state"]}})
    assert (late.status_code, "one of the decks" in late.json()["error"]) == (409, True)
    gone = page.post("/api/decks/delete", json={"decks": states}).json()
    assert page.get("/api/decks").json()["decks"] == []
    page.post("/api/collection/undo", json={"batch": gone["batch"]})
    assert page.get("/api/decks/Mine").json()["text"] == "3 Nexu\n"


def test_the_collection_is_changed_seen_and_undone(page: httpx.Client) -> None:
    add = {"action": "add", "name": BOBA, "quantity": 3, "set_code": "AOTC", "base": 0}
    done = page.post("/api/collection/change", json=add).json()
    assert page.get("/api/collection").json()["holdings"] == printed("collection", "list")["holdings"]
    assert page.post("/api/collection/change", json=add).status_code == 409
    page.post("/api/collection/change", json={**add, "action": "set", "quantity": 1, "base": done["state"]})
    assert page.get("/api/collection?q=owned>=1").json()["copies"] == 1
    newest = page.get("/api/collection/history").json()
    assert newest["batches"] == printed("collection", "history")["batches"]
    undone = page.post("/api/collection/undo", json={"batch": newest["state"]}).json()
    assert page.get("/api/collection").json()["copies"] == 3
    again = printed("collection", "undo", undone["recorded_as"])
    assert {key for key in undone if key != "state"} == set(again)


def test_searches_cards_odds_and_exports_are_those_of_the_commands(
    page: httpx.Client, tmp_path: Path
) -> None:
    rebels = ROOT / "examples" / "decks" / "rebels.dek"
    query = "type:space side:dark cost<=2"
    found = page.get("/api/cards", params={"q": query, "sort": "cost,name"}).json()
    assert found["cards"] == printed("cards", "search", query, "--sort", "cost,name")["cards"]
    card = page.get(f"/api/cards/{BOBA}").json()
    assert card["card"] == printed("cards", "show", BOBA)["card"]
    deck = read(page, rebels)
    asked = {"text": deck["text"], "game": "swtcg", "condition": "type:space >= 2", "draws": 2}
    odds = page.post("/api/deck/odds", json=asked).json()
    expected = printed("odds", rebels, "type:space >= 2", "--draws", 2)
    assert odds["probability"] == expected["probability"]
    done = page.post("/api/deck/export", json={**asked, "name": "r", "to": "lackey-dek"}).json()
    target = tmp_path / "r.dek"
    target.write_bytes(base64.b64decode(done["data"]))
    with deckcheck.open() as cards:
        assert cards.difference(rebels, target) == []
    for to, options in (("proxies", ()), ("missing-proxies", ("--missing",))):
        sheet = page.post("/api/deck/export", json={**asked, "to": to}).json()
        sent, target = tmp_path / f"{to}.pdf", tmp_path / f"{to}-of-the-command.pdf"
        sent.write_bytes(base64.b64decode(sheet["data"]))
        command = ["deck", "proxies", str(rebels), "--out", str(target), *options]
        assert CliRunner().invoke(app, command).exit_code == 0
        assert texts(sent) == texts(target)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/deck/check", b"{"),
        ("POST", "/api/deck/check", b"[" * 100_000),
        ("POST", "/api/deck/check", b"[]"),
        ("POST", "/api/deck/check", b'{"text": 7}'),
        ("POST", "/api/deck/check", b'{"text": "4 Nexu", "game": "chess"}'),
        ("POST", "/api/deck/check", b'{"text": "4 Nexu", "format": "nonsense"}'),
        ("POST", "/api/deck/check", b'{"text": "4 Nexu", "on": "yesterday"}'),
        ("POST", "/api/deck/edit", b'{"text": "", "card": "Nexu", "copies": true}'),
        ("POST", "/api/deck/edit", b'{"text": "", "card": "No Such Card", "copies": 1}'),
        ("POST", "/api/deck/apply", b'{"text": "4 Nexu", "changes": 7}'),
        ("POST", "/api/deck/apply", b'{"text": "4 Nexu", "changes": [{"card": 7}]}'),
        ("POST", "/api/deck/repair", b'{"text": "4 Nexu", "keep": "Nexu"}'),
        ("POST", "/api/deck/repair", b'{"text": "4 Nexu", "keep": ["Nexu"], "out": ["Nexu"]}'),
        ("POST", "/api/deck/tune", b'{"text": "4 Nexu"}'),
        ("POST", "/api/deck/tune", b'{"text": "4 Nexu", "goal": "type:"}'),
        ("POST", "/api/deck/tune", b'{"text": "4 Nexu", "goal": " figure:all_arena"}'),
        ("POST", "/api/deck/tune", b'{"text": "4 Nexu", "goal": "cost<=2 >= 1", "changes": -1}'),
        ("POST", "/api/deck/tune", b'{"text": "4 Nexu", "goal": "cost<=2 >= 1", "changes": 41}'),
        ("POST", "/api/deck/tune", b'{"text": "4 Nexu", "goal": "cost<=2 >= 1", "keep": "Nexu"}'),
        ("POST", "/api/deck/tune", b'{"text": "", "goal": "cost<=2 >= 1", "same_size": true}'),
        ("POST", "/api/deck/odds", b'{"text": "4 Nexu", "condition": "type:"}'),
        ("POST", "/api/deck/hand", b'{"text": "", "seed": 1}'),
        ("POST", "/api/deck/setup", b'{"text": "", "seed": 1}'),
        ("POST", "/api/deck/setup", b'{"text": "4 Nexu", "choices": 7}'),
        ("POST", "/api/deck/setup", b'{"text": "4 Nexu", "choices": [true]}'),
        ("POST", "/api/deck/setup", b'{"text": "4 Nexu", "choices": [[[]]]}'),
        ("POST", "/api/deck/setup", b'{"text": "4 Nexu", "choices": [99]}'),
        ("POST", "/api/deck/setup", b'{"text": "4 Nexu", "against": "everybody"}'),
        ("POST", "/api/deck/setup", b'{"text": "4 Nexu", "against": "saved", "other": "no"}'),
        ("POST", "/api/deck/setup", b'{"text": "4 Nexu", "policy": "wild"}'),
        ("POST", "/api/deck/file?name=a.pdf", b"\0\1\2"),
        ("POST", "/api/deck/export", b'{"text": "4 Nexu", "to": "pdf"}'),
        ("POST", "/api/deck/export", b'{"text": "501x Nexu", "to": "proxies"}'),
        ("PUT", "/api/decks/%20", b'{"text": "4 Nexu"}'),
        ("GET", "/api/decks/nobody", None),
        ("GET", "/api/cards?q=type:", None),
        ("GET", "/api/cards?page=0", None),
        ("GET", "/api/cards?page=999999", None),
        ("GET", "/api/cards/Boba%20Fett", None),
        ("GET", "/api/collection?q=(", None),
        ("POST", "/api/collection/change", b'{"action": "burn", "name": "Nexu"}'),
        ("POST", "/api/collection/change", b'{"action": "add", "name": "Nexu", "quantity": -1}'),
        ("POST", "/api/collection/change", b'{"action": "remove", "name": "Nexu"}'),
        ("POST", "/api/collection/undo", b'{"batch": 99}'),
        ("POST", "/api/trades/first", b'{"action": "accept"}'),
        ("POST", "/api/trades/7", b'{"action": "accept"}'),
    ],
)
def test_bad_input_is_told_and_changes_nothing(
    looking: httpx.Client, method: str, path: str, body: bytes | None
) -> None:
    answer = looking.request(method, path, content=body)
    assert 400 <= answer.status_code < 500
    message = answer.json()["error"]
    assert message
    assert "Traceback" not in message
    assert looking.get("/api/collection").json()["state"] == 0


def test_every_address_is_described(looking: httpx.Client) -> None:
    described = looking.get("/api/openapi.json").json()["paths"]
    for endpoint in ENDPOINTS:
        assert endpoint.method.lower() in described[endpoint.path]


def test_foreign_text_stays_text(page: httpx.Client) -> None:
    bad = "<img src=x onerror=alert(1)>"
    page.put(f"/api/decks/{bad.replace('/', '')}", json={"text": f"4 {bad}\n", "game": "swtcg"})
    for path in ("/", f"/deck/{bad}", f"/cards?q={bad}", f"/collection?q={bad}", f"/cards/{bad}"):
        text = page.get(path).text
        assert bad not in text, path


def test_a_setup_played_by_hand_is_the_log_that_the_command_writes(page: httpx.Client) -> None:
    rebels, empire = (ROOT / "examples" / "decks" / name for name in ("rebels.dek", "empire.txt"))
    other = read(page, empire)
    page.put("/api/decks/Empire", json={"text": other["text"], "game": "swtcg"})
    asked = {
        "text": read(page, rebels)["text"],
        "game": "swtcg",
        "seed": 7,
        "policy": "greedy",
        "against": "saved",
        "other": "Empire",
    }
    choices: list[Any] = []
    found = page.post("/api/deck/setup", json=asked).json()
    while found["offer"] is not None:
        choices.append([] if found["offer"]["most"] is not None else 1)
        found = page.post("/api/deck/setup", json={**asked, "choices": choices}).json()
    typed = "".join("\n" if choice == [] else f"{choice}\n" for choice in choices)
    options = ("--seed", "7", "--policy", "human,greedy", "--json")
    ran = CliRunner().invoke(app, ["setup", str(rebels), str(empire), *options], input=typed)
    expected = json.loads(ran.stdout)
    for key in ("events", "result", "rules", "seed"):
        assert found["result"][key] == expected[key], key
    refused = page.post("/api/deck/setup", json={**asked, "choices": [*choices, 1]})
    assert "the setup is over" in refused.json()["error"]


def test_versions_of_a_saved_deck_are_those_of_the_history_and_can_be_compared(
    page: httpx.Client, tmp_path: Path
) -> None:
    texts = ("4 Kouhun\n2 Nexu\n", "# fast\n4 Kouhun\n", "3 Kouhun\n1 Boba Fett (A)\n")
    base = None
    for text in texts:
        asked = {"text": text, "game": "swtcg", "base": base}
        base = page.put("/api/decks/Mine", json=asked).json()["state"]
    page.put("/api/decks/Other", json={"text": "1 Nexu\n", "game": "swtcg"})
    versions = page.get("/api/decks/Mine/versions").json()["versions"]
    told = [one for one in printed("collection", "history")["batches"] if "Mine" in one["command"]]
    assert [(one["batch"], one["time"]) for one in versions] == [(one["batch"], one["time"]) for one in told]
    assert [one["cards"] for one in versions] == [4, 4, 6]
    batches = [one["batch"] for one in reversed(versions)]
    for batch, text in zip(batches, texts, strict=True):
        found = page.get(f"/api/decks/Mine/versions/{batch}").json()
        kept = page.post("/api/deck/check", json={"text": found["text"], "game": "swtcg"}).json()
        assert [f"{one['quantity']} {one['name']}" for one in kept["entries"]] == [
            row for row in text.splitlines() if row[0] != "#"
        ]
    for number, text in ((0, texts[0]), (2, texts[2])):
        (tmp_path / f"{number}.txt").write_text(text, encoding="utf-8")
    expected = printed("deck", "diff", tmp_path / "0.txt", tmp_path / "2.txt")["cards"]
    asked = {"a": batches[0], "b": batches[2]}
    assert page.get("/api/decks/Mine/difference", params=asked).json()["cards"] == expected
    typed: dict[str, Any] = {"text": texts[0], "game": "swtcg"}
    for sides, rows in (
        ({"a": batches[2]}, [(one["b"], one["a"]) for one in expected]),
        ({"b": batches[2]}, [(one["a"], one["b"]) for one in expected]),
        ({"a": batches[0]}, []),
        ({}, []),
    ):
        done = page.post("/api/decks/Mine/difference", json={**typed, **sides}).json()
        assert [(one["a"], one["b"]) for one in done["cards"]] == rows, sides
        assert (done["a"], done["b"]) == (str(sides.get("a", "text")), str(sides.get("b", "text")))
    foreign = page.get(f"/api/decks/Mine/versions/{batches[-1] + 1}")
    assert "left no version of the deck 'Mine'" in foreign.json()["error"]


def test_notes_and_maybe_board_are_kept_by_text_saved_deck_and_files_or_missed_aloud(
    page: httpx.Client,
) -> None:
    asked: dict[str, Any] = {"text": "# fast\n4 Kouhun\n# end\n", "game": "swtcg", "name": "Mine"}
    for path, more in (
        ("maybe", {"card": "nexu", "copies": 3}),
        ("maybe", {"card": "Nexu", "copies": -1, "deck": 1}),
        ("notes", {"notes": "faster\n\nend"}),
    ):
        found = page.post(f"/api/deck/{path}", json={**asked, **more}).json()
        asked["text"] = found["text"]
    assert found["notes"] == "faster\n\nend"
    assert [(one["quantity"], one["card"]) for one in found["maybe"]] == [(2, "Nexu")]
    assert found["report"]["counts"]["cards"] == 5  # the maybe-board is no part of the deck
    page.put("/api/decks/Mine", json={**asked, "format": "wotc"})
    saved = page.get("/api/decks/Mine").json()
    assert saved["format"] == "wotc"
    assert saved["notes"] == "faster\n\nend\nmaybe: 2 Nexu"
    for to, is_lost in (
        ("octgn-o8d", False),
        ("json", False),
        ("text", False),
        ("lackey-dek", True),
        ("csv", True),
    ):
        done = page.post("/api/deck/export", json={**asked, "to": to}).json()
        assert ("the notes are left out" in done["losses"]) == is_lost, to
        if not is_lost:
            data = base64.b64decode(done["data"])
            again = page.post(f"/api/deck/file?name=a.{to}&game=swtcg", content=data).json()
            assert "# maybe: 2 Nexu\n" in again["text"], to


def test_the_price_of_a_deck_is_what_the_owned_copies_cost(page: httpx.Client) -> None:
    with deckcheck.open() as cards:
        for copies, price, place in ((1, "2.50", "a"), (5, "1.25", "b"), (9, None, "c")):
            cards.collection.add(BOBA, copies, location=place, price=price, currency="EUR" if price else None)
        cards.collection.add("Nexu", 1)
    asked = {"text": f"6 {BOBA}\n3 Nexu\n1 No Such Card\n", "game": "swtcg"}
    prices = page.post("/api/deck/check", json=asked).json()["prices"]
    assert prices == {
        "paid": {"EUR": "8.75"},
        "priced": 6,
        "without_price": 1,
        "missing": 2,
        "unknown": 1,
        "not_compared": 0,
    }


def test_prices_in_several_currencies_are_neither_added_nor_compared(page: httpx.Client) -> None:
    held = (
        ("Nexu", 2, "900", "JPY"),
        ("Nexu", 2, "6.00", "EUR"),
        ("Nexu", 2, "7.50", "EUR"),
        (BOBA, 1, "1.00", None),
        (BOBA, 3, "5.00", "USD"),
        (BOBA, 2, "4.00", "EUR"),
        ("Kouhun", 4, "0.10", "EUR"),
        ("Kouhun", 1, "0.01", "USD"),
    )
    with deckcheck.open() as cards:
        for number, (name, copies, price, currency) in enumerate(held):
            cards.collection.add(name, copies, location=str(number), price=price, currency=currency)
    for text, paid, not_compared in (
        ("3 Nexu\n", {"EUR": "19.50"}, 1),  # never 2 for 900 yen because 900 > 7.50
        ("6 Nexu\n", {"EUR": "27.00", "JPY": "1800"}, 0),
        ("4 Nexu\n", {"EUR": "27.00"}, 1),
        (f"4 {BOBA}\n", {"EUR": "4.00", "USD": "15.00"}, 1),
        (f"5 {BOBA}\n", {"EUR": "8.00", "USD": "15.00"}, 1),
        (f"6 {BOBA}\n", {"": "1.00", "EUR": "8.00", "USD": "15.00"}, 0),
        ("1 Kouhun\n", {"EUR": "0.10"}, 1),
        (f"3 Nexu\n4 Kouhun\n2 {BOBA}\n", {"EUR": "27.90"}, 3),
    ):
        asked = {"text": text, "game": "swtcg"}
        prices = page.post("/api/deck/check", json=asked).json()["prices"]
        assert (prices["paid"], prices["not_compared"]) == (paid, not_compared), text
        assert prices["priced"] == sum(int(line.split()[0]) for line in text.splitlines())


def test_suggestions_are_narrowed_down_as_a_query_would(page: httpx.Client) -> None:
    with deckcheck.open() as cards:
        cards.collection.add("Snowspeeder Squad", 2)
        day = date(2022, 6, 19)
        for more, query in (
            ({"owned": "1"}, "cost<=7 owned>=1"),
            ({"type": "Ground", "side": "light"}, "cost<=7 type=ground side=light"),
            ({"legal": "printed", "on": str(day)}, "cost<=7 legal:printed"),
        ):
            found = page.get("/api/suggest", params={"q": "cost<=7", **more}).json()
            expected = cards.search(query, on=day)
            assert found["total"] == len(expected) > 0, query
            assert [one["name"] for one in found["cards"]] == [one.name for one in expected][:12]
        facets = page.get("/api/suggest", params={"q": "cost<=7", "type": "Character"}).json()["facets"]
        assert facets["type"]["Space"] == len(cards.search("cost<=7 type=space"))
        assert sum(facets["side"].values()) == len(cards.search("cost<=7 type=character"))


@pytest.mark.parametrize(
    "query", ["type=space side:light cost<4", "(set=AOTC or set=SR) rarity=R", "owned>=1 type=space"]
)
def test_a_facet_counts_what_there_would_be_without_it(page: httpx.Client, query: str) -> None:
    page.post("/api/collection/change", json={"action": "add", "name": "Bravo N-1 Starfighter"})
    parts = query.replace(" or ", "|").split()
    for _ in range(2):  # an answer that is kept is the same
        document = page.get("/api/cards", params={"q": query}).json()
        with deckcheck.open() as cards:
            assert document["total"] == len(cards.search(query))
            for facet, values in (("type", lambda card: [card.type]), ("set", lambda card: card.set_codes)):
                others = " ".join(part.replace("|", " or ") for part in parts if f"{facet}=" not in part)
                counted = Counter(value for card in cards.search(others) for value in values(card))
                assert all(counted[value] == number for value, number in document["facets"][facet].items())
                assert sum(counted.values()) >= sum(document["facets"][facet].values()) > 0
    page.post("/api/collection/change", json={"action": "add", "name": "Kouhun"})
    if "owned" in query:
        assert page.get("/api/cards", params={"q": "owned>=1"}).json()["total"] == 2


@pytest.mark.parametrize(
    ("file", "game", "condition"),
    [
        ("decks/rebels.dek", "swtcg", "type:space >= 1 and type:ground >= 1 and type:character >= 1"),
        ("sisters/guardians.txt", "swlcg", 'type:"Unit" >= 1'),  # not Objective: a pile of its own
        ("sisters/rey-and-finn.txt", "destiny", 'type:"Event" >= 1'),
        ("sisters/sg-1-from-memory.txt", "stargate", 'type:"Obstacle" >= 1'),
    ],
)
def test_odds_begin_with_a_condition_on_cards_that_can_be_drawn(
    looking: httpx.Client,
    database: Path,
    monkeypatch: pytest.MonkeyPatch,
    file: str,
    game: str,
    condition: str,
) -> None:
    monkeypatch.setenv("DECKCHECK_DB", str(database))
    data = (ROOT / "examples" / file).read_bytes()
    read = looking.post("/api/deck/file", params={"name": file, "game": game}, content=data).json()
    asked = {"text": read["text"], "game": game}
    found = looking.post("/api/deck/condition", json=asked).json()
    assert found["condition"] == condition
    odds = looking.post("/api/deck/odds", json={**asked, "condition": condition}).json()
    assert 0.5 < odds["probability"] < 1
    assert found["probability"] == pytest.approx(odds["probability"])
    value, error = (
        found["setup"].get("mean", found["setup"].get("estimate")),
        found["setup"]["standard_error"],
    )
    assert found["setup"]["figure"]
    with deckcheck.open(game=game) as cards:
        many = cards.setups(ROOT / "examples" / file, games=4_000, seed=9, jobs=1).told[1]
    assert value == pytest.approx(many.value, abs=6 * error)
    for text in ("", "3 No Such Card"):
        asked["text"] = text
        assert looking.post("/api/deck/condition", json=asked).json()["condition"] is None


@pytest.mark.parametrize("moves", [["keep", "turn", "turn"], ["mulligan", "keep"], ["draw"]])
def test_a_sample_hand_says_what_the_command_shows(
    looking: httpx.Client, database: Path, monkeypatch: pytest.MonkeyPatch, moves: list[str]
) -> None:
    monkeypatch.setenv("DECKCHECK_DB", str(database))
    rebels = ROOT / "examples" / "decks" / "rebels.dek"
    asked = {"text": read(looking, rebels)["text"], "game": "swtcg", "seed": 7}
    typed = "".join(f"{move[0]}\n" for move in moves) + "q\n"
    ran = CliRunner().invoke(app, ["goldfish", str(rebels), "--show", "--seed", "7"], input=typed)
    shown = " ".join(ran.stdout.split())
    found = looking.post("/api/deck/hand", json={**asked, "moves": moves}).json()
    assert len(found["steps"]) == len(moves) + 1
    for step in found["steps"]:
        assert " ".join(" ".join(step).split()) in shown
    if moves == ["draw"]:
        before = looking.post("/api/deck/hand", json=asked).json()
        assert found["hand"] == [*before["hand"], before["next"][0]]
    refused = looking.post("/api/deck/hand", json={**asked, "moves": ["turn"]})
    assert "expected one of keep, mulligan, draw" in refused.json()["error"]


def test_goldfish_and_composition_are_those_of_the_commands(
    looking: httpx.Client, database: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DECKCHECK_DB", str(database))
    rebels = ROOT / "examples" / "decks" / "rebels.dek"
    asked = {"text": read(looking, rebels)["text"], "game": "swtcg"}
    figures = looking.post("/api/deck/check", json=asked).json()["figures"]
    stats = printed("deck", "stats", rebels)
    assert figures == {"costs": stats["costs"], "types": stats["types"]}
    wanted = {"seed": 3, "hands": 100, "turns": 2}
    found = looking.post("/api/deck/goldfish", json={**asked, **wanted}).json()
    expected = printed("goldfish", rebels, "--seed", 3, "--hands", 100, "--turns", 2)
    for key in ("figures", "opening", "setup", "by_turn", "hands", "rules", "side"):
        assert found["goldfish"][key] == expected[key], key
    head, _, picture = found["plot"].partition(",")
    assert head == "data:image/svg+xml;base64"
    drawn = base64.b64decode(picture).decode()
    assert "100 hands" in drawn
    colours = set(re.findall(r'(?:fill|stroke)="(#\w+|white)"', drawn))
    assert colours == colours & set(DARK)
    for colour in colours:
        assert f'[fill="{colour}"]{{fill:{DARK[colour]}}}' in drawn
    narrow = looking.post("/api/deck/goldfish", json={**asked, **wanted, "narrow": True}).json()["plot"]
    phone = base64.b64decode(narrow.partition(",")[2]).decode()
    assert (size(drawn), size(phone)) == ("576 324", "256 324")
    assert re.findall(r'font-size="\S+"', phone) == re.findall(r'font-size="\S+"', drawn), (
        "no letter is smaller"
    )
    with deckcheck.open() as cards:
        cards.goldfish(rebels, seed=3, hands=100, turns=2).plot(tmp_path / "a.svg")
    assert "prefers-color-scheme" not in (tmp_path / "a.svg").read_text()
    many = looking.post("/api/deck/goldfish", json={**asked, "hands": 20_001})
    assert "at most 20,000 hands are played here" in many.json()["error"]


def size(drawn: str) -> str:
    """The width and height of a picture as it is drawn."""
    return drawn.partition('viewBox="0 0 ')[2].partition('"')[0]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_and_lines_of_a_plot_are_seen_in_both_schemes(scheme: str) -> None:
    """AA: 4.5 for words, 3 for lines and areas."""
    there = DARK if scheme == "dark" else {"white": "#ffffff"}
    for colour in (INK, FAINT):
        assert contrast(there.get(colour, colour), there["white"]) >= 4.5, colour
    for colour in (*ARENA_COLOURS.values(), *COLOURS, *OTHER_COLOURS):
        assert scheme == "light" or colour in DARK
        assert contrast(there.get(colour, colour), there["white"]) >= 3, colour
    assert DARK["white"] in (ROOT / "deckcheck" / "web" / "static" / "tokens.css").read_text()


@pytest.mark.parametrize(
    ("file", "game", "hands"), [("decks/rebels.dek", "swtcg", 4_200), ("sisters/guardians.txt", "swlcg", 300)]
)
def test_hands_played_in_several_chunks_are_those_of_the_command(
    looking: httpx.Client, database: Path, monkeypatch: pytest.MonkeyPatch, file: str, game: str, hands: int
) -> None:
    """Means and errors too: the counts of the chunks are added up before anything is divided."""
    monkeypatch.setenv("DECKCHECK_DB", str(database))
    deck = ROOT / "examples" / file
    where = {"name": deck.name, "game": game}
    read = looking.post("/api/deck/file", params=where, content=deck.read_bytes()).json()
    wanted = {"text": read["text"], "game": game, "seed": 5, "hands": hands, "turns": 1}
    found = looking.post("/api/deck/goldfish", json=wanted).json()["goldfish"]
    expected = printed("goldfish", deck, "--game", game, "--seed", 5, "--hands", hands, "--turns", 1)
    assert found["hands"] == expected["hands"] == hands
    assert found["figures"] == expected["figures"]
    share = next(one for one in found["figures"].values() if 0.1 < one.get("estimate", 0) < 0.9)
    spread = (share["estimate"] * (1 - share["estimate"]) / hands) ** 0.5
    assert share["standard_error"] == pytest.approx(spread, rel=0.01)


def test_a_file_is_of_the_game_that_it_says_or_its_names_do_and_else_of_that_of_the_page(
    looking: httpx.Client,
) -> None:
    sisters = ROOT / "examples" / "sisters"
    for name, page, game in (
        ("guardians.txt", "swlcg", "swlcg"),
        ("rey-and-finn.txt", "swlcg", "destiny"),
        ("guardians.txt", "", "swlcg"),
        ("unknown.txt", "", "swtcg"),
    ):
        data = b"4 Nobody\n" if name == "unknown.txt" else (sisters / name).read_bytes()
        asked = {"name": name, **({"game": page} if page else {})}
        assert looking.post("/api/deck/file", params=asked, content=data).json()["game"] == game


def test_what_cannot_be_read_or_found_explains_itself(looking: httpx.Client) -> None:
    half = b'<deck version="0.8"><superzone name="Deck"><card>\n'
    found = looking.post("/api/deck/file?name=half.dek", content=half).json()
    assert len(found["losses"]) == found["unread"] > 0
    assert all("could not be read and is left out" in one for one in found["losses"])
    empty = looking.post("/api/deck/file?name=a.txt", content=b"").json()["error"]
    assert empty == "a.txt: the file is empty, expected a deck list"
    banned = looking.get("/api/suggest", params={"q": "nexu", "legal": "dci"}).json()
    assert (banned["total"], banned["cards"]) == (0, [])
    assert "choose another format or day" in banned["problem"]
    nothing = looking.post("/api/deck/check", json={"text": "", "game": "swtcg"}).json()
    assert nothing["report"]["issues"][0]["message"] == "no cards in the zone Deck"


def test_a_deck_may_have_a_slash_in_its_name(page: httpx.Client) -> None:
    asked = {"text": "4 Kouhun\n", "game": "swtcg"}
    saved = page.put("/api/decks/Red%2FBlue", json=asked).json()
    assert saved["name"] == "Red/Blue"
    assert page.get("/api/decks/Red%2FBlue").json()["text"] == "4 Kouhun\n"
    versions = page.get("/api/decks/Red%2FBlue/versions").json()
    assert [one["batch"] for one in versions["versions"]] == [saved["batch"]]
    assert "Red/Blue" in page.get("/deck/Red%2FBlue").text
    assert page.get("/").text.count('href="/deck/Red%2FBlue?') == 1


def test_a_saved_deck_is_renamed_once_and_no_other_is_overwritten(page: httpx.Client) -> None:
    for name in ("One", "Two"):
        page.put(f"/api/decks/{name}", json={"text": "3 Nexu\n", "game": "swtcg"})
    state = page.get("/api/decks/One").json()["state"]
    assert page.post("/api/decks/One/name", json={"to": "Two"}).status_code == 409
    assert page.post("/api/decks/One/name", json={"to": "X", "base": "old"}).status_code == 409
    done = page.post("/api/decks/One/name", json={"to": "Three four", "base": state}).json()
    assert done["name"] == "Three four"
    assert done["state"] == page.get("/api/decks/Three four").json()["state"]
    assert {one["name"] for one in page.get("/api/decks").json()["decks"]} == {"Three four", "Two"}
    page.post("/api/collection/undo", json={"batch": done["batch"]})
    assert page.get("/api/decks/One").json()["text"] == "3 Nexu\n"
