"""The frozen values of a collection: holdings, what may be changed of them, and wants.

What a holding does not state is the empty text: an unstated condition, language or location, and
the ordinary finish.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from db.cards.names import shows_something
from db.language import gettext as _

CONDITIONS: Mapping[str, str] = MappingProxyType(
    {
        "M": "mint",
        "NM": _("near mint"),
        "EX": "excellent",
        "GD": "good",
        "LP": _("lightly played"),
        "MP": _("moderately played"),
        "HP": _("heavily played"),
        "D": "damaged",
    }
)
"""The grades of condition, best first. The scales of five, six and seven grades in use each map
into these without two of their grades becoming one."""

LANGUAGES: Mapping[str, str] = MappingProxyType(
    {
        "en": "English",
        "de": "German",
        "fr": "French",
        "it": "Italian",
        "es": "Spanish",
        "pt": "Portuguese",
        "nl": "Dutch",
        "cs": "Czech",
        "pl": "Polish",
        "hu": "Hungarian",
        "ru": "Russian",
        "ja": "Japanese",
        "ko": "Korean",
        "zh": "Chinese",
        "zh-tw": "Traditional Chinese",
        "sv": "Swedish",
        "da": "Danish",
        "fi": "Finnish",
        "no": "Norwegian",
    }
)
"""Languages by their ISO 639 code; other codes of that form may be stored too."""

FINISHES = ("foil", "etched")
"""Finishes other than the ordinary one, which is the empty text; other words may be stored too."""

ORDINARY = "none"
"""The ordinary finish where it is asked for."""

HEAVIEST = 9
"""The most that a want can weigh beside one of which no weight is stated, which weighs 1."""

_DECIMALS = 6
"""So many decimals of a price are kept."""

NO_EXTRA: Mapping[str, str] = MappingProxyType({})


class HoldingKey(NamedTuple):
    """The identity of a holding; without a `printing_id` the printing is unknown."""

    card_id: int
    printing_id: int | None = None
    condition: str = ""
    language: str = ""
    finish: str = ""
    location: str = ""


@dataclass(frozen=True, slots=True)
class HoldingFacts:
    """How many copies a holding has, how many of them are for trade, and what is noted of it.

    `dice` are counted apart from cards, in games whose cards have them; either may be without the
    other.
    """

    quantity: int
    for_trade: int = 0
    notes: str = ""
    acquired_on: str | None = None
    price: str | None = None
    currency: str | None = None
    extra: Mapping[str, str] = field(default_factory=lambda: NO_EXTRA)
    dice: int = 0


@dataclass(frozen=True, slots=True)
class Holding:
    """Copies owned of one printing, or of a card whose printing is not known, in one place.

    `card` is the name of the card; `printing` is that of the printing, like `Boba Fett (A)
    (Promo)`, None with `set_code`, `number` and `rarity` where the printing is not known.
    """

    key: HoldingKey
    facts: HoldingFacts
    card: str
    printing: str | None = None
    set_code: str | None = None
    number: str | None = None
    rarity: str | None = None

    @property
    def quantity(self) -> int:
        """The number of copies."""
        return self.facts.quantity

    @property
    def dice(self) -> int:
        """The number of dice."""
        return self.facts.dice


@dataclass(frozen=True, slots=True)
class HoldingChange:
    """A change of a holding: copies added (fewer than none takes away), or set to `quantity`.

    None leaves a fact as it is; the empty text clears it. Where copies are added to others, the price
    becomes the mean of theirs, and one in another currency is not kept. A holding of which no copy and
    no die is left is gone with all that was noted of it (`undo` brings it back), and one that is not
    there begins without any. Where `for_trade` is not stated it never exceeds the copies that are left.
    `add_dice` and `dice` do to dice what `add` and `quantity` do to copies.

        add mode:  HoldingChange(key, add=4, add_for_trade=2, notes="from a draft")
        set mode:  HoldingChange(key, quantity=4, for_trade=2, notes="", extra={...})
        a row that the sheet lacks:  HoldingChange(key, quantity=0, dice=0)
    """

    key: HoldingKey
    add: int = 0
    quantity: int | None = None
    add_for_trade: int = 0
    for_trade: int | None = None
    notes: str | None = None
    acquired_on: str | None = None
    price: str | None = None
    currency: str | None = None
    extra: Mapping[str, str] | None = None
    add_dice: int = 0
    dice: int | None = None


def mean_price(copies: Iterable[tuple[int, str]]) -> str:
    """The mean of the prices of so many copies each.

    >>> mean_price([(3, "2"), (1, "5.00")]), mean_price([(2, "1"), (1, "2")]), mean_price([(2, "2.50")])
    ('2.75', '1.333333', '2.50')
    """
    known = list(copies)
    if len({price for _number, price in known}) == 1:
        return known[0][1]
    total = sum(number * Decimal(price) for number, price in known)
    mean = Decimal(total) / sum(number for number, _price in known)
    return format(round(mean, _DECIMALS).normalize(), "f")


def price_sum(price: str, copies: int) -> Decimal:
    """The price of so many copies, in hundredths where a mean was rounded.

    >>> price_sum("1.333333", 3), price_sum("0.005", 3)
    (Decimal('4.00'), Decimal('0.015'))
    """
    cost = Decimal(price) * copies
    return round(cost, 2) if "." in price and len(price.partition(".")[2]) == _DECIMALS else cost


@dataclass(frozen=True, slots=True)
class WantKey:
    """The identity of a want: a card in any printing, or one printing of it."""

    card_id: int
    printing_id: int | None = None


class WantFacts(NamedTuple):
    """How many copies, and dice, its owner wants to have in all, and which will do.

    `weight` is how much a copy is wanted beside those of other wants, 0 where nothing is stated. The
    condition is the worst that will do; of it, language and finish the empty text is whatever, and
    the finish `none` the ordinary one.
    """

    quantity: int
    notes: str = ""
    dice: int = 0
    weight: int = 0
    condition: str = ""
    language: str = ""
    finish: str = ""

    def fits(self, key: HoldingKey) -> bool:
        """Whether copies in that state will do; what is not stated of them is not what is asked for.

        >>> WantFacts(1, condition="EX").fits(HoldingKey(1, condition="NM")), WantFacts(
        ...     1, finish="none"
        ... ).fits(HoldingKey(1, finish="foil"))
        (True, False)
        """
        grades = list(CONDITIONS)
        return (
            (
                not self.condition
                or (key.condition in grades and grades.index(key.condition) <= grades.index(self.condition))
            )
            and self.language in {"", key.language}
            and self.finish in {"", key.finish or ORDINARY}
        )


@dataclass(frozen=True, slots=True)
class Want:
    """A want: how many copies of a card, or of one printing of it, its owner wants in all."""

    key: WantKey
    facts: WantFacts
    card: str
    printing: str | None = None
    set_code: str | None = None
    number: str | None = None

    @property
    def quantity(self) -> int:
        """The number of copies that its owner wants to have in all."""
        return self.facts.quantity


MAX_COPIES = 1_000_000
"""More copies of one holding than anyone owns; a larger number is a slip."""

_LONGEST_NOTES = 10_000
_NOT_ON_A_LINE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_PRICE = re.compile(r"\d{1,12}(\.\d{1,6})?")
_CURRENCY = re.compile(r"\S{1,8}")


def holding_problem(key: HoldingKey, facts: HoldingFacts) -> str | None:
    """The reason why no holding can have such facts, in words, or None.

    >>> holding_problem(HoldingKey(1, condition="NM"), HoldingFacts(2, for_trade=3))
    '3 copies for trade, but only 2 in all'
    """
    return next(_problems(key, facts), None)


def _problems(key: HoldingKey, facts: HoldingFacts) -> Iterator[str]:
    if facts.quantity > MAX_COPIES:
        yield _(
            "{quantity:,} copies, at most {max_copies:,} expected",
            quantity=facts.quantity,
            max_copies=MAX_COPIES,
        )
    if facts.dice > MAX_COPIES:
        yield _("{dice:,} dice, at most {max_copies:,} expected", dice=facts.dice, max_copies=MAX_COPIES)
    if not 0 <= facts.for_trade <= facts.quantity:
        yield _(
            "{for_trade} copies for trade, but only {quantity} in all",
            for_trade=facts.for_trade,
            quantity=facts.quantity,
        )
    if key.condition and key.condition not in CONDITIONS:
        yield _(
            "the condition {condition!r}, expected one of {conditions}",
            condition=key.condition,
            conditions=", ".join(CONDITIONS),
        )
    for name, text, limit in (
        ("language", key.language, 20),
        ("finish", key.finish, 40),
        ("location", key.location, 200),
    ):
        if len(text) > limit or (text and _has_no_line(text)):
            yield _(
                "the {name} {text!r}, expected one line of at most {limit} letters",
                name=name,
                text=text[:60],
                limit=limit,
            )
        elif text and not _shows_something(text):
            yield _("the {name} {text!a}, of which nothing can be seen", name=name, text=text[:20])
    yield from _note_problems(facts)


@lru_cache(maxsize=10_000)
def _has_no_line(text: str) -> bool:
    """Whether a short text is not one line; thousands of holdings lie in the same place."""
    return _NOT_ON_A_LINE.search(text) is not None


_shows_something = lru_cache(maxsize=10_000)(shows_something)


def _note_problems(facts: HoldingFacts) -> Iterator[str]:
    if len(facts.notes) > _LONGEST_NOTES:
        yield _(
            "notes of {count:,} letters, at most {longest_notes:,} expected",
            count=len(facts.notes),
            longest_notes=_LONGEST_NOTES,
        )
    if facts.acquired_on is not None and not _is_date(facts.acquired_on):
        yield _("the date {acquired_on!r}, expected one like 2002-04-23", acquired_on=facts.acquired_on)
    if facts.price is not None and not _PRICE.fullmatch(facts.price):
        yield _("the price {price!r}, expected a number like 2.50", price=facts.price)
    if facts.currency is not None and not _CURRENCY.fullmatch(facts.currency):
        yield _("the currency {currency!r}, expected a word like EUR", currency=facts.currency)
    texts = (facts.notes, *facts.extra, *facts.extra.values()) if facts.extra else (facts.notes,)
    if any(map(_UNSTORABLE.search, texts)):
        yield _("a zero byte or half a character, which cannot be stored")


@lru_cache(maxsize=10_000)
def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
