"""Copies and dice reserved for saved decks."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from db.collection.decks import DeckFacts
from deckcheck.collection.holdings import Collection, reserved_by_card, reserved_copies
from deckcheck.judge.resolve import Resolver

NOTHING: Mapping[int, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Taken:
    """Copies and dice that are reserved already, by the id of their card."""

    copies: Mapping[int, int] = field(default_factory=lambda: NOTHING)
    dice: Mapping[int, int] = field(default_factory=lambda: NOTHING)

    def and_by(self, facts: DeckFacts) -> "Taken":
        """The sum with the copies and dice that a deck has reserved."""
        dice = Counter(self.dice) + reserved_by_card(facts, dice=True)
        return Taken(Counter(self.copies) + reserved_by_card(facts), dice)


NOTHING_TAKEN = Taken()


def reserved(
    collection: Collection,
    facts: DeckFacts,
    resolver: Resolver,
    ours: Iterable[int] = (),
    taken: Taken = NOTHING_TAKEN,
) -> DeckFacts:
    """The deck with as many copies and dice reserved as are free, line by line.

    What is reserved for the saved decks `ours` counts as free, but not what is `taken`.
    """
    idents = {line.card_id for line in facts.lines if line.card_id is not None}
    cards = {card.id: card for card in resolver.get_cards(sorted(idents))}
    decks, but = collection.stored.decks, frozenset(ours)
    kept = Counter(taken.copies) + reserved_copies(decks, but=but)
    kept_dice = Counter(taken.dice) + reserved_copies(decks, but=but, dice=True)
    left = {n: max(0, collection.counts(n).owned - kept[n]) for n in idents}
    left_dice = {n: max(0, collection.counts(n).dice - kept_dice[n]) for n in idents}
    lines = []
    for line in facts.lines:
        ident = line.card_id
        if ident is None:
            lines.append(line)
            continue
        quantity, dice = resolver.game.needs(cards[ident], line.quantity, line.dice)
        count, dice = min(quantity, left[ident]), min(dice, left_dice[ident])
        left[ident] -= count
        left_dice[ident] -= dice
        lines.append(replace(line, reserved=count, reserved_dice=dice))
    return replace(facts, lines=tuple(lines))
