"""`deckcheck collection import`: a sheet into the collection, previewed, asked about, undoable."""

import hashlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from deckcheck.cli.collection.common import opened
from deckcheck.cli.common import (
    EXIT_FINE,
    EXIT_NO,
    DbOption,
    GameOption,
    JsonOption,
    database_path,
    print_json,
    say,
)

if TYPE_CHECKING:
    from deckcheck.cli.cards.import_view import Outcome
    from deckcheck.collection.matching import Candidate, Matcher
    from deckcheck.collection.sheet_import import ImportPlan
    from importers.collections.holding_sheet import HoldingSheet


def import_sheet(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A sheet: CSV, TSV, XLSX, ODS, XLS or JSON.")
    ],
    mode: Annotated[
        Literal["add", "set"] | None,
        typer.Option(
            "--mode",
            help="add: the copies come to what is held; set: what is held becomes what the sheet "
            "says (default: add, and set for sheets in our own layout).",
        ),
    ] = None,
    map_: Annotated[
        list[str] | None,
        typer.Option(
            "--map",
            metavar="COLUMN=FIELD",
            help="Which field a column holds, by its header or letter; remembered for sheets "
            "with the same header.",
        ),
    ] = None,
    sheet: Annotated[
        str | None, typer.Option("--sheet", metavar="NAME", help="Read this sheet of the workbook.")
    ] = None,
    apply: Annotated[bool, typer.Option("--apply", help="Do it; otherwise only preview.")] = False,
    no_input: Annotated[
        bool,
        typer.Option(
            "--no-input", help="Ask nothing; with --apply, unsure rows go to FILE.unmatched.xlsx."
        ),
    ] = False,
    yes: Annotated[
        bool, typer.Option("--yes", help="With --mode set, remove what the sheet lacks unasked.")
    ] = False,
    keep: Annotated[
        bool, typer.Option("--keep", help="With --mode set, keep what the sheet lacks.")
    ] = False,
    again: Annotated[
        bool, typer.Option("--again", help="Import the file although it was imported before.")
    ] = False,
    full: Annotated[bool, typer.Option("--full", help="Show all rows, not the first 30.")] = False,
    game: GameOption = "swtcg",
    json: JsonOption = False,
    db: DbOption = None,
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
    from db.collection.history import find_import
    from db.collection.layouts import find_layout
    from db.errors import ImportedBeforeError
    from deckcheck.cli.cards.import_view import already_document, tell_reading
    from importers.collections.holding_sheet import parse_holdings
    from importers.sheets.sheets import read_bytes

    told = _told(map_ or [])
    with opened(db, game) as open_:
        database, known = database_path(db), open_.collecting_game
        without = set() if known.title_and_set else {"subtitle"}
        without |= set() if known.collecting.has_dice else {"dice"}
        data = read_bytes(file)
        read = parse_holdings(
            data, str(file), sheet=sheet, told=told,
            remembered=lambda header: find_layout(database, header), without=frozenset(without),
        )  # fmt: skip
        digest = hashlib.sha256(data + (sheet or "").encode()).hexdigest()
        wanted = mode or read.mode or ("set" if read.is_own else "add")
        tell_reading(read)

        def end_if_imported() -> None:
            if not again and (batch := find_import(database, digest)):
                say(str(ImportedBeforeError(str(file), batch.number)))
                if json:
                    print_json(already_document(read, wanted, batch))
                raise typer.Exit(EXIT_FINE)

        end_if_imported()
        from deckcheck.collection.matching import Matcher

        asks = apply and not no_input and not json and _is_terminal()
        work = _Import(database, game, read, wanted, Matcher(open_.catalogue))
        plan = work.plan(asks=asks)
        if keep:
            plan = plan.sparing()
        if apply:
            plan = plan if yes else work.confirmed(plan, asks=asks)
            try:
                outcome = work.apply(plan, digest, told, once=not again)
            except ImportedBeforeError:  # by another program, since we looked
                end_if_imported()
                raise
        else:
            outcome = work.preview(plan, full=full, json=json)
    work.report(plan, outcome, full=full, json=json)
    raise typer.Exit(EXIT_NO if plan.unsure else EXIT_FINE)


def _is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty()


def _told(pairs: Sequence[str]) -> dict[str, str]:
    told = {}
    for pair in pairs:
        column, sign, field = pair.rpartition("=")
        if not sign or not column.strip() or not field.strip():
            message = f"{pair!r}: expected COLUMN=FIELD, like Bestand=quantity"
            raise typer.BadParameter(message, param_hint="--map")
        told[column.strip()] = field.strip().casefold().replace("-", "_")
    return told


class _Import:
    """One import, from the rows of a sheet to the ledger."""

    def __init__(
        self, database: Path, game: str, sheet: "HoldingSheet", mode: str, matcher: "Matcher"
    ) -> None:
        self._database = database
        self._game = game
        self._sheet = sheet
        self._mode = mode
        self._matcher = matcher

    def plan(self, *, asks: bool) -> "ImportPlan":
        """What the sheet would do, after the questions if any are asked."""
        from deckcheck.cli.collection.questions import Questions
        from deckcheck.collection.sheet_import import askable, match_rows
        from importers.collections.holding_sheet import with_quantities

        decided: dict[int, Candidate] = {}
        if asks:
            questions = Questions(self._matcher)
            self._sheet = with_quantities(self._sheet, questions.count(self._sheet))
        rows = match_rows(self._sheet, self._matcher, mode=self._mode)
        for note in self._matcher.notes:
            say(note)
        if asks:
            decided = questions.decide(askable(self._sheet, rows))
            rows = match_rows(self._sheet, self._matcher, decided, self._mode)
        from db.collection.read import holdings
        from deckcheck.collection.sheet_import import plan_import

        return plan_import(self._sheet, rows, holdings(self._database, self._game), self._mode)

    def confirmed(self, plan: "ImportPlan", *, asks: bool) -> "ImportPlan":
        """The plan, after the user said what becomes of holdings that the sheet lacks.

        Ends the command where nothing is to be changed; refuses where nobody can be asked.
        """
        from deckcheck.cli.cards.import_view import count_of
        from deckcheck.cli.collection.questions import REMOVAL, choose
        from deckcheck.errors import EmptyingRefusedError, edited

        if self._mode == "add" and self._sheet.is_own:
            say("this sheet came from your collection: adding it makes every holding double")
        if not plan.emptied:
            return plan
        names = [plan.names[holding.key] for holding in plan.emptied]
        if asks:
            held = count_of(len(names), "holding")
            say(f"\nThe sheet lacks {held}, which would be removed{edited(plan.elsewhere)}:")
            for name in names[:10]:
                say(f"  {name}")
            if len(names) > 10:  # noqa: PLR2004 - enough to see what they are
                say(f"  and {len(names) - 10:,} more")
            answer = choose(REMOVAL)
            if answer == "n":
                say("nothing was changed")
                raise typer.Exit(EXIT_NO)
            return plan if answer == "r" else plan.sparing()
        raise EmptyingRefusedError(names, plan.elsewhere)

    def apply(
        self, plan: "ImportPlan", digest: str, told: dict[str, str], *, once: bool
    ) -> "Outcome":
        """Applies the plan; the mapping is remembered, unsure rows go to a worksheet.

        The worksheet comes first: once the file counts as imported, its rows must be somewhere.
        """
        from dataclasses import replace

        from db.collection.layouts import remember_layout
        from deckcheck.cli.cards.import_view import outcome_of_batch
        from deckcheck.collection.sheet_import import apply_plan

        worksheet = self._write_unmatched(plan)
        try:
            batch = apply_plan(plan, self._database, digest, once=once)
        except BaseException:
            if worksheet and worksheet != self._sheet.source:
                Path(worksheet).unlink(missing_ok=True)
            raise
        if told:
            mapping = {
                c.header: c.field for c in self._sheet.columns if c.how in {"told", "letter"}
            }
            remember_layout(self._database, self._sheet.fingerprint, mapping)
        outcome = outcome_of_batch(batch, plan)
        return replace(outcome, unmatched_file=worksheet)

    def preview(self, plan: "ImportPlan", *, full: bool, json: bool) -> "Outcome":
        """Shows what the plan would change; nothing is written, no worksheet either."""
        from deckcheck.cli.cards.import_view import outcome_of_preview, tell_plan
        from deckcheck.collection.sheet_import import differences

        found = differences(plan, self._database)
        if not json:
            tell_plan(plan, found, full=full)
        return outcome_of_preview(found, plan)

    def report(self, plan: "ImportPlan", outcome: "Outcome", *, full: bool, json: bool) -> None:
        """Says how it went."""
        from deckcheck.cli.cards.import_view import document, tell_outcome, tell_plan

        if json:
            print_json(document(plan, outcome, full=full))
            return
        if outcome.applied:
            tell_plan(plan, None, full=full)
        tell_outcome(plan, outcome)

    def _write_unmatched(self, plan: "ImportPlan") -> str | None:
        """The worksheet with the rows that stay unsure, None where all are settled."""
        from importers.collections.layouts import UNMATCHED

        if not plan.unsure:
            return None
        if self._sheet.read_as == UNMATCHED.name and len(plan.unsure) == len(self._sheet.rows):
            return self._sheet.source  # nothing in it was decided, so it still holds them all
        from importers.collections.unmatched_sheet import UnsureRow, unmatched_path, write_unmatched
        from importers.decks.writing import save_deck

        rows = [
            UnsureRow(
                matched.row,
                matched.match.reason,
                [candidate.label for candidate in matched.match.candidates],
            )
            for matched in plan.unsure
        ]
        path = unmatched_path(Path(self._sheet.source))
        save_deck(path, write_unmatched(rows, plan.mode))
        return str(path)
