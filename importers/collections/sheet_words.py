"""The words of `sheet_words.tsv` for columns and cells of sheets, and the form to compare them in."""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

from importers.text import without_zero_width


@cache
def sheet_words(about: str) -> Mapping[str, tuple[str, ...]]:
    """The words of `sheet_words.tsv` about columns, conditions, languages, finishes or kinds of sheets.

    A word of a column with a language before it is the header of that column in our exports.

    >>> sheet_words("condition")["M"][:3], sheet_words("column")["choice"]
    (('m', 'mt', 'mint'), ('your choice',))
    """
    text = Path(__file__).with_name("sheet_words.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines()[1:])
    return {means: tuple(words.split("|")) for kind, means, words in rows if kind == about}


@lru_cache(maxsize=1000)
def header_form(text: str) -> str:
    """The form in which headers are compared: without case, accents, signs and units.

    >>> header_form(" Množství (ks): "), header_form("Set_Code"), header_form("#"), header_form("№")
    ('mnozstvi', 'set code', 'number', 'no')
    """
    if text.strip() in {"#", "Nº", "N°"}:
        return "number"
    plain = re.sub(r"\([^)]*\)|\[[^]]*\]", " ", text) if "(" in text or "[" in text else text
    if not plain.isascii():
        plain = without_zero_width(plain).replace("ł", "l").replace("Ł", "L")
        plain = "".join(c for c in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(c))
    return re.sub(r"[\W_]+", " ", plain).strip().casefold()
