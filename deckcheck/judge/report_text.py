"""Reports as text: for a judge at the table, for a folder, for a spreadsheet."""

import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from db.language import Message, all_of, filled, gettext as _, joined, ngettext
from db.texts import printable_line, shortened
from deckcheck.games import FIRST_GAME, get_game
from deckcheck.report import (
    ERROR,
    ILLEGAL,
    LEGAL,
    UNPROVEN,
    UNREADABLE,
    AnyReport,
    Issue,
    IssueCard,
    Report,
    UnreadableReport,
)
from deckcheck.show.picked import picked
from deckcheck.show.wording import OTHER_GAME_HINT, amount, count
from importers.decks.deck_format import STANDARD_INPUT

Paint = Callable[[str, str], str]
"""Gives a text the colour of a verdict or of the word `dim`; the identity without a terminal."""

_PROBLEMS, _UNDECIDED, _REMARKS = _("Problems"), _("Not decided"), _("Remarks")
_NARROWEST = 40
_MOST_OF_CODE = 20
"""Issues of one code that are shown one by one; a text that is no deck list has thousands."""
_NAMED = 3
"""Files passed over that are named for each reason."""
_WORDS = {LEGAL: _("legal"), UNPROVEN: _("unproven"), ILLEGAL: _("illegal"), UNREADABLE: _("unreadable")}
"""The verdicts in words, in the order in which they are counted."""
_DECK_COLUMNS = ("path", "name", "read_as", "format", "rules", "as_of", "verdict")
_ISSUE_COLUMNS = ("unknown", "code", "severity", "message", "have", "limit", "which", "lines", "advice")


def plain(text: str, _colour: str) -> str:
    """The text unchanged, for output without colour."""
    return text


def full_text(report: AnyReport, width: int = 80, paint: Paint = plain, height: int | None = None) -> str:
    """One deck: verdict first, then counts, then the issues in groups with what to do.

    What is longer than the `height` of the screen ends with the verdict once more.
    """
    width = max(width, _NARROWEST)
    if isinstance(report, UnreadableReport):
        verdict = verdict_word(UNREADABLE, paint)
        path, error = (shortened(printable_line(text)) for text in (place_of(report), report.error))
        return f"{path}: {verdict}\n  {error}\n"
    game, lines = get_game(report.game), head_lines(report, paint)
    for title in (_PROBLEMS, _UNDECIDED, _REMARKS):
        group = [issue for issue in report.issues if _group(issue) == title]
        if group:
            lines += ["", f"  {title}"]
            lines.extend(_group_lines(group, game.main_zone, width, paint))
    remarks = [_("Note: {note}", note=note) for note in report.notes]
    if report.not_checked:
        remarks.append(_("Not checked: {not_checked}", not_checked=joined(report.not_checked, "; ")))
    if remarks:
        lines.append("")
        for remark in remarks:
            wrapped = textwrap.wrap(str(remark), width - 2, subsequent_indent="  ")
            lines += [f"  {paint(line, 'dim')}" for line in wrapped]
    if height is not None and len(lines) >= height:
        found = _found_text(report)
        lines += ["", f"{printable_line(place_of(report))}: {verdict_word(report.verdict, paint)}{found}"]
    return "\n".join(map(str, lines)) + "\n"


def place_of(report: AnyReport) -> str:
    """The file of a deck as it is shown, or where else it came from."""
    return _("standard input") if report.path == STANDARD_INPUT else report.path


def verdict_word(verdict: str, paint: Paint = plain) -> str:
    """A verdict in large letters.

    >>> verdict_word("legal")
    'LEGAL'
    """
    return paint(str(_WORDS[verdict]).upper(), verdict)


def head_lines(report: Report, paint: Paint = plain) -> list[str]:
    """The verdict on a deck, by what it was judged, and its counts, in three lines."""
    by = _(
        "{format} format, rules {rules}, as of {as_of}",
        format=report.format,
        rules=report.rules,
        as_of=report.as_of,
    )
    return [
        f"{printable_line(place_of(report))}: {verdict_word(report.verdict, paint)}",
        f"  {by}",
        f"  {get_game(report.game).words.counts_text(report.counts)}",
    ]


def _group_lines(group: Sequence[Issue], main_zone: str, width: int, paint: Paint) -> Iterator[str]:
    """Issues of one weight; equal ones are one, and so is advice that overlaps."""
    adding = [issue for issue in group if issue.adds]
    overlapping = adding if len(adding) > 1 else []  # what one of them asks for counts for another
    seen = Counter[str]()
    for alike in _alike(group):
        seen[alike[0].code] += 1
        if seen[alike[0].code] > _MOST_OF_CODE:
            continue
        if len(alike) > 1:
            yield from _alike_lines(alike, main_zone, width, paint)
            continue
        (issue,) = alike
        shown = issue._replace(advice="") if issue in overlapping else issue
        yield from _issue_lines(shown, main_zone, width, paint)
    for code, number in seen.items():
        if number > _MOST_OF_CODE:
            yield "    " + _("{code}: and {more:,} more", code=code, more=number - _MOST_OF_CODE)
    if overlapping:
        advice = f"-> {_added(overlapping, swaps=any(map(_takes_out, group)))}"
        yield from textwrap.wrap(advice, width, initial_indent=" " * 4, subsequent_indent=" " * 7)


def _found_text(report: Report) -> str:
    """How much was found, for the end of a long report."""
    errors = sum(issue.severity == ERROR for issue in report.issues)
    open_ = sum(issue.undecided for issue in report.issues if issue.severity != ERROR)
    parts = [amount(errors, "problem")] if errors else []
    parts += [_("{open:,} not decided", open=open_)] if open_ else []
    return f": {joined(parts, ', ')}" if parts else ""


def _alike(issues: Sequence[Issue]) -> list[list[Issue]]:
    """The issues with equal ones together, each group at the place of its first."""
    groups: dict[object, list[Issue]] = {}
    for number, issue in enumerate(issues):
        same = (issue.code, issue.severity, issue.together, issue.cite)
        groups.setdefault(same if issue.together else number, []).append(issue)
    return list(groups.values())


def _alike_lines(issues: Sequence[Issue], main_zone: str, width: int, paint: Paint) -> Iterator[str]:
    """Equal issues as one: what is wrong with how many cards, then the cards."""
    first = issues[0]
    cards = tuple(card for issue in issues for card in issue.cards)
    advice = {issue.advice for issue in issues}
    several = len(advice) > 1
    texts = [_alike_card(issue, main_zone, with_advice=several) for issue in issues]
    number = len({card.name for card in cards})
    what = ngettext(
        "{number} card is {together}", "{number} cards are {together}", number, together=first.together
    )
    head = first._replace(
        message=joined((what, ":" if several else joined((": ", joined(texts, "; "))))),
        cards=(),
        cite="",
        advice="" if several else _("each: {advice}", advice=first.advice),
    )
    yield from _issue_lines(head, main_zone, width, paint)
    inner = " " * 6
    for line in texts if several else ():
        yield from textwrap.wrap(line, width, initial_indent=inner, subsequent_indent=inner + "  ")
    for line in textwrap.wrap(f"[{first.cite}]", width - len(inner)) if first.cite else ():
        yield inner + paint(line, "dim")


def _alike_card(issue: Issue, main_zone: str, *, with_advice: bool) -> str:
    where = ", ".join(_card_text(card, main_zone) for card in issue.cards)
    details = [part for part in (issue.aside, issue.advice if with_advice else "") if part]
    return f"{where} ({joined(details, ', ')})" if details else where


def _card_text(card: IssueCard, main_zone: str) -> str:
    return (
        f"{card.quantity} {printable_line(card.name)}"
        + (f", {_('line {line}', line=card.line)}" if card.line else "")
        + (f", {Message(card.zone)}" if card.zone != main_zone else "")
    )


def _takes_out(issue: Issue) -> bool:
    """Whether there are more cards of something than may be, and more of others do not help."""
    have, limit = issue.have, issue.limit
    return issue.adds is None and have is not None and limit is not None and have > limit


def _added(issues: Sequence[Issue], *, swaps: bool = False) -> str:
    """The cards to add in all, so that every one of the issues is settled."""
    most: dict[tuple[int, str, str], int] = {}
    for issue in issues:
        if adds := issue.adds:
            kind = adds.level, adds.one, adds.many
            most[kind] = max(most.get(kind, 0), adds.count)
    parts, so_far = [], 0
    for level in sorted({kind[0] for kind in most}):
        here = {kind: count for kind, count in most.items() if kind[0] == level}
        for (_unused, one, many), wanted in here.items():
            left = wanted if level == 0 else max(0, wanted - so_far)
            if left:
                more = level > 0 and so_far > 0
                parts.append(count(left, f"more {one}", f"more {many}") if more else count(left, one, many))
            so_far += left
    codes = list(dict.fromkeys(issue.code for issue in issues))
    what = _("add {parts}; that settles {codes}")
    if swaps:
        what = _("add {parts}, and one for each card that is taken out; that settles {codes}")
    return filled(what, {"parts": all_of(parts), "codes": ", ".join(codes)})


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
        where = "; ".join(_card_text(card, main_zone) for card in issue.cards)
        yield from textwrap.wrap(where, width, initial_indent=inner, subsequent_indent=inner)
    if issue.advice:
        yield from textwrap.wrap(
            f"-> {issue.advice}", width, initial_indent=inner, subsequent_indent=inner + "   "
        )
    if issue.cite:
        for line in textwrap.wrap(f"[{issue.cite}]", width - len(inner)):
            yield inner + paint(line, "dim")


def short_line(report: AnyReport, paint: Paint = plain, shown: str | None = None) -> str:
    """One deck in one line: verdict, file (or what is `shown` for it), the codes of its issues."""
    path = place_of(report) if shown is None else shown
    widest = max(len(str(word)) for word in _WORDS.values())
    verdict = paint(f"{_WORDS[report.verdict]:<{widest}}", report.verdict)
    if isinstance(report, UnreadableReport):
        error = str(report.error).removeprefix(report.path).lstrip(":").strip()
        return f"{verdict} {shortened(printable_line(path))}: {shortened(printable_line(error))}"
    codes = Counter(i.code for i in report.issues if i.severity == ERROR or i.undecided)
    found = ", ".join(f"{code} x{n}" if n > 1 else code for code, n in codes.items())
    hint = next((note for note in report.notes if note.startswith(OTHER_GAME_HINT)), "")
    details = joined(filter(None, (found, hint)), "; ")
    return f"{verdict} {printable_line(path)}" + (f": {details}" if details else "")


def verdicts_text(reports: Iterable[AnyReport]) -> str:
    """The number of decks with each verdict, like `3 decks: 2 legal, 1 illegal`."""
    verdicts = Counter(report.verdict for report in reports)
    parts = [f"{verdicts[verdict]} {word}" for verdict, word in _WORDS.items() if verdicts[verdict]]
    return f"{count(verdicts.total(), 'deck', 'decks')}: {', '.join(parts)}"


def summary_text(reports: Iterable[AnyReport]) -> str:
    """The number of decks with each verdict, and the most common issues."""
    reports = list(reports)
    codes: Counter[str] = Counter()
    for report in reports:
        if isinstance(report, Report):
            codes.update({i.code for i in report.issues if i.severity == ERROR})
    text = verdicts_text(reports)
    if codes:
        common = sorted(codes.items(), key=lambda item: (-item[1], item[0]))
        found = joined([_("{code} in {n}", code=code, n=n) for code, n in common], ", ")
        text += "\n" + _("problems: {found}", found=found)
    return text


def skipped_text(files: Iterable[tuple[str, str]]) -> str:
    """How many files of folders were not judged, and why, with the first of each reason.

    >>> skipped_text([("a/me.png", "with another suffix"), ("a/x.md", "with another suffix")])
    '2 files skipped: 2 with another suffix (me.png, x.md)'
    """
    by_reason: dict[str, list[str]] = {}
    for path, reason in files:
        name = path.replace("\\", "/").rpartition("/")[2]
        by_reason.setdefault(reason, []).append(printable_line(name))
    parts = []
    for reason, names in by_reason.items():
        shown = ", ".join(names[:_NAMED]) + (", ..." if len(names) > _NAMED else "")
        parts.append(f"{len(names)} {reason} ({shown})")
    return ngettext(
        "{number} file skipped: {parts}",
        "{number} files skipped: {parts}",
        sum(map(len, by_reason.values())),
        parts="; ".join(parts),
    )


def csv_text(reports: Iterable[AnyReport]) -> str:
    """All decks as CSV with a header: a row an issue, one row for a deck without any."""
    from deckcheck.show.csv_table import csv_table

    reports = list(reports)
    columns = _csv_columns({r.game for r in reports if isinstance(r, Report)})
    rows = (row for report in reports for row in _csv_rows(report))
    return csv_table(columns, ([row.get(column) for column in columns] for row in rows))


def _csv_rows(report: AnyReport) -> Iterator[dict[str, object]]:
    """Yields a row for each issue of a report, one where there is none."""
    deck: dict[str, object] = picked(report, "path name verdict")
    if isinstance(report, UnreadableReport):
        yield deck | {"message": report.error}
        return
    deck |= picked(report, "game read_as format rules as_of") | dict(report.counts)
    for issue in report.issues:
        yield {
            **deck,
            **picked(issue, "code severity message have limit advice"),
            "which": "; ".join(f"{c.quantity} {c.name}" for c in issue.cards),
            "lines": " ".join(str(c.line) for c in issue.cards if c.line is not None),
        }
    if not report.issues:
        yield deck


def _csv_columns(games: set[str]) -> tuple[str, ...]:
    """The columns for these games: what each of them counts, and which it is where that tells."""
    known = sorted(games or {FIRST_GAME}, key=lambda code: (code != FIRST_GAME, code))
    counts = dict.fromkeys(name for code in known for name in get_game(code).count_names)
    game = () if known == [FIRST_GAME] else ("game",)
    return (*_DECK_COLUMNS[:2], *game, *_DECK_COLUMNS[2:], *counts, *_ISSUE_COLUMNS)
