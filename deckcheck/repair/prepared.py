"""The cards of a game under one judge, each with the weight of a copy in the constraints."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, product
from operator import attrgetter
from typing import NamedTuple
from weakref import WeakKeyDictionary

from db.cards.card import Card
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


@dataclass(slots=True)
class _Rules:
    """The constraints of a judge, and the slots of all cards in them."""

    constraints: tuple[Constraint, ...]
    totals: tuple[Total, ...] = field(init=False)
    limits: tuple[Limit, ...] = field(init=False)
    avoided: tuple[Avoid, ...] = field(init=False)
    unstated: tuple[Unstated, ...] = field(init=False)
    asked: Mapping[str, Sequence[int]] = field(init=False)
    asked_of_all: Sequence[int] = field(init=False)
    offers: Mapping[str, tuple[_Offer, ...]] = field(default_factory=dict)
    weights: dict[Hashable, tuple[tuple[int, ...], bool]] = field(default_factory=dict)

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


_KNOWN: "WeakKeyDictionary[Judge, tuple[tuple[Card, ...], _Rules]]" = WeakKeyDictionary()
"""The rules of each judge with the cards that were asked for last: sessions ask for the same again."""


@dataclass(slots=True)
class PreparedCards:
    """All cards that may come into decks under one judge, with their columns; made once.

    Of several decks each has a seat, with the constraints of its own; `common` are constraints on
    the copies of single cards in all of them, by the name of the card. `more` are totals beside the
    rules, which see all cards alike for which `apart` is the same in a zone. `tied` are the names of
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
    totals: tuple[Total, ...] = field(init=False)
    limits: tuple[Limit, ...] = field(init=False)
    unstated: tuple[Unstated, ...] = field(init=False)
    slots: Mapping[str, tuple[tuple[Slot, SlotColumn], ...]] = field(init=False)
    pools: Mapping[PoolKey, list[Item]] = field(init=False)
    places: Mapping[str, list[tuple[PoolKey, int]]] = field(init=False)
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
        self.slots = {name: tuple(self._offered(offers)) for name, offers in rules.offers.items()}
        self.tied = self._find_tied()
        self.names = {card.id: card.name for card in self.cards if card.id is not None}
        self._make_pools()

    def _known_rules(self) -> _Rules:
        """The rules with the slots of the cards, kept for the next question to the same judge."""
        is_usual = self.deck is None and self.seats == (ALONE,) and not self.common
        cards, known = tuple(self.cards), _KNOWN.get(self.judge)
        if is_usual and known is not None and known[0] == cards:
            return known[1]
        alone = self.judge.constraints(self.cards, self.deck)
        of_seats = (one for seat in self.seats for one in seated_constraints(alone, seat))
        rules = self._rules = _Rules((*of_seats, *chain.from_iterable(self.common.values())))
        by_name = sorted(self.cards, key=attrgetter("name"))
        rules.offers = {card.name: tuple(self._offers(card)) for card in by_name}
        if is_usual:
            _KNOWN[self.judge] = cards, rules
        return rules

    def _make_pools(self) -> None:
        """Sorts the slots into pools by their weights, each by name, and notes where they stand."""
        pools: dict[PoolKey, list[Item]] = {}
        places: dict[str, list[tuple[PoolKey, int]]] = {}
        for name, offered in self.slots.items():
            for slot, column in offered:
                key = column.weights, slot.card.type, slot.card.side
                pool = pools.setdefault(key, [])
                places.setdefault(name, []).append((key, len(pool)))
                pool.append(Item(slot, column, 0, 0, column.most, column.most, 0))
        self.pools, self.places = pools, places

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
            named = rules.asked.get(slot.card.name, ()) if slot.card.name in rules.offers else None
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

    def _find_tied(self) -> frozenset[str]:
        """The names of cards that share the key of a limit with a card of another name."""
        first: dict[tuple[int, Hashable], str] = {}
        tied = set()
        for name, offered in self.slots.items():
            for _, column in offered:
                for number, key, _ in column.bounds:
                    if (other := first.setdefault((number, key), name)) != name:
                        tied |= {name, other}
        return frozenset(tied)


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
