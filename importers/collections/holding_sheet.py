"""Reads a sheet of a collection, in any layout, into rows as they are written.

Nothing is dropped silently: every row becomes a `SheetHolding` or is in `skipped` with the reason.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path, PurePath
from types import MappingProxyType
from typing import Any

from db.language import gettext as _, some_of
from importers.collections.count_columns import CountColumn, count_columns, side_by_side
from importers.collections.header import (
    Column,
    Header,
    Remembered,
    check_stated,
    find_header,
    header_by_letters,
    score_rows,
    unused_stated,
)
from importers.collections.holding_cells import read_text
from importers.collections.holding_row import SheetHolding
from importers.collections.holding_sheet_rows import RowReader
from importers.collections.layouts import OWN
from importers.collections.sheet_kinds import (
    DECK,
    OWNED,
    WANTS,
    check_kinds,
    counted,
    doubtful_heading,
    sheet_kind,
    wants_beside,
    without_wants,
)
from importers.documents.tables import parse_tables
from importers.errors import ColumnMapError, NoHeaderError, UnknownSheetError
from importers.sheets.sheet import HEAD_ROWS, Sheet, SheetFile, letters
from importers.sheets.sheets import read_bytes

TEXT_KINDS = frozenset({"csv", "tsv"})
NO_FIELDS: frozenset[str] = frozenset()
NO_KINDS: Mapping[str, str] = MappingProxyType({})
OTHER_GAME_FIELDS = frozenset({"dice", "subtitle"})
"""Fields that only some games know; in others such a column is kept as it is."""


@dataclass(frozen=True, slots=True)
class HoldingSheet:
    """The content of a collection file: its rows, columns, and notes on how it was read.

    `read_as` is the layout, `columns` where the headers told, or `list`; `fields` are those that
    the sheet has a column for. `problems` says of rows, by number, why they cannot be taken as
    they are, and `unclear` why it cannot be told which of several holdings of their card they mean;
    `uncounted` are those of the problems that a number of copies settles;
    `choices` are cards that the user chose for rows, `headings` texts that stand alone above rows;
    `skipped` are rows that hold no card, with the reason. `notes` are for the user.
    `parts` are the sheets of a workbook that is read whole, `passed_over` those of its sheets that
    hold no list of cards, with the reason; `fields` are then those that all of them have.
    `other_sheets` are those that hold cards too and were not read, `maybe_quantity` is the column
    that may hold the quantity where none is known to. `holds` is what its rows are, one of
    `sheet_kinds.KINDS`.
    """

    source: str
    kind: str
    sheet: str
    read_as: str
    rows: tuple[SheetHolding, ...]
    columns: tuple[Column, ...]
    fields: frozenset[str]
    fingerprint: str = ""
    problems: Mapping[int, str] = field(default_factory=dict)
    choices: Mapping[int, str] = field(default_factory=dict)
    headings: tuple[tuple[int, str], ...] = ()
    skipped: tuple[tuple[int, str], ...] = ()
    notes: tuple[str, ...] = ()
    mode: str | None = None
    unclear: Mapping[int, str] = field(default_factory=dict)
    uncounted: Mapping[int, str] = field(default_factory=dict)
    parts: tuple["SheetPart", ...] = ()
    passed_over: tuple[tuple[str, str], ...] = ()
    other_sheets: tuple[str, ...] = ()
    maybe_quantity: str = ""
    holds: str = OWNED

    @property
    def is_own(self) -> bool:
        """Whether the sheet is in our own layout, with our keys."""
        return self.read_as == OWN.name

    @property
    def kept_columns(self) -> frozenset[str]:
        """The headers of the columns that are kept as they are; of several sheets, of all."""
        if self.parts:
            return frozenset.intersection(*(one.kept_columns for one in self.owned_sheets))
        return frozenset(c.header for c in self.columns if c.field == "extra")

    @property
    def owned_sheets(self) -> tuple["HoldingSheet", ...]:
        """The sheets of owned copies, or all of them where none is one."""
        sheets = tuple(part.sheet for part in self.parts) or (self,)
        return tuple(one for one in sheets if one.holds == OWNED) or sheets

    def sheet_of(self, row: int) -> tuple["HoldingSheet", int]:
        """The sheet in which a row stands, and its number there."""
        part = next((part for part in reversed(self.parts) if part.start < row), None)
        return (part.sheet, row - part.start) if part else (self, row)

    def row_name(self, row: int) -> str:
        """The name of a row for users: its number, among several sheets with its sheet."""
        sheet, number = self.sheet_of(row)
        return (
            _("{number} of {sheet!r}", number=number, sheet=sheet.sheet)
            if self.parts and sheet.sheet
            else str(number)
        )


@dataclass(frozen=True, slots=True)
class SheetPart:
    """One of several sheets; its rows are counted on from `start`."""

    start: int
    sheet: HoldingSheet


def with_quantities(sheet: HoldingSheet, quantities: Mapping[int, int]) -> HoldingSheet:
    """The sheet with these numbers of copies, by row, for rows whose own could not be read."""
    if not quantities:
        return sheet
    rows = (
        replace(row, quantity=quantities[row.row]) if row.row in quantities else row for row in sheet.rows
    )
    problems = {row: why for row, why in sheet.problems.items() if row not in quantities}
    uncounted = {row: why for row, why in sheet.uncounted.items() if row not in quantities}
    return replace(sheet, rows=tuple(rows), problems=problems, uncounted=uncounted)


def best_header(path: Path) -> tuple[str, Header]:
    """The name of the sheet that `parse_holdings` would read, and its header; no rows are read."""
    file = parse_tables(read_bytes(path), str(path), score_rows)
    place, header, *_unused = _choose(file, str(path), None, {}, lambda _unused: None)
    return file.heads[place].name, _without(header, OTHER_GAME_FIELDS)


def parse_holdings(
    data: bytes,
    source: str,
    *,
    sheet: str | None = None,
    stated: Mapping[str, str] | None = None,
    remembered: Remembered = lambda _unused: None,
    without: frozenset[str] = OTHER_GAME_FIELDS,
    kinds: Mapping[str, str] = NO_KINDS,
) -> HoldingSheet:
    r"""The rows that the bytes of a file hold.

    Columns of the fields `without` are kept as they are. `kinds` says what sheets hold, by name.

    >>> found = parse_holdings(b"qty;card;set\n4x;Yoda (A);AOTC\n", "a.csv")
    >>> found.read_as, found.rows[0].quantity, found.rows[0].name, found.rows[0].set_code
    ('columns', 4, 'Yoda (A)', 'AOTC')
    """
    stated = stated or {}
    check_stated(stated, without)
    check_kinds(kinds)
    file = parse_tables(data, source, score_rows)
    place, header, others, notes = _choose(file, source, sheet, stated, remembered)
    for column in unused_stated(header, stated):
        raise unused_column(column, stated, header)
    name = file.heads[place].name
    kind = kinds.get(name) or sheet_kind(name, header)
    if not name and kind == OWNED and sheet_kind(PurePath(source).stem, header) == WANTS:
        kind = WANTS
    if kind == DECK:
        kind, notes = OWNED, [*notes, _("it looks like a deck; its cards are taken as owned copies")]
    is_stated = name in kinds
    first, *more = read_place(file, source, place, header, without, notes, kind, is_stated=is_stated)
    first = replace(first, other_sheets=others) if others else first
    return together([first, *more]) if more else first


def unused_column(column: str, stated: Mapping[str, str], header: Header) -> ColumnMapError:
    """The error for a column that the user named and that is not there."""
    shown = [f"{letters(c.place)} ({c.header})" for c in header.columns]
    return ColumnMapError(
        f"{column}={stated[column]}", _("no column is called {column!r}", column=column), shown
    )


def read_place(
    file: SheetFile,
    source: str,
    place: int,
    header: Header,
    without: frozenset[str],
    notes: Sequence[str] = (),
    kind: str = OWNED,
    *,
    is_stated: bool = False,
) -> tuple[HoldingSheet, ...]:
    """The rows of one sheet of a file, under this header.

    A sheet of owned copies that counts in a column those that are wanted too is read twice, the
    second time for the wants, unless the user stated what it holds.
    """
    whole = file.read(place)
    lists = [(one, find_header(one.rows[:HEAD_ROWS])) for one in side_by_side(header, whole)]
    if lists and all(found and "name" in found.fields for _, found in lists):
        return tuple(
            sheet
            for number, (one, found) in enumerate(lists)
            if found
            for sheet in _read_list(file.kind, source, one, _without(found, without), notes[number:], kind)
        )
    return _read_list(file.kind, source, whole, _without(header, without), notes, kind, is_stated=is_stated)


def _read_list(
    file_kind: str,
    source: str,
    whole: Sheet,
    header: Header,
    notes: Sequence[str],
    kind: str,
    *,
    is_stated: bool = False,
) -> tuple[HoldingSheet, ...]:
    """The rows of one list, once for each column that counts copies."""
    rows = whole.rows[header.index + 1 :]
    if file_kind not in TEXT_KINDS:
        header = _with_unnamed(header, max(map(len, rows), default=0))
    if apart := count_columns(header, rows):
        sheets = [_read(file_kind, source, whole, one.header, (), kind, is_apart=True) for one in apart]
        return tuple(_each_counted(apart, sheets, notes))
    wants = wants_beside(header)
    if wants and kind == OWNED and not is_stated:
        found = _read(file_kind, source, whole, wants, kind=WANTS)
        if found.rows and not found.problems:
            owned = _read(file_kind, source, whole, without_wants(header), notes, kind)
            return owned, replace(found, notes=(), skipped=(), fingerprint="")
    return (_read(file_kind, source, whole, counted(header, kind), notes, kind),)


def _each_counted(
    columns: Sequence[CountColumn], sheets: Sequence[HoldingSheet], notes: Sequence[str]
) -> Iterator[HoldingSheet]:
    """Yields the sheets of columns that count copies, with what the column says of them in each row."""
    read = {row.row for sheet in sheets for row in sheet.rows}
    for number, (column, sheet) in enumerate(zip(columns, sheets, strict=True)):
        skipped = () if number else tuple(one for one in sheet.skipped if one[0] not in read)
        said: dict[str, Any] = {column.field: column.value}
        yield replace(
            sheet,
            rows=tuple(replace(row, **said) for row in sheet.rows),
            fields=sheet.fields | {column.field},
            notes=() if number else (*notes, *sheet.notes),
            skipped=skipped,
            fingerprint="",
        )


def _read(
    file_kind: str,
    source: str,
    whole: Sheet,
    header: Header,
    notes: Sequence[str] = (),
    kind: str = OWNED,
    *,
    is_apart: bool = False,
) -> HoldingSheet:
    reader = RowReader(whole, header, text=file_kind in TEXT_KINDS, is_apart=is_apart)
    reader.read()
    rows = reader.rows if kind == OWNED else [replace(row, holds=kind) for row in reader.rows]
    kinds = {row.holds for row in rows}
    return HoldingSheet(
        source=source,
        kind=file_kind,
        sheet=whole.name,
        read_as=header.layout.name if header.layout else "columns",
        rows=tuple(rows),
        columns=header.columns,
        fields=_fields(header),
        fingerprint=header.fingerprint,
        problems=reader.problems,
        choices=reader.choices,
        headings=tuple(reader.headings),
        skipped=tuple(reader.skipped),
        notes=(*notes, *_hidden_notes(whole, header), *reader.notes()),
        mode=reader.mode,
        unclear=reader.unclear,
        uncounted=reader.uncounted,
        maybe_quantity=reader.maybe_quantity,
        holds=kinds.pop() if len(kinds) == 1 else kind,
    )


def _without(header: Header, fields: frozenset[str]) -> Header:
    """The header with the columns of these fields as unknown columns."""
    columns = tuple(
        replace(column, field="extra", how=column.how if column.how == "layout" else "unknown")
        if column.field in fields
        else column
        for column in header.columns
    )
    return replace(header, columns=columns)


def _with_unnamed(header: Header, width: int) -> Header:
    """The header with the columns on its right that have cells but no name."""
    more = tuple(
        Column(place, _("column {letters}", letters=letters(place)), "extra", "unknown")
        for place in range(len(header.columns), width)
    )
    return replace(header, columns=(*header.columns, *more)) if more else header


def _fields(header: Header) -> frozenset[str]:
    fields = set(header.fields)
    if "condition_finish" in fields:
        fields |= {"condition", "language", "finish"}
    if any(column.field == "extra" for column in header.columns):
        fields.add("extra")
    return frozenset(fields)


def _choose(
    file: SheetFile, source: str, wanted: str | None, stated: Mapping[str, str], remembered: Remembered
) -> tuple[int, Header, tuple[str, ...], list[str]]:
    """The place of the sheet with the best header, that header, others with cards, and notes."""
    heads = file.heads
    if wanted is not None:
        places = [p for p, head in enumerate(heads) if head.name.casefold() == wanted.casefold()]
        if not places:
            raise UnknownSheetError(source, wanted, [head.name for head in heads])
        found = find_in(heads[places[0]], stated, remembered)
        if found is None:
            raise NoHeaderError(
                _("{source}, sheet {wanted!r}", source=source, wanted=wanted), first_row(heads[places[0]])
            )
        return places[0], found, (), []
    headers = [(place, find_in(head, stated, remembered)) for place, head in enumerate(heads)]
    known = [(place, found) for place, found in headers if found]
    if not known:
        raise NoHeaderError(source, first_row(heads[0]) if heads else _("the workbook has no sheet"))
    place, best = max(known, key=lambda pair: _fitness(heads[pair[0]], pair[1], -pair[0]))
    others: tuple[str, ...] = ()
    notes = []
    if len(heads) > 1:
        notes.append(_("sheet {name!r} of {count} was read", name=heads[place].name, count=len(heads)))
        if not best.layout:
            others = tuple(
                heads[p].name for p, found in known if p != place and not found.layout and found.names_cards
            )
        if others:
            notes.append(_("more sheets hold cards, not read: {others}", others=", ".join(map(repr, others))))
    return place, best, others, notes


def _fitness(head: Sheet, header: Header, before: int) -> tuple[bool, float, bool, int]:
    """How well a sheet fits a collection: owned copies first, then by its header."""
    owned = sheet_kind(head.name, header) == OWNED and not doubtful_heading(head.name)
    return owned, header.score, head.visible, before


def find_in(head: Sheet, stated: Mapping[str, str], remembered: Remembered) -> Header | None:
    """The header in the first rows of a sheet, or None, as where all that it names are numbers."""
    found = find_header(head.rows, stated, remembered)
    if found and (names := found.fields.get("name")) and names.how == "word":
        rows = head.rows[found.index + 1 :]
        cells = [text for row in rows if names.place < len(row) and (text := read_text(row[names.place]))]
        found = None if cells and all(map(str.isdecimal, cells)) else found
    return found or (header_by_letters(head.rows, stated) if stated else None)


def first_row(head: Sheet) -> str:
    """The beginning of the first row of a sheet, in words."""
    row = next((row for row in head.rows if any(cell for cell in row)), None)
    if row is None:
        return _("the sheet is empty")
    return _("the first begins {row}", row=", ".join(repr(str(cell))[:30] for cell in row[:4]))


def _hidden_notes(whole: Sheet, header: Header) -> Sequence[str]:
    notes = []
    first = whole.numbers[header.index] if header.index >= 0 else 0
    hidden = sorted(number for number in whole.hidden if number > first)
    if hidden:
        shown = some_of(list(map(str, hidden)), 8)
        notes.append(
            _("rows that are hidden or filtered out were read like the others: {shown}", shown=shown)
        )
    if whole.has_comments:
        notes.append(_("comments on cells are not read; what they say has to stand in a column"))
    if not whole.visible:
        notes.append(_("the sheet {name!r} is hidden", name=whole.name))
    return notes


def together(sheets: Sequence[HoldingSheet], passed_over: tuple[tuple[str, str], ...] = ()) -> HoldingSheet:
    """The sheets as one: its rows are those of all of them, each with a number of its own."""
    parts = tuple(_counted_on(sheets))
    first = sheets[0]
    kind = OWNED if any(sheet.holds == OWNED for sheet in sheets) else first.holds
    layouts = {sheet.read_as for sheet in sheets}
    modes = {sheet.mode for sheet in sheets}
    return HoldingSheet(
        source=first.source,
        kind=first.kind,
        sheet="",
        read_as=layouts.pop() if len(layouts) == 1 else "columns",
        rows=tuple(chain.from_iterable(map(_counted_rows, parts))),
        columns=(),
        fields=frozenset.intersection(*(sheet.fields for sheet in sheets if sheet.holds == kind)),
        problems=_shifted(parts, "problems"),
        choices=_shifted(parts, "choices"),
        skipped=tuple((row + p.start, why) for p in parts for row, why in p.sheet.skipped),
        notes=tuple(_noted(part.sheet, note) for part in parts for note in part.sheet.notes),
        mode=modes.pop() if len(modes) == 1 else None,
        unclear=_shifted(parts, "unclear"),
        uncounted=_shifted(parts, "uncounted"),
        parts=parts,
        passed_over=passed_over,
        holds=kind,
    )


def _counted_on(sheets: Sequence[HoldingSheet]) -> Iterator[SheetPart]:
    start = 0
    for sheet in sheets:
        yield SheetPart(start, sheet)
        numbers = chain((row.row for row in sheet.rows), (row for row, _ in sheet.skipped))
        start += max(numbers, default=0)


def _counted_rows(part: SheetPart) -> Iterator[SheetHolding]:
    return (replace(row, row=row.row + part.start) for row in part.sheet.rows)


def _shifted(parts: Sequence[SheetPart], name: str) -> dict[int, str]:
    """The notes on rows of all parts, by their number in all."""
    return {row + part.start: text for part in parts for row, text in getattr(part.sheet, name).items()}


def _noted(sheet: HoldingSheet, note: str) -> str:
    return _("sheet {sheet!r}: {note}", sheet=sheet.sheet, note=note) if sheet.sheet else note
