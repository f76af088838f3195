"""Card names: one normal form for look-ups, and the parts of a name.

A name as the card lists write it is a base name, for a unique unit its version letter, perhaps a
word that distinguishes two cards of one name, and for a reprint a mark that says so: `Boba Fett (A)
(Promo)`.
"""

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from db.patterns import pattern

_DROPPED = dict.fromkeys(map(ord, "'\"`´‘’‚‛“”„‟′″"))
_BLANKS = dict.fromkeys(map(ord, "()[]{}-_‐‑‒–—―−\u00ad"), " ")
_STROKES = str.maketrans("łŁøØđĐ", "lLoOdD")
"""Letters that people type without their stroke, though Unicode does not take them apart."""
_SIMPLIFY = _DROPPED | _BLANKS | _STROKES
_DIVIDERS = dict.fromkeys(map(ord, ",:;|/"), " ")

_SET_WORDS = frozenset({"a", "an", "the", "and", "&", "+"})
"""Words that people leave out of the names of sets, or write otherwise."""

_ARTICLES = ("a", "an", "the")

_UNSEEN = frozenset({"Mn", "Mc", "Me", "Cf"})
"""Categories of characters that are accents or cannot be seen."""

_REPRINT = pattern(r"promo(?:[ -]?(?:\d+|film|alt))?|preview|starter|lego", re.IGNORECASE)
_VERSION = pattern(r"[A-Za-z]\d?")
_SET_CODE = pattern(r"(?<=\))\s+([A-Z][A-Z0-9]{1,4})$")
_GROUP = pattern(r"\s*\(([^()]*)\)?\s*$")


_BLANK_LETTERS = pattern(
    "[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
"""Letters and marks that show nothing, though they are no blanks: fillers and variation signs."""

_WIDE_BLANKS = pattern("[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")

_SHOWS_NOTHING = frozenset({"Cc", "Cf", "Cs", "Zs", "Zl", "Zp"})


def shows_something(text: str) -> bool:
    r"""Whether a name or a location has any visible character.

    >>> shows_something("box 1"), shows_something("\u200b"), shows_something("\u3164 \xa0")
    (True, False, False)
    """
    seen = text if text.isascii() else _BLANK_LETTERS.sub("", text)
    return any(unicodedata.category(character) not in _SHOWS_NOTHING for character in seen)


def one_line(text: str) -> str:
    r"""The text with single plain blanks, as sheets state a location; line breaks stay.

    >>> one_line(" box\xa0 1 ")
    'box 1'
    """
    return _WIDE_BLANKS.sub(" ", text).strip(" ")


@lru_cache(maxsize=10_000)
def number_key(text: str) -> str:
    """The form in which collector numbers are compared: without zeros, sign and size of the set.

    >>> number_key("006"), number_key("#6/180"), number_key("6.0"), number_key("P")
    ('6', '6', '6', 'p')
    """
    plain = text.strip().lstrip("#").partition("/")[0].strip().casefold()
    plain = plain.removesuffix(".0")
    return plain.lstrip("0") or plain[:1]


@lru_cache(maxsize=30_000)
def normal_form(text: str) -> str:
    """The form in which names are compared, like `anakin skywalker b` for `Anakin  Skywalker (B)`.

    Case, accents, quotes and apostrophes of all kinds, dashes, brackets and doubled blanks do not
    count. No two cards of the bundled catalogue share a normal form.

    >>> normal_form("Padmé Amidala (A)") == normal_form("PADME  AMIDALA(A)")
    True
    >>> normal_form("Luke’s X–wing"), normal_form('Jon "Dutch" Vander (A)')
    ('lukes x wing', 'jon dutch vander a')
    """
    simple = text.translate(_SIMPLIFY)
    if not simple.isascii():
        decomposed = unicodedata.normalize("NFKD", simple.casefold())
        simple = "".join(c for c in decomposed if unicodedata.category(c) not in _UNSEEN)
        simple = simple.translate(_SIMPLIFY)
    return " ".join(simple.casefold().split())


def version_order(version: str | None) -> tuple[str, str]:
    """The place of a version among those of a name: from A to Z, then A2.

    >>> sorted(["A2", "C", "A"], key=version_order)
    ['A', 'C', 'A2']
    """
    return (version or "")[1:], (version or "")[:1]


def set_form(text: str) -> str:
    """The form in which names and codes of sets are compared: without articles, and without `and`.

    >>> set_form("The Empire Strikes Back"), set_form("Rogues & Scoundrels")
    ('empire strikes back', 'rogues scoundrels')
    """
    words = normal_form(text.translate(_DIVIDERS)).split()
    kept = [word for word in words if word not in _SET_WORDS]
    return " ".join(kept or words)


def translated_form(text: str) -> str:
    """The form in which names in other languages are compared, whatever divides the subtitle.

    >>> translated_form("Phasma kapitány: Elit rohamosztagos")
    'phasma kapitany elit rohamosztagos'
    """
    return normal_form(text.translate(_DIVIDERS))


def with_articles(name: str) -> tuple[str, ...]:
    """The names that have an article more than this one; none where it begins with one.

    >>> with_articles("Hero's Journey")[0], with_articles("The Rebel Fleet")
    ("A Hero's Journey", ())
    """
    if name.partition(" ")[0].casefold() in _ARTICLES:
        return ()
    return tuple(f"{article.title()} {name}" for article in _ARTICLES)


class CardName(NamedTuple):
    """The parts of a name: `Boba Fett (A) (Promo)` is base Boba Fett, version A, reprint Promo."""

    base: str
    version: str | None = None
    distinction: str | None = None
    reprint: str | None = None

    @property
    def card(self) -> str:
        """The name of the card that this is a printing of, like `Boba Fett (A)`.

        >>> parse_name("Boba Fett (A) (Promo)").card
        'Boba Fett (A)'
        """
        parts = (self.base, self.version and f"({self.version})", self.distinction)
        return " ".join(part for part in parts if part)


def parse_name(text: str) -> CardName:
    """The parts of a name, tolerant of doubled blanks, missing blanks and swapped groups.

    A bracketed group at the end is a version (one letter and perhaps a digit), a reprint mark
    (Promo, Promo 1 to 9, Promo-Film, Promo alt, Preview, Starter, LEGO) or, where it is neither, a
    word that distinguishes cards, as is a set code after the version; braces belong to the base.

    >>> parse_name("Luke Skywalker (A2) (Promo 2)")
    CardName(base='Luke Skywalker', version='A2', distinction=None, reprint='Promo 2')
    >>> parse_name("Chewbacca's Bowcaster (Starter) (A)").card
    "Chewbacca's Bowcaster (A)"
    >>> parse_name("Stormtrooper (Subordinate)").distinction
    '(Subordinate)'
    """
    rest = " ".join(text.split())
    version = distinction = None
    reprints: list[str] = []
    if coded := _SET_CODE.search(rest):
        distinction = coded.group(1)
        rest = rest[: coded.start()]
    while (group := _GROUP.search(rest)) and group.start() > 0:
        word = group.group(1).strip()
        if _REPRINT.fullmatch(word):
            reprints.insert(0, word)
        elif version is None and _VERSION.fullmatch(word):
            version = word.upper()
        elif distinction is None and word and version is None:
            distinction = f"({word})"
        else:
            break
        rest = rest[: group.start()]
    return CardName(rest, version, distinction, ", ".join(reprints) or None)


def image_key_for(name: str, set_code: str, number: str | None) -> str:
    """An image key in the plugin's usual style, like `LEG219_Deliah_Blue_D`; a guess, never a fact.

    >>> image_key_for("Deliah Blue (D)", "LEG", "219")
    'LEG219_Deliah_Blue_D'
    >>> image_key_for("Luke's X-wing (E)", "SAV", None)
    'SAV_Lukes_X-wing_E'
    """
    digits = number.zfill(3) if number and number.isdigit() else (number or "")
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    words = re.findall(r"[A-Za-z0-9&.!-]+", re.sub(r"['’\"]", "", plain))
    return "_".join([f"{set_code}{digits}", *words])
