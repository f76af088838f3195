"""The collection as the page shows and changes it."""

from collections.abc import Mapping, Sequence
from typing import Any

from db.collection.holdings import HoldingKey
from deckcheck.collection.bulk import HoldingEdit
from deckcheck.collection.documents import change_document, held_document
from deckcheck.collection.editor import CollectionChange
from deckcheck.session.session import Session
from deckcheck.web.answers import AnswerError

PAGE = 100
MOST_COPIES = 1_000_000
_MOST_TOLD = 100
"""Of so many changes an answer tells; a batch has all of them under its number in the history."""

_WHICH = ("set_code", "number", "condition", "language", "finish", "location")
_NOTED = ("notes", "acquired_on", "price", "currency")
_PLACE = ("condition", "language", "finish", "location")


def state_of(session: Session) -> int:
    """The state of the collection: the number of the newest batch, 0 before the first."""
    return session.collection.newest


def base_of(asked: Mapping[str, Any]) -> int | None:
    """The state of the collection that a request states; None where it states none."""
    return _number(asked, "base", 10**9)


def holdings_document(session: Session, query: str, sort: str | None, page: int) -> dict[str, Any]:
    """A page of the holdings that a query asks for, as in `deckcheck.collection/1`.

    `keys` are those of the holdings, by which an edit names them; `facets` count what the list can
    be narrowed to.
    """
    found = session.collection.found(query, sort=sort or None)
    pages = max(1, -(-len(found.holdings) // PAGE))
    page = min(max(page, 1), pages)
    shown = found.holdings[(page - 1) * PAGE : page * PAGE]
    stored = session.collection.stored
    rows = [(holding, stored.counts(holding.key.card_id)) for holding in shown]
    return {
        **held_document(rows, len(found.holdings), found.copies, found.dice),
        "page": page,
        "pages": pages,
        "state": state_of(session),
        "keys": [list(holding.key) for holding in shown],
        "facets": found.facets,
    }


def change(session: Session, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Makes a change: `action` is add, remove, set, move or want; as in `deckcheck.change/1`.

    `base` is the state of the collection that the user has seen; where it is another by now nothing
    is changed, and the answer says so.
    """
    name, action = _text(asked, "name"), _text(asked, "action")
    return _done(session, _made(session, action, name, asked, base_of(asked)))


def edit(session: Session, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Edits holdings, given by their keys or by a query, as one batch; as in `deckcheck.change/1`.

    `set` has the facts to change in all of them.
    """
    wanted = asked.get("set")
    if not isinstance(wanted, Mapping):
        raise AnswerError("'set' is missing: say what is to be otherwise")
    todo, query = _edit(wanted), asked.get("query")
    if isinstance(query, str):
        keys = [holding.key for holding in session.collection.found(query).holdings]
    else:
        keys = _keys(asked.get("keys"))
    return _done(session, session.collection.edit(keys, todo, seen=base_of(asked)))


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


def _made(
    session: Session, action: str, name: str, asked: Mapping[str, Any], seen: int | None
) -> CollectionChange:
    collection = session.collection
    which: Any = {key: optional(asked, key) for key in _WHICH}
    facts: Any = {key: optional(asked, key) for key in _NOTED}
    quantity, dice = _number(asked, "quantity"), _number(asked, "dice")
    trade = _number(asked, "for_trade")
    if action == "add":
        return collection.add(
            name, quantity, dice=dice or 0, for_trade=trade or 0, seen=seen, **which, **facts
        )
    if action == "remove":
        return collection.remove(name, quantity, dice=dice or 0, seen=seen, **which)
    if action == "set":
        return collection.set(name, quantity, dice=dice, for_trade=trade, seen=seen, **which, **facts)
    if action == "move":
        target = asked.get("to")
        if not isinstance(target, Mapping):
            raise AnswerError("'to' is missing: say where the copies are moved to")
        to: Any = {key: optional(target, key) for key in _WHICH if key in target}
        return collection.move(name, to, quantity, dice=dice, seen=seen, **which)
    if action == "want":
        return collection.want(
            name,
            1 if quantity is None else quantity,
            dice=dice,
            notes=facts["notes"],
            set_code=which["set_code"],
            number=which["number"],
            seen=seen,
        )
    raise AnswerError(f"no change is called {action!r}; expected add, remove, set, move or want")


def _edit(wanted: Mapping[str, Any]) -> HoldingEdit:
    texts = (*_NOTED, *_PLACE, "set_code", "number", "printing")
    known = {*texts, "quantity", "dice", "for_trade"}
    if unknown := sorted(set(wanted) - known):
        raise AnswerError(f"{unknown[0]!r} cannot be set; expected {', '.join(sorted(known))}")
    trade = wanted.get("for_trade")
    every: Any = trade if trade == "all" else _number(wanted, "for_trade")
    return HoldingEdit(
        quantity=_number(wanted, "quantity"),
        dice=_number(wanted, "dice"),
        for_trade=every,
        **{name: optional(wanted, name) for name in texts},
    )


def _keys(found: object) -> list[HoldingKey]:
    if not isinstance(found, list) or not found:
        raise AnswerError("'keys' is no list of holdings")
    return [_key(one) for one in found]


def _key(found: object) -> HoldingKey:
    if isinstance(found, list) and len(found) == len(HoldingKey._fields):
        card, printing, *texts = found
        numbers = (card, 0 if printing is None else printing)
        if all(type(one) is int for one in numbers) and all(type(one) is str for one in texts):
            return HoldingKey(card, printing, *texts)
    raise AnswerError(f"no key of a holding: {found!r}")


def _text(asked: Mapping[str, Any], key: str) -> str:
    value = asked.get(key)
    if not isinstance(value, str) or not value.strip():
        raise AnswerError(f"{key!r} is missing")
    return value


def optional(asked: Mapping[str, Any], key: str) -> str | None:
    """A text of the body, or None where nothing is said."""
    value = asked.get(key)
    if value is None or isinstance(value, str):
        return value
    raise AnswerError(f"{key!r} is no text: {value!r}")


def _number(asked: Mapping[str, Any], key: str, most: int = MOST_COPIES) -> int | None:
    value = asked.get(key)
    if value is None:
        return None
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most:
        return value
    raise AnswerError(f"{key!r} must be a whole number from 0 to {most:,}: {value!r}")


def key_rows(document: Mapping[str, Any]) -> Sequence[tuple[Any, Any]]:
    """The holdings of a document, each with its key."""
    return list(zip(document["holdings"], document["keys"], strict=True))
