"""The frozen values of a collection: holdings, what may be changed of them, and wants.

What a holding does not state is the empty text: an unstated condition, language or location, and
the ordinary finish.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

CONDITIONS: Mapping[str, str] = MappingProxyType(
    {
        "M": "mint",
        "NM": "near mint",
        "EX": "excellent",
        "GD": "good",
        "LP": "lightly played",
        "MP": "moderately played",
        "HP": "heavily played",
        "D": "damaged",
    }
)
"""The grades of condition, best first. The scales of five, six and seven grades in use each map
into these without two of their grades becoming one."""

LANGUAGES: Mapping[str, str] = MappingProxyType(
    {
        "en": "English", "de": "German", "fr": "French", "it": "Italian", "es": "Spanish",
        "pt": "Portuguese", "nl": "Dutch", "cs": "Czech", "pl": "Polish", "hu": "Hungarian",
        "ru": "Russian", "ja": "Japanese", "ko": "Korean", "zh": "Chinese", "zh-tw":
        "Traditional Chinese", "sv": "Swedish", "da": "Danish", "fi": "Finnish", "no": "Norwegian",
    }
)  # fmt: skip
"""Languages by their ISO 639 code; other codes of that form may be stored too."""

FINISHES = ("foil", "etched")
"""Finishes other than the ordinary one, which is the empty text; other words may be stored too."""

NO_EXTRA: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class HoldingKey:
    """What tells one holding from another; without a `printing_id` the printing is not known."""

    card_id: int
    printing_id: int | None = None
    condition: str = ""
    language: str = ""
    finish: str = ""
    location: str = ""


@dataclass(frozen=True, slots=True)
class HoldingFacts:
    """How many copies a holding has, how many of them are for trade, and what is noted of it."""

    quantity: int
    for_trade: int = 0
    notes: str = ""
    acquired_on: str | None = None
    price: str | None = None
    currency: str | None = None
    extra: Mapping[str, str] = field(default_factory=lambda: NO_EXTRA)


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


@dataclass(frozen=True, slots=True)
class HoldingChange:
    """What to do to a holding: add copies (fewer than none takes away), or make them `quantity`.

    None leaves a fact as it is; the empty text clears it. A holding of which no copy is left is
    gone with all that was noted of it (`undo` brings it back), and one that is not there begins
    without copies. Where `for_trade` is not stated it never exceeds the copies that are left.

        add mode:  HoldingChange(key, add=4, add_for_trade=2, notes="from a draft")
        set mode:  HoldingChange(key, quantity=4, for_trade=2, notes="", extra={...})
        a row that the sheet lacks:  HoldingChange(key, quantity=0)
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
