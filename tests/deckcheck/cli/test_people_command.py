"""The people of the club: nobody is taken for somebody else, and a link that ended opens nothing."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import deckcheck
from db.club.links import MOST_OF_A_PERSON, LinkTarget, find_link, link_hash, links_to, make_links
from db.engines.people import reading
from db.errors import DeckcheckError, PersonNotFoundError
from db.tables import PEOPLE, make_tables
from tests.conftest import Run
from tests.db.older_schemas import make_older


def people(run: Run) -> dict[str, tuple[int, list[str]]]:
    document = json.loads(run("people", "list", "--json").stdout)
    return {one["name"]: (one["links"], one["events"]) for one in document["people"]}


@pytest.fixture
def club(keep: Run) -> Run:
    """Two events with an Ada each, and a person of that name."""
    for event in ("Spring", "Autumn"):
        keep("event", "new", event)
        for player in ("Ada", f"{event} only"):
            keep("event", "register", event, player)
    keep("people", "add", "Ada")
    return keep


def test_players_of_an_event_become_persons_but_never_by_their_name_alone(club: Run) -> None:
    """Two Adas may be two people, and one would see the decks of the other."""
    done = club("people", "add", "--event", "Spring", "--json")
    assert json.loads(done.stdout) | {"schema": ""} == {
        "schema": "",
        "added": ["Spring only"],
        "left": ["Ada"],
    }
    assert people(club)["Ada"] == (0, [])
    assert club("people", "add", "Ada", "--event", "Spring", "--same").exit_code == 0
    assert club("people", "add", "Ada", "--event", "Autumn", "--as", "spring ONLY").exit_code == 0
    assert people(club) == {"Ada": (0, ["Spring"]), "Spring only": (0, ["Spring", "Autumn"])}
    # Two players of one event are two people, whatever is said of them.
    for wrong in (
        ("add", "Ada", "--event", "Spring", "--as", "Spring only"),
        ("merge", "Ada", "Spring only", "--yes"),
    ):
        refused = club("people", *wrong)
        assert "another player of the same event" in str(refused.exception)
    assert people(club) == {"Ada": (0, ["Spring"]), "Spring only": (0, ["Spring", "Autumn"])}


def test_two_who_are_one_are_merged_renamed_and_removed_and_events_stay(club: Run) -> None:
    club("people", "add", "Ada", "--event", "Autumn", "--same")
    club("people", "add", "A. Lovelace")
    club("people", "link", "Ada")
    assert club("people", "merge", "Ada", "a. lovelace", "--yes").exit_code == 0
    assert people(club) == {"A. Lovelace": (0, ["Autumn"])}
    assert club("people", "rename", "A. Lovelace", "Ada Lovelace").exit_code == 0
    assert club("people", "remove", "Ada Lovelace", "--yes").exit_code == 0
    assert people(club) == {}
    assert isinstance(club("people", "rename", "Ada", "Bo").exception, PersonNotFoundError)


@pytest.mark.parametrize("bad", ["", " \t", "a\u202eb", "x" * 101, "ada"])
def test_a_name_that_nobody_can_have_adds_nobody_of_the_call(club: Run, bad: str) -> None:
    before = people(club)
    assert isinstance(club("people", "add", "New", bad).exception, DeckcheckError)
    assert people(club) == before


def test_what_is_wrong_with_a_name_or_a_change_is_said_as_it_is(keep: Run) -> None:
    """Somebody of that name was said to be there, where it was only given twice."""
    assert "'bo' is given twice" in str(keep("people", "add", "Bo", "bo").exception).casefold()
    assert people(keep) == {}
    keep("people", "add", "Ada")
    keep("people", "rename", "Ada", "Ada")
    assert "there is no change 99" in str(keep("people", "undo", "99").exception)
    assert "there is no change 2" in str(keep("people", "undo", "2").exception), "it is no change"


def token(run: Run, *words: str) -> str:
    return run("people", "link", *words).stdout.split("/link/")[1].strip()


def test_links_are_256_bits_kept_as_hashes_and_end_when_the_organiser_says(
    club: Run, own_database: Path
) -> None:
    first = token(club, "Ada")
    assert len(first) == 43
    with closing(sqlite3.connect(own_database)) as connection:
        assert first not in "\n".join(connection.iterdump())
    found = find_link(own_database, first)
    assert found is not None
    assert found.kind == "person"
    other = token(club, "Ada", "--more")
    assert find_link(own_database, first) is not None  # a second device
    new = token(club, "Ada")
    assert [find_link(own_database, one) is None for one in (first, other, new)] == [True, True, False]
    assert club("people", "link", "Ada", "--end").exit_code == 0
    helper = token(club, "--helper", "Spring")
    assert find_link(own_database, new) is None
    found = find_link(own_database, helper)
    assert found is not None
    assert (found.kind, found.event, found.person) == ("helper", "Spring", None)
    assert club("people", "link", "--helper", "Spring", "--end").exit_code == 0
    assert find_link(own_database, helper) is None


def test_paper_that_is_printed_again_and_again_leaves_no_heap_of_links(club: Run, own_database: Path) -> None:
    club("people", "link", "Ada")
    ada = next(iter(json.loads(club("people", "list", "--json").stdout)["people"]))
    assert ada["links"] == 1
    target = LinkTarget("person", 1)
    for n in range(MOST_OF_A_PERSON + 5):
        make_links(own_database, [(link_hash(str(n)), target)], f"2030-01-01T00:00:{n:02}", more=True)
    there = links_to(own_database, target)
    assert [one.made[-2:] for one in there] == [f"{n:02}" for n in range(5, MOST_OF_A_PERSON + 5)]


def test_links_for_lists_that_players_have_still_work_after_the_update(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite"
    make_older(path, "0010")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO games (code, name) VALUES ('swtcg', 'x')")
        connection.execute(
            "INSERT INTO events (id, uid, name, name_key, game, format, edition, day, deadline, locked,"
            " open_lists, settings)"
            " VALUES (1, 'u', 'Open', 'open', 'swtcg', 'printed', '', '2026-11-01', '', '', 0, '{}')"
        )
        connection.execute("INSERT INTO event_links VALUES (?, 1, 3, '2026-11-01', '')", (link_hash("old"),))
        make_tables(connection, "0010")
        connection.commit()
    found = find_link(path, "old")
    assert found is not None
    assert (found.kind, found.event, found.player, found.used) == ("lists", "Open", 3, "")


def test_whoever_is_removed_is_forgotten_in_every_table_and_results_stay(
    club: Run, own_database: Path, tmp_path: Path
) -> None:
    """At their request: no undo, no history and no file brings them back."""
    deck = tmp_path / "secret-list-of-zora.txt"
    deck.write_text("4 Kouhun\n", encoding="utf-8")
    club("event", "rename", "Spring", "Ada", "Zora")
    club("event", "register", "Spring", "Zora", deck, "--seat", "light", "--club", "Zora's club")
    club("event", "register", "Spring", "Zorae")
    club("event", "note", "Spring", "Zora", "was late")
    pairs = ("--by-hand", "Zora - Spring only", "--by-hand", "Zorae")
    assert club("event", "pair", "Spring", *pairs, "--reason", "Zora asked for it").exit_code == 0
    club("event", "publish", "Spring")
    club("event", "result", "Spring", "1", "2-0")
    club("people", "add", "Zora", "--event", "Spring")
    points = [
        one["points"]
        for one in json.loads(club("event", "standings", "Spring", "--json").stdout)["standings"]
    ]
    assert club("people", "remove", "Zora", "--yes").exit_code == 0
    with reading(own_database) as connection:
        rows = [connection.execute(f"SELECT * FROM {one.name}").fetchall() for one in PEOPLE]
    kept = [str(row) for found in rows for row in found]
    assert [row for row in kept if re.search(r"\b[Zz]ora\b|was late|secret-list", row)] == []
    assert "Zorae" in str(kept)
    standings = json.loads(club("event", "standings", "Spring", "--json").stdout)["standings"]
    assert [one["points"] for one in standings] == points
    assert "a player 1" in {one["name"] for one in standings}
    for _ in range(8):  # whatever is undone after, the name stays gone
        club("event", "undo", "Spring", "--reason", "a test")
    assert club("event", "export", "Spring", whole := tmp_path / "whole.json").exit_code == 0
    assert 'Zora"' not in whole.read_text(encoding="utf-8")


def test_links_are_printed_on_papers_of_a_player_alone_and_the_others_stay(
    club: Run, own_database: Path, tmp_path: Path
) -> None:
    """A sheet for judges, or a slip for two, would give one player's page to another."""
    club("people", "add", "Ada", "--event", "Spring", "--same")
    mine = token(club, "Ada")
    site = ("--links", "https://club.example")
    refused = club("event", "sheets", "Spring", tmp_path / "j.pdf", "--kind", "judge", *site)
    assert refused.exit_code == 2
    assert club("event", "sheets", "Spring", tmp_path / "p.pdf", "--kind", "player", *site).exit_code == 0
    assert people(club)["Ada"][0] == 2
    with deckcheck.open(own_database) as cards:
        (printed,) = (
            address.split("/link/")[1] for address in cards.people.paper_links("Spring", "").values()
        )
    # Paper lies about: what was printed for an event opens nothing when that is over, other links do.
    for made, day, works in (
        ("2004", "2004-06-19", False),
        ("2004", "2999-06-19", True),
        ("2999", "2004-06-19", True),
    ):
        with closing(sqlite3.connect(own_database)) as connection, connection:
            connection.execute("UPDATE links SET made = ?", (f"{made}-06-19T10:00:00+00:00",))
            connection.execute("UPDATE events SET day = ? WHERE name = 'Spring'", (day,))
        assert (find_link(own_database, printed) is not None) == works
        assert find_link(own_database, mine) is not None
        assert people(club)["Ada"][0] == (3 if works else 1)


def test_changes_of_people_are_listed_and_undone_where_that_is_sound(club: Run) -> None:
    """Undone is what nothing came of since; whoever is removed is in no history any more."""

    def history() -> list[str]:
        return [one["words"] for one in json.loads(club("people", "history", "--json").stdout)["changes"]]

    def refused(*words: str) -> str:
        return str(club("people", *words).exception)

    club("people", "add", "Bo")
    club("people", "undo")
    assert "Bo" not in people(club)
    club("people", "rename", "Ada", "Ada Lovelace")
    club("people", "add", "Spring only", "--event", "Spring")
    assert club("people", "undo").exit_code == 0
    assert people(club)["Spring only"] == (0, [])
    assert history()[:2] == ["change 6 was undone", "Spring only is a player of Spring"]
    club("people", "undo", "4")
    assert people(club).keys() == {"Ada", "Spring only"}
    assert "no change 4 that is not undone" in refused("undo", "4")
    # A name that somebody has taken since, a person who has a link, and a link that ended stay.
    club("people", "rename", "Ada", "Ada Lovelace")
    club("people", "add", "Ada")
    number = next(
        one["change"]
        for one in json.loads(club("people", "history", "--json").stdout)["changes"]
        if one["words"] == "Ada is called Ada Lovelace now" and not one["undone"]
    )
    assert "is called 'Ada' already" in refused("undo", str(number))
    club("people", "link", "Ada")
    link = json.loads(club("people", "history", "--json").stdout)["changes"][0]
    assert (link["words"], link["can_be_undone"]) == ("a link for Ada was made", False)
    assert "cannot be undone" in refused("undo", str(link["change"]))
    assert "not as it was left" in refused("undo", str(link["change"] - 1))
    assert club("people", "merge", "Ada", "Ada Lovelace").exit_code != 0  # nobody can be asked here
    club("people", "merge", "Ada", "Ada Lovelace", "--yes")
    assert history()[0] == "Ada and Ada Lovelace are one: Ada Lovelace"
    assert club("people", "remove", "Ada Lovelace").exit_code != 0
    club("people", "remove", "Ada Lovelace", "--yes")
    assert history()[0] == "somebody was removed"
    assert not [words for words in history() if "Ada" in words]


def test_what_both_paid_stays_paid_when_two_are_one(club: Run) -> None:
    for name, price in (("Ada", "1 €"), ("Bo", "3 €")):
        club("people", "add", name)
        club("--person", name, "collection", "add", "Nexu", "--quantity", 2, "--price", price)
    club("people", "merge", "Bo", "Ada", "--yes")
    paid = json.loads(club("--person", "Ada", "collection", "stats", "--json").stdout)
    assert (paid["copies"], paid["paid"]) == (4, {"EUR": "8"})
