"""`deckcheck deck`: show a deck, and convert it from one file format to another."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli import deck_stats
from deckcheck.cli.common import (
    EXIT_FINE,
    EXIT_NO,
    DbOption,
    GameOption,
    JsonOption,
    open_catalogue,
    print_json,
    say,
)
from deckcheck.cli.tables import amount, print_table

if TYPE_CHECKING:
    from deckcheck.deck import Deck, DeckEntry
    from importers.deck_list import DeckList, UnreadLine

app = typer.Typer(help="Show decks and convert deck files.", no_args_is_help=True)
app.command("stats")(deck_stats.stats)

STANDARD_INPUT = "-"
_OR_INPUT = "or - for standard input"
_SHOWN = 60
"""Characters of a line that cannot be read."""

FromOption = Annotated[
    str | None,
    typer.Option("--from", metavar="FORMAT", help="Read the file as this format."),
]


@app.command("show")
def show(
    path: Annotated[Path, typer.Argument(metavar="DECK", help=f"A deck file, {_OR_INPUT}.")],
    game: GameOption = "swtcg",
    from_: FromOption = None,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Show a deck with the facts of its cards, zone by zone; lines that cannot be read on stderr.

    Example: deckcheck deck show my.dek
    """
    from deckcheck.games import get_game
    from deckcheck.resolve import Resolver

    deck_list, source = _read(path, from_)
    name = source if str(path) == STANDARD_INPUT else path.stem
    with open_catalogue(db, game) as catalogue:
        deck = Resolver(catalogue, get_game(game)).resolve(deck_list, str(path), name)
    if json:
        print_json(_as_json(deck))
        return
    rows = [_row(entry) for entry in sorted(deck.entries, key=_place)]
    print_table(("#", "card", "side", "type", "cost", "S/P/H", "zone"), rows)
    for line in deck_list.unread:
        say(_unread(source, line))
    cards = amount(sum(e.quantity for e in deck.entries), "card")
    not_read = f"; {amount(len(deck.unread), 'line')} not read" if deck.unread else ""
    typer.echo(f"{cards} in {source}, read as {deck.read_as}{not_read}")


@app.command("convert")
def convert(
    source: Annotated[Path, typer.Argument(metavar="IN", help=f"The deck to read, {_OR_INPUT}.")],
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

    Exit code 1 when OUT was written, but lines of IN could not be read or cards had to be left out.

    Example: deckcheck deck convert my.txt my.dek
    """
    from importers.lackey_dek import WRITER as LACKEY
    from importers.reading import parse_deck
    from importers.writing import format_for, losses, save_deck, write_deck

    as_read, place = _read(source, from_)
    name = to or format_for(target)
    # LackeyCCG finds the picture of a card by its set.
    fill = name == LACKEY.name and as_read.read_as != name
    deck_list = _with_sets(as_read, db) if fill else as_read
    for unread in as_read.unread:
        say(_unread(place, unread))
    for loss in losses(_as_stated(deck_list, as_read), name):
        say(f"{target}: {loss}")
    data = write_deck(deck_list, name)
    # What was really written is known by reading it; no reader takes an empty file.
    written = parse_deck(data, source=str(target), as_format=name).quantity if data.strip() else 0
    save_deck(target, data, force=force)
    all_cards = written == as_read.quantity
    cards = ("" if all_cards else f"{written} of ") + amount(as_read.quantity, "card")
    not_read = f"; {amount(len(as_read.unread), 'line')} not read" if as_read.unread else ""
    say(f"{target}: {cards} written as {name}, read as {as_read.read_as}{not_read}")
    raise typer.Exit(EXIT_FINE if all_cards and not as_read.unread else EXIT_NO)


def _read(path: Path, from_: str | None) -> "tuple[DeckList, str]":
    """The deck list of a file or of standard input, and what to call it in messages."""
    from importers.deck_format import MAX_BYTES
    from importers.errors import UnreadableFileError
    from importers.reading import parse_deck, read_deck

    if str(path) != STANDARD_INPUT:
        return read_deck(path, as_format=from_), str(path)
    if sys.stdin is None:
        raise UnreadableFileError(STANDARD_INPUT, "standard input is closed")
    data = sys.stdin.buffer.read(MAX_BYTES + 1)
    return parse_deck(data, source="standard input", as_format=from_), "standard input"


def _unread(source: str, line: "UnreadLine") -> str:
    """A line that cannot be read: where it is, what it says, and why."""
    text = line.text if len(line.text) <= _SHOWN else f"{line.text[:_SHOWN]}..."
    return f"{source}:{line.line}: not read: {text!r}: {line.reason}"


def _as_stated(deck_list: "DeckList", as_read: "DeckList") -> "DeckList":
    """The list for telling its losses: without what is told line by line or was put in by us."""
    lines = (
        replace(line, number=stated.number)
        for line, stated in zip(deck_list.lines, as_read.lines, strict=True)
    )
    return replace(deck_list, lines=tuple(lines), unread=())


def _with_sets(deck_list: "DeckList", db: Path | None) -> "DeckList":
    """The list with set and number of the cards for which it names none, where they are known."""
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
        copies = "1 copy" if filled == 1 else f"{filled} copies"
        say(f"{copies} without a set: the set was taken from the catalogue")
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
