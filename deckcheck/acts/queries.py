"""Queries: the fields to sort by, values as they are written in them, and their answers page by page."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeVar

from deckcheck.collection.search import only_saved_decks, sort_fields
from deckcheck.query.tree import quoted

T = TypeVar("T")


def paged(items: Sequence[T], page: int, size: int) -> tuple[Sequence[T], int]:
    """A page of the items, from 1, and how many pages there are; at least one.

    >>> paged("abcde", 2, 2)
    ('cd', 3)
    """
    return items[(page - 1) * size : page * size], max(1, -(-len(items) // size))


def counted(values: Iterable[str | None], most: int | None = None) -> dict[str, int]:
    """How often each value is there, the most frequent first; at most so many of them.

    >>> counted(["dark", "light", None, "light"])
    {'light': 2, 'dark': 1}
    """
    return dict(Counter(value for value in values if value).most_common(most))
