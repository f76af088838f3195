"""The order of aims as one whole number for each copy: smaller is better, ties are rare.

Every copy that is put in or taken out has a cost for each aim. The costs of one copy are packed
into one number, the first aim in the highest digits, so that comparing sums of such numbers is
comparing the aims one after another, exactly.
"""

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from db.cards.card import Card
from db.language import gettext as _
from deckcheck.rules.slot import Slot

if TYPE_CHECKING:
    from deckcheck.query.search_words import OwnWords

AIMS = ("missing", "changes", _("not free"), _("other kind"), "unlike", "new", "apart")
"""The aims in their order: fewest copies beyond what is allowed to come in (none, but where no
deck is legal without), fewest changes, fewest cards that are not free, fewest of another type and
side, least unlike the deck by the measure of searches, most copies of what it plays and so fewest
of it gone, and of these those least like its other cards."""

_BITS = 36
"""The digits of an aim: sums over a deck stay far below, so that no aim reaches into another."""

UNIT = {aim: 1 << _BITS * place for place, aim in enumerate(reversed(AIMS))}
MISSING, CHANGE, NOT_FREE, OTHER_KIND = (UNIT[aim] for aim in AIMS[:4])
_UNLIKE, _NEW, _APART = (UNIT[aim] for aim in AIMS[4:])

MARGIN = CHANGE >> 8
"""More than all aims after the number of changes can come to."""


def amounts(cost: int) -> dict[str, int]:
    """The sums of all aims that are packed into one number.

    >>> amounts(3 * CHANGE - 2 * NOT_FREE)["not free"]
    -2
    """
    found: dict[str, int] = {}
    half, size = 1 << _BITS - 1, 1 << _BITS
    for aim in reversed(AIMS):
        digit = (cost + half) % size - half
        found[aim] = digit
        cost = (cost - digit) >> _BITS
    return found


_LAST: deque[tuple[object, "Costs", tuple[Slot, ...]]] = deque(maxlen=4)
"""With the slots, so that no other card gets the id of one of theirs."""


def costs_of(copies: Mapping[Slot, int], own: "OwnWords | None" = None) -> "Costs":
    """The costs of a deck; those of the last decks are kept, since the same are asked for again."""
    key = tuple([(id(slot.card), slot.zone, n) for slot, n in copies.items()])
    found = next((costs for held, costs, _slots in tuple(_LAST) if held == key), None)
    if found is None:
        found = Costs(copies, own)
        _LAST.append((key, found, tuple(copies)))
    return found


class Costs:
    """The costs of putting a copy of a card into a deck, and of taking one out."""

    def __init__(self, copies: Mapping[Slot, int], own: "OwnWords | None" = None) -> None:
        from deckcheck.query.likeness import Likeness

        self._like = partial(Likeness, own=own)
        self._played = Counter[str]()
        self._cards: dict[str, Card] = {}
        for slot, quantity in copies.items():
            self._played[slot.card.name] += quantity
            self._cards[slot.card.name] = slot.card
        self._likeness = self._like(self._cards.values())
        self._out: dict[str, int] = {}

    def put_in(self, card: Card) -> int:
        """The cost of putting a copy in, without the part that depends on how many there are."""
        new = 0 if card.name in self._played else _NEW
        return CHANGE + self._likeness.unlikeness(card) * _UNLIKE + new

    def nearest(self, cards: Sequence[Card], number: int) -> list[int]:
        """The places of the cards that cost least to put in, of cards that are not in the deck."""
        return self._likeness.nearest(cards, number)

    def take_out(self, card: Card) -> int:
        """The cost of taking a copy out: lower for few copies, and for cards unlike the others."""
        known = self._out.get(card.name)
        if known is None:
            others = self._like(c for c in self._cards.values() if c.name != card.name)
            known = CHANGE + self._played[card.name] * _NEW - others.unlikeness(card) * _APART
            self._out[card.name] = known
        return known
