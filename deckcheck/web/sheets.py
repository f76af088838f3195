"""The import of a sheet of holdings: looked at, previewed with its questions, applied.

The server keeps nothing of it: each request brings the file with all that was answered so far.
"""

import base64
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal

from pydantic import Field

from deckcheck.acts.errors import ChangedMeanwhileError
from deckcheck.acts.session import Session
from deckcheck.acts.sheet_imports import (
    ImportAnswers,
    ImportOutcome,
    ImportPlan,
    Matcher,
    SheetImport,
    already_document,
    answer_questions,
    difference_rows,
    import_document,
    outcome_words,
    questions_document,
    sheets_document,
)
from deckcheck.acts.shelf import example_sheet
from deckcheck.show.language import gettext as _
from deckcheck.web.answers import AnswerError
from deckcheck.web.collections import state_of
from deckcheck.web.endpoint import Encoded, Flag, Seen, Text, endpoint

_MOST_SHOWN = 500
_MOST_FOUND = 30


@dataclass(frozen=True, slots=True)
class SheetRequest:
    """A file to be imported, the options by which it is read, and the answers so far."""

    name: str
    data: bytes
    read_by: Mapping[str, Any]
    answers: ImportAnswers = field(default_factory=ImportAnswers)
    lacking: Literal["refuse", "remove", "keep"] = "refuse"
    again: bool = False
    base: int | None = None

    def opened(self, session: Session) -> SheetImport:
        """The sheet, read."""
        return session.collection.import_sheet(self.name, data=self.data, **self.read_by)


Texts = dict[str, str]
Copies = Annotated[int, Field(strict=True, ge=0, le=1_000_000)]


def sent_file(
    _session: Session,
    data: Annotated[Encoded, "the file in base64"],
    name: Annotated[Text, "the name of the file"] = "",
    mode: Annotated[Literal["add", "set", ""] | None, "without it as the sheet is meant"] = None,
    columns: Annotated[Texts | None, "the field of columns, by header or letter"] = None,
    sheet: Annotated[Text, "the sheet of a workbook; without it the best"] = "",
    all_sheets: Annotated[Flag, "true reads them all"] = False,
    kinds: Annotated[Texts | None, "what sheets hold, by name: owned, wants, for trade or deck"] = None,
) -> SheetRequest:
    """The file that is sent, and how it is read."""
    if sheet and all_sheets:
        raise AnswerError(_("'sheet' and 'all_sheets' exclude each other"))
    stem = name.replace("\\", "/").rpartition("/")[2].strip()[:200] or "sheet"
    read_by = {"mode": mode or None, "columns": columns, "sheet": sheet or None, "kinds": kinds}
    return SheetRequest(stem, data, {**read_by, "all_sheets": all_sheets})


def sent_import(
    _session: Session,
    file: Annotated[SheetRequest, sent_file],
    counts: Annotated[dict[int, Copies] | None, "copies, by row, where they cannot be read"] = None,
    sets: Annotated[Texts | None, "the code of a set, by the name that is none"] = None,
    cards: Annotated[
        dict[int, str] | None, "the card and printing of unsure rows, by row, as a candidate is written"
    ] = None,
    lacking: Annotated[Literal["refuse", "remove", "keep", ""] | None, "of what the sheet lacks"] = None,
    again: Annotated[Flag, "true imports it once more"] = False,
    base: Seen = None,
) -> SheetRequest:
    """A file to be imported, with the answers so far."""
    answers = ImportAnswers(counts or {}, sets or {}, cards or {})
    return replace(file, answers=answers, lacking=lacking or "refuse", again=again, base=base)


SentImport = Annotated[SheetRequest, sent_import]


@endpoint("POST /api/collection/import/look", "deckcheck.page-sheet/1", changes=True)
def look_document(session: Session, sent: Annotated[SheetRequest, sent_file]) -> dict[str, Any]:
    """The sheets of a file with their first rows, so that columns can be chosen by eye."""
    return {**sheets_document(sent.data, sent.name), "state": state_of(session)}


@endpoint("POST /api/collection/import", "deckcheck.import/1", changes=True)
def preview_document(session: Session, sent: SentImport) -> dict[str, Any]:
    """The changes that the import of a sheet would make, and its questions."""
    if sent.base not in {None, state_of(session)}:
        raise ChangedMeanwhileError(session.path)
    work = sent.opened(session)
    if not sent.again and (batch := work.imported_before):
        return {
            **already_document(work.sheet, work.mode, batch),
            "time": batch.time,
            "state": state_of(session),
        }
    questions = answer_questions(work, sent.answers)
    plan = work.plan(lacking=sent.lacking)
    preview = work.preview(plan)
    rows = difference_rows(plan, preview.differences)
    return {
        **_document(session, plan, preview.outcome),
        "questions": questions_document(work, questions),
        "differences": [list(row) for row in rows[:_MOST_SHOWN]],
        "different": len(rows),
    }


@endpoint("POST /api/collection/import/apply", "deckcheck.import/1", changes=True)
def apply_document(session: Session, sent: SentImport) -> dict[str, Any]:
    """Imports a sheet as one batch.

    Rows that stay unsure come back as a worksheet to be filled in, so that none is lost.
    """
    work = sent.opened(session)
    answer_questions(work, sent.answers)
    plan = work.plan(lacking=sent.lacking)
    worksheet = work.worksheet(plan)
    outcome = work.apply(plan, lacking=sent.lacking, again=sent.again, write_unmatched=False, seen=sent.base)
    document = _document(session, plan, outcome)
    if worksheet is None:
        return {**document, "worksheet": None}
    name = f"{sent.name.rpartition('.')[0] or sent.name}.unmatched.xlsx"
    return {**document, "worksheet": {"name": name, "data": base64.b64encode(worksheet).decode()}}


@endpoint("POST /api/collection/examples", "deckcheck.import/1", changes=True)
def example_document(session: Session) -> dict[str, Any]:
    """Adds the cards of the game's example decks, to try a collection, as one batch."""
    work = example_sheet(session)
    plan = work.plan()
    return _document(session, plan, work.apply(plan, write_unmatched=False))


@endpoint("GET /api/collection/import/candidates", "deckcheck.page-candidates/1")
def candidates_document(session: Session, q: Annotated[Text, "words"] = "") -> dict[str, Any]:
    """Printings for what is being typed in answer to a question."""
    found = Matcher(session.catalogue()).search(q) if q.strip() else ()
    labels = [candidate.label for candidate in found[:_MOST_FOUND]]
    return {"schema": "deckcheck.page-candidates/1", "candidates": labels, "total": len(found)}


def _document(session: Session, plan: ImportPlan, outcome: ImportOutcome) -> dict[str, Any]:
    return {
        **import_document(plan, outcome, full=True),
        "words": list(outcome_words(plan, outcome)),
        "is_own": plan.sheet.is_own,
        "elsewhere": plan.elsewhere,
        "state": state_of(session),
    }
