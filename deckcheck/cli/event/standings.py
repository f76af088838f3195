"""`deckcheck event standings`, `plan`, `clock`: who is ahead, how many rounds, how much time."""

import sys
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli.common import JsonOption, print_json, say
from deckcheck.cli.event.common import command

if TYPE_CHECKING:
    from deckcheck.acts.events import SessionEvent


@command("standings")
def standings(
    event: "SessionEvent",
    after: Annotated[
        int | None,
        typer.Option("--after", metavar="ROUND", min=0, help="Show the standings after this round."),
    ] = None,
    how: Annotated[bool, typer.Option("--how", help="Say how each figure came about.")] = False,
    json: JsonOption = False,
) -> None:
    """Show the standings with points and tiebreakers, and on request how each came about.

    Example: deckcheck event standings 'Spring Open' --how
    """
    from deckcheck.events.round_text import how_lines, standing_rows
    from deckcheck.events.tournament import standings_document
    from deckcheck.show.tables import print_table, without_empty

    tournament, table = event.seen, event.standings(after)
    if json:
        print_json({**standings_document(tournament, table), "event": event.name})
        return
    if table:
        headers, rows = without_empty(*standing_rows(table))
        print_table(headers, rows, optional=("dropped", *headers[:3:-1]))
    else:
        say("no players yet")
    for one in table if how else ():
        typer.echo(f"\n{one.player.name}")
        for line in how_lines(one):
            typer.echo(f"  {line}")
    missing = (tournament if after is None else tournament.before(after + 1)).open_tables
    if missing:
        say(f"results missing of {missing} tables")


@command("plan")
def plan(event: "SessionEvent", json: JsonOption = False) -> None:
    """Propose how many rounds to play, with and without a cut, and say by which source.

    Example: deckcheck event plan 'Spring Open'
    """
    players = len(event.stored.players)
    proposals = [event.proposal(cut=cut) for cut in (True, False)]
    settings = event.tournament.settings
    if json:
        plans = [{"rounds": one.rounds, "cut": one.cut or None, "why": one.why} for one in proposals]
        print_json(
            {
                "schema": "deckcheck.event-plan/1",
                "event": event.name,
                "players": players,
                "plans": plans,
                "settings": settings.as_json(),
            }
        )
        return
    typer.echo(f"{players} players")
    for one in dict.fromkeys(proposals):
        cut = f" and a cut to the best {one.cut}" if one.cut else ", no cut"
        typer.echo(f"{one.rounds} rounds{cut} ({one.why})")
    typer.echo(f"points: {settings.preset}")


@command("clock")
def clock(
    event: "SessionEvent",
    minutes: Annotated[
        int | None, typer.Option("--minutes", metavar="N", min=1, max=600, help="How long.")
    ] = None,
    anew: Annotated[bool, typer.Option("--anew", help="Start the time again.")] = False,
    once: Annotated[bool, typer.Option("--once", help="Say the time that is left, and end.")] = False,
) -> None:
    """Show the time that is left of the last round, and of tables with extra time.

    The start is kept: stop and start this as you like, on a terminal it counts until Ctrl-C.

    Example: deckcheck event clock 'Spring Open' --minutes 50
    """
    from deckcheck.events.clock import RoundClock, clock_line, clock_view

    given = minutes or event.tournament.settings.minutes
    if not given:
        raise typer.BadParameter("no round time set; use --minutes", param_hint="--minutes")
    round_, started, length = event.start_clock(given, anew=anew)
    if once or not sys.stdout.isatty():
        now = datetime.now(UTC)
        typer.echo(clock_line(round_, RoundClock.of(round_, started, length), now))
        return
    from rich.console import Console
    from rich.live import Live

    from deckcheck.show.screen import screen_size

    size = screen_size()
    console = Console(width=size.columns if size else None)
    ascii_only = not (console.encoding or "").lower().startswith("utf")
    with Live(console=console, auto_refresh=False, screen=True) as live:
        while True:
            round_ = event.round(round_.number)
            running = RoundClock.of(round_, started, length)
            view = clock_view(round_, running, datetime.now(UTC), ascii_only=ascii_only)
            live.update(view, refresh=True)
            time.sleep(1)
