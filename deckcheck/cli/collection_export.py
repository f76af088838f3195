"""`deckcheck collection export`: the collection as a workbook or a text file."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli.collection_common import COLLECTIONS
from deckcheck.cli.common import (
    DbOption,
    FirstGameOption,
    database_path,
    first_game_only,
    open_catalogue,
    say,
)

if TYPE_CHECKING:
    from db.lookup import Catalogue
    from deckcheck.collection import Collection
    from importers.layouts import Layout

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
            "manabox, tcgplayer, cardmarket, archidekt.",
        ),
    ] = "deckcheck",
    force: Annotated[bool, typer.Option("--force", help="Replace FILE if it is there.")] = False,
    game: FirstGameOption = "swtcg",
    db: DbOption = None,
) -> None:
    """Write the collection to a file; what the layout cannot hold is said before it is written.

    An XLSX file is made to be edited: import it again, and what you changed is changed.

    Example: deckcheck collection export mine.xlsx
    """
    from db.collection import read_collection
    from deckcheck.collection import Collection
    from deckcheck.games import get_game
    from importers.collection_writing import get_layout
    from importers.errors import ExistingFileError, UnknownSuffixError
    from importers.layouts import OWN
    from importers.writing import save_deck

    first_game_only(COLLECTIONS, game)
    suffix = file.suffix.lower()
    if suffix not in _SUFFIXES:
        raise UnknownSuffixError(str(file), _SUFFIXES, only=True)
    layout = get_layout(columns)
    if layout is not OWN and suffix not in {".csv", ".tsv"}:
        message = f"the layout {layout.title} is for .csv files, not {suffix}"
        raise typer.BadParameter(message, param_hint="--columns")
    if file.exists() and not force:
        raise ExistingFileError(str(file))
    with open_catalogue(db, game) as catalogue:
        collection = Collection(read_collection(database_path(db), game))
        title = get_game(game).name
        data = _written(collection, catalogue, layout, title, suffix, str(file))
    save_deck(file, data, force=force)
    copies = sum(holding.quantity for holding in collection.holdings)
    say(f"{file}: {len(collection.holdings):,} holdings, {copies:,} copies written")


def _written(
    collection: "Collection",
    catalogue: "Catalogue",
    layout: "Layout",
    game: str,
    suffix: str,
    name: str,
) -> bytes:
    """The bytes of the file; what is lost is said."""
    from deckcheck.collection_export import export_rows
    from importers.collection_writing import losses, write_json, write_text

    sets = catalogue.sets()
    if suffix == ".xlsx":
        return _workbook(collection, catalogue, game, name)
    rows = export_rows(collection.holdings, sets)
    if suffix == ".ods":
        from importers.collection_ods import ods_losses, write_collection_ods

        for loss in ods_losses(rows):
            say(f"{name}: {loss}")
        return write_collection_ods(rows)
    if suffix == ".json":
        return write_json(rows, catalogue.game).encode("utf-8", "replace")
    for loss in losses(rows, layout, game):
        say(f"{name}: {loss}")
    separator = "\t" if suffix == ".tsv" else None
    return write_text(rows, layout, game, separator).encode("utf-8", "replace")


def _workbook(collection: "Collection", catalogue: "Catalogue", game: str, name: str) -> bytes:
    from datetime import UTC, datetime

    from deckcheck.collection_export import collection_book
    from importers.collection_workbook import workbook_losses, write_collection_workbook

    today = datetime.now(UTC).date()
    book = collection_book(collection, catalogue.cards(), catalogue.sets(), game, today)
    for loss in workbook_losses(book.rows):
        say(f"{name}: {loss}")
    return write_collection_workbook(book)
