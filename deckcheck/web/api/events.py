"""Addresses of events."""

from db.events.store import SeenEvent
from deckcheck.events.listing import events_document
from deckcheck.web import events
from deckcheck.web.api.asked import Asked
from deckcheck.web.api.endpoint import BASE, DAY, GAME, Endpoint, Work


def _events(_asked: Asked) -> Work:
    return lambda session: events_document(session.events.list())


def _event(asked: Asked) -> Work:
    return lambda session: events.desk_document(session, asked.path["name"])


def _act(asked: Asked) -> Work:
    action, text, reason = asked.text("action"), asked.text("text"), asked.text("reason")
    seen = _seen(asked)
    return lambda session: events.act(session, asked.path["name"], action, text, reason, seen)


def _seen(asked: Asked) -> SeenEvent:
    return SeenEvent(_whole(asked, "base"), _whole(asked, "round"))


def _whole(asked: Asked, name: str) -> int | None:
    return None if asked.body.get(name) is None else asked.number(name, 0, 10**9)


def _new(asked: Asked) -> Work:
    name, play_format = asked.text("name"), asked.text("format") or None
    day = asked.day()
    return lambda session: events.make_event(
        session, name, play_format, None if day is None else day.isoformat()
    )


def _register(asked: Asked) -> Work:
    player, club, files = asked.text("player"), asked.text("club"), asked.files("lists")
    seen = _seen(asked)
    return lambda session: events.register(session, asked.path["name"], player, club, files, seen)


def _links(asked: Asked) -> Work:
    players, end = asked.names("players"), asked.body.get("end", False) is True
    seen = _seen(asked)
    return lambda session: events.links(session, asked.path["name"], players, seen, end=end)


ENDPOINTS = (
    Endpoint("GET", "/api/events", "The events", "deckcheck.events/1", _events, {}, {}),
    Endpoint(
        "GET",
        "/api/events/{name}",
        "An event as its organiser sees it",
        "deckcheck.page-event/1",
        _event,
        {},
        {},
        private=True,
    ),
    Endpoint(
        "POST",
        "/api/events/{name}",
        "Works on an event",
        "deckcheck.page-event/1",
        _act,
        {},
        {
            "action": ", ".join(events.ACTIONS),
            "text": "of result: like `5 2 0`; of drop, back and remove: a player; of rename: "
            "`name = new name`; of clock: minutes",
            "reason": "where one is needed",
            **BASE,
            "round": "of result: the round that was seen; 409 where it is not the last",
        },
        changes=True,
    ),
    Endpoint(
        "POST",
        "/api/events",
        "Makes an event",
        "deckcheck.page-event/1",
        _new,
        GAME,
        {"name": "its name", "format": "the format's code, by default the game's usual one", **DAY},
        changes=True,
    ),
    Endpoint(
        "POST",
        "/api/events/{name}/players",
        "Registers a player with lists",
        "deckcheck.page-event/1",
        _register,
        {},
        {
            "player": "the name",
            "club": "the club",
            "lists": "a list of objects with name (of the file), data (in base64) and seat",
            **BASE,
        },
        changes=True,
    ),
    Endpoint(
        "POST",
        "/api/events/{name}/links",
        "Makes or ends links to hand in lists",
        "deckcheck.event-links/1",
        _links,
        {},
        {"players": "names; by default all who lack a list", "end": "true: end them", **BASE},
        changes=True,
    ),
)
