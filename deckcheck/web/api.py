"""The addresses under `/api/`, each with what it takes and gives.

Each is described beside the function that answers it, and `/api/openapi.json` is made of these
descriptions, so that none is missing there.
"""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from deckcheck.games import game_codes
from deckcheck.session.session import Session
from deckcheck.web import collections, decks, events, plays, searches
from deckcheck.web.answers import AnswerError, json_answer
from deckcheck.web.decks import PageDeck
from deckcheck.web.lane import Lane

Answered = Callable[[Request], Awaitable[Response]]
Work = Callable[[Session], Mapping[str, Any]]

MOST_TEXT = 1_000_000
_MOST_SEED = 2**64 - 1
_MOST_DRAWS = 200


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An address of the API: its method, what it is for, what it takes, and whether it changes.

    `query` and `body` are the names of what it takes with their meaning.
    """

    method: str
    path: str
    summary: str
    document: str
    answer: Callable[["Asked"], Work]
    query: Mapping[str, str]
    body: Mapping[str, str]
    changes: bool = False
    upload: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """What a request asks for: the parts of its path, its query, and its body."""

    path: Mapping[str, str]
    query: Mapping[str, str]
    body: Mapping[str, Any]
    data: bytes = b""

    def text(self, name: str, default: str = "") -> str:
        """A text of the body or the query."""
        value = self.body.get(name, self.query.get(name, default))
        if value is None:
            return default
        if not isinstance(value, str):
            raise AnswerError(f"{name!r} is no text: {value!r}")
        return value

    def number(self, name: str, default: int, most: int) -> int:
        """A whole number of the body or the query, from 0."""
        value = self.body.get(name, self.query.get(name, default))
        if isinstance(value, str) and value.isdecimal() and len(value) <= len(str(most)):
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
            raise AnswerError(f"{name!r} is no whole number from 0 to {most}: {value!r}")
        return value

    def names(self, name: str) -> tuple[str, ...]:
        """A list of names in the body."""
        value = self.body.get(name, [])
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise AnswerError(f"{name!r} is no list of names")
        return tuple(value)

    def card_changes(self) -> list[tuple[str, int, str | None]]:
        """The cards that come and go: name, copies and zone."""
        found = self.body.get("changes")
        if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
            raise AnswerError("'changes' is no list of changes")
        changes = []
        for one in found:
            card, zone = one.get("card"), one.get("zone")
            if not isinstance(card, str) or not isinstance(zone, str | None):
                raise AnswerError(f"no change of a card: {one!r}")
            changes.append((card, _copies(one), zone))
        return changes

    def day(self, name: str = "on") -> date | None:
        """A day like 2004-06-19; None where none is named."""
        text = self.text(name)
        try:
            return date.fromisoformat(text) if text else None
        except ValueError:
            raise AnswerError(f"{text!r} is no day; write it like 2004-06-19") from None

    def game(self, session: Session) -> str:
        """The game that is named, else that of the session."""
        code = self.text("game") or session.game
        if code not in game_codes():
            raise AnswerError(f"no game is called {code!r}; expected {', '.join(game_codes())}")
        return code

    def deck(self, session: Session) -> PageDeck:
        """The deck that is sent."""
        text = self.text("text")
        if len(text) > MOST_TEXT:
            raise AnswerError(f"a deck of {len(text):,} characters, at most {MOST_TEXT:,} expected")
        name = self.path.get("name") or self.text("name")
        return PageDeck(
            text, self.game(session), name.strip(), self.text("format") or None, self.day()
        )


def _copies(body: Mapping[str, Any]) -> int:
    copies = body.get("copies")
    if isinstance(copies, bool) or not isinstance(copies, int) or not -999 <= copies <= 999:  # noqa: PLR2004
        raise AnswerError(f"'copies' is no number of copies: {copies!r}")
    return copies


def _check(asked: Asked) -> Work:
    return lambda session: decks.deck_document(session, asked.deck(session))


def _edit(asked: Asked) -> Work:
    def work(session: Session) -> Mapping[str, Any]:
        deck = asked.deck(session)
        copies = _copies(asked.body)
        text = decks.edited_text(
            session, deck, asked.text("card"), copies, asked.text("zone") or None
        )
        return decks.deck_document(session, replace(deck, text=text))

    return work


def _repair(asked: Asked) -> Work:
    keep, out = asked.names("keep"), asked.names("out")
    owned = asked.body.get("owned", False) is True
    return lambda session: decks.repair_document(
        session, asked.deck(session), owned=owned, keep=keep, out=out
    )


def _apply(asked: Asked) -> Work:
    def work(session: Session) -> Mapping[str, Any]:
        deck = asked.deck(session)
        for card, copies, zone in asked.card_changes():
            text = decks.edited_text(session, deck, card, copies, zone)
            deck = replace(deck, text=text)
        return decks.deck_document(session, deck)

    return work


def _file(asked: Asked) -> Work:
    name, game = asked.text("name", "deck"), asked.text("game") or None
    return lambda session: decks.file_document(session, asked.data, name, game)


def _export(asked: Asked) -> Work:
    def work(session: Session) -> Mapping[str, Any]:
        from base64 import b64encode

        deck = asked.deck(session)
        done = session.converted(decks.listed(deck), asked.text("to", "json"), game=deck.game)
        return {
            "schema": "deckcheck.page-export/1", "format": done.format,
            "losses": [*done.losses, *done.differences],
            "data": b64encode(done.data).decode(),
        }  # fmt: skip

    return work


def _odds(asked: Asked) -> Work:
    draws, mulligan = asked.number("draws", 0, _MOST_DRAWS), asked.text("mulligan", "keep")
    condition = asked.text("condition")
    return lambda session: plays.odds_document(
        session, asked.deck(session), condition, draws, mulligan
    )


def _hand(asked: Asked) -> Work:
    seed = asked.number("seed", 0, _MOST_SEED)
    return lambda session: plays.hand_document(session, asked.deck(session), seed)


def _saved(_asked: Asked) -> Work:
    return decks.saved_list_document


def _open(asked: Asked) -> Work:
    return lambda session: decks.saved_document(session, asked.path["name"])


def _save(asked: Asked) -> Work:
    base = asked.text("base") or None
    return lambda session: decks.save(session, asked.deck(session), base)


def _delete(asked: Asked) -> Work:
    base = asked.text("base") or None
    return lambda session: decks.delete(session, asked.path["name"], base)


def _cards(asked: Asked) -> Work:
    page = asked.number("page", 1, 1_000_000)
    return lambda session: searches.cards_document(
        session, asked.text("q"), asked.text("sort"), page
    )


def _suggest(asked: Asked) -> Work:
    return lambda session: decks.suggestions_document(session, asked.text("q"))


def _card(asked: Asked) -> Work:
    return lambda session: searches.card_page_document(session, asked.path["name"], asked.day())


def _collection(asked: Asked) -> Work:
    page = asked.number("page", 1, 1_000_000)
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


def _events(_asked: Asked) -> Work:
    return events.events_document


def _event(asked: Asked) -> Work:
    return lambda session: events.desk_document(session, asked.path["name"])


def _act(asked: Asked) -> Work:
    action, text, reason = asked.text("action"), asked.text("text"), asked.text("reason")
    return lambda session: events.act(session, asked.path["name"], action, text, reason)


def _formats(asked: Asked) -> Work:
    def work(session: Session) -> Mapping[str, Any]:
        code = asked.game(session)
        found = session.formats(code, on=asked.day())
        return {
            "schema": "deckcheck.page-formats/1", "game": code,
            "formats": [{"code": one.code, "name": one.name} for one in found],
        }  # fmt: skip

    return work


_GAME = {"game": "the game's code; the page's own game without it"}
_DAY = {"on": "a day like 2004-06-19, today without it"}
_DECK = {
    "text": "the deck list, as it would be typed", "name": "the name of the deck",
    "format": "the format's code", **_GAME, **_DAY,
}  # fmt: skip
_BASE = {"base": "the state that the change is based on; 409 where it is another by now"}
_PAGED = {"q": "a query, as in `deckcheck cards search`", "sort": "fields, -FIELD for the reverse",
          "page": "which page, from 1"}  # fmt: skip

ENDPOINTS = (
    Endpoint("POST", "/api/deck/check", "Judges a deck", "deckcheck.page-deck/1", _check, {},
             _DECK),
    Endpoint("POST", "/api/deck/edit", "Puts copies of a card in or out, and judges the deck",
             "deckcheck.page-deck/1", _edit, {},
             {**_DECK, "card": "the card's name", "copies": "how many; negative to take out",
              "zone": "the zone, by default where the card belongs"}),
    Endpoint("POST", "/api/deck/apply", "Makes several changes, and judges the deck",
             "deckcheck.page-deck/1", _apply, {},
             {**_DECK, "changes": "a list of objects with card, copies and zone"}),
    Endpoint("POST", "/api/deck/repair", "The nearest legal deck", "deckcheck.repair/1", _repair,
             {}, {**_DECK, "owned": "true: only copies that are free in the collection",
                  "keep": "names that stay in", "out": "names that go, and do not come in"}),
    Endpoint("POST", "/api/deck/file", "Reads a deck file of any format", "deckcheck.page-file/1",
             _file, {"name": "the file's name", **_GAME}, {}, upload=True),
    Endpoint("POST", "/api/deck/export", "Writes a deck in a file format, in base64",
             "deckcheck.page-export/1", _export, {}, {**_DECK, "to": "the format's name"}),
    Endpoint("POST", "/api/deck/odds", "The probability of a condition", "deckcheck.odds/1",
             _odds, {}, {**_DECK, "condition": "like `type:space >= 2`",
                         "draws": "cards drawn after the opening hand",
                         "mulligan": "keep, or as the game has it units or best"}),
    Endpoint("POST", "/api/deck/hand", "A sample hand", "deckcheck.page-hand/1", _hand, {},
             {**_DECK, "seed": "where the shuffle starts from"}),
    Endpoint("GET", "/api/decks", "The saved decks", "deckcheck.decks/1", _saved, _GAME, {}),
    Endpoint("GET", "/api/decks/{name}", "A saved deck as a text", "deckcheck.page-file/1", _open,
             _GAME, {}),
    Endpoint("PUT", "/api/decks/{name}", "Saves a deck", "deckcheck.page-saved/1", _save, {},
             {**_DECK, **_BASE}, changes=True),
    Endpoint("DELETE", "/api/decks/{name}", "Deletes a saved deck", "deckcheck.page-saved/1",
             _delete, {**_GAME, **_BASE}, {}, changes=True),
    Endpoint("GET", "/api/cards", "The cards that a query asks for", "deckcheck.cards/1", _cards,
             {**_PAGED, **_GAME}, {}),
    Endpoint("GET", "/api/suggest", "A few cards for what is being typed",
             "deckcheck.page-search/1", _suggest, {"q": "words or a query", **_GAME}, {}),
    Endpoint("GET", "/api/cards/{name}", "All about a card", "deckcheck.card/1", _card,
             {**_GAME, **_DAY}, {}),
    Endpoint("GET", "/api/collection", "The holdings that a query asks for",
             "deckcheck.collection/1", _collection, {**_PAGED, **_GAME}, {}),
    Endpoint("POST", "/api/collection/change", "Changes the collection", "deckcheck.change/1",
             _change, _GAME,
             {"action": "add, remove, set, move or want", "name": "the card", **_BASE,
              "quantity": "copies", "set_code": "the set", "number": "the collector's number",
              "condition": "like NM", "language": "like de", "finish": "like foil",
              "location": "the place", "to": "of move: the same keys, as they are to be",
              "for_trade": "of set: copies for trade", "notes": "of set: notes"}, changes=True),
    Endpoint("GET", "/api/collection/history", "The newest changes", "deckcheck.history/1",
             _history, {"limit": "how many", **_GAME}, {}),
    Endpoint("POST", "/api/collection/undo", "Takes back a change", "deckcheck.undo/1", _undo,
             _GAME, {"batch": "its number"}, changes=True),
    Endpoint("GET", "/api/events", "The events", "deckcheck.events/1", _events, {}, {}),
    Endpoint("GET", "/api/events/{name}", "An event as its organiser sees it",
             "deckcheck.page-event/1", _event, {}, {}),
    Endpoint("POST", "/api/events/{name}", "Works on an event", "deckcheck.page-event/1", _act, {},
             {"action": "pair, publish, result, undo or lock", "text": "of result: like `5 2 0`",
              "reason": "where one is needed"}, changes=True),
    Endpoint("GET", "/api/formats", "The formats of a game", "deckcheck.page-formats/1", _formats,
             {**_GAME, **_DAY}, {}),
)  # fmt: skip


def asking_paths() -> frozenset[str]:
    """The addresses that are sent data but change nothing: also a read-only page answers them."""
    return frozenset(one.path for one in ENDPOINTS if one.method == "POST" and not one.changes)


def answering(endpoint: Endpoint, lane: Lane) -> Answered:
    """What answers the requests to an address."""

    async def answer(request: Request) -> Response:
        asked = await _asked(request, upload=endpoint.upload)
        game = asked.text("game") or None
        if game is not None and game not in game_codes():
            raise AnswerError(f"no game is called {game!r}; expected {', '.join(game_codes())}")
        return json_answer(await lane.run(game, endpoint.answer(asked)))

    return answer


async def _asked(request: Request, *, upload: bool) -> Asked:
    data = await request.body()
    if upload:
        return Asked(request.path_params, request.query_params, {}, data)
    return Asked(request.path_params, request.query_params, _body(data))


def _body(data: bytes) -> Mapping[str, Any]:
    if not data:
        return {}
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        raise AnswerError("the body is no JSON") from None
    if not isinstance(found, dict):
        raise AnswerError("the body is no JSON object")
    return found
