"""Numbers added up, and values put together, by what they are of."""

from collections import Counter
from collections.abc import Hashable, Iterable
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


def summed(pairs: Iterable[tuple[K, int]]) -> Counter[K]:
    """How many there are of each in all, of pairs with a number.

    >>> summed([("Nexu", 2), ("Acklay", 1), ("Nexu", 1)])
    Counter({'Nexu': 3, 'Acklay': 1})
    """
    result = Counter[K]()
    for what, number in pairs:
        result[what] += number
    return result


def gathered(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """The values of each, of pairs with a value.

    >>> gathered([("AOTC", 97), ("ESB", 3), ("AOTC", 98)])
    {'AOTC': [97, 98], 'ESB': [3]}
    """
    result: dict[K, list[V]] = {}
    for what, value in pairs:
        result.setdefault(what, []).append(value)
    return result
