"""The standings of a league: the points of each player in each event, and which of them count."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from db.sums import gathered
from db.texts import name_key
from deckcheck.events.elimination import final_standings
from deckcheck.events.values import Tournament
from deckcheck.leagues.rules import MATCHES, LeagueRules

_NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class EventPoints:
    """A player in one event: the place, the points for it, and matches won, drawn and lost."""

    place: int
    points: Fraction
    record: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class LeaguePlace:
    """A player in a league: the total, each event by its name, and the events whose points count.

    Players with equal points and tiebreakers share a rank.
    """

    rank: int
    name: str
    points: Fraction
    events: Mapping[str, EventPoints]
    counted: tuple[str, ...]
    ties: tuple[Fraction, ...]


def league_standings(events: Mapping[str, Tournament], rules: LeagueRules) -> tuple[LeaguePlace, ...]:
    """The standings over events, given by name; players are known by their names in all of them.

    Players who share a place in an event share the points of the places that they take.
    """
    names: dict[str, str] = {}
    of_player: dict[str, dict[str, EventPoints]] = {}
    for event, tournament in events.items():
        for name, earned in _earned(tournament, rules).items():
            names.setdefault(name_key(name), name)
            of_player.setdefault(name_key(name), {})[event] = earned
    rows = []
    for key, earned_at in of_player.items():
        order = sorted(earned_at, key=lambda event: -earned_at[event].points)
        counted = tuple(order[: rules.best or None])
        total = sum((earned_at[event].points for event in counted), _NOTHING)
        ties: dict[str, Fraction | int] = {
            "firsts": sum(one.place == 1 for one in earned_at.values()),
            "best": max(one.points for one in earned_at.values()),
            "events": len(earned_at),
            "match-wins": sum(one.record[0] for one in earned_at.values()),
        }
        by_ties = tuple(Fraction(ties[name]) for name in rules.ties)
        rows.append((total, by_ties, names[key], earned_at, counted))
    rows.sort(key=lambda row: (-row[0], *(-tie for tie in row[1]), row[2].casefold()))
    keys = [(total, ties) for total, ties, *_ in rows]
    return tuple(
        LeaguePlace(1 + keys.index((total, ties)), name, total, earned_at, counted, ties)
        for total, ties, name, earned_at, counted in rows
    )


def _earned(event: Tournament, rules: LeagueRules) -> dict[str, EventPoints]:
    """The earnings of each player of an event, by name."""
    ranks = gathered((one.rank, one) for one in final_standings(event))
    earned = {}
    for rank, players in ranks.items():
        places = range(rank - 1, rank - 1 + len(players))
        shared = Fraction(sum(rules.points[n] for n in places if n < len(rules.points)), len(players))
        for one in players:
            points = one.points if rules.by == MATCHES else shared
            earned[one.player.name] = EventPoints(rank, points + rules.taking_part, one.record)
    return earned
