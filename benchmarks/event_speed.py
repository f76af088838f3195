"""Swiss rounds of 256 players against a matching that knows nothing but points.

Baseline: networkx on the complete graph with the plain difference of points as cost, and no history
read. What the aims of a pairing cost more is what rematches, byes, floats and clubs cost. Players
draw now and then, so that many different points meet.

The desk of an event is looked at after every result: what it takes again, against the first time,
when all its lists are read and judged.
"""

import random
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

import networkx as nx

import deckcheck
from deckcheck.events.check import check_event
from deckcheck.events.pairing import pair_swiss
from deckcheck.events.presets import PRESETS
from deckcheck.events.standings import points_of
from deckcheck.events.submissions import Submission
from deckcheck.events.values import Outcome, Player, Result, Round, Tournament

PLAYERS, ROUNDS = 256, 9
SEATED = 64
DECKS = Path(__file__).parents[1] / "examples" / "decks"
OUTCOMES: tuple[Outcome, ...] = ("one", "two", "draw")


def main() -> None:
    """Prints each round with our time, the baseline's and the ratio, for two kinds of points."""
    for preset in ("dci", "ffg-2013"):
        print(f"{PLAYERS} players, {preset}\n{'round':<8}{'ours':>10}{'baseline':>12}{'ratio':>8}")
        rng = random.Random(1)
        clubs = ("", "North", "South", "West")
        people = (Player(n, f"Player {n}", clubs[n % 4]) for n in range(1, PLAYERS + 1))
        event = Tournament(tuple(people), (), PRESETS[preset])
        for number in range(1, ROUNDS + 1):
            start = time.process_time()
            one = pair_swiss(event, 7)
            ours = time.process_time() - start
            start = time.process_time()
            _plain(event)
            theirs = time.process_time() - start
            print(f"{number:<8}{ours:>8.2f} s{theirs:>10.2f} s{ours / theirs:>7.1f}x", flush=True)
            event = replace(event, rounds=(*event.rounds, _played(rng, one)))
    _desk()


def _desk() -> None:
    """Prints what the check of an event takes at first, and again after a note on a player."""
    with TemporaryDirectory() as folder, deckcheck.open(Path(folder) / "cards.sqlite") as cards:
        event = cards.events.new("Spring Open", day="2004-06-19")
        for number in range(SEATED):
            lists = [
                Submission(f"Player {number}", f"{number}-{path.name}", path.read_bytes(), "", "")
                for path in (DECKS / "rebels.dek", DECKS / "empire.txt")
            ]
            event.register(lists)
        first = min(_seconds(lambda: check_event(event.database, event.stored)) for _ in range(5))
        event.check()
        event.note("Player 0", "late")
        again = min(_seconds(event.check) for _ in range(5))
    print(
        f"desk of {SEATED} players: all lists judged {first * 1_000:.0f} ms, again "
        f"{again * 1_000:.1f} ms = {again / first:.2f} x"
    )


def _seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def _plain(event: Tournament) -> None:
    points = points_of(event)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_weighted_edges_from(
        (one, two, -int(abs(points[one] - points[two]))) for one, two in combinations(points, 2)
    )
    nx.max_weight_matching(graph, maxcardinality=True)


def _played(rng: random.Random, one: Round) -> Round:
    results = [Result(tuple(rng.choices(OUTCOMES, (45, 45, 10), k=2)), ordered=True) for _ in one.tables]
    tables = zip(one.tables, results, strict=True)
    return replace(one, tables=tuple(replace(t, result=result) for t, result in tables))
