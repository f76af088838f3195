"""The names of the columns of a collection, in many languages, and the field of each.

English, German, Czech, Polish, Hungarian, French, Spanish, Italian, Portuguese, Russian, Chinese;
compared without case and accents. Words for copies and totals, which lists have too, are those of
`importers.heading_words`.
"""

import re
from collections.abc import Mapping

from db.language import gettext as _
from db.patterns import pattern
from importers.collections.sheet_words import header_form, sheet_words
from importers.heading_words import words_for

FIELDS: Mapping[str, str] = {
    "quantity": _("copies owned"),
    "dice": _("dice owned, in games whose cards have them"),
    "name": _("the card, perhaps with its version letter"),
    "subtitle": _("the subtitle of the card alone"),
    "version": _("the version letter alone"),
    "set": _("the set, by code or name"),
    "set_code": _("the set by its code"),
    "set_name": _("the set by its name"),
    "number": _("the number in the set"),
    "image_key": _("the image key of LackeyCCG"),
    "condition": _("the grade of condition"),
    "language": _("the language"),
    "finish": _("foil, etched or ordinary"),
    "location": _("folder, binder or box"),
    "for_trade": _("how many of the copies are for trade"),
    "wanted": _("copies wanted in all, in a sheet of wants"),
    "notes": _("anything else worth noting"),
    "acquired_on": _("the day on which the copies came in"),
    "price": _("what was paid for a copy"),
    "currency": _("the currency of the price"),
    "choice": _("the card that you chose for a row that was unsure"),
    "mode": _("add or set, as the import was meant"),
    "holds": _("owned, wants or for trade, as the row was meant"),
    "printing_id": _("our key of the printing"),
    "card_id": _("our key of the card"),
    "extra": _("kept as it is and written back"),
    "ignore": _("left out"),
}
"""The fields that a column may be mapped to, with what each means."""

_LANGUAGES = ("de", "cs", "pl", "hu", "fr", "es")


_OF_THE_OWNER = frozenset({"owned", "have", "bestand", "total quantity", "cards", "nombre"})


def _either(means: str) -> str:
    """The words with a meaning as alternatives of a pattern, the longest first."""
    return "|".join(sorted(map(re.escape, words_for(means)), key=len, reverse=True))


def _beginnings(means: str) -> str:
    """The first letters of the words with a meaning, with accents that people write on them."""
    return "|".join(sorted({word[:3].replace("o", "[oö]") for word in words_for(means)}))


_TOTALS = (
    r"(?:(?:grand|sub|in|im|en) )?"
    r"(?:\d+ )?(?:totals|totaux|subtotal|zwischensumme|gesamtsumme|insgesamt|gesamtzahl|lacznie|"
    rf"osszeg|somme|{_either('total')})"
    r"(?: (?:cards|karten|kartya|cartes|cartas|general|owned|of cards|der karten|number|value|"
    rf"wert|de|all|{_either('total')}|{_either('copies')}|\d+))*"
)

_MAYBE_TOTAL = pattern(
    rf"[\W\d]*(?:grand|sub|in |im |en |zwi|ges|ins|[łl][ąa]c|som|{_beginnings('total')})", re.IGNORECASE
)
"""The first letters of the labels of totals; most texts need no closer look."""


_COLUMN_WORDS = {
    field: tuple(header_form(word.partition("=")[2] or word) for word in words)
    for field, words in sheet_words("column").items()
}
RARITY = frozenset(("rarity", *_COLUMN_WORDS.pop("rarity")))
"""The words for a column of our exports that is not read."""
_MEAN_OTHERS = frozenset(word for words in _COLUMN_WORDS.values() for word in words)
WORDS: Mapping[str, tuple[str, ...]] = {
    **_COLUMN_WORDS,
    "quantity": (*_COLUMN_WORDS["quantity"], *sorted(words_for("copies") - _MEAN_OTHERS)),
}
"""The words for each field; where a header holds several of one field, the earlier word counts."""

HEADERS: Mapping[str, Mapping[str, str]] = {
    language: {
        field: word.partition("=")[2]
        for field, words in sheet_words("column").items()
        for word in words
        if word.startswith(f"{language}=")
    }
    for language in _LANGUAGES
}
"""The headers of our exports in each language but English, by field."""

_PRICES = frozenset((*WORDS["price"], *WORDS["currency"], "value", "eur", "usd", "czk", "huf"))


def is_price(header: str) -> bool:
    """Whether a header speaks of money, whatever else it says.

    >>> is_price("Cena/ks"), is_price("Preis je Stück"), is_price("Ks")
    (True, True, False)
    """
    return any(word in _PRICES for word in header_form(header).split())


COUNTS = frozenset(WORDS["quantity"]) - _OF_THE_OWNER
"""Words for the number of copies in a deck: not those that say what its owner has."""


def is_total(text: str) -> bool:
    """Whether a text is the label of a line of totals.

    >>> is_total("Summe:"), is_total("Total cards: 214"), is_total("Total Surprise")
    (True, True, False)
    """
    return _MAYBE_TOTAL.match(text) is not None and re.fullmatch(_TOTALS, header_form(text)) is not None
