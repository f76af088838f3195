"""A condition made ready for counting: sums that must reach a bound, and how they are joined.

Every comparison is brought to the form "weighted sum of counts >= bound" or "= bound", or the
opposite of one. Trees that join the same parts in the same way are equal, in whatever order.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from deckcheck.odds.condition import AndCondition, Condition, CountComparison, Node, NotCondition
from deckcheck.query import Query


class Leaf(NamedTuple):
    """A sum, by its number, that must hold or must fail."""

    place: int
    wanted: bool


class Join(NamedTuple):
    """Parts of which all (`and`) or at least one (`or`) must hold."""

    kind: str
    parts: frozenset["Leaf | Join"]


Tree = bool | Leaf | Join
"""The sums on which a condition still depends; True or False when it is decided."""

_FLIPPED = {">=": "<=", "<=": ">=", ">": "<", "<": ">", "=": "=", "!=": "!="}


@dataclass(frozen=True, slots=True)
class Sum:
    """A sum of counts with a weight for each query, that must be `>=` the bound, or equal to it."""

    weights: tuple[int, ...]
    equal: bool
    bound: int


def sums_and_tree(condition: Condition) -> tuple[tuple[Sum, ...], Tree]:
    """The different sums of a condition, and the tree that joins them by their numbers."""
    places = {query: place for place, query in enumerate(condition.queries)}
    sums: dict[Sum, int] = {}
    tree = _tree(condition.root, places, sums, wanted=True)
    return tuple(sums), tree


def leaves(tree: Tree) -> frozenset[int]:
    """The numbers of the sums on which a tree depends."""
    if isinstance(tree, bool):
        return frozenset()
    if isinstance(tree, Leaf):
        return frozenset((tree.place,))
    return frozenset().union(*map(leaves, tree.parts))


def settled(tree: Tree, known: Mapping[int, bool]) -> Tree:
    """The rest of a tree when some of its sums are known to hold or to fail.

    >>> settled(Join("and", frozenset((Leaf(0, True), Leaf(1, False)))), {0: True})
    Leaf(place=1, wanted=False)
    """
    if isinstance(tree, bool):
        return tree
    if isinstance(tree, Leaf):
        holds = known.get(tree.place)
        return tree if holds is None else holds is tree.wanted
    return _joined(tree.kind, (settled(part, known) for part in tree.parts))


def _joined(kind: str, parts: Iterable[Tree]) -> Tree:
    """The parts joined, as simply as can be: with no known part and no join of the same kind."""
    neutral = kind == "and"
    left: set[Leaf | Join] = set()
    for part in parts:
        if isinstance(part, bool):
            if part is not neutral:
                return part
        elif isinstance(part, Join) and part.kind == kind:
            left |= part.parts
        else:
            left.add(part)
    if not left:
        return neutral
    return left.pop() if len(left) == 1 else Join(kind, frozenset(left))


def _tree(node: Node, places: Mapping[Query, int], sums: dict[Sum, int], *, wanted: bool) -> Tree:
    """The tree of a node, or of its opposite when it is not `wanted`."""
    if isinstance(node, CountComparison):
        found, holds = _sum(node, places)
        place = sums.setdefault(found, len(sums))
        return Leaf(place, holds is wanted)
    if isinstance(node, NotCondition):
        return _tree(node.part, places, sums, wanted=not wanted)
    kind = "and" if isinstance(node, AndCondition) is wanted else "or"
    return _joined(kind, [_tree(part, places, sums, wanted=wanted) for part in node.parts])


def _sum(comparison: CountComparison, places: Mapping[Query, int]) -> tuple[Sum, bool]:
    """The sum that a comparison is about, and whether it is to hold or to fail."""
    left, operator, right = comparison.left, comparison.operator, comparison.right
    if not isinstance(left, Query):
        left, operator, right = right, _FLIPPED[operator], left
    weights, bound = [0] * len(places), 0
    weights[places[left]] += 1  # type: ignore[index]
    if isinstance(right, Query):
        weights[places[right]] -= 1
    else:
        bound = right
    if operator in (">", "<="):
        bound += 1
    return Sum(tuple(weights), operator in ("=", "!="), bound), operator in (">=", ">", "=")
