"""Tuning of decks, against the nearest legal deck of the same deck: what both read is read before.

The baseline prepares the cards of the format and finds the nearest legal deck; a tune prepares them
with the classes of its goal, and searches among all decks within so many changes. The decks of pools
are built from nothing, one of each side.
"""

import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

import deckcheck
from deckcheck import Session
from deckcheck.acts.pools import build_pool, open_pool

EXAMPLES = Path(__file__).parents[1] / "examples"
TIMES = 3
GOALS = (
    ("decks/rebels.dek", "type:space >= 1", 8),
    ("decks/rebels.dek", "type:space >= 1 and type:ground >= 1 and type:character >= 1", 8),
    ("decks/rebels.dek", "type:space >= 2 and type:battle >= 1", 12),
    ("decks/empire.txt", '"Darth Vader" >= 1', 12),
    ("decks/too-many-walkers.dek", "type:space >= 1", None),
    ("sisters/sg-1.o8d", "side:hero >= 4", 6),
    ("sisters/kylo-and-phasma.txt", "type:event >= 2", 6),
    ("sisters/guardians.txt", "type:unit >= 2", 4),
)

FIGURES = (
    ("decks/rebels.dek", "figure:all_arenas", 4),
    ("sisters/kylo-and-phasma.txt", "figure:roll", 4),
    ("sisters/sg-1.o8d", "figure:hero_cards", 4),
    ("sisters/guardians.txt", "figure:payable_units", 4),
)
POOLS = (("swtcg", "AOTC"), ("swtcg", "ESB"), ("destiny", "AW"), ("stargate", "BASE"))


def main() -> None:
    """Prints for each goal the time of the processor, and how often a repair fits into it."""
    with tempfile.TemporaryDirectory() as folder, deckcheck.open(Path(folder) / "cards.sqlite") as cards:
        print(f"{'tune':<12}{'repair':<11}{'ratio':<8}{'changes':<9}deck and goal")
        for path, goal, changes in GOALS:
            deck = EXAMPLES / path
            cards.deck(deck)
            tuned = _seconds(_tune(cards, deck, goal, changes))
            repaired = _seconds(_repair(cards, deck))
            print(
                f"{tuned * 1e3:>6.0f} ms   {repaired * 1e3:>5.0f} ms   {tuned / repaired:>4.1f}x   "
                f"{'any' if changes is None else changes:<9}{deck.name}: {goal}",
                flush=True,
            )
        print(f"\n{'tune':<12}{'games':<11}{'changes':<9}deck and figure, in one process")
        for path, goal, changes in FIGURES:
            begun = time.process_time()
            found = cards.tune(EXAMPLES / path, goal, changes=changes, jobs=1).document()
            took = time.process_time() - begun
            print(f"{took:>6.1f} s    {found['games']:<11,}{changes:<9}{Path(path).name}: {goal}", flush=True)
        print(f"\n{'build':<12}{'cards':<11}pool of boosters")
        for game, product in POOLS:
            pool = open_pool(cards, [product], seed=7, game=game)
            built = _seconds(partial(build_pool, cards, pool))
            print(f"{built * 1e3:>6.0f} ms   {pool.quantity:<11}{game}, {product}", flush=True)


def _tune(cards: Session, deck: Path, goal: str, changes: int | None) -> Callable[[], object]:
    return lambda: cards.tune(deck, goal, changes=changes)


def _repair(cards: Session, deck: Path) -> Callable[[], object]:
    return lambda: cards.repair(deck)


def _seconds(work: Callable[[], object]) -> float:
    times = []
    for _ in range(TIMES):
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return median(times)
