"""A collection as the bytes of a file, with what the file cannot hold."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from db.cards.lookup import Catalogue
from db.errors import ArgumentError
from db.language import gettext as _
from db.language import one_of
from deckcheck.collection.export import NameOf, collection_book, export_rows
from deckcheck.collection.holdings import Collection
from deckcheck.decks.keys import names_in
from deckcheck.errors import LayoutUnfitError
from deckcheck.games import get_game
from deckcheck.games.game import Game
from deckcheck.judge.resolve import Resolver
from importers.collections.layouts import ENGLISH, EXPORT_LANGUAGES, Layout
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
    has_dice = game.collecting.has_dice
    if suffix == ".xlsx" and layout.is_own:
        return _workbook(collection, catalogue, game, layout.language, name_of)
    held = catalogue.get_cards(sorted({holding.key.card_id for holding in collection.holdings}))
    rows = export_rows(collection.holdings, catalogue.sets(), held, game.collecting, name_of)
    if suffix == ".ods":
        from importers.collections.workbook import ods_losses, write_collection_ods

        data = write_collection_ods(rows, has_dice=has_dice, language=layout.language)
        return CollectionFile(data, tuple(ods_losses(rows)))
    if suffix == ".json":
        return CollectionFile(_encoded(write_json(rows, game.code, has_dice=has_dice)))
    lost = tuple(losses(rows, layout, game.name))
    if layout.games:
        rows = by_printing(rows)
    if suffix == ".xlsx":
        return CollectionFile(_table(rows, layout, game.name), lost)
    separator = "\t" if suffix == ".tsv" else None
    return CollectionFile(_encoded(write_text(rows, layout, game.name, separator)), lost)


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def _table(rows: Sequence[ExportRow], layout: Layout, game: str) -> bytes:
    """The layout as a workbook of one plain sheet; what is a number in it is one there."""
    from importers.sheets.table_workbook import table_workbook

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


def _workbook(
    collection: Collection, catalogue: Catalogue, game: Game, language: str, name_of: NameOf | None
) -> CollectionFile:
    from importers.collections.workbook import workbook_losses, write_collection_workbook

    today = datetime.now(UTC).date()
    book = collection_book(
        collection, catalogue.cards(), catalogue.sets(), game.name, today, game.collecting, language, name_of
    )
    return CollectionFile(write_collection_workbook(book), tuple(workbook_losses(book.rows)))
