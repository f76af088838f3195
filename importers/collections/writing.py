"""Writes a collection as text in any layout, and lists beforehand what a layout cannot hold."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field as dataclass_field, replace
from datetime import date
from decimal import Decimal
from functools import lru_cache

from db.collection.holdings import CONDITIONS, LANGUAGES
from db.language import Message, filled, gettext as _, ngettext
from db.texts import plain_line_ends
from importers.collections.holding_row import SheetHolding
from importers.collections.layouts import ENGLISH, OWN_HEADERS, SHOWN, WRITTEN, Layout, own_layout
from importers.errors import UnknownLayoutError
from importers.formulas import escape_formula, unescape_formula
from importers.sheets.sheet import Value
from importers.sheets.workbook_cells import LONGEST, storable

SCHEMA = "deckcheck.collection/1"

_FIRST_YEAR = 1900
"""Spreadsheets know no day before."""

_OWN_MARK = re.compile(r"extra(?: \d+)?: ")
_TEXT_FACTS = {
    "location": "place",
    "notes": "notes",
    "acquired_on": "date",
    "price": "price",
    "currency": "currency",
    "for_trade": _("number of copies for trade"),
    "dice": _("number of dice"),
}


@dataclass(frozen=True, slots=True)
class ExportRow:
    """A holding to be written: the row as it is to be read back, and its rarity for show.

    `facts` are what sheets of one game show of its cards, with `title` for the name without the
    subtitle.
    """

    holding: SheetHolding
    rarity: str = ""
    facts: Mapping[str, str] = dataclass_field(default_factory=dict)


def get_layout(name: str, *, has_dice: bool = False, language: str = ENGLISH) -> Layout:
    """The layout of that name; raises `UnknownLayoutError`.

    Our own has headers in the language, and a column for dice where the game has them.
    """
    for layout in (own_layout(language, has_dice=has_dice), *WRITTEN):
        if layout.name == name.casefold().replace(" ", "").replace("-", ""):
            return layout
    raise UnknownLayoutError(name, [layout.name for layout in WRITTEN])


def headers_of(rows: Iterable[ExportRow], layout: Layout) -> tuple[list[str], list[str]]:
    """The headers of the layout's columns, and the keys of further ones that our own layout has."""
    headers = [header for header, _ in layout.columns]
    if not layout.is_own:
        return headers, []
    keys = dict.fromkeys(key for row in rows for key in row.holding.extra)
    return headers, list(keys)


_OWN_HEADERS = frozenset(map(str.casefold, OWN_HEADERS))
_ENGLISH = frozenset(header.casefold() for header, _ in own_layout(ENGLISH, has_dice=True).columns)


def extra_headers(keys: Sequence[str], taken: Sequence[str]) -> list[str]:
    """The headers of extra columns; one that is taken, in any case, is marked as an extra.

    >>> extra_headers(["Colour", "name", "NAME"], ["Name"])
    ['Colour', 'extra: name', 'extra 2: NAME']
    """
    used = {header.casefold() for header in taken}
    if not used <= _ENGLISH and used <= _OWN_HEADERS:
        # By another language's headers the sheet would be taken for one in that language.
        used |= _OWN_HEADERS
    headers = []
    for key in keys:
        header = " ".join(key.split())
        number = 1
        while not header or header.casefold() in used or (number == 1 and _OWN_MARK.match(header)):
            mark = "extra" if number == 1 else f"extra {number}"
            header = f"{mark}: {' '.join(key.split())}"
            number += 1
        used.add(header.casefold())
        headers.append(header)
    return headers


def layout_cells(row: ExportRow, layout: Layout, game: str) -> list[str]:
    """The cells of a row in the order of the layout's columns, as text."""
    return [_cell(row, header, field, layout, game) for header, field in layout.columns]


def _cell(row: ExportRow, header: str, field: str, layout: Layout, game: str) -> str:
    held = row.holding
    if field == "extra":
        return held.extra.get(header) or layout.defaults.get(header, "")
    if field in {"rarity", "game"}:
        return row.rarity if field == "rarity" else game
    if (shown := _shown(row, field, layout)) is not None:
        return shown
    if field == "condition_finish":
        return _all_in_one(held, layout)
    if field in {"condition", "language", "finish"}:
        return _word(held, field, layout)
    value = getattr(held, field)
    return "" if value is None else str(value)


def _shown(row: ExportRow, field: str, layout: Layout) -> str | None:
    """The subtitle that a layout shows of the card; None where it shows nothing else."""
    held = row.holding
    if field.startswith(SHOWN) or field == "subtitle":
        return row.facts.get(field.removeprefix(SHOWN), "")
    if field == "name" and layout.has_subtitles:
        return row.facts.get("title") or held.name or ""
    return held.set_code or "" if field == "set" else None


def _word(held: SheetHolding, field: str, layout: Layout) -> str:
    """The layout's word for a condition, language or finish; empty where it has none."""
    words = getattr(layout, f"{field}s" if field != "finish" else "finishes")
    ours = getattr(held, field) or ""
    return str(words.get(ours, ours if layout.own_words else ""))


def _all_in_one(held: SheetHolding, layout: Layout) -> str:
    parts = [_word(held, "condition", layout), _word(held, "finish", layout)]
    language = _word(held, "language", layout)
    text = " ".join(part for part in parts if part)
    return f"{text} - {language}" if language else text


def write_text(rows: Sequence[ExportRow], layout: Layout, game: str, separator: str | None = None) -> str:
    """The collection as CSV, or with a tab as TSV, in a layout."""
    import csv
    import io

    headers, keys = headers_of(rows, layout)
    table = io.StringIO(newline="")
    if layout.preamble:
        table.write(layout.preamble + layout.newline)
    writer = csv.writer(table, delimiter=separator or layout.separator, lineterminator=layout.newline)
    writer.writerow([*headers, *map(escape_formula, extra_headers(keys, headers))])
    for row in written(rows, layout):
        cells = layout_cells(row, layout, game)
        cells += [row.holding.extra.get(key, "") for key in keys]
        writer.writerow([escape_formula(cell) for cell in cells])
    return table.getvalue()


def written(rows: Sequence[ExportRow], layout: Layout) -> Sequence[ExportRow]:
    """The rows that a layout has a place for: Cardmarket's knows cards by its own numbers only."""
    key = layout.card_key
    return [row for row in rows if row.holding.extra.get(key)] if key else rows


def by_printing(rows: Iterable[ExportRow]) -> list[ExportRow]:
    """The rows with those of one printing put together, for layouts that have one row for each."""
    together: dict[tuple[int | None, int | None], ExportRow] = {}
    for row in rows:
        held = row.holding
        key = held.card_id, held.printing_id
        if key in together:
            first = together[key].holding
            quantity = (first.quantity or 0) + (held.quantity or 0)
            dice = (first.dice or 0) + (held.dice or 0)
            together[key] = replace(row, holding=replace(first, quantity=quantity, dice=dice))
        else:
            together[key] = row
    return list(together.values())


def own_values(row: ExportRow, keys: Sequence[str], *, has_dice: bool = False) -> list[Value]:
    """The cells of a row in our own layout as numbers, days and text, then its extra columns."""
    held = row.holding
    values: list[Value] = [
        held.quantity,
        *([held.dice or 0] if has_dice else []),
        held.for_trade or None,
        _kept(held.name),
        held.set_code,
        held.set_name,
        _number(held.number),
        row.rarity or None,
        held.condition or None,
        held.language or None,
        _kept(held.finish),
        _kept(held.location),
        _kept(held.notes),
        _day(held.acquired_on),
        _decimal(held.price),
        held.currency or None,
        held.card_id,
        held.printing_id,
    ]
    values += [_kept(held.extra.get(key)) for key in keys]
    return values


def as_read(text: str) -> str:
    """The text as it is written to a cell so that reading removes no apostrophe of its own.

    >>> as_read("'=1"), as_read("=1")
    ("''=1", '=1')
    """
    return text if unescape_formula(text) == text else f"'{text}"


def _kept(text: str | None) -> str | None:
    return as_read(text) if text else None


def _number(text: str | None) -> Value:
    return int(text) if text and text.isascii() and text.isdigit() and text[0] != "0" else text


@lru_cache(maxsize=10_000)
def _day(text: str | None) -> Value:
    day = date.fromisoformat(text) if text else None
    return day if day is None or day.year >= _FIRST_YEAR else text


@lru_cache(maxsize=10_000)
def _decimal(text: str | None) -> Value:
    """The price as a number where that number is the same price."""
    if not text:
        return None
    return float(text) if Decimal(repr(float(text))) == Decimal(text) else text


def write_json(rows: Sequence[ExportRow], game: str, *, has_dice: bool = False) -> str:
    """The collection as JSON, everything in it."""
    holdings = [
        {
            "quantity": held.quantity,
            **({"dice": held.dice or 0} if has_dice else {}),
            "for_trade": held.for_trade or 0,
            "name": _kept(held.name),
            "set": held.set_code,
            "set_name": held.set_name,
            "number": held.number,
            "rarity": row.rarity or None,
            "condition": held.condition or None,
            "language": held.language or None,
            "finish": _kept(held.finish),
            "location": _kept(held.location),
            "notes": _kept(held.notes),
            "acquired_on": held.acquired_on or None,
            "price": held.price or None,
            "currency": held.currency or None,
            "extra": {as_read(key): as_read(value) for key, value in held.extra.items()},
            "card_id": held.card_id,
            "printing_id": held.printing_id,
        }
        for row in rows
        for held in [row.holding]
    ]
    document = {"schema": SCHEMA, "game": game, "holdings": holdings}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def losses(rows: Sequence[ExportRow], layout: Layout, game: str) -> tuple[str, ...]:
    """The facts of these holdings that a layout cannot hold, in words; empty for none.

    What is written is read back at once and compared, so that nothing is lost silently.
    """
    from importers.collections.holding_sheet import NO_FIELDS, parse_holdings

    kept = written(rows, layout)
    lost: Counter[str] = Counter()
    if len(kept) < len(rows):
        told = _("{so_many} without {title}'s own product number left out", so_many="", title=layout.title)
        lost[told] = len(rows) - len(kept)
    if kept:
        text = write_text(kept, layout, game)
        data = text.encode("utf-8", "replace")
        back = parse_holdings(data, layout.name, without=NO_FIELDS).rows
        if len(back) != len(kept):
            lost[_("{so_many} cannot be read back", so_many="")] += abs(len(kept) - len(back))
        for row, found in zip(kept, back, strict=False):
            lost.update(_lost(row.holding, found, layout))
    return tuple(_of_so_many(what, number) for what, number in lost.items())


def _of_so_many(lost: str, number: int) -> str:
    """A loss that was counted, with the number of holdings."""
    holdings = ngettext("{number} holding", "{number:,} holdings", number)
    if not isinstance(lost, Message):
        raise TypeError(lost)
    return Message(lost.template, {**lost.values, "so_many": holdings})


def _lost(held: SheetHolding, back: SheetHolding, layout: Layout) -> Iterator[str]:
    if held.card_id is not None and held.printing_id is None and not layout.is_own:
        yield _("{so_many} of unknown printing: {title} has no way to say so", so_many="", title=layout.title)
    for field, known in (("condition", CONDITIONS), ("language", LANGUAGES), ("finish", {})):
        ours = getattr(held, field) or ""
        if ours != (getattr(back, field) or ""):
            shown = known.get(ours, ours) if ours else _("no {field}", field=field)
            yield _(
                "without the {field} of {so_many}: {title} has no word for {shown}",
                field=field,
                so_many="",
                title=layout.title,
                shown=shown,
            )
    for field, what in _TEXT_FACTS.items():
        ours = getattr(held, field) or ""
        if plain_text(str(ours)) != plain_text(str(getattr(back, field) or "")) and not (
            field == "price" and ours and float(ours) == float(back.price or "-1")
        ):
            yield _("without the {what} of {so_many}", what=what, so_many="")
    keys = {" ".join(key.split()) for key, value in held.extra.items() if plain_text(value)}
    for key in sorted(keys - {" ".join(key.split()) for key in back.extra}):
        yield _("without the column {key!r} of {so_many}", key=key, so_many="")


def unstorable_losses(rows: Sequence[ExportRow], *, tabs: bool) -> tuple[str, ...]:
    """The losses where cells of a workbook cannot hold a text: control characters, length, tabs."""
    lost: Counter[str] = Counter()
    for row in rows:
        held = row.holding
        texts = {"notes": held.notes or ""} | {_("column {k!r}", k=k): v for k, v in held.extra.items()}
        for what, text in texts.items():
            if storable(text) != text or len(text) >= LONGEST:
                told = _("{what}: characters that no workbook can hold, or too much text, in {so_many}")
                lost[filled(told, {"what": what, "so_many": ""})] += 1
            elif not tabs and "\t" in text:
                lost[_("{what}: tabs become blanks in {so_many}", what=what, so_many="")] += 1
    return tuple(_of_so_many(what, number) for what, number in lost.items())


def plain_text(text: str) -> str:
    """A text as it comes back from a sheet."""
    return plain_line_ends(text).strip()
