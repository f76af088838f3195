"""`deckcheck collection export`: the collection as a workbook or a text file."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.acts.config import settings
from deckcheck.cli.collection.common import app, open_collection
from deckcheck.cli.common import NamesOption, say
from deckcheck.cli.given import given
from deckcheck.show.wording import amount

if TYPE_CHECKING:
    from deckcheck.acts.collection import SessionCollection


@app.command("export")
@given(collection=open_collection)
def export(
    collection: "SessionCollection",
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
    names: NamesOption = None,
    force: Annotated[bool, typer.Option("--force", help="Replace FILE if it is there.")] = False,
) -> None:
    """Write the collection to a file; what the layout cannot hold is said before it is written.

    An XLSX file is made to be edited: import it again, and what you changed is changed.

    Example: deckcheck collection export mine.xlsx
    """
    from deckcheck.acts.errors import LayoutUnfitError
    from importers.decks.writing import save_deck

    spoken = _language(language)
    if language is not None and (file.suffix.lower() == ".json" or columns != "deckcheck"):
        what = "a JSON file" if file.suffix.lower() == ".json" else f"the layout {columns}"
        message = f"{what} has the same headers in every language"
        raise typer.BadParameter(message, param_hint="--language")
    try:
        written = collection.file(file, columns=columns, language=spoken, names=names, force=force)
    except LayoutUnfitError as error:
        raise typer.BadParameter(str(error), param_hint="--columns") from None
    for loss in written.losses:
        say(f"{file}: {loss}")
    save_deck(file, written.data, force=force)
    holdings = collection.stored.holdings
    dice = sum(holding.dice for holding in holdings)
    counted = amount(sum(holding.quantity for holding in holdings), "copy", "copies")
    counted += f" and {amount(dice, 'die', 'dice')}" if dice else ""
    say(f"{file}: {amount(len(holdings), 'holding')}, {counted} written")


def _language(stated: str | None) -> str | None:
    """The language of the headers: as it is told, or as it is set."""
    from importers.collections.layouts import EXPORT_LANGUAGES

    if stated is None:
        return settings().language
    if stated.casefold() not in EXPORT_LANGUAGES:
        message = f"{stated!r}: expected one of {', '.join(EXPORT_LANGUAGES)}"
        raise typer.BadParameter(message, param_hint="--language")
    return stated.casefold()
