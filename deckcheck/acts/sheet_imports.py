"""Sheets of holdings imported: looked at, asked about, previewed, as documents and rows."""

from collections.abc import Sequence
from typing import Any

from deckcheck.collection.file_import import ImportOutcome, SheetImport
from deckcheck.collection.import_documents import (
    already_document,
    difference_rows,
    import_document,
    outcome_words,
)
from deckcheck.collection.import_questions import (
    ImportAnswers,
    ImportQuestions,
    answer_questions,
    stated_card,
    unknown_set,
    with_set,
)
from deckcheck.collection.matching import CHOSEN, STRONG, Candidate, CardMatch, MatchedRow, Matcher
from deckcheck.collection.sheet_import import HoldingDifference, ImportPlan, askable
from deckcheck.collection.typed_list import find_list
from deckcheck.errors import edited
from importers.collections.header import score_rows
from importers.collections.header_words import FIELDS
from importers.collections.holding_cells import read_quantity
from importers.collections.holding_row import SheetHolding
from importers.collections.holding_sheet import HoldingSheet
from importers.collections.sheet_kinds import KINDS, OWNED
from importers.errors import MalformedFileError
from importers.sheets.sheet import Cell, Sheet
from importers.sheets.sheets import checked_bytes, parse_sheets

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
        file = parse_sheets(data, name, score_rows)
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
                "rows": [[_shown(cell) for cell in row[:_COLUMNS]] for row in head.rows[:_ROWS]],
            }
            for head in heads
        ],
        "fields": {field: words for field, words in FIELDS.items() if field not in _HIDDEN_FIELDS},
    }


def _shown(cell: Cell) -> str:
    return "" if cell is None else str(cell)[:_LETTERS]


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
