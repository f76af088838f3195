"""`deckcheck deck can-build`: which decks can be built from the collection now."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckcheck.cli.collection.common import opened
from deckcheck.cli.common import EXIT_NO, DbOption, DeckGameOption, JsonOption, default_game, print_json, say

if TYPE_CHECKING:
    from deckcheck.collection.buildable import BuildableDeck
    from deckcheck.judge.opening import OpenedDeck

SAVED = "saved"


def can_build(
    folder: Annotated[
        str, typer.Argument(metavar="FOLDER|saved", help="A folder of decks, or the saved decks.")
    ],
    reserved: Annotated[
        bool, typer.Option("--reserved", help="Copies reserved for other decks are free, too.")
    ] = False,
    want: Annotated[bool, typer.Option("--want", help="Want what is missing, in one batch.")] = False,
    game: DeckGameOption = None,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Show which decks can be built from the collection now, each by itself.

    Those that lack fewest cards come first. Exit code 1 where none can be built.

    Example: deckcheck deck can-build decks/
    """
    from deckcheck.collection.buildable import buildable_decks, want_missing

    code = game or default_game()
    with opened(db, code) as open_:
        stored = open_.collection.stored
        decks = [open_.decks.as_saved(deck, stored) for deck in _decks(folder, code, open_)]
        found = buildable_decks(decks, open_.collection, open_.resolver, reserved=reserved)
        batch = want_missing(open_.path, stored.game, found) if want else None
        if json:
            print_json({**_document(found), "batch": batch.number if batch else None})
        else:
            _print(found)
            if want:
                say("nothing more to want" if batch is None else f"wanted in batch {batch.number}")
    if not any(deck.lacks == 0 for deck in found):
        raise typer.Exit(EXIT_NO)


def _decks(folder: str, game: str, open_: Any) -> "list[OpenedDeck]":
    """The decks of a folder, of one game, or the saved decks."""
    from db.errors import DeckcheckError
    from deckcheck.judge.batch import find_deck_files, game_of
    from deckcheck.judge.opening import open_file, opened_saved

    if folder == SAVED:
        return [opened_saved(saved) for saved in open_.decks.list()]
    found = []
    for path in find_deck_files([folder]):
        try:
            deck = open_file(path)
        except DeckcheckError as error:
            say(str(error))
            continue
        if game_of(deck.deck_list, None, game) == game:
            found.append(deck)
    return found


def _print(found: "list[BuildableDeck]") -> None:
    from deckcheck.show.tables import print_table

    if not found:
        say("no decks to build")
        return
    print_table(("missing", "cards", "deck"), [(d.lacks, d.cards, d.label) for d in found])
    ready = sum(deck.lacks == 0 for deck in found)
    say(f"{ready} of {len(found)} can be built now, each by itself")
    if ready < len(found):
        say("your own cards in place of one: deckcheck repair DECK --owned --out NAME")


def _document(found: "list[BuildableDeck]") -> dict[str, Any]:
    decks = [
        {
            "deck": deck.label,
            "cards": deck.cards,
            "missing": deck.missing.missing,
            "dice_missing": deck.missing.missing_dice,
            "can_build": deck.lacks == 0,
            "lacks": [
                {"name": card.card.name, "missing": card.missing, "owned": card.owned}
                for card in deck.missing.cards
                if card.missing
            ],
        }
        for deck in found
    ]
    return {"schema": "deckcheck.can-build/1", "decks": decks}
