"""The same odds by shuffling and dealing, as a check on the exact ones that shares no formula.

Every hand is dealt card by card from a deck in random order, discards what a mulligan discards and
draws on; many hands at once, in chunks, so that memory stays bounded.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from deckcheck.estimates import Share
from deckcheck.odds.classes import DeckClasses
from deckcheck.odds.condition import COMPARE, And, Comparison, Node, Not
from deckcheck.odds.errors import TooFewCardsError
from deckcheck.query import Query

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int16]
    Answers = NDArray[np.bool_]

_AT_ONCE = 1 << 16
"""Hands dealt side by side; the results for a seed depend on it."""


def simulate_condition(
    classes: DeckClasses,
    trials: int,
    rng: "np.random.Generator",
    hand: int = 7,
    draws: int = 0,
    *,
    mulligan: bool = False,
) -> Share:
    """The share of so many dealt hands for which the condition of the classes holds.

    Hand, draws and mulligan are those of `condition_probability`.
    """
    if hand + draws > classes.cards:
        raise TooFewCardsError(hand + draws, classes.cards)
    held = 0
    for start in range(0, trials, _AT_ONCE):
        counts = _deal(classes, min(_AT_ONCE, trials - start), rng, hand, draws, mulligan=mulligan)
        held += int(_holding(classes.condition.root, counts).sum())
    return Share(held, trials)


def _deal(
    classes: DeckClasses,
    hands: int,
    rng: "np.random.Generator",
    hand: int,
    draws: int,
    *,
    mulligan: bool,
) -> "Mapping[Query, Numbers]":
    """How many cards of each query every hand ends up with."""
    import numpy as np

    kinds = classes.classes
    away = np.array([c.discarded and mulligan for c in kinds])
    fits = np.array([c.answers for c in kinds], dtype=bool).reshape(len(kinds), -1)
    most_away = min(hand, sum(c.copies for c in kinds if c.discarded)) if mulligan else 0
    needed = min(hand + most_away + draws, classes.cards)
    order = np.repeat(np.arange(len(kinds), dtype=np.int16), [c.copies for c in kinds])
    deck = np.repeat(order[:, None], hands, axis=1)
    each = np.arange(hands)
    counts = np.zeros((fits.shape[1], hands), dtype=np.int16)
    reach = np.full(hands, hand + draws)
    for place in range(needed):
        chosen = rng.integers(place, classes.cards, size=hands)
        top = deck[chosen, each]
        deck[chosen, each] = deck[place]
        if place < hand:
            put_away = away[top]
            reach += put_away
            seen = ~put_away
        else:
            seen = place < reach
        counts += fits.T[:, top] & seen
    return dict(zip(classes.condition.queries, counts, strict=True))


def _holding(node: Node, counts: "Mapping[Query, Numbers]") -> "Answers":
    """For each hand, whether a part of the condition holds."""
    import numpy as np

    if isinstance(node, Comparison):
        left, right = (
            counts[side] if isinstance(side, Query) else np.asarray(side)
            for side in (node.left, node.right)
        )
        held: Answers = np.asarray(COMPARE[node.operator](left, right))  # type: ignore[arg-type]
        return held
    if isinstance(node, Not):
        return ~_holding(node.part, counts)
    parts = [_holding(part, counts) for part in node.parts]
    joined: Answers = (np.logical_and if isinstance(node, And) else np.logical_or).reduce(parts)
    return joined
