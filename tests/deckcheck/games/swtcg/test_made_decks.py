"""Star Wars TCG: what rules tell of decks of made cards, word for word."""

from dataclasses import replace
from datetime import date

import pytest

from db.cards.card import Card, LegalityMark, Printing
from db.cards.dates import parse_date
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games.swtcg.cards import ALSO_FITS
from deckcheck.games.swtcg.deck_rules import COMMUNITY, COUNTS
from deckcheck.games.swtcg.zones import ZONES
from deckcheck.judge.validate import Judge
from deckcheck.report import Issue
from deckcheck.rules.edition import CardStatus, Format, FormatState
from deckcheck.rules.evaluate import total
from deckcheck.rules.findings import issues_with_crowds
from deckcheck.rules.slot import DeckSlots

DAY = date(2004, 6, 15)
COUNTED = frozenset({"Deck", "Supply"})


def made(kind: str, name: str = "Made", side: str = "light", *marks: LegalityMark) -> Card:
    printings = (Printing(name, "AOTC", "1", None),)
    return Card("swtcg", name, name, None, None, side, kind, None, None, None, None, None, printings, marks)


def of(card: Card, quantity: int = 1, zone: str = "Deck") -> DeckEntry:
    return DeckEntry(quantity, card.name, zone, 1, card)


def slots(*entries: DeckEntry) -> DeckSlots:
    return DeckSlots(Deck(entries), COUNTED, zones=ZONES, counting=COUNTS)


def told(code: str, *entries: DeckEntry) -> list[Issue]:
    """The issues of the community's rules with a code."""
    rules = [rule for rule in COMMUNITY.rules if rule.code == code]
    return [issue for rule in rules for issue in issues_with_crowds(rule, slots(*entries))]


@pytest.mark.parametrize(
    ("have", "outside", "is_open"),
    [
        (59, None, False),
        (59, "Supply", True),
        (59, "Attic", True),
        (58, "Supply", False),
        (58, "Attic", False),
    ],
)
def test_an_unknown_card_outside_the_deck_may_be_the_resource(
    have: int, outside: str | None, is_open: bool
) -> None:
    """Whether 59 cards are enough is open just where a Resource may stand outside."""
    unknown = [DeckEntry(1, "Nobody", outside, 9)] if outside else []
    (issue,) = told("deck-size", of(made("Battle"), have), *unknown)
    assert issue.undecided is is_open
    assert issue.severity == ("warning" if is_open else "error")
    remark = "; an unknown card outside the deck may be a Resource that makes it enough"
    assert issue.message.endswith(remark) is is_open


def test_one_unit_is_called_a_unit() -> None:
    (issue,) = told("unit-total", of(made("Ground"), 35))
    assert issue.advice == "add 1 unit"
    found = told("unit-ratio", of(made("Ground"), 1))
    assert all(" is more than " in issue.message for issue in found)


def test_sums_are_those_of_the_cards() -> None:
    """A deck by its sums is the very deck that is counted card by card."""
    cards = [
        made(kind, f"{kind} {side}", side)
        for kind in ("Ground", "Space", "Character", "Battle", "Mission")
        for side in ("light", "dark", "neutral", "yuuzhan-vong")
    ]
    whole = Deck(tuple(of(card, n) for n, card in enumerate(cards, 1)))
    judge = Judge("swtcg", on=DAY)
    assert judge.validate(whole).counts == slots(*whole.entries).counts


def test_what_a_format_says_of_a_card() -> None:
    """By all rules the worst, and by several possible states only what all of them say."""
    mark = LegalityMark("banned", "Own", "Made", since="2004-01-01")
    few = LegalityMark("restricted", "Own", "Made", since="2004-01-01")

    def status(card: Card, *states: tuple[str, str]) -> CardStatus:
        known = tuple(FormatState(parse_date(day), frozenset({code})) for day, code in states)
        own = Format("own", "Own", "printed-2005", lists="Own", states=known)
        return Judge(play_format=own, on=DAY).card_status(card)

    known = ("2003", "AOTC")
    assert status(made("Battle"), known) == CardStatus()
    assert status(made("Battle", "Made", "light", few, mark), known) == CardStatus("banned")
    assert status(made("Battle", "Made", "light", few), known) == CardStatus("restricted")
    assert status(made("Battle", "Made", "light", mark), ("2003", "SR")) == CardStatus("not in its sets")
    unsure = CardStatus("not in its sets", certain=False)
    assert status(made("Battle"), known, ("2004-06", "SR")) == unsure
    assert status(made("Battle"), ("2003", "SR"), ("2004-06", "PM")) == CardStatus("not in its sets")


# -- ambiguous names ------------------------------------------------------------------------------


def version(letter: str, side: str = "light", kind: str = "Character") -> Card:
    return replace(made(kind, f"Nobody ({letter})", side), version=letter)


def guest(card: Card) -> Card:
    """The card, with a text that lets it into Yuuzhan Vong decks."""
    return replace(card, facts={ALSO_FITS: ("yuuzhan-vong",)})


def may_be(*candidates: Card, copies: int = 1, zone: str = "Deck") -> DeckEntry:
    return DeckEntry(copies, "Nobody", zone, 9, candidates=candidates)


def test_units_that_an_ambiguous_name_may_be() -> None:
    """Of three copies all, some or none are units for certain; what is open may help a rule."""
    cases = {
        ("Character", "Ground"): ((3, 0, 0), (0, 3, 3)),
        ("Character", "Ground/Character"): ((3, 0, 3), (0, 3, 0)),
        ("Character", "Battle"): ((0, 0, 0), (3, 0, 3)),
        ("Battle", "Mission"): ((0, 0, 0), (0, 0, 0)),
    }
    for kinds, (sure, open_ones) in cases.items():
        versions = [version(letter, kind=kind) for letter, kind in zip("AB", kinds, strict=True)]
        counted = slots(of(made("Space"), 2), may_be(*versions, copies=3))
        ranges = [total((COUNTS[arena],), counted) for arena in ("units", "ground", "character")]
        assert tuple(one.low - 2 * (n == 0) for n, one in enumerate(ranges)) == sure
        assert tuple(one.high - one.low for one in ranges) == open_ones


def test_copies_of_one_card_whose_printings_differ_are_added_up() -> None:
    """Four of one printing and one that may be of either are five copies."""
    faces = (made("Ground"), made("Space"))
    entry = may_be(*faces, copies=2)._replace(certain_name=True)
    (issue,) = told("copy-limit", of(faces[0], 1), entry, entry._replace(quantity=3))
    assert (issue.have, issue.limit, issue.details) == (6, 4, {"card": "Made"})


def test_only_what_is_there_too_often_is_told() -> None:
    cards = [made("Battle", name) for name in ("Few", "Many", "Most")]
    found = told("copy-limit", *map(of, cards, (4, 5, 6)))
    assert [(i.details["card"], i.have, i.limit) for i in found] == [("Many", 5, 4), ("Most", 6, 4)]


def test_ambiguous_names_beyond_the_room_for_all_their_versions_are_too_many() -> None:
    """The copies that stand there already leave less room; a known card is never in a crowd."""
    one, two = version("A"), version("B")
    assert told("copy-limit", of(one, 3), may_be(one, two, copies=5)) == []
    (issue,) = told("copy-limit", of(one, 3), may_be(one, two, copies=6))
    assert (issue.have, issue.limit, issue.details) == (6, 5, {"card": "Nobody"})
    known = may_be(one, two, copies=9)._replace(certain_name=True, candidates=(one, one))
    assert [i.message for i in told("copy-limit", known)] == ["9 copies of Nobody (A), at most 4"]


def test_a_card_of_which_no_side_is_known_counts_as_neutral() -> None:
    """A source may leave the side out; the deck is judged all the same."""
    unsided = slots(of(replace(made("Ground"), side=None))).counts
    assert unsided == slots(of(made("Ground", side="neutral"))).counts
    assert unsided != slots(of(made("Ground"))).counts


def test_cards_that_yuuzhan_vong_decks_let_in_need_one_of_that_side() -> None:
    """A Light and a Dark card that both go into Yuuzhan Vong decks make no such deck."""
    light, host = guest(made("Battle", "Guest")), made("Battle", "Host", "yuuzhan-vong")
    dark = may_be(*(guest(version(letter, "dark")) for letter in "AB"))
    (issue,) = told("one-side", of(light), dark)
    assert (issue.severity, issue.undecided) == ("error", False)
    assert told("one-side", of(light), of(host), dark) == []


@pytest.mark.parametrize(("zone", "is_open"), [("Supply", False), ("Deck", True), ("Attic", True)])
def test_only_an_unknown_card_of_the_deck_may_open_the_supply(zone: str, is_open: bool) -> None:
    """What stands in the Supply opens it to nobody, so that it makes no deck of two sides legal."""
    of_a_side = of(made("Space", "Light"), 60), of(made("Character", "Dark", "dark"), 1, "Supply")
    found = told("one-side", *of_a_side, DeckEntry(1, "Nobody", zone, 9))
    assert [issue.undecided for issue in found] == ([] if is_open else [False])


def test_a_side_says_nothing_of_cards_in_zones_that_do_not_count() -> None:
    """In Supply the printed rules allow either side, and a list may restrict one version only."""
    few = LegalityMark("restricted", "Own", "Nobody (A)", since="2004-01-01")
    restricted = replace(version("A"), marks=(few,))
    known = (FormatState(parse_date("2003"), frozenset({"AOTC"})),)
    judge = Judge(play_format=Format("own", "Own", "printed-2004", lists="Own", states=known), on=DAY)
    numbers = {"Ground": 16, "Space": 16, "Character": 16, "Battle": 12}
    light = [of(made(k, f"{k} {n}"), 4) for k, many in numbers.items() for n in range(many // 4)]
    either = may_be(version("C"), version("D", "dark"))._replace(name="Another")
    for others, verdict in (((version("B", "dark"),), "unproven"), ((), "illegal")):
        aside = may_be(restricted, *others, copies=2, zone="Supply")
        assert judge.validate(Deck((*light, either, aside))).verdict == verdict


def test_what_the_texts_of_cards_say_is_told_with_its_place() -> None:
    """A synced text that nobody read leaves the verdict open; a text sets how many lie in the Supply."""
    unread = replace(made("Battle", "Unread"), facts={"unknown_text": ["your deck may"]})
    (issue,) = told("card-text", of(unread))
    assert (issue.code, issue.cite, issue.message, issue.undecided) == (
        "card-text",
        "text of the card",
        "Unread may say how decks are built: your deck may",
        True,
    )
    aside = replace(made("Battle", "Aside"), facts={"supply_copies": ["3"]})
    assert told("card-text", of(aside, 2, "Supply"), of(aside)) == told("card-text", of(aside, 4)) == []
    (issue,) = told("card-text", of(aside, 3, "Supply"), of(aside))
    assert (issue.have, issue.limit, issue.cite) == (4, 3, "text of the card")
