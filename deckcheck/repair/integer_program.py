"""The fewest changes as an integer program, solved by HiGHS: the first of the two methods.

One column for the copies put in and one for those taken out of each class of slots, one for each
helper. One thread and no gap: what HiGHS calls optimal is rounded to whole numbers and judged by
the constraints themselves before anybody believes it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress

from deckcheck.repair.prepared import Item
from deckcheck.repair.problem import Problem
from deckcheck.rules.program import Program, solve
from deckcheck.rules.slot import Slot

Weights = tuple[int, ...]
Places = list[tuple[int, int]]
"""The columns of each class: of copies put in, and of those taken out."""


@dataclass(frozen=True, slots=True)
class Solved:
    """The solver's answer: the fewest changes and a deck that has them; None where there is none.

    `is_certain` is False where it stopped before it knew.
    """

    changes: int | None
    copies: dict[Slot, int] | None
    is_certain: bool


@dataclass(slots=True)
class CopyClass:
    """Slots of equal weights: what is there, what may come in, what may go."""

    weights: Weights
    items: list[Item] = field(default_factory=list)
    base: int = 0
    up: int = 0
    down: int = 0
    tied: int | None = None


def fewest_changes(problem: Problem, seconds: float, most_put_in: int) -> Solved:
    """The fewest changes that make the deck of a problem legal."""
    if any(item.least > item.most for item in problem.items):
        return Solved(None, None, is_certain=True)
    classes = classes_of(problem, most_put_in)
    program, places = program_of(problem, classes)
    values, is_certain = solve(program, seconds)
    if values is None:
        return Solved(None, None, is_certain)
    copies = copies_in(classes, places, values)
    before = {item.slot: item.have for item in problem.items}
    return Solved(changes_between(before, copies), copies, is_certain)


def changes_between(before: Mapping[Slot, int], after: Mapping[Slot, int]) -> int:
    """How many copies go and come from one deck to another."""
    return sum(abs(after.get(slot, 0) - before.get(slot, 0)) for slot in {*after, *before})


def copies_in(classes: Sequence[CopyClass], places: Places, values: Sequence[float]) -> dict[Slot, int]:
    """A deck that the values of the columns stand for."""
    copies: dict[Slot, int] = {}
    for one, (up, down) in zip(classes, places, strict=True):
        _spread(one, round(values[up]) - round(values[down]), copies)
    return {slot: n for slot, n in copies.items() if n}


def classes_of(problem: Problem, most_put_in: int) -> list[CopyClass]:
    """The classes: items by themselves where a limit ties them, all others by their weights."""
    tied = {number for group in problem.groups for number in group.items}
    found: dict[object, CopyClass] = {}
    for number, item in enumerate(problem.items):
        key: object = number if number in tied else item.column.weights
        one = found.setdefault(key, CopyClass(item.column.weights))
        now = now_of(item)
        one.items.append(item)
        one.base += now
        one.up += min(item.most - now, most_put_in)
        one.down += now - item.least
        one.tied = number if number in tied else None
    for (weights, _, _), pool in problem.pools.items():
        one = found.setdefault(weights, CopyClass(weights))
        one.items.extend(pool)
        for item in pool:
            one.up += item.most
            if one.up >= most_put_in:
                break
    for one in found.values():
        one.up = min(one.up, most_put_in)
    return list(found.values())


def now_of(item: Item) -> int:
    """The copies that stay where nothing else is asked: those that may."""
    return min(max(item.have, item.least), item.most)


def program_of(problem: Problem, classes: Sequence[CopyClass]) -> tuple[Program, Places]:
    """The program of the fewest changes, and the columns of each class in it."""
    program = Program()
    places = [(program.column(1, one.up), program.column(1, one.down)) for one in classes]
    helpers = {helper: program.column(0, helper.most) for helper in problem.helpers}
    weighed: list[list[tuple[int, int]]] = [[] for _ in problem.totals]
    for place, one in enumerate(classes):
        for number in compress(range(len(weighed)), one.weights):  # most weights are 0
            weighed[number].append((place, one.weights[number]))
    for number, total in enumerate(problem.totals):
        row: dict[int, int] = {}
        have = problem.fixed[number]
        for place, weight in weighed[number]:
            one, (up, down) = classes[place], places[place]
            have += weight * one.base
            row[up], row[down] = weight, -weight
        for helper, factor in total.helpers:
            row[helpers[helper]] = factor
        low = None if total.low is None else total.low - have
        high = None if total.high is None else total.high - have
        program.row(row, low, high, None if total.when is None else helpers[total.when])
    _tie(problem, classes, places, program)
    return program, places


def _tie(
    problem: Problem, classes: Sequence[CopyClass], places: list[tuple[int, int]], program: Program
) -> None:
    """Adds the limits that count several items together."""
    of_item = {one.tied: place for place, one in enumerate(classes) if one.tied is not None}
    for group in problem.groups:
        row: dict[int, int] = {}
        have = 0
        for number in group.items:
            place = of_item[number]
            up, down = places[place]
            row[up], row[down] = 1, -1
            have += classes[place].base
        program.rows.append((row, None, group.most - have))


def _spread(one: CopyClass, change: int, copies: dict[Slot, int]) -> None:
    """Adds the copies of a class to a deck: which of its cards come or go does not matter."""
    for item in one.items:
        if not change and not item.have and not item.least:
            continue
        now = now_of(item)
        step = max(item.least - now, min(item.most - now, change))
        change -= step
        if now + step:
            copies[item.slot] = copies.get(item.slot, 0) + now + step
