"""Small worlds for brute force: some cards, some slots, and every deck that they make."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry
from deckcheck.judge.validate import Judge
from deckcheck.repair.prepared import PreparedCards
from deckcheck.report import LEGAL
from deckcheck.rules.slot import Slot, slots_of

Counts = tuple[int, ...]


def deck_of_counts(counts: Mapping[Slot, int], game: str) -> Deck:
    """A deck with these copies, a line a slot."""
    entries = [
        DeckEntry(
            n,
            slot.card.name,
            slot.zone,
            line,
            slot.card,
            slot.card.printings[0] if slot.card.printings else None,
            dice=None if slot.dice is None else n * slot.dice,
        )
        for line, (slot, n) in enumerate(counts.items(), start=1)
        if n
    ]
    return Deck(tuple(entries), game, path="world.txt")


@dataclass
class World:
    """Slots with the most copies that anybody may try, and all decks of them that are legal."""

    judge: Judge
    slots: Sequence[Slot]
    most: Sequence[int]

    @cached_property
    def prepared(self) -> PreparedCards:
        """The cards, as a repair prepares them."""
        cards = {slot.card.name: slot.card for slot in self.slots}
        return PreparedCards(self.judge, list(cards.values()))

    @cached_property
    def legal(self) -> list[Counts]:
        """The counts of all decks that the validator calls legal, which judges them many at once."""
        every = list(self.all_counts())
        reports = self.judge.validate_many(map(self.deck, every))
        return [counts for counts, report in zip(every, reports, strict=True) if report.verdict == LEGAL]

    def all_counts(self) -> Iterator[Counts]:
        """Yields the counts of every deck."""
        yield from product(*(range(most + 1) for most in self.most))

    def deck(self, counts: Counts) -> Deck:
        """The deck of counts."""
        return deck_of_counts(dict(zip(self.slots, counts, strict=True)), self.judge.game.code)

    def counts(self, deck: Deck) -> Counts:
        """The counts of a deck; fails where it has a slot that the world does not know."""
        copies = slots_of(deck.entries, self.judge.game.zones)
        known = {slot: copies.pop(slot, 0) for slot in self.slots}
        assert not copies, copies
        return tuple(known.values())

    def nearest(
        self, counts: Counts, free: Mapping[int, int] | None = None, *, owned: bool = False
    ) -> tuple[int, int] | None:
        """The fewest changes, and of these the fewest cards not free; None if there is no deck.

        With `owned` no card comes in of which too few copies are free.
        """
        found = [
            (sum(abs(a - b) for a, b in zip(counts, other, strict=True)), self.not_free(other, free))
            for other in self.legal
            if not owned or self.keeps_to(counts, other, free or {})
        ]
        return min(found, default=None)

    def keeps_to(self, counts: Counts, other: Counts, free: Mapping[int, int]) -> bool:
        """Whether no slot and no card has more copies than are free, but for what was there."""
        before, after = self.by_card(counts), self.by_card(other)
        by_card = all(n <= max(before[c], free.get(c.id or 0, 0)) for c, n in after.items())
        return by_card and all(
            b <= max(a, free.get(slot.card.id or 0, 0))
            for slot, a, b in zip(self.slots, counts, other, strict=True)
        )

    def by_card(self, counts: Counts) -> dict[Card, int]:
        """The copies of each card in all slots."""
        found: dict[Card, int] = {}
        for slot, n in zip(self.slots, counts, strict=True):
            found[slot.card] = found.get(slot.card, 0) + n
        return found

    def not_free(self, counts: Counts, free: Mapping[int, int] | None) -> int:
        """How many copies of a deck are not free."""
        known = free or {}
        return sum(max(0, n - known.get(c.id or 0, 0)) for c, n in self.by_card(counts).items())

    def random_counts(self, rng: random.Random) -> Counts:
        """The counts of some deck."""
        return tuple(rng.choice([0, 0, rng.randint(0, most)]) for most in self.most)


def with_ids(cards: Sequence[Card]) -> list[Card]:
    """The cards, each with an id of its own."""
    return [replace(card, id=number) for number, card in enumerate(cards, start=1)]
