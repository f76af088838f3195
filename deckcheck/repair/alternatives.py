"""The next best decks: each differs in at least one card from all before it.

Of a deck with its changes, every other deck lacks at least one copy of one change, or makes more
changes beside them. So the next best is found among as many problems as there are changes, in each
of which one change may not go as far; and so on from there.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from heapq import heappop, heappush

from deckcheck.games.constraints import Slot
from deckcheck.repair.enumeration import Best
from deckcheck.repair.problem import Conditions, order_of

Solve = Callable[[Conditions], Best]


def next_best(
    before: Mapping[Slot, int],
    best: Mapping[Slot, int],
    conditions: Conditions,
    solve: Solve,
) -> Iterator[dict[Slot, int]]:
    """Yields the next best decks in order, each once."""
    queue: list[tuple[int, int, dict[Slot, int], Conditions]] = []
    seen = {_key(best)}
    number = 0
    known = {slot: n for slot, n in best.items() if n}
    while True:
        for less in _with_one_less(before, known, conditions):
            found = solve(less)
            if found.copies is None or found.cost is None:
                continue
            number += 1
            heappush(queue, (found.cost, number, dict(found.copies), less))
        while queue:
            _, _, known, conditions = heappop(queue)
            if _key(known) not in seen:
                seen.add(_key(known))
                yield known
                break
        else:
            return


def without_change(
    before: Mapping[Slot, int], copies: Mapping[Slot, int], slot: Slot, conditions: Conditions
) -> Conditions:
    """The conditions with which a change of a slot may not go as far as it did."""
    have, now = before.get(slot, 0), copies.get(slot, 0)
    if now > have:
        most = min(now - 1, conditions.most.get(slot, now - 1))
        return replace(conditions, most={**conditions.most, slot: most})
    least = max(now + 1, conditions.least.get(slot, 0))
    return replace(conditions, least={**conditions.least, slot: least})


def _with_one_less(
    before: Mapping[Slot, int], copies: Mapping[Slot, int], conditions: Conditions
) -> Iterator[Conditions]:
    for slot in sorted({*before, *copies}, key=order_of):
        if copies.get(slot, 0) != before.get(slot, 0):
            yield without_change(before, copies, slot, conditions)


def _key(copies: Mapping[Slot, int]) -> frozenset[tuple[Slot, int]]:
    return frozenset((slot, n) for slot, n in copies.items() if n)
