"""Reports as people read them: for a judge at the table, for a folder, for a spreadsheet."""

import csv
import io
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from db.texts import plain_line_ends, printable_line
from deckcheck.games import FIRST_GAME, get_game
from deckcheck.report import (
    ERROR,
    ILLEGAL,
    LEGAL,
    UNPROVEN,
    UNREADABLE,
    AnyReport,
    Issue,
    Report,
    UnreadableReport,
)

Paint = Callable[[str, str], str]
"""Gives a text the colour of a verdict or of the word `dim`; the identity without a terminal."""

_PROBLEMS, _UNDECIDED, _REMARKS = "Problems", "Not decided", "Remarks"
_NARROWEST = 40
_NAMED = 3
"""Files passed over that are named for each reason."""
_ORDER = (UNREADABLE, ILLEGAL, UNPROVEN, LEGAL)
_DECK_COLUMNS = ("path", "name", "read_as", "format", "rules", "as_of", "verdict")
_ISSUE_COLUMNS = (
    "unknown", "code", "severity", "message", "have", "limit", "which", "lines", "advice",
)  # fmt: skip


def plain(text: str, _colour: str) -> str:
    """The text as it is."""
    return text


def full_text(report: AnyReport, width: int = 80, paint: Paint = plain) -> str:
    """One deck: verdict first, then counts, then the issues in groups with what to do."""
    width = max(width, _NARROWEST)
    if isinstance(report, UnreadableReport):
        verdict = paint("UNREADABLE", UNREADABLE)
        return f"{printable_line(report.path)}: {verdict}\n  {printable_line(report.error)}\n"
    lines = [f"{printable_line(report.path)}: {paint(report.verdict.upper(), report.verdict)}"]
    lines.append(f"  {report.format} format, rules {report.rules}, as of {report.as_of}")
    game = get_game(report.game)
    lines.append(f"  {game.counts_text(report.counts)}")
    for title in (_PROBLEMS, _UNDECIDED, _REMARKS):
        group = [issue for issue in report.issues if _group(issue) == title]
        if group:
            lines += ["", f"  {title}"]
            for issue in group:
                lines.extend(_issue_lines(issue, game.zones[0], width, paint))
    remarks = [f"Note: {note}" for note in report.notes]
    if report.not_checked:
        remarks.append(f"Not checked: {'; '.join(report.not_checked)}")
    if remarks:
        lines.append("")
        for remark in remarks:
            wrapped = textwrap.wrap(remark, width - 2, subsequent_indent="  ")
            lines += [f"  {paint(line, 'dim')}" for line in wrapped]
    return "\n".join(lines) + "\n"


def _group(issue: Issue) -> str:
    if issue.severity == ERROR:
        return _PROBLEMS
    return _UNDECIDED if issue.undecided else _REMARKS


def _issue_lines(issue: Issue, main_zone: str, width: int, paint: Paint) -> Iterator[str]:
    colour = ILLEGAL if issue.severity == ERROR else UNPROVEN
    indent = " " * 4
    message = textwrap.wrap(
        f"{issue.code}: {printable_line(issue.message)}",
        width,
        initial_indent=indent,
        subsequent_indent=indent,
    )
    yield message[0].replace(issue.code, paint(issue.code, colour), 1)
    yield from message[1:]
    inner = indent + "  "
    if issue.cards:
        where = "; ".join(
            f"{card.quantity} {printable_line(card.name)}"
            + (f", line {card.line}" if card.line else "")
            + (f", {card.zone}" if card.zone != main_zone else "")
            for card in issue.cards
        )
        yield from textwrap.wrap(where, width, initial_indent=inner, subsequent_indent=inner)
    if issue.advice:
        yield from textwrap.wrap(
            f"-> {issue.advice}", width, initial_indent=inner, subsequent_indent=inner + "   "
        )
    if issue.cite:
        for line in textwrap.wrap(f"[{issue.cite}]", width - len(inner)):
            yield inner + paint(line, "dim")


def short_line(report: AnyReport, paint: Paint = plain) -> str:
    """One deck in one line: verdict, file, size and the codes of its issues."""
    verdict = paint(f"{report.verdict:<10}", report.verdict)
    if isinstance(report, UnreadableReport):
        error = report.error.removeprefix(report.path).lstrip(":").strip()
        return f"{verdict} {printable_line(report.path)}: {printable_line(error)}"
    codes = Counter(i.code for i in report.issues if i.severity == ERROR or i.undecided)
    found = ", ".join(f"{code} x{n}" if n > 1 else code for code, n in codes.items())
    return f"{verdict} {printable_line(report.path)}" + (f": {found}" if found else "")


def summary_text(reports: Iterable[AnyReport]) -> str:
    """How many decks got which verdict, and which issues were found most."""
    verdicts: Counter[str] = Counter()
    codes: Counter[str] = Counter()
    for report in reports:
        verdicts[report.verdict] += 1
        if isinstance(report, Report):
            codes.update({i.code for i in report.issues if i.severity == ERROR})
    parts = [f"{verdicts[verdict]} {verdict}" for verdict in reversed(_ORDER) if verdicts[verdict]]
    total = verdicts.total()
    text = f"{total} {'deck' if total == 1 else 'decks'}: {', '.join(parts)}"
    if codes:
        common = sorted(codes.items(), key=lambda item: (-item[1], item[0]))
        text += "\nproblems: " + ", ".join(f"{code} in {n}" for code, n in common)
    return text


def passed_over_text(files: Iterable[tuple[str, str]]) -> str:
    """How many files of folders were not judged, and why, with the first of each reason.

    >>> passed_over_text([("a/me.png", "with another suffix"), ("a/x.md", "with another suffix")])
    '2 files passed over: 2 with another suffix (me.png, x.md)'
    """
    by_reason: dict[str, list[str]] = {}
    for path, reason in files:
        name = path.replace("\\", "/").rpartition("/")[2]
        by_reason.setdefault(reason, []).append(printable_line(name))
    parts = []
    for reason, names in by_reason.items():
        shown = ", ".join(names[:_NAMED]) + (", ..." if len(names) > _NAMED else "")
        parts.append(f"{len(names)} {reason} ({shown})")
    total = sum(map(len, by_reason.values()))
    return f"{total} {'file' if total == 1 else 'files'} passed over: {'; '.join(parts)}"


def csv_text(reports: Iterable[AnyReport]) -> str:
    """All decks as CSV with a header: a row an issue, one row for a deck without any."""
    out = io.StringIO()
    reports = list(reports)
    columns = _csv_columns({r.game for r in reports if isinstance(r, Report)})
    writer = csv.DictWriter(out, columns, restval="", extrasaction="ignore")
    writer.writeheader()
    for report in reports:
        deck = {"path": _safe(report.path), "name": _safe(report.name), "verdict": report.verdict}
        if isinstance(report, UnreadableReport):
            writer.writerow(deck | {"message": _safe(report.error)})
            continue
        deck |= {"game": report.game, "read_as": report.read_as, "format": report.format}
        deck |= {"rules": report.rules, "as_of": report.as_of}
        deck |= {name: str(number) for name, number in report.counts.items()}
        for row in _issue_rows(report.issues) or [{}]:
            writer.writerow(deck | row)
    return out.getvalue()


def _csv_columns(games: set[str]) -> tuple[str, ...]:
    """The columns for these games: what each of them counts, and which it is where that tells."""
    known = sorted(games or {FIRST_GAME}, key=lambda code: (code != FIRST_GAME, code))
    counts = dict.fromkeys(name for code in known for name in get_game(code).count_names)
    game = () if known == [FIRST_GAME] else ("game",)
    return (*_DECK_COLUMNS[:2], *game, *_DECK_COLUMNS[2:], *counts, *_ISSUE_COLUMNS)


def _issue_rows(issues: Sequence[Issue]) -> list[dict[str, str]]:
    return [
        {
            "code": issue.code,
            "severity": issue.severity,
            "message": _safe(issue.message),
            "have": "" if issue.have is None else str(issue.have),
            "limit": "" if issue.limit is None else str(issue.limit),
            "which": _safe("; ".join(f"{c.quantity} {c.name}" for c in issue.cards)),
            "lines": " ".join(str(c.line) for c in issue.cards if c.line is not None),
            "advice": _safe(issue.advice),
        }
        for issue in issues
    ]


def _safe(text: str) -> str:
    """The text so that a spreadsheet never takes it for a formula."""
    text = plain_line_ends(text)
    risky = len(text) > 1 and text.startswith(("=", "+", "-", "@", "\t", "\n"))
    return f"'{text}" if risky else text
