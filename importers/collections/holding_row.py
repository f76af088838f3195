"""A row of a collection as a sheet states it: nothing is looked up, nothing is guessed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

_NO_EXTRA: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class SheetHolding:
    """Copies of one card as a row of a sheet gives them; `row` counts from 1 in the sheet.

    `printing_id` and `card_id` come from the hidden key columns of the project's own export.
    `condition`, `language` and `finish` are in our words (`db.collection.holdings`), or None where
    the sheet does not say. `acquired_on` is an ISO date, `price` a decimal as text. `extra` holds
    unknown columns, by their header; `dice` are counted apart from cards, None where the sheet does
    not say; `subtitle` stands in a column of its own in some sheets. `holds` is what the
    row is, one of `sheet_kinds.KINDS`. `text` is the row as shown to users.
    """

    row: int
    quantity: int | None
    name: str | None
    set_code: str | None = None
    set_name: str | None = None
    number: str | None = None
    version: str | None = None
    image_key: str | None = None
    printing_id: int | None = None
    card_id: int | None = None
    condition: str | None = None
    language: str | None = None
    finish: str | None = None
    location: str | None = None
    for_trade: int | None = None
    notes: str | None = None
    acquired_on: str | None = None
    price: str | None = None
    currency: str | None = None
    extra: Mapping[str, str] = field(default_factory=lambda: _NO_EXTRA)
    dice: int | None = None
    subtitle: str | None = None
    holds: str = "owned"
    text: str = ""
