"""`deckcheck formats`: the ways to play, as they were in time, and what of them is not known."""

from pathlib import Path
from typing import Annotated

import typer

from deckcheck.cli.common import DbOption, JsonOption, database_path, print_json, say
from deckcheck.show.screen import text_width


def formats(
    play_format: Annotated[
        str | None, typer.Argument(metavar="FORMAT", help="Only this format, by its code or name, in full.")
    ] = None,
    on: Annotated[
        str | None, typer.Option("--on", metavar="DATE", help="As they were on this day (YYYY-MM-DD).")
    ] = None,
    game: Annotated[
        str | None, typer.Option("--game", metavar="GAME", help="Only this game (default: all).")
    ] = None,
    format_file: Annotated[
        Path | None, typer.Option("--format-file", metavar="FILE", help="Also the format of this file.")
    ] = None,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Show all formats: their states in time, sets, bans, rules, sources, what is not known.

    Example: deckcheck formats dci --on 2004-06-19
    """
    from db.database import ensure_ready
    from deckcheck.cli.validate import parse_day
    from deckcheck.judge.format_book import find_formats
    from deckcheck.judge.format_text import as_json, full_text, line_text

    day = parse_day(on)
    database = database_path(db)
    ensure_ready(database, say)
    found = find_formats(database, game, play_format, day, format_file)
    if json:
        print_json(
            {
                "schema": "deckcheck.formats/1",
                "on": day.isoformat() if day else None,
                "formats": [as_json(one, day) for one in found],
            }
        )
        return
    shown = full_text if play_format else line_text
    last = ""
    for one in found:
        if one.game.name != last and play_format is None:
            typer.echo(f"{'' if not last else chr(10)}{one.game.name} ({one.game.code})")
            last = one.game.name
        typer.echo(shown(one, day, text_width()))
