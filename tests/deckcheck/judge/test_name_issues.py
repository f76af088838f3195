"""What is told of ambiguous and unknown names, word for word, on decks of made cards."""

from dataclasses import replace
from datetime import date

import pytest

from db.cards.card import Card, Printing
from db.cards.dates import parse_date
from deckcheck.deck import Deck, DeckEntry
from deckcheck.judge.validate import Judge
from deckcheck.report import ERROR, Issue
from deckcheck.rules.edition import Format, FormatState
from deckcheck.rules.slot import first_entry

DAY = date(2026, 11, 21)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWX"


def version(letter: str, side: str = "light", kind: str = "Ground", base: str = "Nobody") -> Card:
    name = f"{base} ({letter})"
    printings = (Printing(name, "AOTC", letter, None),)
    return Card("swtcg", name, base, letter, None, side, kind, None, 1, 1, 1, 1, printings)


def open_name(*candidates: Card, copies: int = 1, note: str | None = None) -> DeckEntry:
    name = candidates[0].base_name
    return DeckEntry(copies, name, "Deck", 9, candidates=candidates, note=note)


def of(card: Card, copies: int) -> DeckEntry:
    return DeckEntry(copies, card.name, "Deck", 1, card)


def issues(*entries: DeckEntry, lists: str | None = None) -> list[Issue]:
    known = (FormatState(parse_date("2003"), frozenset({"AOTC"})),)
    own = Format("own", "Own", "printed-2005", lists=lists, states=known)
    return list(Judge("swtcg", own, on=DAY).validate(Deck(entries)).issues)


def told(entry: DeckEntry) -> Issue:
    (issue,) = [one for one in issues(entry) if one.code == "ambiguous-card"]
    return issue


def words(letters: str) -> list[str]:
    return [f"Nobody ({letter}) (AOTC, Light Ground, cost 1)" for letter in letters]


@pytest.mark.parametrize(
    ("number", "rest", "short"),
    [
        (2, "", "Nobody (A), Nobody (B)"),
        (3, "", "Nobody (A), Nobody (B), Nobody (C)"),
        (4, "", "Nobody (A), Nobody (B), Nobody (C) and 1 more"),
        (8, "", "Nobody (A), Nobody (B), Nobody (C) and 5 more"),
        (9, "; and 1 more", "Nobody (A), Nobody (B), Nobody (C) and 6 more"),
        (10, "; and 2 more", "Nobody (A), Nobody (B), Nobody (C) and 7 more"),
    ],
)
def test_long_lists_of_versions_are_cut_and_the_rest_is_counted(number: int, rest: str, short: str) -> None:
    issue = told(open_name(*map(version, LETTERS[:number])))
    shown = "; ".join(words(LETTERS[: min(number, 8)]))
    assert issue.message == f"Nobody: which version is not said; it may be {shown}{rest}"
    assert issue.aside == short
    assert issue.together == "ambiguous, which version is not said"


def test_names_that_are_not_several_cards_are_told_one_by_one() -> None:
    """Only what all of them have in common can stand before a list of names."""
    banned = [replace(version(x), printings=(Printing(x, "SR", x, None),)) for x in "AB"]
    assert told(open_name(version("A"))).together == ""
    assert told(open_name(version("A"), version("B"), note="an odd id")).together == ""
    assert told(open_name(version("A"), note="an odd id")).together == ""
    assert told(open_name(*banned)).together == ""
    assert told(open_name(banned[0], version("C"))).together != ""


def test_a_card_of_which_there_are_too_many_hides_no_suggestion_of_another() -> None:
    full, near = version("A", base="Full"), version("A", base="Near")
    unknown = DeckEntry(1, "Neer (A)", "Deck", 9, suggestions=("Full (A)", "Near (A)"))
    (issue,) = [i for i in issues(of(full, 5), of(near, 1), unknown) if i.code == "unknown-card"]
    assert issue.details["suggestions"] == ["Near (A)"]
    assert issue.advice == "did you mean Near (A)?"


def proof(*entries: DeckEntry, lists: str | None = None) -> list[str]:
    found = issues(*entries, lists=lists)
    return [i.message for i in found if (i.code, i.severity) == ("ambiguous-card", ERROR)]


def deck_with(ground: int, space: int) -> list[DeckEntry]:
    """A Light deck that lacks nothing but units."""
    kinds = {"Ground": ground, "Space": space, "Character": 12, "Battle": 40}
    cards = [version(str(n), kind=k, base=k) for k, many in kinds.items() for n in range(many)]
    return [of(card, 1) for card in cards]


def test_sides_that_are_tried_are_named() -> None:
    """Of many versions not each choice can be tried, but each side can."""
    either = [version(x, "dark", "Ground") for x in LETTERS[:12]]
    either += [version(x, "light", "Character") for x in LETTERS[12:]]
    (message,) = proof(*deck_with(9, 12), open_name(*either, copies=3))
    assert message == (
        "no choice of versions makes the deck legal: never cards of two sides together; Neutral cards go "
        "into any deck; at least 12 Ground units"
    )


@pytest.mark.parametrize("lists", [None, "Own"])
def test_versions_that_are_alike_to_rules_and_lists_are_tried_as_one(lists: str | None) -> None:
    """Three copies of 24 versions are 2,600 choices, but to the rules no more than four."""
    either = [version(x, kind="Ground") for x in LETTERS[:12]]
    either += [version(x, kind="Space") for x in LETTERS[12:]]
    full = proof(*deck_with(10, 10), open_name(*either, copies=3), lists=lists)
    rules = "at least 12 Space units; at least 12 Ground units"
    assert full == [f"no choice of versions makes the deck legal: {rules}"]
    assert proof(*deck_with(10, 10), open_name(*either, copies=4), lists=lists) == []


def test_the_entry_that_stands_first_gives_the_place_and_one_without_a_line_is_last() -> None:
    last, first, second = (
        DeckEntry(1, name, "Deck", line) for name, line in (("A", None), ("C", 1), ("B", 2))
    )
    assert first_entry([last, second, first]) is first
    assert first_entry([DeckEntry(1, "B", "Deck"), last]) is last
    assert first_entry([DeckEntry(1, "Z", "Deck", 0), first]).line == 0
