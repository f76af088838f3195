"""`deckcheck validate`: is this deck legal, and if not, exactly why."""

import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from deckcheck.cli.common import (
    EXIT_FAILED,
    EXIT_FINE,
    EXIT_NO,
    EXIT_UNPROVEN,
    DbOption,
    JsonOption,
    database_path,
    print_json,
    say,
)

if TYPE_CHECKING:
    from deckcheck.batch import PassedOver
    from deckcheck.report import AnyReport

_MANY = 5
"""More decks than this are shown in the short form."""

_EXIT = {
    "legal": EXIT_FINE,
    "unproven": EXIT_UNPROVEN,
    "illegal": EXIT_NO,
    "unreadable": EXIT_FAILED,
}
_WORST_FIRST = (EXIT_FAILED, EXIT_NO, EXIT_UNPROVEN, EXIT_FINE)
_COLOURS = {"legal": "green", "illegal": "red", "unproven": "yellow", "unreadable": "magenta"}

T = TypeVar("T")


def validate(
    paths: Annotated[
        list[str],
        typer.Argument(metavar="PATH", help="Deck files, folders of them, saved decks, or -."),
    ],
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="The game (default: what the file says)."),
    ] = None,
    play_format: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help="The format: printed (default), dci, standard, vintage, wotc, an era ...; "
            "deckcheck formats lists all.",
        ),
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option(
            "--rules",
            metavar="EDITION",
            help="Rules edition instead of the format's: printed-2002, printed-2004, printed-2005, "
            "community.",
        ),
    ] = None,
    on: Annotated[
        str | None,
        typer.Option(
            "--on", metavar="DATE", help="Judge by what was in force on this day (YYYY-MM-DD)."
        ),
    ] = None,
    from_: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="FILEFORMAT",
            help="Read the files as this format instead of telling it by content.",
        ),
    ] = None,
    zone_limit: Annotated[
        list[str] | None,
        typer.Option(
            "--zone-limit", metavar="ZONE=N", help="At most N cards in a zone, like Sideboard=15."
        ),
    ] = None,
    format_file: Annotated[
        Path | None,
        typer.Option("--format-file", metavar="FILE", help="Judge by your own format in a file."),
    ] = None,
    all_formats: Annotated[
        bool, typer.Option("--formats", help="Say in which formats each deck is legal.")
    ] = False,
    interval: Annotated[
        bool,
        typer.Option("--interval", help="Say from which day to which a deck is legal in a format."),
    ] = False,
    json: JsonOption = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print CSV: a row for every issue.")] = False,
    full: Annotated[
        bool, typer.Option("--full", help="Print the full report also for many decks.")
    ] = False,
    short: Annotated[bool, typer.Option("--short", help="Print one line for each deck.")] = False,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", min=1, help="Processes to use (default: all cores for many decks)."),
    ] = None,
    db: DbOption = None,
) -> None:
    """Say whether decks are legal, and exactly why not.

    Exit code 0: all legal; 1: a deck is illegal; 3: none illegal, but one not proven legal;
    2: a file could not be read.

    Example: deckcheck validate my.dek --format standard
    """
    if json and csv:
        raise typer.BadParameter("choose one of --json and --csv")
    if full and short:
        raise typer.BadParameter("choose one of --full and --short")
    if all_formats and (interval or play_format):
        raise typer.BadParameter("--formats goes with neither --interval nor --format")
    if play_format and format_file:
        raise typer.BadParameter("choose one of --format and --format-file")
    if csv and (all_formats or interval):
        raise typer.BadParameter("--csv goes with neither --formats nor --interval")
    day, limits = parse_day(on), _parse_limits(zone_limit or [])
    from db.database import ensure_ready
    from deckcheck.batch import Order, PassedOver, find_deck_files, judge_files
    from deckcheck.cli.open_decks import tell_files_that_win

    passed_over: list[PassedOver] = []
    files = find_deck_files(paths, passed_over)
    if not files:
        say(f"deckcheck: no deck files in {', '.join(paths)}")
    database = database_path(db)
    ensure_ready(database, say)
    tell_files_that_win([path for path in paths if path in files], database)
    if format_file is not None:
        from deckcheck.own_formats import read_own_format

        game = read_own_format(database, format_file, game)[0]
    order = Order(database, game, play_format, rules, day, from_, limits, format_file)
    if all_formats or interval:
        from deckcheck.cli.in_time import show_formats, show_intervals

        raise typer.Exit((show_formats if all_formats else show_intervals)(files, order, json))
    judged = _with_progress(judge_files(files, order, jobs), len(files))
    reports = _decks_only(judged, set(paths), passed_over)
    if json or csv:
        seen = list(reports)
        _print_documents(seen, passed_over, as_json=json)
    else:
        folder = any(map(os.path.isdir, paths))  # Path.is_dir fails for one too long
        brief = short or (not full and (len(files) > _MANY or (folder and len(files) > 1)))
        seen = list(_printed(reports, brief=brief, several=len(files) > 1))
    _tell_passed_over(passed_over, as_document=json or csv)
    codes = {_EXIT[report.verdict] for report in seen} or {EXIT_FAILED}
    raise typer.Exit(next(code for code in _WORST_FIRST if code in codes))


def _decks_only(
    reports: "Iterable[AnyReport]", asked_for: set[str], passed_over: "list[PassedOver]"
) -> "Iterator[AnyReport]":
    """The reports without files of a folder that nobody takes for a deck; they are said."""
    from deckcheck.batch import NOT_RECOGNISED, NOTHING_KNOWN, PassedOver

    for report in reports:
        recognised = getattr(report, "recognised", True) or report.path.lower().endswith(".dek")
        known = not getattr(report, "nothing_known", False)
        if (recognised and known) or report.path in asked_for:
            yield report
        else:
            reason = NOTHING_KNOWN if recognised else NOT_RECOGNISED
            passed_over.append(PassedOver(report.path, reason))


def _tell_passed_over(passed_over: "list[PassedOver]", *, as_document: bool) -> None:
    """Says how many files of folders were not judged, and why; beside a document, on stderr."""
    if not passed_over:
        return
    from deckcheck.report_text import passed_over_text

    text = passed_over_text([(file.path, file.reason) for file in passed_over])
    if as_document:
        say(text)
    else:
        typer.echo(text)


def _print_documents(
    reports: "list[AnyReport]", passed_over: "list[PassedOver]", *, as_json: bool
) -> None:
    if as_json:
        passed = [{"path": file.path, "reason": file.reason} for file in passed_over]
        from deckcheck.report import as_json as report_as_json

        documents = [report_as_json(report) for report in reports]
        print_json({"schema": "deckcheck.report/1", "decks": documents, "passed_over": passed})
    else:
        from deckcheck.report_text import csv_text

        sys.stdout.write(csv_text(reports))


def _printed(
    reports: "Iterable[AnyReport]", *, brief: bool, several: bool
) -> "Iterator[AnyReport]":
    """Prints each report as it comes and a summary of several at the end."""
    from deckcheck.report_text import full_text, short_line, summary_text

    width = min(shutil.get_terminal_size((100, 24)).columns, 100)
    seen = []
    for report in reports:
        text = short_line(report, _paint) if brief else full_text(report, width, _paint)
        typer.echo(text)
        seen.append(report)
        yield report
    if several:
        typer.echo(("\n" if brief else "") + summary_text(seen))


def _paint(text: str, colour: str) -> str:
    """The text in the colour of a verdict; `typer.echo` takes colours out where none belong."""
    if os.environ.get("NO_COLOR"):
        return text
    if colour == "dim":
        return typer.style(text, dim=True)
    return typer.style(text, fg=_COLOURS[colour], bold=True)


def _with_progress(reports: Iterable[T], total: int) -> Iterator[T]:
    """The same reports, with a bar on stderr when it is a terminal and the work is long."""
    if total < 1000 or not sys.stderr.isatty():  # noqa: PLR2004 - fewer take less than a second
        yield from reports
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(reports, "judging", total, console=Console(stderr=True), transient=True)


def parse_day(text: str | None) -> date | None:
    """The day of an option --on; None where it is not given."""
    try:
        return None if text is None else date.fromisoformat(text)
    except ValueError:
        message = f"{text!r} is no date; write it like 2026-11-21"
        raise typer.BadParameter(message, param_hint="--on") from None


def _parse_limits(texts: list[str]) -> dict[str, int]:
    limits: dict[str, int] = {}
    for text in texts:
        zone, _, number = text.rpartition("=")
        if not zone or not number.isdecimal():
            message = f"{text!r} is no zone with a number; write it like Sideboard=15"
            raise typer.BadParameter(message, param_hint="--zone-limit")
        limits[zone] = int(number)
    return limits
