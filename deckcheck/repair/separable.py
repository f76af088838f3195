"""The cheapest counts of classes under linear constraints, found in whole numbers.

Branch and bound: a node is a range for each class. Its bound counts what the missing copies cost at
least: every constraint gets a price for each copy that counts for it, the classes take the copies
that are worth their price, and what is paid above their cost is given back. Whatever the prices
are, no counts in the node cost less. Costs and prices are whole numbers of any size.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from time import monotonic

from deckcheck.repair.costs import CHANGE, MARGIN


@dataclass(slots=True)
class Clock:
    """The limits of a search: a point in time, and a number of nodes."""

    until: float = float("inf")
    nodes_left: int = 1 << 60
    is_over: bool = False

    def tick(self, nodes: int = 1) -> bool:
        """Counts a node, a large one as several; False where the search has to end."""
        self.nodes_left -= nodes
        often = nodes > 1 or self.nodes_left % 64 == 0
        if self.nodes_left < 0 or (often and monotonic() > self.until):
            self.is_over = True
        return not self.is_over


@dataclass(frozen=True, slots=True)
class CountClass:
    """A count from `low` on; `costs` are those of `low` copies, of one more, and so on.

    The steps between them never get cheaper.
    """

    low: int
    costs: Sequence[int]

    @property
    def high(self) -> int:
        """The largest count."""
        return self.low + len(self.costs) - 1


Terms = tuple[tuple[int, int], ...]
"""The classes that count for a sum, by their places, each with its weight; no weight is 0."""


@dataclass(frozen=True, slots=True)
class Row:
    """A constraint on the counts: the sum of weights times counts, from `low` to `high`."""

    weights: Terms
    low: int | None
    high: int | None


@dataclass(slots=True)
class Found:
    """The best counts, None where there are none; `bound` is what any counts cost at least."""

    cost: int | None = None
    counts: tuple[int, ...] | None = None
    bound: int | None = None


Range = list[tuple[int, int]]
Prices = list[int]
Counts = Sequence[int] | dict[int, int]
"""The counts of classes by their place."""
_LARGE = 300
"""So many weights make a node count as one more."""

_FIRST_ROUNDS, _ROUNDS = 12, 3
"""How often the prices of all constraints are set anew, in the first node and in others."""


def cheapest(
    classes: Sequence[CountClass],
    rows: Sequence[Row],
    clock: Clock,
    below: int | None = None,
    common: int = 0,
) -> Found:
    """The cheapest counts that keep all rows, cheaper than `below`; the first of equals.

    Where the clock runs out, `bound` may be below the cost of what was found. `common` is what all
    counts cost beside the classes: with it, a number of changes is a whole number.
    """
    return _Search(classes, rows, clock, below, common).run()


@dataclass(slots=True)
class _Search:
    classes: Sequence[CountClass]
    rows: Sequence[Row]
    clock: Clock
    below: int | None
    common: int
    found: Found = field(default_factory=Found)
    _steps_of: list[list[int]] = field(init=False)
    _sums: list[tuple[Terms, int]] = field(init=False)

    def __post_init__(self) -> None:
        self._steps_of = [[after - before for before, after in pairwise(one.costs)] for one in self.classes]
        self._sums = []
        for row in self.rows:
            if row.low is not None:
                self._sums.append((row.weights, row.low))
            if row.high is not None:
                self._sums.append((tuple([(place, -n) for place, n in row.weights]), -row.high))

    def run(self) -> Found:
        first = [(c.low, c.high) for c in self.classes]
        size = 1 + sum(len(weights) for weights, _ in self._sums) // _LARGE
        stack: list[tuple[int | None, Range, Prices]] = [(None, first, [0] * len(self._sums))]
        while stack:
            bound, ranges, prices = stack.pop()
            if bound is not None and self._is_no_better(bound):
                continue
            if not self.clock.tick(size):
                stack.append((bound, ranges, prices))
                break
            stack.extend(self._expand(ranges, prices))
        # What is left open may cost as little as its bound says.
        open_bounds = [self._floor() if bound is None else bound for bound, _, _ in stack]
        bounds = [*open_bounds, *(() if self.found.cost is None else (self.found.cost,))]
        self.found.bound = min(bounds, default=None)
        return self.found

    def _floor(self) -> int:
        return sum(min(one.costs) for one in self.classes)

    def _is_no_better(self, bound: int) -> bool:
        return self.below is not None and bound >= self.below

    def _expand(self, ranges: Range, prices: Prices) -> list[tuple[int | None, Range, Prices]]:
        """The parts into which a node falls; none where it holds nothing better."""
        if not self._narrow(ranges):
            return []
        prices = self._priced(ranges, list(prices))
        worth = self._worth(prices)
        point = self._point(ranges, worth)
        cost = self._cost(point)
        paid = sum(price * low for (_, low), price in zip(self._sums, prices, strict=True))
        given = sum(one * n for one, n in zip(worth, point, strict=True) if n)
        bound = self._whole(cost - given + paid)
        if self._is_no_better(bound):
            return []
        missed = [(w, low - have) for w, low in self._sums if (have := _sum(w, point)) < low]
        if not missed:
            if not self._is_no_better(cost):
                self.below = self.found.cost = cost
                self.found.counts = tuple(point)
            if cost <= bound or all(low == high for low, high in ranges):
                return []
            step = self._way_back(ranges, prices, worth, point) or _any_step(ranges, point)
        else:
            # A sum of few classes first: what it takes counts for sums of many classes too.
            weights, lack = min(missed, key=lambda row: (len(row[0]), -row[1]))
            way = self._way_to(weights, lack, point, ranges, worth)
            if way is None:
                return []
            step = way
        return [(bound, part, prices) for part in _halves(ranges, point, *step)]

    def _way_back(
        self, ranges: Range, prices: Prices, worth: Sequence[int], point: Sequence[int]
    ) -> tuple[int, int] | None:
        """Where counts go farther than they have to: a class, and a step back; None if nowhere.

        Of sums with a price the one that is exceeded says so; else any class that is not settled.
        """
        best: tuple[int, int, int] | None = None
        for (weights, low), price in zip(self._sums, prices, strict=True):
            if not price or _sum(weights, point) == low:
                continue
            for place, weight in weights:
                back = -1 if weight > 0 else 1
                if not ranges[place][0] <= point[place] + back <= ranges[place][1]:
                    continue
                gain = self._step_cost(place, point[place], back) - back * worth[place]
                if best is None or gain < best[0]:
                    best = gain, place, back
        return None if best is None else best[1:]

    def _step_cost(self, place: int, count: int, step: int) -> int:
        """The cost of going from a count of a class one up or down."""
        steps, at = self._steps_of[place], count - self.classes[place].low
        return steps[at] if step > 0 else -steps[at - 1]

    def _whole(self, bound: int) -> int:
        """A bound made higher where it stands for a part of a change: changes are whole."""
        changes = -(-(bound + self.common - MARGIN) // CHANGE)
        return max(bound, changes * CHANGE - MARGIN - self.common)

    def _point(self, ranges: Range, worth: Sequence[int]) -> list[int]:
        """The counts of all classes that take every copy that costs less than it is worth."""
        return [
            min(max(one.low + bisect_left(steps, price), low), high)
            for one, steps, price, (low, high) in zip(
                self.classes, self._steps_of, worth, ranges, strict=True
            )
        ]

    def _count(self, place: int, ranges: Range, worth: Sequence[int]) -> int:
        """The count of one class, as in `_point`."""
        low, high = ranges[place]
        count = self.classes[place].low + bisect_left(self._steps_of[place], worth[place])
        return min(max(count, low), high)

    def _cost(self, point: Sequence[int]) -> int:
        return sum(one.costs[n - one.low] for one, n in zip(self.classes, point, strict=True))

    def _worth(self, prices: Prices) -> list[int]:
        """The worth of one copy of each class at these prices."""
        worth = [0] * len(self.classes)
        for (weights, _), price in zip(self._sums, prices, strict=True):
            if price:
                for place, weight in weights:
                    worth[place] += price * weight
        return worth

    def _priced(self, ranges: Range, prices: Prices) -> Prices:
        """The prices, each set to the smallest at which its sum is reached, one after another."""
        rounds = _ROUNDS if any(prices) else _FIRST_ROUNDS
        worth = self._worth(prices)
        for _ in range(rounds):
            changed = False
            for place in range(len(prices)):
                changed = self._set_price(place, ranges, prices, worth) or changed
            if not changed:
                break
        return prices

    def _set_price(self, place: int, ranges: Range, prices: Prices, worth: list[int]) -> bool:
        """Sets one price, and what the copies are worth with it; whether it is another one."""
        weights, low = self._sums[place]
        before = prices[place]
        if before:
            for number, weight in weights:
                worth[number] -= before * weight
        point = {number: self._count(number, ranges, worth) for number, _ in weights}
        lack = low - _sum(weights, point)
        price = self._price(weights, lack, ranges, worth, point) if lack > 0 else 0
        prices[place] = price
        if price:
            for number, weight in weights:
                worth[number] += price * weight
        return price != before

    def _price(self, weights: Terms, lack: int, ranges: Range, worth: Sequence[int], point: Counts) -> int:
        """The smallest price of a sum at which enough copies count for it."""
        turns = self._turns(weights, lack, ranges, worth, point)
        price = 0
        for price, gain, _ in turns:  # noqa: B007 - the last one counts
            lack -= gain
            if lack <= 0:
                break
        return price

    def _turns(
        self, weights: Terms, lack: int, ranges: Range, worth: Sequence[int], point: Counts
    ) -> list[tuple[int, int, int]]:
        """The steps towards a sum in order: at what price each is worth it, its gain, its class."""
        turns: list[tuple[int, int, int]] = []
        for place, weight in weights:
            steps, at = self._steps_of[place], point[place] - self.classes[place].low
            (low, high), gain = ranges[place], abs(weight)
            if weight > 0:
                most = min(high - point[place], -(-lack // gain))
                costs = [steps[at + n] - worth[place] for n in range(most)]
            else:
                most = min(point[place] - low, -(-lack // gain))
                costs = [worth[place] - steps[at - 1 - n] for n in range(most)]
            turns.extend((max(0, cost) // gain, gain, place) for cost in costs)
        turns.sort()
        return turns

    def _narrow(self, ranges: Range) -> bool:
        """Takes away what no sum leaves possible; False where nothing is left."""
        changed = True
        while changed:
            changed = False
            for weights, low in self._sums:
                done = _narrowed(weights, low, ranges)
                if done is None:
                    return False
                changed = changed or done
        return True

    def _way_to(
        self, weights: Terms, lack: int, point: Counts, ranges: Range, worth: Sequence[int]
    ) -> tuple[int, int] | None:
        """The class that goes farthest on the cheapest way to a sum, and its step on it."""
        taken: dict[int, int] = {}
        for _, gain, place in self._turns(weights, lack, ranges, worth, point):
            if lack <= 0:
                break
            taken[place] = taken.get(place, 0) + 1
            lack -= gain
        if lack > 0 or not taken:
            return None
        place, copies = max(taken.items(), key=lambda item: (item[1], -item[0]))
        return place, copies if dict(weights)[place] > 0 else -copies


def _sum(weights: Terms, counts: Counts) -> int:
    return sum(weight * counts[place] for place, weight in weights)


def _any_step(ranges: Range, point: Sequence[int]) -> tuple[int, int]:
    """A step of the class with the widest range."""
    place = max(range(len(ranges)), key=lambda n: ranges[n][1] - ranges[n][0])
    return place, -1 if point[place] > ranges[place][0] else 1


def _narrowed(weights: Terms, low: int, ranges: Range) -> bool | None:
    """Narrows the ranges so that the sum can reach `low`; whether it did, None if it cannot be."""
    most = sum(w * ranges[place][1 if w > 0 else 0] for place, w in weights)
    if most < low:
        return None
    changed, spare = False, most - low
    for place, weight in weights:
        least, high = ranges[place]
        room = spare // abs(weight)
        if high - least > room:
            ranges[place] = (high - room, high) if weight > 0 else (least, least + room)
            changed = True
    return changed


def _halves(ranges: Range, point: Sequence[int], place: int, step: int) -> tuple[Range, Range]:
    """Two parts: the counts of a class that go as far as a step, tried first, come last."""
    low, high = ranges[place]
    goal = point[place] + step
    there, rest = list(ranges), list(ranges)
    if step > 0:
        there[place], rest[place] = (goal, high), (low, goal - 1)
    else:
        there[place], rest[place] = (low, goal), (goal + 1, high)
    return rest, there
