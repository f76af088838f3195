"""A collection as the bytes of a file, with what the file cannot hold."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime

from db.advice import advised
from db.cards.card import RARITIES, Card, CardSet
from db.cards.lookup import Catalogue
from db.collection.holdings import Holding, Want
from db.errors import ArgumentError
from db.language import gettext as _, joined, one_of
from deckcheck.collection.completion import MissingPrinting, Progress, completion
from deckcheck.collection.holdings import Collection
from deckcheck.collection.stats import CollectionStats, collection_stats
from deckcheck.decks.keys import names_in
from deckcheck.errors import LayoutUnfitError
from deckcheck.games import get_game
from deckcheck.games.collecting import USUAL, Collecting
from deckcheck.judge.resolve import Resolver
from deckcheck.show.language import capitalized
from deckcheck.show.picked import picked
from deckcheck.show.wording import amount
from importers.collections.holding_row import SheetHolding
from importers.collections.layouts import ENGLISH, EXPORT_LANGUAGES, Layout
from importers.collections.sheet_kinds import WANTS
from importers.collections.workbook import (
    CollectionWorkbook,
    ods_losses,
    workbook_losses,
    write_collection_ods,
    write_collection_workbook,
)
from importers.collections.workbook_summary import PartTotal, Totals
from importers.collections.writing import (
    ExportRow,
    by_printing,
    get_layout,
    layout_cells,
    losses,
    write_json,
    write_text,
)
from importers.errors import UnknownSuffixError
from importers.sheets.table_workbook import table_workbook

NameOf = Callable[[int | None, str | None], str | None]


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
    rows = []
    for holding in holdings:
        name = name_of and name_of(holding.key.card_id, holding.set_code)
        row = SheetHolding(
            row=0,
            name=name or holding.printing or holding.card,
            set_name=names.get(holding.set_code or ""),
            **picked(holding, "set_code number"),
            **picked(holding.key, "printing_id card_id condition language finish location"),
            **picked(holding.facts, "quantity dice for_trade notes acquired_on price currency extra"),
        )
        rows.append(ExportRow(row, holding.rarity or "", facts.get(holding.key.card_id, {})))
    return rows


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
            capitalized(RARITIES.get(rarity, rarity or _("No rarity"))),
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


SUFFIXES = (".xlsx", ".ods", ".csv", ".tsv", ".json")
_NUMBERS = frozenset({"number", "quantity", "dice"})


@dataclass(frozen=True, slots=True)
class CollectionFile:
    """The bytes of a file with a collection, and in words what it cannot hold."""

    data: bytes
    losses: tuple[str, ...] = ()


def check_collection_file(name: str, suffix: str, columns: str, game: str, language: str = ENGLISH) -> Layout:
    """The layout of that name; raises where it is not for such a file or game.

    Our own has headers in the language.
    """
    if suffix not in SUFFIXES:
        raise UnknownSuffixError(name, SUFFIXES, only=True)
    if language not in EXPORT_LANGUAGES:
        raise ArgumentError("language", one_of(EXPORT_LANGUAGES), repr(language))
    has_dice = get_game(game).collecting.has_dice
    layout = get_layout(columns, has_dice=has_dice, language=language)
    if layout.games and game not in layout.games:
        games = one_of(layout.games)
        raise LayoutUnfitError(
            _(
                "the layout {title} is for the game {games}, not {game}",
                title=layout.title,
                games=games,
                game=game,
            )
        )
    if not layout.is_own and suffix not in {".csv", ".tsv", *([".xlsx"] if layout.games else [])}:
        raise LayoutUnfitError(
            _("the layout {title} is for .csv files, not {suffix}", title=layout.title, suffix=suffix)
        )
    return layout


def collection_file(
    collection: Collection, catalogue: Catalogue, layout: Layout, suffix: str, names: str | None = None
) -> CollectionFile:
    """The collection as a file of that suffix and layout; `names` is the language of cards' names.

    Raises `UnknownLanguageError` where no card of the game has a name in that language.
    """
    game = get_game(catalogue.game)
    name_of = None if names is None else names_in(names, catalogue, Resolver(catalogue, game))
    wants = collection.stored.wants
    separator = "\t" if suffix == ".tsv" else None
    if layout.holds == WANTS:
        rows = [_want_row(want, name_of) for want in wants]
        text = write_text(rows, layout, game.name, separator)
        return CollectionFile(_encoded(text), losses(rows, layout, game.name))
    lost: list[str] = []
    if wants:
        advice = advised("wants-apart", "--columns wants writes them")
        lost = [joined((_("without {wants}", wants=amount(len(wants), "want")), advice), "; ")]
    has_dice = game.collecting.has_dice
    if suffix == ".xlsx" and layout.is_own:
        cards, sets, today = catalogue.cards(), catalogue.sets(), datetime.now(UTC).date()
        own = (game.name, today, game.collecting, layout.language, name_of)
        book = collection_book(collection, cards, sets, *own)
        return CollectionFile(write_collection_workbook(book), (*lost, *workbook_losses(book.rows)))
    held = catalogue.get_cards(sorted({holding.key.card_id for holding in collection.holdings}))
    rows = export_rows(collection.holdings, catalogue.sets(), held, game.collecting, name_of)
    if suffix == ".ods":
        data = write_collection_ods(rows, has_dice=has_dice, language=layout.language)
        return CollectionFile(data, (*lost, *ods_losses(rows)))
    if suffix == ".json":
        return CollectionFile(_encoded(write_json(rows, game.code, has_dice=has_dice)), tuple(lost))
    lost += losses(rows, layout, game.name)
    if layout.games:
        rows = by_printing(rows)
    if suffix == ".xlsx":
        return CollectionFile(_table(rows, layout, game.name), tuple(lost))
    return CollectionFile(_encoded(write_text(rows, layout, game.name, separator)), tuple(lost))


def _want_row(want: Want, name_of: NameOf | None) -> ExportRow:
    facts = want.facts
    held = SheetHolding(
        row=0,
        name=(name_of and name_of(want.key.card_id, want.set_code)) or want.printing or want.card,
        **picked(want, "quantity set_code number"),
        dice=facts.dice or None,
        **picked(facts, "condition language finish notes"),
        extra={"Weight": str(facts.weight)} if facts.weight else {},
    )
    return ExportRow(held)


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def _table(rows: Sequence[ExportRow], layout: Layout, game: str) -> bytes:
    """The layout as a workbook of one plain sheet; what is a number in it is one there."""
    headers = [header for header, _ in layout.columns]
    numbers = {place for place, (_, name) in enumerate(layout.columns) if name in _NUMBERS}
    cells = [
        [
            int(cell) if place in numbers and cell.isdecimal() else cell
            for place, cell in enumerate(layout_cells(row, layout, game))
        ]
        for row in rows
    ]
    return table_workbook("Collection", headers, cells)
