"""The first turns of many players at once; they do the same as `turns`, card by card."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from deckcheck.games.swtcg.batch.deck import MOST_CARDS, Bools, Ints
from deckcheck.games.swtcg.batch.state import NOT_IN_BATTLE, UNDER_WAY, Players, draw, put
from deckcheck.games.swtcg.cards import ARENAS
from deckcheck.games.swtcg.setup.cards import STACK_LIMIT
from deckcheck.games.swtcg.setup.turns import FORCE_EACH_TURN

_NEVER = -1
"""The counters needed by what cannot be built."""

_NO_RANK = np.iinfo(np.int64).max


@dataclass(slots=True)
class Builders:
    """Players in their turns: a wider hand, the card under construction, and Locations in play."""

    players: Players
    hand: Ints
    building: Ints
    counters: Ints
    locations: Ints


@dataclass(frozen=True, slots=True)
class TurnFigures:
    """The figures at the end of one turn, a number for each player."""

    gained: Ints
    spent: Ints
    lost: Ints
    arenas: Ints
    hand: Ints
    library: Ints
    force: int


def play_turns(players: Players, rolls: NDArray[np.int64], turns: int) -> tuple[Builders, list[TurnFigures]]:
    """So many turns of all players, with their rolls (a row each); figures after each turn."""
    state = start_building(players, turns)
    return state, [_play_turn(state, rolls[:, turn], turn) for turn in range(turns)]


def start_building(players: Players, turns: int) -> Builders:
    """The players at the end of setup, ready for so many turns."""
    rows, places = players.hand.shape
    hand = np.full((rows, places + turns), players.deck.nothing)
    hand[:, :places] = players.hand
    state = Builders(players, hand, players.partial.copy(), players.counters.copy(), np.zeros(rows, np.int64))
    every = np.arange(rows)
    stuck = counters_needed(state, every, state.building[:, None])[:, 0] == _NEVER
    state.building[stuck] = players.deck.nothing
    return state


def _play_turn(state: Builders, roll: Ints, turn: int) -> TurnFigures:
    players = state.players
    rows = np.arange(len(players))
    gained = roll + (players.arenas > 0).all(axis=1)
    state.hand[:, state.hand.shape[1] - 1 - turn] = draw(players, rows)
    points = gained.copy()
    nothing = players.deck.nothing
    begun = np.flatnonzero(state.building != nothing)
    if len(begun):
        cards, counters = state.building[begun], state.counters[begun]
        state.building[begun], state.counters[begun] = nothing, 0
        _add_counters(state, begun, cards, counters, points)
    if not players.deck.is_free:
        rows = np.flatnonzero(points)
    while len(rows):
        places = _choose(state, rows, points[rows])
        found = places >= 0
        rows, places = rows[found], places[found]
        cards = state.hand[rows, places]
        state.hand[rows, places] = nothing
        _add_counters(state, rows, cards, np.zeros(len(rows), np.int64), points)
        if not players.deck.is_free:
            rows = rows[points[rows] > 0]
    return TurnFigures(
        gained,
        gained - points,
        points,
        players.arenas.copy(),
        (state.hand != nothing).sum(axis=1),
        players.deck.deck.size - players.drawn,
        FORCE_EACH_TURN * (turn + 1),
    )


def counters_needed(state: Builders, rows: Ints, cards: Ints) -> Ints:
    """The counters that each card of each row needs; `_NEVER` for what cannot be built."""
    players, deck = state.players, state.players.deck
    across = rows[:, None]
    person = deck.person[cards]
    top = players.top_cost[across, person]
    new = top == NOT_IN_BATTLE
    joins = (players.stack_size[across, person] < STACK_LIMIT) & ~players.in_stack[
        across, deck.version[cards]
    ]
    cost = np.maximum(deck.cost[cards], deck.deck.rules.least_counters)
    unit = np.where(new, cost, np.where(joins, 1, _NEVER))
    other = deck.is_plain[cards] | (_free_arenas(state, across, cards) > 0)
    return np.where(deck.can_be_put[cards], unit, np.where(other, cost, _NEVER))


def _free_arenas(state: Builders, rows: Ints, cards: Ints) -> Ints:
    """The arenas to which a Location can be deployed, as bits."""
    deck = state.players.deck
    free: Ints = deck.location_arenas[cards] & ~state.locations[rows]
    return free


def _choose(state: Builders, rows: Ints, points: Ints) -> Ints:
    """The hand place of the card that the build policy takes next, -1 where there is none."""
    deck = state.players.deck
    cards = state.hand[rows]
    needed = counters_needed(state, rows, cards)
    held = state.players.arenas[rows] > 0
    empty = ~(held[:, 0] + 2 * held[:, 1] + 4 * held[:, 2])[:, None]
    new = state.players.top_cost[rows[:, None], deck.person[cards]] == NOT_IN_BATTLE
    group = np.where(deck.can_be_put[cards], 1, 2)
    group[(deck.arenas[cards] & empty & 0b111 > 0) & new] = 0
    fits = needed <= points[:, None]
    rank = np.where(fits, (group << 10) - needed, (1 << 20) + (group << 10) + needed)
    rank = rank * MOST_CARDS + cards
    # Without points nothing can be begun.
    rank[(needed == _NEVER) | ~(fits | (points[:, None] > 0))] = _NO_RANK
    places: Ints = rank.argmin(axis=1)
    places[rank[np.arange(len(rows)), places] == _NO_RANK] = -1
    return places


def _add_counters(state: Builders, rows: Ints, cards: Ints, counters: Ints, points: Ints) -> None:
    """Puts points of each row on a card; deploys or completes the cards that have enough."""
    deck = state.players.deck
    needed = counters_needed(state, rows, cards[:, None])[:, 0]
    paid = np.minimum(points[rows], np.maximum(needed - counters, 0))
    points[rows] -= paid
    counters = counters + paid
    finished = counters >= needed
    begun = rows[~finished]
    state.building[begun], state.counters[begun] = cards[~finished], counters[~finished]
    units = finished & deck.can_be_put[cards]
    if units.any():
        _deploy(state.players, rows[units], cards[units])
    placed = finished & (deck.location_arenas[cards] > 0)
    at = rows[placed]
    free = _free_arenas(state, at, cards[placed])
    # The lowest bit: the first arena that is free.
    state.locations[at] |= free & -free


def _deploy(players: Players, rows: Ints, cards: Ints) -> None:
    deck = players.deck
    new: Bools = players.top_cost[rows, deck.person[cards]] == NOT_IN_BATTLE
    allowed = (deck.arenas[cards][:, None] >> np.arange(len(ARENAS)) & 1) > 0
    units = np.where(allowed, players.arenas[rows], np.iinfo(np.int64).max)
    ways = np.where(new, units.argmin(axis=1), UNDER_WAY)
    put(players, rows, cards, ways, np.zeros(len(rows), np.int64))
