"""A deck, what may come into it, and the constraints on both, as classes of slots and bounds."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from db.cards.card import Card
from db.sums import gathered, summed
from deckcheck.repair.prepared import MANY, Item, PoolKey, PreparedCards, SlotColumn
from deckcheck.rules.compiled import Helper, Total, helpers_of
from deckcheck.rules.slot import Slot


@dataclass(frozen=True, slots=True)
class Conditions:
    """The conditions of a repair, beside the rules.

    `free` are the copies of each card, by its id, that the collection has for this deck, None
    where nobody asks; with `owned_only` no copy beyond them comes in. `may_come` says which cards
    may, `keep` are names of which no copy leaves, `out` those of which none stays. `least` and
    `most` bound single slots.
    """

    free: Mapping[int, int] | None = None
    owned_only: bool = False
    may_come: Callable[[Card], bool] | None = None
    keep: frozenset[str] = frozenset()
    out: frozenset[str] = frozenset()
    least: Mapping[Slot, int] = field(default_factory=dict)
    most: Mapping[Slot, int] = field(default_factory=dict)

    def free_copies(self, card: Card) -> int:
        """The copies of a card that are free for the deck."""
        return 0 if self.free is None else self.free.get(card.id or 0, 0)

    def most_copies(self, card: Card, have: int) -> int:
        """How many copies of a card there may be in all zones, where a deck has some already."""
        if card.name in self.out:
            return 0
        if self.may_come is not None and not self.may_come(card):
            return have
        return max(have, self.free_copies(card)) if self.owned_only else MANY


@dataclass(frozen=True, slots=True)
class Group:
    """Items whose copies count together, and how many of them there are."""

    items: tuple[int, ...]
    most: int


@dataclass(slots=True)
class Problem:
    """All that a repair decides on: the items of the deck, and pools of slots that are alike.

    Cards of the deck, and cards limited together with others, are items of their own; all others
    stand in pools of one kind, sorted by name. `groups` are limited together, `shared` are the
    items of one card with its free copies, `fixed` are the weights of unknown cards that stay.
    """

    prepared: PreparedCards
    conditions: Conditions
    items: list[Item]
    groups: list[Group]
    shared: list[Group]
    pools: dict[PoolKey, list[Item]]
    fixed: tuple[int, ...]

    @property
    def totals(self) -> tuple[Total, ...]:
        """The totals of all rules."""
        return self.prepared.totals

    @property
    def helpers(self) -> list[Helper]:
        """The helpers of all rules, in a fixed order."""
        return list(dict.fromkeys(h for total in self.totals for h in helpers_of(total)))

    @property
    def copies(self) -> dict[Slot, int]:
        """The deck as it is."""
        return {item.slot: item.have for item in self.items if item.have}

    def most_put_in(self, changes: int) -> int:
        """How many copies may come in at most with so many changes, some of which must go."""
        forced = sum(max(0, item.have - item.most) for item in self.items)
        return max(1, changes - forced)


def make_problem(
    prepared: PreparedCards,
    copies: Mapping[Slot, int],
    conditions: Conditions,
    *,
    unknown: Mapping[Slot, int] | None = None,
    alone: frozenset[str] = frozenset(),
    lifted: bool = False,
) -> Problem:
    """The problem of a deck; with `lifted` also cards that the conditions do not let in may come.

    The names `alone` are items of their own, as those of the deck are.
    """
    return _Maker(prepared, copies, conditions, alone, lifted=lifted).problem(unknown or {})


class _Maker:
    def __init__(
        self,
        prepared: PreparedCards,
        copies: Mapping[Slot, int],
        conditions: Conditions,
        alone: frozenset[str],
        *,
        lifted: bool,
    ) -> None:
        self._prepared = prepared
        self._copies = copies
        self._conditions = conditions
        self._lifted = lifted
        self._by_name = summed((slot.card.name, quantity) for slot, quantity in copies.items())
        bounded = {slot.card.name for slot in (*conditions.least, *conditions.most)}
        self._single = {*self._by_name, *prepared.tied, *alone, *bounded}

    def problem(self, unknown: Mapping[Slot, int]) -> Problem:
        items = sorted(self._own_items(), key=lambda item: order_of(item.slot))
        fixed = [0] * len(self._prepared.totals)
        for slot, quantity in unknown.items():
            for number, total in enumerate(self._prepared.totals):
                fixed[number] += quantity * total.weight(slot)
        shared = list(self._shared(items))
        for group in shared:
            for number in group.items:
                items[number] = items[number]._replace(free=MANY)
        return Problem(
            self._prepared,
            self._conditions,
            items,
            list(self._groups(items)),
            shared,
            self._pools(),
            tuple(fixed),
        )

    def _shared(self, items: Sequence[Item]) -> Iterator[Group]:
        """Yields the items of each card that stands in several slots, with its free copies."""
        if self._conditions.free is None:
            return
        of_card = gathered((item.slot.card, number) for number, item in enumerate(items))
        for card, numbers in of_card.items():
            if len(numbers) > 1:
                yield Group(tuple(numbers), self._conditions.free_copies(card))

    def _own_items(self) -> Iterator[Item]:
        """Yields the slots of the deck, and those of cards that are items of their own."""
        for slot, have in self._copies.items():
            yield self._item(slot, self._prepared.column(slot), have)
        for name in self._single:
            for slot, column in self._prepared.slots_of(name):
                if slot not in self._copies:
                    item = self._item(slot, column, 0)
                    if item.most or item.least:
                        yield item

    def _item(self, slot: Slot, column: SlotColumn, have: int) -> Item:
        least, most = 0, max(column.most, 0)
        if column.is_avoided:
            most = min(most, have)
        allowed = self._conditions.most_copies(slot.card, have)
        if slot.card.name in self._conditions.keep:
            least = have
        if slot.card.name in self._conditions.out:
            most = 0
        least = max(least, self._conditions.least.get(slot, 0))
        most = min(most, self._conditions.most.get(slot, MANY))
        allowed = min(allowed, most)
        most = most if self._lifted else min(most, max(allowed, 0))
        free = self._conditions.free_copies(slot.card)
        return Item(slot, column, have, least, allowed, most, free)

    def _allowed(self, card: Card) -> int:
        """How many copies of a card there may be by the conditions: those of the deck may stay."""
        return self._conditions.most_copies(card, self._by_name.get(card.name, 0))

    def _groups(self, items: list[Item]) -> Iterator[Group]:
        """Yields the limits that count several of the items, and the free copies of one card."""
        members: dict[Hashable, list[int]] = {}
        bounds: dict[Hashable, int] = {}
        for number, item in enumerate(items):
            for limit, key, most in item.column.bounds:
                place: Hashable = (limit, key)
                members.setdefault(place, []).append(number)
                bounds[place] = min(bounds.get(place, most), most)
            allowed = self._allowed(item.slot.card)
            if allowed < MANY and not self._lifted:
                name = item.slot.card.name
                members.setdefault(name, []).append(number)
                bounds[name] = allowed
        seen = set()
        for place, numbers in members.items():
            group = Group(tuple(numbers), bounds[place])
            if len(numbers) > 1 and group not in seen:
                seen.add(group)
                yield group

    def _pools(self) -> dict[PoolKey, list[Item]]:
        """The slots that may come in beside the items, by kind; the cards of each pool by name."""
        conditions, gone = self._conditions, {*self._single, *self._conditions.out}
        free = {self._prepared.names.get(n) for n, copies in (conditions.free or {}).items() if copies}
        touched = {key for name in gone for key in self._prepared.pools_of(name)}
        asks_each = self._lifted or conditions.may_come is not None
        found: dict[PoolKey, list[Item]] = {}
        for key, pool in self._prepared.pools.items():
            items = [item for item in pool if item.slot.card.name not in gone] if key in touched else pool
            if asks_each:
                items = [self._pool_item(item) for item in items]
            elif conditions.owned_only:
                items = [self._pool_item(item) for item in items if item.slot.card.name in free]
            elif free:
                items = [self._pool_item(item) if item.slot.card.name in free else item for item in items]
            if asks_each or conditions.owned_only:
                items = [item for item in items if item.most]
                if not items:
                    continue
            found[key] = items
        return found

    def _pool_item(self, item: Item) -> Item:
        card = item.slot.card
        allowed = min(item.most, self._conditions.most_copies(card, 0))
        most = item.most if self._lifted else allowed
        free = self._conditions.free_copies(card)
        return item._replace(allowed=allowed, most=most, free=free)


def order_of(slot: Slot) -> tuple[str, str, int]:
    """The fixed order of cards: by name, zone and dice."""
    return slot.card.name, slot.zone, slot.dice or 0
