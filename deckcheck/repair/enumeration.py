"""The search in whole numbers: every case of the rules, then the cheapest counts of its classes."""

from collections.abc import Mapping
from dataclasses import dataclass

from deckcheck.repair.case_classes import CaseClasses
from deckcheck.repair.cases import Cases
from deckcheck.repair.costs import CHANGE
from deckcheck.repair.problem import Problem
from deckcheck.repair.separable import Clock, cheapest
from deckcheck.repair.steps import CopySteps
from deckcheck.rules.slot import Slot


@dataclass(frozen=True, slots=True)
class Best:
    """The cheapest deck of a problem, None where there is none, and what any costs at least.

    `is_whole` says that the search came to its end; `changes` is the least number of changes.
    """

    cost: int | None
    copies: Mapping[Slot, int] | None
    changes: int | None
    is_whole: bool


def find_best(problem: Problem, clock: Clock, most_put_in: int, below: int | None = None) -> Best:
    """The cheapest deck that keeps all constraints, of those that cost less than `below`.

    `most_put_in` is how many copies any deck that matters puts in.
    """
    return _Enumeration(problem, clock, most_put_in, below).run()


def find_nearest(problem: Problem, clock: Clock, most_put_in: int, below: int | None = None) -> Best:
    """Some deck with the fewest changes: every change costs the same, which is soon settled."""
    return _Enumeration(problem, clock, most_put_in, below, only_changes=True).run()


class _Enumeration:
    def __init__(
        self, problem: Problem, clock: Clock, most: int, below: int | None, *, only_changes: bool = False
    ) -> None:
        self._problem = problem
        self._clock = clock
        self._below = below
        self._cases = Cases(problem, most, clock)
        self._steps = CopySteps(problem, most, only_changes)

    def run(self) -> Best:
        if any(item.least > item.most for item in self._problem.items):
            return Best(None, None, None, is_whole=True)
        cost: int | None = None
        copies: Mapping[Slot, int] | None = None
        open_bounds: list[int] = []
        cases = sorted(self._cases.all(), key=lambda found: found[0])
        for fewest, case in cases:
            if self._below is not None and fewest * CHANGE - CHANGE // 2 >= self._below:
                continue
            if self._clock.is_over:
                open_bounds.append(fewest)
                continue
            one = CaseClasses(self._steps, case)
            if not one.is_possible:
                continue
            below = one.below(self._below)
            found = cheapest(one.classes, one.rows, self._clock, below, one.constant)
            if self._clock.is_over:
                bound = fewest if found.bound is None else one.changes(found.bound)
                open_bounds.append(max(fewest, bound))
            if found.cost is not None and found.counts is not None:
                cost = self._below = found.cost + one.constant
                copies = one.copies(found.counts)
        if cost is not None:
            open_bounds.append((cost + CHANGE // 2) // CHANGE)
        return Best(cost, copies, min(open_bounds, default=None), not self._clock.is_over)
