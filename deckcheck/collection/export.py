"""The contents of a collection's files: rows to write, and for the workbook sums and lists."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date

from db.cards.card import Card, CardSet
from db.collection.holdings import Holding
from db.language import gettext as _
from deckcheck.collection.completion import MissingPrinting, Progress, completion
from deckcheck.collection.holdings import Collection
from deckcheck.collection.stats import CollectionStats, collection_stats
from deckcheck.games.collecting import USUAL, Collecting
from importers.collections.holding_row import SheetHolding
from importers.collections.layouts import ENGLISH
from importers.collections.workbook import CollectionWorkbook
from importers.collections.workbook_summary import PartTotal, Totals
from importers.collections.writing import ExportRow

NameOf = Callable[[int | None, str | None], str | None]
_RARITIES = {
    "C": "Common",
    "U": "Uncommon",
    "R": "Rare",
    "P": "Promo",
    "S": _("Subordinate or starter"),
    "L": "Legendary",
}


def export_rows(
    holdings: Iterable[Holding],
    sets: Sequence[CardSet],
    cards: Iterable[Card] = (),
    collecting: Collecting = USUAL,
    name_of: NameOf | None = None,
) -> list[ExportRow]:
    """The holdings as rows of a sheet, each with the keys by which it is known again.

    With the cards, each has what sheets of this game show of its card. `name_of` gives the names
    of cards in another language by their ids and sets, None for the English one.
    """
    names = {card_set.code: card_set.name for card_set in sets}
    facts = {card.id: {"title": card.base_name, **collecting.sheet_facts(card)} for card in cards}
    return [
        _export_row(
            holding,
            names,
            facts.get(holding.key.card_id, {}),
            name_of and name_of(holding.key.card_id, holding.set_code),
        )
        for holding in holdings
    ]


def _export_row(
    holding: Holding, names: dict[str, str], shown: Mapping[str, str], name: str | None
) -> ExportRow:
    key, facts = holding.key, holding.facts
    row = SheetHolding(
        row=0,
        quantity=facts.quantity,
        dice=facts.dice,
        name=name or holding.printing or holding.card,
        set_code=holding.set_code,
        set_name=names.get(holding.set_code or ""),
        number=holding.number,
        printing_id=key.printing_id,
        card_id=key.card_id,
        condition=key.condition,
        language=key.language,
        finish=key.finish,
        location=key.location,
        for_trade=facts.for_trade,
        notes=facts.notes,
        acquired_on=facts.acquired_on,
        price=facts.price,
        currency=facts.currency,
        extra=facts.extra,
    )
    return ExportRow(row, holding.rarity or "", shown)


def collection_book(
    collection: Collection,
    cards: Sequence[Card],
    sets: Sequence[CardSet],
    game: str,
    day: date,
    collecting: Collecting = USUAL,
    language: str = ENGLISH,
    name_of: NameOf | None = None,
) -> CollectionWorkbook:
    """The contents of the workbook of a collection; sets of which nothing is owned stay out."""
    stats = collection_stats(collection)
    begun = {code for code, _ in stats.by_set if code}
    ours = [card_set for card_set in sets if card_set.code in begun]
    done = completion(collection, cards, ours, collecting=collecting)
    copies = dict(stats.by_set)
    set_totals = [
        PartTotal(s.code, s.name, copies[s.code], s.total.owned, s.total.printings, s.total.playsets)
        for s in done
    ]
    missing = [
        (
            *(m.name, s.code, s.name, m.number or "", m.rarity or ""),
            *(m.owned, max(0, m.playset - m.owned)),
            *(_dice_cells(m) if collecting.has_dice else ()),
        )
        for s in done
        for m in s.missing
    ]
    rarities = _rarity_totals([progress for s in done for progress in s.rarities], stats)
    return CollectionWorkbook(
        game=game,
        day=day.isoformat(),
        rows=export_rows(collection.holdings, sets, name_of=name_of),
        sets=[(card_set.code, card_set.name) for card_set in sets],
        totals=Totals(_figures(stats), set_totals, rarities),
        missing=missing,
        decks=_deck_rows(collection),
        playset=collecting.playset if collecting.is_even else None,
        has_dice=collecting.has_dice,
        language=language,
    )


def _rarity_totals(progress: Sequence[Progress], stats: CollectionStats) -> list[PartTotal]:
    copies = dict(stats.by_rarity)
    sums: dict[str, Counter[str]] = {}
    for part in progress:
        count = sums.setdefault(part.rarity or "", Counter())
        count.update(owned=part.owned, printings=part.printings, playsets=part.playsets)
    return [
        PartTotal(
            _RARITIES.get(rarity, rarity or _("No rarity")),
            None,
            copies.get(rarity, 0),
            count["owned"],
            count["printings"],
            count["playsets"],
        )
        for rarity, count in sums.items()
    ]


def _figures(stats: CollectionStats) -> list[tuple[str, str | int | float]]:
    figures: list[tuple[str, str | int | float]] = [
        (_("Copies"), stats.copies),
        *([(_("Dice"), stats.dice)] if stats.dice else []),
        (_("Different cards"), stats.cards),
        (_("Different printings"), stats.printings),
        (_("For trade"), stats.for_trade),
        (_("Reserved for decks"), stats.reserved),
    ]
    if stats.unknown_copies:
        figures.append((_("Copies of unknown printing"), stats.unknown_copies))
    figures += [
        (_("Paid ({currency})", currency=code) if code else _("Paid"), float(sum_))
        for code, sum_ in stats.paid
    ]
    return figures


def _dice_cells(printing: MissingPrinting) -> Sequence[int | None]:
    """The dice that are owned of a printing and those that lack, None for a card without any."""
    have = printing.dice
    return have, None if have is None else max(0, (printing.dice_playset or 0) - have)


def _deck_rows(collection: Collection) -> list[Sequence[str | int]]:
    """The cards of all saved decks; what is reserved for one is not there for another."""
    rows: list[Sequence[str | int]] = []
    for deck in collection.stored.decks:
        for line in deck.facts.lines:
            owned = collection.counts(line.card_id)
            here = line.reserved + owned.free
            counts = (line.quantity, line.reserved, owned.owned, max(0, line.quantity - here))
            rows.append((deck.facts.name, line.zone, line.name, *counts))
    return rows
