"""An import as text and as JSON."""

import shutil
import sys
from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from db.collection.holdings import HoldingKey
from deckcheck.cli.common import say
from deckcheck.collection.matching import AMBIGUOUS, STRONG, UNMATCHED
from deckcheck.collection.sheet_import import (
    HoldingDifference,
    ImportPlan,
    MatchedRow,
    grade_counts,
)

if TYPE_CHECKING:
    from db.collection.history import LedgerBatch
    from deckcheck.collection.file_import import ImportOutcome
    from importers.collections.holding_sheet import HoldingSheet

_A_PAGE = 30
_UNSURE_APPLIED = " (on a terminal it asks about unsure rows, else writes a worksheet of them)"
_KINDS = ("layout", "told", "letter", "remembered", "word", "guessed")


def count_of(count: int, what: str) -> str:
    """A number with its noun, like `1 row` and `2,000 rows`.

    >>> count_of(1, "row"), count_of(2000, "row")
    ('1 row', '2,000 rows')
    """
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def document(plan: ImportPlan, outcome: "ImportOutcome", *, full: bool = False) -> dict[str, Any]:
    """The import as JSON; `full` lists the rows that were applied by inference too."""
    sheet = plan.sheet
    counts = grade_counts(plan)
    found: dict[str, Any] = {
        "schema": "deckcheck.import/1",
        **_file(sheet),
        "mode": plan.mode,
        "applied": outcome.applied,
        "batch": outcome.batch,
        "rows": len(plan.rows),
        "matched": {"exact": counts["exact"], "strong": counts["strong"]},
        "unmatched": [_unsure(row, sheet) for row in plan.graded(UNMATCHED)],
        "ambiguous": [_unsure(row, sheet) for row in plan.graded(AMBIGUOUS)],
        "changes": {
            "added": outcome.added,
            "changed": outcome.changed,
            "unchanged": plan.unchanged,
            "removed": outcome.removed,
            "moved": outcome.moved,
        },
        "already_imported": False,
        "strong": [
            {
                **_place(m.row.row, sheet),
                "text": m.row.text,
                "found": m.match.found.label,
                "reason": m.match.reason,
            }
            for m in plan.graded(STRONG)
            if m.match.found
        ],
        "skipped": [{**_place(row, sheet), "reason": reason} for row, reason in sheet.skipped],
        "emptied": [plan.names[h.key] for h in plan.emptied],
        "kept": [plan.names[h.key] for h in (*plan.kept, *plan.spared)],
        "moved": [
            {
                "name": plan.names[move.source.key],
                "quantity": move.source.quantity,
                "from": place_of(move.source.key),
                "to": place_of(move.target),
            }
            for move in plan.moved
        ],
        "notes": [*sheet.notes, *plan.notes],
        "unmatched_file": outcome.unmatched_file,
    }
    if full and not sheet.parts:
        found["columns"] = _columns(sheet)
    return found


def already_document(sheet: "HoldingSheet", mode: str, batch: "LedgerBatch") -> dict[str, Any]:
    """The JSON for a file that was imported before: nothing changes."""
    return {
        "schema": "deckcheck.import/1",
        **_file(sheet),
        "mode": mode,
        "applied": False,
        "batch": batch.number,
        "rows": len(sheet.rows),
        "matched": {"exact": 0, "strong": 0},
        "unmatched": [],
        "ambiguous": [],
        "changes": {
            "added": 0,
            "changed": 0,
            "unchanged": len(sheet.rows),
            "removed": 0,
            "moved": 0,
        },
        "already_imported": True,
    }


def _file(sheet: "HoldingSheet") -> dict[str, Any]:
    return {
        "file": sheet.source,
        "read_as": sheet.read_as,
        "kind": sheet.kind,
        "sheet": sheet.sheet or None,
        **({"sheets": _sheets(sheet)} if sheet.parts else {}),
    }


def _sheets(sheet: "HoldingSheet") -> list[dict[str, Any]]:
    """All sheets of a workbook that was read whole, those that were passed over too."""
    read = [
        {
            "sheet": part.sheet.sheet,
            "read_as": part.sheet.read_as,
            "rows": len(part.sheet.rows),
            "columns": _columns(part.sheet),
        }
        for part in sheet.parts
    ]
    return [*read, *({"sheet": name, "passed_over": why} for name, why in sheet.passed_over)]


def _columns(sheet: "HoldingSheet") -> list[dict[str, str]]:
    return [{"column": c.header, "field": c.field, "how": c.how} for c in sheet.columns]


def _place(row: int, sheet: "HoldingSheet") -> dict[str, Any]:
    """Where a row stands: its number, and of several sheets which one."""
    part, number = sheet.sheet_of(row)
    return {"row": number, **({"sheet": part.sheet} if sheet.parts else {})}


def _unsure(matched: MatchedRow, sheet: "HoldingSheet") -> dict[str, Any]:
    return {
        **_place(matched.row.row, sheet),
        "text": matched.row.text,
        "candidates": [candidate.label for candidate in matched.match.candidates],
        "reason": matched.match.reason,
    }


def tell_reading(sheet: "HoldingSheet") -> None:
    """Says on stderr how a file was read, sheet by sheet."""
    for part in sheet.parts:
        tell_reading(part.sheet)
    for name, why in sheet.passed_over:
        say(f"{sheet.source}, sheet {name!r} passed over: {why}")
    if sheet.parts:
        return
    which = f", sheet {sheet.sheet!r}" if sheet.sheet else ""
    layout = "by its column names" if sheet.read_as == "columns" else f"as {sheet.read_as}"
    say(f"{sheet.source}{which}: {count_of(len(sheet.rows), 'row')} read {layout}")
    used = [c for c in sheet.columns if c.how in _KINDS and c.field not in {"extra", "ignore"}]
    if sheet.read_as == "columns":
        say("  columns: " + ", ".join(f"{c.header} = {c.field}" for c in used))
    kept = [c.header for c in sheet.columns if c.field == "extra" and c.how != "layout"]
    if kept:
        say(f"  kept as they are: {', '.join(kept)}")
    for note in sheet.notes:
        say(f"  {note}")
    other = [(row, why) for row, why in sheet.skipped if why != "no quantity"]
    for row, why in other[:5]:
        say(f"  row {row} left out: {why}")
    if len(other) > 5:  # noqa: PLR2004 - enough to see what they are
        say(f"  and {len(other) - 5:,} more rows left out")


def tell_plan(
    plan: ImportPlan, differences: Sequence[HoldingDifference] | None, *, full: bool
) -> None:
    """Prints what an import would change, and says which rows are inferred and which unsure."""
    most = None if full else _A_PAGE
    if differences:
        _tell_differences(plan, differences, most)
    for note in plan.notes:
        say(note)
    strong, unsure = plan.graded(STRONG), plan.unsure
    if strong:
        say(f"\n{count_of(len(strong), 'row')} by inference:")
        shown = [
            (
                plan.sheet.row_name(m.row.row),
                m.match.found.label if m.match.found else "",
                m.match.reason,
            )
            for m in strong[:most]
        ]
        _say_table(("row", "card", "why"), shown)
        _tell_more(len(strong), most)
    if unsure:
        say(f"\n{count_of(len(unsure), 'row')} unsure, not applied:")
        shown = [(plan.sheet.row_name(m.row.row), m.row.text, _why(m)) for m in unsure[:most]]
        _say_table(("row", "text", "why"), shown)
        _tell_more(len(unsure), most)
    if plan.kept:
        held, stay, them = _lacked(len(plan.kept))
        say(f"\nthe sheet lacks {held}, which {stay}: an unsure row may mean {them}")
    if plan.spared:
        held, stay, _ = _lacked(len(plan.spared))
        say(f"\nthe sheet lacks {held}, which {stay}, as you chose")


def _lacked(number: int) -> tuple[str, str, str]:
    """So many holdings, that they stay as they are, and the pronoun for them.

    >>> _lacked(1), _lacked(2)
    (('1 holding', 'stays as it is', 'it'), ('2 holdings', 'stay as they are', 'them'))
    """
    stay, them = ("stays as it is", "it") if number == 1 else ("stay as they are", "them")
    return count_of(number, "holding"), stay, them


def _tell_differences(
    plan: ImportPlan, differences: Sequence[HoldingDifference], most: int | None
) -> None:
    """Prints what would become of each holding; what moves is one row, at its new place."""
    from deckcheck.show.tables import print_table

    left = {move.source.key for move in plan.moved}
    shown = [one for one in differences if one.key not in left]
    if shown:
        came = defaultdict(list)
        for move in plan.moved:
            came[move.target].append(place_of(move.source.key) or "no place")
        rows = [_difference_row(one, came.get(one.key, ())) for one in shown[:most]]
        print_table(("copies", "card", "what"), rows, shrink=("what",))
        _tell_more(len(shown), most)


def _say_table(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table on stderr; on a terminal long texts run over several lines."""
    from deckcheck.show.tables import fitted_table, plain_table

    if sys.stderr.isatty():
        table = fitted_table(headers, rows, shutil.get_terminal_size().columns)
    else:
        table = plain_table(headers, rows)
    say("\n".join(line.rstrip() for line in table.rstrip("\n").split("\n")))


def _tell_more(count: int, most: int | None) -> None:
    if most is not None and count > most:
        say(f"... and {count - most:,} more; --full shows all")


def _why(matched: MatchedRow) -> str:
    labels = [candidate.label for candidate in matched.match.candidates]
    hint = f" ({' or '.join(labels[:2])}{' ...' if len(labels) > 2 else ''})" if labels else ""  # noqa: PLR2004 - two fit in a line
    return matched.match.reason + hint


def place_of(key: HoldingKey) -> str:
    """Condition, language, finish and place of a holding.

    >>> place_of(HoldingKey(1, None, "NM", location="box 1"))
    'NM, box 1'
    """
    return ", ".join(part for part in key[2:] if part)


def _difference_row(
    difference: HoldingDifference, came_from: Sequence[str]
) -> tuple[str, str, str]:
    before, after = difference.before, difference.after
    had, has = before.quantity if before else 0, after.quantity if after else 0
    key = difference.key
    details = [place] if (place := place_of(key)) else []
    details += [f"moved from {place}" for place in came_from]
    if after and before is None and after.for_trade:
        details.append(f"{after.for_trade} for trade")
    if before and after:
        details += [
            f"{name.replace('_', ' ')} changes"
            for name in ("for_trade", "notes", "acquired_on", "price", "currency", "extra")
            if getattr(before, name) != getattr(after, name)
        ]
    copies = f"{had} -> {has}" if had != has else str(has)
    had_dice, has_dice = before.dice if before else 0, after.dice if after else 0
    if had_dice != has_dice:
        details.append(f"dice {had_dice} -> {has_dice}")
    elif has_dice:
        details.append(f"dice {has_dice}")
    return copies, difference.name, ", ".join(details)


def tell_outcome(plan: ImportPlan, outcome: "ImportOutcome") -> None:
    """Says in a few lines what was changed, or how to do it."""
    counts = grade_counts(plan)
    say(
        f"\n{count_of(len(plan.rows), 'row')}: {counts['exact']:,} exact, "
        f"{counts['strong']:,} by inference, {len(plan.unsure):,} unsure"
    )
    done = "holdings:" if outcome.applied else "would change holdings:"
    say(
        f"{done} {outcome.added:,} new, {outcome.changed:,} changed, {plan.unchanged:,} unchanged, "
        f"{outcome.removed:,} removed{f', {outcome.moved:,} moved' if outcome.moved else ''}"
    )
    if outcome.unmatched_file:
        say(
            f"unsure rows: {outcome.unmatched_file}; fill in 'Your choice' there and import it "
            "as you did this file"
        )
    if outcome.applied and outcome.batch:
        say(f"batch {outcome.batch}; to take it back: deckcheck collection undo {outcome.batch}")
    elif outcome.applied:
        say("nothing to change")
    else:
        say(f"this was a preview; --apply does it{_UNSURE_APPLIED if plan.unsure else ''}")
