"""`deckcheck deck read`: what each line of a deck file was understood as."""

from deckcheck.cli import options as opt
from deckcheck.cli.common import open_database, print_json, say
from deckcheck.cli.open_decks import open_decks
from deckcheck.show.language import gettext as _
from deckcheck.show.tables import print_table


def read(
    deck: opt.Deck,
    game: opt.DeckGame = None,
    from_: opt.ReadAs = None,
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Show line by line what a deck file was understood as: cards, headings, titles, sums.

    Example: deckcheck deck read my.txt
    """
    from deckcheck.acts import decks

    with open_database(db) as database:
        (opened,) = open_decks(database, [deck], from_, game).decks
        document = decks.reading(database, opened, game=game)
    for note in document["notes"]:
        say(f"{opened.label}: {note}")
    if json:
        print_json(document)
        return
    headers = ("line", _("read as"), "#", "what", "zone", "note")
    print_table(headers, decks.reading_rows(document), optional=("note", "zone"))
