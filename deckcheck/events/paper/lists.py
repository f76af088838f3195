"""Pairings by name and by table, and standings, as printed tables for the wall."""

from collections.abc import Mapping, Sequence

from db.language import gettext as _, joined
from deckcheck.events.paper.canvas import PageSize, PaperCanvas, PaperColumn, print_table
from deckcheck.events.paper.lettering import Lettering
from deckcheck.events.paper.paper_cards import PaperEvent
from deckcheck.events.paper.slips import SlipTable
from deckcheck.events.standings import SHARES, Standing, number_text, points_of
from deckcheck.events.values import TIEBREAKS, Round, Table, Tournament

_BYE = _("bye")


def pairings_by_table(
    event: PaperEvent, stood: Tournament, one: Round, page_size: PageSize, lettering: Lettering
) -> bytes:
    """The PDF of a round, table after table."""
    names, points = _names_and_points(stood, one)
    rows = [
        [
            str(table.number) if table.two is not None else "",
            names[table.one],
            points[table.one],
            names[table.two] if table.two is not None else _BYE,
            points[table.two] if table.two is not None else "",
        ]
        for table in one.tables
    ]
    columns = (
        PaperColumn(_("Table"), 1.4, "right", bold=True),
        PaperColumn(_("Player 1"), 6),
        PaperColumn(_("Points"), 1.6, "right"),
        PaperColumn(_("Player 2"), 6),
        PaperColumn(_("Points"), 1.6, "right"),
    )
    return _printed(
        event, _("Round {number}: pairings by table", number=one.number), columns, rows, page_size, lettering
    )


def pairings_by_name(
    event: PaperEvent, stood: Tournament, one: Round, page_size: PageSize, lettering: Lettering
) -> bytes:
    """The PDF of a round in which every player finds the own name, so each pair stands twice."""
    names, points = _names_and_points(stood, one)
    rows = sorted(
        (_row_of(table, player, names, points) for table in one.tables for player in table.players),
        key=lambda row: (row[0].casefold(), row[0], row[1]),
    )
    columns = (
        PaperColumn(_("Name"), 6, bold=True),
        PaperColumn(_("Table"), 1.4, "right", bold=True),
        PaperColumn(_("Opponent"), 6),
        PaperColumn(_("Points"), 1.6, "right"),
    )
    return _printed(
        event, _("Round {number}: pairings by name", number=one.number), columns, rows, page_size, lettering
    )


def _row_of(table: Table, player: int, names: Mapping[int, str], points: Mapping[int, str]) -> list[str]:
    other = table.opponent_of(player)
    place = "" if other is None else str(table.number)
    return [names[player], place, _BYE if other is None else names[other], points[player]]


def printed_standings(
    event: PaperEvent, stood: Tournament, table: Sequence[Standing], page_size: PageSize, lettering: Lettering
) -> bytes:
    """The PDF of the standings with all tiebreakers."""
    breaks = stood.settings.tiebreaks
    columns = (
        PaperColumn(_("Rank"), 1.4, "right", bold=True),
        PaperColumn(_("Name"), 5),
        PaperColumn(_("Points"), 1.7, "right", bold=True),
        PaperColumn(_("W-D-L"), 1.6, "right"),
        *(PaperColumn(TIEBREAKS[name], 2.7, "right") for name in breaks),
    )
    rows = [
        [
            str(one.rank),
            joined((one.player.name, "" if one.player.dropped is None else _("(dropped)")), " "),
            number_text(one.points),
            "-".join(map(str, one.record)),
            # Shares have four decimals, so that they stand below each other; sums are as they are.
            *(
                f"{float(figure.value):.4f}" if figure.name in SHARES else number_text(figure.value)
                for figure in one.tiebreaks
            ),
        ]
        for one in table
    ]
    return _printed(event, _standings_title(stood), columns, rows, page_size, lettering)


def _standings_title(stood: Tournament) -> str:
    if not stood.rounds:
        return _("Standings before round 1")
    last = max(stood.rounds, key=lambda one: one.number)
    if last.open_tables():
        return _("Standings during round {number}", number=last.number)
    return _("Standings after round {number}", number=last.number)


def slip_tables(stood: Tournament, one: Round, seats: Sequence[str]) -> list[SlipTable]:
    """The tables of a round as their slips show them; byes need none.

    `seats` are the names of the game's seats, such as Light and Dark.
    """
    names, points = _names_and_points(stood, one)
    return [
        SlipTable(
            table.number,
            (names[table.one], names[table.two]),
            (points[table.one], points[table.two]),
            tuple(_game_lines(table, names, stood.settings.games, seats)),
        )
        for table in one.tables
        if table.two is not None
    ]


def _game_lines(table: Table, names: Mapping[int, str], games: int, seats: Sequence[str]) -> list[str]:
    """A line a game that says who takes which seat in it, where that is drawn."""
    lines = []
    for game in range(games):
        line = _("Game {game}", game=game + 1)
        if len(seats) > 1 and table.first and table.two is not None:
            starts = (table.first == "one") == (game % 2 == 0)
            line += f": {seats[0]} {names[table.one if starts else table.two]}"
        elif len(seats) > 1:
            line += f": {seats[0]} ________"
        lines.append(line)
    return lines


def _names_and_points(stood: Tournament, one: Round) -> tuple[dict[int, str], dict[int, str]]:
    points = points_of(stood.before(one.number))
    names = {player.number: player.name for player in stood.players}
    return names, {player: number_text(value) for player, value in points.items()}


def _printed(
    event: PaperEvent,
    title: str,
    columns: Sequence[PaperColumn],
    rows: Sequence[Sequence[str]],
    page_size: PageSize,
    lettering: Lettering,
) -> bytes:
    paper = PaperCanvas(page_size, f"{title}: {event.name}", lettering)
    subtitle = " · ".join(part for part in (event.name, event.format, event.day) if part)
    print_table(paper, title, subtitle, columns, rows)
    return paper.pdf()
