"""Addresses of cards and formats."""

from deckcheck.web import searches, suggestions
from deckcheck.web.api.asked import Asked
from deckcheck.web.api.endpoint import DAY, GAME, PAGED, Endpoint, Work


def _cards(asked: Asked) -> Work:
    page = asked.page
    return lambda session: searches.cards_document(session, asked.text("q"), asked.text("sort"), page)


def _suggest(asked: Asked) -> Work:
    wanted = suggestions.Wanted(
        asked.text("q"),
        asked.text("owned") == "1",
        asked.text("legal"),
        asked.day(),
        asked.text("type"),
        asked.text("side"),
    )
    return lambda session: suggestions.suggestions_document(session, wanted)


def _card(asked: Asked) -> Work:
    return lambda session: searches.card_page_document(session, asked.path["name"], asked.day())


def _formats(asked: Asked) -> Work:
    return lambda session: searches.formats_document(session, asked.day())


ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/cards",
        "The cards that a query asks for",
        "deckcheck.cards/1",
        _cards,
        {**PAGED, **GAME},
        {},
    ),
    Endpoint(
        "GET",
        "/api/suggest",
        "A few cards for what is being typed",
        "deckcheck.page-search/1",
        _suggest,
        {
            "q": "words or a query",
            "owned": "1: only owned cards",
            "legal": "only cards that this format allows",
            "type": "only of this type",
            "side": "only of this side",
            **GAME,
            **DAY,
        },
        {},
    ),
    Endpoint("GET", "/api/cards/{name}", "All about a card", "deckcheck.card/1", _card, {**GAME, **DAY}, {}),
    Endpoint(
        "GET",
        "/api/formats",
        "The formats of a game",
        "deckcheck.page-formats/1",
        _formats,
        {**GAME, **DAY},
        {},
    ),
)
