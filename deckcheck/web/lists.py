"""Lists of the collection: completion by set, wants, trades."""

from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from deckcheck.acts.collection_lists import completion_document, trades_document, wants_document
from deckcheck.acts.errors import RefusedError
from deckcheck.acts.session import Session
from deckcheck.web.answers import MISSING, AnswerError
from deckcheck.web.collections import state_of
from deckcheck.web.endpoint import Text, endpoint

EVERY = "*"
"""Asks for the completion of all sets, those of which nothing is owned too."""


@endpoint("GET /api/collection/completion", "deckcheck.completion/1")
def completion_page_document(
    session: Session,
    sets: Annotated[Text, "codes or names with commas between, * for all; those begun without it"] = "",
    playset: Annotated[int, Field(ge=0, le=1_000), "copies that make one"] = 0,
    any_printing: Annotated[Text, "1: any printing of a card counts"] = "",
) -> dict[str, Any]:
    """How complete sets are."""
    every, copies = any_printing not in {"", "0", "false"}, playset or None
    names = [one.strip() for one in sets.split(",") if one.strip()]
    if names == [EVERY]:
        names = [one.code for one in session.sets()]
    collecting = session.collection.collecting(copies)
    try:
        completions = session.collection.completion(*names, any_printing=every, playset=copies)
    except RefusedError as error:
        raise AnswerError(str(error), MISSING) from None
    unknown = 0 if every else session.collection.stored.unknown_copies
    return completion_document(completions, collecting.playset, unknown, any_printing=every)


@endpoint("GET /api/collection/wants", "deckcheck.wants/1")
def wants_page_document(session: Session) -> dict[str, Any]:
    """The wants with what is missing of them."""
    return {**wants_document(session.collection.wants()), "state": state_of(session)}


@endpoint("GET /api/collection/trades", "deckcheck.offers/1")
def trades_page_document(
    session: Session,
    surplus: Annotated[
        int | None,
        BeforeValidator(lambda sent: sent or None),
        Field(ge=0, le=10**6),
        "offers every copy above so many too",
    ] = None,
) -> dict[str, Any]:
    """The cards that can be traded away."""
    return {**trades_document(session.collection.trades(surplus)), "state": state_of(session)}
