"""`deckcheck deck read`: what each line of a deck file was understood as."""

from typing import Annotated

import typer

from deckcheck.cli.common import (
    DbOption,
    DeckGameOption,
    FromOption,
    JsonOption,
    default_game,
    open_catalogue,
    print_json,
    say,
)
from deckcheck.cli.open_decks import DECK_HELP, open_deck
from deckcheck.show.tables import print_table


def read(
    deck: Annotated[str, typer.Argument(metavar="DECK", help=DECK_HELP)],
    game: DeckGameOption = None,
    from_: FromOption = None,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Show line by line what a deck file was understood as: cards, headings, titles, sums.

    Example: deckcheck deck read my.txt
    """
    from deckcheck.decks.read_lines import reading_document, reading_rows
    from deckcheck.games import get_game
    from deckcheck.judge.batch import game_of
    from deckcheck.judge.resolve import Resolver, game_of_names
    from importers.decks.reading import text_rows

    opened = open_deck(deck, from_, game, db)
    code = game_of(opened.deck_list, game, default_game())
    if game is None:
        with open_catalogue(db, code) as catalogue:
            code = game_of_names(opened.deck_list, Resolver(catalogue, get_game(code)))
    with open_catalogue(db, code) as catalogue:
        resolver = Resolver(catalogue, get_game(code))
        decided = resolver.decided(opened.deck_list)
        rows = () if opened.saved is not None else text_rows(opened.label, decided)
        document = reading_document(opened.deck_list, resolver, opened.label, rows)
    for note in document["notes"]:
        say(f"{opened.label}: {note}")
    if json:
        print_json(document)
        return
    headers = ("line", "read as", "#", "what", "zone", "note")
    print_table(headers, reading_rows(document), optional=("note", "zone"))
