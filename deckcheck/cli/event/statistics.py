"""`deckcheck event stats`: what was played."""

from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli import options as opt
from deckcheck.cli.common import print_json, say
from deckcheck.cli.event.common import command
from deckcheck.show.tables import print_table

if TYPE_CHECKING:
    from deckcheck.acts.events import SessionEvent

_MOST = 20


@command("stats")
def stats(
    event: "SessionEvent",
    cards: Annotated[int, opt.option("--cards", "N", "How many cards to show.", min=0)] = _MOST,
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
