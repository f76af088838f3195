"""Exact probabilities: every hand is counted, none is drawn.

Hands are counted class by class. What is kept of the cards chosen so far is only how many they are
and the sums on which the rest of the condition still depends; hands that agree in it are counted
together, and a hand whose answer is certain is not followed further. That is why a condition over
many cards takes milliseconds although the hands are hundreds of millions.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import accumulate
from math import comb

from deckcheck.odds.classes import DeckClasses
from deckcheck.odds.errors import TooFewCardsError, TooManyStepsError
from deckcheck.odds.linear import Sum, Tree, leaves, settled, sums_and_tree

MOST_STEPS = 10_000_000
"""A question that needs more is refused; this many take some five seconds."""

Weights = Mapping[int, tuple[Fraction, ...]]
"""For a number of cards seen, and how many of them could have been put away, what a hand weighs."""


def condition_probability(
    classes: DeckClasses, hand: int = 7, draws: int = 0, *, mulligan: bool = False
) -> Fraction:
    """The probability that the condition of the classes holds for the cards seen.

    Seen are an opening hand and so many draws after it. With `mulligan` the cards of the first
    hand that may be discarded all are, and as many are drawn from the rest of the deck before the
    draws; the discarded ones are not seen and do not come back.

    Raises `TooFewCardsError` and `TooManyStepsError`.
    """
    if hand + draws > classes.cards:
        raise TooFewCardsError(hand + draws, classes.cards)
    discardable = classes.discardable if mulligan else 0
    weights = hand_weights(classes.cards, discardable, hand, draws)
    return sum(
        (
            weight[discarded] * hands
            for seen, weight in weights.items()
            for discarded, hands in count_hands(classes, seen, mulligan=mulligan).items()
        ),
        Fraction(0),
    )


def hand_weights(cards: int, discardable: int, hand: int, draws: int) -> Weights:
    """The weights of a set of cards seen, by its size and its number of discardable cards.

    Of the sets seen at the end with b discardable cards, each comes about in as many ways as there
    are to choose which of the others were in the first hand, and which k discardable cards were put
    away. If the deck runs out while cards are drawn, fewer are seen.
    """
    weights: dict[int, list[Fraction]] = {}
    for away in range(max(0, hand - (cards - discardable)), min(hand, discardable) + 1):
        drawn = min(away + draws, cards - hand)
        seen = hand - away + drawn
        ways = comb(cards, hand) * comb(cards - hand, drawn)
        row = weights.setdefault(seen, [Fraction(0)] * (min(seen, discardable) + 1))
        for kept in range(len(row)):
            chosen = comb(seen - kept, hand - away) * comb(discardable - kept, away)
            row[kept] += Fraction(chosen, ways)
    return {seen: tuple(row) for seen, row in weights.items()}


def count_hands(classes: DeckClasses, seen: int, *, mulligan: bool = False) -> Mapping[int, int]:
    """How many sets of so many cards fulfil the condition, by their number of discardable cards.

    Without `mulligan` no card counts as discardable.
    """
    return _HandCount(classes, seen, mulligan=mulligan).count()


_State = tuple[int, int, Tree, tuple[int, ...]]
"""Cards chosen, discardable ones of them, the tree that is left, and the sums it depends on."""


class _HandCount:
    """The counting of hands of one size, class by class."""

    def __init__(self, classes: DeckClasses, seen: int, *, mulligan: bool) -> None:
        self._seen = seen
        self._sums, self._tree = sums_and_tree(classes.condition)
        self._hands: Counter[int] = Counter()
        self._settled: dict[tuple[Tree, frozenset[tuple[int, bool]]], Tree] = {}
        self._used_by: dict[Tree, tuple[int, ...]] = {}
        pools: Counter[tuple[tuple[int, ...], bool]] = Counter()
        for c in classes.classes:
            steps = tuple(
                sum(w for w, yes in zip(s.weights, c.answers, strict=True) if yes) for s in self._sums
            )
            pools[steps, c.discarded and mulligan] += c.copies
        # Classes of one sum side by side settle it early; those that matter to none come last.
        self._pools = sorted(pools.items(), key=lambda item: _first_use(item[0][0]))
        self._others = self._following(0 if away else 1 for (_, away), _ in self._pools)
        self._away = self._following(1 if away else 0 for (_, away), _ in self._pools)
        sums = range(len(self._sums))
        self._up = [self._following(steps[a] > 0 for (steps, _), _ in self._pools) for a in sums]
        self._down = [self._following(steps[a] < 0 for (steps, _), _ in self._pools) for a in sums]

    def _following(self, fits: Iterable[int]) -> list[int]:
        """The cards in the pools from each place on, of those pools that fit."""
        sizes = [n * fit for (_, n), fit in zip(self._pools, fits, strict=True)]
        return list(accumulate(reversed(sizes), initial=0))[::-1]

    def count(self) -> Mapping[int, int]:
        """The fulfilling hands by their number of discardable cards."""
        states: dict[_State, int] = {}
        used = self._used(self._tree)
        self._keep(states, 0, self._reached(0, 0, 0, self._tree, used, [0] * len(used)), 1)
        steps_taken = 0
        for place, ((steps, away), copies) in enumerate(self._pools):
            ways = [comb(copies, taken) for taken in range(min(copies, self._seen) + 1)]
            following: dict[_State, int] = {}
            rest = self._others[place + 1] + self._away[place + 1]
            for (chosen, out, tree, values), hands in states.items():
                used = self._used(tree)
                most = min(copies, self._seen - chosen)
                for taken in range(max(0, self._seen - chosen - rest), most + 1):
                    moved = [v + steps[a] * taken for v, a in zip(values, used, strict=True)]
                    state = self._reached(place + 1, chosen + taken, out + taken * away, tree, used, moved)
                    self._keep(following, place + 1, state, hands * ways[taken])
                    steps_taken += len(used)
                if steps_taken > MOST_STEPS:
                    raise TooManyStepsError(MOST_STEPS)
            states = following
        return self._hands

    def _reached(
        self, place: int, chosen: int, out: int, tree: Tree, used: tuple[int, ...], values: list[int]
    ) -> _State:
        """The state with all settled that the cards from a place on can no longer change."""
        left = self._seen - chosen
        known = []
        for a, value in zip(used, values, strict=True):
            lowest = value - min(left, self._down[a][place])
            highest = value + min(left, self._up[a][place])
            holds = _holds(self._sums[a], lowest, highest)
            if holds is not None:
                known.append((a, holds))
        if not known:
            return chosen, out, tree, tuple(values)
        key = tree, frozenset(known)
        rest = self._settled.get(key)
        if rest is None:
            rest = self._settled[key] = settled(tree, dict(known))
        value_of = dict(zip(used, values, strict=True))
        return chosen, out, rest, tuple(value_of[a] for a in self._used(rest))

    def _used(self, tree: Tree) -> tuple[int, ...]:
        """The sums on which a tree depends, in order."""
        found = self._used_by.get(tree)
        if found is None:
            found = self._used_by[tree] = tuple(sorted(leaves(tree)))
        return found

    def _keep(self, states: dict[_State, int], place: int, state: _State, hands: int) -> None:
        """Counts a state: with those to be followed, or among the hands if its answer is sure."""
        chosen, out, tree, _ = state
        if tree is False:
            return
        if tree is not True:
            states[state] = states.get(state, 0) + hands
            return
        left, others = self._seen - chosen, self._others[place]
        for more in range(max(0, left - others), min(left, self._away[place]) + 1):
            self._hands[out + more] += hands * comb(self._away[place], more) * comb(others, left - more)


def _first_use(steps: tuple[int, ...]) -> int:
    """The first sum to which a card matters."""
    return next((place for place, step in enumerate(steps) if step), len(steps))


def _holds(wanted: Sum, lowest: int, highest: int) -> bool | None:
    """Whether a sum that ends between two numbers holds; None where it still may or may not."""
    if wanted.equal:
        if lowest == highest == wanted.bound:
            return True
        return None if lowest <= wanted.bound <= highest else False
    if lowest >= wanted.bound:
        return True
    return None if highest >= wanted.bound else False
