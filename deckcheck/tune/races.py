"""A figure of decks that are played alone, and races: which of many decks has most of it.

All decks of a race play the same games: of one seed and the same places, so that luck is common to them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import sqrt
from typing import NamedTuple

from db.language import gettext as _
from deckcheck.chance.chunks import Jobs, run_chunks
from deckcheck.chance.estimates import Figure
from deckcheck.errors import UnknownFigureError
from deckcheck.simulators.goldfish import GoldfishTally, GoldfishTrial, goldfish_trial
from deckcheck.simulators.labels import SETUP, TURN, label
from deckcheck.simulators.matrix import Sums, added, figure_of, sums_of
from deckcheck.simulators.simulator import PlayDeck, Simulator

_BLOCK, _BLOCK_AT_ONCE = 64, 256
"""The games of a block, played move by move, and where many are played at once."""

LEAST_BLOCKS = 16
"""Of fewer blocks nobody could say how far off the difference of two decks may be."""

_AT_ONCE = 8
"""So many blocks of a deck are played in one go."""

_WORTH = 30_000
"""Fewer games are over before other processes have begun."""


_TURNS = [str(turn) for turn in range(1, 31)]
"""The turns that are played at most."""


class PlayedPart(NamedTuple):
    """Blocks of games of a deck, from the place `first` on."""

    deck: PlayDeck
    first: int
    blocks: int
    games: int


@dataclass(frozen=True, slots=True, eq=False)
class FigureTrial:
    """A figure of a deck, of its opening and setup or after a turn; calling it with a part plays that."""

    simulator: Simulator
    seat: int
    seed: int
    figure: str
    turn: int = 0
    with_setup: bool = True

    def __call__(self, part: PlayedPart) -> list[Sums]:
        """The sums of the figure over each block."""
        trial = self.hands_of(part.deck)
        found = []
        for block in range(part.first, part.first + part.blocks):
            tally = replace(trial, hands=block * trial.at_once + part.games)(block)
            found.append(sums_of(self.figures(tally)[self.figure]))
        return found

    @property
    def words(self) -> str:
        """The figure in words."""
        words = label(self.simulator, self.figure, TURN if self.turn else SETUP)
        if not self.turn:
            return words or self.figure
        return _("{figure} after turn {turn}", figure=words or self.figure, turn=self.turn)

    def hands_of(self, deck: PlayDeck) -> GoldfishTrial:
        """The hands of a deck."""
        return goldfish_trial(
            GoldfishTrial(
                self.simulator, deck, self.seat, "planner", self.seed, None, self.turn, self.with_setup
            )
        )

    def figures(self, tally: GoldfishTally) -> dict[str, Figure]:
        """All figures of hands, by name."""
        if self.turn:
            return tally.turns[-1].figures()
        return tally.opening.figures() | ({} if tally.setup is None else tally.setup.figures())


def figure_trial(
    simulator: Simulator, deck: PlayDeck, seed: int, figure: str, turn: int
) -> tuple[FigureTrial, bool]:
    """The trial of a figure from the seat of a deck, and whether many of its games are played at once.

    Raises `UnknownFigureError`.
    """
    trial = FigureTrial(simulator, simulator.first_seat([deck])[0], seed, figure, turn)
    hands = trial.hands_of(deck)
    one = replace(hands, hands=1)(0)
    known = trial.figures(one)
    if figure not in known:
        raise UnknownFigureError(figure, known)
    is_opened = not turn and one.setup is not None and figure not in one.setup.figures()
    return replace(trial, with_setup=not is_opened), hands.fast is not None


def turn_of(goal: str) -> tuple[str, int]:
    """The figure of a goal, and the turn after which it is asked for; 0 for none.

    >>> turn_of("figure:all_arenas"), turn_of("figure:spent@2")
    (('all_arenas', 0), ('spent', 2))
    """
    text = goal.partition(":")[2].strip()
    name, _sign, turn = text.partition("@")
    return (name, int(turn)) if turn in _TURNS else (text, 0)


class Races:
    """Races of decks, each on new games; `played` counts these."""

    def __init__(self, trial: FigureTrial, games: int, jobs: Jobs, *, is_fast: bool) -> None:
        """Races of a figure that is told by so many games in the end."""
        self.block = max(1, min(_BLOCK_AT_ONCE if is_fast else _BLOCK, games // LEAST_BLOCKS))
        self.played = 0
        self._trial, self._jobs = trial, jobs
        self._next = 0

    def play(self, decks: Sequence[PlayDeck], blocks: int) -> list[list[Sums]]:
        """The sums of each deck over the same new blocks."""
        last = self._next + blocks
        parts = [
            PlayedPart(deck, first, min(_AT_ONCE, last - first), self.block)
            for deck in decks
            for first in range(self._next, last, _AT_ONCE)
        ]
        self._next = last
        games = len(decks) * blocks * self.block
        self.played += games
        found = list(run_chunks(self._trial, parts, self._jobs if games >= _WORTH else 1))
        each = len(found) // len(decks)
        return [list(chain.from_iterable(found[n * each : (n + 1) * each])) for n in range(len(decks))]

    def winner(self, decks: Sequence[PlayDeck], blocks: int) -> int:
        """The place of the deck with most of the figure: of each round the better half goes on."""
        sums: list[list[Sums]] = [[] for _ in decks]
        alive = list(range(len(decks)))
        while len(alive) > 1:
            for place, found in zip(alive, self.play([decks[n] for n in alive], blocks), strict=True):
                sums[place] += found
            alive.sort(key=lambda place: (-total(sums[place]).value, place))
            del alive[(len(alive) + 1) // 2 :]
            blocks *= 2
        return alive[0]


def total(blocks: Sequence[Sums]) -> Figure:
    """The figure over all blocks."""
    return figure_of(added(blocks))


def gain(before: Sequence[Sums], after: Sequence[Sums]) -> tuple[float, float]:
    """How much more of a figure there is, and the standard error of that, over the same games."""
    found = [figure_of(two).value - figure_of(one).value for one, two in zip(before, after, strict=True)]
    mean = sum(found) / len(found)
    spread = sum((one - mean) ** 2 for one in found)
    return mean, sqrt(spread / max(1, len(found) - 1) / len(found))
