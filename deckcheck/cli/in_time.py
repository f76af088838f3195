"""The output of `deckcheck validate` with --formats and --interval."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import typer

from deckcheck.cli.common import print_json
from deckcheck.cli.judging import exit_code
from deckcheck.show.picked import picked

if TYPE_CHECKING:
    from deckcheck.acts.decks import FoundDecks
    from deckcheck.judge.in_time import InFormats, Interval, Span
    from deckcheck.report import Issue, UnreadableReport


def show_formats(decks: "FoundDecks", as_json: bool) -> int:
    """Prints in which formats each deck is legal; the exit code is that of its best verdict."""
    from deckcheck.report import ILLEGAL, LEGAL, UNPROVEN, UnreadableReport

    reports = list(decks.formats())
    if as_json:
        documents = [_formats_json(one) for one in reports]
        print_json({"schema": "deckcheck.deck-formats/1", "decks": documents})
    else:
        for one in reports:
            for line in _formats_lines(one):
                typer.echo(line)
    best: list[str] = []
    for one in reports:
        if isinstance(one, UnreadableReport):
            best.append(one.verdict)
        else:
            verdicts = {report.verdict for _, report in one.reports}
            best.append(next(verdict for verdict in (LEGAL, UNPROVEN, ILLEGAL) if verdict in verdicts))
    return exit_code(best)


def show_intervals(decks: "FoundDecks", as_json: bool) -> int:
    """Prints when each deck was legal in a format; the exit code is that of the day's verdict."""
    from deckcheck.report import UnreadableReport

    result = list(decks.intervals())
    if as_json:
        documents = [_interval_json(one) for one in result]
        print_json({"schema": "deckcheck.deck-interval/1", "decks": documents})
    else:
        for one in result:
            for line in _interval_lines(one):
                typer.echo(line)
    return exit_code(
        one.verdict if isinstance(one, UnreadableReport) else one.report.verdict for one in result
    )


def _formats_lines(one: "InFormats | UnreadableReport") -> "Iterator[str]":
    from db.texts import printable_line
    from deckcheck.judge.in_time import first_problem
    from deckcheck.report import UnreadableReport

    if isinstance(one, UnreadableReport):
        yield f"{printable_line(one.path)}: UNREADABLE\n  {printable_line(one.error)}"
        return
    yield f"{printable_line(one.path)}: as of {one.reports[0][1].as_of}"
    wide = max(len(play_format.code) for play_format, _ in one.reports)
    for play_format, report in one.reports:
        problem = first_problem(report)
        why = f"  {problem.code}: {printable_line(problem.message)}" if problem else ""
        yield f"  {report.verdict:<9} {play_format.code:<{wide}}{why}"


def _formats_json(one: "InFormats | UnreadableReport") -> dict[str, Any]:
    from deckcheck.judge.in_time import first_problem
    from deckcheck.report import UnreadableReport, as_json

    if isinstance(one, UnreadableReport):
        return as_json(one)
    report = one.reports[0][1]
    return {
        **picked(report, "path name game as_of"),
        "formats": [
            {
                **picked(play_format, "format=code name own=file"),
                **picked(by, "rules verdict"),
                "problem": _issue(first_problem(by)),
            }
            for play_format, by in one.reports
        ],
    }


def _issue(issue: "Issue | None") -> dict[str, Any] | None:
    return None if issue is None else picked(issue, "code severity message cite")


def _interval_lines(one: "Interval | UnreadableReport") -> "Iterator[str]":
    from db.texts import printable_line
    from deckcheck.report import UnreadableReport

    if isinstance(one, UnreadableReport):
        yield f"{printable_line(one.path)}: UNREADABLE\n  {printable_line(one.error)}"
        return
    report = one.report
    verdict = f"{report.verdict.upper()} in {report.format} on {report.as_of}"
    yield f"{printable_line(report.path)}: {verdict}"
    yield f"  {_days(one.now)}"
    if one.now.because is not None:
        yield f"  because of {one.now.because.code}: {printable_line(one.now.because.message)}"
    for label, span in (("before that", one.before), ("after that", one.next)):
        if span is not None:
            yield f"  {label} {span.verdict}{_why(span)}"
    others = [span for span in one.spans if span.verdict == "legal" and span is not one.now]
    for span in others:
        yield f"  also {_days(span)}"


def _why(span: "Span") -> str:
    from db.texts import printable_line

    if span.because is None:
        return ""
    return f": {span.because.code}: {printable_line(span.because.message)}"


def _days(span: "Span") -> str:
    """A span in words, like `legal from 2004-06-20 to 2005-12-31`."""
    first = f"from {span.first}" if span.first else "always up to now" if not span.last else ""
    last = f"to {span.last}" if span.last else "on" if span.first else ""
    return " ".join(filter(None, (span.verdict, first, last)))


def _interval_json(one: "Interval | UnreadableReport") -> dict[str, Any]:
    from deckcheck.report import UnreadableReport, as_json

    if isinstance(one, UnreadableReport):
        return as_json(one)
    report = one.report
    return {
        **picked(report, "path name game as_of format rules verdict"),
        **_span_json(one.now),
        "ended_by": _issue(one.next.because) if one.next else None,
        "spans": [{"verdict": span.verdict, **_span_json(span)} for span in one.spans],
    }


def _span_json(span: "Span") -> dict[str, Any]:
    return {
        "from": span.first.isoformat() if span.first else None,
        "to": span.last.isoformat() if span.last else None,
        "because": _issue(span.because),
    }
