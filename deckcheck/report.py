"""The answer: every issue that was found, what was counted, and the verdict."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from deckcheck.deck import DeckEntry, TakenLine

ERROR, WARNING, INFO = "error", "warning", "info"
LEGAL, ILLEGAL, UNPROVEN, UNREADABLE = "legal", "illegal", "unproven", "unreadable"

_NO_DETAILS: Mapping[str, Any] = {}


class IssueCard(NamedTuple):
    """A card that an issue is about, as the deck list writes it, with its first line."""

    name: str
    quantity: int
    zone: str
    line: int | None


def issue_cards(entries: Iterable[DeckEntry]) -> tuple[IssueCard, ...]:
    """The entries as issues show them: one for each name and zone, sorted, with its first line."""
    read = [entry.listed or entry for entry in entries]
    entries = list({id(entry): entry for entry in read}.values()) if len(read) > 1 else read
    if len(entries) == 1:  # most issues are of one: there is nothing to put together
        entry = entries[0]
        return (IssueCard(entry.name, entry.quantity, entry.zone, entry.line),)
    together: dict[tuple[str, str], tuple[int, int | None]] = {}
    for entry in entries:
        quantity, line = together.get((entry.name, entry.zone), (0, None))
        lines = [number for number in (line, entry.line) if number is not None]
        together[entry.name, entry.zone] = (quantity + entry.quantity, min(lines, default=None))
    return tuple(
        IssueCard(name, quantity, zone, line) for (name, zone), (quantity, line) in sorted(together.items())
    )


@dataclass(frozen=True, slots=True)
class Adds:
    """The cards that would settle an issue: so many of a kind.

    Kinds of a higher `level` hold those of a lower one: what is added of those counts for them.
    """

    level: int
    one: str
    many: str
    count: int


class Issue(NamedTuple):
    """One finding about a deck.

    `have` and `limit` are counts of cards; `advice` says what would fix it; `undecided` marks a
    finding that leaves the verdict open; `details` hold what only some codes have, such as `unit`.
    `together` says of the cards of several such issues what is wrong with them, and `aside` what
    there is to add of this one's card: people read them as one. `adds` is what is to be added.
    """

    code: str
    severity: str
    message: str
    have: int | None = None
    limit: int | None = None
    cards: tuple[IssueCard, ...] = ()
    cite: str = ""
    advice: str = ""
    undecided: bool = False
    details: Mapping[str, Any] = _NO_DETAILS
    together: str = ""
    aside: str = ""
    adds: "Adds | None" = None


class Report(NamedTuple):
    """The judgement of one deck under one format at one date.

    `nothing_known` marks a text of single lines of which none is a card: it may be no deck at all.
    `taken_as` are the lines of a typed list that are no cards, and what each was taken for.
    """

    path: str
    name: str
    read_as: str
    game: str
    format: str
    rules: str
    as_of: str
    verdict: str
    counts: Mapping[str, int]
    issues: tuple[Issue, ...]
    not_checked: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    nothing_known: bool = False
    taken_as: tuple[TakenLine, ...] = ()

    @property
    def is_legal(self) -> bool:
        """Whether the deck is legal for sure."""
        return self.verdict == LEGAL

    def __bool__(self) -> bool:
        """The same as `is_legal`: `if validate(deck):` asks for a legal deck."""
        return self.is_legal

    def __reduce__(self) -> tuple[type["Report"], tuple[Any, ...]]:
        """The report as bare values, for another process: pickled in a third of the time."""
        return Report, (
            self.path,
            self.name,
            self.read_as,
            self.game,
            self.format,
            self.rules,
            self.as_of,
            self.verdict,
            self.counts,
            self.issues,
            self.not_checked,
            self.notes,
            self.nothing_known,
            self.taken_as,
        )


class UnreadableReport(NamedTuple):
    """The report on a file that could not be read as a deck.

    `recognised` is False where no reader takes the file for a deck at all; `several` are the names
    of the decks in a file that holds more than one.
    """

    path: str
    name: str
    error: str
    verdict: str = UNREADABLE
    recognised: bool = True
    several: tuple[str, ...] = ()

    @property
    def is_legal(self) -> bool:
        """False: what is not read is not legal."""
        return False

    def __bool__(self) -> bool:
        """False, as `is_legal`."""
        return False


AnyReport = Report | UnreadableReport


def verdict_of(issues: Iterable[Issue]) -> str:
    """Illegal with any error; unproven with anything undecided; else legal."""
    verdict = LEGAL
    for issue in issues:
        if issue.severity == ERROR:
            return ILLEGAL
        if issue.undecided:
            verdict = UNPROVEN
    return verdict


def as_json(report: AnyReport) -> dict[str, Any]:
    """A report as the contract has it: one element of `decks` in `deckcheck.report/1`."""
    if isinstance(report, UnreadableReport):
        return {"path": report.path, "name": report.name, "verdict": report.verdict, "error": report.error}
    return {
        "path": report.path,
        "name": report.name,
        "read_as": report.read_as,
        "game": report.game,
        "format": report.format,
        "rules": report.rules,
        "as_of": report.as_of,
        "verdict": report.verdict,
        "counts": dict(report.counts),
        "issues": [issue_as_json(issue) for issue in report.issues],
        "not_checked": list(report.not_checked),
        "notes": list(report.notes),
        "taken_as": [line._asdict() for line in report.taken_as],
    }


def issue_as_json(issue: Issue) -> dict[str, Any]:
    """An issue as the documents have it, with what only its code has."""
    return {
        "code": issue.code,
        "severity": issue.severity,
        "message": issue.message,
        "have": issue.have,
        "limit": issue.limit,
        "cards": [
            {"name": card.name, "quantity": card.quantity, "zone": card.zone, "line": card.line}
            for card in issue.cards
        ],
        "cite": issue.cite,
        "advice": issue.advice,
        **issue.details,
    }
