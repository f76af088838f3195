"""Odds by shuffling and dealing, as a check on the exact ones that shares no formula with them.

Every hand is dealt draw by draw, discards what a mulligan discards and draws on; many hands at
once, in chunks, so that memory stays bounded (`deckcheck.simulators.dealt_hands`).
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from deckcheck.chance.estimates import Proportion
from deckcheck.odds.classes import DeckClasses
from deckcheck.odds.condition import COMPARE, AndCondition, CountComparison, Node, NotCondition
from deckcheck.odds.errors import TooFewCardsError
from deckcheck.query import Query

if TYPE_CHECKING:
    import numpy as np

    from deckcheck.simulators.dealt_hands import Bools, Numbers

_AT_ONCE = 1 << 15
"""Hands dealt side by side; the results for a seed depend on it."""


def simulate_condition(
    classes: DeckClasses,
    trials: int,
    rng: "np.random.Generator",
    hand: int = 7,
    draws: int = 0,
    *,
    mulligan: bool = False,
) -> Proportion:
    """The share of so many dealt hands for which the condition of the classes holds.

    Hand, draws and mulligan are those of `condition_probability`.
    """
    if hand + draws > classes.cards:
        raise TooFewCardsError(hand + draws, classes.cards)
    held = 0
    for start in range(0, trials, _AT_ONCE):
        counts = _deal(classes, min(_AT_ONCE, trials - start), rng, hand, draws, mulligan=mulligan)
        held += int(_holding(classes.condition.root, counts).sum())
    return Proportion(held, trials)


def _deal(
    classes: DeckClasses, hands: int, rng: "np.random.Generator", hand: int, draws: int, *, mulligan: bool
) -> "Mapping[Query, Numbers]":
    """How many cards of each query every hand ends up with."""
    from deckcheck.simulators.dealt_hands import deal_hands

    kinds = sorted(classes.classes, key=lambda c: not (c.discarded and mulligan))
    away = sum(c.discarded and mulligan for c in kinds)
    dealt = deal_hands([c.copies for c in kinds], away, rng, hands, hand, draws)
    queries = classes.condition.queries
    marks = [[c.answers[place] for c in kinds] for place in range(len(queries))]
    return dict(zip(queries, dealt.counted(marks), strict=True))


def _holding(node: Node, counts: "Mapping[Query, Numbers]") -> "Bools":
    """For each hand, whether a part of the condition holds."""
    import numpy as np

    if isinstance(node, CountComparison):
        left, right = (
            counts[side] if isinstance(side, Query) else np.asarray(side) for side in (node.left, node.right)
        )
        held: Bools = np.asarray(COMPARE[node.operator](left, right))  # type: ignore[arg-type]
        return held
    if isinstance(node, NotCondition):
        return ~_holding(node.part, counts)
    parts = [_holding(part, counts) for part in node.parts]
    joined: Bools = (np.logical_and if isinstance(node, AndCondition) else np.logical_or).reduce(parts)
    return joined
