"""Mulligans that shuffle cards back, made as well as can be: against every deal of small decks."""

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given, strategies as st

from deckcheck.odds.best import BestMulligan, hands_of
from deckcheck.odds.classes import CardClass, DeckClasses
from deckcheck.odds.condition import Condition
from deckcheck.odds.errors import TooFewCardsError, TooManyStepsError
from deckcheck.odds.exact import condition_probability
from deckcheck.odds.parser import parse_condition
from deckcheck.query import card_fields
from deckcheck.query.fields import Vocabulary

CONDITIONS = (
    "type:space >= 1 and type:ground >= 1",
    "type:space = 0",
    "type:space >= 2 or type:ground = 1",
    "type:space >= type:ground",
    "not type:ground >= 1",
)


def condition(text: str) -> Condition:
    return parse_condition(text, card_fields(Vocabulary()))


def classes(text: str, space: int, ground: int, other: int) -> DeckClasses:
    """A deck of so many cards of the kinds that the conditions ask for."""
    asked = condition(text)
    kinds = [("space", space), ("ground", ground), ("", other)]
    return DeckClasses(
        asked,
        tuple(
            CardClass(copies, tuple(kind != "" and kind in query.text for query in asked.queries))
            for kind, copies in kinds
            if copies
        ),
    )


def by_hand(question: BestMulligan) -> Fraction:
    """The same from every deal of single cards, with every choice of cards to put back tried."""
    deck = [(n, one.answers) for n, one in enumerate(question.classes.classes) for _ in range(one.copies)]
    asked = question.classes.condition

    def holds(cards: tuple[int, ...]) -> bool:
        seen = [deck[card][1] for card in cards]
        return asked.holds([sum(answers[q] for answers in seen) for q in range(len(asked.queries))])

    def chance(kept: tuple[int, ...]) -> Fraction:
        rest = [card for card in range(len(deck)) if card not in kept]
        deals = list(combinations(rest, question.hand - len(kept) + question.draws))
        return Fraction(sum(holds((*kept, *new)) for new in deals), len(deals))

    total = Fraction(0)
    for hand in combinations(range(len(deck)), question.hand):
        keeps = (
            [hand, ()]
            if question.whole
            else [kept for size in range(question.hand + 1) for kept in combinations(hand, size)]
        )
        total += max(map(chance, keeps))
    return total / comb(len(deck), question.hand)


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("draws", [0, 1])
@pytest.mark.parametrize("text", CONDITIONS)
def test_every_deal_of_a_small_deck_agrees(text: str, draws: int, *, whole: bool) -> None:
    question = BestMulligan(classes(text, 2, 3, 2), 3, draws, whole)
    assert question.probability() == by_hand(question)


@given(
    sizes=st.tuples(*[st.integers(0, 12)] * 3).filter(lambda sizes: sum(sizes) >= 8),
    text=st.sampled_from(CONDITIONS),
    draws=st.integers(0, 2),
)
def test_a_mulligan_never_makes_it_worse_and_more_choice_never_either(
    sizes: tuple[int, int, int], text: str, draws: int
) -> None:
    deck = classes(text, *sizes)
    kept = condition_probability(deck, 5, draws)
    whole = BestMulligan(deck, 5, draws, whole=True).probability()
    any_cards = BestMulligan(deck, 5, draws, whole=False).probability()
    assert kept <= whole <= any_cards <= 1
    if not draws:  # a hand is right or wrong, and a wrong one is drawn anew
        assert whole == kept + (1 - kept) * kept


def test_dealing_agrees_with_counting() -> None:
    for whole in (True, False):
        question = BestMulligan(classes(CONDITIONS[0], 6, 6, 28), 6, 1, whole)
        found = question.simulate(4_000, np.random.default_rng(5))
        assert abs(found.estimate - float(question.probability())) < 4 * found.standard_error


def test_what_cannot_be_drawn_or_counted_is_refused() -> None:
    with pytest.raises(TooFewCardsError):
        BestMulligan(classes(CONDITIONS[0], 2, 2, 2), 6, 1, whole=True).probability()
    many = DeckClasses(
        condition(CONDITIONS[0]), tuple(CardClass(4, (bool(n & 1), bool(n & 2))) for n in range(4))
    )
    with pytest.raises(TooManyStepsError):
        BestMulligan(
            DeckClasses(many.condition, tuple(CardClass(60, (n == 0, n == 1)) for n in range(3))),
            60,
            40,
            whole=False,
        ).probability()


def test_hands_are_each_counted_once() -> None:
    ways = list(hands_of((3, 4, 5), 6))
    assert sum(number for _, number in ways) == comb(12, 6)
    assert len({numbers for numbers, _ in ways}) == len(ways)
