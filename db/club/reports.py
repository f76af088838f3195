"""The reports of players on their matches: one report of each player in a round, the last one counts."""

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
    """A text that is another one whenever an event or a report has changed."""
    with reading(path) as connection:
        batches = connection.execute("SELECT count(*) FROM event_batches").fetchone()
        reports = connection.execute("SELECT count(*), max(time) FROM match_reports").fetchone()
        return "-".join(str(one or "") for one in (*batches, *reports))
