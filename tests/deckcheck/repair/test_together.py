"""Two decks from one collection, against every pair of decks of small catalogues."""

import random
from collections.abc import Mapping, Sequence

import pytest

from db.cards.card import Card
from deckcheck.repair.problem import Conditions
from deckcheck.repair.repair import RepairOptions
from deckcheck.repair.result import RepairedTogether, as_document_together
from deckcheck.repair.together import repair_together
from deckcheck.rules.slot import Slot
from tests.amounts import amount
from tests.deckcheck.repair.test_small_worlds import judge_of, small_world, some_cards
from tests.deckcheck.repair.worlds import Counts, World, with_ids

Pair = tuple[Counts, Counts]


def both(world: World, pair: Pair) -> dict[Card, int]:
    """The copies of each card in both decks."""
    one, other = (world.by_card(counts) for counts in pair)
    return {card: n + other.get(card, 0) for card, n in one.items()}


def can_be_built(world: World, before: Pair, after: Pair, free: Mapping[int, int]) -> bool:
    """Whether what comes in is free: of such a card no more than free stand in both decks."""
    now = both(world, after)
    return all(
        b <= a or now[slot.card] <= free.get(slot.card.id or 0, 0)
        for have, there in zip(before, after, strict=True)
        for slot, a, b in zip(world.slots, have, there, strict=True)
    )


def not_free(world: World, pair: Pair, free: Mapping[int, int]) -> int:
    return sum(max(0, n - free.get(c.id or 0, 0)) for c, n in both(world, pair).items())


def steps(before: Pair, after: Pair) -> int:
    return sum(
        abs(a - b)
        for have, there in zip(before, after, strict=True)
        for a, b in zip(have, there, strict=True)
    )


def nearest(world: World, before: Pair, free: Mapping[int, int]) -> tuple[int, int] | None:
    """The fewest changes of all pairs of legal decks, and of these the fewest not free."""
    found = [
        (steps(before, (one, other)), not_free(world, (one, other), free))
        for one in world.legal
        for other in world.legal
        if can_be_built(world, before, (one, other), free)
    ]
    return min(found, default=None)


def repaired(world: World, before: Pair, free: Mapping[int, int]) -> RepairedTogether:
    decks = [world.deck(counts) for counts in before]
    conditions = Conditions(free=free, owned_only=True)
    return repair_together(world.prepared, decks, RepairOptions(conditions, lambda _card: 0))


def answer(
    world: World, before: Pair, free: Mapping[int, int], found: RepairedTogether
) -> tuple[int, int] | None:
    """What the repair says, after its decks and its proof were looked at."""
    if found.distance is None:
        assert found.impossible
        assert not any(one.plan for one in found.repairs)
        return None
    plans = [one.plan for one in found.repairs if one.plan is not None]
    first, second = (world.counts(plan.deck) for plan in plans)
    assert first in world.legal
    assert second in world.legal
    assert can_be_built(world, before, (first, second), free), (before, first, second, free)
    assert found.proof.minimal, found.proof
    assert found.proof.lower_bound == found.distance == steps(before, (first, second))
    return found.distance, not_free(world, (first, second), free)


def few_slots(cards: Sequence[Card], seed: int, edition: str) -> World:
    """A small world of five slots, so that pairs of its decks can be tried."""
    world = small_world(cards, seed, edition)
    slots = [slot for slot in world.slots[:5] if slot.card != world.slots[-1].card]
    if len(slots) < 5:  # what may stand outside the deck keeps both its slots
        slots = [*slots[:3], *(s for s in world.slots if s.card == world.slots[-1].card)]
    return World(world.judge, slots, [2] * len(slots))


SEEDS = {"printed-2005": (15, 16), "community": (64, 70)}
"""Worlds in which sharing costs changes, or made an answer unproven once; `make slow` has more."""


@pytest.mark.parametrize("edition", SEEDS)
def test_no_pair_of_legal_decks_is_nearer(cards: tuple[Card, ...], edition: str) -> None:
    """Nor needs fewer cards that are not free; and whoever builds both has all that came in."""
    dearer = 0
    for seed in (*SEEDS[edition], *range(amount(0, 200))):
        world, rng = few_slots(cards, seed, edition), random.Random(seed)
        if not 0 < len(world.legal) <= 80:  # all pairs are tried
            continue
        for _ in range(6):
            before = world.random_counts(rng), world.random_counts(rng)
            free = {slot.card.id or 0: rng.randint(1, 3) for slot in world.slots}
            expected = nearest(world, before, free)
            found = repaired(world, before, free)
            assert answer(world, before, free, found) == expected, (seed, before, free)
            alone = [world.nearest(counts, free, owned=True) for counts in before]
            if expected and all(alone):
                dearer += expected[0] > sum(one[0] for one in alone if one)
    assert dearer, "in no world do the decks need the same copies"


def test_a_copy_that_leaves_one_deck_may_come_into_the_other(cards: tuple[Card, ...]) -> None:
    """Who owns one of a card and lists two moves one, not two."""
    rng = random.Random(3)
    numbers = {"deck-size": {"minimum": 2}, "copy-limit": {"limit": 2}, "unit-minimum": {"minimum": 0}}
    judge = judge_of(numbers, "printed-2005")
    known = [c for c in some_cards(cards, judge, rng, 12) if "/" not in c.type]
    light = [next(c for c in known if c.side == side) for side in ("light", "dark")]
    found = with_ids([*light, next(c for c in known if c.side == "neutral")])
    world = World(judge, [Slot("Deck", card) for card in found], [2, 2, 2])
    for free in ({1: 1}, {1: 1, 3: 1}, {1: 2, 3: 1}, {1: 1, 2: 1, 3: 3}, {1: 0, 2: 2, 3: 2}):
        for before in (((1, 2, 0), (0, 0, 1)), ((2, 2, 0), (1, 0, 0)), ((2, 2, 1), (0, 0, 0))):
            told = repaired(world, before, free)
            assert answer(world, before, free, told) == nearest(world, before, free), (before, free)


def test_the_document_tells_the_changes_by_deck(cards: tuple[Card, ...]) -> None:
    world = few_slots(cards, 16, "printed-2005")
    before = world.legal[0], (0,) * len(world.slots)
    free = {slot.card.id or 0: 4 for slot in world.slots}
    told = as_document_together(repaired(world, before, free))
    assert told["schema"] == "deckcheck.repair-together/1"
    assert [deck["verdict_before"] for deck in told["decks"]] == ["legal", "illegal"]
    assert [deck["verdict_after"] for deck in told["decks"]] == ["legal", "legal"]
    assert told["distance"] == sum(deck["distance"] for deck in told["decks"]) > 0
    assert told["proof"]["minimal"] is True
    assert told["impossible"] is None
