"""Results that both players report: equal ones set the match, different ones call the organiser."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import product

from db.club.reports import MatchReport, put_report, reports_in, settle_reports
from db.errors import ChangedMeanwhileError
from db.events.store import read_player
from db.language import gettext as _
from db.sent import note_sent
from deckcheck.events.errors import ResultThereError, WrongResultError
from deckcheck.events.public import seen_by_players
from deckcheck.events.result_text import parse_result, result_text
from deckcheck.events.round_editor import RoundEditor, table_of
from deckcheck.events.stored import table_facts
from deckcheck.events.values import EventSettings, Round, Table


@dataclass(frozen=True, slots=True)
class Called:
    """A table to which the organiser is called: what its players report, and the result there is."""

    table: Table
    reports: Mapping[int, str]
    result: str


def current(table: Table, reports: Mapping[int, MatchReport]) -> dict[int, MatchReport]:
    """The reports of a table's players that are about the match that they have there."""
    return {
        player: reports[player]
        for player in table.players
        if player in reports and reports[player].opponent == table.opponent_of(player)
    }


def calls(one: Round, reports: Mapping[int, MatchReport]) -> Iterator[Called]:
    """Yields the tables whose reports differ from each other, or from the result that is there."""
    for table in one.tables:
        told = {player: report.result for player, report in current(table, reports).items()}
        result = result_text(table.result)
        if len({*told.values(), *([result] if result else [])}) > 1:
            yield Called(table, told, result)


def settle(event: RoundEditor, one: Round, where: str) -> None:
    """Takes away the reports of a table, for which the organiser has entered what counts."""
    table, _player = table_of(event.stored, one, where)
    settle_reports(event.database, event.stored.id, one.number, table.players)


def as_seen(text: str, table: Table, player: int, settings: EventSettings) -> str:
    """A result that is seen from the first seat, as a player sees it; and the other way round."""
    if not text or player == table.one:
        return text
    return result_text(parse_result(text, settings, table.number).turned())


def possible_results(settings: EventSettings, *, elimination: bool) -> list[str]:
    """The results that a match can have, as buttons offer them: those that end it first.

    >>> possible_results(EventSettings(games=3, best_of=True), elimination=True)
    ['2-0', '2-1', '1-2', '0-2', '1-0', '0-1']
    """
    found = []
    for one, two in product(range(settings.games, -1, -1), range(settings.games + 1)):
        text = f"{one}-{two}"
        try:
            result = parse_result(text, settings)
        except WrongResultError:
            continue
        if not (elimination and result.winner() is None):
            ends = max(one, two) == settings.wins_needed if settings.best_of else one + two == settings.games
            found.append((not ends, text))
    texts = [text for _unused, text in sorted(found, key=lambda both: both[0])]
    return texts if elimination else [*texts, "draw"]


def report_match(
    event: RoundEditor, player: int, round_number: int, text: str, was: str, *, drop: bool, concede: bool
) -> str:
    """Stores what a player reports of the match of a round, and returns the result that is set now.

    It is set once both report the same, or one concedes. `was` is what they reported before, as they
    see it: raises `ResultThereError` for another, `ChangedMeanwhileError` for another round, and
    `MadeBeforeError` for a report that was sent before.
    """
    facts = read_player(event.database, event.name, player)
    name = facts.name if facts else ""
    with event.work(f"event result {name}={'concedes' if concede else text}"[:200]) as work:
        note_sent(work.connection, 0)
        seen = seen_by_players(work.event)
        if not seen.rounds or seen.rounds[-1].number != round_number:
            raise ChangedMeanwhileError(event.database, _("the event {name!r}", name=event.name))
        one, settings = seen.rounds[-1], seen.settings
        table = one.table_of(player)
        if table is None or table.two is None:
            raise WrongResultError(_("{name} has no opponent in this round", name=name))
        result = parse_result(f"0-{settings.wins_needed}" if concede else text, settings, table.number)
        result = result if player == table.one else result.turned()
        if one.stage == "elimination" and result.winner() is None:
            raise WrongResultError(_("a match of an elimination has a winner"), table.number)
        there = current(table, reports_in(work.connection, work.event.id, one.number))
        mine = as_seen(there[player].result, table, player, settings) if player in there else ""
        if was != mine:
            raise ResultThereError(_("you have reported {result} since", result=mine or "-"), table.number)
        told, opponent = result_text(result), table.opponent_of(player) or 0
        put_report(
            work.connection,
            work.event.id,
            MatchReport(one.number, player, opponent, told, datetime.now(UTC).isoformat()),
        )
        agreed = opponent in there and there[opponent].result == told
        if table.result is None and (agreed or concede):
            # Reasons are private, and not in what players see: they stay as they are stored.
            stored = work.event.tables[one.number, table.number]
            made = replace(table_facts(replace(table, result=result)), reason=stored.reason)
            work.put("table", [one.number, table.number], made)
            set_now = told
        else:
            set_now = result_text(table.result)
        if drop and work.event.players[player].dropped is None:
            work.put("player", [player], replace(work.event.players[player], dropped=one.number))
    return as_seen(set_now, table, player, settings)
