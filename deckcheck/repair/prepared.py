"""The cards of a game under one judge, each with the weight of a copy in the constraints."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, product

from db.cards.card import Card
from deckcheck.judge.validate import Judge
from deckcheck.repair.seats import ALONE, seated_constraints, seated_zone
from deckcheck.rules.compiled import Avoid, Constraint, Limit, Total, Unstated
from deckcheck.rules.slot import Slot

MANY = 1 << 20
"""More copies than any deck has."""

PoolKey = tuple[tuple[int, ...], str, str | None]
"""The common facts of the slots of a pool: their weights, and the type and side of their cards."""

Bounds = tuple[tuple[int, Hashable, int], ...]
"""The limits that count the copies of a slot: which limit, under which key, how many at most."""


@dataclass(frozen=True, slots=True)
class SlotColumn:
    """A copy as the constraints see it: its weight in each total, and the limits that count it.

    `is_avoided` says that a rule warns of putting one there.
    """

    weights: tuple[int, ...]
    bounds: Bounds
    is_avoided: bool
    most: int = MANY
    """The smallest of its limits; `MANY` where nothing limits its copies."""


def _smallest(bounds: Bounds) -> int:
    return min((most for _, _, most in bounds), default=MANY)


@dataclass(frozen=True, slots=True)
class Item:
    """A slot and its bounds: `have` copies are there, `least` to `most` may be.

    Copies beyond `allowed` may come in only where it is asked what is missing; of `free` copies
    none is to be got.
    """

    slot: Slot
    column: SlotColumn
    have: int
    least: int
    allowed: int
    most: int
    free: int


@dataclass(slots=True)
class PreparedCards:
    """All cards that may come into decks under one judge, with their columns; made once.

    Of several decks each has a seat, with the constraints of its own; `common` are constraints on
    the copies of single cards in all of them, by the name of the card. `more` are totals beside the
    rules, which may tell cards apart that are alike to those: by `apart`. `tied` are the names of
    cards whose copies are limited together with those of other cards. Where a `deck` is given, the
    constraints tell how many changes it needs at least.
    `pools` are the slots of equal weights, types and sides; `places` says where the slots of a card
    stand in them.
    """

    judge: Judge
    cards: Sequence[Card]
    seats: tuple[str, ...] = (ALONE,)
    common: Mapping[str, Sequence[Constraint]] = field(default_factory=dict)
    deck: frozenset[Card] | None = None
    more: tuple[Total, ...] = ()
    apart: Callable[[Card], Hashable] | None = None
    constraints: tuple[Constraint, ...] = field(init=False)
    totals: tuple[Total, ...] = field(init=False)
    limits: tuple[Limit, ...] = field(init=False)
    avoided: tuple[Avoid, ...] = field(init=False)
    unstated: tuple[Unstated, ...] = field(init=False)
    slots: Mapping[str, tuple[tuple[Slot, SlotColumn], ...]] = field(init=False)
    pools: Mapping[PoolKey, list[Item]] = field(init=False)
    places: Mapping[str, list[tuple[PoolKey, int]]] = field(init=False)
    names: Mapping[int, str] = field(init=False)
    tied: frozenset[str] = field(init=False)
    _asked: Mapping[str, Sequence[int]] = field(init=False)
    _asked_of_all: Sequence[int] = field(init=False)
    _weights: dict[Hashable, tuple[tuple[int, ...], bool]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        alone = self.judge.constraints(self.cards, self.deck)
        of_seats = (one for seat in self.seats for one in seated_constraints(alone, seat))
        found = self.constraints = (*of_seats, *chain.from_iterable(self.common.values()), *self.more)
        self.totals = tuple(one for one in found if isinstance(one, Total))
        self.limits = tuple(one for one in found if isinstance(one, Limit))
        self.avoided = tuple(one for one in found if isinstance(one, Avoid))
        self.unstated = tuple(one for one in found if isinstance(one, Unstated))
        self._asked = self._totals_by_card()
        self._asked_of_all = [n for n, one in enumerate(self.totals) if one.cards is None]
        self.slots = {card.name: tuple(self._offered(card)) for card in self.cards}
        self.tied = self._find_tied()
        self.names = {card.id: card.name for card in self.cards if card.id is not None}
        self._make_pools()

    def _totals_by_card(self) -> dict[str, list[int]]:
        """By the name of each card the places of the totals that name it; others name no cards."""
        found: dict[str, list[int]] = {card.name: [] for card in self.cards}
        for number, total in enumerate(self.totals):
            for name in total.cards or ():
                found[name].append(number)
        return found

    def _make_pools(self) -> None:
        """Sorts the slots into pools by their weights, each by name, and notes where they stand."""
        pools: dict[PoolKey, list[Item]] = {}
        places: dict[str, list[tuple[PoolKey, int]]] = {}
        for name in sorted(self.slots):
            for slot, column in self.slots[name]:
                key = column.weights, slot.card.type, slot.card.side
                pool = pools.setdefault(key, [])
                places.setdefault(name, []).append((key, len(pool)))
                pool.append(Item(slot, column, 0, 0, column.most, column.most, 0))
        self.pools, self.places = pools, places

    def column(self, slot: Slot) -> SlotColumn:
        """The weights and limits of a copy in this slot."""
        weights, _ = self._weights_of(slot)
        avoided = any(one.slots(slot) for one in self.avoided)
        bounds = self._bounds_of(slot)
        return SlotColumn(weights, bounds, avoided, _smallest(bounds))

    def _weights_of(self, slot: Slot) -> tuple[tuple[int, ...], bool]:
        """The weights of a copy in all totals, and whether it can help to keep one of them.

        Cards that are alike to the rules have the same; so they are asked once for each kind.
        """
        single = slot.card.name if slot.card.name in self.common else None
        apart = None if self.apart is None else self.apart(slot.card)
        kind = (slot.zone, slot.dice, single, apart, self.judge.alike(slot.card))
        known = self._weights.get(kind)
        if known is None:
            weights, useful = [0] * len(self.totals), False
            # A card that is none of those offered may have a weight in any total.
            named = self._asked.get(slot.card.name)
            asked = range(len(weights)) if named is None else (*self._asked_of_all, *named)
            for number in asked:
                total = self.totals[number]
                weight = weights[number] = total.weight(slot)
                useful = useful or (weight > 0 and total.low is not None)
                useful = useful or (weight < 0 and total.high is not None)
            known = self._weights[kind] = tuple(weights), useful
        return known

    def _bounds_of(self, slot: Slot) -> Bounds:
        bounds = []
        for number, limit in enumerate(self.limits):
            most = limit.most(slot)
            key = None if most is None else limit.key(slot)
            if most is not None and key is not None:
                bounds.append((number, key, most))
        return tuple(bounds)

    def _offered(self, card: Card) -> Iterator[tuple[Slot, SlotColumn]]:
        """Yields the slots in which copies of a card can help, those alike only once."""
        game, seen = self.judge.game, set()
        zones = dict.fromkeys(game.lists.place(card, zone) for zone in self._zones)
        for seat, zone, dice in product(self.seats, zones, game.lists.dice_forms(card)):
            slot = Slot(seated_zone(zone, seat), card, dice)
            weights, useful = self._weights_of(slot)
            if not useful:
                continue
            bounds = self._bounds_of(slot)
            if any(most == 0 for _, _, most in bounds) or (weights, bounds) in seen:
                continue
            if not any(one.slots(slot) for one in self.avoided) and not _is_gone(card):
                seen.add((weights, bounds))
                yield slot, SlotColumn(weights, bounds, is_avoided=False, most=_smallest(bounds))

    @property
    def _zones(self) -> list[str]:
        """The zones that count, in the order of the game."""
        counted = self.judge.edition.counted_zones
        return [zone for zone in self.judge.game.zones if zone in counted]

    def _find_tied(self) -> frozenset[str]:
        """The names of cards that share the key of a limit with a card of another name."""
        names: dict[tuple[int, Hashable], set[str]] = {}
        for name, offered in self.slots.items():
            for _, column in offered:
                for number, key, _ in column.bounds:
                    names.setdefault((number, key), set()).add(name)
        return frozenset(name for shared in names.values() if len(shared) > 1 for name in shared)


def _is_gone(card: Card) -> bool:
    """Whether no source has a printing of the card any more."""
    return bool(card.printings) and all(printing.removed_on for printing in card.printings)
