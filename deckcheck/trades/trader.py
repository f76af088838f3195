"""A trader: the spares and the wishes of one person, computed from a collection."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from db.cards.card import Card
from db.collection.holdings import Holding, HoldingKey, Want, WantFacts, WantKey
from db.sums import summed
from deckcheck.collection.holdings import Collection
from deckcheck.collection.trading import trade_list, want_list
from deckcheck.games.collecting import Collecting

RARITY_WORTH: Mapping[str, int] = {"C": 1, "U": 2, "R": 5, "P": 5, "L": 10}
"""The worth of a copy by its rarity; copies of other rarities, or of none, are worth 1."""

Worth = Callable[[Holding], int]
"""The worth of a copy of a holding; 0 where it has none, so that it is not traded."""


@dataclass(frozen=True, slots=True)
class Spare:
    """Copies that can be given away; `worth` is that of one, and the place is not told."""

    key: HoldingKey
    quantity: int
    worth: int
    name: str
    set_code: str | None = None
    number: str | None = None

    @property
    def order(self) -> tuple[object, ...]:
        """The key by which spares are sorted: the same for the same copies in every database."""
        return self.name, self.set_code or "", self.number or "", *self.key[2:]


@dataclass(frozen=True, slots=True)
class Wish:
    """Copies that somebody lacks; each counts as much as the want weighs."""

    want: Want
    quantity: int

    @property
    def weight(self) -> int:
        """The weight of each copy."""
        return self.want.facts.weight or 1


@dataclass(frozen=True, slots=True)
class Trader:
    """A person who trades; what they get may be worth so many percent less than what they give."""

    name: str
    spares: tuple[Spare, ...]
    wishes: tuple[Wish, ...]
    accepts: int = 10


@dataclass(frozen=True, slots=True)
class Wanting:
    """Where wishes come from besides the want list: saved decks, and sets to be completed."""

    decks: bool = True
    sets: frozenset[str] = frozenset()


def trader_of(
    name: str,
    collection: Collection,
    worth: Worth,
    cards: Sequence[Card],
    collecting: Collecting,
    *,
    keep: int,
    wanting: Wanting,
    accepts: int,
) -> Trader:
    """The trader with a collection: copies that are for trade or more than are kept, and all wishes."""
    spares: dict[HoldingKey, Spare] = {}
    for offer in trade_list(collection, keep):
        held = offer.holding
        key = held.key._replace(location="")
        value = worth(held)
        if not offer.offered or not value:
            continue
        spare = Spare(key, 0, value, held.printing or held.card, held.set_code, held.number)
        before = spares.get(key, spare)
        spares[key] = replace(before, quantity=before.quantity + offer.offered)
    found = sorted(spares.values(), key=lambda one: one.order)
    return Trader(name, tuple(found), tuple(_wishes(collection, cards, collecting, wanting)), accepts)


def _wishes(
    collection: Collection, cards: Sequence[Card], collecting: Collecting, wanting: Wanting
) -> Iterator[Wish]:
    """Yields the wishes; each lacking copy is in one of them, and those of a certain printing go first.

    What is to come by open trades is wished no more.
    """
    wished = Counter[int]()
    awaited = summed((one.card_id, one.quantity) for one in collection.stored.awaited)

    def wish(want: Want, lacking: int) -> Iterator[Wish]:
        comes = max(0, min(lacking, awaited[want.key.card_id]))
        awaited[want.key.card_id] -= comes
        lacking -= comes
        if lacking > 0:
            wished[want.key.card_id] += lacking
            yield Wish(want, lacking)

    for open_want in sorted(want_list(collection), key=lambda one: one.want.key.printing_id is None):
        card = open_want.want.key
        others = wished[card.card_id] if card.printing_id is None else 0
        yield from wish(open_want.want, open_want.missing - others)
    owned = collection.copies_by_printing()
    for found in sorted(cards, key=lambda card: card.name):
        ident = found.id or 0
        if collecting.is_part(found):
            continue
        for printing in found.printings if wanting.sets else ():
            if printing.set_code in wanting.sets and printing.id is not None:
                lacking = collecting.playset_of(found) - owned[printing.id] - wished[ident]
                yield from wish(_any_want(found, printing.id, printing.name), lacking)
        if wanting.decks and (needing := collection.in_decks.get(ident)):
            needed = sum(copies for copies, _ in needing)
            counts = collection.counts(ident)
            yield from wish(_any_want(found), needed - counts.owned - wished[ident])


def _any_want(card: Card, printing: int | None = None, name: str | None = None) -> Want:
    return Want(WantKey(card.id or 0, printing), WantFacts(0), card.name, name)


def rarity_worth(weights: Mapping[str, int]) -> Worth:
    """The worth of copies by their rarity."""
    return lambda held: weights.get(held.rarity or "", 1)


def price_worth(prices: Mapping[int, int]) -> Worth:
    """The worth of copies by the price of their card; without one they are not traded."""
    return lambda held: prices.get(held.key.card_id, 0)


def least_accepted(traders: Iterable[Trader]) -> int:
    """The least that any of them accepts."""
    return min(one.accepts for one in traders)
