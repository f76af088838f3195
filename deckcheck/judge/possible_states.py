"""Judging by every state that a format may have had on a day, where it is not known which.

Issues of all these states are decided; those of only some states leave the verdict open.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from db.language import all_of, gettext as _, joined, one_of
from deckcheck.report import ERROR, WARNING, Issue
from deckcheck.rules.edition import FormatState
from deckcheck.rules.findings import new_issue
from deckcheck.show.wording import ANOTHER_DAY

CODE = "format-state"
"""The code of issues about the state itself."""


@dataclass(frozen=True, slots=True)
class StateIssues:
    """The finding of one state about a deck."""

    state: FormatState
    issues: tuple[Issue, ...]

    @property
    def is_illegal(self) -> bool:
        """Whether the deck is illegal by this state."""
        return any(issue.severity == ERROR for issue in self.issues)


def told_once(findings: Sequence[StateIssues], format_name: str, day: str) -> Iterator[Issue]:
    """Yields the issues of all states; those that only some of them have are undecided."""
    groups: dict[object, list[tuple[int, Issue]]] = {}
    for number, finding in enumerate(findings):
        for key, issue in _keyed(finding.issues):
            groups.setdefault(key, []).append((number, issue))
    differing: list[Issue] = []
    for found in groups.values():
        first = found[0][1]
        if len(found) == len(findings) and len({issue.severity for _, issue in found}) == 1:
            yield first
        elif findings[found[0][0]].state.known and findings[found[0][0]].state.played:
            differing.append(_opened([findings[n].state for n, _ in found], first))
    errors = [found for found in groups.values() if all(issue.severity == ERROR for _, issue in found)]
    decided = any(len(found) == len(findings) for found in errors)
    if not decided and all(finding.is_illegal for finding in findings):
        yield _illegal_by_each(findings, format_name, day)
    elif len({frozenset(key for key, _ in _keyed(f.issues)) for f in findings}) > 1:
        yield _not_known(findings, format_name, day)
    yield from differing


def state_name(state: FormatState) -> str:
    """A state named by the day from which it holds, to stand after `the state`.

    >>> from db.cards.dates import parse_date
    >>> state_name(FormatState(parse_date("2022-05")))
    'that begins in 2022-05'
    """
    if state.since.earliest is None and state.since.latest is None:
        return _("before all that is known")
    return _("that begins {since}", since=state.since)


def _keyed(issues: Sequence[Issue]) -> Iterator[tuple[object, Issue]]:
    """Yields the issues with what makes two of them the same finding."""
    for issue in issues:
        details = tuple(sorted((name, repr(value)) for name, value in issue.details.items()))
        message = "" if details or issue.have is not None else issue.message
        yield (issue.code, issue.have, issue.limit, issue.cards, details, message), issue


def _opened(states: Sequence[FormatState], issue: Issue) -> Issue:
    """An issue that only these states have, or not all as an error."""
    by = all_of(map(state_name, states))
    return issue._replace(
        severity=WARNING,
        undecided=issue.undecided or issue.severity == ERROR,
        message=_("{message} (so in the state {by})", message=issue.message, by=by),
    )


def _not_known(findings: Sequence[StateIssues], format_name: str, day: str) -> Issue:
    states = [_with_note(finding.state) for finding in findings]
    return new_issue(
        CODE,
        WARNING,
        _(
            "which state {format_name} was in on {day} is not known: {states}",
            format_name=format_name,
            day=day,
            states=one_of(states, _("{several}; or {last}")),
        ),
        advice=ANOTHER_DAY,
        cite=" | ".join(dict.fromkeys(f.state.source for f in findings if f.state.source)),
        details={"states": [str(finding.state.since) for finding in findings]},
    )


def _illegal_by_each(findings: Sequence[StateIssues], format_name: str, day: str) -> Issue:
    """The error of a deck that each state forbids, for reasons that differ."""
    whys = [
        _(
            "{issues} (in the state {state_name})",
            issues=next(i.message for i in finding.issues if i.severity == ERROR),
            state_name=state_name(finding.state),
        )
        for finding in findings
    ]
    return new_issue(
        CODE,
        ERROR,
        _(
            "whichever state {format_name} was in on {day}, the deck was illegal: {whys}",
            format_name=format_name,
            day=day,
            whys=joined(whys, "; "),
        ),
        advice=ANOTHER_DAY,
        details={"states": [str(finding.state.since) for finding in findings]},
    )


def _with_note(state: FormatState) -> str:
    what = state_name(state)
    if not state.played:
        return _("{state}, when it was not played", state=what)
    return joined((what, " (", state.note, ")")) if not state.known and state.note else what
