"""Repairs against brute force over every deck of small catalogues."""

import random
from collections.abc import Sequence
from datetime import date

import pytest

from db.cards.card import Card
from deckcheck.games import get_game
from deckcheck.judge.validate import Judge
from deckcheck.repair.problem import Conditions
from deckcheck.repair.repair import RepairOptions, repair_deck
from deckcheck.rules.compiled import Avoid
from deckcheck.rules.edition import Format
from deckcheck.rules.slot import Slot
from tests.amounts import amount
from tests.deckcheck.repair.worlds import Counts, World, with_ids

ZONES = ("Deck", "Supply")


def small_judge(rng: random.Random, edition: str) -> Judge:
    """The rules with small numbers, so that all decks can be tried."""
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
    return judge_of(numbers, edition)


def judge_of(numbers: dict[str, dict[str, int]], edition: str) -> Judge:
    """The rules with these numbers."""
    usual = get_game("swtcg").formats.find("printed")
    assert usual is not None
    own = Format("small", "Small", edition, numbers=numbers)
    return Judge("swtcg", own._replace(source=usual.source), on=date(2026, 11, 21))


def some_cards(cards: Sequence[Card], judge: Judge, rng: random.Random, number: int) -> list[Card]:
    """Cards of all kinds, those of several arenas and sides more often than chance has it.

    Those that no repair puts in are left out: a rule warns of them, or no source has them any more.
    """
    kinds: dict[tuple[str, str | None], list[Card]] = {}
    avoided = [one for one in judge.constraints(cards) if isinstance(one, Avoid)]
    for card in cards:
        gone = all(p.removed_on for p in card.printings)
        warned = any(one.slots(Slot("Deck", card)) for one in avoided)
        odd = any(p.differs for p in card.printings) or card.marks
        if not (gone or warned or odd):
            kinds.setdefault((card.type, card.side), []).append(card)
    resources = sorted((kind for kind in kinds if kind[0] == "Resource"), key=str)
    for kind in rng.sample(resources, len(resources) - 1):
        del kinds[kind]  # a world has one slot outside the deck
    chosen = rng.sample(sorted(kinds, key=str), number)
    return with_ids([rng.choice(kinds[kind]) for kind in chosen])


def small_world(cards: Sequence[Card], seed: int, edition: str, slots_in_all: int = 7) -> World:
    """A world of some slots; in the community's edition one of them outside the deck."""
    rng = random.Random(seed)
    judge = small_judge(rng, edition)
    found = some_cards(cards, judge, rng, slots_in_all - (edition == "community"))
    slots = [Slot("Deck", card) for card in found]
    if edition == "community":
        resource = next((card for card in found if card.type == "Resource"), found[0])
        slots.append(Slot("Supply", resource))
    return World(judge, slots, [2] * len(slots))


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


@pytest.mark.parametrize("seed", range(400) if amount(0, 1) else (6, 11))  # these have legal decks
@pytest.mark.parametrize("edition", ["printed-2005", "community"])
def test_no_legal_deck_of_a_small_catalogue_is_nearer(
    cards: tuple[Card, ...], seed: int, edition: str
) -> None:
    """Neither one with fewer changes, nor one with as many that needs fewer cards not free."""
    world = small_world(cards, seed, edition, amount(6, 7))
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


def test_free_copies_of_a_card_in_two_zones_are_counted_once(cards: tuple[Card, ...]) -> None:
    """Copies that leave one zone are free for the other: this deck needs no card from elsewhere."""
    names = (
        "Grand Army of the Republic (B)",
        "Predor Tul'kar (A)",
        "Artorias",
        "Fight on All Fronts",
        "Dawn of the Jedi",
        "Hutt Empire",
    )
    found = with_ids([next(card for card in cards if card.name == name) for name in names])
    slots = [*(Slot("Deck", card) for card in found), Slot("Supply", found[0])]
    numbers = {
        "deck-size": {"minimum": 2, "with_resource": 1},
        "copy-limit": {"limit": 1},
        "unit-minimum": {"minimum": 0},
        "unit-total": {"minimum": 0},
        "unit-ratio": {"factor": 2},
    }
    world = World(judge_of(numbers, "community"), slots, [2] * 7)
    conditions = Conditions(free={1: 1, 2: 1, 3: 2})
    assert repaired(world, (2, 2, 0, 0, 0, 0, 2), conditions) == (6, 0)


def test_a_format_without_a_size_still_asks_for_a_card(cards: tuple[Card, ...]) -> None:
    """The validator calls an empty deck illegal whatever the sizes are, and so does the repair."""
    rng = random.Random(1)
    sizes = {"deck-size": {"minimum": 0, "with_resource": 0}, "unit-minimum": {"minimum": 0}}
    own = Format("none", "None", "community", numbers={**sizes, "unit-total": {"minimum": 0}})
    judge = Judge("swtcg", own, on=date(2026, 11, 21))
    slots = [Slot("Deck", card) for card in some_cards(cards, judge, rng, 3)]
    world = World(judge, slots, [1, 1, 1])
    assert (0, 0, 0) not in world.legal
    assert repaired(world, (0, 0, 0), Conditions()) == (1, 1)
