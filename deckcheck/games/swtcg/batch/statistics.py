"""Counts over many setups that the batch engine played, and the libraries that it deals."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from deckcheck.chance.estimates import Mean, mean_of_counts
from deckcheck.chance.random_words import generator, raw_words, shuffled, word_pairs
from deckcheck.games.swtcg.batch.deck import BatchDeck
from deckcheck.games.swtcg.batch.setup import play_setups
from deckcheck.games.swtcg.batch.state import Players
from deckcheck.games.swtcg.cards import ARENAS
from deckcheck.games.swtcg.setup.cards import SetupDeck
from deckcheck.games.swtcg.setup.figures import SETUP_FIGURES
from deckcheck.games.swtcg.setup.rules import HAND_SIZE, SETUP_TOTAL
from deckcheck.simulators.tally import FigureTally

Counts = NDArray[np.int64]

GAMES_AT_ONCE = 2048
"""The games of one chunk; the games of a seed depend on it."""

_SHUFFLES, _STARTS = 1, 2
_MOST_UNITS = 64


@dataclass(frozen=True, slots=True)
class BatchSetups:
    """Plays chunks of setups of the decks at both seats; None where nobody sits."""

    decks: tuple[BatchDeck | None, ...]
    policies: tuple[str | None, ...]
    seed: int
    at_once: int = GAMES_AT_ONCE

    def __call__(self, chunk: int, games: int) -> tuple[FigureTally | None, ...]:
        """The tallies of the seats over the first games of a chunk."""
        return tuple(self._play(seat, chunk, games) for seat in range(len(self.decks)))

    def _play(self, seat: int, chunk: int, games: int) -> FigureTally | None:
        deck, policy = self.decks[seat], self.policies[seat]
        if deck is None or policy is None:
            return None
        libraries, starts = deal_libraries(deck.unshuffled, self.seed, seat, chunk, games)
        return count_setups(play_setups(deck, policy, libraries, starts))


def count_setups(players: Players) -> FigureTally:
    """The figures of finished setups, a row each; the same that `figures` counts one by one."""
    nothing, games = players.deck.nothing, len(players)
    held = (players.arenas > 0).all(axis=1)
    aimed = players.total == SETUP_TOTAL
    discards = np.bincount(players.discarded.sum(axis=1), minlength=HAND_SIZE + 1).tolist()
    flags = {
        "all_arenas": held,
        "exactly_30": aimed,
        "exactly_30_with_all_arenas": held & aimed,
        "partial": players.partial != nothing,
    }
    totals = np.bincount(players.total, minlength=SETUP_TOTAL + 1).tolist()
    units = np.minimum(players.arenas, _MOST_UNITS - 1)
    arenas = dict(zip(ARENAS, units.T, strict=True))
    played = players.in_play[:, :nothing].sum(axis=0, dtype=np.int64).tolist()
    return FigureTally(
        games,
        SETUP_FIGURES,
        {name: int(np.count_nonzero(row)) for name, row in flags.items()}
        | {"mulligan": games - discards[0]}
        | {f"empty_arenas.{a}": int(np.count_nonzero(row == 0)) for a, row in arenas.items()},
        {"total": Counter({total: n for total, n in enumerate(totals) if n})},
        {
            "mulligan.cards": mean_of_counts(discards),
            "hand_size": _mean((players.hand != nothing).sum(axis=1)),
            **{f"arenas.{arena}": _mean(row) for arena, row in arenas.items()},
        },
        Counter({number: times for number, times in enumerate(played) if times}),
    )


def _mean(numbers: NDArray[np.int64]) -> Mean:
    return Mean(int(numbers.sum()), int((numbers * numbers).sum()), len(numbers))


def deal_libraries(
    unshuffled: NDArray[np.uint16], seed: int, stream: int, chunk: int, games: int
) -> tuple[NDArray[np.uint16], NDArray[np.uint64]]:
    """The shuffled libraries of a deck in a chunk, and the first words of random players.

    A game of a seed is the same however many games are played.
    """
    words = word_pairs(generator(seed, _SHUFFLES, stream, chunk), games, len(unshuffled))
    starts = raw_words(generator(seed, _STARTS, stream, chunk), games)
    return shuffled(words, unshuffled), starts


def shuffled_libraries(
    deck: SetupDeck, seed: int, stream: int, chunk: int, games: int
) -> tuple[list[Sequence[int]], list[int]]:
    """The shuffled libraries as numbers of cards, for playing one game after another."""
    numbers = np.repeat(np.arange(len(deck.cards), dtype=np.uint16), deck.counts)
    libraries, starts = deal_libraries(numbers, seed, stream, chunk, games)
    return libraries.tolist(), starts.tolist()
