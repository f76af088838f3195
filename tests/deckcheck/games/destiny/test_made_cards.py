"""Destiny: each statement that a card can make, on made cards that state just that."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date

import pytest

from db.cards.card import Card, LegalityMark, Printing
from db.cards.dates import parse_date
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games.destiny.card_texts import (
    asides,
    battlefields,
    cheaper,
    is_unread,
    lets_in,
    lift,
    parts_of,
    said_by,
    wanted_by,
)
from deckcheck.games.destiny.cards import NO_BALANCE, as_cards, costs_in
from deckcheck.games.destiny.deck_rules import COLOURS, FITTING, POINTS, PRINTED, SIDES, plots, points_of
from deckcheck.games.destiny.list_rules import banned_keys, list_rules, restricted_pair
from deckcheck.games.destiny.reading import read_deck
from deckcheck.games.destiny.zones import BESIDE, ZONES, zone_for
from deckcheck.games.formats.list_rules import set_legality
from deckcheck.report import Issue
from deckcheck.rules.edition import CardStatus, Format, FormatState
from deckcheck.rules.evaluate import BROKEN, OPEN, allows, cost_of, find, status_of
from deckcheck.rules.findings import issues_of
from deckcheck.rules.requirement import Alone, Budget, NotKnown, Requirement, WhileIn
from deckcheck.rules.slot import DeckSlots

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


def listed(card: Card, quantity: int = 1, dice: int | None = None) -> DeckEntry:
    return DeckEntry(quantity, card.name, zone_for(card.type), 1, card, dice=dice)


def view(*entries: DeckEntry, unknown: int = 0) -> DeckSlots:
    more = (DeckEntry(unknown, "Nobody knows", "Deck"),) if unknown else ()
    return read_deck(Deck((*entries, *more), "destiny"), frozenset(ZONES))


def issues(rule: Requirement, *entries: DeckEntry, unknown: int = 0) -> list[Issue]:
    return list(issues_of(rule, view(*entries, unknown=unknown)))


def rule_of(code: str) -> Requirement:
    """The first rule of the edition with a code."""
    found: Requirement = next(rule for rule in PRINTED.rules if rule.code == code)
    return found


def unmet(*entries: DeckEntry, format_name: str = "") -> list[Issue]:
    """What is against the texts of plots."""
    (asking,) = (rule for rule in plots(format_name) if isinstance(rule, WhileIn))
    return issues(asking, *entries)


def left(*entries: DeckEntry) -> int:
    """The cards that are in the deck, without those that lie beside it."""
    return sum(e.quantity for e in view(*entries).counted if e.zone == "Deck")


# -- cards and dice -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "unique", "faces", "quantity", "dice", "ways"),
    [
        ("12/16", True, True, 1, None, [(1, 12)]),
        ("12/16", True, True, 2, None, [(1, 16)]),
        ("12/16", True, True, 3, None, [(3, 36)]),
        ("12/16", True, True, 1, 3, []),
        ("8/11", False, True, 2, None, [(1, 11), (2, 16)]),
        ("8/11", False, True, 5, None, [(3, 30), (4, 35), (5, 40)]),
        ("8/11", False, True, 1, 2, [(1, 11)]),
        ("8/11", False, True, 1, 3, [(2, 19), (3, 24)]),
        ("8/11", False, True, 2, 0, []),
        ("7", False, True, 3, None, [(3, 21)]),
        ("7", False, True, 1, 1, [(1, 7)]),
        (None, False, True, 2, None, []),
        ("9/12", False, False, 1, 0, [(1, 9), (1, 12)]),
        ("9/12", False, False, 2, 0, [(2, 18), (2, 24)]),
        ("9/12", False, False, 1, 1, [(1, 9)]),
        ("9", False, False, 1, 0, [(1, 9)]),
        (None, False, False, 1, 0, []),
    ],
)
def test_the_cards_that_a_line_may_mean_and_what_they_cost(
    points: str | None,
    unique: bool,
    faces: bool,
    quantity: int,
    dice: int | None,
    ways: list[tuple[int, int]],
) -> None:
    """A way too few calls a team too dear that may be played; one too many leaves it open."""
    card = made(points=points, unique=unique, sides=["1"] * 6 if faces else [])
    assert list(costs_in(card, *as_cards(card, quantity, dice), NO_BALANCE)) == ways


@pytest.mark.parametrize(
    ("points", "limit", "quantity", "dice", "cost"),
    [
        ("2/3", 2, 1, None, [2]),
        ("2/3", 1, 1, None, [2, 3]),
        ("2/3", 1, 2, None, [3]),
        ("2/3", 2, 2, None, [3]),
        ("2/3", 2, 3, None, [6]),
        ("2/3", 2, 1, 1, [2]),
        ("2/3", 1, 1, 1, [2]),
        ("2/3", 1, 1, 2, [3]),
        ("2/3", 1, 1, 3, [2, 3]),
        ("4", 2, 1, None, [4]),
        ("4", 2, 2, None, [8]),
        ("-1", 1, 1, None, [-1]),
        (None, 2, 1, None, [0]),
    ],
)
def test_the_points_of_a_plot(
    points: str | None, limit: int, quantity: int, dice: int | None, cost: list[int]
) -> None:
    card = made("Plot", points=points, limit=limit)
    found = costs_in(card, *as_cards(card, quantity, dice), NO_BALANCE)
    assert [one for _, one in found] == cost


# -- statements -----------------------------------------------------------------------------------


def test_cards_fit_a_statement_by_all_that_it_names() -> None:
    whole = wanted_by(parts_of("side=hero|villain,colour=red,type=Event,trait=ewok,name=Kylo_Ren,unique"))
    facts = {"side": "hero", "colour": "red", "traits": "ewok", "unique": True}
    assert whole(made("Event", "Kylo Ren", **facts))  # type: ignore[arg-type]
    assert wanted_by({})(made())
    others = {"side": "neutral", "colour": "blue", "traits": "jedi", "unique": False}
    for name, value in others.items():
        assert not whole(made("Event", "Kylo Ren", **{**facts, name: value}))  # type: ignore[arg-type]
    assert not whole(made("Upgrade", "Kylo Ren", **facts))  # type: ignore[arg-type]
    assert not whole(made("Event", "Rey", **facts))  # type: ignore[arg-type]
    assert parts_of("name:Attack:_Now,most:2") == {"name": ("Attack: Now",), "most": ("2",)}


def test_what_a_card_lets_in_is_read_from_its_statement() -> None:
    first, second = lets_in(made(opens=("side=villain,most=5", "colour=red,different=3,own-side")))
    assert (first.covers, first.most, first.different) == (frozenset({"side"}), 5, None)
    assert (second.covers, second.most, second.different) == (frozenset({"colour"}), None, 3)
    assert first.fits(made("Event", side="villain"))
    assert not first.fits(made(side="villain")), "characters are not let in"
    card = made("Plot", brings=("aside=type:Event,most:2,different", "battlefields=2", "aside=name:X=Y"))
    assert [(one.most, one.different) for one in asides(card)] == [(2, True), (1, False)]
    assert asides(card)[1].fits(made(name="X=Y"))
    assert (battlefields(card), battlefields(made())) == (2, None)
    assert lift(made(brings=("both-sides",))) is not None
    assert lift(made()) is None


def test_several_statements_that_lower_the_points_of_one_card_add_up() -> None:
    droid = made(name="Droid", traits="droid", points="5", sides=["1"])
    plot = made("Plot", "Plan", traits="droid", points="2")
    maker = made(name="Maker", cheaper=("trait=droid", "name=Droid"), points="5", sides=["1"])
    assert cost_of(POINTS, view(listed(maker, 1, 1), listed(droid, 1, 1))).low == 10 - 2
    assert cost_of(POINTS, view(listed(maker, 1, 1), listed(plot))).low == 7
    planner = made(name="Maker", cheaper=("type=Plot,trait=droid",), points="5", sides=["1"])
    assert cost_of(POINTS, view(listed(planner, 1, 1), listed(plot))).low == 7 - 1
    mate = made(name="Mate", cheaper=("self,beside=droid", "name=Mate"), points="5", sides=["1"])
    assert len(cheaper(mate)) == 2
    assert cost_of(POINTS, view(listed(mate, 1, 1))).low == 5 - 1
    assert cost_of(POINTS, view(listed(mate, 1, 1), listed(droid, 1, 1))).low == 10 - 2


def test_texts_that_nobody_read_matter_only_where_some_build_decks() -> None:
    assert not is_unread(made("Event"))
    assert is_unread(made("Plot"))
    assert not is_unread(made("Plot", known_text=("all",)))


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
    assert (not unmet(ewok, plain, asks, format_name=format_name)) is met


def test_a_condition_is_told_of_the_card_that_asks() -> None:
    asks = listed(made("Plot", "Plan", needs=("member=trait:ewok,unique",)))
    (issue,) = unmet(asks)
    assert issue.message == "Plan needs another character in the team: unique ewok"
    assert issue.advice == "take out Plan, or change the deck"
    assert (issue.code, issue.cite, issue.details) == ("plot", "text of Plan", {"card": "Plan"})
    assert [card.name for card in issue.cards] == ["Plan"]
    said = said_by("card-text", ("Character",))
    assert said(made("Plot", "Plan", needs=("points=1",))) == ()


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
    assert (not unmet(asks, *cards)) is met


# -- who goes with the team -----------------------------------------------------------------------


def left_out(draw: Iterable[DeckEntry], *opens: str) -> list[tuple[str, bool, int]]:
    """What does not go with a team of red heroes, of which each text is another member's: the codes,
    whether it is open, and how many."""
    texts = [
        made(name=f"Host {n}", side="hero", colour="red", opens=(word,), known_text=("all",))
        for n, word in enumerate(opens or ("side=hero,most=0",))
    ]
    found = view(*draw, *map(listed, texts))
    colours = FITTING._replace(code="deck-colour", aspects=(COLOURS, SIDES))
    every = [*find(FITTING, found), *find(colours, found)]
    return [(one.code.removeprefix("deck-"), one.state == "open", one.have or 0) for one in every]


def test_a_text_lets_in_by_side_by_colour_or_by_both() -> None:
    red = listed(made("Event", "Red", side="villain", colour="red"), 2)
    blue = listed(made("Event", "Blue", side="villain", colour="blue"), 2)
    own = listed(made("Event", "Own", side="hero", colour="blue"), 2)
    every = (red, blue, own)
    assert left_out(every) == [("affiliation", False, 4), ("colour", False, 4)]
    assert left_out(every, "side=villain") == [("colour", False, 4)]
    assert left_out(every, "colour=blue") == [("affiliation", False, 2)]
    assert left_out(every, "colour=blue,own-side") == [("affiliation", False, 4)]
    assert left_out(every, "colour=blue,own-side", "side=villain") == []


def test_a_text_for_a_number_of_cards_lets_in_no_more() -> None:
    red = listed(made("Event", "Red", side="villain", colour="red"), 2)
    more = listed(made("Event", "More", side="villain", colour="red"), 2)
    assert left_out([red, more], "side=villain,most=3") == [("affiliation", False, 1)]
    assert left_out([red, more], "side=villain,most=5,own-side") == [("affiliation", False, 4)]
    # A second copy of one of so many different cards is in doubt.
    assert left_out([red, more], "side=villain,different=1") == [
        ("affiliation", False, 2),
        ("affiliation", True, 1),
    ]
    # What one text has let in takes no place of another one.
    texts = ("side=villain,colour=red,type=Event,most=2", "side=villain,different=1")
    assert left_out([red, more], *texts) == [("affiliation", True, 1)]


def test_as_many_cards_as_can_be_are_let_in() -> None:
    """Else a card would be called illegal for which another text still had room."""
    z = listed(made("Event", "Z", side="villain", colour="red"))
    x = listed(made("Upgrade", "X", side="villain", colour="red", traits="t"))
    y = listed(made("Event", "Y", side="villain", colour="red", traits="t"))
    wide = "trait=t,most=1"
    narrow = [f"side=villain,type={kind},most=1" for kind in ("Upgrade", "Event")]
    for texts in ([*narrow, wide], [wide, *narrow]):
        assert left_out([x, y, z], *texts) == []
    assert left_out([x, y, z], *narrow) == [("affiliation", False, 1)]


# -- what plots bring, and points -----------------------------------------------------------------


def test_counts_are_those_of_the_listed_cards() -> None:
    counts = view(
        listed(made("Event", "A", side="hero"), 2),
        listed(made("Event", "B", side="villain"), 1),
        listed(made("Upgrade", "C"), 3),
        unknown=4,
    ).counts
    assert [counts[key] for key in ("events", "upgrades", "supports", "downgrades")] == [3, 3, 0, 0]
    assert [counts[key] for key in ("hero", "villain", "neutral")] == [2, 1, 3]
    assert (counts["cards"], counts["unknown"]) == (10, 4)


def test_what_one_plot_brings_takes_no_place_of_what_another_one_does() -> None:
    rest = [listed(made("Upgrade", f"Other {n}"), 2) for n in range(15)]
    red = listed(made("Event", "Move", colour="red", traits="move"))
    gray = listed(made("Event", "Move", traits="move"))
    brings = ("aside=colour:red,most:1", "aside=trait:move,most:1,different")
    for moves in ([red, gray], [gray, red]):
        found = view(*moves, *rest, listed(made("Plot", brings=brings)))
        assert {e.zone for e in found.counted if e.name == "Move"} == {BESIDE}
        assert found.counts["cards"] == 32


def test_texts_of_characters_and_battlefields_that_nobody_read_are_told() -> None:
    kinds = ("Character", "Plot", "Battlefield")
    entries = [listed(made(kind, f"Some {kind}")) for kind in kinds]
    told = {
        code: [i for rule in PRINTED.rules if rule.code == code for i in issues(rule, *entries)]
        for code in ("card-text", "plot")
    }
    assert [i.details["card"] for i in told["card-text"]] == ["Some Battlefield", "Some Character"]
    assert [i.details["card"] for i in told["plot"]] == ["Some Plot"]
    assert all(issue.undecided for found in told.values() for issue in found)
    assert sum(isinstance(rule, NotKnown) for rule in PRINTED.rules) == 2


def test_what_a_plot_brings_beside_the_deck() -> None:
    events = [listed(made("Event", f"Move {n}", traits="move"), 2) for n in range(4)]
    rest = [listed(made("Upgrade", f"Other {n}"), 2) for n in range(12)]
    different = listed(made("Plot", brings=("aside=trait:move,most:2,different",)))
    found = view(*events, *rest, different).counted
    assert [e.quantity for e in found if e.zone == BESIDE] == [1, 1]
    assert left(*events, *rest, different) == 30
    any_two = listed(made("Plot", brings=("aside=trait:move,most:2",)))
    found = view(*events, *rest, any_two).counted
    assert [e.quantity for e in found if e.zone == BESIDE] == [2]
    # Entries of one title lie beside the deck as one card.
    twins = [listed(made("Event", "Move", traits="move")) for _ in range(2)]
    found = view(*twins, *rest, *events[:3], different).counted
    assert [e.name for e in found if e.zone == BESIDE].count("Move") <= 1
    assert left(*twins, *rest, *events[:3], different) == 30


def test_the_points_of_a_team() -> None:
    """Too many points call a team illegal that may be played, too few let a dear one pass."""
    maker = listed(made(name="Maker", points="5/7", sides=["1"], unique=True, cheaper=("type=Plot",)), 1, 2)
    plot = listed(made("Plot", "Plan", points="2/3", limit=1))
    assert cost_of(POINTS, view(maker, plot)) == (7 + 2 - 1, 7 + 3 - 1)
    assert view(maker, plot).counts["points"] == 8
    guest = listed(made(name="Guest", points="4", sides=["1"]), 3, 3)
    bringer = listed(made("Plot", "Bringer", points="0", brings=("aside=name:Guest,most:1",)))
    assert cost_of(POINTS, view(guest, bringer)) == (8, 12)


def of_points(points: str) -> DeckEntry:
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
    found = issues(POINTS, of_points(total), unknown=unknown)
    assert [(one.have, one.undecided) for one in found] == ([told] if told else [])


def test_a_team_of_which_the_points_are_not_said() -> None:
    wide = listed(made("Plot", "Wide", points="1/4", limit=1, known_text=("all",)))
    (issue,) = issues(POINTS, of_points("29"), wide)
    assert (issue.have, issue.undecided, issue.advice) == (
        33,
        True,
        "state the dice, or make it 3 points cheaper",
    )
    assert issue.message == (
        "the team costs 30 to 33 points, at most 30; how many dice each card has is not said"
    )
    (issue,) = issues(POINTS, of_points("30"), wide)
    assert (issue.have, issue.undecided) == (31, False)
    assert issue.message == "the team costs 31 points, at most 30"
    guest = listed(made(name="Guest", points="4", sides=["1"], known_text=("all",)))
    brings = listed(
        made("Plot", "Bringer", brings=("aside=name:Guest,most:1",), points="0", known_text=("all",))
    )
    (issue,) = issues(POINTS, of_points("29"), guest, brings)
    assert issue.message == (
        "the team costs 29 to 33 points, at most 30; which copies lie beside the team is not said"
    )


def test_a_character_or_a_plot_that_states_no_points_is_told() -> None:
    nothing = listed(made(name="Nothing", sides=["1"], known_text=("all",)))
    back = listed(made("Plot", "No plan", known_text=("all",)))
    found = issues(POINTS, nothing, back)
    assert [(i.message, i.undecided, i.details) for i in found] == [
        (f"{name} states no points", True, {"card": name}) for name in ("Nothing", "No plan")
    ]


def test_copies_of_a_title_with_two_limits() -> None:
    """More than one card allows and another does not leaves the verdict open."""
    few, many = made("Event", "Few"), made("Event", "Many", limit=6)
    for copies, told in ((2, []), (3, [True]), (6, [True]), (7, [False])):
        cards = [replace(few, base_name="T"), replace(many, base_name="T")]
        entries = [listed(cards[0]), listed(cards[1], copies - 1)]
        found = issues(rule_of("copy-limit"), *entries)
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
    colours = rule_of("deck-colour")
    (issue,) = issues(colours, host, blue)
    assert (issue.undecided, issue.have, issue.severity) == (True, 1, "warning")
    assert issue.message == (
        "1 blue card without a blue character; a text lets in so many different ones, and does "
        "not say whether in two copies"
    )
    (issue,) = issues(FITTING, host, blue)
    assert (issue.undecided, issue.have) == (True, 1)
    assert issues(FITTING, host, listed(made(name="Foe", side="villain")), blue) == []
    assert issues(FITTING, blue) == [], "that there is no team is told"


def test_one_unknown_card_may_be_the_character_that_is_missing() -> None:
    (issue,) = issues(rule_of("team-minimum"), unknown=1)
    assert issue.undecided
    (issue,) = issues(rule_of("team-minimum"))
    assert not issue.undecided


def test_all_with_whom_a_card_teams_up_are_named() -> None:
    mates = [listed(made(name=name, points="5", sides=["1"], known_text=("all",))) for name in "AB"]
    one = listed(made(name="One", points="5", sides=["1"], known_text=("all",), team_up=("name=A", "name=B")))
    (issue,) = issues(POINTS, one, *mates)
    assert issue.message == (
        "One has Team Up with A and B in the team; what it costs then is not known to us"
    )


def test_a_plot_counts_the_points_of_the_format() -> None:
    member = listed(made(name="Member", points="12", sides=["1"]), 1, 1)
    plot = listed(made("Plot", needs=("points=13",), known_text=("all",)))
    assert len(unmet(member, plot)) == 1
    balanced = [one for rule in plots("Own", {"Member-AW1": "13"}) for one in issues(rule, member, plot)]
    assert balanced == []


def test_a_card_in_the_zone_of_another_type_is_told() -> None:
    event = made("Event", "Event")
    entry = DeckEntry(2, "Event", "Plot", 1, event)
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
    budget, balance, pair, *of_plots = rest
    assert isinstance(pair, Alone)
    assert isinstance(budget, Budget)
    stated, _ = points_of("Own", points)
    assert (budget.cite, balance.cite) == (stated.cite, cite)
    fifth = listed(made(name="5", points="12", sides=["1"]), 1, 1)
    assert cost_of(budget, view(fifth)).low == 9
    (issue,) = issues(balance, fifth)
    assert (issue.severity, issue.message) == ("info", "5 costs 9/12 here; 12 is printed on it")
    assert [pair.listed(card) for card in made_with[2:]] == [None, ("0", False), ("1", False), None]
    assert [type(one) for one in of_plots] == [type(one) for one in plots()]
    codes = [rule.code for rule in list_rules(a_format(), DAY, date.min)]
    assert codes == ["set-legality", "banned", "restricted", *["plot"] * 4]


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


def test_an_unknown_card_may_let_heroes_and_villains_into_one_team() -> None:
    """A text may do so, so what is a mixture for certain is open beside a card that nobody knows."""
    (rule,) = (one for one in PRINTED.rules if one.code == "team-affiliation")
    sides = ("hero", "villain")
    both = [listed(made(name=side, side=side, known_text=["whole"]), 1, 1) for side in sides]
    unread = listed(made(name="unread"), 1, 1)
    unknown = DeckEntry(1, "Nobody", "Deck", 9)
    states = [[one.state for one in find(rule, view(*both, *more))] for more in ((), (unknown,), (unread,))]
    assert states == [[BROKEN], [OPEN], [OPEN]]
