"""Findings in card lists that are known and accepted, so that only new ones are shown.

A file of them is tab-separated with the header `set name column code found`: the file's name
without its suffix, the name of the card, and the rest as the finding has it. There are no line
numbers, so that it stays true while the list grows. A line accepts one finding.
"""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from importers.card_lists.card_list import LARGEST, UnreadableCardListError
from importers.card_lists.lint import LintFinding

COLUMNS = ("set", "name", "column", "code", "found")

Accepted = Counter[tuple[str, ...]]


def accepted_key(finding: LintFinding) -> tuple[str, ...]:
    """The key that identifies a finding, in the order of `COLUMNS`.

    >>> accepted_key(LintFinding("sets/ESB.txt", 7, "side", "side-missing", "error", "none", "L"))
    ('ESB', '', 'side', 'side-missing', 'none')
    """
    set_code = Path(finding.path).name.partition(".")[0]
    return set_code, finding.name or "", finding.column or "", finding.code, finding.found


def read_accepted(path: Path) -> Accepted:
    """The accepted findings of a file, with how often each is accepted.

    Raises `UnreadableCardListError` where it cannot be opened or is no such file.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            text = file.read(LARGEST)
    except OSError as error:
        raise UnreadableCardListError(str(path), error.strerror or str(error)) from None
    except UnicodeDecodeError:
        raise UnreadableCardListError(str(path), "is no text in UTF-8") from None
    rows = [row.removesuffix("\r").split("\t") for row in text.split("\n")]
    if tuple(rows[0]) != COLUMNS:
        header = "\t".join(rows[0])[:60]
        why = f"begins with {header!r}, expected the columns {' '.join(COLUMNS)} with tabs between"
        raise UnreadableCardListError(str(path), why)
    accepted: Accepted = Counter()
    for number, row in enumerate(rows[1:], 2):
        if row == [""]:
            continue
        if len(row) != len(COLUMNS):
            why = f"line {number} has {len(row)} fields, expected {len(COLUMNS)}"
            raise UnreadableCardListError(str(path), why)
        accepted[tuple(row)] += 1
    return accepted


def new_findings(findings: Iterable[LintFinding], accepted: Accepted) -> tuple[LintFinding, ...]:
    """The findings that are not accepted; accepted ones are subtracted from `accepted`."""
    new = []
    for finding in findings:
        key = accepted_key(finding)
        if accepted[key] > 0:
            accepted[key] -= 1
        else:
            new.append(finding)
    return tuple(new)
