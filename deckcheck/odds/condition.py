"""The parts of a condition: counts of the cards seen, compared, and how comparisons are joined."""

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from operator import eq, ge, gt, le, lt, ne

from deckcheck.query import Query
from deckcheck.query.tree import depth_of, walk

COMPARE: Mapping[str, Callable[[int, int], bool]] = {
    ">=": ge,
    "<=": le,
    "=": eq,
    "==": eq,
    "!=": ne,
    ">": gt,
    "<": lt,
}

Amount = Query | int
"""One side of a comparison: the number of cards that a query names, or a plain number."""


@dataclasses.dataclass(frozen=True, slots=True)
class CountComparison:
    """Two amounts compared, like `count(type:space) >= 1`."""

    left: Amount
    operator: str
    right: Amount

    @property
    def text(self) -> str:
        """The comparison in its plainest form."""
        return f"{_amount_text(self.left)} {self.operator} {_amount_text(self.right)}"

    @property
    def queries(self) -> tuple[Query, ...]:
        """The queries that it counts, at least one."""
        return tuple(side for side in (self.left, self.right) if isinstance(side, Query))

    def holds(self, counts: Mapping[Query, int]) -> bool:
        """Whether it holds when so many cards of each query were seen."""
        left, right = (counts[side] if isinstance(side, Query) else side for side in (self.left, self.right))
        return COMPARE[self.operator](left, right)


@dataclasses.dataclass(frozen=True, slots=True)
class AndCondition:
    """All parts hold."""

    parts: tuple["Node", ...]

    @property
    def text(self) -> str:
        """The parts joined by `and`, joined ones among them in parentheses."""
        return " and ".join(_in_join(part) for part in self.parts)

    def holds(self, counts: Mapping[Query, int]) -> bool:
        """Whether every part holds."""
        return all(part.holds(counts) for part in self.parts)


@dataclasses.dataclass(frozen=True, slots=True)
class OrCondition:
    """At least one part holds."""

    parts: tuple["Node", ...]

    @property
    def text(self) -> str:
        """The parts joined by `or`, joined ones among them in parentheses."""
        return " or ".join(_in_join(part) for part in self.parts)

    def holds(self, counts: Mapping[Query, int]) -> bool:
        """Whether at least one part holds."""
        return any(part.holds(counts) for part in self.parts)


@dataclasses.dataclass(frozen=True, slots=True)
class NotCondition:
    """The part does not hold."""

    part: "Node"

    @property
    def text(self) -> str:
        """The part after `not`, in parentheses where it is joined."""
        return f"not {_in_join(self.part)}"

    def holds(self, counts: Mapping[Query, int]) -> bool:
        """Whether the part does not hold."""
        return not self.part.holds(counts)


Node = CountComparison | AndCondition | OrCondition | NotCondition


@dataclasses.dataclass(frozen=True)
class Condition:
    """A condition that was understood; `written` is the text as the user gave it."""

    root: Node
    written: str = dataclasses.field(default="", compare=False)

    @property
    def text(self) -> str:
        """The condition in its plainest form, which reads back as an equal condition."""
        return self.root.text

    @cached_property
    def comparisons(self) -> tuple[CountComparison, ...]:
        """The different comparisons, in the order in which they are written."""
        return tuple(dict.fromkeys(_comparisons(self.root)))

    @cached_property
    def queries(self) -> tuple[Query, ...]:
        """The different queries whose cards are counted, in the order in which they are written."""
        return tuple(dict.fromkeys(q for c in self.comparisons for q in c.queries))

    def holds(self, counts: Sequence[int]) -> bool:
        """Whether it holds for these numbers of cards seen, one for each of `queries`."""
        return self.root.holds(dict(zip(self.queries, counts, strict=True)))


def parts_of(node: Node) -> tuple[Node, ...]:
    """The nodes directly below a node; none below a comparison."""
    if isinstance(node, NotCondition):
        return (node.part,)
    return () if isinstance(node, CountComparison) else node.parts


def depth(node: Node) -> int:
    """The number of nodes above one another at the deepest place."""
    return depth_of(node, parts_of)


def _in_join(node: Node) -> str:
    return f"({node.text})" if isinstance(node, AndCondition | OrCondition) else node.text


def _comparisons(node: Node) -> Iterator[CountComparison]:
    for part in walk(node, parts_of):
        if isinstance(part, CountComparison):
            yield part


def _amount_text(amount: Amount) -> str:
    return f"count({amount.text})" if isinstance(amount, Query) else str(amount)
