"""`deckcheck collection export`: the collection as a workbook or a text file."""

from pathlib import Path
from typing import Annotated

from deckcheck import acts
from deckcheck.cli import options as opt
from deckcheck.cli.collection.common import app, open_collection
from deckcheck.cli.common import say, write_file
from deckcheck.cli.given import given
from deckcheck.show.language import all_of, gettext as _
from deckcheck.show.wording import amount


@app.command("export")
@given(collection=open_collection)
def export(
    collection: "acts.collection.SessionCollection",
    file: Annotated[Path, opt.argument("FILE", "The file to write: .xlsx, .ods, .csv, .tsv or .json.")],
    columns: Annotated[
        str,
        opt.option(
            "LAYOUT",
            "The layout of a CSV or TSV file: deckcheck, deckbox, moxfield, dragonshield, "
            "manabox, tcgplayer, cardmarket, archidekt, wants (what is wanted); swdestinydb, for XLSX too.",
        ),
    ] = "deckcheck",
    language: Annotated[
        str | None,
        opt.option(
            "CODE",
            "The language of the headers of our own layout: en, de, cs, pl, hu, fr or es "
            "(default: that of deckcheck config, else en).",
        ),
    ] = None,
    names: opt.Names = None,
    force: opt.Force = False,
) -> None:
    """Write the collection to a file; what the layout cannot hold is listed first.

    An XLSX file is made to be edited: import it again, and what you changed is changed.

    Example: deckcheck collection export mine.xlsx
    """
    option = "--language"
    if language is not None and (file.suffix.lower() == ".json" or columns != "deckcheck"):
        what = (
            _("a JSON file") if file.suffix.lower() == ".json" else _("the layout {columns}", columns=columns)
        )
        raise opt.wrong(_("{what} has the same headers in every language"), option, what=what)
    try:
        spoken, option = acts.collection_files.header_language(language), "--columns"
        written = collection.file(file, columns=columns, language=spoken, names=names, force=force)
    except acts.errors.LayoutUnfitError as error:
        raise opt.wrong(str(error), option) from None
    for loss in written.losses:
        say(f"{file}: {loss}")
    stored, is_wants = collection.stored, columns.casefold() == "wants"
    held = stored.stored.wants if is_wants else stored.holdings
    dice = sum(one.facts.dice for one in held)
    counted = amount(sum(one.quantity for one in held), "copy", "copies")
    counted = all_of((counted, amount(dice, "die", "dice")) if dice else (counted,))
    rows = amount(len(held), "want" if is_wants else "holding")
    told = _("{holdings}, {counted} written", holdings=rows, counted=counted)
    write_file(file, written.data, told, force=force)
