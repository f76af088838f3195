"""Random broken decks of real cards, against the naive checker and an exhaustive search.

The search is written apart from the engine: it goes through all counts of units by arenas, ever
farther from the deck, and asks the rulebook's numbers of each. It knows nothing of constraints.
"""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry
from deckcheck.judge.validate import Judge
from deckcheck.repair.prepared import PreparedCards
from deckcheck.repair.problem import Conditions
from deckcheck.repair.repair import RepairOptions, repair_deck
from deckcheck.repair.result import Repair
from tests.amounts import amount
from tests.deckcheck.naive.swtcg import LET_IN, SETS, check_swtcg, marked
from tests.deckcheck.random_decks.decks import seed_of
from tests.deckcheck.random_decks.swtcg import rows_of

FARTHEST = 5
"""How far from a deck the search looks; beyond, the decks are only judged."""

DECKS = amount(15, 1_500)
"""Decks for each of the seven ways to judge: 10,500 in all."""

ARENAS = ("Space", "Ground", "Character")
Kinds = tuple[int, ...]
SIGNS = [tuple(a for n, a in enumerate(ARENAS) if number >> n & 1) for number in range(8)]

WAYS = [
    ("printed", "printed-2002"),
    ("printed", "printed-2004"),
    ("printed", "printed-2005"),
    ("printed", "community"),
    ("standard", "community"),
    ("vintage", "community"),
    ("wotc", "printed-2004"),
]


def sign_of(card: Card) -> int:
    """The arenas of a card as a number; 0 for what is no unit."""
    words = card.type.split("/")
    if not all(word in ARENAS for word in words):
        return 0
    return sum(1 << ARENAS.index(word) for word in words)


@dataclass
class Rules:
    """The rules of a format in plain words: which cards, how many, and the numbers."""

    community: bool
    sets: set[str] | None
    banned: set[str]
    restricted: set[str]

    def most(self, card: Card) -> int:
        if self.sets is not None and not self.sets & {p.set_code for p in card.printings}:
            return 0
        if card.name in self.banned:
            return 0
        return 1 if card.name in self.restricted else 4

    def are_legal(self, kinds: NDArray[np.int64], *, resource: bool) -> NDArray[np.bool_]:
        """For each row of counts, by their kind, whether such a deck is legal."""
        size = kinds.sum(1)
        counts = [kinds[:, [sign for sign in range(8) if sign >> a & 1]].sum(1) for a in range(3)]
        least, most = np.min(counts, axis=0), np.max(counts, axis=0)
        legal = (size >= (59 if self.community and resource else 60)) & (least >= 12)
        if self.community:
            legal &= size - kinds[:, 0] >= 36
        return np.asarray(legal & (most <= 2 * least))


def rules_of(play_format: str, edition: str) -> Rules:
    if play_format not in SETS:
        return Rules(edition == "community", None, set(), set())
    name = "WOTC" if play_format == "wotc" else play_format.capitalize()
    sets = set(SETS[play_format])
    return Rules(edition == "community", sets, marked("banned", name), marked("restricted", name))


def fits(card: Card, side: str) -> bool:
    excepted = card.name in LET_IN
    return card.side in (side, "neutral") or (side == "yuuzhan-vong" and excepted)


def nearest(deck: Deck, rules: Rules, pool: Mapping[str, set[int]]) -> int | None:
    """The fewest changes to a legal deck; None where they are too many to be sure."""
    answers = []
    for side in ("light", "dark", "yuuzhan-vong"):
        forced, kinds, resources, names = 0, [0] * 8, 0, Counter[tuple[str, bool]]()
        vong = 0
        for entry in deck.entries:
            card = entry.card
            assert card is not None
            counted = entry.zone == "Deck" or rules.community
            kept = entry.quantity
            if counted and not fits(card, side):
                kept = 0
            limit = rules.most(card) if counted or rules.most(card) < 4 else 1_000
            kept = min(kept, max(0, limit - names[card.name, counted]))
            names[card.name, counted] += kept
            forced += entry.quantity - kept
            vong += kept * (card.side == "yuuzhan-vong")
            if entry.zone == "Deck":
                kinds[sign_of(card)] += kept
            elif card.type == "Resource":
                resources += kept
        if side == "yuuzhan-vong" and not vong:
            continue  # these decks are made without: such a deck is never the nearest
        found = search(tuple(kinds), bool(resources), rules, pool[side])
        answers.append(forced + (FARTHEST + 1 if found is None else found))
        if found is None:
            answers[-1] = -answers[-1]
    sure = [answer for answer in answers if answer >= 0]
    open_ones = [-answer for answer in answers if answer < 0]
    if not sure or (open_ones and min(open_ones) <= min(sure)):
        return None
    return min(sure)


@cache
def steps() -> NDArray[np.int64]:
    """All ways to change the counts of the eight kinds by no more cards than are looked for."""
    found: list[tuple[int, ...]] = [()]
    for _ in range(8):
        found = [
            (*one, number)
            for one in found
            for number in range(sum(map(abs, one)) - FARTHEST, FARTHEST + 1 - sum(map(abs, one)))
        ]
    return np.array(found)


def search(start: Kinds, resource: bool, rules: Rules, signs: set[int]) -> int | None:
    """How far the nearest legal counts are, by looking at all of them; None beyond the farthest."""
    there = np.array(start) + steps()
    can_come = np.array([sign in signs for sign in range(8)])
    possible = ((there >= 0) & ((steps() <= 0) | can_come)).all(1)
    answers = []
    for outside in {resource, resource or rules.community}:
        far = np.abs(steps()).sum(1) + (outside != resource)
        legal = possible & rules.are_legal(there, resource=outside) & (far <= FARTHEST)
        answers += [int(far[legal].min())] if legal.any() else []
    return min(answers, default=None)


class BrokenDecks:
    """Decks a few cards away from legal, broken in one way or several at once."""

    def __init__(self, cards: tuple[Card, ...], rules: Rules, seed: int) -> None:
        self.rng = random.Random(seed)
        self.rules = rules
        self.pools: dict[tuple[int, str], list[Card]] = {}
        for card in cards:
            if not any({"type", "side"} & p.differs.keys() for p in card.printings):
                self.pools.setdefault((sign_of(card), card.side or ""), []).append(card)
        self.legal = {
            key: [card for card in pool if rules.most(card) == 4] for key, pool in self.pools.items()
        }

    def signs(self, side: str) -> set[int]:
        """The kinds of which there are cards for a side."""
        return {s for (s, of), pool in self.legal.items() if pool and of in (side, "neutral")}

    def deck(self) -> Deck:
        rng, copies = self.rng, Counter[tuple[Card, str]]()
        side = rng.choice(["light", "dark"])
        for sign in (1, 2, 4):
            self.add(copies, sign, side, rng.choice([11, 12, 12, 13, 14, 16]))
        if rng.random() < 0.5:
            self.add(copies, rng.choice([3, 6, 7]), side, rng.randint(1, 3))
        size = rng.choice([58, 59, 60, 60, 61])
        self.add(copies, 0, side, max(0, size - sum(copies.values())))
        if rng.random() < 0.4:  # too many of one arena
            self.add(copies, rng.choice([1, 2, 4]), side, rng.randint(8, 14))
        for _ in range(rng.choice([0, 0, 1, 2])):  # strangers
            other = rng.choice(["light", "dark"])
            card = rng.choice(self.pools[rng.choice([0, 1, 2, 4]), other])
            copies[card, "Deck"] += rng.randint(1, 3)
        if rng.random() < 0.3:  # too many copies
            card, zone = rng.choice(sorted(copies, key=lambda key: key[0].name))
            copies[card, zone] += rng.randint(1, 3)
        if rng.random() < 0.3:
            card = rng.choice(self.pools[0, rng.choice([side, "neutral"])])
            copies[card, "Supply"] += rng.randint(1, 2)
        items = sorted(copies.items(), key=lambda item: item[0][0].name)
        rng.shuffle(items)
        return Deck(
            tuple(
                DeckEntry(n, card.name, zone, line, card, card.printings[0])
                for line, ((card, zone), n) in enumerate(items, start=1)
            )
        )

    def add(self, copies: Counter[tuple[Card, str]], sign: int, side: str, number: int) -> None:
        while number > 0:
            pool = self.legal.get((sign, self.rng.choice([side, side, "neutral"])))
            if not pool:
                pool = self.legal.get((sign, side)) or self.pools[sign, side]
            card, some = self.rng.choice(pool), min(number, self.rng.randint(1, 4))
            if copies[card, "Deck"] + some <= 4:
                copies[card, "Deck"] += some
                number -= some


@cache
def prepared_for(cards: tuple[Card, ...], play_format: str, edition: str) -> PreparedCards:
    """All cards, as a repair prepares them for a format."""
    return PreparedCards(Judge("swtcg", play_format, edition=edition, on=date(2026, 11, 21)), cards)


def changes_of(found: Repair) -> list[tuple[str, str, int]]:
    assert found.plan is not None
    plan = found.plan
    out = [(change.zone, change.name, -change.quantity) for change in plan.out]
    return sorted([*out, *((change.zone, change.name, change.quantity) for change in plan.put_in)])


@pytest.mark.parametrize(("play_format", "edition"), WAYS)
def test_what_is_found_is_legal_and_nothing_is_nearer(
    cards: tuple[Card, ...], play_format: str, edition: str
) -> None:
    rules = rules_of(play_format, edition)
    decks = BrokenDecks(cards, rules, seed_of("broken", play_format, edition))
    prepared = prepared_for(cards, play_format, edition)
    pool = {side: decks.signs(side) for side in ("light", "dark", "yuuzhan-vong")}
    lists = None
    if rules.sets is not None:
        lists = {"sets": rules.sets, "banned": rules.banned, "restricted": rules.restricted}
    searched = broken = 0
    for _ in range(DECKS):
        deck = decks.deck()
        found = repair_deck(prepared, deck)
        assert found.plan is not None
        assert check_swtcg(rows_of(found.plan.deck), edition, lists) == set()
        assert found.proof.minimal, (found.proof, deck)
        broken += found.plan.distance > 0
        expected = nearest(deck, rules, pool)
        if expected is not None:
            searched += 1
            assert found.plan.distance == expected, (changes_of(found), deck)
    assert searched * 2 > DECKS
    assert broken * 2 > DECKS


@pytest.mark.parametrize(("play_format", "edition"), WAYS[3:5])
def test_the_answer_is_the_same_on_repeats_and_in_any_order_of_lines(
    cards: tuple[Card, ...], play_format: str, edition: str
) -> None:
    decks = BrokenDecks(cards, rules_of(play_format, edition), seed_of("order", play_format))
    prepared, other = (prepared_for(some, play_format, edition) for some in (cards, cards[::-1]))
    for _ in range(amount(1, 200)):
        deck = decks.deck()
        lines = list(deck.entries)
        decks.rng.shuffle(lines)
        first = changes_of(repair_deck(prepared, deck))
        assert changes_of(repair_deck(prepared, deck)) == first
        assert changes_of(repair_deck(other, replace(deck, entries=tuple(lines)))) == first


@pytest.mark.parametrize(("play_format", "edition"), [WAYS[2], WAYS[5]])
def test_no_copy_comes_in_that_is_not_free(cards: tuple[Card, ...], play_format: str, edition: str) -> None:
    rules = rules_of(play_format, edition)
    decks = BrokenDecks(cards, rules, seed_of("owned", play_format))
    prepared = prepared_for(cards, play_format, edition)
    found_some = none = 0
    for _ in range(amount(5, 400)):
        deck = decks.deck()
        owned = decks.rng.sample(cards, decks.rng.choice([0, 20, 2_000]))
        free = {card.id or 0: decks.rng.randint(1, 3) for card in owned}
        options = RepairOptions(Conditions(free=free, owned_only=True))
        found = repair_deck(prepared, deck, options)
        if found.plan is None:
            none += 1
            assert found.impossible
            assert all(lack.missing > 0 for lack in found.impossible)
            continue
        found_some += 1
        copies = Counter[tuple[str, str]]()
        for entry in found.plan.deck.entries:
            copies[entry.name, entry.zone] += entry.quantity
        for change in found.plan.put_in:
            assert change.card is not None
            assert copies[change.name, change.zone] <= free.get(change.card.id or 0, 0)
    assert found_some
    assert none
