"""The words of `sheet_words.tsv` for columns and cells of sheets, and the form to compare them in.

Grades of four to eight steps map to those of this project (`db.collection.holdings.CONDITIONS`); a
word that is not known stays as it is written. PSA's numbers are those of its words, best first.
"""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

from db.collection.holdings import ORDINARY
from importers.text import without_zero_width

_FOIL = re.compile(
    r"(.{1,300}?\S)(?:\s*[(\[]\s*(?:holo)?foil\s*[)\]]|\s*\*F\*?|(?:,|\s+[-\u2013\u2014])?\s+(?:holo)?foil)",
    re.IGNORECASE,
)

_IN_BRACKETS = re.compile(r"(?<=\S)\s*\(([^()]{2,60})\)")
_SHORTEST_HEADING = 4
"""Letters of a heading that is a finish; shorter words say yes or no."""
_SHORTEST_FACT = 2
"""Letters of a fact behind a name; a single one is a version."""


@cache
def sheet_words(about: str) -> Mapping[str, tuple[str, ...]]:
    """The words of `sheet_words.tsv` about columns, grades, languages, finishes, kinds of sheets, answers.

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

    >>> header_form(" Množství (ks): "), header_form("Set_Code"), header_form("Card #"), header_form("№")
    ('mnozstvi', 'set code', 'card number', 'no')
    """
    text = "#" if text.strip() in {"Nº", "N°"} else text
    text = text.replace("#", " number ")
    plain = re.sub(r"\([^)]*\)|\[[^]]*\]", " ", text) if "(" in text or "[" in text else text
    if not plain.isascii():
        plain = without_zero_width(plain).replace("ł", "l").replace("Ł", "L")
        plain = "".join(c for c in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(c))
    return re.sub(r"[\W_]+", " ", plain).strip().casefold()


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


def heading_finish(text: str) -> str | None:
    """The finish of the copies below a heading, the empty text for the ordinary one; else None.

    >>> heading_finish("Foils:"), heading_finish("Regular"), heading_finish("Yes"), heading_finish("Rares")
    ('foil', '', None, None)
    """
    form = header_form_whole(text)
    finish = _standard_words("finish").get(form) or _standard_words("finish").get(form.removesuffix("s"))
    if finish is None or len(form) < _SHORTEST_HEADING:
        return None
    return "" if finish == "ordinary" else finish


def read_answer(text: str) -> bool | None:
    """Whether a text says yes or no, None where it says neither.

    >>> read_answer("Ja"), read_answer("FALSE"), read_answer("4")
    (True, False, None)
    """
    answer = _standard_words("answer").get(header_form_whole(text))
    return None if answer is None else answer == "yes"


def split_finish(name: str) -> tuple[str, str | None]:
    """A name and the finish behind it, None where there is none; no card has such a name.

    >>> split_finish("Nexu (foil)"), split_finish("Nexu *F*"), split_finish("Tinfoil")
    (('Nexu', 'foil'), ('Nexu', 'foil'), ('Tinfoil', None))
    """
    found = _FOIL.fullmatch(name)
    return (found[1], "foil") if found else (name, None)


def split_facts(name: str) -> tuple[str, dict[str, str]]:
    """A name and what is said of its copies behind commas or in brackets; a finish may stand alone.

    >>> split_facts("Nexu (NM, German)")
    ('Nexu', {'language': 'de', 'condition': 'NM'})
    >>> split_facts("Nexu (AOTC 97), near mint, German, foil")
    ('Nexu (AOTC 97)', {'finish': 'foil', 'language': 'de', 'condition': 'NM'})
    >>> split_facts("Nexu, no foil")
    ('Nexu', {'finish': 'none'})
    """
    facts: dict[str, str] = {}
    last = name.rpartition(",")[2]
    if not _facts_meant(last) or last.count("(") != last.count(")"):  # not Good (Lightly Played)
        name = _IN_BRACKETS.sub(_behind_comma, name)
    while True:
        rest, _comma, word = name.rpartition(",")
        form, said = header_form_whole(word), _facts_meant(word)
        if not rest.strip() or not said or said[0] in facts:
            break
        name, meant = rest.rstrip(), _standard_words(said[0])[form]
        facts[said[0]] = (ORDINARY if "foil" in form else "") if meant == "ordinary" else meant
    if "finish" not in facts:
        name, finish = split_finish(name)
        facts |= {"finish": finish} if finish else {}
    return name, facts


def _behind_comma(found: re.Match[str]) -> str:
    """The text of brackets behind a comma, where all of it are facts of copies; else as it is."""
    return f", {found[1]}" if all(map(_facts_meant, found[1].split(","))) else found[0]


def _facts_meant(word: str) -> list[str]:
    """The facts of copies of which a word may be one; a single letter is a version."""
    form = header_form_whole(word)
    fields = ("condition", "language", "finish") if len(form) >= _SHORTEST_FACT else ()
    return [field for field in fields if form in _standard_words(field)]


def header_form_whole(text: str) -> str:
    """The form in which such words are compared; text in parentheses counts.

    >>> header_form_whole("Good (Lightly Played)")
    'good lightly played'
    """
    return header_form(text.replace("(", " ").replace(")", " "))
