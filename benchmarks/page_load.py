"""The page under load and in a browser, beside a plain Starlette page in the same run.

Fifty clients read and write for a minute (SECONDS says otherwise): each judges a deck that it
types, searches, reads the collection, adds copies and saves its own deck, with half a second
between two requests. Then fifty edit decks of 60 cards without a pause. Any answer that is an error
ends the run. Where there is a Chromium, it opens a deck of 60 cards and 200 saved decks, and types.
"""

import asyncio
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

import deckcheck
from db.collection.holdings import HoldingChange, HoldingKey
from db.collection.ledger import apply_batch

ROOT = Path(__file__).parents[1]
CLIENTS = 50
SECONDS = int(os.environ.get("SECONDS", "60"))
THINKING = 0.5
KEYS, DECKS = 100, 200
EXAMPLE = ROOT / "examples" / "decks" / "empire.txt"
DECK = EXAMPLE.read_text(encoding="utf-8").replace("\t", " ")
PLAIN = """
import sys, uvicorn
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route
async def page(request): return JSONResponse({"page": "plain"})
app = Starlette(routes=[Route("/", page)])
uvicorn.run(app, port=int(sys.argv[1]), log_level="warning", access_log=False)
"""
MOST_MORE = 8
"""At most so many copies more than at the beginning are in a deck."""
Times = dict[str, list[float]]


class Connection:
    """A connection that stays open; a client that takes as much as the server would be measured with it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str) -> None:
        self._reader, self._writer, self._host = reader, writer, host

    async def ask(self, times: Times, what: str, method: str, path: str, body: Any = None) -> bytes:
        """The body of an answer, its time noted; raises for an error, but for one that another was first."""
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: {self._host}\r\nContent-Length: {len(data)}\r\n\r\n"
        began = time.perf_counter()
        self._writer.write(head.encode() + data)
        told = await self._reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: (\d+)", told)
        answer = await self._reader.readexactly(int(length[1]) if length else 0)
        times[what].append(time.perf_counter() - began)
        if told.split(b" ", 2)[1] not in (b"200", b"409"):
            raise RuntimeError(told, answer)
        return answer


Client = Callable[[Connection, Times, random.Random, int], Awaitable[None]]


def free_port() -> int:
    """A port of this machine that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


@contextmanager
def started(command: list[str], port: int, environment: Mapping[str, str]) -> Iterator[Any]:
    """A server, its address and the seconds until it answered; ended with the block."""
    began = time.perf_counter()
    address = f"http://127.0.0.1:{port}"
    with subprocess.Popen(command, env=environment, cwd=ROOT, stdout=subprocess.DEVNULL) as server:
        try:
            while True:
                try:
                    with socket.create_connection(("127.0.0.1", port), timeout=0.2):
                        break
                except OSError:
                    time.sleep(0.005)
            httpx.get(address)
            yield server, address, time.perf_counter() - began
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(20)


def memory(pid: int, what: str) -> float:
    """Megabytes of a process: `VmRSS` now, or `VmHWM` at its most."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    found = re.search(rf"{what}:\s+(\d+) kB", status)
    return int(found[1]) / 1000 if found else float("nan")


async def use_page(client: Connection, times: Times, chance: random.Random, me: int) -> None:
    """What one user does, once; a lost race of the collection is looked at again."""
    name, copies = f"Deck {me}", chance.randint(1, 4)
    text = f"{copies} Kouhun\n{chance.randint(1, 4)} Nexu\n4 Boba Fett (A)\n"
    deck = {"text": text, "game": "swtcg", "format": "standard", "name": name}
    kind = chance.random()
    if kind < 0.5:
        await client.ask(times, "judge a deck", "POST", "/api/deck/check", deck)
    elif kind < 0.65:
        asked = f"type%3Aspace%20cost%3C%3D{chance.randint(1, 9)}"
        await client.ask(times, "search cards", "GET", f"/api/cards?q={asked}")
    elif kind < 0.8:
        await client.ask(times, "collection, as a page", "GET", "/collection")
    elif kind < 0.9:
        change = {"action": "add", "name": "Boba Fett (A)", "quantity": 1, "location": f"box {me}"}
        await client.ask(times, "add a copy", "POST", "/api/collection/change", change)
    else:
        there = json.loads(await client.ask(times, "list the decks", "GET", "/api/decks"))["decks"]
        state = None
        if any(one["name"] == name for one in there):
            saved = await client.ask(times, "open a deck", "GET", f"/api/decks/Deck%20{me}")
            state = json.loads(saved)["state"]
        await client.ask(times, "save a deck", "PUT", f"/api/decks/Deck%20{me}", {**deck, "base": state})


async def use_plain(client: Connection, times: Times, _chance: random.Random, _me: int) -> None:
    """One request to the plain page."""
    await client.ask(times, "plain page", "GET", "/")


def decks_like_ours(database: Path) -> list[list[tuple[int, str]]]:
    """A deck for each client: copies and types of the example's, of other cards in each."""
    with deckcheck.open(database, game="swtcg") as session:
        ours = [(one.quantity, one.card) for one in session.deck(EXAMPLE).entries if one.card]
        alike = {
            card.type: [one.name for one in session.search(f'side:dark type:"{card.type}"')]
            for _copies, card in ours
        }
    for names in alike.values():
        random.Random(0).shuffle(names)
    return [
        [
            (copies, alike[card.type][(me + CLIENTS * place) % len(alike[card.type])])
            for place, (copies, card) in enumerate(ours)
        ]
        for me in range(CLIENTS)
    ]


def edit_deck(decks: Sequence[Sequence[tuple[int, str]]]) -> Client:
    """A copy more or fewer at a time in a deck of 60 cards, each of what the one before has left.

    The cards are others in each deck, so that nobody has anything of what is kept for another. It is
    opened once, and whoever comes back goes on where they were.
    """
    texts = ["".join(f"{copies} {name}\n" for copies, name in deck) for deck in decks]
    marks, added = [list[str]() for _deck in decks], [list[str]() for _deck in decks]

    async def use(client: Connection, times: Times, chance: random.Random, me: int) -> None:
        more = added[me]
        if is_more := len(more) < chance.randint(1, MOST_MORE):
            more.append(chance.choice(decks[me])[1])
        card = more[-1] if is_more else more.pop(chance.randrange(len(more)))
        deck = {"text": texts[me], "game": "swtcg", "name": f"Deck {me}", "shown": marks[me], "brief": True}
        change = {"card": card, "copies": 1 if is_more else -1}
        what, address = "edit without a pause", "/api/deck/edit"
        found = json.loads(await client.ask(times, what, "POST", address, {**deck, **change}))
        texts[me], marks[me] = found["text"], found["shown"]

    return use


async def load(address: str, use: Client, seconds: float, thinking: float = THINKING) -> Times:
    """The times of all requests of all clients."""
    times: Times = defaultdict(list)
    ends = time.perf_counter() + seconds

    async def run(me: int) -> None:
        chance, host = random.Random(me), address.removeprefix("http://")
        name, port = host.split(":")
        reader, writer = await asyncio.open_connection(name, int(port), limit=2**22)
        client = Connection(reader, writer, host)
        await asyncio.sleep(chance.random() * thinking)
        while time.perf_counter() < ends:
            await use(client, times, chance, me)
            await asyncio.sleep(thinking)
        writer.close()

    await asyncio.gather(*(run(me) for me in range(CLIENTS)))
    return times


def tell(times: Times) -> None:
    """Prints the percentiles of each kind of request."""
    for what, found in sorted(times.items()):
        found.sort()
        at = [found[min(len(found) - 1, int(len(found) * part))] * 1000 for part in (0.5, 0.95, 0.99)]
        print(
            f"{what:<24} {len(found):>6} requests, median {at[0]:6.1f} ms, 95 % {at[1]:6.1f} ms,"
            f" 99 % {at[2]:6.1f} ms, most {found[-1] * 1000:6.1f} ms"
        )


def processor(pid: int) -> float:
    """The seconds of the processor that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def under_load(server: Any, address: str, use: Client, seconds: float, thinking: float = THINKING) -> None:
    """Prints the percentiles of a load, and the time of the processors for a request: server, and load."""
    served, loaded = processor(server.pid), time.process_time()
    times = asyncio.run(load(address, use, seconds, thinking))
    tell(times)
    served, loaded = processor(server.pid) - served, time.process_time() - loaded
    each = 1000 / sum(map(len, times.values()))
    print(f"{'':<24} of the processor {served * each:.2f} ms each, and {loaded * each:.2f} ms for the load")


PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
SENT = """[...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')]
    .reduce((sum, one) => sum + one.transferSize, 0)"""
KEY = """(text) => new Promise((done) => {
    const began = performance.now();
    const verdict = document.querySelector("#verdict-box");
    new MutationObserver((_, seen) => { seen.disconnect(); done(performance.now() - began); })
        .observe(verdict, { childList: true, subtree: true, characterData: true });
    const box = document.querySelector("#text");
    box.value = text;
    box.dispatchEvent(new Event("input"));
})"""
"""Milliseconds from a key in the text until the verdict is shown anew."""
FRAMES = """() => new Promise((done) => {
    const table = document.querySelector("#window"), times = [];
    const next = (before) => requestAnimationFrame((now) => {
        if (before) times.push(now - before);
        table.scrollTop += 120;
        if (times.length < 300) next(now);
        else done(times.sort((one, other) => one - other));
    });
    next(0);
})"""
"""Milliseconds between frames while the collection is scrolled, three to four rows a frame."""
MANY = 20_000


def fill(database: Path) -> None:
    """Puts so many holdings into the collection."""
    with deckcheck.open(database, game="swtcg") as session:
        cards = [one.id for one in session.search("set:AOTC") if one.id is not None]
    changes = [
        HoldingChange(HoldingKey(cards[number % len(cards)], location=f"box {number:05}"), add=1)
        for number in range(MANY)
    ]
    apply_batch(database, changes, command="many")


def in_browser(address: str, plain: str, database: Path) -> None:
    """Prints first paint, size and answer to a key, with the plain page's paint as the baseline."""
    from playwright.sync_api import sync_playwright

    from tests.deckcheck.web.browsing import CHROMIUM, FLAGS

    def painted(page: Any, opened: str) -> float:
        found = []
        for _ in range(5):
            page.goto(opened)
            while not page.evaluate(PAINTED):
                page.wait_for_timeout(10)
            found.append(page.evaluate(PAINTED))
        return float(sorted(found)[2])

    if CHROMIUM is None:
        print("no Chromium on this machine: first paint and keys are not measured")
        return
    saved = httpx.put(f"{address}/api/decks/Empire", json={"text": DECK, "game": "swtcg"})
    saved.raise_for_status()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page()
        base, deck = painted(page, plain), painted(page, f"{address}/deck/Empire?game=swtcg")
        print(
            f"first paint of a deck of 60 cards {deck:.0f} ms (aim: 300), "
            f"{deck / base:.1f} times a plain page"
        )
        fresh = browser.new_page()
        fresh.goto(f"{address}/deck/Empire?game=swtcg", wait_until="networkidle")
        print(
            f"sent for it, page and all that belongs to it: {fresh.evaluate(SENT) / 1000:.0f} kB (aim: 120)"
        )
        times: Times = {
            "key to verdict": [page.evaluate(KEY, f"{DECK}{1 + n % 4} Nexu\n") / 1000 for n in range(KEYS)]
        }
        tell(times)
        for number in range(DECKS):
            httpx.put(
                f"{address}/api/decks/Deck {number}",
                json={"text": f"{DECK}{1 + number % 4} Nexu\n", "game": "swtcg"},
            )
        began = time.perf_counter()
        page.goto(f"{address}/?game=swtcg")
        shown = page.locator("#decks > li").count()
        print(
            f"{shown} saved decks with their verdicts {time.perf_counter() - began:.2f} s (aim: 1), again ",
            end="",
        )
        began = time.perf_counter()
        page.goto(f"{address}/?game=swtcg")
        print(f"{time.perf_counter() - began:.2f} s")
        fill(database)
        page.goto(f"{address}/collection?game=swtcg", wait_until="networkidle")
        frames = page.evaluate(FRAMES)
        usual, late = frames[len(frames) // 2], frames[int(len(frames) * 0.95)]
        print(
            f"{MANY:,} holdings scrolled: a frame {usual:.1f} ms, 95 % {late:.1f} ms,"
            f" most {frames[-1]:.1f} ms, {sum(one > 1.5 * usual for one in frames)} of {len(frames)} late"
        )
        browser.close()


def typer_seconds() -> float:
    """The wall time of importing typer, the best of five."""
    found = []
    for _ in range(5):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", "import typer"], check=True)
        found.append(time.perf_counter() - began)
    return min(found)


def main() -> None:
    """Prints start, memory, and times under load."""
    base = typer_seconds()
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"DECKCHECK_DB": str(Path(folder) / "cards.sqlite")}
        run = [sys.executable, "-m", "deckcheck"]
        subprocess.run(
            [*run, "validate", "examples/decks/rebels.dek"],
            env=environment,
            cwd=ROOT,
            check=True,
            capture_output=True,
        )
        decks = decks_like_ours(Path(folder) / "cards.sqlite")
        starts = []
        for _ in range(3):
            port = free_port()
            with started([*run, "serve", "--port", str(port)], port, environment) as found:
                starts.append(found[2])
        print(
            f"ready {min(starts):.2f} s after the start, importing typer {base:.2f} s: "
            f"{min(starts) - base:.2f} s more (aim: 0.6)"
        )
        port = free_port()
        with started([sys.executable, "-c", PLAIN, str(port)], port, environment) as (server, address, _s):
            under_load(server, address, use_plain, min(10, SECONDS))
            under_load(server, address, use_plain, min(10, SECONDS), thinking=0)
        port = free_port()
        command = [*run, "serve", "--port", str(port)]
        with started(command, port, environment) as (server, address, _s):
            print(f"memory when started {memory(server.pid, 'VmRSS'):.0f} MB")
            under_load(server, address, use_page, SECONDS)
            under_load(server, address, edit_deck(decks), min(20, SECONDS), thinking=0)
            print(f"memory at most {memory(server.pid, 'VmHWM'):.0f} MB (aim: 150)")
        plain_port, port = free_port(), free_port()
        with (
            started([sys.executable, "-c", PLAIN, str(plain_port)], plain_port, environment) as (
                _,
                plain,
                _s,
            ),
            started([*run, "serve", "--port", str(port)], port, environment) as (_, address, _t),
        ):
            in_browser(address, plain, Path(folder) / "cards.sqlite")
