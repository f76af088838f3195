"""Plays many setups of one deck at once, on arrays."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from deckcheck.errors import UnknownPolicyError
from deckcheck.games.swtcg.batch.deck import BatchDeck, Ints
from deckcheck.games.swtcg.batch.policies import (
    Choose,
    choose_by_plan,
    choose_greedily,
    choose_randomly,
    discard_everything,
    random_discards,
)
from deckcheck.games.swtcg.batch.state import (
    DONE_WAY,
    PARTIAL_WAY,
    WAYS,
    Players,
    deal,
    draw,
    look,
    mulligan,
    put,
)
from deckcheck.games.swtcg.setup.policies import POLICIES, RandomPolicy, SwtcgGreedyPolicy, SwtcgPlannerPolicy
from deckcheck.games.swtcg.setup.rules import SETUP_TOTAL


@dataclass(frozen=True, slots=True)
class BatchMoves:
    """One move of each of some rows: everything that its event says, as arrays."""

    rows: Ints
    ways: Ints
    cards: Ints
    arenas: Ints
    added: Ints
    drew: Ints
    totals: Ints


def play_setups(
    deck: BatchDeck,
    policy: str,
    libraries: NDArray[np.uint16],
    starts: NDArray[np.uint64] | None = None,
    record: list[BatchMoves] | None = None,
) -> Players:
    """All rows played to the end of setup; `starts` are the first words of random players.

    `record` receives the moves, if it is given.
    """
    players, choose = open_hands(deck, policy, libraries, starts)
    put_units(players, choose, record)
    return players


def open_hands(
    deck: BatchDeck, policy: str, libraries: NDArray[np.uint16], starts: NDArray[np.uint64] | None = None
) -> tuple[Players, Choose]:
    """All rows after the mulligan, and the function that chooses their moves from then on."""
    players = deal(deck, libraries)
    return players, _start(players, policy, starts)


def put_units(players: Players, choose: Choose, record: list[BatchMoves] | None = None) -> None:
    """Plays all rows from the mulligan to the end of setup."""
    rows = np.arange(len(players))
    while len(rows):
        visible = look(players, rows)
        chosen = choose(visible)
        moves = _make(players, rows, chosen.ways, chosen.places, chosen.added)
        if record is not None:
            record.append(moves)
        rows = rows[chosen.ways < WAYS]


def _start(players: Players, policy: str, starts: NDArray[np.uint64] | None) -> Choose:
    """Takes the mulligans and gives the function that chooses the moves from then on."""
    if policy == RandomPolicy.name:
        if starts is None:
            starts = np.zeros(len(players), dtype=np.uint64)
        counts = np.zeros(len(players), dtype=np.uint64)
        mulligan(players, random_discards(players, starts, counts))
        return choose_randomly(starts, counts)
    if policy not in POLICIES:
        raise UnknownPolicyError(policy, POLICIES)
    mulligan(players, discard_everything(players))
    return {SwtcgGreedyPolicy.name: choose_greedily, SwtcgPlannerPolicy.name: choose_by_plan}[policy]


def _make(players: Players, rows: Ints, ways: Ints, places: Ints, added: Ints) -> BatchMoves:
    nothing = players.deck.nothing
    cards = np.where(ways < DONE_WAY, players.hand[rows, places], nothing)
    arenas = np.zeros(len(rows), dtype=np.int64)
    drew = np.full(len(rows), nothing)
    puts = np.flatnonzero(ways < WAYS)
    arenas[puts] = put(players, rows[puts], cards[puts], ways[puts], added[puts])
    partials = np.flatnonzero(ways == PARTIAL_WAY)
    if len(partials):
        at = rows[partials]
        players.partial[at] = cards[partials]
        players.counters[at] = SETUP_TOTAL - players.total[at]
    drawing = np.flatnonzero(ways < DONE_WAY)
    drew[drawing] = draw(players, rows[drawing])
    players.hand[rows[drawing], places[drawing]] = drew[drawing]
    return BatchMoves(rows, ways, cards, arenas, added, drew, players.total[rows])
