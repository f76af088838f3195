"""A collection as its owner asks about it: how many copies are owned, reserved, free, wanted.

Copies are counted by card, over all its printings, since that is what a deck needs.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from db.cards.card import Card
from db.collection.decks import DeckFacts, SavedDeck
from db.collection.holdings import Holding, Want
from db.collection.read import StoredCollection
from db.sums import gathered, summed
from deckcheck.collection.loan import loan_of


@dataclass(frozen=True, slots=True)
class Counts:
    """The copies and dice of a card: owned, reserved for decks or promised in trades, wanted and for trade.

    Those that are lent are owned and not here; a deck that was lent has its own reserved.
    """

    owned: int = 0
    reserved: int = 0
    for_trade: int = 0
    wanted: int = 0
    dice: int = 0
    reserved_dice: int = 0
    wanted_dice: int = 0
    lent: int = 0
    lent_dice: int = 0

    @property
    def here(self) -> int:
        """The copies that are not lent, but with a deck."""
        return self.owned - self.lent

    @property
    def dice_here(self) -> int:
        """The dice that are not lent, but with a deck."""
        return self.dice - self.lent_dice

    @property
    def free(self) -> int:
        """The copies that are neither reserved nor lent; never negative.

        >>> Counts(owned=3, reserved=1, lent=1).free, Counts(owned=1, reserved=4).free
        (1, 0)
        """
        return max(0, self.here - self.reserved)

    @property
    def free_dice(self) -> int:
        """The dice that are neither reserved nor lent; never negative."""
        return max(0, self.dice_here - self.reserved_dice)


_NONE = Counts()


class Collection:
    """A collection at one moment, with the counts of its cards."""

    def __init__(self, stored: StoredCollection) -> None:
        self.stored = stored
        self._held = gathered((holding.key.card_id, holding) for holding in stored.holdings)
        self._wants = gathered((want.key.card_id, want) for want in stored.wants)
        self._reserved = reserved_copies(stored.decks)
        self.promised = summed((one.card_id, one.quantity) for one in stored.promised)
        """The copies of cards that are promised in trades."""
        self._reserved += self.promised
        self._reserved_dice = reserved_copies(stored.decks, dice=True)
        self._counts = {ident: self._count(ident) for ident in self.card_ids}

    @property
    def holdings(self) -> tuple[Holding, ...]:
        """All holdings, by set and number."""
        return self.stored.holdings

    @property
    def card_ids(self) -> list[int]:
        """The ids of all cards of which copies are owned, wanted or reserved."""
        return sorted({*self._held, *self._wants, *self._reserved, *self._reserved_dice})

    def counts(self, card: Card | int | None) -> Counts:
        """How many copies of a card there are, over all its printings."""
        ident = card.id if isinstance(card, Card) else card
        return self._counts.get(ident or 0, _NONE)

    def held(self, card: Card | int) -> tuple[Holding, ...]:
        """The holdings of a card."""
        ident = card.id if isinstance(card, Card) else card
        return tuple(self._held.get(ident or 0, ()))

    def wants(self, card_id: int) -> tuple[Want, ...]:
        """The wants of a card: in any printing, and in certain ones."""
        return tuple(self._wants.get(card_id, ()))

    @cached_property
    def in_decks(self) -> Mapping[int, Sequence[tuple[int, str]]]:
        """The saved decks that hold a card, by its id: the copies in each, and its name."""
        return gathered(
            (ident, (copies, deck.facts.name))
            for deck in self.stored.decks
            for ident, copies in summed((one.card_id, one.quantity) for one in deck.facts.lines).items()
            if ident is not None
        )

    def copies_by_printing(self, *, dice: bool = False, here: bool = False) -> Counter[int]:
        """The copies, or dice, of each printing by its id; of an unknown printing nothing is in it.

        Those that are `here` are not lent, or only with a deck that has them reserved.
        """
        there = (one for one in self.holdings if not (here and (loan := loan_of(one)) and not loan.deck))
        return summed(
            (one.key.printing_id, one.dice if dice else one.quantity)
            for one in there
            if one.key.printing_id is not None
        )

    @property
    def unknown_copies(self) -> int:
        """The copies of which the printing is not known."""
        return sum(h.quantity for h in self.holdings if h.key.printing_id is None)

    def _count(self, ident: int) -> Counts:
        owned = for_trade = dice = 0
        for holding in self._held.get(ident, ()):
            facts = holding.facts
            owned += facts.quantity
            for_trade += facts.for_trade
            dice += facts.dice
        wanted, wanted_dice = self._count_wants(ident)
        lent, lent_dice = self._count_lent(ident)
        return Counts(
            *(owned, self._reserved[ident], for_trade, wanted, dice, self._reserved_dice[ident], wanted_dice),
            *(lent, lent_dice),
        )

    def _count_lent(self, ident: int) -> tuple[int, int]:
        """Copies and dice that are lent, without those that a deck has reserved with which they went."""
        lent, dice = Counter[str](), Counter[str]()
        for holding in self._held.get(ident, ()):
            if loan := loan_of(holding):
                lent[loan.deck] += holding.quantity
                dice[loan.deck] += holding.dice
        for deck in self.stored.decks if lent else ():
            if deck.facts.name in lent:
                lent[deck.facts.name] -= reserved_by_card(deck.facts)[ident]
                dice[deck.facts.name] -= reserved_by_card(deck.facts, dice=True)[ident]
        return (+lent).total(), (+dice).total()

    def _count_wants(self, ident: int) -> tuple[int, int]:
        """Copies and dice that are wanted; those of a wanted printing are also of the card."""
        wants = self._wants.get(ident)
        if wants is None:
            return 0, 0
        some = [want for want in wants if want.key.printing_id is not None]
        every = [want for want in wants if want.key.printing_id is None]
        copies, dice = (
            max(sum(getattr(want.facts, name) for want in part) for part in (some, every))
            for name in ("quantity", "dice")
        )
        return copies, dice


def reserved_copies(
    decks: Iterable[SavedDeck], *, but: frozenset[int] = frozenset(), dice: bool = False
) -> Counter[int]:
    """How many copies, or dice, of each card, by its id, saved decks have reserved, but for some."""
    return sum((reserved_by_card(deck.facts, dice=dice) for deck in decks if deck.id not in but), Counter())


def reserved_by_card(facts: DeckFacts, *, dice: bool = False) -> Counter[int]:
    """How many copies, or dice, of each card, by its id, a deck has reserved."""
    return +summed(
        (line.card_id, line.reserved_dice if dice else line.reserved)
        for line in facts.lines
        if line.card_id is not None
    )
