"""Swiss rounds: every pairing is the best of all, and the same for the same seed."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from deckcheck.events.errors import CannotPairError
from deckcheck.events.history import History
from deckcheck.events.pairing import (
    AIMS,
    SwissCosts,
    _matched,
    best_pairs,
    pair_swiss,
    sure_without_rematch,
    swiss_costs,
)
from deckcheck.events.presets import PRESETS
from deckcheck.events.tournament import next_round
from deckcheck.events.values import Player, Result, Round, Table, Tournament
from tests.amounts import amount
from tests.deckcheck.events.referee import (
    Past,
    all_pairings,
    naive_standings,
    played,
    random_settings,
    random_tournament,
)

CHUNKS = 6


def players(number: int, clubs: tuple[str, ...] = ("",)) -> tuple[Player, ...]:
    return tuple(Player(n, f"Player {n}", clubs[n % len(clubs)]) for n in range(1, number + 1))


def pairs_of(one: Round) -> list[tuple[int, int | None]]:
    return [(table.one, table.two) for table in one.tables]


def check_round(event: Tournament, one: Round) -> None:
    """What holds for every Swiss round, whatever happened before."""
    past = Past(event, one.number)
    seated = Counter(n for table in one.tables for n in table.players)
    assert seated == Counter(past.here)
    byes = [table.one for table in one.tables if table.two is None]
    assert len(byes) == len(past.here) % 2
    fewest = min(past.byes[n] for n in past.here)
    assert all(past.byes[n] == fewest for n in byes), "somebody had fewer byes"
    rematches = sum({table.one, table.two} in past.met for table in one.tables)
    assert one.facts["rematches"] == rematches
    if rematches:
        assert len(past.here) <= 2 * len(event.rounds) + 2, "Dirac: there is a pairing without"
        assert not past.can_avoid_rematches()
    assert [table.number for table in one.tables] == list(range(1, len(one.tables) + 1))


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_tournaments_are_paired_without_avoidable_rematches_and_byes(chunk: int) -> None:
    for n in range(chunk, amount(24, 1000), CHUNKS):
        rng = random.Random(f"tournament {n}")
        number = min(rng.randint(4, 64), rng.randint(4, 64))
        for event, one in random_tournament(rng, number, min(rng.randint(3, 7), number)):
            check_round(event, one)


def test_the_pairing_costs_as_little_as_the_best_of_all_up_to_ten_players() -> None:
    for n in range(amount(25, 1000)):
        rng = random.Random(f"small {n}")
        number = rng.choice((3, 4, 5, 5, 6, 7, 7, 8, 8, 9) if n % 12 else (10,))
        for event, one in random_tournament(rng, number, rng.randint(2, 5)):
            past = Past(event, one.number)
            cost = past.cost(pairs_of(one))
            assert cost == past.best()
            unit = swiss_costs(event, one.number).unit
            said = dict(zip(AIMS, cost, strict=True))
            said["squared differences"] *= unit**2
            assert one.facts["cost"] == said


def test_pairs_that_are_left_out_of_large_rounds_could_not_be_better() -> None:
    """The best among all pairs costs the same as the best among those that are looked at."""
    narrowed = 0
    for n in range(amount(12, 200)):
        rng = random.Random(f"narrow {n}")
        for event, one in random_tournament(rng, rng.randint(11, 30), rng.randint(2, 6)):
            costs = swiss_costs(event, one.number)
            seats = [*costs.players, *([0] if len(costs.players) % 2 else [])]
            best = _matched(costs, seats, combinations(seats, 2))
            assert tuple(one.facts["cost"].values()) == costs.total(best)
            met = Counter(n for pair in costs.past.met for n in pair)
            narrowed += sure_without_rematch(len(seats), list(met.values()))
    assert narrowed > amount(20, 300)


def random_past(rng: random.Random) -> SwissCosts:
    """Players of random points, byes and floats who have met so few that all can meet anew."""
    number = rng.randint(6, 13)
    crowd = tuple(range(1, number + 1))
    met: Counter[tuple[int, int]] = Counter()
    for _ in range(rng.randint(0, number // 2 - 2)):
        order = rng.sample(crowd, number - number % 2)
        met.update((min(pair), max(pair)) for pair in zip(order[::2], order[1::2], strict=True))
    points = {n: Fraction(rng.choice((0, 0, 1, 3, 3, 4, 6, 7))) for n in crowd}
    past = History(
        points,
        {n: 1 + sum(other > points[n] for other in points.values()) for n in crowd},
        met,
        {n: rng.randint(0, 1) for n in crowd},
        {n: rng.randint(0, 2) for n in crowd},
        {n: rng.choice(("", "north", "south")) for n in crowd},
    )
    return SwissCosts(crowd, past, 1, keeps_clubs_apart=True)


def tight_past(seed: int) -> SwissCosts:
    """Players of widely spread points who have met as many as they may."""
    rng = random.Random(seed)
    number = rng.choice((6, 8, 8, 10))
    crowd = tuple(range(1, number + 1))
    met: Counter[tuple[int, int]] = Counter()
    for _ in range(number // 2 - 1):
        order = rng.sample(crowd, number)
        met.update((min(p), max(p)) for p in zip(order[::2], order[1::2], strict=True))
    points = {n: Fraction(rng.choice((0, 1, 2, 3, 4, 5, 6, 8, 9))) for n in crowd}
    rank = {n: 1 + sum(other > points[n] for other in points.values()) for n in crowd}
    floats = {n: rng.randint(0, 2) for n in crowd}
    past = History(points, rank, met, dict.fromkeys(crowd, 0), floats, dict.fromkeys(crowd, ""))
    return SwissCosts(crowd, past, 1, keeps_clubs_apart=False)


@pytest.mark.parametrize("seed", [11488, 15027])
def test_the_first_pairing_found_is_improved_when_its_differences_are_not_the_least(seed: int) -> None:
    """Found by a search: without a second look the pairing among the nearest pairs would stay."""
    costs = tight_past(seed)
    best = costs.total(_matched(costs, costs.players, combinations(costs.players, 2)))
    assert costs.total(best_pairs(costs, costs.players)) == best


def test_leaving_pairs_out_never_costs_more_whatever_was_before() -> None:
    """Also where the least differences need a rematch, so that the bound has to be widened."""
    for n in range(amount(200, 5000)):
        costs = random_past(random.Random(f"past {n}"))
        seats = [*costs.players, *([0] if len(costs.players) % 2 else [])]
        best = costs.total(_matched(costs, seats, combinations(seats, 2)))
        assert costs.total(best_pairs(costs, costs.players)) == best


def test_256_players_nine_rounds() -> None:
    """Dirac: with at most 9 rounds of 256 there is always a pairing without a rematch."""
    rng = random.Random(256)
    event = Tournament(players(256, ("North", "South", "", "West")), (), PRESETS["dci"])
    for _ in range(amount(2, 9)):
        one = pair_swiss(event, 7)
        check_round(event, one)
        assert not one.facts["rematches"]
        if one.number == 1:
            assert not one.facts["cost"]["same club"]
            assert not one.facts["floats"]
        event = replace(event, rounds=(*event.rounds, played(rng, one, event.settings)))


def test_the_same_seed_gives_the_same_pairings_and_another_seed_others() -> None:
    event = Tournament(players(32))
    first = [pairs_of(pair_swiss(event, seed)) for seed in (1, 1, 2)]
    assert first[0] == first[1] != first[2]
    assert pair_swiss(event, 1) == pair_swiss(replace(event, players=event.players[::-1]), 1)


def test_every_first_round_is_as_likely_as_every_other() -> None:
    """Of four players three pairings exist; none is favoured by how the matching is found."""
    event = Tournament(players(4))
    found = Counter(
        frozenset(frozenset(table.players) for table in pair_swiss(event, seed).tables) for seed in range(600)
    )
    assert len(found) == 3
    assert all(150 < times < 250 for times in found.values())


def test_clubs_are_apart_in_the_first_round_as_far_as_can_be() -> None:
    apart = pair_swiss(Tournament(players(12, ("North", "South"))), 3)
    assert apart.facts["cost"]["same club"] == 0
    crowded = (*players(7, ("north ",)), replace(players(8)[7], club="South"))
    assert pair_swiss(Tournament(crowded), 3).facts["cost"]["same club"] == 3
    off = replace(PRESETS["dci"], club_rounds=0)
    assert pair_swiss(Tournament(crowded, (), off), 3).facts["cost"]["same club"] == 0


def test_the_bye_goes_to_the_lowest_who_had_none() -> None:
    event = Tournament(players(5))
    rng = random.Random(1)
    for seed in range(5):
        one = pair_swiss(event, seed)
        bye = one.tables[-1].one
        had = {t.one for r in event.rounds for t in r.tables if t.two is None}
        table = naive_standings(event)
        assert bye not in had
        free = [n for n in table if n not in had]
        # with 5 players a pairing without a rematch may need another bye; in round 1 and 2 none does
        if one.number <= 2:
            assert table[bye] == min(table[n] for n in free)
        event = replace(event, rounds=(*event.rounds, played(rng, one, event.settings)))
    assert len({t.one for r in event.rounds for t in r.tables if t.two is None}) == 5


def test_scores_meet_and_one_float_of_each_size_is_better_than_a_long_one() -> None:
    """Points 6 3 3 0: 6 meets 3 and 3 meets 0, not 6 with 0 and 3 with 3."""
    win = Result(("one", "one"))
    rounds = (
        Round(1, (Table(1, 1, 2, result=win), Table(2, 3, 4, result=win))),
        Round(2, (Table(1, 1, 3, result=win), Table(2, 2, 4, result=win))),
    )
    event = Tournament(players(6)[:4], rounds)
    one = pair_swiss(event, 1)
    assert {frozenset(t.players) for t in one.tables} == {frozenset((1, 4)), frozenset((2, 3))}
    assert one.facts["rematches"] == 0, "the only pairing without a rematch, whatever the points"


def test_a_drawn_first_seat_is_that_of_either_player() -> None:
    drawn = pair_swiss(Tournament(players(64)), 5)
    assert {table.first for table in drawn.tables} == {"one", "two"}
    bid = pair_swiss(Tournament(players(64), (), replace(PRESETS["dci"], first_seat="bid")), 5)
    assert {table.first for table in bid.tables} == {""}


def test_players_who_come_late_or_drop_are_paired_only_while_they_are_there() -> None:
    rng = random.Random(4)
    crowd = (*players(4), Player(5, "Late", entered=2), Player(6, "Gone", dropped=1))
    event = Tournament(crowd)
    first = pair_swiss(event, 1)
    assert {n for t in first.tables for n in t.players} == {1, 2, 3, 4, 6}
    event = replace(event, rounds=(played(rng, first, event.settings),))
    assert {n for t in pair_swiss(event, 1).tables for n in t.players} == {1, 2, 3, 4, 5}


def test_no_round_is_paired_before_the_last_one_has_all_its_results() -> None:
    event = Tournament(players(6))
    event = replace(event, rounds=(pair_swiss(event, 1),))
    with pytest.raises(CannotPairError, match="round 1 has no result yet of tables 1, 2, 3; round"):
        pair_swiss(event, 1)
    with pytest.raises(CannotPairError, match="round 1 has no result"):
        next_round(event, 1, "elimination", 4)


@pytest.mark.parametrize("number", [0, 1])
def test_nobody_to_pair_is_said(number: int) -> None:
    with pytest.raises(CannotPairError, match=f"{number} player.* in round 1, at least 2"):
        pair_swiss(Tournament(players(number)), 1)


def test_two_players_meet_again_when_there_is_nobody_else() -> None:
    rng, event = random.Random(1), Tournament(players(2))
    for expected in (0, 1, 1):
        one = pair_swiss(event, 1)
        assert one.facts["rematches"] == expected
        event = replace(event, rounds=(*event.rounds, played(rng, one, event.settings)))
    assert one.facts["cost"]["meetings again"] == 1
    assert one.facts["cost"]["meetings before"] == 2


def test_settings_of_random_tournaments_differ() -> None:
    rng = random.Random(1)
    assert len({random_settings(rng) for _ in range(40)}) > 20


def met_often(rng: random.Random) -> Tournament:
    """3 to 8 players who met more often than a fair event lets them, with drops and returns."""
    crowd = players(rng.randint(3, 8))
    rounds = []
    for number in range(1, rng.randint(2, 8)):
        here = rng.sample(crowd, rng.randint(2, len(crowd)))
        seats = [player.number for player in here]
        free = [Table(len(seats) // 2 + 1, seats.pop())] if len(seats) % 2 else []
        pairs = zip(seats[::2], seats[1::2], strict=True)
        tables = [Table(n, *pair) for n, pair in enumerate(pairs, start=1)]
        rounds.append(played(rng, Round(number, (*tables, *free)), PRESETS["dci"]))
    gone = rng.sample(crowd, rng.randint(0, len(crowd) - 2))
    stays = tuple(replace(p, dropped=rng.choice((0, 1))) if p in gone else p for p in crowd)
    return Tournament(stays, tuple(rounds), random_settings(rng))


def test_the_bye_goes_to_the_lowest_among_pairings_with_as_few_repeated_pairs() -> None:
    """All pairings tried: a pair that met twice costs no other player the bye."""
    decided = 0
    for n in range(amount(250, 5000)):
        rng = random.Random(f"met often {n}")
        event = met_often(rng)
        past, one = Past(event, event.next_number), pair_swiss(event, n)
        assert past.cost(pairs_of(one)) == past.best()
        if one.tables[-1].two is not None:
            continue
        costs = [past.cost(pairs) for pairs in all_pairings(past.here)]
        fewest = min(cost[:2] for cost in costs)
        lowest = min(cost[2] for cost in costs if cost[:2] == fewest)
        assert one.facts["cost"]["bye above the lowest"] == lowest
        decided += any(cost[:2] == fewest and cost[2] > lowest for cost in costs)
    assert decided > 20


def test_three_who_are_left_and_of_whom_two_met_twice() -> None:
    """Before, the first player had the bye, so that none met for the third time."""
    win = Result(("one", "one"))
    rounds = tuple(
        Round(n, (Table(1, one, two, result=win), Table(2, alone)))
        for n, (one, two, alone) in enumerate(((1, 2, 3), (1, 3, 2), (2, 3, 1), (1, 2, 3)), 1)
    )
    event = Tournament(players(3), (*rounds[:3], replace(rounds[3], tables=rounds[3].tables[:1])))
    one = pair_swiss(event, 1)
    assert one.tables[-1] == Table(2, 3), "the lowest, though the others meet for the third time"
    assert one.facts["cost"]["meetings again"] == 1
    assert one.facts["cost"]["meetings before"] == 2
