"""The best counts of classes within so many changes: the likeliest that a legal deck can have.

All counts near the deck are sorted by the goal's probability. The best is asked for first: where a
legal deck has it, no other is better; where none has, a cut takes it away with all others beyond.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from deckcheck.tune.reach import Reach

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NEVER = 1 << 30
_MARGIN = 1e-3
"""A cut holds back so much, since the solver's prices are not exact."""

_STEEP = 1e-6
"""A price of a change that is less is none."""


@dataclass(frozen=True, slots=True)
class Point:
    """The best counts with at most so many changes; `proven` says that no legal deck is better.

    `values` are the values in their order, `bound` what no legal deck of the vectors that were looked
    at is better than in the first of them.
    """

    changes: int
    values: tuple[float, ...]
    counts: tuple[int, ...]
    proven: bool
    bound: float

    @property
    def value(self) -> float:
        """The value that comes first."""
        return self.values[0]


class Search:
    """The search over vectors, each with its values: the greatest that can be reached, in their order.

    Of equal ones the nearest comes first. `need` has the least changes that each takes, as far as is
    known, `reached` those of a legal deck that has it; `start` are the counts of the deck, `most_added`
    what a change adds at most to them.
    """

    def __init__(
        self,
        reach: Reach,
        vectors: "NDArray[np.int64]",
        values: "Sequence[NDArray[np.float64]]",
        start: Sequence[int],
        most_added: int,
        least: int = 0,
    ) -> None:
        self.vectors, self.values, self.reach = vectors, values, reach
        away = (np.abs(column - now) for column, now in zip(vectors.T, start, strict=True))
        self.far = sum(away, np.zeros(len(vectors), dtype=np.int64))
        self.need = np.maximum(-(-self.far // most_added), max(reach.least_changes, least))
        self.reached: dict[int, int] = {}

    def frontier(self, top: Point) -> Iterator[Point]:
        """Yields the best of each number of changes that gains something, up to that of `top`."""
        before: tuple[float, ...] = ()
        for changes in range(top.changes + 1):
            point = top if changes == top.changes else self.best(changes)
            if point is not None and point.values > before:
                yield point
                before = point.values
            if before == top.values:
                return

    def fewest(self, top: Point) -> Point:
        """The counts as good as those of `top` that take the fewest changes."""
        least = 0
        while least < top.changes:
            changes = (least + top.changes) // 2
            point = self.best(changes)
            if point is not None and point.values == top.values:
                top = point
            else:
                least = changes + 1
        return top

    def best(self, changes: int) -> Point | None:
        """The best counts within so many changes; None where no deck is legal."""
        while True:
            places = np.flatnonzero(self.need <= changes)
            if not len(places):
                return None
            for one in self.values:
                places = places[one[places] == one[places].max()]
            first = int(places[self.far[places].argmin()])
            if self.reached.get(first, _NEVER) <= changes:
                return self._point(first, changes, first)
            if self.reach.is_over or not self._ask(first, changes):
                return self._known(changes, first)

    def _values(self, place: int) -> tuple[float, ...]:
        return tuple(float(one[place]) for one in self.values)

    def _point(self, place: int, changes: int, bound: int) -> Point:
        """The counts at a place; those at the place `bound` are the best that may be."""
        values, best = self._values(place), self._values(bound)
        counts = tuple(int(n) for n in self.vectors[place])
        return Point(changes, values, counts, proven=values >= best, bound=best[0])

    def _known(self, changes: int, bound: int) -> Point | None:
        """The best that was reached before time ended."""
        found = [place for place, took in self.reached.items() if took <= changes]
        best = max(found, key=lambda place: (self._values(place), -self.far[place], -place), default=None)
        return None if best is None else self._point(best, changes, bound)

    def _ask(self, place: int, changes: int) -> bool:
        """Finds out whether counts can be reached, and what that tells of others; False if time ended."""
        wanted = self.vectors[place]
        made = self.reach.by_some_moves(tuple(wanted.tolist()))
        if made is not None and made.changes <= changes:
            self.reached[place] = made.changes
            return True
        cut = self.reach.cut(wanted.tolist(), changes)
        if cut is not None:
            slack = self.vectors @ np.array(cut.factors) - cut.most - _MARGIN
            beyond = slack > 0
            if cut.per_change < -_STEEP:
                needs = np.ceil(slack / -cut.per_change - _MARGIN).astype(np.int64)
                self.need = np.where(beyond, np.maximum(self.need, np.minimum(needs, _NEVER)), self.need)
            else:
                self.need = np.where(beyond, _NEVER, self.need)
            if self.need[place] > changes:
                return True
        nearest = self.reach.nearest(wanted.tolist(), changes)
        if not nearest.is_certain:
            return False
        if nearest.counts is None:
            self.need = np.maximum(self.need, changes + 1)
            return True
        for found in np.flatnonzero((self.vectors == np.array(nearest.counts)).all(axis=1)).tolist():
            self.reached[found] = min(nearest.changes, self.reached.get(found, _NEVER))
        away = np.array(nearest.counts) - wanted
        far = int(np.abs(away).sum())
        if far:
            self._take_away(wanted, -np.sign(away), far, changes)
        return True

    def _take_away(
        self, wanted: "NDArray[np.int64]", side: "NDArray[np.int64]", far: int, changes: int
    ) -> None:
        """Takes away what is nearer to the counts than the nearest in reach, and what is beyond that."""
        near = np.abs(self.vectors - wanted).sum(axis=1) < far
        most = self.reach.most(side.tolist(), changes)
        if most is not None:
            near |= self.vectors @ side > most
        self.need = np.where(near, np.maximum(self.need, changes + 1), self.need)
