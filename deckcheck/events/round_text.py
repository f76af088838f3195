"""Pairings and standings as rows of tables, as they are printed and put up."""

from collections.abc import Sequence

from db.language import filled, gettext as _
from deckcheck.events.result_text import result_text
from deckcheck.events.standings import Standing, number_text, points_of
from deckcheck.events.values import TIEBREAKS, Round, Tournament
from deckcheck.show.language import in_order

BYE = _("bye")

Rows = tuple[tuple[str, ...], list[tuple[str | int, ...]]]


def round_headers(first_seat: str) -> tuple[str, ...]:
    """The headers of a round, table by table."""
    theirs = (_("table"), _("player"), _("points"), _("opponent"), _("their points"))
    return (
        *theirs,
        _("{first_seat} first", first_seat=first_seat),
        _("result"),
        _("extra time"),
        _("by hand"),
    )


def round_rows(event: Tournament, one: Round) -> Rows:
    """The headers, and a row for each table with the points that both had before."""
    names = {player.number: player.name for player in event.players}
    points = points_of(event.before(one.number))
    rows: list[tuple[str | int, ...]] = []
    for table in one.tables:
        other = "" if table.two is None else number_text(points[table.two])
        rows.append(
            (
                table.number,
                names[table.one],
                number_text(points[table.one]),
                BYE if table.two is None else names[table.two],
                other,
                names[table.two if table.first == "two" else table.one] if table.first and table.two else "",
                filled(result_text(table.result), {}),
                _("{extension} min", extension=table.extension) if table.extension else "",
                table.reason,
            )
        )
    return round_headers(event.first_seat), rows


def rows_by_name(event: Tournament, one: Round) -> Rows:
    """The headers, and a row for each player by name, so that everybody finds the table."""
    names = {player.number: player.name for player in event.players}
    rows: list[tuple[str | int, ...]] = []
    for table in one.tables:
        for player in table.players:
            other = table.opponent_of(player)
            rows.append((names[player], table.number, BYE if other is None else names[other]))
    return (_("player"), _("table"), _("opponent")), in_order(rows, lambda row: str(row[0]))


def all_rounds_rows(event: Tournament) -> Rows:
    """The headers, and a row for each player by name: the opponent and the result of each round."""
    names = {player.number: player.name for player in event.players}
    rows: list[tuple[str | int, ...]] = []
    for player in in_order(event.players, lambda one: one.name):
        cells = [_cell(one, player.number, names) for one in event.rounds]
        rows.append((player.name, *cells))
    return (_("player"), *(_("round {number}", number=one.number) for one in event.rounds)), rows


def _cell(one: Round, player: int, names: dict[int, str]) -> str:
    """The result of a round from the player's side, and the opponent."""
    table = one.table_of(player)
    if table is None:
        return "–"
    other, result = table.opponent_of(player), table.result
    if other is None:
        return BYE
    if result is not None and table.one != player:
        result = result.turned()
    return f"{filled(result_text(result), {}) or '…'} {names[other]}"


def standing_rows(table: Sequence[Standing]) -> Rows:
    """The headers, and a row for each player with points, record and tiebreakers."""
    figures = [figure.name for figure in table[0].tiebreaks] if table else []
    words = tuple(TIEBREAKS[name] for name in figures)
    rows: list[tuple[str | int, ...]] = [
        (
            one.rank,
            one.player.name,
            one.player.club,
            number_text(one.points),
            "-".join(map(str, one.record)),
            *(f"{float(figure.value):.4f}" for figure in one.tiebreaks),
            _dropped_text(one.player.dropped),
        )
        for one in table
    ]
    headers = (_("rank"), _("player"), _("club"), _("points"), _("won-drawn-lost"), *words, _("dropped"))
    return headers, rows


def _dropped_text(after: int | None) -> str:
    if after is None:
        return ""
    return _("after round {dropped}", dropped=after) if after else _("before round 1")


def how_lines(one: Standing) -> list[str]:
    """The rounds that a player missed and the calculation of each tiebreaker, a line each."""
    return [
        *(
            _("round {round}: missed, counts as lost", round=m.round)
            for m in one.matches
            if m.kind == "missed"
        ),
        *(f"{TIEBREAKS[figure.name]}: {float(figure.value):.4f}, {figure.how}" for figure in one.tiebreaks),
    ]
