"""Odds by brute force: every first hand, and after it every draw, one by one.

It shares no formula with deckcheck.odds: cards are told apart, and probabilities are counted.
"""

from fractions import Fraction
from itertools import combinations
from math import comb

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry
from deckcheck.odds.classes import CardClass, DeckClasses


def probability(classes: DeckClasses, hand: int, draws: int = 0, *, mulligan: bool = False) -> Fraction:
    """How likely the condition is, over all first hands and all cards drawn after them."""
    cards = [c for c in classes.classes for _ in range(c.copies)]
    places = range(len(cards))
    queries = range(len(classes.condition.queries))
    found = Fraction(0)
    for first in combinations(places, hand):
        kept = [p for p in first if not (mulligan and cards[p].discarded)]
        rest = [p for p in places if p not in first]
        drawn = min(hand - len(kept) + draws, len(rest))
        good = 0
        for more in combinations(rest, drawn):
            seen = [cards[p] for p in (*kept, *more)]
            good += classes.condition.holds([sum(c.answers[q] for c in seen) for q in queries])
        found += Fraction(good, comb(len(rest), drawn))
    return found / comb(len(cards), hand)


def classes_of(*rows: tuple[int, str] | tuple[int, str, bool]) -> tuple[CardClass, ...]:
    """Classes written short: copies, answers like `yn`, and whether a mulligan discards them."""
    return tuple(
        CardClass(row[0], tuple(a == "y" for a in row[1]), len(row) > 2 and bool(row[2])) for row in rows
    )


def card(name: str, card_type: str = "Space", cost: int | None = 3, **facts: object) -> Card:
    """A made-up card."""
    values: dict[str, object] = {
        "game": "swtcg",
        "base_name": name,
        "version": None,
        "distinction": None,
        "side": "light",
        "subtype": None,
        "speed": 40,
        "power": 3,
        "health": 3,
        **facts,
    }
    return Card(name=name, type=card_type, cost=cost, **values)  # type: ignore[arg-type]


def deck_of(*copies: tuple[int, Card | str], zone: str = "Deck") -> Deck:
    """A deck of so many copies of each card; mere names are unknown cards."""
    return Deck(
        tuple(
            DeckEntry(n, one, zone) if isinstance(one, str) else DeckEntry(n, one.name, zone, None, one)
            for n, one in copies
        )
    )


def is_battle(one: Card) -> bool:
    """What these tests let a mulligan put away."""
    return one.type == "Battle"
