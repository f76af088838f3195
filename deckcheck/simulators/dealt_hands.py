"""Hands dealt with mulligan and further draws, by the ten million.

What is asked of a hand distinguishes but a few classes of cards. So a hand is dealt class by class:
each draw takes a place among the cards that are left, and what is kept is only how many cards of
each class are left in the library. That is a draw without replacement as with real cards, and
needs no library in memory.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deckcheck.chance.random_words import word_pairs

Numbers = NDArray[np.integer[Any]]
Bools = NDArray[np.bool_]

_FEW = 0.3
"""When fewer of the hands than this still draw, these are taken apart from the others."""


@dataclass(frozen=True, slots=True)
class DealtHands:
    """Hands: how many cards of each class (a row) each hand (a column) holds.

    `discards` says how many cards each hand discarded.
    """

    counts: Numbers
    discards: Numbers

    def counted(self, marks: Sequence[Sequence[bool | int]]) -> Numbers:
        """The number of marked cards in each hand, a row for each mark (a bool for each class)."""
        kind = self.counts.dtype
        counted = np.zeros((len(marks), self.counts.shape[1]), dtype=kind)
        for row, mark in zip(counted, marks, strict=True):
            for cards in self.counts[np.array(mark, dtype=np.bool_)]:
                np.add(row, cards, out=row)
        return counted


def deal_hands(
    copies: Sequence[int], discarded: int, rng: np.random.Generator, hands: int, hand: int = 7, draws: int = 0
) -> DealtHands:
    """A number of hands, each from a freshly shuffled deck with these copies of each class.

    The cards of the first `discarded` classes are discarded from a hand, and as many drawn; then
    come further draws. Where the library is empty, nothing is drawn.

    >>> dealt = deal_hands([2, 5], 1, np.random.default_rng(7), 3, hand=2)
    >>> dealt.counts.sum(axis=0).tolist()
    [2, 2, 2]
    """
    size = sum(copies)
    kind: Any = np.uint8 if size < np.iinfo(np.uint8).max else np.uint32
    # Row k of `left` is how many cards of the first k + 1 classes are still in the library.
    left = np.repeat(np.cumsum(copies).astype(kind)[:, None], hands, axis=1)
    before = left.copy()
    for place in range(min(hand, size)):
        _draw_one(left, rng, size - place)
    seen = before - left
    rest = max(0, size - hand)
    discards = seen[discarded - 1].copy() if discarded else np.zeros(hands, dtype=kind)
    if discarded:
        # What is kept of the first hand: nothing of the first classes.
        seen -= seen[np.minimum(np.arange(len(seen)), discarded - 1)]
        before = left.copy()
        _redraw(left, discards, rng, rest)
        seen += before - left
    if draws:
        before = left.copy()
        still = np.maximum(rest - discards.astype(np.int64), 0).astype(np.uint64)
        for _ in range(draws):
            _draw_one(left, rng, still)
            still -= still > 0
        seen += before - left
    counts = np.diff(seen, axis=0, prepend=np.zeros((1, hands), dtype=kind))
    return DealtHands(counts, discards)


def _redraw(left: Numbers, discards: Numbers, rng: np.random.Generator, size: int) -> None:
    """Draws for each hand as many cards as it discarded, as long as there are any."""
    rows: NDArray[np.intp] | None = None
    part, due = left, discards
    for place in range(min(int(discards.max(initial=0)), size)):
        active = due > place
        if active.mean() < _FEW:
            chosen = np.flatnonzero(active)
            if rows is not None:
                left[:, rows] = part
            rows = chosen if rows is None else rows[chosen]
            part, due = np.ascontiguousarray(left[:, rows]), due[chosen]
            _draw_one(part, rng, size - place)
        else:
            _draw_one(part, rng, size - place, active)
    if rows is not None:
        left[:, rows] = part


def _draw_one(
    left: Numbers, rng: np.random.Generator, size: int | NDArray[np.uint64], active: Bools | None = None
) -> None:
    """Takes one card of the `size` that are left, from the hands that are active."""
    words = word_pairs(rng, 1, left.shape[1])[0]
    sizes = np.uint64(size) if isinstance(size, int) else size
    place = (words.astype(np.uint64) * sizes >> np.uint64(32)).astype(left.dtype)
    if active is not None:
        # A place beyond all cards takes none.
        place[~active] = np.iinfo(left.dtype).max
    for row in left:
        np.subtract(row, place < row, out=row)
