"""Events as the page shows them: the organiser's desk, and the view that players see."""

import re
from typing import Any

from deckcheck.events.check_text import check_document
from deckcheck.events.elimination import final_standings
from deckcheck.events.public import seen_by_players
from deckcheck.events.round_text import round_rows, rows_by_name, standing_rows
from deckcheck.events.rounds_desk import TypedResult
from deckcheck.events.tournament import pairings_document, standings_document
from deckcheck.events.values import Tournament
from deckcheck.games import get_game
from deckcheck.session.events import SessionEvent
from deckcheck.session.session import Session
from deckcheck.show.tables import without_empty
from deckcheck.web.answers import AnswerError

Shown = dict[str, Any]
"""A table for the page: its headers and its rows."""

_TYPED = re.compile(r"\s*(\S+)\s+(.*\S)\s*")
_GAMES = re.compile(r"\d+(?:\s+\d+){1,2}")


def desk_document(session: Session, name: str) -> dict[str, Any]:
    """All that the organiser works with: players and lists, the last round, standings, history."""
    event = session.events.get(name)
    tournament, facts = event.tournament, event.stored.facts
    last = tournament.rounds[-1] if tournament.rounds else None
    history = [one for one in event.history() if one.undoes is None and one.undone_by is None]
    return {
        "schema": "deckcheck.page-event/1",
        "event": facts.name,
        "day": facts.day,
        "game": facts.game,
        "format": facts.format,
        "locked": bool(facts.locked),
        "check": check_document(event.check()),
        "pairings": None if last is None else pairings_document(tournament, last),
        "published": last is not None and last.published,
        "open_tables": [] if last is None else [one.number for one in last.open_tables()],
        "standings": standings_document(tournament),
        "newest": history[-1].command if history else None,
    }


def desk_tables(session: Session, name: str) -> dict[str, Any]:
    """The desk as tables: of the last round, published or not, and of the standings."""
    event = session.events.get(name)
    return _tables(event.tournament, event)


def screen_tables(session: Session, name: str) -> dict[str, Any]:
    """What players may see: the last published round, and the standings."""
    event = session.events.get(name)
    return _tables(seen_by_players(event.stored), event)


def _tables(tournament: Tournament, event: SessionEvent) -> dict[str, Any]:
    facts = event.stored.facts
    first = get_game(facts.game).seats[0].name
    last = tournament.rounds[-1] if tournament.rounds else None
    return {
        "name": facts.name,
        "day": facts.day,
        "format": facts.format,
        "round": None if last is None else last.number,
        "published": last is not None and last.published,
        "tables": None if last is None else _shown(*round_rows(tournament, last, first)),
        "by_name": None if last is None else _shown(*rows_by_name(tournament, last)),
        "standings": _shown(*standing_rows(final_standings(tournament))),
    }


def _shown(headers: Any, rows: Any) -> Shown:
    if not rows:
        return {"headers": list(headers), "rows": []}
    found, cells = without_empty(headers, rows)
    return {"headers": list(found), "rows": [list(row) for row in cells]}


def read_result(text: str) -> TypedResult:
    """A result as it is typed at the desk: the table, then games with blanks or as the command.

    >>> read_result("5 2 0")
    TypedResult(where='5', text='2-0')
    >>> read_result("5 draw")
    TypedResult(where='5', text='draw')
    """
    found = _TYPED.fullmatch(text)
    if found is None:
        raise AnswerError(f"{text!r} is no result; type the table and the games, like 5 2 0")
    where, result = found.groups()
    if _GAMES.fullmatch(result):
        result = "-".join(result.split())
    return TypedResult(where, result)


def act(session: Session, name: str, action: str, text: str, reason: str) -> dict[str, Any]:
    """Works on an event: pair, publish, result, undo or lock; the desk as it is afterwards."""
    event = session.events.get(name)
    notes: tuple[str, ...] = ()
    if action == "pair":
        import secrets

        notes = event.pair(secrets.randbelow(2**31), reason=reason).notes
    elif action == "publish":
        notes = event.publish().notes
    elif action == "result":
        typed = read_result(text)
        notes = event.enter_results([typed], reason=reason).notes
    elif action == "undo":
        event.undo(reason=reason)
    elif action == "lock":
        event.lock()
    else:
        expected = "pair, publish, result, undo or lock"
        raise AnswerError(f"nothing is called {action!r}; expected {expected}")
    return {**desk_document(session, name), "notes": list(notes)}
