"""Writes a collection as an ODS spreadsheet, and says what it cannot hold."""

from collections.abc import Sequence

from importers.collections.layouts import OWN, OWN_WITH_DICE
from importers.collections.writing import (
    ExportRow,
    as_read,
    extra_headers,
    headers_of,
    own_values,
    unstorable_losses,
)
from importers.sheets.ods_writing import write_ods

_WIDE = {"Name": 36, "Set name": 27, "Location": 16, "Notes": 28}
_WIDTH = 12
_KEYS = frozenset({"Card key", "Printing key"})


def write_collection_ods(rows: Sequence[ExportRow], *, has_dice: bool = False) -> bytes:
    """The collection in our own layout as a spreadsheet with one sheet."""
    headers, keys = headers_of(rows, OWN_WITH_DICE if has_dice else OWN)
    headers += map(as_read, extra_headers(keys, headers))
    widths = [_WIDE.get(header, _WIDTH) for header in headers]
    values = (own_values(row, keys, has_dice=has_dice) for row in rows)
    return write_ods("Holdings", headers, values, widths, _KEYS)


def ods_losses(rows: Sequence[ExportRow]) -> tuple[str, ...]:
    """What an ODS spreadsheet cannot hold of these holdings, in words."""
    return unstorable_losses(rows, tabs=False)
