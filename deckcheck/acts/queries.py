"""Queries: the fields to sort by, values as they are written in them, and their answers page by page."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from db.cards.lookup import Catalogue
from deckcheck.collection.search import only_saved_decks, parsed, search_facets, sort_fields
from deckcheck.query.narrowing import toggled, values_of

T = TypeVar("T")


def paged(items: Sequence[T], page: int, size: int) -> tuple[Sequence[T], int]:
    """A page of the items, from 1, and how many pages there are; at least one.

    >>> paged("abcde", 2, 2)
    ('cd', 3)
    """
    return items[(page - 1) * size : page * size], max(1, -(-len(items) // size))


def counted(values: Iterable[str | None]) -> dict[str, int]:
    """How often each value is there, the most frequent first.

    >>> counted(["dark", "light", None, "light"])
    {'light': 2, 'dark': 1}
    """
    return dict(Counter(value for value in values if value).most_common())


class Chip(NamedTuple):
    """A value of a facet with what it counts, and the query once it is clicked."""

    value: str
    counted: int
    query: str
    is_chosen: bool


def chips(catalogue: Catalogue, query: str, facets: Mapping[str, Mapping[str, int]]) -> dict[str, list[Chip]]:
    """The chips of facets by what they count, those first that the query has; none for an empty facet."""
    root, result = parsed(catalogue, query).root, {}
    for facet, counted in facets.items():
        forms = {value.casefold(): value for value in counted}
        chosen = [forms.get(value.casefold(), value) for value in values_of(root, facet)]
        values = dict.fromkeys((*chosen, *counted))
        result[facet] = [
            Chip(value, counted.get(value, 0), toggled(root, facet, value), value in chosen)
            for value in values
        ]
    return {facet: found for facet, found in result.items() if found}
