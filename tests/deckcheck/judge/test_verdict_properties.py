"""What is proven of a verdict must hold: of cards that are added, and of every choice of versions."""

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from itertools import combinations_with_replacement, product

import pytest

from db.cards.card import Card, LegalityMark, Printing
from deckcheck.deck import Deck, DeckEntry
from deckcheck.judge.validate import Judge
from deckcheck.report import ERROR, ILLEGAL, LEGAL, UNPROVEN
from tests.amounts import amount
from tests.deckcheck.judge.test_second_checker import RandomDecks, as_rows, hash_of
from tests.deckcheck.naive import check

DAY = date(2026, 11, 21)
WAYS = [
    ("printed", "printed-2002"),
    ("printed", "community"),
    ("standard", "community"),
    ("vintage", "printed-2004"),
]
DECKS = amount(350, 10_000)
MADE_UP_BY_MORE = frozenset({"deck-size", "unit-minimum", "unit-total", "unit-ratio", "empty-deck"})
"""What one more card may put right: minima and ratios."""


def errors(judge: Judge, deck: Deck) -> frozenset[str]:
    return frozenset(i.code for i in judge.validate(deck).issues if i.severity == ERROR)


@pytest.mark.parametrize(("play_format", "edition"), WAYS)
def test_one_more_card_puts_right_nothing_but_a_minimum_or_a_ratio(
    cards: tuple[Card, ...], play_format: str, edition: str
) -> None:
    """Else a player could buy legality with a card: no ban, limit or side is undone by more cards."""
    decks = RandomDecks(cards, seed=hash_of("more", play_format, edition))
    judge = Judge("swtcg", play_format, edition=edition, on=DAY)
    put_right = 0
    for _ in range(DECKS // len(WAYS)):
        deck = decks.deck()
        before = errors(judge, deck)
        card, zone = decks.rng.choice(cards), decks.rng.choice(["Deck", "Deck", "Supply"])
        if card.side == "yuuzhan-vong":
            continue  # it opens the deck to two cards whose text says so: the golden rule
        entry = DeckEntry(1, card.name, zone, 999, card, card.printings[0])
        after = errors(judge, replace(deck, entries=(*deck.entries, entry)))
        assert before - after <= MADE_UP_BY_MORE
        put_right += bool(before) and not after
    assert put_right or play_format != "printed"


def without_versions(deck: Deck, cards: dict[str, list[Card]], rng: random.Random) -> Deck:
    """The deck with some names written without their versions."""
    entries = []
    for entry in deck.entries:
        versions = cards[entry.card.base_name] if entry.card else []
        bare = len(versions) > 1 and rng.random() < 0.5
        name, candidates = versions[0].base_name if bare else "", tuple(versions)
        entries.append(
            entry._replace(name=name, card=None, printing=None, candidates=candidates) if bare else entry
        )
    return replace(deck, entries=tuple(entries))


def with_choice(deck: Deck, rng: random.Random) -> Deck:
    """The deck with a version chosen for every copy of every ambiguous name."""
    entries: list[DeckEntry] = []
    for entry in deck.entries:
        if entry.card is not None:
            entries.append(entry)
            continue
        # As often one version for all copies as another for each.
        one = rng.choice(entry.candidates)
        for _ in range(entry.quantity):
            card = one if entry.quantity % 2 else rng.choice(entry.candidates)
            entries.append(
                entry._replace(
                    quantity=1, name=card.name, card=card, printing=card.printings[0], candidates=()
                )
            )
    return replace(deck, entries=tuple(entries))


@pytest.mark.parametrize(("play_format", "edition"), WAYS)
def test_no_choice_of_versions_makes_a_deck_legal_that_was_judged_illegal(
    cards: tuple[Card, ...], play_format: str, edition: str
) -> None:
    """Else the program calls a deck illegal that its owner meant as a legal one."""
    by_base: dict[str, list[Card]] = {}
    for card in cards:
        if not any({"type", "side"} & p.differs.keys() for p in card.printings):
            by_base.setdefault(card.base_name, []).append(card)
    decks = RandomDecks(cards, seed=hash_of("versions", play_format, edition))
    judge = Judge("swtcg", play_format, edition=edition, on=DAY)
    seen: dict[tuple[str, bool], int] = {}
    for _ in range(DECKS // len(WAYS)):
        whole = decks.deck()
        deck = without_versions(whole, by_base, decks.rng)
        verdict = judge.validate(deck).verdict
        if verdict == ILLEGAL:
            for _ in range(2):
                assert judge.validate(with_choice(deck, decks.rng)).verdict == ILLEGAL
            assert judge.validate(whole).verdict == ILLEGAL
        elif deck != whole:
            assert verdict == UNPROVEN
        seen[verdict, deck != whole] = seen.get((verdict, deck != whole), 0) + 1
    assert {(ILLEGAL, True)} <= seen.keys()
    assert (UNPROVEN, True) in seen or play_format == "vintage"


# -- every choice, by the naive checker, over small catalogues --------------------------------------

SIDES = ("light", "light", "dark", "neutral", "yuuzhan-vong")
TYPES = ("Space", "Ground", "Character", "Character", "Space/Ground", "Battle")
LISTS = {"sets": {"FOR", "LEG"}, "banned": set[str](), "restricted": set[str]()}


class SmallCatalogue:
    """A few names with a few versions each, and cards enough to fill a deck around them."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.lists = {"sets": LISTS["sets"], "banned": set[str](), "restricted": set[str]()}
        kinds = [rng.choice(TYPES) for _ in range(4)]
        sides = [rng.choice(SIDES) for _ in range(4)]
        self.persons = [
            [
                self._card(
                    f"Person {n}",
                    letter,
                    sides[n] if rng.random() < 0.6 else rng.choice(SIDES),
                    kinds[n] if rng.random() < 0.6 else rng.choice(TYPES),
                )
                for letter in "ABC"[: rng.choice([1, 2, 2, 3])]
            ]
            for n in range(4)
        ]
        self.side = rng.choice(("light", "dark", "neutral"))
        self.fill = {
            kind: [self._card(f"{kind} {n}", None, self.side, kind, listed=False) for n in range(8)]
            for kind in ("Space", "Ground", "Character", "Battle")
        }

    def _card(self, base: str, version: str | None, side: str, kind: str, *, listed: bool = True) -> Card:
        name = f"{base} ({version})" if version else base
        code = "ANH" if listed and self.rng.random() < 0.2 else "FOR"
        marks: tuple[LegalityMark, ...] = ()
        if listed and self.rng.random() < 0.3:
            status = self.rng.choice(["banned", "restricted"])
            self.lists[status].add(name)
            marks = (LegalityMark(status, "Standard", name, since="2020-01-01"),)
        return Card(
            "swtcg",
            name,
            base,
            version,
            None,
            side,
            kind,
            None,
            1,
            1,
            1,
            1,
            (Printing(name, code, None, None),),
            marks,
        )

    def deck(self) -> Deck:
        """About sixty cards at the borders, and up to three ambiguous names of few copies."""
        rng, entries = self.rng, []
        for kind, most in (("Space", 12), ("Ground", 12), ("Character", 13), ("Battle", 24)):
            left = most - rng.choice([0, 0, 0, 0, 1])
            for card in self.fill[kind]:
                copies = min(4, left)
                left -= copies
                if copies:
                    entries.append(entry_of(card, copies))
        for person in rng.sample(self.persons, rng.choice([1, 2, 2, 3])):
            if rng.random() < 0.4:
                entries.append(entry_of(person[0], rng.choice([1, 3, 4, 4])))
            copies = rng.choice([1, 1, 2, 3]) if len(person) > 1 else rng.choice([1, 4, 5])
            entries.append(DeckEntry(copies, person[0].base_name, "Deck", None, candidates=tuple(person)))
        return Deck(tuple(entries))


def entry_of(card: Card, copies: int) -> DeckEntry:
    return DeckEntry(copies, card.name, "Deck", None, card, card.printings[0])


def every_choice(deck: Deck) -> Iterator[Deck]:
    """The deck with each choice of a version for each copy of each ambiguous name."""
    known = tuple(e for e in deck.entries if e.card is not None)
    names = [e for e in deck.entries if e.card is None]
    choices = [list(combinations_with_replacement(e.candidates, e.quantity)) for e in names]
    for chosen in product(*choices):
        copies = tuple(entry_of(card, 1) for cards in chosen for card in cards)
        yield Deck((*known, *copies))


@pytest.mark.parametrize(
    ("play_format", "edition"),
    [("printed", "printed-2004"), ("printed", "community"), ("standard", "community")],
)
@pytest.mark.parametrize("decks", [amount(60, 10_000)])
def test_a_deck_is_judged_illegal_just_when_every_choice_of_versions_is(
    play_format: str, edition: str, decks: int
) -> None:
    """By brute force: what is proven is true, and what is true of every choice of a few is proven."""
    rng = random.Random(hash_of("choices", play_format, edition))
    judge = Judge("swtcg", play_format, edition=edition, on=DAY)
    missed = proven = open_ = 0
    for _ in range(decks):
        small = SmallCatalogue(rng)
        deck = small.deck()
        lists = small.lists if play_format == "standard" else None
        verdict = judge.validate(deck).verdict
        assert verdict != LEGAL
        free = any(
            not any(not code.endswith("?") for code, _ in check(as_rows(choice), edition, lists))
            for choice in every_choice(deck)
        )
        if verdict == ILLEGAL:
            assert not free
            proven += 1
        elif free:
            open_ += 1
        else:
            missed += 1
    assert proven > decks // 10
    assert open_ > decks // 50
    assert not missed, missed
