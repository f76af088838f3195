"""`deckcheck collection export`: the collection as a workbook or a text file."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli.collection.common import opened
from deckcheck.cli.common import (
    DbOption,
    GameOption,
    say,
)

if TYPE_CHECKING:
    from db.cards.lookup import Catalogue
    from deckcheck.collection.holdings import Collection
    from deckcheck.games.game import Game
    from importers.collections.layouts import Layout
    from importers.collections.writing import ExportRow

_NUMBERS = frozenset({"number", "quantity", "dice"})
_SUFFIXES = (".xlsx", ".ods", ".csv", ".tsv", ".json")


def export(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="The file to write: .xlsx, .ods, .csv, .tsv or .json."),
    ],
    columns: Annotated[
        str,
        typer.Option(
            "--columns",
            metavar="LAYOUT",
            help="The layout of a CSV or TSV file: deckcheck, deckbox, moxfield, dragonshield, "
            "manabox, tcgplayer, cardmarket, archidekt; swdestinydb, for XLSX too.",
        ),
    ] = "deckcheck",
    force: Annotated[bool, typer.Option("--force", help="Replace FILE if it is there.")] = False,
    game: GameOption = "swtcg",
    db: DbOption = None,
) -> None:
    """Write the collection to a file; what the layout cannot hold is said before it is written.

    An XLSX file is made to be edited: import it again, and what you changed is changed.

    Example: deckcheck collection export mine.xlsx
    """
    from deckcheck.games import get_game
    from importers.collections.writing import get_layout
    from importers.decks.writing import save_deck
    from importers.errors import ExistingFileError, UnknownSuffixError

    suffix = file.suffix.lower()
    if suffix not in _SUFFIXES:
        raise UnknownSuffixError(str(file), _SUFFIXES, only=True)
    known = get_game(game)
    layout = get_layout(columns, has_dice=known.collecting.has_dice)
    _check_layout(layout, suffix, game)
    if file.exists() and not force:
        raise ExistingFileError(str(file))
    with opened(db, game) as open_:
        collection = open_.collection
        data = _written(collection, open_.catalogue, layout, known, suffix, str(file))
    save_deck(file, data, force=force)
    copies = sum(holding.quantity for holding in collection.holdings)
    dice = sum(holding.dice for holding in collection.holdings)
    told = f"{copies:,} copies" + (f" and {dice:,} dice" if dice else "")
    say(f"{file}: {len(collection.holdings):,} holdings, {told} written")


def _check_layout(layout: "Layout", suffix: str, game: str) -> None:
    """Refuses a layout for a kind of file or a game that it is not for."""
    hint = "--columns"
    if layout.games and game not in layout.games:
        games = " or ".join(layout.games)
        message = f"the layout {layout.title} is for the game {games}, not {game}"
        raise typer.BadParameter(message, param_hint=hint)
    if not layout.is_own and suffix not in {".csv", ".tsv", *([".xlsx"] if layout.games else [])}:
        message = f"the layout {layout.title} is for .csv files, not {suffix}"
        raise typer.BadParameter(message, param_hint=hint)


def _written(
    collection: "Collection",
    catalogue: "Catalogue",
    layout: "Layout",
    game: "Game",
    suffix: str,
    name: str,
) -> bytes:
    """The bytes of the file; what is lost is said."""
    from deckcheck.collection.export import export_rows
    from importers.collections.writing import by_printing, losses, write_json, write_text

    sets, has_dice = catalogue.sets(), game.collecting.has_dice
    if suffix == ".xlsx" and layout.is_own:
        return _workbook(collection, catalogue, game, name)
    held = catalogue.get_cards(sorted({holding.key.card_id for holding in collection.holdings}))
    rows = export_rows(collection.holdings, sets, held, game.collecting)
    if suffix == ".ods":
        from importers.collections.ods import ods_losses, write_collection_ods

        for loss in ods_losses(rows):
            say(f"{name}: {loss}")
        return write_collection_ods(rows, has_dice=has_dice)
    if suffix == ".json":
        return write_json(rows, game.code, has_dice=has_dice).encode("utf-8", "replace")
    for loss in losses(rows, layout, game.name):
        say(f"{name}: {loss}")
    if layout.games:
        rows = by_printing(rows)
    if suffix == ".xlsx":
        return _table(rows, layout, game.name)
    separator = "\t" if suffix == ".tsv" else None
    return write_text(rows, layout, game.name, separator).encode("utf-8", "replace")


def _table(rows: "list[ExportRow]", layout: "Layout", game: str) -> bytes:
    """The layout as a workbook of one plain sheet; what is a number in it is one there."""
    from importers.collections.writing import layout_cells
    from importers.sheets.table_workbook import table_workbook

    headers = [header for header, _ in layout.columns]
    numbers = {place for place, (_, name) in enumerate(layout.columns) if name in _NUMBERS}
    cells = [
        [int(cell) if place in numbers and cell.isdecimal() else cell
         for place, cell in enumerate(layout_cells(row, layout, game))]
        for row in rows
    ]  # fmt: skip
    return table_workbook("Collection", headers, cells)


def _workbook(collection: "Collection", catalogue: "Catalogue", game: "Game", name: str) -> bytes:
    from datetime import UTC, datetime

    from deckcheck.collection.export import collection_book
    from importers.collections.workbook import workbook_losses, write_collection_workbook

    today = datetime.now(UTC).date()
    book = collection_book(
        collection, catalogue.cards(), catalogue.sets(), game.name, today, game.collecting
    )
    for loss in workbook_losses(book.rows):
        say(f"{name}: {loss}")
    return write_collection_workbook(book)
