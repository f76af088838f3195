"""`deckcheck deck`: show a deck, and convert it from one file format to another."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli import deck_stats
from deckcheck.cli.common import (
    EXIT_FINE,
    DbOption,
    GameOption,
    JsonOption,
    open_catalogue,
    print_json,
    say,
)

if TYPE_CHECKING:
    from deckcheck.deck import Deck, DeckEntry
    from importers.deck_list import DeckList

app = typer.Typer(help="Show decks and convert deck files.", no_args_is_help=True)
app.command("stats")(deck_stats.stats)

FromOption = Annotated[
    str | None,
    typer.Option("--from", metavar="FORMAT", help="Read the file as this format."),
]


@app.command("show")
def show(
    path: Annotated[Path, typer.Argument(metavar="DECK", help="A deck file.")],
    game: GameOption = "swtcg",
    from_: FromOption = None,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Show a deck with the facts of its cards, zone by zone.

    Example: deckcheck deck show my.dek
    """
    from deckcheck.games import get_game
    from deckcheck.resolve import Resolver
    from importers.reading import read_deck

    deck_list = read_deck(path, as_format=from_)
    with open_catalogue(db, game) as catalogue:
        deck = Resolver(catalogue, get_game(game)).resolve(deck_list, str(path), path.stem)
    if json:
        print_json(_as_json(deck))
        return
    from deckcheck.cli.tables import print_table

    rows = [_row(entry) for entry in sorted(deck.entries, key=_place)]
    print_table(("#", "card", "side", "type", "cost", "S/P/H", "zone"), rows)
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
    db: DbOption = None,
) -> None:
    """Convert a deck file; what the new format cannot hold is said before anything is written.

    Example: deckcheck deck convert my.txt my.dek
    """
    from importers.lackey_dek import WRITER as LACKEY
    from importers.reading import read_deck
    from importers.writing import format_for, losses, save_deck, write_deck

    deck_list = read_deck(source, as_format=from_)
    name = to or format_for(target)
    if name == LACKEY.name and deck_list.read_as != name:
        # LackeyCCG finds the picture of a card by its set.
        deck_list = _with_sets(deck_list, db)
    for unread in deck_list.unread:
        say(f"{source}:{unread.line}: left out, cannot be read: {unread.reason}")
    for loss in losses(deck_list, name):
        say(f"{target}: {loss}")
    save_deck(target, write_deck(deck_list, name), force=force)
    say(f"{target}: {deck_list.quantity} cards written as {name}, read as {deck_list.read_as}")
    raise typer.Exit(EXIT_FINE)


def _with_sets(deck_list: "DeckList", db: Path | None) -> "DeckList":
    """The list with set and number of the cards for which it names none, where they are known."""
    from dataclasses import replace

    from deckcheck.games import get_game
    from deckcheck.resolve import Resolver

    if all(line.set_code for line in deck_list.lines):
        return deck_list
    game = deck_list.game or "swtcg"
    filled, lines = 0, []
    with open_catalogue(db, game) as catalogue:
        resolver = Resolver(catalogue, get_game(game))
        for line in deck_list.lines:
            printing = None if line.set_code else resolver.resolve_name(line.name).printing
            if printing is None:
                lines.append(line)
                continue
            filled += line.quantity
            lines.append(replace(line, set_code=printing.set_code, number=printing.number))
    if filled:
        say(f"{filled} copies without a set: the set was taken from the catalogue")
    return replace(deck_list, lines=tuple(lines), game=game)


def _place(entry: "DeckEntry") -> tuple[str, str, str]:
    return entry.zone, entry.card.type if entry.card else "", entry.name


def _row(entry: "DeckEntry") -> tuple[str, ...]:
    card = entry.card
    if card is None:
        state = "ambiguous" if entry.candidates else "unknown"
        return str(entry.quantity), entry.name, "", state, "", "", entry.zone
    stats = (card.speed, card.power, card.health)
    shown = (
        "" if stats == (None, None, None) else "/".join("-" if s is None else str(s) for s in stats)
    )
    cost = "" if card.cost is None else str(card.cost)
    return str(entry.quantity), entry.name, card.side or "", card.type, cost, shown, entry.zone


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
            }
            for entry in deck.entries
        ],
        "unread": [
            {"line": unread.line, "text": unread.text, "reason": unread.reason}
            for unread in deck.unread
        ],
    }
