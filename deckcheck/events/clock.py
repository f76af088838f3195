"""The time of a round: what is left of it, table by table; a pure function of the present time."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from db.language import gettext as _, joined, some_of
from deckcheck.events.values import Round

if TYPE_CHECKING:
    from rich.console import RenderableType


@dataclass(frozen=True, slots=True)
class RoundClock:
    """A running round: its start, its minutes, the extra minutes of tables, and when it was paused."""

    started: datetime
    minutes: int
    extensions: Mapping[int, int] = field(default_factory=dict)
    paused: datetime | None = None

    @classmethod
    def of(cls, one: Round, started: datetime, minutes: int) -> "RoundClock":
        """The clock of a round whose open tables have their extra time."""
        extra = {table.number: table.extension for table in one.open_tables() if table.extension}
        paused = one.facts.get("paused")
        return cls(started, minutes, extra, datetime.fromisoformat(str(paused)) if paused else None)

    def left(self, now: datetime, table: int = 0) -> int:
        """The whole seconds left, for a table with its extra time; negative once time is over.

        >>> clock = RoundClock(datetime(2004, 6, 19, 10, 0), 50, {3: 5})
        >>> clock.left(datetime(2004, 6, 19, 10, 49, 1)), clock.left(
        ...     datetime(2004, 6, 19, 10, 52), 3)
        (59, 180)
        """
        whole = (self.minutes + self.extensions.get(table, 0)) * 60
        # A clock that was set back gives nobody more than the whole time.
        return whole - max(0, int(((self.paused or now) - self.started).total_seconds() // 1))

    def tables(self, now: datetime) -> list[tuple[int, int]]:
        """The tables with extra time and what is left of it, the first to end first."""
        result = [(table, self.left(now, table)) for table in self.extensions]
        return sorted(result, key=lambda one: (one[1], one[0]))


def time_text(seconds: int) -> str:
    """Minutes and seconds, hours where there are some; a minus where time is over.

    >>> time_text(725), time_text(-5), time_text(3_661)
    ('12:05', '-0:05', '1:01:01')
    """
    sign, rest = ("-" if seconds < 0 else ""), abs(seconds)
    hours, minutes = divmod(rest // 60, 60)
    start = f"{hours}:{minutes:02}" if hours else str(minutes)
    return f"{sign}{start}:{rest % 60:02}"


def clock_line(one: Round, clock: RoundClock, now: datetime) -> str:
    """The time in one line, for a terminal that shows no pictures and for programs."""
    texts = [_("round {number}: {told}", number=one.number, told=_told(clock.left(now)))]
    texts += [_("table {table}: {told}", table=table, told=_told(left)) for table, left in clock.tables(now)]
    return joined(texts, ", ")


def _told(left: int) -> str:
    return time_text(left) if left >= 0 else _("time is over ({time_text})", time_text=time_text(left))


_DIGITS = {
    "0": ("███", "█ █", "█ █", "█ █", "███"),
    "1": (" █ ", "██ ", " █ ", " █ ", "███"),
    "2": ("███", "  █", "███", "█  ", "███"),
    "3": ("███", "  █", "███", "  █", "███"),
    "4": ("█ █", "█ █", "███", "  █", "  █"),
    "5": ("███", "█  ", "███", "  █", "███"),
    "6": ("███", "█  ", "███", "█ █", "███"),
    "7": ("███", "  █", "  █", "  █", "  █"),
    "8": ("███", "█ █", "███", "█ █", "███"),
    "9": ("███", "█ █", "███", "  █", "███"),
    ":": (" ", "█", " ", "█", " "),
    "-": ("   ", "   ", "███", "   ", "   "),
}
_LAST_MINUTES = 5 * 60


def large_digits(text: str, *, ascii_only: bool = False) -> list[str]:
    r"""A time in digits five lines high, to be read from the other end of the room.

    >>> print("\n".join(large_digits("1:0", ascii_only=True)))
     #    ###
    ##  # # #
     #    # #
     #  # # #
    ###   ###
    """
    lines = [" ".join(_DIGITS[sign][row] for sign in text).rstrip() for row in range(5)]
    return [line.replace("█", "#") for line in lines] if ascii_only else lines


def clock_view(one: Round, clock: RoundClock, now: datetime, *, ascii_only: bool = False) -> "RenderableType":
    """The view of the terminal: the time in large digits, tables with extra time, open tables."""
    from rich.console import Group
    from rich.text import Text

    left = clock.left(now)
    style = "bold red" if left < 0 else "bold yellow" if left < _LAST_MINUTES else "bold"
    digits = large_digits(time_text(left), ascii_only=ascii_only)
    over = _("time is over") if left < 0 else ""
    rows = [Text(str(joined((_("Round {number}", number=one.number), over), ": ")), style="bold")]
    rows += [Text(), *(Text(line, style=style, no_wrap=True) for line in digits), Text()]
    rows += [Text(line) for line in _below(one, clock, now)]
    return Group(*rows)


_MOST_LISTED = 12


def _below(one: Round, clock: RoundClock, now: datetime) -> Iterator[str]:
    for table, left in clock.tables(now):
        yield _(
            "table {table} with {extensions} extra minutes: {told}",
            table=table,
            extensions=clock.extensions[table],
            told=_told(left),
        )
    open_ = [table.number for table in one.open_tables()]
    if not open_:
        yield _("all results are in")
        return
    yield _(
        "results missing of {count} of {count2} tables: {tables}",
        count=len(open_),
        count2=len(one.tables),
        tables=some_of([*map(str, open_)], _MOST_LISTED),
    )
