"""Each deck against each other in setup: one figure, played in blocks whose sums add up.

Every pair is played with the same seed, so a cell is what `deckcheck setup` says of the pair. Where
nothing of the deck opposite counts, a deck is played once for all of its cells.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations
from math import ceil
from typing import NamedTuple

from deckcheck.chance.chunks import Jobs, run_chunks
from deckcheck.chance.estimates import NORMAL_95, Figure, Mean, Proportion
from deckcheck.simulators.setup_statistics import SetupTrial, setup_trial
from deckcheck.simulators.simulator import PlayDeck, Simulator

_BLOCK = 1 << 13
"""The games of a block, a whole number of the chunks of each game."""

Sums = tuple[int, ...]
"""A figure in numbers that add up: hits and trials of a share; total, squares and trials of a mean."""


class Block(NamedTuple):
    """Games of a table from `first` on, counted from 0."""

    table: int
    first: int
    games: int


class MatrixCell(NamedTuple):
    """The place of a cell, and the table and seat at which its row's deck is played."""

    row: int
    column: int
    table: int
    seat: int


@dataclass(frozen=True, slots=True, eq=False)
class MatrixTrial:
    """Decks at tables; calling it with a block plays that, and gives the sums of both seats.

    `tables` are the decks that play each other, by their numbers, in the order of the seats.
    """

    simulator: Simulator
    decks: tuple[PlayDeck, ...]
    tables: tuple[tuple[int, int], ...]
    cells: tuple[MatrixCell, ...]
    policy: str
    seed: int
    figure: str = ""

    @property
    def at_once(self) -> int:
        """The games of a chunk, of which blocks are made."""
        return self.simulator.many.at_once

    def __call__(self, block: Block) -> list[Sums]:
        """The sums of the figure at both seats over a block."""
        trial, last = _setup_of(self, block.table), block.first + block.games
        chunks = [
            [sums_of(tally.figures()[self.figure]) for tally in tallies if tally is not None]
            for first in range(block.first, last, self.at_once)
            for tallies in [trial.play(first // self.at_once, min(self.at_once, last - first))]
        ]
        return [added(seat) for seat in zip(*chunks, strict=True)]

    @property
    def is_fast(self) -> bool:
        """Whether many games are played at once."""
        return _setup_of(self, 0).fast is not None

    def figures(self) -> dict[str, Figure]:
        """The figures that a setup has, by one game."""
        (tally, _unused) = _setup_of(self, 0).play(0, 1)
        return {} if tally is None else tally.figures()


@lru_cache(maxsize=8)
def _setup_of(trial: MatrixTrial, table: int) -> SetupTrial:
    decks = [trial.decks[number] for number in trial.tables[table]]
    return setup_trial(trial.simulator, decks, (trial.policy, trial.policy), trial.seed)


def matrix_trial(
    simulator: Simulator, decks: Sequence[PlayDeck], policy: str, seed: int, figure: str = ""
) -> tuple[MatrixTrial, tuple[str, ...]]:
    """The trial of decks of which each plays each other, and notes on seats that were open."""
    tables: list[tuple[int, int]] = []
    places: dict[Hashable, tuple[int, int]] = {}
    cells, notes = [], {}
    for pair in combinations(range(len(decks)), 2):
        first, note = simulator.first_seat([decks[number] for number in pair])
        table = (pair[first], pair[1 - first])
        notes[note] = True
        keys = [
            (deck, seat, simulator.many.sees(number, decks[number]))
            for seat, (deck, number) in enumerate(zip(table, reversed(table), strict=True))
        ]
        if any(key not in places for key in keys):
            for seat, key in enumerate(keys):
                places.setdefault(key, (len(tables), seat))
            tables.append(table)
        for seat, key in enumerate(keys):
            cells.append(MatrixCell(table[seat], table[1 - seat], *places[key]))
    # Processes are sent the trial, and a catalogue's cards cannot be sent.
    sent = tuple(replace(deck, entries=()) for deck in decks)
    trial = MatrixTrial(simulator, sent, tuple(tables), tuple(sorted(cells)), policy, seed, figure)
    return trial, tuple(note for note in notes if note)


@dataclass
class MatrixRun:
    """A matrix on its way: so many games a cell, or with `precision` as many as each cell needs.

    `precision` is how far the 95 % interval of each cell may reach to either side. `known` are the
    sums of blocks that were played before; `keep` is given each new one.
    """

    trial: MatrixTrial
    games: int
    precision: float | None = None
    known: dict[Block, list[Sums]] = field(default_factory=dict)
    keep: Callable[[Block, list[Sums]], object] = lambda _block, _sums: None

    def __post_init__(self) -> None:
        tables = len(self.trial.tables)
        self._totals: list[list[Sums]] = [[] for _ in range(tables)]
        self._played = [0] * tables

    def steps(self, jobs: Jobs = None) -> Iterator[tuple[int, int]]:
        """Yields after each block how many games are played, and how many are to be, as far as known."""
        done, wanted = 0, [self._whole(self.games)] * len(self._played)
        while blocks := [
            block
            for table, played in enumerate(self._played)
            for block in _blocks(table, played, wanted[table])
        ]:
            planned = done + sum(block.games for block in blocks)
            missing = [block for block in blocks if block not in self.known]
            done = planned - sum(block.games for block in missing)
            for block, sums in zip(missing, run_chunks(self.trial, missing, jobs), strict=True):
                self.known[block] = sums
                self.keep(block, sums)
                done += block.games
                yield done, planned
            for block in blocks:
                seats = zip(self._totals[block.table], self.known[block], strict=True)
                self._totals[block.table] = (
                    [added(seat) for seat in seats] if self._totals[block.table] else self.known[block]
                )
            self._played, wanted = wanted, self._wanted(wanted)

    def figure(self, cell: MatrixCell) -> Figure:
        """The figure of a cell."""
        return figure_of(self._totals[cell.table][cell.seat])

    def _whole(self, games: int) -> int:
        """So many games, with a precision whole chunks, so that more may follow."""
        if self.precision is None:
            return games
        return ceil(games / self.trial.at_once) * self.trial.at_once

    def _wanted(self, played: Sequence[int]) -> list[int]:
        """How many games each table needs, by the widest interval of its cells."""
        wanted = list(played)
        for cell in self.trial.cells if self.precision else ():
            width = NORMAL_95 * self.figure(cell).standard_error / (self.precision or 1)
            if width > 1:
                games = self._whole(max(played[cell.table] + 1, ceil(played[cell.table] * width**2)))
                wanted[cell.table] = max(wanted[cell.table], games)
        return wanted


def _blocks(table: int, first: int, last: int) -> Iterator[Block]:
    while first < last:
        after = min(last, first - first % _BLOCK + _BLOCK)
        yield Block(table, first, after - first)
        first = after


def sums_of(figure: Figure) -> Sums:
    """The figure in numbers that add up."""
    if isinstance(figure, Proportion):
        return figure.hits, figure.trials
    return figure.total, figure.squares, figure.trials


def figure_of(sums: Sums) -> Figure:
    """The figure that sums are of."""
    return Proportion(*sums) if len(sums) == len(("hits", "trials")) else Mean(*sums)


def added(parts: Sequence[Sums]) -> Sums:
    """The sums over all parts."""
    return tuple(map(sum, zip(*parts, strict=True)))
