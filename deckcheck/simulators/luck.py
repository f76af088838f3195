"""The chance of one game: shuffles and dice, which a seed and the game's number decide."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from deckcheck.chance.random_words import RandomWords, generator, raw_words

T = TypeVar("T")

GAMES_AT_ONCE = 256
"""The games of one chunk; the games of a seed depend on it."""


@dataclass(frozen=True, slots=True)
class Luck:
    """What chance has in store from here on; taking from it gives what is left of it.

    Two that are equal give the same for ever, so a move that is taken back and made again draws
    the same cards.
    """

    start: int
    taken: int = 0

    def below(self, limit: int) -> "tuple[int, Luck]":
        """A number from 0 to limit - 1, and the luck that is left.

        >>> Luck(7).below(6)[0] == Luck(7).below(6)[0]
        True
        """
        number = RandomWords(self.start, self.taken).next_below(limit)
        return number, replace(self, taken=self.taken + 1)

    def shuffled(self, items: Sequence[T]) -> "tuple[tuple[T, ...], Luck]":
        """The items in a random order (Fisher and Yates, from the top on), and what is left."""
        pile = list(items)
        words = RandomWords(self.start, self.taken)
        for place in range(len(pile) - 1):
            chosen = place + words.next_below(len(pile) - place)
            pile[place], pile[chosen] = pile[chosen], pile[place]
        return tuple(pile), replace(self, taken=self.taken + max(0, len(pile) - 1))

    def words(self) -> RandomWords:
        """A stream of words for one who decides at random, beside this luck."""
        return RandomWords(self.start ^ 1)

    def words_of(self, seat: int) -> RandomWords:
        """The words of the player of a seat, who may decide at random."""
        return RandomWords(self.words().next_word() + seat)


def lucks(seed: int, stream: int, chunk: int, games: int) -> Iterator[Luck]:
    """Yields the luck of each game of a chunk; a game of a seed is the same however many follow."""
    for word in raw_words(generator(seed, stream, chunk), games).tolist():
        yield Luck(word)


def luck_of_game(seed: int, stream: int, game: int) -> Luck:
    """The luck of one game of a seed, counted from 0."""
    chunk, row = divmod(game, GAMES_AT_ONCE)
    return list(lucks(seed, stream, chunk, row + 1))[-1]
