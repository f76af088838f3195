"""The questions of an import from Python: the same as on a terminal, and checked against the file."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import deckcheck
from deckcheck.acts.session import Session
from deckcheck.cli.collection.questions import Questions
from deckcheck.collection.file_import import SheetImport
from deckcheck.collection.import_questions import ImportAnswers, ImportQuestions, answer_questions
from deckcheck.collection.sheet_import import askable
from deckcheck.errors import UnfitAnswerError

SHEET = """Qty,Name,Set
4,Yoda (A),Attack of the Clones
2,Boba Fett,
1,Boba Fett,
some,Nexu,Attack of the Clones
2,Anakin Skywalker,Atack of the Clonez
1,Nexu,Atack of the Clonez
3,Nobody at all,
"""
UNKNOWN_SET, BOBA, NOBODY = 6, 3, 8
SET_TEXT = "Atack of the Clonez"


@pytest.fixture
def cards(database: Path, tmp_path: Path) -> Iterator[Session]:
    path = tmp_path / "own.sqlite"
    shutil.copy(database, path)
    with deckcheck.open(path) as session:
        yield session


@pytest.fixture
def work(cards: Session) -> SheetImport:
    return cards.collection.import_sheet("mine.csv", data=SHEET.encode())


def card_of(questions: ImportQuestions, row: int) -> str:
    question = next(one for one in questions.cards if row in one.rows)
    return question.candidates[0].label


def test_rows_that_say_the_same_are_one_question(work: SheetImport) -> None:
    questions = answer_questions(work, ImportAnswers())
    assert [(one.row, one.text[:4]) for one in questions.counts] == [(5, "some")]
    (misspelt,) = questions.sets
    assert (misspelt.text, misspelt.rows, misspelt.suggestions[0]) == (SET_TEXT, (6, 7), "AOTC")
    boba = next(one for one in questions.cards if BOBA in one.rows)
    assert boba.rows == (3, 4)
    assert len(boba.candidates) > 1
    assert next(one for one in questions.cards if NOBODY in one.rows).candidates == ()


def test_answers_settle_their_rows_and_the_rest_stays_unsure(cards: Session, work: SheetImport) -> None:
    first = answer_questions(work, ImportAnswers())
    label = card_of(first, BOBA)
    work = cards.collection.import_sheet("mine.csv", data=SHEET.encode())
    answers = ImportAnswers({5: 7}, {SET_TEXT: "AOTC"}, {BOBA: label})
    later = answer_questions(work, answers)
    assert [one.row for one in later.counts] == [5], "an answer can be changed"
    plan = work.plan()
    unsure = [matched.row.row for matched in plan.unsure]
    assert unsure == [UNKNOWN_SET, NOBODY], "Anakin Skywalker is several cards in that set"
    outcome = work.apply(plan, write_unmatched=False)
    held = {one.card: one.quantity for one in cards.collection.stored.holdings}
    assert held == {"Yoda (A)": 4, label.partition(" [")[0]: 3, "Nexu": 8}
    assert outcome.batch is not None
    cards.collection.undo(outcome.batch)
    assert cards.collection.stored.holdings == ()


def test_the_answers_of_the_terminal_have_the_same_outcome(cards: Session, work: SheetImport) -> None:
    """The same choices, once typed and once given, make the same plan."""
    typed = iter(["7", "1", "1", "s", "s"])
    other = cards.collection.import_sheet("mine.csv", data=SHEET.encode())
    questions = Questions(other.matcher, lambda _: next(typed), other.sheet.row_name)
    other.count(questions.count(other.sheet))
    decided = questions.decide(askable(other.sheet, other.rows()))
    other.decide(decided)
    sets = {SET_TEXT: "AOTC"}
    first = answer_questions(work, ImportAnswers({5: 7}, sets))
    chosen = {row: one.label for row, one in decided.items() if row in _rows(first)}
    work = cards.collection.import_sheet("mine.csv", data=SHEET.encode())
    answer_questions(work, ImportAnswers({5: 7}, sets, chosen))
    assert work.plan().changes == other.plan().changes
    assert [m.row.row for m in work.plan().unsure] == [m.row.row for m in other.plan().unsure]


def _rows(questions: ImportQuestions) -> set[int]:
    return {row for one in questions.cards for row in one.rows}


@pytest.mark.parametrize(
    "answers",
    [
        ImportAnswers(counts={2: 7}),
        ImportAnswers(counts={99: 7}),
        ImportAnswers(sets={"no such text": "AOTC"}),
        ImportAnswers(sets={SET_TEXT: "no such set"}),
        ImportAnswers(cards={2: "Yoda (A) [AOTC 58]"}),
        ImportAnswers(cards={99: "Yoda (A) [AOTC 58]"}),
        ImportAnswers(cards={BOBA: "Nobody at all"}),
        ImportAnswers(cards={BOBA: "Boba Fett (A) [ESB 1]"}),
        ImportAnswers(cards={BOBA: "]] ["}),
    ],
)
def test_an_answer_that_does_not_fit_the_file_is_refused(work: SheetImport, answers: ImportAnswers) -> None:
    with pytest.raises(UnfitAnswerError, match="nothing was changed"):
        answer_questions(work, answers)


def test_the_worksheet_of_unsure_rows_is_imported_as_one_beside_the_file(
    cards: Session, work: SheetImport, tmp_path: Path
) -> None:
    plan = work.plan()
    data = work.worksheet(plan)
    assert data is not None
    again = cards.collection.import_sheet("mine.unmatched.xlsx", data=data)
    assert again.sheet.read_as == "unmatched"
    assert len(again.rows()) == len(plan.unsure)
    assert again.worksheet(again.plan()) is None, "it is that worksheet itself"
    path = tmp_path / "mine.csv"
    path.write_text(SHEET)
    written = cards.collection.import_sheet(path).apply().unmatched_file
    assert written is not None
    beside = cards.collection.import_sheet(written)
    assert [one.row.text for one in beside.rows()] == [one.row.text for one in again.rows()]
