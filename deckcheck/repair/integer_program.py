"""The fewest changes as an integer program, solved by HiGHS: the first of the two methods.

One column for the copies put in and one for those taken out of each class of slots, one for each
helper. One thread and no gap: what HiGHS calls optimal is rounded to whole numbers and judged by
the constraints themselves before anybody believes it.
"""

import ctypes
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from threading import Lock
from typing import Any

from deckcheck.games.constraints import Slot
from deckcheck.repair.prepared import Item
from deckcheck.repair.problem import Problem

Weights = tuple[int, ...]
_Places = list[tuple[int, int]]
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
class _CopyClass:
    """Slots of equal weights: what is there, what may come in, what may go."""

    weights: Weights
    items: list[Item] = field(default_factory=list)
    base: int = 0
    up: int = 0
    down: int = 0
    tied: int | None = None


@dataclass(slots=True)
class _Program:
    """Columns and rows, as a solver wants them."""

    costs: list[int] = field(default_factory=list)
    most: list[int] = field(default_factory=list)
    rows: list[tuple[dict[int, int], int | None, int | None]] = field(default_factory=list)

    def column(self, cost: int, most: int) -> int:
        self.costs.append(cost)
        self.most.append(most)
        return len(self.costs) - 1


def fewest_changes(problem: Problem, seconds: float, most_put_in: int) -> Solved:
    """The fewest changes that make the deck of a problem legal."""
    if any(item.least > item.most for item in problem.items):
        return Solved(None, None, is_certain=True)
    classes = _classes(problem, most_put_in)
    program, places = _program(problem, classes)
    values, is_certain = _solve(program, seconds)
    if values is None:
        return Solved(None, None, is_certain)
    copies: dict[Slot, int] = {}
    for one, (up, down) in zip(classes, places, strict=True):
        _spread(one, round(values[up]) - round(values[down]), copies)
    before = {item.slot: item.have for item in problem.items}
    changes = sum(abs(copies.get(s, 0) - before.get(s, 0)) for s in {*copies, *before})
    return Solved(changes, {slot: n for slot, n in copies.items() if n}, is_certain)


def _classes(problem: Problem, most_put_in: int) -> list[_CopyClass]:
    """The classes: items by themselves where a limit ties them, all others by their weights."""
    tied = {number for group in problem.groups for number in group.items}
    found: dict[object, _CopyClass] = {}
    for number, item in enumerate(problem.items):
        key: object = number if number in tied else item.column.weights
        one = found.setdefault(key, _CopyClass(item.column.weights))
        now = _now(item)
        one.items.append(item)
        one.base += now
        one.up += min(item.most - now, most_put_in)
        one.down += now - item.least
        one.tied = number if number in tied else None
    for (weights, _, _), pool in problem.pools.items():
        one = found.setdefault(weights, _CopyClass(weights))
        one.items.extend(pool)
        for item in pool:
            one.up += item.most
            if one.up >= most_put_in:
                break
    for one in found.values():
        one.up = min(one.up, most_put_in)
    return list(found.values())


def _now(item: Item) -> int:
    """The copies that stay where nothing else is asked: those that may."""
    return min(max(item.have, item.least), item.most)


def _program(problem: Problem, classes: Sequence[_CopyClass]) -> tuple[_Program, _Places]:
    program = _Program()
    places = [(program.column(1, one.up), program.column(1, one.down)) for one in classes]
    helpers = {helper: program.column(0, helper.most) for helper in problem.helpers}
    for number, total in enumerate(problem.totals):
        row: dict[int, int] = {}
        have, least, most = problem.fixed[number], 0, 0
        for one, (up, down) in zip(classes, places, strict=True):
            weight = one.weights[number]
            if weight:
                have += weight * one.base
                row[up], row[down] = weight, -weight
                ends = (weight * one.up, -weight * one.down)
                least, most = least + min(ends), most + max(ends)
        for helper, factor in total.helpers:
            row[helpers[helper]] = factor
            least, most = least + min(0, factor * helper.most), most + max(0, factor * helper.most)
        low = None if total.low is None else total.low - have
        high = None if total.high is None else total.high - have
        if total.when is None:
            program.rows.append((row, low, high))
            continue
        place = helpers[total.when]
        if low is not None:  # holds by itself where the helper is 0
            program.rows.append(_only_if(row, place, low, least, sign=1))
        if high is not None:
            program.rows.append(_only_if(row, place, high, most, sign=-1))
    _tie(problem, classes, places, program)
    return program, places


def _only_if(
    row: dict[int, int], place: int, goal: int, end: int, sign: int
) -> tuple[dict[int, int], int | None, int | None]:
    """A row that asks for its goal where a helper is 1, and for nothing where it is 0."""
    slack = max(0, sign * (goal - end))
    with_helper = {**row, place: row.get(place, 0) - sign * slack}
    bound = goal - sign * slack
    return (with_helper, bound, None) if sign > 0 else (with_helper, None, bound)


def _tie(
    problem: Problem, classes: Sequence[_CopyClass], places: list[tuple[int, int]], program: _Program
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


def _solve(program: _Program, seconds: float) -> tuple[Sequence[float] | None, bool]:
    """The values of the columns, None where there are none; whether that is certain."""
    highspy = _solver()
    model = highspy.Highs()
    for name, value in (
        ("output_flag", False),
        ("threads", 1),
        ("parallel", "off"),
        ("random_seed", 0),
        ("mip_rel_gap", 0.0),
        ("mip_abs_gap", 0.0),
        ("time_limit", max(0.1, seconds)),
    ):
        model.setOptionValue(name, value)
    model.passModel(_as_lp(highspy, program))
    model.run()
    status = model.getModelStatus()
    if status == highspy.HighsModelStatus.kOptimal:
        return list(model.getSolution().col_value), True
    infeasible = status in (
        highspy.HighsModelStatus.kInfeasible,
        highspy.HighsModelStatus.kUnboundedOrInfeasible,
    )
    found = model.getInfo().primal_solution_status
    if not infeasible and found == highspy.SolutionStatus.kSolutionStatusFeasible:
        return list(model.getSolution().col_value), False
    return None, infeasible


_LOADING = Lock()
"""Two threads that put standard output aside at once would leave it there."""


def _solver() -> Any:
    """The module of the solver, loaded by one thread for all."""
    with _LOADING:
        return _loaded_solver()


@cache
def _loaded_solver() -> Any:
    """The module of the solver, loaded so that the first one that is made prints nothing.

    From 1.16 on HiGHS greets once a process, on its standard output, before it can be told not to.
    A notebook or a program that uses us may write documents there.
    """
    import highspy

    with _standard_output_aside():
        highspy.Highs()  # type: ignore[no-untyped-call]
    return highspy


@contextmanager
def _standard_output_aside() -> Iterator[None]:
    """The context in which what C code writes to standard output is dropped."""
    try:
        kept = os.dup(1)
    except OSError:  # closed: nothing can be written there
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    flush = getattr(ctypes.CDLL(None if os.name != "nt" else "ucrtbase"), "fflush", None)
    try:
        if flush is not None:
            flush(None)  # what others wrote before goes where they meant it
        os.dup2(nowhere, 1)
        yield
        if flush is not None:
            flush(None)
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


def _as_lp(highspy: Any, program: _Program) -> Any:
    import numpy as np

    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = len(program.costs), len(program.rows)
    model.col_cost_ = np.array(program.costs, dtype=float)
    model.col_lower_ = np.zeros(len(program.costs))
    model.col_upper_ = np.array(program.most, dtype=float)
    infinite = highspy.kHighsInf
    model.row_lower_ = np.array([-infinite if low is None else low for _, low, _ in program.rows])
    model.row_upper_ = np.array([infinite if high is None else high for _, _, high in program.rows])
    model.integrality_ = [highspy.HighsVarType.kInteger] * len(program.costs)
    matrix = model.a_matrix_
    matrix.format_ = highspy.MatrixFormat.kRowwise
    starts, indexes, values = [0], [], []
    for row, _, _ in program.rows:
        for place, value in row.items():
            if value:
                indexes.append(place)
                values.append(float(value))
        starts.append(len(indexes))
    matrix.start_ = np.array(starts, dtype=np.int32)
    matrix.index_ = np.array(indexes, dtype=np.int32)
    matrix.value_ = np.array(values, dtype=float)
    return model


def _spread(one: _CopyClass, change: int, copies: dict[Slot, int]) -> None:
    """Adds the copies of a class to a deck: which of its cards come or go does not matter."""
    for item in one.items:
        if not change and not item.have and not item.least:
            continue
        now = _now(item)
        step = max(item.least - now, min(item.most - now, change))
        change -= step
        if now + step:
            copies[item.slot] = copies.get(item.slot, 0) + now + step
