"""Reports on decks as documents, tables and text."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from deckcheck.judge.report_text import (
    csv_text,
    full_text,
    head_lines,
    short_line,
    skipped_text,
    summary_text,
    verdicts_text,
)
from deckcheck.report import AnyReport, IssueCard, UnreadableReport, as_json
from deckcheck.show.wording import with_english

if TYPE_CHECKING:
    from deckcheck.judge.batch import SkippedFile


def reports_document(reports: Iterable[AnyReport], passed_over: "Iterable[SkippedFile]") -> dict[str, Any]:
    """The reports, and the files of folders that are no decks, as `deckcheck.report/1`."""
    decks = [as_json(report) for report in reports]
    passed = [{"path": file.path, "reason": file.reason} for file in passed_over]
    return {"schema": "deckcheck.report/1", "decks": decks, "passed_over": passed}


def with_names(report: AnyReport, names: Mapping[str, str]) -> AnyReport:
    """The report for people, in which cards have other names too, by their English ones.

    >>> with_names(UnreadableReport("a.dek", "a", "no deck"), {"Yoda": "Yodas"}).name
    'a'
    """
    if isinstance(report, UnreadableReport) or not names:
        return report

    def called(card: IssueCard) -> IssueCard:
        return card._replace(name=with_english(card.name, names))

    issues = (issue._replace(cards=tuple(map(called, issue.cards))) for issue in report.issues)
    return report._replace(issues=tuple(issues))


def report_document(report: AnyReport) -> dict[str, Any]:
    """One report as `deckcheck.deck-report/1`, a line of JSON Lines."""
    return {"schema": "deckcheck.deck-report/1", **as_json(report)}


def skipped_line(passed_over: "Iterable[SkippedFile]") -> str:
    """How many files of folders were not judged, and why."""
    return skipped_text([(file.path, file.reason) for file in passed_over])


def deck_table(reports: Iterable[AnyReport], kind: str) -> bytes:
    """A table with a row for each deck, `csv` or `xlsx`."""
    from deckcheck.judge.deck_table import deck_table_csv, deck_table_xlsx

    return deck_table_csv(reports).encode() if kind == "csv" else deck_table_xlsx(reports)
