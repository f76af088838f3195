"""The opening hand by types: against brute force, against the odds, and by edition."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from db.cards.card import Card
from deckcheck.deck import Deck
from deckcheck.errors import UnknownEditionError
from deckcheck.games.swtcg.setup.rules import mulligan_discards
from deckcheck.odds.answer import Question, count_odds
from deckcheck.odds.errors import TooFewCardsError
from deckcheck.odds.parser import parse_condition
from tests.deckcheck.building import Builder
from tests.deckcheck.odds.classes_of_decks import deck_classes
from tests.deckcheck.odds.naive import card, deck_of
from tests.deckcheck.odds.opening_odds import opening_distribution

TYPES = ("Battle", "Equipment", "Location", "Mission - Trap", "Space", "Space/Ground", "unknown")


def small_deck() -> Deck:
    kinds = {kind: card(kind, kind) for kind in TYPES[:-1]}
    return deck_of(
        (2, kinds["Space"]),
        (1, kinds["Battle"]),
        (1, kinds["Mission - Trap"]),
        (1, kinds["Equipment"]),
        (2, kinds["Location"]),
        (1, kinds["Space/Ground"]),
        (1, "nobody knows"),
    )


def by_brute_force(deck: Deck, away: set[str], hand: int) -> dict[tuple[int, ...], Fraction]:
    types = [e.card.type if e.card else "unknown" for e in deck.entries for _ in range(e.quantity)]
    found: dict[tuple[int, ...], Fraction] = {}
    for first in combinations(range(len(types)), hand):
        kept = [types[p] for p in first if types[p] not in away]
        rest = [types[p] for p in range(len(types)) if p not in first]
        drawn = min(hand - len(kept), len(rest))
        for more in combinations(rest, drawn):
            seen = [*kept, *more]
            key = tuple(seen.count(t) for t in TYPES)
            weight = Fraction(1, comb(len(types), hand) * comb(len(rest), drawn))
            found[key] = found.get(key, Fraction(0)) + weight
    return found


@pytest.mark.parametrize(
    ("edition", "away"),
    [
        ("printed-2002", {"Battle", "Mission - Trap"}),
        ("printed-2004", {"Battle", "Mission - Trap", "Location"}),
        ("printed-2005", {"Battle", "Mission - Trap", "Location", "Equipment"}),
        ("community", {"Battle", "Mission - Trap", "Location"}),
    ],
)
@pytest.mark.parametrize("hand", [1, 3, 5])
def test_brute_force_over_all_first_hands_agrees(edition: str, away: set[str], hand: int) -> None:
    found = opening_distribution(small_deck(), edition, hand)
    assert found.types == TYPES
    assert found.probabilities == by_brute_force(small_deck(), away, hand)
    kept = opening_distribution(small_deck(), edition, hand, mulligan=False)
    assert kept.probabilities == by_brute_force(small_deck(), set(), hand)


def test_it_agrees_with_the_odds_of_a_real_deck(cards: tuple[Card, ...]) -> None:
    deck = Builder(cards).deck(13, 14, 15, 18)
    found = opening_distribution(deck)
    assert sum(found.probabilities.values()) == 1
    assert dict(zip(found.types, found.sizes, strict=True)) == {
        "Battle": 18,
        "Character": 15,
        "Ground": 14,
        "Space": 13,
    }
    condition = parse_condition("type=space >= 1")
    odds = Question(deck_classes(deck, condition, mulligan_discards("printed-2005")), mulligan=True)
    counts = found.counts_of("Space")
    at_least = count_odds(odds, condition.queries[0]).at_least
    for copies, probability in enumerate(at_least, start=1):
        assert sum(p for n, p in counts.items() if n >= copies) == probability
    assert found.mean_of("Space") == sum(at_least)
    assert sum(found.mean_of(t) for t in found.types) == 7


def test_the_mean_number_of_battle_cards_after_the_mulligan_by_hand() -> None:
    # 3 Battle cards and 1 Space unit, hand of 1: a Battle card is put away with 3/4, and then one of
    # the 2 others comes with 2/3.
    deck = deck_of((3, card("Ambush", "Battle")), (1, card("Falcon")))
    assert opening_distribution(deck, hand=1).mean_of("Battle") == Fraction(3, 4) * Fraction(2, 3)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(TooFewCardsError):
        opening_distribution(deck_of((6, card("Falcon"))))
    with pytest.raises(UnknownEditionError):
        opening_distribution(small_deck(), "printed-1999")
