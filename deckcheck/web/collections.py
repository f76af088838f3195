"""The collection and its history as the page shows and changes them."""

from collections.abc import Mapping
from typing import Any

from db.errors import NotEnoughCopiesError
from deckcheck.collection.documents import (
    batch_document,
    change_document,
    collection_document,
    undone_document,
)
from deckcheck.collection.editor import CollectionChange
from deckcheck.errors import RefusedError
from deckcheck.session.session import Session
from deckcheck.web.answers import CONFLICT, AnswerError

PAGE = 100
_WHICH = ("set_code", "number", "condition", "language", "finish", "location")


def state_of(session: Session) -> int:
    """The state of the collection: the number of its newest batch, 0 before the first."""
    newest = session.collection.history(1)
    return newest[0].number if newest else 0


def holdings_document(session: Session, query: str, sort: str | None, page: int) -> dict[str, Any]:
    """A page of the holdings that a query asks for, as in `deckcheck.collection/1`."""
    found = session.collection.holdings(query, sort=sort or None)
    document = collection_document(found)
    holdings = document.pop("holdings")
    pages = max(1, -(-len(holdings) // PAGE))
    page = min(max(page, 1), pages)
    return {
        **document,
        "page": page,
        "pages": pages,
        "state": state_of(session),
        "holdings": holdings[(page - 1) * PAGE : page * PAGE],
    }


def change(session: Session, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Makes a change: `action` is add, remove, set, move or want; as in `deckcheck.change/1`.

    `base` is the state of the collection that the user has seen; where it is another by now nothing
    is changed, and the answer says so.
    """
    base, state = asked.get("base"), state_of(session)
    if base is not None and base != state:
        raise AnswerError("the collection has changed since it was shown; look again", CONFLICT)
    name, action = _text(asked, "name"), _text(asked, "action")
    try:
        done = _made(session, action, name, asked)
    except (RefusedError, NotEnoughCopiesError) as error:
        raise AnswerError(str(error)) from None
    return {**change_document(done), "state": state_of(session)}


def _made(session: Session, action: str, name: str, asked: Mapping[str, Any]) -> CollectionChange:
    collection = session.collection
    which: Any = {key: _optional(asked, key) for key in _WHICH}
    quantity = _number(asked, "quantity")
    if action == "add":
        return collection.add(name, quantity, **which)
    if action == "remove":
        return collection.remove(name, quantity, **which)
    if action == "set":
        facts: Any = {"notes": _optional(asked, "notes")}
        trade = _number(asked, "for_trade")
        return collection.set(name, quantity, for_trade=trade, **which, **facts)
    if action == "move":
        target = asked.get("to")
        if not isinstance(target, Mapping):
            raise AnswerError("'to' is missing: say where the copies are moved to")
        to: Any = {key: _optional(target, key) for key in _WHICH if key in target}
        return collection.move(name, to, quantity, **which)
    if action == "want":
        return collection.want(
            name, 1 if quantity is None else quantity,
            set_code=which["set_code"], number=which["number"],
        )  # fmt: skip
    raise AnswerError(f"no change is called {action!r}; expected add, remove, set, move or want")


def history_document(session: Session, limit: int = 50) -> dict[str, Any]:
    """The newest batches, as in `deckcheck.history/1`."""
    batches = [batch_document(one) for one in session.collection.history(limit)]
    return {"schema": "deckcheck.history/1", "batches": batches, "state": state_of(session)}


def undo(session: Session, number: int) -> dict[str, Any]:
    """Takes back a batch, but for what has changed since."""
    done = session.collection.undo(number)
    return {**undone_document(done), "state": state_of(session)}


def _text(asked: Mapping[str, Any], key: str) -> str:
    value = asked.get(key)
    if not isinstance(value, str) or not value.strip():
        raise AnswerError(f"{key!r} is missing")
    return value


def _optional(asked: Mapping[str, Any], key: str) -> str | None:
    value = asked.get(key)
    if value is None or isinstance(value, str):
        return value
    raise AnswerError(f"{key!r} is no text: {value!r}")


def _number(asked: Mapping[str, Any], key: str) -> int | None:
    value = asked.get(key)
    if value is None:
        return None
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 1_000_000:  # noqa: PLR2004
        return value
    raise AnswerError(f"{key!r} is no number of copies: {value!r}")
