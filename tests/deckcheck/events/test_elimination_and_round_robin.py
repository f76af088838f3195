"""Brackets and round robins: a referee who tries everything up to 10 players, properties at 256."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from deckcheck.events.elimination import bracket, final_standings, start_elimination
from deckcheck.events.errors import CannotPairError
from deckcheck.events.round_robin import pair_round_robin
from deckcheck.events.standings import standings
from deckcheck.events.tournament import next_round
from deckcheck.events.values import EventSettings, Player, Result, Round, Table, Tournament
from tests.amounts import amount
from tests.deckcheck.events.referee import played

ONE, TWO = Result(("one", "one")), Result(("two", "two"))


def players(number: int) -> tuple[Player, ...]:
    return tuple(Player(n, f"Player {n}") for n in range(1, number + 1))


def seeded(number: int) -> Tournament:
    """An event in whose standings player 1 is first, 2 second and so on."""
    rounds = tuple(Round(r, tuple(Table(n, n) for n in range(1, number + 1 - r))) for r in range(1, number))
    event = Tournament(players(number), rounds)
    assert [one.player.number for one in standings(event)] == list(range(1, number + 1))
    return event


def play_out(event: Tournament, cut: int, wins: random.Random | None) -> Tournament:
    """The event with its elimination played; without `wins` the better seed wins each match."""
    one = start_elimination(event, cut, 1)
    while True:
        tables = []
        for table in one.tables:
            if table.two is None:
                tables.append(table)
                continue
            better = (wins.random() < 0.5) if wins else table.one < table.two
            tables.append(replace(table, result=ONE if better else TWO))
        event = replace(event, rounds=(*event.rounds, replace(one, tables=tuple(tables))))
        if len(tables) == 1:
            return event
        one = next_round(event, 1)


@pytest.mark.parametrize("number", range(2, 11))
def test_in_every_cut_the_best_meet_as_late_as_can_be(number: int) -> None:
    """When the better seed always wins, round by round just the best half is left."""
    event = play_out(seeded(number), number, None)
    rounds = [one for one in event.rounds if one.stage == "elimination"]
    size = 1 << (number - 1).bit_length()
    for n, one in enumerate(rounds):
        inside = {player for table in one.tables for player in table.players}
        assert inside == set(range(1, min(number, size >> n) + 1))
    byes = {table.one for table in rounds[0].tables if table.two is None}
    assert byes == set(range(1, size - number + 1)), "byes go to the best seeds"
    final = [one.player.number for one in final_standings(event)]
    assert final == list(range(1, number + 1))


@pytest.mark.parametrize("number", range(2, 11))
def test_whoever_wins_every_match_of_the_cut_is_first_and_the_loser_of_the_final_second(number: int) -> None:
    for seed in range(amount(10, 100)):
        event = play_out(seeded(number), number, random.Random(seed))
        rounds = [one for one in event.rounds if one.stage == "elimination"]
        lost: list[int] = []
        for one in rounds:
            for table in one.tables:
                if table.two is not None:
                    assert table.one not in lost
                    assert table.two not in lost
                    lost.append(table.two if table.result == ONE else table.one)
        champion = (set(range(1, number + 1)) - set(lost)).pop()
        assert len(lost) == number - 1
        table_ = final_standings(event)
        assert [one.rank for one in table_] == list(range(1, number + 1))
        assert [one.player.number for one in table_[:2]] == [champion, lost[-1]]
        place = {one.player.number: one.rank for one in table_}
        when = {loser: n for n, loser in enumerate(lost)}
        sizes = [len(one.tables) for one in rounds]
        assert sizes[-1] == 1
        for later, earlier in combinations(sorted(lost, key=lambda n: -when[n]), 2):
            if _round_lost(rounds, later) > _round_lost(rounds, earlier):
                assert place[later] < place[earlier]


def _round_lost(rounds: list[Round], player: int) -> int:
    return max(one.number for one in rounds if one.table_of(player))


def test_a_bracket_of_256_keeps_every_pair_of_seeds_apart_as_long_as_can_be() -> None:
    order = bracket(256)
    assert sorted(order) == list(range(1, 257))
    while len(order) > 1:
        assert {a + b for a, b in zip(order[::2], order[1::2], strict=True)} == {len(order) + 1}
        order = [min(a, b) for a, b in zip(order[::2], order[1::2], strict=True)]


def test_the_cut_takes_the_best_who_are_still_there() -> None:
    event = seeded(10)
    gone = replace(event.players[1], dropped=5)
    event = replace(event, players=(event.players[0], gone, *event.players[2:]))
    one = start_elimination(event, 4, 1)
    assert [table.players for table in one.tables] == [(1, 5), (3, 4)]
    assert one.facts["seeds"] == [1, 3, 4, 5]


def test_a_draw_of_an_elimination_must_say_who_goes_on() -> None:
    event = seeded(4)
    one = start_elimination(event, 4, 1)
    tables = (replace(one.tables[0], result=Result(("one", "two"))), replace(one.tables[1], result=ONE))
    drawn = replace(event, rounds=(*event.rounds, replace(one, tables=tables)))
    with pytest.raises(CannotPairError, match="table 1 of round 4 has no winner; a result must say"):
        next_round(drawn, 1)
    tables = (replace(tables[0], result=Result(("one", "two"), decided="two")), tables[1])
    decided = replace(event, rounds=(*event.rounds, replace(one, tables=tables)))
    assert next_round(decided, 1).tables[0].players == (4, 2)


def test_a_finalist_who_drops_makes_room_for_whom_he_beat() -> None:
    event = seeded(4)
    one = start_elimination(event, 4, 1)
    tables = tuple(replace(table, result=ONE) for table in one.tables)
    event = replace(event, rounds=(*event.rounds, replace(one, tables=tables)))
    gone = replace(event.players[0], dropped=4)
    event = replace(event, players=(gone, *event.players[1:]))
    assert next_round(event, 1).tables[0].players == (4, 2)


def test_where_both_of_a_table_drop_nobody_goes_on_and_the_next_has_a_bye() -> None:
    """A player who is not there cannot be paired: the round could never be published."""
    event = seeded(4)
    one = start_elimination(event, 4, 1)
    tables = tuple(replace(table, result=ONE) for table in one.tables)
    event = replace(event, rounds=(*event.rounds, replace(one, tables=tables)))
    gone = (replace(player, dropped=4) for player in (event.players[0], event.players[3]))
    event = replace(event, players=(*gone, *event.players[1:3]))
    (table,) = next_round(event, 1).tables
    assert (table.one, table.two) == (2, None)


def test_a_bye_is_no_way_on_for_whoever_dropped() -> None:
    event = seeded(3)
    one = start_elimination(event, 3, 1)
    tables = tuple(replace(table, result=None if table.two is None else ONE) for table in one.tables)
    gone = replace(event.players[0], dropped=3)
    rounds = (*event.rounds, replace(one, tables=tables))
    event = replace(event, players=(gone, *event.players[1:]), rounds=rounds)
    (table,) = next_round(event, 1).tables
    assert (table.one, table.two) == (2, None)


def test_who_lost_in_the_same_round_and_cannot_be_told_apart_shares_a_rank() -> None:
    event = play_out(Tournament(players(8)), 8, None)
    assert [one.rank for one in final_standings(event)] == [1, 2, 3, 3, 5, 5, 5, 5]


def test_after_the_final_nothing_is_paired_and_one_player_makes_no_cut() -> None:
    with pytest.raises(CannotPairError, match="was the final"):
        next_round(play_out(seeded(4), 4, None), 1)
    with pytest.raises(CannotPairError, match="at least 2"):
        start_elimination(seeded(4), 1, 1)
    with pytest.raises(CannotPairError, match="at least 2"):
        start_elimination(Tournament(players(1)), 8, 1)


def test_equal_players_are_seeded_by_the_seed() -> None:
    event = Tournament(players(8))
    seeds = [tuple(start_elimination(event, 8, seed).facts["seeds"]) for seed in (1, 1, 2)]
    assert seeds[0] == seeds[1] != seeds[2]


@pytest.mark.parametrize("number", [*range(2, 11), 63, 256])
def test_everybody_meets_everybody_once(number: int) -> None:
    rng, event = random.Random(number), Tournament(players(number))
    met: Counter[frozenset[int]] = Counter()
    byes: Counter[int] = Counter()
    rounds = number - 1 + number % 2 if number < 256 else 3
    for _ in range(rounds):
        one = pair_round_robin(event, 5)
        seated = Counter(n for table in one.tables for n in table.players)
        assert seated == Counter(range(1, number + 1))
        met.update(frozenset(t.players) for t in one.tables if t.two is not None)
        byes.update(t.one for t in one.tables if t.two is None)
        event = replace(event, rounds=(*event.rounds, played(rng, one, event.settings)))
    assert set(met.values()) <= {1}
    if number < 256:
        assert met.keys() == {frozenset(pair) for pair in combinations(range(1, number + 1), 2)}
        assert byes == Counter(range(1, number + 1) if number % 2 else ())


def test_in_the_second_leg_the_other_player_has_the_first_seat() -> None:
    rng, event = random.Random(3), Tournament(players(6))
    owners: dict[frozenset[int], list[int | None]] = {}
    for _ in range(10):
        one = pair_round_robin(event, 9)
        for table in one.tables:
            owner = table.one if table.first == "one" else table.two
            owners.setdefault(frozenset(table.players), []).append(owner)
        event = replace(event, rounds=(*event.rounds, played(rng, one, event.settings)))
    assert {
        tuple(sorted(map(str, found))) == tuple(sorted(map(str, pair))) for pair, found in owners.items()
    } == {True}


def test_who_would_meet_a_dropped_player_has_a_bye_and_nobody_comes_late() -> None:
    rng, event = random.Random(3), Tournament(players(6))
    event = replace(event, rounds=(played(rng, pair_round_robin(event, 2), event.settings),))
    event = replace(event, players=(*event.players[:5], replace(event.players[5], dropped=1)))
    one = pair_round_robin(event, 2)
    assert Counter(n for t in one.tables for n in t.players) == Counter(range(1, 6))
    late = replace(event, players=(*event.players, Player(7, "Late", entered=2)))
    with pytest.raises(CannotPairError, match="no late entries, and Late came after round 1"):
        next_round(late, 2, "round-robin")


def test_a_round_robin_without_drawn_seats_names_none() -> None:
    event = Tournament(players(4), (), replace(EventSettings(), first_seat="none"))
    assert {table.first for table in pair_round_robin(event, 1).tables} == {""}
