"""Two changes of one state, at once, from two servers over one database: exactly one is made."""

import base64
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any

import httpx
import pytest

import deckcheck
from db import connection
from deckcheck.acts.event_lines import ACTIONS
from deckcheck.web.api import ENDPOINTS
from tests.deckcheck.web.conftest import Client

Request = tuple[str, str, dict[str, Any]]
"""A method, an address, and the arguments of the request."""

DECK, EVENT = "/api/decks/Mine", "/api/events/Open"
PLAYERS = ("Ada", "Bo", "Cy", "Di")


@contextmanager
def thought_before_either_writes() -> Iterator[None]:
    """Each of two threads has read and planned all that it does before its transaction begins."""
    both, begun = threading.Barrier(2), set[int]()
    real = connection.writing

    def writing(*arguments: Any) -> Any:
        if (one := threading.get_ident()) not in begun:
            begun.add(one)
            with suppress(threading.BrokenBarrierError):
                both.wait(1)
        return real(*arguments)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connection, "writing", writing)
        yield


def put(text: str, base: str | None) -> Request:
    return "PUT", DECK, {"json": {"text": text, "game": "swtcg", "base": base}}


def post(path: str, **body: Any) -> Request:
    return "POST", path, {"json": body}


def sheet(name: str, text: str) -> dict[str, str]:
    return {"name": name, "data": base64.b64encode(text.encode()).decode()}


def asked(page: httpx.Client, request: Request) -> httpx.Response:
    method, path, more = request
    return page.request(method, path, **more)


def done(page: httpx.Client, *requests: Request) -> Any:
    """The document of the last of these requests, which all succeed."""
    for request in requests:
        answer = asked(page, request)
        assert answer.status_code == 200, (request, answer.text)
    return answer.json()


def deck_base(page: httpx.Client) -> str:
    base: str = done(page, put("3 Nexu\n", None))["state"]
    return base


def collection_base(page: httpx.Client) -> int:
    change = post("/api/collection/change", action="add", name="Nexu", quantity=5)
    state: int = done(page, change, change)["state"]
    return state


def event_base(page: httpx.Client, *actions: str) -> int:
    made = post("/api/events", name="Open", on="2004-06-19")
    joined = (post(f"{EVENT}/players", player=player) for player in PLAYERS)
    state = done(page, made, *joined)["state"]
    for done_before in actions:
        action, _, text = done_before.partition(" ")
        state = done(page, post(EVENT, action=action, text=text, reason="so it is"))["state"]
    return int(state)


def changes(action: str, **facts: Any) -> Callable[[httpx.Client], tuple[Request, Request]]:
    def pair(page: httpx.Client) -> tuple[Request, Request]:
        base = collection_base(page)
        wanted = {"action": action, "name": "Nexu", "base": base, **facts}
        path = "/api/collection/change"
        return post(path, **wanted, quantity=2), post(path, **wanted, quantity=3)

    return pair


def lines(page: httpx.Client) -> tuple[Request, Request]:
    base = collection_base(page)
    path = "/api/collection/line"
    return post(path, q="2 nexu", base=base), post(path, q="3 nexu", base=base)


def edits(page: httpx.Client) -> tuple[Request, Request]:
    base = collection_base(page)
    keys = page.get("/api/collection").json()["keys"]
    one, other = ({"keys": keys, "set": {"notes": text}, "base": base} for text in ("a", "b"))
    return post("/api/collection/edit", **one), post("/api/collection/edit", **other)


def undos(page: httpx.Client) -> tuple[Request, Request]:
    base, path = collection_base(page), "/api/collection/undo"
    return post(path, batch=2, base=base), post(path, batch=2, base=base)


def imports(page: httpx.Client) -> tuple[Request, Request]:
    base, path = collection_base(page), "/api/collection/import/apply"
    one, other = (sheet(f"{n}.csv", f"Qty,Name,Set\n{n},Nexu,AOTC\n") for n in (1, 2))
    return post(path, **one, base=base), post(path, **other, base=base)


def saves(page: httpx.Client) -> tuple[Request, Request]:
    base = deck_base(page)
    return put("1 Nexu\n", base), put("2 Nexu\n", base)


def new_saves(_page: httpx.Client) -> tuple[Request, Request]:
    return put("1 Nexu\n", None), put("2 Nexu\n", None)


def deletes(page: httpx.Client) -> tuple[Request, Request]:
    gone = ("DELETE", DECK, {"params": {"base": deck_base(page)}})
    return gone, gone


def deletes_of_several(page: httpx.Client) -> tuple[Request, Request]:
    gone = post("/api/decks/delete", decks={"Mine": deck_base(page)})
    return gone, gone


def renames(page: httpx.Client) -> tuple[Request, Request]:
    base, path = deck_base(page), f"{DECK}/name"
    return post(path, to="A", base=base), post(path, to="B", base=base)


def save_and_delete(page: httpx.Client) -> tuple[Request, Request]:
    base = deck_base(page)
    return put("1 Nexu\n", base), ("DELETE", DECK, {"params": {"base": base}})


def new_pools(_page: httpx.Client) -> tuple[Request, Request]:
    one, other = (post("/api/pools", name="Friday", text=f"{n} Kouhun") for n in (1, 2))
    return one, other


def decks_of_pool(page: httpx.Client) -> tuple[Request, Request]:
    done(page, post("/api/pools", name="Friday", products=["AOTC"], seed=7))
    one, other = (
        post("/api/pools/Friday/deck", goal=f"type:{kind} >= 1", save="Built") for kind in ("space", "ground")
    )
    return one, other


def new_events(_page: httpx.Client) -> tuple[Request, Request]:
    one, other = (post("/api/events", name="Open", on=f"2004-06-{day}") for day in (19, 20))
    return one, other


def registers(page: httpx.Client) -> tuple[Request, Request]:
    base, path = event_base(page), f"{EVENT}/players"
    one, other = (post(path, player="Ed", club=club, base=base) for club in "ab")
    return one, other


def new_leagues(_page: httpx.Client) -> tuple[Request, Request]:
    one, other = (post("/api/leagues", name=name) for name in ("Season", "season"))
    return one, other


def adds(page: httpx.Client) -> tuple[Request, Request]:
    for name in ("One", "Two"):
        page.post("/api/events", json={"name": name, "on": "2004-06-19"}).raise_for_status()
    page.post("/api/leagues", json={"name": "Season"}).raise_for_status()
    one, other = (post("/api/leagues/Season", add=[name], base=1) for name in ("One", "Two"))
    return one, other


def undos_of_a_league(page: httpx.Client) -> tuple[Request, Request]:
    adds(page)
    page.post("/api/leagues/Season", json={"add": ["One", "Two"]}).raise_for_status()
    back = post("/api/leagues/Season", undo=True, base=2)
    return back, back


BEFORE: Mapping[str, tuple[tuple[str, ...], str, str]] = {
    "result": (("pair", "publish"), "1 2 0", "1 0 2"),
    "lock": ((), "", ""),
    "unlock": (("lock",), "", ""),
    "pair": ((), "", ""),
    "publish": (("pair",), "", ""),
    "clock": (("pair", "publish"), "30", "40"),
    "drop": ((), "Ada", "Bo"),
    "back": (("drop Ada", "drop Bo"), "Ada", "Bo"),
    "rename": ((), "Ada = Ada Lovelace", "Ada = Ada Byron"),
    "remove": ((), "Ada", "Bo"),
    "undo": ((), "", ""),
    "register": ((), "Ed", "Ed"),
    "spot-check": ((), "1", "1"),
}
"""What is done before each action of an event, and what two organisers type."""


def acts(action: str) -> Callable[[httpx.Client], tuple[Request, Request]]:
    def pair(page: httpx.Client) -> tuple[Request, Request]:
        before, *texts = BEFORE[action]
        base = event_base(page, *before)
        told = {} if action == "result" else {"reason": "as was said"}
        one, other = (post(EVENT, action=action, text=text, base=base, round=1, **told) for text in texts)
        return one, other

    return pair


Pair = Callable[[httpx.Client], tuple[Request, Request]]
CASES: Mapping[tuple[str, str], Mapping[str, Pair]] = {
    ("PUT", "/api/decks/{name}"): {"save": saves, "new": new_saves, "save and delete": save_and_delete},
    ("DELETE", "/api/decks/{name}"): {"delete": deletes},
    ("POST", "/api/decks/delete"): {"delete several": deletes_of_several},
    ("POST", "/api/decks/{name}/name"): {"rename": renames},
    ("POST", "/api/collection/change"): {
        "add": changes("add"),
        "remove": changes("remove"),
        "set": changes("set"),
        "want": changes("want"),
        "offer": changes("offer"),
        "keep": changes("keep"),
        "move": changes("move", to={"location": "box"}),
    },
    ("POST", "/api/collection/line"): {"line": lines},
    ("POST", "/api/leagues"): {"new": new_leagues},
    ("POST", "/api/leagues/{name}"): {"add": adds, "undo": undos_of_a_league},
    ("POST", "/api/collection/edit"): {"edit": edits},
    ("POST", "/api/collection/undo"): {"undo": undos},
    ("POST", "/api/collection/import/apply"): {"import": imports},
    ("POST", "/api/events"): {"new event": new_events},
    ("POST", "/api/pools"): {"new pool": new_pools},
    ("POST", "/api/pools/{name}/deck"): {"built deck": decks_of_pool},
    ("POST", "/api/events/{name}"): {action: acts(action) for action in BEFORE},
    ("POST", "/api/events/{name}/players"): {"register": registers},
}
"""Pairs of changes from one state, for each address that writes."""

OTHERWISE = {
    ("POST", "/api/collection/import/look"): "writes nothing",
    ("POST", "/api/collection/import"): "writes nothing",
    ("DELETE", "/api/pools/{name}"): "the later one finds no such pool",
    ("POST", "/api/decks/examples"): "saves what is not there, so that both have the same decks",
    ("POST", "/api/collection/examples"): "the later one is refused: the sheet was imported before",
    ("POST", "/api/people"): "names are told apart, and the later link ends the earlier one",
    ("POST", "/api/me/report"): "each is of another player; one's own says what it takes the place of",
    ("POST", "/api/trades"): "proposes what is best at that moment, without what is promised by then",
    ("POST", "/api/trades/{number}"): "names the version that was seen; to accept again changes nothing",
    ("POST", "/api/events/{name}/links"): "the later link ends the earlier one, as its page says",
}


def test_every_address_that_writes_has_a_case() -> None:
    writing = {(one.method, one.path) for one in ENDPOINTS if one.changes}
    assert writing == {*CASES, *OTHERWISE}
    assert {one.method for one in ENDPOINTS if not one.changes} <= {"GET", "POST"}
    alike = {
        "swap",
        "seat",
        "extend",
        "note",
        "warning",
        "game-loss",
        "match-loss",
    }  # compared with the state where "drop" is
    assert {*BEFORE, *alike} == set(ACTIONS)


@pytest.mark.parametrize(
    "pair",
    [
        pytest.param(pair, id=f"{path} {name}")
        for (_, path), pairs in CASES.items()
        for name, pair in pairs.items()
    ],
)
def test_one_of_two_changes_is_made(serving: Client, pair: Pair) -> None:
    pages = (serving(), serving())
    requests = pair(pages[0])
    with thought_before_either_writes(), ThreadPoolExecutor(2) as threads:
        answers = list(threads.map(asked, pages, requests))
    told = [answer.text for answer in answers]
    assert sorted(answer.status_code for answer in answers) == [200, 409], told


EDITS = "Kouhun", "Yoda (A)"


def edited(card: str) -> None:
    """Puts a card into the deck, as the command does."""
    with deckcheck.open() as cards:
        cards.edit_deck("Mine", add=[f"1 {card}"])


def names_in_deck() -> set[str]:
    with deckcheck.open() as cards:
        return {line.name for line in cards.decks.get("Mine").facts.lines}


def test_two_edits_of_a_deck_are_both_kept(page: httpx.Client) -> None:
    deck_base(page)
    with thought_before_either_writes(), ThreadPoolExecutor(2) as threads:
        list(threads.map(edited, EDITS))
    assert names_in_deck() == {"Nexu", *EDITS}


def test_a_command_beside_the_page_loses_nothing(page: httpx.Client) -> None:
    """The page is refused where the command came first; else the command edits what it saved."""
    save = put("2 Yoda (A)\n", deck_base(page))
    with thought_before_either_writes(), ThreadPoolExecutor(2) as threads:
        answer, ended = threads.submit(asked, page, save), threads.submit(edited, "Kouhun")
        ended.result()
    kept = {200: "Yoda (A)", 409: "Nexu"}[answer.result().status_code]
    assert names_in_deck() == {kept, "Kouhun"}
