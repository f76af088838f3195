"""Statistics over many setups of a game that has a simulator, played move by move."""

from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.chance.chunks import run_chunks
from deckcheck.chance.estimates import widest
from deckcheck.simulators.luck import GAMES_AT_ONCE, lucks
from deckcheck.simulators.playing import deal, make_policies, play
from deckcheck.simulators.simulator import PlayDeck, Simulator
from deckcheck.simulators.tally import Tally

SETUPS = 11
"""The stream of luck of setups; another than those of the first game's engines."""


@dataclass(frozen=True, slots=True)
class TableTrial:
    """Setups to be played in chunks; calling it with the number of a chunk plays that chunk.

    The first game of a seed is the one that is shown when only one is played.
    """

    simulator: Simulator
    decks: tuple[PlayDeck | None, PlayDeck | None]
    policies: tuple[str | None, str | None]
    seed: int
    games: int | None = None

    @property
    def chunks(self) -> int | None:
        """The number of chunks; None where the games have no end."""
        return None if self.games is None else -(-self.games // GAMES_AT_ONCE)

    def __call__(self, chunk: int) -> tuple[Tally | None, ...]:
        """The tallies of the seats over one chunk."""
        games = GAMES_AT_ONCE
        if self.games is not None:
            games = min(games, self.games - chunk * GAMES_AT_ONCE)
        tallies = tuple(None if deck is None else Tally() for deck in self.decks)
        for luck in lucks(self.seed, SETUPS, chunk, games):
            policies = make_policies(self.simulator, self.decks, self.policies, luck)
            played = play(self.simulator, deal(self.simulator, self.decks, luck), policies)
            for player, tally in zip(self.simulator.players, tallies, strict=True):
                if tally is not None:
                    hand = self.simulator.hand_of(played.final, player)
                    tally.count(self.simulator.figures(played.final, player), hand)
        return tallies


def simulate_tables(
    trial: TableTrial, until: float | None = None, jobs: int | None = None
) -> Iterator[tuple[Tally | None, ...]]:
    """Yields the tallies after every chunk, always the same objects, until all games are played.

    With `until`, until the 95 % intervals of all probabilities are no wider than that to either
    side; the games are judged in their order, so the number of cores changes nothing.
    """
    so_far: tuple[Tally | None, ...] | None = None
    for tallies in run_chunks(trial, trial.chunks, jobs):
        if so_far is None:
            so_far = tallies
        else:
            for mine, others in zip(so_far, tallies, strict=True):
                if mine is not None and others is not None:
                    mine.add(others)
        yield so_far
        if until is not None:
            shares = [share for tally in so_far if tally for share in tally.waited_for()]
            if widest(shares) <= until:
                break
