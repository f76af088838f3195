"""Finds the header of a sheet and says which column holds which field.

A layout's own columns come first; then what the user stated, now or before; then headers that are
words for a field; last headers that are nearly such a word, which are marked as guessed.
"""

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from db.language import gettext as _
from db.texts import words
from importers.collections.header_words import FIELDS, RARITY, WORDS
from importers.collections.holding_cells import read_quantity, read_text
from importers.collections.layouts import EDITED, Layout, find_layout_of
from importers.collections.sheet_words import header_form
from importers.currencies import CURRENCIES, SIGNS
from importers.errors import ColumnMapError
from importers.formulas import unescape_formula
from importers.sheets.sheet import Cell, column_number, letters

_NEARLY = 85
"""Likeness, of 100, from which a header is taken for a misspelt word."""
_SHORTEST_GUESS = 4
_LAYOUT_SCORE = 100.0
_LONGEST = 60
_LONGEST_CELL = 1_000
"""Characters of a cell that are looked at for a header; a sheet may hold a cell of a megabyte."""
_SEVERAL = re.compile(r"\s*[/|]\s*|\s+[-–—]\s+")
"""The text between the languages of a header in several."""
_MONEY = re.compile(rf"(?<=\w)\s+(?:{'|'.join((*CURRENCIES, *SIGNS))})(?!\w)".replace("$", r"\$"))
"""The currency behind the word for a price."""
_IDENTITY = frozenset({"name", "image_key", "printing_id", "choice"})
_COMPANY = frozenset(
    words("quantity set set_code set_name number version condition for_trade wanted language finish location")
)
_SETS = frozenset({"set", "set_code", "set_name"})
_COUNTS = frozenset({"quantity", "wanted", "for_trade"})
_SAID = frozenset({"told", "letter"})
_DOUBLE = ("nombre", "cards")
"""Words for the quantity that mean the name where no other column does."""

Remembered = Callable[[str], Mapping[str, str] | None]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a sheet: its place from 0, its header, its field, and how that was found.

    `how` is layout, told (by the user), letter (named by it), remembered, word, guessed or unknown.
    """

    place: int
    header: str
    field: str
    how: str


@dataclass(frozen=True, slots=True)
class Header:
    """The header of a sheet: the index of its row, its columns, and its layout if it has one."""

    index: int
    columns: tuple[Column, ...]
    layout: Layout | None
    score: float
    fingerprint: str

    @property
    def fields(self) -> dict[str, Column]:
        """The columns by their field, without those that are only kept or left out."""
        return {c.field: c for c in self.columns if c.field not in {"extra", "ignore"}}

    @property
    def names_cards(self) -> bool:
        """Whether a column names the cards; else only their sets and numbers do."""
        return bool(_IDENTITY & self.fields.keys())

    def with_fields(self, field_of: Callable[[Column], str]) -> "Header":
        """The header whose columns have these fields."""
        return replace(self, columns=tuple(replace(c, field=field_of(c)) for c in self.columns))


def score_rows(rows: Sequence[Sequence[Cell]]) -> float:
    """The score of the best of these rows as a header; 0 where none is one.

    >>> score_rows([["My cards"], ["Qty", "Card"]]) > score_rows([["Qty,Card"]])
    True
    """
    found = find_header(rows)
    widths = {len(row) for row in rows[:5] if any(row)} or {0}
    return found.score if found else (max(widths) > 1) * (0.02 if len(widths) == 1 else 0.01)


def find_header(
    rows: Sequence[Sequence[Cell]],
    stated: Mapping[str, str] | None = None,
    remembered: Remembered = lambda _unused: None,
) -> Header | None:
    """The best header among the rows, or None; `stated` maps columns to fields as the user says."""
    best: Header | None = None
    for index, row in enumerate(rows):
        texts = _texts(row)
        if not any(texts):
            continue
        found = _header(index, texts, stated or {}, remembered)
        if found.score > (best.score if best else 0.0):
            best = found
    return best


def header_by_letters(rows: Sequence[Sequence[Cell]], stated: Mapping[str, str]) -> Header | None:
    """The header of a sheet whose columns the user names by their letters, or None.

    The first row is a header when its cell for the quantity or the price is a text without any digit;
    else there is none.
    """
    places = {_letters_place(column): field for column, field in stated.items()}
    first = next((index for index, row in enumerate(rows) if any(_texts(row))), None)
    if None in places or first is None or not _IDENTITY & set(stated.values()):
        return None
    row = rows[first]
    numbers = [
        read_text(row[place])
        for place, field in places.items()
        if field in {"quantity", "price"} and place is not None and place < len(row)
    ]
    is_header = any(isinstance(read_quantity(text), str) and not re.search(r"\d", text) for text in numbers)
    width = max(len(row) for row in rows)
    names = _unique([*_texts(row), *[""] * (width - len(row))] if is_header else [""] * width)
    columns = tuple(
        Column(place, name, places.get(place, "extra"), "letter" if place in places else "unknown")
        for place, name in enumerate(names)
    )
    print_ = fingerprint(names)
    return Header(first if is_header else first - 1, columns, None, 1.0, print_)


def price_columns(rows: Sequence[Sequence[Cell]]) -> Mapping[str, str]:
    """The columns of a mere list of prices by their letters: as its words say, else names and prices.

    >>> price_columns([["Preis (€)", "Karte"], ["1,50", "Nexu"]]), price_columns([["Nexu", "1,50"]])
    ({'A': 'price', 'B': 'name'}, {'A': 'name', 'B': 'price'})
    """
    for row in rows:
        columns = _header(0, _texts(row), {}, lambda _unused: None).columns
        found = {letters(c.place): c.field for c in columns if c.how == "word"}
        if {"name", "price"} <= set(found.values()):
            return found
    return {"A": "name", "B": "price"}


def check_stated(stated: Mapping[str, str], without: frozenset[str]) -> None:
    """Raises `ColumnMapError` where a column is mapped to an unknown field, or one of these."""
    known = [field for field in FIELDS if field not in without]
    for column, field in stated.items():
        if field not in known:
            raise ColumnMapError(
                f"{column}={field}", _("no field of this game is called {field!r}", field=field), known
            )


def unused_stated(header: Header, stated: Mapping[str, str]) -> Iterator[str]:
    """Yields the columns that the user named and that the header does not have."""
    used = {c.header for c in header.columns} | {header_form(c.header) for c in header.columns}
    for column in stated:
        place = _letters_place(column)
        if (
            column not in used
            and header_form(column) not in used
            and (place is None or place >= len(header.columns))
        ):
            yield column


def fingerprint(header: Sequence[str]) -> str:
    """The identity of a header, whatever the file: the hash of its cells in order.

    >>> fingerprint(["Qty", "Card "]) == fingerprint(["qty", "card"])
    True
    """
    plain = json.dumps([header_form(cell) for cell in header])
    return hashlib.sha256(plain.encode()).hexdigest()


def _letters_place(text: str) -> int | None:
    if not re.fullmatch(r"[A-Za-z]{1,3}", text.strip()):
        return None
    return column_number(text.strip().upper()) - 1


def _texts(row: Sequence[Cell]) -> list[str]:
    return [" ".join(unescape_formula(read_text(cell)[:_LONGEST_CELL]).split()) for cell in row]


def _header(index: int, texts: list[str], stated: Mapping[str, str], remembered: Remembered) -> Header:
    layout = find_layout_of(texts)
    print_ = fingerprint(texts)
    names = _unique(texts)
    fields: dict[int, tuple[str, str]] = {}
    if layout:
        for place, text in enumerate(texts):
            if names[place] == text and (field := layout.field_of(text)):
                fields[place] = (field, "layout")
    _assign(fields, names, stated, "told")
    if not layout or layout is EDITED:
        _assign(fields, names, remembered(print_) or {}, "remembered")
        _assign_words(fields, names)
    columns = tuple(
        Column(place, names[place], *fields.get(place, ("extra", "unknown"))) for place in range(len(names))
    )
    return Header(index, columns, layout, _score(columns, layout), print_)


def _unique(texts: Sequence[str]) -> list[str]:
    """The headers with those told apart that are the same, and a name for those that are empty."""
    names: dict[str, None] = {}
    for place, text in enumerate(texts):
        name = text or _("column {letters}", letters=letters(place))
        number = 2
        while name in names:
            name = f"{text} ({number})"
            number += 1
        names[name] = None
    return list(names)


def _assign(
    fields: dict[int, tuple[str, str]], names: Sequence[str], wanted: Mapping[str, str], how: str
) -> None:
    """Gives columns the fields that are wanted for them; each field has one column only.

    What is remembered changes nothing of what the user says now.
    """
    said = {f for f, by in fields.values() if by in _SAID and f not in {"extra", "ignore"}}
    forms = [header_form(name) for name in names]
    for column, field in wanted.items():
        found = how
        if column in names:
            place: int | None = names.index(column)
        elif header_form(column) in forms:
            place = forms.index(header_form(column))
        else:
            place, found = _letters_place(column), "letter"
        if place is None or place >= len(names) or fields.get(place, ("", ""))[1] in _SAID or field in said:
            continue
        if field not in {"extra", "ignore"}:
            for other in [p for p, (f, _) in fields.items() if f == field]:
                fields[other] = ("extra", "unknown")
        fields[place] = (field, found)


def _assign_words(fields: dict[int, tuple[str, str]], names: Sequence[str]) -> None:
    """Gives each field the column whose header is its best word; then the nearly right ones."""
    known = _field_by_word()
    forms = [_word_form(name) for name in names]
    if not any(known.get(form, ("",))[0] == "name" for form in forms):
        known = known | dict.fromkeys(_DOUBLE, ("name", 0))
    candidates = sorted((known[form][1], place) for place, form in enumerate(forms) if form in known)
    taken = {field for field, _ in fields.values()}
    for _unused, place in candidates:
        field = known[forms[place]][0]
        if place not in fields and field not in taken:
            fields[place] = (field, "word")
            taken.add(field)
    for place, form in enumerate(forms):
        if place in fields or form in known:
            continue
        near = _nearly(form)
        if near is not None and near not in taken:
            fields[place] = (near, "guessed")
            taken.add(near)


def _word_form(name: str) -> str:
    """The form of a header; of one in several languages, or of set and number, that of a part.

    >>> _word_form("Karte / Card"), _word_form("Set / Nr."), _word_form("N/A"), _word_form("Preis EUR")
    ('card', 'set', 'n a', 'preis')
    """
    name = _MONEY.sub("", name)
    parts = [header_form(part) for part in _SEVERAL.split(name) if part.strip()]
    known = _field_by_word()
    fields = [known.get(part, (part,))[0] for part in parts]
    if fields in (["set", "number"], ["set_code", "number"]):
        return parts[0]
    if len(parts) > 1 and len(set(fields)) == 1:
        return min(parts, key=lambda part: known[part][1] if part in known else 0)
    return header_form(name)


@lru_cache(maxsize=1000)
def _nearly(form: str) -> str | None:
    """The field of which a header is nearly a word, or None."""
    if not _SHORTEST_GUESS <= len(form) <= _LONGEST:
        return None
    from rapidfuzz.fuzz import ratio
    from rapidfuzz.process import extractOne

    known = _field_by_word()
    found = extractOne(form, known.keys(), scorer=ratio, score_cutoff=_NEARLY)
    return known[found[0]][0] if found else None


@cache
def _field_by_word() -> dict[str, tuple[str, int]]:
    """The field of each word, and the word's place among those of its field."""
    result: dict[str, tuple[str, int]] = {}
    for field, known in WORDS.items():
        for rank, word in enumerate(known):
            result.setdefault(word, (field, rank))
    for field in FIELDS:
        result.setdefault(header_form(field), (field, 0))
    return result


def _score(columns: Sequence[Column], layout: Layout | None) -> float:
    fields = {column.field for column in columns if column.how != "unknown"}
    if layout:
        return _LAYOUT_SCORE + len(fields)
    # That the user names columns by letters says nothing of which row is the header.
    known = sum(
        0.5 if column.how == "guessed" else 1.0
        for column in columns
        if column.field not in {"extra", "ignore"} and column.how != "letter"
    )
    is_placed = "number" in fields and fields & _SETS
    if known and fields & _IDENTITY and fields & _COMPANY:
        return known + 10
    if any(column.how == "told" for column in columns) and (fields & _IDENTITY or is_placed):
        return known + 5
    # A column that is not known may well hold the names.
    others = {header_form(column.header) for column in columns if column.how == "unknown"}
    return known if is_placed and fields & _COUNTS and others <= RARITY else 0.0
