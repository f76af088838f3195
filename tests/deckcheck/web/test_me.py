"""Players report from their phones: both, once, of their own match; and see what is theirs alone."""

import io
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import start_blocking_portal
from openpyxl import load_workbook

import deckcheck
from db.club.persons import list_persons
from db.club.reports import news_of_persons
from deckcheck.acts.league_changes import new_league
from deckcheck.acts.session import Session
from deckcheck.events.round_editor import TypedResult
from deckcheck.web.application import make_app
from deckcheck.web.serving import ServeOptions
from tests.conftest import ROOT
from tests.deckcheck.web.conftest import made_in
from tests.deckcheck.web.test_permissions import ELSEWHERE, HERE, WORD, Browser, Club

REBELS = ROOT / "examples" / "decks" / "rebels.dek"
ODD = "<b>Zoé</b> \u05d0\u05d1"
"""A name of HTML and right-to-left letters; marks that turn text around are refused in names."""


def two_tables(cards: Session) -> dict[str, str]:
    event = cards.events.new(HERE, day="2004-06-19")
    for player in ("Ada", "Bo", "Cy", ODD, "Eve"):
        event.register_files(player, [REBELS] if player == "Ada" else ())
    event.pair(7, by_hand=["Ada - Bo", f"Cy - {ODD}", "Eve"], reason="a test")
    event.publish()
    cards.events.new(ELSEWHERE, day="2004-06-19")
    cards.people.join(HERE)
    return {name: cards.people.link(name).address() for name in ("Ada", "Bo", "Cy", ODD, "Eve")}


@pytest.fixture
def club(own: Path) -> Iterator[Club]:
    """Four players at two tables and one with a bye, each with a link; the organiser has logged in."""
    links = made_in(own, two_tables)
    app = make_app(ServeOptions(database=own, password=WORD))
    with start_blocking_portal() as loop:
        clients = {name: Browser(loop, app, "10.0.0.1") for name in (*links, "desk")}
        for name, link in links.items():
            assert clients[name].get(link).status_code == 303
        assert clients["desk"].post("/login", data={"password": WORD}).status_code == 303
        yield Club(loop, app, clients, links)
        app.state.thread.end()


def match(browser: Browser) -> dict[str, Any]:
    (event,) = browser.get("/api/me").json()["events"]
    found: dict[str, Any] = event["match"]
    return found


def report(
    browser: Browser, result: str, was: str = "", change: str = "", **sent: object
) -> tuple[int, object]:
    asked = {"event": HERE, "round": 1, "result": result, "was": was, **sent}
    headers = {"X-Deckcheck-Change": change} if change else {}
    answer = browser.request("POST", "/api/me/report", json=asked, headers=headers)
    found = answer.json()
    return answer.status_code, found["made_before"] if "made_before" in found else found.get("set", found)


def desk(club: Club) -> dict[str, Any]:
    found: dict[str, Any] = club.clients["desk"].get(f"/api/events/{HERE}").json()
    return found


def test_the_organiser_who_opens_a_link_acts_for_that_player_at_events_alone(club: Club, own: Path) -> None:
    """Also where no password is asked for: nothing of the player's own is taken for the organiser's."""
    with deckcheck.open(own, person="Ada") as cards:
        cards.collection.add("Boba Fett (A)", 3)
    app = make_app(ServeOptions(database=own))
    alone = Browser(club.loop, app, "127.0.0.1")
    for browser in (alone, club.clients["desk"]):
        assert browser.get(club.links["Ada"]).headers["location"] == "/me"
        shown = browser.get("/me").text
        assert "<h1>Ada</h1>" in shown
        assert 'href="/trades"' not in shown.partition("<main")[2]
        assert browser.get("/api/collection").json()["holdings"] == []
    assert "/trades" in club.clients["Ada"].get("/me").text.partition("<main")[2]
    assert report(alone, "2-0") == (200, None)
    assert match(club.clients["Ada"])["state"] == "reported"
    app.state.thread.end()


def test_equal_reports_set_the_match_and_the_desk_sees_it(club: Club) -> None:
    ada, bo = club.clients["Ada"], club.clients["Bo"]
    assert [match(ada)[key] for key in ("table", "opponent", "state")] == [1, "Bo", "open"]
    assert report(ada, "2-0") == (200, None)
    assert (match(ada)["state"], match(bo)["state"]) == ("reported", "waiting")
    assert match(bo)["reported"] == ""  # what the other says is not told before one has said it oneself
    assert report(bo, "0-2") == (200, "0-2")
    assert (match(ada)["result"], match(bo)["result"], match(bo)["state"]) == ("2-0", "0-2", "set")
    assert (desk(club)["open_tables"], desk(club)["calls"]) == ([2], [])
    with deckcheck.open() as cards:
        last = cards.events.get(HERE).history()[-1]
        assert (last.command, last.who) == ("event result Bo=0-2", "Bo")
        cards.events.get(HERE).undo()
    assert desk(club)["open_tables"] == [1, 2]


def test_different_reports_call_the_organiser_who_decides_once(club: Club) -> None:
    ada, bo = club.clients["Ada"], club.clients["Bo"]
    report(ada, "2-0")
    assert report(bo, "2-0") == (200, None)
    assert match(bo)["state"] == "differs"
    (call,) = desk(club)["calls"]
    assert (call["table"], [one["result"] for one in call["reports"]]) == (1, ["2-0", "0-2"])
    page = club.clients["desk"].get(f"/events/{HERE}?step=rounds").text
    assert "Table 1 calls you: Ada reports 2-0, Bo reports 0-2." in page
    done = club.clients["desk"].post(f"/api/events/{HERE}", json={"text": "1 2 0"})
    assert done.status_code == 200
    assert (desk(club)["calls"], match(bo)["state"], match(bo)["result"]) == ([], "set", "0-2")
    # What is set is corrected by the organiser alone, who is asked by a report.
    assert report(bo, "1-1") == (200, "0-2")
    assert (match(bo)["state"], match(ada)["result"]) == ("asked", "2-0")
    (call,) = desk(club)["calls"]
    assert (call["result"], call["reports"][0]["result"]) == ("2-0", "1-1")
    club.clients["desk"].post(f"/api/events/{HERE}", json={"text": "1 2 0"})
    assert desk(club)["calls"] == []


def test_a_report_is_made_once_and_an_old_one_does_not_take_the_place_of_a_new_one(club: Club) -> None:
    """A phone without a network sends again what may have arrived, and perhaps late."""
    ada = club.clients["Ada"]
    assert report(ada, "2-0", change="first") == (200, None)
    assert report(ada, "2-0", change="first") == (200, True)
    assert report(ada, "1-1", "2-0", change="second") == (200, None)
    assert report(ada, "2-0", change="first") == (200, True)
    assert match(ada)["reported"] == "1-1"
    late = report(ada, "0-2", change="third, made before the second")
    assert (late[0], "you have reported 1-1 since" in str(late[1])) == (409, True)
    assert report(ada, "2-0", "1-1", round=2)[0] == 409
    assert match(ada)["reported"] == "1-1"


@pytest.mark.parametrize(
    ("who", "sent"),
    [
        ("Eve", {"result": "2-0"}),  # has a bye
        ("Ada", {"result": "9-9"}),
        ("Ada", {"result": "none"}),
        ("Ada", {"result": ""}),
        ("Ada", {"result": "2-0", "round": 0}),
        ("Ada", {"result": "2-0", "event": ELSEWHERE}),
        ("Ada", {"result": "2-0", "event": "Nothing"}),
        ("Ada", {"result": "2-0", "player": "Cy", "table": 2}),
    ],
)
def test_nobody_reports_for_another_table_event_or_player(club: Club, who: str, sent: dict[str, Any]) -> None:
    answer = club.clients[who].post("/api/me/report", json={"event": HERE, "round": 1, **sent})
    assert (answer.status_code == 200) == ("table" in sent)  # what is not asked for is not looked at
    assert ELSEWHERE not in answer.text.replace(str(sent.get("event", "")) or "-", "")
    assert [match(club.clients[one])["state"] for one in ("Cy", ODD)] == ["open", "open"]
    assert desk(club)["open_tables"] == [1, 2]
    anybody = Browser(club.loop, club.app, "10.0.0.2")
    assert report(anybody, "2-0")[0] == 401
    assert report(club.clients["desk"], "2-0")[0] == 403


def test_a_report_of_a_match_that_was_repaired_counts_for_no_other(club: Club) -> None:
    """Who was swapped to another table has not played there yet."""
    assert report(club.clients["Bo"], "0-2") == (200, None)
    with deckcheck.open() as cards:
        cards.events.get(HERE).swap("Bo", "Cy", "a wrong seat")
    assert match(club.clients["Bo"])["state"] == "open"
    assert report(club.clients["Cy"], "0-2") == (200, None)
    assert report(club.clients["Ada"], "2-0") == (200, "2-0")
    assert match(club.clients[ODD])["state"] == "open"


def test_draws_concessions_byes_and_drops(club: Club) -> None:
    cy, odd = club.clients["Cy"], club.clients[ODD]
    assert match(club.clients["Eve"])["state"] == "bye"
    assert {"2-0", "1-1", "draw"} <= {*match(cy)["possible"]}
    assert report(cy, "draw") == (200, None)
    assert report(odd, "draw", drop=True) == (200, "draw")
    (mine,) = odd.get("/api/me").json()["events"]
    assert mine["dropped"] == 1
    assert report(club.clients["Bo"], "", concede=True) == (200, "0-2")
    assert match(club.clients["Ada"])["result"] == "2-0"
    assert desk(club)["open_tables"] == []


def test_each_phone_hears_of_what_is_on_its_own_page_and_of_nothing_else(club: Club, own: Path) -> None:
    """Two hundred phones that all ask again after every result are more than a server bears."""
    ids = {one.name: one.id for one in list_persons(own)}
    known = news_of_persons(own)

    def heard() -> set[str]:
        nonlocal known
        before, known = known, news_of_persons(own)
        return {name for name, ident in ids.items() if before[ident] != known[ident]}

    with deckcheck.open() as cards:
        event = cards.events.get(HERE)
        report(club.clients["Ada"], "2-0")
        assert heard() == {"Ada", "Bo"}
        report(club.clients["Bo"], "2-0")
        assert heard() == {"Ada", "Bo"}
        club.clients["desk"].post(f"/api/events/{HERE}", json={"text": "1 2 0"})
        assert heard() == {"Ada", "Bo"}
        event.note("Eve", "slow play", penalty="warning")
        assert heard() == {"Eve"}
        event.drop("Cy")
        assert heard() == {"Cy"}
        event.register_files("Bo", [REBELS])
        assert heard() == {"Bo"}
        event.start_clock(50)
        assert heard() == {*ids}
        event.enter_results([TypedResult("2", "2-0")])
        assert heard() == {*ids}  # the round is over: places are told
        event.pair(8)
        assert heard() == set()
        event.publish()
        assert heard() == {*ids}
        event.undo(reason="a test")
        assert heard() == {*ids}
        cards.events.get(ELSEWHERE).register_files("Flo")
        assert heard() == set()
        cards.people.remove("Eve")
        assert ids["Eve"] not in news_of_persons(own)


def test_names_are_shown_as_they_are_and_the_page_works_without_scripts(club: Club) -> None:
    page = club.clients["Cy"].get("/me").text
    assert "&lt;b&gt;Zoé&lt;/b&gt;" in page
    assert "<b>Zoé" not in page
    shown = club.clients["Ada"].get("/me").text
    assert "illegal" in shown or "legal" in shown
    assert "Cy" not in shown.partition("<main")[2]
    assert 'href="/hand-in?event=Spring%20Open"' not in shown  # a round is published


def test_names_of_html_and_turned_letters_do_nothing_on_any_page_of_the_club(club: Club) -> None:
    """On the desk, the screen, the people's page and its history, with a note and a call, in a league."""
    with deckcheck.open() as cards:
        event = cards.events.get(HERE)
        event.note(ODD, "<img src=x onerror=alert(1)> \u202e\u2066", penalty="warning")
        cards.people.rename("Bo", "<script>alert(2)</script>")
        new_league(cards, "Season <i>", [HERE])
    report(club.clients["Cy"], "2-0")
    report(club.clients[ODD], "2-0")
    own, desk_of = club.clients[ODD], club.clients["desk"]
    pages = [own.get(path).text for path in ("/me", f"/screen/{HERE}")]
    steps = ("players", "lists", "rounds", "standings", "export")
    pages += [desk_of.get(f"/events/{HERE}?step={step}").text for step in steps]
    pages += [
        desk_of.get(path).text for path in ("/people", "/history?what=events", "/leagues/Season%20%3Ci%3E")
    ]
    pages += [page.decode() for page in event.web_pages().values()]
    for page in pages:
        assert not re.search(r"<b>Zo|<img src=x|<script>alert|<i>", page)
    assert sum("&lt;b&gt;Zo" in page for page in pages) >= 8
    assert "&lt;script&gt;alert(2)" in pages[7]


def test_own_lists_are_handed_in_until_the_start_and_those_of_nobody_else(club: Club) -> None:
    with deckcheck.open() as cards:
        cards.events.get(ELSEWHERE).register_files("Ada")
        cards.people.join(ELSEWHERE, ["Ada"], same=True)
    ada, bo = club.clients["Ada"], club.clients["Bo"]
    page = ada.get(f"/hand-in?event={ELSEWHERE}").text
    number = page.partition('name="player" value="')[2].partition('"')[0]
    text = {"player": number, "list-light": REBELS.read_text(encoding="utf-8")}
    checked = ada.post(f"/hand-in?event={ELSEWHERE}", data={**text, "action": "check"}).text
    mark = checked.partition('name="tried" value="')[2].partition('"')[0]
    for _ in range(2):
        sent = ada.post(f"/hand-in?event={ELSEWHERE}", data={**text, "action": "send", "tried": mark}).text
        assert "✓ sent" in sent
    assert bo.get(f"/hand-in?event={ELSEWHERE}").status_code == 404
    with deckcheck.open() as cards:
        cards.events.get(ELSEWHERE).lock()
    assert "is closed" in ada.get(f"/hand-in?event={ELSEWHERE}").text


def test_notes_of_the_staff_are_seen_by_nobody_else_and_a_penalty_by_whom_it_is_for(club: Club) -> None:
    """Not on a phone, the screen or the public pages, in no file for players, and in no draw to come."""
    with deckcheck.open() as cards:
        event = cards.events.get(HERE)
        event.note("Ada", "watch her hands")
        event.note("Ada", "slow play", penalty="warning")
        event.spot_check(5, 424242)
        event.show_lists(shown=True)
        public = [*map(bytes.decode, event.web_pages().values()), event.file(".txt").decode()]
    players = [club.clients[name] for name in ("Ada", "Bo")]
    shown = [one.get(path).text for one in players for path in ("/me", "/api/me", f"/screen/{HERE}")]
    for one in players:
        with zipfile.ZipFile(io.BytesIO(one.get("/me/data.zip").content)) as archive:
            shown += [archive.read(name).decode("latin-1") for name in archive.namelist()]
    for text in (*public, *shown):
        assert not re.search("watch her|deck check|spot|424242", text)
    told = [text for text in shown if "slow play" in text]
    assert len(told) == 4  # her page, its document, and both files of hers
    assert not [text for text in public if "slow play" in text]
    staff = club.clients["desk"].get(f"/events/{HERE}?step=rounds").text
    assert all(text in staff for text in ("watch her hands", "slow play", "drawn by seed 424242"))


def test_all_that_is_kept_of_a_person_is_theirs_as_a_file(club: Club) -> None:
    report(club.clients["Ada"], "2-0")
    report(club.clients["Bo"], "0-2")
    with deckcheck.open(person="Ada") as ada:
        ada.collection.add("Boba Fett (A)", 3, set_code="AOTC")
        ada.decks.save(REBELS, "Mine")
    with zipfile.ZipFile(io.BytesIO(club.clients["Ada"].get("/me/data.zip").content)) as archive:
        names = archive.namelist()
        (deck,) = [name for name in names if "/lists/" in name]
        assert archive.read(deck) == REBELS.read_bytes()
        assert archive.read(f"{HERE}/sheet.pdf").startswith(b"%PDF")
        results = json.loads(archive.read(f"{HERE}/results.json"))
        assert results == [{"round": 1, "table": 1, "opponent": "Bo", "result": "2-0"}]
        assert len(json.loads(archive.read("swtcg/history.json"))) == 2
        assert [one for one in names if one.startswith("swtcg/decks/") and "Mine" in one]
        sheet = load_workbook(io.BytesIO(archive.read("swtcg/collection.xlsx"))).worksheets[0]
        assert "Boba Fett (A)" in [cell.value for row in sheet.iter_rows() for cell in row]
    with zipfile.ZipFile(io.BytesIO(club.clients["Cy"].get("/me/data.zip").content)) as archive:
        assert archive.namelist() == ["me.json", f"{HERE}/results.json"]


def test_who_has_borrowed_cards_sees_them_and_nobody_elses(club: Club) -> None:
    """A loan that only the lender remembers is forgotten."""
    with deckcheck.open() as cards:
        cards.collection.add("Boba Fett (A)", 3, set_code="AOTC", location="my safe")
        cards.collection.lend("Boba Fett (A)", "ada", 2, until="2004-07-01")
    (loan,) = club.clients["Ada"].get("/api/me").json()["lent"]
    assert (loan["name"], loan["quantity"], loan["until"], loan["late"]) == (
        "Boba Fett (A)",
        2,
        "2004-07-01",
        True,
    )
    assert "Boba Fett" in (page := club.clients["Ada"].get("/me").text)
    assert "my safe" not in page
    assert club.clients["Bo"].get("/api/me").json()["lent"] == []
    with deckcheck.open() as cards:  # whoever is called otherwise by now still has them
        cards.people.rename("Ada", "Ada Lovelace")
    assert club.clients["Ada"].get("/api/me").json()["lent"] == [loan | {"to": "Ada Lovelace"}]


def test_three_phones_agree_on_a_trade_and_a_late_or_repeated_acceptance_does_no_harm(club: Club) -> None:
    """Ada finds it, Bo has fewer, all accept what is there then; the organiser is in none of it."""
    gives = {"Ada": "Boba Fett (A)", "Bo": "Zam Wesell (A)", "Cy": "Yoda (A)"}
    for name, wanted in zip(gives, ("Yoda (A)", "Boba Fett (A)", "Zam Wesell (A)"), strict=True):
        with deckcheck.open(person=name) as own:
            own.collection.add(gives[name], 3, for_trade=2, set_code="AOTC", location=f"safe of {name}")
            own.collection.want(wanted, 2)
    ada, bo, cy = (club.clients[name] for name in gives)
    (trade,) = ada.post("/api/trades", json={}).json()["trades"]
    number, old = trade["trade"], {"action": "accept", "version": trade["version"]}
    address = f"/api/trades/{number}"
    assert [one["quantity"] for one in trade["cards"]] == [2, 2, 2]
    page = bo.get("/trades").text
    assert 'data-act="accept"' in page
    assert "safe of" not in page
    less = {"action": "change", "version": 1, "lines": {"1": 1, "2": 1, "3": 1}}
    assert bo.post(address, json=less).json()["trades"][0]["version"] == 2
    assert cy.post(address, json=old).status_code != 200
    new = {"action": "accept", "version": 2}
    assert cy.post(address, json=new).json()["trades"][0]["state"] == "open"
    headers = {"X-Deckcheck-Change": "accepted once"}
    for _ in range(2):
        assert ada.request("POST", address, json=new, headers=headers).status_code == 200
    assert ada.get("/api/trades").json()["trades"][0]["state"] == "done"
    with deckcheck.open(person="Ada") as own:
        held = {one.card: one.facts.quantity for one in own.collection.stored.holdings}
    assert held == {"Boba Fett (A)": 2, "Yoda (A)": 1}
    assert cy.post(address, json={"action": "undo"}).json()["trades"][0]["state"] == "undone"
    assert club.clients["desk"].get("/api/trades").json()["trades"] == []
    with zipfile.ZipFile(io.BytesIO(ada.get("/me/data.zip").content)) as archive:
        assert json.loads(archive.read("trades.json")) == ada.get("/api/trades").json()
