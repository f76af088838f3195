"""Many games at once, on arrays: the same shuffles and dice as those games have one by one.

Each game of a chunk has a `RandomState` of its own. The words that it draws follow from its start
and from how many were drawn, so those of all games are computed together, and a shuffle moves the
same place of all piles in one step. A pile is a column of card numbers, its top card first.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from deckcheck.chance.random_words import generator, raw_words, words_at
from deckcheck.simulators.simulator import PlayCard, PlayDeck
from deckcheck.simulators.tally import FigureTally

T = TypeVar("T")

Columns = NDArray[np.int32]
"""Card numbers, a column for each game."""

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Rows = NDArray[np.intp]
"""The numbers of some games of a chunk."""

_UPPER_HALF = np.uint64(32)


class ManyRandomStates:
    """The random states of the games of a chunk; each game draws for itself.

    >>> states = ManyRandomStates(np.array([7, 8], dtype=np.uint64))
    >>> from deckcheck.simulators.random_state import RandomState
    >>> states.below(6).tolist() == [RandomState(n).below(6)[0] for n in (7, 8)]
    True
    """

    def __init__(self, starts: "NDArray[np.uint64]") -> None:
        self._starts = starts
        self._taken = np.zeros(len(starts), dtype=np.uint64)

    @classmethod
    def of_chunk(cls, seed: int, stream: int, chunk: int, games: int) -> "ManyRandomStates":
        """The states that `random_states` yields."""
        return cls(raw_words(generator(seed, stream, chunk), games))

    @property
    def every(self) -> Rows:
        """The numbers of all games."""
        return np.arange(len(self._starts))

    def below(self, limit: int, rows: Rows | None = None) -> Ints:
        """A number from 0 to limit - 1 for each of some games, or of all."""
        rows = self.every if rows is None else rows
        words = self._words(1, rows)[0]
        self._taken[rows] += np.uint64(1)
        numbers: Ints = (words * np.uint64(limit) >> _UPPER_HALF).astype(np.int64)
        return numbers

    def skip_shuffle(self, cards: int) -> None:
        """Leaves out the words with which all games shuffle so many cards."""
        self._taken += np.uint64(max(0, cards - 1))

    def shuffled(self, piles: Columns, rows: Rows | None = None, top: int | None = None) -> Columns:
        """The piles of some games, or of all, in their new order.

        With `top` only so many cards from the top are in their places.
        """
        cards, games = piles.shape
        rows = self.every if rows is None else rows
        places = max(0, cards - 1) if top is None else max(0, min(cards - 1, top))
        sizes = np.arange(cards, cards - places, -1, dtype=np.uint64)[:, None]
        chosen = (self._words(places, rows) * sizes >> _UPPER_HALF).astype(np.intp)
        self._taken[rows] += np.uint64(max(0, cards - 1))
        chosen += np.arange(places)[:, None]
        chosen *= games
        chosen += np.arange(games)
        piles = np.array(piles, order="C")
        flat = piles.reshape(-1)
        for here, there in zip(piles, chosen, strict=False):
            taken = flat[there]
            flat[there] = here
            here[:] = taken
        return piles

    def _words(self, number: int, rows: Rows) -> "NDArray[np.uint64]":
        """The upper halves of the next words, a row each."""
        counts = self._taken[rows] + np.arange(1, number + 1, dtype=np.uint64)[:, None]
        words: NDArray[np.uint64] = words_at(self._starts[rows], counts) >> _UPPER_HALF
        return words


@dataclass(frozen=True, slots=True)
class SeatedPile:
    """The pile of a deck from which hands are drawn; `others` are the sizes of those after it."""

    cards: Columns
    others: tuple[int, ...] = ()

    @classmethod
    def of(cls, pile: Iterable[PlayCard], *others: int) -> "SeatedPile":
        """The pile of these cards."""
        return cls(np.array([card.number for card in pile], dtype=np.int32), others)

    def dealt(self, states: ManyRandomStates, top: int | None = None) -> Columns:
        """The pile of each game as `playing.deal` shuffles it, with `top` only so far."""
        piles = np.repeat(self.cards[:, None], len(states.every), axis=1)
        found = states.shuffled(piles, top=top)
        for size in self.others:
            states.skip_shuffle(size)
        return found


def seats_of(
    decks: Sequence[PlayDeck | None], policies: Sequence[str | None], make: Callable[[PlayDeck, str], T]
) -> tuple[T | None, ...]:
    """The values that `make` gives for the deck and policy at each seat; None for no deck."""
    return tuple(
        None if deck is None else make(deck, policy or "")
        for deck, policy in zip(decks, policies, strict=True)
    )


def tally_of(figures: Mapping[str, Flags | Ints], hands: Columns, cards: int) -> FigureTally:
    """The tally of games by the values of each figure, and by the cards that each hand holds."""
    tally = FigureTally(hands.shape[1], tuple(figures))
    for name, values in figures.items():
        if values.dtype == np.bool_:
            tally.hits[name] = int(np.count_nonzero(values))
        else:
            ways, times = np.unique(values, return_counts=True)
            tally.values[name] = Counter(dict(zip(ways.tolist(), times.tolist(), strict=True)))
    held = np.zeros((hands.shape[1], cards), dtype=np.bool_)
    held[np.arange(hands.shape[1]), hands] = True
    games = np.count_nonzero(held, axis=0)
    tally.cards = Counter({n: int(games[n]) for n in np.flatnonzero(games).tolist()})
    return tally
