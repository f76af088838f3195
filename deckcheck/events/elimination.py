"""Single elimination: a bracket by seeds; the first and the second can only meet in the final.

The tables of a round are in the order of the bracket: the winners of tables 1 and 2 meet next,
those of 3 and 4, and so on. Byes of the first round go to the best seeds.
"""

from collections.abc import Sequence

from db.language import gettext as _
from deckcheck.events.errors import CannotPairError
from deckcheck.events.pairing import check_ready, draws
from deckcheck.events.standings import Standing, ranked, standings
from deckcheck.events.values import First, Round, Table, Tournament


def bracket(size: int) -> list[int]:
    """The seeds in the order of the bracket, for a power of two.

    >>> bracket(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    order = [1]
    while len(order) < size:
        both = 2 * len(order) + 1
        order = [seed for one in order for seed in (one, both - one)]
    return order


def seeds_of(event: Tournament, cut: int, seed: int) -> list[int]:
    """The best players who have not dropped, by the standings; ties are ordered by lot.

    Without rounds before it the whole order is drawn.
    """
    number = event.next_number
    here = {player.number for player in event.players_in(number)}
    table = [one for one in standings(event) if one.player.number in here]
    words = draws(seed, number, 3)
    drawn = {one.player.number: words.next_word() for one in table}
    table.sort(key=lambda one: (one.rank, drawn[one.player.number]))
    return [one.player.number for one in table[:cut]]


def start_elimination(event: Tournament, cut: int, seed: int) -> Round:
    """The first round of an elimination among the best `cut` players.

    Raises CannotPairError for fewer than two players, and where results are missing.
    """
    number = event.next_number
    check_ready(event, number)
    seeds = seeds_of(event, cut, seed)
    if min(cut, len(seeds)) <= 1:
        raise CannotPairError(
            _("an elimination of {count}, at least 2 are needed"), count=min(cut, len(seeds))
        )
    size = 1 << (len(seeds) - 1).bit_length()
    places: list[int | None] = [seeds[n - 1] if n <= len(seeds) else None for n in bracket(size)]
    facts = {"seed": seed, "seeds": seeds, "rematches": 0, "floats": 0}
    return Round(number, _tables(event, places, seed, number), "elimination", facts=facts)


def next_elimination(event: Tournament) -> Round:
    """The round in which the winners of the last one meet.

    Raises CannotPairError where a table has no winner, and after the final.
    """
    last = event.rounds[-1]
    number = event.next_number
    if len(last.tables) == 1 and last.stage == "elimination":
        raise CannotPairError(_("round {number} was the final"), number=last.number)
    winners = [winner_of(event, table, number) for table in last.tables]
    facts = dict(last.facts)
    tables = _tables(event, winners, int(facts.get("seed", 0)), number)
    return Round(number, tables, "elimination", facts=facts)


def winner_of(event: Tournament, table: Table, number: int) -> int | None:
    """The player who goes on from a table to the next round; raises CannotPairError for none yet.

    Where the winner has dropped since, the other goes on, and None where both have.
    """
    here = [player for player in table.players if event.player(player).plays(number)]
    if len(here) <= 1:
        return here[0] if here else None
    winner = None if table.result is None else table.result.winner()
    if winner is None:
        what = _("no result") if table.result is None else _("no winner")
        raise CannotPairError(
            _("table {number} of round {number2} has {what}; a result must say who goes on"),
            number=table.number,
            number2=number - 1,
            what=what,
        )
    return table.one if winner == "one" else table.two


def _tables(event: Tournament, places: Sequence[int | None], seed: int, number: int) -> tuple[Table, ...]:
    """The tables of a round from its places in the order of the bracket."""
    words = draws(seed, number, 1)
    tables = []
    for n in range(0, len(places), 2):
        one, two = places[n : n + 2]
        drawn: First = ("one", "two")[words.next_below(2)]
        first: First = drawn if event.settings.first_seat == "drawn" and None not in (one, two) else ""
        if one is None:
            one, two = two, one
        if one is None:
            raise CannotPairError(
                _("nobody is left at table {n} of round {number}"), n=n // 2 + 1, number=number
            )
        tables.append(Table(n // 2 + 1, one, two, first))
    return tuple(tables)


def final_standings(event: Tournament) -> tuple[Standing, ...]:
    """The standings with the elimination on top: the later a player lost in it, the higher.

    Players who lost in the same round keep the order of the standings before, and their shared
    ranks. Without an elimination they are the standings.
    """
    table = standings(event)
    cut = [one for one in event.rounds if one.stage == "elimination"]
    if not cut:
        return table
    reached = {player: one.number for one in cut for t in one.tables for player in t.players}
    for final in cut[-1:]:
        for one in final.tables:
            if len(final.tables) == 1 and one.result is not None and (winner := one.result.winner()):
                reached[one.one if winner == "one" else one.two or 0] = final.number + 1
    inside = [one for one in table if one.player.number in reached]
    inside.sort(key=lambda one: -reached[one.player.number])
    outside = [one for one in table if one.player.number not in reached]
    return (
        *ranked(inside, key=lambda one: (reached[one.player.number], one.key)),
        *ranked(outside, len(inside)),
    )
