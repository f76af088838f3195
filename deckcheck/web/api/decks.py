"""Addresses of decks as texts: judged, edited, repaired, asked about."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from deckcheck.acts.play import GoldfishArguments
from deckcheck.session.session import Session
from deckcheck.web import decks, figures, plays
from deckcheck.web.answers import AnswerError
from deckcheck.web.api.asked import Asked
from deckcheck.web.api.endpoint import DAY, GAME, Endpoint, Work, WorkInParts

_MOST_SEED = 2**64 - 1
_MOST_DRAWS = 200
_MOST_TURNS = 12
_LONGEST_NAME = 64
DECK = {
    "text": "the deck list, as it would be typed",
    "name": "the name of the deck",
    "format": "the format's code",
    **GAME,
    **DAY,
}


def _check(asked: Asked) -> Work:
    return lambda session: decks.deck_document(session, asked.deck(session))


def _edit(asked: Asked) -> Work:
    def work(session: Session) -> Mapping[str, Any]:
        deck = asked.deck(session)
        copies = asked.copies()
        text = decks.edited_text(session, deck, asked.text("card"), copies, asked.text("zone") or None)
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


def _notes(asked: Asked) -> Work:
    def work(session: Session) -> Mapping[str, Any]:
        deck = asked.deck(session)
        text = decks.noted_text(deck, asked.text("notes"))
        return decks.deck_document(session, replace(deck, text=text))

    return work


def _maybe(asked: Asked) -> Work:
    def work(session: Session) -> Mapping[str, Any]:
        deck, card, copies = asked.deck(session), asked.text("card"), asked.copies()
        text = decks.maybe_text(session, deck, card, copies)
        into = asked.signed("deck")
        if into:
            zone = asked.text("zone") or None
            text = decks.edited_text(session, replace(deck, text=text), card, into, zone)
        return decks.deck_document(session, replace(deck, text=text))

    return work


def _why(asked: Asked) -> Work:
    return lambda session: decks.why_document(session, asked.deck(session))


def _repair(asked: Asked) -> Work:
    keep, out = asked.names("keep"), asked.names("out")
    owned = asked.body.get("owned", False) is True
    return lambda session: decks.repair_document(
        session, asked.deck(session), owned=owned, keep=keep, out=out
    )


def _file(asked: Asked) -> Work:
    name = asked.text("name", "deck")
    return lambda session: decks.file_document(session, asked.data, name)


def _export(asked: Asked) -> Work:
    def work(session: Session) -> Mapping[str, Any]:
        from base64 import b64encode

        deck = asked.deck(session)
        done = session.converted(deck.deck_list, asked.text("to", "json"), game=deck.game)
        return {
            "schema": "deckcheck.page-export/1",
            "format": done.format,
            "losses": [*done.losses, *done.differences],
            "data": b64encode(done.data).decode(),
        }

    return work


def _odds(asked: Asked) -> Work:
    draws, mulligan = asked.number("draws", 0, _MOST_DRAWS), asked.text("mulligan", "keep")
    condition = asked.text("condition")
    return lambda session: plays.odds_document(session, asked.deck(session), condition, draws, mulligan)


def _condition(asked: Asked) -> Work:
    return lambda session: plays.condition_document(session, asked.deck(session))


def _hand(asked: Asked) -> Work:
    seed, moves = asked.number("seed", 0, _MOST_SEED), asked.names("moves")
    return lambda session: plays.hand_document(session, asked.deck(session), seed, moves)


def _goldfish(asked: Asked) -> WorkInParts:
    seed, policy = asked.number("seed", 0, _MOST_SEED), asked.text("policy", "planner")
    hands = max(1, asked.number("hands", 200, 10**6))
    turns, progress = asked.number("turns", 6, _MOST_TURNS), asked.text("progress")
    if len(progress) > _LONGEST_NAME:
        raise AnswerError(f"'progress' has {len(progress)} characters, at most {_LONGEST_NAME}")
    options: GoldfishArguments = {"hands": hands, "turns": turns, "policy": policy, "jobs": 1}
    return lambda session: figures.goldfish_document(session, asked.deck(session), seed, options, progress)


def _progress(asked: Asked) -> Work:
    return lambda session: figures.progress_document(session, asked.path["name"])


def _setup(asked: Asked) -> Work:
    setup = plays.PageSetup(
        asked.number("seed", 0, _MOST_SEED),
        asked.choices(),
        asked.text("against", "nobody"),
        asked.text("other"),
        asked.text("policy", "planner"),
    )
    return lambda session: plays.setup_document(session, asked.deck(session), setup)


ENDPOINTS = (
    Endpoint("POST", "/api/deck/check", "Judges a deck", "deckcheck.page-deck/1", _check, {}, DECK),
    Endpoint(
        "POST",
        "/api/deck/edit",
        "Puts copies of a card in or out, and judges the deck",
        "deckcheck.page-deck/1",
        _edit,
        {},
        {
            **DECK,
            "card": "the card's name",
            "copies": "how many; negative to take out",
            "zone": "the zone, by default where the card belongs",
        },
    ),
    Endpoint(
        "POST",
        "/api/deck/apply",
        "Makes several changes, and judges the deck",
        "deckcheck.page-deck/1",
        _apply,
        {},
        {**DECK, "changes": "a list of objects with card, copies and zone"},
    ),
    Endpoint(
        "POST",
        "/api/deck/notes",
        "Writes the notes of a deck, and judges it",
        "deckcheck.page-deck/1",
        _notes,
        {},
        {**DECK, "notes": "the notes, without the maybe-board"},
    ),
    Endpoint(
        "POST",
        "/api/deck/maybe",
        "Changes the maybe-board of a deck, and judges the deck",
        "deckcheck.page-deck/1",
        _maybe,
        {},
        {
            **DECK,
            "card": "the card's name",
            "copies": "how many; negative to take off",
            "deck": "how many of it come into the deck; negative to take out",
            "zone": "the zone of the deck",
        },
    ),
    Endpoint(
        "POST",
        "/api/deck/why",
        "What the format requires, and what the deck has of it",
        "deckcheck.requirements/1",
        _why,
        {},
        DECK,
    ),
    Endpoint(
        "POST",
        "/api/deck/repair",
        "The nearest legal deck",
        "deckcheck.repair/1",
        _repair,
        {},
        {
            **DECK,
            "owned": "true: only copies that are free in the collection",
            "keep": "names that stay in",
            "out": "names that go, and do not come in",
        },
    ),
    Endpoint(
        "POST",
        "/api/deck/file",
        "Reads a deck file of any format",
        "deckcheck.page-file/1",
        _file,
        {"name": "the file's name", "game": "the game of a file that does not say its own"},
        {},
        upload=True,
    ),
    Endpoint(
        "POST",
        "/api/deck/export",
        "Writes a deck in a file format, in base64",
        "deckcheck.page-export/1",
        _export,
        {},
        {**DECK, "to": "the format's name"},
    ),
    Endpoint(
        "POST",
        "/api/deck/odds",
        "The probability of a condition",
        "deckcheck.odds/1",
        _odds,
        {},
        {
            **DECK,
            "condition": "like `type:space >= 2`",
            "draws": "cards drawn after the opening hand",
            "mulligan": "keep, or as the game has it units or best",
        },
    ),
    Endpoint(
        "POST",
        "/api/deck/condition",
        "A condition to begin with, null for no cards to draw",
        "deckcheck.page-condition/1",
        _condition,
        {},
        DECK,
    ),
    Endpoint(
        "POST",
        "/api/deck/hand",
        "A sample hand",
        "deckcheck.hand/1",
        _hand,
        {},
        {
            **DECK,
            "seed": "where the shuffle starts from",
            "moves": "what was done with it: keep, mulligan, draw, turn",
        },
    ),
    Endpoint(
        "POST",
        "/api/deck/goldfish",
        "Figures of a deck that is played alone, with a plot",
        "deckcheck.page-goldfish/1",
        _goldfish,
        {},
        {
            **DECK,
            "seed": "where the shuffles start from",
            "hands": "how many, up to 20,000; a seed has the hands of the command",
            "turns": "how many, up to 12",
            "policy": "random, greedy or planner",
            "progress": "a name of your own, under which its progress is asked for",
        },
    ),
    Endpoint(
        "GET",
        "/api/deck/goldfish/{name}",
        "How many hands of a goldfish are played so far",
        "deckcheck.page-progress/1",
        _progress,
        {},
        {},
    ),
    Endpoint(
        "POST",
        "/api/deck/setup",
        "A setup that is played by hand, after these choices",
        "deckcheck.setup-by-hand/1",
        _setup,
        {},
        {
            **DECK,
            "seed": "where the shuffle starts from",
            "choices": "the number of each chosen move, from 1; of a pick a list of numbers",
            "against": "nobody, same (this deck) or saved",
            "other": "of against saved: the deck's name",
            "policy": "of the opponent: random, greedy or planner",
        },
    ),
)
