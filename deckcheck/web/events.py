"""Events as the page shows them: the organiser's desk, and the view that players see."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, Field

from deckcheck.acts.event_checks import check_document
from deckcheck.acts.event_lines import ACTIONS, DeskLine, do_at_desk, read_line
from deckcheck.acts.event_views import (
    NOTE_KINDS,
    EventView,
    Table,
    batch_sentence,
    clock_document,
    events_document,
)
from deckcheck.acts.events import ListFile, SeenEvent, SessionEvent, links_document
from deckcheck.acts.player import calls_document
from deckcheck.acts.session import Session
from deckcheck.acts.typed_decks import TypedDeck, event_formats, file_document, typed_deck_document
from deckcheck.show.language import gettext as _
from deckcheck.show.picked import picked
from deckcheck.show.tables import without_empty
from deckcheck.web.answers import MISSING, AnswerError
from deckcheck.web.deck_parts import word
from deckcheck.web.door import check_act
from deckcheck.web.endpoint import Day, Encoded, Flag, Seen, Text, endpoint, read_day

PAGE_EVENT = "deckcheck.page-event/1"
MINUTES = 50
"""The time of a round where none is stated."""

STEPS = ("players", "lists", "rounds", "standings", "export")
_LINE = "line"
_BRIEF = {
    "opponents_match_win": "OMW",
    "game_win": "GW",
    "opponents_game_win": "OGW",
    "match_win": "MW",
    "strength_of_schedule": "SoS",
    "opponents_points": "OP",
    "match_wins": _("wins"),
    "game_wins": _("games"),
    "head_to_head": "HtH",
}
"""How tiebreakers are headed where there is little place."""


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


@endpoint("GET /api/events/{name}", PAGE_EVENT)
def desk_document(session: Session, name: str) -> dict[str, Any]:
    """An event as its organiser sees it: players and lists, the last round, standings, history."""
    event = session.events.get(name)
    return _desk_document(event, event.view())


def _desk_document(event: SessionEvent, view: EventView) -> dict[str, Any]:
    facts, last = view.stored.facts, view.last
    batches = event.history()
    history = [one for one in batches[1:] if one.undoes is None and one.undone_by is None]
    return {
        "schema": PAGE_EVENT,
        **picked(facts, "event=name day game format"),
        "locked": bool(facts.locked),
        "check": check_document(event.check(stored=view.stored)),
        "pairings": None if last is None else view.pairings(),
        "published": last is not None and last.published,
        "calls": calls_document(event, view),
        "notes": view.notes_documents(),
        "open_tables": [] if last is None else [one.number for one in last.open_tables()],
        "standings": view.standings(),
        "newest": batch_sentence("", history[-1]) if history else None,
        "state": batches[-1].number if batches else 0,
    }


def desk_page(session: Session, name: str, step: str, number: int | None = None) -> dict[str, Any]:
    """The desk with what its page shows: the steps, and a round, by default the last, by its tables."""
    event = session.events.get(name)
    view = event.view()
    document = _desk_document(event, view)
    rounds, settings, planned = view.tournament.rounds, view.tournament.settings, view.proposal
    steps = _steps(document, planned.rounds)
    chosen = step if step in STEPS else next(one["code"] for one in steps if one["due"])
    shown = document["pairings"] and view.pairings(number)
    seated = {table.number: table.result for table in view.round(number).tables} if shown else {}
    for table in shown["tables"] if shown else ():
        result = seated[table["table"]]
        games = (result.won("one"), result.won("two")) if result and result.games else ("", "")
        plain = {f"{games[0]}-{games[1]}", "WL", "LW", None}
        table |= {"games": games, "winner": result and result.winner(), "plain": table["result"] in plain}
    minutes = [one.facts["minutes"] for one in reversed(rounds) if "minutes" in one.facts]
    seen = view if document["published"] else view.seen
    playing = zip(document["check"]["players"], view.stored.players.items(), strict=True)
    all_rounds = view.round_tables()["rounds"] if chosen == "standings" else None
    return {
        **document,
        **_round_facts(view),
        "rounds": all_rounds and page_table(all_rounds),
        "steps": steps,
        "step": chosen,
        "shown": shown,
        "last": len(rounds),
        "first_seat": view.tournament.first_seat,
        "wins": settings.wins_needed,
        "seats": [seat.code for seat in event.seats],
        "next": _next(document, planned.rounds, planned.cut),
        "minutes": next(iter(minutes), settings.minutes or MINUTES),
        "people": [{**told, "number": number, "dropped": facts.dropped} for told, (number, facts) in playing],
        "kinds": NOTE_KINDS,
        "ranks": seen.standings()["standings"] if seen is not view else document["standings"]["standings"],
        "planned": planned.rounds,
        "brief": _BRIEF,
    }


def registered_list(
    session: Session, name: str, number: str, digest: str
) -> tuple[dict[str, Any], dict[str, Any]]:
    """A registered list as `deckcheck.page-deck/1`, and what the deck's page says beside it.

    The list is judged as of the event's day; what else the deck check says of it is told with its losses.
    """
    event = session.events.get(name)
    check = check_document(event.check([f"#{number}"]))
    (player,) = check["players"]
    found = next((one for one in player["decks"] if one["sha256"] == digest), None)
    if found is None:
        raise AnswerError(_("this list is no longer registered; look at the lists again"), MISSING)
    game, day = check["game"], read_day(check["as_of"])
    file = file_document(session, event.list_file(digest), found["path"], game)
    called = " - ".join(filter(None, (player["name"], found["seat"] and word(found["seat"]))))
    deck = TypedDeck(file["text"], game, called, check["format"], day)
    document = {**typed_deck_document(session, deck), "formats": event_formats(session, game)}
    told = {one["message"] for one in document["report"]["issues"]}
    issues = [*found["issues"], *(one for one in player["issues"] if one.get("path") == found["path"])]
    more = [
        one["message"]
        for one in issues
        if one["code"] not in {"deck-illegal", "deck-unproven"} and one["message"] not in told
    ]
    return document, {
        "event": event.name,
        "player": player["name"],
        "on": check["as_of"],
        "losses": [*file["losses"], *more],
    }


def _steps(document: Mapping[str, Any], planned: int) -> list[dict[str, Any]]:
    """The five steps: how each stands, whether it is done, and the one that is due."""
    players, shown = document["check"]["players"], document["pairings"]
    ready, number = sum(one["ready"] for one in players), shown["round"] if shown else 0
    played = bool(shown) and document["published"] and not document["open_tables"]
    over = played and _next(document, planned, 0) is None
    registered = bool(shown) or (document["locked"] and bool(players))
    missing = len(players) - ready
    elimination = bool(shown) and shown["stage"] == "elimination"
    rounds = (
        _("elimination, {number}", number=number)
        if elimination
        else _("{number} of {number2}", number=number, number2=max(planned, number))
    )
    last = number if document["published"] else number - 1
    standing = (
        _("after round {last}", last=last) if played or last < number else _("round {last} so far", last=last)
    )
    told = (
        (str(len(players)), registered),
        (
            _("{ready} of {count} ready", ready=ready, count=len(players)) if players else "",
            bool(players) and not missing,
        ),
        (rounds if shown else _("none yet"), over),
        (standing if last > 0 else "", over),
        ("", False),
    )
    due = "standings" if over else "rounds" if registered or (players and not missing) else "lists"
    due = due if len(players) > 1 else "players"
    return [
        {"code": code, "state": state, "done": done, "due": code == due}
        for code, (state, done) in zip(STEPS, told, strict=True)
    ]


def _next(document: Mapping[str, Any], planned: int, cut: int) -> tuple[str, str] | None:
    """The next thing to do in the rounds, as a line and in words; None after the last."""
    shown = document["pairings"]
    number = shown["round"] if shown else 0
    if shown and not document["published"]:
        return "publish", _("Publish round {number}", number=number)
    if document["open_tables"]:
        return "", ""
    if shown and shown["stage"] == "elimination":
        final = len(shown["tables"]) + len(shown["byes"]) == 1
        return None if final else ("pair", _("Pair round {number}", number=number + 1))
    if number < max(planned, 1):
        return "pair", _("Pair round {number}", number=number + 1)
    return (_("pair top {cut}", cut=cut), _("Pair the top {cut}", cut=cut)) if cut else None


def screen_tables(session: Session, name: str) -> dict[str, Any]:
    """The tables that players may see: the last published round, and the standings."""
    seen = session.events.get(name).view().seen
    by_name = seen.round_tables()["by_name"]
    return {
        **_round_facts(seen),
        "by_name": by_name and page_table(by_name),
        "ranks": seen.standings()["standings"],
    }


def _round_facts(view: EventView) -> dict[str, Any]:
    facts, last = view.stored.facts, view.last
    return {
        **picked(facts, "name day format"),
        "round": None if last is None else last.number,
        "published": last is not None and last.published,
        "clock": None if last is None else clock_document(last),
    }


def page_table(table: Table) -> dict[str, Any]:
    """A table for the page, without its empty columns: its headers and its rows."""
    headers, rows = without_empty(*table)
    return {"headers": [str(one) for one in headers], "rows": rows}


@endpoint("POST /api/events/{name}", PAGE_EVENT, changes=True)
def act(
    session: Session,
    name: str,
    action: Annotated[
        Text,
        Field(json_schema_extra={"enum": [_LINE, *ACTIONS]}),
        "what is done; `line` for what the text says",
    ] = _LINE,
    text: Annotated[
        Text,
        "of result: like `5 2 0`; of drop, back and remove: a player; of rename: `name = new name`; "
        "of clock: minutes; of note, warning, game-loss and match-loss: `player: words`; of spot-check: how "
        "many; of line: a result, or an action and its text, like `drop Ada because ...`",
    ] = "",
    reason: Annotated[Text, "where one is needed"] = "",
    short: Annotated[Flag, "true: only the batch and the notes"] = False,
    was: Annotated[str | None, "of result: the one that is there and may be replaced"] = None,
    number: Annotated[int | None, "of result: the round, by default the last"] = None,
    base: Seen = None,
    round: SeenRound = None,
) -> dict[str, Any]:
    """Works on an event; the desk as it is afterwards, with notes and the batch that can be undone.

    Several people type results of one round; a result is only wrong for another round.
    """
    if action not in (_LINE, *ACTIONS):
        raise AnswerError(
            _("nothing is called {action!r}; expected {value}"),
            action=action,
            value=", ".join((_LINE, *ACTIONS)),
        )
    line = read_line(text) if action == _LINE else DeskLine(action, text.strip(), reason)
    check_act("POST /api/events/{name}", line.action, name)
    seen = SeenEvent(round=round) if line.action == "result" else SeenEvent(base)
    done = do_at_desk(session.events.get(name, seen=seen), line, was, number)
    told = {"schema": PAGE_EVENT, "batch": done.batch, "notes": done.told}
    return told if short else {**desk_document(session, name), **told}


@endpoint("POST /api/events", PAGE_EVENT, changes=True)
def make_event(
    session: Session,
    name: Annotated[Text, "its name"] = "",
    format: Annotated[Text, "the format's code, by default the game's usual one"] = "",
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
    lists: Annotated[list[SentList], "the lists"] = [],
    reason: Annotated[Text, "where one is needed"] = "",
    base: Seen = None,
) -> dict[str, Any]:
    """Registers a player with lists."""
    files = [ListFile(one.name, one.data, one.seat) for one in lists]
    event = session.events.get(name, seen=SeenEvent(base))
    done = event.register_lists(player, files, club, replace_old=True, reason=reason)
    return {**desk_document(session, name), "batch": done.batch, "notes": list(done.notes)}


@endpoint("POST /api/events/{name}/links", "deckcheck.event-links/1", changes=True)
def links(
    session: Session,
    name: str,
    players: Annotated[list[str], "names; by default all who lack a list"] = [],
    end: Annotated[Flag, "true: end them"] = False,
    base: Seen = None,
) -> dict[str, Any]:
    """Makes links by which players submit their lists, or ends them."""
    event = session.events.get(name, seen=SeenEvent(base))
    if end:
        return links_document(event.name, event.links.list(), ended=event.links.end(players))
    return links_document(event.name, event.links.make(players))
