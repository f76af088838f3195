"""The cheapest counts of classes against trying all counts."""

import random
from collections.abc import Iterator
from itertools import accumulate, product

import pytest

from deckcheck.repair.costs import CHANGE
from deckcheck.repair.separable import Clock, CountClass, Row, cheapest
from tests.amounts import amount

Problem = tuple[list[CountClass], list[Row]]


def random_problem(rng: random.Random) -> Problem:
    """Some classes whose copies get dearer, and some rows over them."""
    classes = []
    for _ in range(rng.randint(1, 4)):
        steps = sorted(
            rng.choice([-1, 1]) * CHANGE + rng.choice([0, 0, rng.randint(-9, 9)])
            for _ in range(rng.randint(0, 4))
        )
        classes.append(CountClass(rng.randint(0, 2), [0, *accumulate(steps)]))
    rows = []
    for _ in range(rng.randint(0, 4)):
        chosen = [rng.choice([-2, -1, 0, 0, 1, 1, 2]) for _ in classes]
        weights = tuple((place, weight) for place, weight in enumerate(chosen) if weight)
        low = rng.choice([None, rng.randint(-3, 8)])
        high = rng.choice([None, None, rng.randint(-2, 9)])
        rows.append(Row(weights, low, high))
    return classes, rows


def keeps(rows: list[Row], counts: tuple[int, ...]) -> bool:
    """Whether counts keep all rows."""
    for row in rows:
        have = sum(weight * counts[place] for place, weight in row.weights)
        if (row.low is not None and have < row.low) or (row.high is not None and have > row.high):
            return False
    return True


def by_trying(classes: list[CountClass], rows: list[Row]) -> int | None:
    """The least cost of all counts that keep the rows."""
    costs = [
        sum(one.costs[n - one.low] for one, n in zip(classes, counts, strict=True))
        for counts in product(*(range(one.low, one.high + 1) for one in classes))
        if keeps(rows, counts)
    ]
    return min(costs, default=None)


def problems(part: int, seeds: int) -> Iterator[tuple[int, random.Random, Problem]]:
    """Yields the random problems of some seeds, each with its seed and what is left of its luck."""
    for seed in range(part * seeds, (part + 1) * seeds):
        rng = random.Random(seed)
        yield seed, rng, random_problem(rng)


@pytest.mark.parametrize("part", range(amount(1, 130)))
def test_no_counts_are_cheaper(part: int) -> None:
    """A bound that is too high by one would cut off the nearest deck, and call another proven."""
    for seed, _, (classes, rows) in problems(part, 150):
        expected = by_trying(classes, rows)
        found = cheapest(classes, rows, Clock())
        assert found.cost == expected, seed
        if found.counts is not None:
            assert keeps(rows, found.counts), seed
            again = cheapest(classes, rows, Clock(), found.cost)
            assert again.counts is None, seed
            assert cheapest(classes, rows, Clock(), (found.cost or 0) + 1).cost == expected, seed


@pytest.mark.parametrize("part", range(amount(1, 30)))
def test_a_search_that_is_stopped_claims_no_more_than_holds(part: int) -> None:
    for seed, rng, (classes, rows) in problems(part, 100):
        expected = by_trying(classes, rows)
        clock = Clock(nodes_left=rng.randint(0, 3))
        found = cheapest(classes, rows, clock)
        if expected is not None and found.bound is not None:
            assert found.bound <= expected, seed
        if found.cost is not None:
            assert expected is not None, seed
            assert found.cost >= expected, seed
        if not clock.is_over:
            assert found.cost == expected, seed
