"""What the random decks of all games have in common: how names are hidden, and every choice of them."""

import random
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement, product
from math import comb, prod
from typing import Any

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games import get_game

Row = dict[str, Any]
Codes = set[tuple[str, str]]

MOST_TRIED = 120
"""Choices that are tried where an unknown card leaves more of them than can be."""


def seed_of(*words: str) -> int:
    """A seed that is the same on every run."""
    return sum(ord(c) * (i + 1) for i, c in enumerate("".join(words)))


def errors(found: Codes) -> set[str]:
    """The codes that are proven, of those that a naive checker finds."""
    return {code for code, _ in found if not code.endswith("?")}


def verdict_of(found: Codes) -> str:
    return "illegal" if errors(found) else "unproven" if found else "legal"


class Decks(ABC):
    """Random decks of a game, and its naive checker."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self._rows: dict[tuple[str, str, int | None], Row] = {}

    slips: Sequence[str] = ()
    """The kinds of slips that decks may have."""
    unhidden: Collection[str] = ()
    """The cards for which no hidden name stands."""

    @abstractmethod
    def made(self, slips: Collection[str]) -> Deck:
        """A deck with some kinds of slips, which may go wrong or just not; with none, nearly legal."""

    @abstractmethod
    def row_of(self, card: Card, entry: DeckEntry) -> Row:
        """A copy of a card, where an entry stands, as the naive checker wants it."""

    @abstractmethod
    def check(self, rows: list[Row]) -> Codes:
        """What the naive checker finds."""

    @abstractmethod
    def others(self, entry: DeckEntry) -> Sequence[Card]:
        """Cards that the name of a known entry could stand for too."""

    @abstractmethod
    def anything(self, deck: Deck, entry: DeckEntry) -> Sequence[Card]:
        """Some of the cards that an unknown name may be, those among them that help most."""

    def is_judged(self, zone: str) -> bool:
        """Whether cards in a zone bear on the verdict."""
        return True

    def deck(self) -> Deck:
        """A deck around the borders: with slips of one kind or a few, or none."""
        return self.made(self.rng.sample(self.slips, self.rng.choice((0, 1, 1, 1, 2, 3))))

    def legal(self) -> Deck:
        """A deck that the naive checker finds nothing to say of."""
        for _ in range(100):
            deck = self.made(())
            if not self.check(self.rows(deck)):
                return deck
        raise AssertionError(f"no deck of {type(self).__name__} is legal")

    def rows(self, deck: Deck) -> list[Row]:
        """The known cards of a deck, one row a copy."""
        return [self._row(e.card, e) for e in deck.entries if e.card for _ in range(e.quantity)]

    def _row(self, card: Card, entry: DeckEntry) -> Row:
        key = (card.name, entry.zone, entry.dice)
        if key not in self._rows:
            self._rows[key] = self.row_of(card, entry)
        return self._rows[key]

    def hidden(self, deck: Deck) -> Deck:
        """The deck with some copies under names that are unknown or may be several cards."""
        if self.rng.random() < 0.25:
            return self._crowded(deck)
        entries, before = list(deck.entries), deck.entries[:0]
        for _ in range(self.rng.choice((1, 1, 2))):
            places: dict[str, list[int]] = {}
            for n, e in enumerate(entries):
                if e.card and e.card.name not in self.unhidden and self.is_judged(e.zone):
                    places.setdefault(e.zone, []).append(n)
            if not places:
                break
            place = self.rng.choice(places[self.rng.choice(sorted(places))])
            entry = entries[place]
            copies = min(entry.quantity, self.rng.choice((1, 1, 2, 3)))
            left = entry._replace(quantity=entry.quantity - copies)
            hidden = self._hidden(entry, entries, before)._replace(quantity=copies)
            before = (hidden,)
            entries[place : place + 1] = [left, hidden] if left.quantity else [hidden]
        return replace(deck, entries=tuple(e._replace(line=n) for n, e in enumerate(entries, start=1)))

    def _crowded(self, deck: Deck) -> Deck:
        """The deck with two names that share cards of which it has most, and at times a copy more."""
        rng = self.rng
        may_be = [e for e in deck.entries if self.is_judged(e.zone) and e.name not in self.unhidden]
        if not may_be:
            return deck
        place = rng.choice([(e.zone, e.dice) for e in may_be])
        full = [e for e in may_be if (e.zone, e.dice) == place]
        full = sorted(full, key=lambda e: -e.quantity)[:5]
        if len(full) < 3:
            return deck
        a, b, c = rng.sample(full, 3)
        left = [e._replace(quantity=e.quantity - (e is a or e is b)) for e in deck.entries]
        names = [
            e._replace(
                quantity=rng.choice((1, 1, 2)), name="Nobody", card=None, printing=None, candidates=cards
            )
            for e, pair in ((a, (a, b)), (b, rng.choice(((a, c), (b, c), (a, b, c)))))
            for cards in (tuple(one.card for one in pair if one.card),)
        ]
        return replace(deck, entries=(*(e for e in left if e.quantity), *names))

    def _hidden(
        self, entry: DeckEntry, entries: Sequence[DeckEntry], before: Sequence[DeckEntry]
    ) -> DeckEntry:
        """The entry under a name that may be several cards, at times those of one before it, or any.

        Among several cards are, at times, others of the deck, of which it may be full already; an
        unknown one at times stands in the zone of lists that tell none apart.
        """
        rng = self.rng
        unknown = entry._replace(name="Nobody", card=None, printing=None)
        assert entry.card is not None
        if rng.random() < 0.35:
            return unknown._replace(
                zone=rng.choice((entry.zone, entry.zone, get_game(entry.card.game).zones[0]))
            )
        if before and before[0].zone == entry.zone and before[0].dice == entry.dice and rng.random() < 0.4:
            return unknown._replace(name="The same", candidates=before[0].candidates)
        others = list(self.others(entry))
        if rng.random() < 0.3:
            others = [e.card for e in entries if e.card and e.zone == entry.zone and e.dice == entry.dice]
        others = [c for c in others if c.name not in self.unhidden and c is not entry.card]
        may_be = rng.sample(others, min(len(others), rng.choice((1, 2, 2, 3))))
        if len(may_be) < 2 or rng.random() < 0.7:
            may_be = [entry.card, *may_be[:2]]
        rng.shuffle(may_be)
        return unknown._replace(
            name=entry.card.base_name, candidates=tuple(may_be if len(may_be) > 1 else ())
        )

    def choices(self, deck: Deck) -> Iterator[list[Row]]:
        """Yields the deck with each choice of a card for each copy of each hidden name.

        Where an unknown name leaves too many of them, some at random.
        """
        rng, known = self.rng, self.rows(deck)
        may_be = [
            (e.candidates or [c for c in self.anything(deck, e) if c.name not in self.unhidden], e)
            for e in deck.entries
            if e.card is None
        ]
        names = [([self._row(card, e) for card in cards], e.quantity) for cards, e in may_be]
        is_sure = all(e.candidates for e in deck.entries if e.card is None)
        number = prod(comb(len(rows) + copies - 1, copies) for rows, copies in names)
        if is_sure or number <= MOST_TRIED:
            every = [combinations_with_replacement(rows, copies) for rows, copies in names]
            for way in product(*every):
                yield [*known, *(row for rows in way for row in rows)]
            return
        for tried in range(MOST_TRIED):
            ways = [rng.choices(rows, k=1) * n if tried % 2 else rng.choices(rows, k=n) for rows, n in names]
            yield [*known, *(row for way in ways for row in way)]
