"""Events as the page shows them: the organiser's desk, and the view that players see."""

import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any

from pydantic import BaseModel, Field

from deckcheck.acts.event_checks import check_document
from deckcheck.acts.event_views import (
    EventView,
    RoundDone,
    TypedResult,
    called_result,
    clock_document,
    events_document,
)
from deckcheck.acts.events import ListFile, SeenEvent, SessionEvent, links_document
from deckcheck.acts.session import Session
from deckcheck.show.tables import without_empty
from deckcheck.web.answers import AnswerError
from deckcheck.web.endpoint import Day, Encoded, Flag, Seen, Text, endpoint

Shown = dict[str, Any]
"""A table for the page: its headers and its rows."""

Notes = Sequence[str]

MOST_MINUTES = 600
PAGE_EVENT = "deckcheck.page-event/1"
_TYPED = re.compile(r"\s*(\S+)\s+(.*\S)\s*")
_GAMES = re.compile(r"\d+(?:\s+\d+){1,2}")


Player = Annotated[Text, "the name"]
SeenRound = Annotated[
    int | None,
    Field(strict=True, ge=0, le=10**9),
    "of result: the round that was seen; 409 where it is not the last",
]


class SentList(BaseModel):
    """A list that is submitted: the file's name, its bytes in base64, its seat."""

    name: str
    data: Encoded
    seat: str = ""


@endpoint("GET /api/events", "deckcheck.events/1")
def all_events(session: Session) -> dict[str, Any]:
    """The events."""
    return events_document(session.events.list())


@endpoint("GET /api/events/{name}", PAGE_EVENT, private=True)
def desk_document(session: Session, name: str) -> dict[str, Any]:
    """An event as its organiser sees it: players and lists, the last round, standings, history."""
    event = session.events.get(name)
    view = event.view()
    facts, last = view.stored.facts, view.last
    batches = event.history()
    history = [one for one in batches if one.undoes is None and one.undone_by is None]
    return {
        "schema": PAGE_EVENT,
        "event": facts.name,
        "day": facts.day,
        "game": facts.game,
        "format": facts.format,
        "locked": bool(facts.locked),
        "check": check_document(event.check()),
        "pairings": None if last is None else view.pairings(),
        "published": last is not None and last.published,
        "open_tables": [] if last is None else [one.number for one in last.open_tables()],
        "standings": view.standings(),
        "newest": history[-1].command if history else None,
        "state": batches[-1].number if batches else 0,
    }


def desk_tables(session: Session, name: str) -> dict[str, Any]:
    """The desk as tables: of the last round, published or not, and of the standings."""
    return _tables(session.events.get(name).view())


def screen_tables(session: Session, name: str) -> dict[str, Any]:
    """The tables that players may see: the last published round, and the standings."""
    return _tables(session.events.get(name).view().seen)


def _tables(view: EventView) -> dict[str, Any]:
    facts, last = view.stored.facts, view.last
    return {
        "name": facts.name,
        "day": facts.day,
        "format": facts.format,
        "round": None if last is None else last.number,
        "published": last is not None and last.published,
        "clock": None if last is None else clock_document(last),
        **{what: table and _shown(*table) for what, table in view.round_tables().items()},
    }


def _shown(headers: Any, rows: Any) -> Shown:
    if not rows:
        return {"headers": list(headers), "rows": []}
    found, cells = without_empty(headers, rows)
    return {"headers": list(found), "rows": [list(row) for row in cells]}


def read_result(text: str) -> TypedResult:
    """A result as it is typed at the desk: the table, then games with blanks or as the command.

    >>> read_result("5 2 0")
    TypedResult(where='5', text='2-0', opponent='')
    >>> read_result("5 draw")
    TypedResult(where='5', text='draw', opponent='')
    >>> read_result("Ada 2-0 Bo")
    TypedResult(where='Ada', text='2-0', opponent='Bo')
    """
    match = _TYPED.fullmatch(text)
    if match is None:
        raise AnswerError(f"{text!r} is not a result; type the table and the games, like 5 2 0")
    if called := called_result(text):
        return called
    where, result = match.groups()
    if _GAMES.fullmatch(result):
        result = "-".join(result.split())
    return TypedResult(where, result)


@endpoint("POST /api/events/{name}", PAGE_EVENT, changes=True)
def act(
    session: Session,
    name: str,
    action: Annotated[Text, "what is done"] = "",
    text: Annotated[
        Text,
        "of result: like `5 2 0`; of drop, back and remove: a player; of rename: `name = new name`; "
        "of clock: minutes",
    ] = "",
    reason: Annotated[Text, "where one is needed"] = "",
    base: Seen = None,
    round: SeenRound = None,  # noqa: A002 - the word of the request
) -> dict[str, Any]:
    """Works on an event; the desk as it is afterwards, with notes.

    Several people type results of one round; a result is only wrong for another round.
    """
    if action not in ACTIONS:
        raise AnswerError(f"nothing is called {action!r}; expected {', '.join(ACTIONS)}")
    seen = SeenEvent(round=round) if action == "result" else SeenEvent(base)
    event = session.events.get(name, seen=seen)
    done = ACTIONS[action](event, text, reason)
    notes = done.notes if isinstance(done, RoundDone) else () if isinstance(done, int | None) else done
    return {**desk_document(session, name), "notes": list(notes)}


def _rename(event: SessionEvent, text: str, reason: str) -> Notes:
    player, sign, name = text.rpartition(" = ")
    if not sign:
        raise AnswerError(f"{text!r}, expected the name and the new one, like Ada = Ada Lovelace")
    event.rename_player(player.strip(), name, reason=reason)
    return ()


def _clock(event: SessionEvent, text: str, _reason: str) -> Notes:
    given = text.strip() or str(event.tournament.settings.minutes or "")
    if not given.isdecimal() or not 1 <= int(given[:4]) <= MOST_MINUTES:
        problem = f"{given!r} is not a time" if given else "no round time set"
        raise AnswerError(f"{problem}; type the minutes of the round, like 50")
    one, _, minutes = event.start_clock(int(given), anew=bool(text.strip()))
    return (f"round {one.number} has {minutes} minutes",)


def _undo(event: SessionEvent, _text: str, reason: str) -> Notes:
    undone, batch = event.undo(reason=reason)
    return (f"batch {undone} is undone by batch {batch}",)


ACTIONS: Mapping[str, Callable[[SessionEvent, str, str], RoundDone | Notes | int | None]] = {
    "result": lambda event, text, reason: event.enter_results([read_result(text)], reason=reason),
    "lock": lambda event, _text, _reason: event.lock(),
    "unlock": lambda event, _text, reason: event.unlock(reason),
    "pair": lambda event, _text, reason: event.pair(secrets.randbelow(2**31), reason=reason),
    "publish": lambda event, _text, _reason: event.publish(),
    "clock": _clock,
    "drop": lambda event, text, reason: event.drop(text, reason=reason),
    "back": lambda event, text, reason: event.drop(text, back=True, reason=reason),
    "rename": _rename,
    "remove": lambda event, text, reason: event.remove(text, reason=reason),
    "undo": _undo,
}
"""The actions at the desk, given the typed text and the reason; each returns what was done, or notes."""


@endpoint("POST /api/events", PAGE_EVENT, changes=True)
def make_event(
    session: Session,
    name: Annotated[Text, "its name"] = "",
    format: Annotated[Text, "the format's code, by default the game's usual one"] = "",  # noqa: A002
    on: Day = None,
) -> dict[str, Any]:
    """Makes an event of the session's game; its desk."""
    event = session.events.new(name, format=format or None, day=None if on is None else on.isoformat())
    return desk_document(session, event.name)


@endpoint("POST /api/events/{name}/players", PAGE_EVENT, changes=True)
def register(
    session: Session,
    name: str,
    player: Player = "",
    club: Annotated[Text, "the club"] = "",
    lists: Annotated[list[SentList], "the lists"] = [],  # noqa: B006 - it is only read
    base: Seen = None,
) -> dict[str, Any]:
    """Registers a player with lists."""
    files = [ListFile(one.name, one.data, one.seat) for one in lists]
    event = session.events.get(name, seen=SeenEvent(base))
    done = event.register_lists(player, files, club, replace_old=True)
    return {**desk_document(session, name), "batch": done.batch, "notes": list(done.notes)}


@endpoint("POST /api/events/{name}/links", "deckcheck.event-links/1", changes=True)
def links(
    session: Session,
    name: str,
    players: Annotated[list[str], "names; by default all who lack a list"] = [],  # noqa: B006 - only read
    end: Annotated[Flag, "true: end them"] = False,
    base: Seen = None,
) -> dict[str, Any]:
    """Makes links by which players submit their lists, or ends them."""
    event = session.events.get(name, seen=SeenEvent(base))
    if end:
        return links_document(event.name, event.links.list(), ended=event.links.end(players))
    return links_document(event.name, event.links.make(players))
