"""The day and the time that are stored, by the clock of this machine."""

from datetime import UTC, date, datetime


def today() -> date:
    """The day where the user is: deadlines and dates of lists are meant so."""
    return date.today()  # noqa: DTZ011 - that of the user


def now() -> str:
    """The time as it is stored, in UTC and in seconds: `2004-06-18T09:30:00+00:00`."""
    return datetime.now(UTC).isoformat(timespec="seconds")
