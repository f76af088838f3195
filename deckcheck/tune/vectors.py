"""Counts of classes near those of a deck, and how likely a condition is for each, all at once.

The probabilities are those of `condition_probability`, in floating point: to some twelve digits.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from deckcheck.odds.condition import Condition
from deckcheck.odds.exact import hand_weights
from deckcheck.odds.linear import sums_and_tree
from deckcheck.tune.goal import Goal, GoalPart, Key

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_WORK = 150_000_000
"""The products of counts that are made at most; this many take about a second."""

MOST_VECTORS = 400_000
_AT_ONCE = 20_000
_MOST_QUERIES = 8
DIGITS = 12

_ONE_BY_ONE = 400
"""Of so many vectors at most the odds with a mulligan of choice are counted, one after another."""


def radius_within(bounds: Sequence[tuple[int, int]], start: Sequence[int], most: int, work: int) -> int:
    """The largest distance, up to `most`, within which there are few enough vectors.

    `bounds` are the least and the most of each count, `work` that of one vector.
    """
    ways = [1] + [0] * most
    for (low, high), now in zip(bounds, start, strict=True):
        steps = [0] * (most + 1)
        for count in range(low, high + 1):
            if abs(count - now) <= most:
                steps[abs(count - now)] += 1
        ways = [sum(ways[a] * steps[n - a] for a in range(n + 1)) for n in range(most + 1)]
    found = 0
    for distance in range(most + 1):
        found += ways[distance]
        if found > most_vectors(work):
            return max(0, distance - 1)
    return most


def most_vectors(work: int) -> int:
    """How many vectors may be looked at, where one takes so much work."""
    return min(MOST_VECTORS, MOST_WORK // max(1, work))


def vectors_around(
    start: Sequence[int], bounds: Sequence[tuple[int, int]], radius: int
) -> "NDArray[np.int64]":
    """All counts within bounds whose differences from those of the start are `radius` in all."""
    columns: list[NDArray[np.int64]] = []
    left = np.array([radius])
    for now, (low, high) in reversed(list(zip(start, bounds, strict=True))):
        first = np.maximum(low, now - left)
        ways = np.maximum(np.minimum(high, now + left) - first + 1, 0)
        rows = np.repeat(np.arange(len(left)), ways)
        count = (first - np.cumsum(ways) + ways)[rows] + np.arange(len(rows))
        columns = [count, *(column[rows] for column in columns)]
        left = left[rows] - np.abs(count - now)
    return np.array(columns, dtype=np.int64).reshape(len(columns), len(left)).T


def work_of(goal: Goal, keys: Sequence[Key]) -> int:
    """The products that one vector takes."""
    return sum(_work(goal.of_part(part), _keys_of(goal, part, keys)[0]) for part in goal.several)


def _work(goal: Goal, keys: tuple[Key, ...]) -> int:
    if goal.best is not None:
        return MOST_WORK // _ONE_BY_ONE
    if _missed(goal.condition) is not None:
        return 1 << len(goal.condition.queries)
    return sum(len(_hands(goal.condition, keys, seen)) for seen in _sizes(goal)) * 2


def odds_of_parts(
    goal: Goal, keys: Sequence[Key], counts: "NDArray[np.int64]"
) -> "list[NDArray[np.float64]]":
    """How likely each part of a goal is for each row of counts."""
    found = []
    for part in goal.several:
        one, (own, places) = goal.of_part(part), _keys_of(goal, part, keys)
        joined = counts
        if len(own) < len(keys):
            joined = counts @ np.array([[int(to == place) for to in range(len(own))] for place in places])
        found.append(probabilities(one, own, joined) if one.best is None else _one_by_one(one, own, joined))
    return found


def values_of(goal: Goal, odds: "Sequence[NDArray[np.float64]]") -> "list[NDArray[np.float64]]":
    """The values of a goal in their order, by the odds of its parts."""
    nothing = np.zeros(len(odds[0]))
    return [sum((float(share) * odds[place] for place, share in parts), nothing) for parts in goal.orders]


def _keys_of(goal: Goal, part: GoalPart, keys: Sequence[Key]) -> tuple[tuple[Key, ...], list[int]]:
    """The classes that a part tells apart, and for each class of the goal the place of its own."""
    asked = [goal.condition.queries.index(query) for query in part.condition.queries]
    seen = [(tuple(answers[place] for place in asked), discarded) for answers, discarded in keys]
    own = tuple(dict.fromkeys(seen))
    return own, [own.index(key) for key in seen]


def _one_by_one(goal: Goal, keys: Sequence[Key], counts: "NDArray[np.int64]") -> "NDArray[np.float64]":
    """The odds with a mulligan of choice."""
    found = np.zeros(len(counts))
    for place, row in enumerate(counts.tolist()):
        if sum(row) >= goal.hand + goal.draws:
            found[place] = goal.question_of(keys, row).probability()
    return found


def probabilities(goal: Goal, keys: Sequence[Key], counts: "NDArray[np.int64]") -> "NDArray[np.float64]":
    """How likely the goal is for each row of counts; 0 where there are too few cards to be drawn."""
    found = [
        _probabilities(goal, tuple(keys), counts[begin : begin + _AT_ONCE])
        for begin in range(0, len(counts), _AT_ONCE)
    ]
    result: NDArray[np.float64] = np.concatenate([*found, np.zeros(0)])
    return result


def _sizes(goal: Goal) -> range:
    """How many cards are seen; with a mulligan it depends on how many are put away."""
    seen = goal.hand + goal.draws
    return range(max(0, seen - goal.hand), seen + goal.hand + 1) if goal.mulligan else range(seen, seen + 1)


def _probabilities(goal: Goal, keys: tuple[Key, ...], counts: "NDArray[np.int64]") -> "NDArray[np.float64]":
    cards = counts.sum(axis=1)
    away = np.array([goal.mulligan and discarded for _, discarded in keys])
    discardable = counts[:, away].sum(axis=1)
    weights = _weights(goal, cards, discardable)
    seen = goal.hand + goal.draws
    sizes = sorted({size for size, _ in weights})
    total = np.zeros(len(counts))
    if not sizes:
        return total
    missed = _missed(goal.condition)
    if missed is not None:
        total = _by_what_is_missed(keys, counts, away, weights, missed)
        return np.where(cards >= seen, total, 0.0)
    ways = _binomials(int(counts.max(initial=0)), max(sizes))
    columns = [[ways[counts[:, place], n] for n in range(max(sizes) + 1)] for place in range(len(keys))]
    for size in sizes:
        for hand in _hands(goal.condition, keys, size):
            put_away = sum(n for n, gone in zip(hand, away, strict=True) if gone)
            weight = weights.get((size, put_away))
            if weight is None:
                continue
            sets = weight
            for place, n in enumerate(hand):
                if n:
                    sets = sets * columns[place][n]
            total += sets
    return np.where(cards >= seen, total, 0.0)


def _by_what_is_missed(
    keys: tuple[Key, ...],
    counts: "NDArray[np.int64]",
    away: "NDArray[np.bool_]",
    weights: "dict[tuple[int, int], NDArray[np.float64]]",
    missed: Mapping[frozenset[int], int],
) -> "NDArray[np.float64]":
    """The probabilities where it matters only of which queries a card is seen at all.

    A hand misses all of several queries if it is drawn from the other cards.
    """
    ways = _binomials(int(counts.sum(axis=1).max(initial=0)), max(size for size, _ in weights)).T.copy()
    total = np.zeros(len(counts))
    for queries, factor in missed.items():
        others = np.array([not any(answers[q] for q in queries) for answers, _ in keys])
        gone, kept = _sum_of(counts, others & away), _sum_of(counts, others & ~away)
        for (size, put_away), weight in weights.items():
            total += factor * weight * ways[put_away][gone] * ways[size - put_away][kept]
    return total


def _sum_of(counts: "NDArray[np.int64]", places: "NDArray[np.bool_]") -> "NDArray[np.int64]":
    """The sum of some columns, one after another: faster than that of each row."""
    return sum((counts[:, place] for place in np.flatnonzero(places)), np.zeros(len(counts), dtype=np.int64))


@cache
def _missed(condition: Condition) -> Mapping[frozenset[int], int] | None:
    """How often the chance to miss all of some queries counts; None where more than one card matters."""
    sums, _tree = sums_and_tree(condition)
    number = len(condition.queries)
    if number > _MOST_QUERIES or any(
        one.bound != 1 or one.equal or sorted(one.weights)[-2:] not in ([0, 1], [1]) or min(one.weights)
        for one in sums
    ):
        return None
    found: dict[frozenset[int], int] = {}
    every = range(number)
    for seen in product((0, 1), repeat=number):
        if not condition.holds(seen):
            continue
        hit = [q for q in every if seen[q]]
        for also in product((0, 1), repeat=len(hit)):  # exactly these are seen: by turns too many, too few
            queries = frozenset(q for q in every if not seen[q]) | {
                q for q, one in zip(hit, also, strict=True) if one
            }
            found[queries] = found.get(queries, 0) + (-1) ** sum(also)
    return {queries: factor for queries, factor in found.items() if factor}


def _weights(
    goal: Goal, cards: "NDArray[np.int64]", discardable: "NDArray[np.int64]"
) -> "dict[tuple[int, int], NDArray[np.float64]]":
    """By the size of a hand and its discardable cards the weight that it has in each deck."""
    found: dict[tuple[int, int], NDArray[np.float64]] = {}
    base = int(cards.max(initial=0)) + 1
    pair_of = cards * base + discardable
    pairs = np.flatnonzero(np.bincount(pair_of))  # no sorting of all of them
    place = np.zeros(int(pair_of.max(initial=0)) + 1, dtype=np.int64)
    place[pairs] = np.arange(len(pairs))
    for number, (in_all, put_away) in enumerate(divmod(pair, base) for pair in pairs.tolist()):
        if in_all < goal.hand + goal.draws:
            continue
        for size, row in _hand_weights(in_all, put_away, goal.hand, goal.draws).items():
            for kept, weight in enumerate(row):
                if weight:
                    one = found.setdefault((size, kept), np.zeros(len(pairs)))
                    one[number] = weight
    return {key: weight[place[pair_of]] for key, weight in found.items()}


@cache
def _hand_weights(cards: int, discardable: int, hand: int, draws: int) -> dict[int, tuple[float, ...]]:
    found = hand_weights(cards, discardable, hand, draws)
    return {seen: tuple(map(float, row)) for seen, row in found.items()}


def _binomials(most: int, chosen: int) -> "NDArray[np.float64]":
    """Row n, column k: the ways to choose k of n."""
    found = np.zeros((most + 1, chosen + 1))
    found[:, 0] = 1
    for n in range(1, most + 1):
        found[n, 1:] = found[n - 1, 1:] + found[n - 1, :-1]
    return found


@cache
def _hands(condition: Condition, keys: tuple[Key, ...], seen: int) -> tuple[tuple[int, ...], ...]:
    """The hands of that many cards, by classes, for which the condition holds."""
    places = range(len(condition.queries))
    return tuple(
        hand
        for hand in _splits(seen, len(keys))
        if condition.holds([sum(n for n, key in zip(hand, keys, strict=True) if key[0][q]) for q in places])
    )


def _splits(number: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yields all ways to split a number into so many parts, none of them negative."""
    if parts == 0:
        if number == 0:
            yield ()
        return
    if parts == 1:
        yield (number,)
        return
    for first in range(number + 1):
        for rest in _splits(number - first, parts - 1):
            yield (first, *rest)
