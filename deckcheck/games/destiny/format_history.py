"""The states of a format from the table of its changes, as the card data of swdestinydb had them.

`formats/history.tsv` has a line a change: format, the day of the change, the list, `+`, `-` or `~`,
the code of the card or set, the card, the points, the commit. Where a change was to be in force on
a later day, and that day is known, both stand there, and the days between are open. The pairs of
which a deck may have one card only are in `formats/pairs.tsv`, as the last state has them.
"""

from collections.abc import Iterable, Iterator
from datetime import date
from itertools import groupby
from types import MappingProxyType

from db.cards.dates import parse_date
from db.language import gettext as _
from deckcheck.rules.edition import FormatState

_LISTS = ("sets", "banned", "restricted", "balance")
_NOTE = _("as the card data of swdestinydb had it from then on; the day in force may be another")
_SOURCE = "github fafranco82/swdestinydb-json-data formats.json@"


def states_from_changes(table: str, name: str) -> tuple[FormatState, ...]:
    """The states of the format that a table of changes calls `name`, one a day of changes.

    >>> head = "format since list change code card value commit".replace(" ", chr(9))
    >>> line = "STD 2018-01-22 sets + AW - - 6565693".replace(" ", chr(9))
    >>> states_from_changes(f"{head}{chr(10)}{line}", "STD")[0].sets
    frozenset({'AW'})
    """
    now: dict[str, dict[str, str]] = {key: {} for key in _LISTS}
    found = []
    for since, changes in groupby(_rows(table, name), key=lambda row: row["since"]):
        commits = _apply(changes, now)
        found.append(
            FormatState(
                parse_date(since),
                frozenset(now["sets"]),
                _NOTE,
                MappingProxyType(dict(now["balance"])),
                frozenset(now["banned"]),
                frozenset(now["restricted"]),
                source=_SOURCE + ", @".join(commits),
            )
        )
    return tuple(found)


def with_pairs(states: Iterable[FormatState], table: str, name: str) -> tuple[FormatState, ...]:
    """The states with the restricted pairs of `formats/pairs.tsv`.

    Since when a pair is one is not known: before the day on which the table knows it, it is open.
    """
    rows = [row for row in _rows(table, name) if row["format"] == name]
    pairs = frozenset((min(r["code"], r["other"]), max(r["code"], r["other"])) for r in rows)
    known = max((date.fromisoformat(row["known"]) for row in rows), default=date.min)
    return tuple(
        state._replace(pairs=pairs, pairs_certain=(state.since.earliest or date.min) >= known)
        for state in states
    )


def _rows(table: str, name: str) -> Iterator[dict[str, str]]:
    """Yields the changes of one format, in the order of the table."""
    lines = table.split("\n")
    header = lines[0].split("\t")
    for line in lines[1:]:
        if line.startswith(f"{name}\t"):
            yield dict(zip(header, line.split("\t"), strict=True))


def _apply(changes: Iterable[dict[str, str]], now: dict[str, dict[str, str]]) -> list[str]:
    """Makes the changes of a day; the commits that made them."""
    commits: dict[str, None] = {}
    for row in changes:
        commits[row["commit"]] = None
        entries = now.get(row["list"])
        if entries is None:
            continue
        if row["change"] == "-":
            entries.pop(row["code"], None)
        else:
            entries[row["code"]] = row["value"]
    return list(commits)
