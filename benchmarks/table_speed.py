"""Setups and turns of the sister games a second, against nothing but shuffling the same cards.

Baseline: a plain loop that shuffles the piles of both decks with `random.shuffle` and takes the
hands off them; what a setup costs beyond it is rules, policies and events.
"""

import os
import random
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import deckcheck
from deckcheck.acts.seated import PreparedDecks
from deckcheck.simulators.goldfish import GoldfishTrial
from deckcheck.simulators.random_state import GAMES_AT_ONCE
from deckcheck.simulators.setup_statistics import setup_trial

SISTERS = Path(__file__).parents[1] / "examples" / "sisters"
TABLES = {"Destiny": ("rey-and-finn.txt", "kylo-and-phasma.txt"), "Stargate": ("sg-1.o8d", "sg-1.o8d")}
TURNS = 4
ROUNDS = 3


def main() -> None:
    """Prints for each game setups and goldfish a second on one core, and the ratios."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "cards.sqlite"
        os.environ.setdefault("DECKCHECK_DB", str(database))
        print(f"one core, best of {ROUNDS} rounds of {GAMES_AT_ONCE} games")
        print(f"{'':<34}{'a second':>10}{'shuffling alone':>17}{'ratio':>8}")
        for name, files in TABLES.items():
            paths = [str(SISTERS / file) for file in files]
            with deckcheck.open(database) as cards:
                decks = [cards.deck(path) for path in paths]
                table = PreparedDecks(cards.catalogue(decks[0].game), decks)
            policies = table.by_seat(["planner", "planner"])
            both = setup_trial(table.simulator, table.decks, policies, 1)
            one_by_one = replace(both, fast=None)
            piles = [list(pile) for deck in table.ready for pile in deck.piles.values()]
            plain = _rate(lambda piles=piles: _shuffle(piles))
            for what, work in (
                (f"{name}: setups of two decks", lambda trial=both: trial(0)),
                (f"{name}: the same move by move", lambda trial=one_by_one: trial(0)),
                (
                    f"{name}: setup and {TURNS} turns alone",
                    lambda deck=table.ready[0], table=table: GoldfishTrial(
                        table.simulator, deck, 0, "planner", 1, None, TURNS
                    )(0),
                ),
            ):
                found = _rate(work)
                print(f"{what:<34}{found:>10,.0f}{plain:>17,.0f}{plain / found:>8.1f}", flush=True)


def _shuffle(piles: list[list[object]]) -> None:
    words = random.Random(1)
    for _ in range(GAMES_AT_ONCE):
        for pile in piles:
            words.shuffle(pile)
            pile[:8]


def _rate(work: object) -> float:
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        work()  # type: ignore[operator]
        best = min(best, time.process_time() - start)
    return GAMES_AT_ONCE / best
