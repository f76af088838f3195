"""The points of a match for each player: of the match and of its games."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from deckcheck.events.values import EventSettings, Result, Round, Side, Table, Tournament

Kind = Literal["played", "bye", "missed"]


@dataclass(frozen=True, slots=True)
class MatchScore:
    """A match from one player's side: games won, drawn and lost, and the points for all of it.

    `opponent` is None for a bye and for a round missed: before a late entry, or between a drop and
    the return.
    """

    round: int
    opponent: int | None
    kind: Kind
    won: int
    drawn: int
    lost: int
    match_points: Fraction
    game_points: Fraction
    outcome: Literal["win", "draw", "loss"]

    @property
    def games(self) -> int:
        """The number of games that count."""
        return self.won + self.drawn + self.lost


def match_scores(event: Tournament) -> dict[int, list[MatchScore]]:
    """The matches of each player by number, in the order of rounds, without the elimination.

    Tables without a result do not count yet.
    """
    scores: dict[int, list[MatchScore]] = {player.number: [] for player in event.players}
    for one in sorted(event.rounds, key=lambda r: r.number):
        if one.stage == "elimination":
            continue
        for number, score in _scores_of_round(event, one):
            scores[number].append(score)
    return scores


def _scores_of_round(event: Tournament, one: Round) -> Iterator[tuple[int, MatchScore]]:
    """Yields the matches of a round; a bye is won with the games that decide a match."""
    for table in one.tables:
        if table.two is None:
            games, worth = event.settings.wins_needed, event.settings.game_points[0]
            win = event.settings.match_points[0]
            yield table.one, MatchScore(one.number, None, "bye", games, 0, 0, win, games * worth, "win")
        elif table.result is not None:
            for player in table.players:
                yield player, table_score(one.number, table, player, event.settings)
    if event.settings.late == "loss":
        loss = event.settings.match_points[2]
        missed = MatchScore(one.number, None, "missed", 0, 0, 0, loss, Fraction(0), "loss")
        for absent in event.players:
            gone = absent.entered <= one.number and not absent.plays(one.number)
            if not gone and one.table_of(absent.number) is None:
                yield absent.number, missed


def table_score(number: int, table: Table, player: int, settings: EventSettings) -> MatchScore:
    """The match of a table with a result, from one player's side."""
    side, result = table.side_of(player), table.result
    if result is None:
        raise ValueError(table)
    games = games_of(result, side, settings)
    worth = zip(settings.game_points, games, strict=True)
    winner = result.winner()
    outcome: Literal["win", "draw", "loss"] = "draw"
    if result.absent == "both" or (winner is not None and winner != side):
        outcome = "loss"
    elif winner == side:
        outcome = "win"
    return MatchScore(
        number,
        table.opponent_of(player),
        "played",
        *games,
        settings.match_points[("win", "draw", "loss").index(outcome)],
        sum((points * number for points, number in worth), Fraction(0)),
        outcome,
    )


def games_of(result: Result, side: Side, settings: EventSettings) -> tuple[int, int, int]:
    """The games won, drawn and lost by a side, as they count.

    Whoever is absent loses the games that decide a match; an intentional draw without games counts
    as all its games drawn; an unfinished game counts as the settings say.

    >>> games_of(Result(("one", "unfinished")), "two", EventSettings())
    (0, 1, 1)
    >>> games_of(Result(intentional=True), "one", EventSettings()), games_of(
    ...     Result(absent="two"), "one", EventSettings())
    ((0, 2, 0), (2, 0, 0))
    """
    needed = settings.wins_needed
    if result.absent:
        return (0, 0, needed) if result.absent in (side, "both") else (needed, 0, 0)
    if result.intentional and not result.games:
        return 0, settings.games, 0
    other: Side = "two" if side == "one" else "one"
    drawn = result.games.count("draw")
    if settings.unfinished == "draw":
        drawn += result.games.count("unfinished")
    return result.won(side), drawn, result.won(other)
