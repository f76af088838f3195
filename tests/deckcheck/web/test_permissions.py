"""Who may see and do what: every address and act, asked by organiser, helper, player and guest."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from starlette.applications import Starlette
from starlette.routing import Mount

import deckcheck
from deckcheck.acts.errors import ServeError
from deckcheck.acts.people import Visitor
from deckcheck.acts.session import Session
from deckcheck.web import me
from deckcheck.web.api import openapi_document
from deckcheck.web.application import make_app
from deckcheck.web.door import KINDS, Guesses
from deckcheck.web.permissions import PERMISSIONS, ROLES, WORDS
from deckcheck.web.serving import ServeOptions, check_options
from tests.amounts import amount
from tests.conftest import ROOT
from tests.deckcheck.web.conftest import made_in

WORD = "open sesame"
HERE, ELSEWHERE = "Spring Open", "Autumn Cup"
REBELS = ROOT / "examples" / "decks" / "rebels.dek"


class Browser:
    """A browser on some machine, which asks the program without a network."""

    def __init__(self, loop: BlockingPortal, app: Starlette, machine: str) -> None:
        network = httpx.ASGITransport(app, client=(machine, 5))
        self._loop, self._client = (
            loop,
            httpx.AsyncClient(transport=network, base_url="http://127.0.0.1:8642"),
        )
        self.cookies, self.headers = self._client.cookies, self._client.headers

    def request(self, method: str, path: str, **sent: Any) -> httpx.Response:
        return self._loop.call(lambda: self._client.request(method, path, **sent))

    def get(self, path: str) -> httpx.Response:
        return self.request("GET", path)

    def post(self, path: str, **sent: Any) -> httpx.Response:
        return self.request("POST", path, **sent)


class Club(NamedTuple):
    """A server with a password, and a browser of each role at the event that is here."""

    loop: BlockingPortal
    app: Starlette
    clients: dict[str, Browser]
    links: dict[str, str]

    def client(self, machine: str = "10.0.0.9") -> Browser:
        """Another browser."""
        return Browser(self.loop, self.app, machine)


def two_events(cards: Session) -> dict[str, str]:
    """The links of players and helpers of two events."""
    for name, players in ((HERE, ("Ada", "Bo", "Cy")), (ELSEWHERE, ("Ada", "Di"))):
        event = cards.events.new(name, day="2004-06-19")
        for player in players:
            event.register_files(player)
        event.pair(7)
        event.publish()
    people = cards.people
    people.join(HERE, ["Ada", "Bo"])
    people.join(ELSEWHERE, ["Di"])
    return {name: people.link(name).address() for name in ("Ada", "Bo", "Di")} | {
        "helper": people.helper_link(HERE).address(),
        "other": people.helper_link(ELSEWHERE).address(),
    }


@pytest.fixture
def club(own: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    monkeypatch.setattr(me, "LONGEST", 0)  # whoever waits for news is told that there are none
    links = made_in(own, two_events)
    app = make_app(ServeOptions(database=own, password=WORD))
    with start_blocking_portal() as loop:
        names = dict.fromkeys(ROLES, "") | {"helper": links["helper"], "player": links["Ada"]}
        clients = {role: Browser(loop, app, f"10.0.0.{n}") for n, role in enumerate(names)}
        for role, link in names.items():
            if link:
                assert clients[role].get(link).status_code == 303
        assert clients["organiser"].post("/login", data={"password": WORD}).status_code == 303
        yield Club(loop, app, clients, links)
        app.state.thread.end()


def operations(app: Starlette) -> list[str]:
    """Each address of the program with its method, and each act at a desk as the description has them."""
    found = []
    for route in app.routes:
        path = re.sub(r":\w+}", "}", route.path)  # type: ignore[attr-defined]
        methods = {"GET"} if isinstance(route, Mount) else set(route.methods) - {"HEAD"}  # type: ignore[attr-defined]
        found += [f"{method} {path}" for method in methods]
    paths = openapi_document()["paths"]
    body = paths["/api/events/{name}"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    acts = body["properties"]["action"]["enum"]
    assert len(acts) > 12
    found += [f"POST /api/events/{{name}} {act}" for act in acts if act != "line"]
    described = {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}
    assert described <= set(found)
    return found


def ask(client: Browser, operation: str, event: str = HERE) -> httpx.Response:
    method, path, *act = operation.split(" ")
    for part, value in (
        ("name", event),
        ("batch", "1"),
        ("token", "wrong"),
        ("what", "slips"),
        ("kind", "txt"),
        ("number", "1"),
    ):
        path = path.replace(f"{{{part}}}", value)
    path = path.replace("{path}", "x.png").replace("/static", "/static/page.css")
    sent = {"action": act[0], "text": "x"} if act else {}
    return client.request(method, path, json=None if method == "GET" else sent)


def is_refused(answer: httpx.Response) -> bool:
    elsewhere = answer.status_code == 303 and answer.headers["location"]
    sent_away = elsewhere in {"/login", "/me", "/events/Spring%20Open", "/screen/Spring%20Open"}
    return sent_away or answer.status_code == 401 or "this is for the organiser" in answer.text


def test_every_address_and_act_has_a_row_and_no_row_is_of_nothing(club: Club) -> None:
    assert sorted(operations(club.app)) == sorted(PERMISSIONS)
    assert {word for row in PERMISSIONS.values() for word in row} == {*WORDS}
    assert {row.organiser for row in PERMISSIONS.values()} == {"yes"}
    # What anybody on the network may ask; a new address here is a decision.
    assert {address for address, row in PERMISSIONS.items() if row.guest == "yes"} == {
        *("GET /static", "GET /worker.js", "GET /api/openapi.json", "POST /language"),
        *("GET /login", "POST /login", "POST /logout"),
        *("GET /link/{token}", "GET /hand-in", "POST /hand-in", "POST /hand-in/file"),
    }


@pytest.mark.parametrize("role", ROLES)
def test_each_address_and_act_answers_as_the_table_says(club: Club, role: str) -> None:
    """Of the own event, and of another's: a helper here is a guest there, and so is a player."""
    client = club.clients[role]
    client.headers["Origin"] = "http://127.0.0.1:8642"
    for operation in sorted(operations(club.app), key=lambda one: "/logout" in one):
        word = getattr(PERMISSIONS[operation], role)
        for event in (HERE, ELSEWHERE) if "{name}" in operation else (HERE,):
            answer = ask(client, operation, event)
            allowed = word == "yes" or (word == "own" and event == HERE)
            if operation == "POST /logout":
                allowed = not is_refused(answer)  # it ends at the login for everybody
            assert is_refused(answer) != allowed, (
                role,
                operation,
                event,
                answer.status_code,
                answer.text[:200],
            )


def belongings(own: Path, person: str) -> Any:
    with deckcheck.open(own, person=person) as mine:
        stored = mine.collection.stored.stored
        return stored.holdings, stored.wants, stored.decks, mine.collection.history()


def test_a_player_sees_and_changes_their_own_at_every_address_and_nothing_of_others(
    club: Club, own: Path
) -> None:
    """The pages are those of the owner: what makes them somebody's is the link alone."""
    batches = ["1"]
    for who, card in (("", "Nexu"), ("Bo", "Reek")):
        with deckcheck.open(own, person=who) as theirs:
            theirs.collection.add(card, 3, location=f"safe of {who or 'owner'}")
            theirs.decks.save(REBELS, f"secret of {who or 'owner'}")
            batches += [str(theirs.collection.newest), str(theirs.collection.newest - 1)]
    before = belongings(own, ""), belongings(own, "Bo")
    ada = club.clients["player"]
    ada.headers["Origin"] = "http://127.0.0.1:8642"
    assert ada.post("/api/collection/line", json={"q": "2 nexu"}).status_code == 200
    assert [one.facts.quantity for one in belongings(own, "Ada")[0]] == [2]
    described = openapi_document()["paths"]
    for operation in sorted(operations(club.app)):
        method, path, *_act = operation.split(" ")
        if path in {"/logout", "/link/{token}", "/me/changes"} or PERMISSIONS[operation].player != "yes":
            continue
        takes_batch = "batch" in repr(described.get(path, {}).get(method.lower(), path))
        for name in ("secret of owner", "secret of Bo"):
            for batch in batches if takes_batch else ["1"]:
                address = path.replace("{name}", name).replace("{batch}", batch).replace("{number}", "1")
                sent = {
                    "batch": int(batch),
                    "name": name,
                    "names": [name],
                    "with": name,
                    "text": name,
                    "q": name,
                }
                asked = "&".join(f"{key}={value}" for key, value in sent.items())
                query = f"?{asked}" if path.startswith("/api/") else ""
                json = None if method == "GET" else {**sent, "deck": name, "card": "Nexu", "quantity": 0}
                answer = ada.request(method, address + query, json=json)
                told = re.findall("safe of|secret of", answer.text.replace(name, ""))
                assert not told, (operation, answer.text[:300])
    assert (belongings(own, ""), belongings(own, "Bo")) == before
    phone = club.client()
    phone.get(club.links["Bo"])
    assert "safe of Bo" in phone.get("/collection").text
    assert "safe of Bo" not in club.clients["organiser"].get("/collection").text


def test_an_act_is_the_same_by_its_word_and_within_a_line(club: Club) -> None:
    """A helper who undoes is refused however it is written; results, drops and the clock are not."""
    helper = club.clients["helper"]
    address = f"/api/events/{HERE}"
    for line in (
        "undo",
        "UNDO 1",
        " undo  because I can",
        "add Eve",
        "close",
        "rename Ada = Eve",
        "seat Ada light",
    ):
        for sent in ({"text": line}, {"action": "line", "text": line}):
            assert helper.post(address, json=sent).status_code == 403, line
    for line in ("clock 50", "1 2 0", "note Ada: x", "warning Ada: x", "spot-check", "drop Cy"):
        assert helper.post(address, json={"text": line}).status_code == 200, line
    for event in (ELSEWHERE, ELSEWHERE.upper(), f"{ELSEWHERE} ", "Autumn%20Cup", f"{HERE}/../{ELSEWHERE}"):
        answer = helper.post(f"/api/events/{event}", json={"text": "1 2 0"})
        assert answer.status_code in {403, 404, 405}, event
    history = club.clients["organiser"].get(address).json()
    assert history["newest"].endswith("drops")
    with deckcheck.open() as cards:
        there = cards.events.get(HERE)
        assert [one.who for one in there.history()][-6:] == ["a helper"] * 6
        assert len(cards.events.get(ELSEWHERE).history()) == 5


def test_whoever_may_not_see_a_page_is_told_so_by_a_page(club: Club) -> None:
    for role in ("helper", "player"):
        page, api = (club.clients[role].get(address) for address in ("/people", "/api/people"))
        assert (page.status_code, api.status_code) == (403, 403)
        assert '<p class="problem" role="alert">this is for the organiser' in page.text
        assert api.json()["error"].startswith("this is for the organiser")


def test_a_helper_sees_the_rounds_and_nothing_to_undo(club: Club) -> None:
    desk = club.clients["helper"].get(f"/events/{HERE}?step=lists").text
    assert 'id="table-1"' in desk
    for hidden in ('data-line="undo"', "step=lists", "make-links", "/paper/", 'href="/collection"'):
        assert hidden not in desk, hidden
    assert 'data-line="undo"' in club.clients["organiser"].get(f"/events/{HERE}").text


def test_a_link_is_exchanged_at_once_and_stands_in_no_page_and_no_referrer(club: Club) -> None:
    phone = club.client()
    opened = phone.get(club.links["Ada"])
    token = club.links["Ada"].rpartition("/")[2]
    assert (opened.status_code, opened.headers["location"]) == (303, "/me")
    assert opened.headers["referrer-policy"] == "no-referrer"
    assert opened.headers["cache-control"] == "no-store"
    cookie = opened.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= {part.strip() for part in cookie.split(";")}
    for client in (*club.clients.values(), phone):
        for address in ("/me", "/", "/events", f"/events/{HERE}", f"/screen/{HERE}", "/api/events"):
            answer = client.get(address)
            assert token not in answer.text, address
            assert answer.headers["referrer-policy"] == "same-origin", address


def test_a_link_that_ended_opens_nothing_on_any_device(club: Club) -> None:
    phones = [club.client(f"10.1.0.{n}") for n in range(2)]
    for phone in phones:
        phone.get(club.links["Bo"])
        assert phone.get(f"/screen/{HERE}").status_code == 200
    with deckcheck.open() as cards:
        cards.people.end_links("Bo")
    for phone in phones:
        refused = phone.get(f"/screen/{HERE}")
        assert (refused.status_code, refused.headers["location"]) == (303, "/login")
        assert "Max-Age=0" in refused.headers["set-cookie"]
        assert not phone.cookies
    assert club.client("10.1.0.9").get(club.links["Bo"]).status_code == 404
    # A person's link is no helper's, whatever cookie it is put into.
    swapped = club.client("10.1.0.8")
    token = club.links["Ada"].rpartition("/")[2]
    swapped.cookies.set("deckcheck-link-helper", token)
    assert is_refused(swapped.get(f"/events/{HERE}"))


def test_whoever_guesses_links_has_to_wait_and_nobody_else(club: Club) -> None:
    """A club sits behind one address: phones that are known go on, also while somebody there guesses."""
    phone, guesser = club.client("10.2.0.1"), club.client("10.2.0.1")
    phone.get(club.links["Ada"])
    assert phone.get(f"/screen/{HERE}").status_code == 200
    found = [guesser.get(f"/link/{n:043}").status_code for n in range(Guesses.MOST + 5)]
    assert found == [404] * Guesses.MOST + [429] * 5
    assert guesser.get(club.links["Bo"]).status_code == 429
    guesser.cookies.set("deckcheck-link-person", club.links["Bo"].rpartition("/")[2])
    assert is_refused(guesser.get(f"/screen/{HERE}"))
    assert phone.get(f"/screen/{HERE}").status_code == 200
    assert club.client("10.2.0.2").get(club.links["Bo"]).status_code == 303
    # Cookies are guessed no more often than addresses.
    other = club.client("10.2.0.3")
    for n in range(Guesses.MOST):
        other.cookies.clear()
        other.cookies.set("deckcheck-link-person", f"{n:043}")
        assert is_refused(other.get("/me"))
    other.cookies.clear()
    assert other.get(club.links["Bo"]).status_code == 429


@pytest.mark.parametrize(
    ("machine", "trusted"), [("127.0.0.1", True), ("::1", True), ("10.3.0.1", False), ("192.0.2.7", False)]
)
def test_behind_a_proxy_each_guesser_waits_alone_and_who_is_no_proxy_is_not_believed(
    club: Club, machine: str, trusted: bool
) -> None:
    """The whole club comes from the proxy's address; a guesser who names another each time gains nothing."""
    proxy = club.client(machine)

    def asked(origin: str, link: str = f"/link/{0:043}") -> int:
        return proxy.request("GET", link, headers={"X-Forwarded-For": origin}).status_code

    for n in range(Guesses.MOST):
        # What the guesser put there stands before what the proxy adds.
        assert asked(f"203.0.113.{n}, 198.51.100.1") == 404
    assert asked("203.0.113.99, 198.51.100.1") == 429
    assert asked("198.51.100.2", club.links["Bo"]) == (303 if trusted else 429)
    secure = proxy.request("GET", club.links["Ada"], headers={"X-Forwarded-Proto": "https"})
    assert ("Secure" in secure.headers.get("set-cookie", "")) == trusted


def test_a_proxy_on_another_machine_is_named_and_then_it_alone(own: Path) -> None:
    app = make_app(ServeOptions(database=own, proxies=("10.3.0.0/24",)))
    with start_blocking_portal() as loop:
        for machine, believed in (("10.3.0.7", True), ("127.0.0.1", False), ("10.3.1.7", False)):
            proxy = Browser(loop, app, machine)
            found = {
                proxy.request(
                    "GET", f"/link/{n:043}", headers={"X-Forwarded-For": f"203.0.113.{n}"}
                ).status_code
                for n in range(Guesses.MOST + 1)
            }
            assert found == ({404} if believed else {404, 429})
        app.state.thread.end()
    for wrong in ("*", "proxy.example", ""):
        with pytest.raises(ServeError, match="no address or network of a proxy"):
            check_options(ServeOptions(proxies=(wrong,)))


def test_after_thousands_of_wrong_links_whoever_has_a_right_one_comes_in(club: Club) -> None:
    """Of many machines at once, as addresses and as cookies of each kind."""
    phone = club.client("10.4.0.1")
    phone.get(club.links["Ada"])
    guessers = [club.client(f"10.5.0.{n}") for n in range(5)]
    found = Counter[int]()
    for n in range(amount(200, 10_000)):
        guesser = guessers[n % len(guessers)]
        guesser.cookies.set(f"deckcheck-link-{KINDS[n % len(KINDS)]}", f"{n:043}")
        found[guesser.get(f"/link/{n:043}").status_code] += 1
        assert is_refused(guesser.get("/me"))
    assert found[404] <= Guesses.MOST * len(guessers)
    assert found[429] == found.total() - found[404]
    assert phone.get("/me").status_code == 200
    assert club.client("10.4.0.2").get(club.links["Bo"]).status_code == 303


def test_a_link_of_one_kind_or_event_opens_nothing_of_another(club: Club) -> None:
    """Put into each cookie: lists of one player, a helper elsewhere, a person who plays elsewhere."""
    with deckcheck.open() as cards:
        (lists,) = cards.events.get(HERE).links.make(["Cy"])
    tokens = {
        name: link.rpartition("/")[2] for name, link in {**club.links, "lists": lists.address("")}.items()
    }
    own = {("Ada", "person"), ("Bo", "person"), ("helper", "helper"), ("lists", "lists")}
    for n, (name, token) in enumerate(tokens.items()):
        for kind in KINDS:
            browser = club.client(f"10.6.{n}.1")
            browser.cookies.set(f"deckcheck-link-{kind}", token)
            seen = {
                path for path in (f"/events/{HERE}", f"/screen/{HERE}") if not is_refused(browser.get(path))
            }
            wanted = {"person": {f"/screen/{HERE}"}, "helper": {f"/events/{HERE}", f"/screen/{HERE}"}}
            assert seen == (wanted.get(kind, set()) if (name, kind) in own else set()), (name, kind)


def test_ten_thousand_wrong_links_keep_no_more_than_a_few_and_are_forgotten_in_time() -> None:
    now = [0.0]
    guesses = Guesses(lambda: now[0])
    looked_up = 0
    for _ in range(10_000):
        now[0] += 0.01
        if not guesses.must_wait("192.0.2.1"):
            looked_up += 1
            guesses.note("192.0.2.1")
    assert looked_up <= Guesses.MOST * 3
    assert not guesses.must_wait("192.0.2.2")
    now[0] += Guesses.SECONDS
    assert not guesses.must_wait("192.0.2.1")
    for n in range(Guesses.MOST):  # a household has as many addresses of IPv6 as it wants
        guesses.note(f"2001:db8:0:1::{n:x}")
    assert guesses.must_wait("2001:db8:0:1:ffff::1")
    assert not guesses.must_wait("2001:db8:0:2::1")
    for n in range(Guesses.ADDRESSES + 50):
        guesses.note(f"n{n}")
    assert len(guesses._wrong) == Guesses.ADDRESSES


def test_nobody_is_somebody_without_a_link() -> None:
    assert Visitor().is_known is False
    assert not Visitor().helps_at("")
    assert not Visitor().plays_in("")
