"""What stored events add up to: points of a league, wins of cards, seats and kinds of decks."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.acts.events import SessionEvent
from deckcheck.errors import EventSettingError
from deckcheck.events.league import league_standings
from deckcheck.events.round_editor import TypedResult
from deckcheck.events.submissions import Submission
from deckcheck.events.values import Player, Result, Round, Table, Tournament
from tests.conftest import Run
from tests.deckcheck.events.conftest import DARK, LIGHT

WON, DRAWN = Result(("one", "one")), Result(("one", "two"))


def event(*names: str, results: tuple[Result, ...] = ()) -> Tournament:
    """One round, in which the first player meets the second and so on."""
    players = tuple(Player(number, name) for number, name in enumerate(names, start=1))
    tables = tuple(
        Table(number + 1, 2 * number + 1, 2 * number + 2, result=result)
        for number, result in enumerate(results)
    )
    return Tournament(players, (Round(1, tables, published=True),) if tables else ())


def test_a_league_adds_up_places_and_those_who_share_one_share_its_points() -> None:
    spring = event("Ada", "Bo", results=(WON,))
    autumn = event("ADA", "Cy", results=(DRAWN,))
    places = league_standings({"Spring": spring, "Autumn": autumn}, (5, 3), taking_part=1)
    assert [(p.rank, p.name, p.points) for p in places] == [
        (1, "Ada", Fraction(6 + 5)),
        (2, "Cy", Fraction(5)),
        (3, "Bo", Fraction(4)),
    ]
    assert places[1].of_events == {"Spring": None, "Autumn": Fraction(5)}
    (best, *_) = league_standings({"Spring": spring, "Autumn": autumn}, (5, 3), best=1)
    assert (best.points, best.counted) == (Fraction(5), ("Spring",))
    with pytest.raises(EventSettingError, match="falling numbers"):
        league_standings({"Spring": spring}, (3, 5))
    assert league_standings({}) == ()


@given(
    sizes=st.lists(st.integers(1, 4), min_size=1, max_size=4),
    points=st.lists(st.integers(0, 20), min_size=1, max_size=6),
)
def test_no_point_of_a_league_is_lost_or_made_up(sizes: list[int], points: list[int]) -> None:
    """All places of all events together give what their tables of points hold."""
    points = sorted(points, reverse=True)
    events = {
        f"e{n}": event(*(f"P{k}" for k in range(2 * size)), results=(WON,) * size)
        for n, size in enumerate(sizes)
    }
    places = league_standings(events, points)
    given_ = sum(sum(points[: 2 * size]) for size in sizes)
    assert sum((place.points for place in places), Fraction(0)) == given_
    assert [p.points for p in places] == sorted((p.points for p in places), reverse=True)


def test_wins_of_cards_and_seats_are_counted_from_what_is_stored(event: SessionEvent) -> None:
    event.register_files("Ada", [LIGHT, DARK])
    event.register_files("Bo", [LIGHT])
    event.register([Submission("Cy"), Submission("Di")])
    event.pair(1)
    event.publish()
    event.enter_results([TypedResult("1", "WL"), TypedResult("2", "WL")])
    found = event.statistics()
    assert found.decks == 3
    assert {one.seat: one.decks for one in found.seats} == {"light": 2, "dark": 1}
    cards = {one.name: one for one in found.cards}
    light = {card.card: card.quantity for card in event.stored.decks[1].cards if card.card}
    for name in light:
        assert cards[name].decks >= 2
    # Who has Light first and wins game one, wins the second with the other deck, or loses it: of
    # both games of a table each is won by one seat, and only games of registered decks count.
    records = [one.record for one in found.seats]
    assert sum(one.won + one.lost for one in records) <= 6
    assert sum(one.won for one in records) > 0
    groups = {group.decks[0].seat: group for group in found.groups}
    assert {deck.player for deck in groups["light"].decks} == {1, 2}
    assert dict(groups["light"].core) == light


def test_a_league_says_which_events_lack_results(keep: Run, tmp_path: Path) -> None:
    players = tmp_path / "players.txt"
    players.write_text("Ada\nBo\nCy\nDi\n", encoding="utf-8")
    for name in ("Spring", "Autumn"):
        keep("event", "new", name)
        keep("event", "import", name, players)
        keep("event", "pair", name, "--seed", "1")
        keep("event", "publish", name)
    for table in ("1", "2"):
        keep("event", "result", "Spring", table, "2-0")
    keep("event", "result", "Autumn", "1", "2-0")
    told = keep("league", "Spring", "Autumn")
    assert "Autumn: 1 result is missing; its places may still change" in told.stderr
    assert "Spring:" not in told.stderr
    document = json.loads(keep("league", "Spring", "Autumn", "--json").stdout)
    assert document["open_tables"] == {"Spring": 0, "Autumn": 1}
