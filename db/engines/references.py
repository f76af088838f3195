"""The cards that people's rows name, as this computer's catalogue numbers them and as a server does.

In an SQLite file both are the same rows. A server has rows of its own for the cards that somebody
named, each with what is the card's own: its game and name, or a better identity, and of a printing its
set, number and name. By that they are found in the catalogue here, whatever its numbers are, and
nothing is guessed: what this catalogue does not know keeps the server's number, made negative.
"""

import sqlite3
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeVar

from db.engines.common import Connection

T = TypeVar("T")


def stored_things(connection: Connection, things: Iterable[T]) -> list[T]:
    """Things with keys, or saved lines, as they are stored; cards that are new there are added."""
    if isinstance(connection, sqlite3.Connection):
        return list(things)
    found = list(things)
    register = connection.register(map(_pair, found))  # type: ignore[attr-defined]
    return [_with(thing, register.stored(*_pair(thing))) for thing in found]


def local_things(connection: Connection, things: Iterable[T]) -> tuple[T, ...]:
    """Things with keys, or saved lines, with the numbers that cards have in the catalogue here."""
    if isinstance(connection, sqlite3.Connection):
        return tuple(things)
    register = connection.register()  # type: ignore[attr-defined]
    if register.as_here:
        return tuple(things)
    return tuple(_with(thing, register.local(*_pair(thing))) for thing in things)


def stored_cards(connection: Connection, cards: Iterable[int]) -> list[int]:
    """The numbers that cards have where they are stored, of those that somebody named."""
    if isinstance(connection, sqlite3.Connection):
        return list(cards)
    register = connection.register()  # type: ignore[attr-defined]
    return [register.stored(card, None)[0] for card in cards]


def _pair(thing: Any) -> tuple[int | None, int | None]:
    key = getattr(thing, "key", thing)
    return key.card_id, key.printing_id


def _with(thing: T, pair: tuple[int | None, int | None]) -> T:
    if _pair(thing) == pair:
        return thing
    if hasattr(thing, "key"):
        return replace(thing, key=_with(thing.key, pair))  # type: ignore[type-var]
    named = dict(zip(("card_id", "printing_id"), pair, strict=True))
    made: Any = thing
    moved: T = made._replace(**named) if hasattr(made, "_replace") else replace(made, **named)
    return moved
