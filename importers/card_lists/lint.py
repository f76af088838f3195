"""Checking a card list: every error and oddity with its line, column, and what was expected.

Nothing is changed here, and no error keeps a list from being read. `lint_checks.tsv` lists every
code: an "info" is only a remark, a "warning" may well be wrong, and an "error" misleads who reads
the list.

Findings that are accepted stand in a tab-separated file with the header `set name column code
found`: the file's name without its suffix, the card's name, and the rest as the finding has it. No
line numbers, so that it stays true while the list grows. A line accepts one finding.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath

from db.cards.bundled import read_table
from db.imports.heard_texts import heard_in
from db.language import gettext as _
from importers.card_lists.card_list import LARGEST, CardLine, CardList, UnreadableCardListError
from importers.card_lists.lint_columns import ListWords, Slip, column_slips, known_words, words_of
from importers.card_lists.lint_list import list_slips

ERROR, WARNING, INFO = "error", "warning", "info"


@dataclass(frozen=True, slots=True)
class Check:
    """A check: the severity of its findings, and their meaning."""

    severity: str
    meaning: str


CHECKS: Mapping[str, Check] = {
    row["code"]: Check(row["severity"], row["meaning"])
    for _, row in read_table(Path(__file__).with_name("lint_checks.tsv"))
}
"""The checks of card lists and of card sources, by the code of their findings."""


@dataclass(frozen=True, slots=True)
class LintFinding:
    """An error in a card list, with its place; `line` 1 is the header or the whole list.

    Where nothing is `expected`, `found` describes the error.
    """

    path: str
    line: int
    column: str | None
    code: str
    severity: str
    found: str
    expected: str
    name: str | None = None

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}:" + (f" {self.column}:" if self.column else "")
        card = f" ({self.name})" if self.name and self.column != "name" else ""
        what = (
            _("found {found}, expected {expected}", found=self.found, expected=self.expected)
            if self.expected
            else self.found
        )
        return f"{place} {self.severity} {self.code}: {what}{card}"


def lint_card_list(
    cards: CardList, words: ListWords | None = None, *, texts: bool = False
) -> tuple[LintFinding, ...]:
    """The findings in a card list, line by line.

    `words` are those of lists that are known to be good; without them no misspelling is found. With
    `texts`, card texts that may be about building decks are named.
    """
    words = words or ListWords()
    result: list[tuple[CardLine | None, Slip]] = list(list_slips(cards))
    if any(slip.code == "concatenation" for _, slip in result):
        # Its lines are those of other files, and would be told twice.
        return tuple(_finding(cards.path, line, slip) for line, slip in result)
    result += [(line, slip) for line in cards.lines for slip in column_slips(line, cards.form, words)]
    if texts:
        result += [(line, slip) for line in cards.lines for slip in text_slips(line.get("text"))]
    result.sort(key=lambda placed: placed[0].line if placed[0] else 1)
    return tuple(_finding(cards.path, line, slip) for line, slip in result)


def text_slips(text: str) -> Iterator[Slip]:
    """Yields the phrases of a card's text that may be about building decks.

    >>> [slip.found for slip in text_slips("It may be put into any deck. Draw a card.")]
    ["'may be put into any deck'"]
    """
    for phrase in heard_in(text):
        yield Slip("deck-text", "text", repr(phrase), "")


def lint_file_name(path: str) -> LintFinding | None:
    """The finding for the name of a file, None for a good one: lock files of spreadsheet programs.

    >>> lint_file_name("sets/.~lock.PM.txt#").code
    'lock-file'
    """
    if not PurePath(path).name.startswith(".~lock."):
        return None
    return _finding(path, None, Slip("lock-file", None, _("a lock file"), _("no such file in a release")))


def list_words(lists: Iterable[CardList], sets: Iterable[str] = ()) -> ListWords:
    """The words of card lists that are known to be good, to compare others with."""
    traits: Counter[str] = Counter()
    names: Counter[str] = Counter()
    codes = set(sets)
    for cards in lists:
        codes.add(cards.set_code)
        for line in cards.lines:
            traits.update(words_of(line.get("subtype")))
            names.update(words_of(line.get("name")))
    return ListWords(known_words(traits), known_words(names), frozenset(codes))


def _finding(path: str, line: CardLine | None, slip: Slip) -> LintFinding:
    return LintFinding(
        path,
        line.line if line else 1,
        slip.column,
        slip.code,
        CHECKS[slip.code].severity,
        slip.found,
        slip.expected,
        (line.get("name") or None) if line else None,
    )


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
        raise UnreadableCardListError(str(path), _("is not UTF-8 text")) from None
    rows = [row.removesuffix("\r").split("\t") for row in text.split("\n")]
    if tuple(rows[0]) != COLUMNS:
        header = "\t".join(rows[0])[:60]
        why = _(
            "begins with {header!r}, expected the columns {columns} with tabs between",
            header=header,
            columns=" ".join(COLUMNS),
        )
        raise UnreadableCardListError(str(path), why)
    accepted: Accepted = Counter()
    for number, row in enumerate(rows[1:], 2):
        if row == [""]:
            continue
        if len(row) != len(COLUMNS):
            why = _(
                "line {number} has {count} fields, expected {count2}",
                number=number,
                count=len(row),
                count2=len(COLUMNS),
            )
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
