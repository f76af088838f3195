"""Formats that a source states: its sets, bans, restrictions and points count from the day it was seen."""

import json
import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from db.cards.card import PlayFormat
from deckcheck.deck import Deck
from deckcheck.errors import UnknownPlayFormatError
from deckcheck.games import get_game
from deckcheck.games.formats.stated_formats import formats_of
from deckcheck.judge.validate import Judge
from deckcheck.report import Report
from tests.conftest import ROOT, Run
from tests.deckcheck.sister_decks import Pool, destiny_deck

pytestmark = pytest.mark.whole_catalogue

SEEN = "2026-12-01"


def stated(name: str = "Standard", code: str = "STD", **data: Any) -> PlayFormat:
    return PlayFormat(code, name, "destiny", SEEN, {"sets": ["AW", "SoR"]} | data)


def judged(deck: Deck, *formats: PlayFormat, on: str = SEEN, name: str = "standard") -> Report:
    day = date.fromisoformat(on)
    return Judge("destiny", name, on=day, stated=formats).validate(deck)


def codes(report: Report) -> set[str]:
    return {issue.code for issue in report.issues if issue.severity == "error"}


def key_of(pool: Pool, name: str) -> str:
    return pool[name].printings[0].image_key or ""


def test_sets_of_a_source_replace_ours(destiny: Pool) -> None:
    deck = destiny_deck(destiny)
    assert "set-legality" in codes(judged(deck))
    assert judged(deck, stated()).verdict == "legal"
    assert "set-legality" in codes(judged(deck, stated(), on="2026-11-30"))


def test_a_ban_counts_in_every_zone(destiny: Pool) -> None:
    deck = destiny_deck(destiny)
    name = deck.entries[0].card.name if deck.entries[0].card else ""
    (issue,) = judged(deck, stated(banned=[key_of(destiny, name)])).issues
    assert (issue.code, issue.details["card"], issue.limit) == ("banned", name, 0)
    assert issue.have == deck.entries[0].quantity


def test_two_titles_of_the_restricted_list_are_one_too_many(destiny: Pool) -> None:
    deck = destiny_deck(destiny)
    keys = [key_of(destiny, e.card.name) for e in deck.entries if e.card and e.card.type == "Event"]
    assert judged(deck, stated(restricted=keys[:1])).verdict == "legal"
    (issue,) = judged(deck, stated(restricted=keys[:2])).issues
    assert (issue.code, issue.have, issue.limit) == ("restricted", 2, 1)


@pytest.mark.parametrize("both_ways", [True, False])
def test_both_cards_of_a_restricted_pair_are_one_too_many(destiny: Pool, both_ways: bool) -> None:
    deck = destiny_deck(destiny)
    names = [e.card.name for e in deck.entries if e.card and e.card.type == "Event"][:2]
    one, other = (key_of(destiny, name) for name in names)
    pairs = {one: [other], other: [one]} if both_ways else {other: [one]}
    (issue,) = judged(deck, stated(restrictedPairs=pairs)).issues
    assert (issue.code, issue.severity, issue.have, issue.limit) == ("restricted", "error", 2, 1)
    assert sorted(issue.details["pair"]) == sorted(names)
    assert judged(deck, stated(restrictedPairs={one: ["702001"]})).verdict == "legal"


def test_a_rule_of_a_format_that_is_not_judged_leaves_the_verdict_open(destiny: Pool) -> None:
    report = judged(destiny_deck(destiny), stated(teamSize=2, errata=["01001"]))
    assert report.verdict == "unproven"
    (issue,) = report.issues
    assert (issue.code, issue.details["rules"]) == ("format", ["teamSize"])


def test_points_of_a_source_replace_printed_ones(destiny: Pool) -> None:
    deck = destiny_deck(destiny)
    leia = key_of(destiny, "Leia Organa, Born Leader")
    report = judged(deck, stated(balance={leia: "20/30"}))
    assert "team-points" in codes(report)


def test_a_format_that_only_a_source_has_can_be_asked_for(destiny: Pool) -> None:
    own = stated("Hive Standard", "HIVE", restrictedPairs={"1": ["2"]}, errata=["01001"])
    report = judged(destiny_deck(destiny), own, name="hive standard")
    assert report.verdict == "legal"
    assert any("the texts of 1 cards were changed" in note for note in report.not_checked)
    with pytest.raises(UnknownPlayFormatError, match="hive"):
        judged(destiny_deck(destiny), own, name="bees")


def test_formats_of_a_filter_by_sets_alone_change_nothing() -> None:
    """LackeyCCG's formats.txt filters a card list; it has no lists and is no format to play."""
    game = get_game("swtcg")
    assert formats_of(game, [stated()]) == game.formats()


# -- the option --format, against the games of the decks ------------------------------------------

SISTERS = ROOT / "examples" / "sisters"


@pytest.fixture
def synced(own_database: Path) -> Path:
    """A database in which a Destiny source has stated a format that only it has."""
    with closing(sqlite3.connect(own_database)) as connection, connection:
        connection.execute(
            "INSERT INTO play_formats (game, source, code, name, seen, data)"
            " VALUES ('destiny', 'destiny', 'HIVESTD', 'Hive Standard', '2026-01-01', ?)",
            (json.dumps({"sets": ["AW"]}),),
        )
    return own_database


@pytest.mark.parametrize("name", ["HIVESTD", "hive standard"])
def test_a_format_of_a_source_needs_no_game_where_the_deck_tells_it(
    keep: Run, synced: Path, name: str
) -> None:
    assert synced.is_file()
    found = keep("validate", SISTERS / "sith-lords.txt", "--format", name, "--json")
    (deck,) = json.loads(found.stdout)["decks"]
    assert (deck["game"], deck["format"]) == ("destiny", "hivestd")
    # Of several games, each deck is asked for its own; the others say what they have.
    both = keep("validate", SISTERS / "sith-lords.txt", SISTERS / "sg-1.o8d", "--format", name, "--json")
    destiny, stargate = json.loads(both.stdout)["decks"]
    assert destiny["format"] == "hivestd"
    assert stargate["verdict"] == "unreadable"
    assert "no format of Stargate TCG is called" in stargate["error"]


def test_a_format_of_no_game_is_refused_with_the_list_of_the_game_of_the_deck(
    keep: Run, synced: Path
) -> None:
    assert synced.is_file()
    found = keep("validate", SISTERS / "sith-lords.txt", "--format", "TCI Standrad")
    assert isinstance(found.exception, UnknownPlayFormatError)
    assert "no format of Star Wars: Destiny is called 'TCI Standrad'" in str(found.exception)
    assert "hivestd" in str(found.exception)
    assert "vintage" not in str(found.exception)


def test_a_zone_of_the_game_of_the_deck_can_be_limited_without_naming_the_game(run: Run) -> None:
    found = run("validate", SISTERS / "sg-1.o8d", "--zone-limit", "Mission Pile=5", "--json")
    (deck,) = json.loads(found.stdout)["decks"]
    assert [(issue["have"], issue["limit"]) for issue in deck["issues"]] == [(12, 5)]
