"""`deckcheck validate` and `why`: is this deck legal, and if not, exactly why."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from deckcheck import acts
from deckcheck.acts.config import settings
from deckcheck.acts.files import base_name, folder_of, is_folder
from deckcheck.acts.languages import names_in
from deckcheck.cli import options as opt
from deckcheck.cli.common import complain, open_database, print_json, say, write_file
from deckcheck.cli.given import given
from deckcheck.cli.judging import Judging, exit_code, judging, typed_options
from deckcheck.cli.open_decks import OneDeck, one_deck
from deckcheck.cli.progress import counted_progress
from deckcheck.cli.streams import PrintableStream
from deckcheck.show.language import gettext as _
from deckcheck.show.screen import fitted, print_text, printable_line, screen_size, text_width
from deckcheck.show.wording import amount, count

if TYPE_CHECKING:
    from deckcheck.acts.decks import FoundDecks
    from deckcheck.acts.reports import AnyReport

_TABLES = ("csv", "xlsx")
_FULL = 5
"""At most so many decks are shown in full."""
_LONG = 1000
"""Fewer decks are judged in less than a second."""
_MANY = 500
"""Of more decks the document is long."""

_COLOURS = {"legal": "green", "illegal": "red", "unproven": "yellow", "unreadable": "magenta"}

T = TypeVar("T")
Named = Callable[[str], Mapping[str, str]]


@given(judging=judging)
def validate(
    paths: Annotated[list[str], opt.argument("PATH", "Deck files, folders of them, saved decks, or -.")],
    judging: Judging,
    from_: opt.ReadAs = None,
    all_formats: Annotated[bool, opt.flag("--formats", "Say in which formats each deck is legal.")] = False,
    interval: Annotated[
        bool, opt.flag("--interval", "Say from which day to which a deck is legal in a format.")
    ] = False,
    json: opt.Json = False,
    csv: Annotated[bool, opt.flag("--csv", "Print CSV: a row for every issue.")] = False,
    jsonl: Annotated[bool, opt.flag("--jsonl", "Print JSON Lines: a document a deck, as it comes.")] = False,
    table: Annotated[
        str | None,
        opt.option(
            "csv|xlsx|FILE", "Print a table with a row for every deck, or write it to FILE (.csv or .xlsx)."
        ),
    ] = None,
    force: opt.Force = False,
    full: Annotated[bool, opt.flag("--full", "Print the full report also for many decks.")] = False,
    short: Annotated[bool, opt.flag("--short", "Print one line for each deck.")] = False,
    jobs: Annotated[
        int | None, opt.option(None, "Processes to use (default: all cores for many decks).", min=1)
    ] = None,
    names: opt.Names = None,
    game: opt.DeckGame = None,
    db: opt.Db = None,
) -> None:
    """Say whether decks are legal, and exactly why not.

    Exit code 0: all legal; 1: a deck is illegal; 3: none illegal, but one not proven legal;
    2: a file could not be read.

    Example: deckcheck validate my.dek --format standard
    """
    form = _form(json=json, csv=csv, jsonl=jsonl, table=table)
    if full and short:
        raise opt.wrong(_("choose one of --full and --short"))
    if (all_formats or interval) and form not in {"json", "text"}:
        raise opt.wrong(_("--csv, --jsonl and --table cannot be combined with --formats or --interval"))
    if all_formats and (interval or judging.play_format):
        raise opt.wrong(_("--formats cannot be combined with --interval or --format"))

    with open_database(db) as database:
        judged = acts.decks.judge(
            database, paths, judging.play_format, jobs=jobs, game=game, read_as=from_, **judging.options
        )
        if not judged.files:
            complain(_("deckcheck: no deck files in {paths}"), paths=", ".join(paths))
        for note in judged.notes:
            say(note)
        if all_formats or interval:
            told = judged.formats() if all_formats else judged.intervals()
            print_json(told.document) if json else typer.echo("\n".join(map(str, told.lines)))
            raise typer.Exit(exit_code(told.verdicts))
        # Each deck is shown in one line: of many decks, and of folders.
        several = len(judged.files) > 1 and any(map(is_folder, judged.paths))
        brief = form == "text" and not full and (short or several or len(judged.files) > _FULL)
        typed = judging.typed + typed_options(("--game", game))
        named = cache(lambda code: names_in(database, names, game=code))
        seen = _show(judged, form, named, brief=brief, typed=typed)
    if table is not None:
        _write_table(table, seen, force=force)
    if judged.passed_over:
        (typer.echo if form == "text" else say)(acts.reports.skipped_line(judged.passed_over))
    raise typer.Exit(exit_code(report.verdict for report in seen))


def _form(*, json: bool, csv: bool, jsonl: bool, table: str | None) -> str:
    """The form in which reports are printed: text for people, else what the one option says."""
    wanted = {"json": json, "csv": csv, "jsonl": jsonl, "table": table is not None}
    chosen = [name for name, is_wanted in wanted.items() if is_wanted]
    if len(chosen) > 1:
        raise opt.wrong(_("choose one of --json, --jsonl, --csv and --table"))
    if table is not None:
        _kind_of_table(table)
    return chosen[0] if chosen else "text"


def _show(decks: "FoundDecks", form: str, named: "Named", *, brief: bool, typed: str) -> "list[AnyReport]":
    """Prints the reports, as they come where the form allows it, and returns them.

    `named` gives what the cards of a game are called in the language that is wanted. `typed` are the
    options that `deckcheck repair` takes, too, as they were given.
    """
    files = decks.files
    with_changes = form == "text" and len(files) <= _FULL
    reports = _with_progress(decks.reports(by_folder=brief, with_changes=with_changes), len(files))
    if brief:
        folders = {folder_of(file) for file in files}
        return list(_printed_short(reports, by_folder=len(folders) > 1))
    if form == "text":
        return list(_printed(reports, typed, decks, named, several=len(files) > 1))
    seen = [print_line(report) if form == "jsonl" else report for report in reports]
    if form == "json":
        print_json(acts.reports.reports_document(seen, decks.passed_over), is_long=len(seen) > _MANY)
    elif form == "csv":
        sys.stdout.write(acts.reports.csv_text(seen))
    return seen


def print_line(report: "AnyReport") -> "AnyReport":
    """Prints a report as a line of JSON, at once, and returns it."""
    from deckcheck.show.json_text import json_text

    sys.stdout.write(json_text(acts.reports.report_document(report)))
    sys.stdout.flush()
    return report


def _kind_of_table(table: str) -> str:
    """The kind of table of `--table`, csv or xlsx; raises where it is neither."""
    kind = table if table in _TABLES else Path(table).suffix.lower().removeprefix(".")
    if kind not in _TABLES:
        raise opt.wrong(
            _("{table!r}: expected csv, xlsx, or a file that ends in .csv or .xlsx"), "--table", table=table
        )
    if table == "xlsx" and sys.stdout.isatty():
        raise opt.wrong(
            _("a workbook cannot be shown in a terminal; give a file name, like --table decks.xlsx"),
            "--table",
        )
    return kind


def _write_table(table: str, reports: "list[AnyReport]", *, force: bool) -> None:
    """Writes the table with a row a deck to where `--table` says."""
    data = acts.reports.deck_table(reports, _kind_of_table(table))
    if table == "csv":
        sys.stdout.write(data.decode())
    elif table == "xlsx":
        sys.stdout.buffer.write(data)
    else:
        write_file(Path(table), data, _("{decks} written", decks=amount(len(reports), "deck")), force=force)


def print_report(report: "AnyReport") -> None:
    """Prints a report as text, as wide as the terminal."""
    size = screen_size()
    text = acts.reports.full_text(report, text_width(), _painter(), size.lines if size else None)
    if size is not None:  # lines with colours are wrapped already
        text = "\n".join(line if "\x1b" in line else fitted(line, text_width()) for line in text.split("\n"))
    typer.echo(text, color=True)


def _repair_line(report: "AnyReport", typed: str, changes: int | None) -> str:
    """The command that finds the nearest legal deck, and how near it is where that is known."""
    import shlex

    path = printable_line(report.path)
    near = _("The nearest legal deck")
    if changes is not None:
        near = _("The nearest legal deck, {changes} away", changes=count(changes, "change", "changes"))
    return f"  {near}: deckcheck repair {shlex.quote(path)}{typed}\n"


def _printed(
    reports: "Iterable[AnyReport]", typed: str, decks: "FoundDecks", named: "Named", *, several: bool
) -> "Iterator[AnyReport]":
    """Prints each report as it comes and a summary of several at the end.

    An illegal deck is followed by the command that finds the nearest legal one.
    """
    seen = []
    for report in reports:
        print_report(acts.reports.with_names(report, named(getattr(report, "game", ""))))
        if report.verdict == "illegal":
            print_text(_repair_line(report, typed, decks.changes(report)))
        seen.append(report)
        yield report
    if several:
        typer.echo(acts.reports.summary_text(seen))


def _printed_short(reports: "Iterable[AnyReport]", *, by_folder: bool) -> "Iterator[AnyReport]":
    """Prints a line for each deck as it comes, under the name of its folder where that helps."""
    from itertools import groupby

    seen, paint = [], _painter()
    for folder, group in groupby(reports, lambda report: folder_of(report.path)):
        if by_folder:
            typer.echo(f"{printable_line(folder) or '.'}{os.sep}")
        here = []
        for report in group:
            shown = base_name(report.path) if by_folder else None
            sys.stdout.write(f"{'  ' if by_folder else ''}{acts.reports.short_line(report, paint, shown)}\n")
            here.append(report)
            yield report
        if by_folder:
            typer.echo(f"  {acts.reports.verdicts_text(here)}\n")
        seen += here
    if len(seen) > 1:
        typer.echo(("" if by_folder else "\n") + acts.reports.summary_text(seen))


def _painter() -> Callable[[str, str], str]:
    """The function that colours a text by a verdict, where the user and the output want colours."""
    return _painted if _wants_colours() else lambda text, _colour: text


def _painted(text: str, colour: str) -> str:
    return (
        typer.style(text, dim=True) if colour == "dim" else typer.style(text, fg=_COLOURS[colour], bold=True)
    )


def _wants_colours() -> bool:
    """Whether colours belong: NO_COLOR goes first, then what is set, then what the output is."""
    wanted = settings().colours
    if os.environ.get("NO_COLOR") or wanted == "never":
        return False
    if wanted == "always" and isinstance(sys.stdout, PrintableStream):
        sys.stdout.keeps_colours = True
    return wanted == "always" or sys.stdout.isatty()


def _with_progress(reports: Iterable[T], total: int) -> Iterator[T]:
    """The same reports, with a bar on stderr when it is a terminal and the work is long."""
    with counted_progress(_("judging"), total, _LONG) as advance:
        for number, report in enumerate(reports, start=1):
            yield report
            advance(number)


@given(deck=one_deck, judging=judging)
def why(deck: OneDeck, judging: Judging, json: opt.Json = False) -> None:
    """Show each requirement of the format, and what the deck has of it: kept, broken or open.

    A number is an interval where names are unknown or ambiguous. `deckcheck validate` names the
    cards at fault.

    Exit code 0: legal; 1: illegal; 3: not proven legal.

    Example: deckcheck why my.dek --format standard
    """
    from deckcheck.show.tables import print_table

    answer = acts.decks.why(
        deck.database, deck.opened, judging.play_format, game=deck.game, **judging.options
    )
    if json:
        print_json(answer.document())
    else:
        for line in (*acts.reports.head_lines(answer.report, _painter()), ""):
            typer.echo(line if "\x1b" in line else fitted(line, text_width()), color=True)
        print_table(answer.headers, answer.rows(), optional=("code", "requirement"))
        if others := answer.others_text():
            print_text(f"\n{others}")
    raise typer.Exit(exit_code([answer.report.verdict]))
