"""An import as text."""

import shlex
import sys
from collections.abc import Iterator, Sequence

from deckcheck.acts.sheet_imports import (
    CHOSEN,
    KINDS,
    OWNED,
    STRONG,
    HoldingDifference,
    HoldingSheet,
    ImportOutcome,
    ImportPlan,
    MatchedRow,
    columns_left,
    difference_rows,
    outcome_words,
)
from deckcheck.cli.common import say, undo_line
from deckcheck.show.language import gettext as _, joined, one_of
from deckcheck.show.screen import screen_size
from deckcheck.show.tables import fitted_table, plain_table, print_table
from deckcheck.show.wording import amount, more_lines

_A_PAGE = 30
_ENOUGH = 5
_UNSURE_APPLIED = _("(on a terminal it asks about unsure rows, else writes a worksheet of them)")
_KINDS = ("layout", "told", "letter", "remembered", "word", "guessed")


def tell_reading(sheet: "HoldingSheet") -> None:
    """Prints on stderr how a file was read, sheet by sheet."""
    for part in sheet.parts:
        tell_reading(part.sheet)
    for name, why in sheet.passed_over:
        say(_("{source}, sheet {name!r} skipped: {why}"), source=sheet.source, name=name, why=why)
    if sheet.parts:
        return
    where = (
        _("{source}, sheet {sheet!r}", source=sheet.source, sheet=sheet.sheet)
        if sheet.sheet
        else sheet.source
    )
    layout = {"columns": _("by its column names"), "list": _("as a list")}.get(
        sheet.read_as, _("as {read_as}", read_as=sheet.read_as)
    )
    read = _("{where}: {rows} read {layout}", where=where, rows=amount(len(sheet.rows), "row"), layout=layout)
    say(joined((read, "" if sheet.holds == OWNED else _("it holds {kinds}", kinds=KINDS[sheet.holds])), "; "))
    _tell_columns(sheet)
    for note in sheet.notes:
        say(f"  {note}")
    for hint in _reading_hints(sheet):
        say(f"  {hint}")
    other = [(row, why) for row, why in sheet.skipped if why != "no quantity"]
    for row, why in other[:_ENOUGH]:
        say(f"  {_('row {row} left out: {why}', row=row, why=why)}")
    if others := other[_ENOUGH:]:
        say(f"  {_('and {count:,} more rows left out', count=len(others))}")


def _tell_columns(sheet: "HoldingSheet") -> None:
    """Prints what the columns of a sheet are, and which are left out."""
    left = columns_left(sheet)
    if sheet.read_as == "columns":
        used = [c for c in sheet.columns if c.how in _KINDS and c.field not in {"extra", "ignore"}]
        columns = ", ".join(f"{c.header} = {c.field}" for c in used if c not in left)
        say(f"  {_('columns: {columns}', columns=columns)}")
    kept = [c.header for c in sheet.columns if c.field == "extra" and c.how != "layout"]
    if left:
        say(f"  {_('columns left out: {columns}', columns=', '.join(c.header for c in left))}")
    elif kept and sheet.holds == OWNED:
        say(f"  {_('kept as they are: {kept}', kept=', '.join(kept))}")


def _reading_hints(sheet: "HoldingSheet") -> Iterator[str]:
    """The options that read a file in another way, where that may be meant."""
    if sheet.other_sheets:
        yield _("--all-sheets reads the other sheets too")
    if sheet.sheet and sheet.holds != OWNED:
        yield _(
            "--sheet-as {quote} takes its rows as owned copies", quote=shlex.quote(f"{sheet.sheet}=owned")
        )
    if sheet.maybe_quantity:
        option = shlex.quote(f"{sheet.maybe_quantity}=quantity")
        yield _("--map {option} reads the quantity from that column", option=option)
    if any(column.how == "guessed" for column in sheet.columns):
        yield _("--map COLUMN=FIELD corrects a column that was guessed wrong")


def tell_plan(plan: ImportPlan, differences: Sequence[HoldingDifference] | None, *, full: bool) -> None:
    """Prints what an import would change, and which of its rows are inferred or unsure."""
    most, name = None if full else _A_PAGE, plan.sheet.row_name
    if differences is not None and (rows := difference_rows(plan, differences)):
        print_table(("copies", "card", "what"), rows[:most], optional=("what",))
        _tell_more(len(rows), most)
    for note in plan.notes:
        say(note)
    meant, chosen = (
        [(name(m.row.row), m.match.found.label, m.match.reason) for m in plan.graded(grade) if m.match.found]
        for grade in (STRONG, CHOSEN)
    )
    unsure = [(name(m.row.row), m.row.text, _why(m)) for m in plan.unsure]
    for told, headers, found in (
        (_("\n{rows} by inference:"), ("row", "card", "why"), meant),
        (_("\n{rows} as you chose:"), ("row", "card"), chosen),
        (_("\n{rows} unsure, not applied:"), ("row", "text", "why"), unsure),
    ):
        if found:
            say(told, rows=amount(len(found), "row"))
            _say_table(headers, [row[: len(headers)] for row in found[:most]])
            _tell_more(len(found), most)
    if plan.kept:
        held = amount(len(plan.kept), "holding")
        say(_("\nkept, though the sheet lacks it: {held}, which an unsure row may mean"), held=held)
    if plan.spared:
        held = amount(len(plan.spared), "holding")
        say(_("\nkept, though the sheet lacks it: {held}, as you chose"), held=held)


def _say_table(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table on stderr; on a terminal long texts run over several lines."""
    if (size := screen_size(sys.stderr)) is not None:
        table = fitted_table(headers, rows, size.columns)
    else:
        table = plain_table(headers, rows)
    say("\n".join(line.rstrip() for line in table.rstrip("\n").split("\n")))


def _tell_more(count: int, most: int | None) -> None:
    if most is not None and count > most:
        say(joined((f"... {more_lines(count - most)}", _("--full shows all")), "; "))


def _why(matched: MatchedRow) -> str:
    labels = [candidate.label for candidate in matched.match.candidates]
    hint = f"({one_of(labels[:2])}{' ...' if labels[2:] else ''})" if labels else ""
    return joined((matched.match.reason, hint), " ")


def tell_outcome(plan: ImportPlan, outcome: "ImportOutcome") -> None:
    """Prints in a few lines what was changed, or how to apply the import."""
    rows, changes = outcome_words(plan, outcome)
    say(f"\n{rows}")
    say(changes)
    if outcome.unmatched_file:
        say(
            _(
                "unsure rows: {unmatched_file}; fill in 'Your choice' there and import it as you did "
                "this file"
            ),
            unmatched_file=outcome.unmatched_file,
        )
    if outcome.applied and outcome.batch:
        say(undo_line(outcome.batch))
    elif outcome.applied:
        say(_("nothing to change"))
    else:
        does_it = _("this was a preview; --apply does it")
        say(joined((does_it, _UNSURE_APPLIED if plan.unsure else ""), " "))
