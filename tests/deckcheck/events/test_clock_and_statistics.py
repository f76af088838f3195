"""The time of a round, and what lists and results say about cards, sides and decks."""

import random
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from io import StringIO

import pytest
from hypothesis import given, strategies as st
from rich.console import Console

from deckcheck.acts.event_views import record_cells as _record
from deckcheck.events.clock import RoundClock, clock_line, clock_view, large_digits, time_text
from deckcheck.events.statistics import (
    GameRecord,
    PlayedDeck,
    alike,
    deck_records,
    event_statistics,
    likeness,
    statistics_document,
)
from deckcheck.events.values import Player, Result, Round, Table, Tournament
from tests.deckcheck.events.referee import random_tournament

NOON = datetime(2004, 6, 19, 12, tzinfo=UTC)
WON = Result(("one", "one"))


def at(minutes: int, seconds: int = 0) -> datetime:
    return NOON + timedelta(minutes=minutes, seconds=seconds)


ROUND = Round(
    2, (Table(1, 1, 2, extension=5), Table(2, 3, 4), Table(3, 5, 6, result=WON, extension=9), Table(4, 7))
)
CLOCK = RoundClock.of(ROUND, NOON, 50)


def test_extra_time_counts_for_tables_that_still_play() -> None:
    assert CLOCK.extensions == {1: 5}
    assert CLOCK.left(at(50)) == 0
    assert CLOCK.left(at(50), 1) == 300
    assert CLOCK.left(at(51)) == -60
    assert CLOCK.left(NOON - timedelta(days=1)) == 3000, "a clock that was set back gives no time"
    assert CLOCK.left(NOON + timedelta(microseconds=1)) == 3000, "a second has not passed yet"


def test_the_line_says_what_is_left_and_what_is_over() -> None:
    assert clock_line(ROUND, CLOCK, at(49, 30)) == "round 2: 0:30, table 1: 5:30"
    assert clock_line(ROUND, CLOCK, at(51)) == "round 2: time is over (-1:00), table 1: 4:00"


@pytest.mark.parametrize("seconds", [0, 59, 60, 3599, 3600, 36_000])
def test_times_can_be_read_back(seconds: int) -> None:
    parts = [int(part) for part in time_text(seconds).split(":")]
    assert sum(part * 60**place for place, part in enumerate(reversed(parts))) == seconds
    assert time_text(-seconds or -1).startswith("-")


def test_large_digits_are_five_lines_that_differ_for_every_digit() -> None:
    assert len({tuple(large_digits(digit)) for digit in "0123456789"}) == 10
    assert all(len(large_digits(time_text(n))) == 5 for n in (-3600, 0, 9999))
    assert not set("".join(large_digits("12:05", ascii_only=True))) - set("# ")


def shown(now: datetime) -> str:
    text = StringIO()
    Console(file=text, width=70, color_system=None, legacy_windows=False).print(
        clock_view(ROUND, CLOCK, now, ascii_only=True)
    )
    return text.getvalue()


def test_the_view_has_the_digits_the_extra_time_and_the_open_tables() -> None:
    text = shown(at(10))
    assert all(line in text for line in large_digits("40:00", ascii_only=True))
    assert "table 1 with 5 extra minutes: 45:00" in text
    assert "results missing of 2 of 4 tables: 1, 2" in text
    assert "Round 2: time is over" in shown(at(51))
    done = replace(ROUND, tables=(Table(1, 1, 2, result=WON),))
    assert RoundClock.of(done, NOON, 50).tables(NOON) == []


# --- statistics -----------------------------------------------------------------------------------

PLAYERS = tuple(Player(n, name) for n, name in enumerate(("Ada", "Bo", "Cy", "Dee"), 1))
SEATS = ("light", "dark")
DECKS = (
    PlayedDeck(1, "light", {"x": 4, "y": 2}),
    PlayedDeck(1, "dark", {"d": 4}),
    PlayedDeck(2, "light", {"x": 4, "z": 2}),
    PlayedDeck(2, "dark", {"d": 4, "e": 1}),
)


def one_table(first: str, result: Result) -> Tournament:
    return Tournament(PLAYERS, (Round(1, (Table(1, 1, 2, first, result),)),))  # type: ignore[arg-type]


def records(first: str, result: Result) -> tuple[dict[tuple[int, str], tuple[int, int, int]], int]:
    found, unknown = deck_records(one_table(first, result), SEATS)
    return {key: (r.won, r.drawn, r.lost) for key, r in found.items()}, unknown


def test_games_belong_to_the_decks_that_played_them() -> None:
    """Bo has the first seat: game one is Bo's Light deck against Ada's Dark one."""
    assert records("two", Result(("one", "draw"))) == (
        {(1, "dark"): (1, 0, 0), (2, "light"): (0, 0, 1), (1, "light"): (0, 1, 0), (2, "dark"): (0, 1, 0)},
        0,
    )


def test_games_that_ended_alike_need_no_seats_and_others_are_said_to_be_unknown() -> None:
    assert records("", WON)[0] == {
        (1, "light"): (1, 0, 0),
        (2, "dark"): (0, 0, 1),
        (1, "dark"): (1, 0, 0),
        (2, "light"): (0, 0, 1),
    }
    assert records("", Result(("one", "two"))) == ({}, 2)
    assert records("one", Result(("one", "two"), ordered=False)) == ({}, 2)
    assert records("", Result(("one",))) == ({}, 1)
    assert records("one", Result(absent="two")) == ({}, 0)


def test_a_single_seat_takes_all_games() -> None:
    found, unknown = deck_records(one_table("", Result(("one", "two", "one"), ordered=False)), ("deck",))
    assert (found[1, "deck"].won, found[1, "deck"].lost, unknown) == (2, 1, 0)
    assert found[2, "deck"].win_rate.estimate == 1 / 3


@pytest.mark.parametrize("seed", range(8))
def test_every_win_of_a_random_tournament_is_somebodys_loss(seed: int) -> None:
    rng = random.Random(seed)
    *_, (event, _) = random_tournament(rng, 16, 5)
    found, unknown = deck_records(event, SEATS)
    total = sum(found.values(), GameRecord())
    assert total.won == total.lost
    results = [t.result for r in event.rounds for t in r.tables if t.result and not t.result.absent]
    games = Counter(game for result in results for game in result.games)
    decided = games["one"] + games["two"]
    if event.settings.first_seat == "drawn":
        assert unknown == 0
        assert (total.won, total.drawn) == (decided, 2 * games["draw"])
    else:
        assert total.won <= decided
        assert unknown > 0


def test_cards_have_the_games_of_the_decks_that_hold_them() -> None:
    found = event_statistics(one_table("one", WON), DECKS, SEATS)
    cards = {card.name: card for card in found.cards}
    assert (cards["x"].decks, cards["x"].copies) == (2, 8)
    assert (cards["x"].record.won, cards["x"].record.lost) == (1, 1)
    assert (cards["y"].record.won, cards["y"].record.lost) == (1, 0)
    assert [seat.decks for seat in found.seats] == [2, 2]
    assert [(seat.record.won, seat.record.lost) for seat in found.seats] == [(1, 1), (1, 1)]
    assert [card.name for card in found.cards] == ["d", "x", "y", "z", "e"]


def test_likeness_is_the_same_from_both_sides_and_whole_for_equal_decks() -> None:
    rng = random.Random(2)
    for _ in range(50):
        one, two = ({rng.choice("abcdef"): rng.randint(1, 4) for _ in range(4)} for _ in "ab")
        pile = [list(Counter(deck).elements()) for deck in (one, two)]
        shared = sum((Counter(pile[0]) & Counter(pile[1])).values())
        assert likeness(one, two) == likeness(two, one) == Fraction(shared, sum(map(len, pile)) - shared)
        assert likeness(one, one) == 1
    assert likeness({}, {}) == 1


def test_decks_that_share_half_are_one_group_with_their_core() -> None:
    found = event_statistics(one_table("one", WON), DECKS, SEATS)
    assert [[(d.player, d.seat) for d in group.decks] for group in found.groups] == [
        [(1, "dark"), (2, "dark")],
        [(1, "light"), (2, "light")],
    ]
    assert [group.core for group in found.groups] == [{"d": 4}, {"x": 4}]
    strict = list(alike(DECKS, Fraction(9, 10)))
    assert len(strict) == 4
    chain = [PlayedDeck(n, "light", {"a": 10 - 3 * n, "b": 3 * n}) for n in range(4)]
    assert len(list(alike(chain, Fraction(1, 2)))) == 1, "each is like the next"


def test_the_document_names_players_and_gives_errors() -> None:
    event = one_table("one", WON)
    found = statistics_document(
        event, event_statistics(event, DECKS, SEATS), {"light": "Light", "dark": "Dark"}
    )
    assert found["schema"] == "deckcheck.event-statistics/1"
    assert found["decks"] == 4
    assert found["groups"][0]["decks"][0] == {"player": "Ada", "seat": "dark"}
    rate = found["cards"][0]["win_rate"]
    assert rate["estimate"] == 0.5
    assert rate["standard_error"] == pytest.approx(0.5 / 2**0.5)
    nothing = statistics_document(
        event, event_statistics(Tournament(PLAYERS), DECKS, SEATS), {"light": "Light", "dark": "Dark"}
    )
    assert nothing["cards"][0]["win_rate"] is None


def test_a_share_of_games_won_is_shown_with_an_interval_that_can_be() -> None:
    """0 of 2 and 3 of 3 were "0% ± 31%" and "100% ± 23%", beyond what a share can be."""
    shown = {(won, lost): _record(GameRecord(won, 0, lost))[1] for won, lost in ((0, 2), (3, 0))}
    assert shown == {(0, 2): "0% (0 to 66%)", (3, 0): "100% (44 to 100%)"}
    assert _record(GameRecord(won=11, lost=9)) == ("11-0-9", "55% (34 to 74%)")
    rate = GameRecord(won=3).as_json()["win_rate"]
    assert rate["interval"] == {"low": pytest.approx(0.4385, abs=1e-4), "high": 1.0}


@given(won=st.integers(0, 10**6), lost=st.integers(0, 10**6))
def test_wilsons_interval_solves_his_equation_and_stays_within_0_and_1(won: int, lost: int) -> None:
    """At both ends the share that was seen lies 1.96 standard errors of that end away."""
    rate = GameRecord(won=won, lost=lost).win_rate
    low, high = rate.interval
    assert 0 <= low <= rate.estimate <= high <= 1 or not rate.trials
    for end in (low, high) if rate.trials else ():
        error = 1.96**2 * end * (1 - end) / rate.trials
        assert (rate.estimate - end) ** 2 == pytest.approx(error, rel=1e-6, abs=1e-12)


def test_an_event_without_decks_has_empty_statistics() -> None:
    found = event_statistics(Tournament(()), (), SEATS)
    assert (found.cards, found.groups, found.decks) == ((), (), 0)
