"""What guests, late tabs and odd names meet: nothing private, nothing overwritten, a line each."""

import csv
import io
import re
import shutil
import zipfile
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from starlette.routing import Route

import deckcheck
from deckcheck.events.public import seen_by_players
from deckcheck.web.application import make_app
from deckcheck.web.serving import ServeOptions
from tests.conftest import ROOT
from tests.deckcheck.web.conftest import Client

LISTS = ROOT / "examples" / "event" / "lists"
EVENT = "/api/events/Spring Open"


@pytest.fixture
def paired(own: Path) -> str:
    """An event whose first round is paired and not published; the name of a player."""
    with deckcheck.open() as cards:
        event = cards.events.new("Spring Open", day="2004-06-19")
        event.import_players(LISTS)
        event.lock()
        event.pair(7)
        assert not seen_by_players(event.stored).rounds
        return next(iter(event.stored.players.values())).name


def test_guests_see_of_an_event_what_is_published_and_no_list(serving: Client, paired: str) -> None:
    """A club's read-only page is open to players: lists and rounds to come are the organiser's."""
    guest = serving(read_only=True)
    assert guest.get(EVENT).status_code == 403
    desk = guest.get("/events/Spring Open")
    assert (desk.status_code, desk.headers["location"]) == (303, "/screen/Spring%20Open")
    for paper in ("judge", "registration", "player", "tables", "slips"):
        assert guest.get(f"/events/Spring Open/paper/{paper}.pdf").status_code == 404
    assert paired not in guest.get("/screen/Spring Open").text.split("Standings")[0]
    assert 'href="/screen/Spring%20Open"' in guest.get("/events").text
    assert 'href="/events/' not in guest.get("/events").text
    assert guest.get("/api/events").json()["events"][0]["event"] == "Spring Open"
    assert serving().get("/events/Spring Open/paper/judge.pdf").content.startswith(b"%PDF")


@pytest.mark.usefixtures("paired")
def test_a_late_desk_is_told_and_undoes_or_enters_nothing(page: httpx.Client) -> None:
    """Two organisers, or two clicks on Undo: the second is about what is no longer so."""
    state = page.get(EVENT).json()["state"]
    published = page.post(EVENT, json={"action": "publish", "base": state}).json()
    late = page.post(EVENT, json={"action": "undo", "base": state})
    assert late.status_code == 409
    assert page.get(EVENT).json()["published"]
    assert f'data-state="{published["state"]}" data-round="1"' in page.get("/events/Spring Open").text
    for text in ("1 2 0", "2 2 0"):  # typed at two desks: each knows the round, not the other
        typed = {"action": "result", "text": text, "round": 1, "base": published["state"]}
        assert page.post(EVENT, json=typed).status_code == 200
    wrong = page.post(EVENT, json={"action": "result", "text": "3 2 0", "round": 2})
    assert (wrong.status_code, page.get(EVENT).json()["open_tables"]) == (409, [3, 4])
    for base in (-1, "x", True):
        assert page.post(EVENT, json={"action": "undo", "base": base}).status_code == 400


@pytest.mark.parametrize("name", ["Red/Blue", "a/versions", "x/name", "a\"b'<b>", "%2e%2e", "q?x#y", "a\\b"])
def test_names_with_signs_of_addresses_are_opened_as_they_are(page: httpx.Client, name: str) -> None:
    sent = "".join(f"%{byte:02X}" for byte in name.encode())
    asked = {"text": "4 Kouhun\n", "game": "swtcg"}
    saved = page.put(f"/api/decks/{sent}", json=asked).json()
    assert page.get(f"/api/decks/{sent}").json()["state"] == saved["state"]
    assert len(page.get(f"/api/decks/{sent}/versions").json()["versions"]) == 1
    assert "4 Kouhun" in page.get(f"/deck/{sent}").text
    assert page.delete(f"/api/decks/{sent}", params={"base": saved["state"]}).status_code == 200
    page.post("/api/events", json={"name": name, "on": "2004-06-19"})
    assert page.get(f"/api/events/{sent}").json()["event"] == name
    for address in ("/events/{}", "/screen/{}", "/events/{}/paper/registration.pdf"):
        assert page.get(address.format(sent)).status_code == 200, address


def test_a_list_of_decks_that_is_behind_deletes_nothing(page: httpx.Client) -> None:
    page.put("/api/decks/Mine", json={"text": "4 Kouhun\n", "game": "swtcg"})
    state = page.get("/").text.partition('data-state="')[2].partition('"')[0]
    assert state == page.get("/api/decks/Mine").json()["state"]
    page.put("/api/decks/Mine", json={"text": "4 Nexu\n", "game": "swtcg", "base": state})
    assert page.delete("/api/decks/Mine", params={"base": state}).status_code == 409
    assert page.get("/api/decks/Mine").json()["text"] == "4 Nexu\n"


@pytest.mark.parametrize("path", ["/nowhere", "/deck/nothing", "/events/nothing", "/screen/nothing"])
def test_a_page_that_is_not_there_says_so_as_a_page(looking: httpx.Client, path: str) -> None:
    answer = looking.get(path)
    assert (answer.status_code, answer.headers["content-type"][:9]) == (404, "text/html")
    assert 'role="alert"' in answer.text
    assert 'href="/"' in answer.text
    for address in ("/api/nowhere", "/api/decks/nothing", "/api/events/nothing"):
        assert looking.get(address).json()["schema"] == "deckcheck.error/1", address
        assert looking.get(address).status_code == 404, address


@pytest.mark.parametrize("body", [b'{"text": "\\ud800"}', b'{"text": "4 Nexu", "name": "\\uDFFF"}'])
def test_half_a_character_is_refused_in_a_line(looking: httpx.Client, body: bytes) -> None:
    for path in ("/api/deck/check", "/api/deck/odds", "/api/deck/setup"):
        answer = looking.post(path, content=body)
        assert (answer.status_code, "the body is not JSON" in answer.text) == (400, True)
    whole = looking.post("/api/deck/check", content=b'{"text": "# \\ud83d\\ude00\\n4 Nexu"}')
    assert whole.json()["notes"] == "\N{GRINNING FACE}"


def test_a_bug_is_one_line_under_the_same_rules(
    serving: Client, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from deckcheck.acts.session import Session

    def broken(_self: Session, *_asked: Any, **_options: Any) -> None:
        raise ZeroDivisionError

    page = serving()
    monkeypatch.setattr(Session, "card_page", broken)
    answer = page.get("/api/cards/Nexu")
    assert (answer.status_code, answer.json()["schema"]) == (500, "deckcheck.error/1")
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "ZeroDivisionError" not in answer.text
    capfd.readouterr()


def test_a_list_of_nobody_keeps_nobody_waiting(
    looking: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Near names take long to find; they were looked for at each line, twice, while others wait."""
    from deckcheck.suggest import Suggester

    asked: list[str] = []

    def suggest(_self: Suggester, name: str) -> tuple[str, ...]:
        asked.append(name)
        return ()

    monkeypatch.setattr(Suggester, "suggest", suggest)
    names = "".join(f"1 Nobody {number}\n" for number in range(300))
    done = looking.post("/api/deck/edit", json={"text": names, "game": "swtcg", "card": "Nexu", "copies": 1})
    assert done.json()["text"] == f"{names}1 Nexu\n"
    assert 0 < len(asked) <= 3 * 60
    many = looking.post("/api/deck/check", json={"text": "1 Nexu\n" * 10_001})
    assert (many.status_code, "10,001 lines" in many.text) == (400, True)


def test_a_name_that_turns_the_text_around_is_written_out(page: httpx.Client) -> None:
    """It would be shown as another deck's name: `live` for `evil` behind U+202E."""
    page.put("/api/decks/%E2%80%AEevil", json={"text": "4 Kouhun\n", "game": "swtcg"})
    for path in ("/", "/history", "/history/1"):
        text = page.get(path).text
        assert "\\u202eevil" in text, path
        seen = text.partition("<main")[2].replace('value="\u202eevil"', "").partition('data-name="')[0]
        assert "\u202e" not in seen, path
    assert "/deck/%E2%80%AEevil?" in page.get("/").text


def test_the_verdict_and_its_problems_are_read_without_scripts(page: httpx.Client) -> None:
    page.put("/api/decks/Mine", json={"text": "4 Kouhun\n", "game": "swtcg"})
    text = page.get("/deck/Mine").text
    assert "✗ illegal · 4 cards" in re.sub("<[^>]+>", "", text)
    problems = text.partition('<ul id="problems">')[2].partition("</ul>")[0]
    report = page.post("/api/deck/check", json={"text": "4 Kouhun\n"}).json()["report"]
    assert len(report["issues"]) > 2
    for issue in report["issues"]:
        assert f">{issue['message']}" in problems
    assert "<noscript>" in text


@pytest.mark.parametrize("name", [".", ".."])
def test_names_that_no_address_can_have_are_refused(page: httpx.Client, name: str) -> None:
    """Browsers take them for the place above: such a deck could never be opened or deleted."""
    event = page.post("/api/events", json={"name": name, "on": "2004-06-19"})
    assert (event.status_code, "no address can have" in event.text) == (400, True)
    page.put("/api/decks/Mine", json={"text": "4 Kouhun\n", "game": "swtcg"})
    renamed = page.post("/api/decks/Mine/name", json={"to": name})
    assert (renamed.status_code, "no address can have" in renamed.text) == (400, True)


FOLDER = "home-of-the-owner"
ASKED = {
    "batch": ["1", "2", "3", "4", "99"],
    "digest": ["0" * 64],
    "name": ["Mine", "Spring Open", "Nexu", "Worker Bee", "?"],
    "number": ["1", "x"],
    "path": ["a.jpg", "../own.sqlite"],
    "token": ["nobody"],
}
"""What is put for the parts of addresses: things that are there, and things that are not."""


@pytest.fixture
def at_home(database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database in a folder of its own; sheet, deck, card list and lists of an event come from it."""
    home = tmp_path / FOLDER
    shutil.copytree(LISTS, home / "lists")
    shutil.copy(database, own := home / "own.sqlite")
    monkeypatch.setenv("DECKCHECK_DB", str(own))
    with (sheet := home / "mine.csv").open("w", newline="") as file:
        csv.writer(file).writerows([["Quantity", "Name", "Set"], [2, "Nexu", "AOTC"]])
    bees, deck = home / "beekeepers.csv", home / "rebels.dek"
    shutil.copy(ROOT / "examples" / "sources" / "beekeepers.csv", bees)
    shutil.copy(ROOT / "examples" / "decks" / "rebels.dek", deck)
    with deckcheck.open() as cards:
        cards.sources.import_cards(bees, set_code="BEES", name="bees").apply()
        assert cards.collection.import_sheet(sheet).apply().batch
        cards.decks.save(deck, "Mine", reserve=True)
        event = cards.events.new("Spring Open", day="2004-06-19")
        event.import_players(home / "lists")
        event.lock()
        event.pair(7)
        event.publish()
    return own


def addresses(options: ServeOptions) -> set[str]:
    """Each address of a page that is read, with things that are there and some that are not."""
    found = set()
    for route in make_app(options).routes:
        if not isinstance(route, Route) or "GET" not in (route.methods or ()):
            continue  # files of the program, and what is sent
        parts = list(route.param_convertors)
        for values in product(*(ASKED[part] for part in parts)):
            path = re.sub(r"\{\w+(:\w+)?\}", "{}", route.path)
            found.add(path.format(*(quote(value) for value in values)))
    return found


def shown(answer: httpx.Response) -> str:
    """All that an answer says, also within a workbook."""
    if not answer.content.startswith(b"PK"):
        return f"{answer.headers}{answer.text}"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as book:
        return "".join(book.read(name).decode() for name in book.namelist())


def test_no_guest_learns_of_a_folder_of_the_machine(serving: Client, at_home: Path) -> None:
    """Whoever imports a sheet from their home does not publish where that is."""
    guest = serving(read_only=True, database=at_home, pictures=at_home.parent)
    asked = addresses(ServeOptions(database=at_home, read_only=True))
    assert len(asked) > 80
    for path in sorted(asked):
        assert FOLDER not in shown(guest.get(path)), path
    for path in ("/history", "/history/1"):
        assert "mine.csv" in guest.get(path).text
    kept = guest.get("/api/collection/history").json()["batches"]
    assert [one["source"] for one in kept] == [None, "mine.csv"]
    assert guest.get("/api/collection/history/1").json()["source"] == "mine.csv"
    own = serving(database=at_home).get("/api/collection/history/1").json()
    assert own["source"] == str(at_home.parent / "mine.csv")
