"""The opening hand by types of cards: its exact distribution after the mulligan.

Simulations of openings are checked against it.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from deckcheck.deck import Deck
from deckcheck.games.swtcg.setup.rules import get_setup_rules, kind_of
from deckcheck.games.swtcg.zones import DECK
from deckcheck.odds.best import hands_of
from deckcheck.odds.errors import TooFewCardsError, TooManyStepsError
from deckcheck.odds.exact import MOST_STEPS, hand_weights

UNKNOWN = "unknown"
"""The type of cards that are unknown or ambiguous; they are never put away."""


@dataclass(frozen=True, slots=True)
class OpeningDistribution:
    """The probability of each opening hand, by its numbers of cards of each of `types`, in order.

    `sizes` are the numbers of such cards in the deck.
    """

    types: tuple[str, ...]
    sizes: tuple[int, ...]
    probabilities: Mapping[tuple[int, ...], Fraction]

    def counts_of(self, card_type: str) -> Mapping[int, Fraction]:
        """The probability of each number of cards of one type."""
        place = self.types.index(card_type)
        found: dict[int, Fraction] = {}
        for hand, probability in sorted(self.probabilities.items()):
            found[hand[place]] = found.get(hand[place], Fraction(0)) + probability
        return dict(sorted(found.items()))

    def mean_of(self, card_type: str) -> Fraction:
        """The mean number of cards of one type."""
        return sum((n * p for n, p in self.counts_of(card_type).items()), Fraction(0))


def opening_distribution(
    deck: Deck, edition: str = "printed-2005", hand: int = 7, *, mulligan: bool = True
) -> OpeningDistribution:
    """The exact distribution of the opening hand by card types, as the catalogue writes them.

    With `mulligan`, of the hand after all cards that may be discarded were, and as many drawn.
    """
    kinds = get_setup_rules(edition).discardable
    sizes = _cards_by_type(deck)
    total = sum(sizes.values())
    if hand > total:
        raise TooFewCardsError(hand, total)
    away = [mulligan and kind_of(card_type) in kinds for card_type in sizes]
    discardable = sum(n for n, out in zip(sizes.values(), away, strict=True) if out)
    if comb(hand + len(sizes), hand) > MOST_STEPS:
        raise TooManyStepsError(MOST_STEPS)
    found: dict[tuple[int, ...], Fraction] = {}
    for seen, weights in hand_weights(total, discardable, hand, 0).items():
        for numbers, ways in hands_of(tuple(sizes.values()), seen):
            weight = weights[sum(n for n, out in zip(numbers, away, strict=True) if out)]
            if weight:
                found[numbers] = found.get(numbers, Fraction(0)) + ways * weight
    return OpeningDistribution(tuple(sizes), tuple(sizes.values()), found)


def _cards_by_type(deck: Deck) -> Mapping[str, int]:
    """The cards of the main deck by type, in the order of the types' names, unknown ones last."""
    found: Counter[str] = Counter()
    for entry in deck.entries:
        if entry.zone == DECK and entry.quantity:
            types = {c.type for c in ((entry.card,) if entry.card else entry.candidates)}
            found[types.pop() if len(types) == 1 else UNKNOWN] += entry.quantity
    return dict(sorted(found.items(), key=lambda item: (item[0] == UNKNOWN, item[0])))
