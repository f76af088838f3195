"""The cases of the rules: all values of the helpers on which constraints depend.

Helpers are the side of a deck, or whether a Resource stands outside. Each case leaves linear
constraints on counts alone.
"""

from collections.abc import Iterable, Iterator
from itertools import compress
from typing import NamedTuple

from deckcheck.repair.problem import Problem
from deckcheck.repair.separable import Clock
from deckcheck.rules.compiled import Helper, Total, helpers_of

_LARGE = 100
"""So many constraints make a case count as one more."""

Weights = tuple[int, ...]
Case = dict[Helper, int]


class _Part(NamedTuple):
    """Copies of one weight in a total: how many there are, and how many may come or go.

    `forced` is how many changes more than of copies without a weight the limits ask for.
    """

    weight: int
    fewer: int
    now: int
    more: int
    forced: int


class Cases:
    """All values of the helpers on which constraints depend, each case with a bound of changes.

    Other helpers are counted like classes. Where the clock runs out, the cases that are left are
    one without a value, which nobody looks into.
    """

    def __init__(self, problem: Problem, most: int, clock: Clock) -> None:
        self._totals = problem.totals
        self._helpers = list(dict.fromkeys(t.when for t in problem.totals if t.when is not None))
        self._asking: dict[Helper, list[int]] = {helper: [] for helper in self._helpers}
        for number, total in enumerate(self._totals):
            for helper in self._asking.keys() & helpers_of(total):
                self._asking[helper].append(number)
        self._clock = clock
        self._size = 1 + len(self._totals) // _LARGE  # each is asked in every case
        self._known: dict[tuple[int, int, int], int | None] = {}
        self._fixed = problem.fixed
        self._idle = 0
        self._parts: list[list[_Part]] = [[] for _ in self._totals]
        numbers = range(len(self._totals))
        for weights, least, present, high in self._merged(problem, most):
            too_many = max(0, present - high)
            self._idle += too_many
            now = min(max(present, least), high)
            forced = abs(now - present) - too_many
            for number in compress(numbers, weights):  # most weights are 0
                part = _Part(weights[number], now - least, now, high - now, forced)
                self._parts[number].append(part)

    @staticmethod
    def _merged(problem: Problem, most: int) -> Iterator[tuple[Weights, int, int, int]]:
        """Yields weights with the fewest, the present and the most copies of them."""
        counts: dict[Weights, list[int]] = {}
        for item in problem.items:
            known = counts.setdefault(item.column.weights, [0, 0, 0])
            known[0] += item.least
            known[1] += item.have
            known[2] += min(item.most, max(item.have, item.least) + most)
        for (weights, _, _), pool in problem.pools.items():
            room = 0
            for item in pool:
                room += item.most
                if room >= most:
                    break
            counts.setdefault(weights, [0, 0, 0])[2] += min(room, most)
        for weights, (least, have, high) in counts.items():
            yield weights, least, have, high

    def all(self) -> Iterator[tuple[int, Case]]:
        """Yields the cases, in a fixed order."""
        yield from self._split({}, 0, self._fewest({}, range(len(self._totals)), 0))

    def _split(self, case: Case, place: int, fewest: int | None) -> Iterator[tuple[int, Case]]:
        if fewest is None:
            return
        if not self._clock.tick(self._size):
            yield fewest, {}
            return
        if place == len(self._helpers):
            yield fewest, dict(case)
            return
        helper = self._helpers[place]
        for value in range(helper.most, -1, -1):
            known = {**case, helper: value}
            yield from self._split(known, place + 1, self._fewest(known, self._asking[helper], fewest))

    def _fewest(self, case: Case, numbers: Iterable[int], fewest: int) -> int | None:
        """The fewest changes in a case, by each of these constraints alone; None where one cannot be kept.

        Others ask in every case for as many as is known already.
        """
        for number in numbers:
            total = self._totals[number]
            if total.when is not None and case.get(total.when) != 1:
                continue
            low, high = ends(total, case, self._fixed[number])
            for sign, goal in ((1, low), (-1, high)):
                if goal is None:
                    continue
                key = number, sign, goal * sign
                if key not in self._known:
                    self._known[key] = self._changes(*key)
                changes = self._known[key]
                if changes is None:
                    return None
                fewest = max(fewest, changes)
        return fewest

    def _changes(self, number: int, sign: int, goal: int) -> int | None:
        """How many copies must come or go at least for a sum to reach a goal."""
        have, steps = 0, dict[int, int]()
        forced = self._idle
        for part in self._parts[number]:
            weight = part.weight * sign
            forced += part.forced
            have += weight * part.now
            room = part.more if weight > 0 else part.fewer
            steps[abs(weight)] = steps.get(abs(weight), 0) + room
        lack, changes = goal - have, 0
        for gain in sorted(steps, reverse=True):
            if lack <= 0:
                break
            taken = min(steps[gain], -(-lack // gain))
            changes += taken
            lack -= taken * gain
        return None if lack > 0 else changes + forced


def ends(total: Total, case: Case, fixed: int) -> tuple[int | None, int | None]:
    """The least and the most sum of weights allowed, with the helpers known so far."""
    least = most = fixed
    for helper, factor in total.helpers:
        known = case.get(helper)
        ends = (0, factor * helper.most) if known is None else (factor * known, factor * known)
        least, most = least + min(ends), most + max(ends)
    low = None if total.low is None else total.low - most
    return low, None if total.high is None else total.high - least
