"""Pairings changed by hand, and the problems and oddities of a pairing."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from deckcheck.events.errors import CannotPairError, WrongPairingError
from deckcheck.events.history import history
from deckcheck.events.pairing import facts_of, swiss_costs
from deckcheck.events.values import Round, Table, Tournament


@dataclass(frozen=True, slots=True)
class PairingProblem:
    """An error of a pairing, or a pair that the program would not make (warning)."""

    severity: Literal["error", "warning"]
    message: str
    table: int = 0


def swap(one: Round, first: int, second: int, reason: str) -> Round:
    """The round with two players in each other's places, and the reason at their tables.

    Raises CannotPairError where either sits nowhere, has a result already, or both share a table.
    """
    if not reason.strip():
        raise CannotPairError("a pairing is changed only with a reason")
    tables = [_changeable(one, player) for player in (first, second)]
    if tables[0].number == tables[1].number:
        raise CannotPairError(f"both sit at table {tables[0].number} of round {one.number}")
    other = {first: second, second: first}
    for table in tables:
        two = None if table.two is None else other.get(table.two, table.two)
        moved = replace(table, one=other.get(table.one, table.one), two=two, reason=reason.strip())
        one = one.with_table(moved)
    return one


def _changeable(one: Round, player: int) -> Table:
    table = one.table_of(player)
    if table is None:
        raise CannotPairError(f"player {player} has no table in round {one.number}")
    if table.result is not None:
        raise CannotPairError(f"table {table.number} of round {one.number} has a result; remove it first")
    return table


def pair_by_hand(event: Tournament, number: int, pairs: Iterable[Sequence[int]], reason: str) -> Round:
    """A round of just these pairs, one number for a bye; raises WrongPairingError for errors."""
    if not reason.strip():
        raise CannotPairError("a pairing is made by hand only with a reason")
    tables = []
    for n, pair in enumerate(pairs, 1):
        one, two = (*pair, None, None)[:2]
        if one is None or len(pair) > 2:  # noqa: PLR2004 - a table has two
            raise CannotPairError(f"table {n}: {len(pair)} players, expected 2, or 1 for a bye")
        tables.append(Table(n, one, two, reason=reason.strip()))
    made = Round(number, tuple(tables))
    errors = [p.message for p in problems_of(event, made) if p.severity == "error"]
    if errors:
        raise WrongPairingError(errors)
    costs = swiss_costs(event, number)
    facts = facts_of(costs, [(t.one, t.two or 0) for t in tables], 0)
    return replace(made, facts={**facts, "seed": None})


def problems_of(event: Tournament, one: Round) -> list[PairingProblem]:
    """The errors and oddities of the pairings of a round, table by table."""
    return [*_errors(event, one), *_warnings(event, one)]


def _errors(event: Tournament, one: Round) -> Iterator[PairingProblem]:
    names = {player.number: player.name for player in event.players}
    here = {player.number for player in event.players_in(one.number)}
    seated = Counter(player for table in one.tables for player in table.players)
    for table in one.tables:
        for player in table.players:
            if player not in names:
                yield PairingProblem("error", f"table {table.number}: no player {player}", table.number)
            elif player not in here:
                text = f"table {table.number}: {names[player]} is not in round {one.number}"
                yield PairingProblem("error", text, table.number)
    for player, times in seated.items():
        if times > 1 and player in names:
            yield PairingProblem("error", f"{names[player]} sits at {times} tables")
    if one.stage != "elimination":
        for player in sorted(here - seated.keys()):
            yield PairingProblem("error", f"{names[player]} has no table")


def _warnings(event: Tournament, one: Round) -> Iterator[PairingProblem]:
    past = history(event, one.number)
    names = {player.number: player.name for player in event.players}
    here = [player.number for player in event.players_in(one.number)]
    fewest = min((past.byes.get(player, 0) for player in here), default=0)
    for table in one.tables:
        if any(player not in names for player in table.players):
            continue
        if table.two is None:
            had = past.byes.get(table.one, 0)
            if had > fewest and one.stage == "swiss":
                text = f"{names[table.one]} has bye {had + 1}, and others had {fewest or 'none'}"
                yield PairingProblem("warning", text, table.number)
        elif past.meetings(*table.players) and one.stage == "swiss":
            text = f"{names[table.one]} and {names[table.two]} have met before"
            yield PairingProblem("warning", text, table.number)
