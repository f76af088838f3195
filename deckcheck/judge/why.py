"""The requirements of a format, with what a deck has of each: as text, and as `deckcheck.requirements/1`."""

from typing import Any, NamedTuple

from db.language import gettext as _, pgettext
from db.texts import printable_line
from deckcheck.report import ERROR, Issue, Report, issue_as_json
from deckcheck.rules.evaluate import BROKEN, KEPT, OPEN
from deckcheck.rules.table import RequirementRow
from deckcheck.show.picked import picked
from deckcheck.show.recent import Recent

_STATES = {
    KEPT: pgettext("what a requirement is", "kept"),
    BROKEN: pgettext("what a requirement is", "broken"),
    OPEN: pgettext("what a requirement is", "open"),
}


class Why(NamedTuple):
    """The report on a deck, and what its format requires with what the deck has of it."""

    report: Report
    requirements: tuple[RequirementRow, ...]
    headers: tuple[str, ...] = ("state", "has", "asked", "requirement", "code")

    @property
    def others(self) -> tuple[Issue, ...]:
        """The issues that decide the verdict, too, and follow from no requirement of the table."""
        told = {row.code for row in self.requirements if row.state != KEPT}
        found = (one for one in self.report.issues if one.severity == ERROR or one.undecided)
        return tuple(one for one in found if one.code not in told)

    def document(self) -> dict[str, Any]:
        """The table as `deckcheck.requirements/1`."""
        report = self.report
        return {
            "schema": "deckcheck.requirements/1",
            **picked(report, "path game format rules as_of verdict"),
            "requirements": [row_as_json(row) for row in self.requirements],
            "others": [issue_as_json(one) for one in self.others],
            "not_checked": list(report.not_checked),
        }

    def rows(self) -> list[tuple[str, ...]]:
        """The requirements as rows of a table with these `headers`."""
        return [
            (_STATES[row.state], _has(row), _asked(row), _sentence(row), row.code)
            for row in self.requirements
        ]

    def others_text(self) -> str:
        """The issues that decide the verdict beside the requirements, in lines, and what was not checked."""
        lines = [f"  {one.code}: {printable_line(one.message)}" for one in self.others]
        lines += [f"  {_('not checked: {text}', text=text)}" for text in self.report.not_checked]
        return "\n".join(map(str, lines))


_documents = Recent[int, tuple[RequirementRow, dict[str, Any]]](2_000)
"""The documents of rows, which are kept, so that no other can take their identity; an edit leaves most."""


def row_as_json(row: RequirementRow) -> dict[str, Any]:
    """A requirement as the document has it, with what only its code has."""
    known = _documents.recall(id(row))
    if known is None:
        picks = picked(row, "sentence have have_most least most state cite")
        known = _documents[id(row)] = row, {"code": row.code, "unit": None, **picks, **row.details}
    return known[1]


def _has(row: RequirementRow) -> str:
    """The number that a deck has: `12`, `12 to 14` or `12 or more`."""
    if row.have is None or row.have_most == row.have:
        return "" if row.have is None else str(row.have)
    return (
        _("{have} or more", have=row.have)
        if row.have_most is None
        else _("{have} to {have_most}", have=row.have, have_most=row.have_most)
    )


def _asked(row: RequirementRow) -> str:
    """The bounds: `60 or more`, `at most 4`, `10`, `none`."""
    if row.least == row.most:
        return "" if row.least is None else str(row.least)
    if row.least is not None:
        return (
            _("{least} or more", least=row.least)
            if row.most is None
            else _("{least} to {most}", least=row.least, most=row.most)
        )
    return _("at most {most}", most=row.most) if row.most or "units" in row.details else _("none")


def _sentence(row: RequirementRow) -> str:
    """The requirement in words, with the card or key that its number is about."""
    about = next((row.details[name] for name in ("card", "colour", "title") if name in row.details), "")
    return f"{printable_line(row.sentence)} ({printable_line(about)})" if about else row.sentence
