"""The description of the API is true: each address is asked as it says, and answers as it says."""

import base64
from collections.abc import Mapping
from itertools import cycle
from typing import Any

import httpx
import pytest

import deckcheck
from deckcheck.acts import pools, proposals
from deckcheck.acts.league_changes import new_league
from deckcheck.web.api import ENDPOINTS
from tests.conftest import ROOT
from tests.deckcheck.web.conftest import Client

DEK = (ROOT / "examples" / "decks" / "rebels.dek").read_bytes()
TEXT = (ROOT / "examples" / "decks" / "empire.txt").read_text(encoding="utf-8")
DECK = {"text": TEXT, "name": "Mine", "format": "printed", "game": "swtcg", "on": "2004-06-19"}
FILE = {"name": "a.csv", "data": base64.b64encode(b"Name,Quantity\nNexu,2\n").decode(), "mode": "add"}
SEED = {**DECK, "seed": 1}

NO_OTHER: Mapping[str, Any] = {}

CALLS: dict[tuple[str, str], dict[str, Any]] = {
    ("POST", "/api/deck/check"): DECK,
    ("POST", "/api/deck/edit"): {**DECK, "card": "Kouhun", "copies": 1, "zone": "Deck"},
    ("POST", "/api/deck/apply"): {**DECK, "changes": [{"card": "Kouhun", "copies": 1, "zone": "Deck"}]},
    ("POST", "/api/deck/notes"): {**DECK, "notes": "swift"},
    ("POST", "/api/deck/maybe"): {**DECK, "card": "Kouhun", "copies": 1, "deck": 0, "zone": "Deck"},
    ("POST", "/api/deck/repair"): {**DECK, "owned": False, "keep": [], "out": []},
    ("POST", "/api/deck/tune"): {
        **SEED,
        "progress": "mine",
        "goal": "cost<=2 >= 1",
        "changes": 0,
        "same_size": True,
        "owned": False,
        "keep": [],
        "out": [],
    },
    ("POST", "/api/deck/file"): {"name": "a.dek", "game": "swtcg"},
    ("POST", "/api/deck/export"): {**DECK, "to": "csv"},
    ("POST", "/api/deck/odds"): {**DECK, "condition": "cost<=2 >= 1", "draws": 1, "mulligan": "keep"},
    ("POST", "/api/deck/odds/plot"): {**DECK, "condition": "cost<=2 >= 1", "draws": 1},
    ("POST", "/api/deck/hand"): {**SEED, "moves": ["draw"]},
    ("POST", "/api/deck/goldfish"): {**SEED, "hands": 10, "turns": 1, "policy": "greedy", "progress": "mine"},
    ("POST", "/api/deck/setup"): {
        **SEED,
        "choices": [],
        "against": "saved",
        "other": "Rebels",
        "policy": "random",
    },
    ("PUT", "/api/decks/{name}"): {**DECK, "base": ""},
    ("POST", "/api/decks/{name}/name"): {"to": "Yours", "base": ""},
    ("DELETE", "/api/decks/{name}"): {"base": "STATE", "game": "swtcg"},
    ("POST", "/api/decks/delete"): {"decks": {}},
    ("GET", "/api/decks/{name}/difference"): {"a": "1", "b": "1"},
    ("GET", "/api/cards"): {"q": "type:space", "sort": "-cost", "page": "1", "game": "swtcg"},
    ("GET", "/api/suggest"): {
        "q": "ne",
        "owned": "1",
        "legal": "printed",
        "type": "Character",
        "side": "dark",
        "on": "2004-06-19",
    },
    ("GET", "/api/formats"): {"on": "2004-06-19"},
    ("POST", "/api/collection/line"): {"q": "1 boba fett (a) aotc", "base": "NEWEST"},
    ("POST", "/api/collection/change"): {
        "action": "add",
        "name": "Boba Fett (A)",
        "quantity": 1,
        "set_code": "AOTC",
        "base": "NEWEST",
    },
    ("POST", "/api/collection/edit"): {"query": "name:boba", "set": {"notes": "swift"}, "base": "NEWEST"},
    ("GET", "/api/collection/line"): {"q": "3 boba", "card": "Boba Fett (A)"},
    ("GET", "/api/collection"): {"q": "boba", "sort": "name", "page": "1"},
    ("GET", "/api/collection/completion"): {"sets": "AOTC", "any_printing": "1", "playset": "4"},
    ("GET", "/api/collection/trades"): {"surplus": "1"},
    ("GET", "/api/collection/history"): {"limit": "5"},
    ("POST", "/api/collection/undo"): {"batch": 2, "base": "NEWEST"},
    ("POST", "/api/collection/import/look"): FILE,
    ("POST", "/api/collection/import"): {**FILE, "base": "NEWEST"},
    ("POST", "/api/collection/import/apply"): {**FILE, "base": "NEWEST"},
    ("GET", "/api/collection/import/candidates"): {"q": "boba"},
    ("POST", "/api/collection/examples"): {},
    ("GET", "/api/collection/export"): {"file": "csv", "columns": "deckcheck", "language": "en"},
    ("POST", "/api/events"): {"name": "Club night", "format": "printed", "on": "2004-06-19"},
    ("POST", "/api/events/{name}"): {"action": "lock", "text": "", "reason": "", "base": "EVENT"},
    ("POST", "/api/events/{name}/players"): {"player": "Ada", "club": "Club", "lists": []},
    ("POST", "/api/leagues"): {"name": "Autumn", "events": ["Spring Open"]},
    ("POST", "/api/leagues/{name}"): {"add": ["Spring Open"], "remove": [], "undo": False, "base": 1},
    ("POST", "/api/pools"): {
        "name": "New",
        "text": "3 Kouhun",
        "products": ["AOTC"],
        "boosters": 6,
        "seed": 1,
    },
    ("DELETE", "/api/pools/{name}"): {},
    ("POST", "/api/pools/{name}/deck"): {"goal": "type:space >= 1", "save": "Built"},
    ("POST", "/api/events/{name}/links"): {"players": ["Ada"], "end": False},
    ("POST", "/api/people"): {"action": "add", "name": "Bo", "site": "https://club.example"},
    ("POST", "/api/trades"): {"keep": 4, "people": 3, "even": 0, "until": "2099-12-24"},
    ("POST", "/api/trades/{number}"): {"action": "change", "version": 1, "lines": {"1": 1}},
    ("POST", "/api/me/report"): {"event": "Spring Open", "round": 1, "result": "2-0", "drop": True},
}
"""What each address is asked; those that are left out take nothing but their path."""

PATHS = {
    "/api/deck/goldfish/{name}": "mine",
    "/api/cards/{name}": "Boba Fett (A)",
    "/api/decks/{name}": "Rebels",
    "/api/events/{name}": "Spring Open",
    "/api/leagues/{name}": "Season",
    "/api/pools/{name}": "Friday",
}


@pytest.fixture
def filled(page: httpx.Client) -> httpx.Client:
    with deckcheck.open() as cards:
        cards.decks.save(ROOT / "examples" / "decks" / "rebels.dek", "Rebels")
        cards.collection.add("Boba Fett (A)", 3, set_code="AOTC")
        event = cards.events.new("Spring Open", day="2004-06-19")
        for player in ("Ada", "Bo"):
            event.register_files(player)
        event.pair(7)
        event.publish()
        cards.people.join("Spring Open", ["Ada"])
        page.get(cards.people.link("Ada").address())
        with deckcheck.open(person="Ada") as ada:
            ada.collection.add("Yoda (A)", 2, set_code="AOTC", for_trade=2)
            ada.collection.want("Boba Fett (A)")
        cards.collection.want("Yoda (A)")
        proposals.propose(cards, keep=1)
        new_league(cards, "Season")
        pools.keep_pool(pools.open_pool(cards, ["AOTC"], seed=7, name="Friday"))
    return page


def states(page: httpx.Client) -> dict[str, Any]:
    """The states that a change is based on, as they are now."""
    return {
        "NEWEST": page.get("/api/collection").json()["state"],
        "STATE": page.get("/api/decks/Rebels").json().get("state"),
        "EVENT": page.get("/api/events/Spring Open").json()["state"],
    }


def ask(
    page: httpx.Client, method: str, path: str, now: Mapping[str, Any], other: Mapping[str, Any] = NO_OTHER
) -> httpx.Response:
    """Asks an address as the table says, but for other values."""
    asked = {**CALLS.get((method, path), {}), **other}
    number = str(other.get("number", 1))
    if "base" in asked and isinstance(asked["base"], str):
        asked["base"] = now.get(asked["base"], asked["base"])
    found = (one for start, one in PATHS.items() if path.startswith(start))
    name = "New" if method == "PUT" or path.endswith("/name") else next(found, "")
    address = path.replace("{name}", name).replace("{batch}", number).replace("{number}", number)
    if path == "/api/deck/file":
        return page.post(address, params=asked, content=DEK)
    if method in {"GET", "DELETE"}:
        return page.request(method, address, params=asked)
    return page.request(method, address, json=asked)


def place(operation: tuple[str, str, Any]) -> tuple[bool, bool]:
    """Decks are deleted and renamed last, and an event is closed."""
    method, path, _ = operation
    ends = (method, path) == ("POST", "/api/events/{name}")
    return path.endswith("/name") or ends, method in {"PUT", "DELETE"}


def test_each_address_takes_and_gives_what_its_description_says(filled: httpx.Client) -> None:
    """A program that is written from the description alone works."""
    described = filled.get("/api/openapi.json").json()["paths"]
    operations = [
        (method.upper(), path, operation)
        for path, methods in described.items()
        for method, operation in methods.items()
    ]
    assert len(operations) == len(ENDPOINTS)
    for method, path, operation in sorted(operations, key=place):
        query = {one["name"] for one in operation["parameters"] if one["in"] == "query"}
        body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        known = query | set(body.get("schema", {}).get("properties", {}))
        sent = set(CALLS.get((method, path), {})) - {one["name"] for one in operation["parameters"]}
        assert sent <= known, (method, path)
        now = states(filled) if "base" in CALLS.get((method, path), {}) else {}
        answer = ask(filled, method, path, now)
        assert answer.status_code == 200, (method, path, answer.text)
        content = operation["responses"]["200"]["content"]["application/json"]["schema"]
        wanted = content["properties"]["schema"]["const"]
        assert answer.json()["schema"] == wanted, (method, path)


def test_no_value_of_another_kind_makes_the_program_fail(filled: httpx.Client) -> None:
    others = cycle(("x", "", "9" * 30, "\x00", 7, -1, None, [], [None], {}, {"x": 1}))
    for one in sorted(ENDPOINTS, key=lambda one: place((one.method, one.path, None))):
        for field in (*CALLS.get((one.method, one.path), {}), *(["number"] if "{" in one.path else [])):
            sent = ("x",) if field == "number" else ("", "\x00") if one.by_query else ()
            for other in sent or (next(others),):
                answer = ask(filled, one.method, one.path, {}, {field: other})
                assert answer.status_code < 500, (one.method, one.path, field, other, answer.text)


def test_no_address_but_those_that_only_ask_answers_a_guest_or_another_site(serving: Client) -> None:
    """Every route of the program, whatever is added later: nothing is stored for a guest."""
    from deckcheck.web.application import make_app
    from deckcheck.web.serving import ServeOptions

    guest, page = serving(read_only=True), serving()
    app = make_app(ServeOptions(read_only=True, password="word"))
    paths = {str(getattr(route, "path", "")) for route in app.routes}
    assert {"/login", "/hand-in", "/link/{token:name}", "/api/decks/{name:name}"} <= paths
    asking = {one.path for one in ENDPOINTS if one.method == "POST" and not one.changes}
    foreign = {"Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site"}
    for path in paths:
        address = path.replace(":name", "").replace("{name}", "x").replace(":path", "")
        for method in ("POST", "PUT", "DELETE", "PATCH"):
            refused = page.request(method, address, headers=foreign, content=b"{}")
            assert refused.status_code == 403, (method, address)
            answer = guest.request(method, address, content=b"{}")
            allowed = path in asking or path in {"/language", "/login", "/logout"}
            assert allowed or answer.status_code == 403, (method, address)
