"""The policies of `policies.py` for many players at once; they decide alike, move by move.

A policy gives for each row a way, a hand place and what the put adds. Preferences are packed into
one integer, so that the best move is a maximum: see `_preferences` for the order.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from deckcheck.games.swtcg.batch_deck import MOST_CARDS, NUMBER_BITS, Bools, Ints
from deckcheck.games.swtcg.batch_look_ahead import values_of
from deckcheck.games.swtcg.batch_state import (
    DONE_WAY,
    NOT_IN_BATTLE,
    PARTIAL_WAY,
    UNDER_WAY,
    WAYS,
    Players,
    Sight,
    arena_of,
)
from deckcheck.games.swtcg.random_words import words_at
from deckcheck.games.swtcg.setup_cards import HAND_SIZE

_NEVER = np.int64(-1)
_COUNT_BITS, _WAY_BITS = 8, 3
_PLACE_BITS = _COUNT_BITS + _WAY_BITS
_KEY_BITS = 6 + NUMBER_BITS + _PLACE_BITS
_MOST_UNITS = (1 << _COUNT_BITS) - 1
_BEST_PARTIAL = 1 << 40


@dataclass(slots=True)
class Choices:
    """What each row does: the way, the hand place it concerns and what it adds to the total."""

    ways: Ints
    places: Ints
    added: Ints


Choose = Callable[[Sight], Choices]


def choose_greedily(sight: Sight) -> Choices:
    """The put that adds most; then the dearest partial card; then done."""
    keys = _preferences(sight)
    return _best(sight, keys, sight.players.deck.preference[sight.hand])


def choose_by_plan(sight: Sight) -> Choices:
    """The put with the best prospects; then the partial card that helps most; then done."""
    keys = _preferences(sight)
    flat = keys.reshape(len(keys), -1)
    at = np.flatnonzero(flat >= 0)
    row = at // flat.shape[1]
    # Where there is but one legal put, it needs no look ahead.
    asked = np.bincount(row, minlength=len(flat))[row] > 1
    at, row = at[asked], row[asked]
    way, place = np.divmod(at % flat.shape[1], HAND_SIZE)
    flat[row, at % flat.shape[1]] += values_of(sight, row, place, way) << _KEY_BITS
    return _best(sight, keys, _partial_ranks(sight))


def choose_randomly(starts: NDArray[np.uint64], counts: NDArray[np.uint64]) -> Choose:
    """Any legal move with the same chance; `counts` are the words that each player has used."""

    def choose(sight: Sight) -> Choices:
        counts[sight.rows] += np.uint64(1)
        words = words_at(starts[sight.rows], counts[sight.rows]) >> np.uint64(32)
        order = np.argsort(sight.hand, axis=1, kind="stable")
        hand = np.take_along_axis(sight.hand, order, axis=1)
        first = np.ones(hand.shape, dtype=np.bool_)
        first[:, 1:] = hand[:, 1:] != hand[:, :-1]
        rows = len(hand)
        flat = np.zeros((rows, HAND_SIZE * WAYS + HAND_SIZE + 1), dtype=np.bool_)
        puts = flat[:, : HAND_SIZE * WAYS].reshape(rows, HAND_SIZE, WAYS)
        for way, legal in enumerate(sight.legal):
            if legal is not None:
                puts[..., way] = np.take_along_axis(legal, order, axis=1) & first
        partials = np.take_along_axis(_partials(sight), order, axis=1)
        flat[:, HAND_SIZE * WAYS : -1] = partials & first
        flat[:, -1] = True
        upto = np.cumsum(flat, axis=1, dtype=np.uint8)
        wanted = (words * upto[:, -1].astype(np.uint64) >> np.uint64(32)).astype(np.int64)
        move = np.argmax(upto > wanted[:, None], axis=1)
        return _decoded(sight, order, move)

    return choose


def random_discards(
    players: Players, starts: NDArray[np.uint64], counts: NDArray[np.uint64]
) -> Bools:
    """Each card that may be discarded is, or not, as a coin falls."""
    counts += np.uint64(1)
    coins = words_at(starts, counts)[:, None] >> np.arange(HAND_SIZE, dtype=np.uint64)
    return players.deck.can_be_discarded[players.hand] & (coins & np.uint64(1) > 0)


def discard_everything(players: Players) -> Bools:
    """All that may be discarded."""
    return players.deck.can_be_discarded[players.hand]


def _preferences(sight: Sight) -> Ints:
    """A key for every row, way and place: more is better, -1 where the put is not allowed.

    From the top: what is added, the card's number (lower is better), the own units in the arena
    (fewer), the way (earlier).
    """
    players, rows = sight.players, sight.rows
    keys = np.full((len(rows), WAYS, HAND_SIZE), _NEVER)
    units = players.arenas[rows]
    new = players.deck.preference[sight.hand] << _PLACE_BITS
    for way in range(UNDER_WAY):
        legal = sight.legal[way]
        fewer = ((_MOST_UNITS - units[:, way]) << _WAY_BITS) + WAYS - way
        keys[:, way][legal] = (new + fewer[:, None])[legal]
    for way in range(UNDER_WAY, WAYS):
        legal = sight.legal[way]
        if legal is None:
            continue
        row, place = np.nonzero(legal)
        card = sight.hand[row, place]
        ways = np.full_like(row, way)
        arena = arena_of(players, rows[row], players.deck.person[card], ways)
        key = (sight.added(row, place, ways) << NUMBER_BITS) + MOST_CARDS - 1 - card
        key = (key << _COUNT_BITS) + _MOST_UNITS - units[row, arena]
        keys[row, way, place] = (key << _WAY_BITS) + WAYS - way
    return keys


def _best(sight: Sight, keys: Ints, partial_ranks: Ints) -> Choices:
    """The put with the highest key, else the partial card with the highest rank, else done."""
    rows = np.arange(len(keys))
    flat = keys.reshape(len(keys), -1)
    best = flat.argmax(axis=1)
    ways, places = np.divmod(best, HAND_SIZE)
    added = sight.added(rows, places, ways)
    stuck = np.flatnonzero(flat[rows, best] < 0)
    if len(stuck):
        allowed = (_partials(sight) & (sight.joins | (sight.top == NOT_IN_BATTLE)))[stuck]
        ranks = np.where(allowed, partial_ranks[stuck], _NEVER)
        places[stuck] = ranks.argmax(axis=1)
        found = ranks[np.arange(len(stuck)), places[stuck]] >= 0
        ways[stuck] = np.where(found, PARTIAL_WAY, DONE_WAY)
        added[stuck] = 0
    return Choices(ways, places, added)


def _partials(sight: Sight) -> Bools:
    left = sight.left[:, None]
    return sight.players.deck.can_be_partial[sight.hand] & (left >= 1) & (sight.cost > left)


def _partial_ranks(sight: Sight) -> Ints:
    """A rank for partial cards: those for an empty arena, other units, other cards; cheapest."""
    deck = sight.players.deck
    held = sight.players.arenas[sight.rows] > 0
    empty = ~(held[:, 0] + 2 * held[:, 1] + 4 * held[:, 2])[:, None]
    group = np.where(deck.is_unit[sight.hand], 1, 2)
    group[(deck.arenas[sight.hand] & empty & 0b111) > 0] = 0
    rank: Ints = _BEST_PARTIAL - (((group << 8) + sight.cost) << NUMBER_BITS) - sight.hand
    return rank


def _decoded(sight: Sight, order: Ints, move: Ints) -> Choices:
    """Ways and hand places from numbers of moves: puts, then partial cards, then done."""
    rows = np.arange(len(move))
    puts = HAND_SIZE * WAYS
    is_put, is_partial = move < puts, (move >= puts) & (move < puts + HAND_SIZE)
    ways = np.where(is_put, move % WAYS, np.where(is_partial, PARTIAL_WAY, DONE_WAY))
    ranked = np.where(is_put, move // WAYS, np.where(is_partial, move - puts, 0))
    places = order[rows, ranked]
    return Choices(ways, places, np.where(is_put, sight.added(rows, places, ways), 0))
