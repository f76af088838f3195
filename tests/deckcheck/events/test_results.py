"""Results as they are typed, and pairings changed by hand."""

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from deckcheck.events.errors import CannotPairError, WrongPairingError, WrongResultError
from deckcheck.events.hand_made import pair_by_hand, problems_of, swap
from deckcheck.events.pairing import pair_swiss
from deckcheck.events.presets import PRESETS
from deckcheck.events.result_text import check_result, parse_result, result_text
from deckcheck.events.values import OUTCOMES, EventSettings, Player, Result, Round, Table, Tournament

TWO_GAMES, BEST_OF_3, ONE_GAME = EventSettings(), PRESETS["best-of-three"], PRESETS["single-game"]


@pytest.mark.parametrize(
    ("text", "settings", "games", "winner"),
    [
        ("2-0", TWO_GAMES, ("one", "one"), "one"),
        (" 0 : 2 ", TWO_GAMES, ("two", "two"), "two"),
        ("1-1", TWO_GAMES, ("one", "two"), None),
        ("1-0-1", TWO_GAMES, ("one", "draw"), "one"),
        ("lw", TWO_GAMES, ("two", "one"), None),
        ("W U", TWO_GAMES, ("one", "unfinished"), "one"),
        ("1-0", TWO_GAMES, ("one",), "one"),
        ("1-1 > 2", TWO_GAMES, ("one", "two"), "two"),
        ("draw", TWO_GAMES, (), None),
        ("absent 2", TWO_GAMES, (), "one"),
        ("absent both", TWO_GAMES, (), None),
        ("2-1", BEST_OF_3, ("one", "one", "two"), "one"),
        ("1-1-1", BEST_OF_3, ("one", "two", "draw"), None),
        ("WLDW", BEST_OF_3, ("one", "two", "draw", "one"), "one"),
        ("0-1", ONE_GAME, ("two",), "two"),
    ],
)
def test_a_result_is_read_as_it_was_meant(
    text: str, settings: EventSettings, games: tuple[str, ...], winner: str | None
) -> None:
    result = parse_result(text, settings)
    assert (result.games, result.winner()) == (games, winner)
    assert result.turned().winner() == {"one": "two", "two": "one", None: None}[winner]
    assert result.turned().turned() == result


@pytest.mark.parametrize(
    ("text", "settings", "problem"),
    [
        ("", TWO_GAMES, "is no result, expected 2-0"),
        ("two nil", TWO_GAMES, "is no result"),
        ("3-0", TWO_GAMES, "has 3 games, a match has 2"),
        ("0-0", TWO_GAMES, "has no games"),
        ("2-2", BEST_OF_3, "2 games won end the match"),
        ("3-0", BEST_OF_3, "2 games won end the match"),
        ("WWL", BEST_OF_3, "has games after one player had won 2"),
        ("0-0-10", BEST_OF_3, "more than 9 drawn"),
        ("1-1 > 3", TWO_GAMES, "after > comes 1 or 2"),
        ("² - 1", TWO_GAMES, "is no result"),
        ("99999999999-0", TWO_GAMES, "is no result"),
        ("W" * 100_000, TWO_GAMES, "^table 7: 'W{40}…' has 100000 games, a match has 2$"),
    ],
)
def test_a_result_that_cannot_be_is_told_with_its_table(
    text: str, settings: EventSettings, problem: str
) -> None:
    with pytest.raises(WrongResultError, match=problem) as told:
        parse_result(text, settings, 7)
    assert str(told.value).startswith("table 7: ")
    assert told.value.table == 7


RESULTS = (
    st.builds(
        Result,
        st.lists(st.sampled_from(OUTCOMES), min_size=1, max_size=4).map(tuple),
        decided=st.sampled_from(("", "one", "two")),
    )
    | st.builds(Result, absent=st.sampled_from(("one", "two", "both")))
    | st.just(Result(intentional=True))
)


@given(RESULTS)
def test_what_is_shown_can_be_typed_again(result: Result) -> None:
    settings = replace(TWO_GAMES, games=4)
    again = parse_result(result_text(result), settings)
    assert replace(again, ordered=True) == replace(result, ordered=True)
    assert Result.from_json(result.as_json()) == result


def test_numbers_say_nothing_of_the_order_and_letters_do() -> None:
    assert result_text(parse_result("1-1", TWO_GAMES)) == "1-1"
    assert result_text(parse_result("LW", TWO_GAMES)) == "LW"
    assert result_text(None) == ""


@pytest.mark.parametrize(
    "stored", [{"games": ["three"]}, {"games": 2}, {"absent": "all"}, {"decided": "both"}]
)
def test_a_stored_result_that_is_none_is_refused(stored: dict[str, object]) -> None:
    with pytest.raises(WrongResultError, match="is no result"):
        Result.from_json(stored)


def test_a_drawn_game_does_not_end_a_match_early() -> None:
    check_result(Result(("one", "draw", "two", "one")), BEST_OF_3, "")


# --- by hand ------------------------------------------------------------------------------------

PLAYERS = tuple(Player(n, name) for n, name in enumerate(("Ada", "Bo", "Cy", "Dee", "Eve"), 1))
EVENT = Tournament(PLAYERS)


def test_two_players_swap_places_and_the_reason_stands_at_both_tables() -> None:
    one = Round(1, (Table(1, 1, 2), Table(2, 3, 4), Table(3, 5)))
    swapped = swap(one, 2, 5, " wrong club ")
    assert [table.players for table in swapped.tables] == [(1, 5), (3, 4), (2,)]
    assert [table.reason for table in swapped.tables] == ["wrong club", "", "wrong club"]
    assert swap(swapped, 2, 5, "back").tables[1] == one.tables[1]


@pytest.mark.parametrize(
    ("first", "second", "reason", "problem"),
    [
        (1, 3, " ", "only with a reason"),
        (1, 2, "x", "both sit at table 1"),
        (1, 9, "x", "player 9 has no table"),
        (1, 5, "x", "table 3 of round 1 has a result"),
    ],
)
def test_a_swap_that_cannot_be_is_refused(first: int, second: int, reason: str, problem: str) -> None:
    one = Round(1, (Table(1, 1, 2), Table(2, 3, 4), Table(3, 5, 6, result=Result(("one",)))))
    with pytest.raises(CannotPairError, match=problem):
        swap(one, first, second, reason)


def test_a_round_by_hand_names_everybody_once() -> None:
    made = pair_by_hand(EVENT, 1, [(1, 2), (3, 4), (5,)], "a show match")
    assert [table.players for table in made.tables] == [(1, 2), (3, 4), (5,)]
    assert {table.reason for table in made.tables} == {"a show match"}
    assert made.facts["seed"] is None
    with pytest.raises(WrongPairingError) as told:
        pair_by_hand(EVENT, 1, [(1, 2), (1, 9)], "x")
    assert told.value.problems == (
        "table 2: no player 9",
        "Ada sits at 2 tables",
        "Cy has no table",
        "Dee has no table",
        "Eve has no table",
    )


def test_what_the_program_would_not_pair_is_a_warning() -> None:
    won = Result(("one", "one"))
    first = Round(1, (Table(1, 1, 2, result=won), Table(2, 3, 4, result=won), Table(3, 5)))
    event = replace(EVENT, rounds=(first,))
    made = pair_by_hand(event, 2, [(2, 1), (3, 4), (5,)], "x")
    assert [p.message for p in problems_of(event, made)] == [
        "Bo and Ada have met before",
        "Cy and Dee have met before",
        "Eve has bye 2, and others had none",
    ]
    assert made.facts["rematches"] == 2
    assert problems_of(event, pair_swiss(event, 1)) == []


def test_a_player_who_is_not_there_cannot_be_paired() -> None:
    event = replace(EVENT, players=(*PLAYERS[:4], replace(PLAYERS[4], entered=2)))
    with pytest.raises(WrongPairingError, match="table 3: Eve is not in round 1"):
        pair_by_hand(event, 1, [(1, 2), (3, 4), (5,)], "x")
    with pytest.raises(CannotPairError, match="table 1: 3 players, expected 2"):
        pair_by_hand(event, 1, [(1, 2, 3)], "x")
