"""The pairs that a best Swiss pairing can have, so that large rounds are matched among few.

Nothing is left out that could be better. With so few rounds that everybody has at least half of the
field to meet anew, there is a pairing without a rematch whoever has the bye (Dirac's theorem on
Hamiltonian cycles), so pairs who met and other byes than the lowest are out. The squared
differences of a whole pairing are least when players sorted by points are paired one after another;
the same sum for the rest, when a pair is taken out, bounds every pairing which has that pair.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise


def sure_without_rematch(players: int, met: Sequence[int]) -> bool:
    """Whether a pairing without a rematch surely exists, given how many others each player has met.

    >>> sure_without_rematch(8, [0, 3]), sure_without_rematch(8, [0, 4])
    (True, False)
    """
    seats = players - players % 2
    return 2 * (seats - 1 - max(met, default=0)) >= seats


def least_squares(values: Sequence[int]) -> int:
    """The smallest sum of squared differences of all ways to pair sorted numbers.

    >>> least_squares([0, 0, 3, 6, 6, 7])
    10
    """
    return sum((two - one) ** 2 for one, two in list(pairwise(values))[::2])


class PointGroups:
    """The points of players to be paired, and the least squared differences of all pairings."""

    def __init__(self, values: Sequence[int]) -> None:
        self._values = sorted(values)
        self._present = frozenset(values)
        self.least = least_squares(self._values)
        self.most = len(values) * (self._values[-1] - self._values[0]) ** 2 if values else 0
        self._with_pair: dict[tuple[int, int], int] = {}

    def least_with(self, one: int, two: int) -> int | None:
        """The smallest sum of all pairings in which players of these points meet, or None."""
        if one not in self._present or two not in self._present:
            return None
        if one == two:
            return self.least
        key = (min(one, two), max(one, two))
        if key not in self._with_pair:
            rest = list(self._values)
            rest.remove(one)
            rest.remove(two)
            self._with_pair[key] = least_squares(rest) + (two - one) ** 2
        return self._with_pair[key]


def near_pairs(
    order: Sequence[int], points: Mapping[int, int], groups: PointGroups, bound: int
) -> Iterator[tuple[int, int]]:
    """The pairs, by their points, of all pairings whose squared differences are within a bound."""
    for place, one in enumerate(order):
        for two in order[place + 1 :]:
            least = groups.least_with(points[one], points[two])
            if least is not None and least <= bound:
                yield one, two
