"""The open questions of an import, and the answers to them.

Rows that state the same are one question, and a misspelt set is asked about once for all its rows.
Answers are checked against the file: one that fits no question is refused, and nothing is changed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from db.language import gettext as _
from db.sums import gathered
from deckcheck.collection.file_import import SheetImport
from deckcheck.collection.matching import Candidate, MatchedRow, Matcher
from deckcheck.collection.sheet_import import askable
from deckcheck.errors import UnfitAnswerError
from importers.collections.holding_row import SheetHolding


@dataclass(frozen=True, slots=True)
class CountQuestion:
    """A row whose number of copies cannot be read, and why."""

    row: int
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class SetQuestion:
    """A text that names no set, the rows with it, and the codes of the sets that may be meant."""

    text: str
    rows: tuple[int, ...]
    suggestions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardQuestion:
    """Rows that state the same and may mean several cards, or none; `candidates` may be empty."""

    rows: tuple[int, ...]
    text: str
    reason: str
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class ImportQuestions:
    """All open questions of an import."""

    counts: tuple[CountQuestion, ...] = ()
    sets: tuple[SetQuestion, ...] = ()
    cards: tuple[CardQuestion, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportAnswers:
    """The user's answers: copies by row, the code of a set by its misspelt name, cards by row.

    A card is given as `Candidate.label` writes it. What is not answered stays unsure.
    """

    counts: Mapping[int, int] = field(default_factory=dict)
    sets: Mapping[str, str] = field(default_factory=dict)
    cards: Mapping[int, str] = field(default_factory=dict)


def unknown_set(row: SheetHolding, matcher: Matcher) -> str | None:
    """The unknown set that a row names; None where it names none, or a known one."""
    texts = [text for text in (row.set_code, row.set_name) if text]
    return texts[-1] if texts and not any(map(matcher.find_set, texts)) else None


def stated_card(row: SheetHolding) -> tuple[object, ...]:
    """The facts of a row that identify its card; rows that agree in them mean the same card."""
    return (row.name, row.set_code, row.set_name, row.number, row.version, row.image_key)


def with_set(matched: MatchedRow, code: str, matcher: Matcher) -> MatchedRow:
    """The row matched again as if it named the set of that code."""
    row = replace(matched.row, set_code=code, set_name=None)
    return MatchedRow(row, matcher.match(row))


def answer_questions(work: SheetImport, answers: ImportAnswers) -> ImportQuestions:
    """Gives an import its answers; returns the questions as they are with them.

    Also what is answered stays a question, so that the answer can be changed. Raises
    `UnfitAnswerError` for an answer to no question, or that none of its kind can be.
    """
    counts = _counted(work, answers.counts)
    unsure = askable(work.sheet, work.rows())
    sets = _set_questions(work.matcher, unsure)
    _check_sets(work.matcher, sets, answers.sets)
    decided: dict[int, Candidate] = {}
    asked = []
    for matched in unsure:
        meant = answers.sets.get(unknown_set(matched.row, work.matcher) or "")
        answered = with_set(matched, meant, work.matcher) if meant else matched
        if answered.match.found:
            decided[matched.row.row] = answered.match.found
        else:
            asked.append(MatchedRow(matched.row, answered.match))
    decided |= _chosen(work, asked, answers.cards)
    work.decide(decided)
    return ImportQuestions(counts, sets, _card_questions(asked))


def _counted(work: SheetImport, counts: Mapping[int, int]) -> tuple[CountQuestion, ...]:
    sheet = work.sheet
    texts = {row.row: row.text for row in sheet.rows}
    questions = tuple(CountQuestion(row, texts.get(row, ""), why) for row, why in sheet.uncounted.items())
    for row in counts:
        if row not in sheet.uncounted:
            raise UnfitAnswerError(
                _("row {row_name} is not asked how many copies it has", row_name=sheet.row_name(row))
            )
    work.count(counts)
    return questions


def _set_questions(matcher: Matcher, unsure: Sequence[MatchedRow]) -> tuple[SetQuestion, ...]:
    rows = gathered((text, one.row.row) for one in unsure if (text := unknown_set(one.row, matcher)))
    return tuple(SetQuestion(t, tuple(rs), matcher.suggest_sets(t)) for t, rs in rows.items())


def _check_sets(matcher: Matcher, questions: Sequence[SetQuestion], answers: Mapping[str, str]) -> None:
    known = {question.text for question in questions}
    for text, code in answers.items():
        if text not in known:
            raise UnfitAnswerError(_("no row of the file names the unknown set {text!r}", text=text))
        if matcher.find_set(code) is None:
            raise UnfitAnswerError(
                _("{code!r}, chosen for the set {text!r}, is no set", code=code, text=text)
            )


def _chosen(work: SheetImport, asked: Sequence[MatchedRow], cards: Mapping[int, str]) -> dict[int, Candidate]:
    """The cards that were chosen, for each row and those that say the same."""
    stated = {matched.row.row: stated_card(matched.row) for matched in asked}
    alike = gathered((said, row) for row, said in stated.items())
    chosen: dict[int, Candidate] = {}
    for row, label in cards.items():
        name = work.sheet.row_name(row)
        if row not in stated:
            raise UnfitAnswerError(_("row {name} is not asked which card it means", name=name))
        candidate = work.matcher.find_choice(label)
        if candidate is None:
            raise UnfitAnswerError(
                _("{label!r}, chosen for row {name}, is no printing", label=label, name=name)
            )
        chosen |= dict.fromkeys(alike[stated[row]], candidate)
    return chosen


def _card_questions(asked: Sequence[MatchedRow]) -> tuple[CardQuestion, ...]:
    groups = gathered((stated_card(matched.row), matched) for matched in asked)
    return tuple(
        CardQuestion(
            tuple(one.row.row for one in group),
            group[0].row.text,
            group[0].match.reason,
            group[0].match.candidates,
        )
        for group in groups.values()
    )
