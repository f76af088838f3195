"""The policies of `policies.py` for many players at once; they decide alike, move by move.

A policy gives for each row a way, a hand place and what the put adds. Preferences are packed into
one integer, so that the best move is a maximum: see `_preferences` for the order.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from deckcheck.chance.random_words import words_at
from deckcheck.games.swtcg.batch.deck import MOST_CARDS, NUMBER_BITS, Bools, Ints
from deckcheck.games.swtcg.batch.look_ahead import values_of
from deckcheck.games.swtcg.batch.state import (
    DONE_WAY,
    NOT_IN_BATTLE,
    PARTIAL_WAY,
    UNDER_WAY,
    WAYS,
    Players,
    VisibleState,
    arena_of,
)
from deckcheck.games.swtcg.setup.rules import HAND_SIZE

_NEVER = np.int64(-1)
_COUNT_BITS, _WAY_BITS = 8, 3
_PLACE_BITS = _COUNT_BITS + _WAY_BITS
_KEY_BITS = 6 + NUMBER_BITS + _PLACE_BITS
_MOST_UNITS = (1 << _COUNT_BITS) - 1
_BEST_PARTIAL = 1 << 40


@dataclass(slots=True)
class Choices:
    """The choice of each row: the way, the hand place it concerns and what it adds to the total."""

    ways: Ints
    places: Ints
    added: Ints


Choose = Callable[[VisibleState], Choices]


def choose_greedily(visible: VisibleState) -> Choices:
    """The put that adds most; then the dearest partial card; then done."""
    keys = _preferences(visible)
    return _best(visible, keys, _dearest)


def choose_by_plan(visible: VisibleState) -> Choices:
    """The put with the best prospects; then the partial card that helps most; then done."""
    keys = _preferences(visible)
    way, row, place = np.nonzero(keys >= 0)
    # Where there is but one legal put, it needs no look ahead.
    asked = np.bincount(row, minlength=len(visible.rows))[row] > 1
    way, row, place = way[asked], row[asked], place[asked]
    keys[way, row, place] += values_of(visible, row, place, way) << _KEY_BITS
    return _best(visible, keys, _most_helpful)


def choose_randomly(starts: NDArray[np.uint64], counts: NDArray[np.uint64]) -> Choose:
    """Any legal move with the same chance; `counts` are the words that each player has used."""

    def choose(visible: VisibleState) -> Choices:
        counts[visible.rows] += np.uint64(1)
        words = words_at(starts[visible.rows], counts[visible.rows]) >> np.uint64(32)
        order = np.argsort(visible.hand, axis=1, kind="stable")
        hand = np.take_along_axis(visible.hand, order, axis=1)
        first = np.ones(hand.shape, dtype=np.bool_)
        first[:, 1:] = hand[:, 1:] != hand[:, :-1]
        legal = np.zeros((*hand.shape, WAYS + 1), dtype=np.bool_)
        for arena, fits in enumerate(visible.fits):
            legal[..., arena] = fits
        legal[visible.stackings] = True
        legal[..., PARTIAL_WAY] = _partials(visible, np.arange(len(hand)))
        legal = np.take_along_axis(legal, order[..., None], axis=1) & first[..., None]
        flat = np.ones((len(hand), HAND_SIZE * WAYS + HAND_SIZE + 1), dtype=np.bool_)
        flat[:, : HAND_SIZE * WAYS] = legal[..., :WAYS].reshape(len(hand), -1)
        flat[:, HAND_SIZE * WAYS : -1] = legal[..., PARTIAL_WAY]
        upto = np.cumsum(flat, axis=1, dtype=np.uint8)
        wanted = (words * upto[:, -1].astype(np.uint64) >> np.uint64(32)).astype(np.int64)
        move = np.argmax(upto > wanted[:, None], axis=1)
        return _decoded(visible, order, move)

    return choose


def random_discards(players: Players, starts: NDArray[np.uint64], counts: NDArray[np.uint64]) -> Bools:
    """Each card that may be discarded is, or not, as a coin falls."""
    counts += np.uint64(1)
    coins = words_at(starts, counts)[:, None] >> np.arange(HAND_SIZE, dtype=np.uint64)
    return players.deck.can_be_discarded[players.hand] & (coins & np.uint64(1) > 0)


def discard_everything(players: Players) -> Bools:
    """All that may be discarded."""
    return players.deck.can_be_discarded[players.hand]


def _preferences(visible: VisibleState) -> Ints:
    """A key for every way, row and place: more is better, -1 where the put is not allowed.

    From the top: what is added, the card's number (lower is better), the own units in the arena
    (fewer), the way (earlier). Ways in which no row can put anything may be missing at the end.
    """
    players, rows = visible.players, visible.rows
    row, place, way = visible.stackings
    keys = np.full((WAYS if len(row) else UNDER_WAY, *visible.hand.shape), _NEVER)
    units = players.arenas[rows]
    new = players.deck.preference[visible.hand] << _PLACE_BITS
    for arena, fits in enumerate(visible.fits):
        fewer = ((_MOST_UNITS - units[:, arena]) << _WAY_BITS) + WAYS - arena
        np.add(new, fewer[:, None], out=keys[arena], where=fits)
    if len(row):
        card = visible.hand[row, place]
        held = units[row, arena_of(players, rows[row], players.deck.person[card], way)]
        key = (visible.added(row, place, way) << NUMBER_BITS) + MOST_CARDS - 1 - card
        key = (key << _COUNT_BITS) + _MOST_UNITS - held
        keys[way, row, place] = (key << _WAY_BITS) + WAYS - way
    return keys


def _best(visible: VisibleState, keys: Ints, rank: Callable[[VisibleState, Ints], Ints]) -> Choices:
    """The put with the highest key, else the partial card with the highest rank, else done."""
    rows = np.arange(len(visible.rows))
    by_place = keys.max(axis=0)
    places = by_place.argmax(axis=1)
    ways = keys[:, rows, places].argmax(axis=0)
    added = visible.added(rows, places, ways)
    stuck = np.flatnonzero(by_place[rows, places] < 0)
    if len(stuck):
        deployable = visible.joins[stuck] | (visible.top[stuck] == NOT_IN_BATTLE)
        ranks = np.where(_partials(visible, stuck) & deployable, rank(visible, stuck), _NEVER)
        places[stuck] = ranks.argmax(axis=1)
        found = ranks[np.arange(len(stuck)), places[stuck]] >= 0
        ways[stuck] = np.where(found, PARTIAL_WAY, DONE_WAY)
        added[stuck] = 0
    return Choices(ways, places, added)


def _partials(visible: VisibleState, at: Ints) -> Bools:
    """Which cards of these rows may be partially built."""
    deck, left, hand = visible.players.deck, visible.left[at, None], visible.hand[at]
    able: Bools = deck.can_be_partial[hand] & (left >= 1)
    return able if deck.deck.rules.overbuilds else able & (visible.cost[at] > left)


def _dearest(visible: VisibleState, at: Ints) -> Ints:
    """A rank for partial cards: the dearest first."""
    return visible.players.deck.preference[visible.hand[at]]


def _most_helpful(visible: VisibleState, at: Ints) -> Ints:
    """A rank for partial cards: those for an empty arena, other units, other cards; cheapest."""
    deck, hand = visible.players.deck, visible.hand[at]
    held = visible.players.arenas[visible.rows[at]] > 0
    empty = ~(held[:, 0] + 2 * held[:, 1] + 4 * held[:, 2])[:, None]
    group = np.where(deck.is_unit[hand], 1, 2)
    group[(deck.arenas[hand] & empty & 0b111) > 0] = 0
    rank: Ints = _BEST_PARTIAL - (((group << 8) + visible.cost[at]) << NUMBER_BITS) - hand
    return rank


def _decoded(visible: VisibleState, order: Ints, move: Ints) -> Choices:
    """Ways and hand places from numbers of moves: puts, then partial cards, then done."""
    rows = np.arange(len(move))
    puts = HAND_SIZE * WAYS
    is_put, is_partial = move < puts, (move >= puts) & (move < puts + HAND_SIZE)
    ways = np.where(is_put, move % WAYS, np.where(is_partial, PARTIAL_WAY, DONE_WAY))
    ranked = np.where(is_put, move // WAYS, np.where(is_partial, move - puts, 0))
    places = order[rows, ranked]
    return Choices(ways, places, np.where(is_put, visible.added(rows, places, ways), 0))
