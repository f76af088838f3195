"""Randomness for shuffles and random moves: words from a seed, the same on every machine.

Only the raw words of a numpy bit generator are used, whose streams numpy promises to keep, and the
shuffle is our own, so that a seed means the same games with every version of numpy. Each chunk of
games has its own stream, spawned from the seed by the number of the chunk; so results do not depend
on how many cores share the work.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Words = NDArray[np.uint32]

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
_MIX = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)


class RandomWords:
    """The stream of 64-bit words that one random player uses, from its own first word.

    A counter through the finaliser of SplitMix64 (Steele, Lea, Flood 2014), so that arrays of
    players can be served at once.
    """

    __slots__ = ("_count", "_start")

    def __init__(self, start: int, count: int = 0) -> None:
        self._start = start
        self._count = count

    def next_word(self) -> int:
        """The next 64 bits."""
        self._count += 1
        word = (self._start + self._count * _GOLDEN) & _MASK
        word = ((word ^ word >> 30) * _MIX[0]) & _MASK
        word = ((word ^ word >> 27) * _MIX[1]) & _MASK
        return word ^ word >> 31

    def next_below(self, limit: int) -> int:
        """A number from 0 to limit - 1, with a bias of less than one in 2**32 / limit."""
        return (self.next_word() >> 32) * limit >> 32

    def shuffle(self, pile: list[Any]) -> None:
        """Shuffles a pile in place (Fisher and Yates, from the top): `next_below` for each place.

        Written out, since most of the time of a game goes into its shuffles.
        """
        word_at, left = self._start + self._count * _GOLDEN, len(pile)
        first, second = _MIX
        for place in range(left - 1):
            word_at += _GOLDEN
            word = word_at & _MASK
            word = ((word ^ word >> 30) * first) & _MASK
            word = ((word ^ word >> 27) * second) & _MASK
            chosen = place + (((word ^ word >> 31) >> 32) * left >> 32)
            left -= 1
            pile[place], pile[chosen] = pile[chosen], pile[place]
        self._count += max(0, len(pile) - 1)


def words_at(starts: "NDArray[np.uint64]", counts: "NDArray[np.uint64]") -> "NDArray[np.uint64]":
    """The `counts`-th word (from 1) of each of many players, given their first words."""
    import numpy as np

    word = starts + counts * np.uint64(_GOLDEN)
    word = (word ^ word >> np.uint64(30)) * np.uint64(_MIX[0])
    word = (word ^ word >> np.uint64(27)) * np.uint64(_MIX[1])
    mixed: NDArray[np.uint64] = word ^ word >> np.uint64(31)
    return mixed


def generator(seed: int, *key: int) -> "np.random.Generator":
    """The generator for one chunk of one kind of work, with a stream of its own from the seed."""
    import numpy as np

    return np.random.Generator(np.random.SFC64(np.random.SeedSequence(seed, spawn_key=key)))


def raw_words(rng: "np.random.Generator", number: int) -> "NDArray[np.uint64]":
    """The next 64-bit words of a generator."""
    words: NDArray[np.uint64] = rng.bit_generator.random_raw(number)
    return words


def word_pairs(rng: "np.random.Generator", rows: int, columns: int) -> "Words":
    """A table of 32-bit words, low halves of the raw words first."""
    halves = raw_words(rng, -(-rows * columns // 2)).astype("<u8", copy=False).view("<u4")
    words: Words = halves[: rows * columns].reshape(rows, columns)
    return words


def shuffled(words: "Words", unshuffled: "NDArray[np.uint16]") -> "NDArray[np.uint16]":
    """A shuffled copy of a deck for each row of words (Fisher and Yates, from the top card on).

    Each place takes one 32-bit word scaled to the number of cards left, which is off by less than
    one part in 2**32 / cards.
    """
    import numpy as np

    games, cards = len(words), len(unshuffled)
    # Cards along the first axis: each step then works on whole rows.
    decks = np.repeat(unshuffled[:, None], games, axis=1)
    flat = decks.reshape(-1)
    columns = np.arange(games)
    for place in range(cards - 1):
        picked = words[:, place].astype(np.uint64) * np.uint64(cards - place) >> np.uint64(32)
        where = (picked.astype(np.intp) + place) * games + columns
        chosen = flat[where]
        flat[where] = decks[place]
        decks[place] = chosen
    return np.ascontiguousarray(decks.T)
