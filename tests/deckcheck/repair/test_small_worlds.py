"""Repairs against brute force over every deck of small catalogues."""

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import pytest

from db.cards.card import Card
from deckcheck.games import get_game
from deckcheck.games.constraints import Slot
from deckcheck.games.game import Format
from deckcheck.judge.validate import Judge
from deckcheck.repair.problem import Conditions
from deckcheck.repair.repair import RepairOptions, repair_deck
from tests.amounts import amount
from tests.deckcheck.repair.worlds import Counts, World, with_ids

ZONES = ("Deck", "Supply")


def small_judge(rng: random.Random, edition: str) -> Judge:
    """The rules with small numbers, so that all decks can be tried."""
    game = get_game("swtcg")
    usual = game.format_called("printed")
    assert usual is not None
    minimum = rng.randint(0, 2)
    size = rng.randint(2, 7)
    numbers: dict[str, dict[str, int]] = {
        "deck-size": {"minimum": size},
        "copy-limit": {"limit": rng.randint(1, 2)},
        "unit-minimum": {"minimum": minimum},
        "unit-ratio": {"factor": rng.randint(1, 2)},
    }
    if edition == "community":
        numbers["unit-total"] = {"minimum": rng.randint(0, 4)}
        numbers["deck-size"]["with_resource"] = size - 1
    own = Format("small", "Small", edition, numbers=numbers)
    return Judge("swtcg", replace(own, source=usual.source), on=date(2026, 11, 21))


def some_cards(cards: Sequence[Card], rng: random.Random, number: int) -> list[Card]:
    """Cards of all kinds, those of several arenas and sides more often than chance has it."""
    kinds: dict[object, list[Card]] = {}
    for card in cards:
        if not any(p.differs for p in card.printings) and not card.marks:
            kinds.setdefault((card.type, card.side), []).append(card)
    chosen = rng.sample(sorted(kinds, key=str), number)
    return with_ids([rng.choice(kinds[kind]) for kind in chosen])


def small_world(cards: Sequence[Card], seed: int, edition: str) -> World:
    """A world of seven slots; in the community's edition some of them outside the deck."""
    rng = random.Random(seed)
    found = some_cards(cards, rng, 6 if edition == "community" else 7)
    slots = [Slot("Deck", card) for card in found]
    if edition == "community":
        resource = next((card for card in found if card.type == "Resource"), found[0])
        slots.append(Slot("Supply", resource))
    return World(small_judge(rng, edition), slots, [2] * len(slots))


def repaired(world: World, counts: Counts, conditions: Conditions) -> tuple[int, int] | None:
    """What the repair says of a deck, after its proof and its deck were checked."""
    deck = world.deck(counts)
    found = repair_deck(world.prepared, deck, RepairOptions(conditions, lambda _card: 0))
    if found.plan is None:
        assert found.impossible
        return None
    after = world.counts(found.plan.deck)
    assert after in world.legal
    assert found.proof.minimal, found.proof
    assert found.proof.lower_bound == found.plan.distance
    if conditions.owned_only:
        assert world.keeps_to(counts, after, conditions.free or {})
    return found.plan.distance, world.not_free(after, conditions.free)


@pytest.mark.parametrize("seed", range(amount(8, 400)))
@pytest.mark.parametrize("edition", ["printed-2005", "community"])
def test_no_legal_deck_of_a_small_catalogue_is_nearer(
    cards: tuple[Card, ...], seed: int, edition: str
) -> None:
    """Neither one with fewer changes, nor one with as many that needs fewer cards not free."""
    world = small_world(cards, seed, edition)
    rng = random.Random(seed)
    for _ in range(amount(6, 25)):
        counts = world.random_counts(rng)
        free = {slot.card.id or 0: rng.randint(0, 2) for slot in world.slots}
        for owned in (False, True):
            conditions = Conditions(free=free, owned_only=owned)
            expected = world.nearest(counts, free, owned=owned)
            if counts in world.legal:
                expected = (0, world.not_free(counts, free))
            assert repaired(world, counts, conditions) == expected, (counts, owned)
