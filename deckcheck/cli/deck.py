"""`deckcheck deck`: show a deck, and convert it from one file format to another."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli.common import (
    EXIT_FINE,
    DbOption,
    DeckGameOption,
    JsonOption,
    open_catalogue,
    print_json,
    say,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from db.cards import Card
    from deckcheck.deck import Deck, DeckEntry
    from importers.deck_list import DeckList

app = typer.Typer(help="Show decks and convert deck files.", no_args_is_help=True)

FromOption = Annotated[
    str | None,
    typer.Option("--from", metavar="FORMAT", help="Read the file as this format."),
]


@app.command("show")
def show(
    path: Annotated[Path, typer.Argument(metavar="DECK", help="A deck file.")],
    game: DeckGameOption = None,
    from_: FromOption = None,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Show a deck with the facts of its cards, zone by zone.

    Example: deckcheck deck show my.dek
    """
    from deckcheck.batch import game_of
    from deckcheck.games import get_game
    from deckcheck.resolve import Resolver
    from importers.reading import read_deck

    deck_list = read_deck(path, as_format=from_)
    known = get_game(game_of(deck_list, game))
    with open_catalogue(db, known.code) as catalogue:
        deck = Resolver(catalogue, known).resolve(deck_list, str(path), path.stem)
    if json:
        print_json(_as_json(deck))
        return
    from deckcheck.cli.tables import print_table

    heading, stats = known.stats
    rows = [_row(entry, stats) for entry in sorted(deck.entries, key=_place)]
    print_table(("#", "card", "side", "type", "cost", heading, "zone"), rows)
    typer.echo(f"{sum(e.quantity for e in deck.entries)} cards in {path}, read as {deck.read_as}")


@app.command("convert")
def convert(
    source: Annotated[Path, typer.Argument(metavar="IN", help="The deck file to read.")],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="The deck file to write.")],
    to: Annotated[
        str | None,
        typer.Option(
            "--to", metavar="FORMAT", help="The format to write (default: by OUT's suffix)."
        ),
    ] = None,
    from_: FromOption = None,
    force: Annotated[bool, typer.Option("--force", help="Replace OUT if it is there.")] = False,
    game: DeckGameOption = None,
    db: DbOption = None,
) -> None:
    """Convert a deck file; what the new format cannot hold is said before anything is written.

    Example: deckcheck deck convert my.txt my.dek
    """
    from importers.reading import read_deck
    from importers.writing import format_for, losses, save_deck, write_deck

    deck_list = read_deck(source, as_format=from_)
    name = to or format_for(target)
    deck_list = _with_keys(deck_list, name, game, db)
    for unread in deck_list.unread:
        say(f"{source}:{unread.line}: left out, cannot be read: {unread.reason}")
    for loss in losses(deck_list, name):
        say(f"{target}: {loss}")
    save_deck(target, write_deck(deck_list, name), force=force)
    say(f"{target}: {deck_list.quantity} cards written as {name}, read as {deck_list.read_as}")
    raise typer.Exit(EXIT_FINE)


def _with_keys(
    deck_list: "DeckList", format_name: str, game: str | None, db: Path | None
) -> "DeckList":
    """The list with the sets or ids that its new format needs, where they are known."""
    from deckcheck.batch import game_of
    from deckcheck.deck_keys import BY_KEYS, with_keys, with_names
    from deckcheck.games import get_game
    from importers.writing import get_writer

    by_ids = any(line.card_id for line in deck_list.lines)
    if deck_list.read_as == format_name or not (by_ids or format_name in BY_KEYS):
        return deck_list
    known = get_game(game_of(deck_list, game))
    with open_catalogue(db, known.code) as catalogue:
        if format_name not in BY_KEYS:
            return with_names(deck_list, get_writer(format_name).holds, catalogue, known)
        keyed, filled = with_keys(deck_list, format_name, catalogue, known)
    if filled:
        key = BY_KEYS[format_name]
        article = "an" if key == "id" else "a"
        say(f"{filled} copies without {article} {key}: the {key} was taken from the catalogue")
    return keyed


def _place(entry: "DeckEntry") -> tuple[str, str, str]:
    return entry.zone, entry.card.type if entry.card else "", entry.name


def _row(entry: "DeckEntry", stats: "Callable[[Card], str]") -> tuple[str, ...]:
    card = entry.card
    if card is None:
        state = "ambiguous" if entry.candidates else "unknown"
        return str(entry.quantity), entry.name, "", state, "", "", entry.zone
    cost = "" if card.cost is None else str(card.cost)
    dice = f" ({entry.dice} dice)" if entry.dice and card.type == "Character" else ""
    name, side = f"{entry.name}{dice}", card.side or ""
    return str(entry.quantity), name, side, card.type, cost, stats(card), entry.zone


def _as_json(deck: "Deck") -> dict[str, object]:
    return {
        "schema": "deckcheck.deck-show/1",
        "path": deck.path,
        "name": deck.name,
        "game": deck.game,
        "read_as": deck.read_as,
        "cards": [
            {
                "quantity": entry.quantity,
                "name": entry.name,
                "zone": entry.zone,
                "line": entry.line,
                "card": entry.card.name if entry.card else None,
                "set": entry.printing.set_code if entry.printing else entry.set_code,
                "type": entry.card.type if entry.card else None,
                "side": entry.card.side if entry.card else None,
                "cost": entry.card.cost if entry.card else None,
                "candidates": [card.name for card in entry.candidates],
                "suggestions": list(entry.suggestions),
                **({} if entry.dice is None else {"dice": entry.dice}),
            }
            for entry in deck.entries
        ],
        "unread": [
            {"line": unread.line, "text": unread.text, "reason": unread.reason}
            for unread in deck.unread
        ],
    }
