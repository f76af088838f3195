"""Tuning of decks, against the nearest legal deck of the same deck: what both read is read before.

The baseline prepares the cards of the format and finds the nearest legal deck; a tune prepares them
with the classes of its goal, and searches among all decks within so many changes. A new goal is one
that follows others; the second time is that of the same goal again. The decks of pools
are built from nothing, one of each side.
"""

import tempfile
import time
from collections import Counter
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
OTHERS = ("type:event >= 1", "cost<=2 >= 2", "cost<=3 >= 1")
"""Goals that are asked for in turn, so that each time another one is new."""

NONE = (
    ("decks/rebels.dek", "type:space >= 1", ("type:space", 61)),
    ("sisters/sg-1.o8d", "side:hero >= 4", ("type:mission", 40)),
    ("sisters/kylo-and-phasma.txt", "type:event >= 2", ("type:event", 40)),
    ("sisters/guardians.txt", "type:unit >= 2", ("type:unit", 200)),
)
"""Goals with cards that no legal deck within eight changes has."""

SLOTS, SETS = 12, "AOTC SR ANH BOY JG ESB RAS PM ROTJ ROTS BH"
OF_SLOTS = (
    '"X-wing Squadron" >= 1 and "Rebel Trooper" >= 1',
    '"Luke Skywalker" >= 1 and "Han Solo" >= 1 and cost<=3 >= 2',
    '"Luke Skywalker" >= 1 and "Han Solo" >= 1 and "Princess Leia" >= 1 and type:space >= 1',
    " and ".join(f"type:{arena} cost<=4 >= 1" for arena in ("space", "ground", "character")),
)
"""Goals over single cards, for a deck of 48 and the 12 that are best of 1,300 cards of the publisher."""

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
        print(f"{'first':<12}{'again':<12}no legal deck")
        for path, goal, most in NONE:
            deck = EXAMPLES / path
            cards.validate(deck)
            none = partial(cards.tune, deck, goal, changes=8, at_least=[most])
            first, again = _seconds(none, 1), _seconds(none)
            print(f"{first * 1e3:>6.0f} ms   {again * 1e3:>6.0f} ms   {deck.name}: {most[1]} of {most[0]}")
        print(f"\n{'new goal':<12}{'tune':<12}{'repair':<11}{'ratio':<8}{'changes':<9}deck and goal")
        for path, goal, changes in GOALS:
            deck = EXAMPLES / path
            cards.deck(deck)
            _tune(cards, deck, OTHERS[0], changes)()
            new = [_seconds(_tune(cards, deck, other, changes), 1) for other in (*OTHERS[1:], goal)][-1]
            tuned = _seconds(_tune(cards, deck, goal, changes))
            repaired = _seconds(_repair(cards, deck))
            print(
                f"{new * 1e3:>6.0f} ms   {tuned * 1e3:>6.0f} ms   {repaired * 1e3:>5.0f} ms   "
                f"{tuned / repaired:>4.1f}x   "
                f"{'any' if changes is None else changes:<9}{deck.name}: {goal}",
                flush=True,
            )
        print(f"\n{'tune':<12}{'proven':<11}{'in':<9}goal over cards, with free slots")
        short = Path(folder) / "short.txt"
        short.write_text(_without_last(cards, EXAMPLES / "decks/rebels.dek", SLOTS), encoding="utf-8")
        come = " or ".join(f"set:{code}" for code in SETS.split())
        for goal in OF_SLOTS:
            tune = partial(cards.tune, short, goal, changes=SLOTS, cards=come, game="swtcg")
            proof = tune().document()["proof"]["optimal"]
            print(f"{_seconds(tune) * 1e3:>6.0f} ms   {proof!s:<11}{SLOTS:<9}{goal}", flush=True)
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


def _without_last(cards: Session, path: Path, number: int) -> str:
    """A deck without its last cards, as a list."""
    every = [entry.name for entry in cards.deck(path).entries for _ in range(entry.quantity)]
    return "".join(f"{n} {name}\n" for name, n in Counter(every[:-number]).items())


def _seconds(work: Callable[[], object], repeats: int = TIMES) -> float:
    times = []
    for _ in range(repeats):
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return median(times)
