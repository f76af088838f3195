"""The answers of both methods for a deck: the solver's number, the enumeration's, and a deck."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from time import monotonic

from db.cards.card import Card
from db.language import gettext as _
from db.sums import summed
from deckcheck.repair.costs import CHANGE
from deckcheck.repair.enumeration import Best, find_best, find_nearest
from deckcheck.repair.integer_program import Solved, fewest_changes
from deckcheck.repair.prepared import PreparedCards
from deckcheck.repair.problem import Conditions, Problem, make_problem
from deckcheck.repair.result import ENUMERATION, INTEGER_PROGRAM
from deckcheck.repair.separable import Clock
from deckcheck.rules.compiled import violated
from deckcheck.rules.slot import Slot

_NODES = 400
"""How far the order of the aims after the first is searched."""

_FEW_NODES = 40
"""How far, among decks that only the text of a card makes legal."""


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers: the solver's number, that of the enumeration, and the best deck."""

    solved: Solved
    nearest: Best
    best: Best

    @property
    def copies(self) -> Mapping[Slot, int] | None:
        """The deck to propose."""
        found = (self.best.copies, self.nearest.copies, self.solved.copies)
        return next((copies for copies in found if copies is not None), None)

    @property
    def prove_none(self) -> bool:
        """Whether a method came to its end and proved that there is no legal deck."""
        none_solved = self.solved.is_certain and self.solved.copies is None
        return none_solved or (self.nearest.is_whole and self.nearest.copies is None)

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods that came to their end."""
        return (
            *((INTEGER_PROGRAM,) if self.solved.is_certain else ()),
            *((ENUMERATION,) if self.nearest.is_whole else ()),
        )

    @property
    def is_settled(self) -> bool:
        """Whether it is proven, too, that no deck with as few changes is better by other aims."""
        return self.best.is_whole and self.best.copies is not None

    def why_open(self, changes: int | None) -> str:
        """The reason why this number is not proven the least; empty where both methods prove it.

        None stands for no deck at all.
        """
        if not self.nearest.is_whole or (self.nearest.copies is None) != (changes is None):
            return _("the enumeration did not come to its end")
        if not self.solved.is_certain or (self.solved.changes is None) != (changes is None):
            return _("the integer program did not come to its end")
        if changes is not None and not self.solved.changes == self.nearest.changes == changes:
            return _(
                "the methods differ: {changes} and {changes2} changes",
                changes=self.solved.changes,
                changes2=self.nearest.changes,
            )
        return ""


@dataclass(frozen=True, slots=True)
class Solver:
    """Both methods on the copies of a deck, or of several decks in their seats; all end by `until`."""

    prepared: PreparedCards
    copies: Mapping[Slot, int]
    unknown: Mapping[Slot, int]
    until: float

    def answers(self, conditions: Conditions) -> Answers:
        """The answers of both methods; cards of several slots are told apart where it matters."""
        alone: frozenset[str] = frozenset()
        while True:
            problem = make_problem(self.prepared, self.copies, conditions, unknown=self.unknown, alone=alone)
            single = {item.slot.card.name for item in problem.items}
            solved = fewest_changes(problem, self._left, most_put_in(problem))
            if solved.copies is not None and not self.keeps_all(solved.copies, conditions):
                if several := in_several(solved.copies) - single:
                    alone |= several
                    continue
                solved = Solved(None, None, is_certain=False)
            answers = self._answers(problem, solved)
            found = [one.copies for one in (answers.best, answers.nearest) if one.copies]
            several = frozenset[str]().union(*map(in_several, found)) - single
            if not several and all(self.keeps_all(copies, conditions) for copies in found):
                return answers
            if several <= alone:
                nothing = Best(None, None, 0, is_whole=False)
                return replace(answers, best=nothing, nearest=nothing)
            alone |= several

    def least(self, conditions: Conditions, below: int) -> Solved:
        """The fewest changes by the integer program; where they are fewer than `below`, with a good deck."""
        problem = make_problem(self.prepared, self.copies, conditions, unknown=self.unknown)
        solved = fewest_changes(problem, self._left, most_put_in(problem))
        if solved.changes is None or solved.changes >= below:
            return solved
        best = find_best(problem, Clock(nodes_left=_FEW_NODES), *ends_of(problem, solved.changes))
        return solved if best.copies is None else replace(solved, copies=dict(best.copies))

    def _answers(self, problem: Problem, solved: Solved) -> Answers:
        """The answers of the enumeration beside that of the solver."""
        nearest = find_nearest(problem, self._clock(), *ends_of(problem, solved.changes))
        changes = solved.changes if nearest.changes is None or nearest.copies is None else nearest.changes
        if changes is None and nearest.is_whole:
            return Answers(solved, nearest, nearest)
        # The answer is the same on every machine: it is counted in nodes, not in seconds.
        best = find_best(problem, Clock(nodes_left=_NODES), *ends_of(problem, changes))
        return Answers(solved, nearest, best)

    def _clock(self) -> Clock:
        return Clock(self.until, nodes_left=1 << 60 if self._left > 0 else 0)

    @property
    def _left(self) -> float:
        """The seconds that are left for searches."""
        return max(0.0, self.until - monotonic())

    def keeps_all(self, copies: Mapping[Slot, int], conditions: Conditions) -> bool:
        """Whether counts keep all constraints and conditions, checked one by one."""
        totals = violated(self.prepared.totals, {**copies, **self.unknown})
        if totals or violated(self.prepared.limits, copies):
            return False
        if any(copies.get(slot, 0) < n for slot, n in conditions.least.items()):
            return False
        if any(copies.get(slot, 0) > n for slot, n in conditions.most.items()):
            return False
        before = by_card(self.copies)
        of_cards = all(
            n <= conditions.most_copies(card, before.get(card, 0)) for card, n in by_card(copies).items()
        )
        return of_cards and all(
            n <= conditions.most_copies(slot.card, self.copies.get(slot, 0)) for slot, n in copies.items()
        )


def ends_of(problem: Problem, changes: int | None) -> tuple[int, int | None]:
    """How many copies come in at most, and the cost below which a search stays, for so many changes."""
    if changes is None:
        return most_put_in(problem), None
    return problem.most_put_in(changes), changes * CHANGE + CHANGE // 2


def most_put_in(problem: Problem) -> int:
    """A number of copies that no repair has to put in more of: all minima, from nothing."""
    lows = sum(max(0, total.low or 0) for total in problem.totals)
    return lows + sum(item.have for item in problem.items) + 8


def by_card(copies: Mapping[Slot, int]) -> dict[Card, int]:
    """The copies of each card in all slots."""
    return summed((slot.card, n) for slot, n in copies.items())


def in_several(copies: Mapping[Slot, int]) -> frozenset[str]:
    """The names of cards that stand in several slots, of which limits count all."""
    names = Counter(slot.card.name for slot in copies)
    return frozenset(name for name, slots in names.items() if slots > 1)
