"""Sheets of holdings imported: looked at, asked about, previewed, as documents and rows."""

from collections.abc import Sequence
from typing import Any

from db.collection.history import LedgerBatch
from db.collection.holdings import HoldingKey
from db.language import Message, gettext as _, joined
from db.sums import gathered
from deckcheck.collection.file_import import ImportOutcome, SheetImport
from deckcheck.collection.import_questions import (
    ImportAnswers,
    ImportQuestions,
    answer_questions,
    stated_card,
    unknown_set,
    with_set,
)
from deckcheck.collection.matching import (
    AMBIGUOUS,
    CHOSEN,
    STRONG,
    UNMATCHED,
    Candidate,
    CardMatch,
    MatchedRow,
    Matcher,
)
from deckcheck.collection.sheet_import import HoldingDifference, ImportPlan, askable, grade_counts
from deckcheck.collection.sheet_lists import WantChange, is_weight
from deckcheck.collection.typed_list import find_list
from deckcheck.errors import edited
from deckcheck.show.picked import picked
from deckcheck.show.wording import amount
from importers.collections.header import Column, score_rows
from importers.collections.header_words import FIELDS
from importers.collections.holding_cells import read_quantity
from importers.collections.holding_row import SheetHolding
from importers.collections.holding_sheet import HoldingSheet
from importers.collections.sheet_kinds import FOR_TRADE, KINDS, OWNED, WANTS
from importers.documents.tables import parse_tables
from importers.errors import MalformedFileError
from importers.sheets.sheet import Sheet
from importers.sheets.sheets import checked_bytes


def import_document(plan: ImportPlan, outcome: ImportOutcome, *, full: bool = False) -> dict[str, Any]:
    """The import as JSON; `full` lists the rows that were applied by inference too."""
    sheet = plan.sheet
    counts = grade_counts(plan)
    result: dict[str, Any] = {
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
        "wants": [
            {
                "name": want.name,
                "before": want.before.quantity if want.before else 0,
                "after": want.after.quantity,
            }
            for want in plan.wants
        ],
        "already_imported": False,
        "strong": [
            {
                **_place(m.row.row, sheet),
                **picked(m, "text=row.text found=match.found.label reason=match.reason"),
            }
            for m in plan.graded(STRONG)
            if m.match.found
        ],
        "chosen": [
            {**_place(m.row.row, sheet), "text": m.row.text, "found": m.match.found.label}
            for m in plan.graded(CHOSEN)
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
        result["columns"] = _columns(sheet)
    return result


def already_document(sheet: HoldingSheet, mode: str, batch: LedgerBatch) -> dict[str, Any]:
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
        "changes": {"added": 0, "changed": 0, "unchanged": len(sheet.rows), "removed": 0, "moved": 0},
        "already_imported": True,
    }


def _file(sheet: HoldingSheet) -> dict[str, Any]:
    """How a file was read; of a workbook that was read whole all sheets, those that were skipped too."""
    document = picked(sheet, "file=source read_as kind sheet?")
    if not sheet.parts:
        return document
    read = [
        {
            **picked(part, "sheet=sheet.sheet read_as=sheet.read_as becomes=sheet.holds"),
            "rows": len(part.sheet.rows),
            "columns": _columns(part.sheet),
        }
        for part in sheet.parts
    ]
    skipped = [{"sheet": name, "passed_over": why} for name, why in sheet.passed_over]
    return {**document, "sheets": [*read, *skipped]}


def _columns(sheet: HoldingSheet) -> list[dict[str, str]]:
    return [{"column": c.header, "field": c.field, "how": c.how} for c in sheet.columns]


_OF_COPIES = frozenset({"extra", "price", "currency", "acquired_on"})
_LEFT_OUT = {WANTS: _OF_COPIES | {"location", "for_trade"}, FOR_TRADE: _OF_COPIES | {"notes"}}
"""The fields of copies that no want, and no mark of copies for trade, keeps."""


def columns_left(sheet: HoldingSheet) -> tuple[Column, ...]:
    """The columns of a sheet of wants or of copies for trade that are not kept."""
    left = _LEFT_OUT.get(sheet.holds, ())
    found = (c for c in sheet.columns if c.field in left and c.how != "layout")
    return tuple(c for c in found if sheet.holds != WANTS or not is_weight(c.header))


def _place(row: int, sheet: HoldingSheet) -> dict[str, Any]:
    """Where a row stands: its number, and of several sheets which one."""
    part, number = sheet.sheet_of(row)
    return {"row": number, **({"sheet": part.sheet} if sheet.parts else {})}


def _unsure(matched: MatchedRow, sheet: HoldingSheet) -> dict[str, Any]:
    return {
        **_place(matched.row.row, sheet),
        "text": matched.row.text,
        "candidates": [candidate.label for candidate in matched.match.candidates],
        "reason": matched.match.reason,
    }


def outcome_words(plan: ImportPlan, outcome: ImportOutcome) -> tuple[str, str]:
    """How sure the rows are, and what becomes, or would become, of the holdings, in a line each."""
    counts = grade_counts(plan)
    how = (
        _("{counts:,} exact", counts=counts["exact"]),
        _("{counts:,} by inference", counts=counts["strong"]),
        _("{counts:,} as you chose", counts=counts[CHOSEN]) if counts[CHOSEN] else "",
        _("{counts:,} unsure", counts=len(plan.unsure)),
    )
    rows = joined((amount(len(plan.rows), "row"), joined(how, ", ")), ": ")
    done = _("holdings:") if outcome.applied else _("would change holdings:")
    changes = _(
        "{done} {added:,} new, {changed:,} changed, {unchanged:,} unchanged, {removed:,} removed",
        done=done,
        unchanged=plan.unchanged,
        **picked(outcome, "added changed removed"),
    )
    moved = _("{moved:,} moved", moved=outcome.moved) if outcome.moved else ""
    wants = _("wants: {wants:,} set", wants=outcome.wants) if outcome.wants else ""
    return rows, joined((joined((changes, moved), ", "), wants), "; ")


def difference_rows(plan: ImportPlan, differences: Sequence[HoldingDifference]) -> list[tuple[str, str, str]]:
    """The copies, name and changes of each holding; one that moves is one row, at its new place."""
    left = {move.source.key for move in plan.moved}
    came = gathered((move.target, place_of(move.source.key) or _("no place")) for move in plan.moved)
    shown = (one for one in differences if one.key not in left)
    return [
        *(_difference_row(one, came.get(one.key, ())) for one in shown),
        *(_want_row(want) for want in plan.wants),
    ]


def _want_row(want: WantChange) -> tuple[str, str, str]:
    had, has = want.before.quantity if want.before else 0, want.after.quantity
    return (f"{had} -> {has}" if had != has else str(has)), want.name, _("wanted in all")


def _difference_row(difference: HoldingDifference, came_from: Sequence[str]) -> tuple[str, str, str]:
    before, after = difference.before, difference.after
    had, has = before.quantity if before else 0, after.quantity if after else 0
    key = difference.key
    details = [place] if (place := place_of(key)) else []
    details += [_("moved from {place}", place=place) for place in came_from]
    if after and before is None and after.for_trade:
        details.append(_("{for_trade} for trade", for_trade=after.for_trade))
    if before and after:
        details += [
            _("{replace} changes", replace=Message(name.replace("_", " ")))
            for name in ("for_trade", "notes", "acquired_on", "price", "currency", "extra")
            if getattr(before, name) != getattr(after, name)
        ]
    copies = f"{had} -> {has}" if had != has else str(has)
    had_dice, has_dice = before.dice if before else 0, after.dice if after else 0
    if had_dice != has_dice:
        details.append(_("dice {had_dice} -> {has_dice}", had_dice=had_dice, has_dice=has_dice))
    elif has_dice:
        details.append(_("dice {has_dice}", has_dice=has_dice))
    return copies, difference.name, joined(details, ", ")


def place_of(key: HoldingKey) -> str:
    """Condition, language, finish and place of a holding.

    >>> place_of(HoldingKey(1, None, "NM", location="box 1"))
    'NM, box 1'
    """
    return ", ".join(part for part in key[2:] if part)


_HIDDEN_FIELDS = frozenset({"choice", "mode", "printing_id", "card_id"})
_ROWS, _COLUMNS, _LETTERS = 8, 30, 60
"""So much of a sheet is shown, so that its columns can be chosen by eye."""


def sheets_document(data: bytes, name: str) -> dict[str, Any]:
    """The sheets of a file with their first rows, as `deckcheck.page-sheet/1`.

    A deck file that is no sheet has none: it is read as a list.
    """
    data = checked_bytes(data, name)
    heads: Sequence[Sheet] = ()
    try:
        file = parse_tables(data, name, score_rows)
        kind, heads = file.kind, file.heads
    except MalformedFileError:
        if (typed := find_list(data, name)) is None:
            raise
        kind = typed.kind
    return {
        "schema": "deckcheck.page-sheet/1",
        "file": name,
        "kind": kind,
        "sheets": [
            {
                "name": head.name,
                "visible": head.visible,
                "rows": [
                    ["" if cell is None else str(cell)[:_LETTERS] for cell in row[:_COLUMNS]]
                    for row in head.rows[:_ROWS]
                ],
            }
            for head in heads
        ],
        "fields": {field: words for field, words in FIELDS.items() if field not in _HIDDEN_FIELDS},
    }


def questions_document(work: SheetImport, questions: ImportQuestions) -> dict[str, Any]:
    """The open questions of an import."""
    name, matcher = work.sheet.row_name, work.matcher
    return {
        "counts": [
            {"row": one.row, "place": name(one.row), "text": one.text, "reason": one.reason}
            for one in questions.counts
        ],
        "sets": [
            {
                "text": one.text,
                "rows": list(one.rows),
                "suggestions": [{"code": code, "name": matcher.set_name(code)} for code in one.suggestions],
            }
            for one in questions.sets
        ],
        "cards": [
            {
                "row": one.rows[0],
                "rows": list(one.rows),
                "places": [name(row) for row in one.rows],
                "text": one.text,
                "reason": one.reason,
                "candidates": [candidate.label for candidate in one.candidates],
            }
            for one in questions.cards
        ],
    }
