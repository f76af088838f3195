"""Statistics over many setups: by the fast path of a game, or played move by move."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from deckcheck.chance.chunks import Jobs, run_chunks
from deckcheck.chance.estimates import widest
from deckcheck.simulators.playing import make_policies, play
from deckcheck.simulators.simulator import PlayDeck, SetupChunks, Simulator, seat_of
from deckcheck.simulators.tally import FigureTally

Tallies = tuple[FigureTally | None, ...]
"""The tally of each seat; None where nobody sits."""


@dataclass(frozen=True, slots=True)
class SetupTrial:
    """Setups to be played in chunks; calling it with the number of a chunk plays that chunk.

    The first game of a seed is the one that is shown when only one is played. `fast` plays many at
    once; without it they are played move by move, which gives the same games.
    """

    simulator: Simulator
    decks: tuple[PlayDeck | None, ...]
    policies: tuple[str | None, ...]
    seed: int
    games: int | None = None
    fast: SetupChunks | None = None

    @property
    def at_once(self) -> int:
        """The games of a chunk."""
        return self.simulator.many.at_once if self.fast is None else self.fast.at_once

    @property
    def chunks(self) -> int | None:
        """The number of chunks; None where the games have no end."""
        return None if self.games is None else -(-self.games // self.at_once)

    def __call__(self, chunk: int) -> Tallies:
        """The tallies of the seats over one chunk."""
        games = self.at_once
        if self.games is not None:
            games = min(games, self.games - chunk * self.at_once)
        return self.play(chunk, games)

    def play(self, chunk: int, games: int) -> Tallies:
        """The tallies of the seats over the first games of a chunk."""
        return self._one_by_one(chunk, games) if self.fast is None else self.fast(chunk, games)

    def _one_by_one(self, chunk: int, games: int) -> Tallies:
        simulator = self.simulator
        tallies = tuple(None if deck is None else FigureTally() for deck in self.decks)
        for dealt in simulator.many.deals(simulator, self.decks, self.seed, chunk, games):
            policies = make_policies(simulator, self.decks, self.policies, dealt.random_state)
            final = play(simulator, dealt, policies).final
            for player, tally in zip(simulator.players, tallies, strict=True):
                if tally is not None:
                    cards = simulator.shown.cards(seat_of(simulator, final, player))
                    tally.count(simulator.figures(final, player), cards)
        return tallies


def setup_trial(
    simulator: Simulator,
    decks: Sequence[PlayDeck | None],
    policies: Sequence[str | None],
    seed: int,
    games: int | None = None,
) -> SetupTrial:
    """The trial of these decks, on the fast path where the game has one that can play them."""
    # Processes are sent the trial, and a catalogue's cards cannot be sent.
    sent = tuple(None if deck is None else replace(deck, entries=()) for deck in decks)
    fast = simulator.many.setups(sent, policies, seed)
    return SetupTrial(simulator, sent, tuple(policies), seed, games, fast)


def games_of(tallies: Tallies) -> int:
    """The number of games that tallies are of."""
    return next((tally.games for tally in tallies if tally is not None), 0)


def simulate_setups(trial: SetupTrial, until: float | None = None, jobs: Jobs = None) -> Iterator[Tallies]:
    """Yields the tallies after every chunk, always the same objects, until all games are played.

    With `until`, until the 95 % intervals of the probabilities that the game waits for are no wider
    than that to either side; the games are judged in their order, so the number of cores changes
    nothing.
    """
    so_far: Tallies | None = None
    awaited = trial.simulator.shown.awaited
    for tallies in run_chunks(trial, trial.chunks, jobs):
        if so_far is None:
            so_far = tallies
        else:
            for mine, others in zip(so_far, tallies, strict=True):
                if mine is not None and others is not None:
                    mine.add(others)
        yield so_far
        if until is not None:
            proportions = [proportion for tally in so_far if tally for proportion in tally.awaited(awaited)]
            if widest(proportions) <= until:
                break
