"""Days that are known only roughly: to the day, the month, the year, or between two days.

They are written as `2004-06-20`, `2004-07`, `2004`, `2004-03-17..2004-04-11`, `..2026-02-01` (on
that day at the latest), `2005-05-12..` (not before that day), `..` (not known at all) and `always`.
"""

import re
from datetime import date, timedelta
from functools import cache
from typing import NamedTuple

from db.language import gettext as _

_PART = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?", re.ASCII)
_BETWEEN = ".."


class ImpreciseDate(NamedTuple):
    """A day of which only bounds are known, both included; None where there is none.

    >>> july = parse_date("2004-07")
    >>> july.earliest, july.latest
    (datetime.date(2004, 7, 1), datetime.date(2004, 7, 31))
    """

    earliest: date | None
    latest: date | None
    text: str = ""

    def has_come(self, day: date) -> bool | None:
        """Whether the date is on or before `day`; None where its bounds leave that open.

        >>> july = parse_date("2004-07")
        >>> [july.has_come(date(2004, *day)) for day in ((6, 30), (7, 30), (7, 31))]
        [False, None, True]
        """
        if self.latest is not None and self.latest <= day:
            return True
        return False if self.earliest is not None and day < self.earliest else None

    @property
    def is_exact(self) -> bool:
        """Whether the exact day is known."""
        return self.earliest is not None and self.earliest == self.latest

    @property
    def turns(self) -> tuple[date, ...]:
        """The days on which the result of `has_come` changes, in order."""
        return tuple(dict.fromkeys(day for day in (self.earliest, self.latest) if day is not None))

    def __str__(self) -> str:
        """The day in words, to stand after a verb.

        >>> [str(parse_date(text)) for text in ("2004-06-20", "2004-07", "..2026-02-01")]
        ['on 2004-06-20', 'in 2004-07', 'on 2026-02-01 at the latest']
        >>> str(parse_date("2004-03-17..2004-04-11")), str(parse_date(".."))
        ('between 2004-03-17 and 2004-04-11', 'on a day that is not known')
        """
        if self.is_exact:
            return _("on {earliest}", earliest=self.earliest)
        if self.earliest is None:
            return (
                _("on a day that is not known")
                if self.latest is None
                else (_("on {latest} at the latest", latest=self.latest))
            )
        if self.latest is None:
            return _("not before {earliest}", earliest=self.earliest)
        if self.text and _BETWEEN not in self.text:
            return _("in {text}", text=self.text)
        return _("between {earliest} and {latest}", earliest=self.earliest, latest=self.latest)

    def __format__(self, spec: str) -> str:
        """The day in the language that is spoken."""
        return format(str(self), spec)


ALWAYS = ImpreciseDate(date.min, date.min, "always")
"""The day from which on what has no beginning is."""

UNKNOWN_DATE = ImpreciseDate(None, None, _BETWEEN)


def exactly(day: date) -> ImpreciseDate:
    """The imprecise date of a day that is known exactly."""
    return ImpreciseDate(day, day, day.isoformat())


@cache
def parse_date(text: str) -> ImpreciseDate:
    """The imprecise date of a text; raises `ValueError` saying what is wrong with it."""
    if text.strip() == ALWAYS.text:
        return ALWAYS
    first, between, last = text.strip().partition(_BETWEEN)
    if not between:
        return ImpreciseDate(*_bounds(first, text), text.strip())
    earliest = _bounds(first, text)[0] if first else None
    latest = _bounds(last, text)[1] if last else None
    if earliest and latest and latest < earliest:
        message = _("{text!r} ends before it begins", text=text)
        raise ValueError(message)
    return ImpreciseDate(earliest, latest, text.strip())


def _bounds(part: str, text: str) -> tuple[date, date]:
    """The first and the last day of a day, a month or a year."""
    match = _PART.fullmatch(part.strip())
    try:
        return _days_of(match[1], match[2], match[3]) if match else _days_of("", None, None)
    except ValueError:
        message = _(
            "{text!r} is not a date; write it like 2026-11-21, 2026-11, 2026, "
            "2026-01-31..2026-02-28, ..2026-02-01 or 2026-02-01..",
            text=text,
        )
        raise ValueError(message) from None


def _days_of(year: str, month: str | None, day: str | None) -> tuple[date, date]:
    """The first and the last day of what is stated; raises `ValueError` where there is none."""
    first = date(int(year), int(month or 1), int(day or 1))
    if day is not None:
        return first, first
    last_month = int(month or 12)
    return first, _last_of_month(first.year, last_month)


def _last_of_month(year: int, month: int) -> date:
    if (year, month) == (date.max.year, date.max.month):
        return date.max
    return date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)
