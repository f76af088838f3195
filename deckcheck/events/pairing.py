"""Swiss rounds as matchings of maximum weight: the best of all pairings, by aims in a fixed order.

1. Nobody gets another bye while somebody has fewer.
2. As few pairs as possible meet again, however often they met: none if any pairing has none.
3. The bye goes to the lowest in the standings.
4. Of pairs that meet again, those that met least often.
5. Players meet others of the same points: the sum of the squared differences is smallest.
6. Those who met others of other points before are spared (floats are spread).
7. Clubs are kept apart, in the first rounds that the settings name.

Each aim counts only among pairings that are best by all aims before it. The weight of a pair is one
whole number with a place for each aim, wide enough for the sum over all pairs, so nothing is
rounded. Which of the best pairings is taken follows from the seed alone: players stand in the order
that it shuffles them into.

So that large rounds are matched among few pairs, those that cannot be better are left out. With so
few rounds that everybody has at least half of the field to meet anew, there is a pairing without a
rematch whoever has the bye (Dirac's theorem on Hamiltonian cycles), so pairs who met and other byes
than the lowest are out. The squared differences of a whole pairing are least when players sorted by
points are paired one after another; the same sum for the rest, when a pair is taken out, bounds
every pairing which has that pair.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import lcm

from db.language import gettext as _, ngettext, some_of
from deckcheck.chance.random_words import RandomWords
from deckcheck.events.errors import CannotPairError
from deckcheck.events.history import History, history
from deckcheck.events.values import EventSettings, First, Round, Table, Tournament


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


AIMS = (
    _("second byes"),
    _("meetings again"),
    _("bye above the lowest"),
    _("meetings before"),
    _("squared differences"),
    _("repeated floats"),
    _("same club"),
)
_SQUARES = AIMS.index("squared differences")
Cost = tuple[int, ...]
"""The cost of a pair or a bye by each of the `AIMS`."""

_BYE = 0
"""Stands for the free seat; players' numbers begin with 1."""


@dataclass(frozen=True, slots=True)
class SwissCosts:
    """The costs of each pair of the players in a round, aim by aim."""

    players: tuple[int, ...]
    past: History
    unit: int
    keeps_clubs_apart: bool

    def of(self, one: int, two: int) -> Cost:
        """The cost of a pair; of a bye where `two` is 0.

        The differences of points are in units so small that all are whole numbers.
        """
        past = self.past
        if two == _BYE:
            fewest = min(past.byes.get(n, 0) for n in self.players)
            below = sum(past.rank[n] > past.rank[one] for n in self.players)
            return (past.byes.get(one, 0) - fewest, 0, below, 0, 0, 0, 0)
        difference = abs(past.points[one] - past.points[two]) * self.unit
        floated = past.floats.get(one, 0) + past.floats.get(two, 0) if difference else 0
        club = self.keeps_clubs_apart and past.same_club(one, two)
        met = past.meetings(one, two)
        return (0, int(met > 0), 0, met, int(difference) ** 2, floated, int(club))

    def total(self, pairs: Sequence[tuple[int, int]]) -> Cost:
        """The cost of a whole pairing: the smaller, compared aim by aim, the better."""
        costs = [self.of(one, two) for one, two in pairs]
        return tuple(sum(column) for column in zip(*costs, strict=True)) or (0,) * len(AIMS)


def swiss_costs(event: Tournament, number: int) -> SwissCosts:
    """The costs of all pairs of a round, from what was before it."""
    past = history(event, number)
    players = tuple(player.number for player in event.players_in(number))
    unit = lcm(*(past.points[player].denominator for player in players))
    return SwissCosts(players, past, unit, number <= event.settings.club_rounds)


def pair_swiss(event: Tournament, seed: int, number: int = 0) -> Round:
    """The next Swiss round, the best by the aims above; the same for the same seed.

    Its facts say the seed, the rematches and floats, and what it costs by each aim. Raises
    CannotPairError where results are missing or fewer than two players are there.
    """
    number = number or event.next_number
    check_ready(event, number)
    costs = swiss_costs(event, number)
    order = shuffled(costs.players, seed, number)
    pairs = best_pairs(costs, order)
    tables = numbered(pairs, costs.past, event.settings, seed, number)
    return Round(number, tables, "swiss", facts=facts_of(costs, pairs, seed))


def check_ready(event: Tournament, number: int) -> None:
    """Raises CannotPairError where a round cannot be paired yet, or has too few players."""
    for one in event.before(number).rounds:
        if missing := one.open_tables():
            raise CannotPairError(
                ngettext(
                    "round {round} has no result yet of table {tables}; round {next} cannot be paired before",
                    "round {round} has no result yet of tables {tables}; round {next} cannot be paired "
                    "before",
                    len(missing),
                    round=one.number,
                    tables=some_of([str(table.number) for table in missing], 8),
                    next=number,
                )
            )
    here = len(event.players_in(number))
    if here <= 1:
        raise CannotPairError(
            ngettext(
                "{number} player in round {round}, at least 2 are needed",
                "{number} players in round {round}, at least 2 are needed",
                here,
                round=number,
            )
        )


def shuffled(players: Sequence[int], seed: int, number: int) -> list[int]:
    """The players in the order that the seed shuffles them into for a round."""
    words = draws(seed, number)
    order = sorted(players)
    for last in range(len(order) - 1, 0, -1):
        other = words.next_below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def draws(seed: int, number: int, kind: int = 0) -> RandomWords:
    """The random words of one kind of draw in a round."""
    return RandomWords(RandomWords(seed % 2**64, number * 8 + kind).next_word())


def best_pairs(costs: SwissCosts, order: Sequence[int]) -> list[tuple[int, int]]:
    """The pairing with the smallest cost; whoever is paired with 0 has the bye."""
    met = Counter(player for pair in costs.past.met for player in pair)
    if sure_without_rematch(len(order), [met[player] for player in order]):
        return _best_of_near(costs, order)
    seats = [*order, _BYE] if len(order) % 2 else list(order)
    return _matched(costs, seats, combinations(seats, 2))


def _best_of_near(costs: SwissCosts, order: Sequence[int]) -> list[tuple[int, int]]:
    """The best pairing, found among the pairs that it can have; those who met are left out.

    First among pairings with the least squared differences; if none of these is free of rematches,
    what is found bounds the differences of the best, and is improved among all pairs within it.
    """
    byes = _lowest(costs, order) if len(order) % 2 else []
    seats = [*order, _BYE] if byes else list(order)
    points = {player: int(costs.past.points[player] * costs.unit) for player in order}
    rest = [points[player] for player in order]
    if byes:
        rest.remove(points[byes[0]])
    groups = PointGroups(rest)
    bound, met = groups.least, costs.past.met
    while bound <= groups.most:
        near = near_pairs(order, points, groups, bound)
        anew = [pair for pair in near if (min(pair), max(pair)) not in met]
        pairs = _matched(costs, seats, [*anew, *((player, _BYE) for player in byes)])
        whole = 2 * len(pairs) == len(seats)
        squares = costs.total(pairs)[_SQUARES]
        if whole and squares <= bound:
            return pairs
        bound = squares if whole else 2 * bound + 1
    return _matched(costs, seats, combinations(seats, 2))


def _lowest(costs: SwissCosts, order: Sequence[int]) -> list[int]:
    """Those who may have the bye: of all with the fewest byes the lowest in the standings."""
    cost = {player: costs.of(player, _BYE) for player in order}
    least = min(cost.values())
    return [player for player in order if cost[player] == least]


def _matched(
    costs: SwissCosts, seats: Sequence[int], among: Iterable[tuple[int, int]]
) -> list[tuple[int, int]]:
    """The matching of most of the seats that costs least, of the pairs that it may have."""
    import networkx as nx

    edges = {(one, two): costs.of(one, two) for one, two in among}
    # For each aim a number larger than any sum of its costs over all pairs.
    widths = [max(column) * (len(seats) // 2) + 1 for column in zip(*edges.values(), strict=True)]
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(seats)
    graph.add_weighted_edges_from((one, two, -_as_number(cost, widths)) for (one, two), cost in edges.items())
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    place = {seat: n for n, seat in enumerate(seats)}
    pairs = [(one, two) if place[one] < place[two] else (two, one) for one, two in matching]
    return sorted(pairs, key=lambda pair: place[pair[0]])


def _as_number(cost: Cost, widths: Sequence[int]) -> int:
    """All aims in one whole number, in which an earlier aim outweighs all later ones together.

    >>> _as_number((1, 0, 2), (5, 7, 10)), _as_number((0, 6, 9), (5, 7, 10))
    (72, 69)
    """
    number = 0
    for one, width in zip(cost, widths, strict=True):
        number = number * width + one
    return number


def numbered(
    pairs: Sequence[tuple[int, int]], past: History, settings: EventSettings, seed: int, number: int
) -> tuple[Table, ...]:
    """The pairs as tables, those with most points first; the higher in the standings sits first.

    A bye is the last table. Who has the first seat in game one is drawn, if the settings say so.
    """
    words = draws(seed, number, 1)
    place = {player: n for n, pair in enumerate(pairs) for player in pair}

    def standing(player: int) -> tuple[int, int]:
        return past.rank[player], place[player]

    byes = [one for one, two in pairs if two == _BYE]
    seated = [sorted(pair, key=standing) for pair in pairs if _BYE not in pair]
    seated.sort(key=lambda pair: (*(-past.points[n] for n in pair), *map(standing, pair)))
    tables = [Table(n, one, two, _first(words, settings)) for n, (one, two) in enumerate(seated, 1)]
    tables += [Table(n, player) for n, player in enumerate(byes, len(tables) + 1)]
    return tuple(tables)


def _first(words: RandomWords, settings: EventSettings) -> First:
    if settings.first_seat != "drawn":
        return ""
    return ("one", "two")[words.next_below(2)]


def facts_of(costs: SwissCosts, pairs: Sequence[tuple[int, int]], seed: int) -> Mapping[str, object]:
    """The facts of a pairing for the record: seed, rematches, floats, and its cost by each aim."""
    tables = [pair for pair in pairs if _BYE not in pair]
    points = costs.past.points
    return {
        "seed": seed,
        "rematches": sum(costs.past.meetings(*pair) > 0 for pair in tables),
        "floats": sum(points[one] != points[two] for one, two in tables),
        "cost": dict(zip(AIMS, costs.total(pairs), strict=True)),
    }
