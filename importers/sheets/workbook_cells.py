"""Cells of workbooks that are text whatever they begin with."""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from openpyxl.cell import Cell

LONGEST = 32_767
"""Characters that a cell of a workbook may hold."""

_UNSTORABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_PROGRAMS = ("=", "+", "-", "@", "\t", "\r", "#")


def storable(text: str) -> str:
    r"""The text as a cell can hold it: not too long, and without characters that XML forbids.

    >>> storable("a\x07b")
    'a\ufffdb'
    """
    return _UNSTORABLE.sub("\ufffd", text)[:LONGEST]


def may_be_formula(text: str) -> bool:
    """Whether a spreadsheet program might take a text for a formula, or for an error.

    >>> may_be_formula("=1+1"), may_be_formula("#REF!"), may_be_formula("Yoda (A)")
    (True, True, False)
    """
    return text.startswith(_PROGRAMS)


def text_cell(cell: "Cell", text: str) -> "Cell":
    """The cell with this text in it; never a formula, not even after it is edited."""
    cell.value = storable(text := str(text))
    cell.data_type = "s"
    if may_be_formula(text):
        cell.quotePrefix = True
    return cell
