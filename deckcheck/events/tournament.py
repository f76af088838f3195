"""The next round of an event by its stage, and the documents of pairings and standings."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from deckcheck.events.elimination import final_standings, next_elimination, start_elimination
from deckcheck.events.hand_made import problems_of
from deckcheck.events.pairing import check_ready, pair_swiss
from deckcheck.events.result_text import result_text
from deckcheck.events.round_robin import pair_round_robin
from deckcheck.events.standings import Standing, points_of
from deckcheck.events.values import Round, Stage, Tournament
from deckcheck.show.picked import picked


def next_round(event: Tournament, seed: int, stage: Stage = "swiss", cut: int = 0) -> Round:
    """The round that comes next: another of the stage, or the start or next of an elimination.

    `cut` is the number of players who go into an elimination that begins. Raises CannotPairError
    where the round before is not finished, or the event is over.
    """
    last = event.rounds[-1] if event.rounds else None
    if last is not None and last.stage == "elimination":
        check_ready(event, event.next_number)
        return next_elimination(event)
    if stage == "elimination":
        return start_elimination(event, cut or len(event.players_in(event.next_number)), seed)
    if stage == "round-robin":
        return pair_round_robin(event, seed)
    return pair_swiss(event, seed)


def number_json(value: Fraction) -> int | float:
    """A fraction as a JSON number: whole where it is whole.

    >>> number_json(Fraction(3)), number_json(Fraction(1, 4))
    (3, 0.25)
    """
    return value.numerator if value.denominator == 1 else float(value)


def pairings_document(event: Tournament, one: Round) -> dict[str, Any]:
    """`deckcheck.pairings/1`: the tables of a round with the points before it, and its facts."""
    names = {player.number: player.name for player in event.players}
    points = points_of(event.before(one.number))
    byes = [names[table.one] for table in one.tables if table.two is None]
    tables = []
    for table in one.tables:
        if table.two is not None:
            first = names[table.two if table.first == "two" else table.one] if table.first else None
            tables.append(
                {
                    "table": table.number,
                    "players": [names[player] for player in table.players],
                    "score": [number_json(points[player]) for player in table.players],
                    "first": first,
                    "result": result_text(table.result) or None,
                    **picked(table, "extension reason?"),
                }
            )
    return {
        "schema": "deckcheck.pairings/1",
        **picked(one, "round=number stage published"),
        "tables": tables,
        "bye": byes[0] if byes else None,
        "byes": byes,
        "rematches": rematches(event, one),
        "floats": floats(event, one),
        "facts": dict(one.facts),
        "problems": [picked(problem, "severity table message") for problem in problems_of(event, one)],
    }


def rematches(event: Tournament, one: Round) -> int:
    """How many tables of a round have players who were paired before."""
    met = {
        frozenset(table.players)
        for before in event.before(one.number).rounds
        for table in before.tables
        if table.two is not None
    }
    return sum(frozenset(table.players) in met for table in one.tables)


def floats(event: Tournament, one: Round) -> int:
    """How many tables of a round have players of different points."""
    points = points_of(event.before(one.number))
    return sum(len({points[player] for player in table.players}) > 1 for table in one.tables)


def standings_document(event: Tournament, table: Sequence[Standing] | None = None) -> dict[str, Any]:
    """`deckcheck.standings/1`: every player with points, tiebreakers and their calculation."""
    rows = final_standings(event) if table is None else table
    names = {player.number: player.name for player in event.players}
    return {
        "schema": "deckcheck.standings/1",
        "rounds": max((one.number for one in event.rounds), default=0),
        "open_tables": event.open_tables,
        "preset": event.settings.preset,
        "standings": [_standing_json(one, names) for one in rows],
    }


def _standing_json(one: Standing, names: dict[int, str]) -> dict[str, Any]:
    return {
        **picked(one, "rank name=player.name"),
        "points": number_json(one.points),
        "matches": len(one.matches),
        "record": list(one.record),
        "dropped": one.player.dropped,
        "tiebreaks": {figure.name: float(figure.value) for figure in one.tiebreaks},
        "exact": {figure.name: str(figure.value) for figure in one.tiebreaks},
        "how": {figure.name: figure.how for figure in one.tiebreaks},
        "lines": [
            {
                **picked(score, "round kind"),
                "opponent": None if score.opponent is None else names[score.opponent],
                "outcome": score.outcome,
                "games": [score.won, score.drawn, score.lost],
                "match_points": number_json(score.match_points),
                "game_points": number_json(score.game_points),
            }
            for score in one.matches
        ],
    }
