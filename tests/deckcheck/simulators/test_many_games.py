"""Setups of the sister games on arrays: the very games that are played move by move."""

import pickle
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from deckcheck.deck import Deck, DeckEntry
from deckcheck.games.destiny.setup.cards import OpenCards
from deckcheck.games.destiny.simulator import DestinySimulator
from deckcheck.games.stargate.simulator import StargateSimulator
from deckcheck.simulators.many_games import ManyRandomStates
from deckcheck.simulators.random_state import RandomState
from deckcheck.simulators.setup_statistics import SetupTrial, setup_trial
from deckcheck.simulators.simulator import ManyGames, PlayDeck, Simulator
from tests.amounts import amount
from tests.deckcheck.games.destiny.test_destiny_setup import random_deck
from tests.deckcheck.games.swlcg.lcg_games import (
    SIM as LCG,
    deck_of,
    entry,
    objective,
    random_deck as random_lcg_deck,
)
from tests.deckcheck.sister_decks import Pool, unknown

GAMES = amount(40, 300)
PAIRS = amount(14, 400)
DESTINY: Simulator = DestinySimulator()
STARGATE: Simulator = StargateSimulator()

Seats = tuple[PlayDeck | None, PlayDeck | None]


def stargate_of_anything(pool: Pool, chance: Random) -> Deck:
    """A deck of anything: a team of any size, few cards or many, unknown ones among them."""
    team = [card for card in pool.cards if card.type == "Team Character"]
    rest = [card for card in pool.cards if card.type not in {"Team Character", "Mission"}]
    missions = [card for card in pool.cards if card.type == "Mission"]
    entries = [
        *(pool.entry(card, 1, "Team") for card in chance.sample(team, chance.choice((0, 1, 4)))),
        *(
            pool.entry(card, chance.choice((1, 2, 3)))
            for card in chance.sample(rest, chance.choice((0, 1, 3, 6, 20, 30)))
        ),
        *(pool.entry(card) for card in chance.sample(missions, chance.choice((0, 1, 12)))),
    ]
    if not chance.randrange(3):
        entries.append(unknown("Main", chance.choice((1, 9))))
    return pool.deck(entries)


def assert_same(trial: SetupTrial) -> None:
    """That every figure, and every card in hand, was counted as often by both ways."""
    assert trial.fast is not None
    again: SetupTrial = pickle.loads(pickle.dumps(trial))
    for chunk in (0, 3):
        again = replace(again, games=chunk * again.at_once + GAMES)
        fast, slow = again(chunk), replace(again, fast=None)(chunk)
        assert fast == slow
        for one, other in zip(fast, slow, strict=True):
            assert (one is None) == (other is None)
            if one is not None and other is not None:
                assert list(one.figures()) == list(other.figures())
                assert [type(n) for n in one.hits.values()] == [int] * len(one.hits)


def assert_same_games(simulator: Simulator, decks: Sequence[PlayDeck], chance: Random) -> None:
    one, other = decks
    pairs: list[Seats] = [(one, other), (one, one), (one, None), (None, other)]
    for seats in chance.sample(pairs, 2):
        policies = [None if deck is None else chance.choice(("greedy", "planner")) for deck in seats]
        assert_same(setup_trial(simulator, seats, policies, chance.randrange(2**40)))


def test_destiny(destiny: Pool) -> None:
    """Statistics must not depend on which way a deck happens to be played."""
    chance = Random(14)
    for _ in range(PAIRS):
        decks = [DESTINY.make_deck(random_deck(destiny, chance), "printed-2016") for _ in "ab"]
        assert_same_games(DESTINY, decks, chance)


def test_stargate(stargate: Pool) -> None:
    chance = Random(15)
    for _ in range(PAIRS):
        decks = [STARGATE.make_deck(stargate_of_anything(stargate, chance), "printed-2007") for _ in "ab"]
        assert_same_games(STARGATE, decks, chance)


def test_the_lcg() -> None:
    """Objectives come first, and which of them are kept decides what the hand can pay."""
    chance = Random(16)
    for _ in range(2 * PAIRS):
        decks = [LCG.make_deck(random_lcg_deck(chance, side), "printed-2012") for side in ("dark", "light")]
        if all(deck.piles["objectives"] for deck in decks):
            assert_same_games(LCG, decks, chance)


def test_an_lcg_deck_without_objectives_is_played_move_by_move() -> None:
    """And one with so many different ones that all choices would fill the memory."""
    for number in (0, 21):
        made = [entry(objective(n)) for n in range(number)]
        deck = LCG.make_deck(deck_of([*made, entry("Nobody knows", 9)]), "printed-2012")
        trial = setup_trial(LCG, (deck, None), ("planner", None), 1, 2)
        assert trial.fast is None
        (tally, _) = trial(0)
        assert tally is not None
        assert tally.games == 2


@pytest.mark.parametrize("policies", [("greedy", "planner"), ("planner", "planner")])
def test_rolls_that_are_tied_often_or_always(destiny: Pool, policies: tuple[str, str]) -> None:
    """A tied game rolls again, and lots are drawn where dice can only tie; others do not."""
    deck = DESTINY.make_deck(random_deck(destiny, Random(3)), "printed-2016")
    (member, *_) = deck.open.team
    for die in (("1MD", "2MD"), ("1MD", "1RD"), ("-", "-", "-", "2RD1"), ()):
        team = (replace(member, dice=1, die=die),)
        tied = replace(deck, open=OpenCards(team, "Somewhere"))
        trial = setup_trial(DESTINY, (tied, tied), policies, 5, 256)
        assert_same(trial)
        (one, _) = trial(0)
        assert one is not None
        assert sum(n for ties, n in one.values["rerolls"].items() if ties) > 20


def test_equal_victory_totals_are_decided_by_lot(stargate: Pool) -> None:
    """Who goes first shuffles first, so that the other's cards depend on the lot."""
    deck = STARGATE.make_deck(stargate_of_anything(stargate, Random(3)), "printed-2007")
    trial = setup_trial(STARGATE, (deck, deck), ("planner", "planner"), 5, 256)
    assert_same(trial)
    (one, _) = trial(0)
    assert one is not None
    assert 80 < one.hits["first"] < 176


@pytest.mark.parametrize("simulator", [DESTINY, STARGATE])
def test_what_arrays_do_not_play_is_played_move_by_move(simulator: Simulator) -> None:
    """A random player, and a pile that would take gigabytes for many games at once."""
    edition = "printed-2016" if simulator is DESTINY else "printed-2007"
    zone = "Deck" if simulator is DESTINY else "Main"
    decks = [simulator.make_deck(Deck((DeckEntry(n, "Nobody knows", zone),)), edition) for n in (9, 1_001)]
    for deck, policy in ((decks[0], "random"), (decks[1], "planner")):
        trial = setup_trial(simulator, (deck, None), (policy, None), 1, 2)
        assert trial.fast is None
        (tally, _) = trial(0)
        assert tally is not None
        assert tally.games == 2


@settings(max_examples=amount(40, 1_000))
@given(
    starts=st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=5),
    cards=st.integers(0, 12),
    top=st.none() | st.integers(0, 14),
    chosen=st.sets(st.integers(0, 4)),
    limit=st.integers(1, 1_000),
)
def test_many_draw_what_each_draws_alone(
    starts: list[int], cards: int, top: int | None, chosen: set[int], limit: int
) -> None:
    """Also where only some games shuffle in between, so that their words are not the same ones."""
    many = ManyRandomStates(np.array(starts, dtype=np.uint64))
    alone = [RandomState(start) for start in starts]
    rows = np.array([n for n in sorted(chosen) if n < len(starts)], dtype=np.intp)
    piles = np.repeat(np.arange(cards, dtype=np.int32)[:, None], len(rows), axis=1)
    found = many.shuffled(piles, rows, top)
    for column, row in enumerate(rows.tolist()):
        pile, alone[row] = alone[row].shuffled(range(cards))
        places = cards if top is None else top
        assert found[:places, column].tolist() == list(pile[:places])
        assert sorted(found[:, column].tolist()) == list(range(cards))
    many.skip_shuffle(cards)
    for numbers in (many.below(limit), many.below(limit)):
        skipped = [RandomState(one.start, one.taken + max(0, cards - 1)) for one in alone]
        assert numbers.tolist() == [one.below(limit)[0] for one in skipped]
        alone = [one.below(limit)[1] for one in alone]


@pytest.mark.parametrize("simulator", [DESTINY, STARGATE, LCG])
def test_turns_are_still_known_to_be_played_move_by_move(simulator: Simulator) -> None:
    """Whoever asks for thousands of hands is told by it how long that takes."""
    assert simulator.many.is_fast
    assert type(simulator.many).goldfish is ManyGames.goldfish
