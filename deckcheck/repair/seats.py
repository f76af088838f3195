"""Seats: several decks as one problem, the zones of each marked with the seat of its deck.

A deck alone has the seat without a name, and its zones stay as they are.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping

from deckcheck.rules.compiled import Avoid, Constraint, Helper, Limit, Total, Weight
from deckcheck.rules.slot import Slot

ALONE = ""
"""The seat of a deck that is alone."""

_MARK = "\N{SYMBOL FOR UNIT SEPARATOR}"


def seated_zone(zone: str, seat: str) -> str:
    """The zone of the deck of a seat."""
    return f"{zone}{_MARK}{seat}" if seat else zone


def seated(slot: Slot, seat: str) -> Slot:
    """A slot in the deck of a seat."""
    return slot._replace(zone=seated_zone(slot.zone, seat)) if seat else slot


def unseated(slot: Slot) -> Slot:
    """The slot as its deck alone has it."""
    return slot._replace(zone=slot.zone.partition(_MARK)[0]) if _MARK in slot.zone else slot


def seat_of(slot: Slot) -> str:
    """The seat of the deck in which a slot is.

    >>> zone, seat = seated_zone("Deck", "2").split(_MARK)
    >>> zone, seat
    ('Deck', '2')
    """
    return slot.zone.partition(_MARK)[2]


def of_seat(copies: Mapping[Slot, int], seat: str) -> dict[Slot, int]:
    """The copies in the deck of a seat, as the deck alone has them."""
    return {unseated(slot): n for slot, n in copies.items() if seat_of(slot) == seat}


def seated_constraints(found: Iterable[Constraint], seat: str) -> tuple[Constraint, ...]:
    """The constraints of a deck alone as those of the deck of a seat."""
    return tuple(_seated(one, seat) for one in found) if seat else tuple(found)


def _seated(one: Constraint, seat: str) -> Constraint:
    if isinstance(one, Total):
        return one._replace(
            weight=_weight(one.weight, seat),
            helpers=tuple((_helper(helper, seat), factor) for helper, factor in one.helpers),
            when=None if one.when is None else _helper(one.when, seat),
            details={**one.details, "deck": seat},
        )
    if isinstance(one, Limit):
        return one._replace(most=_most(one.most, seat), key=_key(one.key, seat))
    if isinstance(one, Avoid):
        return one._replace(slots=_slots(one.slots, seat))
    return one


def _helper(helper: Helper, seat: str) -> Helper:
    return helper._replace(name=f"{seat}: {helper.name}")


def _weight(weight: Weight, seat: str) -> Weight:
    return lambda slot: weight(unseated(slot)) if seat_of(slot) == seat else 0


def _most(most: Callable[[Slot], int | None], seat: str) -> Callable[[Slot], int | None]:
    return lambda slot: most(unseated(slot)) if seat_of(slot) == seat else None


def _key(key: Callable[[Slot], Hashable | None], seat: str) -> Callable[[Slot], Hashable | None]:
    def seated_key(slot: Slot) -> Hashable | None:
        found = key(unseated(slot)) if seat_of(slot) == seat else None
        return None if found is None else (seat, found)

    return seated_key


def _slots(slots: Callable[[Slot], bool], seat: str) -> Callable[[Slot], bool]:
    return lambda slot: seat_of(slot) == seat and slots(unseated(slot))
