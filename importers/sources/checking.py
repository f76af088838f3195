"""Checking the rows of a source as they come in: the type of every value, and texts unfit for a card.

All that is wrong with a row is gathered, so that a file can be fixed in one go.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from db.imports.source_rows import WORDS, Place, Reading, RowProblem
from db.language import gettext as _
from db.texts import has_half_character, printable_line, unfit_for_a_name

LONGEST_NAME = 200
LONGEST_TEXT = 20_000

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_STAT = re.compile(r"\d{1,3}|[X*]")
_SHOWN = 40


class RowCheck:
    """The values of one row, with all errors in them."""

    def __init__(self, values: Mapping[str, Any], place: Place, set_code: str | None) -> None:
        self._values = values
        self.place = place
        self.set_code = set_code
        self.problems: list[RowProblem] = []
        self.taken: set[str] = set()

    def refuse(self, column: str, value: Any, expected: str) -> None:
        """Notes as an error what a column holds and what was expected."""
        shown = "nothing" if value in (None, "") else _short(value)
        place = Place(self.place.file, self.place.line, column)
        self.problems.append(
            RowProblem(
                place, _("found {shown}, expected {expected}", shown=shown, expected=expected), self.set_code
            )
        )

    def text(self, column: str, *, needed: bool = False, longest: int = LONGEST_TEXT) -> str | None:
        """A text without blanks at its ends, None where there is none."""
        value = self._take(column)
        if value is None or value == "":
            if needed:
                self._missing(column)
            return None
        if not isinstance(value, str):
            self.refuse(column, value, _("a text"))
            return None
        if (control := _CONTROL.search(value)) is not None:
            self.refuse(column, control.group(), _("no control characters"))
        if len(value) > longest:
            self.refuse(
                column, _("{count} characters", count=len(value)), _("at most {longest}", longest=longest)
            )
        plain = value.strip()
        if needed and not plain:
            self._missing(column)
        return plain or None

    def name(self, column: str) -> str:
        """A name, which has to be there."""
        return " ".join((self.text(column, needed=True, longest=LONGEST_NAME) or "").split())

    def choice(
        self, column: str, choices: Mapping[str, str], *, needed: bool = True, shown: str = ""
    ) -> str | None:
        """One of a few values, by the text that means it; `shown` lists them for the user."""
        value = self.text(column, needed=needed)
        if value is None:
            return None
        found = choices.get(value) or choices.get(value.casefold())
        if found is None:
            self.refuse(column, value, _("one of {shown}", shown=shown or ", ".join(choices)))
        return found

    def number(self, column: str, *, needed: bool = False, expected: str = "a whole number") -> int | None:
        """A whole number."""
        value = self._take(column)
        if value is None or value == "":
            if needed:
                self._missing(column)
            return None
        if isinstance(value, bool) or not isinstance(value, int):
            self.refuse(column, value, expected)
            return None
        return value

    def number_or_x(self, column: str) -> int | str | None:
        """A whole number, or `X` where it is variable."""
        if self._values.get(column) == "X":
            self.taken.add(column)
            return "X"
        return self.number(column, expected=_("a whole number or X"))

    def stat(self, column: str) -> str | None:
        """A cost or stat as text: digits, `X` or `*`; None where there is none."""
        value = self._take(column)
        if value is None or value == "":
            return None
        text = str(value).strip().upper() if not isinstance(value, bool) else repr(value)
        if text and not _STAT.fullmatch(text):
            self.refuse(column, value, _("a number, X or *"))
            return None
        return text or None

    def flag(self, column: str, *, needed: bool = False) -> bool | None:
        """True or false."""
        value = self._take(column)
        if value is None:
            if needed:
                self._missing(column)
            return None
        if not isinstance(value, bool):
            self.refuse(column, value, _("true or false"))
            return None
        return value

    def texts(self, column: str) -> list[str]:
        """A list of texts, empty where there is none."""
        value = self._take(column)
        if value is None:
            return []
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            self.refuse(column, value, _("a list of texts"))
            return []
        return list(value)

    def rest(self, without: Iterable[str] = ()) -> dict[str, Any]:
        """The columns that were not read, so that nothing is lost."""
        left_out = self.taken | set(without)
        return {key: value for key, value in self._values.items() if key not in left_out}

    def _take(self, column: str) -> Any:
        self.taken.add(column)
        return self._values.get(column)

    def _missing(self, column: str) -> None:
        self.refuse(column, None, f"a {column}")


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else repr(value)
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "...")


_NOT_NAMES = frozenset({*WORDS, "place", "facts", "details", "marks"})


def without_unfit(reading: Reading, source: str) -> Reading:
    """The reading with a problem in place of every card, set and format of which a text is unfit.

    Names, numbers, types and the like may hold nothing that nobody sees; other texts may, since
    what prints them writes it out.
    """
    result: list[RowProblem] = []
    cards = tuple(card for card in reading.cards if _take(card, card.place, card.set_code, result))
    sets = tuple(one for one in reading.sets if _take(one, Place(source, 0, "set"), one.code, result))
    formats = tuple(one for one in reading.formats if _take(one, Place(source, 0, "format"), None, result))
    if not result:
        return reading
    return replace(reading, cards=cards, sets=sets, formats=formats, problems=(*reading.problems, *result))


def _take(row: Any, place: Place, set_code: str | None, problems: list[RowProblem]) -> bool:
    """Whether a row is fit; else what is wrong is noted."""
    wrong = next(_wrong(row), None)
    if wrong is None:
        return True
    column, what = wrong
    shown = None if set_code is None else printable_line(set_code)
    problems.append(RowProblem(Place(place.file, place.line, place.column or column), what, shown))
    return False


def _wrong(row: Any) -> Iterator[tuple[str, str]]:
    for one in fields(row):
        value = getattr(row, one.name)
        if isinstance(value, str) and one.name not in _NOT_NAMES:
            if sign := unfit_for_a_name(value):
                yield one.name, _("found the character {sign}, which cannot be seen, in a name", sign=sign)
        elif any(map(has_half_character, _texts(value))):
            yield one.name, _("found half of a character (a lone surrogate), expected whole ones")


def _texts(value: Any) -> Iterator[str]:
    """All texts within a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield str(key)
            yield from _texts(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _texts(inner)
