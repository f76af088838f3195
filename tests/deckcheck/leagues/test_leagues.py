"""A season as organisers keep it: what events add up to, sheets read in, everything undone."""

import csv
import io
import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import count, groupby
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from openpyxl import Workbook, load_workbook

from db.errors import LeagueNotFoundError, LeagueUndoError
from db.events.leagues import change_league, read_league, undo_league
from deckcheck.acts import league_changes as acts
from deckcheck.acts.database import Database
from deckcheck.errors import EventSheetError, FormatFileError, LeagueError
from deckcheck.events.values import Player, Result, Round, Table, Tournament
from deckcheck.games.formats.format_reading import FormatText
from deckcheck.leagues.rules import TIES, DeckKind, LeagueRules, read_rules, stored_rules
from deckcheck.leagues.season import of_sheet
from deckcheck.leagues.sheets import WORDS, read_season
from deckcheck.leagues.standings import league_standings
from tests.conftest import Run

NUMBERS = count()
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
    season = {"Spring": spring, "Autumn": autumn}
    places = league_standings(season, LeagueRules(points=(5, 3), taking_part=1))
    assert [(p.rank, p.name, p.points) for p in places] == [
        (1, "Ada", Fraction(6 + 5)),
        (2, "Cy", Fraction(5)),
        (3, "Bo", Fraction(4)),
    ]
    assert {name: one.points for name, one in places[1].events.items()} == {"Autumn": Fraction(5)}
    (best, *_) = league_standings(season, LeagueRules(points=(5, 3), best=1))
    assert (best.points, best.counted) == (Fraction(5), ("Spring",))
    (most, *_) = league_standings(season, LeagueRules(by="match-points"))
    assert (most.name, most.points) == ("Ada", Fraction(3 + 1))
    assert league_standings({}, LeagueRules()) == ()


@given(
    sizes=st.lists(st.integers(1, 4), min_size=1, max_size=4),
    points=st.lists(st.integers(0, 20), min_size=1, max_size=6),
    ties=st.lists(st.sampled_from(TIES), unique=True),
)
def test_no_point_of_a_league_is_lost_or_made_up(
    sizes: list[int], points: list[int], ties: list[str]
) -> None:
    """All places of all events give what their points hold, and who shares a rank has equal ties."""
    points = sorted(points, reverse=True)
    events = {
        f"e{n}": event(*(f"P{k}" for k in range(2 * size)), results=(WON,) * size)
        for n, size in enumerate(sizes)
    }
    places = league_standings(events, LeagueRules(points=tuple(points), ties=tuple(ties)))
    given_ = sum(sum(points[: 2 * size]) for size in sizes)
    assert sum((place.points for place in places), Fraction(0)) == given_
    keys = [(place.points, place.ties) for place in places]
    assert keys == sorted(keys, reverse=True)
    assert [place.rank for place in places] == [1 + sum(other > key for other in keys) for key in keys]


RULES = st.builds(
    LeagueRules,
    by=st.sampled_from(("places", "match-points")),
    points=st.lists(st.integers(0, 1_000), min_size=1).map(lambda one: tuple(sorted(one, reverse=True))),
    taking_part=st.integers(0, 1_000),
    best=st.integers(0, 1_000),
    ties=st.lists(st.sampled_from(TIES)).map(tuple),
    kinds=st.lists(st.text(min_size=1).filter(str.strip), unique_by=str.strip, max_size=3).map(
        lambda names: tuple(DeckKind(name.strip(), (f'name:"{n}" >= {n}',)) for n, name in enumerate(names))
    ),
)


@given(RULES.filter(lambda one: one.as_toml().isprintable() or "\n" in one.as_toml()))
def test_rules_are_read_as_they_are_printed_and_stored(rules: LeagueRules) -> None:
    """Who prints the rules, changes a number and reads them again changes that number alone."""
    assert read_rules(FormatText("own.toml", rules.as_toml())) == rules
    assert stored_rules(json.loads(json.dumps(rules.as_json()))) == rules


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("points = [3, 5]", "own.toml, line 1, points: expected falling numbers"),
        ("\nbest = -1", "own.toml, line 2, best: -1, expected a number"),
        ("taking-part = true", "taking-part: True, expected a number"),
        ('by = "place"', "no rule is called 'place'; did you mean places?"),
        ('ties = ["first"]', "no tiebreaker is called 'first'; did you mean firsts?"),
        ('[[kind]]\nname = "A"\n', "kind.has: expected conditions"),
        ('[[kind]]\nhas = ["type:space >= 1"]\n', "kind.name: each kind of deck needs a name"),
        ("point = [1]", "no such key"),
        ("points = [", "this is no TOML"),
    ],
)
def test_rules_that_cannot_be_name_the_line_and_the_key(text: str, told: str) -> None:
    with pytest.raises(FormatFileError) as caught:
        read_rules(FormatText("own.toml", text))
    assert told in str(caught.value)


# -- sheets


NAMES = ("Ada", "Bo Peep", "Çy", "Di", "Gus Müller", "Иво")


@st.composite
def seasons(draw: st.DrawFn) -> list[tuple[str, int, str, str | None, str]]:
    """Rows of a season: event, round, two players, a result."""
    rows = []
    for week in range(draw(st.integers(1, 3))):
        for number in range(1, draw(st.integers(1, 3)) + 1):
            players = list(draw(st.permutations(NAMES)))[: draw(st.sampled_from((2, 3, 4, 6)))]
            while players:
                one, two = players.pop(), players.pop() if players else None
                result = draw(st.sampled_from(("2-0", "1-2", "1-1", "2-1", ""))) if two else ""
                rows.append((f"Week {week}", number, one, two, result))
    return rows


@given(seasons(), st.randoms(use_true_random=False))
def test_a_sheet_is_read_whatever_its_order_language_and_separator(
    tmp_path_factory: pytest.TempPathFactory,
    rows: list[tuple[str, int, str, str | None, str]],
    random: "Sequence[object]",
) -> None:
    """The matches read are the matches written, and the standings those of a count by hand."""
    keys = ["event", "round", "one", "two", "result"]
    random.shuffle(keys)  # type: ignore[attr-defined]
    heads = [random.choice(WORDS[key].split("|")).title() for key in keys]  # type: ignore[attr-defined]
    if len({*heads}) < len(heads):
        return
    text = io.StringIO()
    writer = csv.writer(text, delimiter=random.choice(",;\t"))  # type: ignore[attr-defined]
    writer.writerow(heads)
    for event_, number, one, two, result in rows:
        cells = {"event": event_, "round": number, "one": one, "two": two or "bye", "result": result}
        writer.writerow([cells[key] for key in keys])
    path = tmp_path_factory.mktemp("season") / "season.csv"
    path.write_text(text.getvalue(), encoding="utf-8")
    read = read_season(path)
    found = [
        (one.name, number, row[0], row[1], row[2] and tuple(row[2]["games"]))
        for one in read
        for number, tables in enumerate(one.rounds, start=1)
        for row in tables
    ]
    games = {
        "2-0": ("one", "one"),
        "1-2": ("one", "two", "two"),
        "1-1": ("one", "two"),
        "2-1": ("one", "one", "two"),
    }
    wanted = [(e, n, one, two, games.get(result)) for e, n, one, two, result in rows]
    assert sorted(found, key=str) == sorted(wanted, key=str)
    events = {one.name: of_sheet(one.name, one.as_json(), "swtcg").tournament for one in read}
    table = {one.name: one.points for one in league_standings(events, LeagueRules(by="match-points"))}
    assert table == _by_hand(rows)


def _by_hand(rows: list[tuple[str, int, str, str | None, str]]) -> dict[str, int]:
    """Three points for a win or a bye, one for a draw, counted row by row."""
    points: dict[str, int] = {}
    for _event, _number, one, two, result in rows:
        won, lost = (int(part) for part in (result or "0-0").split("-"))
        mine, theirs = (3, 0) if won > lost else (0, 3) if lost > won else (1, 1)
        mine, theirs = (0, 0) if not result else (mine, theirs)
        points[one] = points.get(one, 0) + (3 if two is None else mine)
        if two is not None:
            points[two] = points.get(two, 0) + theirs
    return points


def test_a_workbook_with_a_sheet_a_week_and_gaps_is_read(tmp_path: Path) -> None:
    book = Workbook()
    for week in ("Week 1", "Week 2"):
        sheet = book.create_sheet(week)
        sheet.append(["our shop, season 12"])
        sheet.append(["Name", "Gegner", "Siege", "Verloren"])
        sheet.append(["Ada", "Bo", 2, 0])
        sheet.append([])
        sheet.append(["Ada", "Cy", 1, 2])
        sheet.append(["Bo", "Freilos"])
    path = tmp_path / "season.xlsx"
    book.save(path)
    first, second = read_season(path)
    assert (first.name, second.name) == ("Week 1", "Week 2")
    assert [[row[:2] for row in one] for one in first.rounds] == [
        [("Ada", "Bo")],
        [("Ada", "Cy"), ("Bo", None)],
    ]


BOTH = "Ada,Bo,2-1\nAda,Cy,2-0\nBo,Ada,1-2\nBo,Cy,draw\nCy,Ada,0-2\nCy,Bo,draw\nBo,bye,\n"


@pytest.mark.parametrize(
    ("text", "matches", "note"),
    [
        (f"Player,Opponent,Result\n{BOTH}", 4, "matches are listed from both sides; each counts once"),
        (f"Player,Opponent,Result\n{BOTH}Ada,Bo,2-0\n", 8, "row 4 may be row 2 from the other side; "),
        ("Round,Player,Opponent,Result\n1,Ada,Bo,2-0\n1,Bo,Ada,0-2\n2,Bo,Ada,\n", 2, "each counts once"),
        ("Round,Player,Opponent,Result\n1,Ada,Bo,2-0\n2,Bo,Ada,0-2\n", 2, ""),
        ("Player,Opponent,Result\nAda,Bo,2-0\nBo,Ada,1-2\n", 2, ""),
        ("Player,Opponent,Result\nAda,Bo,\nBo,Ada,\n", 2, ""),
        ("Date,Player,Opponent,Result\n2026-01-01,Ada,Bo,2-0\n2026-01-08,Bo,Ada,0-2\n", 2, ""),
    ],
)
def test_matches_that_both_players_list_count_once(
    tmp_path: Path, text: str, matches: int, note: str
) -> None:
    """Each point of such a season was counted twice."""
    path = tmp_path / "season.csv"
    path.write_text(text, encoding="utf-8")
    (read,) = read_season(path)
    assert sum(map(len, read.rounds)) == matches
    assert note in read.note
    assert bool(note) == bool(read.note)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a,b\n1,2\n", "no matches in it; expected the headers Player, Opponent and Result"),
        ("Player,Opponent,Result\nAda,Bo,2-0\nAda,Bo,won\n", "row 3: 'won' is no result"),
        ("Player,Opponent,Result\nAda,ADA,2-0\n", "row 2: Ada plays against Ada"),
        ("Player,Opponent,Result\n,Bo,2-0\n", "row 2"),
        (
            "Round,Player,Opponent,Result\n1,Ada,Bo,2-0\n1,Cy,Ada,2-0\n",
            "row 3: Cy or Ada has a match in round 1",
        ),
        ("Round,Player,Opponent,Result\n999,Ada,Bo,2-0\n", "row 2: round '999', expected 1 to 99"),
        (f"Player,Opponent,Result\n{'A' * 200},Bo,2-0\n", "row 2: "),
    ],
)
def test_a_sheet_with_an_error_names_the_row(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "season.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(EventSheetError) as caught:
        read_season(path)
    assert told in str(caught.value)
    assert "nothing was changed" in str(caught.value)


# -- what is stored


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(("change", "remove", "undo")), max_size=12))
def test_undoing_goes_back_step_by_step(own_database: Path, steps: list[str]) -> None:
    """Against a list that is pushed and popped; nothing is stored by a change that raises."""
    name = f"L{next(NUMBERS)}"
    states: list[dict[str, int] | None] = [None]
    for number, step in enumerate(steps):
        if step == "undo" and len(states) == 1:
            with pytest.raises((LeagueUndoError, LeagueNotFoundError)):
                undo_league(own_database, name)
        elif step == "undo":
            states.pop()
            undo_league(own_database, name)
        else:
            states.append({"n": number} if step == "change" else None)
            change_league(own_database, name, step, lambda _before: states[-1])
        with pytest.raises(ZeroDivisionError):
            change_league(own_database, name, "broken", lambda _before: {"n": 1 // 0})
        if states[-1] is None:
            with pytest.raises(LeagueNotFoundError):
                read_league(own_database, name)
        else:
            assert read_league(own_database, name)[:2] == (name, states[-1])


def test_a_season_from_events_to_files(keep: Run, own_database: Path, tmp_path: Path) -> None:
    """As the page of the organiser has it: two events, a sheet, rules, files, and all of it undone."""
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
    assert "undo with: deckcheck league undo Season" in keep("league", "new", "Season", "Spring").stderr
    assert keep("league", "new", "season").exit_code == 1, "names are compared without case"
    keep("league", "add", "Season", "Autumn")
    assert "already" in str(keep("league", "add", "Season", "Autumn").exception)
    told = keep("league", "table", "seas")
    assert "Autumn: 1 result is missing; its places may still change" in told.stderr
    assert "Spring:" not in told.stderr
    document = json.loads(keep("league", "table", "Season", "--json").stdout)
    assert document["open_tables"] == {"Spring": 0, "Autumn": 1}
    assert sum(one["events"]["Spring"] for one in document["standings"]) == 10 + 8 + 6 + 5

    sheet = tmp_path / "old.csv"
    sheet.write_text("Event,Player,Opponent,Result\nWinter,Ada,Bo,2-0\nWinter,Di,Cyy,1-1\n", encoding="utf-8")
    told = keep("league", "import", "Season", sheet, "--yes")
    assert "Winter" in told.stdout
    assert "'Cyy' and 'Cy'" not in told.stderr, "told in the order of the alphabet"
    assert "'Cy' and 'Cyy' may be one player" in told.stderr
    assert "already" in str(keep("league", "import", "Season", sheet, "--yes").exception)

    rules = tmp_path / "rules.toml"
    rules.write_text('points = [3, 1]\nbest = 1\n[[kind]]\nname = "Space"\nhas = ["type:space >= 1"]\n')
    keep("league", "rules", "Season", rules)
    assert read_rules(FormatText("", keep("league", "rules", "Season").stdout)).points == (3, 1)
    rules.write_text('[[kind]]\nname = "Space"\nhas = ["tpye:space >= 1"]\n')
    assert "Did you mean type" in str(keep("league", "rules", "Season", rules).exception)

    for what in ("table", "ratings", "matchups"):
        for suffix in ("csv", "xlsx"):
            out = tmp_path / f"{what}.{suffix}"
            assert keep("league", what, "Season", "--out", out).exit_code == 0
            assert keep("league", what, "Season", "--out", out).exit_code == 1, "never replaced unasked"
    rows = list(load_workbook(tmp_path / "table.xlsx").worksheets[0].iter_rows(values_only=True))
    assert rows[0][:3] == ("rank", "player", "points")
    assert all(isinstance(row[2], int | float) for row in rows[1:]), "a sheet can add them up"
    assert len(rows) == 1 + 5
    assert "too few games" in str(keep("league", "matchups", "Season", "--out", tmp_path / "m.svg").exception)
    assert keep("league", "table", "Season", "--out", tmp_path / "t.pdf").exit_code == 1
    history = keep("league", "table", "Season", "--player", "ada").stdout
    assert [line.split()[1] for line in history.splitlines()[1:]] == [
        "Spring",
        "Autumn",
    ] or "Winter" in history
    assert "did you mean Cyy" in str(keep("league", "table", "Season", "--player", "Cyyy").exception)

    keep("league", "remove", "Season", "winter")
    keep("league", "remove", "Season")
    assert "no league is called" in str(keep("league", "table", "Season").exception)
    for _step in range(6):
        assert keep("league", "undo", "Season").exit_code == 0
    assert "nothing was done that is not undone" in str(keep("league", "undo", "Season").exception)
    assert json.loads(keep("league", "list", "--json").stdout)["leagues"] == []
    with pytest.raises(LeagueError, match="one game"):
        acts.new_league(Database(own_database), "Two", _of_two_games(keep))


def _of_two_games(keep: Run) -> list[str]:
    keep("event", "new", "Other", "--game", "destiny")
    return ["Spring", "Other"]


def test_rows_of_a_round_that_is_not_stated_go_into_the_first_free_one() -> None:
    """No player sits twice in a round, whatever the order of rows."""
    rows = [("A", "B"), ("A", "C"), ("B", "C"), ("D", "A")]
    from deckcheck.leagues.sheets import _event, _Match

    found = _event("x", "E", [_Match(n, "", 0, one, two, None) for n, (one, two) in enumerate(rows)])
    for one in found.rounds:
        seated = [name for row in one for name in row[:2]]
        assert len(seated) == len({*seated})
    assert [len(list(group)) for _key, group in groupby(found.rounds, key=len)] == [3, 1] or len(
        found.rounds
    ) == 3


def test_a_league_knows_its_players_by_who_they_are_in_the_club(keep: Run, tmp_path: Path) -> None:
    """Renamed and merged people are one player in all leagues; nobody is taken for a namesake."""
    for name, players in (("Spring", ("Ada", "Bo")), ("Autumn", ("A. Lovelace", "Bo", "Robert"))):
        keep("event", "new", name)
        for player in players:
            keep("event", "register", name, player)
    keep("event", "pair", "Spring", "--by-hand", "Ada - Bo", "--reason", "a test")
    keep("event", "publish", "Spring")
    keep("event", "result", "Spring", "1", "2-0")
    keep("league", "new", "Season", "Spring", "Autumn")

    def played() -> dict[str, list[str]]:
        document = json.loads(keep("league", "table", "Season", "--json").stdout)
        return {
            one["name"]: [event for event, points in one["events"].items() if points is not None]
            for one in document["standings"]
        }

    keep("people", "add", "Ada", "--event", "Spring")
    keep("people", "add", "A. Lovelace", "--event", "Autumn")
    assert played().keys() == {"Ada", "A. Lovelace", "Bo", "Robert"}
    keep("people", "merge", "Ada", "A. Lovelace", "--yes")
    keep("people", "rename", "A. Lovelace", "Ada Lovelace")
    assert played()["Ada Lovelace"] == ["Spring", "Autumn"]
    assert (
        json.loads(keep("league", "table", "Season", "--json").stdout)["standings"][0]["name"]
        == "Ada Lovelace"
    )
    # What is known by name alone follows a renaming, too, until somebody else has that name.
    sheet = tmp_path / "winter.csv"
    sheet.write_text("Event,Player,Opponent,Result\nWinter,Ada,Bo,2-0\n", encoding="utf-8")
    keep("league", "import", "Season", sheet, "--yes")
    assert played()["Ada Lovelace"] == ["Spring", "Autumn", "Winter"]
    keep("people", "add", "Ada")
    assert played()["Ada"] == ["Winter"]
    keep("people", "undo")
    assert "Ada" not in played()
    # A person whose name another player of the event has: the two stay two.
    keep("people", "add", "Bob")
    keep("people", "add", "Robert", "--event", "Autumn", "--as", "Bob")
    assert "Bob" in played()
    keep("people", "rename", "Bob", "Bo")
    assert {"Bo", "Robert"} <= played().keys()
    assert played()["Robert"] == ["Autumn"]
