"""A pool: the cards that were opened or drafted, with where they come from, and its document."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from db.cards.card import Card, Printing
from db.language import Message, gettext as _, joined, ngettext
from db.sums import summed
from deckcheck.deck import Deck
from deckcheck.errors import PoolError
from deckcheck.games.game import Game
from deckcheck.judge.pool_rule import PoolRule
from deckcheck.show.picked import picked

SCHEMA = "deckcheck.pool/1"


@dataclass(frozen=True, slots=True)
class PoolCard:
    """Copies of a card in a pool; `printing` is None where nobody says which it is."""

    card: Card
    quantity: int
    printing: Printing | None = None


@dataclass(frozen=True, slots=True)
class Pool:
    """The cards of a pool.

    `products` are the sets of opened boosters, each with how many, and `model` says in words how their
    cards were drawn. `unknown` are names in a list that are no card for certain, `note` says where one
    of them is a card of another game.
    """

    name: str
    game: str
    cards: tuple[PoolCard, ...]
    seed: int | None = None
    products: Mapping[str, int] | None = None
    model: str = ""
    unknown: tuple[str, ...] = ()
    note: str = ""

    @property
    def quantity(self) -> int:
        """The number of copies."""
        return sum(one.quantity for one in self.cards)

    def document(self) -> dict[str, Any]:
        """The pool as in `deckcheck.pool/1`."""
        products = [{"set": code, "boosters": number} for code, number in (self.products or {}).items()]
        return {
            "schema": SCHEMA,
            **picked(self, "name game seed"),
            "products": products,
            "model": self.model or None,
            "cards": [
                {
                    "name": one.card.name,
                    "set": one.printing.set_code if one.printing else None,
                    "number": one.printing.number if one.printing else None,
                    "quantity": one.quantity,
                }
                for one in self.cards
            ],
            "unknown": list(self.unknown),
            "note": self.note or None,
        }

    def rule(self, game: Game, every: Iterable[Card]) -> PoolRule:
        """The rule that a deck is of this pool, and of what everybody has; `every` are the game's cards."""
        copies = summed((one.card.name, one.quantity) for one in self.cards)
        cards = {one.card.name: one.card for one in self.cards}
        collecting, limited = game.collecting, game.collecting.limited
        wholes = list(cards.values()) if collecting.whole else []
        for card in every:
            if any(collecting.copies_in(one, card) for one in wholes):
                cards[card.name] = card
            elif limited.always(card) or set(card.set_codes).intersection(limited.basics):
                cards[card.name] = card
                copies[card.name] += 1
        return PoolRule(self.name, game.code, dict(copies), tuple(cards[name] for name in sorted(cards)))


def pool_of(deck: Deck, name: str) -> Pool:
    """The cards of a list in all its zones as a pool; raises `PoolError` for one without any card."""
    known = [(one.card, one) for one in deck.entries if one.card is not None]
    copies = summed(((card, one.printing), one.quantity) for card, one in known)
    unknown = [entry.name for entry in deck.entries if entry.card is None]
    unknown += [one.text for one in (*deck.unread, *deck.bare)]
    if not copies:
        what = _("no card of {game} is in it", game=deck.game)
        raise PoolError(f"{deck.path or name}: {what}")
    cards = tuple(PoolCard(card, n, printing) for (card, printing), n in copies.items())
    return Pool(name, deck.game, in_order(cards), unknown=tuple(dict.fromkeys(unknown)))


def in_order(cards: Iterable[PoolCard]) -> tuple[PoolCard, ...]:
    """The cards by side, type and name, so that equal pools are equal documents."""

    def key(one: PoolCard) -> tuple[str, ...]:
        printing = one.printing
        place = (printing.set_code, printing.number or "") if printing else ("", "")
        return one.card.side or "", one.card.type, one.card.name, *place

    return tuple(sorted(cards, key=key))


def opened_words(pool: Pool) -> list[str]:
    """The boosters that were opened, set by set, in words."""
    return [
        ngettext("{number} booster of {set}", "{number:,} boosters of {set}", boosters, set=code)
        for code, boosters in (pool.products or {}).items()
    ]


def pool_text(pool: Pool) -> Iterator[str]:
    """Yields the pool for people: the cards of each side and type in a line."""
    yield ngettext("{name}: {number} card", "{name}: {number:,} cards", pool.quantity, name=pool.name)
    yield from (joined(("  ", told)) for told in opened_words(pool))
    if pool.model:
        yield pool.model
    yield ""
    for (side, kind), cards in groupby(pool.cards, lambda one: (one.card.side or "", one.card.type)):
        copies = summed((one.card.name, one.quantity) for one in cards)
        names = joined((f"{n} {name}" if n > 1 else name for name, n in copies.items()), "; ")
        yield joined(("  ", Message(side), " ", Message(kind), f", {copies.total()}: ", names))
    for name in pool.unknown:
        yield _("not read: {name}", name=name)
    if pool.note:
        yield pool.note
