"""Addresses of events."""

from deckcheck.events.listing import events_document
from deckcheck.web import events
from deckcheck.web.api.asked import Asked
from deckcheck.web.api.endpoint import Endpoint, Work


def _events(_asked: Asked) -> Work:
    return lambda session: events_document(session.events.list())


def _event(asked: Asked) -> Work:
    return lambda session: events.desk_document(session, asked.path["name"])


def _act(asked: Asked) -> Work:
    action, text, reason = asked.text("action"), asked.text("text"), asked.text("reason")
    return lambda session: events.act(session, asked.path["name"], action, text, reason)


ENDPOINTS = (
    Endpoint("GET", "/api/events", "The events", "deckcheck.events/1", _events, {}, {}),
    Endpoint("GET", "/api/events/{name}", "An event as its organiser sees it",
             "deckcheck.page-event/1", _event, {}, {}),
    Endpoint("POST", "/api/events/{name}", "Works on an event", "deckcheck.page-event/1", _act, {},
             {"action": "pair, publish, result, undo or lock", "text": "of result: like `5 2 0`",
              "reason": "where one is needed"}, changes=True),
)  # fmt: skip
