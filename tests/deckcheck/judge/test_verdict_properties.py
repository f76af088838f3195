"""What is proven of a verdict must hold of cards that are added."""

from dataclasses import replace
from datetime import date

import pytest

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry
from deckcheck.judge.validate import Judge
from deckcheck.report import ERROR
from tests.amounts import amount
from tests.deckcheck.random_decks.decks import seed_of
from tests.deckcheck.random_decks.swtcg import SwtcgDecks

DAY = date(2026, 11, 21)
WAYS = [
    ("printed", "printed-2002"),
    ("printed", "community"),
    ("standard", "community"),
    ("vintage", "printed-2004"),
]
DECKS = amount(800, 10_000)
MADE_UP_BY_MORE = frozenset({"deck-size", "unit-minimum", "unit-total", "unit-ratio", "empty-deck"})
"""What one more card may put right: minima and ratios."""


def errors(judge: Judge, deck: Deck) -> frozenset[str]:
    return frozenset(i.code for i in judge.validate(deck).issues if i.severity == ERROR)


@pytest.mark.parametrize(("play_format", "edition"), WAYS)
def test_one_more_card_puts_right_nothing_but_a_minimum_or_a_ratio(
    cards: tuple[Card, ...], play_format: str, edition: str
) -> None:
    """Else a player could buy legality with a card: no ban, limit or side is undone by more cards."""
    decks = SwtcgDecks(cards, seed_of("more", play_format, edition), play_format, edition)
    judge = Judge("swtcg", play_format, edition=edition, on=DAY)
    put_right = 0
    for _ in range(DECKS // len(WAYS)):
        deck = decks.deck()
        before = errors(judge, deck)
        card, zone = decks.rng.choice(cards), decks.rng.choice(["Deck", "Deck", "Supply"])
        if card.side == "yuuzhan-vong":
            continue  # it opens the deck to two cards whose text says so: the golden rule
        entry = DeckEntry(1, card.name, zone, 999, card, card.printings[0])
        after = errors(judge, replace(deck, entries=(*deck.entries, entry)))
        assert before - after <= MADE_UP_BY_MORE
        put_right += bool(before) and not after
    assert put_right or play_format != "printed"
