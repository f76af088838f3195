"""The order of aims: what a repair prefers, by the measure that searches show."""

import random

from db.cards.card import Card
from deckcheck.query.likeness import Likeness, most_alike
from deckcheck.repair.costs import AIMS, CHANGE, Costs, amounts
from deckcheck.rules.slot import Slot


def by_name(cards: tuple[Card, ...], name: str) -> Card:
    return next(card for card in cards if card.name == name)


def test_a_repair_prefers_what_a_search_for_alike_cards_shows_first(cards: tuple[Card, ...]) -> None:
    """Whoever looks up what else could come in finds the cards in the order of the repair."""
    boba = by_name(cards, "Boba Fett (A)")
    costs = Costs({Slot("Deck", boba): 2})
    shown = [one.card for one in most_alike(boba, cards)[:500]]
    preferred = [costs.put_in(card) for card in shown]
    assert preferred == sorted(preferred)
    assert costs.nearest(shown, 5) == [0, 1, 2, 3, 4]


def test_cards_come_in_by_how_unlike_the_whole_deck_they_are(cards: tuple[Card, ...]) -> None:
    rng = random.Random(5)
    deck = rng.sample(cards, 15)
    costs, likeness = Costs({Slot("Deck", card): 2 for card in deck}), Likeness(deck)
    for card in rng.sample(cards, 300):
        told = amounts(costs.put_in(card))
        assert told["changes"] == 1
        assert told["unlike"] == likeness.unlikeness(card)
        assert told["new"] == (card not in deck)


def test_those_leave_first_of_which_there_are_fewest_and_then_the_most_unlike(
    cards: tuple[Card, ...],
) -> None:
    """Of a deck of clones and one stranger, each single, the stranger goes before a clone."""
    like_boba = [one.card for one in most_alike(by_name(cards, "Boba Fett (A)"), cards)[:5]]
    stranger = by_name(cards, "Millennium Falcon (A)")
    costs = Costs({Slot("Deck", card): 1 for card in (*like_boba, stranger)})
    assert costs.take_out(stranger) < min(costs.take_out(card) for card in like_boba)
    more = Costs({**{Slot("Deck", card): 1 for card in like_boba}, Slot("Deck", stranger): 2})
    assert more.take_out(stranger) > max(more.take_out(card) for card in like_boba)


def test_no_aim_reaches_into_another() -> None:
    """Five thousand copies of the most unlike cards are still no change."""
    told = amounts(5_000 * (CHANGE + 20_000 * (1 << 36 * 2)))
    assert told["changes"] == 5_000
    assert told["unlike"] == 100_000_000
    assert set(told) == set(AIMS)
