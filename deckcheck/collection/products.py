"""Whole products of games that are sold in fixed packs: one of each of their cards, in one batch.

Cards that are owned only within others come with those. Of a product we know which cards it holds
and not in how many copies; one of each is what its list says.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from db.cards.card import Card, Printing
from db.collection.holdings import HoldingChange
from deckcheck.collection.edit import ChosenCopies, FoundCard, NameFinder, new_key
from deckcheck.errors import RefusedError
from deckcheck.games import get_game


@dataclass(frozen=True, slots=True)
class ProductPlan:
    """The changes that adding a product makes, and notes for the user."""

    changes: tuple[HoldingChange, ...]
    notes: tuple[str, ...] = ()


def plan_product(
    names: NameFinder, cards: Iterable[Card], product: str, copies: ChosenCopies, change: HoldingChange
) -> ProductPlan:
    """The changes that add so many copies of a product.

    Raises `RefusedError` for an unknown product, and in games that are sold in boosters.
    """
    known = tuple(cards)
    collecting = get_game(known[0].game).collecting if known else None
    if collecting is None or collecting.whole is None:
        raise RefusedError(product, "is not sold as a fixed pack, as far as we know")
    code = names.set_code(product)
    whole: list[tuple[Card, Printing]] = []
    alone = 0
    for card in known:
        for printing in card.printings:
            if printing.set_code != code:
                continue
            if not collecting.is_part(card):
                whole.append((card, printing))
            elif collecting.whole_of(printing.number or "") is None:
                alone += 1
    changes = tuple(
        replace(change, key=new_key(FoundCard(card, printing), copies)) for card, printing in whole
    )
    notes = (f"{alone} cards of it belong to no {collecting.whole} and are not counted",)
    return ProductPlan(changes, notes if alone else ())
