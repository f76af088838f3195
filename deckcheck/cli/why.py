"""`deckcheck why`: what a format requires, what the deck has of it, and whether that is kept."""

from typing import Annotated

import typer

from deckcheck.cli.common import DbOption, DeckGameOption, FromOption, JsonOption, open_database, print_json
from deckcheck.cli.given import given
from deckcheck.cli.judging import Judging, exit_code, judging
from deckcheck.cli.open_decks import DECK_HELP, open_decks


@given(judging=judging)
def why(
    deck: Annotated[str, typer.Argument(metavar="DECK", help=DECK_HELP)],
    judging: Judging,
    from_: FromOption = None,
    game: DeckGameOption = None,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Show each requirement of the format, and what the deck has of it: kept, broken or open.

    A number is an interval where names are unknown or ambiguous. `deckcheck validate` names the
    cards at fault.

    Exit code 0: legal; 1: illegal; 3: not proven legal.

    Example: deckcheck why my.dek --format standard
    """
    from deckcheck.acts import decks
    from deckcheck.cli.validate import print_head
    from deckcheck.show.screen import print_text
    from deckcheck.show.tables import print_table

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
