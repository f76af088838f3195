"""Lists of the collection: completion by set, wants, trades."""

from typing import Any

from deckcheck.collection.list_documents import completion_document, trades_document, wants_document
from deckcheck.errors import RefusedError
from deckcheck.session.session import Session
from deckcheck.web.answers import MISSING, AnswerError
from deckcheck.web.collections import state_of

EVERY = "*"
"""Asks for the completion of all sets, those of which nothing is owned too."""


def completion_page_document(
    session: Session, sets: str = "", playset: int | None = None, *, any_printing: bool = False
) -> dict[str, Any]:
    """The completion of sets, as in `deckcheck.completion/1`.

    `sets` are codes or names with commas between, `*` for all; without any those that are begun.
    """
    names = [one.strip() for one in sets.split(",") if one.strip()]
    if names == [EVERY]:
        names = [one.code for one in session.sets()]
    collecting = session.collection.collecting(playset)
    try:
        found = session.collection.completion(*names, any_printing=any_printing, playset=playset)
    except RefusedError as error:
        raise AnswerError(str(error), MISSING) from None
    unknown = 0 if any_printing else session.collection.stored.unknown_copies
    return completion_document(found, collecting.playset, unknown, any_printing=any_printing)


def wants_page_document(session: Session) -> dict[str, Any]:
    """The wants with what is missing of them, as in `deckcheck.wants/1`."""
    return {**wants_document(session.collection.wants()), "state": state_of(session)}


def trades_page_document(session: Session, surplus: int | None = None) -> dict[str, Any]:
    """The cards that can be traded away, as in `deckcheck.trades/1`."""
    return {**trades_document(session.collection.trades(surplus)), "state": state_of(session)}
