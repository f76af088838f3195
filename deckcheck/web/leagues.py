"""Leagues on the page: the list, and one with its standings, players, matchups and ratings."""

from typing import Annotated, Any

from starlette.requests import Request
from starlette.responses import Response

from deckcheck.acts import league_changes as changes, leagues as acts
from deckcheck.acts.leagues import event_names
from deckcheck.acts.people import VISITOR
from deckcheck.acts.session import Session
from deckcheck.show.language import gettext as _
from deckcheck.web.answers import AnswerError, file_answer
from deckcheck.web.endpoint import Flag, Seen, Text, endpoint
from deckcheck.web.events import page_table
from deckcheck.web.exports import MEDIA_TYPES
from deckcheck.web.figures import in_both_schemes

CHANGE = "deckcheck.league-change/1"
Events = Annotated[list[str], "names of events"]


@endpoint("GET /api/leagues", "deckcheck.leagues/1")
def all_leagues(session: Session) -> dict[str, Any]:
    """The names of all leagues."""
    return {"schema": "deckcheck.leagues/1", "leagues": list(acts.leagues(session))}


@endpoint("GET /api/leagues/{name}", "deckcheck.league/1")
def standings(session: Session, name: str) -> dict[str, Any]:
    """The standings of a league."""
    return acts.league(session, name).document()


@endpoint("POST /api/leagues", CHANGE, changes=True)
def make(session: Session, name: Annotated[Text, "its name"] = "", events: Events = []) -> dict[str, Any]:
    """Makes a league, of the game of its first event."""
    return {"schema": CHANGE, "league": name, "change": changes.new_league(session, name, events)}


@endpoint("POST /api/leagues/{name}", CHANGE, changes=True)
def change(
    session: Session,
    name: str,
    add: Events = [],
    remove: Events = [],
    undo: Annotated[Flag, "true: undo the last change that stands"] = False,
    base: Seen = None,
) -> dict[str, Any]:
    """Adds events to a league, takes some out, or undoes its last change."""
    if undo:
        return {"schema": CHANGE, "league": name, "change": changes.undo(session, name, seen=base)[1]}
    if not (add or remove):
        raise AnswerError(_("name the events to add or to remove"))
    done, events = (changes.add_events, add) if add else (changes.remove_events, remove)
    return {"schema": CHANGE, "league": name, "change": done(session, name, events, seen=base)}


def list_page(session: Session, _request: Request) -> dict[str, Any]:
    """The leagues, and the events of which another can be made."""
    return {"leagues": acts.leagues(session), "names": event_names(session.path), "game": session.game}


def league_page(session: Session, request: Request) -> dict[str, Any]:
    """A league as who asks may see it, and of one player the events."""
    found = _league(session, request)
    player = request.query_params.get("player") or ""
    kinds, against = found.matchups_tables() if found.matchups.decks else (([], []), ([], []))
    inside = {one.name for one in found.events}
    name, events = found.player(player) if player else ("", ((), ()))
    return {
        "league": found.name,
        "game": found.game,
        "document": found.document(),
        "notes": found.notes(),
        "player": (name, page_table(events)) if player else None,
        "ratings": page_table(found.ratings_table()),
        "ratings_notes": found.ratings_notes(),
        "kinds": page_table(kinds),
        "against": page_table(against),
        "has_rates": found.has_rates,
        "matchups_notes": found.matchups_notes(),
        "others": [name for name in event_names(session.path) if name not in inside],
    }


PAGES = {
    "/leagues": ("leagues.html", _("Leagues"), list_page),
    "/leagues/{name}": ("league.html", _("League"), league_page),
}


def _league(session: Session, request: Request) -> acts.League:
    return acts.league(session, request.path_params["name"], seen=not VISITOR.get().is_organiser)


def league_file(session: Session, request: Request) -> Response:
    """The standings of a league as a file, by default a workbook, or its matchups as a picture."""
    kind = f".{request.query_params.get('as') or 'xlsx'}"
    if kind not in (known := (*acts.SUFFIXES, *acts.PICTURES)):
        raise AnswerError(_("expected {files}"), files=", ".join(one.removeprefix(".") for one in known))
    is_picture = kind in acts.PICTURES
    data = _league(session, request).file(kind, "matchups" if is_picture else "standings")
    if kind == ".svg":
        data = in_both_schemes(data.decode()).encode()
    return file_answer(f"league{kind}", data, MEDIA_TYPES[kind])
