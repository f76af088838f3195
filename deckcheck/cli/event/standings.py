"""`deckcheck event standings`, `plan`, `clock`, `stats`: who is ahead, how much time, what was played."""

import sys
import time
from typing import Annotated

import typer

from deckcheck import acts
from deckcheck.cli import options as opt
from deckcheck.cli.common import print_json, say
from deckcheck.cli.event.common import command
from deckcheck.show.language import gettext as _
from deckcheck.show.screen import screen_size
from deckcheck.show.tables import print_table, without_empty
from deckcheck.show.wording import amount


@command("standings")
def standings(
    event: "acts.events.SessionEvent",
    after: Annotated[
        int | None, opt.option("ROUND", "Show the standings after this round.", "--after --round", min=0)
    ] = None,
    how: Annotated[bool, opt.flag("--how", "Say how each figure came about.")] = False,
    json: opt.Json = False,
) -> None:
    """Show the standings with points and tiebreakers, and on request how each came about.

    Example: deckcheck event standings 'Spring Open' --how
    """
    seen = event.view().seen
    if json:
        print_json(seen.standings(after))
        return
    headers, rows = seen.standings_table(after)
    if rows:
        headers, rows = without_empty(headers, rows)
        print_table(headers, rows, optional=("dropped", *headers[:3:-1]))
    else:
        say(_("no players yet"))
    for line in seen.how_lines(after) if how else ():
        typer.echo(line)
    if missing := seen.open_tables(after):
        say(_("results missing of {tables}"), tables=amount(missing, "table"))


@command("plan")
def plan(event: "acts.events.SessionEvent", json: opt.Json = False) -> None:
    """Propose how many rounds to play, with and without a cut, and say by which source.

    Example: deckcheck event plan 'Spring Open'
    """
    document, lines = event.view().plan()
    print_json(document) if json else typer.echo("\n".join(map(str, lines)))


@command("clock")
def clock(
    event: "acts.events.SessionEvent",
    minutes: Annotated[int | None, opt.option("N", "How long.", min=1, max=600)] = None,
    anew: Annotated[bool, opt.flag("--anew", "Start the time again.")] = False,
    once: Annotated[bool, opt.flag("--once", "Say the time that is left, and end.")] = False,
) -> None:
    """Show the time that is left of the last round, and of tables with extra time.

    The start is kept: stop and start this as you like, on a terminal it counts until Ctrl-C.

    Example: deckcheck event clock 'Spring Open' --minutes 50
    """
    given = minutes or event.tournament.settings.minutes
    if not given:
        raise opt.wrong(_("no round time set; use --minutes"), "--minutes")
    running = acts.event_views.RunningClock.start(event, given, anew=anew)
    if once or not sys.stdout.isatty():
        typer.echo(running.line())
        return
    from rich.console import Console
    from rich.live import Live

    size = screen_size()
    console = Console(width=size.columns if size else None)
    ascii_only = not (console.encoding or "").lower().startswith("utf")
    with Live(console=console, auto_refresh=False, screen=True) as live:
        while True:
            live.update(running.view(ascii_only=ascii_only), refresh=True)
            time.sleep(1)


@command("stats")
def stats(
    event: "acts.events.SessionEvent",
    cards: Annotated[int, opt.option("N", "How many cards to show.", min=0)] = 20,
    names: opt.Names = None,
    json: opt.Json = False,
) -> None:
    """Say what was played: sides with their wins, decks that are alike, cards in most decks.

    Each share of games won has its interval, which holds the truth in 95 of 100 cases.

    Example: deckcheck event stats 'Spring Open'
    """
    document, (head, *notes), tables = event.view().statistics(cards, event.names_in(names))
    if json:
        print_json(document)
        return
    typer.echo(head)
    for number, table in enumerate(tables):
        if number:
            typer.echo("")
        print_table(*table)
    for note in notes:
        say(note)
