"""The cost of each copy of a slot, from the first on: for cards of the deck, and of the pools."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import compress

from deckcheck.repair.costs import CHANGE, MISSING, NOT_FREE, Costs, costs_of
from deckcheck.repair.prepared import Item, PoolKey
from deckcheck.repair.problem import Problem, order_of
from deckcheck.repair.seats import of_seat, seat_of
from deckcheck.rules.slot import Slot


@dataclass(frozen=True, slots=True)
class CopyStep:
    """One more copy in a slot, and what it costs (less than nothing where a copy stays)."""

    cost: int
    slot: Slot


@dataclass(slots=True)
class CopySteps:
    """The steps of all slots of a problem, in which no deck that matters puts in more than `most`.

    With `only_changes` every copy that comes or goes costs the same. `negative` are the places of
    totals in which a copy may have a weight below 0.
    """

    problem: Problem
    most: int
    only_changes: bool = False
    negative: frozenset[int] = field(init=False)
    _costs: dict[str, Costs] = field(default_factory=dict)
    _of_pools: dict[PoolKey, list[CopyStep]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        every = {key[0] for key in self.problem.pools} | {one.column.weights for one in self.problem.items}
        numbers = range(len(self.problem.totals))
        self.negative = frozenset(n for one in every for n in compress(numbers, one) if one[n] < 0)

    def of_item(self, item: Item) -> list[CopyStep]:
        """The steps of an item: the cost of each copy, from the first on."""
        top = min(item.most, max(item.have, item.least) + self.most)
        if self.only_changes:
            return [CopyStep(-CHANGE if n < item.have else CHANGE, item.slot) for n in range(top)]
        put_in = self._costs_of(item.slot).put_in(item.slot.card)
        take_out = self._costs_of(item.slot).take_out(item.slot.card) if item.have else 0
        steps = []
        for n in range(1, top + 1):
            cost = put_in if n > item.have else -take_out
            cost += NOT_FREE if n > item.free else 0
            steps.append(CopyStep(cost + (MISSING if n > item.allowed else 0), item.slot))
        return steps

    def cost_of_none(self, item: Item) -> int:
        """The cost of having no copy of an item."""
        if self.only_changes:
            return item.have * CHANGE
        return item.have * self._costs_of(item.slot).take_out(item.slot.card) if item.have else 0

    def of_pool(self, key: PoolKey) -> list[CopyStep]:
        """The steps of the cheapest copies of a pool, as many as matter, in order."""
        known = self._of_pools.get(key)
        if known is None:
            chosen = self._chosen(self.problem.pools[key])
            steps = [step for item in chosen for step in self.of_item(item)]
            steps.sort(key=lambda step: (step.cost, order_of(step.slot)))
            known = self._of_pools[key] = steps
        return known

    def _costs_of(self, slot: Slot) -> Costs:
        """The costs of the deck in which a slot is."""
        seat = seat_of(slot)
        if seat not in self._costs:
            copies = of_seat(self.problem.copies, seat)
            self._costs[seat] = costs_of(copies, self.problem.prepared.judge.game.words.search)
        return self._costs[seat]

    def _chosen(self, pool: Sequence[Item]) -> list[Item]:
        """The items of a pool that matter: the best, and the best that are free."""
        if self.only_changes:
            return list(pool[: self.most])
        best = self._nearest(pool)
        if self.problem.conditions.free:
            best += self._nearest([item for item in pool if item.free])
        return list({id(item): item for item in best}.values())

    def _nearest(self, pool: Sequence[Item]) -> list[Item]:
        if not pool:
            return []
        costs = self._costs_of(pool[0].slot)
        return [pool[n] for n in costs.nearest([item.slot.card for item in pool], self.most)]
