"""Statistics over many setups, played by the batch engine and counted as whole numbers."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deckcheck.chance.chunks import run_chunks
from deckcheck.chance.estimates import Share, mean_of_counts, widest
from deckcheck.chance.random_words import generator, raw_words, shuffled, word_pairs
from deckcheck.games.swtcg.batch.deck import BatchDeck, make_batch_deck
from deckcheck.games.swtcg.batch.setup import play_setups
from deckcheck.games.swtcg.batch.state import Players
from deckcheck.games.swtcg.cards import ARENAS
from deckcheck.games.swtcg.setup.cards import HAND_SIZE, SETUP_TOTAL, SetupCard, SetupDeck
from deckcheck.games.swtcg.setup.state import PLAYERS

Counts = NDArray[np.int64]

GAMES_AT_ONCE = 2048
"""The games of one chunk; the games of a seed depend on it."""

_SHUFFLES, _STARTS = 1, 2
_MOST_UNITS = 64


@dataclass(slots=True)
class SetupTally:
    """What was counted over the setups of one player."""

    games: int
    totals: Counts
    hand_sizes: Counts
    discards: Counts
    arenas: Counts
    """For each arena how often it held 0, 1, 2, ... units."""
    in_play: Counts
    """For each card of the deck in how many games at least one copy was put into battle."""
    all_arenas: int
    as_aimed: int
    """Exactly 30 with all three arenas."""
    partial: int

    def add(self, other: "SetupTally") -> None:
        """Adds what was counted over other games."""
        self.games += other.games
        self.totals = self.totals + other.totals
        self.hand_sizes = self.hand_sizes + other.hand_sizes
        self.discards = self.discards + other.discards
        self.arenas = self.arenas + other.arenas
        self.in_play = self.in_play + other.in_play
        self.all_arenas += other.all_arenas
        self.as_aimed += other.as_aimed
        self.partial += other.partial


def count_setups(players: Players) -> SetupTally:
    """The counts over finished setups, a row each."""
    nothing = players.deck.nothing
    held = (players.arenas > 0).all(axis=1)
    units = np.minimum(players.arenas, _MOST_UNITS - 1)
    return SetupTally(
        len(players),
        np.bincount(players.total, minlength=SETUP_TOTAL + 1),
        np.bincount((players.hand != nothing).sum(axis=1), minlength=HAND_SIZE + 1),
        np.bincount(players.discarded.sum(axis=1), minlength=HAND_SIZE + 1),
        np.stack([np.bincount(column, minlength=_MOST_UNITS) for column in units.T]),
        players.in_play[:, :nothing].sum(axis=0, dtype=np.int64),
        int(held.sum()),
        int((held & (players.total == SETUP_TOTAL)).sum()),
        int((players.partial != nothing).sum()),
    )


@dataclass(frozen=True, slots=True)
class SetupTrial:
    """Setups to be played in chunks: a deck and policy for Dark and Light, None for an absent one.

    Calling it with the number of a chunk plays that chunk.
    """

    decks: tuple[BatchDeck | None, BatchDeck | None]
    policies: tuple[str, str]
    seed: int
    games: int | None = None

    @property
    def chunks(self) -> int | None:
        """The number of chunks; None where the games have no end."""
        return None if self.games is None else -(-self.games // GAMES_AT_ONCE)

    def __call__(self, chunk: int) -> tuple[SetupTally | None, SetupTally | None]:
        """The tallies of both players over one chunk."""
        games = GAMES_AT_ONCE
        if self.games is not None:
            games = min(games, self.games - chunk * GAMES_AT_ONCE)
        dark, light = (
            None if deck is None else count_setups(
                play_setups(deck, policy, *deal_libraries(deck, self.seed, player, chunk, games))
            )
            for player, (deck, policy) in enumerate(zip(self.decks, self.policies, strict=True))
        )  # fmt: skip
        return dark, light


def deal_libraries(
    deck: BatchDeck, seed: int, player: int, chunk: int, games: int
) -> tuple[NDArray[np.uint16], NDArray[np.uint64]]:
    """The shuffled libraries of a player in a chunk, and the first words of random players.

    A game of a seed is the same however many games are played.
    """
    words = word_pairs(generator(seed, _SHUFFLES, player, chunk), games, deck.deck.size)
    starts = raw_words(generator(seed, _STARTS, player, chunk), games)
    return shuffled(words, deck.unshuffled), starts


def library_of_game(
    deck: SetupDeck, seed: int, player: int = 0, game: int = 0
) -> tuple[tuple[SetupCard, ...], int]:
    """The library of one game of a seed, top card first, and the first word of a random player."""
    chunk, row = divmod(game, GAMES_AT_ONCE)
    libraries, starts = deal_libraries(make_batch_deck(deck), seed, player, chunk, row + 1)
    return tuple(deck.cards[number] for number in libraries[row].tolist()), int(starts[row])


@dataclass(slots=True)
class SetupStatistics:
    """The tallies so far; grows while games are played."""

    trial: SetupTrial
    tallies: list[SetupTally | None] = field(default_factory=lambda: [None, None])

    @property
    def games(self) -> int:
        """The number of games so far."""
        return next((tally.games for tally in self.tallies if tally is not None), 0)

    def figures(self, player: int) -> dict[str, Any]:
        """The figures of a player, nested as in the document of `setup --games`."""
        tally, deck = self.tallies[player], self.trial.decks[player]
        if tally is None or deck is None:
            return {}
        return setup_figures(tally, deck.deck)

    def documents(self) -> dict[str, dict[str, Any]]:
        """The figures of each player that is there."""
        return {
            name: self.figures(player)
            for player, name in enumerate(PLAYERS)
            if self.tallies[player] is not None
        }

    @property
    def half_width(self) -> float:
        """Half the width of the widest 95 % interval of the main probabilities."""
        return widest(
            share
            for tally in self.tallies
            if tally is not None
            for share in main_shares(tally).values()
        )


def main_shares(tally: SetupTally) -> dict[str, Share]:
    """The probabilities that `--until` waits for."""
    games = tally.games
    return {
        "all_arenas": Share(tally.all_arenas, games),
        "exactly_30": Share(int(tally.totals[SETUP_TOTAL]), games),
        "exactly_30_with_all_arenas": Share(tally.as_aimed, games),
        "partial": Share(tally.partial, games),
    }


def setup_figures(tally: SetupTally, deck: SetupDeck) -> dict[str, Any]:
    """The figures of a tally as shares and means, nested as in the document."""
    games = tally.games
    drew_anew = Share(games - int(tally.discards[0]), games)
    return {
        **main_shares(tally),
        "total": mean_of_counts(tally.totals.tolist()),
        "totals": {
            str(total): Share(times, games)
            for total, times in enumerate(tally.totals.tolist())
            if times
        },
        "mulligan": drew_anew,
        "mulligan_cards": mean_of_counts(tally.discards.tolist()),
        "hand_size": mean_of_counts(tally.hand_sizes.tolist()),
        "arenas": {
            arena: mean_of_counts(counts)
            for arena, counts in zip(ARENAS, tally.arenas.tolist(), strict=True)
        },
        "empty_arenas": {
            arena: Share(counts[0], games)
            for arena, counts in zip(ARENAS, tally.arenas.tolist(), strict=True)
        },
        "cards": {
            card.name: Share(times, games)
            for card, times in zip(deck.cards, tally.in_play.tolist(), strict=True)
            if card.can_be_put
        },
    }


def simulate_setups(
    trial: SetupTrial, until: float | None = None, jobs: int | None = None
) -> Iterator[SetupStatistics]:
    """Yields the statistics after every chunk, always the same object, until all games are played.

    With `until`, until the 95 % intervals of the main probabilities are no wider than that to
    either side; the games are judged in their order, so the number of cores changes nothing.
    """
    statistics = SetupStatistics(trial)
    chunks = run_chunks(trial, trial.chunks, jobs)
    for tallies in chunks:
        for player, tally in enumerate(tallies):
            if tally is None:
                continue
            so_far = statistics.tallies[player]
            if so_far is None:
                statistics.tallies[player] = tally
            else:
                so_far.add(tally)
        yield statistics
        if until is not None and statistics.half_width <= until:
            break
