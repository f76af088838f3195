"""The cards of a game under one judge, each with the weight of a copy in the constraints."""

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, product
from operator import attrgetter
from typing import NamedTuple
from weakref import WeakKeyDictionary

from db.cards.card import Card
from db.sums import gathered
from deckcheck.judge.no_circles import no_collection
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


class SlotColumn(NamedTuple):
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


class Item(NamedTuple):
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


class _Offer(NamedTuple):
    """A slot as the rules see it; `is_useful` says that a copy there can help to keep one of them."""

    slot: Slot
    weights: tuple[int, ...]
    bounds: Bounds
    is_useful: bool


_Kind = tuple[tuple[int, ...], bool, str, int | None, str, str | None]
"""The facts that an offer shares with others: weights, use, zone and dice, and type and side of its card."""


@dataclass(slots=True)
class _Rules:
    """The constraints of a judge, and the slots of all cards in them.

    `kinds` has those of cards that have one slot, by what they have in common, each by name; `several`
    those of the others.
    """

    constraints: tuple[Constraint, ...]
    totals: tuple[Total, ...] = field(init=False)
    limits: tuple[Limit, ...] = field(init=False)
    avoided: tuple[Avoid, ...] = field(init=False)
    unstated: tuple[Unstated, ...] = field(init=False)
    asked: Mapping[str, Sequence[int]] = field(init=False)
    asked_of_all: Sequence[int] = field(init=False)
    offers: Mapping[str, tuple[_Offer, ...]] = field(default_factory=dict)
    weights: dict[Hashable, tuple[tuple[int, ...], bool]] = field(default_factory=dict)
    offered: frozenset[str] = frozenset()
    kinds: dict[_Kind, list[Item]] = field(default_factory=dict)
    several: dict[str, tuple[_Offer, ...]] = field(default_factory=dict)
    tied: frozenset[str] = frozenset()
    names: Mapping[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        found = self.constraints
        self.totals = tuple(one for one in found if isinstance(one, Total))
        self.limits = tuple(one for one in found if isinstance(one, Limit))
        self.avoided = tuple(one for one in found if isinstance(one, Avoid))
        self.unstated = tuple(one for one in found if isinstance(one, Unstated))
        asked: dict[str, list[int]] = {}
        for number, total in enumerate(self.totals):
            for name in total.cards or ():
                asked.setdefault(name, []).append(number)
        self.asked = asked
        self.asked_of_all = [n for n, one in enumerate(self.totals) if one.cards is None]

    def offer(self, cards: Iterable[Card], offers: Callable[[Card], Iterable[_Offer]]) -> None:
        """Notes the slots of all cards."""
        by_name = sorted(cards, key=attrgetter("name"))
        self.offered = frozenset(card.name for card in by_name)
        self.offers = {card.name: tuple(offers(card)) for card in by_name}
        self.names = {card.id: card.name for card in by_name if card.id is not None}
        self.tied = self._find_tied()
        for name, found in self.offers.items():
            if len(found) > 1:
                self.several[name] = found
            for slot, weights, bounds, is_useful in found[: 1 if len(found) == 1 else 0]:
                card, most = slot.card, _smallest(bounds)
                item = Item(
                    slot, SlotColumn(weights, bounds, is_avoided=False, most=most), 0, 0, most, most, 0
                )
                kind = weights, is_useful, slot.zone, slot.dice, card.type, card.side
                self.kinds.setdefault(kind, []).append(item)

    def _find_tied(self) -> frozenset[str]:
        """The names of cards that share the key of a limit with a card of another name."""
        first: dict[tuple[int, Hashable], str] = {}
        tied = set()
        for name, offers in self.offers.items():
            for offer in offers:
                for number, key, _ in offer.bounds:
                    if (other := first.setdefault((number, key), name)) != name:
                        tied |= {name, other}
        return frozenset(tied)

    def bounds_of(self, slot: Slot) -> Bounds:
        """The limits that count a copy in a slot."""
        bounds = []
        for number, limit in enumerate(self.limits):
            most = limit.most(slot)
            key = None if most is None else limit.key(slot)
            if most is not None and key is not None:
                bounds.append((number, key, most))
        return tuple(bounds)

    def is_avoided(self, slot: Slot) -> bool:
        """Whether a rule warns of putting a copy there."""
        return any(one.slots(slot) for one in self.avoided)


_Asked = tuple[tuple[Card, ...], frozenset[Card] | None]
_KNOWN: "WeakKeyDictionary[Judge, deque[tuple[_Asked, _Rules]]]" = WeakKeyDictionary()
"""The rules of each judge with the cards and decks that were asked for last: the same are asked for again."""


@dataclass(slots=True)
class PreparedCards:
    """All cards that may come into decks under one judge, with their columns; made once.

    Of several decks each has a seat, with the constraints of its own; `common` are constraints on
    the copies of single cards in all of them, by the name of the card. `more` are totals beside the
    rules, which see all cards alike for which `apart` is the same in a zone. `tied` are the names of
    cards whose copies are limited together with those of other cards. Where a `deck` is given, the
    constraints tell how many changes it needs at least.
    `pools` are the slots of equal weights, types and sides, each by name; the columns of their items
    may lack the weights of `more`, which stand in the key.
    """

    judge: Judge
    cards: Sequence[Card]
    seats: tuple[str, ...] = (ALONE,)
    common: Mapping[str, Sequence[Constraint]] = field(default_factory=dict)
    deck: frozenset[Card] | None = None
    more: tuple[Total, ...] = ()
    apart: Callable[[Card], Hashable] | None = None
    totals: tuple[Total, ...] = field(init=False)
    limits: tuple[Limit, ...] = field(init=False)
    unstated: tuple[Unstated, ...] = field(init=False)
    pools: Mapping[PoolKey, list[Item]] = field(init=False)
    names: Mapping[int, str] = field(init=False)
    tied: frozenset[str] = field(init=False)
    _rules: _Rules = field(init=False)
    _more: dict[Hashable, tuple[tuple[int, ...], bool]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        with no_collection():
            self._prepare()

    def _prepare(self) -> None:
        rules = self._rules = self._known_rules()
        self.totals = (*rules.totals, *self.more)
        self.limits, self.unstated = rules.limits, rules.unstated
        self.tied, self.names = rules.tied, rules.names
        self.pools = self._make_pools()

    def _known_rules(self) -> _Rules:
        """The rules with the slots of the cards, kept for the next question to the same judge."""
        asked = tuple(self.cards), self.deck
        is_usual = self.seats == (ALONE,) and not self.common
        known = _KNOWN.setdefault(self.judge, deque(maxlen=3))
        for held, rules in tuple(known) if is_usual else ():
            if held == asked:
                return rules
        alone = self.judge.constraints(self.cards, self.deck)
        of_seats = (one for seat in self.seats for one in seated_constraints(alone, seat))
        rules = self._rules = _Rules((*of_seats, *chain.from_iterable(self.common.values())))
        rules.offer(self.cards, self._offers)
        if is_usual:
            known.append((asked, rules))
        return rules

    def _make_pools(self) -> Mapping[PoolKey, list[Item]]:
        """The slots sorted into pools by their weights, each by name."""
        pools: dict[PoolKey, list[Item]] = {}
        mixed: set[PoolKey] = set()
        for (weights, is_useful, _zone, _dice, card_type, side), items in self._rules.kinds.items():
            for (more, is_more_useful), some in self._by_more(items):
                if is_useful or is_more_useful:
                    key = weights + more, card_type, side
                    if key in pools:
                        mixed.add(key)
                        pools[key] += some
                    else:
                        pools[key] = list(some)
        for name in self._rules.several:
            for slot, column in self.slots_of(name):
                key = column.weights, slot.card.type, slot.card.side
                mixed.add(key)
                pools.setdefault(key, []).append(Item(slot, column, 0, 0, column.most, column.most, 0))
        for key in mixed:
            pools[key].sort(key=_name_of)
        return dict(sorted(pools.items(), key=lambda pair: _name_of(pair[1][0])))

    def _by_more(
        self, items: Sequence[Item]
    ) -> Iterable[tuple[tuple[tuple[int, ...], bool], Sequence[Item]]]:
        """The items of a kind by their weights in the totals beside the rules."""
        if not self.more:
            return [(((), False), items)]
        apart = self.apart or attrgetter("name")
        kinds = gathered((apart(item.slot.card), item) for item in items)
        found: dict[tuple[tuple[int, ...], bool], list[Item]] = {}
        for some in kinds.values():
            found.setdefault(self._more_of(some[0].slot), []).extend(some)
        if len(found) < len(kinds):
            for some in found.values():
                some.sort(key=_name_of)
        return found.items()

    def slots_of(self, name: str) -> Iterator[tuple[Slot, SlotColumn]]:
        """Yields the slots in which copies of a card can help."""
        return self._offered(self._rules.offers.get(name, ()))

    def pools_of(self, name: str) -> set[PoolKey]:
        """The pools in which a card stands."""
        return {(column.weights, slot.card.type, slot.card.side) for slot, column in self.slots_of(name)}

    def column(self, slot: Slot) -> SlotColumn:
        """The weights and limits of a copy in this slot."""
        alike = slot.card.name if slot.card.name in self.common else None, self.judge.alike(slot.card)
        weights = self._weights_of(slot, alike)[0] + self._more_of(slot)[0]
        bounds = self._rules.bounds_of(slot)
        return SlotColumn(weights, bounds, self._rules.is_avoided(slot), _smallest(bounds))

    def _weights_of(self, slot: Slot, alike: Hashable) -> tuple[tuple[int, ...], bool]:
        """The weights of a copy in the totals of the rules, and whether it can help to keep one of them.

        Cards that are alike to the rules have the same; so they are asked once for each kind.
        """
        rules, kind = self._rules, (slot.zone, slot.dice, alike)
        known = rules.weights.get(kind)
        if known is None:
            # A card that is none of those offered may have a weight in any total.
            named = rules.asked.get(slot.card.name, ()) if slot.card.name in rules.offered else None
            asked = range(len(rules.totals)) if named is None else (*rules.asked_of_all, *named)
            known = rules.weights[kind] = _weighed(rules.totals, slot, asked)
        return known

    def _more_of(self, slot: Slot) -> tuple[tuple[int, ...], bool]:
        """The same for the totals beside the rules."""
        if not self.more:
            return (), False
        kind = slot.zone, slot.dice, slot.card.name if self.apart is None else self.apart(slot.card)
        known = self._more.get(kind)
        if known is None:
            name = slot.card.name
            asked = (n for n, one in enumerate(self.more) if one.cards is None or name in one.cards)
            known = self._more[kind] = _weighed(self.more, slot, asked)
        return known

    def _offers(self, card: Card) -> Iterator[_Offer]:
        """Yields the slots in which copies of a card may be put."""
        if _is_gone(card):
            return
        rules, lists = self._rules, self.judge.game.lists
        alike = card.name if card.name in self.common else None, self.judge.alike(card)
        zones = dict.fromkeys(lists.place(card, zone) for zone in self._zones)
        for seat, zone, dice in product(self.seats, zones, lists.dice_forms(card)):
            slot = Slot(seated_zone(zone, seat), card, dice)
            bounds = rules.bounds_of(slot)
            if not any(most == 0 for _, _, most in bounds) and not rules.is_avoided(slot):
                weights, useful = self._weights_of(slot, alike)
                yield _Offer(slot, weights, bounds, useful)

    def _offered(self, offers: Sequence[_Offer]) -> Iterator[tuple[Slot, SlotColumn]]:
        """Yields the slots in which copies of a card can help, those alike only once."""
        seen = set()
        for slot, weights, bounds, is_useful in offers:
            more, is_more_useful = self._more_of(slot)
            together = weights + more
            if (is_useful or is_more_useful) and (together, bounds) not in seen:
                if len(offers) > 1:
                    seen.add((together, bounds))
                yield slot, SlotColumn(together, bounds, is_avoided=False, most=_smallest(bounds))

    @property
    def _zones(self) -> list[str]:
        """The zones that count, in the order of the game."""
        counted = self.judge.edition.counted_zones
        return [zone for zone in self.judge.game.zones if zone in counted]


def _name_of(item: Item) -> str:
    return item.slot.card.name


def _weighed(totals: Sequence[Total], slot: Slot, asked: Iterable[int]) -> tuple[tuple[int, ...], bool]:
    """The weights of a copy in some of the totals, and whether it can help to keep one of these."""
    weights, useful = [0] * len(totals), False
    for number in asked:
        total = totals[number]
        weight = weights[number] = total.weight(slot)
        useful = useful or (weight > 0 and total.low is not None)
        useful = useful or (weight < 0 and total.high is not None)
    return tuple(weights), useful


def _is_gone(card: Card) -> bool:
    """Whether no source has a printing of the card any more."""
    return bool(card.printings) and all(printing.removed_on for printing in card.printings)
