"""Players hand in their own lists by a link: each only his own, once, and nobody else's link works."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from db.events.store import read_files
from deckcheck.acts.events import SessionEvent
from deckcheck.acts.session import Session
from deckcheck.errors import EventLockedError, HandInLinkError, PlayerNotFoundError
from deckcheck.events.links import PlayerLink
from deckcheck.report import ILLEGAL
from tests.deckcheck.events.conftest import DARK, LIGHT

BOTH = {"light": ("l.dek", LIGHT.read_bytes()), "dark": ("d.txt", DARK.read_bytes())}


@pytest.fixture
def links(event: SessionEvent) -> dict[str, PlayerLink]:
    for name in ("Ada", "Bo"):
        event.register_files(name)
    return {one.player: one for one in event.links.make()}


def test_a_player_tries_as_often_as_wanted_and_sends_once(
    session: Session, event: SessionEvent, links: dict[str, PlayerLink]
) -> None:
    mine = session.events.hand_in(links["Ada"].token)
    broken = {"light": ("l.dek", LIGHT.read_bytes().replace(b"<qty>4", b"<qty>9", 1) + b"\n")}
    before = event.stored
    for _ in range(3):
        tried = mine.tried(BOTH)
        assert [one.report.verdict for one in tried] == ["legal", "legal"]
    mine.tried(broken)
    assert event.stored == before
    done = mine.send(BOTH)
    assert {(one.seat, one.path) for one in done.decks} == {("light", "l.dek"), ("dark", "d.txt")}
    assert [read_files(event.database, [one.sha256])[one.sha256] for one in done.decks] == [
        BOTH["light"][1],
        BOTH["dark"][1],
    ]
    assert "sent by this link" in mine.problem
    for again in (mine, session.events.hand_in(links["Ada"].token)):
        with pytest.raises(HandInLinkError, match="sent by this link"):
            again.send(BOTH)
    assert [one.player for one in event.links.list() if one.used] == ["Ada"]
    assert event.history()[-1].command == "submitted by Ada"


def test_an_illegal_list_is_shown_with_the_nearest_legal_one(
    session: Session, links: dict[str, PlayerLink]
) -> None:
    text = LIGHT.read_bytes()
    short = {"dark": ("short.txt", b"4 Kouhun\n"), "light": ("l.dek", text)}
    tried = {one.file.seat: one for one in session.events.hand_in(links["Bo"].token).tried(short)}
    assert tried["dark"].report.verdict == ILLEGAL
    assert tried["dark"].nearest is not None
    assert tried["light"].nearest is None
    unread = session.events.hand_in(links["Bo"].token).tried({"dark": ("x.bin", b"\0\1\2")})
    assert not unread[0].report.is_legal


def test_a_new_link_ends_the_one_before_and_foreign_ones_never_work(
    session: Session, event: SessionEvent, links: dict[str, PlayerLink]
) -> None:
    event.links.make(["Bo"])
    for token in (links["Bo"].token, "", "x", links["Ada"].token[:-1], "'; DROP TABLE events; --"):
        with pytest.raises(HandInLinkError):
            session.events.hand_in(token)
    assert event.links.end(["Ada"]) == 1
    assert event.links.end(["Ada"]) == 0
    with pytest.raises(HandInLinkError):
        session.events.hand_in(links["Ada"].token)
    with pytest.raises(PlayerNotFoundError):
        event.links.make(["Nobody"])


def test_a_closed_event_and_a_removed_player_take_no_lists(
    session: Session, event: SessionEvent, links: dict[str, PlayerLink]
) -> None:
    event.remove("Bo")
    with pytest.raises(HandInLinkError, match="no longer registered"):
        session.events.hand_in(links["Bo"].token)
    event.lock()
    mine = session.events.hand_in(links["Ada"].token)
    with pytest.raises(HandInLinkError, match="closed"):
        mine.send(BOTH)
    with pytest.raises(EventLockedError):
        event.register_files("Cy")


def test_two_who_send_by_one_link_at_once_are_one(
    session: Session, event: SessionEvent, links: dict[str, PlayerLink]
) -> None:
    both = [session.events.hand_in(links["Ada"].token) for _ in range(2)]

    def send(number: int) -> str:
        try:
            both[number].send({"light": (f"{number}.dek", LIGHT.read_bytes())})
        except HandInLinkError as error:
            return str(error)
        return ""

    with ThreadPoolExecutor(2) as pool:
        ends = list(pool.map(send, range(2)))
    assert sorted(map(bool, ends)) == [False, True]
    assert len(event.stored.decks) == 1


def test_who_reads_the_database_finds_no_link(session: Session, links: dict[str, PlayerLink]) -> None:
    with closing(sqlite3.connect(session.path)) as connection:
        dump = "\n".join(connection.iterdump())
    assert all(one.token not in dump for one in links.values())


def test_only_who_lacks_a_list_is_given_a_link(event: SessionEvent) -> None:
    event.register_files("Ada", [LIGHT, DARK])
    event.register_files("Bo", [LIGHT])
    assert [one.player for one in event.links.make()] == ["Bo"]
    assert [one.player for one in event.links.make(["Ada"])] == ["Ada"]
