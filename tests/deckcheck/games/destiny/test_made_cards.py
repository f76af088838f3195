"""Destiny: each statement that a card can make, on made cards that state just that."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date

import pytest

from db.cards.card import Card, LegalityMark, Printing
from db.cards.dates import parse_date
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games.destiny.cards import NO_BALANCE, read_card
from deckcheck.games.destiny.conditions import unmet
from deckcheck.games.destiny.deck_rules import DeckAffiliation, DeckColour, DestinyCopyLimit
from deckcheck.games.destiny.entries import DestinyEntry, character, plot_points
from deckcheck.games.destiny.exceptions import (
    Aside,
    CardFilter,
    Permission,
    asides_of,
    brought,
    cheapens,
    is_text_known,
    parts_of,
    permissions_of,
    wanted_by,
)
from deckcheck.games.destiny.letting_in import Outsider, outsiders
from deckcheck.games.destiny.list_rules import banned_keys, list_rules, restricted_pair
from deckcheck.games.destiny.plot_rules import PlotCount
from deckcheck.games.destiny.rules import PLOT_CITE, PRINTED, TEAM_CITE
from deckcheck.games.destiny.tally import DestinyTally
from deckcheck.games.destiny.team_rules import Balance, TeamMinimum, TeamPoints
from deckcheck.games.destiny.text_rules import CardTexts
from deckcheck.games.destiny.zones import ZONES, zone_for
from deckcheck.games.formats.list_rules import set_legality
from deckcheck.report import Issue
from deckcheck.rules.edition import CardStatus, Format, FormatState
from deckcheck.rules.evaluate import allows, status_of
from deckcheck.rules.findings import issues_of
from deckcheck.rules.requirement import Alone, Requirement

DAY = date(2026, 11, 21)


def made(
    kind: str = "Character",
    name: str = "Made",
    *,
    side: str = "neutral",
    colour: str = "gray",
    traits: str | None = None,
    sets: Sequence[str] = ("AW",),
    marks: tuple[LegalityMark, ...] = (),
    **facts: object,
) -> Card:
    """A card that states nothing but this; its keys are its name and its sets."""
    printings = tuple(Printing(name, code, "1", None, image_key=f"{name}-{code}1") for code in sets)
    return Card(
        "destiny",
        name,
        name,
        None,
        None,
        side,
        kind,
        traits,
        None,
        None,
        None,
        None,
        printings,
        marks,
        {"faction": colour, **facts},
    )


def listed(card: Card, quantity: int = 1, dice: int | None = None) -> DestinyEntry:
    entry = DeckEntry(quantity, card.name, zone_for(card.type), 1, card, dice=dice)
    return DestinyEntry(entry, read_card(card))


def tally(*entries: DestinyEntry, unknown: int = 0) -> DestinyTally:
    more = (DeckEntry(unknown, "Nobody knows", "Deck"),) if unknown else ()
    return DestinyTally(Deck((*(one.entry for one in entries), *more), "destiny"), frozenset(ZONES))


# -- cards and dice -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "unique", "faces", "quantity", "dice", "ways"),
    [
        ("12/16", True, True, 1, None, [(1, 1)]),
        ("12/16", True, True, 2, None, [(1, 2)]),
        ("12/16", True, True, 3, None, [(3, 3)]),
        ("12/16", True, True, 1, 3, [(1, 3)]),
        ("8/11", False, True, 2, None, [(1, 2), (2, 2)]),
        ("8/11", False, True, 5, None, [(3, 5), (4, 5), (5, 5)]),
        ("8/11", False, True, 1, 2, [(1, 2)]),
        ("8/11", False, True, 1, 3, [(2, 3), (3, 3)]),
        ("8/11", False, True, 2, 0, [(2, 0)]),
        ("7", False, True, 3, None, [(3, 3)]),
        ("7", False, True, 1, 1, [(1, 1)]),
        (None, False, True, 2, None, [(2, 2)]),
        ("9/12", False, False, 1, 0, [(1, 1), (1, 2)]),
        ("9/12", False, False, 2, 0, [(2, 2), (2, 4)]),
        ("9/12", False, False, 1, 1, [(1, 1)]),
        ("9", False, False, 1, 0, [(1, 1)]),
        (None, False, False, 1, 0, [(1, 1)]),
    ],
)
def test_the_cards_and_dice_that_a_line_may_mean(
    points: str | None,
    unique: bool,
    faces: bool,
    quantity: int,
    dice: int | None,
    ways: list[tuple[int, int]],
) -> None:
    """A way too few calls a team too dear that may be played; one too many leaves it open."""
    card = made(points=points, unique=unique, sides=["1"] * 6 if faces else [])
    assert list(character(listed(card, quantity, dice)).ways) == ways


@pytest.mark.parametrize(
    ("points", "limit", "quantity", "dice", "cost"),
    [
        ("2/3", 2, 1, None, (2,)),
        ("2/3", 1, 1, None, (2, 3)),
        ("2/3", 1, 2, None, (3,)),
        ("2/3", 2, 2, None, (3,)),
        ("2/3", 2, 3, None, (6,)),
        ("2/3", 2, 1, 1, (2,)),
        ("2/3", 1, 1, 1, (2,)),
        ("2/3", 1, 1, 2, (3,)),
        ("2/3", 1, 1, 3, (2, 3)),
        ("4", 2, 1, None, (4,)),
        ("4", 2, 2, None, (8,)),
        ("-1", 1, 1, None, (-1,)),
        (None, 2, 1, None, (0,)),
    ],
)
def test_the_points_of_a_plot(
    points: str | None, limit: int, quantity: int, dice: int | None, cost: tuple[int, ...]
) -> None:
    one = listed(made("Plot", points=points, limit=limit), quantity, dice)
    assert plot_points(one, NO_BALANCE) == cost


# -- statements -----------------------------------------------------------------------------------


def test_a_filter_is_read_from_its_statement() -> None:
    assert wanted_by({}) == CardFilter()
    whole = "side=hero|villain,colour=red,type=Event,trait=ewok,name=Kylo_Ren,unique"
    assert wanted_by(parts_of(whole)) == CardFilter(
        ("hero", "villain"), ("red",), ("Event",), ("ewok",), ("Kylo Ren",), unique=True
    )
    assert parts_of("name:Attack:_Now,most:2") == {"name": ("Attack: Now",), "most": ("2",)}


def test_what_a_card_lets_in_is_read_from_its_statement() -> None:
    words = ("side=villain,most=5", "colour=red,different=3,own-side")
    card = made(opens=words)
    assert list(permissions_of(card)) == [
        Permission("Made", CardFilter(sides=("villain",)), 5, None, own_side=False),
        Permission("Made", CardFilter(colours=("red",)), None, 3, own_side=True),
    ]
    card = made("Plot", brings=("aside=type:Event,most:2,different", "battlefields=2", "aside=name:X=Y"))
    assert list(asides_of(card)) == [
        Aside(CardFilter(types=("Event",)), 2, different=True),
        Aside(CardFilter(names=("X=Y",)), 1, different=False),
    ]
    assert brought([made(), card], "battlefields", 1) == 2
    assert brought([made(brings=("both-sides",))], "both-sides", 0) == 1
    assert brought([made()], "both-sides", 0) == 0


def test_several_statements_that_lower_the_points_of_one_card_add_up() -> None:
    droid = read_card(made(name="Droid", traits="droid"))
    plot = read_card(made("Plot", "Plan", traits="droid"))
    maker = made(name="Maker", cheaper=("trait=droid", "name=Droid"))
    assert cheapens(maker, droid, ()) == 2
    assert cheapens(maker, plot, ()) == 0
    assert cheapens(made(name="Maker", cheaper=("type=Plot,trait=droid",)), plot, ()) == 1
    mate = made(name="Mate", cheaper=("self,beside=droid", "name=Mate"))
    twice = made(name="Twice", cheaper=("name=Twice", "self,beside=droid"))
    for card in (mate, twice):
        seen = read_card(card)
        assert cheapens(card, seen, [seen]) == 1
        assert cheapens(card, seen, [seen, droid]) == 2
        assert cheapens(card, droid, [seen, droid]) == 0


def test_texts_that_nobody_read_matter_only_where_some_build_decks() -> None:
    assert is_text_known(made("Event"))
    assert not is_text_known(made("Plot"))
    assert is_text_known(made("Plot", known_text=("all",)))


@pytest.mark.parametrize(
    ("needs", "format_name", "met"),
    [
        ("format=Standard", "", True),
        ("format=Standard", "Standard", True),
        ("format=Standard", "Infinite", False),
        ("special-format=Solo", "Solo", True),
        ("special-format=Solo", "", False),
        ("members=2,trait:ewok,unique", "", False),
        ("members=1,trait:ewok,unique", "", True),
        ("points=1", "", False),
        ("three-sets", "", True),
    ],
)
def test_conditions_of_a_card(needs: str, format_name: str, met: bool) -> None:
    ewok = listed(made(name="Ewok", traits="ewok", unique=True))
    plain = listed(made(name="Other ewok", traits="ewok"))
    asks = listed(made("Plot", needs=(needs,)))
    found = list(unmet(tally(ewok, plain, asks), asks, "plot", format_name))
    assert (not found) is met
    if not format_name and needs != "special-format=Solo":
        assert (not list(unmet(tally(ewok, plain, asks), asks, "plot"))) is met


@pytest.mark.parametrize(
    ("printed", "met"),
    [
        (["A"], True),
        (["A", "B", "C"], True),
        (["A", "B", "C", "D"], False),
        (["AB", "BC", "CD", "DE", "E"], True),
        (["AB", "CD", "EF", "GH"], False),
        (["AX", "BX", "CY", "DY", "EZ", "FZ"], True),
        ([f"{chr(n)}X" for n in range(65, 88)], True),
    ],
)
def test_three_sets_that_hold_all_cards(printed: list[str], met: bool) -> None:
    """Also where the cards together were printed in many sets."""
    cards = [listed(made("Event", f"Card {n}", sets=list(of))) for n, of in enumerate(printed)]
    asks = listed(made("Plot", needs=("three-sets",)))
    assert (not list(unmet(tally(asks, *cards), asks, "plot"))) is met


# -- who goes with the team -----------------------------------------------------------------------


def left_out(
    draw: Iterable[DestinyEntry], *permissions: Permission
) -> list[tuple[str, int, bool, bool, bool]]:
    """The cards that do not go with a team of red heroes."""
    found = outsiders(draw, frozenset({"hero"}), frozenset({"red"}), [(p, 1) for p in permissions])
    assert all(isinstance(one, Outsider) for one in found)
    return [(o.listed.seen.card.name, o.copies, o.by_side, o.by_colour, o.doubtful) for o in found]


def lets_in(
    most: int | None = None,
    different: int | None = None,
    *,
    own_side: bool = False,
    **wanted: tuple[str, ...],
) -> Permission:
    return Permission("a text", CardFilter(**wanted), most, different, own_side)  # type: ignore[arg-type]


def test_a_text_lets_in_by_side_by_colour_or_by_both() -> None:
    red = listed(made("Event", "Red", side="villain", colour="red"), 2)
    blue = listed(made("Event", "Blue", side="villain", colour="blue"), 2)
    own = listed(made("Event", "Own", side="hero", colour="blue"), 2)
    every = (red, blue, own)
    assert left_out(every) == [
        ("Red", 2, True, False, False),
        ("Blue", 2, True, True, False),
        ("Own", 2, False, True, False),
    ]
    villains = lets_in(sides=("villain",))
    assert left_out(every, villains) == [("Blue", 2, False, True, False), ("Own", 2, False, True, False)]
    assert left_out(every, lets_in(colours=("blue",))) == [("Red", 2, True, False, False)]
    own_blue = lets_in(colours=("blue",), own_side=True)
    assert left_out(every, own_blue) == [("Red", 2, True, False, False), ("Blue", 2, True, False, False)]
    assert left_out(every, own_blue, villains) == []


def test_a_text_for_a_number_of_cards_lets_in_no_more() -> None:
    red = listed(made("Event", "Red", side="villain", colour="red"), 2)
    more = listed(made("Event", "More", side="villain", colour="red"), 2)
    assert left_out([red, more], lets_in(3, sides=("villain",))) == [("More", 1, True, False, False)]
    assert left_out([red, more], lets_in(5, sides=("villain",), own_side=True)) == [
        ("Red", 2, True, False, False),
        ("More", 2, True, False, False),
    ]
    # A second copy of one of so many different cards is in doubt.
    assert left_out([red, more], lets_in(None, 1, sides=("villain",))) == [
        ("Red", 1, True, False, True),
        ("More", 2, True, False, False),
    ]
    # What one text has let in takes no place of another one.
    once = lets_in(2, sides=("villain",), colours=("red",), types=("Event",), traits=())
    assert left_out([red, more], once, lets_in(None, 1, sides=("villain",))) == [
        ("More", 1, True, False, True)
    ]


def test_the_narrower_text_is_used_up_first() -> None:
    """Else a card would be called illegal for which a wider text still had room."""
    z = listed(made("Event", "Z", side="villain", colour="red"))
    x = listed(made("Upgrade", "X", side="villain", colour="red", traits="t"))
    y = listed(made("Event", "Y", side="villain", colour="red", traits="t"))
    wide = lets_in(1, traits=("t",))
    narrow = [lets_in(1, sides=("villain",), types=(kind,)) for kind in ("Upgrade", "Event")]
    for texts in ([*narrow, wide], [wide, *narrow]):
        assert left_out([x, y, z], *texts) == []
    assert left_out([x, y, z], *narrow) == [("Z", 1, True, False, False)]


# -- what plots bring, and points -----------------------------------------------------------------


def test_counts_are_those_of_the_listed_cards() -> None:
    deck = tally(
        listed(made("Event", "A", side="hero"), 2),
        listed(made("Event", "B", side="villain"), 1),
        listed(made("Upgrade", "C"), 3),
        unknown=4,
    )
    counts = deck.counts
    assert [counts[key] for key in ("events", "upgrades", "supports", "downgrades")] == [3, 3, 0, 0]
    assert [counts[key] for key in ("hero", "villain", "neutral")] == [2, 1, 3]
    assert (counts["cards"], deck.known_draw, counts["unknown"]) == (10, 6, 4)


def test_a_side_or_type_of_which_there_are_no_cards_counts_none() -> None:
    """Tables of decks have a column for each."""
    deck = tally(*(listed(made("Event", name, side="hero"), 2) for name in "AB"))
    assert [deck.counts[key] for key in ("hero", "villain", "neutral")] == [4, 0, 0]
    assert [deck.counts[key] for key in ("events", "supports")] == [4, 0]


def test_what_one_plot_brings_takes_no_place_of_what_another_one_does() -> None:
    rest = [listed(made("Upgrade", f"Other {n}"), 2) for n in range(15)]
    red = listed(made("Event", "Move", colour="red", traits="move"))
    gray = listed(made("Event", "Move", traits="move"))
    brings = ("aside=colour:red,most:1", "aside=trait:move,most:1,different")
    for moves in ([red, gray], [gray, red]):
        deck = tally(*moves, *rest, listed(made("Plot", brings=brings)))
        assert sum(one.quantity for one in deck.draw) == 30
        assert not any(one.title == "move" for one in deck.draw)


def test_texts_of_characters_and_battlefields_that_nobody_read_are_told() -> None:
    kinds = ("Character", "Plot", "Battlefield")
    deck = tally(*(listed(made(kind, f"Some {kind}")) for kind in kinds))
    told = [issue.details["card"] for issue in CardTexts("cite").check(deck)]
    assert told == ["Some Character", "Some Battlefield"]
    assert all(issue.undecided for issue in CardTexts("cite").check(deck))


def test_what_a_plot_brings_beside_the_deck() -> None:
    events = [listed(made("Event", f"Move {n}", traits="move"), 2) for n in range(4)]
    rest = [listed(made("Upgrade", f"Other {n}"), 2) for n in range(12)]
    different = listed(made("Plot", brings=("aside=trait:move,most:2,different",)))
    deck = tally(*events, *rest, different)
    assert deck.beside() == 2
    assert [one.quantity for one in deck.draw if one.seen.card.type == "Event"] == [1, 1, 2, 2]
    assert sum(one.quantity for one in deck.draw) == 30
    any_two = listed(made("Plot", brings=("aside=trait:move,most:2",)))
    deck = tally(*events, *rest, any_two)
    assert [one.quantity for one in deck.draw if one.seen.card.type == "Event"] == [2, 2, 2]
    both = listed(made("Plot", brings=("aside=trait:move,most:9,different", "aside=type:Upgrade,most:3")))
    deck = tally(*events, *rest, both)
    assert deck.beside() == 4 + 3
    assert tally(*events, listed(made("Plot", brings=("aside=trait:move,most:9",)))).beside() == 8
    # Entries of one title lie beside the deck as one card.
    assert [deck.in_deck(one.entry) for one in (events[0], both)] == [1, 0]
    twins = [listed(made("Event", "Move", traits="move")) for _ in range(2)]
    deck = tally(*twins, *rest, *events[:3], different)
    assert sum(one.quantity for one in deck.draw) == 30
    assert [one.quantity for one in deck.draw if one.title == "move"] == [1]


def test_the_points_of_a_team() -> None:
    """Too many points call a team illegal that may be played, too few let a dear one pass."""
    maker = listed(made(name="Maker", points="5/7", sides=["1"], unique=True, cheaper=("type=Plot",)), 1, 2)
    plot = listed(made("Plot", "Plan", points="2/3", limit=1))
    assert tally(maker, plot).points(NO_BALANCE) == (7 + 2 - 1, 7 + 3 - 1)
    assert tally(maker, plot).counts["points"] == 8
    guest = listed(made(name="Guest", points="4", sides=["1"]), 3, 3)
    bringer = listed(made("Plot", "Bringer", points="0", brings=("aside=name:Guest,most:1",)))
    assert tally(guest, bringer).points(NO_BALANCE) == (8, 12)


def of_points(points: str) -> DestinyEntry:
    """A character with one die, which costs just that."""
    card = made(name=f"Of {points}", points=points, sides=["1"], known_text=("all",))
    return listed(card, 1, 1)


@pytest.mark.parametrize(
    ("total", "unknown", "told"),
    [
        ("30", 0, None),
        ("31", 0, (31, False)),
        ("31", 1, (31, True)),
        ("32", 1, (32, True)),
        ("33", 1, (33, False)),
    ],
)
def test_a_team_at_the_limit_of_points(total: str, unknown: int, told: tuple[int, bool] | None) -> None:
    """An unknown card may be a plot that gives two points back, but not three."""
    found = list(TeamPoints("cite").check(tally(of_points(total), unknown=unknown)))
    assert [(one.have, one.undecided) for one in found] == ([told] if told else [])


def test_a_team_of_which_the_points_are_not_said() -> None:
    wide = listed(made("Plot", "Wide", points="1/4", limit=1, known_text=("all",)))
    (issue,) = TeamPoints("cite").check(tally(of_points("29"), wide))
    assert (issue.have, issue.undecided, issue.advice) == (
        33,
        True,
        "state the dice, or make it 3 points cheaper",
    )
    assert issue.message == (
        "the team costs 30 to 33 points, at most 30; how many dice each card has is not said"
    )
    (issue,) = TeamPoints("cite").check(tally(of_points("30"), wide))
    assert (issue.have, issue.undecided) == (31, False)
    assert issue.message == "the team costs 31 points, at most 30"
    guest = listed(made(name="Guest", points="4", sides=["1"], known_text=("all",)))
    brings = listed(
        made("Plot", "Bringer", brings=("aside=name:Guest,most:1",), points="0", known_text=("all",))
    )
    (issue,) = TeamPoints("cite").check(tally(of_points("29"), guest, brings))
    assert issue.message == (
        "the team costs 29 to 33 points, at most 30; which copies lie beside the team is not said"
    )


def test_a_character_or_a_plot_that_states_no_points_is_told() -> None:
    nothing = listed(made(name="Nothing", sides=["1"], known_text=("all",)))
    back = listed(made("Plot", "No plan", known_text=("all",)))
    found = list(TeamPoints("cite").check(tally(nothing, back)))
    assert [(i.message, i.undecided, i.details) for i in found] == [
        (f"{name} states no points", True, {"card": name}) for name in ("Nothing", "No plan")
    ]


def test_copies_of_a_title_with_two_limits() -> None:
    """More than one card allows and another does not leaves the verdict open."""
    few, many = made("Event", "Few"), made("Event", "Many", limit=6)
    for copies, told in ((2, []), (3, [True]), (6, [True]), (7, [False])):
        cards = [replace(few, base_name="T"), replace(many, base_name="T")]
        entries = [listed(cards[0]), listed(cards[1], copies - 1)]
        found = list(DestinyCopyLimit("cite").check(tally(*entries)))
        assert [issue.undecided for issue in found] == told, copies
        for issue in found:
            more = "; 6 by the text of another card of that title" if told[0] else ""
            assert issue.message == f"{copies} copies of T, at most 2{more}"
            assert issue.severity == ("warning" if told[0] else "error")
            assert issue.together == ("" if told[0] else "there more than 2 times")
            assert issue.details == {"card": "T"}


def test_second_copies_of_one_of_so_many_different_cards_are_in_doubt() -> None:
    """By colour as by side: the text does not say whether a second copy is another card."""
    host = listed(
        made(name="Host", side="hero", colour="red", opens=("colour=blue,different=1",), known_text=("all",))
    )
    blue = listed(made("Event", "Blue", side="villain", colour="blue"), 2)
    deck = tally(host, blue)
    (issue,) = DeckColour("cite").check(deck)
    assert (issue.undecided, issue.have, issue.severity) == (True, 1, "warning")
    assert issue.message == (
        "1 blue card without a blue character; a text lets in so many different ones, and does "
        "not say whether in two copies"
    )
    (issue,) = DeckAffiliation("cite").check(deck)
    assert (issue.undecided, issue.have) == (True, 1)
    both = tally(host, listed(made(name="Foe", side="villain")), blue)
    assert list(DeckAffiliation("cite").check(both)) == []
    assert list(DeckAffiliation("cite").check(tally(blue))) == [], "that there is no team is told"


def test_one_unknown_card_may_be_the_character_that_is_missing() -> None:
    (issue,) = TeamMinimum("cite").check(tally(unknown=1))
    assert issue.undecided
    (issue,) = TeamMinimum("cite").check(tally())
    assert not issue.undecided


def test_all_with_whom_a_card_teams_up_are_named() -> None:
    mates = [listed(made(name=name, points="5", sides=["1"], known_text=("all",))) for name in "AB"]
    one = listed(made(name="One", points="5", sides=["1"], known_text=("all",), team_up=("name=A", "name=B")))
    (issue,) = TeamPoints("cite").check(tally(one, *mates))
    assert issue.message == (
        "One has Team Up with A and B in the team; what it costs then is not known to us"
    )


def test_a_plot_counts_the_points_of_the_format() -> None:
    member = listed(made(name="Member", points="12", sides=["1"]), 1, 1)
    plot = listed(made("Plot", needs=("points=13",), known_text=("all",)))
    assert len(list(PlotCount("cite").check(tally(member, plot)))) == 1
    balanced = PlotCount("cite", balance={"Member-AW1": "13"})
    assert list(balanced.check(tally(member, plot))) == []


def issues(rule: Requirement, *entries: DestinyEntry) -> list[Issue]:
    return list(issues_of(rule, tally(*entries).slots))


def test_a_card_in_the_zone_of_another_type_is_told() -> None:
    event = made("Event", "Event")
    entry = DestinyEntry(DeckEntry(2, "Event", "Plot", 1, event), read_card(event))
    (issue,) = (one for rule in PRINTED.rules if rule.code == "zone" for one in issues(rule, entry))
    assert issue.message == "Event is of type Event and was counted in Deck, not in Plot"
    assert issue.together == "of type Event and were counted in Deck, not in Plot"
    assert (issue.details, issue.have, issue.limit) == ({"card": "Event"}, 2, 0)


def test_copies_of_a_banned_card_are_told() -> None:
    (issue,) = issues(banned_keys("Own", frozenset({"One-AW1"})), listed(made("Event", "One"), 2))
    assert issue.message == "One is banned in Own: 2 copies, no copy allowed"
    assert issue.together == "banned in Own, no copy allowed"
    assert (issue.details, issue.have, issue.limit) == ({"card": "One"}, 2, 0)


# -- lists of formats -----------------------------------------------------------------------------


def a_format(**state: object) -> Format:
    known = FormatState(parse_date("2020-01-01"), frozenset({"AW"}), **state)  # type: ignore[arg-type]
    return Format("own", "Own", "printed", lists="Own", states=(known,))


def test_the_rules_that_follow_from_a_format() -> None:
    """What a source states takes the place of what the card lists mark, and of nothing else."""
    banned, restricted = frozenset({"1-AW1"}), frozenset({"2-AW1"})
    pairs, points = frozenset({("3-AW1", "4-AW1")}), {"5-AW1": "9/12"}
    whole = a_format(banned=banned, restricted=restricted, pairs=pairs, points=points, pairs_certain=False)
    cite = "balance of the Force of Own"
    sets, *others = list_rules(whole, DAY, date.min)
    assert sets.cite == set_legality("Own", frozenset({"AW"})).cite
    assert [allows(sets, made(sets=(code,))) for code in ("AW", "LEG")] == [True, False]
    banned_ones, titles, *rest = others
    made_with = [made(name=str(n)) for n in range(6)]
    assert [n for n, card in enumerate(made_with) if status_of(banned_ones, card)] == [1]
    assert [n for n, card in enumerate(made_with) if status_of(titles, card)] == [2]
    points_of, balance, pair, plots = rest
    assert isinstance(pair, Alone)
    assert points_of == TeamPoints(f"{TEAM_CITE}; {cite}", balance=points)
    assert balance == Balance(cite, points)
    assert [pair.listed(card) for card in made_with[2:]] == [None, ("0", False), ("1", False), None]
    assert plots == PlotCount(PLOT_CITE, format_name="Own", balance=points)
    codes = [rule.code for rule in list_rules(a_format(), DAY, date.min)]
    assert codes == ["set-legality", "banned", "restricted", "plot"]
    assert list_rules(a_format(), DAY, date.min)[-1] == PlotCount(PLOT_CITE, format_name="Own")


def test_the_status_of_a_card_on_the_lists_of_a_format() -> None:
    mark = LegalityMark("restricted", "Own", "Marked")
    marked = made("Event", "Marked", marks=(mark,))
    barred = made("Event", "Barred", marks=(mark._replace(status="banned"),))
    other = made("Event", "Other", marks=(mark._replace(format="Another"),))

    def statuses(code: str, **state: object) -> list[CardStatus | None]:
        (rule,) = (one for one in list_rules(a_format(**state), DAY, date.min) if one.code == code)
        return [status_of(rule, card) for card in (marked, barred, other)]

    restricted, banned = CardStatus("restricted"), CardStatus("banned")
    assert statuses("restricted") == [restricted, None, None]
    assert statuses("restricted", restricted=frozenset({"Barred-AW1"})) == [None, restricted, None]
    assert statuses("banned", banned=frozenset({"Other-AW1"})) == [None, None, banned]


@pytest.mark.parametrize("certain", [True, False])
def test_a_restricted_pair_is_two_titles(certain: bool) -> None:
    one, other = made("Event", "One", sets=("AW", "LEG")), made("Event", "Other")
    same = restricted_pair("Own", ("One-AW1", "One-LEG1"), certain=certain)
    rule = restricted_pair("Own", ("One-AW1", "Other-AW1"), certain=certain)
    assert issues(same, listed(one), listed(other)) == issues(rule, listed(one)) == []
    (issue,) = issues(rule, listed(other), listed(one))
    assert issue.details == {"pair": ["One", "Other"]}
    open_text = "" if certain else "; whether they already were is not known"
    assert issue.message == (
        f"One and Other are a restricted pair of Own: a deck may have one of them only{open_text}"
    )
    assert (issue.severity, issue.undecided) == ("error" if certain else "warning", not certain)
