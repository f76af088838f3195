"""The best exchange between one trader and others, by an integer program that HiGHS solves.

Among two, a pile is given for a pile, each even by itself. Among three or four, cards are passed on in
a circle, each for one of the same worth. A card goes only where it is wanted. What counts is the weight
of what the first trader gets and gives: if cards that others hand on among themselves counted as well,
the longest circle would always win. Circles are made only where they serve more than pairs alone.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from time import monotonic
from typing import NamedTuple

from deckcheck.collection.trading import serves
from deckcheck.rules.program import Program, best
from deckcheck.trades.trader import Spare, Trader, least_accepted

PAIR, MOST_PEOPLE = 2, 4
"""The fewest and the most people in one proposal."""

_ME = 0
_ALL = 100
_NEAR = 1e-6


@dataclass(frozen=True, slots=True)
class Transfer:
    """Copies that go from one person to another, who wants them."""

    giver: str
    taker: str
    spare: Spare
    quantity: int


@dataclass(frozen=True, slots=True)
class TradeProposal:
    """Transfers that belong together, even for each of the people; they stand in giving order."""

    people: tuple[str, ...]
    transfers: tuple[Transfer, ...]

    def given_by(self, name: str) -> list[Transfer]:
        """The transfers by which somebody gives in it."""
        return [one for one in self.transfers if one.giver == name]

    def got_by(self, name: str) -> list[Transfer]:
        """The transfers by which somebody gets in it."""
        return [one for one in self.transfers if one.taker == name]

    def worth(self, transfers: Sequence[Transfer]) -> int:
        """The worth of transfers."""
        return sum(one.quantity * one.spare.worth for one in transfers)


@dataclass(frozen=True, slots=True)
class Exchange:
    """The best exchange that was found: the weight that it serves, and the most that any could."""

    proposals: tuple[TradeProposal, ...]
    served: int
    bound: int

    @property
    def is_optimal(self) -> bool:
        """Whether it is proven that none serves more."""
        return self.served == self.bound


class _Item(NamedTuple):
    """A spare of one trader that meets a wish of another."""

    spare: int
    wish: int
    most: int


Edge = tuple[int, int]


def best_exchange(traders: Sequence[Trader], most_people: int, seconds: float) -> Exchange:
    """The best exchange of the first trader with the others, who stand in any order."""
    until = monotonic() + seconds
    people = (traders[_ME], *sorted(traders[1:], key=lambda one: one.name))
    items = _meetings(people, most_people)
    found = _solved(_Exchanges(people, items), until)
    if most_people == PAIR or not any(_ME not in edge for edge in items):
        return found
    wider = _solved(_Exchanges(people, items, most_people), until)
    return wider if wider.served > found.served else replace(found, bound=wider.bound)


def _solved(model: "_Exchanges", until: float) -> Exchange:
    """The best exchange of a program; of those that serve as much, one with few cards in circles.

    To find the fewest of all takes ten times as long: what no circle is made of at first, none is later.
    """
    program = model.program
    answer = best(program, until - monotonic())
    values = [0] * len(program.costs) if answer.values is None else list(map(round, answer.values))
    served = -sum(map(int.__mul__, program.costs, values))
    most = -sum(n * cost for n, cost in zip(program.most, program.costs, strict=True))
    bound = most if answer.bound is None else min(most, -ceil(answer.bound - _NEAR))
    if model.steps and served and monotonic() < until:
        program.row({column: cost for column, cost in enumerate(program.costs) if cost}, None, -served)
        program.costs = [0] * len(program.costs)
        for (_, step, _, _), column in model.steps.items():
            program.costs[column] = int(step > 0)
            program.most[column] *= values[column] > 0
        fewer = best(program, until - monotonic())
        values = values if fewer.values is None else list(map(round, fewer.values))
    return Exchange(tuple(model.proposals(values)), served, max(served, bound))


def _meetings(people: Sequence[Trader], most_people: int) -> dict[Edge, list[_Item]]:
    """The spares of each that another wishes for; of two others only where circles are asked for."""
    wishes = [defaultdict[int, list[int]](list) for _ in people]
    for place, one in enumerate(people):
        for number, wish in enumerate(one.wishes):
            wishes[place][wish.want.key.card_id].append(number)
    found: dict[Edge, list[_Item]] = {}
    for giver, one in enumerate(people):
        for taker, other in enumerate(people):
            if giver == taker or (_ME not in {giver, taker} and most_people == PAIR):
                continue
            wished = wishes[taker]
            met = [
                _Item(number, wish, min(spare.quantity, other.wishes[wish].quantity))
                for number, spare in enumerate(one.spares)
                for wish in wished.get(spare.key.card_id, ())
                if serves(spare.key, other.wishes[wish].want)
            ]
            if met:
                found[giver, taker] = met
    return found


@dataclass(slots=True)
class _Exchanges:
    """The program of all exchanges, with what its columns stand for.

    `piles` are the columns of items in pairs, `handed` those of copies of one class of worth in
    circles, and `steps` how many copies of a class go over an edge as which step of a circle.
    """

    people: Sequence[Trader]
    items: Mapping[Edge, list[_Item]]
    most_people: int = PAIR
    program: Program = field(default_factory=Program)
    piles: dict[Edge, dict[int, _Item]] = field(default_factory=dict)
    handed: dict[tuple[int, int, int], dict[int, _Item]] = field(default_factory=dict)
    steps: dict[tuple[int, int, int, int], int] = field(default_factory=dict)
    _given: dict[tuple[int, int], dict[int, int]] = field(default_factory=lambda: defaultdict(dict))
    _got: dict[tuple[int, int], dict[int, int]] = field(default_factory=lambda: defaultdict(dict))

    def __post_init__(self) -> None:
        for other in range(1, len(self.people)):
            self._add_pair(other)
        if self.most_people > PAIR:
            self._add_circles()
        for (person, spare), row in self._given.items():
            self.program.row(row, None, self.people[person].spares[spare].quantity)
        for (person, wish), row in self._got.items():
            self.program.row(row, None, self.people[person].wishes[wish].quantity)

    def _column(self, edge: Edge, item: _Item) -> int:
        giver, taker = edge
        cost = -self.people[taker].wishes[item.wish].weight if _ME in edge else 0
        column = self.program.column(cost, item.most)
        self._given[giver, item.spare][column] = 1
        self._got[taker, item.wish][column] = 1
        return column

    def _worth(self, edge: Edge, item: _Item) -> int:
        return self.people[edge[0]].spares[item.spare].worth

    def _add_pair(self, other: int) -> None:
        """Adds the piles of a pair: each gets what is worth enough for what they give."""
        there, back = (_ME, other), (other, _ME)
        for edge in (there, back):
            if edge in self.items:
                self.piles[edge] = {self._column(edge, item): item for item in self.items[edge]}
        for gives, gets in ((there, back), (back, there)):
            least = _ALL - self.people[gives[0]].accepts
            row = {column: _ALL * self._worth(gets, one) for column, one in self.piles.get(gets, {}).items()}
            for column, one in self.piles.get(gives, {}).items():
                row[column] = -least * self._worth(gives, one)
            if row:
                self.program.row(row, 0, None)

    def _add_circles(self) -> None:
        """Adds circles: copies of one class of worth go from the first over two or three others back."""
        classes = _classes(
            {self._worth(edge, item) for edge, items in self.items.items() for item in items},
            _ALL - least_accepted(self.people),
        )
        by_class: dict[tuple[int, int, int], list[_Item]] = defaultdict(list)
        for edge, items in self.items.items():
            for item in items:
                by_class[(*edge, classes[self._worth(edge, item)])].append(item)
        passes: dict[tuple[int, int, int], dict[int, int]] = defaultdict(dict)
        kept: dict[tuple[int, int, int], dict[int, int]] = defaultdict(dict)
        for (giver, taker, worth), items in by_class.items():
            for step in self._steps_of(giver, taker):
                column = self.program.column(0, sum(item.most for item in items))
                self.steps[worth, step, giver, taker] = column
                passes[giver, taker, worth][column] = -1
                if giver != _ME:
                    kept[worth, step, giver][column] = -1
                if taker != _ME:
                    kept[worth, step + 1, taker][column] = 1
        for row in kept.values():
            self.program.row(row, 0, 0)
        for place, row in passes.items():
            self.handed[place] = {self._column(place[:2], item): item for item in by_class[place]}
            self.program.row(row | dict.fromkeys(self.handed[place], 1), 0, 0)

    def _steps_of(self, giver: int, taker: int) -> range:
        """The steps of a circle that an edge may be: the first leaves, the third or fourth comes back."""
        if giver == _ME:
            return range(1)
        return range(2, self.most_people) if taker == _ME else range(1, self.most_people - 1)

    def proposals(self, values: Sequence[int]) -> Iterator[TradeProposal]:
        """Yields the proposals that values of the columns stand for: pairs, then circles."""
        piles: dict[Edge, Counter[int]] = defaultdict(Counter)
        circles: dict[tuple[int, ...], dict[Edge, Counter[int]]] = {}
        for edge, columns in self.piles.items():
            for column, item in columns.items():
                piles[edge][item.spare] += values[column]
        for circle, edges in self._circles(values):
            if len(circle) == PAIR:  # who hands on to somebody and gets from the same: the pair is enough
                for edge, spare in edges:
                    piles[edge][spare] += 1
                continue
            counts = circles.setdefault(circle, defaultdict(Counter))
            for edge, spare in edges:
                counts[edge][spare] += 1
        for other in range(1, len(self.people)):
            both = ((_ME, other), (other, _ME))
            if transfers := self._transfers({edge: piles[edge] for edge in both if edge in piles}):
                yield TradeProposal((self.people[other].name,), transfers)
        for circle, counts in sorted(circles.items()):
            yield TradeProposal(tuple(self.people[one].name for one in circle[1:]), self._transfers(counts))

    def _transfers(self, counts: Mapping[Edge, Counter[int]]) -> tuple[Transfer, ...]:
        return tuple(
            Transfer(self.people[giver].name, self.people[taker].name, self.people[giver].spares[spare], n)
            for (giver, taker), spares in counts.items()
            for spare, n in sorted(spares.items())
            if n
        )

    def _circles(self, values: Sequence[int]) -> Iterator[tuple[tuple[int, ...], list[tuple[Edge, int]]]]:
        """Yields each circle of single copies: its people, and the spare that goes over each edge."""
        left = {place: values[column] for place, column in sorted(self.steps.items()) if values[column]}
        copies: dict[tuple[int, int, int], list[int]] = {}
        for place, columns in self.handed.items():
            spares = [one.spare for column, one in columns.items() for _ in range(values[column])]
            copies[place] = sorted(spares, reverse=True)
        while left:
            worth = next(iter(left))[0]
            circle, giver = [_ME], _ME
            edges: list[tuple[Edge, int]] = []
            while not edges or giver != _ME:
                step = len(edges)
                here = next(place for place in left if place[:3] == (worth, step, giver))
                taker = here[3]
                left[here] -= 1
                if not left[here]:
                    del left[here]
                edges.append(((giver, taker), copies[giver, taker, worth].pop()))
                circle.append(taker)
                giver = taker
            if circle[1] == circle[-2]:
                circle, edges = [_ME, circle[1], _ME], [edges[0], edges[-1]]
            yield tuple(circle[:-1]), edges


def _classes(worths: set[int], least: int) -> dict[int, int]:
    """The class of each worth, as its least: whoever gives one and gets another of it gets enough.

    >>> _classes({100, 91, 90, 80, 5}, 90)
    {5: 5, 80: 80, 90: 90, 91: 90, 100: 90}
    """
    classes: dict[int, int] = {}
    first = 0
    for worth in sorted(worths):
        if first * _ALL < worth * least or not first:
            first = worth
        classes[worth] = first
    return classes
