"""The order of aims as one whole number for each copy: smaller is better, ties are rare.

Every copy that is put in or taken out has a cost for each aim. The costs of one copy are packed
into one number, the first aim in the highest digits, so that comparing sums of such numbers is
comparing the aims one after another, exactly.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from db.cards.card import Card
from deckcheck.games.constraints import Slot

AIMS = ("missing", "changes", "not free", "other kind", "cost", "new", "traits", "persons")
"""The aims in their order: fewest copies beyond what is allowed to come in (none, but where no
deck is legal without), fewest changes, fewest cards that are not free, fewest of another type and
side, nearest cost, most copies of what the deck plays, shared traits, versions of its persons."""

_BITS = 36
"""The digits of an aim: sums over a deck stay far below, so that no aim reaches into another."""

UNIT = {aim: 1 << _BITS * place for place, aim in enumerate(reversed(AIMS))}
MISSING, CHANGE, NOT_FREE, OTHER_KIND = (UNIT[aim] for aim in AIMS[:4])
_COST, _NEW, _TRAITS, _PERSONS = (UNIT[aim] for aim in AIMS[4:])

MARGIN = CHANGE >> 8
"""More than all aims after the number of changes can come to."""

_NO_COST_NEAR = 50
"""How far a cost without a number is from those with one."""


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


@dataclass(slots=True)
class Likeness:
    """How like a deck a card is: what it costs to put a copy in, or to take one out.

    `sides` are those of the deck, without any that no copy of is left.
    """

    copies: Mapping[Slot, int]
    _costs: dict[str, set[int]] = field(init=False)
    _played: Counter[str] = field(init=False)
    _traits: Counter[str] = field(init=False)
    _persons: Counter[str] = field(init=False)
    _versions: dict[str, set[str]] = field(init=False)
    _types: set[str] = field(init=False)
    _near: dict[tuple[str, object], int] = field(default_factory=dict)
    _shares: dict[str | None, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._costs, self._versions, self._types = {}, {}, set()
        self._played, self._traits, self._persons = Counter(), Counter(), Counter()
        for (_, card, _), quantity in self.copies.items():
            self._played[card.name] += quantity
            self._types.add(card.type)
            self._versions.setdefault(card.base_name, set()).add(card.name)
            for trait in set(card.subtypes):
                self._traits[trait] += quantity
            if isinstance(card.cost, int):
                self._costs.setdefault(card.type, set()).add(card.cost)

    def put_in(self, card: Card) -> int:
        """The cost of putting a copy in, but for what depends on how many there are."""
        near = self._near.get((card.type, card.cost))
        if near is None:
            near = self._near[card.type, card.cost] = self._distance(card)
        shared = self._shares.get(card.subtype)
        if shared is None:
            shared = self._shares[card.subtype] = sum(self._traits[t] for t in set(card.subtypes))
        cost = CHANGE + near - shared * _TRAITS
        if card.name not in self._played:
            cost += _NEW
        if card.version is None or card.base_name not in self._versions:
            cost += _PERSONS
        return cost

    def take_out(self, card: Card) -> int:
        """The cost of taking a copy out: the fewer copies there are, the sooner they go."""
        shared = sum(self._traits[trait] for trait in set(card.subtypes))
        cost = CHANGE + self._played[card.name] * _NEW + shared * _TRAITS
        if len(self._versions.get(card.base_name, ())) > 1:
            cost += _PERSONS
        return cost

    def _distance(self, card: Card) -> int:
        """How far the cost of a card is from those of its type in the deck, and a type from all."""
        known = self._costs.get(card.type)
        kind = 0 if card.type in self._types else OTHER_KIND
        if not known:
            return kind
        if not isinstance(card.cost, int):
            return kind + _NO_COST_NEAR * _COST
        return kind + min(abs(card.cost - cost) for cost in known) * _COST
