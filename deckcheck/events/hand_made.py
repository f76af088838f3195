"""Pairings changed by hand, and the problems and oddities of a pairing."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from db.language import gettext as _
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
        raise CannotPairError(_("a pairing is changed only with a reason"))
    tables = [_changeable(one, player) for player in (first, second)]
    if tables[0].number == tables[1].number:
        raise CannotPairError(
            _("both sit at table {number} of round {number2}"), number=tables[0].number, number2=one.number
        )
    other = {first: second, second: first}
    for table in tables:
        two = None if table.two is None else other.get(table.two, table.two)
        moved = replace(table, one=other.get(table.one, table.one), two=two, reason=reason.strip())
        one = one.with_table(moved)
    return one


def _changeable(one: Round, player: int) -> Table:
    table = one.table_of(player)
    if table is None:
        raise CannotPairError(
            _("player {player} has no table in round {number}"), player=player, number=one.number
        )
    if table.result is not None:
        raise CannotPairError(
            _("table {number} of round {number2} has a result; remove it first"),
            number=table.number,
            number2=one.number,
        )
    return table


def pair_by_hand(event: Tournament, number: int, pairs: Iterable[Sequence[int]], reason: str) -> Round:
    """A round of just these pairs, one number for a bye; raises WrongPairingError for errors."""
    if not reason.strip():
        raise CannotPairError(_("a pairing is made by hand only with a reason"))
    tables = []
    for n, pair in enumerate(pairs, 1):
        one, two = (*pair, None, None)[:2]
        if one is None or pair[2:]:
            raise CannotPairError(
                _("table {n}: {count} players, expected 2, or 1 for a bye"), n=n, count=len(pair)
            )
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
                yield PairingProblem(
                    "error",
                    _("table {number}: no player {player}", number=table.number, player=player),
                    table.number,
                )
            elif player not in here:
                text = _(
                    "table {number}: {names} is not in round {number2}",
                    number=table.number,
                    names=names[player],
                    number2=one.number,
                )
                yield PairingProblem("error", text, table.number)
    for player, times in seated.items():
        if times > 1 and player in names:
            yield PairingProblem(
                "error", _("{names} sits at {times} tables", names=names[player], times=times)
            )
    if one.stage != "elimination":
        for player in sorted(here - seated.keys()):
            yield PairingProblem("error", _("{names} has no table", names=names[player]))


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
                text = _(
                    "{names} has bye {had}, and others had {fewest}",
                    names=names[table.one],
                    had=had + 1,
                    fewest=fewest or "none",
                )
                yield PairingProblem("warning", text, table.number)
        elif past.meetings(*table.players) and one.stage == "swiss":
            text = _("{names} and {names2} have met before", names=names[table.one], names2=names[table.two])
            yield PairingProblem("warning", text, table.number)
