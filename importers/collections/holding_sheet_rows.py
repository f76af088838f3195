"""The rows under a header as `SheetHolding`s, without totals, headings and blank rows."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

from db.language import filled, gettext as _, joined, ngettext, one_of
from importers.collections.header import Column, Header
from importers.collections.header_words import is_price, is_total
from importers.collections.holding_cells import read_quantity, read_text
from importers.collections.holding_fields import FieldReader
from importers.collections.holding_row import SheetHolding
from importers.collections.layouts import UNMATCHED
from importers.collections.sheet_kinds import OWNED, doubtful_heading, heading_kind
from importers.collections.sheet_words import header_form, heading_finish, read_answer, split_finish
from importers.formulas import unescape_formula
from importers.sheets.sheet import Cell, Sheet
from importers.text import without_zero_width

_UNVALUED = _("a formula without a stored value")
_SAVE_IT = _("open the file, save it, try again")
_EMPTY = frozenset({None, ""})
_SHOWN = 160
_NEARLY_ALL = 0.9
_BY_USER = frozenset({"told", "letter", "remembered"})
_FEW = 4
"""Rows up to which numbers that are all different may still count copies."""
_LONGEST_NAME = 300
_YEARS = range(1970, 2100)
"""Numbers that are years rather than copies, where a column has no others."""
_FILLED_DOWN = frozenset(
    {
        "name",
        "subtitle",
        "version",
        "number",
        "set",
        "set_code",
        "set_name",
        "condition",
        "language",
        "finish",
        "location",
        "acquired_on",
    }
)
_IS_FOIL = re.compile(r"^is", re.IGNORECASE)
"""The beginning of a header, as `Is foil`, under which 1 is no number."""
_IDENTITY = ("set", "set_code", "set_name", "number", "version", "printing_id", "card_id")
_NOT_SHOWN = frozenset({"ignore", "mode", "holds", "choice", "card_id", "printing_id"})


def _first_words(filled: Sequence[str]) -> str:
    """The first text with letters, which labels a row of totals, else the first.

    >>> _first_words(["7", "Celkem"])
    'Celkem'
    """
    return next((text for text in filled if any(map(str.isalpha, text))), filled[0])


def _stated_total(cells: Sequence[Cell], quantity: int, label: str) -> int | None:
    """The number of copies that a row of totals states, or None where that is not clear.

    It is that of the column for the quantity, or the only one beside the label or in it.

    >>> _stated_total(["Total", 60, "12.50"], 1, "Total"), _stated_total(["Total: 60", ""], 1,
    ...     "Total: 60"), _stated_total(["Total", "", 3, 4], 1, "Total")
    (60, 60, None)
    """
    if quantity >= 0 and type(found := read_quantity(cells[quantity])) is int:
        return found
    counts = [n for cell in cells if type(n := read_quantity(cell)) is int]
    counts = counts or [int(part[:9]) for part in re.findall(r"\d+", label)]
    return counts[0] if len(counts) == 1 else None


def _is_of_promos(column: Column) -> bool:
    """Whether a column ticks promos, which are printings of their own."""
    return column.field == "extra" and header_form(column.header) in {"promo", "promos", "is promo"}


class RowReader:
    """Reads the rows under one header; the results are its attributes.

    In `text` a row may be split at a comma that belongs to a name; in a workbook it may not. Where
    its column `is_apart`, which counts some of the copies only, a row may well have none.
    """

    def __init__(self, sheet: Sheet, header: Header, *, text: bool, is_apart: bool = False) -> None:
        self.rows: list[SheetHolding] = []
        self.problems: dict[int, str] = {}
        self.uncounted: dict[int, str] = {}
        self.choices: dict[int, str] = {}
        self.headings: list[tuple[int, str]] = []
        self.skipped: list[tuple[int, str]] = []
        self.mode: str | None = None
        self._sheet = sheet
        self._header = header
        self._text = text
        self._holds = OWNED
        self._doubt = ""
        self._finish = ""
        self._is_apart = is_apart
        self._is_own = header.layout is not None and header.layout.is_own
        self._fields = FieldReader(header, sheet)
        self.unclear = self._fields.unclear
        self._places = {field: column.place for field, column in header.fields.items()}
        self._name = self._places.get("name", -1)
        self._quantity = self._places.get("quantity", -1)
        named = ("image_key", "printing_id", "choice") if header.names_cards else ("number",)
        self._named = [self._places[f] for f in named if f in self._places]
        again = f"{header.columns[self._quantity].header} (2)" if self._quantity >= 0 else ""
        self._again = next((c.place for c in header.columns if c.header == again and c.field == "extra"), 0)
        self._promo = next((c.place for c in header.columns if _is_of_promos(c) and not header.layout), -1)
        self._width = len(header.columns)
        self._shown = [c.place for c in header.columns if c.field not in _NOT_SHOWN]
        self._prices = {c.place for c in header.columns if c.field == "price" or is_price(c.header)}
        self._blank = 0
        self._unvalued: dict[str, list[int]] = {}
        self._summed = 0
        self._wrong_totals: list[str] = []
        self._read_quantity = lru_cache(maxsize=1000)(read_quantity)

    def read(self) -> None:
        """Reads all rows."""
        sheet = self._sheet
        start = self._header.index + 1
        header = self._padded(sheet.rows[start - 1]) if start else None
        filled_down = self._filled_down()
        for index in range(start - 1):
            if len(filled := [text for text in map(read_text, sheet.rows[index]) if text]) == 1:
                self._take_heading(sheet.numbers[index], filled[0])
        for index in range(start, len(sheet.rows)):
            row = sheet.rows[index]
            if not row:
                continue
            number = sheet.numbers[index]
            cells = self._fitted(number, row) if len(row) > self._width else self._padded(row)
            pairs = [pair for pair in zip(cells, header or (), strict=False) if pair[0] not in _EMPTY]
            if cells == header or (len(pairs) > 1 and all(cell == other for cell, other in pairs)):
                self.skipped.append((number, _("the header again")))
                continue
            for place, value in filled_down.get(number, ()):
                if cells[place] in _EMPTY:
                    cells[place] = value
            self._read_row(number, cells)

    def notes(self) -> Iterator[str]:
        """The notes for users on how the rows were read."""
        if self._quantity < 0 and not self._is_own:
            none = _("no column holds the quantity: every row counts as one copy")
            maybe = self.maybe_quantity and _("{header!r} may be it", header=self.maybe_quantity)
            yield joined((none, maybe), "; ")
        if self._blank and not self._is_apart:
            yield ngettext(
                "{number} row has no quantity and counts as no copies",
                "{number:,} rows have no quantity and count as no copies",
                self._blank,
            )
        if not self._header.names_cards:
            yield _("no column holds the name: the set and the number say which card it is")
        yield from self._wrong_totals
        guessed = [c for c in self._header.columns if c.how == "guessed"]
        if guessed:
            pairs = joined(
                (_("{header!r} as {field}", header=c.header, field=c.field) for c in guessed), ", "
            )
            yield _("columns guessed: {pairs}", pairs=pairs)
        for what, numbers in self._unvalued.items():
            rows = ngettext("{number} row", "{number:,} rows", len(numbers))
            yield _(
                "{what}: {unvalued} in {rows}, read as empty; the first is row {numbers}",
                what=what,
                unvalued=_UNVALUED,
                rows=rows,
                numbers=numbers[0],
            )
        for (what, word), number in self._fields.unknown_words.items():
            kept = _("is not known, kept as it is; the first is row {number}", number=number)
            told = (
                _("the language {word!r} {kept}") if what == "language" else _("the finish {word!r} {kept}")
            )
            yield filled(told, {"word": word[:40], "kept": kept})
        for what, numbers in self._fields.not_understood.items():
            rows = ngettext("{number} row", "{number:,} rows", len(numbers))
            yield _(
                "{what} not understood in {rows}, kept as text; the first is row {numbers}",
                what=what,
                rows=rows,
                numbers=numbers[0],
            )

    @cached_property
    def maybe_quantity(self) -> str:
        """The unknown column that may hold the quantity, which no other one does; or none.

        It is the first that holds numbers, in half of the rows or more: not the numbers of the rows.
        """
        answered = any(c.how in _BY_USER and c.field in {"extra", "ignore"} for c in self._header.columns)
        if self._quantity >= 0 or answered:
            return ""
        rows = [row for row in self._sheet.rows[self._header.index + 1 :] if row]
        for column in self._header.columns:
            if column.how == "unknown" and column.field == "extra":
                cells = [read_quantity(row[column.place]) for row in rows if column.place < len(row)]
                counts = [count for count in cells if isinstance(count, int)]
                if (
                    2 * len(counts) >= len(rows) > 0
                    and len(counts) >= _NEARLY_ALL * sum(count is not None for count in cells)
                    and not (len(counts) > _FEW and len(set(counts)) == len(counts))
                    and not (is_price(column.header) or all(n in _YEARS for n in counts if n))
                ):
                    return column.header
        return ""

    def _padded(self, row: Sequence[Cell]) -> list[Cell]:
        """The cells of a row, as many as the header has."""
        cells = list(row[: self._width])
        cells.extend([None] * (self._width - len(cells)))
        return cells

    def _fitted(self, number: int, row: Sequence[Cell]) -> list[Cell]:
        """The cells of a row that has more than the header; its name may be torn at a comma."""
        over = len(row) - self._width
        if not self._text or self._name < 0:
            return self._padded(row)
        parts = [str(cell).strip() for cell in row[self._name : self._name + over + 1]]
        self.problems[number] = _(
            '{count} cells, the header has {width}; a name with a comma in it needs quotes, like "{parts}"',
            count=len(row),
            width=self._width,
            parts=", ".join(parts),
        )
        return [*row[: self._name], ", ".join(parts), *row[self._name + over + 1 :]]

    def _filled_down(self) -> dict[int, list[tuple[int, Cell]]]:
        """By row the cells that are merged with one above, for columns where that states a fact."""
        columns = {self._places[field] for field in _FILLED_DOWN if field in self._places}
        result: dict[int, list[tuple[int, Cell]]] = {}
        for (first, place), last in self._sheet.merged.items():
            if place in columns and first <= len(self._sheet.rows):
                row = self._sheet.rows[first - 1]
                value = row[place] if place < len(row) else None
                for number in range(first + 1, min(last, len(self._sheet.rows)) + 1):
                    result.setdefault(number, []).append((place, value))
        return result

    def _read_row(self, number: int, cells: list[Cell]) -> None:
        texts = [cell.strip() if type(cell) is str else read_text(cell) for cell in cells]
        texts = [unescape_formula(text) if text[:1] == "'" else text for text in texts]
        filled = [text for text in texts if text]
        if not any(map(str.isalnum, "".join(filled))):
            return  # blank, or a rule between rows
        name = without_zero_width(texts[self._name]) if self._name >= 0 else ""
        # A folder may be called Total; then a card is named beside it.
        label = name if any(map(str.isalpha, name)) else _first_words(filled)
        if self._is_total(texts, label, cells):
            self.skipped.append((number, _("totals row; skipped: {filled!r}", filled=filled[0][:40])))
            self._check_total(number, cells, label)
            return
        alone = len(filled) == 1 and number not in self._sheet.unvalued
        if alone and (not name or self._quantity >= 0):
            self._take_heading(number, filled[0])
            self.skipped.append((number, _("no card with a quantity: {filled!r}", filled=filled[0][:40])))
            return
        quantity = self._count(number, cells)
        if quantity is None and self._has_dice(cells):
            quantity = 0
        if quantity is None:
            self._blank += 1
            self.skipped.append((number, _("no quantity")))
            return
        self._note_problem(number, texts, quantity, name)
        self._note_choice(number, texts)
        fields = self._fields.read(number, cells, texts)
        if self._promo >= 0 and "promo" not in name.casefold():
            ticked = texts[self._promo]
            name = f"{name} (Promo)" if read_answer(ticked) or read_quantity(ticked) == 1 else name
        finish = self._places.get("finish")
        if finish is None or not texts[finish]:
            name, finish_behind = split_finish(name)
            fields["finish"] = finish_behind or self._finish or fields.get("finish")
        self.rows.append(
            SheetHolding(
                row=number,
                quantity=quantity if isinstance(quantity, int) else None,
                name=name or None,
                holds=fields.pop("holds", None) or self._holds,
                text=" | ".join([texts[p] for p in self._shown if texts[p]])[:_SHOWN],
                **fields,
            )
        )

    def _take_heading(self, number: int, text: str) -> None:
        """Takes a text that stands alone for a heading, which may say what the rows below it are."""
        self.headings.append((number, text))
        kind, finish = heading_kind(text), heading_finish(text)
        self._doubt = doubtful_heading(text) or ("" if kind or finish is not None else self._doubt)
        self._holds = kind or self._holds
        self._finish = self._finish if finish is None else finish

    def _has_dice(self, cells: Sequence[Cell]) -> bool:
        """Whether a row holds dice, for which it may leave out the number of cards."""
        place = self._places.get("dice")
        return place is not None and bool(read_quantity(cells[place]))

    def _is_total(self, texts: Sequence[str], label: str, cells: Sequence[Cell]) -> bool:
        """Whether the row is one of totals: labelled so, with neither set nor number."""
        if not (
            is_total(label)
            or self._sums_up(label, cells, is_named=self._name >= 0 and texts[self._name] != "")
        ):
            return False
        stated = {f: texts[self._places[f]] for f in _IDENTITY if f in self._places}
        unnamed = self._name < 0 or texts[self._name] in {"", label}
        return not any(
            text and text != label and not (text.isdigit() and (unnamed or field.startswith("set")))
            for field, text in stated.items()
        )

    def _sums_up(self, label: str, cells: Sequence[Cell], *, is_named: bool) -> bool:
        """Whether the row is that of a part, like `AOTC Total`: its number is that of the copies above it."""
        words = label.split()
        if self._quantity < 0 or not (is_total(words[-1]) or (not is_named and is_total(words[0]))):
            return False
        copies = sum(row.quantity or 0 for row in self.rows[self._summed :])
        return self._read_quantity(cells[self._quantity]) == copies > 0

    def _check_total(self, number: int, cells: Sequence[Cell], label: str) -> None:
        """Notes a total that is neither the copies nor the rows above it, of its part or of all."""
        part, self._summed = self.rows[self._summed :], len(self.rows)
        counting = [None if p in self._prices else cell for p, cell in enumerate(cells)]
        stated = _stated_total(counting, self._quantity, label)
        if stated is None or any(row.row in self.uncounted for row in self.rows):
            return
        sums = {sum(row.quantity or 0 for row in rows) for rows in (part, self.rows)}
        if stated not in sums | {len(part), len(self.rows)}:
            self._wrong_totals.append(
                _(
                    "row {number} says {stated:,} in all, but the rows above it have {sums}: a row "
                    "may be missing, or read otherwise than it is meant",
                    number=number,
                    stated=stated,
                    sums=one_of(f"{one:,}" for one in sorted(sums)),
                )
            )

    def _count(self, number: int, cells: Sequence[Cell]) -> int | str | None:
        """The number of copies, None for none, or why it cannot be read."""
        if self._quantity < 0:
            return _("no quantity; fill it in") if self._is_own else 1
        quantity = self._read_quantity(cells[self._quantity])
        if quantity is None and number in self._sheet.unvalued:
            return f"{_UNVALUED}; {_SAVE_IT}"
        if (
            isinstance(quantity, str)
            and (answer := read_answer(read_text(cells[self._quantity]))) is not None
        ):
            return 1 if answer else None
        if quantity is None and self._header.layout is UNMATCHED:
            return _("no quantity; fill it in")
        return quantity

    def _note_problem(self, number: int, texts: Sequence[str], quantity: int | str, name: str) -> None:
        problem = None
        without_value = self._without_value(number, texts)
        if isinstance(quantity, str):
            problem = quantity
        elif without_value:
            problem = _(
                "{unvalued} in the column {without_value!r}; {save_it}",
                unvalued=_UNVALUED,
                without_value=without_value,
                save_it=_SAVE_IT,
            )
        elif len(name) > _LONGEST_NAME:
            problem = _(
                "a name of {count:,} characters, at most {longest_name} expected",
                count=len(name),
                longest_name=_LONGEST_NAME,
            )
        elif not name and not any(texts[place] for place in self._named):
            problem = _("no name of a card")
        elif self._doubt:
            problem = self._doubt
        else:
            problem = self._not_counted(texts, quantity)
        if problem and self.problems.setdefault(number, problem) == quantity:
            self.uncounted[number] = problem

    def _not_counted(self, texts: Sequence[str], quantity: int) -> str | None:
        """Why a number beside the quantity leaves open how many copies there are of what, or None.

        That a single copy is 1 foil says only that it is one.
        """
        if self._again and (count := read_quantity(texts[self._again])):
            header = self._header.columns[self._again].header
            return _(
                "{count} in the column {header!r}, too; a column of counts is to say of which copies",
                count=count,
                header=header,
            )
        place = self._places.get("finish")
        if place is None or self._header.layout or not re.search(r"\d", texts[place]):
            return None
        number = read_quantity(texts[place])
        is_one = (number == quantity == 1 and not self._is_apart) or (
            number == 1 and _IS_FOIL.search(self._header.columns[place].header)
        )
        if not isinstance(number, int) or number == 0 or is_one:
            return None
        return _(
            "the finish is {finish!r}, expected a word such as foil; columns that count are called "
            "Normal and Foil",
            finish=texts[place],
        )

    def _without_value(self, number: int, texts: Sequence[str]) -> str:
        """The column in which a formula without a stored value stands where a fact should."""
        places = self._sheet.unvalued.get(number, ())
        blank = [place for place in places if 0 <= place < self._width and not texts[place]]
        for place in sorted(blank):
            column = self._header.columns[place]
            if column.field == "extra":
                self._unvalued.setdefault(column.header, []).append(number)
            elif column.field not in _NOT_SHOWN:
                return column.header
        return ""

    def _note_choice(self, number: int, texts: Sequence[str]) -> None:
        if "choice" in self._places and (choice := texts[self._places["choice"]]):
            self.choices[number] = choice
        if "mode" in self._places and self.mode is None:
            mode = texts[self._places["mode"]]
            self.mode = mode if mode in {"add", "set"} else None
