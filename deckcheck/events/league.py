"""A league: standings over several events by a table of points, with the points of each event."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from db.language import gettext as _
from db.texts import name_key
from deckcheck.errors import EventSettingError
from deckcheck.events.elimination import final_standings
from deckcheck.events.values import Tournament

POINTS = (10, 8, 6, 5, 4, 3, 2, 1)
"""The points for the first places unless an organiser sets others."""

_MOST = 1_000


@dataclass(frozen=True, slots=True)
class LeaguePlace:
    """A player in a league: the points of each event by its name, None where not there.

    `counted` are those events whose points count, where only the best do.
    """

    rank: int
    name: str
    points: Fraction
    of_events: Mapping[str, Fraction | None]
    counted: tuple[str, ...]


def league_standings(
    events: Mapping[str, Tournament], points: Sequence[int] = POINTS, *, taking_part: int = 0, best: int = 0
) -> tuple[LeaguePlace, ...]:
    """The standings over events, given by name; players are known by their names in all of them.

    The first place gives the first of `points` and so on, all places `taking_part` beside it;
    players who share a place share the points of the places that they take. With `best` only so
    many events count for each, the ones with most points.
    """
    _check(points, taking_part, best)
    names: dict[str, str] = {}
    points_of: dict[str, dict[str, Fraction]] = {}
    for event, tournament in events.items():
        for name, earned in _earned(tournament, points, taking_part).items():
            names.setdefault(name_key(name), name)
            points_of.setdefault(name_key(name), {})[event] = earned
    totals = {}
    for key, earned_at in points_of.items():
        order = sorted(earned_at, key=lambda event: -earned_at[event])
        counted = tuple(order[: best or None])
        totals[key] = sum((earned_at[event] for event in counted), Fraction(0)), counted
    order = sorted(totals, key=lambda key: (-totals[key][0], names[key].casefold()))
    places = []
    for key in order:
        rank = 1 + sum(total > totals[key][0] for total, _ in totals.values())
        by_event = {event: points_of[key].get(event) for event in events}
        places.append(LeaguePlace(rank, names[key], totals[key][0], by_event, totals[key][1]))
    return tuple(places)


def _earned(event: Tournament, points: Sequence[int], taking_part: int) -> dict[str, Fraction]:
    """The points that each player of an event earned, by name."""
    ranks: dict[int, list[str]] = {}
    for one in final_standings(event):
        ranks.setdefault(one.rank, []).append(one.player.name)
    earned = {}
    for rank, players in ranks.items():
        places = range(rank - 1, rank - 1 + len(players))
        total = sum(points[place] for place in places if place < len(points))
        for name in players:
            earned[name] = Fraction(total, len(players)) + taking_part
    return earned


def _check(points: Sequence[int], taking_part: int, best: int) -> None:
    falling = all(one >= other for one, other in itertools.pairwise(points))
    if not points or not falling or not all(0 <= one <= _MOST for one in (*points, taking_part)):
        text = ",".join(map(str, points))
        raise EventSettingError(
            "points", _("{text!r}, expected falling numbers up to {most:,}", text=text, most=_MOST)
        )
    if best < 0:
        raise EventSettingError("best", _("{best}, expected 0 for all events or a number of them", best=best))
