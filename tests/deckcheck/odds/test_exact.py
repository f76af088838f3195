"""Exact odds against known values, brute force, and what must hold of all probabilities."""

import random
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from deckcheck.odds.answer import Question, count_odds
from deckcheck.odds.classes import CardClass, DeckClasses
from deckcheck.odds.condition import Condition, CountComparison, NotCondition
from deckcheck.odds.errors import TooFewCardsError, TooManyStepsError
from deckcheck.odds.exact import condition_probability, hand_weights
from deckcheck.odds.parser import parse_condition
from deckcheck.simulators.simulated_odds import simulate_condition
from tests.amounts import amount
from tests.deckcheck.odds import naive
from tests.deckcheck.odds.naive import classes_of

FORMS = (
    "a >= 1 and b >= 1",
    "a >= 2 or b = 0",
    "not (a >= 1 and b >= 2) or c = 1",
    "count(a) >= count(b) and c != 1",
    "count(a) > count(b) or count(b) <= count(c)",
    "count(a) = count(b)",
    "1 <= a <= 2 and not c > 1",
    "count(a) >= count(a)",
    "count(a) < count(a) or b < 2",
    "a >= 0",
    "a < 0 or c >= 1",
    "(a = 1 or b = 1) and (b = 1 or c = 1) and (a = 1 or c = 1)",
    "not not (a > b) and not (b > c or c >= 3)",
)


@st.composite
def small_questions(draw: st.DrawFn) -> tuple[DeckClasses, int, int, bool]:
    """A deck of at most ten cards and a question that brute force can answer."""
    condition = parse_condition(draw(st.sampled_from(FORMS)))
    answers = st.tuples(*[st.booleans()] * len(condition.queries))
    classes = draw(
        st.lists(st.builds(CardClass, st.integers(1, 3), answers, st.booleans()), min_size=1, max_size=4)
    )
    cards = sum(c.copies for c in classes)
    while cards > 10:
        cards -= classes.pop().copies
    hand = draw(st.integers(0, min(4, cards)))
    return (
        DeckClasses(condition, tuple(classes)),
        hand,
        draw(st.integers(0, min(2, cards - hand))),
        draw(st.booleans()),
    )


@settings(max_examples=amount(35, 150))
@given(small_questions())
def test_brute_force_over_all_hands_agrees(question: tuple[DeckClasses, int, int, bool]) -> None:
    classes, hand, draws, mulligan = question
    exact = condition_probability(classes, hand, draws, mulligan=mulligan)
    assert exact == naive.probability(classes, hand, draws, mulligan=mulligan)


@pytest.mark.parametrize("form", FORMS)
def test_every_form_agrees_with_brute_force_on_one_deck_with_overlaps(form: str) -> None:
    condition = parse_condition(form)
    overlapping = classes_of(
        (2, "ynn"), (2, "nyn", True), (1, "yyn"), (2, "nny"), (1, "yyy", True), (2, "nnn", True)
    )
    asked = len(condition.queries)
    rows = tuple(CardClass(c.copies, c.answers[:asked], c.discarded) for c in overlapping)
    classes = DeckClasses(condition, rows)
    for hand, draws in ((0, 0), (1, 0), (3, 0), (3, 2), (4, 1))[: amount(4, 5)]:
        for mulligan in (False, True):
            exact = condition_probability(classes, hand, draws, mulligan=mulligan)
            assert exact == naive.probability(classes, hand, draws, mulligan=mulligan)


def test_known_values_of_the_hypergeometric_distribution() -> None:
    one = DeckClasses(parse_condition("type:space >= 1"), classes_of((12, "y"), (48, "n")))
    assert condition_probability(one) == 1 - Fraction(comb(48, 7), comb(60, 7))
    # The four copies of a card, in seven cards of sixty: tables of card games give 39.95 %.
    four = DeckClasses(parse_condition("fett >= 1"), classes_of((4, "y"), (56, "n")))
    assert float(condition_probability(four)) == pytest.approx(0.39949963, abs=5e-9)
    two = DeckClasses(parse_condition("fett = 2"), classes_of((4, "y"), (56, "n")))
    assert condition_probability(two) == Fraction(comb(4, 2) * comb(56, 5), comb(60, 7))


@pytest.mark.parametrize("size", [12, 16, 20])
def test_all_three_arenas_by_inclusion_and_exclusion(size: int) -> None:
    condition = parse_condition("type:space >= 1 and type:ground >= 1 and type:character >= 1")
    classes = DeckClasses(
        condition, classes_of((size, "ynn"), (size, "nyn"), (size, "nny"), (60 - 3 * size, "nnn"))
    )

    def without(cards: int) -> int:
        return comb(60 - cards, 7)

    expected = without(0) - 3 * without(size) + 3 * without(2 * size) - without(3 * size)
    assert condition_probability(classes) == Fraction(expected, comb(60, 7))


def test_a_mulligan_worked_by_hand() -> None:
    # One Space unit, two Battle cards; a hand of one. The unit comes at once, or for a Battle card
    # that is put away, as one of the two cards left: 1/3 + 2/3 * 1/2.
    condition = parse_condition("type:space >= 1")
    classes = DeckClasses(condition, classes_of((1, "y"), (2, "n", True)))
    assert condition_probability(classes, 1) == Fraction(1, 3)
    assert condition_probability(classes, 1, mulligan=True) == Fraction(2, 3)
    # With a draw after it all but the case Battle, Battle, then the unit as the last card: none.
    assert condition_probability(classes, 1, 1, mulligan=True) == 1


def test_cards_put_away_are_not_seen_and_do_not_come_back() -> None:
    condition = parse_condition("type:battle >= 1")
    classes = DeckClasses(condition, classes_of((1, "y", True), (3, "n")))
    # The only Battle card: seen only where it was not in the first hand and is... never drawn.
    assert condition_probability(classes, 2, mulligan=True) == 0
    assert condition_probability(classes, 2, 1, mulligan=True) == Fraction(1, 4)


def test_a_deck_that_runs_out_while_cards_are_drawn_is_simply_seen_whole() -> None:
    # Six of seven cards are put away at once; only four are left to draw.
    classes = DeckClasses(parse_condition("a >= 1"), classes_of((9, "y", True), (2, "n")))
    assert condition_probability(classes, 7, mulligan=True) == naive.probability(classes, 7, mulligan=True)


@settings(max_examples=amount(15, 60))
@given(small_questions())
def test_a_condition_and_its_opposite_add_up_to_certainty(
    question: tuple[DeckClasses, int, int, bool],
) -> None:
    classes, hand, draws, mulligan = question
    opposite = DeckClasses(Condition(NotCondition(classes.condition.root)), classes.classes)
    both = [condition_probability(c, hand, draws, mulligan=mulligan) for c in (classes, opposite)]
    assert sum(both) == 1


@settings(max_examples=amount(12, 40))
@given(small_questions(), st.randoms(use_true_random=False))
def test_the_order_of_the_cards_does_not_matter(
    question: tuple[DeckClasses, int, int, bool], rng: random.Random
) -> None:
    classes, hand, draws, mulligan = question
    split = [CardClass(1, c.answers, c.discarded) for c in classes.classes for _ in range(c.copies)]
    rng.shuffle(split)
    again = DeckClasses(classes.condition, tuple(split))
    assert condition_probability(classes, hand, draws, mulligan=mulligan) == condition_probability(
        again, hand, draws, mulligan=mulligan
    )


@pytest.mark.parametrize("mulligan", [False, True])
def test_more_cards_never_make_it_less_likely_to_have_seen_enough(mulligan: bool) -> None:
    condition = parse_condition("a >= 2 and (b >= 1 or c >= 3)")
    classes = DeckClasses(
        condition, classes_of((8, "ynn"), (5, "nyn"), (3, "yny"), (12, "nny", True), (20, "nnn", True))
    )
    by_draws = [condition_probability(classes, 7, n, mulligan=mulligan) for n in range(20)]
    assert by_draws == sorted(by_draws)
    assert len(set(by_draws)) == len(by_draws)
    kept = [condition_probability(classes, n) for n in range(30)]
    assert kept == sorted(kept)


def test_the_mulligan_makes_units_likelier_and_battle_cards_rarer() -> None:
    for form, likelier in (("unit >= 5", True), ("battle >= 2", False)):
        answers = ("y", "n") if likelier else ("n", "y")
        classes = DeckClasses(parse_condition(form), classes_of((40, answers[0]), (20, answers[1], True)))
        keep, units = (condition_probability(classes, mulligan=m) for m in (False, True))
        assert (units > keep) is likelier


@pytest.mark.parametrize(("hand", "draws"), [(7, 0), (7, 4), (5, 1)])
def test_weights_of_all_hands_add_up_to_certainty(hand: int, draws: int) -> None:
    for cards, discardable in ((60, 20), (60, 0), (12, 11), (8, 8)):
        if hand + draws > cards:
            continue
        weights = hand_weights(cards, discardable, hand, draws)
        total = sum(
            w * comb(discardable, kept) * comb(cards - discardable, seen - kept)
            for seen, row in weights.items()
            for kept, w in enumerate(row)
        )
        assert total == 1


def test_a_large_hand_of_a_large_deck_is_answered_exactly() -> None:
    condition = parse_condition("a >= 6 and count(b) > count(c) and d != 7")
    classes = DeckClasses(
        condition, classes_of((20, "ynnn"), (20, "nynn"), (20, "nnyn"), (20, "nnny"), (20, "nnnn", True))
    )
    exact = condition_probability(classes, 30, 5, mulligan=True)
    dealt = simulate_condition(classes, 100_000, np.random.default_rng(5), 30, 5, mulligan=True)
    assert abs(dealt.estimate - exact) < 4 * dealt.standard_error


def test_what_cannot_be_seen_is_refused() -> None:
    classes = DeckClasses(parse_condition("a >= 1"), classes_of((3, "y"), (3, "n")))
    assert condition_probability(classes, 6) == 1
    with pytest.raises(TooFewCardsError, match="7 cards of a deck of 6"):
        condition_probability(classes, 5, 2)


def test_what_would_take_minutes_is_refused_with_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deckcheck.odds.exact.MOST_STEPS", 100_000)
    names = [f"n{n}" for n in range(12)]
    condition = parse_condition(
        " and ".join(f"count({a}) != count({b})" for i, a in enumerate(names) for b in names[:i])
    )
    rows = [(8, "n" * i + "y" + "n" * (11 - i)) for i in range(12)]
    with pytest.raises(TooManyStepsError, match=r"100,000 steps.*--simulate"):
        condition_probability(DeckClasses(condition, classes_of(*rows)), 40)


def test_the_mean_of_a_count_is_the_share_of_its_cards() -> None:
    condition = parse_condition("type:space >= 1 and type:ground >= 1")
    classes = DeckClasses(condition, classes_of((13, "yn"), (2, "yy"), (14, "ny"), (31, "nn", True)))
    space, ground = condition.queries
    assert count_odds(Question(classes), space).mean == Fraction(15 * 7, 60)
    assert count_odds(Question(classes, 7, 3), ground).mean == Fraction(16 * 10, 60)
    at_least = count_odds(Question(classes, mulligan=True), space).at_least
    assert list(at_least) == sorted(at_least, reverse=True)
    only = DeckClasses(
        Condition(CountComparison(space, ">=", 1)), classes_of((15, "y"), (14, "n"), (31, "n", True))
    )
    assert at_least[0] == condition_probability(only, mulligan=True)
