"""Stargate TCG: what each rule tells, word for word, on made cards."""

from typing import Any

import pytest

from db.cards.card import Card, Printing
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games.stargate.card_texts import copies_allowed
from deckcheck.games.stargate.deck_rules import COUNTS, MISSION_COUNT, PRINTED
from deckcheck.games.stargate.zones import MISSIONS, ZONES
from deckcheck.report import Issue
from deckcheck.rules.compiled import DeckModel, rows_of, violated
from deckcheck.rules.findings import issues_of
from deckcheck.rules.requirement import Either, card_name
from deckcheck.rules.slot import DeckSlots, Slot


def made(kind: str, name: str = "Made", code: str = "BASE", **facts: object) -> Card:
    printings = (Printing(name, code, "1", None),)
    return Card(
        "stargate",
        name,
        name.partition(",")[0],
        None,
        None,
        "hero",
        kind,
        None,
        None,
        None,
        None,
        None,
        printings,
        (),
        facts,
    )


def of(card: Card, zone: str, quantity: int = 1, *, listed: str | None = None) -> DeckEntry:
    return DeckEntry(quantity, card.name, zone, 1, card, listed_zone=listed)


def slots(*entries: DeckEntry) -> DeckSlots:
    return DeckSlots(Deck(entries, "stargate"), frozenset(ZONES), zones=ZONES, counting=COUNTS)


def found(code: str, *entries: DeckEntry, **numbers: int) -> list[Issue]:
    """The issues of the rules with a code, with other numbers where a rule has them."""
    rules = [rule for rule in PRINTED.rules if rule.code == code]
    changed = [rule._replace(**numbers) if numbers else rule for rule in rules]
    return [issue for rule in changed for issue in issues_of(rule, slots(*entries))]


def unknown(zone: str) -> DeckEntry:
    return DeckEntry(1, "Nobody", zone, 9)


def member(name: str) -> Card:
    return made("Team Character", name)


def told(issue: Issue) -> tuple[int | None, int | None, bool, str | None]:
    return issue.have, issue.limit, issue.undecided, issue.advice


def test_a_team_of_four() -> None:
    four = [of(member(name), "Team") for name in "ABCD"]
    assert found("team-size", *four) == []
    (twice,) = found("team-size", *four, of(member("A"), "Team"))
    assert told(twice) == (5, 4, False, "keep one of each")
    assert [(card.name, card.quantity) for card in twice.cards] == [("A", 2)]
    (few,) = found("team-size", *four[:3], unknown("Team"))
    assert told(few) == (3, 4, True, "add 1 team character")
    (five,) = found("team-size", *four, of(member("E"), "Team"))
    assert told(five) == (5, 4, False, "take out 1 team character")


def test_one_mission_is_called_a_mission() -> None:
    one = of(made("Mission", "One", culture=1), MISSIONS)
    issues = found("mission-count", one)
    assert issues[0].message == "1 Mission in the mission pile, exactly 12 expected"
    assert [issue.message.partition(",")[0] for issue in issues[1:2]] == ["1 Mission of Culture"]
    assert issues[0].advice == "add 11 Missions"


def test_copies_of_a_title_and_of_a_card_that_allows_more() -> None:
    event = made("Event", "Event")
    (issue,) = found("copy-limit", of(event, "Main", 4))
    assert told(issue) == (4, 3, False, "take out 1 copy")
    assert (issue.message, issue.together, issue.details) == (
        "4 copies of Event, at most 3",
        "there more than 3 times",
        {"card": "Event"},
    )
    drone = made("Gear", "Drone", brings=("copies=6",))
    assert found("copy-limit", of(drone, "Main", 6)) == []
    single = found("copy-limit", of(event, "Main", 1), limit=0)
    assert [issue.limit for issue in single] == [0]
    assert (copies_allowed(drone), copies_allowed(event)) == (6, None)


def test_a_team_character_of_the_deck_is_one_of_the_team() -> None:
    (issue,) = found("team-copies", of(member("A"), "Main"))
    assert told(issue) == (1, 0, False, "take it out, or into the team")
    assert issue.message == "A is in the deck and not in the team"
    assert (issue.together, issue.details) == ("in the deck and not in the team", {"card": "A"})


def test_texts_about_decks() -> None:
    lost, barred = made("Ship", "Lost", "NEW"), made("Ship", "Barred", needs=("no-deck",))
    either = made("Adversary", "Niam, One", needs=("one-without-deck",))
    issues = found("card-text", unknown("Main"), *(of(c, "Main") for c in (lost, barred, either)))
    assert [
        (i.message, i.undecided, i.severity, i.details) for i in sorted(issues, key=lambda i: i.message)
    ] == [
        ("Barred cannot be included in decks", False, "error", {"card": "Barred"}),
        ("Lost may say something about decks; its text is not known", True, "warning", {"card": "Lost"}),
        (
            "one of the two cards called Niam cannot be included in decks; which one is not known",
            True,
            "warning",
            {"card": "Niam"},
        ),
    ]


@pytest.mark.parametrize(
    ("labels", "moved"), [([""], []), (["", None], ["M0"]), (["Main"], ["M0"]), ([None], []), (["", ""], [])]
)
def test_missions_among_other_cards_are_told_where_the_list_tells_zones_apart(
    labels: list[str | None], moved: list[str]
) -> None:
    pile = [of(made("Mission", f"M{n}"), MISSIONS, 2, listed=at) for n, at in enumerate(labels)]
    issues = found("zone", *pile)
    assert [issue.details["card"] for issue in issues] == moved
    for issue in issues:
        assert issue.message == "M0 is a Mission and was counted in Mission Pile, not in Main"
        assert issue.together == "Missions and were counted in Mission Pile, not in Main"
        assert told(issue) == (2, 0, False, "move 2 cards to Mission Pile")


def test_cards_that_do_not_go_where_the_list_has_them() -> None:
    (issue,) = found("zone", of(made("Event", "Event"), "Team"))
    assert (issue.severity, issue.message) == ("error", "Event is of type Event; it does not go into Team")
    assert issue.together == "of type Event, which does not go into Team"
    assert (issue.details, issue.advice) == ({"card": "Event"}, "move 1 card to Main")


def doubtful(zone: str, *cards: Card, copies: int = 1) -> DeckEntry:
    """An ambiguous name, which may be any of these cards."""
    return DeckEntry(copies, "Doubtful", zone, 9, candidates=cards)


def mission(name: str, *skills: str) -> Card:
    facts: dict[str, Any] = dict.fromkeys(skills, 1)
    return made("Mission", name, **facts)


def test_a_name_that_can_be_no_team_character_makes_up_for_none() -> None:
    three = [of(member(name), "Team") for name in "ABC"]
    event, fourth = made("Event", "Event"), member("D")
    assert [i.undecided for i in found("team-size", *three, doubtful("Team", event, fourth))] == [True]
    assert [i.undecided for i in found("team-size", *three, doubtful("Team", event))] == [False]


def test_a_mission_that_the_other_cards_hide_makes_up_for_what_the_pile_lacks() -> None:
    """A name that may be a Mission stands among the other cards of a list without headings."""
    pile = [of(mission(f"M{n}", skill), MISSIONS, 3) for n, skill in enumerate(("science", "combat"))]
    pile += [of(mission("M2", "ingenuity"), MISSIONS, 3), of(mission("M3", "culture"), MISSIONS, 2)]
    event = made("Event", "Event")
    hidden = doubtful("Main", mission("M4", "culture"), event)
    assert {i.undecided for i in found("mission-count", *pile, hidden)} == {True}
    assert {i.undecided for i in found("mission-count", *pile, doubtful("Main", event))} == {False}


def test_an_ambiguous_mission_counts_where_all_that_it_may_be_need_the_same() -> None:
    pile = doubtful(MISSIONS, mission("M1", "culture"), mission("M2", "culture"), copies=4)
    over = [i for i in found("mission-count", pile) if i.details.get("skill") == "culture"]
    assert [told(issue) for issue in over] == [(4, 3, False, "take out 1 Mission of Culture")]


def test_a_name_that_may_be_the_team_character_leaves_open_whether_it_is_in_the_team() -> None:
    main = of(member("A"), "Main")
    issues = [found("team-copies", main, doubtful("Team", member(name), member("C"))) for name in "AB"]
    assert [[i.undecided for i in each] for each in issues] == [[True], [False]]


def test_a_card_that_may_state_a_wider_limit_leaves_too_many_copies_open() -> None:
    drone, more = made("Gear", "Drone, Old"), made("Gear", "Drone, New", brings=("copies=6",))
    four = of(drone, "Main", 4)
    assert [i.undecided for i in found("copy-limit", four)] == [False]
    assert [i.undecided for i in found("copy-limit", four, doubtful("Main", more, member("A")))] == [True]
    assert found("copy-limit", of(more, "Main", 6), limit=8) == [], "a card only widens a limit"


def test_missions_of_two_skills_are_shared_out_in_the_counts() -> None:
    """The counts of a report are those that the rule sees."""
    entries = (of(mission("M1", "culture"), MISSIONS, 3), of(mission("M2", "culture", "combat"), MISSIONS))
    deck = Deck(entries, "stargate")
    seen = DeckSlots(deck, frozenset(ZONES), zones=ZONES, counting=COUNTS, shared=MISSION_COUNT)
    assert (seen.counts["culture"], seen.counts["combat"]) == (3, 1)


def test_both_of_two_cards_of_which_one_is_in_no_deck_are_wrong() -> None:
    one, other = (made("Adversary", f"Niam, {n}", needs=("one-without-deck",)) for n in ("One", "Two"))
    (issue,) = found("card-text", of(one, "Main"), of(other, "Main"))
    assert told(issue) == (2, 0, False, "take it out")
    assert issue.message == "one of the two cards called Niam cannot be included in decks"


def test_of_two_cards_the_rows_let_either_be_there_and_not_both() -> None:
    one, two, free = made("Gear", "Twin"), made("Gear", "Twin, the other"), made("Gear", "Free")
    either = Either("card-text", "", lambda c: None if c is free else "twin", card_name, "", "")
    rows = rows_of([either], DeckModel((one, two, free), ZONES, frozenset({"Main"}), proven=True))

    def is_kept(*cards: Card, zone: str = "Main") -> bool:
        return not violated(rows, {Slot(zone, card): 2 for card in cards})

    assert is_kept(one, free)
    assert is_kept(two, free)
    assert not is_kept(one, two)
    assert is_kept(one, two, zone="Aside")
