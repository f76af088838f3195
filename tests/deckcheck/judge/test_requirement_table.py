"""The table of requirements, number for number: what a deck has at the least and at the most."""

import pytest

from deckcheck.deck import Deck, DeckEntry
from deckcheck.judge.validate import Judge
from deckcheck.rules.table import RequirementRow
from tests.deckcheck.games.swtcg.test_made_decks import made, may_be, of, version
from tests.deckcheck.sister_decks import Pool, is_mission_of, stargate_deck, with_entries, without

Numbers = tuple[str, int | None, int | None, int | None, int | None]
"""The state, what the deck has at the least and at the most, and the bounds."""


def numbers(row: RequirementRow) -> Numbers:
    return row.state, row.have, row.have_most, row.least, row.most


def rows_of(*entries: DeckEntry, by: str = "printed-2005") -> dict[str, list[Numbers]]:
    """The rows of a deck of the Star Wars TCG by their codes."""
    found: dict[str, list[Numbers]] = {}
    for row in Judge("swtcg", edition=by).requirements(Deck(entries)):
        found.setdefault(row.code, []).append(numbers(row))
    return found


def test_a_deck_without_cards_has_nothing_of_anything() -> None:
    rows = rows_of()
    assert rows["deck-size"] == [("broken", 0, 0, 60, None)]
    assert rows["copy-limit"] == [("kept", 0, 0, None, 4)]
    assert rows["one-side"] == [("kept", 0, 0, None, 0)]
    assert rows["unit-minimum"] == [("broken", 0, 0, 12, None)] * 3
    assert rows["unit-ratio"] == [("kept", 0, 0, None, 0)] * 3
    assert rows["card-text"] == [("kept", 0, 0, None, 4), ("kept", 0, 0, None, 0)]


def test_an_ambiguous_name_has_nothing_at_the_least_and_all_at_the_most() -> None:
    named = may_be(version("A", kind="Space"), version("B", kind="Ground"), copies=3)
    rows = rows_of(of(made("Space"), 11), named)
    assert rows["deck-size"] == [("broken", 14, 14, 60, None)]
    assert rows["unit-minimum"] == [
        ("open", 11, 14, 12, None),
        ("broken", 0, 3, 12, None),
        ("broken", 0, 0, 12, None),
    ]
    assert rows["copy-limit"] == [("broken", 11, 11, None, 4)]


def test_copies_that_may_be_of_a_full_card_count_with_it() -> None:
    one, two = version("A"), version("B")
    rows = rows_of(of(one, 3), may_be(one, two, copies=2))
    assert rows["copy-limit"] == [("open", 3, 5, None, 4)]


def test_the_row_is_that_of_the_card_that_is_too_many_for_certain() -> None:
    one, two, three = version("A"), version("B"), version("C")
    rows = rows_of(of(one, 5), of(two, 4), may_be(two, three, copies=3))
    assert rows["copy-limit"] == [("broken", 5, 5, None, 4)]


def test_an_unknown_card_may_be_any() -> None:
    rows = rows_of(of(made("Space"), 11), DeckEntry(2, "Nobody", "Deck", 9))
    assert rows["deck-size"] == [("broken", 13, 13, 60, None)]
    assert rows["unit-minimum"][0] == ("open", 11, 13, 12, None)
    assert rows["unit-minimum"][1] == ("broken", 0, 2, 12, None)


def test_a_resource_outside_makes_59_cards_enough() -> None:
    cards = of(made("Space"), 59)
    aside = of(made("Resource", "Outside"), 1, "Supply")
    assert rows_of(cards, by="community")["deck-size"] == [("broken", 59, 59, 60, None)]
    assert rows_of(cards, aside, by="community")["deck-size"] == [("kept", 59, 59, 59, None)]


def test_a_mission_that_is_lacking_may_be_an_unknown_one(stargate: Pool) -> None:
    deck = without(stargate_deck(stargate), lambda e: bool(e.card and is_mission_of("combat")(e.card)))
    deck = with_entries(deck, DeckEntry(2, "Nobody", "Mission Pile", 99))
    rows = [row for row in Judge("stargate").requirements(deck) if row.code == "mission-count"]
    found = {str(row.details.get("skill", "all")): numbers(row) for row in rows}
    assert found["all"] == ("open", 11, 13, 12, 12)
    assert found["combat"] == ("open", 2, 4, 3, 3)
    assert found["science"] == ("open", 3, 5, 3, 3)
    assert rows[1].sentence == "exactly 3 Missions of Culture in the mission pile"


def test_a_team_character_that_is_lacking_may_be_an_unknown_one(stargate: Pool) -> None:
    deck = stargate_deck(stargate)
    team = [e for e in deck.entries if e.zone == "Team"]
    fewer = without(deck, lambda e: e is team[0])
    one = DeckEntry(1, "Nobody", "Team", 99)
    for entries, expected in (((), ("broken", 3, 3, 4, 4)), ((one,), ("open", 3, 4, 4, 4))):
        rows = Judge("stargate").requirements(with_entries(fewer, *entries))
        assert next(numbers(row) for row in rows if row.code == "team-size") == expected


def test_a_name_that_may_be_a_card_that_makes_others_cheaper_lowers_the_least(destiny: Pool) -> None:
    """Beside one General Grievous each droid costs a point less; beside the other one none does."""
    droid = destiny.entry("MagnaGuard", dice=1)
    each = [destiny[f"General Grievous, {of}"] for of in ("Jedi Hunter", "Droid Armies Commander")]
    doubt = DeckEntry(1, "General Grievous", "Team", 2, candidates=tuple(each), dice=2)
    least = []
    for named in (doubt, *(destiny.entry(one, dice=2) for one in each)):
        (row,) = (
            r for r in Judge("destiny").requirements(destiny.deck((droid, named))) if r.code == "team-points"
        )
        least.append(row.have)
    assert least == [9 - 1 + 12, 9 + 18, 9 - 1 + 12]


def test_copies_of_one_title_count_whatever_card_of_it_they_are(destiny: Pool) -> None:
    one, other, another = (destiny[name] for name in ("Black One (AW)", "Black One (AtG)", "BB-8 (AW)"))
    for cards, found in (((one, other), ("broken", 3, 3)), ((one, another), ("open", 0, 3))):
        doubt = DeckEntry(3, "Nobody", "Deck", 9, candidates=cards)
        rows = Judge("destiny").requirements(Deck((doubt,), "destiny"))
        assert [numbers(row)[:3] for row in rows if row.code == "copy-limit"] == [found]


def test_cards_of_a_side_that_the_rules_do_not_know_may_be_at_fault() -> None:
    rows = rows_of(of(made("Space"), 9), of(made("Ground", "Other", "yuuzhan-vong"), 2), by="printed-2004")
    assert rows["one-side"] == [("open", 0, 2, None, 0)]


@pytest.mark.parametrize(
    ("game", "code", "cite"),
    [
        ("swlcg", "affiliation-text", "text of the affiliation card"),
        ("destiny", "card-text", "the cards' own texts"),
        ("destiny", "plot", "Star Wars: Destiny, rules reference of 2018 and later, Part 1 (plots)"),
    ],
)
def test_what_cards_ask_for_is_cited_also_where_no_card_asks(game: str, code: str, cite: str) -> None:
    rows = [row for row in Judge(game).requirements(Deck((), game)) if row.code == code]
    assert rows
    assert {row.cite for row in rows} == {cite}
