"""Writes a collection as an ODS spreadsheet, and says what it cannot hold."""

from collections.abc import Sequence

from importers.collections.layouts import ENGLISH, own_layout
from importers.collections.writing import (
    ExportRow,
    as_read,
    extra_headers,
    headers_of,
    own_values,
    unstorable_losses,
)
from importers.sheets.ods_writing import write_ods

_WIDE = {"name": 36, "set_name": 27, "location": 16, "notes": 28}
_WIDTH = 12
_KEYS = frozenset({"Card key", "Printing key"})


def write_collection_ods(
    rows: Sequence[ExportRow], *, has_dice: bool = False, language: str = ENGLISH
) -> bytes:
    """The collection in our own layout as a spreadsheet with one sheet."""
    layout = own_layout(language, has_dice=has_dice)
    headers, keys = headers_of(rows, layout)
    widths = [_WIDE.get(field, _WIDTH) for _, field in layout.columns] + [_WIDTH] * len(keys)
    headers += map(as_read, extra_headers(keys, headers))
    values = (own_values(row, keys, has_dice=has_dice) for row in rows)
    return write_ods("Holdings", headers, values, widths, _KEYS)


def ods_losses(rows: Sequence[ExportRow]) -> tuple[str, ...]:
    """The facts of these holdings that an ODS spreadsheet cannot hold, in words."""
    return unstorable_losses(rows, tabs=False)
