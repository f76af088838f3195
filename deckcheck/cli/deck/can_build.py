"""`deckcheck deck can-build`: which decks can be built from the collection now."""

from collections.abc import Sequence
from typing import Annotated

import typer

from deckcheck import acts
from deckcheck.cli import options as opt
from deckcheck.cli.common import EXIT_NO, open_database, own_in_place, print_json, say, say_if_no_cards
from deckcheck.show.language import gettext as _
from deckcheck.show.tables import print_table

SAVED = "saved"


def can_build(
    folder: Annotated[str, opt.argument("FOLDER|saved", "A folder of decks, or the saved decks.")],
    reserved: Annotated[
        bool, opt.flag("--reserved", "Copies reserved for other decks are free, too.")
    ] = False,
    want: Annotated[bool, opt.flag("--want", "Want what is missing, in one batch.")] = False,
    game: opt.DeckGame = None,
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Show which decks can be built from the collection now, each by itself.

    Those that lack fewest cards come first. Exit code 1 where none can be built.

    Example: deckcheck deck can-build decks/
    """
    with open_database(db) as database:
        say_if_no_cards(database, game or database.game)
        place = None if folder == SAVED else folder
        buildable = acts.decks.can_build(database, place, reserved=reserved, want=want, game=game)
    for note in buildable.notes:
        say(note)
    if json:
        print_json(buildable.document())
    else:
        _print(buildable.decks)
        if want:
            say(
                _("nothing more to want")
                if buildable.batch is None
                else _("wanted in batch {number}", number=buildable.batch.number)
            )
    if not any(deck.lacks == 0 for deck in buildable.decks):
        raise typer.Exit(EXIT_NO)


def _print(decks: "Sequence[acts.answers.BuildableDeck]") -> None:
    if not decks:
        say(_("no decks to build"))
        return
    print_table(("missing", "cards", "deck"), [(d.lacks, d.cards, d.label) for d in decks])
    ready = sum(deck.lacks == 0 for deck in decks)
    say(_("{ready} of {count} can be built now, each by itself"), ready=ready, count=len(decks))
    if ready < len(decks):
        say(own_in_place("DECK"))
