"""A collection in numbers: by set, rarity, condition, language and place, and its price."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal

from db.cards.card import Card
from db.collection.holdings import Holding, price_sum
from db.sums import summed
from deckcheck.collection.holdings import Collection
from deckcheck.collection.trading import want_list
from deckcheck.games.collecting import Collecting


@dataclass(frozen=True, slots=True)
class CollectionStats:
    """The totals of a collection; `paid` is price times copies by currency, where known."""

    copies: int
    holdings: int
    cards: int
    printings: int
    unknown_copies: int
    for_trade: int
    reserved: int
    wanted: int
    paid: tuple[tuple[str, Decimal], ...]
    by_set: tuple[tuple[str, int], ...]
    by_rarity: tuple[tuple[str, int], ...]
    by_condition: tuple[tuple[str, int], ...]
    by_language: tuple[tuple[str, int], ...]
    by_location: tuple[tuple[str, int], ...]
    dice: int = 0
    reserved_dice: int = 0
    wanted_dice: int = 0


def collection_stats(collection: Collection) -> CollectionStats:
    """The numbers of a collection; `wanted` counts wanted copies that are still missing."""
    held, wants = collection.holdings, want_list(collection)
    counts = [collection.counts(ident) for ident in collection.card_ids]
    paid: dict[str, Decimal] = {}
    for holding in held:
        if holding.facts.price is not None:
            currency = holding.facts.currency or ""
            cost = price_sum(holding.facts.price, holding.quantity)
            paid[currency] = paid.get(currency, Decimal(0)) + cost
    return CollectionStats(
        copies=sum(h.quantity for h in held),
        holdings=len(held),
        cards=len({h.key.card_id for h in held}),
        printings=len(collection.copies_by_printing()),
        unknown_copies=collection.unknown_copies,
        for_trade=sum(h.facts.for_trade for h in held),
        reserved=sum(count.reserved for count in counts),
        wanted=sum(wanted.missing for wanted in wants),
        paid=tuple(sorted(paid.items())),
        by_set=_by(held, lambda h: h.set_code),
        by_rarity=_by(held, lambda h: h.rarity),
        by_condition=_by(held, lambda h: h.key.condition),
        by_language=_by(held, lambda h: h.key.language),
        by_location=_by(held, lambda h: h.key.location),
        dice=sum(h.dice for h in held),
        reserved_dice=sum(count.reserved_dice for count in counts),
        wanted_dice=sum(wanted.missing_dice for wanted in wants),
    )


@dataclass(frozen=True, slots=True)
class CollectionFigures:
    """A collection in the few numbers that stand above a list of it.

    `playsets` are cards of which there are as many copies as a deck can use; `paid` is by currency,
    for the `priced` copies. `begun` are the codes of sets by the printings that are owned, most first.
    """

    copies: int
    cards: int
    playsets: int
    for_trade: int
    priced: int
    paid: tuple[tuple[str, Decimal], ...]
    begun: tuple[str, ...]


def collection_figures(
    collection: Collection, cards: Iterable[Card], collecting: Collecting
) -> CollectionFigures:
    """The few numbers of a collection, counted in one pass; `cards` are those of which there are copies."""
    copies = for_trade = priced = 0
    paid: defaultdict[str, Decimal] = defaultdict(Decimal)
    printings: defaultdict[str, set[int | None]] = defaultdict(set)
    for holding in collection.holdings:
        facts = holding.facts
        copies += facts.quantity
        for_trade += facts.for_trade
        if holding.set_code:
            printings[holding.set_code].add(holding.key.printing_id)
        if facts.price is not None:
            priced += facts.quantity
            paid[facts.currency or ""] += price_sum(facts.price, facts.quantity)
    owned = [(collection.counts(card).owned, collecting.playset_of(card)) for card in cards]
    return CollectionFigures(
        copies,
        len({holding.key.card_id for holding in collection.holdings}),
        sum(have >= playset > 0 for have, playset in owned),
        for_trade,
        priced,
        tuple(sorted(paid.items())),
        tuple(sorted(printings, key=lambda code: len(printings[code]), reverse=True)),
    )


def _by(holdings: tuple[Holding, ...], read: Callable[[Holding], str | None]) -> tuple[tuple[str, int], ...]:
    """Copies by what `read` finds, the most first; what is not known stands as empty text."""
    return tuple(summed((read(one) or "", one.quantity) for one in holdings).most_common())
