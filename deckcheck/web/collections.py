"""The collection as the page shows and changes it, with its lists: completion by set, wants, trades."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from deckcheck.acts.answers import CollectionChange, HoldingEdit, HoldingKey
from deckcheck.acts.collection_documents import change_document, held_document
from deckcheck.acts.collection_lists import completion_document, trades_document, wants_document
from deckcheck.acts.errors import RefusedError
from deckcheck.acts.session import Session
from deckcheck.show.language import gettext as _
from deckcheck.show.picked import picked
from deckcheck.web.answers import MISSING, AnswerError
from deckcheck.web.endpoint import Page, Query, Seen, Sort, Text, endpoint

PAGE = 100
EVERY = "*"
"""Asks for the completion of all sets, those of which nothing is owned too."""
MOST_COPIES = 1_000_000
_LONGEST_LINE = 500
_MOST_TOLD = 100
"""Of so many changes an answer tells; a batch has all of them under its number in the history."""

Number = Annotated[int | None, Field(strict=True, ge=0, le=MOST_COPIES)]
Line = Annotated[str, Field(max_length=_LONGEST_LINE), "a line like `3 nexu bgmd nm binder 2`"]
MeantCard = Annotated[Text, "the card that is meant, where several are"]


def _not_blank(text: str) -> str:
    if not text.strip():
        raise ValueError(_("must name a card"))
    return text


def _known_facts(sent: Any) -> Any:
    known = sorted(one.name for one in fields(HoldingEdit))
    for name in sent if isinstance(sent, Mapping) else ():
        if name not in known:
            raise AnswerError(
                _("{name!r} cannot be set; expected {known}"), name=name, known=", ".join(known)
            )
    return sent


def state_of(session: Session) -> int:
    """The state of the collection: the number of the newest batch, 0 before the first."""
    return session.collection.newest


@endpoint("GET /api/collection", "deckcheck.collection/1")
def holdings_document(session: Session, q: Query = "", sort: Sort = "", page: Page = 1) -> dict[str, Any]:
    """The holdings that a query asks for, a page of them.

    `keys` are those of the holdings, by which an edit names them; `decks` are those that hold their
    cards, each with its copies; `facets` count what the list can be narrowed to.
    """
    listed = session.collection.found(q, sort=sort or None)
    pages = max(1, -(-len(listed.holdings) // PAGE))
    page = min(max(page, 1), pages)
    shown = listed.holdings[(page - 1) * PAGE : page * PAGE]
    stored = session.collection.stored
    rows = [(holding, stored.counts(holding.key.card_id)) for holding in shown]
    return {
        **held_document(rows, len(listed.holdings), listed.copies, listed.dice),
        "page": page,
        "pages": pages,
        "state": state_of(session),
        "keys": [list(holding.key) for holding in shown],
        "decks": [stored.in_decks.get(holding.key.card_id, ()) for holding in shown],
        "facets": listed.facets,
    }


@endpoint("GET /api/collection/line", "deckcheck.page-line/1")
def line_document(session: Session, q: Line = "", card: MeantCard = "") -> dict[str, Any]:
    """The copies that a line says, in words; or why that is not sure."""
    read = session.collection.read_line(q, card or None)
    return {
        "schema": "deckcheck.page-line/1",
        **picked(read, "words problem note"),
        "candidates": list(read.candidates),
    }


@endpoint("POST /api/collection/line", "deckcheck.change/1", changes=True)
def add_line(
    session: Session,
    q: Line = "",
    card: MeantCard = "",
    action: Annotated[Literal["add", "want"], "want: as many in all"] = "add",
    base: Seen = None,
) -> dict[str, Any]:
    """Adds or wants the copies that a line says, if that is sure."""
    read = session.collection.read_line(q, card or None, has_place=action != "want")
    if read.problem or read.name is None or not read.words:
        which = (
            _("which card is meant: {candidates}?", candidates=", ".join(read.candidates))
            if read.candidates
            else _("nothing to add")
        )
        raise AnswerError(read.problem or which)
    return change(session, read.name, action, base, read.quantity, **read.stated)


@endpoint("POST /api/collection/change", "deckcheck.change/1", changes=True)
def change(
    session: Session,
    name: Annotated[str, AfterValidator(_not_blank), "the card"],
    action: Literal["add", "remove", "set", "move", "want", "offer", "keep"],
    base: Seen = None,
    quantity: Annotated[Number, "copies"] = None,
    set_code: Annotated[str | None, "the set"] = None,
    number: Annotated[str | None, "the collector's number"] = None,
    condition: Annotated[str | None, "like NM"] = None,
    language: Annotated[str | None, "like de"] = None,
    finish: Annotated[str | None, "like foil"] = None,
    location: Annotated[str | None, "the place"] = None,
    to: Annotated[dict[str, str | None] | None, "of move: the same keys, as they are to be"] = None,
    dice: Annotated[Number, "dice, in games with dice"] = None,
    for_trade: Annotated[Number, "copies for trade"] = None,
    notes: Annotated[str | None, "notes"] = None,
    acquired_on: Annotated[str | None, "a day"] = None,
    price: Annotated[str | None, "like 2.50"] = None,
    currency: Annotated[str | None, "like EUR"] = None,
) -> dict[str, Any]:
    """Changes the collection: copies are added, removed, set, moved, wanted, offered or kept.

    Where the collection is no longer as `base` says nothing is changed, and the answer says so.
    """
    mine = session.collection
    printing: Any = {"set_code": set_code, "number": number}
    which = {
        **printing, "condition": condition, "language": language, "finish": finish, "location": location
    }  # fmt: skip
    facts: Any = {"notes": notes, "acquired_on": acquired_on, "price": price, "currency": currency}
    if action == "add":
        trade = for_trade or 0
        done = mine.add(name, quantity, dice=dice or 0, for_trade=trade, seen=base, **which, **facts)
    elif action == "remove":
        done = mine.remove(name, quantity, dice=dice or 0, seen=base, **which)
    elif action == "set":
        done = mine.set(name, quantity, dice=dice, for_trade=for_trade, seen=base, **which, **facts)
    elif action == "want":
        copies = 1 if quantity is None else quantity
        del which["location"]
        done = mine.want(name, copies, dice=dice, notes=notes, seen=base, **which)
    elif action == "offer":
        done = mine.offer(name, seen=base, **which)
    elif action == "keep":
        done = mine.keep(name, seen=base, **which)
    elif to is None:
        raise AnswerError(_("'to' is missing: say where the copies are moved to"))
    else:
        target: Any = {key: value for key, value in to.items() if key in which}
        done = mine.move(name, target, quantity, dice=dice, seen=base, **which)
    return _done(session, done)


@endpoint("POST /api/collection/edit", "deckcheck.change/1", changes=True)
def edit(
    session: Session,
    set_: Annotated[
        HoldingEdit,
        BeforeValidator(_known_facts),
        "what is to be otherwise: the keys of a change, and printing; for_trade may be all",
    ],
    keys: Annotated[list[HoldingKey], "the holdings, by the keys that the list has"] = [],
    query: Annotated[str | None, "or all that a query asks for"] = None,
    base: Seen = None,
) -> dict[str, Any]:
    """Edits many holdings, given by their keys or by a query, as one batch."""
    if query is not None:
        keys = [holding.key for holding in session.collection.found(query).holdings]
    elif not keys:
        raise AnswerError(_("'keys' is missing: say which holdings"))
    return _done(session, session.collection.edit(keys, set_, seen=base))


def _done(session: Session, done: CollectionChange) -> dict[str, Any]:
    document = change_document(done)
    changes = document["changes"]
    return {
        **document,
        "changes": changes[:_MOST_TOLD],
        "changed": len(changes),
        "keys": [list(key) for key in done.keys[:_MOST_TOLD]],
        "state": state_of(session),
    }


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
        Annotated[int, Field(ge=0, le=10**6)] | None,
        BeforeValidator(lambda sent: sent or None),
        "offers every copy above so many too",
    ] = None,
) -> dict[str, Any]:
    """The cards that can be traded away."""
    return {**trades_document(session.collection.trades(surplus)), "state": state_of(session)}
