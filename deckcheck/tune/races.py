"""A figure of decks that are played alone, and races: which of many decks has most of it.

All decks of a race play the same games: of one seed and the same places, so that luck is common to them.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from math import ceil, sqrt
from typing import NamedTuple, TypeVar

from db.language import gettext as _
from deckcheck.chance.chunks import Run
from deckcheck.chance.estimates import Figure
from deckcheck.errors import UnknownFigureError
from deckcheck.simulators.goldfish import GoldfishTally, GoldfishTrial, goldfish_trial
from deckcheck.simulators.labels import SETUP, TURN, label
from deckcheck.simulators.matrix import Sums, added, figure_of, sums_of
from deckcheck.simulators.simulator import PlayDeck, Simulator

LEAST_BLOCKS = 16
"""Of fewer blocks nobody could say how far off the difference of two decks may be."""

T = TypeVar("T")

Steps = Generator[int, None, T]
"""A search on its way: yields how many games are played, and returns what was found."""

_TURNS = [str(turn) for turn in range(1, 31)]
"""The turns that are played at most."""


class PlayedBlock(NamedTuple):
    """A block of games of a deck: the first ones of the chunk of that number."""

    deck: PlayDeck
    chunk: int
    games: int


@dataclass(frozen=True, slots=True, eq=False)
class FigureTrial:
    """A figure of a deck, of its opening and setup or after a turn; calling it with a block plays that."""

    simulator: Simulator
    seat: int
    seed: int
    figure: str
    turn: int = 0
    with_setup: bool = True

    def __call__(self, block: PlayedBlock) -> Sums:
        """The sums of the figure over a block."""
        trial = self.hands_of(block.deck)
        tally = replace(trial, hands=block.chunk * trial.at_once + block.games)(block.chunk)
        return sums_of(self.figures(tally)[self.figure])

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
) -> tuple[FigureTrial, GoldfishTrial]:
    """The trial of a figure from the seat of a deck, and the hands of that deck.

    Raises `UnknownFigureError`.
    """
    trial = FigureTrial(simulator, simulator.first_seat([deck])[0], seed, figure, turn)
    one = replace(trial.hands_of(deck), hands=1)(0)
    known = trial.figures(one)
    if figure not in known:
        raise UnknownFigureError(figure, known)
    is_opened = not turn and one.setup is not None and figure not in one.setup.figures()
    trial = replace(trial, with_setup=not is_opened)
    return trial, trial.hands_of(deck)


def turn_of(goal: str) -> tuple[str, int]:
    """The figure of a goal, and the turn after which it is asked for; 0 for none.

    >>> turn_of("figure:all_arenas"), turn_of("figure:spent@2")
    (('all_arenas', 0), ('spent', 2))
    """
    text = goal.partition(":")[2].strip()
    name, _sign, turn = text.partition("@")
    return (name, int(turn)) if turn in _TURNS else (text, 0)


class Races:
    """Races of decks, each on new games; `played` counts these.

    `run` plays blocks, of `at_once` games at most.
    """

    def __init__(self, run: Run[Sums], at_once: int) -> None:
        self.played = 0
        self._run, self._at_once = run, at_once
        self._next = 0

    def play(self, decks: Sequence[PlayDeck], games: int, least: int = 1) -> Steps[list[list[Sums]]]:
        """The sums of each deck over the same new games, in so many blocks at least."""
        number = max(least, ceil(games / self._at_once))
        size, first = max(1, games // number), self._next
        self._next += number
        blocks = [PlayedBlock(deck, first + place, size) for deck in decks for place in range(number)]
        found = []
        for sums in self._run(blocks):
            found.append(sums)
            self.played += size
            yield self.played
        return [found[place : place + number] for place in range(0, len(found), number)]

    def winner(self, decks: Sequence[PlayDeck], games: int) -> Steps[int]:
        """The place of the deck with most of the figure: of each round the better half goes on."""
        sums: list[list[Sums]] = [[] for _ in decks]
        alive = list(range(len(decks)))
        while len(alive) > 1:
            found = yield from self.play([decks[place] for place in alive], games)
            for place, blocks in zip(alive, found, strict=True):
                sums[place] += blocks
            alive.sort(key=lambda place: (-total(sums[place]).value, place))
            del alive[(len(alive) + 1) // 2 :]
            games *= 2
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
