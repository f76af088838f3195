"""Reads all sheets of a workbook that hold a collection, as if they were one."""

from collections.abc import Mapping, Sequence

from db.language import gettext as _, joined
from importers.collections.header import Header, Remembered, check_stated, score_rows, unused_stated
from importers.collections.holding_sheet import (
    NO_KINDS,
    OTHER_GAME_FIELDS,
    HoldingSheet,
    find_in,
    first_row,
    read_place,
    together,
    unused_column,
)
from importers.collections.layouts import OWN, UNMATCHED
from importers.collections.sheet_kinds import DECK, check_kinds, doubtful_heading, sheet_kind
from importers.documents.tables import parse_tables
from importers.errors import NoHeaderError, UnknownSheetError
from importers.sheets.sheet import Sheet, SheetFile

_ALONE = frozenset({OWN.name, UNMATCHED.name})
"""Layouts of workbooks of ours, whose other sheets tell of the same cards once more."""

_A_DECK = _(
    "it is a deck; save it as a list of its own for `deckcheck deck save`, or say that its cards are owned"
)


def parse_all_sheets(
    data: bytes,
    source: str,
    *,
    stated: Mapping[str, str] | None = None,
    remembered: Remembered = lambda _unused: None,
    without: frozenset[str] = OTHER_GAME_FIELDS,
    kinds: Mapping[str, str] = NO_KINDS,
) -> HoldingSheet:
    """The rows of all visible sheets that have a header, numbered on from sheet to sheet.

    Sheets without a header, hidden ones, decks, and those beside our own layout are passed over.
    What a sheet holds is told by its name and columns, unless `kinds` says it.
    """
    stated = stated or {}
    check_stated(stated, without)
    check_kinds(kinds)
    file = parse_tables(data, source, score_rows)
    found = [find_in(head, stated, remembered) for head in file.heads]
    reasons = [_why_not(head, header) for head, header in zip(file.heads, found, strict=True)]
    fitting = [h for h, why in zip(found, reasons, strict=True) if h and not why]
    own = next((h.layout for h in fitting if _is_alone(h)), None)
    headers: dict[int, Header] = {}
    holds = {
        place: kinds.get(head.name) or sheet_kind(head.name, header)
        for place, (head, header) in enumerate(zip(file.heads, found, strict=True))
        if header
    }
    if unknown := set(kinds) - {head.name for head in file.heads}:
        raise UnknownSheetError(source, min(unknown), [head.name for head in file.heads])
    passed_over = []
    for place, (head, header, why) in enumerate(zip(file.heads, found, reasons, strict=True)):
        reason = why
        if header and not why and own and header.layout != own:
            reason = _("it is not in the layout of {name}, as another sheet is", name=own.name)
        if not reason and holds.get(place) == DECK:
            reason = _A_DECK
        if not reason and head.name not in kinds:
            reason = doubtful_heading(head.name)
        if header and not reason:
            headers[place] = header
        else:
            passed_over.append((head.name, reason))
    if not headers:
        raise NoHeaderError(source, _said(file, passed_over))
    _check_used(headers, stated)
    sheets = [
        sheet
        for place, header in headers.items()
        for sheet in read_place(
            file, source, place, header, without, kind=holds[place], is_stated=file.heads[place].name in kinds
        )
    ]
    return together(sheets, tuple(passed_over))


def _is_alone(header: Header) -> bool:
    return header.layout is not None and header.layout.name in _ALONE


def _why_not(head: Sheet, header: Header | None) -> str:
    """Why a sheet is passed over, or the empty text."""
    if header is None or not header.names_cards:
        return _("no list of cards: {first_row}", first_row=first_row(head))
    return "" if head.visible else _("it is hidden; choose it by its name to read it")


def _said(file: SheetFile, passed_over: Sequence[tuple[str, str]]) -> str:
    if not file.heads:
        return _("the workbook has no sheet")
    return joined((joined((repr(name), why), ": ") if name else why for name, why in passed_over[:5]), "; ")


def _check_used(headers: Mapping[int, Header], stated: Mapping[str, str]) -> None:
    """Raises `ColumnMapError` for a column that the user named and no sheet has."""
    for column in stated:
        if all(column in unused_stated(header, stated) for header in headers.values()):
            raise unused_column(column, stated, next(iter(headers.values())))
