"""Which counts of classes a legal deck can have within so many changes, by the integer program.

For counts that are asked for the program finds the nearest that a legal deck has. Where these are
others, the prices of the relaxation give a cut: a sum of counts, and of changes, beyond which no
legal deck goes. It also tells of many other counts that they are out of reach.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic

from deckcheck.repair.integer_program import (
    CopyClass,
    changes_between,
    classes_of,
    copies_in,
    now_of,
    program_of,
)
from deckcheck.repair.problem import Problem
from deckcheck.repair.solving import in_several
from deckcheck.rules.program import Program, Relaxed, ranges, relaxed, solve
from deckcheck.rules.slot import Slot

_NOTHING = 1e-4
"""The solver's costs below are none."""


@dataclass(frozen=True, slots=True)
class Cut:
    """No legal deck has a sum of `factors` times counts, plus `per_change` times changes, above `most`."""

    factors: tuple[float, ...]
    per_change: float
    most: float


@dataclass(frozen=True, slots=True)
class Nearest:
    """The counts nearest to those asked for that a legal deck has, and its changes.

    None where no deck is legal within the changes; `is_certain` is False where time ended.
    """

    counts: tuple[int, ...] | None
    changes: int
    is_certain: bool


class SeveralSlotsError(Exception):
    """A card of a deck stands in several slots, which are to be told apart; has the names of such."""

    def __init__(self, names: frozenset[str]) -> None:
        super().__init__(*sorted(names))
        self.names = names


class Reach:
    """The decks that can be reached from a deck, seen as counts of the last totals of a problem.

    `stay` are the counts of cards that stay and that no slot stands for; `dropped` of the changes
    are names that go, `most` the most changes that are asked for. `keeps` says whether a deck keeps
    all constraints; `decks` are those that were found, by their counts. All programs end by `until`.
    """

    def __init__(
        self,
        problem: Problem,
        stay: Sequence[int],
        most: int,
        dropped: int,
        keeps: Callable[[Mapping[Slot, int]], bool],
        until: float,
    ) -> None:
        self.keeps = keeps
        self.decks: dict[tuple[int, ...], Mapping[Slot, int]] = {}
        self._totals = problem.totals[-len(stay) :]
        self._now = {item.slot: now_of(item) for item in problem.items}
        self._alone = {item.slot.card.name for item in problem.items}
        self._slots: list[CopyClass] = classes_of(problem, max(1, most))
        self._program, self._places = program_of(problem, self._slots)
        self._first = len(problem.totals) - len(stay)
        forced = sum(abs(one.have - min(max(one.have, one.least), one.most)) for one in problem.items)
        self._forced = forced + dropped
        self._rows = self._rows_of(len(stay))
        self._base = [
            stays + problem.fixed[self._first + place] + self._base_of(self._first + place)
            for place, stays in enumerate(stay)
        ]
        self._until = until
        self._is_long = len(self._program.rows) > len(self._program.costs)
        self.is_impossible = any(item.least > item.most for item in problem.items)

    def _base_of(self, total: int) -> int:
        return sum(one.weights[total] * one.base for one in self._slots)

    @property
    def least_changes(self) -> int:
        """The changes that are made in any case: cards that must go or come."""
        return self._forced

    def bounds(self, changes: int) -> list[tuple[int, int]] | None:
        """The least and the most of each class within so many changes, or beyond; None if none is known."""
        found = ranges(self._bounded(changes), self._rows, self._left)
        if found is None:
            return None
        return [(base + low, base + high) for base, (low, high) in zip(self._base, found, strict=True)]

    def most(self, factors: Sequence[int], changes: int) -> int | None:
        """The largest sum of factors times counts within so many changes; None if it is not known."""
        program = self._bounded(changes)
        for factor, row in zip(factors, self._rows, strict=True):
            for column, weight in row.items():
                program.costs[column] -= factor * weight
        values, is_certain = solve(program, self._left, presolve=self._is_long)
        if values is None or not is_certain:
            return None
        return sum(f * n for f, n in zip(factors, self._counts(values), strict=True))

    def cut(self, counts: Sequence[int], changes: int) -> Cut | None:
        """A cut that keeps these counts out of reach; None where the relaxation finds none."""
        program, first = self._towards(counts, changes)
        found = relaxed(program, self._left)
        if found is None or found.cost < _NOTHING:
            return None
        return self._cut(found, counts, changes, first)

    def _cut(self, found: Relaxed, counts: Sequence[int], changes: int, first: int) -> Cut:
        prices = found.prices[first : first + len(counts)]
        per_change = min(0.0, found.prices[first + len(counts)])
        most = sum(y * n for y, n in zip(prices, counts, strict=True)) + per_change * changes - found.cost
        return Cut(tuple(prices), per_change, most)

    def nearest(self, counts: Sequence[int], changes: int) -> Nearest:
        """The nearest counts that a legal deck has within so many changes.

        Raises `SeveralSlotsError` where the program took several slots of a card for several cards.
        """
        program, _first = self._towards(counts, changes)
        values, is_certain = solve(program, self._left, presolve=self._is_long)
        if values is None:
            return Nearest(None, 0, is_certain)
        copies = copies_in(self._slots, self._places, values)
        if not self.keeps(copies):
            if several := in_several(copies) - self._alone:
                raise SeveralSlotsError(several)
            return Nearest(None, 0, is_certain=False)
        moved = sum(round(values[up]) + round(values[down]) for up, down in self._places)
        found = self._counts(values)
        known = self.decks.get(found)
        if known is None or changes_between(self._now, copies) < changes_between(self._now, known):
            self.decks[found] = copies
        return Nearest(found, moved + self._forced, is_certain)

    def by_some_moves(self, counts: tuple[int, ...]) -> Nearest | None:
        """A legal deck of these counts by some of the moves to one that was found; None where none is.

        The first moves of each class are tried, then such as are spread evenly over all: what rules ask
        for in sums is then met nearly as by both decks.
        """
        wanted = [n - base for n, base in zip(counts, self._base, strict=True)]
        for copies in self.decks.values():
            moves: list[list[tuple[Slot, int, int]]] = [[] for _ in wanted]
            for slot in {**self._now, **copies}:
                step = copies.get(slot, 0) - self._now.get(slot, 0)
                adds = [(place, n) for place, one in enumerate(self._totals) if (n := one.weight(slot))]
                if len(adds) == 1 and step * wanted[adds[0][0]] * adds[0][1] > 0:
                    moves[adds[0][0]].append((slot, step, abs(adds[0][1])))
            for is_even in (False, True):
                made = self._moved(moves, wanted, is_even=is_even)
                if made is not None and self.keeps(made):
                    self.decks[counts] = made
                    return Nearest(counts, changes_between(self._now, made) + self._forced, is_certain=True)
        return None

    def _moved(
        self, moves: Sequence[Sequence[tuple[Slot, int, int]]], wanted: Sequence[int], *, is_even: bool
    ) -> Mapping[Slot, int] | None:
        """The deck as it is with some of the moves of each class, by slot, step and weight."""
        made = dict(self._now)
        for some, number in zip(moves, wanted, strict=True):
            there, seen, done = sum(abs(step) * weight for _slot, step, weight in some), 0, 0
            for slot, step, weight in some:
                seen += abs(step) * weight
                goal = abs(number) * seen // there if is_even else abs(number)
                taken = min(abs(step), (goal - done) // weight)
                done += taken * weight
                made[slot] = made.get(slot, 0) + (taken if step > 0 else -taken)
            if done < abs(number):
                return None
        return {slot: n for slot, n in made.items() if n}

    def _bounded(self, changes: int) -> Program:
        """The program with so many changes at most, and no costs."""
        columns = {column: 1 for pair in self._places for column in pair}
        rows = [*self._program.rows, (columns, None, changes - self._forced)]
        return Program([0] * len(self._program.costs), list(self._program.most), rows)

    def _towards(self, counts: Sequence[int], changes: int) -> tuple[Program, int]:
        """The program of the counts nearest to these, and the place of the first row that says so."""
        program = self._bounded(changes)
        limit = program.rows.pop()
        first = len(program.rows)
        far = sum(map(abs, counts)) + sum(self._program.most)
        for wanted, have, row in zip(counts, self._base, self._rows, strict=True):
            beyond, short = program.column(1, far), program.column(1, far)
            program.row({**row, beyond: -1, short: 1}, wanted - have, wanted - have)
        program.rows.append(limit)
        return program, first

    def _rows_of(self, classes: int) -> list[dict[int, int]]:
        """For each class what the columns add to its count."""
        found = []
        for total in range(self._first, self._first + classes):
            row = {}
            for one, (up, down) in zip(self._slots, self._places, strict=True):
                if weight := one.weights[total]:
                    row[up], row[down] = weight, -weight
            found.append(row)
        return found

    def _counts(self, values: Sequence[float]) -> tuple[int, ...]:
        return tuple(
            have + sum(weight * round(values[column]) for column, weight in row.items())
            for have, row in zip(self._base, self._rows, strict=True)
        )

    @property
    def _left(self) -> float:
        return max(0.0, self._until - monotonic())

    @property
    def is_over(self) -> bool:
        """Whether the time has come to its end."""
        return monotonic() > self._until
