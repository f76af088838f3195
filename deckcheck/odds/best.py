"""The odds when a mulligan is used as well as it can be for the condition, exactly.

Of games whose mulligan shuffles cards back into the deck before as many are drawn: any number of
them, or the whole hand. Cards that come back may be drawn again.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from math import comb
from typing import TYPE_CHECKING

from db.sums import summed
from deckcheck.chance.estimates import Proportion
from deckcheck.odds.classes import CardClass, DeckClasses
from deckcheck.odds.errors import TooFewCardsError, TooManyStepsError

if TYPE_CHECKING:
    import numpy as np

MOST_STEPS = 100_000
"""A question that needs more is refused; this many take some five seconds."""

Numbers = tuple[int, ...]
"""How many cards of each class."""


@dataclass(frozen=True, slots=True)
class BestMulligan:
    """A deck of which a hand is drawn, a mulligan made, and so many cards drawn after it.

    `whole` says whether all cards of a hand are shuffled back or none; else any of them may be.
    """

    classes: DeckClasses
    hand: int
    draws: int
    whole: bool

    def probability(self) -> Fraction:
        """The probability that the condition holds for hand and draws, the mulligan made best.

        Raises `TooFewCardsError` and `TooManyStepsError`.
        """
        kinds = self.kinds()
        sizes = tuple(one.copies for one in kinds)
        total = sum(sizes)
        if self.hand + self.draws > total:
            raise TooFewCardsError(self.hand + self.draws, total)
        if self._steps(len(sizes) - 1) > MOST_STEPS:
            raise TooManyStepsError(MOST_STEPS)
        value = _Values(self, kinds)
        hoped = sum(
            (ways * max(map(value, self.keeps(hand))) for hand, ways in hands_of(sizes, self.hand)),
            Fraction(0),
        )
        return hoped / comb(total, self.hand)

    def _steps(self, width: int) -> int:
        """How many hands are looked at, at most, with so many classes but one."""
        sizes = (0, self.hand) if self.whole else range(self.hand + 1)
        return sum(
            comb(kept + width, width) * comb(self.hand - kept + self.draws + width, width) for kept in sizes
        )

    def keeps(self, hand: Numbers) -> Iterator[Numbers]:
        """Yields the parts of a hand that may be kept: all of it first."""
        yield hand
        if self.whole:
            yield (0,) * len(hand)
            return
        for size in range(sum(hand)):
            for kept, _ in hands_of(hand, size):
                yield kept

    def simulate(self, trials: int, rng: "np.random.Generator") -> Proportion:
        """The proportion by dealing so many hands, each mulligan decided by the exact values."""
        kinds, best = _best_keeps(self)
        deck = [place for place, one in enumerate(kinds) for _ in range(one.copies)]
        held = 0
        for _ in range(trials):
            rng.shuffle(deck)
            hand = counted(deck[: self.hand], len(kinds))
            kept = list(best(hand))
            rest = list(deck[self.hand :])
            for card in deck[: self.hand]:
                if kept[card]:
                    kept[card] -= 1
                else:
                    rest.append(card)
            rng.shuffle(rest)
            taken = list(best(hand))
            missing = self.hand - sum(taken) + self.draws
            for card in rest[:missing]:
                taken[card] += 1
            held += self.holds(kinds, taken)
        return Proportion(held, trials)

    def kinds(self) -> tuple[CardClass, ...]:
        """The classes of cards, those that only a mulligan of another kind tells apart as one."""
        together = summed((one.answers, one.copies) for one in self.classes.classes)
        return tuple(CardClass(copies, answers) for answers, copies in together.items())

    def holds(self, kinds: Sequence[CardClass], seen: Sequence[int]) -> bool:
        """Whether the condition holds for so many cards of each class."""
        queries = range(len(self.classes.condition.queries))
        counts = [
            sum(n for n, one in zip(seen, kinds, strict=True) if one.answers[query]) for query in queries
        ]
        return self.classes.condition.holds(counts)


@lru_cache(maxsize=1)
def _best_keeps(question: BestMulligan) -> "tuple[tuple[CardClass, ...], Callable[[Numbers], Numbers]]":
    """The classes of cards, and what is best kept of a hand; remembered from chunk to chunk."""
    kinds = question.kinds()
    value = _Values(question, kinds)
    return kinds, cache(lambda hand: max(question.keeps(hand), key=value))


class _Values:
    """The probability of the condition when these cards are kept; each answer is remembered."""

    def __init__(self, question: BestMulligan, kinds: tuple[CardClass, ...]) -> None:
        self._question = question
        self._kinds = kinds
        self._known: dict[Numbers, Fraction] = {}
        self._held: dict[Numbers, bool] = {}

    def __call__(self, kept: Numbers) -> Fraction:
        if kept not in self._known:
            self._known[kept] = self._count(kept)
        return self._known[kept]

    def _count(self, kept: Numbers) -> Fraction:
        rest = tuple(one.copies - n for one, n in zip(self._kinds, kept, strict=True))
        drawn = self._question.hand - sum(kept) + self._question.draws
        good = 0
        for new, ways in hands_of(rest, drawn):
            seen = tuple(a + b for a, b in zip(kept, new, strict=True))
            if seen not in self._held:
                self._held[seen] = self._question.holds(self._kinds, seen)
            good += ways * self._held[seen]
        return Fraction(good, comb(sum(rest), drawn))


def hands_of(sizes: Sequence[int], cards: int) -> Iterator[tuple[Numbers, int]]:
    """Yields all ways to choose so many cards: the numbers of each kind, and in how many ways.

    >>> list(hands_of((1, 2), 2))
    [((0, 2), 1), ((1, 1), 2)]
    """
    if not sizes:
        if not cards:
            yield (), 1
        return
    least = max(0, cards - sum(sizes[1:]))
    for taken in range(least, min(sizes[0], cards) + 1):
        ways = comb(sizes[0], taken)
        for numbers, others in hands_of(sizes[1:], cards - taken):
            yield (taken, *numbers), ways * others


def counted(cards: Sequence[int], kinds: int) -> Numbers:
    """How many there are of each kind.

    >>> counted([0, 2, 2], 3)
    (1, 0, 2)
    """
    numbers = [0] * kinds
    for card in cards:
        numbers[card] += 1
    return tuple(numbers)
