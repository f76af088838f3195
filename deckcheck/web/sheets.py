"""The import of a sheet of holdings: looked at, previewed with its questions, applied.

The server keeps nothing of it: each request brings the file with all that was answered so far.
"""

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from db.errors import ChangedMeanwhileError
from deckcheck.collection.file_import import ImportOutcome, SheetImport
from deckcheck.collection.import_documents import (
    already_document,
    difference_rows,
    import_document,
    outcome_words,
)
from deckcheck.collection.import_questions import ImportAnswers, ImportQuestions, answer_questions
from deckcheck.collection.matching import Matcher
from deckcheck.collection.sheet_import import ImportPlan
from deckcheck.collection.typed_list import find_list
from deckcheck.session.session import Session
from deckcheck.web.answers import AnswerError
from deckcheck.web.collections import base_of, optional, state_of
from importers.collections.header import score_rows
from importers.collections.header_words import FIELDS
from importers.errors import MalformedFileError
from importers.sheets.sheet import Cell, Sheet, SheetFile
from importers.sheets.sheets import checked_bytes, parse_sheets

_MOST_SHOWN = 500
_LOOK_ROWS, _LOOK_COLUMNS, _LOOK_LETTERS = 8, 30, 60
_MOST_FOUND = 30
_HIDDEN_FIELDS = frozenset({"choice", "mode", "printing_id", "card_id"})
SHEET_FIELDS = tuple(name for name in FIELDS if name not in _HIDDEN_FIELDS)
"""The fields that a user may say a column holds."""


@dataclass(frozen=True, slots=True)
class AskedImport:
    """A file to be imported, the way to read it, and the answers so far."""

    name: str
    data: bytes
    mode: str | None = None
    columns: Mapping[str, str] | None = None
    sheet: str | None = None
    all_sheets: bool = False
    answers: ImportAnswers = field(default_factory=ImportAnswers)
    lacking: Literal["refuse", "remove", "keep"] = "refuse"
    again: bool = False
    base: int | None = None
    kinds: Mapping[str, str] | None = None


def read_asked(body: Mapping[str, Any]) -> AskedImport:
    """The import that a request asks for; raises `AnswerError` where it is none."""
    mode, lacking = optional(body, "mode") or None, optional(body, "lacking") or "refuse"
    if mode not in {None, "add", "set"}:
        raise AnswerError(f"no mode is called {mode!r}; expected add or set")
    if lacking not in {"refuse", "remove", "keep"}:
        raise AnswerError(f"'lacking' is {lacking!r}; expected remove or keep")
    base, chosen = base_of(body), optional(body, "sheet") or None
    if chosen is not None and _flag(body, "all_sheets"):
        raise AnswerError("'sheet' and 'all_sheets' exclude each other")
    return AskedImport(
        _name(body),
        _data(body),
        mode,
        _texts(body, "columns"),
        chosen,
        _flag(body, "all_sheets"),
        _answers(body),
        lacking,  # type: ignore[arg-type]
        _flag(body, "again"),
        base,
        _texts(body, "kinds"),
    )


def look_document(session: Session, asked: AskedImport) -> dict[str, Any]:
    """The sheets of a file with their first rows, so that columns can be chosen by eye."""
    file = _sheets_of(checked_bytes(asked.data, asked.name), asked.name)
    return {
        "schema": "deckcheck.page-sheet/1",
        "file": asked.name,
        "kind": file.kind,
        "sheets": [
            {
                "name": head.name,
                "visible": head.visible,
                "rows": [[_shown(cell) for cell in row[:_LOOK_COLUMNS]] for row in head.rows[:_LOOK_ROWS]],
            }
            for head in file.heads
        ],
        "fields": {name: FIELDS[name] for name in SHEET_FIELDS},
        "state": state_of(session),
    }


def _sheets_of(data: bytes, name: str) -> SheetFile:
    """The sheets of a file; a deck file that is no sheet has none, and is read as a list."""
    try:
        return parse_sheets(data, name, score_rows)
    except MalformedFileError:
        if (found := find_list(data, name)) is None:
            raise
        return SheetFile(found.kind, (), _no_sheet)


def _no_sheet(place: int) -> Sheet:
    raise IndexError(place)


def _shown(cell: Cell) -> str:
    return "" if cell is None else str(cell)[:_LOOK_LETTERS]


def preview_document(session: Session, asked: AskedImport) -> dict[str, Any]:
    """The changes that the import would make, as in `deckcheck.import/1`, and its questions."""
    if asked.base not in {None, state_of(session)}:
        raise ChangedMeanwhileError(session.path)
    work = _opened(session, asked)
    if not asked.again and (batch := work.imported_before):
        return {
            **already_document(work.sheet, work.mode, batch),
            "time": batch.time,
            "state": state_of(session),
        }
    questions = answer_questions(work, asked.answers)
    plan = work.plan(lacking=asked.lacking)
    found = work.preview(plan)
    rows = difference_rows(plan, found.differences)
    return {
        **_document(session, work, plan, found.outcome),
        "questions": _questions_document(work, questions),
        "differences": [list(row) for row in rows[:_MOST_SHOWN]],
        "different": len(rows),
    }


def apply_document(session: Session, asked: AskedImport) -> dict[str, Any]:
    """Applies the import as one batch, as in `deckcheck.import/1`.

    Rows that stay unsure come back as a worksheet to be filled in, so that none is lost.
    """
    work = _opened(session, asked)
    answer_questions(work, asked.answers)
    plan = work.plan(lacking=asked.lacking)
    worksheet = work.worksheet(plan)
    outcome = work.apply(
        plan, lacking=asked.lacking, again=asked.again, write_unmatched=False, seen=asked.base
    )
    document = _document(session, work, plan, outcome)
    if worksheet is None:
        return {**document, "worksheet": None}
    data = base64.b64encode(worksheet).decode()
    return {**document, "worksheet": {"name": _worksheet_name(asked.name), "data": data}}


def candidates_document(session: Session, words: str) -> dict[str, Any]:
    """Printings for what a user typed in answer to a question."""
    found = Matcher(session.catalogue()).search(words) if words.strip() else ()
    labels = [candidate.label for candidate in found[:_MOST_FOUND]]
    return {"schema": "deckcheck.page-candidates/1", "candidates": labels, "total": len(found)}


def _opened(session: Session, asked: AskedImport) -> SheetImport:
    return session.collection.import_sheet(
        asked.name,
        mode=asked.mode,
        columns=asked.columns,
        sheet=asked.sheet,
        all_sheets=asked.all_sheets,
        data=asked.data,
        kinds=asked.kinds,
    )


def _document(
    session: Session, work: SheetImport, plan: ImportPlan, outcome: ImportOutcome
) -> dict[str, Any]:
    sheet = work.sheet
    return {
        **import_document(plan, outcome, full=True),
        "words": list(outcome_words(plan, outcome)),
        "is_own": sheet.is_own,
        "elsewhere": plan.elsewhere,
        "state": state_of(session),
    }


def _questions_document(work: SheetImport, questions: ImportQuestions) -> dict[str, Any]:
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


def _worksheet_name(name: str) -> str:
    stem = name.rpartition(".")[0] or name
    return f"{stem}.unmatched.xlsx"


def _name(body: Mapping[str, Any]) -> str:
    name = (optional(body, "name") or "").replace("\\", "/").rpartition("/")[2].strip()
    return name[:200] or "sheet"


def _data(body: Mapping[str, Any]) -> bytes:
    text = body.get("data")
    if not isinstance(text, str):
        raise AnswerError("'data' is missing: the file in base64")
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise AnswerError("'data' is not valid base64") from None


def _flag(body: Mapping[str, Any], key: str) -> bool:
    value = body.get(key, False)
    if not isinstance(value, bool):
        raise AnswerError(f"{key!r} is neither true nor false: {value!r}")
    return value


def _texts(body: Mapping[str, Any], key: str) -> dict[str, str]:
    found = body.get(key) or {}
    if not isinstance(found, Mapping) or not all(isinstance(v, str) for v in found.values()):
        raise AnswerError(f"{key!r} is no table of texts")
    return dict(found)


def _answers(body: Mapping[str, Any]) -> ImportAnswers:
    return ImportAnswers(_rows(body, "counts", int), _texts(body, "sets"), _rows(body, "cards", str))


def _rows(body: Mapping[str, Any], key: str, kind: type) -> dict[int, Any]:
    """Answers by the number of the row; JSON has its keys as texts."""
    found = body.get(key) or {}
    if not isinstance(found, Mapping):
        raise AnswerError(f"{key!r} is no table of answers by row")
    answers: dict[int, Any] = {}
    for row, value in found.items():
        if not (row.isdecimal() and len(row) < 10) or type(value) is not kind:  # noqa: PLR2004
            raise AnswerError(f"{key!r} has no such answer: {row!r}: {value!r}")
        if isinstance(value, int) and not 0 <= value <= 1_000_000:  # noqa: PLR2004
            raise AnswerError(f"{value!r} copies for row {row}: expected 0 to 1,000,000")
        answers[int(row)] = value
    return answers
