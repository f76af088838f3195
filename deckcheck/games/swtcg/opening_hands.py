"""Opening hands with mulligan, by the ten million.

What is asked of a hand distinguishes but a few classes of cards. So a hand is dealt class by class:
each draw takes a place among the cards that are left, and what is kept is only how many cards of
each class are left in the library. That is a draw without replacement as with real cards, and
needs no library in memory.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from deckcheck.games.swtcg.cards import ARENAS
from deckcheck.games.swtcg.random_words import generator, word_pairs
from deckcheck.games.swtcg.setup_cards import (
    BATTLE,
    HAND_SIZE,
    LOCATION,
    MISSION,
    OTHER,
    UNIT,
    SetupCard,
    SetupDeck,
)

Numbers = NDArray[np.integer[Any]]
Bools = NDArray[np.bool_]

HANDS_AT_ONCE = 1 << 15
"""The hands of one chunk; the hands of a seed depend on it."""

_HANDS = 3
_FEW = 0.3
"""When fewer of the hands than this still draw, these are taken apart from the others."""

FIGURES = (*ARENAS, UNIT, BATTLE, MISSION, LOCATION, OTHER)
"""What is counted in every opening hand; a unit of several arenas counts in each of them."""


class HandCondition(Protocol):
    """A condition on a hand: which cards its counts are about, and when it holds."""

    @property
    def text(self) -> str:
        """The condition as written."""

    @property
    def answers(self) -> tuple[tuple[bool, ...], ...]:
        """For each count, which cards of the deck it counts, by number."""

    def holds(self, counts: Numbers) -> Bools:
        """For each hand whether the condition holds, from its counts (a row a count)."""


@dataclass(frozen=True, slots=True)
class HandClasses:
    """The classes of a deck: copies of each, and `marks`, a row for each thing that is counted.

    The classes that a mulligan discards come first, `discarded` is how many they are.
    """

    copies: tuple[int, ...]
    marks: tuple[tuple[int, ...], ...]
    discarded: int

    @property
    def size(self) -> int:
        """The number of cards in the deck."""
        return sum(self.copies)


@dataclass(frozen=True, slots=True)
class DealtHands:
    """Hands after the mulligan: how many cards of each class, and how many were discarded."""

    counts: Numbers
    discards: Numbers

    def counted(self, classes: HandClasses) -> Numbers:
        """For each of the marks (a row) and each hand, how many of its cards are so marked."""
        marks = np.array(classes.marks, dtype=self.counts.dtype)
        rows = [
            np.sum(self.counts[row.astype(np.bool_)], axis=0, dtype=self.counts.dtype)
            for row in marks
        ]
        return np.stack(rows) if rows else np.zeros((0, self.counts.shape[1]), self.counts.dtype)


def figure_marks(deck: SetupDeck) -> list[tuple[bool, ...]]:
    """For each of `FIGURES`, which cards of the deck it counts, by number."""

    def marked(card: SetupCard) -> set[str]:
        return {card.kind, *card.arenas} if card.kind == UNIT else {card.kind}

    marks = [marked(card) for card in deck.cards]
    return [tuple(figure in found for found in marks) for figure in FIGURES]


def hand_classes(
    deck: SetupDeck, marks: Sequence[Sequence[bool]], *, mulligan: bool = True
) -> HandClasses:
    """The deck in classes of cards that no mark tells apart; without mulligan none is discarded."""
    found: dict[tuple[bool, tuple[bool, ...]], int] = {}
    for card, copies in zip(deck.cards, deck.counts, strict=True):
        stays = not (mulligan and card.kind in deck.rules.discardable)
        key = stays, tuple(bool(row[card.number]) for row in marks)
        found[key] = found.get(key, 0) + copies
    keys = sorted(found)
    columns = [key[1] for key in keys]
    return HandClasses(
        tuple(found[key] for key in keys),
        tuple(tuple(int(column[row]) for column in columns) for row in range(len(marks))),
        sum(not stays for stays, _ in keys),
    )


def deal_chunk(classes: HandClasses, seed: int, chunk: int, hands: int) -> DealtHands:
    """The hands of one chunk of a seed."""
    return deal_hands(classes, generator(seed, _HANDS, chunk), hands)


def deal_hands(classes: HandClasses, rng: np.random.Generator, hands: int) -> DealtHands:
    """So many opening hands after the mulligan, each from a freshly shuffled deck."""
    size = classes.size
    kind: Any = np.uint8 if size < np.iinfo(np.uint8).max else np.uint32
    # Row k of `left` is how many cards of the first k + 1 classes are still in the library.
    left = np.repeat(np.cumsum(classes.copies).astype(kind)[:, None], hands, axis=1)
    upto = left.copy()
    for place in range(min(HAND_SIZE, size)):
        _draw_one(left, rng, size - place)
    seen = upto - left
    last = classes.discarded - 1
    discards = seen[last].copy() if classes.discarded else np.zeros(hands, dtype=kind)
    if classes.discarded:
        kept = seen - seen[np.minimum(np.arange(len(seen)), last)]
        before = left.copy()
        _redraw(left, discards, rng, size - HAND_SIZE)
        seen = kept + (before - left)
    counts = np.diff(seen, axis=0, prepend=np.zeros((1, hands), dtype=kind))
    return DealtHands(counts, discards)


def _redraw(left: Numbers, discards: Numbers, rng: np.random.Generator, size: int) -> None:
    """Draws for each hand as many cards as it discarded, as long as there are any."""
    rows: NDArray[np.intp] | None = None
    part, due = left, discards
    for place in range(min(HAND_SIZE, size)):
        active = due > place
        if not active.any():
            break
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
    left: Numbers, rng: np.random.Generator, size: int, active: Bools | None = None
) -> None:
    """Takes one card of the `size` that are left, from the hands that are active."""
    words = word_pairs(rng, 1, left.shape[1])[0]
    place = (words.astype(np.uint64) * np.uint64(size) >> np.uint64(32)).astype(left.dtype)
    if active is not None:
        # A place beyond all cards takes none.
        place[~active] = np.iinfo(left.dtype).max
    for row in left:
        np.subtract(row, place < row, out=row)
