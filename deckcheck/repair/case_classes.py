"""One case of the rules as classes of slots of equal weights, whose copies come and go by cost.

What a class costs is the sum of its cheapest copies, so that only its count is to be found.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress
from operator import itemgetter

from deckcheck.repair.cases import Case, Weights, ends
from deckcheck.repair.costs import CHANGE, NOT_FREE, OTHER_KIND
from deckcheck.repair.prepared import Item
from deckcheck.repair.problem import Group, order_of
from deckcheck.repair.seats import seat_of
from deckcheck.repair.separable import CountClass, Row, Terms
from deckcheck.repair.steps import CopyStep, CopySteps
from deckcheck.rules.slot import Slot

_Kind = tuple[str, str | None]
"""A type or a side in the deck of a seat."""


@dataclass(slots=True)
class _SlotClass:
    """Slots of equal weights: their fewest copies, and the steps from there in order of cost."""

    weights: Weights
    low: int = 0
    steps: list[CopyStep] = field(default_factory=list)
    at_low: dict[Slot, int] = field(default_factory=dict)

    @property
    def high(self) -> int:
        """The most copies."""
        return self.low + len(self.steps)


class CaseClasses:
    """One case of the helpers as classes and rows, with what all its decks cost in common."""

    def __init__(self, steps: CopySteps, case: Case) -> None:
        self._steps = steps
        self._problem = steps.problem
        totals = self._problem.totals
        self._active = [
            number for number, total in enumerate(totals) if total.when is None or case[total.when] == 1
        ]
        self.constant = 0
        self.is_possible = True
        one = self._active[:1]  # of a single place an item is no tuple
        self._reduced: Callable[[Weights], object] = itemgetter(*one, *self._active) if one else type
        self._made = self._make_classes(self._barred(case))
        self._counted = [helper for helper in self._problem.helpers if helper not in case]
        self.classes = [self._count_class(one) for one in self._made.values()]
        self.classes += [CountClass(0, [0] * (helper.most + 1)) for helper in self._counted]
        self._shared = [] if steps.only_changes else self._problem.shared
        self.classes += [self._not_free(group) for group in self._shared]
        self.rows = [*self._total_rows(case), *self._group_rows()]

    def below(self, bound: int | None) -> int | None:
        """A bound on the cost of whole decks as a bound on the cost of the classes."""
        return None if bound is None else bound - self.constant

    def changes(self, bound: int) -> int:
        """The fewest changes of decks that cost at least a bound."""
        return (bound + self.constant + CHANGE // 2) // CHANGE

    def copies(self, counts: Sequence[int]) -> dict[Slot, int]:
        """The deck that has these counts of the classes."""
        found: dict[Slot, int] = {}
        for one, count in zip(self._made.values(), counts, strict=False):
            for slot, n in one.at_low.items():
                found[slot] = found.get(slot, 0) + n
            for step in one.steps[: count - one.low]:
                found[step.slot] = found.get(step.slot, 0) + 1
        return {slot: n for slot, n in found.items() if n}

    def _barred(self, case: Case) -> list[int]:
        """The active constraints that let in no copy that they count, such as other sides."""
        barred = []
        for number in self._active:
            total = self._problem.totals[number]
            _, high = ends(total, case, self._problem.fixed[number])
            if high == 0:
                barred.append(number)
        return [number for number in barred if number not in self._steps.negative]

    def _make_classes(self, barred: Sequence[int]) -> dict[object, _SlotClass]:
        found: dict[object, _SlotClass] = {}
        together = (*self._problem.groups, *self._problem.shared)
        tied = {number for group in together for number in group.items}
        self._tied: dict[int, object] = {}
        gone: dict[_Kind, int] = {}
        kept_sides: set[_Kind] = set()
        ranges = []
        for item in self._problem.items:
            out = any(item.column.weights[n] for n in barred)
            most = 0 if out else min(item.most, max(item.have, item.least) + self._steps.most)
            if item.have > most:
                kind = seat_of(item.slot), item.slot.card.type
                gone[kind] = gone.get(kind, 0) + item.have - most
            elif item.have:
                kept_sides.add((seat_of(item.slot), item.slot.card.side))
            ranges.append(most)
        for number, (item, most) in enumerate(zip(self._problem.items, ranges, strict=True)):
            key: object = self._reduced(item.column.weights)
            if number in tied:
                key = self._tied[number] = ("tied", number)
            weights = item.column.weights
            self._add_item(found.setdefault(key, _SlotClass(weights)), item, most)
        for pool in self._problem.pools:
            if not any(pool[0][n] for n in barred):
                one = found.setdefault(self._reduced(pool[0]), _SlotClass(pool[0]))
                one.steps.extend(self._steps.of_pool(pool))
        for one in found.values():
            if not self._steps.only_changes:
                one.steps = _in_order(one.steps, gone, kept_sides)
            else:
                one.steps.sort(key=lambda step: step.cost)
            del one.steps[self._longest(one) :]
        return found

    def _longest(self, one: _SlotClass) -> int:
        """How many steps of a class matter: all that keep copies, and so many that put some in."""
        return sum(step.cost < 0 for step in one.steps) + self._steps.most

    def _add_item(self, one: _SlotClass, item: Item, most: int) -> None:
        """Adds an item to its class; the cost of its fewest copies is common to all decks."""
        self.is_possible = self.is_possible and item.least <= most
        steps = self._steps.of_item(item)[:most]
        one.low += item.least
        one.at_low[item.slot] = item.least
        one.steps.extend(steps[item.least :])
        self.constant += self._steps.cost_of_none(item)
        self.constant += sum(step.cost for step in steps[: item.least])

    def _count_class(self, one: _SlotClass) -> CountClass:
        costs = [0]
        for step in one.steps:
            costs.append(costs[-1] + step.cost)
        return CountClass(one.low, costs)

    def _total_rows(self, case: Case) -> Iterator[Row]:
        weights: dict[int, list[tuple[int, int]]] = {number: [] for number in self._active}
        for place, one in enumerate(self._made.values()):
            for number in compress(range(len(one.weights)), one.weights):  # most weights are 0
                if number in weights:
                    weights[number].append((place, one.weights[number]))
        helpers = {helper: place for place, helper in enumerate(self._counted, start=len(self._made))}
        for number, terms in weights.items():
            total, known = self._problem.totals[number], self._problem.fixed[number]
            known += sum(factor * case[helper] for helper, factor in total.helpers if helper in case)
            low = None if total.low is None else total.low - known
            high = None if total.high is None else total.high - known
            counted = sorted((helpers[one], n) for one, n in total.helpers if one in helpers and n)
            yield Row((*terms, *counted), low, high)

    def _group_rows(self) -> Iterator[Row]:
        places = {key: place for place, key in enumerate(self._made)}

        def counting(group: Group) -> Terms:
            return tuple([(places[self._tied[number]], 1) for number in group.items])

        for group in self._problem.groups:
            yield Row(counting(group), None, group.most)
        for place, group in enumerate(self._shared, start=len(self._made) + len(self._counted)):
            yield Row((*counting(group), (place, -1)), None, group.most)

    def _not_free(self, group: Group) -> CountClass:
        """How many copies of a card in several slots are not free, counted over all of them."""
        most = sum(self._made[self._tied[number]].high for number in group.items)
        return CountClass(0, [NOT_FREE * n for n in range(max(0, most - group.most) + 1)])


def _in_order(steps: list[CopyStep], gone: Mapping[_Kind, int], sides: Collection[_Kind]) -> list[CopyStep]:
    """The steps in order of cost: what comes in for cards of its type that must go comes first."""
    left = dict(gone)
    steps.sort(key=lambda step: (step.cost, order_of(step.slot)))
    found = []
    for step in steps:
        cost = step.cost
        if cost > 0:
            card, seat = step.slot.card, seat_of(step.slot)
            kind = seat, card.type
            if left.get(kind, 0) > 0:
                left[kind] -= 1
            else:
                cost += OTHER_KIND
            if (seat, card.side) not in sides:
                cost += OTHER_KIND
        found.append(CopyStep(cost, step.slot) if cost != step.cost else step)
    found.sort(key=lambda step: (step.cost, order_of(step.slot)))
    return found
