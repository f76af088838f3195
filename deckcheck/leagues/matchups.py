"""How kinds of decks did against each other: games or matches won, with Wilson's intervals.

In a game with two decks a player a game counts for the two decks that were in it, where it is known
who had which; in a game with one deck a match counts once.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from db.language import gettext as _
from deckcheck.events.statistics import GameRecord, record_of, seated_games
from deckcheck.events.values import Outcome, Tournament
from deckcheck.leagues.season import SeasonEvent

LEAST_TOLD = 5
"""Of fewer decided games no rate is told: any rate from a quarter to nearly one would fit them."""

OTHER = _("other")
"""The kind of a deck that fits no signature."""


@dataclass(frozen=True, slots=True)
class Matchups:
    """Decks and records by kind, the records of each kind against each, and the games left out."""

    decks: Mapping[str, int]
    records: Mapping[str, GameRecord]
    cells: Mapping[tuple[str, str], GameRecord]
    unknown: int


def matchups(events: Sequence[SeasonEvent], kinds: Mapping[tuple[str, int, str], str]) -> Matchups:
    """The records between kinds; `kinds` has that of each deck by event, player and seat.

    What a kind did against itself is in its cell once, and in no record of its own.
    """
    decks, unknown = Counter(kinds.values()), 0
    cells: dict[tuple[str, str], GameRecord] = {}
    records: dict[str, GameRecord] = dict.fromkeys(decks, GameRecord())
    for event in events:
        for outcome, *who in _played(event.tournament, event.seats):
            both = [kinds.get((event.name, *deck)) for deck in who]
            if None in both:
                unknown += 1
                continue
            one, two = (str(kind) for kind in both)
            mine = record_of(outcome, "one")
            cells[one, two] = cells.get((one, two), GameRecord()) + mine
            if one != two:
                theirs = record_of(outcome, "two")
                cells[two, one] = cells.get((two, one), GameRecord()) + theirs
                records[one], records[two] = records[one] + mine, records[two] + theirs
    return Matchups(decks, records, cells, unknown)


def _played(
    event: Tournament, seats: Sequence[str]
) -> Iterator[tuple[Outcome, tuple[int, str], tuple[int, str]]]:
    """Yields what was played: who won, and the two decks, each by its player and seat."""
    for table in (table for one in event.rounds for table in one.tables):
        if table.two is None or table.result is None or table.result.absent:
            continue
        if len(seats) == 1:
            both = (table.one, seats[0]), (table.two, seats[0])
            yield table.result.winner() or "draw", *both
            continue
        for outcome, first in seated_games(table, seats):
            there, here = (table.two, table.one) if first == "two" else (table.one, table.two)
            turned: Outcome = {"one": "two", "two": "one"}.get(outcome, outcome)  # type: ignore[assignment]
            yield turned if first == "two" else outcome, (there, seats[0]), (here, seats[1])
