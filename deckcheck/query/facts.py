"""The values that queries read from cards, and the keys by which cards are sorted.

What differs between printings counts too: a card is a Character if any of its printings says so.
"""

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any

from db.cards.card import Card, Printing, Stat
from db.cards.names import normal_form

ARENAS = ("space", "ground", "character")
_PLACED = ("location", "equipment", "subordinate")


def as_printed(card: Card) -> Iterable[Card]:
    """The card, and a variant of it for each printing that differs from it."""
    for one in card.printings:
        if one.differs:
            return [card, *(card.as_printed(one) for one in card.printings if one.differs)]
    return (card,)


@lru_cache(maxsize=1_024)  # asked of every card of a search; there are some dozens of types
def arenas_of_type(card_type: str) -> frozenset[str]:
    """The arenas of a type of unit, none for other types.

    >>> sorted(arenas_of_type("Space/Ground")), arenas_of_type("Mission - Trap")
    (['ground', 'space'], frozenset())
    """
    parts = frozenset(part.strip() for part in card_type.casefold().split("/"))
    return parts if parts.issubset(ARENAS) else frozenset()


def arenas(card: Card) -> frozenset[str]:
    """The arenas of a unit, or those to which a Location, Equipment or Subordinate belongs."""
    found = arenas_of_type(card.type)
    if not found and card.type.casefold() in _PLACED and card.subtypes:
        found = arenas_of_type(card.subtypes[0])
    return found


def version_key(version: str | None) -> tuple[int, str]:
    """The sort key of a version: none first, then A to Z, A2 to Z2 and so on."""
    if not version:
        return (0, "")
    return (int(version[1:] or 1), version[0])


def names(card: Card) -> Iterable[str]:
    """Yields the name of the card, and differing names of its printings."""
    yield card.name
    for printing in card.printings:
        if printing.name != card.name:
            yield printing.name


@cache
def facts(name: str) -> Callable[[Card], Iterable[Any]]:
    """A function that reads one fact, like `side`, of a card and each of its printings."""
    read = attrgetter(name)

    def values(card: Card) -> Iterable[Any]:
        for one in card.printings:
            if one.differs:
                return map(read, as_printed(card))
        return (read(card),)  # of nearly all cards, and asked of every card of a search

    return values


def traits(card: Card) -> Iterable[str]:
    """The groups of the subtype lines of the card and each of its printings."""
    return (group for as_it_is in as_printed(card) for group in as_it_is.subtypes)


def of_printings(read: Callable[[Printing], Any]) -> Callable[[Card], Iterable[Any]]:
    """A function that reads from each printing of a card what `read` finds there."""
    return lambda card: (read(printing) for printing in card.printings)


def tags(card: Card) -> Iterable[str]:
    """The tags of all printings."""
    return (tag for printing in card.printings for tag in printing.tags)


def numbers(card: Card) -> Iterable[Stat]:
    """Yields the collector numbers of all printings, as ints where they are digits."""
    for printing in card.printings:
        number = printing.number
        yield int(number) if number and number.isdecimal() else number


def stat_key(name: str) -> Callable[[Card], Any]:
    """The sort key by a cost or stat: numbers, then `*` and `X`, then cards that have none."""

    def key(card: Card) -> tuple[int, int, str]:
        value = getattr(card, name)
        if isinstance(value, int):
            return (0, value, "")
        return (1, 0, value) if value else (2, 0, "")

    return key


def name_key(card: Card) -> Any:
    """The sort key by name, and for one name by version."""
    return (normal_form(card.base_name), version_key(card.version), card.name)


def marks_key(status: str) -> Callable[[Card], Any]:
    """The sort key by the formats in which a card has a status by its marks; others come last."""

    def key(card: Card) -> tuple[int, list[str]]:
        found = sorted(mark.format or "" for mark in card.marks if mark.status == status)
        return (0 if found else 1, found)

    return key


def reprint_key(card: Card) -> tuple[int, str]:
    """The sort key by the mark of the first reprint that has one; cards without come last."""
    found = next((p.reprint for p in card.printings if p.reprint), None)
    return (0, found) if found else (1, "")


def first_key(read: Callable[[Printing], str | None]) -> Callable[[Card], Any]:
    """The sort key by a value of the first printing, digits by their value."""

    def key(card: Card) -> tuple[int, str]:
        value = (read(card.printings[0]) if card.printings else None) or ""
        return (int(value), "") if value.isdecimal() else (10**9, value)

    return key
