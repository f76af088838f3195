"""Points and tiebreakers of all players, as exact fractions, each with its calculation."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType

from db.language import gettext as _
from deckcheck.events.scores import MatchScore, match_scores
from deckcheck.events.values import EventSettings, Player, Tournament

_Told = tuple[Fraction, str]
"""A value, and how it came about."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A tiebreaker of one player: its value, and its calculation in words."""

    name: str
    value: Fraction
    how: str


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place: players with the same points and tiebreakers share it."""

    rank: int
    player: Player
    points: Fraction
    tiebreaks: tuple[Figure, ...]
    matches: tuple[MatchScore, ...]

    @property
    def record(self) -> tuple[int, int, int]:
        """The matches won, drawn and lost."""
        outcomes = [match.outcome for match in self.matches]
        return outcomes.count("win"), outcomes.count("draw"), outcomes.count("loss")

    @property
    def key(self) -> tuple[Fraction, ...]:
        """The values by which players are ranked, highest first."""
        return (self.points, *(figure.value for figure in self.tiebreaks))


class _Scores:
    """The matches of all players, and the sums that tiebreakers are made of."""

    def __init__(self, event: Tournament) -> None:
        self.settings = event.settings
        self.matches = match_scores(event)
        self.names = {player.number: player.name for player in event.players}
        self.points = {number: _points(m, self.settings) for number, m in self.matches.items()}
        self.match_win = {n: _match_win(m, self.settings) for n, m in self.matches.items()}
        self.game_win = {n: _game_win(m, self.settings) for n, m in self.matches.items()}

    def opponents(self, player: int) -> list[int]:
        """Whom the player met, twice where they met twice; byes are no opponents."""
        return [match.opponent for match in self.matches[player] if match.opponent is not None]


def _points(matches: Sequence[MatchScore], settings: EventSettings) -> Fraction:
    if settings.points_from == "games":
        return sum((match.game_points for match in matches), Fraction(0))
    return sum((match.match_points for match in matches), Fraction(0))


def _match_win(matches: Sequence[MatchScore], settings: EventSettings) -> _Told:
    points = sum((match.match_points for match in matches), Fraction(0))
    return _share(points, settings.match_points[0] * len(matches), settings.floor)


def _game_win(matches: Sequence[MatchScore], settings: EventSettings) -> _Told:
    points = sum((match.game_points for match in matches), Fraction(0))
    possible = settings.game_points[0] * sum(match.games for match in matches)
    return _share(points, possible, settings.floor)


def _share(points: Fraction, possible: Fraction, floor: Fraction) -> _Told:
    """The points as a share of the possible ones, not below the floor, and how it came about.

    >>> _share(Fraction(4), Fraction(9), Fraction(33, 100)), _share(Fraction(0), Fraction(9),
    ...     Fraction(33, 100))
    ((Fraction(4, 9), '4/9'), (Fraction(33, 100), '0/9, at least 0.33'))
    """
    if not possible:
        return floor, _("no points possible, at least {number_text}", number_text=number_text(floor))
    share, text = points / possible, f"{number_text(points)}/{number_text(possible)}"
    if share < floor:
        return floor, _("{text}, at least {number_text}", text=text, number_text=number_text(floor))
    return share, text


def number_text(value: Fraction) -> str:
    """A number as people write it: whole, or with at most four decimals.

    >>> number_text(Fraction(3)), number_text(Fraction(1, 2)), number_text(Fraction(2, 3))
    ('3', '0.5', '0.6667')
    """
    if value.denominator == 1:
        return str(value.numerator)
    tenths = Fraction(round(value * 10_000), 10_000)
    return f"{float(tenths):.4f}".rstrip("0").rstrip(".")


def _mean(scores: _Scores, player: int, of: Mapping[int, _Told]) -> _Told:
    opponents = scores.opponents(player)
    if not opponents:
        return Fraction(0), _("no opponents")
    total = sum((of[opponent][0] for opponent in opponents), Fraction(0))
    terms = "; ".join(f"{scores.names[opponent]} {of[opponent][1]}" for opponent in opponents)
    return total / len(opponents), _("mean of {terms}", terms=terms)


def _strength_of_schedule(scores: _Scores, player: int) -> _Told:
    """Mean over the opponents of their points a match."""
    a_match = {}
    for opponent in scores.opponents(player):
        points, played = scores.points[opponent], len(scores.matches[opponent])
        a_match[opponent] = (points / played, f"{number_text(points)}/{played}")
    return _mean(scores, player, a_match)


def _opponents_points(scores: _Scores, player: int) -> _Told:
    opponents = scores.opponents(player)
    terms = "; ".join(f"{scores.names[n]} {number_text(scores.points[n])}" for n in opponents)
    total = sum((scores.points[opponent] for opponent in opponents), Fraction(0))
    return total, _("sum of {terms}", terms=terms) if terms else _("no opponents")


def _wins(wins: Iterable[int], words: str) -> _Told:
    return Fraction(sum(wins)), words


def _head_to_head(scores: _Scores, player: int) -> _Told:
    """Points won against players with the same points."""
    mine = scores.points[player]
    among = [
        match
        for match in scores.matches[player]
        if match.opponent is not None and scores.points[match.opponent] == mine
    ]
    names = ", ".join(scores.names[match.opponent] for match in among if match.opponent is not None)
    return _points(among, scores.settings), _(
        "points against {names}", names=names or _("nobody of the same points")
    )


_FIGURES: Mapping[str, Callable[[_Scores, int], _Told]] = MappingProxyType(
    {
        "match_win": lambda scores, player: scores.match_win[player],
        "game_win": lambda scores, player: scores.game_win[player],
        "opponents_match_win": lambda scores, player: _mean(scores, player, scores.match_win),
        "opponents_game_win": lambda scores, player: _mean(scores, player, scores.game_win),
        "strength_of_schedule": _strength_of_schedule,
        "opponents_points": _opponents_points,
        "match_wins": lambda scores, player: _wins(
            (match.outcome == "win" for match in scores.matches[player]), _("matches won")
        ),
        "game_wins": lambda scores, player: _wins(
            (match.won for match in scores.matches[player]), _("games won")
        ),
        "head_to_head": _head_to_head,
    }
)


SHARES = frozenset(
    {"match_win", "game_win", "opponents_match_win", "opponents_game_win", "strength_of_schedule"}
)
"""The tiebreakers that are parts or means; the others are sums."""


def points_of(event: Tournament) -> dict[int, Fraction]:
    """The points of each player by number."""
    return {n: _points(found, event.settings) for n, found in match_scores(event).items()}


def standings(event: Tournament) -> tuple[Standing, ...]:
    """All players from the first place on, dropped ones too, by points and tiebreakers.

    Players who cannot be told apart share a rank and stand in the order of their numbers. The
    rounds of an elimination count nothing here; `elimination.final_standings` has them.
    """
    scores = _Scores(event)
    result = [
        Standing(
            0,
            player,
            scores.points[player.number],
            tuple(Figure(name, *_FIGURES[name](scores, player.number)) for name in event.settings.tiebreaks),
            tuple(scores.matches[player.number]),
        )
        for player in event.players
    ]
    result.sort(key=lambda one: one.player.number)
    result.sort(key=lambda one: one.key, reverse=True)
    return ranked(result)


def ranked(
    ordered: Sequence[Standing], above: int = 0, key: Callable[[Standing], object] = lambda one: one.key
) -> tuple[Standing, ...]:
    """The standings with their ranks, below others: 1, 2, 2, 4 where two have the same key."""
    ranks: list[int] = []
    for place, one in enumerate(ordered):
        same = place and key(ordered[place - 1]) == key(one)
        ranks.append(ranks[-1] if same else above + place + 1)
    return tuple(replace(one, rank=rank) for rank, one in zip(ranks, ordered, strict=True))
