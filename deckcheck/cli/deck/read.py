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
    from deckcheck.decks.read_lines import read_lines
    from deckcheck.games import get_game
    from deckcheck.judge.batch import game_of
    from deckcheck.judge.resolve import Resolver

    found = open_deck(deck, from_, game, db)
    code = game_of(found.deck_list, game, default_game())
    with open_catalogue(db, code) as catalogue:
        resolver = Resolver(catalogue, get_game(code))
        lines = read_lines(found.deck_list, resolver)
        notes = resolver.resolve(found.deck_list, found.label, found.name).notes
    for note in notes:
        say(f"{found.label}: {note}")
    if json:
        print_json({
            "schema": "deckcheck.deck-read/1", "path": found.label, "game": code,
            "read_as": found.deck_list.read_as, "notes": list(notes),
            "lines": [line.as_json() for line in lines],
        })  # fmt: skip
        return
    rows = [
        (str(one.line or ""), one.kind, "" if one.quantity is None else str(one.quantity),
         one.card or one.text, one.zone, one.why)
        for one in lines
    ]  # fmt: skip
    print_table(("line", "read as", "#", "what", "zone", "note"), rows)
