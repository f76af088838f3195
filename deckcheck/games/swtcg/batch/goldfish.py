"""Hands, setup and turns of one deck on arrays: the fast path of the goldfish."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deckcheck.chance.estimates import Mean
from deckcheck.chance.random_words import generator, raw_words
from deckcheck.games.swtcg.batch.deck import BatchDeck
from deckcheck.games.swtcg.batch.setup import open_hands, put_units
from deckcheck.games.swtcg.batch.statistics import GAMES_AT_ONCE, count_setups, deal_libraries
from deckcheck.games.swtcg.batch.turns import TurnFigures, play_turns
from deckcheck.games.swtcg.cards import ARENAS
from deckcheck.games.swtcg.setup.cards import SetupDeck
from deckcheck.games.swtcg.setup.figures import COUNTED_KINDS, OPENING_FIGURES, TURN_FIGURES, counted_as
from deckcheck.games.swtcg.setup.rules import HAND_SIZE, UNIT
from deckcheck.simulators.dealt_hands import DealtHands, deal_hands
from deckcheck.simulators.goldfish import GoldfishTally
from deckcheck.simulators.hand_conditions import HandCondition
from deckcheck.simulators.tally import FigureTally

HANDS_AT_ONCE = 1 << 15
"""The hands of one chunk; the hands of a seed depend on it."""

_HANDS = 3


@dataclass(frozen=True, slots=True)
class HandClasses:
    """The classes of a deck: copies of each, and `marks`, a row for each thing that is counted.

    The classes that a mulligan discards come first, `discarded` is how many they are.
    """

    copies: tuple[int, ...]
    marks: tuple[tuple[int, ...], ...]
    discarded: int


def figure_marks(deck: SetupDeck) -> list[tuple[bool, ...]]:
    """The cards of the deck that each of `COUNTED_KINDS` counts: a bool for each card number."""
    marks = [counted_as(card) for card in deck.cards]
    return [tuple(kind in found for found in marks) for kind in COUNTED_KINDS]


def hand_classes(deck: SetupDeck, marks: Sequence[Sequence[bool]], *, mulligan: bool = True) -> HandClasses:
    """The deck in classes of cards that no mark tells apart; without mulligan none is discarded."""
    found: dict[tuple[bool, tuple[bool, ...]], int] = {}
    for card, copies in zip(deck.cards, deck.counts, strict=True):
        stays = not (mulligan and card.kind in deck.rules.discardable)
        key = stays, tuple(bool(row[card.number]) for row in marks)
        found[key] = found.get(key, 0) + copies
    keys = sorted(found)
    columns = [key[1] for key in keys]
    return HandClasses(
        tuple(found[key] for key in keys),
        tuple(tuple(int(column[row]) for column in columns) for row in range(len(marks))),
        sum(not stays for stays, _ in keys),
    )


def deal_chunk(classes: HandClasses, seed: int, chunk: int, hands: int) -> DealtHands:
    """The hands of one chunk of a seed."""
    rng = generator(seed, _HANDS, chunk)
    return deal_hands(classes.copies, classes.discarded, rng, hands, HAND_SIZE)


Counts = NDArray[np.int64]
Numbers = NDArray[np.integer[Any]]

_ROLLS = 4
_SIDES_OF_A_DIE = 6


@dataclass(frozen=True, slots=True)
class BatchGoldfish:
    """Plays chunks of hands of a deck with setup and turns.

    Where nothing but opening hands is asked for, these are dealt by classes of cards, which is much
    faster. `stream` numbers decks that are compared.
    """

    deck: BatchDeck
    policy: str
    seed: int
    turns: int
    with_setup: bool
    conditions: tuple[HandCondition, ...]
    stream: int

    @property
    def only_opening(self) -> bool:
        """Whether nothing but opening hands is asked for."""
        return not self.turns and not self.with_setup

    @property
    def at_once(self) -> int:
        """The hands of a full chunk."""
        return HANDS_AT_ONCE if self.only_opening else GAMES_AT_ONCE

    def __call__(self, chunk: int, hands: int) -> GoldfishTally:
        """The tally over the first hands of a chunk."""
        return self._deal(chunk, hands) if self.only_opening else self._play(chunk, hands)

    def marks(self) -> list[tuple[bool, ...]]:
        """The names of the counts in opening hands: the kinds, then the conditions."""
        answers = [row for condition in self.conditions for row in condition.answers]
        return [*figure_marks(self.deck.deck), *answers]

    def _deal(self, chunk: int, hands: int) -> GoldfishTally:
        classes = hand_classes(self.deck.deck, self.marks())
        dealt = deal_chunk(classes, self.seed + (self.stream << 64), chunk, hands)
        return self._tally(dealt.counted(classes.marks), dealt.discards, [], None)

    def _play(self, chunk: int, hands: int) -> GoldfishTally:
        libraries, starts = deal_libraries(self.deck.unshuffled, self.seed, self.stream, chunk, hands)
        players, choose = open_hands(self.deck, self.policy, libraries, starts)
        marks = np.array([[*row, False] for row in self.marks()], dtype=np.uint8)
        counted = np.stack([row[players.hand].sum(axis=1) for row in marks])
        setup = None
        if self.with_setup:
            put_units(players, choose)
            setup = count_setups(players)
        rolls = roll_dice(self.seed, self.stream, chunk, hands, self.turns)
        turns = play_turns(players, rolls, self.turns)[1]
        return self._tally(counted, players.discarded.sum(axis=1), turns, setup)

    def _tally(
        self, counted: Numbers, discards: Numbers, turns: Sequence[TurnFigures], setup: FigureTally | None
    ) -> GoldfishTally:
        kinds, counts = counted[: len(COUNTED_KINDS)], counted[len(COUNTED_KINDS) :]
        held = []
        for condition in self.conditions:
            asked = len(condition.answers)
            held.append(int(np.count_nonzero(condition.holds(counts[:asked]))))
            counts = counts[asked:]
        return GoldfishTally(_count_hands(kinds, discards), setup, list(map(_count_turn, turns)), held)


def roll_dice(seed: int, stream: int, chunk: int, hands: int, turns: int) -> Counts:
    """The rolls of the die of a chunk, a row for each hand; each turn has its own stream."""
    rolls = np.zeros((hands, turns), dtype=np.int64)
    for turn in range(turns):
        rolls[:, turn] = rolls_of_turn(seed, stream, chunk, hands, turn)
    return rolls


def rolls_of_turn(seed: int, stream: int, chunk: int, hands: int, turn: int) -> NDArray[np.uint64]:
    """The rolls of one turn, counted from 0."""
    words = raw_words(generator(seed, _ROLLS, stream, chunk, turn), hands) >> np.uint64(32)
    rolls: NDArray[np.uint64] = words * np.uint64(_SIDES_OF_A_DIE) >> np.uint64(32)
    return rolls + np.uint64(1)


def _count_hands(kinds: Numbers, discards: Numbers) -> FigureTally:
    """The figures of opening hands; the same that `opening_figures` counts one by one."""
    hands = len(discards)
    flags = {
        "all_arenas": (kinds[: len(ARENAS)] > 0).all(axis=0),
        "no_units": kinds[COUNTED_KINDS.index(UNIT)] == 0,
        "mulligan": discards > 0,
    }
    means = _means(("mulligan.cards", *COUNTED_KINDS), [discards, *kinds])
    held = {name: int(np.count_nonzero(row)) for name, row in flags.items()}
    return FigureTally(hands, OPENING_FIGURES, held, means=means)


def _count_turn(turn: TurnFigures) -> FigureTally:
    """The figures of the end of a turn; the same that `turn_figures` counts one by one."""
    hands, arenas = len(turn.hand), turn.arenas
    rows = [turn.gained, turn.spent, turn.lost, arenas.sum(axis=1), *arenas.T]
    rows += [turn.hand, turn.library]
    names = [name for name in TURN_FIGURES if name not in {"all_arenas", "force"}]
    means = _means(names, rows)
    means["force"] = Mean(turn.force * hands, turn.force**2 * hands, hands)
    held = int(np.count_nonzero((arenas > 0).all(axis=1)))
    return FigureTally(hands, TURN_FIGURES, {"all_arenas": held}, means=means)


def _means(names: Sequence[str], rows: Sequence[Numbers]) -> dict[str, Mean]:
    table = np.stack(rows)
    # Counts of a hand are bytes; their squares are at most 49 and still fit.
    totals = table.sum(axis=1, dtype=np.int64).tolist()
    squares = (table * table).sum(axis=1, dtype=np.int64).tolist()
    return {
        name: Mean(total, square, table.shape[1])
        for name, total, square in zip(names, totals, squares, strict=True)
    }
