"""Tunes of real cards, held against decks by chance and against dealt hands."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

import deckcheck
from deckcheck.deck import Deck, DeckEntry
from tests.amounts import amount
from tests.conftest import ROOT

GOALS = {
    "decks/rebels.dek": ("type:space >= 1 and type:ground >= 1 and type:character >= 1", "units"),
    "sisters/kylo-and-phasma.txt": ("type:event >= 2 and type:upgrade >= 1", "keep"),
}
CHANGES = 6


@pytest.mark.parametrize("name", GOALS)
def test_no_deck_by_chance_beats_the_bound_and_dealt_hands_agree(small_database: Path, name: str) -> None:
    """The bound is above legal decks of up to so many changes; the odds are those of shuffled cards."""
    rng, (goal, mulligan) = random.Random(name), GOALS[name]
    with deckcheck.open(small_database) as session:
        deck = session.deck(ROOT / "examples" / name)
        found = session.tune(ROOT / "examples" / name, goal, changes=CHANGES, mulligan=mulligan)
        document, plan = found.document(), found.tuned.plan
        bound, value = document["proof"]["upper_bound"], document["after"]["value"]
        assert plan is not None
        dealt = session.dealt_odds(plan.deck, goal, hands=20_000, seed=7, mulligan=mulligan)
        assert abs(dealt.value - value) < 4 * dealt.standard_error
        pool = [
            card for card in session.catalogue(deck.game).cards() if card.side in {None, "light", "villain"}
        ]
        judge, legal = deckcheck.Judge(deck.game), 0
        for _turn in range(amount(100, 10_000)):
            other = changed(deck, pool, rng)
            if judge.validate(other).verdict == "legal":
                legal += 1
                odds = session.odds(other, goal, mulligan=mulligan).probability
                assert odds is not None
                assert float(odds) <= bound + 1e-12, other
        assert legal


def changed(deck: Deck, pool: list[deckcheck.Card], rng: random.Random) -> Deck:
    """A deck with up to so many cards less and more."""
    entries = list(deck.entries)
    for _turn in range(rng.randint(1, CHANGES // 2)):
        place = rng.randrange(len(entries))
        one = entries[place]
        entries[place] = one._replace(quantity=one.quantity - 1, dice=None)
        card = rng.choice(pool)
        entries.append(DeckEntry(1, card.name, one.zone, None, card))
    return replace(deck, entries=tuple(entry for entry in entries if entry.quantity))
