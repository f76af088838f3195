"""Stargate: missions that count as either of two skills, subtitles, and what is not known."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.deck import UnreadEntry
from deckcheck.games.stargate.cards import read_card
from deckcheck.games.stargate.mission_skills import share_out
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

ARMADA = "Withstand Armada, Antarctica"


@pytest.mark.parametrize("skill", ["combat", "ingenuity"])
def test_a_mission_with_two_skills_counts_as_either(stargate: Pool, skill: str) -> None:
    deck = without(stargate_deck(stargate), lambda e: bool(e.card and is_mission_of(skill)(e.card)))
    assert judged(deck).verdict == "illegal"
    report = judged(with_entries(deck, stargate.entry(ARMADA)))
    assert report.verdict == "legal"
    assert [report.counts[s] for s in SKILLS] == [3, 3, 3, 3]


def test_a_mission_with_two_skills_does_not_count_as_a_third(stargate: Pool) -> None:
    deck = without(
        stargate_deck(stargate), lambda e: bool(e.card and is_mission_of("culture")(e.card))
    )
    report = judged(with_entries(deck, stargate.entry(ARMADA)))
    assert {i.details.get("skill") for i in report.issues} == {"culture", "combat"} or {
        i.details.get("skill") for i in report.issues
    } == {"culture", "ingenuity"}


MISSIONS = st.lists(
    st.tuples(st.sampled_from([("a",), ("b",), ("c",), ("a", "b"), ("b", "c"), ("a", "b", "c")]), st.integers(1, 2)),
    max_size=5,
)  # fmt: skip


@given(
    missions=MISSIONS, wanted=st.fixed_dictionaries({skill: st.integers(0, 3) for skill in "abc"})
)
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
    versions = [
        c for c in stargate.cards if c.base_name == "Daniel Jackson" and c.type == "Team Character"
    ]
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
        deck,
        entries=tuple(replace(e, zone="Main") if e.zone == "Team" else e for e in deck.entries),
    )
    (issue,) = [i for i in judged(flat).issues if i.code == "team-size"]
    assert issue.advice == "list the team under a heading 'Team:'"


def test_the_facts_of_every_card_can_be_read(stargate: Pool) -> None:
    double = []
    for card in stargate.cards:
        seen = read_card(card)
        assert seen.allegiance in ("hero", "villain")
        if seen.is_mission:
            assert seen.mission_skills
            assert seen.glyph
            if len(seen.mission_skills) > 1:
                double.append(card.name)
        if seen.is_team_character:
            assert len(seen.skills) == 4 or seen.cost is not None
    assert double == [ARMADA]
