"""Want list and trade list, from the copies owned, wanted, reserved and for trade."""

from collections.abc import Iterable
from dataclasses import dataclass

from db.collection.holdings import Holding, HoldingKey, Want
from deckcheck.collection.holdings import Collection
from deckcheck.collection.loan import loan_of


@dataclass(frozen=True, slots=True)
class OpenWant:
    """A want with the copies and dice that are owned and those that are missing."""

    want: Want
    owned: int
    missing: int
    dice: int = 0
    missing_dice: int = 0


@dataclass(frozen=True, slots=True)
class Offer:
    """Copies of a holding that can be traded away; `kept` are for trade, but needed elsewhere."""

    holding: Holding
    offered: int
    kept: int


def serves(key: HoldingKey, want: Want) -> bool:
    """Whether copies of that card, printing, condition, language and finish are what is wanted."""
    card, printing = want.key.card_id, want.key.printing_id
    return card == key.card_id and printing in {None, key.printing_id} and want.facts.fits(key)


def want_list(collection: Collection) -> tuple[OpenWant, ...]:
    """All wants with their missing copies; a want without a printing takes any."""
    result = []
    for want in collection.stored.wants:
        held = [one for one in collection.held(want.key.card_id) if serves(one.key, want)]
        owned, there = sum(one.quantity for one in held), sum(one.dice for one in held)
        lacking = max(0, want.facts.dice - there)
        result.append(OpenWant(want, owned, max(0, want.quantity - owned), there, lacking))
    return tuple(result)


def trade_list(collection: Collection, surplus: int | None = None) -> tuple[Offer, ...]:
    """The cards to trade away: copies that are for trade, but none that is reserved or wanted.

    With `surplus` every copy above that number is offered as well, whether it is for trade or not.
    """
    return tuple(offer for ident in collection.card_ids for offer in _offers(collection, ident, surplus))


def _offers(collection: Collection, card_id: int, surplus: int | None) -> Iterable[Offer]:
    counts = collection.counts(card_id)
    needed = max(counts.reserved, counts.wanted)
    left = max(0, min(counts.owned - needed, counts.free))
    here = (one for one in collection.held(card_id) if loan_of(one) is None)
    holdings = sorted(here, key=lambda holding: -holding.facts.for_trade)
    offered, promised = {}, collection.promised[card_id]
    for holding in holdings:
        gone = min(holding.facts.for_trade, promised)
        promised -= gone
        offered[holding.key] = min(holding.facts.for_trade - gone, left)
        left -= offered[holding.key]
    if surplus is not None:
        stays = counts.owned - collection.promised[card_id] - sum(offered.values())
        left = max(0, min(left, stays - surplus))
        for holding in holdings:
            more = min(holding.quantity - offered[holding.key], left)
            offered[holding.key] += more
            left -= more
    for holding in holdings:
        kept = max(0, holding.facts.for_trade - offered[holding.key])
        if offered[holding.key] or kept:
            yield Offer(holding, offered[holding.key], kept)
