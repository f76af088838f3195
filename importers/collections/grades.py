"""Words for conditions, languages and finishes, and the standard word for each.

Grades of four to eight steps map to those of this project (`db.collection.holdings.CONDITIONS`); a
word that is not known stays as it is written. PSA's numbers are those of its words, best first.
"""

from collections.abc import Mapping
from functools import cache

from importers.collections.sheet_words import header_form, sheet_words


@cache
def _standard_words(about: str) -> Mapping[str, str]:
    return {word: standard for standard, words in sheet_words(about).items() for word in words}


def read_condition(text: str) -> str:
    """The standard word for a condition, or the text as it is written.

    >>> [read_condition(text) for text in ("Near Mint", "leicht gespielt", "PSA 9", "BGS 9.5")]
    ['NM', 'LP', 'M', 'BGS 9.5']
    """
    return _standard_words("condition").get(header_form_whole(text), text.strip())


def read_language(text: str) -> str:
    """The code of a language, or the text as it is written, in lower case.

    >>> read_language("Deutsch"), read_language("GER"), read_language("Klingon")
    ('de', 'de', 'klingon')
    """
    return _standard_words("language").get(header_form_whole(text), text.strip().lower())


def read_finish(text: str) -> str:
    """Foil, etched, the empty text for the ordinary finish, or the text in lower case.

    >>> read_finish("Yes"), read_finish("Non-Foil"), read_finish("Cold Foil")
    ('foil', '', 'cold foil')
    """
    finish = _standard_words("finish").get(header_form_whole(text), text.strip().lower())
    return "" if finish == "ordinary" else finish


def header_form_whole(text: str) -> str:
    """The form in which such words are compared; text in parentheses counts.

    >>> header_form_whole("Good (Lightly Played)")
    'good lightly played'
    """
    return header_form(text.replace("(", " ").replace(")", " "))
