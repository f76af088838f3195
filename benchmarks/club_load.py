"""Two hundred phones that report within a minute, each report sent twice, on SQLite and on PostgreSQL.

A phone does what its page does: it waits for news, and looks again soon after each. SECONDS says
another time than a minute, PHONES another number. Printed are what was lost or doubled, the times of the
answers, and the seconds of the server's processor. Any answer that is an error ends the run.
"""

import asyncio
import json
import os
import random
import shutil
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from benchmarks.page_load import Times, free_port, started, tell
from db.club.reports import read_reports
from db.engines.place import ServerPath, server_of
from deckcheck.acts.session import Session
from deckcheck.events.submissions import Submission
from tests.postgres import PostgresServer, find_programs

PHONES, SECONDS = int(os.environ.get("PHONES", "200")), float(os.environ.get("SECONDS", "60"))
SPREAD = 3.0
"""Seconds over which the phones of an event look again, as their page says."""
EVENT = "Spring Open"
DECKS = [Path(__file__).parents[1] / "examples" / "decks" / name for name in ("rebels.dek", "empire.txt")]


class Phone:
    """A phone whose link was opened."""

    def __init__(self, port: int, token: str, times: Times) -> None:
        self._port, self._times = port, times
        self._head = f"Host: 127.0.0.1:{port}\r\nCookie: deckcheck-link-person={token}\r\n"

    async def _open(
        self, start: str, more: str = "", body: bytes = b""
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, limit=2**22)
        writer.write(f"{start} HTTP/1.1\r\n{self._head}{more}\r\n".encode() + body)
        return reader, writer

    async def ask(self, what: str, start: str, change: str = "", body: object = None) -> bytes:
        """The body of an answer, its time noted."""
        data = b"" if body is None else json.dumps(body).encode()
        more = f"Content-Length: {len(data)}\r\nConnection: close\r\nX-Deckcheck-Change: {change}\r\n"
        began = time.perf_counter()
        reader, writer = await self._open(start, more, data)
        head, _unused, answer = (await reader.read(-1)).partition(b"\r\n\r\n")
        self._times[what].append(time.perf_counter() - began)
        writer.close()
        if b" 200 " not in head.partition(b"\r\n")[0]:
            raise RuntimeError(head, answer)
        return answer

    async def wait(self, chance: random.Random) -> None:
        """Waits for news, and looks at the page soon after each."""
        reader, writer = await self._open("GET /me/changes")
        looks: asyncio.Task[bytes] | None = None

        async def look() -> bytes:
            await asyncio.sleep(chance.random() * SPREAD)
            return await self.ask("look at the page", "GET /me")

        try:
            async for line in reader:
                if line.startswith(b"data:") and (looks is None or looks.done()):
                    looks = asyncio.create_task(look())
        finally:
            writer.close()

    async def report(self, result: str, change: str) -> None:
        """Reports a result, and sends it again before the answer is there."""
        sent = {"event": EVENT, "round": 1, "result": result}
        await asyncio.gather(
            *(self.ask("report", "POST /api/me/report", change, sent) for _twice in range(2))
        )


def prepare(path: Path) -> list[tuple[str, str]]:
    """A round of an event, published; the token of each player and the result they report."""
    with Session(path) as cards:
        event = cards.events.new(EVENT, day="2004-06-19", format="dci")
        event.register(
            [
                Submission(f"Player {number}", deck.name, deck.read_bytes(), "", "", str(number))
                for number in range(1, PHONES + 1)
                for deck in DECKS
            ]
        )
        event.pair(7)
        event.publish()
        cards.people.join(EVENT)
        seats = [table.players for table in event.round().tables]
        tokens = [[cards.people.link(f"Player {number}").token for number in both] for both in seats]
    return [(token, result) for both in tokens for token, result in zip(both, ("2-0", "0-2"), strict=True)]


async def play(port: int, reports: list[tuple[str, str]]) -> Times:
    """The times of all that the phones ask."""
    times: Times = defaultdict(list)

    async def use(number: int, token: str, result: str) -> None:
        chance = random.Random(number)
        phone = Phone(port, token, times)
        waiting = asyncio.create_task(phone.wait(chance))
        await asyncio.sleep(chance.random() * SECONDS)
        await phone.report(result, f"change-{number}")
        await asyncio.sleep(max(0, until - time.perf_counter()))
        waiting.cancel()
        with suppress(asyncio.CancelledError):
            await waiting

    until = time.perf_counter() + SECONDS + 3
    await asyncio.gather(*(use(number, *one) for number, one in enumerate(reports)))
    return times


def count(path: Path) -> Mapping[str, int]:
    """What was lost, and what was made twice."""
    with Session(path) as cards:
        event = cards.events.get(EVENT)
        stored = event.stored
        results = [one for one in event.history() if one.command.startswith("event result")]
        told = read_reports(event.database, stored.id, 1)
        return {
            "reports lost": PHONES - len(told),
            "results lost": len(event.round().open_tables()),
            "results made twice": len(results) - len(stored.tables),
        }


def measure(engine: str, path: Path) -> None:
    """Prints what came of it on an engine."""
    reports = prepare(path)
    port = free_port()
    environment = os.environ | {
        "DECKCHECK_DB": server_of(path) or str(path),
        "DECKCHECK_CATALOGUE": str(path),
        "DECKCHECK_PASSWORD": "open sesame",
    }
    command = [sys.executable, "-m", "deckcheck", "serve", "--password", "--port", str(port)]
    with started(command, port, environment) as (server, _address, _seconds):
        times = asyncio.run(play(port, reports))
        spent = Path(f"/proc/{server.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    busy = (int(spent[11]) + int(spent[12])) / os.sysconf("SC_CLK_TCK")
    print(f"{engine}: {PHONES} phones in {SECONDS:.0f} s, load {os.getloadavg()[0]:.1f}: ", end="")
    print(", ".join(f"{what} {number}" for what, number in count(path).items()))
    tell(times)
    print(f"the server's processor {busy:.1f} s")


def main() -> None:
    """Prints both engines, PostgreSQL where it is installed."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        measure("SQLite", Path(folder) / "cards.sqlite")
        if (programs := find_programs()) is None:
            print("no PostgreSQL is installed")
            return
        from db.engines.postgres import close_idle

        server = PostgresServer(programs, Path(folder) / "s", safe=True)
        server.start()
        try:
            server.run("CREATE DATABASE bench")
            with Session(other := Path(folder) / "other.sqlite"):
                pass
            measure(
                "PostgreSQL",
                ServerPath.of(Path(shutil.copy(other, f"{other}.cards")), server.address("bench")),
            )
        finally:
            close_idle()
            server.stop()
