"""Saved decks as the page lists, opens, saves and compares them."""

from dataclasses import replace
from typing import Any

from db.collection.decks import SavedDeck
from db.collection.history import LedgerBatch
from db.errors import DeckNotFoundError
from deckcheck.collection.documents import (
    deck_difference_document,
    deck_versions_document,
    saved_decks_document,
)
from deckcheck.decks.saved import deck_state
from deckcheck.session.session import Session
from deckcheck.web.answers import MISSING, AnswerError
from deckcheck.web.decks import PageDeck, as_text
from importers.decks.deck_list import DeckList


def saved_list_document(session: Session) -> dict[str, Any]:
    """The saved decks of the session's game: `deckcheck.decks/1`."""
    return saved_decks_document(session.decks.list())


def saved_document(session: Session, name: str) -> dict[str, Any]:
    """A saved deck as a text, with the state that changes are based on."""
    saved = _get(session, name)
    return {**_file_document(session, saved), "state": deck_state(saved)}


def _file_document(session: Session, saved: SavedDeck) -> dict[str, Any]:
    found = session.deck_list(saved)
    text = as_text(session, found, saved.facts.game)
    return {"schema": "deckcheck.page-file/1", **text, "notes": saved.facts.notes}


def versions_document(session: Session, name: str) -> dict[str, Any]:
    """The versions of a saved deck, newest first: `deckcheck.deck-versions/1`."""
    found = session.decks.versions(_get(session, name).facts.name)
    return deck_versions_document(name, found)


def version_document(session: Session, name: str, batch: int) -> dict[str, Any]:
    """A version of a saved deck as a text."""
    return _file_document(session, _version(session, name, batch))


def difference_document(
    session: Session, name: str, one: int | PageDeck, other: int | PageDeck
) -> dict[str, Any]:
    """In which cards two versions of a saved deck differ: `deckcheck.deck-diff/1`.

    A version is the batch that left it, or a deck that is not saved, called `text` in the document.
    """
    rows = session.difference(_side(session, name, one), _side(session, name, other))
    return deck_difference_document(_label(one), _label(other), rows)


def _label(side: int | PageDeck) -> str:
    return "text" if isinstance(side, PageDeck) else str(side)


def _side(session: Session, name: str, side: int | PageDeck) -> SavedDeck | DeckList:
    return side.deck_list if isinstance(side, PageDeck) else _version(session, name, side)


def _version(session: Session, name: str, batch: int) -> SavedDeck:
    saved = _get(session, name)
    return replace(saved, facts=session.decks.version(name, batch).facts)


def _get(session: Session, name: str) -> SavedDeck:
    try:
        return session.decks.get(name)
    except DeckNotFoundError as error:
        raise AnswerError(str(error), MISSING) from None


def save(session: Session, asked: PageDeck, base: str | None) -> dict[str, Any]:
    """Saves a deck under its name; `base` is the state that was read, None for a new deck.

    Raises `ChangedMeanwhileError` where the saved deck is no longer as it was read.
    """
    if not asked.name.strip():
        raise AnswerError("a deck is saved under a name; type one")
    _check_address(asked.name)
    there = next((one for one in session.decks.list() if one.facts.name == asked.name), None)
    before = there.facts if there else None
    kept = session.decks.save(
        replace(
            asked.deck_list,
            format=asked.format or (before.format if before else None),
            author=before.author if before else None,
        ),
        asked.name,
        reserve=bool(before and before.reserved),
        force=base is not None,
        seen=base,
    )
    return _done(asked.name, deck_state(session.decks.get(asked.name)), kept.batch)


def _check_address(name: str) -> None:
    """Raises `AnswerError` for the two names that browsers take for a place above."""
    if name in {".", ".."}:
        raise AnswerError(f"{name!r} is no name: no address can have it; choose another")


def delete(session: Session, name: str, base: str | None) -> dict[str, Any]:
    """Deletes a saved deck; the batch says how to take that back."""
    _check_there(session, name, base)
    return _done(name, None, session.decks.delete(name, seen=base))


def rename(session: Session, name: str, to: str, base: str | None) -> dict[str, Any]:
    """Gives a saved deck another name; raises where that is taken."""
    _check_there(session, name, base)
    _check_address(to.strip())
    batch = session.decks.rename(name, to, seen=base)
    there = session.decks.get(to)
    return _done(there.facts.name, deck_state(there), batch)


def _check_there(session: Session, name: str, base: str | None) -> None:
    """Raises `AnswerError` for a deck that nobody has seen and that is not there."""
    if base is None:
        _get(session, name)


def _done(name: str, state: str | None, batch: LedgerBatch | None) -> dict[str, Any]:
    return {
        "schema": "deckcheck.page-saved/1",
        "name": name,
        "state": state,
        "batch": batch.number if batch else None,
    }
