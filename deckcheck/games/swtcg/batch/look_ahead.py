"""The planner's look ahead for many candidate puts at once; the same numbers as `look_ahead`."""

import numpy as np
from numpy.typing import NDArray

from deckcheck.games.swtcg.batch.deck import Bools, Ints
from deckcheck.games.swtcg.batch.state import UNDER_WAY, VisibleState, arena_of
from deckcheck.games.swtcg.cards import ARENAS
from deckcheck.games.swtcg.setup.cards import STACK_LIMIT
from deckcheck.games.swtcg.setup.look_ahead import ALL_ARENAS, ARENA_SETS, DrawOdds
from deckcheck.games.swtcg.setup.rules import HAND_SIZE, SETUP_TOTAL

Sums = NDArray[np.uint32]

_BEYOND = 31
"""A shift by this much moves every sum out of the 0 to 30 that are looked at."""

_ONE = np.uint32(1)
_ALONE = [1 << arena for arena in range(len(ARENAS))]


def values_of(visible: VisibleState, row: Ints, place: Ints, way: Ints) -> Ints:
    """`look_ahead.value_of` of candidate puts, its two numbers as one: the first times 128."""
    left = (visible.left[row] - visible.added(row, place, way)).astype(np.uint32)
    reach = _reach(visible, row, place, way)
    exact = reach[ALL_ARENAS] >> left & _ONE > 0
    odds = visible.players.deck.odds
    draws = np.full(len(row), odds.size, dtype=np.int64)
    open_ones = np.flatnonzero(~exact)
    draws[open_ones] = _completing_draws(reach[:, open_ones], left[open_ones], odds)
    within = (_ONE << left + _ONE) - _ONE
    three = reach[0b111] & within
    two = (reach[0b011] | reach[0b101] | reach[0b110]) & within
    one = (reach[0b001] | reach[0b010] | reach[0b100]) & within
    arenas = np.where(three > 0, 3, np.where(two > 0, 2, 1))
    sums = np.where(three > 0, three, np.where(two > 0, two, one))
    bit_length = np.frexp(sums.astype(np.float64))[1]
    best: Ints = 32 * arenas + SETUP_TOTAL - left.astype(np.int64) + bit_length - 1
    return (draws << 7) + best


def _reach(visible: VisibleState, row: Ints, place: Ints, way: Ints) -> Sums:
    deck = visible.players.deck
    hand = visible.hand[row]
    card = visible.hand[row, place]
    person = deck.person[card]
    reach = np.zeros((len(ARENA_SETS), len(row)), dtype=np.uint32)
    reach[_held(visible, row, way, person), np.arange(len(row))] = 1
    new = visible.new & ~_another_first(visible)
    shifts = np.where(new, np.minimum(visible.cost, _BEYOND), _BEYOND).astype(np.uint32)
    arenas = deck.arenas[visible.hand]
    unique = person < deck.persons
    for other in range(HAND_SIZE):
        rest = place != other
        own = unique & (deck.person[hand[:, other]] == person)
        shift = np.where(rest & ~own, shifts[row, other], np.uint32(_BEYOND))
        grown = _with_unit(reach, shift, arenas[row, other])
        if deck.has_stacks:
            under, change = _stacking(visible, row, place, way, other, own)
            _join_stack(reach, grown, under & rest, change)
        reach = grown
    return reach


def _held(visible: VisibleState, row: Ints, way: Ints, person: Ints) -> Ints:
    """The arenas with a unit after the put, as bits."""
    players, rows = visible.players, visible.rows[row]
    counts = players.arenas[rows]
    was = players.stack_arena[rows, person]
    on_top = np.flatnonzero(way > UNDER_WAY)
    counts[on_top, was[on_top]] -= 1
    arena = arena_of(players, rows, person, way)
    counts[np.arange(len(row)), arena] += 1
    held = counts > 0
    bits: Ints = held[:, 0] + 2 * held[:, 1] + 4 * held[:, 2]
    return bits


def _another_first(visible: VisibleState) -> Bools:
    """Where the hand has an earlier card of the same person, which is then the one planned with."""
    deck = visible.players.deck
    dup = np.zeros(visible.hand.shape, dtype=np.bool_)
    if not deck.persons:
        return dup
    person = np.where(visible.new, deck.person[visible.hand], deck.persons)
    rank = visible.hand * HAND_SIZE + np.arange(HAND_SIZE)
    for place in range(HAND_SIZE):
        for other in range(HAND_SIZE):
            if place != other:
                dup[:, place] |= (person[:, place] == person[:, other]) & (rank[:, other] < rank[:, place])
    return dup & (person < deck.persons)


def _with_unit(reach: Sums, shift: Sums, arenas: Ints) -> Sums:
    """The reach with one more unit to put or not, in any of its arenas."""
    grown = reach.copy()
    for arena, bit in enumerate(_ALONE):
        cost = np.where(arenas >> arena & 1 > 0, shift, np.uint32(_BEYOND))
        for held in ARENA_SETS:
            if held & bit:
                grown[held] |= (reach[held] | reach[held ^ bit]) << cost
    return grown


def _stacking(
    visible: VisibleState, row: Ints, place: Ints, way: Ints, other: int, own: Bools
) -> tuple[Bools, Ints]:
    """Whether another card of the hand could join its stack after the put, and the change of cost.

    `own` marks the rows in which it is the person just put.
    """
    deck = visible.players.deck
    joins = visible.joins[row, other]
    change = visible.cost[row, other] - visible.top[row, other]
    if own.any():
        mine = np.flatnonzero(own)
        at, by = row[mine], place[mine]
        put_cost = visible.cost[at, by]
        top = np.where(way[mine] == UNDER_WAY, visible.top[at, by], put_cost)
        cards = visible.hand[at, other]
        rows = visible.rows[at]
        size = visible.players.stack_size[rows, deck.person[cards]] + 1
        same = deck.version[cards] == deck.version[visible.hand[at, by]]
        in_stack = visible.players.in_stack[rows, deck.version[cards]]
        joins[mine] = deck.can_be_put[cards] & ~in_stack & ~same & (size < STACK_LIMIT)
        change[mine] = visible.cost[at, other] - top
    return joins, change


def _join_stack(reach: Sums, grown: Sums, joins: Bools, change: Ints) -> None:
    """Adds to `grown` what a card under its unit for 1, or on top for the change, allows."""
    able = np.flatnonzero(joins)
    if not len(able):
        return
    before = reach[:, able]
    upward = np.where(change[able] >= 0, np.minimum(change[able] + 1, _BEYOND), _BEYOND)
    grown[:, able] |= before << _ONE | before << upward.astype(np.uint32)


def _completing_draws(reach: Sums, left: Sums, odds: DrawOdds) -> Ints:
    """How many cards of the deck, drawn next, would allow exactly 30 with all arenas."""
    number = np.zeros(len(left), dtype=np.int64)
    short: dict[int, Sums] = {}
    for arenas, cost, copies in odds.copies:
        if arenas not in short:
            sums = reach[ALL_ARENAS].copy()
            for bit in _ALONE:
                if arenas & bit:
                    sums |= reach[ALL_ARENAS ^ bit]
            short[arenas] = sums
        rest = left.astype(np.int64) - cost
        hit = short[arenas] >> np.maximum(rest, 0).astype(np.uint32) & _ONE
        number += np.where(rest >= 0, hit, 0).astype(np.int64) * copies
    return number
