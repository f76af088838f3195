"""`deckcheck deck`: show a deck, and convert it from one file format to another.

Saved decks are in `deck_saved`, what decks lack and how they differ in `deck_missing`.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli import deck_missing, deck_saved, deck_stats
from deckcheck.cli.collection_common import opened
from deckcheck.cli.common import EXIT_FINE, DbOption, GameOption, JsonOption, print_json, say
from deckcheck.cli.lazy import group_help

if TYPE_CHECKING:
    from db.decks import SavedDeck
    from deckcheck.collection import Collection
    from deckcheck.deck import Deck, DeckEntry
    from importers.deck_list import DeckList

app = typer.Typer(help=group_help(__name__), no_args_is_help=True)
app.command("stats")(deck_stats.stats)

FromOption = Annotated[
    str | None,
    typer.Option("--from", metavar="FORMAT", help="Read the file as this format."),
]


@app.command("show")
def show(
    deck: Annotated[
        str, typer.Argument(metavar="DECK", help="A deck file, or the name of a saved deck.")
    ],
    game: GameOption = "swtcg",
    from_: FromOption = None,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Show a deck with the facts of its cards, zone by zone, and the copies that are owned.

    Example: deckcheck deck show my.dek
    """
    from deckcheck.saved_decks import open_deck

    with opened(db, game) as open_:
        collection = open_.collection
        found = open_deck(deck, collection.stored.decks, from_)
        resolved = open_.resolver.resolve(found.deck_list, found.label, found.name)
    if json:
        print_json(_as_json(resolved, collection, found.saved))
        return
    from deckcheck.cli.tables import print_table

    headers: tuple[str, ...] = ("#", "card", "side", "type", "cost", "S/P/H", "zone")
    entries = sorted(resolved.entries, key=_place)
    rows = [_row(entry) for entry in entries]
    if collection.holdings:
        headers = (*headers, "owned", "reserved", "free")
        rows = [
            (*row, *_copies(collection, entry)) for row, entry in zip(rows, entries, strict=True)
        ]
    print_table(headers, rows)
    kept = f", {found.saved.facts.reserved} of them reserved" if found.saved else ""
    total = sum(e.quantity for e in resolved.entries)
    typer.echo(f"{total} cards in {found.label}, read as {resolved.read_as}{kept}")


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
    game: GameOption = "swtcg",
    db: DbOption = None,
) -> None:
    """Convert a deck file; what the new format cannot hold is said before anything is written.

    To .xlsx: a workbook with the facts of the cards, counts, cost curve and charts, which can be
    edited and read again.

    Example: deckcheck deck convert my.txt my.dek
    """
    from importers.lackey_dek import WRITER as LACKEY
    from importers.reading import read_deck
    from importers.writing import format_for, losses, save_deck, write_deck

    deck_list = read_deck(source, as_format=from_)
    workbook = to == "xlsx" or (to is None and target.suffix.lower() == ".xlsx")
    name = "xlsx" if workbook else to or format_for(target)
    if name == LACKEY.name and deck_list.read_as != name:
        # LackeyCCG finds the picture of a card by its set.
        deck_list = _with_sets(deck_list, db)
    for unread in deck_list.unread:
        say(f"{source}:{unread.line}: left out, cannot be read: {unread.reason}")
    # The sheet of a workbook holds what a CSV file holds.
    for loss in losses(deck_list, "csv" if workbook else name):
        say(f"{target}: {loss}")
    if workbook:
        from deckcheck.deck_book import deck_book
        from importers.deck_workbook import write_deck_workbook

        with opened(db, game) as open_:
            data = write_deck_workbook(deck_book(deck_list, open_.resolver, source.stem))
    else:
        data = write_deck(deck_list, name)
    save_deck(target, data, force=force)
    say(f"{target}: {deck_list.quantity} cards written as {name}, read as {deck_list.read_as}")
    raise typer.Exit(EXIT_FINE)


def _with_sets(deck_list: "DeckList", db: Path | None) -> "DeckList":
    """The list with set and number of the cards for which it names none, where they are known."""
    from dataclasses import replace

    if all(line.set_code for line in deck_list.lines):
        return deck_list
    game = deck_list.game or "swtcg"
    filled, lines = 0, []
    with opened(db, game) as open_:
        for line in deck_list.lines:
            printing = None if line.set_code else open_.resolver.resolve_name(line.name).printing
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


def _copies(collection: "Collection", entry: "DeckEntry") -> tuple[str, ...]:
    counts = collection.counts(entry.card)
    shown = (counts.owned, counts.reserved, counts.free)
    return tuple(str(count) if entry.card else "" for count in shown)


def _as_json(
    deck: "Deck", collection: "Collection", saved: "SavedDeck | None"
) -> dict[str, object]:
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
            }
            for entry in deck.entries
        ],
        "unread": [
            {"line": unread.line, "text": unread.text, "reason": unread.reason}
            for unread in deck.unread
        ],
    }


app.command("save")(deck_saved.save)
app.command("list")(deck_saved.list_decks)
app.command("rename")(deck_saved.rename)
app.command("delete")(deck_saved.delete)
app.command("reserve")(deck_saved.reserve)
app.command("release")(deck_saved.release)
app.command("missing")(deck_missing.missing)
app.command("diff")(deck_missing.diff)
