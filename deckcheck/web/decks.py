"""Decks as the page shows them: judged, read from files, edited, saved.

A deck on the page is a text, the same as a typed list: whatever is clicked changes the text, and
the text decides what the deck is. So undo, two tabs and a lost connection are all the same text.
"""

import hashlib
import io
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from db.cards.card import Card
from db.collection.decks import SavedDeck
from db.errors import DeckcheckError
from deckcheck.collection.documents import saved_decks_document
from deckcheck.collection.holdings import Collection
from deckcheck.deck import Deck, DeckEntry
from deckcheck.decks.edit import edited_file
from deckcheck.decks.edit_words import read_changes
from deckcheck.games import get_game
from deckcheck.judge.batch import game_of
from deckcheck.judge.opening import OpenedDeck
from deckcheck.report import Report, as_json
from deckcheck.session.session import Session
from deckcheck.show.card_document import card_document
from deckcheck.web.answers import CONFLICT, AnswerError
from deckcheck.web.searches import formats_document
from importers.decks.deck_list import DeckList
from importers.decks.editing import editable_deck
from importers.decks.reading import parse_deck

TEXT = "text"
_SOURCE = "deck"
_REPAIR_SECONDS = 2.0
_KEPT_BY_THE_PAGE = ("the game ", "the name of the deck ", "the image keys ")
"""What a text cannot hold and the page has: image keys are looked up again when one is needed."""


@dataclass(frozen=True, slots=True)
class PageDeck:
    """A deck as the page sends it: its text, its game, and how it is to be judged."""

    text: str
    game: str
    name: str = ""
    format: str | None = None
    on: date | None = None


def resolved(session: Session, asked: PageDeck) -> Deck:
    """The deck with its names looked up."""
    return session.resolver(asked.game).resolve(listed(asked), asked.name or _SOURCE, asked.name)


def listed(asked: PageDeck) -> DeckList:
    """The deck as a list; no text yet is a deck without cards."""
    if not asked.text.strip():
        return DeckList((), TEXT)
    return parse_deck(asked.text.encode(), source=asked.name or _SOURCE, as_format=TEXT)


def deck_document(session: Session, asked: PageDeck) -> dict[str, Any]:
    """A deck, line by line, with its verdict, figures and copies: `deckcheck.page-deck/1`."""
    deck = resolved(session, asked)
    report = session.validate(deck, asked.format, on=asked.on)
    game, profile = get_game(asked.game), session.stats(deck)
    collection = session.collection.stored
    needed: Counter[str] = Counter()
    for entry in deck.entries:
        if entry.card is not None:
            needed[entry.card.name] += entry.quantity
    picture = profile.picture
    return {
        "schema": "deckcheck.page-deck/1",
        "game": asked.game,
        "name": asked.name,
        "text": asked.text,
        "zones": list(game.zones),
        "formats": formats_document(session)["formats"],
        "report": as_json(report),
        "entries": [_entry_document(one, collection, needed) for one in deck.entries],
        "unread": [
            {"line": one.line, "text": one.text, "reason": one.reason} for one in deck.unread
        ],
        "figures": {
            "costs": {cost: dict(types) for cost, types in picture.costs.items()},
            "types": dict(picture.types),
            **profile.figures(),
        },
    }


def _entry_document(
    entry: DeckEntry, collection: Collection, needed: Counter[str]
) -> dict[str, Any]:
    card = entry.card
    counts = collection.counts(card) if card is not None else None
    return {
        "line": entry.line,
        "quantity": entry.quantity,
        "name": entry.name,
        "zone": entry.zone,
        "card": None if card is None else card.name,
        "side": None if card is None else card.side,
        "type": None if card is None else card.type,
        "cost": None if card is None else card.cost,
        "candidates": [one.name for one in entry.candidates],
        "suggestions": list(entry.suggestions),
        "owned": None if counts is None else counts.owned,
        "free": None if counts is None else counts.free,
        "missing": _missing(card, counts.owned if counts else 0, needed),
    }


def _missing(card: Card | None, owned: int, needed: Counter[str]) -> int | None:
    return None if card is None else max(0, needed[card.name] - owned)


def report_of(session: Session, asked: PageDeck) -> Report:
    """The verdict alone."""
    return session.validate(resolved(session, asked), asked.format, on=asked.on)


def repair_document(
    session: Session, asked: PageDeck, *, owned: bool, keep: Sequence[str], out: Sequence[str]
) -> dict[str, Any]:
    """The nearest legal deck, as in `deckcheck.repair/1`.

    It is looked for no longer than other requests may wait.
    """
    from deckcheck.repair.result import as_document

    found = session.repair(
        listed(asked), asked.format, on=asked.on, game=asked.game, owned=owned, keep=keep, out=out,
        time_limit=_REPAIR_SECONDS,
    )  # fmt: skip
    return as_document(found)


def edited_text(
    session: Session, asked: PageDeck, card: str, copies: int, zone: str | None = None
) -> str:
    """The text with copies of a card put in, or taken out where `copies` is negative.

    Without a zone it is the one in which the deck has the card, else the game's first.
    """
    if not asked.text.strip():
        return f"{copies} {session.card(card, game=asked.game).name}\n"
    deck = editable_deck(asked.text.encode(), source=asked.name or _SOURCE, as_format=TEXT)
    resolver = session.resolver(asked.game)
    words = [f"{abs(copies)} {card}"]
    add, remove = (words, []) if copies > 0 else ([], words)
    changes = read_changes(add, remove, deck.deck_list, resolver, zone)
    return edited_file(deck, changes, resolver).decode()


def file_document(session: Session, data: bytes, name: str, game: str | None) -> dict[str, Any]:
    """A deck file of any format as a text for the page, with what the text cannot hold."""
    stream = io.BytesIO(data)
    stream.name = name
    found = session.deck_list(stream)
    code = game_of(found.deck_list, game, session.game)
    return {"schema": "deckcheck.page-file/1", **_as_text(session, found, code)}


def _as_text(session: Session, found: OpenedDeck, game: str) -> dict[str, Any]:
    done = session.converted(found, TEXT, game=game)
    lost = [text for text in done.losses if not text.startswith(_KEPT_BY_THE_PAGE)]
    return {
        "text": done.data.decode(),
        "game": game,
        "name": found.name,
        "read_as": found.deck_list.read_as,
        "format": found.deck_list.format,
        "losses": [*lost, *done.differences],
        "unread": len(found.deck_list.unread),
    }


def saved_list_document(session: Session) -> dict[str, Any]:
    """The saved decks of the session's game: `deckcheck.decks/1`."""
    return saved_decks_document(session.decks.list())


def saved_document(session: Session, name: str) -> dict[str, Any]:
    """A saved deck as a text, with the state that changes are based on."""
    saved = session.decks.get(name)
    found = session.deck_list(saved)
    return {
        "schema": "deckcheck.page-file/1",
        **_as_text(session, found, saved.facts.game),
        "state": state_of(saved),
        "notes": saved.facts.notes,
    }


def state_of(saved: SavedDeck) -> str:
    """The state of a saved deck: another as soon as anything about it is.

    Whoever saves says on which state his text is based, so that nobody's change is overwritten.
    """
    return hashlib.sha256(repr((saved.id, saved.facts)).encode()).hexdigest()[:16]


def save(session: Session, asked: PageDeck, base: str | None) -> dict[str, Any]:
    """Saves a deck under its name; `base` is the state that was read, None for a new deck.

    Raises `AnswerError` where the saved deck is no longer as it was read.
    """
    if not asked.name.strip():
        raise AnswerError("a deck is saved under a name; type one")
    there = [one for one in session.decks.list() if one.facts.name == asked.name]
    state = state_of(there[0]) if there else None
    if state != base:
        what = "has changed since it was opened here" if there else "is no longer saved"
        if base is None:
            what = "is saved already; open it, or choose another name"
        raise AnswerError(f"{asked.name!r} {what}", CONFLICT)
    kept = session.decks.save(
        listed(asked),
        asked.name,
        reserve=bool(there and there[0].facts.reserved),
        force=bool(there),
    )
    return {
        "schema": "deckcheck.page-saved/1",
        "name": asked.name,
        "state": state_of(session.decks.get(asked.name)),
        "batch": kept.batch.number if kept.batch else None,
    }


def delete(session: Session, name: str, base: str | None) -> dict[str, Any]:
    """Deletes a saved deck; the batch says how to take that back."""
    saved = session.decks.get(name)
    if base is not None and state_of(saved) != base:
        raise AnswerError(f"{name!r} has changed since it was opened here", CONFLICT)
    batch = session.decks.delete(name)
    return {
        "schema": "deckcheck.page-saved/1", "name": name, "state": None,
        "batch": batch.number if batch else None,
    }  # fmt: skip


def suggestions_document(session: Session, text: str, limit: int = 12) -> dict[str, Any]:
    """Cards for what was typed into a search box: by words of the name, or by a query."""
    try:
        found = session.search(text) if text.strip() else ()
        problem = None
    except DeckcheckError as error:
        found, problem = (), str(error)
    stored = session.collection.stored
    cards = [card_document(card) | {"owned": stored.counts(card).owned} for card in found[:limit]]
    return {
        "schema": "deckcheck.page-search/1", "total": len(found), "problem": problem,
        "cards": cards,
    }  # fmt: skip
