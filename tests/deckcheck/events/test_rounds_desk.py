"""Rounds of a stored event: paired, published, played and changed; each change can be undone."""

import json
import random
from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from typer.testing import CliRunner

from db.errors import EventError
from deckcheck.acts.events import SessionEvent
from deckcheck.acts.session import Session
from deckcheck.cli.main import app
from deckcheck.errors import EventSettingError, ReasonNeededError
from deckcheck.events.clock import RoundClock, clock_line
from deckcheck.events.errors import (
    CannotPairError,
    TournamentError,
    TournamentSettingError,
    WrongPairingError,
    WrongResultError,
)
from deckcheck.events.round_editor import TypedResult
from deckcheck.events.round_text import how_lines
from deckcheck.events.submissions import Submission
from deckcheck.events.values import Round, Table
from tests.amounts import amount
from tests.db.events.test_event_ledger import small_database

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")


@pytest.fixture
def eight(event: SessionEvent) -> SessionEvent:
    event.register([Submission(name) for name in NAMES])
    return event


def enter(event: SessionEvent, *results: str, **options: Any) -> Any:
    typed = [TypedResult(*both) for both in zip(results[::2], results[1::2], strict=True)]
    return event.enter_results(typed, **options)


def play(event: SessionEvent, seed: int = 1, result: str = "2-0") -> Round:
    """A round from its pairing to its results."""
    event.pair(seed)
    event.publish()
    enter(event, *(text for table in event.round().open_tables() for text in (str(table.number), result)))
    return event.round()


def test_an_event_of_three_rounds_has_standings_and_no_rematch(eight: SessionEvent) -> None:
    rounds = [play(eight, seed) for seed in range(3)]
    met = [frozenset(table.players) for one in rounds for table in one.tables]
    assert len(set(met)) == len(met) == 12
    table = eight.view().seen.ranked()
    assert table[0].rank == 1
    assert [float(one.points) for one in table] == sorted((float(o.points) for o in table), reverse=True)
    assert sum(one.points for one in table) == 3 * 12
    assert [one.player.name for one in eight.view().seen.ranked(after=0)] == list(NAMES)
    with pytest.raises(CannotPairError, match="there is no round 9"):
        eight.view().seen.ranked(after=9)


def test_nothing_is_played_before_it_is_published(eight: SessionEvent) -> None:
    eight.pair(1)
    with pytest.raises(WrongResultError, match="not published yet"):
        enter(eight, "1", "2-0")
    with pytest.raises(CannotPairError, match="paired and not published"):
        eight.pair(2)
    eight.publish()
    assert eight.publish().batch is None
    with pytest.raises(CannotPairError, match="round 1 has no result yet of tables 1, 2, 3, 4"):
        eight.pair(2)


def test_the_same_seed_gives_the_same_pairings(eight: SessionEvent) -> None:
    tables = eight.pair(5).round.tables
    eight.undo()
    assert eight.pair(5).round.tables == tables
    eight.undo()
    assert any(eight.pair(seed).round.tables != tables and eight.undo() for seed in range(6, 9))


def test_wrong_results_name_their_table_and_none_is_entered(eight: SessionEvent) -> None:
    eight.pair(1)
    eight.publish()
    for wrong, said in (
        (("1", "2-0", "2", "5-0"), "table 2"),
        (("9", "2-0"), "no table 9"),
        (("1", "two"), "table 1: 'two' is no result"),
        (("1", "2-0", "1", "0-2"), "table 1: two results"),
        (("Zed", "2-0"), "no player is called 'Zed'"),
    ):
        with pytest.raises((WrongResultError, EventError), match=said):
            enter(eight, *wrong)
    assert len(eight.round().open_tables()) == 4


def test_a_result_by_name_is_seen_from_that_player(eight: SessionEvent) -> None:
    eight.pair(1)
    eight.publish()
    table = eight.round().tables[0]
    name = eight.stored.players[table.two or 0].name
    enter(eight, name.lower(), "2-0")
    result = eight.round().tables[0].result
    assert result is not None
    assert result.winner() == "two"


def test_a_result_that_is_there_is_changed_only_on_purpose(eight: SessionEvent) -> None:
    play(eight)
    assert enter(eight, "1", "2-0").batch is None
    with pytest.raises(WrongResultError, match="table 1: the result 2-0 is there already"):
        enter(eight, "1", "0-2")
    enter(eight, "1", "0-2", change=True)
    eight.pair(2)
    assert enter(eight, "1", "1-1", number=1, change=True).notes == ("round 2 was paired before this",)
    eight.publish()
    with pytest.raises(ReasonNeededError, match="round 2 is published since"):
        enter(eight, "1", "2-0", number=1, change=True)
    enter(eight, "1", "2-0", number=1, reason="the slip was read wrongly")
    assert eight.history()[-1].reason == "the slip was read wrongly"
    enter(eight, "1", "none", number=1, reason="not signed")
    assert eight.round(1).tables[0].result is None


def test_undo_is_free_up_to_the_published_round_and_then_needs_a_reason(eight: SessionEvent) -> None:
    play(eight)
    result = eight.history()[-1].number
    eight.pair(2)
    eight.undo()
    assert len(eight.stored.rounds) == 1
    eight.pair(2)
    eight.publish()
    with pytest.raises(ReasonNeededError, match=r"\(event publish\) was seen by players"):
        eight.undo(result)
    before = eight.stored
    eight.undo(result, reason="wrong round on the slips")
    assert len(eight.round(1).open_tables()) == 4
    eight.undo(eight.history()[-1].number)
    assert eight.stored.tables == before.tables


def test_pairings_by_hand_and_swaps_keep_their_reason(eight: SessionEvent) -> None:
    eight.pair(1)
    with pytest.raises(ReasonNeededError):
        eight.swap("Ada", "Bo", " ")
    tables = {table.number: table for table in eight.round().tables}
    one, other = tables[1].one, tables[2].one
    names = eight.stored.players
    eight.swap(names[one].name, names[other].name, "they came in one car")
    changed = {table.number: table for table in eight.round().tables}
    assert (changed[1].one, changed[2].one) == (other, one)
    assert {n: t.reason for n, t in changed.items()} == {
        1: "they came in one car",
        2: "they came in one car",
        3: "",
        4: "",
    }
    assert changed[3] == tables[3]
    eight.undo()
    eight.undo()
    pairs = ["Ada - Bo", "Cy:Di", "ed vs flo", "#7 - #8"]
    eight.pair(1, by_hand=pairs, reason="a show match")
    assert [table.players for table in eight.round().tables] == [(1, 2), (3, 4), (5, 6), (7, 8)]
    eight.undo()
    with pytest.raises(WrongPairingError, match="has no table"):
        eight.pair(1, by_hand=pairs[:3], reason="x")
    with pytest.raises(CannotPairError, match="no pair of players"):
        eight.pair(1, by_hand=["Ada - Zed"], reason="x")


def test_late_entries_drops_byes_and_who_comes_back(eight: SessionEvent) -> None:
    play(eight)
    eight.register([Submission("Late")])
    assert eight.stored.players[9].entered == 2
    eight.drop("Ada")
    eight.drop("Bo")
    assert {eight.stored.players[n].dropped for n in (1, 2)} == {1}
    second = play(eight, 2)
    seated = [n for table in second.tables for n in table.players]
    assert sorted(seated) == [3, 4, 5, 6, 7, 8, 9]
    assert sum(table.two is None for table in second.tables) == 1
    eight.drop("Ada", back=True)
    third = play(eight, 3)
    assert 1 in [n for table in third.tables for n in table.players]
    places = {one.player.name: one for one in eight.view().seen.ranked()}
    assert [(m.round, m.kind) for m in places["Ada"].matches][:2] == [(1, "played"), (2, "missed")]
    assert how_lines(places["Ada"])[0] == "round 2: missed, counts as lost"
    assert [m.round for m in places["Bo"].matches] == [1], "gone for good: no line"
    assert next(m.kind for m in places["Late"].matches) == "missed"
    with pytest.raises(EventSettingError, match="paired already"):
        eight.remove("Cy")


def test_a_cut_ends_with_one_winner_and_draws_go_nowhere(eight: SessionEvent) -> None:
    play(eight)
    eight.pair(1, stage="elimination", cut=4)
    eight.publish()
    with pytest.raises(WrongResultError, match="table 1: '1-1' has no winner"):
        enter(eight, "1", "1-1")
    enter(eight, "1", "1-1 > 2", "2", "2-0")
    eight.pair(2)
    eight.publish()
    enter(eight, "1", "2-0")
    with pytest.raises(CannotPairError):
        eight.pair(3)
    final = eight.round().tables[0]
    assert eight.view().seen.ranked()[0].player.number == final.one
    assert eight.view().seen.ranked()[1].player.number == final.two


def test_a_paused_clock_stands_and_goes_on_from_there(
    eight: SessionEvent, monkeypatch: pytest.MonkeyPatch
) -> None:
    eight.pair(1)
    with pytest.raises(EventSettingError):
        eight.change_clock(more=5)
    _, started, minutes = eight.start_clock(50)

    def at(minute: int) -> datetime:
        return started + timedelta(minutes=minute)

    def left(minute: int) -> int:
        one = eight.round()
        began = datetime.fromisoformat(str(one.facts["started"]))
        return RoundClock.of(one, began, int(one.facts["minutes"])).left(at(minute)) // 60

    for minute, stands in ((10, True), (30, False)):
        monkeypatch.setattr("deckcheck.events.round_editor.now", lambda minute=minute: at(minute).isoformat())
        assert eight.change_clock(turn=True)[2] == stands
        assert (left(30), left(40)) == ((40, 40) if stands else (40, 30))
    assert eight.change_clock(more=5)[1] == minutes + 5
    assert left(40) == 35
    eight.change_clock(turn=True)
    eight.start_clock(20, anew=True)
    assert "paused" not in eight.round().facts


def test_nobody_is_drawn_for_a_deck_check_twice_until_all_were(eight: SessionEvent) -> None:
    """By any seeds and sizes; who drops is not drawn, an undone draw does not count, a seed repeats one."""
    chance = random.Random(3)
    eight.drop("Hal")
    drawn: list[int] = []
    while len(drawn) < 40:
        state = len(eight.history())
        seed, size = chance.randrange(100), chance.randint(1, 7)
        batch, players = eight.spot_check(size, seed)
        assert (batch, len({*players})) == (state + 1, size)
        if chance.random() < 0.3:
            eight.undo(batch)
            assert eight.spot_check(size, seed)[1] == players
        drawn += players
        often = Counter(drawn)
        assert max(often.values()) - min(often[number] for number in range(1, 8)) <= 1
        assert 8 not in often
    assert len(eight.stored.notes) == len(drawn)
    first = eight.spot_check(1, 5, again=True)[1]
    assert eight.spot_check(1, 5, again=True)[1] == first
    for wrong in (0, 8):
        with pytest.raises(EventSettingError, match=f"{wrong} players, expected 1 to 7"):
            eight.spot_check(wrong, 1)


def test_notes_extensions_and_the_clock(eight: SessionEvent) -> None:
    eight.pair(1)
    eight.publish()
    eight.note("Ada", "late for\nround 1", penalty="Warning")
    eight.note("Ada", "apologised")
    assert [(n.kind, n.text, n.round) for n in eight.stored.notes.values()] == [
        ("warning", "late for round 1", 1),
        ("note", "apologised", 1),
    ]
    eight.extend(2, 5)
    one, started, minutes = eight.start_clock(50)
    again = eight.start_clock(30)
    assert (again[1], again[2]) == (started, minutes) == (started, 50)
    clock = RoundClock.of(eight.round(), started, minutes)
    assert clock_line(one, clock, started + timedelta(minutes=37, seconds=55)) == (
        "round 1: 12:05, table 2: 17:05"
    )
    assert clock_line(one, clock, started + timedelta(minutes=50, seconds=5)) == (
        "round 1: time is over (-0:05), table 2: 4:55"
    )
    with pytest.raises(EventSettingError):
        eight.extend(2, 500)
    with pytest.raises(EventSettingError):
        eight.note("Ada", " \n ")


def test_an_empty_event_cannot_be_paired_and_says_so(event: SessionEvent) -> None:
    for what in (lambda: event.pair(1), event.publish, lambda: enter(event, "1", "2-0"), event.round):
        with pytest.raises(TournamentError):
            what()
    assert event.view().seen.ranked() == ()


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("pair"), st.integers(0, 99)),
        st.tuples(st.just("play"), st.sampled_from(["2-0", "1-1", "0-2", "absent 2"])),
        st.tuples(st.just("publish"), st.just(0)),
        st.tuples(st.just("drop"), st.sampled_from(NAMES)),
        st.tuples(st.just("undo"), st.just(0)),
        st.tuples(st.just("register"), st.integers(0, 3)),
    ),
    max_size=12,
)


@settings(max_examples=amount(8, 60))
@given(steps=STEPS)
def test_whatever_was_done_the_undos_lead_back_to_the_start(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, Any]]
) -> None:
    """Every state on the way is one that can be paired, or says in an error of ours why not."""
    from db.events.store import EventOrigin, create_event
    from db.events.values import EventFacts

    path = small_database(tmp_path_factory.mktemp("rounds") / "e.sqlite")
    create_event(path, EventFacts("u", "Cup", "swtcg", "dci", "2004-06-19"), EventOrigin("new"))
    event = SessionEvent(path, "Cup")
    with event.work("players") as work:
        from db.events.values import PlayerFacts

        for number, name in enumerate(NAMES, start=1):
            work.put("player", [number], PlayerFacts(name))
    start = event.stored
    for what, value in steps:
        try:
            if what == "pair":
                event.pair(value)
            elif what == "play":
                open_ = event.round().open_tables()
                enter(event, *(text for t in open_ for text in (str(t.number), value)))
            elif what == "publish":
                event.publish()
            elif what == "drop":
                event.drop(value)
            elif what == "undo":
                event.undo(reason="x")
        except (EventError, TournamentError):
            continue
        for one in event.tournament.rounds:
            seated = [player for table in one.tables for player in table.players]
            assert len(seated) == len(set(seated))
    while True:
        try:
            event.undo(reason="back")
        except EventError:
            break
        if event.stored.newest > 200:
            pytest.fail("undo does not end")
    after = event.stored
    assert (after.rounds, after.tables) == ({}, {})
    assert start.players.keys() >= after.players.keys()


def run(*arguments: object) -> Any:
    return CliRunner().invoke(app, [*map(str, arguments)], catch_exceptions=False)


def test_the_commands_of_rounds_print_the_documents_of_the_contract(session: Session, tmp_path: Path) -> None:
    run("event", "new", "Cup", "--on", "2004-06-19")
    for name in ("Ada", "Bo", "Cy"):
        run("event", "register", "Cup", name)
    paired = json.loads(run("event", "pair", "Cup", "--seed", 1, "--json").stdout)
    assert paired["schema"] == "deckcheck.pairings/1"
    assert (paired["round"], len(paired["tables"]), paired["rematches"], paired["floats"]) == (1, 1, 0, 0)
    assert {*paired["tables"][0]["players"], paired["bye"]} == {"Ada", "Bo", "Cy"}
    assert paired["tables"][0]["score"] == [0, 0]
    assert "not published" in run("event", "pairings", "Cup", "--by-name").stdout
    assert run("event", "publish", "Cup").exit_code == 0
    assert run("event", "result", "Cup", "1", "2-0").exit_code == 0
    table = json.loads(run("event", "standings", "Cup", "--json").stdout)
    assert table["schema"] == "deckcheck.standings/1"
    first = table["standings"][0]
    assert {"rank", "name", "points", "matches", "tiebreaks"} <= first.keys()
    assert "opponents_match_win" in first["tiebreaks"]
    assert "mean of" in run("event", "standings", "Cup", "--how").stdout
    assert run("event", "clock", "Cup", "--minutes", 50, "--once").stdout.startswith("round 1: ")
    assert run("event", "extend", "Cup", 1, 5).exit_code == 0
    assert run("event", "note", "Cup", "Ada", "late", "--penalty", "warning").exit_code == 0
    assert "warning" in run("event", "notes", "Cup").stdout
    drawn = json.loads(run("event", "spot-check", "Cup", "--seed", 7, "--json").stdout)["players"]
    noted = json.loads(run("event", "notes", "Cup", "--json").stdout)["notes"]
    assert {"player": drawn[0], "round": 1, "kind": "deck check", "text": "drawn by seed 7"} in noted
    plans = json.loads(run("event", "plan", "Cup", "--json").stdout)["plans"]
    assert plans[0]["rounds"] == 3
    with pytest.raises(WrongResultError, match="'1' has no result"):
        run("event", "result", "Cup", "1")
    assert run("event", "pair", "Cup", "--stage", "cup").exit_code == 2
    assert Table(1, 1).players == (1,)


def test_how_matches_are_scored_is_a_setting_with_presets(session: Session, event: SessionEvent) -> None:
    assert event.tournament.settings.preset == "dci"
    assert session.events.new("D", game="destiny").tournament.settings.preset == "single-game"
    lcg = session.events.new("L", game="swlcg").tournament.settings
    assert (lcg.points_from, lcg.first_seat) == ("games", "drawn")
    assert session.events.new("S", game="stargate").tournament.settings.first_seat == "none"
    event.change(settings={"preset": "best-of-three", "match": {"floor": "0", "minutes": 50}})
    settings = event.tournament.settings
    assert (settings.games, settings.best_of, settings.minutes) == (3, True, 50)
    assert settings.floor == 0
    event.change(settings={"match": None})
    assert event.tournament.settings.minutes == 0
    for wrong in ({"preset": "cup"}, {"match": {"games": 99}}, {"match": {"cake": 1}}):
        with pytest.raises(TournamentSettingError):
            event.change(settings=wrong)
        with pytest.raises(TournamentSettingError):
            session.events.new("X", settings=wrong)


def test_settings_are_typed_as_keys_and_values(session: Session) -> None:
    made = run(
        "event",
        "new",
        "Cup",
        "--preset",
        "dci",
        "--match",
        "tiebreaks=game_win,head_to_head",
        "--match",
        "floor=1/3",
        "--match",
        "first_seat=bid",
    )
    assert made.exit_code == 0
    assert run("event", "set", "Cup", "--match", "games=1").exit_code == 0
    settings = session.events.get("Cup").tournament.settings
    assert settings.tiebreaks == ("game_win", "head_to_head")
    assert (settings.games, settings.first_seat, str(settings.floor)) == (1, "bid", "1/3")
    assert run("event", "set", "Cup", "--match", "games").exit_code == 2


def test_who_has_the_first_seat_may_be_bid_for(eight: SessionEvent) -> None:
    eight.change(settings={"match": {"first_seat": "bid"}})
    eight.pair(1)
    table = eight.round().tables[0]
    assert table.first == ""
    eight.give_first_seat(1, f"#{table.two}")
    assert eight.round().tables[0].first == "two"
    with pytest.raises(WrongResultError, match=r"table 2: .* does not sit there"):
        eight.give_first_seat(2, f"#{table.two}")
