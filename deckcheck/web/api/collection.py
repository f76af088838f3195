"""Addresses of the collection and its history."""

from deckcheck.web import collections
from deckcheck.web.api.asked import Asked
from deckcheck.web.api.endpoint import BASE, GAME, PAGED, Endpoint, Work


def _collection(asked: Asked) -> Work:
    page = asked.page
    return lambda session: collections.holdings_document(
        session, asked.text("q"), asked.text("sort"), page
    )


def _change(asked: Asked) -> Work:
    return lambda session: collections.change(session, asked.body)


def _history(asked: Asked) -> Work:
    return lambda session: collections.history_document(session, asked.number("limit", 50, 1_000))


def _undo(asked: Asked) -> Work:
    number = asked.number("batch", 0, 10**9)
    return lambda session: collections.undo(session, number)


ENDPOINTS = (
    Endpoint("GET", "/api/collection", "The holdings that a query asks for",
             "deckcheck.collection/1", _collection, {**PAGED, **GAME}, {}),
    Endpoint("POST", "/api/collection/change", "Changes the collection", "deckcheck.change/1",
             _change, GAME,
             {"action": "add, remove, set, move or want", "name": "the card", **BASE,
              "quantity": "copies", "set_code": "the set", "number": "the collector's number",
              "condition": "like NM", "language": "like de", "finish": "like foil",
              "location": "the place", "to": "of move: the same keys, as they are to be",
              "for_trade": "of set: copies for trade", "notes": "of set: notes"}, changes=True),
    Endpoint("GET", "/api/collection/history", "The newest changes", "deckcheck.history/1",
             _history, {"limit": "how many", **GAME}, {}),
    Endpoint("POST", "/api/collection/undo", "Takes back a change", "deckcheck.undo/1", _undo,
             GAME, {"batch": "its number"}, changes=True),
)  # fmt: skip
