"""Conditions of `odds` on many hands at once: plain numbers, so that any process can judge them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from db.cards.card import Card
from deckcheck.deck import DeckEntry
from deckcheck.odds.condition import Condition
from deckcheck.odds.linear import Leaf, Sum, Tree, sums_and_tree

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class HandCondition:
    """A condition for the cards of one deck.

    `answers` says for each query which cards it counts, by their number; `sums` and `tree` are the
    condition as `odds.linear` has it.
    """

    text: str
    answers: tuple[tuple[bool, ...], ...]
    sums: tuple[Sum, ...]
    tree: Tree

    def holds(self, counts: "NDArray[np.integer[Any]]") -> "Bools":
        """Whether the condition holds for each hand, a column of counts with a row a query."""
        import numpy as np

        signed = counts.astype(np.int16)
        held = []
        for one in self.sums:
            weights = np.array(one.weights, dtype=np.int16)
            total = (weights[:, None] * signed).sum(axis=0)
            held.append(total == one.bound if one.equal else total >= one.bound)
        return _judge(self.tree, held, counts.shape[1])


def hand_condition(condition: Condition, entries: Sequence[DeckEntry]) -> HandCondition:
    """The condition for a deck, whose cards are given by the entries that they stand for.

    A card in doubt counts where all that it may be agree.
    """
    sums, tree = sums_and_tree(condition)
    answers = tuple(tuple(_agreed(query.matches, entry) for entry in entries) for query in condition.queries)
    return HandCondition(condition.written or condition.text, answers, sums, tree)


def _agreed(matches: Callable[[Card], bool], entry: DeckEntry) -> bool:
    cards = entry.candidates if entry.card is None else (entry.card,)
    return bool(cards) and all(map(matches, cards))


def _judge(tree: Tree, held: "list[Bools]", hands: int) -> "Bools":
    import numpy as np

    if isinstance(tree, bool):
        return np.full(hands, tree)
    if isinstance(tree, Leaf):
        return held[tree.place] if tree.wanted else ~held[tree.place]
    parts = [_judge(part, held, hands) for part in tree.parts]
    both = np.logical_and if tree.kind == "and" else np.logical_or
    judged: Bools = both.reduce(parts)
    return judged
