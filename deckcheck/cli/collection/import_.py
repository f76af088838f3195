"""`deckcheck collection import`: a sheet into the collection, previewed, asked about, undoable."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from deckcheck import acts
from deckcheck.cli import options as opt
from deckcheck.cli.collection.common import app, open_collection
from deckcheck.cli.common import EXIT_FINE, EXIT_NO, can_ask, parse_pairs, print_json, say
from deckcheck.cli.given import given
from deckcheck.show.language import gettext as _, joined
from deckcheck.show.wording import amount, more_lines

if TYPE_CHECKING:
    from deckcheck.acts.collection import SessionCollection
    from deckcheck.acts.sheet_imports import ImportOutcome, ImportPlan, SheetImport


@app.command("import")
@given(collection=open_collection)
def import_sheet(
    collection: "SessionCollection",
    file: Annotated[
        Path, opt.argument("FILE", "A sheet (CSV, TSV, XLSX, ODS, XLS or JSON), or a typed list.")
    ],
    mode: Annotated[
        Literal["add", "set"] | None,
        opt.flag(
            "--mode",
            "add: the copies come to what is held; set: what is held becomes what the sheet "
            "says (default: add, and set for sheets in our own layout).",
        ),
    ] = None,
    map_: Annotated[
        list[str] | None,
        opt.option(
            "COLUMN=FIELD",
            "Which field a column holds, by its header or letter; remembered for sheets "
            "with the same header.",
            "--map",
        ),
    ] = None,
    sheet: Annotated[str | None, opt.option("NAME", "Read this sheet of the workbook.")] = None,
    all_sheets: Annotated[
        bool, opt.flag("--all-sheets", "Read all sheets of the workbook that hold cards, as one.")
    ] = False,
    sheet_as: Annotated[
        list[str] | None,
        opt.option(
            "NAME=KIND",
            "What a sheet holds: owned, wants, for-trade or deck (default: by its name and columns).",
        ),
    ] = None,
    apply: Annotated[bool, opt.flag("--apply", "Do it; otherwise only preview.")] = False,
    no_input: Annotated[
        bool, opt.flag("--no-input", "Ask nothing; with --apply, unsure rows go to FILE.unmatched.xlsx.")
    ] = False,
    yes: Annotated[
        bool, opt.flag("--yes -y", "With --mode set, remove what the sheet lacks unasked.")
    ] = False,
    keep: Annotated[bool, opt.flag("--keep", "With --mode set, keep what the sheet lacks.")] = False,
    again: Annotated[bool, opt.flag("--again", "Import the file although it was imported before.")] = False,
    full: Annotated[bool, opt.flag("--full", "Show all rows, not the first 30.")] = False,
    json: opt.Json = False,
) -> None:
    """Import a sheet of holdings, in any usual layout; without --apply it is only previewed.

    Rows that name one printing are applied, and so are rows that can only be one, which are listed
    with the reason. A row that may be several is never applied: on a terminal you are asked about
    it, elsewhere it goes to FILE.unmatched.xlsx, to be filled in and imported. A preview asks
    nothing and writes nothing.

    Exit code 1 when rows are unsure and not applied.

    Fields for --map: quantity, name, version, set, set_code, set_name, number, image_key,
    condition, language, finish, location, for_trade, notes, acquired_on, price, currency, dice,
    subtitle, extra (kept and written back), ignore.

    Example: deckcheck collection import mine.xlsx --map Bestand=quantity --apply
    """
    from deckcheck.cli.collection.import_view import tell_reading

    columns = parse_pairs(map_, "--map", _("COLUMN=FIELD, like Bestand=quantity"))
    holds = parse_pairs(sheet_as, "--sheet-as", _("NAME=KIND, like 'Trade binder=for-trade'"))
    if sheet is not None and all_sheets:
        raise opt.wrong(_("--sheet and --all-sheets exclude each other"))
    work = collection.import_sheet(
        file,
        mode=mode,
        columns=_words(columns, "-", "_"),
        sheet=sheet,
        all_sheets=all_sheets,
        kinds=_words(holds, "-", " "),
    )
    tell_reading(work.sheet)

    def end_if_imported() -> None:
        if not again and (batch := work.imported_before):
            say(str(acts.errors.ImportedBeforeError(str(file), batch.number)))
            if json:
                print_json(acts.sheet_imports.already_document(work.sheet, work.mode, batch))
            raise typer.Exit(EXIT_FINE)

    end_if_imported()
    asks = apply and not no_input and not json and can_ask()
    _ask(work, asks=asks)
    plan = work.plan(lacking="keep" if keep else "remove")
    if apply:
        plan = plan if yes else _confirmed(plan, asks=asks)
        try:
            outcome = work.apply(plan, lacking="remove", again=again)
        except acts.errors.ImportedBeforeError:  # by another program, since we looked
            end_if_imported()
            raise
    else:
        outcome = _preview(work, plan, full=full, json=json)
    _report(plan, outcome, full=full, json=json)
    raise typer.Exit(EXIT_NO if plan.unsure else EXIT_FINE)


def _words(pairs: Mapping[str, str], old: str, new: str) -> dict[str, str]:
    """The values of pairs as they are known: in small letters, with one sign for the other."""
    return {name: value.casefold().replace(old, new) for name, value in pairs.items()}


def _ask(work: "SheetImport", *, asks: bool) -> None:
    """Asks about rows without a clear quantity or card; tells what there is to note of them."""
    from deckcheck.cli.collection.questions import Questions

    questions = Questions(work.matcher, row_name=work.sheet.row_name)
    if asks:
        work.count(questions.count(work.sheet))
    rows = work.rows()
    for note in work.matcher.notes:
        say(note)
    if asks:
        work.decide(questions.decide(acts.sheet_imports.askable(work.sheet, rows)))


def _confirmed(plan: "ImportPlan", *, asks: bool) -> "ImportPlan":
    """The plan, after the user said what becomes of holdings that the sheet lacks.

    Ends the command where nothing is to be changed; refuses where nobody can be asked.
    """
    from deckcheck.cli.collection.questions import REMOVAL, choose

    if not plan.emptied:
        return plan
    names = [plan.names[holding.key] for holding in plan.emptied]
    if asks:
        held = amount(len(names), "holding")
        lacking = _("The sheet lacks {held}, which would be removed", held=held)
        say(f"\n{joined((lacking, acts.sheet_imports.edited(plan.elsewhere)), ' ')}:")
        for name in names[:10]:
            say(f"  {name}")
        if others := names[10:]:
            say(f"  {more_lines(len(others))}")
        answer = choose(REMOVAL)
        if answer == "n":
            say(_("nothing was changed"))
            raise typer.Exit(EXIT_NO)
        return plan if answer == "r" else plan.sparing()
    raise acts.errors.EmptyingRefusedError(names, plan.elsewhere)


def _preview(work: "SheetImport", plan: "ImportPlan", *, full: bool, json: bool) -> "ImportOutcome":
    """Shows what the plan would change; nothing is written, no worksheet either."""
    from deckcheck.cli.collection.import_view import tell_plan

    preview = work.preview(plan)
    if not json:
        tell_plan(plan, preview.differences, full=full)
    return preview.outcome


def _report(plan: "ImportPlan", outcome: "ImportOutcome", *, full: bool, json: bool) -> None:
    """Says how it went."""
    from deckcheck.cli.collection.import_view import tell_outcome, tell_plan

    if json:
        print_json(acts.sheet_imports.import_document(plan, outcome, full=full))
        return
    if outcome.applied:
        tell_plan(plan, None, full=full)
    tell_outcome(plan, outcome)
