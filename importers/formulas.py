"""Texts in tables that a spreadsheet would run as formulas: an apostrophe before them says no."""

from db.patterns import pattern
from db.texts import plain_line_ends

_FORMULA = pattern(r"'*\s*[=+\-@\t\r]")
_DISARMED = pattern(r"'+\s*[=+\-@\t\r]")
_TEXT = pattern('="([^"]*)"')


def escape_formula(text: str) -> str:
    """The text as it is written to a text file so that no program runs it as a formula.

    A carriage return becomes a line feed: it stays outside of quotes, and begins a row.

    >>> escape_formula("=1+1"), escape_formula("-"), escape_formula("Yoda (A)")
    ("'=1+1", "'-", 'Yoda (A)')
    """
    text = plain_line_ends(text)
    return f"'{text}" if _FORMULA.match(text) else text


def unescape_formula(text: str) -> str:
    """The text without the apostrophe that was written before it to make it no formula.

    >>> unescape_formula("'=1+1"), unescape_formula("'t Hooft"), unescape_formula('="012"')
    ('=1+1', "'t Hooft", '012')
    """
    return text[1:] if text[:1] == "'" and _DISARMED.match(text) else plain_text(text)


def plain_text(cell: str) -> str:
    """The text of a cell that says by a formula that it is one, for Excel not to take it for a number.

    >>> plain_text('="012"'), plain_text('="1"&"2"')
    ('012', '="1"&"2"')
    """
    return str(found[1]) if cell[:2] == '="' and (found := _TEXT.fullmatch(cell)) else cell
