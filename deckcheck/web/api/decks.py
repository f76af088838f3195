"""Addresses of decks: judged, edited, repaired, asked about, saved."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from deckcheck.session.session import Session
from deckcheck.web import decks, plays
from deckcheck.web.api.asked import Asked
from deckcheck.web.api.endpoint import BASE, DAY, GAME, Endpoint, Work

_MOST_SEED = 2**64 - 1
_MOST_DRAWS = 200
_DECK = {
    "text": "the deck list, as it would be typed", "name": "the name of the deck",
    "format": "the format's code", **GAME, **DAY,
}  # fmt: skip


def _check(asked: Asked) -> Work:
    return lambda session: decks.deck_document(session, asked.deck(session))


def _edit(asked: Asked) -> Work:
    def work(session: Session) -> Mapping[str, Any]:
        deck = asked.deck(session)
        copies = asked.copies()
        text = decks.edited_text(
            session, deck, asked.text("card"), copies, asked.text("zone") or None
        )
        return decks.deck_document(session, replace(deck, text=text))

    return work


def _apply(asked: Asked) -> Work:
    def work(session: Session) -> Mapping[str, Any]:
        deck = asked.deck(session)
        for card, copies, zone in asked.card_changes():
            text = decks.edited_text(session, deck, card, copies, zone)
            deck = replace(deck, text=text)
        return decks.deck_document(session, deck)

    return work


def _repair(asked: Asked) -> Work:
    keep, out = asked.names("keep"), asked.names("out")
    owned = asked.body.get("owned", False) is True
    return lambda session: decks.repair_document(
        session, asked.deck(session), owned=owned, keep=keep, out=out
    )


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


def _setup(asked: Asked) -> Work:
    setup = plays.PageSetup(
        asked.number("seed", 0, _MOST_SEED), asked.choices(), asked.text("against", "nobody"),
        asked.text("other"), asked.text("policy", "planner"),
    )  # fmt: skip
    return lambda session: plays.setup_document(session, asked.deck(session), setup)


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
             _file, {"name": "the file's name", **GAME}, {}, upload=True),
    Endpoint("POST", "/api/deck/export", "Writes a deck in a file format, in base64",
             "deckcheck.page-export/1", _export, {}, {**_DECK, "to": "the format's name"}),
    Endpoint("POST", "/api/deck/odds", "The probability of a condition", "deckcheck.odds/1",
             _odds, {}, {**_DECK, "condition": "like `type:space >= 2`",
                         "draws": "cards drawn after the opening hand",
                         "mulligan": "keep, or as the game has it units or best"}),
    Endpoint("POST", "/api/deck/hand", "A sample hand", "deckcheck.page-hand/1", _hand, {},
             {**_DECK, "seed": "where the shuffle starts from"}),
    Endpoint("POST", "/api/deck/setup", "A setup that is played by hand, after these choices",
             "deckcheck.setup-by-hand/1", _setup, {},
             {**_DECK, "seed": "where the shuffle starts from",
              "choices": "the number of each chosen move, from 1; of a pick a list of numbers",
              "against": "nobody, same (this deck) or saved",
              "other": "of against saved: the deck's name",
              "policy": "of the opponent: random, greedy or planner"}),
    Endpoint("GET", "/api/decks", "The saved decks", "deckcheck.decks/1", _saved, GAME, {}),
    Endpoint("GET", "/api/decks/{name}", "A saved deck as a text", "deckcheck.page-file/1", _open,
             GAME, {}),
    Endpoint("PUT", "/api/decks/{name}", "Saves a deck", "deckcheck.page-saved/1", _save, {},
             {**_DECK, **BASE}, changes=True),
    Endpoint("DELETE", "/api/decks/{name}", "Deletes a saved deck", "deckcheck.page-saved/1",
             _delete, {**GAME, **BASE}, {}, changes=True),
)  # fmt: skip
