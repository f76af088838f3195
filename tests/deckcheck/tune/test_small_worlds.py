"""The best legal decks against brute force: every deck of few cards, every hand of each of them."""

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from db.cards.names import normal_form
from deckcheck.acts.odds import OddsArguments, cards_seen, drawn_cards
from deckcheck.deck import Deck
from deckcheck.games.game import DeckLists
from deckcheck.odds.condition import AndCondition, Condition
from deckcheck.odds.parser import parse_condition
from deckcheck.repair.problem import Conditions
from deckcheck.repair.repair import RepairOptions
from deckcheck.report import LEGAL
from deckcheck.tune.goal import Goal, GoalPart
from deckcheck.tune.tune import ChangeGain, Tuned, TuneOptions, Tuning
from tests.amounts import amount
from tests.deckcheck.odds import naive
from tests.deckcheck.repair.test_sister_worlds import destiny_world, stargate_world, swlcg_world
from tests.deckcheck.repair.test_small_worlds import small_world
from tests.deckcheck.repair.worlds import Counts, World

SISTERS = {"stargate": stargate_world, "swlcg": swlcg_world, "destiny": destiny_world}
GAMES = ("swtcg", *SISTERS)


GOALS, DECKS, WORLDS = 10, 10, 2
"""Of each game so many worlds, with so many goals each, and decks for each goal: 200 questions."""


def a_world(game: str, rng: random.Random, request: pytest.FixtureRequest) -> World:
    """Some cards of a game, under rules with small numbers that some decks of them keep."""
    while True:
        if game == "swtcg":
            edition = rng.choice(["printed-2005", "community"])
            slots = amount(5, 7)
            some = rng.sample(request.getfixturevalue("cards"), 500)
            world = small_world(some, rng.randrange(10**6), edition, slots)
        else:
            world = SISTERS[game](request.getfixturevalue(game), rng)
        if world.legal:
            return world


def a_goal(world: World, rng: random.Random, arguments: OddsArguments) -> Goal:
    """A condition on types, costs and names of the cards of a world."""
    cards = [slot.card for slot in world.slots]

    def count() -> str:
        card = rng.choice(cards)
        queries = [f'name:"{normal_form(card.name)}"', "cost<=2", "cost>=1"]
        if card.game == "swtcg":
            queries += [f'type:"{card.type}"', f'not type:"{card.type}"']
        query = rng.choice(queries)
        return f"count({query}) {rng.choice(['>=', '>=', '=', '<='])} {rng.randint(0, 2)}"

    def condition(most: int) -> Condition:
        text = rng.choice([" and ", " or "]).join(count() for _ in range(rng.randint(1, most)))
        return parse_condition(text)

    catalogue: Any = SimpleNamespace(
        game=world.judge.game.code,
        find_cards=lambda name: [c for c in cards if name in (c.name, c.base_name)],
    )
    several = (
        ()
        if rng.random() < 0.6
        else tuple(
            GoalPart(condition(2), Fraction(rng.randint(1, 3)), order)
            for order in (0, rng.choice([0, 1, None]))
        )
    )
    asked = (
        Condition(AndCondition(tuple(part.condition.root for part in several))) if several else condition(3)
    )
    edition = world.judge.edition.code
    seen = cards_seen(catalogue, edition, arguments)
    drawn = partial(drawn_cards, catalogue=catalogue, edition=edition)
    return Goal(asked, *seen, drawn, several)


def tuned(
    world: World,
    counts: Counts,
    goal: Goal,
    changes: int | None,
    conditions: Conditions,
    *,
    is_explained: bool = True,
) -> Tuned:
    """The best deck, by the code that is tried; explained, or not."""
    cards = list({slot.card.name: slot.card for slot in world.slots}.values())
    options = TuneOptions(RepairOptions(conditions, seconds=600), changes)
    tuning = Tuning(world.judge, cards, world.deck(counts), goal, options)
    return tuning.found() if is_explained else tuning.tuned(conditions)


Values = tuple[Fraction, ...]
"""The value of a goal, and those that count where it is equal."""


class BruteForce:
    """The odds of a goal for each legal deck of a world, hand by hand."""

    def __init__(self, world: World, goal: Goal) -> None:
        self._world, self._goal = world, goal
        self._known: dict[tuple[object, ...], Fraction] = {}
        self._of_counts: dict[Counts, list[Fraction]] = {}
        self._values: dict[Counts, Values] = {}
        self._legal = {one: is_named(world, one) for one in world.legal}

    def odds(self, counts: Counts) -> list[Fraction]:
        """The odds of each part for a deck; 0 where it is too small."""
        if counts not in self._of_counts:
            self._of_counts[counts] = self._odds(self._world.deck(counts))
        return self._of_counts[counts]

    def _odds(self, deck: Deck) -> list[Fraction]:
        found = []
        for part in self._goal.several:
            goal = self._goal.of_part(part)
            question = goal.question(deck)
            key = part.condition, question.classes.classes
            if key not in self._known:
                fits = question.classes.cards >= goal.hand + goal.draws
                self._known[key] = (
                    naive.probability(question.classes, goal.hand, goal.draws, mulligan=goal.mulligan)
                    if fits
                    else Fraction(0)
                )
            found.append(self._known[key])
        return found

    def values(self, counts: Counts) -> Values:
        """The mean of the odds that come first, and of those after them."""
        if counts in self._values:
            return self._values[counts]
        odds, parts = self.odds(counts), self._goal.several
        found = self._values[counts] = tuple(
            sum((p.weight * odds[n] for n, p in enumerate(parts) if p.order == order), Fraction(0))
            / sum(p.weight for p in parts if p.order == order)
            for order in sorted({p.order for p in parts if p.order is not None})
        )
        return found

    def comparable(self, counts: Counts, conditions: Conditions) -> list[Counts]:
        """The legal decks that may be proposed.

        A list of sets of cards alone is another way to write the list with all their cards, and stays one.
        """
        world, named = self._world, is_named(self._world, counts)
        return [
            one
            for one, is_so in self._legal.items()
            if is_so == named
            and (not conditions.owned_only or world.keeps_to(counts, one, conditions.free or {}))
        ]

    def frontier(self, counts: Counts, most: int, legal: Sequence[Counts]) -> dict[int, Values]:
        """The best values of each number of changes that gains something."""
        near = sorted((sum(abs(a - b) for a, b in zip(counts, one, strict=True)), one) for one in legal)
        found: dict[int, Values] = {}
        kept = [place for place, part in enumerate(self._goal.several) if part.order is None]
        for far, one in near:
            if far > most or any(self.odds(one)[n] < self.odds(counts)[n] for n in kept):
                continue
            if (values := self.values(one)) > max(found.values(), default=()):
                found[far] = values
        return found


def instances(
    game: str, seed: int, request: pytest.FixtureRequest
) -> Iterator[tuple[World, Goal, "BruteForce", Counts, int, Conditions]]:
    """Yields decks of a small world, each with a goal, the most changes, and what may come in."""
    rng = random.Random(f"tune {game} {seed}")
    world = a_world(game, rng, request)
    for _ in range(GOALS):
        arguments: OddsArguments = {"hand": rng.randint(1, 2), "draws": rng.randint(0, 1)}
        if game == "swtcg":
            arguments["mulligan"] = rng.choice(["keep", "units"])
        goal = a_goal(world, rng, arguments)
        brute = BruteForce(world, goal)
        for _ in range(DECKS):
            while not any(counts := world.random_counts(rng)):
                pass
            free = {slot.card.id or 0: rng.randint(0, 2) for slot in world.slots}
            conditions = Conditions(free, owned_only=rng.random() < 0.3)
            yield world, goal, brute, counts, rng.randint(0, 7), conditions


def is_named(world: World, counts: Counts) -> bool:
    """Whether a deck names all of its cards."""
    lists = world.judge.game.lists
    if lists.whole is DeckLists().whole:
        return True
    return lists.whole(deck := world.deck(counts), lambda _: ()) is deck


@pytest.mark.parametrize("seed", range(amount(WORLDS, 40)))
@pytest.mark.parametrize("game", GAMES)
def test_no_legal_deck_has_better_odds(game: str, seed: int, request: pytest.FixtureRequest) -> None:
    """The optimum and the frontier are those of every deck; what is claimed to be proven is so."""
    for world, goal, brute, counts, most, conditions in instances(game, seed, request):
        legal = brute.comparable(counts, conditions)
        expected = brute.frontier(counts, most, legal)
        found = tuned(world, counts, goal, most, conditions, is_explained=sum(counts) % 4 == 0)
        what = (
            [(p.condition.text, p.weight, p.order) for p in goal.several],
            counts,
            most,
            conditions.owned_only,
        )
        if found.plan is None:
            assert not expected, what
            continue
        assert [p.changes for p in found.frontier] == list(expected), what
        for point, values in zip(found.frontier, expected.values(), strict=True):
            assert point.values == pytest.approx([float(one) for one in values], abs=1e-9), what
        assert all(point.proven for point in found.frontier), what
        assert found.is_legal, what
        assert found.plan.distance == max(expected), what
        assert found.value == max(expected.values())[0], what
        after = world.counts(found.plan.deck)
        assert after in legal, what
        assert world.judge.validate(found.plan.deck).verdict == LEGAL
        assert found.bound >= float(found.value) - 1e-9, what
        assert found.optimal or game == "destiny", what
        assert_gains(found, world, brute, counts, after)


def test_a_deck_that_is_known_is_within_reach(request: pytest.FixtureRequest) -> None:
    """The bounds of a class were asked for from where those of another ended, which led to none at all."""
    test_no_legal_deck_has_better_odds("stargate", 31, request)


def assert_gains(found: Tuned, world: World, brute: BruteForce, before: Counts, after: Counts) -> None:
    """The gain of a change alone, and the loss without it, are those of the decks that one would play."""

    def value(counts: Counts, gain: ChangeGain, change: int) -> Fraction:
        place = places[gain.name, gain.zone][0]
        changed = list(counts)
        changed[place] += change
        return brute.values(tuple(changed))[0]

    places: dict[tuple[str, str], list[int]] = {}
    for place, slot in enumerate(world.slots):
        places.setdefault((slot.card.name, slot.zone), []).append(place)
    for gain in found.gains:
        if len(places[gain.name, gain.zone]) == 1 and gain.alone is not None and gain.last is not None:
            alone = value(before, gain, gain.change) - brute.values(before)[0]
            last = brute.values(after)[0] - value(after, gain, -gain.change)
            assert (gain.alone, gain.last) == pytest.approx((float(alone), float(last)), abs=1e-9)
