"""The server of the page: killed at each moment, and two of them on one database."""

import http.client
import json
import os
import random
import shutil
import signal
import socket
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.faults.programs import DATABASE, Ended, Fault, Programs
from tests.faults.states import differences, names_in, rows_of, state_alone
from tests.faults.test_every_command import ALL, SEED, kills

REQUESTS = 5
KILLS = 60 if ALL else 4
ROUNDS = 30 if ALL else 3
TOLD_TO_END = 20
"""Seconds in which a server ends that is told to; where it does not, the test fails."""


@dataclass
class Page:
    """A server over the database of a folder."""

    running: Programs
    process: int
    port: int
    ended: Ended | None = None
    cookie: str = ""

    def ask(self, method: str, path: str, change: str = "", **body: object) -> tuple[int, Any]:
        """The status and the document of an answer; raises `OSError` where none comes."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)) as connection:
            headers = {
                "Content-Type": "application/json",
                "X-Deckcheck-Change": change,
                "Cookie": self.cookie,
            }
            connection.request(method, path, json.dumps(body) if body else None, headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())

    def add(self, location: str) -> bool:
        """Adds a card, under its place as the id of the change; whether that was acknowledged."""
        added = {"action": "add", "name": "Kouhun", "location": location}
        try:
            return self.ask("POST", "/api/collection/change", location, **added)[0] == http.client.OK
        except (OSError, http.client.HTTPException):
            return False

    def report(self, token: str, result: str) -> bool:
        """Reports a result by a player's link, under it as the id; whether that was acknowledged."""
        self.cookie = f"deckcheck-link-person={token}"
        sent = {"event": "Played", "round": 1, "result": result}
        try:
            return self.ask("POST", "/api/me/report", token, **sent)[0] == http.client.OK
        except (OSError, http.client.HTTPException):
            return False

    def end(self) -> Ended:
        """Tells the server to end, unless it has."""
        if self.ended is None:
            os.kill(self.process, signal.SIGTERM)
            self.ended = self.running.end(self.process, at_most=TOLD_TO_END)
        return self.ended


@contextmanager
def serving(running: Programs, folder: Path, **how: Any) -> Iterator[Page]:
    """The context in which a server answers."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        port = listening.getsockname()[1]
    page = Page(running, running.start(folder, "serve", "--port", str(port), **how), port)
    try:
        is_killed = how.get("fault", Fault.NONE) is not Fault.NONE
        assert _answers(port) or is_killed, "the server does not answer"
        yield page
    finally:
        page.end()


def _answers(port: int) -> bool:
    """Whether a server answers after a while: one that is killed may not have got so far."""
    for _ in range(1000):
        try:
            socket.create_connection(("127.0.0.1", port), 0.5).close()
        except OSError:
            time.sleep(0.02)
        else:
            return True
    return False


def locations(folder: Path) -> dict[str, int]:
    """The places of all holdings, with the copies there."""
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        return dict(connection.execute("SELECT location, quantity FROM holdings"))


def test_its_file_alone_is_whole_when_it_is_still_and_when_it_has_ended(
    running: Programs, place: Path
) -> None:
    with serving(running, place) as page:
        assert page.add("here")
        for _ in range(30):  # it has been still for a second, or soon will have
            time.sleep(0.1)
            if not (lacks := differences(rows_of_copy(place), state_alone(place))):
                break
        assert not lacks
        assert page.add("there")
    assert page.ended is not None
    assert page.ended.code in {0, 130, 143}, page.ended
    assert not differences(rows_of_copy(place), state_alone(place))


def rows_of_copy(folder: Path) -> dict[str, Any]:
    """The rows of a database that a server has open, read in a copy."""
    made = folder.parent / "read"
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir()
    for path in folder.glob(f"{DATABASE}*"):
        if not path.name.endswith("-shm"):
            shutil.copy(path, made)
    return rows_of(made / DATABASE, folder)


def test_killed_it_loses_nothing_that_it_acknowledged(
    running: Programs, place: Path, tmp_path: Path, shim: Path | str
) -> None:
    traced = Path(shutil.copytree(place, tmp_path / "traced"))
    with serving(running, traced, trace=True) as page:
        assert all(page.add(f"at {number}") for number in range(REQUESTS))
    known = names_in(place)
    bad: list[str] = []
    for number, kill in enumerate(kills(page.end(), "serve", KILLS, shim=isinstance(shim, Path))):
        folder = Path(shutil.copytree(place, tmp_path / str(number)))
        said: set[str] = set()
        with serving(running, folder, fault=kill.fault, moment=kill.moment) as page:
            for turn in range(REQUESTS):
                if kill.fault is Fault.NONE and turn == random.Random(SEED + number).randrange(4):
                    os.kill(page.process, signal.SIGKILL)
                if page.add(f"at {turn}"):
                    said.add(f"at {turn}")
            page.end()
        there = locations_after_a_command(running, folder)
        if lost := said - there.keys():
            bad.append(f"seed {SEED}, {kill}: acknowledged and not there: {sorted(lost)}")
        if left := names_in(folder) - known:
            bad.append(f"seed {SEED}, {kill}: left over: {sorted(left)}")
        with serving(running, folder) as page:  # a page that does not know what arrived sends all again
            assert all(page.add(f"at {turn}") for turn in range(REQUESTS))
        if doubled := {place for place, copies in locations(folder).items() if copies > 1 and "at" in place}:
            bad.append(f"seed {SEED}, {kill}: made twice: {sorted(doubled)}")
        shutil.rmtree(folder)
    assert not bad, "\n".join(bad)


def test_a_report_from_a_phone_counts_once_whenever_the_server_is_killed(
    running: Programs, place: Path, tmp_path: Path, shim: Path | str
) -> None:
    running.run_well(place, "people", "add", "--event", "Played", "--same")
    (table,) = json.loads(running.run(place, "event", "pairings", "Played", "--json").out)["tables"][:1]
    links = [running.run(place, "people", "link", name).out for name in table["players"]]
    both = list(zip((link.rpartition("/")[2].strip() for link in links), ("2-0", "0-2"), strict=True))
    traced = Path(shutil.copytree(place, tmp_path / "traced"))
    with serving(running, traced, trace=True) as page:
        assert all(page.report(*one) for one in both)
    bad: list[str] = []
    for number, kill in enumerate(kills(page.end(), "serve", KILLS, shim=isinstance(shim, Path))):
        folder = Path(shutil.copytree(place, tmp_path / str(number)))
        with serving(running, folder, fault=kill.fault, moment=kill.moment) as page:
            for one in both:
                page.report(*one)
        with serving(running, folder) as page:  # the phones send what was not acknowledged, and more
            assert all(page.report(*one) for one in both)
        with closing(sqlite3.connect(folder / DATABASE)) as connection:
            reports = connection.execute("SELECT result FROM match_reports").fetchall()
            batches = connection.execute(
                "SELECT count(*) FROM event_batches WHERE command LIKE 'event result %'"
            ).fetchone()
            result = connection.execute(
                "SELECT result FROM event_tables t JOIN events e ON e.id = t.event_id"
                " WHERE e.name = 'Played' AND t.number = ?",
                (table["table"],),
            ).fetchone()[0]
        if (reports, batches) != ([("2-0",)] * 2, (1,)) or '"one","one"' not in result.replace(" ", ""):
            bad.append(f"seed {SEED}, {kill}: {reports}, {batches}, {result}")
        shutil.rmtree(folder)
    assert not bad, "\n".join(bad)


def locations_after_a_command(running: Programs, folder: Path) -> dict[str, int]:
    """The places of all holdings after one more command, in a sound database, with their copies."""
    running.run_well(folder, "collection", "add", "Kouhun", "--location", "afterwards")
    rows_of(folder / DATABASE, folder)
    return locations(folder)


def test_two_on_one_database_keep_what_each_acknowledged(running: Programs, place: Path) -> None:
    with serving(running, place) as one, serving(running, place) as two:
        with ThreadPoolExecutor(5) as threads:
            asked = [(page, f"{page.port} {n}") for n in range(4 * ROUNDS) for page in (one, two)]
            done = list(threads.map(lambda pair: pair[0].add(pair[1]), asked))
            command = running.run(place, "collection", "add", "Kouhun", "--location", "command")
        assert all(done)
        assert command.code == 0
    assert {name for _, name in asked} | {"command"} <= locations(place).keys()
    assert not differences(rows_of_copy(place), state_alone(place))


def test_of_two_saves_of_one_base_one_wins(running: Programs, place: Path) -> None:
    bad: list[str] = []
    with serving(running, place) as one, serving(running, place) as two, ThreadPoolExecutor(2) as threads:
        for turn in range(ROUNDS * 3):
            base = one.ask("GET", "/api/decks/Mine")[1]["state"]
            texts = [f"{turn + 1} Kouhun", f"{turn + 1} Nexu"]
            answers = list(
                threads.map(
                    lambda pair, base=base: pair[0].ask(
                        "PUT", "/api/decks/Mine", text=pair[1], name="Mine", base=base
                    )[0],
                    zip((one, two), texts, strict=True),
                )
            )
            kept = two.ask("GET", "/api/decks/Mine")[1]["text"]
            if sorted(answers) != [200, 409] or texts[answers.index(200)] not in kept:
                bad.append(f"round {turn}: answered {answers}, kept {kept!r}")
    assert not bad, f"{len(bad)} of {ROUNDS * 3}:\n" + "\n".join(bad)
