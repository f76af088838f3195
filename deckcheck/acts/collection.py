"""The collection of a game: lists, changes, imports, exports, history."""

import os
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from db.arguments import Count, checked
from db.cards.lookup import Catalogue
from db.clock import today
from db.collection.history import (
    KINDS,
    Entry,
    LedgerBatch,
    changes_elsewhere,
    first_entries,
    get_batch,
    history,
    newest_batch,
)
from db.collection.read import read_edited
from db.collection.undo import UndoneBatch, undo
from db.engines.people import reading
from deckcheck.collection.editor import CollectionEditor, WhichCopies
from deckcheck.collection.holdings import Collection, Counts
from deckcheck.collection.query import HeldCard
from deckcheck.collection.trading import Offer, OpenWant, trade_list, want_list
from deckcheck.collection.words import TOLD, batch_sentence
from deckcheck.errors import RefusedError
from deckcheck.games import get_game
from deckcheck.games.collecting import Collecting
from deckcheck.show.recent import Recent
from importers.collections.layouts import ENGLISH
from importers.errors import ExistingFileError

if TYPE_CHECKING:
    from deckcheck.collection.completion import SetCompletion
    from deckcheck.collection.file_export import CollectionFile
    from deckcheck.collection.file_import import SheetImport
    from deckcheck.collection.search import FoundHoldings
    from deckcheck.collection.stats import CollectionFigures, CollectionStats
    from deckcheck.collection.typed_copies import TypedCopies

_KEPT = 8
"""So many results of searches are kept."""


@checked
class SessionCollection(CollectionEditor):
    """The collection of one game: what is owned and wanted, and all that changes it."""

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__(catalogue)
        self._read: tuple[object, Collection] | None = None
        self._found = Recent[object, "FoundHoldings"](_KEPT)
        self._figures: tuple[object, CollectionFigures] | None = None

    @property
    def stored(self) -> Collection:
        """The collection as it is now; read again only when the database has changed."""
        changes = self._state()
        if self._read is None or self._read[0] != changes:
            edited = None if self._read is None else read_edited(self._path, self._read[1].stored)
            self._read = (changes, super().stored if edited is None else Collection(edited))
        return self._read[1]

    @property
    def unknown(self) -> tuple[str, ...]:
        """The names of cards that are owned or wanted, but not in the catalogue here, which is older."""
        return self.stored.stored.unknown

    def _state(self) -> object:
        """A value that changes whenever another connection has changed the cards or the collection."""
        return self.catalogue.changes(), changes_elsewhere(self._path)

    def holdings(
        self, query: str = "", *, sort: str | None = None, on: date | None = None
    ) -> "list[HeldCard]":
        """The holdings that a query asks for, each as its card with the one holding.

        `on` is the day as of which formats are asked.
        """
        from deckcheck.collection.search import search_collection

        return search_collection(self.stored, self.catalogue, query, sort, day=on)

    def found(self, query: str = "", *, sort: str | None = None) -> "FoundHoldings":
        """The holdings that a query asks for, with their sums and facets.

        The result is kept until the database changes, so that a list is shown page by page at once.
        """
        from deckcheck.collection.search import find_holdings

        key = (self._state(), query, sort, today())
        found = self._found.recall(key)
        if found is None:
            found = self._found[key] = find_holdings(self.stored, self.catalogue, query, sort)
        return found

    def read_line(self, text: str, card: str | None = None, *, has_place: bool = True) -> "TypedCopies":
        """The copies that a line like `3 nexu bgmd nm binder 2` says; `card` is chosen of several.

        Wants have no place.
        """
        from deckcheck.collection.typed_copies import read_copies

        places = dict.fromkeys(one.key.location for one in self.stored.holdings) if has_place else None
        return read_copies(self.catalogue, self.names, text, places, card)

    def meant(
        self, text: str, count: Count | None = None, *, has_place: bool = True, **stated: Unpack[WhichCopies]
    ) -> "TypedCopies":
        """The copies that a name means with what is stated beside it, or else a line in any order.

        Raises `RefusedError` for a line that says something of its card that is not understood.
        """
        from deckcheck.collection.typed_copies import TypedCopies

        is_stated = count is not None or any(value is not None for value in stated.values())
        if not is_stated and not self.catalogue.find_cards(text):
            line = self.read_line(text, has_place=has_place)
            if line.words:
                return line
            if line.problem and line.name:
                raise RefusedError(line.problem)
        name, counted = (text, None) if count is not None else self.names.split_count(text)
        return TypedCopies(counted if count is None else count, name, **stated)

    @property
    def newest(self) -> int:
        """The number of the newest batch, of any game; 0 before the first."""
        with reading(self._path) as connection:
            return newest_batch(connection)

    def cards(self, query: str = "", *, sort: str | None = None, on: date | None = None) -> "list[HeldCard]":
        """The owned cards that a query asks for, each with its copies in all printings.

        `on` is the day as of which formats are asked.
        """
        from deckcheck.collection.search import search_collection

        return search_collection(self.stored, self.catalogue, query, sort, cards=True, day=on)

    def counts(self, name: str) -> Counts:
        """How many copies of a card are owned, reserved, free, wanted and for trade."""
        return self.stored.counts(self.names.find(name).card)

    def figures(self) -> "CollectionFigures":
        """The few numbers that stand above a list of the collection; kept until the database changes."""
        from deckcheck.collection.stats import collection_figures

        changes, stored = self._state(), self.stored
        if self._figures is None or self._figures[0] != changes:
            cards = self.catalogue.get_cards(sorted({one.key.card_id for one in stored.holdings}))
            self._figures = changes, collection_figures(stored, cards, self.collecting())
        return self._figures[1]

    def stats(self) -> "CollectionStats":
        """The collection in numbers."""
        from deckcheck.collection.stats import collection_stats

        return collection_stats(self.stored)

    def completion(
        self,
        *sets: str,
        any_printing: bool = False,
        playset: int | None = None,
        booster: Mapping[str, int] | None = None,
    ) -> "tuple[SetCompletion, ...]":
        """The completion of sets, given by code or name; by default of those that are begun."""
        from deckcheck.collection.completion import completion

        stored, catalogue = self.stored, self.catalogue
        codes = (
            {self.names.set_code(text) for text in sets}
            if sets
            else {holding.set_code or "" for holding in stored.holdings}
        )
        chosen = [one for one in catalogue.sets() if one.code in codes]
        return completion(
            stored,
            catalogue.cards(),
            chosen,
            any_printing=any_printing,
            collecting=self.collecting(playset),
            booster=booster,
        )

    def collecting(self, playset: int | None = None) -> Collecting:
        """The copies that make a card complete in the game, by default as many as a deck can use."""
        usual = get_game(self.catalogue.game).collecting
        return usual if playset is None else usual.with_playset(playset)

    def wants(self) -> "tuple[OpenWant, ...]":
        """The wants, each with the copies that are missing of it."""
        return want_list(self.stored)

    def trades(self, surplus: int | None = None) -> "tuple[Offer, ...]":
        """The cards to trade away; with `surplus` every copy above that number too."""
        return trade_list(self.stored, surplus)

    def import_sheet(
        self,
        file: str | os.PathLike[str],
        *,
        mode: str | None = None,
        columns: Mapping[str, str] | None = None,
        sheet: str | None = None,
        all_sheets: bool = False,
        data: bytes | None = None,
        kinds: Mapping[str, str] | None = None,
    ) -> "SheetImport":
        """A sheet that was read, to be previewed and applied; nothing is changed yet.

        With `data` these bytes are read, and `file` is only their name. `kinds` says what sheets
        hold, by their names: `owned`, `wants`, `for trade` or `deck`.
        """
        from deckcheck.collection.file_import import SheetImport

        return SheetImport(
            self.catalogue,
            Path(file),
            mode=mode,
            columns=columns,
            sheet=sheet,
            all_sheets=all_sheets,
            data=data,
            kinds=kinds,
        )

    def export(
        self,
        file: str | os.PathLike[str],
        *,
        columns: str = "deckcheck",
        names: str | None = None,
        force: bool = False,
    ) -> "CollectionFile":
        """Writes the collection to a file; returns what was written, with what it cannot hold.

        With `names`, a language like "hu", cards have their names in it, where they are known.
        """
        from importers.decks.writing import save_deck

        path = Path(file)
        written = self.file(path, columns=columns, names=names, force=force)
        save_deck(path, written.data, force=force)
        return written

    def file(
        self,
        file: Path,
        *,
        columns: str = "deckcheck",
        language: str | None = None,
        names: str | None = None,
        force: bool = False,
    ) -> "CollectionFile":
        """The collection as it would be written to a file, whose suffix says how.

        Raises `LayoutUnfitError`, and `ExistingFileError` unless with `force`.
        """
        from deckcheck.collection.file_export import check_collection_file, collection_file

        suffix = file.suffix.lower()
        layout = check_collection_file(str(file), suffix, columns, self.catalogue.game, language or ENGLISH)
        if not force and file.exists():
            raise ExistingFileError(str(file))
        return collection_file(self.stored, self.catalogue, layout, suffix, names)

    def history(
        self,
        limit: int | None = None,
        *,
        all_games: bool = False,
        kinds: Iterable[str] = KINDS,
        skip: int = 0,
    ) -> tuple[LedgerBatch, ...]:
        """The batches of the game, the newest first: every import and change of these kinds of things."""
        game = None if all_games else self.catalogue.game
        return history(self._path, limit, game, kinds=kinds, skip=skip)

    def sentences(self, batches: Sequence[LedgerBatch]) -> list[str]:
        """Each batch in a sentence, like `Deck Rebels: 2 Nexu added`."""
        first = first_entries(self._path, [one.number for one in batches], TOLD)
        return [batch_sentence(one, first[one.number]) for one in batches]

    def batch(self, number: int) -> tuple[LedgerBatch, tuple[Entry, ...]]:
        """A batch with each of its changes, before and after."""
        return get_batch(self._path, number)

    def undo(self, number: int, *, seen: int | None = None) -> UndoneBatch:
        """Undoes a batch, but for what has changed since; this can be undone too."""
        return undo(self._path, number, seen=seen)
