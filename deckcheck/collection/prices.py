"""The price that the owner paid for a deck, as far as the holdings have prices."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from db.collection.holdings import Holding
from deckcheck.collection.holdings import Collection
from deckcheck.deck import Deck


@dataclass(slots=True)
class PaidCopies:
    """The price of copies by currency, and how many copies have no price or are not owned.

    Where more copies are owned than are needed, the cheapest ones are meant, those without a price
    last.
    """

    by_currency: dict[str, Decimal] = field(default_factory=dict)
    priced: int = 0
    without_price: int = 0
    missing: int = 0
    unknown: int = 0

    def document(self) -> dict[str, Any]:
        """The prices as a document; sums are texts, since they are exact."""
        return {
            "paid": {code: str(sum_) for code, sum_ in sorted(self.by_currency.items())},
            "priced": self.priced,
            "without_price": self.without_price,
            "missing": self.missing,
            "unknown": self.unknown,
        }


def paid_for(deck: Deck, collection: Collection) -> PaidCopies:
    """The price of the owned copies of a deck; unknown cards are counted apart."""
    found, needed = PaidCopies(), Counter[int]()
    for entry in deck.entries:
        if entry.card is None or entry.card.id is None:
            found.unknown += entry.quantity
        else:
            needed[entry.card.id] += entry.quantity
    for ident, copies in needed.items():
        _count(found, collection.held(ident), copies)
    return found


def _count(found: PaidCopies, held: Iterable[Holding], copies: int) -> None:
    for holding in sorted(held, key=_price):
        taken = min(copies, holding.quantity)
        copies -= taken
        price = holding.facts.price
        if price is None:
            found.without_price += taken
        elif taken:
            currency = holding.facts.currency or ""
            paid = found.by_currency.get(currency, Decimal(0)) + taken * Decimal(price)
            found.by_currency[currency] = paid
            found.priced += taken
    found.missing += copies


def _price(holding: Holding) -> tuple[bool, Decimal]:
    price = holding.facts.price
    return price is None, Decimal(price or 0)
