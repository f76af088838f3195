"""`deckcheck formats`: the ways to play, as they were in time, and what of them is not known."""

from pathlib import Path
from typing import Annotated

import typer

from deckcheck import acts
from deckcheck.cli import options as opt
from deckcheck.cli.common import open_database, print_json
from deckcheck.show.screen import text_width


def formats(
    play_format: Annotated[
        str | None, opt.argument("FORMAT", "Only this format, by its code, name or file, in full.")
    ] = None,
    on: opt.Day = None,
    game: opt.AnyGame = None,
    format_file: Annotated[Path | None, opt.option("FILE", "Also the format of this file.")] = None,
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Show all formats: their states in time, sets, bans, rules, sources, what is not known.

    Example: deckcheck formats dci --on 2004-06-19
    """
    with open_database(db) as database:
        book = acts.formats.format_book(database, play_format, on=on, game=game, format_file=format_file)
    if json:
        print_json(book.document())
        return
    for line in book.lines(text_width()):
        typer.echo(line)
