"""Odds by shuffling and dealing, as a check on the exact ones that shares no formula with them.

Every hand is dealt draw by draw, discards what a mulligan discards and draws on; many hands at
once, in chunks, so that memory stays bounded (`deckcheck.simulators.dealt_hands`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from deckcheck.chance.chunks import Jobs, run_chunks
from deckcheck.chance.estimates import Proportion
from deckcheck.chance.random_words import generator
from deckcheck.odds.answer import Question
from deckcheck.odds.classes import DeckClasses
from deckcheck.odds.errors import TooFewCardsError
from deckcheck.query import Query
from deckcheck.simulators.hand_conditions import holding, with_named_queries

if TYPE_CHECKING:
    import numpy as np

    from deckcheck.simulators.dealt_hands import Numbers

_AT_ONCE, _ONE_BY_ONE = 1 << 15, 1 << 12
"""Hands dealt side by side, and those of a chunk of best mulligans; the results of a seed depend on them."""

ODDS = 10
"""The stream of chance of odds."""


@dataclass(frozen=True, slots=True)
class OddsTrial:
    """Hands to be dealt in chunks; calling it with the number of a chunk gives those that hold."""

    question: Question
    hands: int
    seed: int

    @property
    def at_once(self) -> int:
        """The hands of a chunk."""
        return _AT_ONCE if self.question.best is None else _ONE_BY_ONE

    def __call__(self, chunk: int) -> int:
        """In how many hands of the chunk the condition holds."""
        question, rng = self.question, generator(self.seed, ODDS, chunk)
        hands = min(self.at_once, self.hands - chunk * self.at_once)
        if question.best is not None:
            return question.best_mulligan().simulate(hands, rng).hits
        return simulate_condition(
            question.classes, hands, rng, question.hand, question.draws, mulligan=question.mulligan
        ).hits


def simulate_question(question: Question, hands: int, seed: int, jobs: Jobs = None) -> Proportion:
    """The share of so many dealt hands for which the condition holds; raises `TooFewCardsError`."""
    if question.cards_seen > question.classes.cards:
        raise TooFewCardsError(question.cards_seen, question.classes.cards)
    condition = with_named_queries(question.classes.condition)  # classes have the answers
    classes = replace(question.classes, condition=condition, undecided=())
    trial = OddsTrial(replace(question, classes=classes), hands, seed)
    return Proportion(sum(run_chunks(trial, -(-hands // trial.at_once), jobs)), hands)


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
        held += int(holding(classes.condition.root, counts).sum())
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
