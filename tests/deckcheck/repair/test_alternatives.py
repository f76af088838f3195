"""The next best decks against all decks of small catalogues."""

import random
from dataclasses import dataclass

import pytest

from db.cards.card import Card
from deckcheck.repair import repair, separable, solving
from deckcheck.repair.enumeration import Best
from deckcheck.repair.integer_program import Solved, fewest_changes
from deckcheck.repair.problem import Problem
from deckcheck.repair.repair import RepairOptions, repair_deck
from deckcheck.repair.result import as_document
from deckcheck.repair.text import repair_text
from tests.amounts import amount
from tests.deckcheck.repair.test_small_worlds import small_world
from tests.deckcheck.repair.worlds import Counts, World


@dataclass(frozen=True)
class Step:
    """A deck and how far it is from another; `goes_beyond` where it makes all changes of one."""

    before: Counts
    after: Counts

    @property
    def changes(self) -> int:
        return sum(abs(a - b) for a, b in zip(self.before, self.after, strict=True))

    def goes_beyond(self, other: "Step") -> bool:
        return all(
            min(a, c) <= b <= max(a, c) if a != b else True
            for a, b, c in zip(self.before, other.after, self.after, strict=True)
        )


def distances(world: World, before: Counts, found: list[Counts]) -> list[int]:
    """The distances of the decks that must come, one after another, by trying all."""
    left = [Step(before, legal) for legal in world.legal]
    told: list[int] = []
    for known in found:
        nearest = min((step.changes for step in left), default=None)
        if nearest is None:
            break
        told.append(nearest)
        left = [step for step in left if not step.goes_beyond(Step(before, known))]
    return told


@pytest.mark.parametrize("seed", [*range(amount(0, 120)), 11, 111])
def test_no_alternative_is_left_out_or_comes_too_late(cards: tuple[Card, ...], seed: int) -> None:
    """Each lacks a change of every deck before it, none nearer does, and its proof says so."""
    world, rng = small_world(cards, seed, "printed-2005"), random.Random(seed)
    for _ in range(3):
        before = world.random_counts(rng)
        if before in world.legal:
            continue
        told = repair_deck(world.prepared, world.deck(before), RepairOptions(alternatives=6))
        if told.plan is None:
            continue
        plans = (told.plan, *told.alternatives)
        found = [world.counts(plan.deck) for plan in plans]
        assert len(set(found)) == len(found)
        assert all(counts in world.legal for counts in found)
        assert [plan.distance for plan in plans] == distances(world, before, found)
        assert all(plan.proof is not None and plan.proof.minimal for plan in told.alternatives)
        proofs = [one["proof"] for one in as_document(told)["alternatives"]]
        assert [proof["lower_bound"] for proof in proofs] == [p.distance for p in plans[1:]]


def test_alternatives_without_time_are_not_called_proven(cards: tuple[Card, ...]) -> None:
    world = small_world(cards, 1, "printed-2005", 6)
    before = next(c for c in world.all_counts() if c not in world.legal)
    options = RepairOptions(alternatives=2, seconds=0)
    told = repair_deck(world.prepared, world.deck(before), options)
    for plan in told.alternatives:
        assert plan.proof is not None
        assert not plan.proof.minimal
        assert plan.proof.open
        assert plan.proof.lower_bound <= plan.distance


def test_the_time_limit_is_that_of_all_searches_together(
    cards: tuple[Card, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever allows five seconds waits no five seconds for each alternative."""
    now, asked = 100.0, list[float]()

    def two_seconds(problem: Problem, seconds: float, most_put_in: int) -> Solved:
        nonlocal now
        asked.append(seconds)
        now += 2
        return fewest_changes(problem, seconds, most_put_in)

    monkeypatch.setattr(solving, "fewest_changes", two_seconds)
    for module in (solving, repair, separable):
        monkeypatch.setattr(module, "monotonic", lambda: now)
    world = small_world(cards, 11, "printed-2005", 6)
    assert len(world.legal) > 2
    before = next(c for c in world.all_counts() if c not in world.legal)
    told = repair_deck(world.prepared, world.deck(before), RepairOptions(alternatives=2, seconds=5))
    assert told.plan is not None
    assert asked[:4] == [5, 3, 1, 0]
    assert {*asked[4:]} <= {0}


def test_a_repair_that_finds_nothing_in_time_does_not_say_that_there_is_nothing(
    cards: tuple[Card, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else whoever has a slow machine is told that no legal deck can be made of theirs."""
    nothing = Best(None, None, 0, is_whole=False)
    monkeypatch.setattr(solving, "fewest_changes", lambda *_: Solved(None, None, is_certain=False))
    monkeypatch.setattr(solving, "find_nearest", lambda *_: nothing)
    monkeypatch.setattr(solving, "find_best", lambda *_: nothing)
    world = small_world(cards, 1, "printed-2005", 6)
    before = next(c for c in world.all_counts() if c not in world.legal)
    told = repair_deck(world.prepared, world.deck(before))
    assert told.plan is None
    assert told.impossible == ()
    assert as_document(told)["impossible"] is None
    assert "does not prove that there is none" in repair_text(told)
    none = Solved(None, None, is_certain=True)
    monkeypatch.setattr(solving, "fewest_changes", lambda *_: none)
    assert repair_deck(world.prepared, world.deck(before)).impossible
