"""Cells of a collection as people write them: quantities, prices, days."""

import re
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from decimal import Decimal, InvalidOperation

from db.language import gettext as _
from importers.collections.sheet_words import header_form, sheet_words
from importers.currencies import CURRENCIES, SIGNS
from importers.heading_words import heading_form, words_for
from importers.sheets.sheet import Cell
from importers.text import without_zero_width

MAX_COPIES = 99_999

_COUNT = re.compile(r"(?:[x×]\s*)?(?P<count>\d+)(?:[.,]0{1,2})?\s*(?P<unit>×|[^\W\d]*)\.?", re.IGNORECASE)
_UNITS = words_for("copies") | {"", "pieces", "card", "cards"}
_TICK = re.compile(r"[x×✓✔☑✅]", re.IGNORECASE)
NONE = frozenset({"", "-", "–", "—", "n/a", "none"})
"""The ways to say that there is none."""

_MEANT = {sign.casefold(): code for sign, code in SIGNS.items()} | {c.casefold(): c for c in CURRENCIES}
_PRICE = re.compile(
    r"(?P<before>[^\d\s.,-]{1,4})?\s*(?P<number>\d[\d.,'\s]*?)(?:,-|,–)?\s*(?P<after>[^\d\s.,-]{1,4})?"
)
_DECIMALS = re.compile(r"(?:\d+|\d[\d.,'\s]*\d{3})(?P<sign>[.,])(?:\d{1,2}|\d{4,})")
"""A number whose last sign is before decimals, which are not three."""
_ISO_CURRENCY = re.compile(r"[A-Z]{3}")
_ISO_DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?")
_DAY = re.compile(r"(\d{1,2})([./-])\s*(\d{1,2})\2\s*(\d{4}|\d{2})\.?(?:\s.*)?")
_YEAR_FIRST = re.compile(r"(\d{4})[./]\s*(\d{1,2})[./]\s*(\d{1,2})\.?")
_WORD = re.compile(r"[^\W\d_]+")
_NAMED_DAYS = tuple(
    re.compile(rf"[\s,.]*{form}[\s.]*(?:\s\d{{1,2}}:.*)?")
    for form in (
        r"<(?P<month>\d+)>[\s.]*(?P<day>\d{1,2})[\s,.]+(?P<year>\d{4}|\d\d)",
        r"(?P<day>\d{1,2})[\s./-]*<(?P<month>\d+)>[\s.,/-]*(?P<year>\d{4}|\d\d)",
        r"(?P<year>\d{4})[\s./-]*<(?P<month>\d+)>[\s./-]*(?P<day>\d{1,2})",
    )
)
"""The ways to write a day whose month is a word, which stands as its number between these signs."""
_LONGEST_DAY = 60
_FIRST_SERIAL, _LAST_SERIAL = 25_000, 60_000
_SERIAL_ZERO = date(1899, 12, 30)
_MONTHS = 12
_CENTURY, _PIVOT = 100, 70


def read_quantity(cell: Cell) -> int | str | None:
    """The number of copies, None for an empty cell, or the reason why it cannot be read.

    >>> read_quantity("4x"), read_quantity("3 Stück"), read_quantity("1,0"), read_quantity("")
    (4, 3, 1, None)
    >>> read_quantity("1.000")
    "the quantity '1.000' may mean 1 or 1,000"
    """
    if cell is None or (isinstance(cell, str) and _bare(cell) in NONE):
        return None
    found: int | None = None
    if isinstance(cell, int) or (isinstance(cell, float) and cell.is_integer()):
        found = int(cell)
    elif isinstance(cell, str):
        text = without_zero_width(cell).strip()
        if re.fullmatch(r"\d{1,3}[.,]000", text):
            plain = text[:-4]
            return _("the quantity {text!r} may mean {plain} or {plain},000", text=text, plain=plain)
        counted = _COUNT.fullmatch(text)
        if counted and (counted["unit"] == "×" or heading_form(counted["unit"]) in _UNITS):
            found = int(counted["count"][:9])
        elif _TICK.fullmatch(text):
            found = 1
    if found is None:
        return _("the quantity is {shown}, expected a whole number", shown=_shown(cell))
    if not 0 <= found <= MAX_COPIES:
        return _(
            "the quantity is {found:,}, expected 0 to {max_copies:,}", found=found, max_copies=MAX_COPIES
        )
    return found


def _bare(cell: str) -> str:
    return without_zero_width(cell).strip().casefold()


def decimal_sign(cells: Iterable[Cell]) -> str | None:
    """The sign before decimals in the prices of a column, None where none is clear or several are.

    >>> decimal_sign(["1.000", "12,50"]), decimal_sign(["1.000", "2.5 €"]), decimal_sign(["1.000", "3"])
    (',', '.', None)
    """
    signs = set()
    for cell in cells:
        match = _PRICE.fullmatch(cell.strip()) if isinstance(cell, str) else None
        if match and (found := _DECIMALS.fullmatch(match["number"])):
            signs.add(found["sign"])
    return signs.pop() if len(signs) == 1 else None


def read_price(cell: Cell, decimal: str | None = None) -> tuple[str, str | None] | None:
    """The price as a plain decimal and its currency where one is stated, or None.

    `decimal` is the sign before decimals in the column, by which one like `1.000` is told.

    >>> read_price("1.234,50 €"), read_price("$1,234.5"), read_price(30), read_price("cheap")
    (('1234.50', 'EUR'), ('1234.5', 'USD'), ('30', None), None)
    >>> read_price("1.000"), read_price("1.000", ","), read_price("1.000", ".")
    (None, ('1000', None), ('1.000', None))
    """
    if isinstance(cell, (int, float)) and not isinstance(cell, bool):
        # The shortest decimal that is this number; a sheet keeps no more.
        return (format(Decimal(repr(cell)).normalize(), "f"), None) if cell >= 0 else None
    match = _PRICE.fullmatch(cell.strip()) if isinstance(cell, str) else None
    if match is None:
        return None
    signs = [sign for sign in (match["before"], match["after"]) if sign]
    currencies = list(map(read_currency, signs))
    if len(signs) > 1 or not all(map(_ISO_CURRENCY.fullmatch, currencies)):
        return None
    try:
        number = Decimal(_plain_decimal(match["number"], decimal))
    except InvalidOperation:
        return None
    return format(number, "f"), currencies[0] if currencies else None


def read_currency(text: str) -> str:
    """The code of a currency by its sign or code, or the text as it is written.

    >>> read_currency("€"), read_currency("usd"), read_currency("Kredit")
    ('EUR', 'USD', 'Kredit')
    """
    return _MEANT.get(text.casefold(), text)


def _plain_decimal(text: str, decimal: str | None) -> str:
    """The number with a decimal point and without marks between thousands."""
    text = re.sub(r"['\s]", "", text)
    if re.fullmatch(r"[1-9]\d{0,2}[.,]\d{3}", text):
        if decimal is None:
            raise InvalidOperation  # it may be a thousand times as much
        return text.replace(",", ".") if decimal in text else re.sub("[.,]", "", text)
    comma, point = text.rfind(","), text.rfind(".")
    if comma >= 0 and point >= 0:
        thousands = "," if point > comma else "."
        text = text.replace(thousands, "")
    elif text.count(",") > 1 or text.count(".") > 1:
        text = text.replace(",", "").replace(".", "")
    return text.replace(",", ".")


def month_first(cells: Iterable[Cell]) -> bool | None:
    """Whether the days of a column are written month first; None where that is not clear.

    >>> month_first(["03/14/2024"]), month_first(["14.3.2024"]), month_first(["3/4/2024"])
    (True, False, None)
    """
    for cell in cells:
        if isinstance(cell, str) and (match := _DAY.fullmatch(cell.strip())):
            if int(match[1]) > _MONTHS or match[2] == ".":
                return False
            if int(match[3]) > _MONTHS:
                return True
    return None


def read_day(cell: Cell, *, months_first: bool | None = None) -> str | None:
    """The day as ISO writes it, or None; a day that may be two days is None as well.

    >>> read_day("14.3.2024"), read_day("3/4/24"), read_day("4/4/24"), read_day(45000)
    ('2024-03-14', None, '2024-04-04', '2023-03-15')
    """
    if isinstance(cell, datetime):
        return cell.date().isoformat()
    if isinstance(cell, date):
        return cell.isoformat()
    if isinstance(cell, str):
        return _written_day(cell.strip(), months_first)
    if isinstance(cell, (int, float)) and _FIRST_SERIAL <= cell <= _LAST_SERIAL:
        return (_SERIAL_ZERO + timedelta(days=int(cell))).isoformat()
    return None


def _written_day(text: str, months_first: bool | None) -> str | None:
    if match := _ISO_DAY.fullmatch(text) or _YEAR_FIRST.fullmatch(text):
        return _iso(int(match[1]), int(match[2]), int(match[3]))
    match = _DAY.fullmatch(text)
    if match is None:
        return _named_day(text)
    first, second, year = int(match[1]), int(match[3]), _year(match[4])
    may_be_either = max(first, second) <= _MONTHS and first != second and match[2] != "."
    if months_first is None and may_be_either:
        return None
    return _iso(year, first, second) if months_first else _iso(year, second, first)


def _named_day(text: str) -> str | None:
    """The day whose month is a word: first, or between the day and the year.

    >>> _named_day("Apr 3, 2019"), _named_day("3-Apr-19"), _named_day("2019. április 3.")
    ('2019-04-03', '2019-04-03', '2019-04-03')
    """
    known = {word: means for means, words in sheet_words("month").items() for word in words}
    numbered = _WORD.sub(lambda word: known.get(header_form(word[0]), word[0]), text[:_LONGEST_DAY])
    match = next(filter(None, (form.fullmatch(numbered) for form in _NAMED_DAYS)), None)
    return _iso(_year(match["year"]), int(match["month"]), int(match["day"])) if match else None


def _year(text: str) -> int:
    year = int(text)
    return year + (2000 if year < _PIVOT else 1900) if year < _CENTURY else year


def _iso(year: int, month: int, day: int) -> str | None:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None


def read_text(cell: Cell) -> str:
    """The cell as text: whole numbers without a point, days as ISO writes them.

    >>> read_text(7.0), read_text(" Yoda (A) "), read_text(None), read_text(datetime(2024, 3, 4))
    ('7', 'Yoda (A)', '', '2024-03-04')
    """
    if isinstance(cell, str):
        return cell.strip()
    if cell is None:
        return ""
    if isinstance(cell, float):
        return format(Decimal(repr(cell)).normalize(), "f")
    if isinstance(cell, datetime) and not (cell.hour or cell.minute or cell.second):
        return cell.date().isoformat()
    return str(cell)


def _shown(cell: Cell) -> str:
    return repr(read_text(cell)[:40])
