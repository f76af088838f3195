"""Stargate: missions that count as either of two skills, subtitles, and what is not known."""

import json
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from db.cards.lookup import Catalogue
from deckcheck.deck import UnreadEntry
from deckcheck.games import get_game
from deckcheck.games.stargate.cards import is_mission, is_team_character, mission_skills, skills_of
from deckcheck.judge.resolve import Resolver
from deckcheck.judge.validate import Judge
from deckcheck.rules.compiled import Avoid, DeckModel, rows_of
from deckcheck.rules.sharing import share_out
from deckcheck.rules.slot import Slot
from importers.decks.deck_list import DeckLine
from tests.conftest import Run
from tests.deckcheck.sister_decks import (
    SKILLS,
    Pool,
    error_codes,
    is_mission_of,
    judged,
    stargate_deck,
    unknown,
    with_entries,
    without,
)

pytestmark = pytest.mark.whole_catalogue

ARMADA = "Withstand Armada, Antarctica"
O8D = """<?xml version="1.0" encoding="utf-8" standalone="yes"?>
<deck game="11ec1f21-7d4c-4bf0-9d72-df01c6c78911">
  <section name="Main">{rows}</section>
</deck>"""


@pytest.mark.parametrize("skill", ["combat", "ingenuity"])
def test_a_mission_with_two_skills_counts_as_either(stargate: Pool, skill: str) -> None:
    deck = without(stargate_deck(stargate), lambda e: bool(e.card and is_mission_of(skill)(e.card)))
    assert judged(deck).verdict == "illegal"
    report = judged(with_entries(deck, stargate.entry(ARMADA)))
    assert report.verdict == "legal"
    assert [report.counts[s] for s in SKILLS] == [3, 3, 3, 3]


def test_a_mission_with_two_skills_does_not_count_as_a_third(stargate: Pool) -> None:
    deck = without(stargate_deck(stargate), lambda e: bool(e.card and is_mission_of("culture")(e.card)))
    report = judged(with_entries(deck, stargate.entry(ARMADA)))
    assert {i.details.get("skill") for i in report.issues} == {"culture", "combat"} or {
        i.details.get("skill") for i in report.issues
    } == {"culture", "ingenuity"}


MISSIONS = st.lists(
    st.tuples(
        st.sampled_from([("a",), ("b",), ("c",), ("a", "b"), ("b", "c"), ("a", "b", "c")]), st.integers(1, 2)
    ),
    max_size=5,
)


@given(missions=MISSIONS, wanted=st.fixed_dictionaries({skill: st.integers(0, 3) for skill in "abc"}))
def test_missions_are_shared_out_so_that_most_wishes_are_met(
    missions: list[tuple[tuple[str, ...], int]], wanted: dict[str, int]
) -> None:
    """Against trying every way there is."""

    def met(counted: dict[str, int]) -> int:
        return sum(min(counted[s], wanted[s]) for s in wanted)

    single = [skills for skills, copies in missions for _ in range(copies)]
    best = max(met({s: way.count(s) for s in wanted}) for way in product(*single))
    counted = share_out(missions, wanted)
    assert sum(counted.values()) == len(single)
    assert met(counted) == best


def test_versions_of_one_character_are_different_team_characters(stargate: Pool) -> None:
    versions = [c for c in stargate.cards if c.base_name == "Daniel Jackson" and c.type == "Team Character"]
    deck = without(stargate_deck(stargate), lambda e: e.zone == "Team", 2)
    both = with_entries(deck, *(stargate.entry(card, zone="Team") for card in versions[:2]))
    assert judged(both).verdict == "legal"
    twice = with_entries(deck, stargate.entry(versions[0], 2, "Team"))
    assert error_codes(judged(twice)) == ["team-size", "team-size"]


def test_titles_are_counted_over_team_and_deck(stargate: Pool) -> None:
    versions = [c for c in stargate.cards if c.base_name == "Daniel Jackson"]
    members = [c for c in versions if c.type == "Team Character"]
    support = next(c for c in versions if c.type == "Support Character")
    deck = without(stargate_deck(stargate), lambda e: e.zone == "Team")
    deck = with_entries(deck, stargate.entry(members[0], zone="Team"))
    assert judged(with_entries(deck, stargate.entry(support, 2))).verdict == "legal"
    assert error_codes(judged(with_entries(deck, stargate.entry(support, 3)))) == ["copy-limit"]


def test_unknown_cards_leave_open_only_what_their_zone_can_hold(stargate: Pool) -> None:
    deck = stargate_deck(stargate)
    three = without(deck, lambda e: e.zone == "Team")
    assert error_codes(judged(with_entries(three, unknown("Team")))) == []
    assert error_codes(judged(with_entries(three, unknown("Main")))) == ["team-size"]
    short = without(deck, lambda e: bool(e.card and e.card.side == "villain"))
    assert error_codes(judged(with_entries(short, unknown("Main")))) == []
    assert error_codes(judged(with_entries(short, unknown("Team")))) == ["villain-minimum"]
    eleven = without(deck, lambda e: e.zone == "Mission Pile")
    assert error_codes(judged(with_entries(eleven, unknown("Mission Pile")))) == []
    # A list without headings has unknown Missions among its other cards.
    assert error_codes(judged(with_entries(eleven, unknown("Main")))) == []


def test_unread_lines_prove_nothing_missing(stargate: Pool) -> None:
    deck = replace(stargate_deck(stargate), unread=(UnreadEntry(1, "?", "unreadable"),))
    short = without(deck, lambda e: e.zone != "Team", 30)
    assert judged(short).verdict == "unproven"


def test_a_list_without_a_team_says_how_to_write_one(stargate: Pool) -> None:
    deck = stargate_deck(stargate)
    flat = replace(
        deck, entries=tuple(e._replace(zone="Main") if e.zone == "Team" else e for e in deck.entries)
    )
    (issue,) = [i for i in judged(flat).issues if i.code == "team-size"]
    assert issue.advice == "list the team under a heading 'Team:'"


def test_the_facts_of_every_card_can_be_read(stargate: Pool) -> None:
    double = []
    for card in stargate.cards:
        assert card.side in ("hero", "villain")
        if is_mission(card):
            assert mission_skills(card)
            assert card.facts["glyph"]
            if len(mission_skills(card)) > 1:
                double.append(card.name)
        if is_team_character(card):
            assert len(skills_of(card)) == 4 or card.cost is not None
    assert double == [ARMADA]


# -- what cards say themselves --------------------------------------------------------------------

RUSH_SUPPORT = "Nicholas Rush, Driven Scientist (ALLI)"
RUSH_OF_THE_TEAM = "Nicholas Rush, Driven Scientist (COTG)"
FIFTH = '"Tyler", The Fifth Man'
FORBIDDEN = "Niam, Bound By His Code (WORM 117)"


@pytest.mark.parametrize(
    ("name", "copies", "limit"),
    [
        ("Drone", 6, None),
        ("Drone", 7, 6),
        ("Baal Clone", 6, None),
        ("Baal Clone", 7, 6),
        (FORBIDDEN, 4, 3),
        (RUSH_SUPPORT, 4, 3),
    ],
)
def test_a_card_may_allow_more_copies_of_itself(
    stargate: Pool, name: str, copies: int, limit: int | None
) -> None:
    deck = with_entries(stargate_deck(stargate), stargate.entry(name, copies))
    issues = [i for i in judged(deck).issues if i.code == "copy-limit"]
    assert [(i.have, i.limit) for i in issues] == ([] if limit is None else [(copies, limit)])


def test_one_team_character_may_be_the_fifth(stargate: Pool) -> None:
    deck = stargate_deck(stargate)
    assert judged(with_entries(deck, stargate.entry(FIFTH, zone="Team"))).verdict == "legal"
    others = [c for c in stargate.cards if c.type == "Team Character" and c.base_name != '"Tyler"']
    sixth = stargate.entry(others[-1], zone="Team")
    with_another = judged(with_entries(deck, sixth))
    assert error_codes(with_another) == ["team-size"]
    both = judged(with_entries(deck, sixth, stargate.entry(FIFTH, zone="Team")))
    assert [(i.code, i.have) for i in both.issues] == [("team-size", 6)]
    in_his_place = without(deck, lambda e: e.zone == "Team")
    four = with_entries(in_his_place, stargate.entry(FIFTH, zone="Team"))
    assert judged(four).verdict == "legal", "he may be one of the four as well"


def test_a_card_that_cannot_be_included_is_told(stargate: Pool) -> None:
    deck = stargate_deck(stargate)
    report = judged(with_entries(deck, stargate.entry(FORBIDDEN)))
    assert error_codes(report) == ["card-text"]
    assert report.issues[0].message == f"{FORBIDDEN} cannot be included in decks"
    allowed = stargate.entry("Niam, Bound by his Code (WORM 28)")
    assert judged(with_entries(deck, allowed)).verdict == "legal"


def test_each_entry_in_a_wrong_zone_is_told_by_itself(stargate: Pool) -> None:
    """Of one card that stands in two of them each is moved for its own reason."""
    deck = with_entries(stargate_deck(stargate), *(stargate.entry(ARMADA, zone="Team") for _ in range(2)))
    assert [issue.code for issue in judged(deck).issues if issue.code == "zone"] == ["zone", "zone"]


def test_which_of_two_cards_cannot_be_included_is_not_known(stargate: Pool) -> None:
    """One of them alone is not proven to be wrong; both together are."""
    deck = stargate_deck(stargate)
    one, other = (stargate.entry(f"Flagisallus (DOM {n})") for n in (82, 108))
    for entry in (one, other):
        report = judged(with_entries(deck, entry))
        assert (report.verdict, error_codes(report)) == ("unproven", [])
        assert "which one is not known" in report.issues[0].message
    assert error_codes(judged(with_entries(deck, one, other))) == ["card-text"]


def test_a_card_of_a_set_that_nobody_looked_through_leaves_the_verdict_open(stargate: Pool) -> None:
    """Five types have cards with words about decks; of a new set it is not known which."""
    deck = stargate_deck(stargate)
    for name, verdict in (("Drone", "unproven"), ("Asgard Transporter", "legal")):
        card = stargate[name]
        places = tuple(p._replace(set_code="NEW") for p in card.printings)
        new = replace(card, name="Hum", base_name="Hum", printings=places, facts={})
        entry = stargate.entry(card)._replace(card=new, name="Hum")
        report = judged(with_entries(deck, entry))
        assert report.verdict == verdict, name
        assert [i.message for i in report.issues] == (
            ["Hum may say something about decks; its text is not known"] * (verdict == "unproven")
        )


# -- through files --------------------------------------------------------------------------------


def test_cards_of_one_name_are_told_apart_in_messages_and_lists(
    run: Run, tmp_path: Path, stargate: Pool
) -> None:
    """OCTGN writes titles alone; two cards of one title would look like one."""
    rows = [
        f'<card qty="2" id="{stargate[name].printings[0].image_key}">Nicholas Rush</card>'
        for name in (RUSH_SUPPORT, RUSH_OF_THE_TEAM)
    ]
    path = tmp_path / "rush.o8d"
    path.write_text(O8D.format(rows="".join(rows)), encoding="utf-8")
    (deck,) = json.loads(run("validate", path, "--json").stdout)["decks"]
    (issue,) = [i for i in deck["issues"] if i["code"] == "copy-limit"]
    assert {(card["name"], card["quantity"]) for card in issue["cards"]} == {
        (RUSH_SUPPORT, 2),
        (RUSH_OF_THE_TEAM, 2),
    }
    assert RUSH_SUPPORT in run("deck", "show", path).stdout
    text = tmp_path / "rush.txt"
    assert run("deck", "convert", path, text).exit_code == 0
    (again,) = json.loads(run("validate", text, "--game", "stargate", "--json").stdout)["decks"]
    assert again["counts"] == deck["counts"]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        (DeckLine(1, "Nicholas Rush, Driven Scientist", set_code="ALLI"), RUSH_SUPPORT),
        (DeckLine(1, "Nicholas Rush", set_code="COTG"), RUSH_OF_THE_TEAM),
        (DeckLine(1, RUSH_OF_THE_TEAM), RUSH_OF_THE_TEAM),
        (DeckLine(1, "Niam", set_code="WORM", number="117"), FORBIDDEN),
        (DeckLine(1, "Flagisallus", set_code="DOM", number="82"), "Flagisallus (DOM 82)"),
        (DeckLine(1, "Flagisallus", number="108"), "Flagisallus (DOM 108)"),
        (DeckLine(1, "Flagisallus", number="9"), None),
        (DeckLine(1, "Flagisallus", card_id="86bc21f9-ec09-4873-a8c9-76957307c74b"), "Flagisallus (DOM 82)"),
        (DeckLine(1, "Flagisallus"), None),
    ],
)
def test_set_and_number_choose_among_cards_of_one_name(
    database: Path, line: DeckLine, name: str | None
) -> None:
    with Catalogue(database, "stargate") as catalogue:
        card = Resolver(catalogue, get_game("stargate")).resolve_line(line).card
    assert (card.name if card else None) == name


def test_a_mission_among_the_other_cards_is_told(run: Run, tmp_path: Path, stargate: Pool) -> None:
    """It is counted in the pile, where it belongs; the list should say so too."""
    key = stargate[ARMADA].printings[0].image_key
    path = tmp_path / "deck.o8d"
    path.write_text(O8D.format(rows=f'<card qty="1" id="{key}">Withstand Armada</card>'), "utf-8")
    (deck,) = json.loads(run("validate", path, "--json").stdout)["decks"]
    (issue,) = [i for i in deck["issues"] if i["code"] == "zone"]
    assert issue["severity"] == "warning"
    assert issue["message"] == f"{ARMADA} is a Mission and was counted in Mission Pile, not in Main"
    assert deck["counts"]["missions"] == 1
    plain = tmp_path / "deck.txt"
    plain.write_text("1 Withstand Armada\n", encoding="utf-8")
    (bare,) = json.loads(run("validate", plain, "--game", "stargate", "--json").stdout)["decks"]
    assert "zone" not in {i["code"] for i in bare["issues"]}, "it names no zone"
    others = [c.base_name for c in stargate.cards if c.type == "Mission" and c.name != ARMADA]
    plain.write_text(f"1 Withstand Armada\nMission Pile:\n1 {others[0]}\n", encoding="utf-8")
    (told,) = json.loads(run("validate", plain, "--game", "stargate", "--json").stdout)["decks"]
    assert "zone" in {i["code"] for i in told["issues"]}, "it has a pile, and this is not in it"


def test_a_repair_puts_no_mission_among_the_other_cards(stargate: Pool) -> None:
    judge = Judge("stargate")
    model = DeckModel(stargate.cards, judge.game.zones, judge.edition.counted_zones)
    avoided = [row for row in rows_of(judge.rules, model) if isinstance(row, Avoid)]
    mission = next(filter(is_mission, stargate.cards))
    zones = [zone for zone in model.zones if any(row.slots(Slot(zone, mission)) for row in avoided)]
    assert zones == ["Main"]
