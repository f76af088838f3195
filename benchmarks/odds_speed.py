"""Exact odds against naive enumeration of all hands, and dealt hands against a plain loop.

Baselines: every hand that the classes of a condition tell apart (`hands`), and with a mulligan
every first hand followed by every redraw, weighed by binomial coefficients; for the simulation,
`random.sample` and counting in a loop, a hand at a time.
"""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from math import comb, prod

import numpy as np

from deckcheck.odds.answer import Question
from deckcheck.odds.classes import CardClass, DeckClasses
from deckcheck.odds.parser import parse_condition
from deckcheck.simulators.simulated_odds import simulate_condition

ARENAS = "type:space >= 1 and type:ground >= 1 and type:character >= 1"
SIX = "type:space >= 1 and type:ground >= 1 and (jedi >= 2 or clone >= 1) and not droid >= 3 and fett <= 2"


def main() -> None:
    """Prints each question with our time, the baseline's time, and the ratio."""
    print(f"{'question':<46}{'hands':>14}{'ours':>11}{'baseline':>13}{'ratio':>8}")
    for name, question, baseline in _questions():
        exact, ours = _timed(question.probability, 5)
        hands = sum(1 for _ in _shares(_sizes(question), question.cards_seen)) if baseline else None
        line = f"{name:<46}{hands or '':>14}{ours * 1e3:>8.2f} ms"
        if baseline:
            same, theirs = _timed(partial(baseline, question), 1)
            if exact != same:
                raise AssertionError(name)
            line += f"{theirs * 1e3:>10.1f} ms{theirs / ours:>7.0f}x"
        print(line, flush=True)
    _simulations()


def _questions() -> Iterator[tuple[str, Question, Callable[[Question], Fraction] | None]]:
    arenas = _classes(ARENAS, (14, 13, 15, 0), shared=2)
    yield "all three arenas, hand of 7", Question(arenas), enumerate_hands
    yield "the same after the mulligan", Question(arenas, 7, 0, True), enumerate_mulligans
    yield "the same, and 2 draws after it", Question(arenas, 7, 2, True), enumerate_mulligans
    six = _classes(SIX, (12, 12, 10, 6, 4), shared=2)
    yield "six counts, hand of 7", Question(six), enumerate_hands
    yield "six counts, hand of 12", Question(six, 12), enumerate_hands
    yield "six counts after the mulligan, and 5 draws", Question(six, 7, 5, True), None
    names = _random_question(20)
    yield "20 names in 20 random clauses, hand of 5", Question(names, 5), enumerate_hands
    yield "20 names in 20 random clauses, hand of 7", Question(names), None
    yield "the same after the mulligan, and 5 draws", Question(names, 7, 5, True), None
    large = _classes(ARENAS, (20, 20, 20, 0), shared=5)
    yield "all three arenas, hand of 30 of 80", Question(large, 30), enumerate_hands


def _sizes(question: Question) -> list[int]:
    return [c.copies for c in question.classes.classes]


def enumerate_hands(question: Question) -> Fraction:
    """The probability without mulligan, from every distinct hand."""
    classes = question.classes
    sizes = _sizes(question)
    good, holds = 0, _judge(classes)
    for taken in _shares(sizes, question.cards_seen):
        if holds(taken):
            good += prod(map(comb, sizes, taken))
    return Fraction(good, comb(sum(sizes), question.cards_seen))


def enumerate_mulligans(question: Question) -> Fraction:
    """The probability with mulligan, from every first hand and all cards drawn after it."""
    classes = question.classes
    sizes = _sizes(question)
    found, holds = Fraction(0), _judge(classes)
    for first in _shares(sizes, question.hand):
        kept = [0 if c.discarded else n for c, n in zip(classes.classes, first, strict=True)]
        left = [size - n for size, n in zip(sizes, first, strict=True)]
        drawn = question.hand - sum(kept) + question.draws
        good = sum(
            prod(map(comb, left, more))
            for more in _shares(left, drawn)
            if holds([a + b for a, b in zip(kept, more, strict=True)])
        )
        found += Fraction(prod(map(comb, sizes, first)) * good, comb(sum(left), drawn))
    return found / comb(sum(sizes), question.hand)


def _judge(classes: DeckClasses) -> Callable[[Sequence[int]], bool]:
    """Says of the numbers taken from each class whether the condition holds."""
    root, queries = classes.condition.root, classes.condition.queries
    members = [
        (query, [place for place, c in enumerate(classes.classes) if c.answers[number]])
        for number, query in enumerate(queries)
    ]
    return lambda taken: root.holds({q: sum(taken[p] for p in places) for q, places in members})


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
    rng, signs = random.Random(7), ("", "", "not ")
    clauses = [
        " or ".join(f"{rng.choice(signs)}card{n} >= 1" for n in rng.sample(range(names), 3))
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
        lambda: simulate_condition(question.classes, hands, np.random.default_rng(1), 7, mulligan=True), 1
    )
    few = 20_000
    _, theirs = _timed(lambda: _loop(question, few), 1)
    a, b = hands / ours, few / theirs
    print("\nhands dealt a second, with mulligan and all three arenas:")
    print(f"ours {a:,.0f}, a plain loop {b:,.0f}: {a / b:.0f}x")


def _loop(question: Question, hands: int) -> float:
    rng = random.Random(1)
    sizes = _sizes(question)
    away = [c.discarded for c in question.classes.classes]
    deck = [place for place, copies in enumerate(sizes) for _ in range(copies)]
    held, holds = 0, _judge(question.classes)
    for _ in range(hands):
        dealt = rng.sample(deck, 2 * question.hand)
        kept = [place for place in dealt[: question.hand] if not away[place]]
        kept += dealt[question.hand : 2 * question.hand - len(kept)]
        held += holds([kept.count(place) for place in range(len(sizes))])
    return held / hands


def _timed(call: Callable[[], object], times: int) -> tuple[object, float]:
    """The result of a call, and the shortest of some times in seconds."""
    best, result = float("inf"), None
    for _ in range(times):
        start = time.perf_counter()
        result = call()
        best = min(best, time.perf_counter() - start)
    return result, best
