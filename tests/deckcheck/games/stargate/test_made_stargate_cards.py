"""Stargate TCG: what each rule tells, word for word, on made cards."""

import pytest

from db.cards.card import Card, Printing
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games.stargate.card_texts import copies_allowed
from deckcheck.games.stargate.rules import (
    CardText,
    MissionCount,
    StargateCopyLimit,
    StargatePlacement,
    TeamCopies,
    TeamSize,
)
from deckcheck.games.stargate.tally import StargateTally
from deckcheck.games.stargate.zones import MISSIONS, ZONES
from deckcheck.report import Issue


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


def tally(*entries: DeckEntry) -> StargateTally:
    return StargateTally(Deck(entries, "stargate"), frozenset(ZONES))


def unknown(zone: str) -> DeckEntry:
    return DeckEntry(1, "Nobody", zone, 9)


def member(name: str) -> Card:
    return made("Team Character", name)


def told(issue: Issue) -> tuple[int | None, int | None, bool, str | None]:
    return issue.have, issue.limit, issue.undecided, issue.advice


def test_a_team_of_four() -> None:
    four = [of(member(name), "Team") for name in "ABCD"]
    assert list(TeamSize("cite").check(tally(*four))) == []
    (twice,) = TeamSize("cite").check(tally(*four, of(member("A"), "Team")))
    assert told(twice) == (5, 4, False, "keep one of each")
    assert [(card.name, card.quantity) for card in twice.cards] == [("A", 2)]
    (few,) = TeamSize("cite").check(tally(*four[:3], unknown("Team")))
    assert told(few) == (3, 4, True, "add 1 team character")
    (five,) = TeamSize("cite").check(tally(*four, of(member("E"), "Team")))
    assert told(five) == (5, 4, False, "take out 1 team character")


def test_one_mission_is_called_a_mission() -> None:
    one = of(made("Mission", "One", culture=1), MISSIONS)
    found = list(MissionCount("cite").check(tally(one)))
    assert found[0].message == "1 Mission in the mission pile, exactly 12 expected"
    assert [issue.message.partition(",")[0] for issue in found[1:2]] == ["1 Mission of Culture"]
    assert found[0].advice == "add 11 Missions"


def test_copies_of_a_title_and_of_a_card_that_allows_more() -> None:
    event = made("Event", "Event")
    (issue,) = StargateCopyLimit("cite").check(tally(of(event, "Main", 4)))
    assert told(issue) == (4, 3, False, "take out 1 copy")
    assert (issue.message, issue.together, issue.details) == (
        "4 copies of Event, at most 3",
        "there more than 3 times",
        {"card": "Event"},
    )
    drone = made("Gear", "Drone", brings=("copies=6",))
    assert list(StargateCopyLimit("cite").check(tally(of(drone, "Main", 6)))) == []
    single = StargateCopyLimit("cite", limit=0).check(tally(of(event, "Main", 1)))
    assert [issue.limit for issue in single] == [0]
    assert (copies_allowed(drone), copies_allowed(event)) == (6, None)


def test_a_team_character_of_the_deck_is_one_of_the_team() -> None:
    (issue,) = TeamCopies("cite").check(tally(of(member("A"), "Main")))
    assert told(issue) == (1, 0, False, "take it out, or into the team")
    assert issue.message == "A is in the deck and not in the team"
    assert (issue.together, issue.details) == ("in the deck and not in the team", {"card": "A"})


def test_texts_about_decks() -> None:
    lost, barred = made("Ship", "Lost", "NEW"), made("Ship", "Barred", needs=("no-deck",))
    either = made("Adversary", "Niam, One", needs=("one-without-deck",))
    found = list(
        CardText("cite").check(tally(unknown("Main"), *(of(c, "Main") for c in (lost, barred, either))))
    )
    assert [
        (i.message, i.undecided, i.severity, i.details) for i in sorted(found, key=lambda i: i.message)
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
    found = list(StargatePlacement("cite").check(tally(*pile)))
    assert [issue.details["card"] for issue in found] == moved
    for issue in found:
        assert issue.message == "M0 is a Mission and was counted in Mission Pile, not in Main"
        assert issue.together == "Missions and were counted in Mission Pile, not in Main"
        assert told(issue) == (2, 0, False, "move 2 cards to Mission Pile")


def test_cards_that_do_not_go_where_the_list_has_them() -> None:
    (issue,) = StargatePlacement("cite").check(tally(of(made("Event", "Event"), "Team")))
    assert (issue.severity, issue.message) == ("error", "Event is of type Event; it does not go into Team")
    assert issue.together == "of type Event, which does not go into Team"
    assert (issue.details, issue.advice) == ({"card": "Event"}, "move 1 card to Main")
