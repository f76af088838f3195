"""Requirements asked of many plain decks: of which all cards are certain and none is special.

What most requirements find in such a deck follows from a few sums, and from the entries of which it has
too many copies. Every copy adds its counts to all sums at once: they are packed into one integer, 32 bits a
count, so that counting a deck is one sum of products. The requirements themselves are those of
`evaluate`; where one needs to see the cards, the deck is judged by its entries instead.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache, partial
from struct import Struct
from typing import Any

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry
from deckcheck.rules import requirement as need
from deckcheck.rules.evaluate import Finding, SummedDeck, Sums, counts_of, find, is_kept_by_sums
from deckcheck.rules.slot import DeckSlots

_BITS = 32
_SUMMED = (need.AtLeast, need.AtMost, need.Exactly, need.OneOf, need.PerName, need.Ratio, need.Whole)
"""The kinds whose answer may follow from sums."""


class RuleSums:
    """Requirements as sums over the cards of plain decks; what they find is kept by the sums."""

    def __init__(
        self, requirements: Sequence[object], counted: frozenset[str], counting: Mapping[str, need.Count]
    ) -> None:
        self._requirements = [one for one in requirements if isinstance(one, _SUMMED)]
        self._special = [(ask, one) for one in requirements if (ask := _looks_at(one)) is not None]
        self._counted = counted
        self.counting = counting
        self._counting = {name: count for name, count in counting.items() if name != "unknown"}
        every = (one for rule in self._requirements for one in counts_of(rule))
        found = {one[:2]: one._replace(times=1) for one in (*self._counting.values(), *every)}
        self._keys, self._unpack = tuple(found), Struct(f"<{len(found)}I")
        self._counts_in = cache(partial(_counts_in, tuple(found.values()), counted))
        limits = [
            (place, one)
            for place, one in enumerate(self._requirements)
            if isinstance(one, need.PerName) and not one.asked_in
        ]
        self.limits = tuple(one for _, one in limits)
        self._places = tuple(place for place, _ in limits)
        self._weights: dict[tuple[int, str], tuple[Card, int, int]] = {}

    def packed(self, weight: int) -> bytes:
        """A weight, or a sum of weights, as bytes: a number of 32 bits for each count."""
        return weight.to_bytes(self._unpack.size, "little")

    def weight(self, card: Card, zone: str) -> int:
        """The packed counts of a copy of a card in a zone; 0 where no plain deck has it there."""
        return self._weighed(card, zone)[2]

    def _weighed(self, card: Card, zone: str) -> tuple[Card, int, int]:
        """A card with its packed counts in a zone, as such and in plain decks."""
        known = self._weights.get((id(card), zone))
        if known is None:  # the card is kept, so that no other can take its identity
            packed = sum([one for fits, one in self._counts_in(zone) if fits is None or fits(card)])
            special = zone not in self._counted or any(ask(one, card, zone) for ask, one in self._special)
            known = self._weights[id(card), zone] = card, packed, 0 if special else packed
        return known

    def sums_of(self, deck: DeckSlots) -> Sums:
        """The sums of a deck of certain cards."""
        known, weigh = self._weights.get, self._weighed
        weights = [
            entry.quantity * (known((id(faces[0]), entry.zone)) or weigh(faces[0], entry.zone))[1]
            for entry, faces in deck.copies
        ]
        return self.unpacked(self.packed(sum(weights)))

    def unpacked(self, packed: bytes) -> Sums:
        """The sums that stand packed in bytes."""
        return dict(zip(self._keys, self._unpack.unpack(packed), strict=True))

    def keys(self, card: Card) -> tuple[Hashable, ...]:
        """The keys under which copies of a card count, for each limit of copies; None without a limit."""
        return tuple(one.key(card) if one.only is None or one.only(card) else None for one in self.limits)

    def counts(self, packed: bytes) -> dict[str, int]:
        """The counts that reports name, from the packed sums of a plain deck."""
        sums = self.unpacked(packed)
        return {name: sums[count[:2]] for name, count in self._counting.items()} | {"unknown": 0}

    def find(self, packed: bytes) -> dict[int, list[Finding]] | None:
        """The findings in a plain deck by the places of their requirements, from its packed sums.

        Those of the limits of copies are not among them. None where its cards must be seen.
        """
        sums, found = self.unpacked(packed), dict[int, list[Finding]]()
        deck = SummedDeck(sums)
        for place, rule in enumerate(self._requirements):
            if isinstance(rule, (need.AtLeast, need.Ratio)):
                found[place] = [*find(rule, deck)]
            elif not (isinstance(rule, need.PerName) or is_kept_by_sums(rule, sums)):
                return None
        return found

    def find_crowd(self, limit: int, entries: Sequence[DeckEntry]) -> tuple[int, list[Finding]]:
        """The place of one of the limits, and its findings in the entries of which there are too many."""
        deck = DeckSlots(Deck(tuple(entries)), self._counted, zones=self._counted, counting={})
        return self._places[limit], [*find(self.limits[limit], deck)]


def _counts_in(
    counts: Sequence[need.Count], counted: frozenset[str], zone: str
) -> Sequence[tuple[need.Fits | None, int]]:
    """The counts of copies in a zone: what each finds, and its packed 1."""
    return [(one.fits, 1 << n * _BITS) for n, one in enumerate(counts) if one.holds(zone, counted)]


def _looks_at(rule: Any) -> Callable[[Any, Card, str], bool] | None:
    """Whether a requirement may see more in a card than its counts; None where it never does."""
    if isinstance(rule, (need.AtLeast, need.AtMost, need.OneOf, need.Ratio, need.Whole)):
        return None
    if isinstance(rule, need.PerName) and not (
        rule.limit_of or rule.limited_ones or rule.one_more or rule.asked_in
    ):
        return None
    sees: Callable[[Any, Card, str], bool] = _SPECIAL.get(type(rule), lambda _rule, _card, _zone: True)
    return sees


def _is_special_to_limit(rule: need.PerName, card: Card, _zone: str) -> bool:
    limited = rule.only is None or rule.only(card)
    more = rule.one_more is not None and rule.one_more.number(card) is not None
    return more or (limited and (bool(rule.asked_in) or rule.limit_for(card) != rule.limit))


_SPECIAL: Mapping[type, Callable[[Any, Card, str], bool]] = {
    need.Exactly: lambda rule, card, _zone: rule.stated is not None and rule.stated.number(card) is not None,
    need.PerCard: lambda rule, card, _zone: rule.limit_of(card) is not None,
    need.Alone: lambda rule, card, _zone: rule.listed(card) is not None,
    need.Warned: lambda rule, card, zone: rule.values(zone, card) is not None,
    need.NotKnown: lambda rule, card, _zone: rule.why(card) is not None,
    need.WhileIn: lambda rule, card, _zone: bool(rule.said_by(card)),
    need.Requires: lambda rule, card, _zone: rule.asks(card) is not None,
    need.PerName: _is_special_to_limit,
}
