"""Prices: what the owner paid for a deck, and what cards cost by a sheet."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

from db.cards.lookup import Catalogue
from db.collection.holdings import Holding, price_sum
from db.language import gettext as _, some_of
from db.sums import summed
from deckcheck.collection.holdings import Collection
from deckcheck.collection.matching import MatchedRow
from deckcheck.deck import Deck
from deckcheck.errors import TuneError
from deckcheck.show.picked import picked
from importers.errors import NoHeaderError
from importers.sheets.sheets import read_bytes


@dataclass(slots=True)
class PaidCopies:
    """The price of copies by currency, and how many copies have no price or are not owned.

    Where more copies are owned than are needed, the cheapest ones are meant, those without a price
    last. Prices in different currencies are neither added nor compared: copies whose currency is
    that of the most copies come first, and `not_compared` counts the cards with copies in
    several currencies of which some stayed out.
    """

    by_currency: dict[str, Decimal] = field(default_factory=dict)
    priced: int = 0
    without_price: int = 0
    missing: int = 0
    unknown: int = 0
    not_compared: int = 0

    def document(self) -> dict[str, Any]:
        """The prices as a document; sums are texts, since they are exact."""
        return {
            "paid": {code: str(sum_) for code, sum_ in sorted(self.by_currency.items())},
            **picked(self, "priced without_price missing unknown not_compared"),
        }


def paid_for(deck: Deck, collection: Collection) -> PaidCopies:
    """The price of the owned copies of a deck; unknown cards are counted apart."""
    by_id = summed((entry.card.id if entry.card else None, entry.quantity) for entry in deck.entries)
    found, needed = PaidCopies(), {ident: copies for ident, copies in by_id.items() if ident is not None}
    found.unknown = by_id[None]
    held = {ident: there for ident in needed if (there := collection.held(ident))}
    found.missing = sum([copies for ident, copies in needed.items() if ident not in held])
    currencies = _most_used_first(holding for found in held.values() for holding in found)
    for ident, there in held.items():
        _count(found, there, needed[ident], currencies)
    return found


def sheet_prices(catalogue: Catalogue, file: Path) -> tuple[dict[int, Decimal], tuple[str, ...]]:
    """The lowest price of each card in a sheet, which may be a mere list of prices, by its id.

    Beside them a note on the rows that are left out. Raises `TuneError` where there are no prices.
    """
    from deckcheck.collection.file_import import SheetImport
    from importers.collections.header import price_columns, score_rows
    from importers.documents.tables import parse_tables

    data = read_bytes(file)
    try:
        sheet = SheetImport(catalogue, file, data=data)
    except NoHeaderError:
        sheet = None
    if sheet is None or "price" not in sheet.sheet.fields:
        heads = parse_tables(data, str(file), score_rows).heads
        columns = price_columns(heads[0].rows if heads else ())
        sheet = SheetImport(catalogue, file, data=data, columns=columns)
    prices = lowest_prices(sheet.rows())
    if not prices:
        raise TuneError(_("{file}: no price of a card", file=file))
    unread = [
        sheet.sheet.row_name(one.row.row)
        for one in sheet.rows()
        if one.row.price is None or (one.row.price and one.match.found is None)
    ]
    told = _(
        "{file}: rows without a clear price or card left out: {rows}", file=file, rows=some_of(unread, 8)
    )
    return prices, (told,) if unread else ()


def lowest_prices(rows: Iterable[MatchedRow]) -> dict[int, Decimal]:
    """The lowest price of each card in the rows of a sheet, by its id; raises `TuneError`.

    Prices in different currencies are not compared.
    """
    found: dict[int, Decimal] = {}
    currencies = set()
    for one in rows:
        if one.match.found is None or not one.row.price:
            continue
        currencies.add(one.row.currency or _("one that is not stated"))
        price, ident = Decimal(one.row.price), one.match.found.card.id or 0
        found[ident] = min(price, found.get(ident, price))
    if len(currencies) > 1:
        raise TuneError(
            _("the prices are in several currencies: {names}", names=", ".join(sorted(currencies)))
        )
    return found


def _most_used_first(held: Iterable[Holding]) -> dict[str, int]:
    """The rank of each currency by its number of copies; prices without a currency come last."""
    priced = (one for one in held if one.facts.price is not None)
    copies = summed((one.facts.currency or "", one.quantity) for one in priced)
    ranked = sorted(copies, key=lambda one: (one == "", -copies[one], one))
    return {currency: rank for rank, currency in enumerate(ranked)}


def _count(found: PaidCopies, held: Sequence[Holding], copies: int, currencies: Mapping[str, int]) -> None:
    priced: Counter[str] = Counter()
    left_out = 0
    for holding in sorted(held, key=lambda one: _place(one, currencies)):
        taken = min(copies, holding.quantity)
        copies -= taken
        price, currency = holding.facts.price, holding.facts.currency or ""
        if price is None:
            found.without_price += taken
            continue
        priced[currency] += holding.quantity
        left_out += holding.quantity - taken
        if taken:
            paid = found.by_currency.get(currency, Decimal(0)) + price_sum(price, taken)
            found.by_currency[currency] = paid
            found.priced += taken
    found.missing += copies
    found.not_compared += len(priced) > 1 and left_out > 0


def _place(holding: Holding, currencies: Mapping[str, int]) -> tuple[bool, int, Decimal]:
    price = holding.facts.price
    if price is None:
        return True, 0, Decimal(0)
    return False, currencies[holding.facts.currency or ""], Decimal(price)
