"""The random numbers of one game: shuffles and dice, which a seed and the game's number decide."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from deckcheck.chance.random_words import RandomWords, generator, raw_words

T = TypeVar("T")

GAMES_AT_ONCE = 256
"""The games of one chunk; the games of a seed depend on it."""


@dataclass(frozen=True, slots=True)
class RandomState:
    """Immutable state of the random numbers of a game: the seed and how many were drawn.

    Each draw also returns the state after it. Equal states give equal numbers, so a move that is
    taken back and made again draws the same cards.
    """

    start: int
    taken: int = 0

    def below(self, limit: int) -> "tuple[int, RandomState]":
        """A number from 0 to limit - 1, and the random state after it.

        >>> RandomState(7).below(6)[0] == RandomState(7).below(6)[0]
        True
        """
        number = RandomWords(self.start, self.taken).next_below(limit)
        return number, RandomState(self.start, self.taken + 1)

    def shuffled(self, items: Sequence[T]) -> "tuple[tuple[T, ...], RandomState]":
        """The items in a random order (Fisher and Yates, from the top), and the state after it."""
        pile = list(items)
        RandomWords(self.start, self.taken).shuffle(pile)
        return tuple(pile), RandomState(self.start, self.taken + max(0, len(pile) - 1))

    def words(self) -> RandomWords:
        """Random words for a player who decides at random, independent of those of the game."""
        return RandomWords(self.start ^ 1)

    def words_of(self, seat: int) -> RandomWords:
        """Random words for the decisions of the player of a seat."""
        return RandomWords(self.words().next_word() + seat)


def random_states(seed: int, stream: int, chunk: int, games: int) -> Iterator[RandomState]:
    """Yields the state of each game of a chunk; a game does not depend on how many follow."""
    for word in raw_words(generator(seed, stream, chunk), games).tolist():
        yield RandomState(word)
