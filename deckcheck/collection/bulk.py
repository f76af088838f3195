"""Many holdings changed alike, as one batch: each is named by its key, so that none is mistaken."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from db.cards.names import one_line
from db.collection.holdings import Holding, HoldingChange, HoldingKey
from db.language import gettext as _
from deckcheck.collection.edit import NameFinder, check_dice, plan_move
from deckcheck.collection.holdings import Collection
from deckcheck.errors import RefusedError
from deckcheck.games.game import Game
from deckcheck.show.picked import picked
from importers.collections.sheet_words import read_condition, read_finish, read_language

_NOTED = ("notes", "acquired_on", "price", "currency")


@dataclass(frozen=True, slots=True)
class HoldingEdit:
    """The changes to make to holdings; None leaves a fact as it is, "" clears it.

    `set_code`, `number` and the name of a `printing` choose another printing of the card; where all
    that are stated are "", the printing becomes unknown. `for_trade` is a number of copies, or
    `all` of them.
    """

    quantity: int | None = None
    dice: int | None = None
    for_trade: int | Literal["all"] | None = None
    notes: str | None = None
    acquired_on: str | None = None
    price: str | None = None
    currency: str | None = None
    set_code: str | None = None
    number: str | None = None
    printing: str | None = None
    condition: str | None = None
    language: str | None = None
    finish: str | None = None
    location: str | None = None

    @property
    def place(self) -> dict[str, str]:
        """The stated condition, language, finish and location, in standard words.

        >>> HoldingEdit(condition="near mint", location="box 1 ").place
        {'condition': 'NM', 'location': 'box 1'}
        """
        stated = {
            "condition": None if self.condition is None else read_condition(self.condition),
            "language": None if self.language is None else read_language(self.language).lower(),
            "finish": None if self.finish is None else read_finish(self.finish).lower(),
            "location": None if self.location is None else one_line(self.location),
        }
        return {name: value for name, value in stated.items() if value is not None}


@dataclass(frozen=True, slots=True)
class PlannedEdit:
    """The changes of an edit, and the keys that its holdings have after it, in their order."""

    changes: tuple[HoldingChange, ...]
    keys: tuple[HoldingKey, ...]


def plan_edit(
    names: NameFinder, game: Game, collection: Collection, keys: Sequence[HoldingKey], edit: HoldingEdit
) -> PlannedEdit:
    """The changes that make the holdings of these keys as `edit` says.

    Copies that are moved to where others are join them. Raises `RefusedError` for a holding that
    is not there, and for a printing that is not one of its card.
    """
    held = {holding.key: holding for holding in collection.holdings}
    chosen = [_held(held, key) for key in dict.fromkeys(keys)]
    to: dict[str, Any] = {**edit.place, **_printing(names, chosen, edit)}
    moves = plan_move(collection, chosen, to, None) if to else ()
    copies = Counter({key: holding.quantity for key, holding in held.items()})
    for change in moves:
        copies[change.key] += change.add
    targets = [holding.key._replace(**to) for holding in chosen]
    if edit.dice:
        for card in {holding.card for holding in chosen}:
            check_dice(game, names.find(card).card, edit.dice)
    noted = (one for key in dict.fromkeys(targets) for one in _facts(key, copies[key], edit))
    return PlannedEdit((*moves, *noted), tuple(targets))


def _held(held: dict[HoldingKey, Holding], key: HoldingKey) -> Holding:
    if key not in held:
        raise RefusedError(_("this holding is not there any more; look again"))
    return held[key]


def _printing(names: NameFinder, chosen: Sequence[Holding], edit: HoldingEdit) -> dict[str, int | None]:
    """The printing that is meant, of the one card that all these are of."""
    said = (edit.printing, edit.set_code, edit.number)
    if all(one is None for one in said):
        return {}
    cards = {holding.card for holding in chosen}
    if len(cards) != 1:
        raise RefusedError(_("{count} cards have no printing in common; choose one card", count=len(cards)))
    if not any(said):
        return {"printing_id": None}
    (card,) = cards
    named = names.find(edit.printing or card, edit.set_code or None, edit.number or None)
    if named.card.name != card:
        raise RefusedError(_("{name!r} is no printing of {card}", name=edit.printing or card, card=card))
    if named.printing is None:
        raise RefusedError(_("{name!r} is not certain: {note}", name=card, note=named.note))
    return {"printing_id": named.printing.id}


def noted_facts(stated: Mapping[str, Any]) -> dict[str, Any]:
    """The notes on copies as a sheet gives them back; a price may state its currency.

    >>> noted_facts({"notes": "signed ", "price": "1,50 €"})
    {'notes': 'signed', 'acquired_on': None, 'price': '1.50', 'currency': 'EUR'}
    """
    notes, acquired_on, price, currency = map(stated.get, _NOTED)
    if price or currency:
        from importers.collections.holding_cells import read_currency, read_price

        price, said = (price and read_price(price)) or (price, None)
        currency = (currency and read_currency(currency)) or said
    return {
        "notes": None if notes is None else notes.strip(),
        "acquired_on": acquired_on,
        "price": price,
        "currency": currency,
    }


def _facts(key: HoldingKey, copies: int, edit: HoldingEdit) -> Sequence[HoldingChange]:
    """The change of what is noted of a holding; none where nothing is said."""
    stated = {"quantity": edit.quantity, "dice": edit.dice, **noted_facts(picked(edit, " ".join(_NOTED)))}
    now = copies if edit.quantity is None else edit.quantity
    trade = now if isinstance(edit.for_trade, str) else edit.for_trade
    if trade is None and all(value is None for value in stated.values()):
        return ()
    return (HoldingChange(key, for_trade=trade, **stated),)
