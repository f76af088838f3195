"""The legality of decks in all formats, and in one over time, as documents and text."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from db.language import Message, gettext as _, joined
from db.texts import printable_line
from deckcheck.judge.in_time import InFormats, Interval, Span, first_problem
from deckcheck.judge.report_text import place_of, verdict_word
from deckcheck.report import ILLEGAL, LEGAL, UNPROVEN, UNREADABLE, Issue, UnreadableReport, as_json
from deckcheck.show.picked import picked

T = TypeVar("T", InFormats, Interval)


class InTime(NamedTuple):
    """The answer on decks: a document, lines of text, and the verdict on each."""

    document: dict[str, Any]
    lines: tuple[str, ...]
    verdicts: tuple[str, ...]


def formats_in_time(decks: Iterable[InFormats | UnreadableReport]) -> InTime:
    """The formats in which each deck is legal; its verdict is the best of them."""

    def best(one: InFormats) -> str:
        verdicts = {report.verdict for _, report in one.reports}
        return next(verdict for verdict in (LEGAL, UNPROVEN, ILLEGAL) if verdict in verdicts)

    return _in_time("deckcheck.deck-formats/1", list(decks), _formats_json, _formats_lines, best)


def intervals_in_time(decks: Iterable[Interval | UnreadableReport]) -> InTime:
    """The days from which and to which each deck is legal; its verdict is that of the day."""
    return _in_time(
        "deckcheck.deck-interval/1",
        list(decks),
        _interval_json,
        _interval_lines,
        lambda one: one.report.verdict,
    )


def _in_time(
    schema: str,
    decks: Sequence[T | UnreadableReport],
    as_document: Callable[[T], dict[str, Any]],
    lines_of: Callable[[T], Iterator[str]],
    verdict_of: Callable[[T], str],
) -> InTime:
    documents: list[dict[str, Any]] = []
    lines: list[str] = []
    verdicts: list[str] = []
    for one in decks:
        if isinstance(one, UnreadableReport):
            documents.append(as_json(one))
            lines += [
                f"{printable_line(one.path)}: {verdict_word(UNREADABLE)}",
                f"  {printable_line(one.error)}",
            ]
            verdicts.append(one.verdict)
        else:
            documents.append(as_document(one))
            lines += lines_of(one)
            verdicts.append(verdict_of(one))
    return InTime({"schema": schema, "decks": documents}, tuple(lines), tuple(verdicts))


def _formats_lines(one: InFormats) -> Iterator[str]:
    yield _("{path}: as of {as_of}", path=printable_line(one.path), as_of=one.reports[0][1].as_of)
    wide = max(len(play_format.code) for play_format, _ in one.reports)
    for play_format, report in one.reports:
        problem = first_problem(report)
        why = "" if problem is None else f"  {_issue_line(problem)}"
        yield f"  {Message(report.verdict):<9} {play_format.code:<{wide}}{why}"


def _formats_json(one: InFormats) -> dict[str, Any]:
    formats = [
        {
            **picked(play_format, "format=code name own=file"),
            **picked(by, "rules verdict"),
            "problem": _issue_json(first_problem(by)),
        }
        for play_format, by in one.reports
    ]
    return {**picked(one.reports[0][1], "path name game as_of"), "formats": formats}


def _interval_lines(one: Interval) -> Iterator[str]:
    report = one.report
    verdict = _(
        "{verdict} in {format} on {as_of}",
        verdict=verdict_word(report.verdict),
        format=report.format,
        as_of=report.as_of,
    )
    yield f"{printable_line(place_of(report))}: {verdict}"
    yield f"  {_days(one.now)}"
    if one.now.because is not None:
        yield f"  {_('because of {issue_line}', issue_line=_issue_line(one.now.because))}"
    for label, span in ((_("before that"), one.before), (_("after that"), one.next)):
        if span is not None:
            why = "" if span.because is None else f": {_issue_line(span.because)}"
            yield f"  {label} {Message(span.verdict)}{why}"
    for span in one.spans:
        if span.verdict == LEGAL and span is not one.now:
            yield f"  {_('also {days}', days=_days(span))}"


def _interval_json(one: Interval) -> dict[str, Any]:
    return {
        **picked(one.report, "path name game as_of format rules verdict"),
        **_span_json(one.now),
        "ended_by": _issue_json(one.next.because) if one.next else None,
        "spans": [{"verdict": span.verdict, **_span_json(span)} for span in one.spans],
    }


def _span_json(span: Span) -> dict[str, Any]:
    return {
        "from": span.first.isoformat() if span.first else None,
        "to": span.last.isoformat() if span.last else None,
        "because": _issue_json(span.because),
    }


def _issue_json(issue: Issue | None) -> dict[str, Any] | None:
    return None if issue is None else picked(issue, "code severity message cite")


def _issue_line(issue: Issue) -> str:
    return f"{issue.code}: {printable_line(issue.message)}"


def _days(span: Span) -> str:
    """A span in words, like `legal from 2004-06-20 to 2005-12-31`."""
    first = (
        _("from {first}", first=span.first) if span.first else _("always up to now") if not span.last else ""
    )
    last = _("to {last}", last=span.last) if span.last else _("on") if span.first else ""
    return joined(filter(None, (Message(span.verdict), first, last)), " ")
