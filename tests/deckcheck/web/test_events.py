"""An event run from the page: typed results, and players who see what is published, no more."""

import base64
import html
import json
import re

import httpx
import pytest
from typer.testing import CliRunner

import deckcheck
from deckcheck.acts import pools
from deckcheck.acts.errors import DeckcheckError
from deckcheck.acts.event_lines import read_line, read_result
from deckcheck.cli.main import app
from deckcheck.web.paper import PAPERS
from tests.conftest import ROOT
from tests.deckcheck.web.conftest import Client

LISTS = ROOT / "examples" / "event" / "lists"


@pytest.fixture
def event(page: httpx.Client) -> str:
    with deckcheck.open() as cards:
        cards.events.new("Spring Open", day="2004-06-19").import_players(LISTS)
    return "/api/events/Spring Open"


def act(page: httpx.Client, event: str, action: str, text: str = "", reason: str = "") -> httpx.Response:
    return page.post(event, json={"action": action, "text": text, "reason": reason})


def test_a_round_is_paired_published_typed_and_undone(page: httpx.Client, event: str) -> None:
    listed = CliRunner().invoke(app, ["event", "list", "--json"]).stdout
    assert page.get("/api/events").json() == json.loads(listed)
    act(page, event, "lock")
    paired = act(page, event, "pair").json()
    names = paired["pairings"]["tables"][0]["players"]
    assert not paired["published"]
    assert names[0] not in page.get("/screen/Spring Open").text.split("Standings")[0]
    early = act(page, event, "result", "1 2 0")
    assert early.status_code == 400
    assert "not published" in early.json()["error"]
    act(page, event, "publish")
    assert names[0] in page.get("/screen/Spring Open").text.split("Standings")[0]
    done = act(page, event, "result", "1 2 0").json()
    assert 1 not in done["open_tables"]
    assert done["standings"]["standings"][0]["name"] in names
    assert "Round 1" in page.get("/events/Spring Open?step=rounds").text
    undone = act(page, event, "undo").json()
    assert 1 in undone["open_tables"]


def test_a_result_typed_wrong_is_refused_and_changes_nothing(page: httpx.Client, event: str) -> None:
    act(page, event, "pair")
    before = act(page, event, "publish").json()
    for typed in ("", "5", "99 2 0", "1 9 9", "1 two nil", "0 2 0", "x" * 500):
        refused = act(page, event, "result", typed)
        assert refused.status_code == 400, typed
        assert page.get(event).json()["open_tables"] == before["open_tables"], typed


def test_results_are_typed_with_blanks_or_as_the_command_takes_them() -> None:
    assert read_result("5 2 0").text == "2-0"
    assert read_result(" 12  1 1 1 ").text == "1-1-1"
    assert read_result("5 2-0").text == "2-0"
    with pytest.raises(DeckcheckError):
        read_result("5")


@pytest.mark.parametrize(
    ("line", "action", "text", "reason"),
    [
        ("3 2-0", "result", "3 2-0", ""),
        ("jan 2-1 ivo because it was typed wrong", "result", "jan 2-1 ivo", "it was typed wrong"),
        ("Drop Jan 2-1 Ivo", "result", "Drop Jan 2-1 Ivo", ""),
        (" Drop  Jan ", "drop", "Jan", ""),
        ("add Ada, Bo", "register", "Ada, Bo", ""),
        ("pair", "pair", "", ""),
        ("PAIR top 4", "pair", "top 4", ""),
        ("undo 7 because of me", "undo", "7", "of me"),
        ("open because Di is late", "unlock", "", "Di is late"),
    ],
)
def test_one_line_takes_everything(line: str, action: str, text: str, reason: str) -> None:
    assert read_line(line) == (action, text, reason)


def test_lines_run_an_event_up_to_its_final(page: httpx.Client) -> None:
    page.post("/api/events", json={"name": "Cup", "on": "2004-06-19"})

    def line(text: str, **more: object) -> httpx.Response:
        return page.post("/api/events/Cup", json={"text": text, **more})

    def notes(text: str, **more: object) -> str:
        return "; ".join(line(text, **more).json()["notes"])

    def refused(text: str) -> str:
        answer = line(text)
        assert answer.status_code in (400, 409), text
        return str(answer.json()["error"])

    assert notes("add Ada, Bo, Cy, Di, Ed") == "registered: Ada, Bo, Cy, Di, Ed"
    assert "close, open, pair" in refused("dance"), "the words that people type"
    assert refused("Flo").endswith("a player is registered by: add Flo; nothing was changed.")
    assert notes("close") == "registration is closed"
    assert "like: because" in refused("add Flo")
    assert notes("add Flo because she came late") == "registered: Flo"
    assert "like Ada = Ada Lovelace" in refused("rename Ada Eve")
    assert notes("rename Ada = Eve") == "Ada is now Eve"
    assert "like top 4" in refused("pair everybody")
    assert notes("pair") == "Round 1 is paired, not published yet"
    assert "has not begun" in refused("clock +5")
    assert "like Ada - Bo" in refused("swap Bo")
    first, second = (
        one["players"][0] for one in page.get("/api/events/Cup").json()["pairings"]["tables"][:2]
    )
    assert f"{first} and {second} have" in notes(f"swap {first} - {second} because they are sisters")
    assert notes("publish") == "Round 1 published, 3 tables"
    assert "no round time set" in refused("clock")
    assert notes("clock 50") == "round 1 has 50 minutes"
    assert notes("clock +5") == "round 1 has 55 minutes"
    assert "601 minutes, expected 1 to 600" in refused("clock +601")
    assert notes("clock pause") == "the clock of round 1 is paused"
    assert "data-paused" in page.get("/screen/Cup").text
    assert notes("clock pause") == "round 1 has 55 minutes"
    assert "data-paused" not in page.get("/screen/Cup").text
    assert notes("extend 1 3") == "table 1 has 3 minutes more"
    assert notes("note Bo: late because of his train") == "Cup: a note on Bo"
    assert notes("game-loss Bo: he drew two cards") == "Cup: a game loss for Bo"
    assert "expected like Ada: late" in refused("warning Bo")
    assert notes("spot-check 2").count("deck check: ") == 2
    assert "7 players, expected 1 to 6" in refused("spot-check 7")
    told = [(one["kind"], one["text"]) for one in page.get("/api/events/Cup").json()["notes"]]
    assert {("note", "late because of his train"), ("game loss", "he drew two cards")} <= {*told}
    assert "say which list is meant" in refused("seat Bo light because of a mistake")
    one, other = page.get("/api/events/Cup").json()["pairings"]["tables"][0]["players"]
    assert notes(f"{one} 2-0 {other}") == f"Table 1: {one} 2-0 {other}; results missing of table 2, 3"
    assert "there already" in refused("1 0 2")
    assert line("1 0 2", was="1-1").status_code == 409
    changed = line("1 0 2", was="2-0").json()
    assert notes(f"undo {changed['batch']}") == f"batch {changed['batch']} is undone"
    assert notes("2 2 0").endswith("of table 3")
    assert notes("3 draw").endswith("all results are in")
    assert notes("pair top 2") == "Round 2 is paired, not published yet"
    assert notes("publish") == "Round 2 published, 1 table"
    assert "Elimination, round 2" in page.get("/events/Cup?step=rounds").text
    assert "round 2 is published since" in line("1 1 1", was="2-0", number=1).json()["error"]
    assert "1-1" in notes("1 1 1 because the slip says so", number=1, round=2, short=True)
    assert 'data-round="2" data-number="1"' in page.get("/events/Cup?step=rounds&round=1").text
    assert 'data-round="2" data-number="2"' in page.get(f"/events/Cup?step=rounds&round={'9' * 5000}").text
    assert notes("1 1 1 > 2").endswith("all results are in"), "in blanks as without"
    assert "✓ elimination, 2" in page.get("/events/Cup").text, "the standings are due"
    for kind in ("json", "xlsx", "txt"):
        assert page.get(f"/events/Cup/file/event.{kind}").content, kind
    assert page.get("/events/Cup/file/event.exe").status_code == 404


def test_the_desk_names_players_and_counts_tables_as_people_do(page: httpx.Client, event: str) -> None:
    added = act(page, event, "register", "Franz Joseph; Ivo, Jan").json()
    assert added["notes"] == ["registered: Franz Joseph, Ivo, Jan"]
    assert act(page, event, "remove", "Franz").json()["notes"] == ["Franz Joseph is removed"]
    assert act(page, event, "drop", "Ivo").json()["newest"] == "Ivo drops"
    assert "dropped before round 1" in page.get("/events/Spring Open?step=players").text
    act(page, event, "pair")
    assert act(page, event, "publish").json()["notes"] == ["Round 1 published, 4 tables"], "and a bye"
    assert "Undo: round published" in page.get("/events/Spring Open").text
    table = page.get("/events/Spring Open?step=standings").text
    assert "dropped before round 1" in table
    assert "0.3300" not in table
    assert ">33.0<" in table, "in percent, as beside the rounds"


def test_a_list_that_takes_no_seat_and_one_that_is_no_deck_are_shown(page: httpx.Client, event: str) -> None:
    for name in ("examples/decks/mixed-sides.txt", "pyproject.toml"):
        data = base64.b64encode((ROOT / name).read_bytes()).decode()
        sent = {"player": "Zoe", "lists": [{"name": name, "data": data}]}
        assert page.post(f"{event}/players", json=sent).status_code == 200
        shown = page.get("/events/Spring Open?step=lists")
        assert "Seat not said" in shown.text, shown.status_code


def test_the_organiser_opens_a_registered_list_with_all_that_is_wrong(page: httpx.Client, event: str) -> None:
    data = base64.b64encode((ROOT / "examples" / "decks" / "mixed-sides.txt").read_bytes()).decode()
    page.post(f"{event}/players", json={"player": "Zoe", "lists": [{"name": "mixed.txt", "data": data}]})
    desk = page.get("/events/Spring Open?step=lists").text
    assert "and 1 more" in desk, "a line has not room for all"
    (address,) = re.findall(r'<a href="([^"]+)" aria-label="open the list of Zoe: illegal"', desk)
    shown = page.get(address)
    told = [html.unescape(one) for one in re.findall(r'<li class="(?:error|warning)">([^<]+)', shown.text)]
    (zoe,) = [one for one in page.get(event).json()["check"]["players"] if one["name"] == "Zoe"]
    assert told == [one["message"] for one in zoe["decks"][0]["issues"]]
    assert "mixed.txt mixes sides" in shown.text
    assert page.get(f"{address}0").status_code == 404
    assert page.get(address.replace("/players/", "/players/9")).status_code == 400, "no such player"


def test_no_message_of_the_desk_names_a_command(page: httpx.Client, event: str) -> None:
    data = base64.b64encode(b"4 Boba Fett (A)\n").decode()
    page.post(f"{event}/players", json={"player": "Zoe", "lists": [{"name": "z.txt", "data": data}]})
    assert "may take light or dark; say which in the line of the lists" in page.get(event).text
    act(page, event, "pair")
    told = [page.post(event, json={"text": text}).json()["error"] for text in ("pair", "remove Ada")]
    assert told[0].startswith("round 1 is paired and not published; publish it, swap players")
    assert "paired already; the player can drop instead" in told[1]
    assert not [one for one in told if "event " in one]


def test_events_of_another_game_say_so_and_name_their_format(page: httpx.Client) -> None:
    page.post("/api/events?game=destiny", json={"name": "Dice", "on": "2019-06-19"})
    assert "Star Wars: Destiny · " in page.get("/events?game=swtcg").text
    code = page.get("/api/events/Dice").json()["format"]
    assert f"· {code}\n" not in page.get("/events?game=swtcg").text


def test_lists_of_a_sealed_event_are_held_against_the_kept_pools(page: httpx.Client) -> None:
    form = page.get("/events?game=swtcg").text
    assert '<option value="sealed">Sealed</option>' in form
    page.post("/api/events", json={"name": "Draft", "format": "sealed"})
    act(page, "/api/events/Draft", "register", "Ada, Bo")
    assert " · Sealed · " in page.get("/events/Draft").text
    with deckcheck.open() as cards:
        pools.keep_pool(pools.open_pool(cards, ["AOTC"], seed=3, boosters=1, name="Ada"))
    ada, bo = page.get("/api/events/Draft").json()["check"]["players"]
    assert [one["code"] for one in bo["issues"]][-1] == "pool-missing"
    sent = {"name": "a.txt", "data": base64.b64encode(b"30 Luke Skywalker (A)\n").decode(), "seat": "light"}
    page.post("/api/events/Draft/players", json={"player": "Ada", "lists": [sent]})
    (address,) = re.findall(r'href="(/events/Draft/players[^"]+)', page.get("/events/Draft?step=lists").text)
    shown = page.get(address).text
    assert '<option value="sealed" selected>' in shown
    assert "in the pool" in shown
    assert "pool-missing" not in str(ada["issues"])


def test_the_examples_of_the_desk_are_lines_that_it_takes(page: httpx.Client) -> None:
    for game, name in (("swtcg", "Two decks"), ("destiny", "One game"), ("stargate", "Best of three")):
        address = f"/api/events/{name}"
        page.post(f"/api/events?game={game}", json={"name": name})
        act(page, address, "register", "Ada, Bo")
        shown = page.get(f"/events/{name}?step=lists").text.partition('id="examples"')[2].partition("</p>")[0]
        assert ("seat Ada light" in shown, "seat Ada" in shown) == (game == "swtcg",) * 2
        for action in ("pair", "publish"):
            act(page, address, action)
        shown = (
            page.get(f"/events/{name}?step=rounds").text.partition('id="examples"')[2].partition("</p>")[0]
        )
        score = re.search(r"Ada \d-\d Bo", shown)
        assert score
        assert page.post(address, json={"text": score[0]}).status_code == 200, (game, score[0])


def test_a_player_hands_in_by_a_link_and_sees_what_to_fix_first(page: httpx.Client, event: str) -> None:
    with deckcheck.open() as cards:
        cards.events.get("Spring Open").register_files("Zoe")
    made = page.post(f"{event}/links", json={"players": ["Zoe"]}).json()
    (link,) = [one["link"] for one in made["links"]]
    opened = page.get(link)
    assert (opened.status_code, opened.headers["location"]) == (303, "/hand-in")
    link = "/hand-in"
    assert "Printed rules · lists of <strong>Zoe" in page.get(link).text
    (number,) = re.findall(r'name="player" value="(\d+)"', page.get(link).text)
    short = {"player": number, "list-light": "4 Kouhun\r\n", "list-dark": "", "action": "check"}
    shown = page.post(link, data=short).text
    assert "✗ illegal" in shown
    assert "The nearest legal deck" in shown
    typo = page.post(link, data={**short, "list-light": "4 Kouhun\r\n1 Reekk\r\n"}).text
    assert "→ did you mean Reek?" in typo
    assert 'value="send"' in shown
    assert page.get(event).json()["check"]["players"][-1]["decks"] == []
    dark = (ROOT / "examples" / "decks" / "empire.txt").read_text()
    turned = page.post(link, data={"player": number, "list-light": dark, "action": "check"}).text
    assert "not a Light deck" in turned
    assert "Send as it is" in turned
    dek = (ROOT / "examples" / "decks" / "rebels.dek").read_bytes()
    light = page.post(f"{link}/file?name=rebels.dek", content=dek).json()["text"]
    other = page.post(link, data={"player": "99", "list-light": dark, "action": "check"})
    assert "another link was opened" in other.text.lower()
    lists = {"player": number, "list-light": light, "list-dark": dark}
    unchecked = page.post(link, data={**lists, "action": "send", "tried": "guessed"}).text
    assert "✓ sent" not in unchecked
    assert unchecked.count("✓ legal") == 2
    mark = unchecked.partition('name="tried" value="')[2].partition('"')[0]
    sent = page.post(link, data={**lists, "action": "send", "tried": mark}).text
    assert "✓ sent" in sent
    desk = page.get(event).json()
    (zoe,) = [one for one in desk["check"]["players"] if one["name"] == "Zoe"]
    assert zoe["ready"]
    assert "lists were sent by this link" in page.get(link).text.lower()
    assert page.get("/link/nobody").status_code == 404
    assert page.post(f"{link}/file?name=x", content=b"").status_code == 400


def test_the_desk_makes_events_registers_players_starts_the_clock_and_prints(page: httpx.Client) -> None:
    made = page.post("/api/events", json={"name": "Club night", "format": "dci", "on": "2004-06-19"})
    assert made.json()["day"] == "2004-06-19"
    address = "/api/events/Club night"
    for player in ("Ada", "Bo", "Cy", "Di"):
        lists = [
            {"name": path.name, "data": base64.b64encode(path.read_bytes()).decode()}
            for path in (ROOT / "examples" / "decks" / name for name in ("rebels.dek", "empire.txt"))
        ]
        done = page.post(f"{address}/players", json={"player": player, "lists": lists}).json()
        assert done["batch"]
    assert all(one["ready"] for one in done["check"]["players"])
    for wrong in ([{"name": "x"}], [{"name": "x", "data": "%"}], "x", [3]):
        assert page.post(f"{address}/players", json={"player": "E", "lists": wrong}).status_code == 400
    for action in ("lock", "pair", "publish"):
        assert act(page, address, action).status_code == 200
    assert act(page, address, "clock", "soon").status_code == 400
    assert "50 minutes" in act(page, address, "clock", "50").json()["notes"][0]
    screen = page.get("/screen/Club night").text
    assert 'class="bigclock clock"' in screen
    assert re.search(r'data-left="\d+">(50:00|49:\d\d)<', screen), "without scripts it says what is left"
    assert act(page, address, "result", "1 2 0").status_code == 200
    assert "2-0" in page.get("/events/Club night?step=standings").text.partition("All rounds")[2]
    for what in PAPERS:
        printed = page.get(f"/events/Club night/paper/{what}.pdf")
        assert printed.content.startswith(b"%PDF"), what
    assert page.get("/events/Club night/paper/secrets.pdf").status_code == 404
    assert act(page, address, "drop", "Ada").status_code == 200
    assert act(page, address, "drop", "Nobody").status_code == 400

    def dropped() -> dict[str, int | None]:
        rows = page.get(address).json()["standings"]["standings"]
        return {one["name"]: one["dropped"] for one in rows}

    assert dropped()["Ada"] == 1
    assert act(page, address, "back", "Ada").status_code == 200
    assert dropped()["Ada"] is None
    assert act(page, address, "rename", "Ada = Ada Lovelace").status_code == 200
    assert "Ada Lovelace" in dropped()
    assert "expected like Ada = Ada Lovelace" in act(page, address, "rename", "Ada").text
    assert act(page, address, "rename", "Ada Lovelace = Bo").status_code == 400, "taken"
    assert act(page, address, "rename", "Ada Lovelace = Ada").status_code == 200
    assert act(page, address, "dance").status_code == 400
    assert page.post("/api/events", json={"name": "Club night"}).status_code == 409


def test_a_link_needs_no_password_and_opens_nothing_else(serving: Client) -> None:
    with deckcheck.open() as cards:
        event = cards.events.new("Spring Open", day="2004-06-19")
        event.register_files("Ada")
        (link,) = event.links.make()
    page = serving(password="open sesame")
    assert "lists of <strong>Ada" in page.get(link.address(), follow_redirects=True).text
    sent = {"player": "1", "list-light": "4 Kouhun"}
    assert "✗ illegal" in page.post("/hand-in", data=sent).text
    for path in ("/", "/events", "/api/decks", "/events/Spring Open"):
        assert page.get(path).status_code in (303, 401), path
    foreign = {"Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site"}
    assert page.post("/hand-in", data=sent, headers=foreign).status_code == 403
    looking = serving(read_only=True)
    assert "read-only" in looking.get(link.address(), follow_redirects=True).text
    assert looking.post("/hand-in", data=sent).status_code == 403
