"""Repairs of decks of the sister games, against brute force over every deck of few cards."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

import pytest

from db.cards.card import Card
from deckcheck.games import get_game
from deckcheck.games.destiny.card_texts import is_special
from deckcheck.games.destiny.cards import read_card
from deckcheck.judge.validate import Judge
from deckcheck.repair.problem import Conditions
from deckcheck.repair.repair import RepairOptions, repair_deck
from deckcheck.rules.edition import Format
from deckcheck.rules.slot import Slot
from tests.amounts import amount
from tests.deckcheck.repair.worlds import Counts, World, with_ids
from tests.deckcheck.sister_decks import Pool, is_mission_of

SKILLS = ("culture", "science", "combat", "ingenuity")


def small_judge(game: str, numbers: dict[str, dict[str, int]]) -> Judge:
    """The rules of a game with small numbers, so that all decks can be tried."""
    edition = get_game(game).editions[-1].code
    return Judge(game, Format("small", "Small", edition, numbers=numbers), on=date(2026, 11, 21))


def stargate_world(pool: Pool, rng: random.Random) -> World:
    """One or two team characters, a Mission of each skill, a hero and a villain."""
    limit = rng.randint(1, 2)

    def some(fits: Callable[[Card], bool], number: int) -> list[Card]:
        known = [card for card in pool.cards if fits(card) and not card.facts.get("needs")]
        return rng.sample([card for card in known if not card.facts.get("brings")], number)

    team = some(lambda c: c.type == "Team Character", amount(3 - limit, 2))
    missions = [card for skill in SKILLS for card in some(is_mission_of(skill), 1)]
    sides = some(lambda c: c.type == "Event" and c.side == "hero", 1)
    sides += some(lambda c: c.type == "Adversary" and c.side == "villain", 1)
    cards = with_ids([*team, *missions, *sides])
    team, missions, sides = cards[: len(team)], cards[len(team) : -2], cards[-2:]
    slots = [
        *(Slot("Team", card) for card in team),
        *(Slot("Mission Pile", card) for card in missions),
        *(Slot("Main", card) for card in (*team, *sides)),
    ]
    most = [*[1] * len(team), *[1] * 4, *[limit] * (len(team) + 2)]
    numbers = {
        "team-size": {"size": 1},
        "mission-count": {"each": 1},
        "hero-minimum": {"minimum": rng.randint(0, 2)},
        "villain-minimum": {"minimum": rng.randint(0, 2)},
        "copy-limit": {"limit": limit},
    }
    return World(small_judge("stargate", numbers), slots, most)


def swlcg_world(pool: Pool, rng: random.Random) -> World:
    """Two affiliations, some objective sets of one or two cards, and some of those cards."""
    affiliations = rng.sample([c for c in pool.cards if c.type == "Affiliation"], 2)
    objectives = [
        replace(card, facts={**card.facts, "command_cards": card.facts["command_cards"][:1]})
        for card in rng.sample([c for c in pool.cards if c.type == "Objective"], amount(3, 4))
    ]
    titles = [str(card.facts["command_cards"][0]) for card in objectives[:2]]
    cards = with_ids([*affiliations, *objectives, *(pool[title] for title in titles)])
    zones = (*["Affiliation"] * 2, *["Objective Deck"] * len(objectives), *["Command Deck"] * 2)
    slots = [Slot(zone, card) for zone, card in zip(zones, cards, strict=True)]
    numbers = {"objective-minimum": {"minimum": rng.randint(1, 4)}}
    return World(small_judge("swlcg", numbers), slots, [1, 1, *[2] * (len(slots) - 2)])


def destiny_world(pool: Pool, rng: random.Random) -> World:
    """Two characters with one die or two, some cards, a battlefield and a plot."""
    plain = [card for card in pool.cards if not is_special(card) and not card.marks]

    def some(kind: str, number: int) -> list[Card]:
        found = [card for card in plain if card.type == kind]
        if kind == "Character":
            found = [c for c in found if len(read_card(c).points) > 1 and read_card(c).faces]
            found = [c for c in found if read_card(c).unique]
        if kind == "Plot":
            found = [card for card in found if len(read_card(card).points) == 1]
        return rng.sample(found, number)

    cards = with_ids(
        [
            *some("Character", 2),
            *some("Event", amount(1, 2)),
            *some("Upgrade", 1),
            *some("Battlefield", 1),
            *some("Plot", 1),
        ]
    )
    slots = [
        *(Slot("Team", card, dice) for card in cards[:2] for dice in (1, 2)),
        *(Slot("Deck", card) for card in cards[2:-2]),
        Slot("Battlefield", cards[-2]),
        Slot("Plot", cards[-1]),
    ]
    numbers = {"deck-size": {"size": rng.randint(1, 4)}, "team-points": {"limit": rng.randint(12, 30)}}
    return World(small_judge("destiny", numbers), slots, [1, 1, 1, 1, *[2] * (len(cards) - 4), 1, 1])


def texts_world(pool: Pool, rng: random.Random) -> World:
    """Two characters, two cards, a battlefield and two plots, of which many say how decks are built."""
    special = [card for card in pool.cards if is_special(card) and not card.marks]
    plain = [card for card in pool.cards if not is_special(card) and not card.marks]

    def some(kinds: str, number: int, share: float) -> list[Card]:
        found: dict[str, Card] = {}
        while len(found) < number:
            cards = [card for card in (special if rng.random() < share else plain) if card.type in kinds]
            if cards := [c for c in cards if c.side != "villain" or rng.random() < 0.1]:
                card = rng.choice(cards)
                found[card.name] = card
        return list(found.values())

    cards = with_ids(
        [
            *some("Character", 2, 0.4),
            *some("Event Upgrade Support", 2, 0.0),
            *some("Battlefield", 1, 0.2),
            *some("Plot", 2, 0.8),
        ]
    )
    zones = (*["Team"] * 2, *["Deck"] * 2, "Battlefield", "Plot", "Plot")
    dice = (*[1] * 2, *[None] * 5)
    slots = [Slot(zone, card, die) for zone, card, die in zip(zones, cards, dice, strict=True)]
    numbers = {"deck-size": {"size": rng.randint(1, 4)}, "team-points": {"limit": rng.randint(20, 40)}}
    return World(small_judge("destiny", numbers), slots, [2, 1, 3, 3, 2, 1, 1])


@pytest.mark.parametrize("seed", range(amount(3, 300)))
def test_no_bound_is_above_the_nearest_deck_that_a_text_makes_legal(destiny: Pool, seed: int) -> None:
    """Rows that let texts help too little would prove a deck the nearest that is not."""
    rng = random.Random(f"texts {seed}")
    world = texts_world(destiny, rng)
    for _ in range(amount(4, 10)):
        counts = world.random_counts(rng)
        if not any(counts):
            continue
        found, fewest = repair_deck(world.prepared, world.deck(counts)), fewest_changes(world.legal, counts)
        assert fewest is None or found.proof.lower_bound <= fewest, world.deck(counts)
        if found.plan is not None and found.verdict == "legal":
            assert world.counts(found.plan.deck) in world.legal
            assert not found.proof.minimal or found.plan.distance == fewest, world.deck(counts)


WORLDS = {"stargate": stargate_world, "swlcg": swlcg_world, "destiny": destiny_world}


@pytest.mark.parametrize("seed", range(amount(2, 40)))
@pytest.mark.parametrize("game", WORLDS)
def test_no_legal_deck_of_few_cards_is_nearer(game: str, seed: int, request: pytest.FixtureRequest) -> None:
    """A thousand decks of each game in `make slow`: as near as any deck, and proven so."""
    rng = random.Random(f"{game} {seed}")
    world = WORLDS[game](request.getfixturevalue(game), rng)
    for _ in range(amount(3, 25)):
        counts = world.random_counts(rng)
        if not any(counts):
            continue
        assert repaired(world, counts) == fewest_changes(world.legal, counts), world.deck(counts)


def fewest_changes(legal: Sequence[Counts], counts: Counts) -> int | None:
    """The distance of the nearest legal deck, by trying all."""
    distances = (sum(abs(a - b) for a, b in zip(counts, one, strict=True)) for one in legal)
    return min(distances, default=None)


def repaired(world: World, counts: Counts) -> int | None:
    """The distance that the repair tells, after its deck and its proof were looked at."""
    found = repair_deck(world.prepared, world.deck(counts), RepairOptions(Conditions()))
    if found.plan is None:
        assert found.impossible
        return None
    assert world.counts(found.plan.deck) in world.legal
    assert found.proof.minimal, found.proof
    return found.plan.distance
