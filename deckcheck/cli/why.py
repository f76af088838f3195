"""`deckcheck why`: what a format requires, what the deck has of it, and whether that is kept."""

import typer

from deckcheck.cli import options as opt
from deckcheck.cli.common import open_database, print_json
from deckcheck.cli.given import given
from deckcheck.cli.judging import Judging, exit_code, judging
from deckcheck.cli.open_decks import open_decks
from deckcheck.show.screen import print_text
from deckcheck.show.tables import print_table


@given(judging=judging)
def why(
    deck: opt.Deck,
    judging: Judging,
    from_: opt.ReadAs = None,
    game: opt.DeckGame = None,
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Show each requirement of the format, and what the deck has of it: kept, broken or open.

    A number is an interval where names are unknown or ambiguous. `deckcheck validate` names the
    cards at fault.

    Exit code 0: legal; 1: illegal; 3: not proven legal.

    Example: deckcheck why my.dek --format standard
    """
    from deckcheck.acts import decks
    from deckcheck.cli.validate import print_head

    with open_database(db) as database:
        (opened,) = open_decks(database, [deck], from_, game).decks
        answer = decks.why(database, opened, judging.play_format, game=game, **judging.options)
    if json:
        print_json(answer.document())
    else:
        print_head(answer.report)
        print_table(answer.headers, answer.rows(), optional=("code", "requirement"))
        if others := answer.others_text():
            print_text(f"\n{others}")
    raise typer.Exit(exit_code([answer.report.verdict]))
