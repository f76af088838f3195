"""Writes a collection as a workbook for people: edit it, and import it again.

The hidden key columns of the sheet Holdings say which printing a row is about; they refuse to be
typed over, but move with their row when it is sorted. Protecting the sheet itself would forbid
sorting and adding rows, so only the hidden sheet of lists is protected.
"""

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from db.collection.holdings import CONDITIONS, FINISHES, LANGUAGES
from db.language import gettext as _
from importers.collections.layouts import ENGLISH, own_layout
from importers.collections.workbook_summary import Totals, write_summary
from importers.collections.writing import (
    ExportRow,
    as_read,
    extra_headers,
    headers_of,
    own_values,
    unstorable_losses,
)
from importers.sheets.ods_writing import write_ods
from importers.sheets.sheet import Value, letters
from importers.sheets.workbook_sheet import (
    AMBER,
    DAY_FORMAT,
    GREEN,
    PRICE_FORMAT,
    WorkbookColumn,
    WorkbookSheet,
)
from importers.sheets.zip_writing import save_workbook

_WIDTHS = {
    "quantity": 11,
    "dice": 8,
    "for_trade": 11,
    "name": 36,
    "set_code": 8,
    "set_name": 27,
    "number": 10,
    "rarity": 9,
    "condition": 12,
    "language": 11,
    "finish": 9,
    "location": 16,
    "notes": 28,
    "acquired_on": 12,
    "price": 10,
    "currency": 11,
}
_FORMATS = {"acquired_on": DAY_FORMAT, "price": f"{PRICE_FORMAT}_-_-"}
_ALIGNED = {
    "quantity": "center",
    "dice": "center",
    "for_trade": "center",
    "number": "center",
    "acquired_on": "center",
    "price": "right",
}
_KEYS = frozenset({"card_id", "printing_id"})
_DICE_HEADERS = (_("Dice owned"), _("Dice missing"))
MOST_COLOURED = 5_000
"""Rows up to which playsets are coloured; each looks at all rows, which soon takes a minute."""

_NEW_ROWS = 1_000
"""Rows below the table that have the drop-downs too."""


@dataclass(frozen=True, slots=True)
class CollectionWorkbook:
    """The contents of the workbook; `playset` is None where it is not the same for all cards.

    `missing` are printings that lack copies or dice for a playset, and `decks` cards of saved decks,
    as rows of their sheets. `language` is that of the headers of the holdings.
    """

    game: str
    day: str
    rows: Sequence[ExportRow]
    sets: Sequence[tuple[str, str]]
    totals: Totals
    missing: Sequence[Sequence[Value]]
    decks: Sequence[Sequence[Value]]
    playset: int | None
    has_dice: bool = False
    language: str = ENGLISH


def write_collection_workbook(book: CollectionWorkbook) -> bytes:
    """The workbook: holdings, summary, what is missing, decks, and hidden lists."""
    from openpyxl import Workbook

    workbook = Workbook(write_only=True)
    workbook.properties.title = str(_("Collection: {game}", game=book.game))
    workbook.properties.creator = "deckcheck"
    _write_holdings(workbook, book)
    write_summary(workbook, book.totals, _("{game}: my collection", game=book.game), book.day)
    _write_missing(workbook, book)
    _write_decks(workbook, book)
    _write_lists(workbook, book)
    out = io.BytesIO()
    save_workbook(workbook, out)
    return out.getvalue()


def workbook_losses(rows: Sequence[ExportRow]) -> tuple[str, ...]:
    """The facts of these holdings that a workbook cannot hold or does not show, in words."""
    losses = unstorable_losses(rows, tabs=True)
    if len(rows) > MOST_COLOURED:
        many = _(
            "playsets are not coloured, with more than {most_coloured:,} rows", most_coloured=MOST_COLOURED
        )
        return (*losses, _("{many} spreadsheet programs would be slow", many=many))
    return losses


def _write_holdings(workbook: Any, book: CollectionWorkbook) -> None:
    layout = own_layout(book.language, has_dice=book.has_dice)
    headers, keys = headers_of(book.rows, layout)
    headers += map(as_read, extra_headers(keys, headers))
    fields = [field for _, field in layout.columns] + [""] * len(keys)
    columns = [
        WorkbookColumn(
            header,
            _WIDTHS.get(field, 16),
            field in _KEYS,
            _FORMATS.get(field, ""),
            _ALIGNED.get(field, ""),
            bold=field == "quantity",
        )
        for header, field in zip(headers, fields, strict=True)
    ]
    sheet = WorkbookSheet(workbook, "Holdings", columns, freeze="D2")
    values = (own_values(row, keys, has_dice=book.has_dice) for row in book.rows)
    sheet.table(values, "Holdings", plain=0)
    _check_typing(sheet, dict(zip(fields, headers, strict=True)), fields, book)
    if book.playset is not None and len(book.rows) <= MOST_COLOURED:
        _colour_playsets(sheet, fields, book.playset)


def _check_typing(
    sheet: WorkbookSheet, headers: Mapping[str, str], fields: Sequence[str], book: CollectionWorkbook
) -> None:
    """Drop-downs, and cells that refuse what cannot be."""
    last = sheet.rows + _NEW_ROWS

    def refuse(field: str, title: str, message: str, **rule: Any) -> None:
        from openpyxl.worksheet.datavalidation import DataValidation

        column = letters(fields.index(field))
        check = DataValidation(allow_blank=True, **rule)
        check.errorTitle, check.error = str(title), str(message)
        # A list is a help; another language or finish may be typed in all the same.
        check.errorStyle = "warning" if rule["type"] == "list" else "stop"
        check.showErrorMessage = True
        check.add(f"{column}2:{column}{last}")
        sheet.sheet.data_validations.append(check)

    whole: dict[str, Any] = {"type": "whole", "operator": "between"}
    for field in ("quantity", "dice") if book.has_dice else ("quantity",):
        message = _("A whole number, 0 or more.")
        refuse(field, headers[field], message, **whole, formula1="0", formula2="99999")
    refuse(
        "for_trade",
        headers["for_trade"],
        _("A whole number, no more than the quantity."),
        **whole,
        formula1="0",
        formula2="$A2",
    )
    for field, column, count in (
        ("condition", "A", len(CONDITIONS)),
        ("language", "B", len(LANGUAGES)),
        ("finish", "C", len(FINISHES)),
        ("set_code", "D", len(book.sets)),
    ):
        source = f"=Lists!${column}$2:${column}${max(count, 1) + 1}"
        refuse(field, headers[field], _("Not in the list. Keep it?"), type="list", formula1=source)
    for field in sorted(_KEYS):
        message = _("deckcheck knows the printing by this key; leave it as it is.")
        refuse(field, _("Key"), message, type="custom", formula1="FALSE")


def _colour_playsets(sheet: WorkbookSheet, fields: Sequence[str], playset: int) -> None:
    """Colours quantities by the copies of the card over all rows: short of a playset, or not."""
    from openpyxl.formatting.rule import FormulaRule
    from openpyxl.styles import PatternFill

    key = letters(fields.index("card_id"))
    last = max(sheet.rows, 2)
    keys, copies = f"${key}$2:${key}${last}", f"$A$2:$A${last}"
    area = f"A2:A{last}"
    owned = f"SUMIF({keys},${key}2,{copies})"
    # What is short of a playset is decided first; then all else that holds a card is not.
    for test, colour in ((f",{owned}<{playset}", AMBER), ("", GREEN)):
        fill = PatternFill(bgColor=colour, fill_type="solid")
        tests = [f'AND(${key}2<>""{test})']
        rule = FormulaRule(formula=tests, fill=fill, stopIfTrue=True)  # type: ignore[no-untyped-call]
        sheet.sheet.conditional_formatting.add(area, rule)


def _write_missing(workbook: Any, book: CollectionWorkbook) -> None:
    columns = [
        WorkbookColumn(_("Name"), 38),
        WorkbookColumn(_("Set"), 9),
        WorkbookColumn(_("Set name"), 30),
        WorkbookColumn(_("Number"), 10, align="center"),
        WorkbookColumn(_("Rarity"), 9),
        WorkbookColumn(_("Owned"), 9, align="center"),
        WorkbookColumn(_("Missing"), 10, align="center"),
    ]
    if book.has_dice:
        columns += [WorkbookColumn(header, 13, align="center") for header in _DICE_HEADERS]
    sheet = WorkbookSheet(workbook, "Missing", columns, freeze="B2", colour="F6AE2D")
    sheet.table(book.missing, "Missing")


def _write_decks(workbook: Any, book: CollectionWorkbook) -> None:
    columns = [
        WorkbookColumn(_("Deck"), 26),
        WorkbookColumn(_("Zone"), 12),
        WorkbookColumn(_("Card"), 38),
        WorkbookColumn(_("Needed"), 10, align="center"),
        WorkbookColumn(_("Reserved"), 11, align="center"),
        WorkbookColumn(_("Owned"), 10, align="center"),
        WorkbookColumn(_("Missing"), 10, align="center"),
    ]
    sheet = WorkbookSheet(workbook, "Decks", columns, freeze="D2", colour="758E4F")
    sheet.table(book.decks, "Decks", plain=6)
    _colour_missing(sheet)


def _colour_missing(sheet: WorkbookSheet) -> None:
    from openpyxl.formatting.rule import CellIsRule
    from openpyxl.styles import PatternFill

    fill = PatternFill(bgColor=AMBER, fill_type="solid")
    rule = CellIsRule("greaterThan", ["0"], fill=fill)  # type: ignore[no-untyped-call]
    sheet.sheet.conditional_formatting.add(f"G2:G{max(sheet.rows, 2)}", rule)


def _write_lists(workbook: Any, book: CollectionWorkbook) -> None:
    """The hidden, protected sheet with what the drop-downs offer."""
    headers = ("Conditions", "Languages", "Finishes", "Sets", "Names")
    columns = [WorkbookColumn(header, 14) for header in headers]
    sheet = WorkbookSheet(workbook, "Lists", columns)
    sheet.sheet.sheet_state = "hidden"
    sheet.sheet.protection.sheet = True
    sheet.header()
    conditions, languages = list(CONDITIONS), list(LANGUAGES)
    for place in range(max(len(conditions), len(languages), len(book.sets))):
        code, name = book.sets[place] if place < len(book.sets) else (None, None)
        lists = (conditions, languages, list(FINISHES))
        values = [found[place] if place < len(found) else None for found in lists]
        sheet.values([*values, code, name])


_WIDE = {"name": 36, "set_name": 27, "location": 16, "notes": 28}
_WIDTH = 12
_HIDDEN = frozenset({"Card key", "Printing key"})


def write_collection_ods(
    rows: Sequence[ExportRow], *, has_dice: bool = False, language: str = ENGLISH
) -> bytes:
    """The collection in our own layout as a spreadsheet with one sheet."""
    layout = own_layout(language, has_dice=has_dice)
    headers, keys = headers_of(rows, layout)
    widths = [_WIDE.get(field, _WIDTH) for _, field in layout.columns] + [_WIDTH] * len(keys)
    headers += map(as_read, extra_headers(keys, headers))
    values = (own_values(row, keys, has_dice=has_dice) for row in rows)
    return write_ods("Holdings", headers, values, widths, _HIDDEN)


def ods_losses(rows: Sequence[ExportRow]) -> tuple[str, ...]:
    """The facts of these holdings that an ODS spreadsheet cannot hold, in words."""
    return unstorable_losses(rows, tabs=False)
