"""The fields of a holding from the cells of a row: words, days and prices in standard form."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from db.collection.holdings import CONDITIONS, FINISHES, LANGUAGES, ORDINARY
from db.language import gettext as _
from importers.collections.header import Header
from importers.collections.holding_cells import (
    NONE,
    decimal_sign,
    month_first,
    read_currency,
    read_day,
    read_price,
    read_quantity,
    read_text,
)
from importers.collections.layouts import Layout
from importers.collections.sheet_kinds import KINDS
from importers.collections.sheet_words import read_condition, read_finish, read_language
from importers.currencies import CURRENCIES, SIGNS
from importers.formulas import unescape_formula
from importers.sheets.sheet import Cell, Sheet
from importers.text import without_zero_width

EXTRA_MARK = re.compile(r"extra(?: \d+)?: ")
"""Before the header of an extra column that would otherwise be taken for another."""

_EMPTY = frozenset({None, *NONE})
_LONGEST_CODE = 5
_LONGEST_KEY = 18
_PLAIN = ("number", "version", "image_key", "subtitle")
_LANGUAGE_CODE = re.compile(r"[a-z]{2,3}(-[a-z]{2,4})?")
_CURRENCY = re.compile(rf"\b(?:{'|'.join(CURRENCIES)})\b")
_PARTS = re.compile(r"\[\$([^\]-]*)[^\]]*\]")
"""A part of a format with the sign of a currency and where it is spoken, like `[$€-407]`."""
_STORABLE_PRICE = re.compile(r"\d{1,12}(\.\d{1,6})?")

Fields = dict[str, Any]


class FieldReader:
    """Reads the fields of rows under one header.

    `not_understood` has the rows of each column whose cells were kept as text; `unclear` those that
    may mean several holdings, with the reason. `unknown_words` are languages and finishes that we
    do not know, each with its first row.
    """

    def __init__(self, header: Header, sheet: Sheet) -> None:
        self.not_understood: dict[str, list[int]] = {}
        self.unclear: dict[int, str] = {}
        self.unknown_words: dict[tuple[str, str], int] = {}
        self._places = {field: column.place for field, column in header.fields.items()}
        self._headers = {column.place: column.header for column in header.columns}
        usual = header.layout.defaults if header.layout else {}
        self._extra = [
            (c.place, _without_mark(c.header), usual.get(c.header))
            for c in header.columns
            if c.field == "extra"
        ]
        self._plain = [(field, self._places[field]) for field in _PLAIN if field in self._places]
        self._set = [self._places.get(field) for field in ("set_code", "set_name", "set")]
        self._words = [
            (field, self._places[field], _cached(_reader(header.layout, table, read)))
            for field, table, read in (
                ("condition", "conditions", read_condition),
                ("language", "languages", read_language),
                ("finish", "finishes", read_finish),
            )
            if field in self._places
        ]
        self._parts = {
            "condition": _cached(_reader(header.layout, "conditions", read_condition)),
            "language": _cached(_reader(header.layout, "languages", read_language)),
        }
        self._read_set = lru_cache(maxsize=1000)(_read_set)
        self._currency = _currency_of(self._headers.get(self._places.get("price", -1), ""))
        self._days: dict[Cell, str | None] = {}
        self._prices: dict[Cell, tuple[str, str | None] | None] = {}
        rows, self._formats = sheet.rows, sheet.formats
        self._months_first = month_first(_column(rows, self._places.get("acquired_on")))
        self._decimal = decimal_sign(_column(rows, self._places.get("price")))

    def read(self, row: int, cells: Sequence[Cell], texts: Sequence[str]) -> Fields:
        """The fields of a row for which the sheet has columns, beside name and quantity."""
        fields: Fields = {field: _stated(texts[place]) for field, place in self._plain}
        fields["set_code"], fields["set_name"] = self._stated_set(texts)
        extra = {
            key: texts[place] for place, key, usual in self._extra if texts[place] and texts[place] != usual
        }
        if "holds" in self._places and (holds := texts[self._places["holds"]]) in KINDS:
            fields["holds"] = holds
        for field, place, read in self._words:
            fields[field] = read(texts[place])
        for field in ("for_trade", "dice"):
            if field in self._places:
                fields[field] = self._count(field, row, cells[self._places[field]], extra)
        self._read_others(row, cells, texts, fields, extra)
        self._check_words(row, fields, extra)
        if extra:
            fields["extra"] = extra
        return fields

    def _check_words(self, row: int, fields: Fields, extra: dict[str, str]) -> None:
        """Takes a condition like `NM foil` apart, keeps one that is none as text, and notes other words."""
        condition = fields.get("condition")
        if condition and condition not in CONDITIONS:
            parts = {name: part for name, part in self._all_in_one(condition).items() if part}
            stated = {name for name in parts if name != "condition" and fields.get(name)}
            if parts.get("condition") in CONDITIONS and not stated:
                fields |= parts
            else:
                field = "condition" if "condition" in self._places else "condition_finish"
                self._keep_text(field, row, condition, extra)
                fields["condition"] = ""
        language, finish = fields.get("language"), fields.get("finish")
        if language and language not in LANGUAGES and not _LANGUAGE_CODE.fullmatch(language):
            self.unknown_words.setdefault(("language", language), row)
        if finish and finish not in {*FINISHES, ORDINARY} and not finish[0].isdigit():
            self.unknown_words.setdefault(("finish", finish), row)

    def _read_others(
        self, row: int, cells: Sequence[Cell], texts: Sequence[str], fields: Fields, extra: dict[str, str]
    ) -> None:
        places = self._places
        if "condition_finish" in places:
            fields |= self._all_in_one(texts[places["condition_finish"]])
        if "location" in places:
            fields["location"] = " ".join(texts[places["location"]].split())
        if "notes" in places:
            fields["notes"] = texts[places["notes"]]
        if "acquired_on" in places:
            fields["acquired_on"] = self._day(row, cells[places["acquired_on"]], extra)
        if "currency" in places:
            fields["currency"] = read_currency(texts[places["currency"]]).upper()
        if "price" in places:
            self._read_price(row, cells[places["price"]], fields, extra)
        for key in ("printing_id", "card_id"):
            if key in places:
                fields[key] = _key(texts[places[key]])

    def _stated_set(self, texts: Sequence[str]) -> tuple[str | None, str | None]:
        code, name, either = ["" if place is None else texts[place] for place in self._set]
        return self._read_set(code, name, either)

    def _all_in_one(self, text: str) -> Fields:
        """The parts of a cell like `Near Mint Foil - German`."""
        text, _unused, language = text.partition(" - ")
        words = text.split()
        foil = bool(words) and words[-1].casefold() == "foil"
        condition = self._parts["condition"](" ".join(words[:-1] if foil else words))
        return {
            "condition": condition,
            "language": self._parts["language"](language),
            "finish": "foil" if foil else "",
        }

    def _count(self, field: str, row: int, cell: Cell, extra: dict[str, str]) -> int | None:
        quantity = read_quantity(cell)
        if isinstance(quantity, str):
            self._keep_text(field, row, cell, extra)
            return None
        return quantity or 0

    def _day(self, row: int, cell: Cell, extra: dict[str, str]) -> str | None:
        if cell in _EMPTY:
            return ""
        if cell not in self._days:
            self._days[cell] = read_day(cell, months_first=self._months_first)
        if self._days[cell] is None:
            self._keep_text("acquired_on", row, cell, extra)
        return self._days[cell]

    def _read_price(self, row: int, cell: Cell, fields: Fields, extra: dict[str, str]) -> None:
        if cell in _EMPTY:
            fields["price"] = ""
            return
        if cell not in self._prices:
            found = read_price(cell, self._decimal)
            fits = found is not None and _STORABLE_PRICE.fullmatch(found[0])
            self._prices[cell] = found if fits else None
        price = self._prices[cell]
        if price is None:
            self._keep_text("price", row, cell, extra)
        else:
            fields["price"] = price[0]
            shown = self._formats and self._formats.get((row, self._places["price"]))
            shown = shown and _currency_of(_PARTS.sub(r"\1", shown))
            fields["currency"] = price[1] or fields.get("currency") or shown or self._currency

    def _keep_text(self, field: str, row: int, cell: Cell, extra: dict[str, str]) -> None:
        header = self._headers[self._places[field]]
        extra[header] = unescape_formula(read_text(cell))
        self.not_understood.setdefault(header, []).append(row)
        if field in {"condition", "condition_finish"}:
            self.unclear[row] = _("the condition is {extra!r}, which is not understood", extra=extra[header])


def _column(rows: Sequence[Sequence[Cell]], place: int | None) -> Iterator[Cell]:
    """The cells of a column, none where the sheet has no such column."""
    return (row[place] for row in rows if place is not None and len(row) > place)


def _stated(text: str) -> str | None:
    """A text without what cannot be seen; None where it says that there is none."""
    plain = without_zero_width(text)
    return None if plain in NONE else plain


def _read_set(code: str, name: str, either: str) -> tuple[str | None, str | None]:
    """The code and the name of a set, as three cells state them; thousands of rows state one."""
    code, name, either = (_stated(text) or "" for text in (code, name, either))
    if either:
        is_code = len(either) <= _LONGEST_CODE and " " not in either
        code, name = (either, name) if is_code else (code, either)
    return code or None, name or None


def _without_mark(header: str) -> str:
    match = EXTRA_MARK.match(header)
    return header[match.end() :] if match else header


def _key(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _LONGEST_KEY else None


def _currency_of(header: str) -> str | None:
    """The currency that a header such as `Preis (€)` states."""
    for sign, code in SIGNS.items():
        if sign in header:
            return code
    match = _CURRENCY.search(header)
    return match.group() if match else None


def _reader(layout: Layout | None, table: str, otherwise: Callable[[str], str]) -> Callable[[str], str]:
    """The reader of a word: the layout's own table first, then all known words."""
    ours = {theirs: code for code, theirs in getattr(layout, table).items()} if layout else {}

    def read(text: str) -> str:
        text = " ".join(text.split())
        return ours[text] if text in ours else "" if text in NONE else otherwise(text)

    return read


def _cached(read: Callable[[str], str]) -> Callable[[str], str]:
    known: dict[str, str] = {}

    def look_up(text: str) -> str:
        found = known.get(text)
        if found is None:
            found = known[text] = read(text)
        return found

    return look_up
