"""`deckcheck why`: what a format requires, what the deck has of it, and whether that is kept."""

from pathlib import Path
from typing import Annotated

import typer

from deckcheck.cli.common import DbOption, DeckGameOption, FromOption, JsonOption, open_database, print_json
from deckcheck.cli.open_decks import DECK_HELP, open_decks


def why(
    deck: Annotated[str, typer.Argument(metavar="DECK", help=DECK_HELP)],
    play_format: Annotated[
        str | None, typer.Option("--format", metavar="FORMAT", help="The format (default: printed).")
    ] = None,
    rules: Annotated[
        str | None, typer.Option("--rules", metavar="EDITION", help="Rules edition instead of the format's.")
    ] = None,
    on: Annotated[
        str | None,
        typer.Option("--on", metavar="DATE", help="By what was in force on this day (YYYY-MM-DD)."),
    ] = None,
    format_file: Annotated[
        Path | None, typer.Option("--format-file", metavar="FILE", help="By your own format in a file.")
    ] = None,
    zone_limit: Annotated[
        list[str] | None,
        typer.Option("--zone-limit", metavar="ZONE=N", help="At most N cards in a zone, like Sideboard=15."),
    ] = None,
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
    from deckcheck.cli.validate import VERDICT_EXIT, parse_day, parse_limits, print_head
    from deckcheck.show.screen import print_text
    from deckcheck.show.tables import print_table

    if play_format and format_file:
        raise typer.BadParameter("choose one of --format and --format-file")
    day, limits = parse_day(on), parse_limits(zone_limit or [])
    with open_database(db) as database:
        (opened,) = open_decks(database, [deck], from_, game).decks
        found = decks.why(
            database,
            opened,
            play_format,
            rules=rules,
            on=day,
            game=game,
            zone_limits=limits,
            format_file=format_file,
        )
    if json:
        print_json(found.document())
    else:
        print_head(found.report)
        print_table(found.headers, found.rows(), optional=("code", "requirement"))
        if others := found.others_text():
            print_text(f"\n{others}")
    raise typer.Exit(VERDICT_EXIT[found.report.verdict])
