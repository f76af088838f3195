"""Standings: figures by hand, and a second count over random tournaments."""

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from deckcheck.events.errors import TournamentSettingError
from deckcheck.events.presets import PRESETS, preset, propose
from deckcheck.events.standings import standings
from deckcheck.events.tournament import pairings_document, standings_document
from deckcheck.events.values import TIEBREAKS, EventSettings, Player, Result, Round, Table, Tournament
from tests.amounts import amount
from tests.deckcheck.events.referee import naive_standings, played, random_tournament

ADA, BO, CY, DEE, EVE = (Player(n, name) for n, name in enumerate(("Ada", "Bo", "Cy", "Dee", "Eve"), 1))
BOTH, ONE_EACH = Result(("one", "one")), Result(("one", "two"))


def small() -> Tournament:
    """Five players, two rounds: Ada 2-0 Bo, Cy 1-1 Dee, Eve bye; Ada 2-0 Eve, Bo 2-0 Cy, Dee bye."""
    return Tournament(
        (ADA, BO, CY, DEE, EVE),
        (
            Round(1, (Table(1, 1, 2, result=BOTH), Table(2, 3, 4, result=ONE_EACH), Table(3, 5))),
            Round(2, (Table(1, 1, 5, result=BOTH), Table(2, 2, 3, result=BOTH), Table(3, 4))),
        ),
    )


def test_the_figures_of_five_players_by_hand() -> None:
    table = {one.player.name: one for one in standings(small())}
    assert [one.player.name for one in standings(small())] == ["Ada", "Dee", "Eve", "Bo", "Cy"]
    assert [table[n].points for n in ("Ada", "Dee", "Bo", "Eve", "Cy")] == [6, 4, 3, 3, 1]
    ada = {figure.name: figure for figure in table["Ada"].tiebreaks}
    # opponents Bo 3 of 6, Eve 3 of 6
    assert ada["opponents_match_win"].value == Fraction(1, 2)
    assert ada["opponents_match_win"].how == "mean of Bo 3/6; Eve 3/6"
    assert ada["game_win"].value == 1
    dee = {figure.name: figure for figure in table["Dee"].tiebreaks}
    # Dee met only Cy: 1 of 6 points is below the floor; a bye is no opponent
    assert dee["opponents_match_win"].value == Fraction(33, 100)
    assert dee["opponents_match_win"].how == "mean of Cy 1/6, at least 0.33"
    # games: one won, one lost, and two of the bye: 9 of 12 points
    assert dee["game_win"].value == Fraction(3, 4)


@pytest.mark.parametrize("chunk", range(3))
def test_a_second_count_of_random_tournaments_agrees(chunk: int) -> None:
    for n in range(chunk, amount(60, 1000), 3):
        rng = random.Random(f"standings {n}")
        last: Tournament | None = None
        for event, one in random_tournament(rng, rng.randint(4, 24), rng.randint(1, 5)):
            last = replace(event, rounds=(*event.rounds, played(rng, one, event.settings)))
        assert last is not None
        extra = tuple(t for t in TIEBREAKS if t != "head_to_head")
        last = replace(last, settings=replace(last.settings, tiebreaks=extra))
        ours = standings(last)
        assert {one.player.number: one.key for one in ours} == naive_standings(last)
        keys = [one.key for one in ours]
        assert keys == sorted(keys, reverse=True)
        assert [one.rank for one in ours] == [1 + sum(k > key for k in keys) for key in keys]


def test_points_of_games_are_what_ffg_counted() -> None:
    """2 a game, 1 tied; a bye is worth both games and adds nothing to strength of schedule."""
    event = replace(small(), settings=preset("ffg-2013"))
    table = {one.player.name: one for one in standings(event)}
    assert [table[n].points for n in ("Ada", "Bo", "Cy", "Dee", "Eve")] == [8, 4, 2, 6, 4]
    dee = table["Dee"].tiebreaks[0]
    assert (dee.value, dee.how) == (Fraction(1), "mean of Cy 2/2")
    draw = replace(event, rounds=(Round(1, (Table(1, 1, 2, result=Result(intentional=True)),)),))
    assert [one.points for one in standings(draw)][:2] == [2, 2]


def test_the_points_won_among_players_of_the_same_points_break_a_tie() -> None:
    event = small()
    event = replace(event, settings=replace(event.settings, tiebreaks=("head_to_head",)))
    rounds = (*event.rounds, Round(3, (Table(1, 2, 5, result=Result(("two", "two"))),)))
    table = standings(replace(event, rounds=rounds[::2]))
    eve = next(one for one in table if one.player.name == "Eve")
    assert eve.tiebreaks[0].value == 0  # nobody else has six points but Ada, whom Eve never met
    tied = replace(event, rounds=(Round(1, (Table(1, 1, 2, result=ONE_EACH),)),))
    heads = {one.player.name: one.tiebreaks[0] for one in standings(tied)}
    assert (heads["Ada"].value, heads["Ada"].how) == (Fraction(1), "points against Bo")
    assert heads["Cy"].how == "points against nobody of the same points"


def test_a_player_who_came_late_lost_the_rounds_before_or_not_as_is_set() -> None:
    late = replace(EVE, entered=2)
    rounds = (Round(1, (Table(1, 1, 2, result=BOTH),)), Round(2, (Table(1, 5, 1, result=BOTH),)))
    lost = Tournament((ADA, BO, late), rounds)
    for setting, matches, win in (("loss", 2, Fraction(1, 2)), ("none", 1, Fraction(1))):
        settings = EventSettings().changed({"late": setting, "tiebreaks": ["match_win"]})
        one = next(s for s in standings(replace(lost, settings=settings)) if s.player == late)
        assert (len(one.matches), one.tiebreaks[0].value) == (matches, win)
        assert one.points == 3


def test_players_who_cannot_be_told_apart_share_a_rank() -> None:
    assert [one.rank for one in standings(Tournament((ADA, BO, CY)))] == [1, 1, 1]
    assert standings(Tournament(())) == ()


def test_open_tables_and_elimination_rounds_give_no_points() -> None:
    event = Tournament((ADA, BO), (Round(1, (Table(1, 1, 2),)),))
    assert [one.points for one in standings(event)] == [0, 0]
    cut = Tournament((ADA, BO), (Round(1, (Table(1, 1, 2, result=BOTH),), "elimination"),))
    assert [one.points for one in standings(cut)] == [0, 0]


def test_the_documents_are_those_of_the_contract() -> None:
    event = small()
    found = pairings_document(event, event.rounds[1])
    assert found["schema"] == "deckcheck.pairings/1"
    wanted = {"round": 2, "bye": "Dee", "rematches": 0, "floats": 1}
    assert {key: found[key] for key in wanted} == wanted
    assert found["tables"][0] | {"players": ["Ada", "Eve"], "score": [3, 3]} == found["tables"][0]
    table: dict[str, Any] = standings_document(event)
    assert table["schema"] == "deckcheck.standings/1"
    assert (
        table["standings"][0] | {"rank": 1, "name": "Ada", "points": 6, "matches": 2} == table["standings"][0]
    )
    assert table["standings"][0]["tiebreaks"]["opponents_match_win"] == 0.5
    assert table["standings"][1]["exact"]["opponents_match_win"] == "33/100"


def test_settings_come_back_from_json_as_they_were() -> None:
    for settings in PRESETS.values():
        assert EventSettings.from_json(settings.as_json()) == settings
    assert EventSettings.from_json({"unknown": 1}) == EventSettings()


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("games", 0, "from 1 to 9"),
        ("games", True, "from 1 to 9"),
        ("games", "2", "from 1 to 9"),
        ("match_points", [3, 1], "a win, a draw and a loss"),
        ("match_points", [1, 3, 0], "a win worth most"),
        ("match_points", [0, 0, 0], "a win worth most"),
        ("match_points", ["1e9", 1, 0], "a number such as"),
        ("game_points", [3, 1, -1], "a number such as"),
        ("floor", "3", "from 0 to 1"),
        ("floor", "1/0", "a number such as"),
        ("tiebreaks", "game_win", "a list of"),
        ("tiebreaks", ["luck"], "one of opponents_match_win"),
        ("late", "win", "one of loss, none"),
        ("best_of", "yes", "true or false"),
    ],
)
def test_a_setting_that_cannot_be_is_named(name: str, value: Any, expected: str) -> None:
    with pytest.raises(TournamentSettingError, match=f"setting {name}: .*{expected}"):
        EventSettings.from_json({name: value})


def test_an_unknown_preset_is_told_with_those_that_there_are() -> None:
    with pytest.raises(TournamentSettingError, match="one of dci, best-of-three, single-game, ffg-2013"):
        preset("ffg-2014")


@pytest.mark.parametrize(
    ("players", "rounds", "cut"),
    [
        (2, 1, 0),
        (3, 3, 0),
        (4, 3, 0),
        (8, 3, 0),
        (9, 5, 4),
        (16, 5, 4),
        (17, 5, 8),
        (32, 5, 8),
        (33, 6, 8),
        (64, 6, 8),
        (65, 7, 8),
        (128, 7, 8),
        (129, 8, 8),
        (226, 8, 8),
        (227, 9, 8),
        (256, 9, 8),
        (409, 9, 8),
        (410, 10, 8),
    ],
)
def test_rounds_with_a_cut_are_those_of_the_dci(players: int, rounds: int, cut: int) -> None:
    assert (propose(players).rounds, propose(players).cut) == (rounds, cut)


def test_rounds_without_a_cut_are_those_of_the_dci() -> None:
    bounds = [
        (8, 3),
        (9, 4),
        (16, 4),
        (17, 5),
        (32, 5),
        (33, 6),
        (64, 6),
        (65, 7),
        (128, 7),
        (129, 8),
        (256, 8),
    ]
    assert [(n, propose(n, cut=False).rounds) for n, _ in bounds] == bounds
    assert [propose(n).rounds for n in (0, 1)] == [0, 0]
