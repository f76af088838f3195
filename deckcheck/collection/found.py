"""The holdings that a query asks for, with their sums and facets."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from db.cards.lookup import Catalogue
from db.collection.holdings import Holding
from deckcheck.collection.holdings import Collection
from deckcheck.collection.search import search_holdings

_FACETS = ("location", "condition", "language", "finish")
_MOST = 40
"""So many values of a facet are counted out, the most frequent; the others are found by typing."""


@dataclass(frozen=True, slots=True)
class FoundHoldings:
    """Holdings in order, with the sums of their copies and dice.

    `facets` counts the holdings by set, place, condition, language and finish; those of which
    it is not stated are counted under the empty text, but for those of unknown printing.
    """

    holdings: tuple[Holding, ...]
    copies: int
    dice: int
    facets: Mapping[str, Mapping[str, int]]


def find_holdings(
    collection: Collection, catalogue: Catalogue, query: str = "", sort: str | None = None
) -> FoundHoldings:
    """The holdings that a query asks for, in the order of `sort`; all of them without a query."""
    holdings = collection.holdings
    if query.strip() or sort:
        holdings = search_holdings(collection, catalogue, query, sort)
    return FoundHoldings(
        holdings,
        sum(holding.quantity for holding in holdings),
        sum(holding.dice for holding in holdings),
        {
            "set": _counted(one.set_code for one in holdings if one.set_code),
            **{name: _counted(getattr(one.key, name) for one in holdings) for name in _FACETS},
        },
    )


def _counted(values: Iterable[str]) -> Mapping[str, int]:
    """How often each value is there, the most frequent first; none where all are unstated."""
    counted = Counter(values)
    return dict(counted.most_common(_MOST)) if any(counted) else {}
