"""Exact odds against naive enumeration of all hands, and dealt hands against a plain loop.

Baselines: every way in which the classes of a condition can share the cards of a hand, and with a
mulligan every first hand followed by every redraw, weighed by binomial coefficients; and for
simulations `random.sample` and counting in a loop, a hand at a time.
"""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import comb, prod

import numpy as np

from deckcheck.odds.answer import Question
from deckcheck.odds.classes import CardClass, DeckClasses
from deckcheck.odds.parser import parse_condition
from deckcheck.odds.simulated import simulate_condition

ARENAS = "type:space >= 1 and type:ground >= 1 and type:character >= 1"
SIX = (
    "type:space >= 1 and type:ground >= 1 and (jedi >= 2 or clone >= 1) and not droid >= 3 "
    "and fett <= 2"
)
NAMES = 20


def main() -> None:
    """Prints each question with our time, the baseline's time, and the ratio."""
    print(f"{'question':<58}{'ours':>10}{'baseline':>12}{'ratio':>10}")
    for name, question, baseline in _questions():
        exact, ours = _timed(question.probability, 5)
        same, theirs = _timed(lambda q=question, b=baseline: b(q), 1)  # type: ignore[misc]
        if exact != same:
            raise AssertionError(name)
        print(f"{name:<58}{ours * 1e3:>7.2f} ms{theirs * 1e3:>9.1f} ms{theirs / ours:>9.0f}x")
    _simulations()


def _questions() -> Iterator[tuple[str, Question, Callable[[Question], Fraction]]]:
    arenas = _classes(ARENAS, (14, 13, 15, 0), shared=2)
    yield "all three arenas, hand of 7", Question(arenas), enumerate_hands
    yield "the same after the mulligan", Question(arenas, 7, 0, True), enumerate_mulligans
    yield "the same after the mulligan, and 2 draws", Question(arenas, 7, 2, True), enumerate_mulligans
    six = _classes(SIX, (12, 12, 10, 6, 4), shared=2)
    yield "six counts, hand of 7", Question(six), enumerate_hands
    yield "six counts, hand of 12", Question(six, 12), enumerate_hands
    names = _random_question(NAMES)
    yield f"{NAMES} names in {NAMES} clauses, all distinct hands of 6", Question(names, 6), enumerate_hands
    large = _classes(ARENAS, (20, 20, 20, 0), shared=5)
    yield "all three arenas, hand of 30", Question(large, 30), enumerate_hands


def enumerate_hands(question: Question) -> Fraction:
    """The probability without mulligan, from every distinct hand."""
    classes = question.classes
    sizes = [c.copies for c in classes.classes]
    good = 0
    for taken in _shares(sizes, question.cards_seen):
        if _holds(classes, taken):
            good += prod(map(comb, sizes, taken))
    return Fraction(good, comb(sum(sizes), question.cards_seen))


def enumerate_mulligans(question: Question) -> Fraction:
    """The probability with mulligan, from every first hand and all cards drawn after it."""
    classes = question.classes
    sizes = [c.copies for c in classes.classes]
    found = Fraction(0)
    for first in _shares(sizes, question.hand):
        kept = [0 if c.discarded else n for c, n in zip(classes.classes, first, strict=True)]
        left = [size - n for size, n in zip(sizes, first, strict=True)]
        drawn = question.hand - sum(kept) + question.draws
        good = sum(
            prod(map(comb, left, more))
            for more in _shares(left, drawn)
            if _holds(classes, [a + b for a, b in zip(kept, more, strict=True)])
        )
        found += Fraction(prod(map(comb, sizes, first)) * good, comb(sum(left), drawn))
    return found / comb(sum(sizes), question.hand)


def _holds(classes: DeckClasses, taken: Sequence[int]) -> bool:
    pairs = list(zip(classes.classes, taken, strict=True))
    return classes.condition.holds(
        [
            sum(n for c, n in pairs if c.answers[place])
            for place in range(len(classes.condition.queries))
        ]
    )


def _shares(sizes: Sequence[int], cards: int) -> Iterator[list[int]]:
    """All ways in which so many cards come from classes of these sizes."""
    if not sizes:
        if not cards:
            yield []
        return
    for taken in range(max(0, cards - sum(sizes[1:])), min(sizes[0], cards) + 1):
        for rest in _shares(sizes[1:], cards - taken):
            yield [taken, *rest]


def _classes(condition: str, sizes: Sequence[int], shared: int, cards: int = 60) -> DeckClasses:
    """A deck with so many cards for each query, some for the first two, and the rest to discard."""
    parsed = parse_condition(condition)
    queries = len(parsed.queries)
    made = [
        CardClass(size, tuple(place == mine for mine in range(queries)))
        for place, size in enumerate(sizes[:queries])
    ]
    made.append(CardClass(shared, tuple(place < 2 for place in range(queries))))
    rest = max(0, max(cards, 80 if sum(sizes) >= cards else 0) - sum(c.copies for c in made))
    made.append(CardClass(rest, (False,) * queries, discarded=True))
    return DeckClasses(parsed, tuple(made))


def _random_question(names: int) -> DeckClasses:
    """A condition of random clauses over many cards of two copies each."""
    rng = random.Random(7)
    clauses = [
        " or ".join(f"{rng.choice(['', '', 'not '])}card{n} >= 1" for n in rng.sample(range(names), 3))
        for _ in range(names)
    ]
    condition = parse_condition(" and ".join(f"({clause})" for clause in clauses))
    count = len(condition.queries)
    made = [CardClass(2, tuple(place == mine for mine in range(count))) for place in range(count)]
    made.append(CardClass(60 - 2 * count, (False,) * count, discarded=True))
    return DeckClasses(condition, tuple(made))


def _simulations() -> None:
    """Hands a second with mulligan and a condition, dealt on arrays and by a loop."""
    question = Question(_classes(ARENAS, (14, 13, 15, 0), shared=2), 7, 0, True)
    hands = 1_000_000
    _, ours = _timed(
        lambda: simulate_condition(
            question.classes, hands, np.random.default_rng(1), 7, mulligan=True
        ),
        1,
    )
    few = 20_000
    _, theirs = _timed(lambda: _loop(question, few), 1)
    a, b = hands / ours, few / theirs
    print(f"\nhands dealt a second, mulligan and all three arenas: {a:,.0f}, a loop {b:,.0f}, {a / b:.0f}x")


def _loop(question: Question, hands: int) -> float:
    rng = random.Random(1)
    deck = [c for c in question.classes.classes for _ in range(c.copies)]
    held = 0
    for _ in range(hands):
        dealt = rng.sample(deck, 2 * question.hand)
        kept = [c for c in dealt[: question.hand] if not c.discarded]
        kept += dealt[question.hand : 2 * question.hand - len(kept)]
        held += question.classes.condition.holds([sum(c.answers[q] for c in kept) for q in range(3)])
    return held / hands


def _timed(call: Callable[[], object], times: int) -> tuple[object, float]:
    """The result of a call, and the shortest of some times in seconds."""
    best, result = float("inf"), None
    for _ in range(times):
        start = time.perf_counter()
        result = call()
        best = min(best, time.perf_counter() - start)
    return result, best
