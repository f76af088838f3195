"""`deckcheck repair`: the nearest legal deck, with the proof that none is nearer."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli.common import (
    EXIT_FINE,
    EXIT_NO,
    EXIT_UNPROVEN,
    DbOption,
    DeckGameOption,
    JsonOption,
    database_path,
    default_game,
    print_json,
    say,
)
from deckcheck.cli.open_decks import DECK_HELP, open_deck
from deckcheck.cli.validate import parse_day

if TYPE_CHECKING:
    from deckcheck.repair.result import Plan, Repair
    from deckcheck.session.repairing import OpenRepair


def repair(
    deck: Annotated[str, typer.Argument(metavar="DECK", help=DECK_HELP)],
    play_format: Annotated[
        str | None, typer.Option("--format", metavar="FORMAT", help="The format to be legal in.")
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option("--rules", metavar="EDITION", help="Rules edition instead of the format's."),
    ] = None,
    on: Annotated[
        str | None,
        typer.Option("--on", metavar="DATE", help="By what was in force on this day (YYYY-MM-DD)."),
    ] = None,
    format_file: Annotated[
        Path | None,
        typer.Option("--format-file", metavar="FILE", help="By your own format in a file."),
    ] = None,
    owned: Annotated[
        bool, typer.Option("--owned", help="Put in only copies that are free in the collection.")
    ] = False,
    from_: Annotated[
        str | None,
        typer.Option("--from", metavar="QUERY", help="Put in only cards that a query asks for."),
    ] = None,
    keep: Annotated[
        list[str] | None,
        typer.Option("--keep", metavar="NAME", help="A card of which no copy leaves the deck."),
    ] = None,
    out: Annotated[
        list[str] | None,
        typer.Option("--out", metavar="NAME", help="A card that leaves, and does not come in."),
    ] = None,
    max_changes: Annotated[
        int | None, typer.Option("--max-changes", metavar="N", min=0, help="Change no more than N.")
    ] = None,
    alternatives: Annotated[
        int,
        typer.Option(
            "--alternatives", metavar="N", min=0, max=100, help="Show the N next best decks, too."
        ),
    ] = 0,
    drop_unknown: Annotated[
        bool,
        typer.Option("--drop-unknown", help="Take out names that are no card for certain."),
    ] = False,
    time_limit: Annotated[
        float,
        typer.Option(
            "--time-limit", metavar="SECONDS", min=0, max=3600, help="The longest for the proof."
        ),
    ] = 5.0,
    write: Annotated[
        Path | None,
        typer.Option("--write", metavar="FILE", help="Write the legal deck; keeps its format."),
    ] = None,
    save: Annotated[
        str | None, typer.Option("--save", metavar="NAME", help="Save the legal deck.")
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace FILE, or the saved deck, if it is there.")
    ] = False,
    short: Annotated[bool, typer.Option("--short", help="Print the changes in two lines.")] = False,
    ask: Annotated[
        bool, typer.Option("--ask", help="Ask about each change: accept, reject, keep, undo.")
    ] = False,
    read_as: Annotated[
        str | None,
        typer.Option("--read-as", metavar="FORMAT", help="Read the file as this format."),
    ] = None,
    game: DeckGameOption = None,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Find the nearest legal deck, and prove that none is nearer.

    A change is one card taken out or put in. Of the decks with fewest changes it is the one that
    needs fewest cards you do not have free, then the one most like yours.

    Exit code 0: a legal deck was found; 1: there is none under these conditions; 3: it cannot be
    proven legal, since names stay in that are no card for certain.

    Example: deckcheck repair my.dek --owned --format standard
    """
    day = parse_day(on)
    if play_format and format_file:
        raise typer.BadParameter("choose one of --format and --format-file")
    if ask and json:
        raise typer.BadParameter("--ask goes with no --json")
    from deckcheck.session.session import Session

    opened = open_deck(deck, read_as, game, db)
    with Session(database_path(db), game=default_game(), tell=say) as session:
        work = session.open_repair(
            opened, play_format, rules=rules, on=day, game=game, read_as=read_as,
            format_file=format_file, owned=owned, cards=from_, keep=keep or (), out=out or (),
            max_changes=max_changes, alternatives=alternatives, drop_unknown=drop_unknown,
            time_limit=time_limit,
        )  # fmt: skip
        found = _asked(work) if ask else work.found()
        _show(found, json=json, short=short)
        if found.plan is not None and (write or save):
            _keep(work, found.plan, write, save, force=force)
    raise typer.Exit(_exit_code(found))


def _asked(work: "OpenRepair") -> "Repair":
    """The repair of which every change was accepted on the terminal."""
    from deckcheck.cli.repair_questions import ask_about

    dialog = work.dialog()
    if dialog.plan is not None and ask_about(dialog) is None:
        say("nothing was changed")
        raise typer.Exit(EXIT_NO)
    return dialog.repair


def _keep(
    work: "OpenRepair", plan: "Plan", write: Path | None, save: str | None, *, force: bool
) -> None:
    """Writes the deck of a plan, or saves it."""
    if write is not None:
        for lost in work.write(plan, write, force=force):
            say(f"{write}: {lost}")
        say(f"{write}: written")
    if save is not None:
        batch = work.save(plan, save, force=force)
        undo = (
            "" if batch is None else f"; to take it back: deckcheck collection undo {batch.number}"
        )
        say(f"saved as {save}{undo}")


def _show(found: "Repair", *, json: bool, short: bool) -> None:
    if json:
        from deckcheck.repair.result import as_document

        print_json(as_document(found))
    else:
        from deckcheck.repair.text import repair_text

        sys.stdout.write(repair_text(found, short=short))


def _exit_code(found: "Repair") -> int:
    """0 for a legal deck, 1 where there is none, 3 where it cannot be proven legal."""
    if found.is_legal:
        return EXIT_FINE
    return EXIT_NO if found.plan is None else EXIT_UNPROVEN
