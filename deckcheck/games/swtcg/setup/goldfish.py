"""Goldfish: opening hands, setup and the first turns of one deck, played alone, many times."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deckcheck.chance.chunks import run_chunks
from deckcheck.chance.estimates import Figure, Mean, Share, widest
from deckcheck.chance.random_words import generator, raw_words
from deckcheck.games.swtcg.batch.deck import BatchDeck
from deckcheck.games.swtcg.batch.opening_hands import (
    FIGURES,
    HANDS_AT_ONCE,
    HandCondition,
    deal_chunk,
    figure_marks,
    hand_classes,
)
from deckcheck.games.swtcg.batch.setup import open_hands, put_units
from deckcheck.games.swtcg.batch.turns import TurnFigures, play_turns
from deckcheck.games.swtcg.cards import ARENAS
from deckcheck.games.swtcg.setup.rules import UNIT
from deckcheck.games.swtcg.setup.statistics import (
    GAMES_AT_ONCE,
    SetupTally,
    count_setups,
    deal_libraries,
    main_shares,
    setup_figures,
)
from deckcheck.games.swtcg.setup.turns import FORCE_EACH_TURN

Counts = NDArray[np.int64]

_ROLLS = 4
_SIDES_OF_A_DIE = 6
TURN_FIGURES = ("gained", "spent", "lost", "units", *ARENAS, "all_arenas", "hand", "library")


@dataclass(slots=True)
class Sums:
    """For several numbers their sums and the sums of their squares over some trials."""

    totals: Counts
    squares: Counts

    def mean(self, place: int, trials: int) -> Mean:
        """The mean of one of the numbers."""
        return Mean(int(self.totals[place]), int(self.squares[place]), trials)


@dataclass(slots=True)
class GoldfishTally:
    """What was counted over so many hands."""

    hands: int
    opening: Sums
    """Of `FIGURES` and then of the cards that the mulligan discards."""
    openings_with: Counts
    """Hands with a unit for every arena, hands without any unit, hands with a mulligan."""
    conditions: Counts
    by_turn: Sums
    """Of `TURN_FIGURES`, turn after turn."""
    setup: SetupTally | None

    def add(self, other: "GoldfishTally") -> None:
        """Adds what was counted over other hands."""
        self.hands += other.hands
        for mine, others in ((self.opening, other.opening), (self.by_turn, other.by_turn)):
            mine.totals = mine.totals + others.totals
            mine.squares = mine.squares + others.squares
        self.openings_with = self.openings_with + other.openings_with
        self.conditions = self.conditions + other.conditions
        if self.setup is not None and other.setup is not None:
            self.setup.add(other.setup)


@dataclass(frozen=True, slots=True)
class GoldfishTrial:
    """Hands to be played in chunks; calling it with the number of a chunk plays that chunk.

    `stream` tells decks apart that are to be compared, so that their hands are independent.
    """

    deck: BatchDeck
    policy: str
    seed: int
    hands: int | None
    turns: int = 0
    with_setup: bool = True
    conditions: tuple[HandCondition, ...] = ()
    stream: int = 0

    @property
    def only_opening(self) -> bool:
        """Whether nothing but opening hands is asked for; these are dealt much faster."""
        return not self.turns and not self.with_setup

    @property
    def at_once(self) -> int:
        """The hands of a chunk."""
        return HANDS_AT_ONCE if self.only_opening else GAMES_AT_ONCE

    @property
    def chunks(self) -> int | None:
        """The number of chunks; None where the hands have no end."""
        return None if self.hands is None else -(-self.hands // self.at_once)

    def __call__(self, chunk: int) -> GoldfishTally:
        """The tally over one chunk."""
        hands = self.at_once
        if self.hands is not None:
            hands = min(hands, self.hands - chunk * self.at_once)
        if self.only_opening:
            return self._deal(chunk, hands)
        return self._play(chunk, hands)

    def marks(self) -> list[tuple[bool, ...]]:
        """What is counted in opening hands: the figures, then the counts of the conditions."""
        answers = [row for condition in self.conditions for row in condition.answers]
        return [*figure_marks(self.deck.deck), *answers]

    def _deal(self, chunk: int, hands: int) -> GoldfishTally:
        classes = hand_classes(self.deck.deck, self.marks())
        dealt = deal_chunk(classes, self.seed + (self.stream << 64), chunk, hands)
        return self._tally(dealt.counted(classes.marks), dealt.discards, [], None)

    def _play(self, chunk: int, hands: int) -> GoldfishTally:
        libraries, starts = deal_libraries(self.deck, self.seed, self.stream, chunk, hands)
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
        self,
        counted: NDArray[np.integer[Any]],
        discards: NDArray[np.integer[Any]],
        turns: Sequence[TurnFigures],
        setup: SetupTally | None,
    ) -> GoldfishTally:
        figures, counts = counted[: len(FIGURES)], counted[len(FIGURES) :]
        units = figures[FIGURES.index(UNIT)]
        every = (figures[: len(ARENAS)] > 0).all(axis=0)
        held = []
        for condition in self.conditions:
            asked = len(condition.answers)
            held.append(np.count_nonzero(condition.holds(counts[:asked])))
            counts = counts[asked:]
        by_turn = [row for turn in turns for row in _turn_rows(turn)]
        return GoldfishTally(
            len(discards),
            _sums([*figures, discards]),
            np.array([np.count_nonzero(x) for x in (every, units == 0, discards > 0)]),
            np.array(held, dtype=np.int64),
            _sums(by_turn),
            setup,
        )


def roll_dice(seed: int, stream: int, chunk: int, hands: int, turns: int) -> Counts:
    """The rolls of the die of a chunk, a row for each hand; each turn has its own stream."""
    rolls = np.zeros((hands, turns), dtype=np.int64)
    for turn in range(turns):
        words = raw_words(generator(seed, _ROLLS, stream, chunk, turn), hands) >> np.uint64(32)
        rolls[:, turn] = (words * np.uint64(_SIDES_OF_A_DIE) >> np.uint64(32)) + np.uint64(1)
    return rolls


def simulate_goldfish(
    trial: GoldfishTrial, until: float | None = None, jobs: int | None = None
) -> Iterator[GoldfishTally]:
    """Yields the tally after every chunk, always the same object, until all hands are played.

    With `until`, until the 95 % intervals of the main probabilities are no wider than that to
    either side.
    """
    so_far: GoldfishTally | None = None
    for tally in run_chunks(trial, trial.chunks, jobs):
        if so_far is None:
            so_far = tally
        else:
            so_far.add(tally)
        yield so_far
        if until is not None and widest(_waited_for(so_far)) <= until:
            break


def opening_figures(tally: GoldfishTally) -> dict[str, Figure]:
    """What opening hands hold after the mulligan."""
    hands = tally.hands
    every, none, mulligan = tally.openings_with.tolist()
    return {
        "all_arenas": Share(every, hands),
        "no_units": Share(none, hands),
        "mulligan": Share(mulligan, hands),
        "mulligan_cards": tally.opening.mean(len(FIGURES), hands),
        **{name: tally.opening.mean(place, hands) for place, name in enumerate(FIGURES)},
    }


def turn_figures(tally: GoldfishTally, turn: int) -> dict[str, Any]:
    """The figures at the end of a turn, counted from 1."""
    first = (turn - 1) * len(TURN_FIGURES)
    found = {
        name: tally.by_turn.mean(first + place, tally.hands)
        for place, name in enumerate(TURN_FIGURES)
    }
    force = FORCE_EACH_TURN * turn
    return {
        "build_points": {name: found[name] for name in ("gained", "spent", "lost")},
        "units": found["units"],
        "arenas": {arena: found[arena] for arena in ARENAS},
        "all_arenas": Share(found["all_arenas"].total, tally.hands),
        "hand": found["hand"],
        "library": found["library"],
        "force": Mean(force * tally.hands, force * force * tally.hands, tally.hands),
    }


def goldfish_figures(trial: GoldfishTrial, tally: GoldfishTally) -> dict[str, Any]:
    """All figures, nested as in the document of `goldfish`."""
    setup = tally.setup
    return {
        "opening": opening_figures(tally),
        "setup": setup_figures(setup, trial.deck.deck) if setup is not None else None,
        "by_turn": [
            {"turn": turn, **turn_figures(tally, turn)} for turn in range(1, trial.turns + 1)
        ],
        "conditions": [
            (condition.text, Share(int(hits), tally.hands))
            for condition, hits in zip(trial.conditions, tally.conditions.tolist(), strict=True)
        ],
    }


def _waited_for(tally: GoldfishTally) -> Iterator[Share]:
    for figure in opening_figures(tally).values():
        if isinstance(figure, Share):
            yield figure
    if tally.setup is not None:
        yield from main_shares(tally.setup).values()
    for hits in tally.conditions.tolist():
        yield Share(hits, tally.hands)


def _turn_rows(turn: TurnFigures) -> list[NDArray[np.int64]]:
    arenas = turn.arenas
    every = (arenas > 0).all(axis=1).astype(np.int64)
    return [
        turn.gained, turn.spent, turn.lost, arenas.sum(axis=1), *arenas.T, every, turn.hand,
        turn.library,
    ]  # fmt: skip


def _sums(rows: Sequence[NDArray[np.integer[Any]]]) -> Sums:
    if not rows:
        return Sums(np.zeros(0, np.int64), np.zeros(0, np.int64))
    table = np.stack(rows)
    # Counts of a hand are bytes; their squares are at most 49 and still fit.
    return Sums(table.sum(axis=1, dtype=np.int64), (table * table).sum(axis=1, dtype=np.int64))
