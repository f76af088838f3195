"""A sheet on its way into a collection: read, matched, planned, applied."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Literal

from db.arguments import checked
from db.cards.lookup import Catalogue
from db.collection.history import LedgerBatch, find_import, find_import_in, newest_batch
from db.collection.layouts import known_layouts, remember_layout
from db.collection.read import read_collection
from db.engines.people import reading
from db.errors import ChangedMeanwhileError
from db.language import gettext as _
from deckcheck.collection import sheet_import
from deckcheck.collection.matching import Candidate, MatchedRow, Matcher
from deckcheck.collection.sheet_import import HoldingDifference, ImportPlan
from deckcheck.collection.typed_list import find_list
from deckcheck.collection.words import doubling_words
from deckcheck.errors import DoublingRefusedError, EmptyingRefusedError
from deckcheck.games import get_game
from importers.collections.all_sheets import parse_all_sheets
from importers.collections.holding_sheet import NO_KINDS, HoldingSheet, parse_holdings, with_quantities
from importers.collections.layouts import UNMATCHED
from importers.decks.deck_list import DeckList
from importers.errors import ColumnMapError, MalformedFileError, NoHeaderError
from importers.sheets.sheets import checked_bytes, read_bytes

Lacking = Literal["refuse", "remove", "keep"]
"""The ways to deal with holdings that a sheet lacks, in the mode `set`."""


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    """The result of an import: what changed, or would change, and the file of the unsure rows."""

    applied: bool
    batch: int | None
    added: int
    changed: int
    removed: int
    moved: int = 0
    unmatched_file: str | None = None
    wants: int = 0


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """The preview of an import: the plan, each difference, and the numbers of them."""

    plan: ImportPlan
    differences: tuple[HoldingDifference, ...]
    outcome: ImportOutcome

    @property
    def unsure(self) -> tuple[MatchedRow, ...]:
        """The rows that would not be applied."""
        return self.plan.unsure


@checked
class SheetImport:
    """A sheet of holdings, or a typed list, that was read; nothing is changed before `apply`.

    `sheet` is one of a workbook, else the best; with `all_sheets` all that hold cards are one.
    `kinds` says what a sheet holds, by its name: `owned`, `wants`, `for trade` or `deck`; else its
    name and columns do. `columns` says which field a column holds, by its header or letter. `mode`
    is `add` or `set`; without one, `set` for sheets in our own layout. Rows whose card is unsure
    are never applied, unless `decide` says which card they mean. With `data` these bytes are read,
    and `file` is only their name.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        file: Path,
        *,
        mode: str | None = None,
        columns: Mapping[str, str] | None = None,
        sheet: str | None = None,
        all_sheets: bool = False,
        data: bytes | None = None,
        kinds: Mapping[str, str] | None = None,
    ) -> None:
        self._catalogue = catalogue
        self._columns = dict(columns or {})
        known = get_game(catalogue.game)
        without = set() if known.names.by_title else {"subtitle"}
        without |= set() if known.collecting.has_dice else {"dice"}
        data = read_bytes(file) if data is None else checked_bytes(data, str(file))
        parse = parse_all_sheets if all_sheets else partial(parse_holdings, sheet=sheet)
        try:
            self.sheet: HoldingSheet = parse(
                data,
                str(file),
                stated=self._columns,
                remembered=known_layouts(catalogue.path).get,
                without=frozenset(without),
                kinds=kinds or NO_KINDS,
            )
        except (NoHeaderError, MalformedFileError):
            found = None if columns or sheet or all_sheets else find_list(data, str(file), self._by_names)
            if found is None:
                raise
            self.sheet = found
        self._digest, *self._digests = _digests(data, sheet, self.sheet)
        self._is_mode_stated = bool(mode or self.sheet.mode)
        self.mode = mode or self.sheet.mode or ("set" if self.sheet.is_own else "add")
        self._decided: dict[int, Candidate] = {}
        self._rows: tuple[MatchedRow, ...] | None = None

    def _by_names(self, deck_list: DeckList) -> DeckList:
        """A typed list with each line of several readings in the one that names a card."""
        from deckcheck.judge.resolve import Resolver
        from deckcheck.judge.typed_lists import with_choices

        self._catalogue.look_up({line.name for choice in deck_list.choices for line in choice})
        return with_choices(deck_list, Resolver(self._catalogue, get_game(self._catalogue.game)))

    @cached_property
    def matcher(self) -> Matcher:
        """The matcher that finds the cards of the rows."""
        return Matcher(self._catalogue)

    @property
    def imported_before(self) -> LedgerBatch | None:
        """The batch by which this file was imported; None where it was not, or is undone.

        For a whole workbook it may be that of one of its sheets, for a sheet that of all of them. What
        was added is set without asking where the mode `set` is stated: that corrects it.
        """
        batch = self._last_import()
        return None if self._corrects(batch) else batch

    def _last_import(self) -> LedgerBatch | None:
        digests = (self._digest, *self._digests)
        found = (find_import(self._catalogue.path, digest) for digest in digests)
        return next(filter(None, found), None)

    def _corrects(self, batch: LedgerBatch | None) -> bool:
        is_set = self._is_mode_stated and self.mode == sheet_import.SET
        return is_set and batch is not None and batch.mode == sheet_import.ADD

    def count(self, copies: Mapping[int, int]) -> None:
        """States the copies of rows whose quantity cannot be read, by the number of the row."""
        self.sheet = with_quantities(self.sheet, dict(copies))
        self._rows = None

    def rows(self) -> tuple[MatchedRow, ...]:
        """All rows that hold a card, each with what it means."""
        if self._rows is None:
            self._rows = sheet_import.match_rows(self.sheet, self.matcher, self._decided, self.mode)
        return self._rows

    def decide(self, choices: Mapping[int, Candidate]) -> None:
        """States which card unsure rows mean, by the number of the row."""
        self._decided |= choices
        self._rows = None if choices else self._rows

    def plan(self, *, lacking: Lacking = "remove") -> ImportPlan:
        """The plan of the import; `lacking` "keep" keeps the holdings that the sheet lacks."""
        with reading(self._catalogue.path) as connection:
            seen = newest_batch(connection)
            is_later = find_import_in(connection, self.sheet.source, "source") is not None
        held = read_collection(self._catalogue.path, self._catalogue.game)
        plan = sheet_import.plan_import(self.sheet, self.rows(), held.holdings, self.mode, held.wants)
        plan = sheet_import.with_doubled(replace(plan, seen=seen), held.holdings, is_later=is_later)
        return plan.sparing() if lacking == "keep" else plan

    def preview(self, plan: ImportPlan | None = None) -> ImportPreview:
        """The changes that the import would make, holding by holding; nothing is written."""
        plan = plan or self.plan()
        differences = sheet_import.differences(plan, self._catalogue.path)
        return ImportPreview(plan, differences, _of_preview(differences, plan))

    def apply(
        self,
        plan: ImportPlan | None = None,
        *,
        lacking: Lacking = "refuse",
        again: bool = False,
        write_unmatched: bool = True,
        seen: int | None = None,
    ) -> ImportOutcome:
        """Applies the import, all of it or nothing; the outcome names its batch.

        Raises `ColumnMapError` where an unknown column may hold the number of copies,
        `DoublingRefusedError` where most of its copies are there already and no mode was stated,
        `EmptyingRefusedError` where holdings would be removed that the sheet lacks and
        `lacking` does not say that they may be, `ImportedBeforeError` for a file that was imported
        before, whole or in part, unless `again`, and in the mode `set` `ChangedMeanwhileError`
        where the collection has changed since it was planned; what is added is added to whatever
        is there, unless `seen` states the newest batch that may be there. Unsure rows go to a
        worksheet beside the file, which comes first: once the file counts as imported, its rows
        must be somewhere.
        """
        plan = plan or self.plan(lacking=lacking)
        for one in [part.sheet for part in self.sheet.parts] or [self.sheet]:
            if one.maybe_quantity:
                what = _("it may hold the number of copies, or every row is one copy")
                raise ColumnMapError(one.maybe_quantity, what, ["quantity", "extra"])
        if plan.doubled and not (again or self._is_mode_stated):
            raise DoublingRefusedError(doubling_words(plan.doubled))
        if plan.emptied and lacking == "refuse":
            names = [plan.names[holding.key] for holding in plan.emptied]
            raise EmptyingRefusedError(names, plan.elsewhere)
        worksheet = self._write_unmatched(plan) if write_unmatched else None
        path = self._catalogue.path
        try:
            batch, plan = self._applied(plan, lacking, again=again, seen=seen)
        except BaseException:
            if worksheet and worksheet != self.sheet.source:
                Path(worksheet).unlink(missing_ok=True)
            raise
        if self._columns:
            for sheet in [part.sheet for part in self.sheet.parts] or [self.sheet]:
                mapping = {c.header: c.field for c in sheet.columns if c.how in {"told", "letter"}}
                remember_layout(path, sheet.fingerprint, mapping)
        return replace(_of_batch(batch, plan), unmatched_file=worksheet)

    def _applied(
        self, plan: ImportPlan, lacking: Lacking, *, again: bool, seen: int | None
    ) -> tuple[LedgerBatch | None, ImportPlan]:
        """The batch of a plan, and the plan as it was applied: to what is there by now."""
        known = () if again or self._corrects(self._last_import()) else (self._digest, *self._digests)
        while True:
            try:
                base = plan if seen is None else replace(plan, seen=seen)
                batch = sheet_import.apply_plan(
                    base, self._catalogue.path, self._digest, unless_imported=known
                )
            except ChangedMeanwhileError:
                if seen is not None or plan.mode != sheet_import.ADD:
                    raise
                plan = self.plan(lacking=lacking)
            else:
                return batch, plan

    def worksheet(self, plan: ImportPlan) -> bytes | None:
        """A worksheet with the rows that stay unsure, to be filled in; None where all are settled.

        None too for a worksheet of which nothing was decided: it still holds them all.
        """
        is_undecided = self.sheet.read_as == UNMATCHED.name and len(plan.unsure) == len(self.sheet.rows)
        if not plan.unsure or is_undecided:
            return None
        from importers.collections.unmatched_sheet import UnsureRow, write_unmatched

        rows = [
            UnsureRow(
                matched.row,
                matched.match.reason,
                [candidate.label for candidate in matched.match.candidates],
                self.sheet.row_name(matched.row.row) if self.sheet.parts else "",
            )
            for matched in plan.unsure
        ]
        return write_unmatched(rows, plan.mode)

    def _write_unmatched(self, plan: ImportPlan) -> str | None:
        """Writes the worksheet with the rows that stay unsure; None where all are settled."""
        data = self.worksheet(plan)
        if data is None:
            return self.sheet.source if plan.unsure else None
        from importers.collections.unmatched_sheet import unmatched_path
        from importers.decks.writing import save_deck

        path = unmatched_path(Path(self.sheet.source))
        save_deck(path, data)
        return str(path)


def _digests(data: bytes, sheet: str | None, read: HoldingSheet) -> list[str]:
    """The digest of an import, and those of others that hold rows of it."""
    whole = "\0all sheets"
    own, others = (sheet or "", [whole])
    if read.parts:
        own, others = whole, ["", *(part.sheet.sheet for part in read.parts)]
    return [hashlib.sha256(data + name.encode()).hexdigest() for name in (own, *others)]


def _of_batch(batch: LedgerBatch | None, plan: ImportPlan) -> ImportOutcome:
    if batch is None:
        return ImportOutcome(True, None, 0, 0, 0)
    new = sum(want.before is None for want in plan.wants)
    changed = batch.changed - (len(plan.wants) - new)
    return _moves_apart(ImportOutcome(True, batch.number, batch.added - new, changed, batch.removed), plan)


def _of_preview(differences: Sequence[HoldingDifference], plan: ImportPlan) -> ImportOutcome:
    added = sum(1 for d in differences if d.before is None)
    removed = sum(1 for d in differences if d.after is None)
    changed = len(differences) - added - removed
    return _moves_apart(ImportOutcome(False, None, added, changed, removed), plan)


def _moves_apart(outcome: ImportOutcome, plan: ImportPlan) -> ImportOutcome:
    """The outcome in which what moved counts as neither removed nor new or changed."""
    new = {move.target for move in plan.moved if move.target not in plan.held}
    grown = {move.target for move in plan.moved} - new
    return replace(
        outcome,
        added=outcome.added - len(new),
        changed=outcome.changed - len(grown),
        removed=outcome.removed - len(plan.moved),
        moved=len(plan.moved),
        wants=len(plan.wants),
    )
