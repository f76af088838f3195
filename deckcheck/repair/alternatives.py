"""The next best decks: each lacks at least one copy of a change of every deck before it.

A deck that makes all changes of one before, and more beside them, is no alternative to it. What is
left falls into parts, one for each change: in the first part the first change may not go as far as
it did, in the second the first goes as far and the second does not, and so on. The best of each
part is found by both methods; of the part that has the next best of all, the parts are next. Where
that makes all changes of a deck that was told before, its part falls into those of that deck.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from heapq import heappop, heappush

from deckcheck.repair.costs import CHANGE
from deckcheck.repair.integer_program import changes_between
from deckcheck.repair.problem import Conditions, order_of
from deckcheck.repair.solving import Answers
from deckcheck.rules.slot import Slot

Solve = Callable[[Conditions], Answers]


@dataclass(frozen=True, slots=True)
class NextBest:
    """The next best deck; `why` says why none nearer is proven, empty where it is proven."""

    copies: Mapping[Slot, int]
    answers: Answers
    why: str


def next_best(
    before: Mapping[Slot, int], best: Mapping[Slot, int], conditions: Conditions, solve: Solve
) -> Iterator[NextBest]:
    """Yields the next best decks in order, each once."""
    queue: list[tuple[int, int, Answers, Conditions]] = []
    known, number, why = best, 0, ""
    told = [best]
    while True:
        for part in _parts(before, known, conditions):
            answers = solve(part)
            copies = answers.copies
            if copies is None:
                why = why or answers.why_open(None)
                continue
            changes = changes_between(before, copies)
            why = why or answers.why_open(changes)
            number += 1
            heappush(queue, (_cost(answers, changes), number, answers, part))
        if not queue:
            return
        _, _, found, conditions = heappop(queue)
        copies = found.copies or {}
        less = next((one for one in told if _goes_beyond(before, copies, one)), None)
        known = copies if less is None else less
        if less is None:
            told.append(copies)
            yield NextBest(copies, found, why)


def _goes_beyond(before: Mapping[Slot, int], copies: Mapping[Slot, int], less: Mapping[Slot, int]) -> bool:
    """Whether a deck makes all changes of another one, each at least as far."""
    for slot in {*before, *less}:
        have, there, now = (one.get(slot, 0) for one in (before, less, copies))
        if (there > have and now < there) or (there < have and now > there):
            return False
    return True


def without_change(
    before: Mapping[Slot, int], copies: Mapping[Slot, int], slot: Slot, conditions: Conditions
) -> Conditions:
    """The conditions under which a change of a slot must be smaller than it was."""
    have, now = before.get(slot, 0), copies.get(slot, 0)
    if now > have:
        return _at_most(conditions, slot, now - 1)
    return _at_least(conditions, slot, now + 1)


def _parts(
    before: Mapping[Slot, int], copies: Mapping[Slot, int], conditions: Conditions
) -> Iterator[Conditions]:
    """Yields the conditions of the parts: what comes before a change goes as far as it did."""
    for slot in sorted({*before, *copies}, key=order_of):
        have, now = before.get(slot, 0), copies.get(slot, 0)
        if now == have:
            continue
        yield without_change(before, copies, slot, conditions)
        bound = _at_least if now > have else _at_most
        conditions = bound(conditions, slot, now)


def _at_most(conditions: Conditions, slot: Slot, most: int) -> Conditions:
    most = min(most, conditions.most.get(slot, most))
    return replace(conditions, most={**conditions.most, slot: most})


def _at_least(conditions: Conditions, slot: Slot, least: int) -> Conditions:
    least = max(least, conditions.least.get(slot, 0))
    return replace(conditions, least={**conditions.least, slot: least})


def _cost(answers: Answers, changes: int) -> int:
    """The cost of a deck by all aims; by its changes alone where these were not settled."""
    return changes * CHANGE if answers.best.cost is None else answers.best.cost
