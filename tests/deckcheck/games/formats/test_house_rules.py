"""Rules that a format states by queries: against every choice of what unclear names may be."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement, product

import pytest

from db.cards.card import Card, Printing
from deckcheck.deck import Deck, DeckEntry, UnreadEntry
from deckcheck.games.formats.house_rules import HouseRule
from deckcheck.games.swtcg.zones import ZONES
from deckcheck.judge.validate import Judge
from deckcheck.query import parse_query
from deckcheck.report import ERROR, WARNING, Issue
from deckcheck.rules.compiled import DeckModel, Unstated, rows_of, violated
from deckcheck.rules.edition import CardStatus, Format, Status
from deckcheck.rules.evaluate import BROKEN, KEPT, allows, status_of
from deckcheck.rules.findings import issues_in
from deckcheck.rules.slot import DeckSlots, Slot
from deckcheck.rules.table import table_of
from tests.amounts import amount

COUNTED = frozenset({"Deck", "Supply"})
ROUNDS = amount(1_500, 40_000)


def card(name: str, title: str, cost: int) -> Card:
    printings = (Printing(name, "A", "1", "C"),)
    return Card("swtcg", name, title, None, None, "light", "Battle", None, cost, None, None, None, printings)


CARDS = (card("A1", "A", 1), card("A2", "A", 2), card("B1", "B", 1), card("C2", "C", 2))
WRONG = card("D9", "D", 9)
RULES = [
    HouseRule("Own", parse_query(query), least, most, per, zone)
    for query in ("", "cost=1", "not cost=1")
    for least, most in ((2, None), (None, 0), (None, 1), (None, 2), (1, 3), (2, 2))
    for per in ("", "name", "title")
    for zone in ("", "Deck", "Supply")
]


def decks(chance: random.Random) -> Iterator[Deck]:
    """Small decks, of which some have names that may be several cards, or any."""
    while True:
        entries = []
        for line in range(chance.choice((1, 2, 3))):
            zone, copies = (chance.choice(("Deck", "Deck", "Supply", "Sideboard")), chance.choice((1, 1, 2)))
            one = chance.choice(CARDS)
            entry = DeckEntry(copies, one.name, zone, line + 1, one)
            what = chance.random()
            if what < 0.3:
                may_be = tuple(chance.sample(CARDS, 2))
                entry = entry._replace(name=f"may be {line}", card=None, candidates=may_be)
            elif what < 0.4:
                entry = entry._replace(name="nobody knows", card=None)
            elif what < 0.45:
                entry = entry._replace(zone="Attic")
            entries.append(entry)
        yield Deck(tuple(entries))


def choices(deck: Deck) -> Iterator[Counter[tuple[str, Card]]]:
    """The copies by zone and card, for all that unclear names and zones may be."""
    ways: list[list[list[tuple[str, Card]]]] = []
    for entry in deck.entries:
        cards = (entry.card,) if entry.card else entry.candidates or (*CARDS, WRONG)
        zones = (entry.zone,) if entry.zone in ZONES else ("Deck", "Supply", "Sideboard")
        # A card in a zone of no name may be meant as any other card as well.
        cards = cards if entry.zone in ZONES else (*CARDS, WRONG)
        ways.append(
            [list(way) for way in combinations_with_replacement(list(product(zones, cards)), entry.quantity)]
        )
    for way in product(*ways):
        yield Counter(slot for of_entry in way for slot in of_entry)


def keeps(rule: HouseRule, copies: Counter[tuple[str, Card]]) -> bool:
    """The rule as its fields say it, without any of its code."""
    costs = {"": (1, 2, 9), "cost=1": (1,), "not cost=1": (2, 9)}
    counted: Counter[str] = Counter()
    for (zone, one), n in copies.items():
        if zone in ({rule.zone} if rule.zone else COUNTED) and one.cost in costs[rule.query.text]:
            counted[{"": "", "name": one.name, "title": one.base_name}[rule.per]] += n
    numbers = list(counted.values()) if rule.per else [counted[""]]
    return all(
        (rule.least is None or n >= rule.least) and (rule.most is None or n <= rule.most) for n in numbers
    )


def issues(rule: HouseRule, deck: Deck) -> list[Issue]:
    return issues_in(rule.requirements(), DeckSlots(deck, COUNTED, zones=ZONES, counting={}), "say which")


def states(rule: HouseRule, deck: Deck) -> set[str]:
    """The states of the rule in the table of requirements."""
    view = DeckSlots(deck, COUNTED, zones=ZONES, counting={})
    return {row.state for row in table_of(rule.requirements(), view)}


def is_unclear(deck: Deck) -> bool:
    return any(entry.card is None or entry.zone == "Attic" for entry in deck.entries)


def test_an_error_holds_whatever_unclear_names_mean_and_silence_is_kept_by_some() -> None:
    """A guess that decides would throw a player out, or let one in, over a name that is not clear."""
    chance, seen = random.Random("house rules"), Counter[str]()
    for _, deck in zip(range(ROUNDS), decks(chance), strict=False):
        rule = chance.choice(RULES)
        found = issues(rule, deck)
        kept = [keeps(rule, way) for way in choices(deck)]
        errors = [issue for issue in found if issue.severity == ERROR]
        if errors:
            assert not any(kept), (rule, deck)
        if not is_unclear(deck):
            assert bool(found) is not all(kept), (rule, deck)
        # Of a sum all that can be proven is proven; of each name, all but what several names share.
        if not rule.per or not is_unclear(deck):
            assert bool(errors) is not any(kept), (rule, deck)
        assert all(issue.undecided is (issue.severity == WARNING) for issue in found)
        # The table of requirements calls kept only what is kept whatever unclear names mean.
        shown = states(rule, deck)
        assert shown != {KEPT} or all(kept), (rule, deck)
        assert BROKEN not in shown or not any(kept), (rule, deck)
        seen.update({"errors": bool(errors), "open": len(found) > len(errors), "kept": not found})
    assert min(seen.values()) > ROUNDS // 50, seen


@pytest.mark.parametrize(
    ("most", "told"), [(0, ""), (1, "there more than once"), (2, "there more than 2 times")]
)
def test_many_names_beyond_a_bound_are_told_together_by_how_often_they_may_be_there(
    most: int, told: str
) -> None:
    """A report of many lines says the bound once for all of them: a wrong one sends players to the rules."""
    deck = Deck(tuple(DeckEntry(3, one.name, "Deck", line, one) for line, one in enumerate(CARDS, 1)))
    found = issues(HouseRule("Own", parse_query(""), None, most, "name"), deck)
    assert [(issue.have, issue.together) for issue in found] == [(3, told)] * len(CARDS)


def test_the_copies_of_all_unknown_names_together_may_be_what_a_name_lacks() -> None:
    deck = Deck((entry(B1, 1), *(DeckEntry(1, f"nobody {line}", "Deck", line) for line in (2, 3))))
    states = [
        [issue.undecided for issue in issues(HouseRule("Own", parse_query(""), least, None, "name"), deck)]
        for least in (3, 4)
    ]
    assert states == [[True], [False]]


def test_a_repair_counts_as_the_judge_does() -> None:
    """With bounds of its own it would propose decks that are illegal, or miss the nearest one."""
    chance, model = random.Random("repairs"), DeckModel(CARDS, ZONES, COUNTED)
    for _, deck in zip(range(ROUNDS), decks(chance), strict=False):
        rule = chance.choice(RULES)
        constraints = rows_of(rule.requirements(), model)
        if is_unclear(deck) or any(isinstance(one, Unstated) for one in constraints):
            assert is_unclear(deck) or (rule.per and rule.least is not None)
            continue
        copies = Counter[Slot]()
        for entry in deck.entries:
            assert entry.card is not None
            copies[Slot(entry.zone, entry.card)] += entry.quantity
        assert bool(violated(constraints, copies)) is bool(issues(rule, deck)), (rule, deck)


def entry(one: Card, copies: int) -> DeckEntry:
    return DeckEntry(copies, one.name, "Deck", 1, one)


def beside(one: DeckEntry) -> DeckEntry:
    """The same line in a zone that the edition does not count."""
    return one._replace(zone="Sideboard", line=2)


def either(copies: int, *cards: Card) -> DeckEntry:
    return DeckEntry(copies, "A", "Deck", 7, candidates=cards)


A1, A2, B1, C2 = CARDS
CHEAP = parse_query("cost=1")


@pytest.mark.parametrize(
    ("rule", "entries", "message", "advice"),
    [
        (
            HouseRule("Own", CHEAP, 3),
            [entry(A1, 2)],
            "2 cards that match cost=1, at least 3 expected",
            "add 1 card",
        ),
        (
            HouseRule("Own", CHEAP, None, 0),
            [entry(A1, 1), entry(A2, 3)],
            "1 card that matches cost=1, none allowed",
            "take out 1 card",
        ),
        (
            HouseRule("Own", parse_query(""), None, 3, zone="Deck"),
            [entry(A2, 5)],
            "5 cards in Deck, at most 3",
            "take out 2 cards",
        ),
        (
            HouseRule("Own", CHEAP, None, 1, "name", message="one of each"),
            [entry(B1, 3)],
            "one of each: 3 copies of B1, at most 1",
            "take out 2 copies",
        ),
        (
            HouseRule("Own", CHEAP, 2, 2, "name"),
            [entry(B1, 1)],
            "1 copy of B1, at least 2 expected",
            "add 1 card",
        ),
        (
            HouseRule("Own", parse_query(""), None, 1, "title"),
            [entry(A1, 1), entry(A2, 1)],
            "2 copies of A, at most 1",
            "take out 1 copy",
        ),
        (
            HouseRule("Own", parse_query(""), None, 1, "name"),
            [entry(A1, 1), either(2, A1, A2)],
            "2 cards called A and room for 1 among all that they may be (A1, A2), at most 1 of each",
            "take out 1 copy",
        ),
        (
            HouseRule("Own", parse_query(""), None, 2, "name"),
            [entry(A1, 1), entry(B1, 2), either(2, A1, B1)],
            "2 cards called A and room for 1 among all that they may be (A1, B1), at most 2 of each",
            "take out 1 copy",
        ),
        (
            HouseRule("Own", parse_query(""), None, 1, "name"),
            [beside(entry(A1, 1)), beside(either(3, A1, A2)), either(3, A1, A2)],
            "3 cards called A and room for 2 among all that they may be (A1, A2), at most 1 of each",
            "take out 1 copy",
        ),
        (
            HouseRule("Own", parse_query("not cost=1"), None, 1, "title"),
            [entry(A1, 1), either(3, A2, C2)],
            "3 cards called A and room for 2 among all that they may be (A2, C2), at most 1 of each",
            "take out 1 copy",
        ),
    ],
)
def test_a_finding_says_numbers_names_and_what_to_do(
    rule: HouseRule, entries: Sequence[DeckEntry], message: str, advice: str
) -> None:
    (found,) = issues(rule, Deck(tuple(entries)))
    assert (found.message, found.advice, found.severity) == (message, advice, ERROR)
    assert (found.code, found.cite) == ("house-rule", "house rule of Own")
    assert found.details["of"] == rule.query.text


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        (HouseRule("Own", CHEAP, 3), "at least 3 cards that match cost=1"),
        (HouseRule("Own", CHEAP, 1), "at least 1 card that matches cost=1"),
        (HouseRule("Own", CHEAP, None, 0), "no cards that match cost=1"),
        (HouseRule("Own", CHEAP, 2, 4, zone="Deck"), "2 to 4 cards that match cost=1 in Deck"),
        (HouseRule("Own", parse_query(""), 2, 2), "exactly 2 cards"),
        (HouseRule("Own", CHEAP, None, 1, "name"), "at most 1 of each card that matches cost=1"),
        (HouseRule("Own", parse_query(""), None, 1, "title"), "at most 1 of each title"),
        (HouseRule("Own", CHEAP, None, 0, message="no cheap ones"), "no cheap ones"),
    ],
)
def test_a_rule_is_a_sentence(rule: HouseRule, sentence: str) -> None:
    assert rule.sentence == sentence


def test_a_line_that_cannot_be_read_may_hold_what_is_missing() -> None:
    deck = Deck((entry(A2, 1),), unread=(UnreadEntry(2, "4x ???", "no name"),))
    (found,) = issues(HouseRule("Own", CHEAP, 3), deck)
    assert found.undecided


def test_a_card_that_no_deck_may_have_counts_as_banned() -> None:
    """`cards search legal:...` and the choice of versions ask for it."""
    (rule,) = HouseRule("Own", CHEAP, None, 0).requirements()
    assert (status_of(rule, A1), status_of(rule, A2)) == (CardStatus(Status.BANNED), None)
    assert (allows(rule, A1), allows(rule, A2)) == (False, True)
    for stated in (HouseRule("Own", CHEAP, None, 1), HouseRule("Own", CHEAP, None, 0, zone="Deck")):
        (lax,) = stated.requirements()
        assert status_of(lax, A1) is None
        assert allows(lax, A1)


def judged(rule: HouseRule, *entries: DeckEntry) -> set[tuple[str, str]]:
    own = Format(
        "own",
        "Own",
        "printed-2005",
        house_rules=(rule,),
        file="own.toml",
        numbers={"deck-size": False, "unit-minimum": False, "unit-ratio": False},
    )
    report = Judge("swtcg", own).validate(Deck(tuple(entries)))
    return {(issue.code, issue.severity) for issue in report.issues}


def test_versions_that_differ_only_for_a_house_rule_are_told_apart() -> None:
    """Both are Light Battle cards: for the rulebook alone one choice of them stands for all."""
    open_name = either(1, A1, A2)
    for rule in (HouseRule("Own", CHEAP, None, 0), HouseRule("Own", CHEAP, 1)):
        assert {code for code, severity in judged(rule, open_name) if severity == ERROR} == set()
    assert ("house-rule", ERROR) in judged(HouseRule("Own", CHEAP, 2), open_name, entry(A2, 3))
    third = replace(C2, name="A3", base_name="A", cost=3)
    one_of_title = HouseRule("Own", parse_query("not cost=1"), None, 1, "title")
    assert ("house-rule", ERROR) in judged(one_of_title, either(2, A2, third))
    assert judged(one_of_title, either(2, A1, third)) == {("ambiguous-card", WARNING)}
