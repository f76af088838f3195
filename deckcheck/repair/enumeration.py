"""The search in whole numbers: every case of the helpers, then the cheapest counts of its classes.

Helpers are the cases of the rules: the side of a deck, whether a Resource stands outside. Each case
leaves linear constraints on counts alone; slots of equal weights in what is left of them are one
class, whose copies come and go in the order of their costs.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from deckcheck.games.constraints import Helper, Slot, Total
from deckcheck.repair.costs import CHANGE, MISSING, NOT_FREE, OTHER_KIND, Costs
from deckcheck.repair.prepared import Item, PoolKey
from deckcheck.repair.problem import Group, Problem, order_of
from deckcheck.repair.separable import Clock, CountClass, Row, cheapest

Weights = tuple[int, ...]
Case = dict[Helper, int]


@dataclass(frozen=True, slots=True)
class Best:
    """The cheapest deck of a problem, None where there is none, and what any costs at least.

    `is_whole` says that the search came to its end; `changes` is the least number of changes.
    """

    cost: int | None
    copies: Mapping[Slot, int] | None
    changes: int | None
    is_whole: bool


@dataclass(frozen=True, slots=True)
class _Step:
    """One more copy in a slot, and what it costs (less than nothing where a copy stays)."""

    cost: int
    slot: Slot


def find_best(problem: Problem, clock: Clock, most_put_in: int, below: int | None = None) -> Best:
    """The cheapest deck that keeps all constraints, of those that cost less than `below`.

    `most_put_in` is how many copies any deck that matters puts in.
    """
    return _Enumeration(problem, clock, most_put_in, below).run()


def find_nearest(
    problem: Problem, clock: Clock, most_put_in: int, below: int | None = None
) -> Best:
    """Some deck with the fewest changes: every change costs the same, which is soon settled."""
    return _Enumeration(problem, clock, most_put_in, below, only_changes=True).run()


class _Enumeration:
    def __init__(
        self,
        problem: Problem,
        clock: Clock,
        most: int,
        below: int | None,
        *,
        only_changes: bool = False,
    ) -> None:
        self._problem = problem
        self._clock = clock
        self._most = most
        self._below = below
        self._costs = Costs(problem.copies, problem.prepared.judge.game.search)
        self.only_changes = only_changes
        self._cases = Cases(problem, most, clock)
        self._steps: dict[PoolKey, list[_Step]] = {}

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
            leaf = _Leaf(self, case)
            if not leaf.is_possible:
                continue
            below = leaf.below(self._below)
            found = cheapest(leaf.classes, leaf.rows, self._clock, below, leaf.constant)
            if self._clock.is_over:
                bound = fewest if found.bound is None else leaf.changes(found.bound)
                open_bounds.append(max(fewest, bound))
            if found.cost is not None and found.counts is not None:
                cost = self._below = found.cost + leaf.constant
                copies = leaf.copies(found.counts)
        if cost is not None:
            open_bounds.append((cost + CHANGE // 2) // CHANGE)
        return Best(cost, copies, min(open_bounds, default=None), not self._clock.is_over)

    @property
    def problem(self) -> Problem:
        """What is searched."""
        return self._problem

    @property
    def most(self) -> int:
        """How many copies any deck that matters puts in."""
        return self._most

    def steps_of(self, item: Item) -> list[_Step]:
        """What each copy of an item costs, from the first on."""
        top = min(item.most, max(item.have, item.least) + self._most)
        if self.only_changes:
            return [_Step(-CHANGE if n < item.have else CHANGE, item.slot) for n in range(top)]
        put_in = self._costs.put_in(item.slot.card)
        take_out = self._costs.take_out(item.slot.card) if item.have else 0
        steps = []
        for n in range(1, top + 1):
            cost = put_in if n > item.have else -take_out
            cost += NOT_FREE if n > item.free else 0
            steps.append(_Step(cost + (MISSING if n > item.allowed else 0), item.slot))
        return steps

    def cost_of_none(self, item: Item) -> int:
        """What it costs to have no copy of an item."""
        if self.only_changes:
            return item.have * CHANGE
        return item.have * self._costs.take_out(item.slot.card) if item.have else 0

    def steps_of_pool(self, key: PoolKey) -> list[_Step]:
        """The steps of the cheapest copies of a pool, as many as matter, in order."""
        known = self._steps.get(key)
        if known is None:
            chosen = self._chosen(self._problem.pools[key])
            steps = [step for item in chosen for step in self.steps_of(item)]
            steps.sort(key=lambda step: (step.cost, order_of(step.slot)))
            known = self._steps[key] = steps
        return known

    def _chosen(self, pool: Sequence[Item]) -> list[Item]:
        """The items of a pool that matter: the best, and the best that are free."""
        if self.only_changes:
            return list(pool[: self._most])
        best = self._nearest(pool)
        if self._problem.conditions.free:
            best += self._nearest([item for item in pool if item.free])
        return list({id(item): item for item in best}.values())

    def _nearest(self, pool: Sequence[Item]) -> list[Item]:
        places = self._costs.nearest([item.slot.card for item in pool], self._most)
        return [pool[place] for place in places]


class Cases:
    """All values of the helpers on which constraints depend, each case with a bound of changes.

    Other helpers are counted like classes. Where the clock runs out, the cases that are left are
    one without a value, which nobody looks into.
    """

    def __init__(self, problem: Problem, most: int, clock: Clock) -> None:
        self._totals = problem.totals
        self._helpers = list(dict.fromkeys(t.when for t in problem.totals if t.when is not None))
        self._clock = clock
        self._known: dict[tuple[int, int, int], int | None] = {}
        self._fixed = problem.fixed
        self._parts = list(self._merged(problem, most))

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
        yield from self._split({}, 0)

    def _split(self, case: Case, place: int) -> Iterator[tuple[int, Case]]:
        fewest = self._fewest(case)
        if fewest is None:
            return
        if not self._clock.tick():
            yield fewest, {}
            return
        if place == len(self._helpers):
            yield fewest, dict(case)
            return
        helper = self._helpers[place]
        for value in range(helper.most, -1, -1):
            yield from self._split({**case, helper: value}, place + 1)

    def _fewest(self, case: Case) -> int | None:
        """The fewest changes in a case, by each constraint alone; None where one cannot be kept."""
        fewest = 0
        for number, total in enumerate(self._totals):
            if total.when is not None and case.get(total.when) != 1:
                continue
            low, high = _ends(total, case, self._fixed[number])
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
        forced = 0
        for weights, least, present, most in self._parts:
            weight = weights[number] * sign
            if not weight:
                forced += max(0, present - most)
                continue
            now = min(max(present, least), most)
            forced += abs(now - present)
            have += weight * now
            room = most - now if weight > 0 else now - least
            steps[abs(weight)] = steps.get(abs(weight), 0) + room
        lack, changes = goal - have, 0
        for gain in sorted(steps, reverse=True):
            if lack <= 0:
                break
            taken = min(steps[gain], -(-lack // gain))
            changes += taken
            lack -= taken * gain
        return None if lack > 0 else changes + forced


def _ends(total: Total, case: Case, fixed: int) -> tuple[int | None, int | None]:
    """What the sum of weights must be, at least and at most, with the helpers known so far."""
    least = most = fixed
    for helper, factor in total.helpers:
        known = case.get(helper)
        ends = (0, factor * helper.most) if known is None else (factor * known, factor * known)
        least, most = least + min(ends), most + max(ends)
    low = None if total.low is None else total.low - most
    return low, None if total.high is None else total.high - least


@dataclass(slots=True)
class _LeafClass:
    """Slots of equal weights: their fewest copies, and the steps from there in order of cost."""

    low: int = 0
    steps: list[_Step] = field(default_factory=list)
    at_low: dict[Slot, int] = field(default_factory=dict)

    @property
    def high(self) -> int:
        """The most copies."""
        return self.low + len(self.steps)


class _Leaf:
    """One case of the helpers as classes and rows, with what all its decks cost in common."""

    def __init__(self, search: _Enumeration, case: Case) -> None:
        self._search = search
        self._problem = search.problem
        totals = self._problem.totals
        self._active = [
            number for number, total in enumerate(totals)
            if total.when is None or case[total.when] == 1
        ]  # fmt: skip
        self.constant = 0
        self.is_possible = True
        self._made = self._make_classes(self._barred(case))
        self._counted = [helper for helper in self._problem.helpers if helper not in case]
        self.classes = [self._count_class(one) for one in self._made.values()]
        self.classes += [CountClass(0, [0] * (helper.most + 1)) for helper in self._counted]
        self._shared = [] if search.only_changes else self._problem.shared
        self.classes += [self._not_free(group) for group in self._shared]
        self.rows = [*self._total_rows(case), *self._group_rows()]

    def below(self, bound: int | None) -> int | None:
        """A bound of whole decks as one of what the classes cost."""
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
            _, high = _ends(total, case, self._problem.fixed[number])
            if high == 0:
                barred.append(number)
        weights = [key[0] for key in self._problem.pools]
        weights += [item.column.weights for item in self._problem.items]
        return [n for n in barred if all(one[n] >= 0 for one in weights)]

    def _make_classes(self, barred: Sequence[int]) -> dict[object, _LeafClass]:
        found: dict[object, _LeafClass] = {}
        together = (*self._problem.groups, *self._problem.shared)
        tied = {number for group in together for number in group.items}
        self._tied: dict[int, object] = {}
        gone: dict[str, int] = {}
        kept_sides = set()
        ranges = []
        for item in self._problem.items:
            out = any(item.column.weights[n] for n in barred)
            most = 0 if out else min(item.most, max(item.have, item.least) + self._search.most)
            if item.have > most:
                kind = item.slot.card.type
                gone[kind] = gone.get(kind, 0) + item.have - most
            elif item.have:
                kept_sides.add(item.slot.card.side)
            ranges.append(most)
        for number, (item, most) in enumerate(zip(self._problem.items, ranges, strict=True)):
            key: object = self._reduced(item.column.weights)
            if number in tied:
                key = self._tied[number] = ("tied", number)
            self._add_item(found.setdefault(key, _LeafClass()), item, most)
        for pool in self._problem.pools:
            if not any(pool[0][n] for n in barred):
                one = found.setdefault(self._reduced(pool[0]), _LeafClass())
                one.steps.extend(self._search.steps_of_pool(pool))
        for one in found.values():
            if not self._search.only_changes:
                one.steps = _in_order(one.steps, gone, kept_sides)
            else:
                one.steps.sort(key=lambda step: step.cost)
            del one.steps[self._longest(one) :]
        return found

    def _longest(self, one: _LeafClass) -> int:
        """How many steps of a class matter: all that keep copies, and so many that put some in."""
        return sum(step.cost < 0 for step in one.steps) + self._search.most

    def _add_item(self, one: _LeafClass, item: Item, most: int) -> None:
        """Adds an item to its class; the cost of its fewest copies is common to all decks."""
        self.is_possible = self.is_possible and item.least <= most
        steps = self._search.steps_of(item)[:most]
        one.low += item.least
        one.at_low[item.slot] = item.least
        one.steps.extend(steps[item.least :])
        self.constant += self._search.cost_of_none(item)
        self.constant += sum(step.cost for step in steps[: item.least])

    def _reduced(self, weights: Weights) -> Weights:
        return tuple(weights[number] for number in self._active)

    def _count_class(self, one: _LeafClass) -> CountClass:
        costs = [0]
        for step in one.steps:
            costs.append(costs[-1] + step.cost)
        return CountClass(one.low, costs)

    def _total_rows(self, case: Case) -> Iterator[Row]:
        keys = list(self._made)
        for place, number in enumerate(self._active):
            total = self._problem.totals[number]
            known = self._problem.fixed[number]
            known += sum(
                factor * case[helper] for helper, factor in total.helpers if helper in case
            )
            low = None if total.low is None else total.low - known
            high = None if total.high is None else total.high - known
            factors = dict(total.helpers)
            weights = tuple(
                self._problem.items[key[1]].column.weights[number]  # type: ignore[index]
                if self._is_tied(key) else key[place]  # type: ignore[index]
                for key in keys
            )  # fmt: skip
            of_helpers = tuple(factors.get(helper, 0) for helper in self._counted)
            yield Row((*weights, *of_helpers, *(0 for _ in self._shared)), low, high)

    def _group_rows(self) -> Iterator[Row]:
        for group in self._problem.groups:
            yield Row(tuple(self._counting(group)), None, group.most)
        for place, group in enumerate(self._shared, start=len(self._made) + len(self._counted)):
            weights = self._counting(group)
            weights[place] = -1
            yield Row(tuple(weights), None, group.most)

    def _counting(self, group: Group) -> list[int]:
        """The weights that count the copies of the items of a group."""
        keys = {key: place for place, key in enumerate(self._made)}
        weights = [0] * len(self.classes)
        for number in group.items:
            weights[keys[self._tied[number]]] = 1
        return weights

    def _not_free(self, group: Group) -> CountClass:
        """How many copies of a card in several slots are not free, counted over all of them."""
        most = sum(self._made[self._tied[number]].high for number in group.items)
        return CountClass(0, [NOT_FREE * n for n in range(max(0, most - group.most) + 1)])

    @staticmethod
    def _is_tied(key: object) -> bool:
        return isinstance(key, tuple) and key[:1] == ("tied",)


def _in_order(steps: list[_Step], gone: Mapping[str, int], sides: set[str | None]) -> list[_Step]:
    """The steps in order of cost: what comes in for cards of its type that must go comes first."""
    left = dict(gone)
    steps.sort(key=lambda step: (step.cost, order_of(step.slot)))
    found = []
    for step in steps:
        cost = step.cost
        if cost > 0:
            kind = step.slot.card.type
            if left.get(kind, 0) > 0:
                left[kind] -= 1
            else:
                cost += OTHER_KIND
            if step.slot.card.side not in sides:
                cost += OTHER_KIND
        found.append(_Step(cost, step.slot) if cost != step.cost else step)
    found.sort(key=lambda step: (step.cost, order_of(step.slot)))
    return found
