"""How fast hands, setups and turns are played, against a plain loop over the reference engine.

Figures are of the example decks, over all cores. In the same run the readable engine plays the same
games one by one in plain Python, and numpy's own shuffle shows the floor: a deck that is only
shuffled, by `Generator.permuted`, on one core.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np

import deckcheck
from deckcheck.acts.seated import PreparedDecks
from deckcheck.chance.chunks import usable_cores
from deckcheck.chance.random_words import RandomWords
from deckcheck.collection.search import query_fields
from deckcheck.games.swtcg.setup.cards import SetupCard, SetupDeck
from deckcheck.games.swtcg.setup.moves import make_move
from deckcheck.games.swtcg.setup.policies import discard_all, make_policy
from deckcheck.games.swtcg.setup.state import start_setup
from deckcheck.games.swtcg.setup.turns import after_setup, play_turns
from deckcheck.games.swtcg.simulator import SIMULATOR
from deckcheck.odds.condition import Condition
from deckcheck.odds.parser import parse_condition
from deckcheck.simulators.goldfish import GoldfishTrial, goldfish_trial, simulate_goldfish
from deckcheck.simulators.hand_conditions import hand_condition
from deckcheck.simulators.moves import DrawHand
from deckcheck.simulators.setup_statistics import games_of, setup_trial, simulate_setups
from deckcheck.simulators.simulator import PlayDeck
from tests.deckcheck.games.swtcg.setup_plays import play_setup

ROOT = Path(__file__).parents[1]
DECKS = [str(ROOT / "examples" / "decks" / name) for name in ("empire.txt", "rebels.dek")]
CONDITION = "type:space >= 1 and type:ground >= 1 and type:character >= 1"
TURNS = 6
SECONDS = 2.0
ROUNDS = 3


def main() -> None:
    """Prints games a second, and the ratios to the plain loop and to the floor."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("DECKCHECK_DB", str(Path(folder) / "cards.sqlite"))
        with deckcheck.open() as cards:
            table = PreparedDecks(cards.catalogue(), [cards.deck(path) for path in DECKS], "printed-2005")
            condition = parse_condition(CONDITION, query_fields(cards.catalogue()))
    decks = table.ready
    cores = usable_cores()
    print(f"Python {sys.version.split()[0]}, numpy {np.__version__}, {cores} cores")
    print(f"decks: {' and '.join(deck.name for deck in decks)}; best of {ROUNDS} rounds\n")
    floor = rate(permuted(decks[0].open.size))
    print(f"floor: Generator.permuted of {decks[0].open.size} cards, one core  {floor:>12,.0f}/s\n")
    print(f"{'':<44}{'a second':>12}{'plain loop':>12}{'ratio':>8}{'to floor':>10}{'aim':>13}")
    for label, fast, slow, aim in tasks(decks, condition):
        found, plain = rate(fast), rate(slow)
        print(
            f"{label:<44}{found:>12,.0f}{plain:>12,.0f}{found / plain:>8,.0f}{found / floor:>10.3g}{aim:>13}",
            flush=True,
        )


Steps = Callable[[], Iterator[int]]
"""Makes an iterator that yields how many games have been played so far."""


def tasks(decks: list[PlayDeck], condition: Condition) -> Iterator[tuple[str, Steps, Steps, str]]:
    """Yields what is measured: a label, the batch engine, the plain loop, and the aim."""
    playing = SIMULATOR
    plain = [deck.open for deck in decks]
    asked = hand_condition(condition, decks[0].entries)

    def hands() -> Iterator[int]:
        trial = GoldfishTrial(playing, decks[0], 0, "planner", 1, None, with_setup=False, conditions=(asked,))
        return (tally.hands for tally in simulate_goldfish(goldfish_trial(trial)))

    yield "opening hands, mulligan, condition", hands, plain_hands(plain[0]), "10,000,000"
    for policy, aim in (("greedy", "100,000"), ("planner", "10,000"), ("random", "-")):

        def setups(policy: str = policy) -> Iterator[int]:
            trial = setup_trial(playing, decks, (policy, policy), 1)
            return (games_of(tallies) for tallies in simulate_setups(trial))

        yield f"setups of two players, {policy}", setups, plain_setups(plain, policy), aim

    def goldfish() -> Iterator[int]:
        trial = GoldfishTrial(playing, decks[0], 0, "planner", 1, None, TURNS)
        return (tally.hands for tally in simulate_goldfish(goldfish_trial(trial)))

    yield f"goldfish, planner, {TURNS} turns", goldfish, plain_goldfish(plain[0]), "-"


def rate(steps: Steps) -> float:
    """Games a second in the best round; the first step of a round only warms up."""
    return max(_one_round(steps()) for _ in range(ROUNDS))


def _one_round(going: Iterator[int]) -> float:
    first = next(going)
    start = time.perf_counter()
    for done in going:
        passed = time.perf_counter() - start
        if passed > SECONDS:
            return (done - first) / passed
    raise RuntimeError


def permuted(cards: int, rows: int = 20_000) -> Steps:
    """The floor: rows of cards shuffled by numpy, and nothing else."""
    decks = np.tile(np.arange(cards, dtype=np.uint8), (rows, 1))
    rng = np.random.default_rng(1)

    def steps() -> Iterator[int]:
        done = 0
        while True:
            rng.permuted(decks, axis=1, out=decks)
            done += rows
            yield done

    return steps


def shuffles(deck: SetupDeck) -> Iterator[tuple[SetupCard, ...]]:
    """Yields the deck shuffled by Python, without an end."""
    random, cards = Random(1), list(deck.unshuffled())
    while True:
        random.shuffle(cards)
        yield tuple(cards)


def counted(games: Iterable[object]) -> Steps:
    """Steps of one game each, reported after every tenth."""

    def steps() -> Iterator[int]:
        going, done = iter(games), 0
        while True:
            done += sum(1 for _ in islice(going, 10))
            yield done

    return steps


def plain_hands(deck: SetupDeck) -> Steps:
    """Opening hands of the reference engine, with the mulligan and the condition in Python."""

    def games() -> Iterator[bool]:
        for library in shuffles(deck):
            state, _ = make_move(start_setup(deck.rules, library, None), DrawHand())
            state, _ = make_move(state, discard_all(state))
            held = {arena for card in state.mover.hand for arena in card.arenas}
            yield len(held) == 3

    return counted(games())


def plain_setups(decks: list[SetupDeck], policy: str) -> Steps:
    """Setups of the reference engine."""

    def games() -> Iterator[object]:
        policies = {
            name: make_policy(policy, deck, RandomWords(1))
            for name, deck in zip(("dark", "light"), decks, strict=True)
        }
        for dark, light in zip(*map(shuffles, decks), strict=True):
            yield play_setup(start_setup(decks[0].rules, dark, light), policies)

    return counted(games())


def plain_goldfish(deck: SetupDeck) -> Steps:
    """Setup alone and turns of the reference engine."""

    def games() -> Iterator[object]:
        random, policies = Random(2), {"dark": make_policy("planner", deck, RandomWords(1))}
        for library in shuffles(deck):
            done = play_setup(start_setup(deck.rules, library, None), policies)
            player = done.final.mover
            rolls = [random.randint(1, 6) for _ in range(TURNS)]
            yield play_turns(after_setup(deck.rules, player), rolls)

    return counted(games())
