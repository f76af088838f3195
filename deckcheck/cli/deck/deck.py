"""`deckcheck deck`: show a deck, and convert it from one file format to another.

Saved decks are in `deck_saved`, what decks lack and how they differ in `deck_missing`.
"""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli import repair
from deckcheck.cli.common import (
    EXIT_FINE,
    EXIT_NO,
    DbOption,
    DeckGameOption,
    FromOption,
    JsonOption,
    NamesOption,
    open_database,
    print_json,
    say,
)
from deckcheck.cli.deck import can_build as deck_can_build
from deckcheck.cli.deck import edit as deck_edit
from deckcheck.cli.deck import missing as deck_missing
from deckcheck.cli.deck import read as deck_read
from deckcheck.cli.deck import saved as deck_saved
from deckcheck.cli.deck import stats as deck_stats
from deckcheck.cli.lazy import new_group
from deckcheck.cli.open_decks import DECK_HELP, open_decks
from deckcheck.show.tables import print_table
from deckcheck.show.wording import amount

if TYPE_CHECKING:
    from db.collection.decks import SavedDeck
    from deckcheck.acts.database import Database
    from deckcheck.collection.holdings import Collection
    from deckcheck.deck import Deck, DeckEntry
    from deckcheck.games.game import Game
    from deckcheck.judge.opening import OpenedDeck
    from importers.decks.deck_list import UnreadLine

app = new_group(__name__)
app.command("stats")(deck_stats.stats)
app.command("read")(deck_read.read)

STANDARD_OUTPUT = Path("-")
_OUT_HELP = "The deck file to write, or - for standard output."
_SHOWN = 60
"""Characters of a line that cannot be read."""

ToOption = Annotated[
    str | None,
    typer.Option("--to", metavar="FORMAT", help="The format to write (default: by the file's suffix)."),
]


@app.command("show")
def show(
    deck: Annotated[str, typer.Argument(metavar="DECK", help=DECK_HELP)],
    game: DeckGameOption = None,
    from_: FromOption = None,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Show a deck with the facts of its cards, zone by zone, and the copies that are owned.

    Example: deckcheck deck show my.dek
    """
    from deckcheck.acts import decks
    from deckcheck.decks.counts import cards_of_entry
    from deckcheck.games import get_game

    with open_database(db) as database:
        named = open_decks(database, [deck], from_, game)
        (found,), known = named.decks, get_game(named.game)
        resolved = decks.deck(database, found, game=named.game)
        collection = database.holdings(named.game)
    for note in resolved.notes:
        say(f"{_place_of(found)}: {note}")
    if json:
        print_json(_as_json(resolved, collection, found.saved))
        return
    heading, _ = known.words.stats
    headers: tuple[str, ...] = ("#", "card", "side", "type", "cost", heading, "zone")
    entries = sorted(resolved.entries, key=_place)
    rows = [_row(entry, known) for entry in entries]
    if collection.holdings:
        headers = (*headers, "owned", "reserved", "free")
        rows = [(*row, *_copies(collection, entry)) for row, entry in zip(rows, entries, strict=True)]
    print_table(headers, rows, optional=("reserved", "zone", "owned", "side", heading))
    place = _place_of(found)
    kept = f", {found.saved.facts.reserved} of them reserved" if found.saved else ""
    total = sum(cards_of_entry(entry, known) for entry in resolved.entries)
    for line in found.deck_list.unread:
        say(_unread(place, line))
    not_read = f"; {amount(len(resolved.unread), 'line')} not read" if resolved.unread else ""
    cards = f"{amount(total, 'card')} in {place}"
    typer.echo(f"{cards}, read as {resolved.read_as}{kept}{not_read}")


@app.command("convert")
def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help=DECK_HELP)],
    target: Annotated[Path, typer.Argument(metavar="OUT", help=_OUT_HELP)],
    to: ToOption = None,
    from_: FromOption = None,
    names: NamesOption = None,
    force: Annotated[bool, typer.Option("--force", help="Replace OUT if it is there.")] = False,
    game: DeckGameOption = None,
    db: DbOption = None,
) -> None:
    """Convert a deck; what the new format cannot hold is said before anything is written.

    To .xlsx: a workbook with the facts of the cards, counts, cost curve and charts, which can be
    edited and read again.
    Exit code 1 when OUT was written, but lines of IN could not be read, cards had to be left out,
    or OUT is read back otherwise, which is said.

    Example: deckcheck deck convert my.txt my.dek
    """
    with open_database(db) as database:
        named = open_decks(database, [source], from_, game)
        code = _convert(database, named.decks[0], target, to, game, names=names, force=force)
    raise typer.Exit(code)


@app.command("export")
def export(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of a saved deck.")],
    target: Annotated[Path, typer.Argument(metavar="FILE", help=_OUT_HELP)],
    to: ToOption = None,
    names: NamesOption = None,
    force: Annotated[bool, typer.Option("--force", help="Replace FILE if it is there.")] = False,
    game: DeckGameOption = None,
    db: DbOption = None,
) -> None:
    """Write a saved deck to a file, in the format that the file's suffix names.

    What the format cannot hold is said before anything is written.
    Exit code 1 when FILE was written, but cards had to be left out, or FILE is read back
    otherwise, which is said.

    Example: deckcheck deck export 'Republic' republic.dek
    """
    from deckcheck.acts.decks import game_of_saved
    from deckcheck.judge.opening import opened_saved

    with open_database(db) as database:
        opened = opened_saved(database.keeper(game_of_saved(database, [name], game)).get(name))
        code = _convert(database, opened, target, to, game, names=names, force=force)
    raise typer.Exit(code)


def _convert(
    database: "Database",
    deck: "OpenedDeck",
    target: Path,
    to: str | None,
    game: str | None,
    *,
    names: str | None,
    force: bool,
) -> int:
    """Writes the deck to a file, tells what it cannot hold, and returns the exit code.

    What is to be written is read again before it replaces anything, and what differs is told.
    """
    from deckcheck.acts import decks
    from importers.decks.writing import save_deck

    shown = "standard output" if target == STANDARD_OUTPUT else str(target)
    place, name = _place_of(deck), _format_to_write(to, target)
    done = decks.converted(database, deck, name, game=game, target=shown, names=names)
    as_read = done.read
    if done.filled:
        say(done.filled)
    for unread in as_read.unread:
        say(_unread(place, unread))
    for remark in as_read.remarks:
        say(f"{place}: {remark}")
    for what in (*done.losses, *([done.read_with] if done.read_with else []), *done.differences):
        say(f"{shown}: {what}")
    if target == STANDARD_OUTPUT:
        sys.stdout.buffer.write(done.data)
    else:
        save_deck(target, done.data, force=force)
    total, written = done.wanted, done.back.quantity
    cards = ("" if written == total else f"{written} of ") + amount(total, "card")
    not_read = f"; {amount(len(as_read.unread), 'line')} not read" if as_read.unread else ""
    say(f"{shown}: {cards} written as {name}, read as {as_read.read_as}{not_read}")
    return EXIT_FINE if done.is_whole else EXIT_NO


def _format_to_write(to: str | None, target: Path) -> str:
    """The name of the format that is asked for, or that the suffix of the file tells."""
    from deckcheck.decks.convert import WORKBOOK, format_to_write, writable_formats
    from importers.errors import UnknownFormatNameError

    known = writable_formats()
    if target == STANDARD_OUTPUT and to is None:
        names = ", ".join(known)
        raise typer.BadParameter(f"- is standard output; say with --to in which format: {names}")
    if target == STANDARD_OUTPUT and to == WORKBOOK and sys.stdout.isatty():
        raise typer.BadParameter("a workbook cannot be shown in a terminal; give a file name")
    if to is None:
        return format_to_write(target)
    if to not in known:
        raise UnknownFormatNameError(to, known)
    return to


def _place_of(deck: "OpenedDeck") -> str:
    """The name of the deck's file in messages."""
    return "standard input" if deck.label == "-" else deck.label


def _unread(source: str, line: "UnreadLine") -> str:
    """A line that cannot be read: where it is, what it says, and why."""
    text = line.text if len(line.text) <= _SHOWN else f"{line.text[:_SHOWN]}..."
    place = f"{source}:{line.line}" if line.part is None else f"{source}: {line.part}"
    return f"{place}: not read: {text!r}: {line.reason}"


def _place(entry: "DeckEntry") -> tuple[str, str, str]:
    return entry.zone, entry.card.type if entry.card else "", entry.name


def _row(entry: "DeckEntry", game: "Game") -> tuple[str, ...]:
    card = entry.card
    if card is None:
        state = "ambiguous" if entry.candidates else "unknown"
        return str(entry.quantity), entry.name, "", state, "", "", entry.zone
    cost = "" if card.cost is None else str(card.cost)
    copies, dice = game.needs(card, entry.quantity, entry.dice)
    dice_text = f" ({dice} dice)" if dice not in {0, copies} and card.type == "Character" else ""
    name, side, (_, stats) = f"{entry.name}{dice_text}", card.side or "", game.words.stats
    return str(copies), name, side, card.type, cost, stats(card), entry.zone


def _copies(collection: "Collection", entry: "DeckEntry") -> tuple[str, ...]:
    counts = collection.counts(entry.card)
    shown = (counts.owned, counts.reserved, counts.free)
    return tuple(str(count) if entry.card else "" for count in shown)


def _as_json(deck: "Deck", collection: "Collection", saved: "SavedDeck | None") -> dict[str, object]:
    return {
        "schema": "deckcheck.deck-show/1",
        "path": None if saved else deck.path,
        "saved": saved is not None,
        "reserved": saved.facts.reserved if saved else 0,
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
                "owned": collection.counts(entry.card).owned,
                "free": collection.counts(entry.card).free,
                "candidates": [card.name for card in entry.candidates],
                "suggestions": list(entry.suggestions),
                **({} if entry.dice is None else {"dice": entry.dice}),
            }
            for entry in deck.entries
        ],
        "unread": [
            {"line": unread.line, "text": unread.text, "reason": unread.reason} for unread in deck.unread
        ],
    }


app.command("edit")(deck_edit.edit)
app.command("new")(deck_edit.new)
app.command("watch")(deck_edit.watch)
app.command("save")(deck_saved.save)
app.command("list")(deck_saved.list_decks)
app.command("rename")(deck_saved.rename)
app.command("delete")(deck_saved.delete)
app.command("reserve")(deck_saved.reserve)
app.command("release")(deck_saved.release)
app.command("missing")(deck_missing.missing)
app.command("diff")(deck_missing.diff)
app.command("can-build")(deck_can_build.can_build)
app.command("complete")(repair.repair)
