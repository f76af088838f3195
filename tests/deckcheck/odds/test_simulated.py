"""Dealt hands against the exact odds, over a grid of decks, conditions and mulligans."""

import numpy as np
import pytest

from deckcheck.chance.estimates import Proportion
from deckcheck.odds.answer import Question
from deckcheck.odds.classes import CardClass, DeckClasses
from deckcheck.odds.errors import TooFewCardsError
from deckcheck.odds.parser import parse_condition
from deckcheck.simulators.simulated_odds import simulate_condition
from tests.deckcheck.odds.naive import classes_of

HANDS = 60_000

DECKS = {
    "even": classes_of((12, "ynn"), (12, "nyn"), (12, "nny"), (24, "nnn", True)),
    "many units, some of two arenas": classes_of(
        (10, "ynn"), (6, "yyn"), (14, "nyn"), (20, "nny"), (2, "nny", True), (10, "nnn", True)
    ),
    "small and odd": classes_of((3, "yyy"), (2, "nyn", True), (1, "ynn"), (9, "nnn", True)),
    "large": classes_of((40, "ynn"), (30, "nyn", True), (30, "nny"), (20, "nnn")),
    "nothing to put away": classes_of((20, "ynn"), (20, "nyn"), (20, "nny")),
}
CONDITIONS = (
    "a >= 1 and b >= 1 and c >= 1",
    "count(a) > count(b) or c = 2",
    "not (a >= 3 or b >= 3 or c >= 3)",
    "a != 2 and b <= 3 and c < 6",
)


def simulated(question: Question, seed: int, hands: int = HANDS) -> Proportion:
    rng = np.random.default_rng(seed)
    return simulate_condition(
        question.classes, hands, rng, question.hand, question.draws, mulligan=question.mulligan
    )


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("condition", CONDITIONS)
def test_dealt_hands_agree_within_four_standard_errors(deck: str, condition: str) -> None:
    classes = DeckClasses(parse_condition(condition), DECKS[deck])
    for seed, (hand, draws, mulligan) in enumerate(((7, 0, False), (7, 0, True), (7, 4, True), (5, 1, True))):
        question = Question(classes, hand, draws, mulligan)
        exact, dealt = float(question.probability()), simulated(question, seed)
        # The exact variance, since an estimate of 0 or 1 would claim to have no error.
        assert abs(dealt.estimate - exact) <= 4 * (exact * (1 - exact) / HANDS) ** 0.5
        assert dealt.trials == HANDS
        assert dealt.standard_error == pytest.approx((exact * (1 - exact) / HANDS) ** 0.5, rel=0.2, abs=2e-5)


def test_a_seed_gives_the_same_hands_again_and_another_does_not() -> None:
    question = Question(DeckClasses(parse_condition(CONDITIONS[0]), DECKS["even"]), mulligan=True)
    # More than one chunk, and not a whole number of them.
    assert simulated(question, 7, 100_001) == simulated(question, 7, 100_001)
    assert simulated(question, 7, 100_001) != simulated(question, 8, 100_001)


def test_every_card_is_as_likely_to_be_seen_as_any_other() -> None:
    # Each of ten cards alone in its class; seen with probability 4/10, by chi-square over the ten.
    n, hands = 10, 100_000
    seen = []
    for chosen in range(n):
        rows = tuple(CardClass(1, (place == chosen,)) for place in range(n))
        alone = Question(DeckClasses(parse_condition("a >= 1"), rows), 4)
        seen.append(simulated(alone, 11, hands).estimate * hands)
    assert sum(seen) == pytest.approx(4 * hands)  # the same seed deals the same hands
    variance = hands * 0.4 * 0.6
    chi_square = (n - 1) / n * sum((count - 0.4 * hands) ** 2 for count in seen) / variance
    assert chi_square < 33.7  # one in ten thousand, at nine degrees of freedom


def test_cards_put_away_are_not_dealt_again() -> None:
    # Whoever has the one Battle card in the first hand never sees it after the mulligan.
    classes = DeckClasses(parse_condition("type:battle >= 1"), classes_of((1, "y", True), (9, "n")))
    assert simulated(Question(classes, 9, 0, True), 1, 10_000).estimate == 0


def test_more_cards_than_there_are_cannot_be_dealt() -> None:
    classes = DeckClasses(parse_condition("a >= 1"), classes_of((3, "y")))
    with pytest.raises(TooFewCardsError):
        simulated(Question(classes, 4), 1, 10)
