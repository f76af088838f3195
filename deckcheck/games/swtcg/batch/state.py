"""Many players of one deck in the middle of setup, as arrays: a row each.

No policy looks at the opponent, so the rule of alternation orders the events of a setup and changes
nothing in what either player does. Therefore each player is played alone here; the tests put two
records into the order of the rules, to compare them with setups played move by move.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from deckcheck.games.swtcg.batch.deck import BatchDeck, Bools, Ints
from deckcheck.games.swtcg.cards import ARENAS
from deckcheck.games.swtcg.setup.cards import STACK_LIMIT
from deckcheck.games.swtcg.setup.rules import HAND_SIZE, SETUP_TOTAL

WAYS = 7
"""The ways to put a card: as a new unit into one of three arenas, under its stack, or on top of it
in one of three arenas; in this order."""

UNDER_WAY = 3
PARTIAL_WAY, DONE_WAY = WAYS, WAYS + 1
NOT_IN_BATTLE = -1
_NONE = np.zeros(0, dtype=np.int64)


@dataclass(slots=True)
class Players:
    """Rows of players. Columns: hand places, persons and versions (the last for what is none).

    `discarded` marks the places of the opening hand that the mulligan discarded.
    """

    deck: BatchDeck
    libraries: NDArray[np.uint16]
    hand: Ints
    drawn: Ints
    discarded: Bools
    total: Ints
    arenas: Ints
    top_cost: Ints
    stack_size: Ints
    stack_arena: Ints
    in_stack: Bools
    in_play: Bools
    partial: Ints
    counters: Ints

    def __len__(self) -> int:
        return len(self.total)


@dataclass(slots=True)
class VisibleState:
    """The visible state of the players to move in some rows; arrays are by row and hand place.

    `new` marks cards that can be put as a unit of their own, `joins` those that can join a stack;
    `top` is the cost of the person's unit in battle. `fits` says for each arena which cards may be
    put there as a new unit now; `stackings` lists the row, place and way of every put on or under a
    stack, of which there are few.
    """

    players: Players
    rows: Ints
    hand: Ints
    left: Ints
    cost: Ints
    top: Ints
    new: Bools
    joins: Bools
    fits: list[Bools] = field(default_factory=list)
    stackings: tuple[Ints, Ints, Ints] = (_NONE, _NONE, _NONE)

    def added(self, row: Ints, place: Ints, way: Ints) -> Ints:
        """The gain of puts to the total: the cost, 1 under a stack, the change on top of one."""
        cost = self.cost[row, place]
        on_top = cost - self.top[row, place] + 1
        return np.where(way < UNDER_WAY, cost, np.where(way == UNDER_WAY, 1, on_top))


def deal(deck: BatchDeck, libraries: NDArray[np.uint16]) -> Players:
    """Players who have drawn their hands from shuffled libraries (a row each)."""
    rows, size = libraries.shape
    padded = np.full((rows, max(size, HAND_SIZE) + 1), deck.nothing, dtype=np.uint16)
    padded[:, :size] = libraries
    persons, versions = deck.persons + 1, deck.versions + 1
    return Players(
        deck,
        padded,
        padded[:, :HAND_SIZE].astype(np.int64),
        np.full(rows, min(size, HAND_SIZE), dtype=np.int64),
        np.zeros((rows, HAND_SIZE), dtype=np.bool_),
        np.zeros(rows, dtype=np.int64),
        np.zeros((rows, len(ARENAS)), dtype=np.int64),
        np.full((rows, persons), NOT_IN_BATTLE, dtype=np.int64),
        np.zeros((rows, persons), dtype=np.int64),
        np.zeros((rows, persons), dtype=np.int64),
        np.zeros((rows, versions), dtype=np.bool_),
        np.zeros((rows, deck.nothing + 1), dtype=np.bool_),
        np.full(rows, deck.nothing, dtype=np.int64),
        np.zeros(rows, dtype=np.int64),
    )


def draw(players: Players, rows: Ints) -> Ints:
    """The next card of each row; `nothing` where the library is empty."""
    place = players.drawn[rows]
    cards: Ints = players.libraries[rows, np.minimum(place, players.libraries.shape[1] - 1)].astype(np.int64)
    players.drawn[rows] = place + (cards != players.deck.nothing)
    return cards


def mulligan(players: Players, discard: Bools) -> None:
    """Discards the marked hand places and draws as many cards, in the order of the places."""
    for place in range(HAND_SIZE):
        rows = np.flatnonzero(discard[:, place])
        players.hand[rows, place] = draw(players, rows)
    players.discarded = discard


def look(players: Players, rows: Ints) -> VisibleState:
    """The visible state of the players of these rows, with all their legal puts."""
    deck = players.deck
    hand = players.hand[rows]
    person = deck.person[hand]
    top = players.top_cost[rows[:, None], person]
    can = deck.can_be_put[hand]
    new = can & (top == NOT_IN_BATTLE)
    left = SETUP_TOTAL - players.total[rows]
    visible = VisibleState(players, rows, hand, left, deck.cost[hand], top, new, np.zeros_like(new))
    affordable = new & (visible.cost <= left[:, None]) & (left[:, None] > 0)
    visible.fits = [affordable & fights[hand] for fights in deck.fights_in]
    if deck.has_stacks:
        row, place = np.nonzero(can & ~new)
        able = can_join(players, rows[row], hand[row, place])
        _find_stackings(visible, row[able], place[able])
    return visible


def can_join(players: Players, rows: Ints, cards: Ints) -> Bools:
    """Whether cards whose persons are in battle can join their stacks."""
    deck = players.deck
    full = players.stack_size[rows, deck.person[cards]] >= STACK_LIMIT
    joins: Bools = ~full & ~players.in_stack[rows, deck.version[cards]]
    return joins


def _find_stackings(visible: VisibleState, row: Ints, place: Ints) -> None:
    """Notes the cards that can join a stack, and all ways in which they may do so now."""
    players, deck = visible.players, visible.players.deck
    visible.joins[row, place] = True
    card, left = visible.hand[row, place], visible.left[row]
    change = visible.cost[row, place] - visible.top[row, place] + 1
    where = players.stack_arena[visible.rows[row], deck.person[card]]
    stays = deck.arenas[card] >> where & 1 > 0
    on_top = (change >= 1) & (change <= left)
    chosen = [np.flatnonzero(left > 0)]
    for arena, fights in enumerate(deck.fights_in):
        allowed = np.where(stays, where == arena, fights[card])
        chosen.append(np.flatnonzero(on_top & allowed))
    way = np.repeat(np.arange(UNDER_WAY, WAYS), [len(found) for found in chosen])
    every = np.concatenate(chosen)
    visible.stackings = row[every], place[every], way


def arena_of(players: Players, rows: Ints, persons: Ints, ways: Ints) -> Ints:
    """The arena of a put: the one that a way names, under a stack the stack's."""
    was = players.stack_arena[rows, persons]
    return np.where(ways < UNDER_WAY, ways, np.where(ways == UNDER_WAY, was, ways - UNDER_WAY - 1))


def put(players: Players, rows: Ints, cards: Ints, ways: Ints, added: Ints) -> Ints:
    """Puts a card of each row into its arena, which is returned; the hand is left as it is."""
    deck = players.deck
    person = deck.person[cards]
    was = players.stack_arena[rows, person]
    arena = arena_of(players, rows, person, ways)
    counts = players.arenas
    counts[rows, arena] += ways != UNDER_WAY
    on_top = ways > UNDER_WAY
    counts[rows[on_top], was[on_top]] -= 1
    shows = ways != UNDER_WAY
    unique = person < deck.persons
    top = rows[shows & unique], person[shows & unique]
    players.top_cost[top] = deck.cost[cards][shows & unique]
    players.stack_arena[top] = arena[shows & unique]
    players.stack_size[rows[unique], person[unique]] += 1
    players.in_stack[rows[unique], deck.version[cards][unique]] = True
    players.in_play[rows, cards] = True
    players.total[rows] += added
    return arena
