"""The ratings of players over a season, each with its uncertainty.

The strengths of the Bradley-Terry model, with a normal prior of one logit, by expectation propagation
(the library choix). It was chosen by trial over 160 made-up seasons, see docs/leagues.md: its odds for
matches to come are nearer to the truth than openskill's, its intervals hold as often as they say, and
the order of matches does not matter.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log, sqrt

from db.texts import name_key
from deckcheck.chance.estimates import NORMAL_95
from deckcheck.leagues.season import SeasonEvent

LEAST_RATED = 5
"""Players with fewer decided matches have no rating."""

MIDDLE = 1500
"""The rating of an average player."""

_SCALE = 400 / log(10)
"""Points a logit: as of Elo, 400 points are ten wins to one."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating, how far off it may be in 95 of 100 cases, and the matches it is from."""

    name: str
    value: float
    off: float
    won: int
    lost: int


def ratings(events: Sequence[SeasonEvent]) -> tuple[Rating, ...]:
    """The players with enough decided matches, the best first; byes, absences and draws do not count."""
    names: dict[str, str] = {}
    matches = [
        tuple(name_key(names.setdefault(name_key(name), name)) for name in match)
        for event in events
        for match in decided(event)
    ]
    if not matches:
        return ()
    keys = list(names)
    places = {key: place for place, key in enumerate(keys)}
    pairs = tuple((places[winner], places[loser]) for winner, loser in matches)
    strengths = _strengths(len(keys), pairs)
    won, lost = (Counter(pair[side] for pair in pairs) for side in (0, 1))
    found = [
        Rating(
            names[key], MIDDLE + _SCALE * mean, NORMAL_95 * _SCALE * sqrt(variance), won[place], lost[place]
        )
        for (place, key), (mean, variance) in zip(enumerate(keys), strengths, strict=True)
        if won[place] + lost[place] >= LEAST_RATED
    ]
    return tuple(sorted(found, key=lambda one: (-one.value, one.name.casefold())))


@lru_cache(maxsize=16)
def _strengths(players: int, matches: tuple[tuple[int, int], ...]) -> tuple[tuple[float, float], ...]:
    """The mean and the variance of each player's strength, kept: a page asks for the same season often."""
    import choix

    means, covariance = choix.ep_pairwise(players, matches, 1.0, model="logit")
    return tuple((float(mean), float(covariance[n, n])) for n, mean in enumerate(means))


def decided(event: SeasonEvent) -> Iterator[tuple[str, str]]:
    """Yields the winner and the loser of each match that was played to a decision, by name."""
    called = {player.number: player.name for player in event.tournament.players}
    for table in (table for one in event.tournament.rounds for table in one.tables):
        if table.two is None or table.result is None or table.result.absent:
            continue
        winner = table.result.winner()
        if winner is not None:
            both = called[table.one], called[table.two]
            yield both if winner == "one" else (both[1], both[0])
