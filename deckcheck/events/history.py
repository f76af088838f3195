"""Who met whom, who had byes and who was paired out of their score group so far."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from deckcheck.events.standings import points_of, standings
from deckcheck.events.values import Tournament


@dataclass(frozen=True, slots=True)
class History:
    """The past rounds of an event; players by number, pairs with the smaller number first."""

    points: Mapping[int, Fraction]
    rank: Mapping[int, int]
    met: Mapping[tuple[int, int], int]
    byes: Mapping[int, int]
    floats: Mapping[int, int]
    clubs: Mapping[int, str]

    def meetings(self, one: int, two: int) -> int:
        """How often two players were paired."""
        return self.met.get((min(one, two), max(one, two)), 0)

    def same_club(self, one: int, two: int) -> bool:
        """Whether both players are of one club."""
        return bool(self.clubs[one]) and self.clubs[one] == self.clubs[two]


def history(event: Tournament, before: int) -> History:
    """The history of an event before a round.

    A pairing counts as met even if a player did not come. Floats are counted by the points that
    both had at the time.
    """
    floats: Counter[int] = Counter()
    met: Counter[tuple[int, int]] = Counter()
    byes: Counter[int] = Counter()
    for one in event.before(before).rounds:
        points = points_of(event.before(one.number))
        for table in one.tables:
            if table.two is None:
                byes[table.one] += 1
                continue
            met[min(table.players), max(table.players)] += 1
            if one.stage == "swiss" and points[table.one] != points[table.two]:
                floats.update(table.players)
    now = standings(event.before(before))
    return History(
        {one.player.number: one.points for one in now},
        {one.player.number: one.rank for one in now},
        met,
        byes,
        floats,
        {player.number: player.club.strip().casefold() for player in event.players},
    )
