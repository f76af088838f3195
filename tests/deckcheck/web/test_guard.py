"""Nobody but the user gets at the collection: not another site, not another name, not a guest."""

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from argon2 import PasswordHasher, extract_parameters
from argon2.profiles import RFC_9106_LOW_MEMORY
from starlette.types import Message, Receive, Scope, Send

from deckcheck.errors import ServeError
from deckcheck.web.api import ENDPOINTS
from deckcheck.web.guard import Guard
from deckcheck.web.login import Login
from deckcheck.web.serving import ServeOptions, check_options, listen
from tests.deckcheck.web.conftest import Client

WORD = "open sesame"
CHANGE = {"action": "add", "name": "Boba Fett (A)"}
CHANGING = [one for one in ENDPOINTS if one.changes]


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8642", "127.0.0.1", "", "x" * 500])
def test_a_foreign_name_that_points_here_is_refused(looking: httpx.Client, host: str) -> None:
    for path in ("/", "/api/decks", "/static/looking.css"):
        answer = looking.get(path, headers={"Host": host})
        assert answer.status_code == 421
        assert "deckcheck.error/1" in answer.text


def test_a_server_before_this_one_asks_by_the_name_alone(serving: Client) -> None:
    """It has the name and HTTPS, whatever the port is here."""
    page = serving(hosts=("cards.example.org",))
    ours = {
        "Host": "cards.example.org",
        "Origin": "https://cards.example.org",
        "Sec-Fetch-Site": "same-origin",
    }
    assert page.get("/", headers=ours).status_code == 200
    assert page.post("/api/deck/check", json={"text": ""}, headers=ours).status_code == 200
    assert page.get("/", headers={"Host": "example.org"}).status_code == 421


@pytest.mark.parametrize("begins", [False, True])
def test_who_waits_while_the_server_ends_is_told_to_try_again(*, begins: bool) -> None:
    """Two hundred phones would else leave as many tracebacks on the terminal."""
    sent: list[Message] = []

    async def waits(_scope: Scope, _receive: Receive, send: Send) -> None:
        if begins:
            await send({"type": "http.response.start", "status": 200})
        await asyncio.sleep(60)

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        sent.append(message)

    async def ended() -> None:
        scope = {"type": "http", "method": "GET", "path": "/", "headers": [(b"host", b"here")]}
        asked = asyncio.ensure_future(Guard(waits, hosts=["here"])(scope, receive, send))
        await asyncio.sleep(0.01)
        asked.cancel()
        await asked

    with ThreadPoolExecutor(1) as pool:  # a browser of another test may have a loop in this one
        pool.submit(asyncio.run, ended()).result()
    assert [message["status"] for message in sent if "status" in message] == [200 if begins else 503]


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:9999"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
        {"Sec-Fetch-Site": "same-origin", "Origin": "http://evil.example"},
    ],
)
def test_another_site_cannot_change_or_ask_anything(looking: httpx.Client, headers: dict[str, str]) -> None:
    assert looking.post("/api/collection/change", json=CHANGE, headers=headers).status_code == 403
    assert looking.post("/api/deck/check", json={"text": ""}, headers=headers).status_code == 403
    assert looking.get("/api/collection").json()["copies"] == 0


def test_the_page_itself_and_programs_can_change(page: httpx.Client) -> None:
    ours = {"Origin": str(page.base_url).rstrip("/"), "Sec-Fetch-Site": "same-origin"}
    assert page.post("/api/collection/change", json=CHANGE, headers=ours).status_code == 200
    assert page.post("/api/collection/change", json=CHANGE).status_code == 200
    assert page.get("/api/collection").json()["copies"] == 2


@pytest.mark.parametrize("path", ["/", "/api/decks", "/static/page.css", "/nowhere", "/deck"])
def test_every_answer_forbids_scripts_frames_and_guesses(looking: httpx.Client, path: str) -> None:
    headers = looking.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/", "/deck", "/cards", "/collection", "/history"])
def test_no_page_has_a_script_or_style_of_its_own_or_of_another_host(
    looking: httpx.Client, path: str
) -> None:
    text = looking.get(path).text
    assert "<style" not in text
    assert " style=" not in text
    assert "://" not in text.replace("http://www.w3.org", "")
    for part in text.split("<script")[1:]:
        assert part.startswith((' src="/static/', ' type="module" src="/static/', ' type="application/json"'))


def test_a_read_only_page_stores_nothing_but_judges(serving: Client) -> None:
    page = serving(read_only=True)
    for endpoint in CHANGING:
        path = endpoint.path.replace("{name}", "x")
        assert page.request(endpoint.method, path, json={}).status_code == 403
    assert page.post("/api/deck/check", json={"text": "4 Kouhun\n"}).status_code == 200


def test_endless_uploads_are_refused(looking: httpx.Client) -> None:
    many = (b"x" * 1_000_000 for _ in range(70))
    assert looking.post("/api/deck/file?name=a.dek", content=many).status_code == 413


def test_beyond_this_machine_a_password_or_read_only_is_needed(tmp_path: Path) -> None:
    for host in ("0.0.0.0", "192.168.0.5", "::", "club.local"):
        with pytest.raises(ServeError, match="add --password"):
            check_options(ServeOptions(host=host))
        check_options(ServeOptions(host=host, password=WORD))
        check_options(ServeOptions(host=host, read_only=True))
    check_options(ServeOptions())
    with pytest.raises(ServeError, match="not a folder"):
        check_options(ServeOptions(pictures=tmp_path / "gone"))


def test_a_password_is_asked_for_before_anything_is_shown(serving: Client) -> None:
    page = serving(password=WORD, host="0.0.0.0")
    assert page.get("/collection").headers["location"] == "/login"
    assert page.get("/api/collection").status_code == 401
    assert page.post("/api/collection/change", json=CHANGE).status_code == 401
    assert page.post("/login", data={"password": "wrong"}).status_code == 403
    answer = page.post("/login", data={"password": WORD})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert page.get("/api/collection").status_code == 200
    page.post("/logout")
    assert page.get("/api/collection").status_code == 401


def test_a_password_is_as_dear_as_argon2_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever gets at the memory of the server tries many words a second otherwise."""
    monkeypatch.setattr("deckcheck.web.login.PasswordHasher", PasswordHasher)
    assert extract_parameters(Login(WORD)._hash) == RFC_9106_LOW_MEMORY


def test_wrong_passwords_make_everybody_wait() -> None:
    now = [0.0]
    login = Login(WORD, lambda: now[0])
    for _ in range(5):
        assert login.token_for("wrong") is None
    assert login.must_wait
    assert login.token_for(WORD) is None
    now[0] = 61.0
    assert login.knows(login.token_for(WORD))
    assert not login.knows("guess")


@pytest.mark.parametrize(
    "path",
    [
        "../secret.jpg",
        "..%2fsecret.jpg",
        "%2e%2e/secret.jpg",
        "/etc/passwd",
        "a/../../secret.jpg",
        "link.jpg",
        "notes.txt",
        "",
        "folder",
        "%00.jpg",
    ],
)
def test_pictures_never_leave_their_folder(serving: Client, tmp_path: Path, path: str) -> None:
    folder = tmp_path / "pictures"
    (folder / "folder").mkdir(parents=True)
    (tmp_path / "secret.jpg").write_bytes(b"secret")
    (folder / "notes.txt").write_text("secret")
    (folder / "link.jpg").symlink_to(tmp_path / "secret.jpg")
    (folder / "good.jpg").write_bytes(b"picture")
    page = serving(pictures=folder)
    answer = page.get(f"/pictures/{path}")
    assert answer.status_code == 404
    assert b"secret" not in answer.content
    assert page.get("/pictures/good.jpg").content == b"picture"
    assert page.get("/static/").status_code == 404


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_answers_are_sent_at_once(host: str) -> None:
    """Else each but the first of a connection waits 40 ms for what a browser acknowledges late."""
    told: list[int] = []

    async def asked(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        accepted = writer.get_extra_info("socket")
        told.append(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    async def ask() -> None:
        listening = listen(ServeOptions(host=host, port=0))
        async with await asyncio.start_server(asked, sock=listening):
            reader, writer = await asyncio.open_connection(*listening.getsockname()[:2])
            assert await reader.read() == b""
            writer.close()
            await writer.wait_closed()

    with ThreadPoolExecutor() as thread:  # the loop of this one may be that of the browser's tests
        thread.submit(lambda: asyncio.run(ask())).result()
    assert told == [1]
