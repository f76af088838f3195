"""Addresses of saved decks and their versions."""

from collections.abc import Mapping
from typing import Any

from deckcheck.session.session import Session
from deckcheck.web import saved_decks
from deckcheck.web.answers import MISSING, AnswerError
from deckcheck.web.api.asked import Asked
from deckcheck.web.api.decks import DECK
from deckcheck.web.api.endpoint import BASE, GAME, Endpoint, Work

_MOST_BATCHES = 10**9


def _saved(_asked: Asked) -> Work:
    return saved_decks.saved_list_document


def _open(asked: Asked) -> Work:
    return lambda session: saved_decks.saved_document(session, asked.path["name"])


def _save(asked: Asked) -> Work:
    base = asked.text("base") or None
    return lambda session: saved_decks.save(session, asked.deck(session), base)


def _delete(asked: Asked) -> Work:
    base = asked.text("base") or None
    return lambda session: saved_decks.delete(session, asked.path["name"], base)


def _rename(asked: Asked) -> Work:
    to, base = asked.text("to"), asked.text("base") or None
    return lambda session: saved_decks.rename(session, asked.path["name"], to, base)


def _versions(asked: Asked) -> Work:
    return lambda session: saved_decks.versions_document(session, asked.path["name"])


def _version(asked: Asked) -> Work:
    batch = asked.path["batch"]
    if not batch.isdecimal() or len(batch) > len(str(_MOST_BATCHES)):
        raise AnswerError(f"no batch is called {batch!r}", MISSING)
    return lambda session: saved_decks.version_document(session, asked.path["name"], int(batch))


def _difference(asked: Asked) -> Work:
    one, other = (asked.number(key, 0, _MOST_BATCHES) for key in ("a", "b"))
    return lambda session: saved_decks.difference_document(session, asked.path["name"], one, other)


def _difference_to_text(asked: Asked) -> Work:
    sides = [_batch_of(asked, key) for key in ("a", "b")]

    def work(session: Session) -> Mapping[str, Any]:
        deck = asked.deck(session)
        one, other = (deck if side is None else side for side in sides)
        return saved_decks.difference_document(session, asked.path["name"], one, other)

    return work


def _batch_of(asked: Asked, key: str) -> int | None:
    return None if asked.body.get(key) is None else asked.number(key, 0, _MOST_BATCHES)


ENDPOINTS = (
    Endpoint("GET", "/api/decks", "The saved decks", "deckcheck.decks/1", _saved, GAME, {}),
    Endpoint("GET", "/api/decks/{name}", "A saved deck as a text", "deckcheck.page-file/1", _open, GAME, {}),
    Endpoint(
        "PUT",
        "/api/decks/{name}",
        "Saves a deck",
        "deckcheck.page-saved/1",
        _save,
        {},
        {**DECK, **BASE},
        changes=True,
    ),
    Endpoint(
        "DELETE",
        "/api/decks/{name}",
        "Deletes a saved deck",
        "deckcheck.page-saved/1",
        _delete,
        {**GAME, **BASE},
        {},
        changes=True,
    ),
    Endpoint(
        "POST",
        "/api/decks/{name}/name",
        "Renames a saved deck",
        "deckcheck.page-saved/1",
        _rename,
        GAME,
        {"to": "the new name", **BASE},
        changes=True,
    ),
    Endpoint(
        "GET",
        "/api/decks/{name}/versions",
        "The versions of a saved deck",
        "deckcheck.deck-versions/1",
        _versions,
        GAME,
        {},
    ),
    Endpoint(
        "GET",
        "/api/decks/{name}/versions/{batch}",
        "A version of a saved deck as a text",
        "deckcheck.page-file/1",
        _version,
        GAME,
        {},
    ),
    Endpoint(
        "GET",
        "/api/decks/{name}/difference",
        "In which cards two versions differ",
        "deckcheck.deck-diff/1",
        _difference,
        {"a": "the batch of the one", "b": "the batch of the other", **GAME},
        {},
    ),
    Endpoint(
        "POST",
        "/api/decks/{name}/difference",
        "In which cards a version differs from a deck that is not saved",
        "deckcheck.deck-diff/1",
        _difference_to_text,
        {},
        {
            **DECK,
            "a": "the batch of the one; without it the deck that is sent",
            "b": "the batch of the other; without it the deck that is sent",
        },
    ),
)
