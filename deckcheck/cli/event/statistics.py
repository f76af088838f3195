"""`deckcheck event stats` and `deckcheck league`: what was played, standings over events."""

from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli.common import DbOption, JsonOption, NamesOption, print_json, say
from deckcheck.cli.event.common import all_events, command
from deckcheck.show.language import gettext as _

if TYPE_CHECKING:
    from deckcheck.acts.events import SessionEvent

_MOST = 20


@command("stats")
def stats(
    event: "SessionEvent",
    cards: Annotated[
        int, typer.Option("--cards", metavar="N", min=0, help="How many cards to show.")
    ] = _MOST,
    names: NamesOption = None,
    json: JsonOption = False,
) -> None:
    """Say what was played: sides with their wins, decks that are alike, cards in most decks.

    Each share of games won has its interval, which holds the truth in 95 of 100 cases.

    Example: deckcheck event stats 'Spring Open'
    """
    from deckcheck.show.tables import print_table

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


def league(
    names: Annotated[
        list[str], typer.Argument(metavar="EVENT...", help="The events, in the order of columns.")
    ],
    points: Annotated[
        str, typer.Option("--points", metavar="N,N,...", help="What the first places of an event give.")
    ] = "10,8,6,5,4,3,2,1",
    taking_part: Annotated[
        int, typer.Option("--taking-part", metavar="N", min=0, help="Points for having played.")
    ] = 0,
    best: Annotated[
        int, typer.Option("--best", metavar="N", min=0, help="Only the best N events count.")
    ] = 0,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Show the standings over several events by a table of points.

    Players are known by their names; those who share a place share the points of their places.

    Example: deckcheck league 'Spring Open' 'Autumn Open' --points 5,3,2,1 --taking-part 1
    """
    from deckcheck.acts.event_views import league_table
    from deckcheck.show.tables import print_table

    with all_events(db) as events:
        tournaments = {one.name: one.tournament for one in map(events.get, names)}
    if not all(part.strip().isdecimal() for part in points.split(",")):
        raise typer.BadParameter(_("{points!r}, expected like 10,8,6", points=points), param_hint="--points")
    table = [int(part.strip()[:9]) for part in points.split(",")]
    standings = league_table(tournaments, table, taking_part=taking_part, best=best)
    if json:
        print_json(standings.document)
    elif standings.table[1]:
        print_table(*standings.table)
    else:
        say(_("no players yet"))
    for note in standings.notes:
        say(note)
