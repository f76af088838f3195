"""What lists and sets say of cards, word for word, on made cards that state just that."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import pytest

from db.cards.card import Card, LegalityMark, PlayFormat, Printing
from db.cards.dates import ImpreciseDate, parse_date
from deckcheck.deck import Deck, DeckEntry
from deckcheck.errors import UnknownPlayFormatError
from deckcheck.games import get_game
from deckcheck.games.formats import stated_formats
from deckcheck.games.formats.list_rules import (
    list_rules,
    marked,
    no_state,
    own_lists,
    set_legality,
    unknown_lists,
)
from deckcheck.games.formats.releases import early_editions, not_released, on_sale
from deckcheck.games.formats.stated_formats import find_format, formats_of, get_format
from deckcheck.games.swtcg.zones import ZONES
from deckcheck.report import Issue
from deckcheck.rules.edition import CardStatus, Edition, Format, FormatState, ListedCard
from deckcheck.rules.evaluate import allows, status_of
from deckcheck.rules.findings import issues_with_crowds
from deckcheck.rules.requirement import Requirement
from deckcheck.rules.slot import DeckSlots

DAY = date(2004, 6, 15)
MARK = LegalityMark("banned", "Own", "One", since="2004-01-01")


def card(
    name: str = "One",
    *marks: LegalityMark,
    sets: Sequence[tuple[str, str | None]] = (("A", "2003"),),
    past: tuple[LegalityMark, ...] = (),
) -> Card:
    printings = tuple(Printing(name, code, "1", None, released=when) for code, when in sets)
    return Card(
        "swtcg",
        name,
        name,
        None,
        None,
        "light",
        "Battle",
        None,
        None,
        None,
        None,
        None,
        printings,
        marks,
        past_marks=past,
    )


def of(one: Card, quantity: int = 1, zone: str = "Deck") -> DeckEntry:
    return DeckEntry(quantity, one.name, zone, 1, one)


def either(name: str, quantity: int, *cards: Card) -> DeckEntry:
    return DeckEntry(quantity, name, "Deck", 2, candidates=cards)


def deck(*entries: DeckEntry) -> DeckSlots:
    return DeckSlots(Deck(entries), frozenset({"Deck"}), zones=ZONES, counting={})


def check(rule: Requirement, found: DeckSlots) -> list[Issue]:
    return list(issues_with_crowds(rule, found))


def facts(issue: Issue) -> tuple[str, str, int | None, int | None, bool, str | None]:
    return (issue.code, issue.severity, issue.have, issue.limit, issue.undecided, issue.advice)


NOBODY = DeckEntry(3, "Nobody knows", "Deck", 9)

# -- lists that the card lists mark ---------------------------------------------------------------


def test_what_a_marked_list_says_of_a_card() -> None:
    barred, free = card("One", MARK), card("Free")
    gone = card("Gone", past=(MARK._replace(until="2004-06-15"),))
    was = card("Was", past=(MARK._replace(until="2004-06-16"),))
    doubtful = card("Doubtful", MARK._replace(since=None))
    other = card("Other", MARK._replace(status="restricted"))
    rule = marked("banned", "Own", "Own", DAY, certain=False)
    every = (barred, free, gone, was, doubtful, other)
    sure, unsure = CardStatus("banned"), CardStatus("banned", certain=False)
    assert [status_of(rule, one) for one in every] == [sure, None, None, sure, unsure, None]
    assert [allows(rule, one) for one in every] == [False, True, True, False, True, True]
    issues = {i.cards[0].name: i for i in check(rule, deck(*map(of, every), NOBODY))}
    assert sorted(issues) == ["Doubtful", "One", "Was"]
    assert facts(issues["One"]) == ("banned", "error", 1, 0, False, "take out 1")
    assert issues["One"].message == "One is banned in Own: 1 copy, no copy allowed"
    assert (issues["One"].details, issues["One"].aside) == ({"card": "One"}, "")
    assert issues["One"].together == "banned in Own, no copy allowed"
    assert issues["Was"].message == ("Was is banned in Own (the mark stands at One): 1 copy, no copy allowed")
    assert issues["Was"].aside == "the mark stands at One"
    assert facts(issues["Doubtful"]) == ("banned", "warning", 1, 0, True, "take out 1")
    open_text = "no copy allowed; whether it already was on 2004-06-15 is not known"
    assert issues["Doubtful"].message.endswith(f": 1 copy, {open_text}")
    assert issues["Doubtful"].together == f"banned in Own, {open_text}"


def test_copies_of_ambiguous_names_beside_those_of_a_restricted_list() -> None:
    """Each copy in the deck leaves less room for a name that may be the same card."""
    mark = MARK._replace(status="restricted")
    one, two = card("One", mark), card("Two", mark)
    rule = marked("restricted", "Own", "Own", DAY, certain=True)
    lines = (of(one), of(one, 1, "Supply"), either("Either", 2, one, two), NOBODY)
    listed, crowd = check(rule, deck(*lines))
    assert facts(listed) == ("restricted", "error", 2, 1, False, "take out 1")
    assert facts(crowd) == ("restricted", "error", 2, 1, False, "take out 1")
    assert crowd.message == (
        "Either: all that it may be (One, Two) is restricted in Own, at most 1 of each allowed, "
        "and there is room for 1"
    )
    assert crowd.details == {"card": "Either"}
    free = check(marked("restricted", "Own", "Own", DAY, certain=True), deck(either("E", 9, one, card("X"))))
    assert list(free) == []
    barred = marked("banned", "Own", "Own", DAY, certain=True)
    (crowd,) = check(barred, deck(either("Name", 1, card("One", MARK), card("Two", MARK))))
    assert crowd.message == (
        "Name: all that it may be (One, Two) is banned in Own, no copy allowed, and there is room for 0"
    )


# -- a list of a format's own ---------------------------------------------------------------------


def listed(name: str, status: str, since: str = "2004-01-01", until: str | None = None) -> ListedCard:
    return ListedCard(name, status, parse_date(since), parse_date(until) if until else None)


def own(*cards: ListedCard) -> Requirement:
    (rule,) = own_lists(Format("own", "Own", "printed-2005", listed=cards), DAY)
    return rule


def test_what_an_own_list_says_of_a_card() -> None:
    rule = own(
        listed("Barred", "banned"),
        listed("Few", "restricted"),
        listed("Which", "listed"),
        listed("May", "banned", "2004-06"),
        listed("Still", "restricted", "2004-01-01", "2004-06"),
    )
    named = [card(name) for name in ("Barred", "Few", "Which", "May", "Still", "Free")]
    assert [status_of(rule, one) for one in named] == [
        CardStatus("banned"),
        CardStatus("restricted"),
        CardStatus("banned", certain=False),
        CardStatus("banned", certain=False),
        CardStatus("restricted", certain=False),
        None,
    ]
    assert [allows(rule, one) for one in named] == [False, True, True, True, True, True]
    issues = {i.cards[0].name: i for i in check(rule, deck(*(of(one, 2) for one in named), NOBODY))}
    told = {name: (i.code, i.severity, i.limit, i.message) for name, i in issues.items()}
    assert told == {
        "Barred": (
            "banned",
            "error",
            0,
            "Barred is banned in Own (from 2004-01-01 on): 2 copies, no copy allowed",
        ),
        "Few": (
            "restricted",
            "error",
            1,
            "Few is restricted in Own (from 2004-01-01 on): 2 copies, at most 1 allowed",
        ),
        "Which": (
            "restricted",
            "error",
            1,
            "Which is banned or restricted in Own (from 2004-01-01 on): 2 copies, at most 1 allowed",
        ),
        "May": (
            "banned",
            "warning",
            0,
            "May is banned in Own (from 2004-06 on); whether it already was on 2004-06-15 is not known: 2 copies, no copy allowed",
        ),
        "Still": (
            "restricted",
            "warning",
            1,
            "Still is restricted in Own (from 2004-01-01 on); whether it still was on 2004-06-15 is not known: 2 copies, at most 1 allowed",
        ),
    }
    (once,) = check(rule, deck(of(card("Which"))))
    assert (once.code, once.undecided, once.message) == (
        "banned",
        True,
        (
            "Which is banned or restricted in Own (from 2004-01-01 on); which of the two is not "
            "known: 1 copy, no copy allowed"
        ),
    )
    first, second = listed("Two", "restricted"), listed("Two", "banned", "2004-06")
    (issue,) = check(own(first, second), deck(of(card("Two"))))
    assert (issue.undecided, issue.message) == (
        True,
        "Two is restricted in Own (from 2004-01-01 on): 1 copy, no copy allowed",
    )
    both = own(listed("Both", "banned", "2004-06", "2004-09"))
    (issue,) = check(both, deck(of(card("Both"))))
    assert "; whether it already was on 2004-06-15 is not known" in issue.message


def test_copies_of_ambiguous_names_beside_those_of_an_own_list() -> None:
    few, less, barred = card("Few"), card("Less"), card("Barred")
    rule = own(listed("Few", "restricted"), listed("Less", "restricted"), listed("Barred", "banned"))
    lines = (of(few), of(few, 1, "Supply"), either("Either", 2, few, less), NOBODY)
    listed_issue, crowd = sorted(check(rule, deck(*lines)), key=lambda i: i.message, reverse=True)
    assert facts(listed_issue) == ("restricted", "error", 2, 1, False, "take out 1")
    assert facts(crowd) == ("restricted", "error", 2, 1, False, "take out 1")
    assert crowd.message == (
        "Either: all that it may be (Few, Less) is banned or restricted in Own: 2 copies, "
        "and there is room for 1"
    )
    (issue,) = check(rule, deck(either("Name", 1, barred)))
    assert facts(issue) == ("banned", "error", 1, 0, False, "take out 1")
    (issue,) = check(rule, deck(of(few), either("Name", 1, barred, few)))
    assert (issue.code, issue.limit) == ("restricted", 0)


# -- days -----------------------------------------------------------------------------------------


def test_what_is_not_known_of_a_day_is_never_certain() -> None:
    known = FormatState(parse_date("2003"), frozenset({"A"}))
    for state in (known._replace(known=False), known._replace(played=False)):
        rule = no_state(Format("own", "Own", "printed-2005", states=(state,)), DAY)
        assert status_of(rule, card()) == CardStatus("not in its sets", certain=False)
    lists = unknown_lists(Format("own", "Own", "printed-2005"), DAY)
    assert status_of(lists, card()) == CardStatus("banned", certain=False)


def test_what_sets_say_of_a_card() -> None:
    rule = set_legality("Own", frozenset({"A"}))
    one, other = card(), card("Other", sets=(("B", "2003"),))
    assert [status_of(rule, each) for each in (one, other, one)] == [
        None,
        CardStatus("not in its sets"),
        None,
    ]


def test_whether_a_card_was_on_sale() -> None:
    rule = on_sale("Own", frozenset({"A", "B"}), DAY)
    sold, later = card("Sold"), card("Later", sets=(("A", "2004-07"), ("B", "2005"), ("C", "2003")))
    unsure, reprint = card("Unsure", sets=(("A", "2004"),)), card("Reprint", sets=(("C", None),))
    every = (sold, later, unsure, reprint)
    no = CardStatus("not in its sets")
    assert [status_of(rule, one) for one in every] == [None, no, no._replace(certain=False), None]
    told = [(i.undecided, i.message) for i in check(rule, deck(*map(of, every), NOBODY))]
    assert told == [
        (False, "Later was not on sale on 2004-06-15: A came out in 2004-07 and B came out in 2005"),
        (True, "whether Unsure was on sale on 2004-06-15 is not known: A came out in 2004"),
    ]
    (crowd,) = check(rule, deck(either("Name", 2, later), either("Other", 1, later, unsure), NOBODY))
    assert crowd.message == "Name: none of Later was on sale on 2004-06-15"


def test_cards_that_were_not_on_sale_are_told_once_for_all() -> None:
    rule = not_released(DAY)
    late = [card(f"Late {n}", sets=(("C", None), ("B", "2005"), ("A", "2004-07"))) for n in range(6)]
    early = [replace(one, printings=one.printings[1:]) for one in late]
    assert list(check(rule, deck(of(card()), NOBODY, of(late[0])))) == []
    (issue,) = check(rule, deck(NOBODY, of(card()), of(early[0])))
    assert facts(issue) == ("not-released", "warning", 1, 0, False, "choose a later day")
    assert issue.cite == ""
    assert issue.message == ("1 card was not on sale yet on 2004-06-15: Late 0 (A came out in 2004-07)")
    for number, more in ((5, ""), (6, " and 1 more")):
        (issue,) = check(rule, deck(*(of(one, 2) for one in early[:number])))
        names = ", ".join(f"Late {n} (A came out in 2004-07)" for n in range(5))
        assert issue.message == (f"{2 * number} cards were not on sale yet on 2004-06-15: {names}{more}")
    (issue,) = check(not_released(DAY), deck(of(card("Bare", sets=()))))
    assert issue.message == "1 card was not on sale yet on 2004-06-15: Bare"


def test_editions_that_were_not_printed_yet_are_told() -> None:
    kinds = [
        Edition("no-book", "House rules", (), frozenset()),
        Edition("old", "Old book", (), frozenset(), published="2002"),
        Edition("new", "New book", (), frozenset(), published="2005-03"),
        Edition("newer", "Newer book", (), frozenset(), published="2006"),
    ]
    assert list(early_editions([*kinds, *kinds], DAY)) == [
        "on 2004-06-15 the New book did not exist yet; it came in 2005-03",
        "on 2004-06-15 the Newer book did not exist yet; it came in 2006",
    ]


def test_a_format_by_sales_asks_for_the_day_of_each_card() -> None:
    known = FormatState(parse_date("2003"), frozenset({"A"}), banned=None, restricted=None)
    sold = Format("own", "Own", "printed-2005", states=(known,), on_sale=True)
    wanted = (set_legality("Own", frozenset({"A"})), on_sale("Own", frozenset({"A"}), DAY))
    rules = list_rules(sold, DAY, date.min)
    assert [rule.cite for rule in rules] == [rule.cite for rule in wanted]
    later, other = card("Later", sets=(("A", "2004-07"),)), card("Other", sets=(("B", "2003"),))
    found = [[allows(rule, one) for one in (card(), later, other)] for rule in rules]
    assert found == [[True, True, False], [True, False, True]]


@pytest.mark.parametrize(
    ("since", "begin"),
    [("2004-06-15", DAY), ("2004-06", date(2004, 6, 30)), ("2004-06-15..", DAY), ("..", date.max)],
)
def test_states_stand_in_the_order_in_which_they_surely_began(since: str, begin: date) -> None:
    earliest, _, open_end = since.partition("..")
    when = parse_date(since) if not open_end and ".." not in since else None
    when = when or ImpreciseDate(DAY if earliest else None, None, since)
    assert stated_formats._begin(FormatState(when, None)) == begin


# -- formats that sources state -------------------------------------------------------------------


def test_formats_that_sources_state_stand_beside_ours() -> None:
    game = get_game("destiny")
    new = PlayFormat("NEW", "Newest", "src", "2020-01-01", {"sets": ["AW"], "errata": ["1", "2"]})
    bare = PlayFormat("BARE", "Bare", "src", "2020-01-02", {"sets": []})
    found = find_format(game, "newest", [new])
    assert found is not None
    (state,) = found.states
    assert (found.code, state.sets) == ("new", frozenset({"AW"}))
    assert state.note == ("as the source src states it; it says that the texts of 2 cards were changed")
    everywhere = find_format(game, "BARE", iter([new, bare]))
    assert everywhere is not None
    assert (everywhere.states[0].sets, everywhere.states[0].note) == (None, "as the source src states it")
    assert find_format(game, "Neuest", [new]) is None
    assert find_format(game, "standard", [new]) == find_format(game, "standard")
    assert get_format(game, "newest", iter([new])) == found
    with pytest.raises(UnknownPlayFormatError, match=r"'Neuest'.*Known formats: .*, new\.") as raised:
        get_format(game, "Neuest", iter([new]))
    assert game.name in str(raised.value)
    ours = get_game("swtcg")
    assert formats_of(ours, [new]) == tuple(ours.formats()) == formats_of(ours)
    assert find_format(ours, "newest", [new]) is None
    assert find_format(ours, "standard", [new]) == find_format(ours, "standard")
