"""Addresses of the collection, its lists and its history."""

from deckcheck.web import collections, histories, lists
from deckcheck.web.api.asked import Asked
from deckcheck.web.api.endpoint import BASE, GAME, PAGED, Endpoint, Work

_MOST_BATCH = 10**9


def _collection(asked: Asked) -> Work:
    page = asked.page
    return lambda session: collections.holdings_document(session, asked.text("q"), asked.text("sort"), page)


def _change(asked: Asked) -> Work:
    return lambda session: collections.change(session, asked.body)


def _edit(asked: Asked) -> Work:
    return lambda session: collections.edit(session, asked.body)


def asked_completion(asked: Asked) -> Work:
    """The completion of the sets that a request asks for."""
    playset = asked.number("playset", 0, 1_000) or None
    every = asked.text("any_printing") not in {"", "0", "false"}
    return lambda session: lists.completion_page_document(
        session, asked.text("sets"), playset, any_printing=every
    )


def _wants(_asked: Asked) -> Work:
    return lists.wants_page_document


def asked_trades(asked: Asked) -> Work:
    """The trades that a request asks for."""
    surplus = asked.number("surplus", 0, 1_000_000) if asked.text("surplus") else None
    return lambda session: lists.trades_page_document(session, surplus)


def _history(asked: Asked) -> Work:
    limit = asked.number("limit", 50, 1_000)
    return lambda session: histories.history_document(session, limit)


def _batch(asked: Asked) -> Work:
    number = batch_number(asked.path["batch"])
    return lambda session: histories.batch_page_document(session, number)


def batch_number(text: str) -> int:
    """The number of a batch in an address; 0, which none has, where it is no number."""
    return int(text) if text.isdecimal() and len(text) < len(str(_MOST_BATCH)) else 0


def _undo(asked: Asked) -> Work:
    number, base = asked.number("batch", 0, _MOST_BATCH), collections.base_of(asked.body)
    return lambda session: histories.undo(session, number, base)


ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/collection",
        "The holdings that a query asks for",
        "deckcheck.collection/1",
        _collection,
        {**PAGED, **GAME},
        {},
    ),
    Endpoint(
        "POST",
        "/api/collection/change",
        "Changes the collection",
        "deckcheck.change/1",
        _change,
        GAME,
        {
            "action": "add, remove, set, move or want",
            "name": "the card",
            **BASE,
            "quantity": "copies",
            "set_code": "the set",
            "number": "the collector's number",
            "condition": "like NM",
            "language": "like de",
            "finish": "like foil",
            "location": "the place",
            "to": "of move: the same keys, as they are to be",
            "dice": "dice, in games with dice",
            "for_trade": "copies for trade",
            "notes": "notes",
            "acquired_on": "a day",
            "price": "like 2.50",
            "currency": "like EUR",
        },
        changes=True,
    ),
    Endpoint(
        "POST",
        "/api/collection/edit",
        "Edits many holdings as one batch",
        "deckcheck.change/1",
        _edit,
        GAME,
        {
            "keys": "the holdings, by the keys that the list has",
            "query": "or all that a query asks for",
            "set": "what is to be otherwise: the keys of a change, and printing; for_trade may be all",
            **BASE,
        },
        changes=True,
    ),
    Endpoint(
        "GET",
        "/api/collection/completion",
        "How complete sets are",
        "deckcheck.completion/1",
        asked_completion,
        {
            "sets": "codes or names with commas between, * for all; those begun without it",
            "any_printing": "1: any printing of a card counts",
            "playset": "copies that make one",
            **GAME,
        },
        {},
    ),
    Endpoint("GET", "/api/collection/wants", "What is wanted", "deckcheck.wants/1", _wants, GAME, {}),
    Endpoint(
        "GET",
        "/api/collection/trades",
        "What can be traded away",
        "deckcheck.trades/1",
        asked_trades,
        {"surplus": "offers every copy above so many too", **GAME},
        {},
    ),
    Endpoint(
        "GET",
        "/api/collection/history",
        "The newest changes",
        "deckcheck.history/1",
        _history,
        {"limit": "how many", **GAME},
        {},
        for_guests=histories.for_guests,
    ),
    Endpoint(
        "GET",
        "/api/collection/history/{batch}",
        "A change, before and after",
        "deckcheck.batch/1",
        _batch,
        GAME,
        {},
        for_guests=histories.for_guests,
    ),
    Endpoint(
        "POST",
        "/api/collection/undo",
        "Takes back a change",
        "deckcheck.undo/1",
        _undo,
        GAME,
        {"batch": "its number", **BASE},
        changes=True,
    ),
)
