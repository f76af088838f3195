"""Ratings against the posterior by brute integration, matchups against a naive count."""

import random
from collections import Counter
from math import log, sqrt

import numpy as np
import pytest

from deckcheck.acts.events import SessionEvent
from deckcheck.acts.league_changes import new_league, set_rules
from deckcheck.acts.leagues import league
from deckcheck.acts.session import Session
from deckcheck.events.round_editor import TypedResult
from deckcheck.leagues.matchups import LEAST_TOLD
from deckcheck.leagues.ratings import LEAST_RATED, MIDDLE, ratings
from deckcheck.leagues.rules import DeckKind, LeagueRules
from deckcheck.leagues.season import SeasonEvent, of_sheet
from tests.deckcheck.events.conftest import DARK, LIGHT, event, session

__all__ = ["event", "session"]
WON, LOST, DRAWN = ({"games": list(games)} for games in (("one", "one"), ("two", "two"), ("one", "two")))


def season(matches: list[tuple[str, str, dict[str, list[str]]]]) -> SeasonEvent:
    """An event with a match a round."""
    rounds = [[[one, two, result]] for one, two, result in matches]
    return of_sheet("All", {"day": "", "games": 3, "rounds": rounds}, "destiny")


def test_a_rating_is_the_mean_of_what_three_players_may_be() -> None:
    """Strengths on a grid, each weighed by its prior and all results: what the method approximates."""
    matches = [("A", "B", WON)] * 5 + [("B", "A", WON)] * 1 + [("C", "B", LOST)] * 3 + [("A", "C", WON)] * 3
    found = {one.name: one for one in ratings([season([*matches, ("A", "C", DRAWN)])])}
    points = np.stack(np.meshgrid(*[np.linspace(-4, 4, 41)] * 3), axis=-1).reshape(-1, 3)
    likely = -(points**2).sum(axis=1) / 2
    for winner, loser in [(0, 1)] * 5 + [(1, 0)] * 1 + [(1, 2)] * 3 + [(0, 2)] * 3:
        likely -= np.log1p(np.exp(points[:, loser] - points[:, winner]))
    weights = np.exp(likely) / np.exp(likely).sum()
    means, squares = weights @ points, weights @ points**2
    scale = 400 / log(10)
    for name, mean, square in zip("ABC", means, squares, strict=True):
        assert found[name].value == pytest.approx(MIDDLE + scale * mean, abs=8)
        assert found[name].off == pytest.approx(1.96 * scale * sqrt(square - mean * mean), rel=0.06)


def test_the_order_of_matches_and_the_spelling_of_case_do_not_matter() -> None:
    matches = [
        (a, b, WON) for a, b in (("A", "B"), ("B", "C"), ("C", "A"), ("A", "C"), ("a", "b"), ("B", "a"))
    ]
    shuffled = random.Random(3).sample(matches, len(matches))
    one, two = (
        {r.name.upper(): round(r.value, 6) for r in ratings([season(m)])} for m in (matches, shuffled)
    )
    assert one == pytest.approx(two, abs=0.1)
    assert {*one} == {"A"}, f"the others have fewer than {LEAST_RATED} decided matches"
    assert ratings([season([("A", "B", DRAWN)])]) == ()


def test_matchups_count_each_game_for_the_two_decks_that_were_in_it(
    event: SessionEvent, session: Session
) -> None:
    """Light and Dark change places between the games; the naive count goes through results by hand."""
    event.register_files("Ada", [LIGHT, DARK])
    event.register_files("Bo", [LIGHT, DARK])
    event.register_files("Cy", [LIGHT])
    event.register_files("Di", [DARK])
    for seed in range(3):
        event.pair(seed)
        event.publish()
        event.enter_results([TypedResult("1", "WL"), TypedResult("2", "LL")])
    new_league(session, "Season", [event.name])
    rules = LeagueRules(
        kinds=(DeckKind("Rebels", ("side:light >= 20",)), DeckKind("Never", ("cost=99 >= 1",)))
    )
    set_rules(session, "Season", rules)
    found = league(session, "Season").matchups
    assert found.decks == {"Rebels": 3, "other": 3}
    wanted: Counter[str] = Counter()
    have = {(one.player, one.seat) for one in event.stored.decks.values()}
    for one in event.view().tournament.rounds:
        for table in one.tables:
            assert table.result is not None
            for number, game in enumerate(table.result.games):
                light = "one" if (table.first != "two") == (number == 0) else "two"
                of_light, of_dark = (table.one, table.two) if light == "one" else (table.two, table.one)
                if {(of_light, "light"), (of_dark, "dark")} <= have:
                    wanted["won" if game == light else "lost"] += 1
                else:
                    wanted["unknown"] += 1
    cell, back = found.cells["Rebels", "other"], found.cells["other", "Rebels"]
    assert (cell.won, cell.lost, found.unknown) == (wanted["won"], wanted["lost"], wanted["unknown"])
    assert (back.won, back.lost) == (cell.lost, cell.won)
    document = league(session, "Season").matchups_document()
    told = {one["row"]: one["win_rate"] for one in document["cells"]}
    assert (told["Rebels"] is None) == (cell.won + cell.lost < LEAST_TOLD)
    assert league(session, "Season").has_rates
    assert b"Rebels" in league(session, "Season").file(".svg", "matchups")
    set_rules(session, "Season", LeagueRules())
    (alone,) = league(session, "Season").matchups_document()["cells"]
    assert alone["won"] + alone["lost"] >= LEAST_TOLD
    assert alone["win_rate"] is None  # against itself a kind wins as often as it loses


def test_too_few_games_have_no_rate_but_are_counted(event: SessionEvent, session: Session) -> None:
    event.register_files("Ada", [LIGHT, DARK])
    event.register_files("Bo", [LIGHT, DARK])
    event.pair(1)
    event.publish()
    event.enter_results([TypedResult("1", "2-0")])
    new_league(session, "Season", [event.name])
    document = league(session, "Season").matchups_document()
    (cell,) = document["cells"]
    assert (cell["won"], cell["lost"]) in {(1, 1), (2, 0), (0, 2)}
    assert cell["win_rate"] is None
