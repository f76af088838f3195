"""`deckcheck collection export`: the collection as a workbook or a text file."""

from pathlib import Path
from typing import Annotated

import typer

from deckcheck.cli.collection.common import opened
from deckcheck.cli.common import DbOption, GameOption, say, settings
from deckcheck.first_game import FIRST_GAME


def export(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The file to write: .xlsx, .ods, .csv, .tsv or .json.")
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
    language: Annotated[
        str | None,
        typer.Option(
            "--language",
            metavar="CODE",
            help="The language of the headers of our own layout: en, de, cs, pl, hu, fr or es "
            "(default: that of deckcheck config, else en).",
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace FILE if it is there.")] = False,
    game: GameOption = FIRST_GAME,
    db: DbOption = None,
) -> None:
    """Write the collection to a file; what the layout cannot hold is said before it is written.

    An XLSX file is made to be edited: import it again, and what you changed is changed.

    Example: deckcheck collection export mine.xlsx
    """
    from deckcheck.collection.file_export import check_collection_file, collection_file
    from deckcheck.errors import LayoutUnfitError
    from importers.decks.writing import save_deck
    from importers.errors import ExistingFileError

    suffix = file.suffix.lower()
    spoken = _language(language)
    try:
        layout = check_collection_file(str(file), suffix, columns, game, spoken)
    except LayoutUnfitError as error:
        raise typer.BadParameter(str(error), param_hint="--columns") from None
    if language is not None and (suffix == ".json" or not layout.is_own):
        what = "a JSON file" if suffix == ".json" else f"the layout {layout.title}"
        message = f"{what} has the same headers in every language"
        raise typer.BadParameter(message, param_hint="--language")
    if file.exists() and not force:
        raise ExistingFileError(str(file))
    with opened(db, game) as open_:
        collection = open_.collection
        written = collection_file(collection, open_.catalogue, layout, suffix)
    for loss in written.losses:
        say(f"{file}: {loss}")
    save_deck(file, written.data, force=force)
    copies = sum(holding.quantity for holding in collection.holdings)
    dice = sum(holding.dice for holding in collection.holdings)
    counted = f"{copies:,} copies" + (f" and {dice:,} dice" if dice else "")
    say(f"{file}: {len(collection.holdings):,} holdings, {counted} written")


def _language(stated: str | None) -> str:
    """The language of the headers: as it is told, or as it is set."""
    from importers.collections.layouts import ENGLISH, EXPORT_LANGUAGES

    if stated is None:
        return settings().language or ENGLISH
    if stated.casefold() not in EXPORT_LANGUAGES:
        message = f"{stated!r}: expected one of {', '.join(EXPORT_LANGUAGES)}"
        raise typer.BadParameter(message, param_hint="--language")
    return stated.casefold()
