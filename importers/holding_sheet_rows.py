"""From the rows under a header to `HoldingRow`s; totals, headings and blank rows are told apart."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from db.holdings import CONDITIONS
from importers.grades import read_condition, read_finish, read_language
from importers.header_words import is_total
from importers.holding_cells import month_first, read_day, read_price, read_quantity, read_text
from importers.holding_row import HoldingRow
from importers.layouts import UNMATCHED, Layout
from importers.sheet import Cell, Sheet
from importers.sheet_header import Header

EXTRA_PREFIX = "extra: "
"""Before the header of an extra column that would otherwise be taken for another."""

_NO_EXTRA: Mapping[str, str] = MappingProxyType({})
_EMPTY = frozenset({None, ""})
_SHOWN = 160
_LONGEST_CODE = 5
_LONGEST_NAME = 300
_FILLED_DOWN = frozenset({"set", "set_code", "set_name", "condition", "language", "finish",
                          "location", "acquired_on"})  # fmt: skip
_NOT_SHOWN = frozenset({"ignore", "mode", "choice", "card_id", "printing_id"})
_DISARMED = re.compile(r"'+\s*[=+\-@\t\r]")
_IDENTITY = ("set", "set_code", "set_name", "number", "version", "printing_id", "card_id")
_SYMBOLS = {"€": "EUR", "$": "USD", "£": "GBP", "Kč": "CZK", "zł": "PLN", "Ft": "HUF"}
_STORABLE_PRICE = re.compile(r"\d{1,12}(\.\d{1,6})?")
_CURRENCY = re.compile(r"\b(?:EUR|USD|GBP|CZK|PLN|HUF|CHF|CAD|AUD|SEK|NOK|DKK)\b")


def armed(text: str) -> str:
    """The text without the apostrophe that keeps it from being a formula.

    >>> armed("'=1+1"), armed("'t Hooft")
    ('=1+1', "'t Hooft")
    """
    return text[1:] if text[:1] == "'" and _DISARMED.match(text) else text


class RowReader:
    """Reads the rows under one header; the results are its attributes."""

    def __init__(self, sheet: Sheet, header: Header) -> None:
        self.rows: list[HoldingRow] = []
        self.problems: dict[int, str] = {}
        self.choices: dict[int, str] = {}
        self.headings: list[tuple[int, str]] = []
        self.skipped: list[tuple[int, str]] = []
        self.mode: str | None = None
        self._sheet = sheet
        self._header = header
        self._places = {field: column.place for field, column in header.fields.items()}
        self._headers = {column.place: column.header for column in header.columns}
        usual = header.layout.defaults if header.layout else {}
        self._extra = [
            (c.place, c.header.removeprefix(EXTRA_PREFIX), usual.get(c.header))
            for c in header.columns
            if c.field == "extra"
        ]
        self._width = len(header.columns)
        self._shown = [c.place for c in header.columns if c.field not in _NOT_SHOWN]
        self._blank = 0
        self._not_understood: dict[str, list[int]] = {}
        self._currency = _currency_of(self._headers.get(self._places.get("price", -1), ""))
        self._words: dict[str, Callable[[str], str]] = {
            "condition": _cached(_reader(header.layout, "conditions", read_condition)),
            "language": _cached(_reader(header.layout, "languages", read_language)),
            "finish": _cached(_reader(header.layout, "finishes", read_finish)),
        }
        self._months_first: bool | None = None
        if "acquired_on" in self._places:
            place = self._places["acquired_on"]
            self._months_first = month_first(r[place] for r in sheet.rows if len(r) > place)

    def read(self) -> None:
        """Reads all rows."""
        sheet = self._sheet
        start = self._header.index + 1
        header = self._padded(sheet.rows[start - 1]) if start else None
        filled_down = self._filled_down()
        for index in range(start, len(sheet.rows)):
            if not sheet.rows[index]:
                continue
            number = sheet.numbers[index]
            cells = self._padded(sheet.rows[index])
            if cells == header:
                self.skipped.append((number, "the header again"))
                continue
            for place, value in filled_down.get(number, ()):
                if cells[place] in _EMPTY:
                    cells[place] = value
            self._read_row(number, cells)

    def notes(self) -> Iterator[str]:
        """What users should know of how the rows were read."""
        if "quantity" not in self._places:
            yield "no column holds the quantity: every row counts as one copy"
        if self._blank:
            rows = "1 row has" if self._blank == 1 else f"{self._blank:,} rows have"
            yield f"{rows} no quantity and count as no copies"
        guessed = [c for c in self._header.columns if c.how == "guessed"]
        if guessed:
            pairs = ", ".join(f"{c.header!r} as {c.field}" for c in guessed)
            yield f"columns guessed: {pairs}; --map COLUMN=FIELD corrects them"
        for what, numbers in self._not_understood.items():
            rows = "1 row" if len(numbers) == 1 else f"{len(numbers):,} rows"
            yield f"{what} not understood in {rows}, kept as text; the first is row {numbers[0]}"

    def _padded(self, row: Sequence[Cell]) -> list[Cell]:
        """The cells of a row, as many as the header has."""
        cells = list(row[: self._width])
        cells.extend([None] * (self._width - len(cells)))
        return cells

    def _filled_down(self) -> dict[int, list[tuple[int, Cell]]]:
        """By row the cells that are merged with one above, for columns where that states a fact."""
        columns = {self._places[field] for field in _FILLED_DOWN if field in self._places}
        found: dict[int, list[tuple[int, Cell]]] = {}
        for (first, place), last in self._sheet.merged.items():
            if place in columns and first <= len(self._sheet.rows):
                row = self._sheet.rows[first - 1]
                value = row[place] if place < len(row) else None
                for number in range(first + 1, min(last, len(self._sheet.rows)) + 1):
                    found.setdefault(number, []).append((place, value))
        return found

    def _read_row(self, number: int, cells: list[Cell]) -> None:
        texts = [read_text(cell) for cell in cells]
        filled = [text for text in texts if text]
        if not filled:
            return
        name = self._text(texts, "name")
        if self._is_total(texts, filled[0]) or (name and self._is_total(texts, name)):
            self.skipped.append((number, f"a line of totals: {filled[0][:40]!r}"))
            return
        if len(filled) == 1 and (not name or "quantity" in self._places):
            self.headings.append((number, filled[0]))
            self.skipped.append((number, f"no card with a quantity: {filled[0][:40]!r}"))
            return
        quantity: int | str | None = 1
        if "quantity" in self._places:
            quantity = read_quantity(cells[self._places["quantity"]])
            if quantity is None and number in self._sheet.unvalued:
                quantity = "a formula without a stored value; open the file, save it, try again"
        if quantity is None and self._header.layout is UNMATCHED:
            quantity = "no quantity; fill it in"
        if quantity is None:
            self._blank += 1
            self.skipped.append((number, "no quantity"))
            return
        if problem := self._problem(texts, quantity, name):
            self.problems[number] = problem
        self._note_choice(number, texts)
        self.rows.append(self._row(number, cells, texts, quantity, name))

    def _is_total(self, texts: Sequence[str], label: str) -> bool:
        """Whether the row is one of totals: labelled so, with neither set nor number."""
        if not is_total(label):
            return False
        places = [self._places[field] for field in _IDENTITY if field in self._places]
        return not any(texts[place] and texts[place] != label for place in places)

    def _problem(self, texts: Sequence[str], quantity: int | str, name: str) -> str | None:
        if isinstance(quantity, str):
            return quantity
        if len(name) > _LONGEST_NAME:
            return f"a name of {len(name):,} characters, at most {_LONGEST_NAME} expected"
        if not any([name, *(self._text(texts, f) for f in ("image_key", "printing_id", "choice"))]):
            return "no name of a card"
        finish = self._text(texts, "finish")
        if finish.isdigit() and int(finish) > 1:
            return f"the finish is {finish!r}, expected a word such as foil"
        return None

    def _note_choice(self, number: int, texts: Sequence[str]) -> None:
        if choice := self._text(texts, "choice"):
            self.choices[number] = choice
        if self.mode is None and (mode := self._text(texts, "mode")) in {"add", "set"}:
            self.mode = mode

    def _text(self, texts: Sequence[str], field: str) -> str:
        place = self._places.get(field)
        return "" if place is None else armed(texts[place])

    def _row(
        self,
        number: int,
        cells: Sequence[Cell],
        texts: Sequence[str],
        quantity: int | str,
        name: str,
    ) -> HoldingRow:
        def text(field: str) -> str | None:
            return self._text(texts, field) or None

        code, set_name = text("set_code"), text("set_name")
        if either := text("set"):
            is_code = len(either) <= _LONGEST_CODE and " " not in either
            code, set_name = (either, set_name) if is_code else (code, either)
        extra = {
            key: armed(texts[place])
            for place, key, usual in self._extra
            if texts[place] and texts[place] != usual
        }
        condition, language, finish = self._place_words(texts)
        if condition and condition not in CONDITIONS:
            field = "condition" if "condition" in self._places else "condition_finish"
            condition = self._keep_text(field, number, condition, extra) or ""
        trade, day = self._number(number, cells, extra), self._day(number, cells, extra)
        price, currency = self._price(number, cells, extra)
        return HoldingRow(
            row=number,
            quantity=quantity if isinstance(quantity, int) else None,
            name=name or None,
            set_code=code,
            set_name=set_name,
            number=text("number"),
            version=text("version"),
            image_key=text("image_key"),
            printing_id=_key(text("printing_id")),
            card_id=_key(text("card_id")),
            condition=condition,
            language=language,
            finish=finish,
            location=self._line(texts, "location"),
            for_trade=trade,
            notes=self._text(texts, "notes") if "notes" in self._places else None,
            acquired_on=day,
            price=price,
            currency=currency,
            extra=extra or _NO_EXTRA,
            text=" | ".join(texts[place] for place in self._shown if texts[place])[:_SHOWN],
        )

    def _line(self, texts: Sequence[str], field: str) -> str | None:
        """The text of a cell in one line, None where the sheet has no such column."""
        return " ".join(self._text(texts, field).split()) if field in self._places else None

    def _place_words(self, texts: Sequence[str]) -> tuple[str | None, str | None, str | None]:
        """Condition, language and finish in our words; None for those that have no column."""
        if "condition_finish" in self._places:
            return self._all_in_one(self._text(texts, "condition_finish"))
        condition, language, finish = (
            self._words[field](self._line(texts, field) or "") if field in self._places else None
            for field in ("condition", "language", "finish")
        )
        return condition, language, finish

    def _all_in_one(self, text: str) -> tuple[str, str, str]:
        """The parts of a cell like `Near Mint Foil - German`."""
        text, _, language = text.partition(" - ")
        words = text.split()
        foil = bool(words) and words[-1].casefold() == "foil"
        condition = self._words["condition"](" ".join(words[:-1] if foil else words))
        return condition, self._words["language"](language), "foil" if foil else ""

    def _number(self, row: int, cells: Sequence[Cell], extra: dict[str, str]) -> int | None:
        if "for_trade" not in self._places:
            return None
        cell = cells[self._places["for_trade"]]
        found = read_quantity(cell)
        if isinstance(found, str):
            return self._keep_text("for_trade", row, cell, extra)
        return found or 0

    def _day(self, row: int, cells: Sequence[Cell], extra: dict[str, str]) -> str | None:
        if "acquired_on" not in self._places:
            return None
        cell = cells[self._places["acquired_on"]]
        if cell in _EMPTY:
            return ""
        found = read_day(cell, months_first=self._months_first)
        return found or self._keep_text("acquired_on", row, cell, extra)

    def _price(
        self, row: int, cells: Sequence[Cell], extra: dict[str, str]
    ) -> tuple[str | None, str | None]:
        stated = None
        if "currency" in self._places:
            stated = read_text(cells[self._places["currency"]])
            stated = _SYMBOLS.get(stated, stated.upper())
        if "price" not in self._places:
            return None, stated
        cell = cells[self._places["price"]]
        if cell in _EMPTY:
            return "", stated
        found = read_price(cell)
        if found is None or not _STORABLE_PRICE.fullmatch(found[0]):
            return self._keep_text("price", row, cell, extra), stated
        return found[0], found[1] or stated or self._currency

    def _keep_text(self, field: str, row: int, cell: Cell, extra: dict[str, str]) -> None:
        header = self._headers[self._places[field]]
        extra[header] = armed(read_text(cell))
        self._not_understood.setdefault(header, []).append(row)


def _key(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 18 else None  # noqa: PLR2004 - what SQLite holds


def _currency_of(header: str) -> str | None:
    """The currency that a header such as `Preis (€)` states."""
    for sign, code in _SYMBOLS.items():
        if sign in header:
            return code
    found = _CURRENCY.search(header)
    return found.group() if found else None


def _reader(
    layout: Layout | None, what: str, otherwise: Callable[[str], str]
) -> Callable[[str], str]:
    """What reads a word: the layout's own table first, then all words that we know."""
    ours = {theirs: code for code, theirs in getattr(layout, what).items()} if layout else {}
    return lambda text: ours[text] if text in ours else otherwise(text)


def _cached(read: Callable[[str], str]) -> Callable[[str], str]:
    known: dict[str, str] = {}

    def look_up(text: str) -> str:
        if text not in known:
            known[text] = read(text)
        return known[text]

    return look_up
