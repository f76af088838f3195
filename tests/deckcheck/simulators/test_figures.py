"""Simulated figures agree with exact ones, and with each other where the rules are symmetric."""

from fractions import Fraction

import pytest

from db.cards.card import Card
from deckcheck.chance.estimates import Figure, FigureDifference, Mean, Proportion
from deckcheck.deck import Deck
from deckcheck.games.swtcg.cards import ARENAS
from deckcheck.games.swtcg.setup.cards import SetupDeck, make_setup_deck
from deckcheck.games.swtcg.setup.figures import AWAITED
from deckcheck.games.swtcg.setup.policies import POLICIES
from deckcheck.games.swtcg.setup.rules import mulligan_discards
from deckcheck.games.swtcg.simulator import SIMULATOR, play_deck
from deckcheck.odds.exact import condition_probability
from deckcheck.odds.parser import parse_condition
from deckcheck.simulators.goldfish import GoldfishTally, GoldfishTrial, goldfish_trial, simulate_goldfish
from deckcheck.simulators.hand_conditions import hand_condition
from deckcheck.simulators.setup_statistics import setup_trial, simulate_setups
from deckcheck.simulators.tally import FigureTally
from tests.amounts import amount, in_turns
from tests.deckcheck.building import Builder
from tests.deckcheck.odds.classes_of_decks import deck_classes
from tests.deckcheck.odds.opening_odds import opening_distribution
from tests.deckcheck.simulators.dealing import EDITIONS, card, deck_of
from tests.deckcheck.simulators.exact_setup import setup_outcomes

TINY = {
    "all units": [(card("ship", 8), 4), (card("tank", 5, "Ground"), 3), (card("a", 3, "Character"), 3)],
    "with battle cards": [
        (card("ship", 7), 3),
        (card("tank", 6, "Ground"), 3),
        (card("droid", 4, "Character"), 2),
        (card("fight", None, "Battle"), 3),
    ],
    "stacks": [
        (card("Anakin Skywalker", 5, "Character", "C"), 2),
        (card("Darth Vader", 7, "Character", "A"), 2),
        (card("Anakin Skywalker", 4, "Character", "D"), 2),
        (card("ship", 9), 3),
        (card("quest", 4, "Mission"), 2),
    ],
    "equipped": [
        (card("ship", 9), 3),
        (card("tank", 3, "Ground"), 2),
        (card("droid", 6, "Character"), 2),
        (card("blaster", 3, "Equipment"), 2),
        (card("city", 6, "Location", subtype="Ground"), 1),
    ],
    "short": [(card("ship", 6), 2), (card("walker", 12, "Ground/Character"), 2)],
}


def setups(deck: SetupDeck, policy: str, games: int = amount(1_000, 40_000)) -> FigureTally:
    trial = setup_trial(SIMULATOR, (play_deck(deck), None), (policy, None), 30, games)
    *_, (tally, _) = simulate_setups(trial, jobs=1)
    assert tally is not None
    return tally


def goldfish(deck: SetupDeck, conditions: tuple[str, ...] = (), *, with_setup: bool = False) -> GoldfishTally:
    asked = tuple(hand_condition(parse_condition(text), deck.entries) for text in conditions)
    trial = GoldfishTrial(
        SIMULATOR,
        play_deck(deck),
        0,
        "greedy",
        7,
        amount(1_000, 12_000) if with_setup else amount(5_000, 100_000),
        conditions=asked,
        with_setup=with_setup,
    )
    *_, last = simulate_goldfish(goldfish_trial(trial), jobs=1)
    return last


def assert_near(proportion: Proportion, exact: Fraction | float, what: object = None) -> None:
    assert abs(proportion.estimate - float(exact)) <= 4 * proportion.standard_error, what


@pytest.mark.parametrize(("edition", "name", "policy"), in_turns(EDITIONS[:3], TINY, POLICIES, rounds=2))
def test_setup_totals_agree_with_the_exact_ones(name: str, policy: str, edition: str) -> None:
    deck = deck_of(TINY[name], edition)
    exact = setup_outcomes(deck, policy)
    assert sum(exact.values()) == 1
    tally = setups(deck, policy)
    for total in range(31):
        times = tally.values["total"][total]
        wanted = sum((p for (t, _, _), p in exact.items() if t == total), Fraction(0))
        if wanted in {0, 1}:
            assert times == wanted * tally.games
        else:
            assert_near(Proportion(times, tally.games), wanted, total)
    arenas = sum((p for (_, held, _), p in exact.items() if held), Fraction(0))
    partial = sum((p for (_, _, built), p in exact.items() if built), Fraction(0))
    assert_near(Proportion(tally.hits["all_arenas"], tally.games), arenas)
    assert_near(Proportion(tally.hits["partial"], tally.games), partial)


CONDITIONS = (
    "type:space >= 1 and type:ground >= 1 and type:character >= 1",
    "count(type:battle) >= 1 or not count(type:unit cost<=4) >= 3",
    "count(type:space) > count(type:ground)",
    "cost:5 = 2",
)


def real_decks(cards: tuple[Card, ...]) -> list[Deck]:
    return [
        Builder(cards).deck(),
        Builder(cards, "dark").deck(20, 14, 16, 10),
        Builder(cards).deck(12, 24, 12, 30),
        Builder(cards, "dark").deck(4, 5, 3, 6),
    ]


@pytest.mark.parametrize("with_setup", [False, True])
def test_opening_hands_agree_with_the_exact_odds(cards: tuple[Card, ...], with_setup: bool) -> None:
    for deck in real_decks(cards):
        for edition in EDITIONS[:3]:
            tally = goldfish(make_setup_deck(deck, edition), CONDITIONS, with_setup=with_setup)
            for text, hits in zip(CONDITIONS, tally.conditions, strict=True):
                classes = deck_classes(deck, parse_condition(text), mulligan_discards(edition))
                exact = condition_probability(classes, 7, 0, mulligan=True)
                assert_near(Proportion(hits, tally.hands), exact, text)


def test_opening_hands_by_type_agree_with_the_exact_distribution(cards: tuple[Card, ...]) -> None:
    for deck in real_decks(cards):
        exact = opening_distribution(deck)
        for with_setup in (False, True):
            tally = goldfish(make_setup_deck(deck), with_setup=with_setup)
            figures = tally.opening.figures()
            for name in ARENAS:
                wanted = float(exact.mean_of(name.title()))
                found = figures[name]
                assert abs(found.value - wanted) <= 4 * found.standard_error, name


def test_the_same_deck_on_both_sides_gives_the_same_figures(cards: tuple[Card, ...]) -> None:
    deck = play_deck(make_setup_deck(Builder(cards).deck(15, 15, 15, 15)))
    for policy in POLICIES:
        trial = setup_trial(SIMULATOR, (deck, deck), (policy, policy), 3, amount(2_500, 20_000))
        *_, found = simulate_setups(trial, jobs=1)
        dark, light = ({name: tally.figures()[name] for name in AWAITED} for tally in found if tally)
        for name, proportion in dark.items():
            assert abs(FigureDifference(proportion, light[name]).difference) <= (
                4 * FigureDifference(proportion, light[name]).standard_error
            ), (policy, name)


def test_the_planner_reaches_what_it_aims_at_far_more_often(cards: tuple[Card, ...]) -> None:
    for deck in real_decks(cards)[:3]:
        made = make_setup_deck(deck)
        tallies = [setups(made, policy, 10_000) for policy in ("greedy", "planner")]
        greedy, planner = (
            Proportion(tally.hits["exactly_30_with_all_arenas"], tally.games) for tally in tallies
        )
        found = FigureDifference(greedy, planner)
        assert found.matters
        assert found.difference > 0.1


@pytest.mark.parametrize(
    ("first", "second", "size"),
    [
        (Proportion(5_000, 10_000), Proportion(5_010, 10_000), "chance"),
        (Proportion(500_000, 1_000_000), Proportion(510_000, 1_000_000), "small"),
        (Proportion(5_000, 10_000), Proportion(6_500, 10_000), "medium"),
        (Proportion(100, 10_000), Proportion(5_000, 10_000), "large"),
        # a mean of 13 with a spread of 2, and others: 0.14 more is nothing, 2 is a lot
        (Mean(130_000, 1_730_000, 10_000), Mean(131_400, 1_766_596, 10_000), "small"),
        (Mean(130_000, 1_730_000, 10_000), Mean(150_000, 2_290_000, 10_000), "large"),
    ],
)
def test_what_is_small_is_called_small(first: Figure, second: Figure, size: str) -> None:
    """With enough hands every difference is proven; that does not make it one to act on."""
    found = FigureDifference(first, second)
    assert found.size == size
    assert FigureDifference(second, first).size == size
    assert found.as_json()["size"] == size


def test_effects_are_those_of_the_textbook() -> None:
    """Cohen's h of 0.5 and 0.65 is 0.3047; d is the difference by the spread."""
    assert abs(FigureDifference(Proportion(50, 100), Proportion(65, 100)).effect - 0.3047) < 0.0001
    spread_two = Mean(130_000, 1_730_000, 10_000), Mean(150_000, 2_290_000, 10_000)
    assert abs(FigureDifference(*spread_two).effect - 1.0) < 0.001
    assert FigureDifference(Mean(10, 10, 10), Mean(20, 40, 10)).effect == float("inf")
