"""Conditions of `odds` on many hands at once, in a form that any process can judge."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from db.cards.card import Card
from deckcheck.deck import DeckEntry
from deckcheck.odds.condition import COMPARE, AndCondition, Condition, CountComparison, Node, NotCondition
from deckcheck.query import Query
from deckcheck.query.tree import Term

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Numbers = NDArray[np.integer[Any]]


@dataclass(frozen=True, slots=True)
class HandCondition:
    """A condition for the cards of one deck; `answers` says for each query which cards it counts.

    The cards are given by their numbers.
    """

    text: str
    condition: Condition
    answers: tuple[tuple[bool, ...], ...]

    def holds(self, counts: "Numbers") -> "Bools":
        """Whether the condition holds for each hand, a column of counts with a row a query."""
        return holding(self.condition.root, dict(zip(self.condition.queries, counts, strict=True)))


def hand_condition(condition: Condition, entries: Sequence[DeckEntry]) -> HandCondition:
    """The condition for a deck, whose cards are given by the entries that they stand for.

    A card in doubt counts where all that it may be agree.
    """
    answers = tuple(tuple(_agreed(query.matches, entry) for entry in entries) for query in condition.queries)
    return HandCondition(condition.written or condition.text, with_named_queries(condition), answers)


def _agreed(matches: Callable[[Card], bool], entry: DeckEntry) -> bool:
    cards = entry.candidates if entry.card is None else (entry.card,)
    return bool(cards) and all(map(matches, cards))


def with_named_queries(condition: Condition) -> Condition:
    """The condition with names for its queries, which cannot be sent to other processes."""
    return replace(condition, root=_named(condition.root))


def _named(node: Node) -> Node:
    if isinstance(node, CountComparison):
        left, right = (
            Query(Term(one.text, "=", "", bool)) if isinstance(one, Query) else one
            for one in (node.left, node.right)
        )
        return CountComparison(left, node.operator, right)
    if isinstance(node, NotCondition):
        return NotCondition(_named(node.part))
    return replace(node, parts=tuple(map(_named, node.parts)))


def holding(node: Node, counts: "Mapping[Query, Numbers]") -> "Bools":
    """For each hand, whether a part of a condition holds, by the cards of each query in it."""
    import numpy as np

    if isinstance(node, CountComparison):
        left, right = (
            counts[side] if isinstance(side, Query) else np.asarray(side) for side in (node.left, node.right)
        )
        held: Bools = np.asarray(COMPARE[node.operator](left, right))  # type: ignore[arg-type]
        return held
    if isinstance(node, NotCondition):
        return ~holding(node.part, counts)
    parts = [holding(part, counts) for part in node.parts]
    joined: Bools = (np.logical_and if isinstance(node, AndCondition) else np.logical_or).reduce(parts)
    return joined
