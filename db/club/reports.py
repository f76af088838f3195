"""The reports of players on their matches: one report of each player in a round, the last one counts."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from pathlib import Path

from db.engines.common import Connection
from db.engines.people import one_writer, reading, tried_again, writing


@dataclass(frozen=True, slots=True)
class MatchReport:
    """The result of a match as a player reports it, seen from the first seat of the table.

    `time` is exact, so that no two reports have the same.
    """

    round: int
    player: int
    opponent: int
    result: str
    time: str


def put_report(connection: Connection, event: int, report: MatchReport) -> None:
    """Stores a report in the caller's transaction, in place of an earlier one of that player."""
    connection.execute(
        "INSERT INTO match_reports (event_id, round, player, opponent, result, time)"
        " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (event_id, round, player) DO UPDATE"
        " SET opponent = excluded.opponent, result = excluded.result, time = excluded.time",
        (event, *astuple(report)),
    )


def reports_in(connection: Connection, event: int, round_number: int) -> dict[int, MatchReport]:
    """The reports of a round, by player."""
    rows = connection.execute(
        "SELECT round, player, opponent, result, time FROM match_reports WHERE event_id = ? AND round = ?",
        (event, round_number),
    )
    return {row[1]: MatchReport(*row) for row in rows}


@tried_again
def read_reports(path: Path, event: int, round_number: int) -> dict[int, MatchReport]:
    """The reports of a round, by player."""
    with reading(path) as connection:
        return reports_in(connection, event, round_number)


@tried_again
def settle_reports(path: Path, event: int, round_number: int, players: Iterable[int]) -> None:
    """Takes away what these players reported of a round: the organiser has decided."""
    with writing(path) as connection:
        one_writer(connection, lambda _: f"event {event}")
        connection.executemany(
            "DELETE FROM match_reports WHERE event_id = ? AND round = ? AND player = ?",
            [(event, round_number, player) for player in players],
        )


@tried_again
def state_of_events(path: Path) -> str:
    """A text that is another one whenever an event, a report or a trade has changed."""
    with reading(path) as connection:
        batches = connection.execute("SELECT count(*) FROM event_batches").fetchone()
        reports = connection.execute("SELECT count(*), max(time) FROM match_reports").fetchone()
        players = connection.execute("SELECT count(*) FROM person_players").fetchone()
        trades = connection.execute(
            "SELECT (SELECT sum(agreed) FROM trade_people), sum(version), sum(CASE state WHEN 'open' THEN 1"
            " WHEN 'undone' THEN 3 ELSE 2 END) FROM trades"
        ).fetchone()
        return "-".join(str(one or "") for one in (*batches, *reports, *players, *trades))


_LAST = "(SELECT event_id, max(number) AS round FROM event_rounds WHERE published <> '' GROUP BY event_id) l"
_OF_EVENTS = f"""
    SELECT e.id, e.locked, r.number, r.facts,
        (SELECT count(*) FROM event_tables t WHERE t.event_id = r.event_id AND t.round = r.number
            AND t.two IS NOT NULL AND t.result IS NULL) > 0
    FROM events e LEFT JOIN {_LAST} ON l.event_id = e.id
    LEFT JOIN event_rounds r ON r.event_id = l.event_id AND r.number = l.round
"""
_OF_MATCHES = f"""
    SELECT t.event_id, t.one, t.two, t.result FROM event_tables t
    JOIN {_LAST} ON l.event_id = t.event_id AND l.round = t.round ORDER BY t.number
"""
_OF_PLAYERS = (
    _OF_MATCHES,
    "SELECT event_id, player, opponent, time FROM match_reports ORDER BY time",
    "SELECT event_id, number, NULL, dropped FROM event_players",
    "SELECT event_id, player, NULL, number FROM event_notes ORDER BY number",
    "SELECT event_id, player, NULL, number FROM event_decks ORDER BY number",
)
"""The facts on the pages of one player or of two, by the event and their numbers."""

_OF_TRADES = """
    SELECT p.person, t.id, t.version, t.state,
        (SELECT sum(a.agreed) FROM trade_people a WHERE a.trade_id = t.id)
    FROM trade_people p JOIN trades t ON t.id = p.trade_id ORDER BY t.id
"""


@tried_again
def news_of_persons(path: Path) -> dict[int, str]:
    """For each person a text that is another one whenever their own page or a trade of theirs has changed.

    Of the results of others only the end of a round counts, so that not all phones ask after each.
    """
    with reading(path) as connection:
        of_event = {row[0]: row[1:] for row in connection.execute(_OF_EVENTS)}
        of_player = defaultdict[tuple[int, int], list[object]](list)
        for statement in _OF_PLAYERS:
            for event, *both, told in connection.execute(statement):
                for player in filter(None, both):
                    of_player[event, player].append((*both, told))
        news = defaultdict[int, list[object]](list)
        for person, *player in connection.execute(
            "SELECT person_id, event_id, player FROM person_players ORDER BY event_id"
        ):
            news[person] += [of_event[player[0]], of_player[player[0], player[1]]]
        for person, *trade in connection.execute(_OF_TRADES):
            news[person].append(trade)
        return {person: repr(told) for person, told in news.items()}
