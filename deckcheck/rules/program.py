"""Whole numbers that keep rows, found by HiGHS: what repairs and choices of cards are solved by.

One thread and no gap; nothing that the solver's library prints reaches standard output.
"""

import ctypes
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from math import ceil, floor, isfinite
from threading import Lock
from typing import Any, NamedTuple

Row = tuple[dict[int, int], int | None, int | None]
"""The factors of columns in a sum, with the least and the most that it may be."""


@dataclass(slots=True)
class Program:
    """Columns with their costs and the most that each may be, and rows, as a solver wants them."""

    costs: list[int] = field(default_factory=list)
    most: list[int] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)

    def column(self, cost: int, most: int) -> int:
        """Adds a column; its place."""
        self.costs.append(cost)
        self.most.append(most)
        return len(self.costs) - 1

    def row(
        self, factors: dict[int, int], low: int | None, high: int | None, when: int | None = None
    ) -> None:
        """Adds a row, which holds by itself where the column `when` is 0."""
        if when is None:
            self.rows.append((factors, low, high))
            return
        ends = [(0, n * self.most[place]) for place, n in factors.items()]
        if low is not None:
            self.rows.append(_only_if(factors, when, low, sum(map(min, ends)), sign=1))
        if high is not None:
            self.rows.append(_only_if(factors, when, high, sum(map(max, ends)), sign=-1))


def _only_if(row: dict[int, int], place: int, goal: int, end: int, sign: int) -> Row:
    """A row that asks for its goal where a helper is 1, and for nothing where it is 0."""
    slack = max(0, sign * (goal - end))
    with_helper = {**row, place: row.get(place, 0) - sign * slack}
    bound = goal - sign * slack
    return (with_helper, bound, None) if sign > 0 else (with_helper, None, bound)


def solve(program: Program, seconds: float, *, presolve: bool = True) -> tuple[Sequence[float] | None, bool]:
    """The values of the columns, None where there are none; whether that is certain.

    Without `presolve` programs that are soon solved are so in half the time.
    """
    values, is_certain, _ = best(program, seconds, presolve=presolve)
    return values, is_certain


class BestValues(NamedTuple):
    """The best values that were found, whether that is certain, and the least that any could cost.

    The bound is None where nothing is known.
    """

    values: Sequence[float] | None
    is_certain: bool
    bound: float | None = None


def best(program: Program, seconds: float, *, presolve: bool = True) -> BestValues:
    """The result of `solve`, with the bound on the costs that is proven when time ends."""
    highspy, model = _model(program, seconds, whole=True)
    if not presolve:
        model.setOptionValue("presolve", "off")
    model.run()
    status = model.getModelStatus()
    if status == highspy.HighsModelStatus.kOptimal:
        values = list(model.getSolution().col_value)
        return BestValues(values, True, sum(map(float.__mul__, map(float, program.costs), values)))
    infeasible = status in (
        highspy.HighsModelStatus.kInfeasible,
        highspy.HighsModelStatus.kUnboundedOrInfeasible,
    )
    info = model.getInfo()
    bound = info.mip_dual_bound if isfinite(info.mip_dual_bound) else None
    if not infeasible and info.primal_solution_status == highspy.SolutionStatus.kSolutionStatusFeasible:
        return BestValues(list(model.getSolution().col_value), False, bound)
    return BestValues(None, infeasible, bound)


@dataclass(frozen=True, slots=True)
class Relaxed:
    """The least cost where columns need not be whole numbers, and what it grows by.

    `prices` has for each row how much more it costs for each one by which its bounds are raised.
    """

    cost: float
    prices: Sequence[float]


def relaxed(program: Program, seconds: float) -> Relaxed | None:
    """The program without whole numbers; None where it has no values or time ends."""
    highspy, model = _model(program, seconds, whole=False)
    model.run()
    if model.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    return Relaxed(model.getObjectiveValue(), list(model.getSolution().row_dual))


def ranges(
    program: Program, sums: Sequence[Mapping[int, int]], seconds: float
) -> list[tuple[int, int]] | None:
    """The least and the most whole number that each sum of columns may be; a range may be too wide.

    None where there are no values, or time ends.
    """
    highspy, model = _model(program, seconds, whole=False)
    found = []
    for one in sums:
        columns, factors = list(one), [float(factor) for factor in one.values()]
        ends = []
        for sense in (highspy.ObjSense.kMinimize, highspy.ObjSense.kMaximize):
            model.changeColsCost(len(columns), columns, factors)
            model.changeObjectiveSense(sense)
            model.run()
            if model.getModelStatus() != highspy.HighsModelStatus.kOptimal:
                model.clearSolver()  # from where the last sum ended, some programs have no values to it
                model.run()
            if model.getModelStatus() != highspy.HighsModelStatus.kOptimal:
                return None
            ends.append(model.getObjectiveValue())
        model.changeColsCost(len(columns), columns, [0.0] * len(columns))
        found.append((ceil(ends[0] - _NEAR), floor(ends[1] + _NEAR)))
    return found


def _model(program: Program, seconds: float, *, whole: bool) -> tuple[Any, Any]:
    """The solver's module, and the program as its model."""
    highspy = _solver()
    model = highspy.Highs()
    for name, value in (
        ("output_flag", False),
        ("threads", 1),
        ("parallel", "off"),
        ("random_seed", 0),
        ("mip_rel_gap", 0.0),
        ("mip_abs_gap", 0.0),
        ("mip_heuristic_run_feasibility_jump", False),  # takes 4 ms, and most programs are solved in 1
        ("time_limit", max(0.1, seconds)),
    ):
        model.setOptionValue(name, value)
    model.passModel(_as_lp(highspy, program, whole=whole))
    return highspy, model


_NEAR = 1e-6
"""How far a sum may be from a whole number that it is."""

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


def _as_lp(highspy: Any, program: Program, *, whole: bool) -> Any:
    import numpy as np

    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = len(program.costs), len(program.rows)
    model.col_cost_ = np.array(program.costs, dtype=float)
    model.col_lower_ = np.zeros(len(program.costs))
    model.col_upper_ = np.array(program.most, dtype=float)
    infinite = highspy.kHighsInf
    model.row_lower_ = np.array([-infinite if low is None else low for _, low, _ in program.rows])
    model.row_upper_ = np.array([infinite if high is None else high for _, _, high in program.rows])
    if whole:
        model.integrality_ = [highspy.HighsVarType.kInteger] * len(program.costs)
    matrix = model.a_matrix_
    matrix.format_ = highspy.MatrixFormat.kRowwise
    starts = np.cumsum([0, *(len(row) for row, _, _ in program.rows)])
    indexes = np.fromiter(chain.from_iterable(row for row, _, _ in program.rows), dtype=np.int32)
    values = np.fromiter(chain.from_iterable(row.values() for row, _, _ in program.rows), dtype=float)
    kept = values != 0
    matrix.start_ = np.concatenate([[0], np.cumsum(kept)])[starts].astype(np.int32)
    matrix.index_, matrix.value_ = indexes[kept], values[kept]
    return model
